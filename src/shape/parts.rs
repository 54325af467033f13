//! The convex parts of a shape. Most shapes have one, which is stored without an allocation.
//!
//! SPEC 2 says what the parts are, and numbers depend on them. What depends only on their union asks the *pieces*: the same set
//! as fewer convex sets, because the triangles of a cut polygon are joined (`polygon/pieces.rs`). A step asks only the pieces, so
//! a shape that has them makes its parts when they are asked for.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::error::Result;
use crate::lattice::{Bounds, Point};
use crate::shape::field::{PlacedShape, SignedRange};
use crate::shape::near_pieces::{FEW_PIECES, ListedPieces, NearPieces, PieceGroups, near_by_field};
use crate::shape::{Convex, Shape, Transform};

/// The convex parts of a placed shape, in order. It dereferences to a slice.
///
/// ```
/// use kasuri::{query::Form, shape::Parts, Placement, Shape};
/// let parts: Parts = Shape::circle(4.0)?.place(&Placement::at([10.0, 20.0]))?;
/// assert_eq!((parts.len(), parts[0].radius()), (1, 1024));
/// let form = Form::Shape(parts);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Clone)]
pub struct Parts(PartList);

#[derive(Clone)]
enum PartList {
    One(Convex),
    /// Shared by clones until one of them changes.
    Many(Arc<ManyParts>),
}

#[derive(Clone, Default)]
pub(super) struct ManyParts {
    /// Made when they are asked for, where there are pieces.
    parts: OnceLock<Box<[Convex]>>,
    /// Fewer convex sets with the same union, where a polygon is cut.
    pieces: Option<Box<[Convex]>>,
    /// For each piece of the shape, the index of its first set among these, and their number. Empty if each is one set: a piece that
    /// is not convex where it is placed is several triangles.
    numbers: Box<[u32]>,
    /// What they were placed from: always known where there are pieces.
    shape: Option<PlacedShape>,
    /// The boxes around groups of what is always made.
    groups: PieceGroups,
    stood: LastStood,
}

/// Where many parts stood when a question was asked last, and the parts there: a level stays where it is. Only large shapes have it.
#[derive(Default)]
struct LastStood(Mutex<Option<(Point, Parts)>>);

/// A clone has not stood anywhere.
impl Clone for LastStood {
    fn clone(&self) -> LastStood {
        LastStood::default()
    }
}

impl LastStood {
    /// Returns the parts at a place.
    fn at(&self, place: Point, put: impl FnOnce() -> Parts) -> Parts {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((at, parts)) if *at == place => parts.clone(),
            _ => {
                let parts = put();
                *last = Some((place, parts.clone()));
                parts
            }
        }
    }
}

impl ManyParts {
    fn parts(&self) -> &[Convex] {
        self.parts.get_or_init(|| self.shape.as_ref().map(PlacedShape::parts).unwrap_or_default())
    }

    /// Takes the list that is always made, to overwrite it; the other one is forgotten. [`place`](ManyParts::place) must follow.
    pub(super) fn take_made(&mut self) -> Vec<Convex> {
        let parts = self.parts.take().unwrap_or_default();
        self.pieces.as_mut().map_or(parts, std::mem::take).into_vec()
    }

    /// Stores that list, and what it was placed from.
    pub(super) fn place(&mut self, made: Vec<Convex>, numbers: Box<[u32]>, from: &Shape, frame: &Transform) {
        let made = made.into_boxed_slice();
        self.groups.forget();
        self.stood = LastStood::default();
        self.numbers = numbers;
        match &mut self.pieces {
            Some(pieces) => *pieces = made,
            None => self.parts = OnceLock::from(made),
        }
        match &mut self.shape {
            Some(shape) => shape.turn_to(frame),
            None => self.shape = Some(PlacedShape::new(from, frame)),
        }
    }
}

impl From<Vec<Convex>> for ManyParts {
    fn from(parts: Vec<Convex>) -> ManyParts {
        ManyParts { parts: OnceLock::from(parts.into_boxed_slice()), ..ManyParts::default() }
    }
}

impl PartialEq for Parts {
    fn eq(&self, other: &Parts) -> bool {
        self[..] == other[..]
    }
}

impl Eq for Parts {}

impl Parts {
    /// Returns an empty list: the parts of a body that was removed.
    pub(crate) fn none() -> Parts {
        Parts(PartList::Many(Arc::default()))
    }

    /// Makes the parts of a shape of several parts.
    pub(super) fn many(parts: Vec<Convex>, shape: PlacedShape) -> Parts {
        Parts(PartList::Many(Arc::new(ManyParts { shape: Some(shape), ..ManyParts::from(parts) })))
    }

    /// Makes the parts of a shape that has polygons that are cut, given its pieces.
    pub(super) fn of_pieces(pieces: Vec<Convex>, numbers: Box<[u32]>, shape: PlacedShape) -> Parts {
        let pieces = Some(pieces.into_boxed_slice());
        let many = ManyParts { pieces, numbers, shape: Some(shape), ..ManyParts::default() };
        Parts(PartList::Many(Arc::new(many)))
    }

    /// Returns the parts to overwrite them.
    pub(super) fn many_mut(&mut self) -> Option<&mut ManyParts> {
        match &mut self.0 {
            PartList::One(_) => None,
            PartList::Many(many) => Some(Arc::make_mut(many)),
        }
    }

    /// Forgets from which shape they were placed, if they are made.
    pub(crate) fn forget_shape(&mut self) {
        if let Some(many) = self.many_mut().filter(|many| many.pieces.is_none()) {
            (many.shape, many.stood) = (None, LastStood::default());
        }
    }

    /// Returns convex sets whose union is that of the parts: fewer of them where a polygon is cut.
    #[inline]
    pub(crate) fn pieces(&self) -> &[Convex] {
        match &self.0 {
            PartList::One(part) => std::slice::from_ref(part),
            PartList::Many(many) => many.pieces.as_deref().unwrap_or_else(|| many.parts()),
        }
    }

    /// Returns the pieces that meet an area, and some others, in slices. Which others depends on the questions before.
    #[inline]
    pub(crate) fn pieces_near(&self, area: Bounds) -> NearPieces<'_> {
        match self.listed_near(area) {
            Some(listed) => NearPieces::Listed { pieces: self.pieces(), listed },
            None => self.pieces_around(area),
        }
    }

    /// Returns the pieces whose boxes meet an area, and some others, in slices: always the same ones, so that work can be counted.
    #[inline]
    pub(crate) fn pieces_around(&self, area: Bounds) -> NearPieces<'_> {
        match &self.0 {
            PartList::One(part) => NearPieces::All(Some(std::slice::from_ref(part))),
            PartList::Many(many) => many.groups.near(self.pieces(), area),
        }
    }

    /// Returns the pieces that meet an area, and some others, where the field lists them.
    #[inline]
    pub(crate) fn listed_near(&self, area: Bounds) -> Option<ListedPieces<'_>> {
        let PartList::Many(many) = &self.0 else { return None };
        let near = near_by_field(many.shape.as_ref()?, self.pieces().len(), area)?;
        Some(ListedPieces { near, numbers: &many.numbers })
    }

    /// Returns the box around all pieces.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        match &self.0 {
            PartList::One(part) => Some(part.bounds()),
            PartList::Many(many) => many.groups.around(self.pieces()),
        }
    }

    /// Returns what is known of the signed distance of a place from a shape of several parts.
    #[inline(always)]
    pub(crate) fn signed_range(&self, place: Point) -> Option<SignedRange> {
        match &self.0 {
            PartList::One(_) => None,
            PartList::Many(many) => {
                many.shape.as_ref().map(|shape| shape.signed_range(place, self.pieces().len()))
            }
        }
    }

    /// Returns the part of a shape of one part.
    #[inline(always)]
    pub(crate) fn single(&self) -> Option<&Convex> {
        match &self.0 {
            PartList::One(part) => Some(part),
            PartList::Many(_) => None,
        }
    }

    /// Does the same, to overwrite it.
    #[inline(always)]
    pub(crate) fn single_mut(&mut self) -> Option<&mut Convex> {
        match &mut self.0 {
            PartList::One(part) => Some(part),
            PartList::Many(_) => None,
        }
    }

    /// Moves all parts; the caller guarantees that they stay within the world.
    pub(crate) fn translate(&mut self, by: Point) {
        match &mut self.0 {
            PartList::One(part) => part.translate(by),
            PartList::Many(many) => {
                let ManyParts { parts, pieces, shape, groups, stood, .. } = Arc::make_mut(many);
                groups.forget();
                *stood = LastStood::default();
                let lists = parts.get_mut().into_iter().chain(pieces);
                lists.flatten().for_each(|part| part.translate(by));
                shape.iter_mut().for_each(|shape| shape.translate(by));
            }
        }
    }

    /// Returns parts that are relative to a position as they are there; the caller guarantees that they stay within the world.
    pub(crate) fn standing_at(&self, place: Point) -> Parts {
        let moved = || {
            let mut moved = self.clone();
            moved.translate(place);
            moved
        };
        match &self.0 {
            PartList::Many(many) if self.pieces().len() > FEW_PIECES => many.stood.at(place, moved),
            _ => moved(),
        }
    }

    /// Returns the parts moved by an offset; an error where a vertex would be beyond the world's edge.
    pub(crate) fn moved_by(&self, by: Point) -> Result<Parts> {
        let bounds = self.pieces().iter().map(Convex::core).reduce(Bounds::union);
        if let Some(Bounds { min, max }) = bounds {
            min.offset(by)?;
            max.offset(by)?;
        }
        let mut moved = self.clone();
        moved.translate(by);
        Ok(moved)
    }
}

impl From<Convex> for Parts {
    fn from(part: Convex) -> Parts {
        Parts(PartList::One(part))
    }
}

impl From<Vec<Convex>> for Parts {
    fn from(mut parts: Vec<Convex>) -> Parts {
        match parts.pop() {
            Some(part) if parts.is_empty() => part.into(),
            last => {
                parts.extend(last);
                Parts(PartList::Many(Arc::new(parts.into())))
            }
        }
    }
}

impl FromIterator<Convex> for Parts {
    fn from_iter<I: IntoIterator<Item = Convex>>(parts: I) -> Parts {
        let mut parts = parts.into_iter();
        match (parts.next(), parts.next()) {
            (Some(part), None) => part.into(),
            (first, second) => {
                let parts: Vec<Convex> = first.into_iter().chain(second).chain(parts).collect();
                Parts(PartList::Many(Arc::new(parts.into())))
            }
        }
    }
}

impl Deref for Parts {
    type Target = [Convex];

    fn deref(&self) -> &[Convex] {
        match &self.0 {
            PartList::One(part) => std::slice::from_ref(part),
            PartList::Many(many) => many.parts(),
        }
    }
}

impl<'a> IntoIterator for &'a Parts {
    type Item = &'a Convex;
    type IntoIter = std::slice::Iter<'a, Convex>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Parts {
    type Item = Convex;
    type IntoIter = std::vec::IntoIter<Convex>;

    fn into_iter(self) -> Self::IntoIter {
        match self.0 {
            PartList::One(part) => vec![part].into_iter(),
            PartList::Many(many) => many.parts().to_vec().into_iter(),
        }
    }
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

//! Which pieces of a shape are near a box. A level that is one polygon or one chain has thousands of pieces, and a small body is near
//! a few of them. The shape's field lists them, once it is made (`field`). Before, and for large boxes: pieces that follow each
//! other mostly lie beside each other, because chains are in the order of their points, and the pieces of a cut polygon are sorted
//! along a curve. So boxes around sixteen at a time leave out most.

use std::ops::Range;
use std::slice;
use std::sync::OnceLock;

use crate::lattice::{Bounds, Point};
use crate::shape::Convex;
use crate::shape::field::PlacedShape;

/// Up to this many pieces are all near.
pub(crate) const FEW_PIECES: usize = 32;
/// The number of pieces in a group.
const GROUP: usize = 16;

/// The boxes around groups of pieces, made when they are first asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct PieceGroups {
    boxes: OnceLock<Box<[Bounds]>>,
}

impl PieceGroups {
    /// Forgets the boxes: the pieces change.
    pub(super) fn forget(&mut self) {
        self.boxes.take();
    }

    /// Returns the box around all pieces.
    pub(super) fn around(&self, pieces: &[Convex]) -> Option<Bounds> {
        if pieces.len() <= FEW_PIECES {
            return around(pieces);
        }
        self.boxes(pieces).iter().copied().reduce(Bounds::union)
    }

    /// Returns all pieces that meet an area, and others of their groups.
    #[inline]
    pub(super) fn near<'a>(&'a self, pieces: &'a [Convex], area: Bounds) -> NearPieces<'a> {
        let groups = if pieces.len() > FEW_PIECES { self.boxes(pieces) } else { &[] };
        let each = if groups.is_empty() { FEW_PIECES } else { GROUP };
        NearPieces::Groups { pieces: pieces.chunks(each), groups: groups.iter(), area }
    }

    fn boxes(&self, pieces: &[Convex]) -> &[Bounds] {
        self.boxes.get_or_init(|| pieces.chunks(GROUP).filter_map(around).collect())
    }
}

/// Returns the numbers of the pieces of a shape that meet an area, and of others, as its field lists them.
#[inline]
pub(super) fn near_by_field(shape: &PlacedShape, count: usize, area: Bounds) -> Option<&[u16]> {
    if count <= FEW_PIECES {
        return None;
    }
    let Bounds { min, max } = area;
    let middle = |a: i32, b: i32| ((i64::from(a) + i64::from(b)) >> 1) as i32;
    let centre = Point::new(middle(min.x, max.x), middle(min.y, max.y));
    let half = |a: i32, centre: i32| (i64::from(a) - i64::from(centre) + 1) as f32;
    let (x, y) = (half(max.x, centre.x), half(max.y, centre.y));
    shape.pieces_near(centre, (x * x + y * y).sqrt())
}

/// The pieces near an area, by their numbers in the shape.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListedPieces<'a> {
    pub(super) near: &'a [u16],
    /// For each piece, the index of its first placed set. Empty if all are one set.
    pub(super) numbers: &'a [u32],
}

/// Goes through the indices of the placed sets, a piece or some following pieces at a time.
impl Iterator for ListedPieces<'_> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        let first = usize::from(*self.near.first()?);
        let is_next = |&(k, &number): &(usize, &u16)| usize::from(number) == first + k;
        let count = self.near.iter().enumerate().take_while(is_next).count();
        self.near = &self.near[count..];
        let index = |piece: usize| self.numbers.get(piece).map_or(piece, |&index| index as usize);
        Some(index(first)..index(first + count))
    }
}

/// Slices of pieces near an area.
pub(crate) enum NearPieces<'a> {
    /// All of them.
    All(Option<&'a [Convex]>),
    /// Those of the groups whose boxes meet the area. (Without boxes, all.)
    Groups { pieces: slice::Chunks<'a, Convex>, groups: slice::Iter<'a, Bounds>, area: Bounds },
    /// Those that are listed.
    Listed { pieces: &'a [Convex], listed: ListedPieces<'a> },
}

impl<'a> Iterator for NearPieces<'a> {
    type Item = &'a [Convex];

    #[inline]
    fn next(&mut self) -> Option<&'a [Convex]> {
        match self {
            NearPieces::All(pieces) => pieces.take(),
            NearPieces::Groups { pieces, groups, area } => {
                pieces.find(|_| groups.next().is_none_or(|group| group.meets(*area)))
            }
            NearPieces::Listed { pieces, listed } => pieces.get(listed.next()?),
        }
    }
}

fn around(pieces: &[Convex]) -> Option<Bounds> {
    pieces.iter().map(Convex::bounds).reduce(Bounds::union)
}

#[cfg(test)]
mod tests {
    use crate::form::{Form, Touching};
    use crate::kernels::random::Random;
    use crate::lattice::{Bounds, Point};
    use crate::query;
    use crate::shape::{Convex, Parts, Placement, Shape};

    /// A long chain and a concave polygon with a thousand corners.
    fn levels() -> [Shape; 2] {
        let line: Vec<[f64; 2]> =
            (0..500).map(|k| [4.0 * f64::from(k), 40.0 * (f64::from(k) / 9.0).sin()]).collect();
        let ring = [&line[..], &[[1996.0, 300.0], [0.0, 300.0]]].concat();
        [Shape::chain(&line, 2.0), Shape::polygon(&ring)].map(|shape| shape.expect("a valid shape"))
    }

    fn near(parts: &Parts, area: Bounds) -> Vec<&Convex> {
        parts.pieces_near(area).flatten().collect()
    }

    fn meets(piece: &Convex, Bounds { min, max }: Bounds) -> bool {
        let corners = vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        let [a, b] =
            [piece.clone(), Convex::new(corners, 0).expect("a box")].map(|one| Form::Shape(one.into()));
        query::overlaps(&a, &b, Touching::Counts)
    }

    /// No piece that meets an area is left out, also after the shape was placed anew and moved, by the boxes and by the lists of the
    /// field; and most others are.
    #[test]
    fn pieces_that_meet_an_area_are_near() {
        let mut random = Random::new(3);
        for (level, has_field) in
            levels().into_iter().flat_map(|level| [(level.clone(), false), (level, true)])
        {
            if has_field {
                level.field().make(level.shape_kind());
            }
            let (mut all, mut found, mut listed) = (0, 0, 0);
            for round in 0..40 {
                let at = [random.between(-500.0, 500.0), 9.0];
                let scale: f64 = [1.0, -0.5, 2.25][round % 3];
                let placement = Placement::at(at).turned(0.1 * round as f64).scaled([scale, scale.abs()]);
                let mut parts = level.place(&placement).expect("a placed shape");
                assert_eq!(parts.bounds(), parts.pieces().iter().map(Convex::bounds).reduce(Bounds::union));
                parts.translate(Point::new(random.below(9_000), -random.below(9_000)));
                let around = parts.bounds().expect("pieces");
                for _ in 0..20 {
                    let x = around.min.x + random.below(around.max.x - around.min.x);
                    let y = around.min.y + random.below(around.max.y - around.min.y);
                    let area = Bounds { min: Point::new(x, y), max: Point::new(x + 3_000, y + 3_000) };
                    let near = near(&parts, area);
                    all += parts.pieces().len();
                    found += near.len();
                    listed += usize::from(parts.listed_near(area).is_some());
                    for piece in parts.pieces() {
                        let is_near = near.iter().any(|one| std::ptr::eq(*one, piece));
                        assert!(is_near || !meets(piece, area), "{piece:?} {area:?}");
                    }
                }
            }
            assert!(found * 4 < all, "{found} of {all} pieces are near");
            assert_eq!(listed > 400, has_field, "{listed} areas are listed");
        }
    }

    #[test]
    fn few_pieces_are_all_near() {
        let chain = Shape::chain(&[[0.0, 0.0], [30.0, 0.0], [30.0, 40.0]], 2.0).expect("a chain");
        let parts = chain.place(&Placement::default()).expect("a placed shape");
        let far = Bounds { min: Point::new(1 << 20, 0), max: Point::new(1 << 20, 0) };
        assert_eq!(near(&parts, far).len(), 2);
    }
}

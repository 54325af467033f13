//! Pieces. Every body is a union of pieces, each convex or a sprite, so tests exist only for pairs of these two kinds.

use std::borrow::Cow;

use crate::effort::{spend, spend_by};
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::mask::Sprite;
use crate::query::blob::{Blob, pixel, squares};
use crate::query::tree::BoundsTree;
use crate::shape::{CellAt, CellForm, Convex, NearPieces};

/// A convex part or a placed mask.
#[derive(Debug, Clone)]
pub(crate) enum Piece<'a> {
    Convex(Set<'a>),
    Sprite(Cow<'a, Sprite>),
}

impl<'a> From<CellAt<'a>> for Piece<'a> {
    fn from(cell: CellAt<'a>) -> Piece<'a> {
        match cell.form {
            CellForm::Convex(convex) => Piece::Convex(Set::moved(convex, cell.corner)),
            CellForm::Sprite(sprite) => Piece::Sprite(Cow::Owned(sprite.moved_to(cell.corner))),
        }
    }
}

impl Piece<'_> {
    /// Returns the closed box around the piece; `None` where its reach is empty.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        match self {
            Piece::Convex(set) => Some(set.bounds()),
            Piece::Sprite(sprite) => sprite.reach().bounds(),
        }
    }
}

/// A box of the whole lattice.
pub(crate) const EVERYWHERE: Bounds =
    Bounds { min: Point::new(i32::MIN, i32::MIN), max: Point::new(i32::MAX, i32::MAX) };

/// Returns the work to go through a form once: an eighth of the vertices, or for many parts four times their number.
pub(crate) fn size(form: &Form) -> u64 {
    match form {
        Form::Shape(parts) if parts.pieces().len() < MANY => {
            1 + parts.pieces().iter().map(|part| part.vertices().len() as u64).sum::<u64>() / 8
        }
        Form::Shape(parts) => 4 * parts.pieces().len() as u64,
        Form::Sprite(_) | Form::Tiles(_) => 1,
    }
}

/// Returns the pieces of a form that may reach into a box, in order.
pub(crate) fn pieces(form: &Form, near: Bounds) -> impl Iterator<Item = Piece<'_>> {
    let pieces =
        if let Form::Shape(parts) = form { parts.pieces_around(near) } else { NearPieces::All(None) };
    listed(form, pieces.flatten(), near)
}

/// Returns the same for a form whose polygons are cut into triangles: the parts of SPEC 2.
pub(crate) fn pieces_as_cut(form: &Form, near: Bounds) -> impl Iterator<Item = Piece<'_>> {
    let parts = if let Form::Shape(parts) = form { &parts[..] } else { &[] };
    listed(form, parts, near)
}

fn listed<'a>(
    form: &'a Form,
    parts: impl IntoIterator<Item = &'a Convex>,
    near: Bounds,
) -> impl Iterator<Item = Piece<'a>> {
    // The result is not checked here. Callers learn that the work is used up when they test the pieces.
    spend_by(|| size(form));
    let (sprite, tiles) = match form {
        Form::Shape(_) => (None, None),
        Form::Sprite(sprite) => (Some(sprite), None),
        Form::Tiles(tiles) => (None, Some(tiles)),
    };
    let cells = tiles.into_iter().flat_map(move |tiles| tiles.cells_near(near));
    let sprite = sprite.map(|sprite| Piece::Sprite(Cow::Borrowed(sprite)));
    let all = parts.into_iter().map(|part| Piece::Convex(Set::Convex(part))).chain(sprite);
    let all = all.chain(cells.map(Piece::from));
    all.filter(move |piece| piece.bounds().is_some_and(|b| b.meets(near)))
}

/// From this number of parts on, near parts of the other body are looked up in a tree.
const MANY: usize = 16;

/// Whether any two pieces of two forms that are near each other pass a test. All pairs are tested in order until one
/// passes or the work is used up.
///
/// The test gets at least the pieces whose boxes meet.
pub(crate) fn any_two(a: &Form, b: &Form, mut test: impl FnMut(&Piece, &Piece) -> bool) -> bool {
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return false };
    let mut is_last = |a: &Piece, b: &Piece| !spend(work(a, b)) || test(a, b);
    // A single part goes through the others faster than a tree is built.
    let is_one = matches!(a, Form::Sprite(_)) || is_one_part(a);
    let theirs = (!is_one && matches!(b, Form::Shape(_))).then(|| Lookup::of(b, near_a));
    pieces(a, near_b).any(|a| {
        let Some(near) = a.bounds() else { return false };
        match &theirs {
            Some(theirs) => !spend(1) || theirs.any_piece(near, |b| is_last(&a, b)),
            None => !spend(1) || pieces(b, near).any(|b| is_last(&a, &b)),
        }
    })
}

/// Whether a form is a single convex part.
pub(crate) fn is_one_part(form: &Form) -> bool {
    matches!(form, Form::Shape(parts) if parts.single().is_some())
}

/// Returns the work to test two pieces.
fn work(a: &Piece, b: &Piece) -> u64 {
    match (a, b) {
        (Piece::Convex(a), Piece::Convex(b)) => work_of_two(a.blob(), b.blob()),
        _ => 8,
    }
}

/// Returns the work to test two convex sets: all vertices against the edges of both.
pub(crate) fn work_of_two(a: Blob, b: Blob) -> u64 {
    6 + 3 * ((a.vertices.len() + b.vertices.len()) as u64).pow(2) / 8
}

/// Returns the pixels whose closed squares may meet a box.
pub(crate) fn window(near: Bounds) -> PixelBox {
    let (min, max) = (near.min, near.max);
    let last = |x: i32| (x >> 8) + 1;
    PixelBox { x0: (min.x >> 8) - 1, y0: (min.y >> 8) - 1, x1: last(max.x), y1: last(max.y) }
}

/// A closed convex set: a part, or an upright box such as a run of covered squares or a solid cell.
#[derive(Debug, Clone)]
pub(crate) enum Set<'a> {
    Convex(&'a Convex),
    Moved(Convex),
    Run([Point; 4]),
}

impl<'a> From<&'a Convex> for Set<'a> {
    fn from(convex: &'a Convex) -> Set<'a> {
        Set::Convex(convex)
    }
}

impl Set<'_> {
    /// Returns a part moved by an offset. A box needs no allocation for that.
    fn moved(convex: &Convex, by: Point) -> Set<'static> {
        if convex.radius() == 0
            && let [p, q, r, s] = *convex.vertices()
            && (p.x == q.x) & (q.y == r.y) & (r.x == s.x) & (s.y == p.y)
        {
            let moved = |p: Point| Point::new(p.x + by.x, p.y + by.y);
            return Set::Run([moved(p), moved(q), moved(r), moved(s)]);
        }
        let mut convex = convex.clone();
        convex.translate(by);
        Set::Moved(convex)
    }

    pub(crate) fn blob(&self) -> Blob<'_> {
        match self {
            Set::Convex(convex) => (*convex).into(),
            Set::Moved(convex) => convex.into(),
            Set::Run(corners) => Blob { vertices: corners, radius: 0 },
        }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        match self {
            Set::Convex(convex) => convex.bounds(),
            Set::Moved(convex) => convex.bounds(),
            Set::Run([min, _, max, _]) => Bounds { min: *min, max: *max },
        }
    }
}

/// Returns the parts of a form as SPEC 2 has them, closed convex sets, as far as they may reach into a box, in order. A sprite gives
/// the runs of its covered squares within a window, row by row.
pub(crate) fn sets(form: &Form, near: Bounds, window: PixelBox) -> Vec<Set<'_>> {
    let mut sets = Vec::new();
    spend_by(|| size(form));
    match form {
        Form::Shape(parts) => {
            let near = parts.iter().filter(|part| part.bounds().meets(near));
            sets.extend(near.map(Set::Convex));
        }
        Form::Sprite(sprite) if sprite.reach().bounds().is_some_and(|reach| reach.meets(near)) => {
            add_runs(sprite, window, &mut sets);
        }
        Form::Sprite(_) => {}
        Form::Tiles(tiles) => {
            for cell in tiles.cells_near(near) {
                let piece = Piece::from(cell);
                if piece.bounds().is_none_or(|bounds| !bounds.meets(near)) {
                    continue;
                }
                let has_work = match piece {
                    // Cells are stored at their positions in the map, which takes memory.
                    Piece::Convex(set) => {
                        let cost = keeping(sets.len());
                        sets.push(set);
                        spend(cost)
                    }
                    Piece::Sprite(sprite) => add_runs(&sprite, window, &mut sets),
                };
                if !has_work {
                    break;
                }
            }
        }
    }
    sets
}

/// Adds the runs of a sprite's covered squares within a window; returns false where the work is used up.
fn add_runs(sprite: &Sprite, window: PixelBox, sets: &mut Vec<Set<'_>>) -> bool {
    if !spend(pixels(sprite.reach().intersection(window)) / 8) {
        return false;
    }
    for run in sprite.cover_within(window).runs() {
        if !spend(keeping(sets.len())) {
            return false;
        }
        sets.push(Set::Run(squares(run)));
    }
    true
}

/// The sets of a form near different boxes. For many parts it has a tree, so that each box tests only the sets near it.
pub(crate) struct Lookup<'a> {
    form: &'a Form,
    /// Its pieces, or its parts, if it is a shape.
    convex: &'a [Convex],
    /// The sets and the tree for a form of many parts. The tree is `None` where no set is near.
    many: Option<(Vec<Set<'a>>, Option<BoundsTree>)>,
}

impl<'a> Lookup<'a> {
    /// Builds the lookup for boxes within the given one.
    pub(crate) fn of(form: &'a Form, within: Bounds) -> Lookup<'a> {
        Lookup::over(form, if let Form::Shape(parts) = form { parts.pieces() } else { &[] }, within)
    }

    /// Does the same for the parts of SPEC 2: the triangles of polygons that are cut.
    pub(crate) fn of_parts(form: &'a Form, within: Bounds) -> Lookup<'a> {
        Lookup::over(form, if let Form::Shape(parts) = form { parts } else { &[] }, within)
    }

    fn over(form: &'a Form, convex: &'a [Convex], within: Bounds) -> Lookup<'a> {
        let many = (convex.len() > MANY).then(|| {
            spend_by(|| size(form));
            let near = convex.iter().filter(|set| set.bounds().meets(within));
            let sets: Vec<Set> = near.map(Set::Convex).collect();
            spend(16 * sets.len() as u64);
            let tree = BoundsTree::over(sets.iter().map(Set::bounds));
            (sets, tree)
        });
        Lookup { form, convex, many }
    }

    /// Returns the pieces that may reach into a box, in order.
    pub(crate) fn pieces(&self, near: Bounds) -> Vec<Piece<'a>> {
        match &self.many {
            Some((sets, tree)) => {
                let mut found = Vec::new();
                if let Some(tree) = tree {
                    tree.any(near, |k| {
                        found.push(Piece::Convex(sets[k].clone()));
                        !spend(16)
                    });
                }
                found
            }
            None => listed(self.form, self.convex, near).collect(),
        }
    }

    /// Whether one of the pieces that may reach into a box passes a test, in order.
    pub(crate) fn any_piece(&self, near: Bounds, mut test: impl FnMut(&Piece) -> bool) -> bool {
        match &self.many {
            Some((sets, Some(tree))) => tree.any(near, |k| test(&Piece::Convex(sets[k].clone()))),
            Some((_, None)) => false,
            None => listed(self.form, self.convex, near).any(|piece| !spend(1) || test(&piece)),
        }
    }

    /// Whether one of the sets that may reach into a box passes a test, in order. A sprite's runs are cut to a window.
    pub(crate) fn any(&self, near: Bounds, window: PixelBox, mut test: impl FnMut(&Set) -> bool) -> bool {
        match &self.many {
            Some((sets, tree)) => tree.as_ref().is_some_and(|tree| tree.any(near, |k| test(&sets[k]))),
            None => match self.form {
                Form::Shape(_) => {
                    spend_by(|| size(self.form));
                    let near = self.convex.iter().filter(|set| set.bounds().meets(near));
                    near.map(Set::Convex).any(|set| !spend(1) || test(&set))
                }
                _ => sets(self.form, near, window)
                    .iter()
                    .filter(|set| set.bounds().meets(near))
                    .any(|set| !spend(1) || test(set)),
            },
        }
    }
}

/// Returns the work to keep one more item in a list: long lists fill the memory.
pub(crate) fn keeping(count: usize) -> u64 {
    if count < 1 << 16 { 8 } else { 128 }
}

/// Returns the number of pixels in a box.
pub(crate) fn pixels(b: PixelBox) -> u64 {
    if b.is_empty() { 0 } else { u64::from(b.x1.abs_diff(b.x0)) * u64::from(b.y1.abs_diff(b.y0)) }
}

/// Returns the covered squares of a sprite that may meet a box, one by one.
pub(crate) fn single_squares(sprite: &Sprite, near: Bounds) -> impl Iterator<Item = Set<'static>> + use<> {
    let covered: Vec<(i32, i32)> = sprite.cover_within(window(near)).iter().collect();
    covered.into_iter().map(|(i, j)| Set::Run(squares(pixel(i, j))))
}

/// Whether one of the closed convex sets that may reach into a box passes a test. It tests the same sets as [`sets`]
/// returns, but joined to pieces; it keeps none, and a long run may be split.
pub(crate) fn any_set(form: &Form, near: Bounds, mut test: impl FnMut(&Set) -> bool) -> bool {
    pieces(form, near).any(|piece| match piece {
        Piece::Convex(set) => test(&set),
        Piece::Sprite(sprite) => {
            let near = window(near);
            let rows = (near.y0..near.y1).len().min(sprite.reach().y0.abs_diff(sprite.reach().y1) as usize);
            !spend(4 * rows as u64) || sprite.any_run(near, |run| !spend(4) || test(&Set::Run(squares(run))))
        }
    })
}

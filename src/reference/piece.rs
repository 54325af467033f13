//! Pieces. Every body is a union of pieces, each convex or a sprite; most queries run piece by piece.

use std::borrow::Cow;

use crate::form::{Form, Touching};
use crate::lattice::{Bounds, PixelBox};
use crate::mask::Sprite;
use crate::reference::cast::{Cast, cast};
use crate::reference::hull::{self, Hull};
use crate::reference::pixels::{self, runs};
use crate::reference::squares;
use crate::reference::wide::V;
use crate::shape::{CellForm, Convex};

/// A convex part or a placed mask.
#[derive(Debug, Clone)]
pub(super) enum Piece<'a> {
    Convex(Cow<'a, Convex>),
    Sprite(Cow<'a, Sprite>),
}

/// Returns the pieces of a form, in order.
pub(super) fn pieces(form: &Form) -> Vec<Piece<'_>> {
    match form {
        Form::Shape(parts) => parts.iter().map(|part| Piece::Convex(Cow::Borrowed(part))).collect(),
        Form::Sprite(sprite) => vec![Piece::Sprite(Cow::Borrowed(sprite))],
        Form::Tiles(tiles) => tiles.cells().map(|cell| cell.form.into()).collect(),
    }
}

impl From<CellForm> for Piece<'_> {
    fn from(cell: CellForm) -> Self {
        match cell {
            CellForm::Convex(convex) => Piece::Convex(Cow::Owned(convex)),
            CellForm::Sprite(sprite) => Piece::Sprite(Cow::Owned(sprite)),
        }
    }
}

impl Piece<'_> {
    /// Returns the closed box around the piece; `None` where its reach is empty.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        match self {
            Piece::Convex(convex) => Some(convex.bounds()),
            Piece::Sprite(sprite) => sprite.reach().bounds(),
        }
    }

    /// Returns its closed sets within a window: itself, or runs of covered squares.
    pub(super) fn hulls(&self, window: Bounds) -> Vec<Hull> {
        match self {
            Piece::Convex(convex) => vec![(&**convex).into()],
            Piece::Sprite(sprite) => {
                let (min, max) = (window.min, window.max);
                let window = PixelBox {
                    x0: (min.x >> 8) - 1,
                    y0: (min.y >> 8) - 1,
                    x1: (max.x >> 8) + 1,
                    y1: (max.y >> 8) + 1,
                };
                runs(sprite, window).into_iter().map(Hull::squares).collect()
            }
        }
    }
}

/// Whether two pieces overlap.
pub(super) fn meets(a: &Piece, b: &Piece, touching: Touching) -> bool {
    if !near(a, b, 0) {
        return false;
    }
    match (a, b) {
        (Piece::Convex(a), Piece::Convex(b)) => hull::meets(&(&**a).into(), &(&**b).into(), touching),
        (Piece::Sprite(a), Piece::Sprite(b)) => pixels::share(a, b),
        (Piece::Sprite(sprite), Piece::Convex(part)) | (Piece::Convex(part), Piece::Sprite(sprite)) => {
            squares::any(sprite, part, touching)
        }
    }
}

/// Whether the distance of two pieces, as closed sets, is at most a margin.
pub(super) fn within(a: &Piece, b: &Piece, margin: i32) -> bool {
    if !near(a, b, margin) {
        return false;
    }
    let (Some(box_a), Some(box_b)) = (a.bounds(), b.bounds()) else { return false };
    let hulls = b.hulls(box_a.grown(margin));
    a.hulls(box_b.grown(margin)).iter().any(|a| hulls.iter().any(|b| hull::within(a, b, margin.into())))
}

/// Whether two pieces' boxes come within a margin of each other.
fn near(a: &Piece, b: &Piece, margin: i32) -> bool {
    match (a.bounds(), b.bounds()) {
        (Some(a), Some(b)) => a.grown(margin).meets(b),
        _ => false,
    }
}

/// Returns where a ray from `p` along `d` first hits the pieces of a form.
pub(super) fn cast_at(form: &Form, p: V, d: V, way: Bounds) -> Option<Cast> {
    first_cast(pieces(form), way, |hull| cast(p, d, hull))
}

/// Returns where a part first hits the pieces of a form when it moves along `d`.
pub(super) fn sweep_at(form: &Form, part: &Convex, d: V, way: Bounds) -> Option<Cast> {
    let part = Hull::from(part);
    first_cast(pieces(form), way, |hull| cast(V::new(0, 0), d, &Hull::difference(&part, hull)))
}

/// Returns the earliest cast against pieces that lie near the path, the first on a tie.
fn first_cast(pieces: Vec<Piece>, way: Bounds, cast: impl Fn(&Hull) -> Option<Cast>) -> Option<Cast> {
    let near = pieces.into_iter().filter(|piece| piece.bounds().is_some_and(|b| b.meets(way)));
    let casts = near.flat_map(|piece| piece.hulls(way)).filter_map(|hull| cast(&hull));
    casts.reduce(|best, hit| if hit.t < best.t { hit } else { best })
}

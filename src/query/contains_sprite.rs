//! Whether a covered square of a sprite contains a point (SPEC 4).

use crate::lattice::Point;
use crate::mask::Sprite;

/// Whether a covered square contains the point. Squares are closed: a point on an edge or a corner lies in up to four.
pub(crate) fn contains(sprite: &Sprite, at: Point) -> bool {
    let beside = |x: i32| ((x - 1) >> 8)..=(x >> 8);
    beside(at.y).any(|j| beside(at.x).any(|i| sprite.covers(i, j)))
}

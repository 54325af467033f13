//! Counts the covered squares that a shape overlaps (SPEC 4). Twin: shaders/squares.wgsl.

use crate::form::Touching;
use crate::mask::Sprite;
use crate::query::overlap_sprite_convex;
use crate::shape::Convex;

/// Returns how many covered squares any part overlaps; each counts once.
pub fn squares(sprite: &Sprite, shape: &[Convex], touching: Touching) -> u64 {
    overlap_sprite_convex::count(sprite, shape, touching)
}

//! How many covered squares a shape meets (SPEC 4). Twin: shaders/squares.wgsl.

use crate::form::Touching;
use crate::mask::Sprite;
use crate::query::overlap_sprite_convex;
use crate::shape::Convex;

/// How many covered squares any part meets, each counted once.
pub fn squares(sprite: &Sprite, shape: &[Convex], touching: Touching) -> u64 {
    overlap_sprite_convex::count(sprite, shape, touching)
}

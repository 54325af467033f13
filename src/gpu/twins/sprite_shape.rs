//! Whether a shape meets the closed square of a covered pixel (SPEC 4). Twin: shaders/sprite_shape.wgsl.

use crate::form::Touching;
use crate::mask::Sprite;
use crate::query::overlap_sprite_convex;
use crate::shape::Convex;

/// Whether any part overlaps the square of a pixel that the sprite covers.
pub fn sprite_shape(sprite: &Sprite, shape: &[Convex], touching: Touching) -> bool {
    shape.iter().any(|part| overlap_sprite_convex::overlap(sprite, &part.into(), touching))
}

//! Whether two sprites have a pixel in common (SPEC 4). Twin: shaders/sprite_sprite.wgsl.

use crate::mask::Sprite;
use crate::query::overlap_sprite_sprite;

/// Whether any pixel is covered by both.
pub fn sprite_sprite(a: &Sprite, b: &Sprite) -> bool {
    overlap_sprite_sprite::overlap(a, b)
}

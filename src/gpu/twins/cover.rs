//! Rasterises a sprite to rows of bits (SPEC 4). Twin: shaders/cover.wgsl.

use crate::mask::{Cover, Sprite};

/// Returns the pixels that a sprite covers.
pub fn cover(sprite: &Sprite) -> Cover {
    Cover::of(sprite)
}

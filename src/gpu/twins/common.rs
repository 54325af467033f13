//! The common pixels of two sprites, in whole numbers (SPEC 4). Twin: shaders/common.wgsl.

use crate::answer::Shared;
use crate::mask::Sprite;
use crate::query::overlap_sprite_sprite;

/// Returns the whole numbers for two sprites, or `None` where no pixel is covered by both.
pub fn common(a: &Sprite, b: &Sprite) -> Option<Shared> {
    overlap_sprite_sprite::shared(a, b)
}

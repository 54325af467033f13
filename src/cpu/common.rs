//! What two sprites have in common, in whole numbers (SPEC 4). Twin: shaders/common.wgsl.

use crate::answer::Shared;
use crate::mask::Sprite;
use crate::query::overlap_sprite_sprite;

/// The whole numbers of two sprites, or `None` where no pixel is covered by both.
pub fn common(a: &Sprite, b: &Sprite) -> Option<Shared> {
    overlap_sprite_sprite::shared(a, b)
}

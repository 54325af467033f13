//! The box of a body at its position (SPEC 4). Twin: shaders/place.wgsl.

use crate::form::Form;
use crate::lattice::{Bounds, PixelBox};
use crate::mask::Sprite;
use crate::shape::Convex;

/// The box of a body at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlacedBox {
    /// The closed box of a shape, in lattice units.
    Shape(Bounds),
    /// The pixels under an upright sprite's mask, or those that a turned sprite can cover.
    Sprite(PixelBox),
}

/// Returns the box of a shape or sprite; `None` for a tile map.
pub fn place(body: &Form) -> Option<PlacedBox> {
    match body {
        Form::Shape(parts) => parts.iter().map(Convex::bounds).reduce(Bounds::union).map(PlacedBox::Shape),
        Form::Sprite(sprite) => Some(PlacedBox::Sprite(pixels(sprite))),
        Form::Tiles(_) => None,
    }
}

/// Returns the pixels that a sprite's rows of bits span.
pub(super) fn pixels(sprite: &Sprite) -> PixelBox {
    if !sprite.turn().is_upright() {
        return sprite.reach();
    }
    let (u, v) = sprite.turn().start(sprite.at());
    // Pivots are within 2^14 texels.
    let (x0, y0) = ((sprite.at().x >> 8) - (u >> 16) as i32, (sprite.at().y >> 8) - (v >> 16) as i32);
    PixelBox { x0, y0, x1: x0 + sprite.mask().width() as i32, y1: y0 + sprite.mask().height() as i32 }
}

//! The field of the game, and the layers: which bodies can hit which.

use kasuri::lattice::PixelBox;

/// The whole picture.
pub(super) const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 480, y1: 360 };
/// The field that the ship and the foes fly in.
pub(super) const FIELD: PixelBox = PixelBox { x0: 8, y0: 8, x1: 312, y1: 352 };
/// The middle of the field, from left to right.
pub(super) const MIDDLE: f64 = 160.0;
/// Bodies farther outside the field than this are removed.
pub(super) const BEYOND: f64 = 20.0;

// The ship collects gems; bullets hit its core.
pub(super) const SHIP: u32 = 1;
pub(super) const CORE: u32 = 2;
pub(super) const FOE: u32 = 4;
pub(super) const BULLET: u32 = 8;
pub(super) const LASER: u32 = 16;
pub(super) const SHOT: u32 = 32;
pub(super) const GEM: u32 = 64;
pub(super) const BLAST: u32 = 128;

/// The drawing order, back to front.
pub(super) const LAYERS: [u32; 6] = [GEM, SHOT, FOE, SHIP, LASER, BULLET];

/// The layers that hit the core.
pub(super) const DEADLY: u32 = BULLET | LASER | FOE;

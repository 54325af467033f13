//! Where it is played, and who may hit whom.

use kasuri::lattice::PixelBox;

/// The whole picture.
pub(super) const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 480, y1: 360 };
/// What is flown in.
pub(super) const FIELD: PixelBox = PixelBox { x0: 8, y0: 8, x1: 312, y1: 352 };
/// Its middle, from left to right.
pub(super) const MIDDLE: f64 = 160.0;
/// What is further out than this is gone.
pub(super) const BEYOND: f64 = 20.0;

// The ship gathers gems; its core is what bullets hit.
pub(super) const SHIP: u32 = 1;
pub(super) const CORE: u32 = 2;
pub(super) const FOE: u32 = 4;
pub(super) const BULLET: u32 = 8;
pub(super) const LASER: u32 = 16;
pub(super) const SHOT: u32 = 32;
pub(super) const GEM: u32 = 64;
pub(super) const BLAST: u32 = 128;

/// Back to front.
pub(super) const LAYERS: [u32; 6] = [GEM, SHOT, FOE, SHIP, LASER, BULLET];

/// What hits the core.
pub(super) const DEADLY: u32 = BULLET | LASER | FOE;

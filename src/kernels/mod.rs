//! The kernels of pairs: covers of turned sprites, and whether two bodies overlap or come within a margin.
//!
//! Data is plain: rows of bits at a world pixel, convex parts relative to a position. Every kernel is written once over
//! `simd::Lanes`, is exact, and gives the same answer on every instruction set.

mod cover;
#[cfg(test)]
mod random;
mod widen;

pub(crate) use crate::mask::BitRows;
pub(crate) use crate::mask::overlay::rows_meet as sprite_sprite;
pub(crate) use cover::{TurnedMask, cover, extent, room, window};
pub(crate) use widen::{Spread, widen};

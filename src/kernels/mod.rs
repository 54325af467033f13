//! The kernels of pairs: covers of turned sprites, and whether two bodies overlap or come within a margin.
//!
//! Data is plain: rows of bits at a world pixel, convex parts relative to a position. Every kernel is written once over
//! `simd::Lanes`, is exact, and gives the same answer on every instruction set.

mod bit_rows;
mod cover;
#[cfg(test)]
mod random;

pub(crate) use bit_rows::BitRows;
pub(crate) use cover::{TurnedMask, cover, extent, room, window};

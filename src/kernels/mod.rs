//! The kernels of pairs: covers of turned sprites, and whether two bodies overlap or come within a margin.
//!
//! Data is plain: rows of bits at a world pixel, convex parts relative to a position. Every kernel is written once over
//! `simd::Lanes`, is exact, and gives the same answer on every instruction set.

mod cover;
#[cfg(test)]
mod random;
mod shape_shape;
#[allow(dead_code)] // What sprites and shapes are decided by next.
mod spans;
#[allow(dead_code)]
mod sprite_part;
mod sprite_shape;
#[allow(dead_code)] // What sprites are decided by next.
mod strips;
mod widen;

pub(crate) use crate::mask::BitRows;
pub(crate) use crate::mask::overlay::rows_meet as sprite_sprite;
pub(crate) use cover::{TurnedMask, cover, room};
pub(crate) use shape_shape::shape_shape;
pub(crate) use sprite_shape::{PlacedRows, sprite_shape};
#[allow(unused_imports)]
pub(crate) use strips::{Strips, strips_of};
pub(crate) use widen::{Spread, widen};

use crate::form::Touching;

/// What is asked of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Whether a touch without depth is enough. Within a margin it is.
    pub(crate) touching: Touching,
    /// How far the two may be apart, in lattice units.
    pub(crate) margin: i32,
}

impl Asked {
    /// Whether they overlap.
    pub(crate) fn overlap(touching: Touching) -> Asked {
        Asked { touching, margin: 0 }
    }

    /// Whether they come within a margin, in lattice units, of each other.
    pub(crate) fn within(margin: i32) -> Asked {
        Asked { touching: Touching::Counts, margin }
    }
}

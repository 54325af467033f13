//! The kernels for pairs: they make covers of turned sprites, and decide whether two bodies overlap or come within a
//! margin.
//!
//! Their data is plain: rows of bits at a world pixel, and convex parts relative to a position. Every kernel is
//! written once over `simd::Lanes`, is exact, and gives the same answer on every instruction set.

mod ball_hull;
mod coarse;
mod corners;
mod cover;
mod discs;
mod eight_pairs;
mod four_cells;
mod hull;
mod hull_hull;
pub(crate) mod known;
mod mask_balls;
#[cfg(test)]
pub(crate) mod random;
mod shape_shape;
mod spans;
mod sprite_part;
pub(crate) mod strips;
mod widen;
mod windows;

pub(crate) use ball_hull::{BallsAt, LONG, compare_hulls, compare_with_discs};
pub(crate) use coarse::Coarse;
pub(crate) use corners::{Corners, MOST as MOST_CORNERS, corners_disc, corners_hull};
pub(crate) use cover::{TurnedMask, Window, cover, size_of};
pub(crate) use discs::{Ball, Discs, middle};
pub(crate) use eight_pairs::{EightBoxes, compare_discs, known_at_first};
pub(crate) use four_cells::EightOnMaps;
pub(crate) use hull::Hull;
pub(crate) use hull_hull::{disc_hull, disc_path_hull, hull_hull};
pub(crate) use mask_balls::{EightBalls, EightEnds, SpriteAt, covered_points, look_at_ends, look_at_mask};
pub(crate) use shape_shape::{Verdict, discs_meet, shape_shape, shapes_meet};
pub(crate) use sprite_part::{sprite_pieces, sprite_shape};
pub(crate) use strips::{Strips, sprite_sprite, strips_of};
pub(crate) use widen::{Spreads, widen};
pub(crate) use windows::windows_of;

use crate::form::Touching;

/// The question about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PairQuestion {
    /// Whether a touch without depth is enough. For a margin it always is.
    pub(crate) touching: Touching,
    /// The largest allowed distance of the two, in lattice units.
    pub(crate) margin: i32,
}

impl PairQuestion {
    /// Asks whether the two overlap.
    pub(crate) fn overlap(touching: Touching) -> PairQuestion {
        PairQuestion { touching, margin: 0 }
    }

    /// Asks whether the two come within a margin of each other, in lattice units.
    pub(crate) fn within(margin: i32) -> PairQuestion {
        PairQuestion { touching: Touching::Counts, margin }
    }
}

//! 64 positions with their angles.

use crate::batch::side::{CHUNK, Column};
use crate::lattice::rounded;
use crate::simd::sin_cos_chunk;

/// Snapped positions, and the sine and cosine of angles.
pub(super) struct PlacedPoses {
    columns: [[f64; CHUNK]; 3],
    pub(super) x: [f64; CHUNK],
    pub(super) y: [f64; CHUNK],
    pub(super) sin: [f64; CHUNK],
    pub(super) cos: [f64; CHUNK],
}

impl Default for PlacedPoses {
    fn default() -> PlacedPoses {
        let none = [0.0; CHUNK];
        PlacedPoses { columns: [none; 3], x: none, y: none, sin: none, cos: none }
    }
}

impl PlacedPoses {
    /// Snaps x and y and computes sine and cosine for the bodies from `from` on, inside a kernel.
    #[inline(always)]
    pub(super) fn place(&mut self, of: &[Column<'_>; 3], from: usize) {
        let PlacedPoses { columns: [.., room], sin, cos, .. } = self;
        sin_cos_chunk(of[2].chunk(from, room), sin, cos);
        self.snap(&[of[0], of[1]], from);
    }

    /// Does the same for bodies without an angle.
    #[inline(always)]
    pub(super) fn place_upright(&mut self, of: &[Column<'_>; 2], from: usize) {
        (self.sin, self.cos) = ([0.0; CHUNK], [1.0; CHUNK]);
        self.snap(of, from);
    }

    #[inline(always)]
    fn snap(&mut self, of: &[Column<'_>; 2], from: usize) {
        let PlacedPoses { columns: [room_x, room_y, _], x, y, .. } = self;
        let (at_x, at_y) = (of[0].chunk(from, room_x), of[1].chunk(from, room_y));
        for k in 0..CHUNK {
            (x[k], y[k]) = (rounded(at_x[k]), rounded(at_y[k]));
        }
    }
}

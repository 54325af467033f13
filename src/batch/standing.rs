//! 64 positions with their angles.

use crate::batch::side::{CHUNK, Column};
use crate::lattice::rounded;
use crate::simd::{Kernel, Lanes, Simd, sin_cos_chunk};

/// Snapped positions, and the sine and cosine of angles.
pub(super) struct Standing {
    columns: [[f64; CHUNK]; 3],
    pub(super) x: [f64; CHUNK],
    pub(super) y: [f64; CHUNK],
    pub(super) sin: [f64; CHUNK],
    pub(super) cos: [f64; CHUNK],
}

impl Default for Standing {
    fn default() -> Standing {
        let none = [0.0; CHUNK];
        Standing { columns: [none; 3], x: none, y: none, sin: none, cos: none }
    }
}

impl Standing {
    /// Snaps x and y and computes sine and cosine for the bodies from `from` on. (A kernel of its own: it is compiled
    /// once for each instruction set, not at every call.)
    pub(super) fn place(&mut self, simd: Simd, of: &[Column<'_>; 3], from: usize) {
        simd.run(Place { standing: self, of, from });
    }
}

struct Place<'a, 'b> {
    standing: &'a mut Standing,
    of: &'a [Column<'b>; 3],
    from: usize,
}

impl Kernel for Place<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Place { standing, of, from } = self;
        let Standing { columns: [room_x, room_y, room_angle], x, y, sin, cos } = standing;
        let (at_x, at_y) = (of[0].chunk(from, room_x), of[1].chunk(from, room_y));
        sin_cos_chunk(of[2].chunk(from, room_angle), sin, cos);
        for k in 0..CHUNK {
            (x[k], y[k]) = (rounded(at_x[k]), rounded(at_y[k]));
        }
    }
}

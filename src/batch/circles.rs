//! Circles from poses against circles.

use crate::batch::run::PairKernel;
use crate::batch::side::{CHUNK, Column};
use crate::form::Touching;
use crate::lattice::{EDGE, LONGEST, rounded};
use crate::simd::{Lanes, Simd, pack};

/// The columns of both sides: x, y and radius.
pub(super) struct CirclePairs<'a>(pub(super) [[Column<'a>; 3]; 2]);

/// Circles on the lattice.
pub(super) struct PlacedCircles {
    columns: [[f64; CHUNK]; 3],
    pub(super) x: [f64; CHUNK],
    pub(super) y: [f64; CHUNK],
    pub(super) r: [f64; CHUNK],
    pub(super) fits: [u8; CHUNK],
}

impl Default for PlacedCircles {
    fn default() -> PlacedCircles {
        let none = [0.0; CHUNK];
        PlacedCircles { columns: [none; 3], x: none, y: none, r: none, fits: [0; CHUNK] }
    }
}

impl PlacedCircles {
    /// Places the circles from `from` on. The result equals that of [`Side::form`](super::side::Side::form), where that
    /// accepts them.
    #[inline(always)]
    pub(super) fn place(&mut self, of: &[Column<'_>; 3], from: usize) {
        let [x, y, r] = &mut self.columns;
        let (x, y, r) = (of[0].chunk(from, x), of[1].chunk(from, y), of[2].chunk(from, r));
        for k in 0..CHUNK {
            (self.x[k], self.y[k], self.r[k]) = (rounded(x[k]), rounded(y[k]), rounded(r[k]));
            // NaN compares false.
            let fits = (self.x[k].abs() <= f64::from(EDGE))
                & (self.y[k].abs() <= f64::from(EDGE))
                & (r[k] >= 0.0)
                & (self.r[k] <= f64::from(LONGEST / 2));
            self.fits[k] = u8::from(fits);
        }
    }
}

impl PairKernel for CirclePairs<'_> {
    type Scratch = [PlacedCircles; 2];

    /// Two radii add up to 2^22 at most. If the centers are within 2^25 of each other, the squares are exact in f64. If
    /// they are further apart, rounding never makes their squared distance as small as the squared radii.
    #[inline(always)]
    fn decide<L: Lanes>(
        &self,
        _: (Simd, L),
        from: usize,
        _: usize,
        touching: Touching,
        [a, b]: &mut [PlacedCircles; 2],
    ) -> [u64; 2] {
        a.place(&self.0[0], from);
        b.place(&self.0[1], from);
        let counts = touching == Touching::Counts;
        let (mut hits, mut fits) = ([0; CHUNK], [0; CHUNK]);
        for k in 0..CHUNK {
            let (dx, dy, reach) = (b.x[k] - a.x[k], b.y[k] - a.y[k], b.r[k] + a.r[k]);
            let (square, reach) = (dx * dx + dy * dy, reach * reach);
            hits[k] = u8::from((square < reach) | ((square == reach) & counts));
            fits[k] = a.fits[k] & b.fits[k];
        }
        [pack(&hits), !pack(&fits)]
    }
}

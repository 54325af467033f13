//! No more than the target promises; the compiler makes SSE2 or NEON of these loops.

use crate::lattice::Bounds;
use crate::simd::{Columns, Lanes, pairs_by_bit};

#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Lanes for Plain {
    const BOXES: usize = 4;
    type Probe = Bounds;

    #[inline(always)]
    fn probe(self, bounds: Bounds) -> Bounds {
        bounds
    }

    #[inline(always)]
    unsafe fn meets(self, p: Bounds, columns: &Columns, at: usize) -> u32 {
        let mut hits = 0;
        for k in 0..Self::BOXES {
            // SAFETY: the caller's `at` is at most the length, and the padding is wider than this.
            let meets = unsafe {
                (*columns.x0.get_unchecked(at + k) <= p.max.x)
                    & (p.min.x <= *columns.x1.get_unchecked(at + k))
                    & (*columns.y0.get_unchecked(at + k) <= p.max.y)
                    & (p.min.y <= *columns.y1.get_unchecked(at + k))
            };
            hits |= u32::from(meets) << k;
        }
        hits
    }

    #[inline(always)]
    unsafe fn pairs(self, a: u32, hits: u32, columns: &Columns, at: usize, out: *mut [u32; 2]) -> usize {
        // SAFETY: promised by the caller.
        unsafe { pairs_by_bit(a, hits, columns, at, out) }
    }
}

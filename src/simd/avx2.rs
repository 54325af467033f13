//! Eight boxes at a time.

use std::arch::x86_64::*;

use crate::lattice::Bounds;
use crate::simd::{Columns, Kernel, Lanes, pairs_by_bit};

#[derive(Clone, Copy)]
pub(super) struct Avx2;

/// Whether this machine has all that [`run`] is compiled for.
pub(super) fn is_there() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// # Safety
/// The machine has these features.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Avx2)
}

impl Lanes for Avx2 {
    const BOXES: usize = 8;
    type Probe = [__m256i; 4];

    #[inline(always)]
    fn probe(self, b: Bounds) -> [__m256i; 4] {
        // SAFETY: an `Avx2` is made only in `run`, on machines that have it; so below.
        [b.min.x, b.min.y, b.max.x, b.max.y].map(|x| unsafe { _mm256_set1_epi32(x) })
    }

    #[inline(always)]
    unsafe fn meets(self, [px0, py0, px1, py1]: [__m256i; 4], columns: &Columns, at: usize) -> u32 {
        // SAFETY: the caller's `at` is at most the length, and the padding holds all lanes.
        unsafe {
            let load = |column: &[i32]| _mm256_loadu_si256(column.as_ptr().add(at).cast());
            let beside = _mm256_or_si256(
                _mm256_cmpgt_epi32(load(&columns.x0), px1),
                _mm256_cmpgt_epi32(px0, load(&columns.x1)),
            );
            let above = _mm256_or_si256(
                _mm256_cmpgt_epi32(load(&columns.y0), py1),
                _mm256_cmpgt_epi32(py0, load(&columns.y1)),
            );
            let apart = _mm256_castsi256_ps(_mm256_or_si256(beside, above));
            !_mm256_movemask_ps(apart).cast_unsigned() & 0xff
        }
    }

    #[inline(always)]
    unsafe fn pairs(self, a: u32, hits: u32, columns: &Columns, at: usize, out: *mut [u32; 2]) -> usize {
        // SAFETY: promised by the caller.
        unsafe { pairs_by_bit(a, hits, columns, at, out) }
    }
}

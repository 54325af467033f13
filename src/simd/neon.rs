//! Instruction set NEON: eight boxes at a time, in two registers.

mod eight;

use std::arch::aarch64::*;

use crate::lattice::Bounds;
use crate::simd::{Kernel, Lanes, View, pairs_by_bit};

#[derive(Clone, Copy)]
pub(super) struct Neon;

/// Runs a kernel; every aarch64 machine has NEON.
pub(super) fn run<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Neon)
}

/// The bit of each of eight lanes.
const BITS_OF_LANES: u64 = 0x8040_2010_0804_0201;

impl Lanes for Neon {
    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Out {
        kernel.run(self)
    }

    const BOXES: usize = 8;
    type Probe = [int32x4_t; 4];

    #[inline(always)]
    fn probe(self, b: Bounds) -> [int32x4_t; 4] {
        // SAFETY: this file is compiled only for targets that have NEON; the same holds below.
        [b.min.x, b.min.y, b.max.x, b.max.y].map(|x| unsafe { vdupq_n_s32(x) })
    }

    #[inline(always)]
    unsafe fn meets(self, [px0, py0, px1, py1]: [int32x4_t; 4], columns: View<'_>, at: usize) -> u32 {
        let four = |at: usize| {
            // SAFETY: the caller's `at` is at most the length, and the padding is as wide as all lanes.
            unsafe {
                let [x0, y0, x1, y1] =
                    [columns.x0, columns.y0, columns.x1, columns.y1].map(|column| vld1q_s32(column.add(at)));
                let x = vandq_u32(vcleq_s32(x0, px1), vcleq_s32(px0, x1));
                let y = vandq_u32(vcleq_s32(y0, py1), vcleq_s32(py0, y1));
                vmovn_u32(vandq_u32(x, y))
            }
        };
        let [low, high] = [four(at), four(at + 4)];
        // SAFETY: as in `probe`.
        unsafe {
            let meet = vmovn_u16(vcombine_u16(low, high));
            vaddv_u8(vand_u8(meet, vcreate_u8(BITS_OF_LANES))).into()
        }
    }

    #[inline(always)]
    unsafe fn pairs(self, a: u32, hits: u32, columns: View<'_>, at: usize, out: *mut [u32; 2]) -> usize {
        // SAFETY: promised by the caller.
        unsafe { pairs_by_bit(a, hits, columns, at, out) }
    }

    #[inline(always)]
    fn stretches_meet(self, a: [&[i16; 32]; 2], b: [&[i16; 32]; 2], dx: i16) -> u32 {
        let eight = |k: usize| {
            // SAFETY: as in `probe`; eight numbers fill a register, and k is at most 3.
            unsafe {
                let dx = vdupq_n_s16(dx);
                let [first_a, end_a, first_b, end_b] =
                    [a[0], a[1], b[0], b[1]].map(|column| vld1q_s16(column.as_ptr().add(8 * k)));
                let begun = vcltq_s16(first_a, vaddq_s16(end_b, dx));
                vmovn_u16(vandq_u16(begun, vcltq_s16(vaddq_s16(first_b, dx), end_a)))
            }
        };
        let [a, b, c, d] = [eight(0), eight(1), eight(2), eight(3)];
        // SAFETY: as in `probe`. Adding neighbors three times makes one byte of bits from eight lanes.
        unsafe {
            let bits = vreinterpretq_u8_u64(vdupq_n_u64(BITS_OF_LANES));
            let [low, high] = [vcombine_u8(a, b), vcombine_u8(c, d)].map(|meet| vandq_u8(meet, bits));
            let sums = vpaddq_u8(low, high);
            let sums = vpaddq_u8(sums, sums);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(sums, sums)))
        }
    }

    type Reals = [float64x2_t; 4];
    type Which = [uint64x2_t; 4];

    #[inline(always)]
    fn reals(self, all: &[f64; 8]) -> [float64x2_t; 4] {
        // SAFETY: as in `probe`; two numbers fill a register. The same holds below.
        [0, 2, 4, 6].map(|k| unsafe { vld1q_f64(all.as_ptr().add(k)) })
    }

    #[inline(always)]
    fn real(self, x: f64) -> [float64x2_t; 4] {
        // SAFETY: as above.
        unsafe { [vdupq_n_f64(x); 4] }
    }

    #[inline(always)]
    fn add_reals(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vaddq_f64(a[k], b[k]) })
    }

    #[inline(always)]
    fn sub(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vsubq_f64(a[k], b[k]) })
    }

    #[inline(always)]
    fn mul(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vmulq_f64(a[k], b[k]) })
    }

    #[inline(always)]
    fn div(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vdivq_f64(a[k], b[k]) })
    }

    #[inline(always)]
    fn lesser(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vbslq_f64(vcltq_f64(a[k], b[k]), a[k], b[k]) })
    }

    #[inline(always)]
    fn greater(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vbslq_f64(vcgtq_f64(a[k], b[k]), a[k], b[k]) })
    }

    #[inline(always)]
    fn mul_sub(self, a: [float64x2_t; 4], b: [float64x2_t; 4], c: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vnegq_f64(vfmsq_f64(c[k], a[k], b[k])) })
    }

    #[inline(always)]
    fn mul_add(self, a: [float64x2_t; 4], b: [float64x2_t; 4], c: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vfmaq_f64(c[k], a[k], b[k]) })
    }

    #[inline(always)]
    fn is_less(self, a: [float64x2_t; 4], b: [float64x2_t; 4]) -> [uint64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vcltq_f64(a[k], b[k]) })
    }

    #[inline(always)]
    fn both(self, a: [uint64x2_t; 4], b: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vandq_u64(a[k], b[k]) })
    }

    #[inline(always)]
    fn pick(self, which: [uint64x2_t; 4], yes: [float64x2_t; 4], no: [float64x2_t; 4]) -> [float64x2_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vbslq_f64(which[k], yes[k], no[k]) })
    }

    #[inline(always)]
    fn greatest(self, x: [float64x2_t; 4]) -> f64 {
        // SAFETY: as above.
        unsafe { vmaxvq_f64(vmaxq_f64(vmaxq_f64(x[0], x[1]), vmaxq_f64(x[2], x[3]))) }
    }

    const FUSES: bool = true;
    const WORDS: usize = 2;
    type Words = uint64x2_t;

    #[inline(always)]
    unsafe fn words(self, at: *const u64) -> uint64x2_t {
        // SAFETY: promised by the caller.
        unsafe { vld1q_u64(at) }
    }

    #[inline(always)]
    unsafe fn first_words(self, at: *const u64, n: usize) -> uint64x2_t {
        // SAFETY: only words below `n` are read.
        unsafe {
            match n {
                0 => vdupq_n_u64(0),
                1 => vcombine_u64(vld1_u64(at), vcreate_u64(0)),
                _ => vld1q_u64(at),
            }
        }
    }

    #[inline(always)]
    fn none(self) -> uint64x2_t {
        // SAFETY: as in `probe`; the same holds below.
        unsafe { vdupq_n_u64(0) }
    }

    /// Shifts right as a left shift by a negative number; only the lowest byte of that number counts.
    #[inline(always)]
    fn right(self, words: uint64x2_t, by: u32) -> uint64x2_t {
        // SAFETY: as above.
        unsafe { vshlq_u64(words, vdupq_n_s64(-i64::from(by.min(64)))) }
    }

    #[inline(always)]
    fn left(self, words: uint64x2_t, by: u32) -> uint64x2_t {
        // SAFETY: as above.
        unsafe { vshlq_u64(words, vdupq_n_s64(by.min(64).into())) }
    }

    #[inline(always)]
    fn next(self, words: uint64x2_t, later: uint64x2_t) -> uint64x2_t {
        // SAFETY: as above.
        unsafe { vextq_u64::<1>(words, later) }
    }

    #[inline(always)]
    fn and(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        // SAFETY: as above.
        unsafe { vandq_u64(a, b) }
    }

    #[inline(always)]
    fn or(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        // SAFETY: as above.
        unsafe { vorrq_u64(a, b) }
    }

    #[inline(always)]
    fn any(self, words: uint64x2_t) -> bool {
        // SAFETY: as above.
        unsafe { vmaxvq_u32(vreinterpretq_u32_u64(words)) != 0 }
    }

    #[inline(always)]
    fn ones(self, words: uint64x2_t) -> uint64x2_t {
        // SAFETY: as above.
        unsafe { vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(words))))) }
    }

    #[inline(always)]
    fn add(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        // SAFETY: as above.
        unsafe { vaddq_u64(a, b) }
    }

    #[inline(always)]
    fn sum(self, words: uint64x2_t) -> u64 {
        // SAFETY: as above.
        unsafe { vaddvq_u64(words) }
    }

    const HAS_PATCHES: bool = true;
    type Column = [uint32x4_t; 4];
    type Patch = [uint8x16x4_t; 2];

    #[inline(always)]
    fn column(self, start: u32, step: u32) -> [uint32x4_t; 4] {
        let rows = [0, 1, 2, 3];
        // SAFETY: as above; 4 numbers fill a register.
        unsafe {
            let first = vmlaq_n_u32(vdupq_n_u32(start), vld1q_u32(rows.as_ptr()), step);
            let four = step.wrapping_mul(4);
            [0, 1, 2, 3].map(|k| vaddq_u32(first, vdupq_n_u32(four.wrapping_mul(k))))
        }
    }

    #[inline(always)]
    fn plus(self, a: [uint32x4_t; 4], b: [uint32x4_t; 4]) -> [uint32x4_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vaddq_u32(a[k], b[k]) })
    }

    #[inline(always)]
    fn patch(self, rows: &[u32; 32]) -> [uint8x16x4_t; 2] {
        // SAFETY: as above; 16 numbers fill four registers.
        [0, 16].map(|k| unsafe {
            let four = |n: usize| vreinterpretq_u8_u32(vld1q_u32(rows.as_ptr().add(k + 4 * n)));
            uint8x16x4_t(four(0), four(1), four(2), four(3))
        })
    }

    #[inline(always)]
    fn texels(self, patch: &[uint8x16x4_t; 2], u: [uint32x4_t; 4], v: [uint32x4_t; 4]) -> [uint32x4_t; 4] {
        // SAFETY: as above. A row has four bytes, the first one at four times the row's index; rows outside the first
        // sixteen are taken from the others. A shift to the right by 32 or more gives 0. Only the lowest byte of a
        // shift counts, so larger shifts must be limited.
        [0, 1, 2, 3].map(|k| unsafe {
            let y = vandq_u32(vshrq_n_u32::<16>(v[k]), vdupq_n_u32(31));
            let bytes = vmlaq_n_u32(vdupq_n_u32(0x0302_0100), y, 0x0404_0404);
            let bytes = vreinterpretq_u8_u32(bytes);
            let rows = vqtbl4q_u8(patch[0], bytes);
            let rows = vqtbx4q_u8(rows, patch[1], vsubq_u8(bytes, vdupq_n_u8(64)));
            let x = vminq_u32(vshrq_n_u32::<16>(u[k]), vdupq_n_u32(32));
            vshlq_u32(vreinterpretq_u32_u8(rows), vnegq_s32(vreinterpretq_s32_u32(x)))
        })
    }

    type Small = Self::Patch;

    #[inline(always)]
    fn small_patch(self, words: &[u64]) -> Self::Patch {
        self.narrow_patch(words, 0, 0)
    }

    #[inline(always)]
    fn small_texels(self, patch: &Self::Patch, u: Self::Column, v: Self::Column) -> Self::Column {
        // SAFETY: as above.
        let u = [0, 1, 2, 3].map(|k| unsafe { vshrq_n_u32::<11>(u[k]) });
        self.texels(patch, u, v)
    }

    #[inline(always)]
    fn push(self, pixels: [uint32x4_t; 4], texels: [uint32x4_t; 4]) -> [uint32x4_t; 4] {
        // SAFETY: as above.
        [0, 1, 2, 3].map(|k| unsafe { vsliq_n_u32::<31>(vshrq_n_u32::<1>(pixels[k]), texels[k]) })
    }

    #[inline(always)]
    fn drop(self, pixels: [uint32x4_t; 4], by: u32) -> [uint32x4_t; 4] {
        // SAFETY: as above.
        pixels.map(|rows| unsafe { vshlq_u32(rows, vdupq_n_s32(-(by.min(32).cast_signed()))) })
    }

    #[inline(always)]
    fn store_column(self, pixels: [uint32x4_t; 4], out: &mut [u32; 16]) {
        for k in 0..4 {
            // SAFETY: as above; four numbers fill a register.
            unsafe { vst1q_u32(out.as_mut_ptr().add(4 * k), pixels[k]) }
        }
    }
}

// SAFETY (of all blocks): this file is compiled only for targets that have NEON; two registers contain eight numbers.

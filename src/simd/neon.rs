//! Instruction set NEON: eight boxes at a time, in two registers.

use std::arch::aarch64::*;

use crate::lattice::Bounds;
use crate::simd::{Eight, Kernel, Lanes, View, pairs_by_bit};

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
impl Eight for Neon {
    type Floats = [float32x4_t; 2];
    type Ints = [uint32x4_t; 2];

    #[inline(always)]
    fn floats(self, all: &[f32; 8]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vld1q_f32(all.as_ptr()), vld1q_f32(all.as_ptr().add(4))] }
    }

    #[inline(always)]
    fn put_floats(self, floats: [float32x4_t; 2], out: &mut [f32; 8]) {
        // SAFETY: as above.
        unsafe {
            vst1q_f32(out.as_mut_ptr(), floats[0]);
            vst1q_f32(out.as_mut_ptr().add(4), floats[1]);
        }
    }

    #[inline(always)]
    fn float(self, x: f32) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vdupq_n_f32(x); 2] }
    }

    #[inline(always)]
    fn add_floats(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vaddq_f32(a[0], b[0]), vaddq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub_floats(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vsubq_f32(a[0], b[0]), vsubq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul_floats(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vmulq_f32(a[0], b[0]), vmulq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn div_floats(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vdivq_f32(a[0], b[0]), vdivq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn min_floats(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vminq_f32(a[0], b[0]), vminq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn max_floats(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vmaxq_f32(a[0], b[0]), vmaxq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn fused(self, a: [float32x4_t; 2], b: [float32x4_t; 2], c: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vfmaq_f32(c[0], a[0], b[0]), vfmaq_f32(c[1], a[1], b[1])] }
    }

    #[inline(always)]
    fn sqrt_floats(self, x: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vsqrtq_f32(x[0]), vsqrtq_f32(x[1])] }
    }

    #[inline(always)]
    fn less(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vcltq_f32(a[0], b[0]), vcltq_f32(a[1], b[1])] }
    }

    #[inline(always)]
    fn choose(self, mask: [uint32x4_t; 2], yes: [float32x4_t; 2], no: [float32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vbslq_f32(mask[0], yes[0], no[0]), vbslq_f32(mask[1], yes[1], no[1])] }
    }

    #[inline(always)]
    fn least(self, x: [float32x4_t; 2]) -> f32 {
        // SAFETY: as above.
        unsafe { vminvq_f32(vminq_f32(x[0], x[1])) }
    }

    #[inline(always)]
    fn least_of_each(self, all: [[float32x4_t; 2]; 8]) -> [float32x4_t; 2] {
        let four = |k: usize| {
            // SAFETY: as above. Three rounds halve the numbers that are left of each.
            unsafe {
                let half = |k: usize| vminq_f32(all[k][0], all[k][1]);
                vpminq_f32(vpminq_f32(half(k), half(k + 1)), vpminq_f32(half(k + 2), half(k + 3)))
            }
        };
        [four(0), four(4)]
    }

    #[inline(always)]
    fn floor_ints(self, x: [float32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vreinterpretq_u32_s32(vcvtmq_s32_f32(x[0])), vreinterpretq_u32_s32(vcvtmq_s32_f32(x[1]))] }
    }

    #[inline(always)]
    fn int(self, x: u32) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vdupq_n_u32(x); 2] }
    }

    #[inline(always)]
    unsafe fn load_ints(self, at: *const u32) -> [uint32x4_t; 2] {
        // SAFETY: promised by the caller.
        unsafe { [vld1q_u32(at), vld1q_u32(at.add(4))] }
    }

    #[inline(always)]
    unsafe fn store_ints(self, ints: [uint32x4_t; 2], at: *mut u32) {
        // SAFETY: promised by the caller.
        unsafe {
            vst1q_u32(at, ints[0]);
            vst1q_u32(at.add(4), ints[1]);
        }
    }

    #[inline(always)]
    fn and_ints(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vandq_u32(a[0], b[0]), vandq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn or_ints(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vorrq_u32(a[0], b[0]), vorrq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn add_ints(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vaddq_u32(a[0], b[0]), vaddq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub_ints(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe { [vsubq_u32(a[0], b[0]), vsubq_u32(a[1], b[1])] }
    }

    #[inline(always)]
    fn less_ints(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        [0, 1].map(|k| unsafe { vcltq_s32(vreinterpretq_s32_u32(a[k]), vreinterpretq_s32_u32(b[k])) })
    }

    #[inline(always)]
    fn max_ints(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        [0, 1].map(|k| unsafe {
            vreinterpretq_u32_s32(vmaxq_s32(vreinterpretq_s32_u32(a[k]), vreinterpretq_s32_u32(b[k])))
        })
    }

    #[inline(always)]
    fn half_ints(self, x: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        x.map(|x| unsafe { vreinterpretq_u32_s32(vshrq_n_s32::<1>(vreinterpretq_s32_u32(x))) })
    }

    #[inline(always)]
    fn floats_of(self, x: [uint32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        x.map(|x| unsafe { vcvtq_f32_s32(vreinterpretq_s32_u32(x)) })
    }

    #[inline(always)]
    fn as_floats(self, x: [uint32x4_t; 2]) -> [float32x4_t; 2] {
        // SAFETY: as above.
        x.map(|x| unsafe { vreinterpretq_f32_u32(x) })
    }

    #[inline(always)]
    fn columns(self, of: [&[u32; 4]; 8]) -> [[uint32x4_t; 2]; 4] {
        let four = |at: usize| {
            // SAFETY: as above; a row fills a register.
            unsafe {
                let row = |k: usize| vld1q_u32(of[at + k].as_ptr());
                let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
                let [ac_min, ac_max] = [vzip1q_u32(a, c), vzip2q_u32(a, c)];
                let [bd_min, bd_max] = [vzip1q_u32(b, d), vzip2q_u32(b, d)];
                [
                    vzip1q_u32(ac_min, bd_min),
                    vzip2q_u32(ac_min, bd_min),
                    vzip1q_u32(ac_max, bd_max),
                    vzip2q_u32(ac_max, bd_max),
                ]
            }
        };
        let (low, high) = (four(0), four(4));
        [0, 1, 2, 3].map(|k| [low[k], high[k]])
    }

    #[inline(always)]
    fn two_columns(self, of: [&[f32; 2]; 8]) -> [[float32x4_t; 2]; 2] {
        let four = |at: usize| {
            // SAFETY: as above; two pairs fill a register.
            unsafe {
                let two = |k: usize| vcombine_f32(vld1_f32(of[k].as_ptr()), vld1_f32(of[k + 1].as_ptr()));
                let (a, b) = (two(at), two(at + 2));
                [vuzp1q_f32(a, b), vuzp2q_f32(a, b)]
            }
        };
        let ([a, c], [b, d]) = (four(0), four(4));
        [[a, b], [c, d]]
    }

    #[inline(always)]
    fn bits_of(self, mask: [uint32x4_t; 2]) -> u32 {
        // SAFETY: as above. Eight bytes of all bits or none keep one bit each.
        unsafe {
            let bytes = vmovn_u16(vcombine_u16(vmovn_u32(mask[0]), vmovn_u32(mask[1])));
            vaddv_u8(vand_u8(bytes, vcreate_u8(BITS_OF_LANES))).into()
        }
    }

    #[inline(always)]
    fn any_ints(self, x: [uint32x4_t; 2]) -> bool {
        // SAFETY: as above.
        unsafe { vmaxvq_u32(vorrq_u32(x[0], x[1])) != 0 }
    }

    #[inline(always)]
    fn funnel_ints(self, low: [uint32x4_t; 2], high: [uint32x4_t; 2], by: u32) -> [uint32x4_t; 2] {
        self.or_ints(self.right_ints(low, by), self.left_ints(high, 32 - by))
    }

    #[inline(always)]
    fn left_ints(self, x: [uint32x4_t; 2], by: u32) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe {
            [
                vshlq_u32(x[0], vdupq_n_s32(by.min(32).cast_signed())),
                vshlq_u32(x[1], vdupq_n_s32(by.min(32).cast_signed())),
            ]
        }
    }

    #[inline(always)]
    fn right_ints(self, x: [uint32x4_t; 2], by: u32) -> [uint32x4_t; 2] {
        // SAFETY: as above.
        unsafe {
            [
                vshlq_u32(x[0], vdupq_n_s32(-by.min(32).cast_signed())),
                vshlq_u32(x[1], vdupq_n_s32(-by.min(32).cast_signed())),
            ]
        }
    }

    #[inline(always)]
    fn runs(self, first: [uint32x4_t; 2], last: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // SAFETY: as above. Only the lowest byte of a shift counts, so shifts are limited to 32.
        let run = |first: uint32x4_t, last: uint32x4_t| unsafe {
            let all = vdupq_n_u32(u32::MAX);
            let above = vshlq_u32(all, vreinterpretq_s32_u32(vminq_u32(first, vdupq_n_u32(32))));
            let down = vminq_u32(vsubq_u32(vdupq_n_u32(31), last), vdupq_n_u32(32));
            vandq_u32(above, vshlq_u32(all, vnegq_s32(vreinterpretq_s32_u32(down))))
        };
        [run(first[0], last[0]), run(first[1], last[1])]
    }
}

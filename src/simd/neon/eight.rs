//! NEON, eight numbers of 32 bits at a time: two registers.

use std::arch::aarch64::*;

use super::{BITS_OF_LANES, Neon};
use crate::simd::Eight;

impl Eight for Neon {
    type Floats = [float32x4_t; 2];
    type Ints = [uint32x4_t; 2];

    #[inline(always)]
    fn floats(self, all: &[f32; 8]) -> [float32x4_t; 2] {
        // SAFETY: this file is compiled only for targets that have NEON, and four numbers of 32 bits fill a register; the same
        // holds below.
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

//! The plain set, eight numbers of 32 bits at a time.

use super::Plain;
use crate::simd::Eight;

impl Eight for Plain {
    type Floats = [f32; 8];
    type Ints = [u32; 8];

    #[inline(always)]
    fn floats(self, all: &[f32; 8]) -> [f32; 8] {
        *all
    }

    #[inline(always)]
    fn put_floats(self, floats: [f32; 8], out: &mut [f32; 8]) {
        *out = floats;
    }

    #[inline(always)]
    fn float(self, x: f32) -> [f32; 8] {
        [x; 8]
    }

    #[inline(always)]
    fn add_floats(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k] + b[k];
        }
        out
    }

    #[inline(always)]
    fn sub_floats(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k] - b[k];
        }
        out
    }

    #[inline(always)]
    fn mul_floats(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k] * b[k];
        }
        out
    }

    #[inline(always)]
    fn div_floats(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k] / b[k];
        }
        out
    }

    #[inline(always)]
    fn fused(self, a: [f32; 8], b: [f32; 8], c: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k] * b[k] + c[k];
        }
        out
    }

    #[inline(always)]
    fn min_floats(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = if a[k] < b[k] { a[k] } else { b[k] };
        }
        out
    }

    #[inline(always)]
    fn max_floats(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = if a[k] > b[k] { a[k] } else { b[k] };
        }
        out
    }

    #[inline(always)]
    fn sqrt_floats(self, x: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = x[k].sqrt();
        }
        out
    }

    #[inline(always)]
    fn less(self, a: [f32; 8], b: [f32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = u32::from(a[k] < b[k]).wrapping_neg();
        }
        out
    }

    #[inline(always)]
    fn choose(self, mask: [u32; 8], yes: [f32; 8], no: [f32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = if mask[k] == 0 { no[k] } else { yes[k] };
        }
        out
    }

    #[inline(always)]
    fn least(self, x: [f32; 8]) -> f32 {
        let mut least = x[0];
        for x in x {
            least = if x < least { x } else { least };
        }
        least
    }

    #[inline(always)]
    fn least_of_each(self, all: [[f32; 8]; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = self.least(all[k]);
        }
        out
    }

    #[inline(always)]
    fn floor_ints(self, x: [f32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = (x[k].floor() as i32).cast_unsigned();
        }
        out
    }

    #[inline(always)]
    fn int(self, x: u32) -> [u32; 8] {
        [x; 8]
    }

    #[inline(always)]
    unsafe fn load_ints(self, at: *const u32) -> [u32; 8] {
        // SAFETY: promised by the caller.
        unsafe { at.cast::<[u32; 8]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store_ints(self, ints: [u32; 8], at: *mut u32) {
        // SAFETY: promised by the caller.
        unsafe { at.cast::<[u32; 8]>().write_unaligned(ints) }
    }

    #[inline(always)]
    fn and_ints(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k] & b[k];
        }
        out
    }

    #[inline(always)]
    fn or_ints(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k] | b[k];
        }
        out
    }

    #[inline(always)]
    fn add_ints(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k].wrapping_add(b[k]);
        }
        out
    }

    #[inline(always)]
    fn sub_ints(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k].wrapping_sub(b[k]);
        }
        out
    }

    #[inline(always)]
    fn less_ints(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = u32::from(a[k].cast_signed() < b[k].cast_signed()).wrapping_neg();
        }
        out
    }

    #[inline(always)]
    fn max_ints(self, a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = a[k].cast_signed().max(b[k].cast_signed()).cast_unsigned();
        }
        out
    }

    #[inline(always)]
    fn half_ints(self, x: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = (x[k].cast_signed() >> 1).cast_unsigned();
        }
        out
    }

    #[inline(always)]
    fn floats_of(self, x: [u32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = x[k].cast_signed() as f32;
        }
        out
    }

    #[inline(always)]
    fn as_floats(self, x: [u32; 8]) -> [f32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = f32::from_bits(x[k]);
        }
        out
    }

    #[inline(always)]
    fn columns(self, of: [&[u32; 4]; 8]) -> [[u32; 8]; 4] {
        let mut out = [[0; 8]; 4];
        for k in 0..8 {
            [out[0][k], out[1][k], out[2][k], out[3][k]] = *of[k];
        }
        out
    }

    #[inline(always)]
    fn two_columns(self, of: [&[f32; 2]; 8]) -> [[f32; 8]; 2] {
        let mut out = [[0.0; 8]; 2];
        for k in 0..8 {
            [out[0][k], out[1][k]] = *of[k];
        }
        out
    }

    #[inline(always)]
    fn bits_of(self, mask: [u32; 8]) -> u32 {
        let mut bits = 0;
        for (k, number) in mask.iter().enumerate() {
            bits |= (number & 1) << k;
        }
        bits
    }

    #[inline(always)]
    fn any_ints(self, x: [u32; 8]) -> bool {
        let mut all = 0;
        for x in x {
            all |= x;
        }
        all != 0
    }

    #[inline(always)]
    fn funnel_ints(self, low: [u32; 8], high: [u32; 8], by: u32) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = ((u64::from(high[k]) << 32 | u64::from(low[k])) >> by) as u32;
        }
        out
    }

    #[inline(always)]
    fn left_ints(self, x: [u32; 8], by: u32) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = x[k].checked_shl(by).unwrap_or(0);
        }
        out
    }

    #[inline(always)]
    fn right_ints(self, x: [u32; 8], by: u32) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = x[k].checked_shr(by).unwrap_or(0);
        }
        out
    }

    #[inline(always)]
    fn runs(self, first: [u32; 8], last: [u32; 8]) -> [u32; 8] {
        let mut out = [Default::default(); 8];
        for k in 0..8 {
            out[k] = u32::MAX.checked_shl(first[k]).unwrap_or(0)
                & u32::MAX.checked_shr(31_u32.wrapping_sub(last[k])).unwrap_or(0);
        }
        out
    }
}

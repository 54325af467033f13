//! WebAssembly's SIMD: registers of 128 bits. It cannot shift each lane by its own number, so a bit is found through
//! its byte.

use std::arch::wasm32::*;

use crate::lattice::Bounds;
use crate::simd::{Eight, Kernel, Lanes, View, pairs_by_bit};

#[derive(Clone, Copy)]
pub(super) struct Simd128;

/// Runs a kernel; a module built with this set runs only on engines that have it.
pub(super) fn run<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Simd128)
}

/// # Safety
/// 16 bytes can be read.
#[inline(always)]
unsafe fn load<T>(at: *const T) -> v128 {
    // SAFETY: promised by the caller; WebAssembly reads from any address.
    unsafe { v128_load(at.cast()) }
}

/// Loads four numbers from index `4 * k` on.
#[inline(always)]
fn quarter<T: Copy, const N: usize>(all: &[T; N], k: usize) -> v128 {
    assert!(16 * (k + 1) <= size_of_val(all));
    // SAFETY: the array is that long, as asserted.
    unsafe { load(all.as_ptr().cast::<v128>().add(k)) }
}

impl Lanes for Simd128 {
    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Out {
        kernel.run(self)
    }

    const BOXES: usize = 4;
    type Probe = [v128; 4];

    #[inline(always)]
    fn probe(self, b: Bounds) -> [v128; 4] {
        [b.min.x, b.min.y, b.max.x, b.max.y].map(|x| i32x4_splat(x))
    }

    #[inline(always)]
    unsafe fn meets(self, [px0, py0, px1, py1]: [v128; 4], columns: View<'_>, at: usize) -> u32 {
        let [x0, y0, x1, y1] = [columns.x0, columns.y0, columns.x1, columns.y1].map(|column| {
            // SAFETY: the caller's `at` is at most the length, and the padding is as wide as all lanes.
            unsafe { load(column.add(at)) }
        });
        let x = v128_and(i32x4_le(x0, px1), i32x4_le(px0, x1));
        let y = v128_and(i32x4_le(y0, py1), i32x4_le(py0, y1));
        i32x4_bitmask(v128_and(x, y)).into()
    }

    #[inline(always)]
    unsafe fn pairs(self, a: u32, hits: u32, columns: View<'_>, at: usize, out: *mut [u32; 2]) -> usize {
        // SAFETY: promised by the caller.
        unsafe { pairs_by_bit(a, hits, columns, at, out) }
    }

    #[inline(always)]
    fn stretches_meet(self, a: [&[i16; 32]; 2], b: [&[i16; 32]; 2], dx: i16) -> u32 {
        let dx = i16x8_splat(dx);
        let eight = |k: usize| {
            let [first_a, end_a, first_b, end_b] = [a[0], a[1], b[0], b[1]].map(|column| quarter(column, k));
            v128_and(i16x8_lt(first_a, i16x8_add(end_b, dx)), i16x8_lt(i16x8_add(first_b, dx), end_a))
        };
        let [low, high] =
            [[0, 1], [2, 3]].map(|[k, l]| i8x16_bitmask(i8x16_narrow_i16x8(eight(k), eight(l))));
        u32::from(low) | u32::from(high) << 16
    }

    type Reals = [v128; 4];
    type Which = [v128; 4];

    #[inline(always)]
    fn reals(self, all: &[f64; 8]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| quarter(all, k))
    }

    #[inline(always)]
    fn real(self, x: f64) -> [v128; 4] {
        [f64x2_splat(x); 4]
    }

    #[inline(always)]
    fn add_reals(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| f64x2_add(a[k], b[k]))
    }

    #[inline(always)]
    fn sub(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| f64x2_sub(a[k], b[k]))
    }

    #[inline(always)]
    fn mul(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| f64x2_mul(a[k], b[k]))
    }

    #[inline(always)]
    fn div(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| f64x2_div(a[k], b[k]))
    }

    /// `pmin` returns its second argument if that is less than its first.
    #[inline(always)]
    fn lesser(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| f64x2_pmin(b[k], a[k]))
    }

    #[inline(always)]
    fn greater(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| f64x2_pmax(b[k], a[k]))
    }

    #[inline(always)]
    fn mul_sub(self, a: [v128; 4], b: [v128; 4], c: [v128; 4]) -> [v128; 4] {
        self.sub(self.mul(a, b), c)
    }

    #[inline(always)]
    fn mul_add(self, a: [v128; 4], b: [v128; 4], c: [v128; 4]) -> [v128; 4] {
        self.add_reals(self.mul(a, b), c)
    }

    #[inline(always)]
    fn is_less(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| f64x2_lt(a[k], b[k]))
    }

    #[inline(always)]
    fn both(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| v128_and(a[k], b[k]))
    }

    #[inline(always)]
    fn pick(self, which: [v128; 4], yes: [v128; 4], no: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| v128_bitselect(yes[k], no[k], which[k]))
    }

    #[inline(always)]
    fn greatest(self, x: [v128; 4]) -> f64 {
        let two = f64x2_pmax(f64x2_pmax(x[0], x[1]), f64x2_pmax(x[2], x[3]));
        let [low, high] = [f64x2_extract_lane::<0>(two), f64x2_extract_lane::<1>(two)];
        if high > low { high } else { low }
    }

    const FUSES: bool = false;
    const WORDS: usize = 2;
    type Words = v128;

    #[inline(always)]
    unsafe fn words(self, at: *const u64) -> v128 {
        // SAFETY: promised by the caller.
        unsafe { load(at) }
    }

    #[inline(always)]
    unsafe fn first_words(self, at: *const u64, n: usize) -> v128 {
        // SAFETY: only words below `n` are read.
        unsafe {
            match n {
                0 => u64x2_splat(0),
                1 => v128_load64_zero(at),
                _ => load(at),
            }
        }
    }

    #[inline(always)]
    fn none(self) -> v128 {
        u64x2_splat(0)
    }

    /// WebAssembly counts shifts modulo 64, so larger ones are handled apart.
    #[inline(always)]
    fn right(self, words: v128, by: u32) -> v128 {
        if by < 64 { u64x2_shr(words, by) } else { self.none() }
    }

    #[inline(always)]
    fn left(self, words: v128, by: u32) -> v128 {
        if by < 64 { u64x2_shl(words, by) } else { self.none() }
    }

    #[inline(always)]
    fn next(self, words: v128, later: v128) -> v128 {
        u64x2_shuffle::<1, 2>(words, later)
    }

    #[inline(always)]
    fn and(self, a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }

    #[inline(always)]
    fn or(self, a: v128, b: v128) -> v128 {
        v128_or(a, b)
    }

    #[inline(always)]
    fn any(self, words: v128) -> bool {
        v128_any_true(words)
    }

    #[inline(always)]
    fn ones(self, words: v128) -> v128 {
        let four = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(u8x16_popcnt(words)));
        u64x2_add(u64x2_shr(four, 32), v128_and(four, u64x2_splat(u32::MAX.into())))
    }

    #[inline(always)]
    fn add(self, a: v128, b: v128) -> v128 {
        u64x2_add(a, b)
    }

    #[inline(always)]
    fn sum(self, words: v128) -> u64 {
        u64x2_extract_lane::<0>(words) + u64x2_extract_lane::<1>(words)
    }

    const HAS_PATCHES: bool = true;
    type Column = [v128; 4];
    type Patch = [u32; 32];

    #[inline(always)]
    fn column(self, start: u32, step: u32) -> [v128; 4] {
        let first = u32x4_add(u32x4_splat(start), u32x4_mul(u32x4(0, 1, 2, 3), u32x4_splat(step)));
        let four = step.wrapping_mul(4);
        [0, 1, 2, 3].map(|k| u32x4_add(first, u32x4_splat(four.wrapping_mul(k))))
    }

    #[inline(always)]
    fn plus(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| u32x4_add(a[k], b[k]))
    }

    #[inline(always)]
    fn patch(self, rows: &[u32; 32]) -> [u32; 32] {
        *rows
    }

    /// Lanes cannot be shifted by their own numbers, so this goes row by row.
    #[inline(always)]
    fn texels(self, patch: &[u32; 32], u: [v128; 4], v: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| {
            let (y, x) = (u32x4_shr(v[k], 16), u32x4_min(u32x4_shr(u[k], 16), u32x4_splat(32)));
            let texel = |y: u32, x: u32| (u64::from(patch[y as usize & 31]) >> x) as u32;
            u32x4(
                texel(u32x4_extract_lane::<0>(y), u32x4_extract_lane::<0>(x)),
                texel(u32x4_extract_lane::<1>(y), u32x4_extract_lane::<1>(x)),
                texel(u32x4_extract_lane::<2>(y), u32x4_extract_lane::<2>(x)),
                texel(u32x4_extract_lane::<3>(y), u32x4_extract_lane::<3>(x)),
            )
        })
    }

    const HAS_WINDOWS: bool = true;

    #[inline(always)]
    fn push_window<const N: u32>(
        self,
        mut pixels: [v128; 2],
        texels: &[u32],
        u: [i32; 3],
        v: [i32; 3],
    ) -> [v128; 2] {
        let [start, right, down] = v;
        let (columns, rows) = (right * (N as i32 - 1), down * 7);
        let (least, most) = (start + columns.min(0) + rows.min(0), start + columns.max(0) + rows.max(0));
        assert!((down.abs() <= 1 << 16) & (least >= 0) & ((most >> 16) as usize + 8 <= texels.len()));
        let lanes = [i32x4(0, 1, 2, 3), i32x4(4, 5, 6, 7)];
        let steps = |start: i32, step: i32| {
            lanes.map(|k| i32x4_add(i32x4_splat(start), i32x4_mul(k, i32x4_splat(step))))
        };
        // The integer part of u is in the highest five bits, so it is always below 32.
        let (mut own_u, mut own_v) = (steps(u[0] << 11, u[2] << 11), steps(start, down));
        let (right_u, right_v) = (i32x4_splat(u[1] << 11), i32x4_splat(right));
        let mut least = start + rows.min(0);
        for _ in 0..N {
            let first = least >> 16;
            // SAFETY: in every column the first row and the seven rows after it can be read, as asserted.
            let [low, high] = unsafe {
                let at = texels.as_ptr().add(first as usize);
                [load(at), load(at.add(4))]
            };
            for k in 0..2 {
                let y = i32x4_sub(own_v[k], i32x4_splat(first << 16));
                // A row has four bytes; rows outside the first sixteen bytes are taken from the second register.
                let byte = i32x4_add(v128_and(u32x4_shr(y, 14), u32x4_splat(!3)), u32x4_shr(own_u[k], 30));
                let bytes =
                    v128_or(u8x16_swizzle(low, byte), u8x16_swizzle(high, i32x4_sub(byte, i32x4_splat(16))));
                let is_set = bit_of(bytes, u32x4_shr(own_u[k], 27));
                pixels[k] = v128_or(u32x4_shr(pixels[k], 1), v128_and(is_set, u32x4_splat(1 << 31)));
                own_u[k] = i32x4_add(own_u[k], right_u);
                own_v[k] = i32x4_add(own_v[k], right_v);
            }
            least += right;
        }
        pixels
    }

    /// Eight rows of two bytes.
    type Small = v128;

    #[inline(always)]
    fn small_patch(self, words: &[u64]) -> v128 {
        let row = |k: usize| words.get(k).map_or(0, |&word| word as u16);
        u16x8(row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
    }

    /// For a row below 0 or above 7 the byte index is at least 16, where a swizzle gives 0. The same holds for u
    /// outside, with bit 4 set.
    #[inline(always)]
    fn small_texels(self, patch: &v128, u: [v128; 4], v: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| {
            let row = v128_and(i32x4_shr(v[k], 15), u32x4_splat(!1));
            let x = u32x4_shr(u[k], 27);
            let half = v128_and(u32x4_shr(x, 3), u32x4_splat(1));
            let byte = v128_or(v128_or(row, half), v128_and(x, u32x4_splat(16)));
            bit_of(u8x16_swizzle(*patch, byte), x)
        })
    }

    #[inline(always)]
    fn push(self, pixels: [v128; 4], texels: [v128; 4]) -> [v128; 4] {
        [0, 1, 2, 3].map(|k| v128_or(u32x4_shr(pixels[k], 1), u32x4_shl(texels[k], 31)))
    }

    #[inline(always)]
    fn drop(self, pixels: [v128; 4], by: u32) -> [v128; 4] {
        if by < 32 { pixels.map(|rows| u32x4_shr(rows, by)) } else { [u32x4_splat(0); 4] }
    }

    #[inline(always)]
    fn store_column(self, pixels: [v128; 4], out: &mut [u32; 16]) {
        for k in 0..4 {
            // SAFETY: four numbers fill a register; WebAssembly writes to any address.
            unsafe { v128_store(out.as_mut_ptr().add(4 * k).cast(), pixels[k]) }
        }
    }
}

/// Returns for each lane all bits or none: whether its lowest byte has the bit with the number `x`, of which the
/// lowest three bits count.
#[inline(always)]
fn bit_of(bytes: v128, x: v128) -> v128 {
    let bits = u8x16(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
    let bit = u8x16_swizzle(bits, v128_and(x, u32x4_splat(7)));
    i32x4_ne(u32x4_shl(v128_and(bytes, bit), 24), u32x4_splat(0))
}

/// Returns 2^n, and 0 for n above 31: makes a float with exponent n and converts it back.
#[inline(always)]
fn power(n: v128) -> v128 {
    let float = u32x4_shl(u32x4_add(n, u32x4_splat(127)), 23);
    v128_and(u32x4_trunc_sat_f32x4(float), u32x4_lt(n, u32x4_splat(32)))
}

impl Eight for Simd128 {
    type Floats = [v128; 2];
    type Ints = [v128; 2];

    #[inline(always)]
    fn floats(self, all: &[f32; 8]) -> [v128; 2] {
        [quarter(all, 0), quarter(all, 1)]
    }

    #[inline(always)]
    fn put_floats(self, floats: [v128; 2], out: &mut [f32; 8]) {
        for k in 0..2 {
            // SAFETY: four numbers fill a register; WebAssembly writes to any address.
            unsafe { v128_store(out.as_mut_ptr().add(4 * k).cast(), floats[k]) }
        }
    }

    #[inline(always)]
    fn float(self, x: f32) -> [v128; 2] {
        [f32x4_splat(x); 2]
    }

    #[inline(always)]
    fn add_floats(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| f32x4_add(a[k], b[k]))
    }

    #[inline(always)]
    fn sub_floats(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| f32x4_sub(a[k], b[k]))
    }

    #[inline(always)]
    fn mul_floats(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| f32x4_mul(a[k], b[k]))
    }

    #[inline(always)]
    fn div_floats(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| f32x4_div(a[k], b[k]))
    }

    #[inline(always)]
    fn fused(self, a: [v128; 2], b: [v128; 2], c: [v128; 2]) -> [v128; 2] {
        self.add_floats(self.mul_floats(a, b), c)
    }

    #[inline(always)]
    fn min_floats(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| f32x4_pmin(b[k], a[k]))
    }

    #[inline(always)]
    fn max_floats(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| f32x4_pmax(b[k], a[k]))
    }

    #[inline(always)]
    fn sqrt_floats(self, x: [v128; 2]) -> [v128; 2] {
        x.map(|x| f32x4_sqrt(x))
    }

    #[inline(always)]
    fn less(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| f32x4_lt(a[k], b[k]))
    }

    #[inline(always)]
    fn choose(self, mask: [v128; 2], yes: [v128; 2], no: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| v128_bitselect(yes[k], no[k], mask[k]))
    }

    #[inline(always)]
    fn least(self, x: [v128; 2]) -> f32 {
        let four = f32x4_pmin(x[0], x[1]);
        let two = f32x4_pmin(four, u32x4_shuffle::<2, 3, 0, 1>(four, four));
        let [low, high] = [f32x4_extract_lane::<0>(two), f32x4_extract_lane::<1>(two)];
        if high < low { high } else { low }
    }

    /// Three rounds halve the numbers that are left of each.
    #[inline(always)]
    fn least_of_each(self, all: [[v128; 2]; 8]) -> [v128; 2] {
        let four = |k: usize| {
            let half = |k: usize| f32x4_pmin(all[k][0], all[k][1]);
            let quarter = |a, b| {
                let (low, high) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
                f32x4_pmin(low, high)
            };
            let (a, b) = (quarter(half(k), half(k + 1)), quarter(half(k + 2), half(k + 3)));
            f32x4_pmin(i64x2_shuffle::<0, 2>(a, b), i64x2_shuffle::<1, 3>(a, b))
        };
        [four(0), four(4)]
    }

    #[inline(always)]
    fn floor_ints(self, x: [v128; 2]) -> [v128; 2] {
        x.map(|x| i32x4_trunc_sat_f32x4(f32x4_floor(x)))
    }

    #[inline(always)]
    fn int(self, x: u32) -> [v128; 2] {
        [u32x4_splat(x); 2]
    }

    #[inline(always)]
    unsafe fn load_ints(self, at: *const u32) -> [v128; 2] {
        // SAFETY: promised by the caller.
        unsafe { [load(at), load(at.add(4))] }
    }

    #[inline(always)]
    unsafe fn store_ints(self, ints: [v128; 2], at: *mut u32) {
        // SAFETY: promised by the caller; WebAssembly writes to any address.
        unsafe {
            v128_store(at.cast(), ints[0]);
            v128_store(at.add(4).cast(), ints[1]);
        }
    }

    #[inline(always)]
    fn and_ints(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| v128_and(a[k], b[k]))
    }

    #[inline(always)]
    fn or_ints(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| v128_or(a[k], b[k]))
    }

    #[inline(always)]
    fn add_ints(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| i32x4_add(a[k], b[k]))
    }

    #[inline(always)]
    fn sub_ints(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| i32x4_sub(a[k], b[k]))
    }

    #[inline(always)]
    fn less_ints(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| i32x4_lt(a[k], b[k]))
    }

    #[inline(always)]
    fn max_ints(self, a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [0, 1].map(|k| i32x4_max(a[k], b[k]))
    }

    #[inline(always)]
    fn half_ints(self, x: [v128; 2]) -> [v128; 2] {
        x.map(|x| i32x4_shr(x, 1))
    }

    #[inline(always)]
    fn floats_of(self, x: [v128; 2]) -> [v128; 2] {
        x.map(|x| f32x4_convert_i32x4(x))
    }

    #[inline(always)]
    fn as_floats(self, x: [v128; 2]) -> [v128; 2] {
        x
    }

    #[inline(always)]
    fn columns(self, of: [&[u32; 4]; 8]) -> [[v128; 2]; 4] {
        let four = |at: usize| {
            let row = |k: usize| {
                let [a, b, c, d] = *of[at + k];
                u32x4(a, b, c, d)
            };
            let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
            let (ab_min, ab_max) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
            let (cd_min, cd_max) = (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
            [
                i64x2_shuffle::<0, 2>(ab_min, cd_min),
                i64x2_shuffle::<1, 3>(ab_min, cd_min),
                i64x2_shuffle::<0, 2>(ab_max, cd_max),
                i64x2_shuffle::<1, 3>(ab_max, cd_max),
            ]
        };
        let (low, high) = (four(0), four(4));
        [0, 1, 2, 3].map(|k| [low[k], high[k]])
    }

    #[inline(always)]
    fn two_columns(self, of: [&[f32; 2]; 8]) -> [[v128; 2]; 2] {
        let four = |at: usize| {
            let two = |k: usize| f32x4(of[k][0], of[k][1], of[k + 1][0], of[k + 1][1]);
            let (a, b) = (two(at), two(at + 2));
            [i32x4_shuffle::<0, 2, 4, 6>(a, b), i32x4_shuffle::<1, 3, 5, 7>(a, b)]
        };
        let ([a, c], [b, d]) = (four(0), four(4));
        [[a, b], [c, d]]
    }

    #[inline(always)]
    fn bits_of(self, mask: [v128; 2]) -> u32 {
        u32::from(i32x4_bitmask(mask[0])) | u32::from(i32x4_bitmask(mask[1])) << 4
    }

    #[inline(always)]
    fn any_ints(self, x: [v128; 2]) -> bool {
        v128_any_true(v128_or(x[0], x[1]))
    }

    #[inline(always)]
    fn funnel_ints(self, low: [v128; 2], high: [v128; 2], by: u32) -> [v128; 2] {
        self.or_ints(self.right_ints(low, by), self.left_ints(high, 32 - by))
    }

    /// WebAssembly counts shifts modulo 32, so larger ones are handled apart.
    #[inline(always)]
    fn left_ints(self, x: [v128; 2], by: u32) -> [v128; 2] {
        if by < 32 { x.map(|x| u32x4_shl(x, by)) } else { self.int(0) }
    }

    #[inline(always)]
    fn right_ints(self, x: [v128; 2], by: u32) -> [v128; 2] {
        if by < 32 { x.map(|x| u32x4_shr(x, by)) } else { self.int(0) }
    }

    /// The bits from `first` up are 0 - 2^first; those up to `last` are 2^(last + 1) - 1, if `last` is not below 0.
    #[inline(always)]
    fn runs(self, first: [v128; 2], last: [v128; 2]) -> [v128; 2] {
        let one = u32x4_splat(1);
        [0, 1].map(|k| {
            let above = i32x4_neg(power(first[k]));
            let below = u32x4_sub(power(u32x4_add(last[k], one)), one);
            v128_and(above, v128_and(below, i32x4_ge(last[k], u32x4_splat(0))))
        })
    }
}

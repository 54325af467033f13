//! The plain instruction set: only what every machine of the target has; the compiler vectorizes these loops.

mod eight;

use crate::lattice::Bounds;
use crate::simd::{Kernel, Lanes, View, pairs_by_bit};

#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Lanes for Plain {
    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Out {
        kernel.run(self)
    }

    const BOXES: usize = 4;
    type Probe = Bounds;

    #[inline(always)]
    fn probe(self, bounds: Bounds) -> Bounds {
        bounds
    }

    #[inline(always)]
    unsafe fn meets(self, p: Bounds, columns: View<'_>, at: usize) -> u32 {
        let mut hits = 0;
        for k in 0..Self::BOXES {
            // SAFETY: the caller's `at` is at most the length, and the padding is wider than this.
            let meets = unsafe {
                (*columns.x0.add(at + k) <= p.max.x)
                    & (p.min.x <= *columns.x1.add(at + k))
                    & (*columns.y0.add(at + k) <= p.max.y)
                    & (p.min.y <= *columns.y1.add(at + k))
            };
            hits |= u32::from(meets) << k;
        }
        hits
    }

    #[inline(always)]
    unsafe fn pairs(self, a: u32, hits: u32, columns: View<'_>, at: usize, out: *mut [u32; 2]) -> usize {
        // SAFETY: promised by the caller.
        unsafe { pairs_by_bit(a, hits, columns, at, out) }
    }

    type Reals = [f64; 8];
    type Which = [bool; 8];

    #[inline(always)]
    fn reals(self, all: &[f64; 8]) -> [f64; 8] {
        *all
    }

    #[inline(always)]
    fn real(self, x: f64) -> [f64; 8] {
        [x; 8]
    }

    #[inline(always)]
    fn add_reals(self, mut a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] += b[k];
        }
        a
    }

    #[inline(always)]
    fn sub(self, mut a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] -= b[k];
        }
        a
    }

    #[inline(always)]
    fn mul(self, mut a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] *= b[k];
        }
        a
    }

    #[inline(always)]
    fn div(self, mut a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] /= b[k];
        }
        a
    }

    #[inline(always)]
    fn lesser(self, mut a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] = if a[k] < b[k] { a[k] } else { b[k] };
        }
        a
    }

    #[inline(always)]
    fn greater(self, mut a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] = if a[k] > b[k] { a[k] } else { b[k] };
        }
        a
    }

    #[inline(always)]
    fn mul_sub(self, mut a: [f64; 8], b: [f64; 8], c: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] = a[k] * b[k] - c[k];
        }
        a
    }

    #[inline(always)]
    fn mul_add(self, mut a: [f64; 8], b: [f64; 8], c: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            a[k] = a[k] * b[k] + c[k];
        }
        a
    }

    #[inline(always)]
    fn is_less(self, a: [f64; 8], b: [f64; 8]) -> [bool; 8] {
        let mut which = [false; 8];
        for k in 0..8 {
            which[k] = a[k] < b[k];
        }
        which
    }

    #[inline(always)]
    fn both(self, mut a: [bool; 8], b: [bool; 8]) -> [bool; 8] {
        for k in 0..8 {
            a[k] &= b[k];
        }
        a
    }

    #[inline(always)]
    fn pick(self, which: [bool; 8], mut yes: [f64; 8], no: [f64; 8]) -> [f64; 8] {
        for k in 0..8 {
            yes[k] = if which[k] { yes[k] } else { no[k] };
        }
        yes
    }

    #[inline(always)]
    fn greatest(self, x: [f64; 8]) -> f64 {
        let mut greatest = x[0];
        for x in x {
            greatest = if x > greatest { x } else { greatest };
        }
        greatest
    }

    const FUSES: bool = false;
    const WORDS: usize = 1;
    type Words = u64;

    #[inline(always)]
    unsafe fn words(self, at: *const u64) -> u64 {
        // SAFETY: promised by the caller.
        unsafe { *at }
    }

    #[inline(always)]
    unsafe fn first_words(self, at: *const u64, n: usize) -> u64 {
        // SAFETY: the caller promises that a word can be read, if `n` is not 0.
        if n == 0 { 0 } else { unsafe { *at } }
    }

    #[inline(always)]
    fn none(self) -> u64 {
        0
    }

    #[inline(always)]
    fn right(self, words: u64, by: u32) -> u64 {
        words.checked_shr(by).unwrap_or(0)
    }

    #[inline(always)]
    fn left(self, words: u64, by: u32) -> u64 {
        words.checked_shl(by).unwrap_or(0)
    }

    #[inline(always)]
    fn next(self, _: u64, later: u64) -> u64 {
        later
    }

    #[inline(always)]
    fn and(self, a: u64, b: u64) -> u64 {
        a & b
    }

    #[inline(always)]
    fn or(self, a: u64, b: u64) -> u64 {
        a | b
    }

    #[inline(always)]
    fn any(self, words: u64) -> bool {
        words != 0
    }

    #[inline(always)]
    fn ones(self, words: u64) -> u64 {
        words.count_ones().into()
    }

    #[inline(always)]
    fn add(self, a: u64, b: u64) -> u64 {
        a + b
    }

    #[inline(always)]
    fn sum(self, words: u64) -> u64 {
        words
    }

    const HAS_PATCHES: bool = false;
    const HAS_WINDOWS: bool = true;
    type Column = [u32; 16];
    type Patch = [u32; 32];

    #[inline(always)]
    fn column(self, start: u32, step: u32) -> [u32; 16] {
        let mut column = [0; 16];
        for (k, x) in (0..).zip(&mut column) {
            *x = start.wrapping_add(step.wrapping_mul(k));
        }
        column
    }

    #[inline(always)]
    fn plus(self, mut a: [u32; 16], b: [u32; 16]) -> [u32; 16] {
        for k in 0..16 {
            a[k] = a[k].wrapping_add(b[k]);
        }
        a
    }

    #[inline(always)]
    fn patch(self, rows: &[u32; 32]) -> [u32; 32] {
        *rows
    }

    #[inline(always)]
    fn texels(self, patch: &[u32; 32], u: [u32; 16], v: [u32; 16]) -> [u32; 16] {
        let mut texels = [0; 16];
        for k in 0..16 {
            let row = u64::from(patch[(v[k] >> 16) as usize & 31]);
            let x = (u[k] >> 16).min(32);
            texels[k] = (row >> x) as u32;
        }
        texels
    }

    type Small = Self::Patch;

    #[inline(always)]
    fn small_patch(self, words: &[u64]) -> Self::Patch {
        self.narrow_patch(words, 0, 0)
    }

    #[inline(always)]
    fn small_texels(self, patch: &Self::Patch, mut u: Self::Column, v: Self::Column) -> Self::Column {
        for u in &mut u {
            *u >>= 11;
        }
        self.texels(patch, u, v)
    }

    #[inline(always)]
    fn push(self, mut pixels: [u32; 16], texels: [u32; 16]) -> [u32; 16] {
        for k in 0..16 {
            pixels[k] = pixels[k] >> 1 | texels[k] << 31;
        }
        pixels
    }

    #[inline(always)]
    fn drop(self, mut pixels: [u32; 16], by: u32) -> [u32; 16] {
        for row in &mut pixels {
            *row = row.checked_shr(by).unwrap_or(0);
        }
        pixels
    }

    #[inline(always)]
    fn store_column(self, pixels: [u32; 16], out: &mut [u32; 16]) {
        *out = pixels;
    }
}

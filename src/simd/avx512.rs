//! Instruction set AVX-512: sixteen boxes at a time, and pairs packed without a branch.

use std::arch::x86_64::*;

use crate::lattice::{Bounds, Point};
use crate::simd::{Kernel, Lanes, View, lowest};

#[derive(Clone, Copy)]
pub(super) struct Avx512;

/// Whether this machine has all features that [`run`] is compiled for.
pub(super) fn is_there() -> bool {
    super::avx2::is_there()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

/// # Safety
/// The machine has these features.
#[target_feature(
    enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
)]
pub(super) unsafe fn run<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Avx512)
}

/// Runs the kernel in a separate function.
///
/// # Safety
/// The machine has these features.
#[inline(never)]
#[target_feature(
    enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
)]
unsafe fn call<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Avx512)
}

/// Returns the upper half of every number. It shuffles bytes, because the compiler turns a shift into comparisons
/// that need one mask too many.
///
/// # Safety
/// The machine has AVX-512.
#[inline(always)]
unsafe fn high_halves(x: __m512i) -> __m512i {
    const ZERO: i8 = -1;
    // SAFETY: promised by the caller.
    unsafe {
        let bytes = _mm_setr_epi8(2, 3, ZERO, ZERO, 6, 7, ZERO, ZERO, 10, 11, ZERO, ZERO, 14, 15, ZERO, ZERO);
        _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(bytes))
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Out {
        // SAFETY: this value is made only in `run`, on machines that have the features.
        unsafe { call(kernel) }
    }

    const BOXES: usize = 16;
    type Probe = [__m512i; 4];

    #[inline(always)]
    fn probe(self, b: Bounds) -> [__m512i; 4] {
        // SAFETY: an `Avx512` is made only in `run`, on machines that have AVX-512; the same holds below.
        [b.min.x, b.min.y, b.max.x, b.max.y].map(|x| unsafe { _mm512_set1_epi32(x) })
    }

    #[inline(always)]
    unsafe fn meets(self, [px0, py0, px1, py1]: [__m512i; 4], columns: View<'_>, at: usize) -> u32 {
        // SAFETY: the caller's `at` is at most the length, and the padding is as wide as all lanes.
        unsafe {
            let load = |column: *const i32| _mm512_loadu_si512(column.add(at).cast());
            let x = _mm512_cmple_epi32_mask(load(columns.x0), px1);
            let x = _mm512_mask_cmple_epi32_mask(x, px0, load(columns.x1));
            let y = _mm512_cmple_epi32_mask(load(columns.y0), py1);
            let y = _mm512_mask_cmple_epi32_mask(y, py0, load(columns.y1));
            u32::from(x & y)
        }
    }

    #[inline(always)]
    unsafe fn pairs(self, a: u32, hits: u32, columns: View<'_>, at: usize, out: *mut [u32; 2]) -> usize {
        let n = hits.count_ones() as usize;
        // SAFETY: as in `meets`; `out` has room for all lanes.
        unsafe {
            let ids = _mm512_loadu_si512(columns.id.add(at).cast());
            let b = _mm512_maskz_compress_epi32(hits as u16, ids);
            let a = _mm512_set1_epi32(a.cast_signed());
            let (least, most) = (_mm512_min_epu32(a, b), _mm512_max_epu32(a, b));
            let pack = |least: __m256i, most: __m256i| {
                let most = _mm512_slli_epi64::<32>(_mm512_cvtepu32_epi64(most));
                _mm512_or_si512(_mm512_cvtepu32_epi64(least), most)
            };
            let first = pack(_mm512_castsi512_si256(least), _mm512_castsi512_si256(most));
            _mm512_storeu_si512(out.cast(), first);
            if n > 8 {
                let rest = pack(_mm512_extracti64x4_epi64::<1>(least), _mm512_extracti64x4_epi64::<1>(most));
                _mm512_storeu_si512(out.add(8).cast(), rest);
            }
        }
        n
    }

    #[inline(always)]
    fn stretches_meet(self, a: [&[i16; 32]; 2], b: [&[i16; 32]; 2], dx: i16) -> u32 {
        // SAFETY: as in `probe`; 32 numbers fill a register.
        unsafe {
            let dx = _mm512_set1_epi16(dx);
            let end_b = _mm512_add_epi16(_mm512_loadu_si512(b[1].as_ptr().cast()), dx);
            let begun = _mm512_cmplt_epi16_mask(_mm512_loadu_si512(a[0].as_ptr().cast()), end_b);
            let first_b = _mm512_add_epi16(_mm512_loadu_si512(b[0].as_ptr().cast()), dx);
            _mm512_mask_cmplt_epi16_mask(begun, first_b, _mm512_loadu_si512(a[1].as_ptr().cast()))
        }
    }

    type Reals = __m512d;
    type Which = __mmask8;

    #[inline(always)]
    fn reals(self, all: &[f64; 8]) -> __m512d {
        // SAFETY: as in `probe`; eight numbers fill a register. The same holds below.
        unsafe { _mm512_loadu_pd(all.as_ptr()) }
    }

    #[inline(always)]
    fn real(self, x: f64) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_set1_pd(x) }
    }

    #[inline(always)]
    fn add_reals(self, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_add_pd(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_sub_pd(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_mul_pd(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_div_pd(a, b) }
    }

    #[inline(always)]
    fn lesser(self, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_min_pd(a, b) }
    }

    #[inline(always)]
    fn greater(self, a: __m512d, b: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_max_pd(a, b) }
    }

    #[inline(always)]
    fn mul_sub(self, a: __m512d, b: __m512d, c: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_fmsub_pd(a, b, c) }
    }

    #[inline(always)]
    fn mul_add(self, a: __m512d, b: __m512d, c: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_fmadd_pd(a, b, c) }
    }

    #[inline(always)]
    fn is_less(self, a: __m512d, b: __m512d) -> __mmask8 {
        // SAFETY: as above.
        unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a, b) }
    }

    #[inline(always)]
    fn both(self, a: __mmask8, b: __mmask8) -> __mmask8 {
        a & b
    }

    #[inline(always)]
    fn pick(self, which: __mmask8, yes: __m512d, no: __m512d) -> __m512d {
        // SAFETY: as above.
        unsafe { _mm512_mask_blend_pd(which, no, yes) }
    }

    #[inline(always)]
    fn greatest(self, x: __m512d) -> f64 {
        // SAFETY: as above.
        unsafe { _mm512_reduce_max_pd(x) }
    }

    #[inline(always)]
    fn points(self, points: &[Point], filler: Point) -> [__m512d; 2] {
        // SAFETY: as in `probe`; a point is two numbers of 32 bits, x first, and only points of the slice are read.
        unsafe {
            let filler = _mm512_set1_epi64(i64::from(filler.y) << 32 | i64::from(filler.x.cast_unsigned()));
            let there = lowest(points.len()) as u8;
            let points = _mm512_mask_loadu_epi64(filler, there, points.as_ptr().cast());
            let x = _mm512_cvtepi32_pd(_mm512_cvtepi64_epi32(points));
            let y = _mm512_cvtepi32_pd(_mm512_cvtepi64_epi32(_mm512_srli_epi64::<32>(points)));
            [x, y]
        }
    }

    const FUSES: bool = true;
    const WORDS: usize = 8;
    type Words = __m512i;

    #[inline(always)]
    unsafe fn words(self, at: *const u64) -> __m512i {
        // SAFETY: promised by the caller.
        unsafe { _mm512_loadu_si512(at.cast()) }
    }

    #[inline(always)]
    unsafe fn first_words(self, at: *const u64, n: usize) -> __m512i {
        // SAFETY: only words below `n` are read.
        unsafe { _mm512_maskz_loadu_epi64(lowest(n) as u8, at.cast()) }
    }

    #[inline(always)]
    fn none(self) -> __m512i {
        // SAFETY: as in `probe`; the same holds below.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn right(self, words: __m512i, by: u32) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_srl_epi64(words, _mm_cvtsi32_si128(by.cast_signed())) }
    }

    #[inline(always)]
    fn left(self, words: __m512i, by: u32) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_sll_epi64(words, _mm_cvtsi32_si128(by.cast_signed())) }
    }

    #[inline(always)]
    fn next(self, words: __m512i, later: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_alignr_epi64::<1>(later, words) }
    }

    #[inline(always)]
    fn funnel(self, low: __m512i, high: __m512i, by: u32) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_shrdv_epi64(low, high, _mm512_set1_epi64(by.into())) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn any(self, words: __m512i) -> bool {
        // SAFETY: as above.
        unsafe { _mm512_test_epi64_mask(words, words) != 0 }
    }

    #[inline(always)]
    fn ones(self, words: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_popcnt_epi64(words) }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_add_epi64(a, b) }
    }

    #[inline(always)]
    fn sum(self, words: __m512i) -> u64 {
        // SAFETY: as above.
        unsafe { _mm512_reduce_add_epi64(words).cast_unsigned() }
    }

    const HAS_PATCHES: bool = true;
    type Column = __m512i;
    type Patch = [__m512i; 2];

    #[inline(always)]
    fn column(self, start: u32, step: u32) -> __m512i {
        // SAFETY: as in `probe`; the same holds below.
        unsafe {
            let k = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let steps = _mm512_mullo_epi32(k, _mm512_set1_epi32(step.cast_signed()));
            _mm512_add_epi32(_mm512_set1_epi32(start.cast_signed()), steps)
        }
    }

    #[inline(always)]
    fn plus(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_add_epi32(a, b) }
    }

    #[inline(always)]
    fn patch(self, rows: &[u32; 32]) -> [__m512i; 2] {
        // SAFETY: as above; 16 numbers fill a register.
        unsafe {
            [_mm512_loadu_si512(rows.as_ptr().cast()), _mm512_loadu_si512(rows.as_ptr().add(16).cast())]
        }
    }

    #[inline(always)]
    fn narrow_patch(self, words: &[u64], first: i32, by: i32) -> [__m512i; 2] {
        let (before, after) = ((-first).clamp(0, 32), (words.len() as i32 - first).clamp(0, 32));
        let inside = lowest(after as usize) & !lowest(before as usize);
        // SAFETY: as above; only words inside the slice are read. The even halves of the shifted words are the rows.
        unsafe {
            let by = [_mm_cvtsi32_si128((-by).max(0)), _mm_cvtsi32_si128(by.max(0))];
            let at = words.as_ptr().wrapping_offset(first as isize);
            let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
            let (a, b) = (shifted(at, inside, by), shifted(at.wrapping_add(8), inside >> 8, by));
            let c = shifted(at.wrapping_add(16), inside >> 16, by);
            let d = shifted(at.wrapping_add(24), inside >> 24, by);
            [_mm512_permutex2var_epi32(a, even, b), _mm512_permutex2var_epi32(c, even, d)]
        }
    }

    #[inline(always)]
    fn texels(self, patch: &[__m512i; 2], u: __m512i, v: __m512i) -> __m512i {
        // SAFETY: as above. A shift by 32 or more gives 0.
        unsafe {
            let rows = _mm512_permutex2var_epi32(patch[0], _mm512_srli_epi32::<16>(v), patch[1]);
            _mm512_srlv_epi32(rows, high_halves(u))
        }
    }

    type Small = Self::Patch;

    #[inline(always)]
    fn small_patch(self, words: &[u64]) -> Self::Patch {
        let low = lowest(words.len().min(8)) as u8;
        // SAFETY: as above; only words of the slice are read.
        unsafe {
            let rows = _mm512_cvtepi64_epi32(_mm512_maskz_loadu_epi64(low, words.as_ptr().cast()));
            [_mm512_zextsi256_si512(rows), _mm512_setzero_si512()]
        }
    }

    #[inline(always)]
    fn small_texels(self, patch: &Self::Patch, u: Self::Column, v: Self::Column) -> Self::Column {
        // SAFETY: as above.
        unsafe {
            let rows = _mm512_permutex2var_epi32(patch[0], _mm512_srli_epi32::<16>(v), patch[1]);
            _mm512_srlv_epi32(rows, _mm512_srli_epi32::<27>(u))
        }
    }

    #[inline(always)]
    fn push(self, pixels: __m512i, texels: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_shrdi_epi32::<1>(pixels, texels) }
    }

    #[inline(always)]
    fn drop(self, pixels: __m512i, by: u32) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_srl_epi32(pixels, _mm_cvtsi32_si128(by.cast_signed())) }
    }

    #[inline(always)]
    fn store_column(self, pixels: __m512i, out: &mut [u32; 16]) {
        // SAFETY: as above; sixteen numbers fill the register.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), pixels) }
    }
}

/// Returns eight words, shifted left by `left` and then right by `right`; those without a bit in `inside` are 0.
///
/// A function, because a closure here would not be inlined: it has none of the machine's features.
///
/// # Safety
/// The machine has the instructions of [`Avx512`], and the words with a bit in `inside` can be read.
#[inline(always)]
unsafe fn shifted(words: *const u64, inside: u32, [left, right]: [__m128i; 2]) -> __m512i {
    // SAFETY: the caller guarantees both.
    unsafe {
        let words = _mm512_maskz_loadu_epi64(inside as u8, words.cast());
        _mm512_srl_epi64(_mm512_sll_epi64(words, left), right)
    }
}

super::eight::eight_by_avx2!(Avx512);

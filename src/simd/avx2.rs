//! Instruction set AVX2: eight boxes at a time.

use std::arch::x86_64::*;

use crate::lattice::{Bounds, Point};
use crate::simd::{Eight, Kernel, Lanes, View, pairs_by_bit};

#[derive(Clone, Copy)]
pub(super) struct Avx2;

/// Whether this machine has all features that [`run`] is compiled for.
pub(super) fn is_there() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// # Safety
/// The machine has these features.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Avx2)
}

/// Runs the kernel in a separate function.
///
/// # Safety
/// The machine has these features.
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn call<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Avx2)
}

/// Returns the upper half of every number. It shuffles bytes, because the compiler turns a shift into comparisons
/// that need one mask too many.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn high_halves(x: __m256i) -> __m256i {
    const ZERO: i8 = -1;
    // SAFETY: promised by the caller.
    unsafe {
        let bytes = _mm_setr_epi8(2, 3, ZERO, ZERO, 6, 7, ZERO, ZERO, 10, 11, ZERO, ZERO, 14, 15, ZERO, ZERO);
        _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(bytes))
    }
}

impl Avx2 {
    /// Loads four words from index `first` on, which may be negative (words outside are 0), and shifts them right by
    /// `by`, or left if `by` is negative.
    #[inline(always)]
    fn shifted_rows(self, words: &[u64], first: i32, by: i32) -> __m256i {
        // SAFETY: an `Avx2` is made only in `run`, on machines that have AVX2; only words inside the slice are read.
        unsafe {
            let rows = _mm256_add_epi64(_mm256_set1_epi64x(first.into()), _mm256_setr_epi64x(0, 1, 2, 3));
            let end = _mm256_set1_epi64x(words.len() as i64);
            let is_inside = _mm256_andnot_si256(rows, _mm256_cmpgt_epi64(end, rows));
            let words =
                _mm256_maskload_epi64(words.as_ptr().wrapping_offset(first as isize).cast(), is_inside);
            let left = _mm_cvtsi32_si128((-by).max(0));
            _mm256_srl_epi64(_mm256_sll_epi64(words, left), _mm_cvtsi32_si128(by.max(0)))
        }
    }

    /// Loads the words from `at` on; they are 0 past the end.
    #[inline(always)]
    fn words_from(self, words: &[u64], at: usize) -> __m256i {
        let left = words.len().saturating_sub(at).min(Self::WORDS);
        // SAFETY: `left` words remain in the slice; if none remains, none is read.
        unsafe { self.first_words(words.as_ptr().wrapping_add(at), left) }
    }

    /// Returns the low halves of eight words.
    #[inline(always)]
    fn low_halves(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe {
            let rows = _mm256_shuffle_ps::<0b10_00_10_00>(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_castps_si256(rows))
        }
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Out {
        // SAFETY: this value is made only in `run`, on machines that have the features.
        unsafe { call(kernel) }
    }

    const BOXES: usize = 8;
    type Probe = [__m256i; 4];

    #[inline(always)]
    fn probe(self, b: Bounds) -> [__m256i; 4] {
        // SAFETY: an `Avx2` is made only in `run`, on machines that have AVX2; the same holds below.
        [b.min.x, b.min.y, b.max.x, b.max.y].map(|x| unsafe { _mm256_set1_epi32(x) })
    }

    #[inline(always)]
    unsafe fn meets(self, [px0, py0, px1, py1]: [__m256i; 4], columns: View<'_>, at: usize) -> u32 {
        // SAFETY: the caller's `at` is at most the length, and the padding is as wide as all lanes.
        unsafe {
            let load = |column: *const i32| _mm256_loadu_si256(column.add(at).cast());
            let beside = _mm256_or_si256(
                _mm256_cmpgt_epi32(load(columns.x0), px1),
                _mm256_cmpgt_epi32(px0, load(columns.x1)),
            );
            let above = _mm256_or_si256(
                _mm256_cmpgt_epi32(load(columns.y0), py1),
                _mm256_cmpgt_epi32(py0, load(columns.y1)),
            );
            let apart = _mm256_castsi256_ps(_mm256_or_si256(beside, above));
            !_mm256_movemask_ps(apart).cast_unsigned() & 0xff
        }
    }

    #[inline(always)]
    unsafe fn pairs(self, a: u32, hits: u32, columns: View<'_>, at: usize, out: *mut [u32; 2]) -> usize {
        // SAFETY: promised by the caller.
        unsafe { pairs_by_bit(a, hits, columns, at, out) }
    }

    #[inline(always)]
    fn stretches_meet(self, a: [&[i16; 32]; 2], b: [&[i16; 32]; 2], dx: i16) -> u32 {
        let mut halves = [self.none(); 2];
        for (k, half) in halves.iter_mut().enumerate() {
            // SAFETY: as in `probe`; 16 numbers fill a register, so both halves are within the arrays.
            unsafe {
                let dx = _mm256_set1_epi16(dx);
                let end_b = _mm256_add_epi16(_mm256_loadu_si256(b[1].as_ptr().add(16 * k).cast()), dx);
                let begun = _mm256_cmpgt_epi16(end_b, _mm256_loadu_si256(a[0].as_ptr().add(16 * k).cast()));
                let first_b = _mm256_add_epi16(_mm256_loadu_si256(b[0].as_ptr().add(16 * k).cast()), dx);
                let goes_on =
                    _mm256_cmpgt_epi16(_mm256_loadu_si256(a[1].as_ptr().add(16 * k).cast()), first_b);
                *half = _mm256_and_si256(begun, goes_on);
            }
        }
        // SAFETY: as above. The instruction packs each half of the register separately, so the middle quarters are
        // then exchanged.
        unsafe {
            let bytes = _mm256_packs_epi16(halves[0], halves[1]);
            _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)).cast_unsigned()
        }
    }

    type Reals = [__m256d; 2];
    type Which = [__m256d; 2];

    #[inline(always)]
    fn reals(self, all: &[f64; 8]) -> [__m256d; 2] {
        // SAFETY: as in `probe`; four numbers fill a register. The same holds below.
        unsafe { [_mm256_loadu_pd(all.as_ptr()), _mm256_loadu_pd(all.as_ptr().add(4))] }
    }

    #[inline(always)]
    fn real(self, x: f64) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_set1_pd(x); 2] }
    }

    #[inline(always)]
    fn add_reals(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_add_pd(a[0], b[0]), _mm256_add_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_sub_pd(a[0], b[0]), _mm256_sub_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_mul_pd(a[0], b[0]), _mm256_mul_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn div(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_div_pd(a[0], b[0]), _mm256_div_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn lesser(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_min_pd(a[0], b[0]), _mm256_min_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn greater(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_max_pd(a[0], b[0]), _mm256_max_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul_sub(self, a: [__m256d; 2], b: [__m256d; 2], c: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_fmsub_pd(a[0], b[0], c[0]), _mm256_fmsub_pd(a[1], b[1], c[1])] }
    }

    #[inline(always)]
    fn mul_add(self, a: [__m256d; 2], b: [__m256d; 2], c: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_fmadd_pd(a[0], b[0], c[0]), _mm256_fmadd_pd(a[1], b[1], c[1])] }
    }

    #[inline(always)]
    fn is_less(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_cmp_pd::<_CMP_LT_OQ>(a[0], b[0]), _mm256_cmp_pd::<_CMP_LT_OQ>(a[1], b[1])] }
    }

    #[inline(always)]
    fn both(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_and_pd(a[0], b[0]), _mm256_and_pd(a[1], b[1])] }
    }

    #[inline(always)]
    fn pick(self, which: [__m256d; 2], yes: [__m256d; 2], no: [__m256d; 2]) -> [__m256d; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_blendv_pd(no[0], yes[0], which[0]), _mm256_blendv_pd(no[1], yes[1], which[1])] }
    }

    #[inline(always)]
    fn greatest(self, x: [__m256d; 2]) -> f64 {
        // SAFETY: as above.
        unsafe {
            let four = _mm256_max_pd(x[0], x[1]);
            let two = _mm_max_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd::<1>(four));
            _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)))
        }
    }

    #[inline(always)]
    fn points(self, points: &[Point], filler: Point) -> [[__m256d; 2]; 2] {
        let (mut x, mut y) = (self.real(0.0), self.real(0.0));
        for k in 0..2 {
            // SAFETY: as above; a point is two numbers of 32 bits, x first, and only points of the slice are read.
            unsafe {
                let filler =
                    _mm256_set1_epi64x(i64::from(filler.y) << 32 | i64::from(filler.x.cast_unsigned()));
                let rows = _mm256_setr_epi64x(0, 1, 2, 3);
                let is_there =
                    _mm256_cmpgt_epi64(_mm256_set1_epi64x(points.len() as i64 - 4 * k as i64), rows);
                let four = _mm256_maskload_epi64(points.as_ptr().wrapping_add(4 * k).cast(), is_there);
                let four = _mm256_blendv_epi8(filler, four, is_there);
                let apart = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
                let four = _mm256_permutevar8x32_epi32(four, apart);
                x[k] = _mm256_cvtepi32_pd(_mm256_castsi256_si128(four));
                y[k] = _mm256_cvtepi32_pd(_mm256_extracti128_si256::<1>(four));
            }
        }
        [x, y]
    }

    const FUSES: bool = true;
    const WORDS: usize = 4;
    type Words = __m256i;

    #[inline(always)]
    unsafe fn words(self, at: *const u64) -> __m256i {
        // SAFETY: promised by the caller.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn first_words(self, at: *const u64, n: usize) -> __m256i {
        // SAFETY: only words below `n` are read.
        unsafe {
            let below = _mm256_cmpgt_epi64(_mm256_set1_epi64x(n as i64), _mm256_set_epi64x(3, 2, 1, 0));
            _mm256_maskload_epi64(at.cast(), below)
        }
    }

    #[inline(always)]
    fn none(self) -> __m256i {
        // SAFETY: as in `probe`; the same holds below.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn right(self, words: __m256i, by: u32) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_srl_epi64(words, _mm_cvtsi32_si128(by.cast_signed())) }
    }

    #[inline(always)]
    fn left(self, words: __m256i, by: u32) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_sll_epi64(words, _mm_cvtsi32_si128(by.cast_signed())) }
    }

    #[inline(always)]
    fn next(self, words: __m256i, later: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_permute4x64_epi64::<0b00_11_10_01>(_mm256_blend_epi32::<3>(words, later)) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn any(self, words: __m256i) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_testz_si256(words, words) == 0 }
    }

    /// Counts four bits at a time with a table.
    #[inline(always)]
    fn ones(self, words: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe {
            let table =
                _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let low = _mm256_set1_epi8(15);
            let few = _mm256_shuffle_epi8(table, _mm256_and_si256(words, low));
            let more = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(words), low));
            _mm256_sad_epu8(_mm256_add_epi8(few, more), _mm256_setzero_si256())
        }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_add_epi64(a, b) }
    }

    #[inline(always)]
    fn sum(self, words: __m256i) -> u64 {
        let mut each = [0; 4];
        // SAFETY: as above; there is room for four.
        unsafe { _mm256_storeu_si256(each.as_mut_ptr().cast(), words) };
        each.into_iter().sum()
    }

    const HAS_PATCHES: bool = true;
    type Column = [__m256i; 2];
    type Patch = [__m256i; 4];

    #[inline(always)]
    fn column(self, start: u32, step: u32) -> [__m256i; 2] {
        // SAFETY: as above.
        unsafe {
            let k = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let steps = _mm256_mullo_epi32(k, _mm256_set1_epi32(step.cast_signed()));
            let first = _mm256_add_epi32(_mm256_set1_epi32(start.cast_signed()), steps);
            [first, _mm256_add_epi32(first, _mm256_set1_epi32(step.wrapping_mul(8).cast_signed()))]
        }
    }

    #[inline(always)]
    fn plus(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: as above.
        unsafe { [_mm256_add_epi32(a[0], b[0]), _mm256_add_epi32(a[1], b[1])] }
    }

    #[inline(always)]
    fn patch(self, rows: &[u32; 32]) -> [__m256i; 4] {
        [self.ints(rows, 0), self.ints(rows, 8), self.ints(rows, 16), self.ints(rows, 24)]
    }

    #[inline(always)]
    fn narrow_patch(self, words: &[u64], first: i32, by: i32) -> [__m256i; 4] {
        let mut patch = [self.none(); 4];
        for (k, eight) in (0..).zip(&mut patch) {
            let first = first + 8 * k;
            let (a, b) = (self.shifted_rows(words, first, by), self.shifted_rows(words, first + 4, by));
            *eight = self.low_halves(a, b);
        }
        patch
    }

    #[inline(always)]
    fn texels(self, patch: &[__m256i; 4], u: [__m256i; 2], v: [__m256i; 2]) -> [__m256i; 2] {
        let mut texels = [self.none(); 2];
        for k in 0..2 {
            // SAFETY: as above. The lowest three bits of v select a row among eight, the next two bits select among
            // the four eights. A shift by 32 or more gives 0.
            unsafe {
                let y = _mm256_srli_epi32::<16>(v[k]);
                let by_8 = _mm256_castsi256_ps(_mm256_slli_epi32::<12>(v[k]));
                let by_16 = _mm256_castsi256_ps(_mm256_slli_epi32::<11>(v[k]));
                let a = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(patch[0], y));
                let b = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(patch[1], y));
                let c = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(patch[2], y));
                let d = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(patch[3], y));
                let rows =
                    _mm256_blendv_ps(_mm256_blendv_ps(a, b, by_8), _mm256_blendv_ps(c, d, by_8), by_16);
                texels[k] = _mm256_srlv_epi32(_mm256_castps_si256(rows), high_halves(u[k]));
            }
        }
        texels
    }

    const HAS_WINDOWS: bool = true;

    #[inline(always)]
    fn push_window<const N: u32>(
        self,
        mut pixels: __m256i,
        texels: &[u32],
        u: [i32; 3],
        v: [i32; 3],
    ) -> __m256i {
        let [start, right, down] = v;
        let (columns, rows) = (right * (N as i32 - 1), down * 7);
        let (least, most) = (start + columns.min(0) + rows.min(0), start + columns.max(0) + rows.max(0));
        assert!((down.abs() <= 1 << 16) & (least >= 0) & ((most >> 16) as usize + 8 <= texels.len()));
        // SAFETY: as above. In every column the first row and the seven rows after it can be read.
        unsafe {
            let k = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            // The integer part of u is in the highest five bits, so it is always below 32.
            let u = u.map(|fixed| _mm256_set1_epi32(fixed << 11));
            let right_v = _mm256_set1_epi32(right);
            let mut own_u = _mm256_add_epi32(u[0], _mm256_mullo_epi32(k, u[2]));
            let mut own_v =
                _mm256_add_epi32(_mm256_set1_epi32(start), _mm256_mullo_epi32(k, _mm256_set1_epi32(down)));
            let mut least = start + rows.min(0);
            for _ in 0..N {
                let first = least >> 16;
                let rows = _mm256_loadu_si256(texels.as_ptr().add(first as usize).cast());
                let y = _mm256_sub_epi32(own_v, _mm256_set1_epi32(first << 16));
                let rows = _mm256_permutevar8x32_epi32(rows, _mm256_srli_epi32::<16>(y));
                let texels = _mm256_srlv_epi32(rows, _mm256_srli_epi32::<27>(own_u));
                pixels = _mm256_or_si256(_mm256_srli_epi32::<1>(pixels), _mm256_slli_epi32::<31>(texels));
                own_u = _mm256_add_epi32(own_u, u[1]);
                own_v = _mm256_add_epi32(own_v, right_v);
                least += right;
            }
        }
        pixels
    }

    type Small = __m256i;

    #[inline(always)]
    fn small_patch(self, words: &[u64]) -> __m256i {
        self.low_halves(self.words_from(words, 0), self.words_from(words, 4))
    }

    #[inline(always)]
    fn small_texels(self, patch: &__m256i, u: [__m256i; 2], v: [__m256i; 2]) -> [__m256i; 2] {
        let mut texels = [self.none(); 2];
        for k in 0..2 {
            // SAFETY: as above.
            unsafe {
                let rows = _mm256_permutevar8x32_epi32(*patch, _mm256_srli_epi32::<16>(v[k]));
                let is_inside = _mm256_cmpeq_epi32(_mm256_srli_epi32::<19>(v[k]), _mm256_setzero_si256());
                texels[k] =
                    _mm256_srlv_epi32(_mm256_and_si256(rows, is_inside), _mm256_srli_epi32::<27>(u[k]));
            }
        }
        texels
    }

    #[inline(always)]
    fn push(self, pixels: [__m256i; 2], texels: [__m256i; 2]) -> [__m256i; 2] {
        let mut rows = [self.none(); 2];
        for k in 0..2 {
            // SAFETY: as above.
            rows[k] = unsafe {
                _mm256_or_si256(_mm256_srli_epi32::<1>(pixels[k]), _mm256_slli_epi32::<31>(texels[k]))
            };
        }
        rows
    }

    #[inline(always)]
    fn drop(self, pixels: [__m256i; 2], by: u32) -> [__m256i; 2] {
        // SAFETY: as above.
        unsafe {
            let by = _mm_cvtsi32_si128(by.cast_signed());
            [_mm256_srl_epi32(pixels[0], by), _mm256_srl_epi32(pixels[1], by)]
        }
    }

    #[inline(always)]
    fn store_column(self, pixels: [__m256i; 2], out: &mut [u32; 16]) {
        // SAFETY: as above; eight numbers fill a register.
        unsafe {
            _mm256_storeu_si256(out.as_mut_ptr().cast(), pixels[0]);
            _mm256_storeu_si256(out.as_mut_ptr().add(8).cast(), pixels[1]);
        }
    }
}

super::eight::eight_by_avx2!(Avx2);

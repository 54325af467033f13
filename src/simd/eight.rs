//! Eight numbers of 32 bits at a time. Floats decide only the clear cases; rows of bits are exact.

/// The operations of an instruction set on eight numbers of 32 bits.
///
/// Products and sums may be rounded once or twice, so answers must not depend on the last bit of a float: callers
/// allow for the rounding error, and use an exact test in the cases that it leaves open. No float is NaN.
pub(crate) trait Eight: Copy {
    /// Eight floats.
    type Floats: Copy;
    /// Eight integers, rows of 32 bits, or masks: in a mask each number has all bits set, or none.
    type Ints: Copy;

    fn floats(self, all: &[f32; 8]) -> Self::Floats;
    fn put_floats(self, floats: Self::Floats, out: &mut [f32; 8]);
    /// Returns the same number eight times.
    fn float(self, x: f32) -> Self::Floats;
    fn add_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn sub_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn mul_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn div_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a * b + c.
    fn fused(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats;
    fn min_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn max_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns the square roots of numbers that are not negative.
    fn sqrt_floats(self, x: Self::Floats) -> Self::Floats;
    /// Returns a mask of where a < b.
    fn less(self, a: Self::Floats, b: Self::Floats) -> Self::Ints;
    /// Returns `yes` where the mask is set, else `no`.
    fn choose(self, mask: Self::Ints, yes: Self::Floats, no: Self::Floats) -> Self::Floats;
    /// Returns the least of all eight numbers.
    fn least(self, x: Self::Floats) -> f32;
    /// Returns the least number of each.
    fn least_of_each(self, all: [Self::Floats; 8]) -> Self::Floats;
    /// Rounds numbers down; all of them are within the range of i32.
    fn floor_ints(self, x: Self::Floats) -> Self::Ints;

    /// Returns the same number eight times.
    fn int(self, x: u32) -> Self::Ints;
    /// # Safety
    /// Eight numbers can be read.
    unsafe fn load_ints(self, at: *const u32) -> Self::Ints;
    /// # Safety
    /// Eight numbers can be written.
    unsafe fn store_ints(self, ints: Self::Ints, at: *mut u32);
    fn and_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    fn or_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Adds numbers; a sum beyond the range of u32 wraps around.
    fn add_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Subtracts numbers; a difference below 0 wraps around, as the bits of an i32 do.
    fn sub_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a mask of where a < b, both as i32.
    fn less_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns the larger numbers, as i32.
    fn max_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns the halves of numbers, as i32, rounded down.
    fn half_ints(self, x: Self::Ints) -> Self::Ints;
    /// Converts numbers, as i32.
    fn floats_of(self, x: Self::Ints) -> Self::Floats;
    /// Returns floats of the same bits.
    fn as_floats(self, x: Self::Ints) -> Self::Floats;
    /// Returns the columns of eight rows.
    fn columns(self, of: [&[u32; 4]; 8]) -> [Self::Ints; 4];
    /// Returns the columns of eight pairs of numbers: the first ones, and the second ones.
    fn two_columns(self, of: [&[f32; 2]; 8]) -> [Self::Floats; 2];
    /// Returns a bit for each number of a mask, the first one's lowest.
    fn bits_of(self, mask: Self::Ints) -> u32;
    /// Whether any bit is set.
    fn any_ints(self, x: Self::Ints) -> bool;
    /// Shifts rows of 64 bits, given as low and high halves, right by less than 32, and returns their low halves.
    fn funnel_ints(self, low: Self::Ints, high: Self::Ints, by: u32) -> Self::Ints;
    /// Shifts every number left; a shift by 32 or more gives 0.
    fn left_ints(self, x: Self::Ints, by: u32) -> Self::Ints;
    /// Shifts every number right; a shift by 32 or more gives 0.
    fn right_ints(self, x: Self::Ints, by: u32) -> Self::Ints;
    /// Returns the bits with the numbers `first` to `last`; none if `first` is above 31 or `last` is below 0. No
    /// `first` is below 0, and no `last` is above 31.
    fn runs(self, first: Self::Ints, last: Self::Ints) -> Self::Ints;

    /// Loads eight numbers from `at` on.
    #[inline(always)]
    fn ints(self, all: &[u32], at: usize) -> Self::Ints {
        let all = &all[at..at + 8];
        // SAFETY: the slice has eight numbers.
        unsafe { self.load_ints(all.as_ptr()) }
    }

    /// Writes eight numbers from `at` on.
    #[inline(always)]
    fn put_ints(self, ints: Self::Ints, out: &mut [u32], at: usize) {
        let out = &mut out[at..at + 8];
        // SAFETY: the slice has eight numbers.
        unsafe { self.store_ints(ints, out.as_mut_ptr()) }
    }
}

/// Implements [`Eight`] with AVX2 and FMA, which machines with AVX-512 also have.
#[cfg(target_arch = "x86_64")]
macro_rules! eight_by_avx2 {
    ($set:ty) => {
        // Why all unsafe blocks are sound: a value of the set is made only in its `run`, on machines that have AVX2
        // and FMA; a register contains eight numbers of 32 bits; and the caller promises that memory can be read or
        // written.
        impl $crate::simd::Eight for $set {
            type Floats = __m256;
            type Ints = __m256i;

            #[inline(always)]
            fn floats(self, all: &[f32; 8]) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_loadu_ps(all.as_ptr()) }
            }

            #[inline(always)]
            fn put_floats(self, floats: __m256, out: &mut [f32; 8]) {
                // SAFETY: as above.
                unsafe { _mm256_storeu_ps(out.as_mut_ptr(), floats) }
            }

            #[inline(always)]
            fn float(self, x: f32) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_set1_ps(x) }
            }

            #[inline(always)]
            fn add_floats(self, a: __m256, b: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_add_ps(a, b) }
            }

            #[inline(always)]
            fn sub_floats(self, a: __m256, b: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_sub_ps(a, b) }
            }

            #[inline(always)]
            fn mul_floats(self, a: __m256, b: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_mul_ps(a, b) }
            }

            #[inline(always)]
            fn div_floats(self, a: __m256, b: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_div_ps(a, b) }
            }

            #[inline(always)]
            fn fused(self, a: __m256, b: __m256, c: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_fmadd_ps(a, b, c) }
            }

            #[inline(always)]
            fn min_floats(self, a: __m256, b: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_min_ps(a, b) }
            }

            #[inline(always)]
            fn max_floats(self, a: __m256, b: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_max_ps(a, b) }
            }

            #[inline(always)]
            fn sqrt_floats(self, x: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_sqrt_ps(x) }
            }

            #[inline(always)]
            fn less(self, a: __m256, b: __m256) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b)) }
            }

            #[inline(always)]
            fn choose(self, mask: __m256i, yes: __m256, no: __m256) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(mask)) }
            }

            #[inline(always)]
            fn least(self, x: __m256) -> f32 {
                // SAFETY: as above.
                unsafe {
                    let four = _mm_min_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps::<1>(x));
                    let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
                    _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)))
                }
            }

            #[inline(always)]
            fn least_of_each(self, [a, b, c, d, e, f, g, h]: [__m256; 8]) -> __m256 {
                // SAFETY: as above. Three rounds halve the numbers that are left of each.
                unsafe {
                    let halves = |a, b| _mm256_min_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
                    let quarters = |a, b| {
                        let (a, b) = (_mm256_castps_pd(a), _mm256_castps_pd(b));
                        let (low, high) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
                        _mm256_min_ps(_mm256_castpd_ps(low), _mm256_castpd_ps(high))
                    };
                    let first = quarters(halves(a, b), halves(c, d));
                    let last = quarters(halves(e, f), halves(g, h));
                    _mm256_min_ps(
                        _mm256_permute2f128_ps::<0x20>(first, last),
                        _mm256_permute2f128_ps::<0x31>(first, last),
                    )
                }
            }

            #[inline(always)]
            fn floor_ints(self, x: __m256) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_cvtps_epi32(_mm256_floor_ps(x)) }
            }

            #[inline(always)]
            fn int(self, x: u32) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_set1_epi32(x.cast_signed()) }
            }

            #[inline(always)]
            unsafe fn load_ints(self, at: *const u32) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_loadu_si256(at.cast()) }
            }

            #[inline(always)]
            unsafe fn store_ints(self, ints: __m256i, at: *mut u32) {
                // SAFETY: as above.
                unsafe { _mm256_storeu_si256(at.cast(), ints) }
            }

            #[inline(always)]
            fn and_ints(self, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_and_si256(a, b) }
            }

            #[inline(always)]
            fn or_ints(self, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_or_si256(a, b) }
            }

            #[inline(always)]
            fn add_ints(self, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_add_epi32(a, b) }
            }

            #[inline(always)]
            fn sub_ints(self, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_sub_epi32(a, b) }
            }

            #[inline(always)]
            fn less_ints(self, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_cmpgt_epi32(b, a) }
            }

            #[inline(always)]
            fn max_ints(self, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_max_epi32(a, b) }
            }

            #[inline(always)]
            fn half_ints(self, x: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_srai_epi32::<1>(x) }
            }

            #[inline(always)]
            fn floats_of(self, x: __m256i) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_cvtepi32_ps(x) }
            }

            #[inline(always)]
            fn as_floats(self, x: __m256i) -> __m256 {
                // SAFETY: as above.
                unsafe { _mm256_castsi256_ps(x) }
            }

            #[inline(always)]
            fn columns(self, of: [&[u32; 4]; 8]) -> [__m256i; 4] {
                // SAFETY: as above; a row is half a register.
                unsafe {
                    // Two rows in each register: k and k + 4.
                    let two = |k: usize| {
                        let [low, high] = [of[k].as_ptr().cast(), of[k + 4].as_ptr().cast()];
                        _mm256_inserti128_si256::<1>(
                            _mm256_castsi128_si256(_mm_loadu_si128(low)),
                            _mm_loadu_si128(high),
                        )
                    };
                    let [a, b, c, d] = [two(0), two(1), two(2), two(3)];
                    let (ab_min, ab_max) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
                    let (cd_min, cd_max) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
                    [
                        _mm256_unpacklo_epi64(ab_min, cd_min),
                        _mm256_unpackhi_epi64(ab_min, cd_min),
                        _mm256_unpacklo_epi64(ab_max, cd_max),
                        _mm256_unpackhi_epi64(ab_max, cd_max),
                    ]
                }
            }

            #[inline(always)]
            fn two_columns(self, of: [&[f32; 2]; 8]) -> [__m256; 2] {
                // SAFETY: as above; a pair is two numbers of 32 bits, which fit a half of a register.
                unsafe {
                    let two = |k: usize| {
                        let [low, high] = [of[k].as_ptr().cast(), of[k + 1].as_ptr().cast()];
                        _mm_loadh_pd(_mm_load_sd(low), high)
                    };
                    let four = |k: usize| _mm256_castpd_ps(_mm256_set_m128d(two(k + 4), two(k)));
                    let (a, b) = (four(0), four(2));
                    [_mm256_shuffle_ps::<0x88>(a, b), _mm256_shuffle_ps::<0xdd>(a, b)]
                }
            }

            #[inline(always)]
            fn bits_of(self, mask: __m256i) -> u32 {
                // SAFETY: as above.
                unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask)).cast_unsigned() }
            }

            #[inline(always)]
            fn any_ints(self, x: __m256i) -> bool {
                // SAFETY: as above.
                unsafe { _mm256_testz_si256(x, x) == 0 }
            }

            #[inline(always)]
            fn funnel_ints(self, low: __m256i, high: __m256i, by: u32) -> __m256i {
                self.or_ints(self.right_ints(low, by), self.left_ints(high, 32 - by))
            }

            #[inline(always)]
            fn left_ints(self, x: __m256i, by: u32) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_sll_epi32(x, _mm_cvtsi32_si128(by.cast_signed())) }
            }

            #[inline(always)]
            fn right_ints(self, x: __m256i, by: u32) -> __m256i {
                // SAFETY: as above.
                unsafe { _mm256_srl_epi32(x, _mm_cvtsi32_si128(by.cast_signed())) }
            }

            #[inline(always)]
            fn runs(self, first: __m256i, last: __m256i) -> __m256i {
                // SAFETY: as above.
                unsafe {
                    let all = _mm256_set1_epi32(-1);
                    let above = _mm256_sllv_epi32(all, first);
                    let below = _mm256_srlv_epi32(all, _mm256_sub_epi32(_mm256_set1_epi32(31), last));
                    _mm256_and_si256(above, below)
                }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(super) use eight_by_avx2;

#[cfg(test)]
mod tests {
    use crate::simd::{Kernel, Lanes, Simd};

    /// The inputs for all operations; the kernel returns the results as bits.
    struct All([f32; 8], [f32; 8], [u32; 16]);

    impl Kernel for All {
        type Out = Vec<Vec<u32>>;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Vec<Vec<u32>> {
            let All(x, y, rows) = self;
            let (a, b) = (lanes.floats(&x), lanes.floats(&y));
            let (low, high) = (lanes.ints(&rows, 0), lanes.ints(&rows, 8));
            let zero = lanes.float(0.0);
            let ints = |x| {
                let mut out = vec![0; 8];
                lanes.put_ints(x, &mut out, 0);
                out
            };
            // Float results are compared after rounding down.
            let seen = |x| ints(lanes.floor_ints(x));
            let mut stored = [0.0; 8];
            lanes.put_floats(lanes.add_floats(a, b), &mut stored);
            let mut all = vec![
                seen(lanes.floats(&stored)),
                seen(lanes.add_floats(a, b)),
                seen(lanes.sub_floats(a, b)),
                seen(lanes.mul_floats(a, b)),
                seen(lanes.div_floats(a, b)),
                seen(lanes.fused(a, b, a)),
                seen(lanes.min_floats(a, b)),
                seen(lanes.max_floats(a, b)),
                seen(lanes.sqrt_floats(lanes.max_floats(a, zero))),
                ints(lanes.less(a, b)),
                seen(lanes.choose(lanes.less(a, b), a, b)),
                vec![lanes.least(a).to_bits()],
                seen(lanes.least_of_each(std::array::from_fn(|k| {
                    let mut other = x;
                    other.rotate_left(k);
                    other[3 * k % 8] -= k as f32;
                    lanes.min_floats(lanes.floats(&other), lanes.floats(&[y[k]; 8]))
                }))),
                ints(lanes.and_ints(low, high)),
                ints(lanes.or_ints(low, high)),
                ints(lanes.add_ints(low, high)),
                ints(lanes.sub_ints(low, high)),
                ints(lanes.less_ints(low, high)),
                ints(lanes.less_ints(low, low)),
                ints(lanes.max_ints(low, high)),
                ints(lanes.half_ints(low)),
                seen(lanes.floats_of(lanes.half_ints(lanes.right_ints(low, 8)))),
                seen(lanes.floats_of(lanes.sub_ints(lanes.int(0), lanes.right_ints(low, 9)))),
                vec![lanes.bits_of(lanes.less(a, b)), lanes.bits_of(lanes.less_ints(low, high))],
                vec![lanes.any_ints(low).into(), lanes.any_ints(lanes.int(0)).into()],
            ];
            let boxes: [[u32; 4]; 8] =
                std::array::from_fn(|k| [0, 5, 10, 15].map(|i| rows[(3 * k + i) % 16]));
            all.extend(lanes.columns(boxes.each_ref()).map(ints));
            all.push(seen(lanes.as_floats(lanes.ints(&x.map(f32::to_bits), 0))));
            let pairs: [[f32; 2]; 8] = std::array::from_fn(|k| [x[k], y[5 * k % 8]]);
            all.extend(lanes.two_columns(pairs.each_ref()).map(seen));
            for by in [0, 1, 7, 31, 32, 40] {
                all.push(ints(lanes.left_ints(low, by)));
                all.push(ints(lanes.right_ints(low, by)));
                if by < 32 {
                    all.push(ints(lanes.funnel_ints(low, high, by)));
                }
            }
            let first = lanes.ints(&[0, 5, 31, 32, 100, 3, 0, 9], 0);
            let last = lanes.ints(&[31, 5, 31, 31, 3, u32::MAX, 0, 20], 0);
            all.push(ints(lanes.runs(first, last)));
            all
        }
    }

    #[test]
    fn every_set_gives_the_same() {
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 32) as u32
        };
        for _ in 0..500 {
            // Multiples of 1/16: no sum or product of these is rounded.
            let mut number = |_| (random() % 4001) as f32 / 8.0 - 250.0;
            let x: [f32; 8] = std::array::from_fn(&mut number);
            let y: [f32; 8] = std::array::from_fn(|k| number(k) + 0.0625);
            let rows: [u32; 16] = std::array::from_fn(|_| random());
            let plain = Simd::PLAIN.run(All(x, y, rows));
            let right: Vec<u32> = (0..8).map(|k| (x[k] + y[k]).floor() as i32 as u32).collect();
            assert_eq!(plain[0], right);
            let runs = plain.last().expect("there are some");
            assert_eq!(runs[..], [u32::MAX, 1 << 5, 1 << 31, 0, 0, 0, 1, 0x1f_fe00]);
            for simd in Simd::available() {
                assert_eq!(simd.run(All(x, y, rows)), plain, "{}", simd.name());
            }
        }
    }
}

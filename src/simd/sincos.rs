//! Sine and cosine of many angles, with exactly the same bits as `libm`'s `sin` and `cos` (SPEC 2).
//!
//! The operations are those of libm, in its order, but without branches, so that the compiler can process several
//! angles at a time. Angles for which libm uses still another reduction are passed to libm: those from 2^20 pi / 2 on, and
//! a few small ones next to a multiple of pi / 2.

use crate::simd::{Kernel, Lanes, Simd};

/// The number of angles that [`sin_cos`] takes at a time.
const CHUNK: usize = 64;

/// Computes the sine and cosine of every angle; all three slices have the same length.
pub(crate) fn sin_cos(simd: Simd, angles: &[f64], sin: &mut [f64], cos: &mut [f64]) {
    assert!(angles.len() == sin.len() && angles.len() == cos.len());
    simd.run(SinCos { angles, sin, cos });
}

struct SinCos<'a> {
    angles: &'a [f64],
    sin: &'a mut [f64],
    cos: &'a mut [f64],
}

impl Kernel for SinCos<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let SinCos { angles, sin, cos } = self;
        let (whole, rest) = angles.as_chunks::<CHUNK>();
        let (sin, sin_rest) = sin.as_chunks_mut::<CHUNK>();
        let (cos, cos_rest) = cos.as_chunks_mut::<CHUNK>();
        for ((angles, sin), cos) in whole.iter().zip(sin).zip(cos) {
            sin_cos_chunk(angles, sin, cos);
        }
        if !rest.is_empty() {
            let (mut angles, mut sin, mut cos) = ([0.0; CHUNK], [0.0; CHUNK], [0.0; CHUNK]);
            angles[..rest.len()].copy_from_slice(rest);
            sin_cos_chunk(&angles, &mut sin, &mut cos);
            sin_rest.copy_from_slice(&sin[..rest.len()]);
            cos_rest.copy_from_slice(&cos[..rest.len()]);
        }
    }
}

/// Computes the sine and cosine of every angle, inside a kernel: the loop is compiled for the kernel's set.
#[inline(always)]
pub(crate) fn sin_cos_chunk<const N: usize>(angles: &[f64; N], sin: &mut [f64; N], cos: &mut [f64; N]) {
    /// Up to this many small angles that one round does not reduce are passed to libm.
    const FEW: u64 = 2;
    // NaN counts as large.
    let are_small = angles.iter().fold(true, |so_far, angle| so_far & (angle.abs() <= SMALL));
    let mut left = if are_small { all_by::<true, N>(angles, sin, cos) } else { FEW + 1 };
    if left > FEW {
        left = all_by::<false, N>(angles, sin, cos);
    }
    if left > 0 {
        by_libm(angles, sin, cos);
    }
}

/// Computes small angles, or any. Returns how many are left out.
#[inline(always)]
fn all_by<const ARE_SMALL: bool, const N: usize>(
    angles: &[f64; N],
    sin: &mut [f64; N],
    cos: &mut [f64; N],
) -> u64 {
    let mut left = 0;
    for k in 0..N {
        let reduced = reduce::<ARE_SMALL>(angles[k]);
        (sin[k], cos[k]) = of_reduced(angles[k], &reduced);
        sin[k] = if reduced.is_left { f64::NAN } else { sin[k] };
        left += u64::from(reduced.is_left);
    }
    left
}

/// Computes with libm the angles that were left out: those whose sine is NaN.
#[cold]
#[inline(never)]
fn by_libm(angles: &[f64], sin: &mut [f64], cos: &mut [f64]) {
    for ((&angle, sin), cos) in angles.iter().zip(sin).zip(cos) {
        if sin.is_nan() {
            (*sin, *cos) = (libm::sin(angle), libm::cos(angle));
        }
    }
}

/// Returns the greatest number with this high word: libm compares high words.
const fn up_to(high: u64) -> f64 {
    f64::from_bits(high << 32 | 0xffff_ffff)
}

/// About pi / 4: up to here libm does not reduce the angle.
const DIRECT: f64 = up_to(0x3fe9_21fb);
/// Below this the sine equals the angle.
const TINY: f64 = f64::from_bits(0x3e50_0000 << 32);
/// About 9/4 pi: up to here libm finds the multiple by comparing high words, and does further rounds only next to
/// multiples.
const SMALL: f64 = up_to(0x401c_463b);
/// About 2^20 pi / 2: from here on libm reduces the angle by a table.
const LARGE: f64 = f64::from_bits(0x4139_21fb << 32);
/// Adding this to a number below 2^51 leaves the number, rounded to an integer, in the low bits.
const TO_INT: f64 = 1.5 / f64::EPSILON;
/// Slightly less than 2 / pi. The high word of a number up to [`SMALL`], times this and rounded, is the multiple that
/// libm finds by comparing. The reason: the last high word for which libm finds n, times 2 / pi, is below (n + 1/2)
/// (1 + 1.4e-7); the first one for n + 1 is above (n + 1/2) (1 + 4e-7).
const LESS_INV_PIO2: f64 = INV_PIO2 * (1.0 - 2.7e-7);
// pi / 2 in three parts of 33 bits, with the rest after each part (the `T` constants); and 2 / pi.
const INV_PIO2: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
const PIO2_1: f64 = f64::from_bits(0x3ff9_21fb_5440_0000);
const PIO2_1T: f64 = f64::from_bits(0x3dd0_b461_1a62_6331);
const PIO2_2: f64 = f64::from_bits(0x3dd0_b461_1a60_0000);
const PIO2_2T: f64 = f64::from_bits(0x3ba3_198a_2e03_7073);
const PIO2_3: f64 = f64::from_bits(0x3ba3_198a_2e00_0000);
const PIO2_3T: f64 = f64::from_bits(0x397b_839a_2520_49c1);

/// An angle minus a multiple of pi / 2.
struct Reduced {
    /// The reduced angle: the sum of both numbers.
    rest: [f64; 2],
    /// The multiple; only its last two bits matter.
    quadrant: u64,
    /// Whether libm uses another reduction for the angle, so that it is left to libm.
    is_left: bool,
}

/// Reduces an angle like libm's `rem_pio2`, without its table. Small angles are reduced by one round; the few that need
/// more are left out: those next to a multiple of pi / 2 other than 0.
#[inline(always)]
fn reduce<const IS_SMALL: bool>(x: f64) -> Reduced {
    let size = x.abs();
    let high_word = f64::from_bits(x.to_bits() & (0xffff_ffff << 32));
    let multiple = if IS_SMALL || size <= SMALL { high_word * LESS_INV_PIO2 } else { x * INV_PIO2 };
    let rounded = multiple + TO_INT;
    let n = rounded - TO_INT;
    // With n = 0 the code below leaves x unchanged.

    let first = x - n * PIO2_1;
    let first_w = n * PIO2_1T;
    let first_rest = (first - first_w).abs();
    // 2^e for a number from 2^e to 2^(e + 1): libm compares the exponents of the angle and of the rest.
    let power = f64::from_bits(size.to_bits() & 0x7ff0_0000_0000_0000);
    let is_second = first_rest < power * f64::from_bits((1023 - 16) << 52);

    if IS_SMALL {
        let y0 = first - first_w;
        let rest = [y0, (first - y0) - first_w];
        return Reduced { rest, quadrant: rounded.to_bits(), is_left: is_second };
    }

    let (second, second_w) = round(first, n * PIO2_2, n * PIO2_2T);
    let is_third = is_second & ((second - second_w).abs() < power * f64::from_bits((1023 - 49) << 52));
    let (third, third_w) = round(second, n * PIO2_3, n * PIO2_3T);

    let (r, w) = if is_second { (second, second_w) } else { (first, first_w) };
    let (r, w) = if is_third { (third, third_w) } else { (r, w) };
    let y0 = r - w;
    let y1 = (r - y0) - w;

    // A third round happens only next to a multiple of pi / 2. There libm also uses this reduction for small numbers.
    let is_unsure = (size <= SMALL) & is_second & !is_third;
    let is_left = (size >= LARGE) | size.is_nan() | is_unsure;
    Reduced { rest: [y0, y1], quadrant: rounded.to_bits(), is_left }
}

/// One round of the reduction: subtracts the next part of the multiple, and returns the rest and what is still to be
/// subtracted.
#[inline(always)]
fn round(from: f64, part: f64, missing: f64) -> (f64, f64) {
    let rest = from - part;
    (rest, missing - ((from - rest) - part))
}

// The coefficients of libm's polynomials.
const S1: f64 = f64::from_bits(0xbfc5_5555_5555_5549);
const S2: f64 = f64::from_bits(0x3f81_1111_1110_f8a6);
const S3: f64 = f64::from_bits(0xbf2a_01a0_19c1_61d5);
const S4: f64 = f64::from_bits(0x3ec7_1de3_57b1_fe7d);
const S5: f64 = f64::from_bits(0xbe5a_e5e6_8a2b_9ceb);
const S6: f64 = f64::from_bits(0x3de5_d93a_5acf_d57c);
const C1: f64 = f64::from_bits(0x3fa5_5555_5555_554c);
const C2: f64 = f64::from_bits(0xbf56_c16c_16c1_5177);
const C3: f64 = f64::from_bits(0x3efa_01a0_19cb_1590);
const C4: f64 = f64::from_bits(0xbe92_7e4f_809c_52ad);
const C5: f64 = f64::from_bits(0x3e21_ee9e_bdb4_b1c4);
const C6: f64 = f64::from_bits(0xbda8_fae9_be88_38d4);

/// Computes libm's `k_sin` and `k_cos` of the reduced angle; the quadrant decides which of them is the sine and which
/// the cosine.
#[inline(always)]
fn of_reduced(x: f64, reduced: &Reduced) -> (f64, f64) {
    let [y0, y1] = reduced.rest;
    let z = y0 * y0;
    let zz = z * z;

    let r = S2 + z * (S3 + z * S4) + z * zz * (S5 + z * S6);
    let v = z * y0;
    let direct = y0 + v * (S1 + z * r);
    let turned = y0 - ((z * (0.5 * y1 - v * r) - y1) - v * S1);
    let sin = if x.abs() <= DIRECT { direct } else { turned };
    let sin = if x.abs() < TINY { x } else { sin };

    let r = z * (C1 + z * (C2 + z * C3)) + zz * zz * (C4 + z * (C5 + z * C6));
    let half = 0.5 * z;
    let w = 1.0 - half;
    let cos = w + (((1.0 - w) - half) + (z * r - y0 * y1));

    let (sin, cos, q) = (sin.to_bits(), cos.to_bits(), reduced.quadrant);
    let exchanged = (sin ^ cos) & 0u64.wrapping_sub(q & 1);
    let sign = |q: u64| (q & 2) << 62;
    (f64::from_bits(sin ^ exchanged ^ sign(q)), f64::from_bits(cos ^ exchanged ^ sign(q.wrapping_add(1))))
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_4;
    use std::ops::Range;

    use super::*;

    /// Compares every instruction set of this machine with libm.
    fn check(angles: &[f64]) {
        let right: Vec<[f64; 2]> = angles.iter().map(|&angle| [libm::sin(angle), libm::cos(angle)]).collect();
        let (mut sin, mut cos) = (vec![0.0; angles.len()], vec![0.0; angles.len()]);
        for simd in Simd::available() {
            sin_cos(simd, angles, &mut sin, &mut cos);
            for (k, &angle) in angles.iter().enumerate() {
                let is_same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
                let is_right = is_same(sin[k], right[k][0]) && is_same(cos[k], right[k][1]);
                assert!(is_right, "{angle:e} ({:#x}) by {}", angle.to_bits(), simd.name());
            }
        }
    }

    /// Checks the numbers with these bits, positive and negative.
    fn check_bits(bits: impl Iterator<Item = u64>) {
        let angles: Vec<f64> = bits.map(f64::from_bits).flat_map(|x| [x, -x]).collect();
        angles.chunks(4096).for_each(check);
    }

    /// Returns the bits of a number and of its nearest neighbors.
    fn about(x: f64) -> Range<u64> {
        x.to_bits().saturating_sub(4)..x.to_bits() + 4
    }

    struct Random(u64);

    impl Random {
        fn bits(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ x >> 31
        }

        /// Returns a number from -1 to 1.
        fn part(&mut self) -> f64 {
            (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        }

        /// Returns an angle of one of many sizes, some of them next to a multiple of pi / 4.
        fn angle(&mut self, kind: u64) -> f64 {
            match kind % 8 {
                0 | 1 => self.part() * 7.1,
                2 => self.part() * 1000.0,
                3 => self.part() * 1.7e6,
                4 => f64::from_bits(self.bits()),
                // From 2^-33 to 2^24.
                5 => f64::from_bits((self.bits() % (57 << 52)) + ((1023 - 33) << 52)) * self.part().signum(),
                6 => {
                    let multiple = (self.part() * 10.0).round() * FRAC_PI_4;
                    multiple + self.part() * f64::from_bits((1023 - self.bits() % 50) << 52)
                }
                _ => {
                    let multiple = (self.part() * 2.2e6).round() * FRAC_PI_4;
                    f64::from_bits(multiple.to_bits() ^ self.bits() >> (12 + self.bits() % 52))
                }
            }
        }
    }

    #[test]
    fn every_length() {
        let angles: Vec<f64> = (0..200).map(|k| f64::from(k) * 0.37 - 40.0).collect();
        (0..angles.len()).for_each(|n| check(&angles[..n]));
    }

    #[test]
    fn every_exponent() {
        let mut random = Random(1);
        let ends = [0, 1, 2, (1 << 52) - 2, (1 << 52) - 1];
        for exponent in 0..2048 {
            check_bits(ends.into_iter().map(|mantissa| exponent << 52 | mantissa));
            check_bits((0..60).map(|_| exponent << 52 | random.bits() >> 12));
        }
    }

    #[test]
    fn where_libm_uses_another_reduction() {
        let high_words = [
            0x0010_0000_u64,
            0x3e46_a09e,
            0x3e50_0000,
            0x3fe9_21fb,
            0x3ff9_21fb,
            0x4002_d97c,
            0x4009_21fb,
            0x400f_6a7a,
            0x4012_d97c,
            0x4015_fdbc,
            0x4019_21fb,
            0x401c_463b,
            0x4139_21fb,
            0x7ff0_0000,
        ];
        let mut random = Random(2);
        for high in high_words {
            for high in high - 2..=high + 2 {
                check_bits((high << 32) - 4..(high << 32) + 4);
                check_bits((0..1000).map(|_| high << 32 | random.bits() >> 32));
            }
        }
        for special in [1e22, 1_647_099.0, 1_647_100.0, 2_097_152.0, f64::MAX] {
            check_bits(about(special));
        }
    }

    #[test]
    fn next_to_multiples_of_an_eighth_of_a_turn() {
        let all = (0..20_000).chain((20_000..2_200_000).step_by(37));
        check_bits(all.flat_map(|n| about(f64::from(n) * FRAC_PI_4)));
        // Also points that are nearer to or farther from the multiples than rounding errors are.
        for n in 0..10 {
            let multiple = f64::from(n) * FRAC_PI_4;
            check_bits(
                (0..51).flat_map(|bit| [multiple.to_bits() ^ 1 << bit, multiple.to_bits() + (1 << bit)]),
            );
        }
    }

    /// Checks 2^22 angles; 2^32 with KASURI_LONG.
    #[test]
    fn many_angles() {
        let parts = if std::env::var_os("KASURI_LONG").is_some() { 1 << 20 } else { 1 << 10 };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let mine = (thread as u64..parts).step_by(threads);
                scope.spawn(move || {
                    for part in mine {
                        let mut random = Random(part << 32);
                        let angles: Vec<f64> = (0..4096).map(|k| random.angle(k)).collect();
                        check(&angles);
                    }
                });
            }
        });
    }

    /// A slice for the sines or the cosines that has another length than the angles is a mistake of the caller.
    #[test]
    fn slices_of_other_lengths_are_a_mistake() {
        let is_done = |angles: usize, sin: usize, cos: usize| {
            let (angles, mut sin, mut cos) = (vec![0.0; angles], vec![9.0; sin], vec![9.0; cos]);
            let run = std::panic::AssertUnwindSafe(|| {
                sin_cos(Simd::best(), &angles, &mut sin, &mut cos);
                sin.iter().all(|&x| x == 0.0) && cos.iter().all(|&x| x == 1.0)
            });
            std::panic::catch_unwind(run).unwrap_or(false)
        };
        assert!(is_done(70, 70, 70));
        assert!(!is_done(70, 69, 70) && !is_done(70, 70, 71));
    }
}

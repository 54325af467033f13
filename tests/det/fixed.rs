//! Numbers of 320 bits after the point: slow, plain, and precise enough to judge the last bit of an f64.

use std::sync::OnceLock;

/// The words of a number: five after the point, then one before it.
const WORDS: usize = 6;

/// A sign, and a size as words with the least first.
#[derive(Clone, Copy)]
pub(crate) struct Fixed {
    is_negative: bool,
    size: [u64; WORDS],
}

impl Fixed {
    const ZERO: Fixed = Fixed { is_negative: false, size: [0; WORDS] };

    /// Returns exactly this number; it is smaller than 2^63, and 0 or at least 2^-260.
    pub(crate) fn of(x: f64) -> Fixed {
        let exponent = (x.to_bits() >> 52 & 0x7ff) as i32;
        if x == 0.0 {
            return Fixed::ZERO;
        }
        let mantissa = x.to_bits() & ((1 << 52) - 1) | 1 << 52;
        // The place of the mantissa's last bit.
        let place = exponent - 1075 + 64 * (WORDS as i32 - 1);
        assert!(place >= 0 && place + 53 < 64 * WORDS as i32, "{x:e} does not fit");
        let (word, bit) = (place as usize / 64, place as u32 % 64);
        let wide = u128::from(mantissa) << bit;
        let mut size = [0; WORDS];
        size[word] = wide as u64;
        if let Some(next) = size.get_mut(word + 1) {
            *next = (wide >> 64) as u64;
        }
        Fixed { is_negative: x < 0.0, size }
    }

    /// Returns the nearest f64, or one next to it.
    pub(crate) fn to_f64(self) -> f64 {
        let top = self.size.iter().rposition(|&word| word != 0).unwrap_or(0);
        let unit = |word: usize| f64::from_bits((1023 + 64 * (word as i64 - 5)) as u64 * (1 << 52));
        let lower = if top > 0 { self.size[top - 1] as f64 * unit(top - 1) } else { 0.0 };
        let size = self.size[top] as f64 * unit(top) + lower;
        if self.is_negative { -size } else { size }
    }

    pub(crate) fn minus(self, other: Fixed) -> Fixed {
        self.plus(Fixed { is_negative: !other.is_negative, ..other })
    }

    pub(crate) fn plus(self, other: Fixed) -> Fixed {
        if self.is_negative == other.is_negative {
            let mut carry = false;
            let mut size = self.size;
            for (word, more) in size.iter_mut().zip(other.size) {
                let (sum, first) = word.overflowing_add(more);
                let (sum, second) = sum.overflowing_add(carry.into());
                (*word, carry) = (sum, first | second);
            }
            assert!(!carry, "a sum does not fit");
            return Fixed { size, ..self };
        }
        let is_less = self.size.iter().rev().lt(other.size.iter().rev());
        let (more, less) = if is_less { (other, self) } else { (self, other) };
        let mut borrow = false;
        let mut size = more.size;
        for (word, less) in size.iter_mut().zip(less.size) {
            let (rest, first) = word.overflowing_sub(less);
            let (rest, second) = rest.overflowing_sub(borrow.into());
            (*word, borrow) = (rest, first | second);
        }
        Fixed { size, ..more }
    }

    /// Multiplies; what is below the last word is dropped.
    pub(crate) fn times(self, other: Fixed) -> Fixed {
        let mut all = [0_u64; 2 * WORDS];
        for (i, &a) in self.size.iter().enumerate() {
            let mut carry = 0;
            for (j, &b) in other.size.iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(all[i + j]) + carry;
                all[i + j] = sum as u64;
                carry = sum >> 64;
            }
            all[i + WORDS] = carry as u64;
        }
        assert_eq!(all[2 * WORDS - 1], 0, "a product does not fit");
        let size = std::array::from_fn(|k| all[k + WORDS - 1]);
        Fixed { is_negative: self.is_negative != other.is_negative, size }
    }

    /// Divides by a small number.
    fn over(self, by: u64) -> Fixed {
        let mut rest = 0;
        let mut size = self.size;
        for word in size.iter_mut().rev() {
            let wide = rest << 64 | u128::from(*word);
            *word = (wide / u128::from(by)) as u64;
            rest = wide % u128::from(by);
        }
        Fixed { size, ..self }
    }

    fn is_zero(self) -> bool {
        self.size == [0; WORDS]
    }

    /// Returns the sine and the cosine.
    pub(crate) fn sin_cos(self) -> [Fixed; 2] {
        let (mut rest, mut quarters) = (self, 0_i64);
        loop {
            let size = rest.to_f64();
            if size.abs() < 0.8 {
                break;
            }
            let k = (size / std::f64::consts::FRAC_PI_2).round();
            rest = rest.minus(quarter_turn().times(Fixed::of(k)));
            quarters = quarters.wrapping_add(k as i64);
        }
        let (mut sums, mut power) = ([Fixed::ZERO; 2], Fixed::of(1.0));
        for k in 0.. {
            if power.is_zero() {
                break;
            }
            // 1, x, -x^2/2, -x^3/6, x^4/24 and so on: even ones belong to the cosine.
            let sum = &mut sums[usize::from(k % 2 == 0)];
            *sum = if k & 2 == 0 { sum.plus(power) } else { sum.minus(power) };
            power = power.times(rest).over(k + 1);
        }
        let [sin, cos] = sums;
        match quarters.rem_euclid(4) {
            0 => [sin, cos],
            1 => [cos, Fixed::ZERO.minus(sin)],
            2 => [Fixed::ZERO.minus(sin), Fixed::ZERO.minus(cos)],
            _ => [Fixed::ZERO.minus(cos), sin],
        }
    }

    /// Returns 2 to the power of this number, which is from -1 to 1.
    pub(crate) fn exp2(self) -> Fixed {
        let exponent = self.times(ln_2());
        let (mut sum, mut power) = (Fixed::ZERO, Fixed::of(1.0));
        for k in 1.. {
            if power.is_zero() {
                break;
            }
            sum = sum.plus(power);
            power = power.times(exponent).over(k);
        }
        sum
    }
}

/// Returns the sum of 1 / (k by^k) over the odd k, with alternating signs or without: the arc tangent of 1 / by, or the
/// hyperbolic one.
fn inverse_tangent(by: u64, alternates: bool) -> Fixed {
    let (mut sum, mut power) = (Fixed::ZERO, Fixed::of(1.0).over(by));
    for k in (1..).step_by(2) {
        let term = power.over(k);
        if term.is_zero() {
            break;
        }
        sum = if alternates && k % 4 == 3 { sum.minus(term) } else { sum.plus(term) };
        power = power.over(by * by);
    }
    sum
}

/// Half of pi, by Machin's formula.
fn quarter_turn() -> Fixed {
    static VALUE: OnceLock<Fixed> = OnceLock::new();
    let value = || {
        let (fifth, small) = (inverse_tangent(5, true), inverse_tangent(239, true));
        fifth.times(Fixed::of(8.0)).minus(small.times(Fixed::of(2.0)))
    };
    *VALUE.get_or_init(value)
}

fn ln_2() -> Fixed {
    static VALUE: OnceLock<Fixed> = OnceLock::new();
    *VALUE.get_or_init(|| inverse_tangent(3, false).times(Fixed::of(2.0)))
}

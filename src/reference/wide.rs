//! Integer vectors and the wide comparisons that keep every decision exact (SPEC 1).

use std::cmp::Ordering;
use std::ops::{Add, Neg, Sub};

use crate::lattice::Point;

/// A vector of lattice units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct V {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl V {
    pub(super) fn new(x: impl Into<i64>, y: impl Into<i64>) -> V {
        V { x: x.into(), y: y.into() }
    }

    pub(super) fn dot(self, other: V) -> i128 {
        i128::from(self.x) * i128::from(other.x) + i128::from(self.y) * i128::from(other.y)
    }

    /// Returns the cross product: positive where `other` lies on the side of (-y, x), which is outside for an edge of a
    /// hull.
    pub(super) fn cross(self, other: V) -> i128 {
        i128::from(self.x) * i128::from(other.y) - i128::from(self.y) * i128::from(other.x)
    }

    pub(super) fn squared(self) -> u128 {
        self.dot(self).unsigned_abs()
    }

    /// Returns (-y, x): the outward normal of a hull's edge.
    pub(super) fn outward(self) -> V {
        V { x: -self.y, y: self.x }
    }

    pub(super) fn to_f64(self) -> [f64; 2] {
        [self.x as f64, self.y as f64]
    }
}

impl From<Point> for V {
    fn from(p: Point) -> V {
        V::new(p.x, p.y)
    }
}

impl Add for V {
    type Output = V;
    fn add(self, other: V) -> V {
        V { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for V {
    type Output = V;
    fn sub(self, other: V) -> V {
        V { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        V { x: -self.x, y: -self.y }
    }
}

/// A squared length as a fraction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ratio {
    pub(super) num: u128,
    pub(super) den: u128,
}

impl Ratio {
    pub(super) fn whole(num: u128) -> Ratio {
        Ratio { num, den: 1 }
    }

    pub(super) fn cmp(self, other: Ratio) -> Ordering {
        product(self.num, other.den).cmp(&product(other.num, self.den))
    }

    /// Returns the square root: a length.
    pub(super) fn root(self) -> f64 {
        (self.num as f64 / self.den as f64).sqrt()
    }
}

/// Returns a * b in 256 bits, high half first.
fn product(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0) = (a >> 64, a & LOW);
    let (b1, b0) = (b >> 64, b & LOW);
    let low = a0 * b0;
    let mid = a1 * b0 + (low >> 64);
    let mid2 = a0 * b1 + (mid & LOW);
    (a1 * b1 + (mid >> 64) + (mid2 >> 64), (mid2 << 64) | (low & LOW))
}

/// Returns the sign of x - y * sqrt(l), exactly; |y| * l must stay below 2^128.
pub(super) fn sign_less_root(x: i128, y: i128, l: u128) -> Ordering {
    let magnitude = |x: i128, y: i128| {
        let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
        product(x, x).cmp(&product(y, y * l))
    };
    match (x.signum(), if l == 0 { 0 } else { y.signum() }) {
        (1, 1) => magnitude(x, y),
        (-1, -1) => magnitude(x, y).reverse(),
        (sx, sy) => sx.cmp(&sy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_carry_into_the_high_half() {
        assert_eq!(product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(product(1 << 100, 1 << 100), (1 << 72, 0));
        assert_eq!(product(u128::MAX, 2), (1, u128::MAX - 1));
        assert_eq!(product((1 << 64) + 3, (1 << 64) + 5), (1, (8 << 64) + 15));
    }

    #[test]
    fn a_number_less_a_root_has_its_exact_sign() {
        let big = 1_i128 << 100;
        assert_eq!(sign_less_root(3 * big, 3, 1 << 120), Ordering::Greater);
        assert_eq!(sign_less_root(7, 5, 2), Ordering::Less);
        assert_eq!(sign_less_root(-7, -5, 2), Ordering::Greater);
        assert_eq!(sign_less_root(-6, 3, 4), Ordering::Less);
        assert_eq!(sign_less_root(6, 3, 4), Ordering::Equal);
        assert_eq!(sign_less_root(6, -3, 4), Ordering::Greater);
        assert_eq!(sign_less_root(0, -3, 4), Ordering::Greater);
        assert_eq!(sign_less_root(0, 3, 0), Ordering::Equal);
    }
}

//! Integer vectors, and fractions that are compared exactly (SPEC 1).

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
}

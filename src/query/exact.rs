//! Lattice vectors and comparisons without rounding (SPEC 1).
//!
//! # How `query` decides
//!
//! Integers decide. Floats filter, and only with a proven bound: a case that is closer to the limit than the bound goes to an exact
//! test. Numbers that are returned are computed last, in one fixed order.
//!
//! | verb | how |
//! |---|---|
//! | overlap, convex | separating axes over the edges of both in i64; where only vertices can decide, squared distances as fractions |
//! | overlap, sprites | both are rasterised where their boxes meet, word by word; an upright sprite is shifted rows of its mask |
//! | overlap, sprite and convex | one span of pixels per row: f64 says where it ends; near the side of a square the exact test does; only the span is rasterised |
//! | distance | the closest pair of convex parts and runs of squares; found over two trees of boxes, the nearer halves first |
//! | contact, one part each | the edge normal with the shortest separation, compared as fractions; else the line between the closest points |
//! | contact, several parts | the nearest point outside all Minkowski differences of the parts, found by best-first cutting: `push_out/mod.rs` |
//! | cast | in through an edge moved out by the radius, else through an arc; whether the ray hits is decided with exact roots. Past sprites and tile maps it goes in legs of 32 px, so only what lies on the path is tested |
//! | sweep | a cast from the origin against the hull of all b - a, merged from the edges of both hulls; sprites step by pixels |
//! | crossings | outlines as edges and arcs, less what other parts cover; on bare lattice points the f64 products are exact |
//! | fits | no-fit hulls of convex parts, and runs of covered pixels, row by row (`fits`) |
//! | seams | a point or segment in the interior of several parts, though deep in none (`inside`): the directions that parts cover around a point, and the stretches of a line with edges on both sides |
//! | swept pairs | one body moves, seen from the other: casts against Minkowski differences (`on_way_convex`); sprites try steps of a pixel (`tries`) |

use std::cmp::Ordering;
use std::ops::{Add, Neg, Sub};

use crate::lattice::Point;

/// A difference of lattice points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Step {
    pub(crate) const fn new(x: i64, y: i64) -> Step {
        Step { x, y }
    }

    pub(crate) fn between(from: Point, to: Point) -> Step {
        Step { x: i64::from(to.x) - i64::from(from.x), y: i64::from(to.y) - i64::from(from.y) }
    }

    /// Returns the dot product: below 2^63 for two differences below 2^31, as all within a world are.
    pub(crate) fn dot(self, other: Step) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the cross product: positive where `other` points to the side of (-y, x), which is outwards for an edge
    /// of a hull.
    pub(crate) fn cross(self, other: Step) -> i64 {
        self.x * other.y - self.y * other.x
    }

    pub(crate) fn squared(self) -> u64 {
        self.dot(self).unsigned_abs()
    }

    /// Returns (-y, x): it points out of a hull, for one of its edges.
    pub(crate) fn outward(self) -> Step {
        Step { x: -self.y, y: self.x }
    }

    pub(crate) fn to_f64(self) -> [f64; 2] {
        [self.x as f64, self.y as f64]
    }

    /// Returns the vector of length 1 in the same direction; never -0, as no integer is.
    pub(crate) fn unit(self) -> [f64; 2] {
        let length = (self.squared() as f64).sqrt();
        self.to_f64().map(|x| x / length)
    }
}

impl Add for Step {
    type Output = Step;
    fn add(self, other: Step) -> Step {
        Step { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Step {
    type Output = Step;
    fn sub(self, other: Step) -> Step {
        Step { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Step {
    type Output = Step;
    fn neg(self) -> Step {
        Step { x: -self.x, y: -self.y }
    }
}

/// A squared length: a quotient of two integers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Squared {
    pub(crate) num: u128,
    pub(crate) den: u64,
}

impl Squared {
    pub(crate) fn whole(num: u64) -> Squared {
        Squared { num: num.into(), den: 1 }
    }

    pub(crate) fn cmp(self, other: Squared) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        let (a, b) = (float(self.num) * other.den as f64, float(other.num) * self.den as f64);
        // Four roundings of at most 2^-53 each: if a and b are further apart than this, rounding has not changed the
        // order.
        if (a - b).abs() > (a + b) * (1.0 / (1u64 << 50) as f64) {
            return a.total_cmp(&b);
        }
        wide(self.num, other.den).cmp(&wide(other.num, self.den))
    }

    /// Compares with the square of an integer length.
    pub(crate) fn cmp_length(self, length: i64) -> Ordering {
        // At most 2^30 squared, times a squared edge of 2^45.
        self.num.cmp(&(u128::from(length.unsigned_abs()).pow(2) * u128::from(self.den)))
    }

    pub(crate) fn root(self) -> f64 {
        (float(self.num) / self.den as f64).sqrt()
    }
}

/// Returns the nearest float of a number that is not negative.
fn float(num: u128) -> f64 {
    i128::try_from(num).map_or_else(|_| num as f64, to_f64)
}

/// Returns a * b exactly, as (all bits above the lowest 64, the lowest 64 bits).
fn wide(a: u128, b: u64) -> (u128, u64) {
    let b = u128::from(b);
    let low = (a & u128::from(u64::MAX)) * b;
    let high = (a >> 64) * b + (low >> 64);
    (high, low as u64)
}

/// The root of an integer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    /// The integer.
    of: u128,
    /// Its root, rounded.
    near: f64,
}

impl Root {
    #[inline(always)]
    pub(crate) fn of(of: u128) -> Root {
        Root { of, near: float(of).sqrt() }
    }

    /// Returns the sign of x - y times the root, for |y| times the integer below 2^128.
    #[inline(always)]
    pub(crate) fn cmp(self, x: i128, y: i128) -> Ordering {
        if y == 0 || self.of == 0 {
            return x.cmp(&0);
        }
        if (x < 0) != (y < 0) || x == 0 {
            return if x == 0 { 0.cmp(&y) } else { x.cmp(&0) };
        }
        let (left, right) = (to_f64(x), to_f64(y) * self.near);
        if (left - right).abs() > left.abs().max(right.abs()) * (1.0 / (1u64 << 49) as f64) {
            return left.total_cmp(&right);
        }
        let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
        let by_size = wide_square(x, x).cmp(&wide_square(y, y * self.of));
        if left > 0.0 { by_size } else { by_size.reverse() }
    }
}

/// Returns the sign of x - y * sqrt(l), for |y| * l below 2^128.
pub(crate) fn cmp_root(x: i128, y: i128, l: u128) -> Ordering {
    Root::of(l).cmp(x, y)
}

/// Returns the nearest float. Most numbers fit 64 bits, and the conversion of those is one instruction.
#[inline(always)]
pub(crate) fn to_f64(x: i128) -> f64 {
    i64::try_from(x).map_or_else(|_| wide_to_f64(x), |x| x as f64)
}

#[cold]
#[inline(never)]
fn wide_to_f64(x: i128) -> f64 {
    x as f64
}

/// Returns a * b in four 64-bit limbs, highest first.
fn wide_square(a: u128, b: u128) -> (u128, u64, u64) {
    let (b1, b0) = ((b >> 64) as u64, b as u64);
    let (low, lowest) = wide(a, b0);
    let (high, middle) = wide(a, b1);
    let sum = u128::from(middle) + (low & u128::from(u64::MAX));
    (high + (low >> 64) + (sum >> 64), sum as u64, lowest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_products_compare_equal_and_one_more_does_not() {
        let (a, b) = (Squared { num: 3 << 90, den: 7 << 30 }, Squared { num: 9 << 100, den: 21 << 40 });
        assert_eq!(a.cmp(b), Ordering::Equal);
        let more = Squared { num: b.num + 1, ..b };
        assert_eq!((a.cmp(more), more.cmp(a)), (Ordering::Less, Ordering::Greater));
    }

    #[test]
    fn wide_squares_are_schoolbook_products() {
        let mut x = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
        for _ in 0..100 {
            let (a, b) = (x, x.rotate_left(51) ^ x >> 3);
            // Limbs of 32 bits, lowest first.
            let limb = |v: u128, k: usize| u128::from((v >> (32 * k)) as u32);
            let mut limbs = [0u128; 9];
            for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
                let product = limb(a, i) * limb(b, j);
                limbs[i + j] += product & 0xffff_ffff;
                limbs[i + j + 1] += product >> 32;
            }
            for k in 0..8 {
                limbs[k + 1] += limbs[k] >> 32;
                limbs[k] &= 0xffff_ffff;
            }
            let whole = |k: usize| limbs[k] | limbs[k + 1] << 32;
            let expected = (whole(6) << 64 | whole(4), whole(2) as u64, whole(0) as u64);
            assert_eq!(wide_square(a, b), expected);
            x = x.wrapping_mul(0x2545_f491_4f6c_dd1d_8d26_1b4f_0a1d_9a35) ^ x >> 77;
        }
    }

    #[test]
    fn roots_compare_exactly_beside_their_square() {
        let y = (1i128 << 75) - 1;
        for l in [4u128, 1 << 44, 9 << 40] {
            let x = y * (l as f64).sqrt() as i128;
            assert_eq!(cmp_root(x, y, l), Ordering::Equal);
            assert_eq!(cmp_root(x + 1, y, l), Ordering::Greater);
            assert_eq!(cmp_root(x - 1, y, l), Ordering::Less);
            assert_eq!(cmp_root(-x, -y, l), Ordering::Equal);
            assert_eq!(cmp_root(1 - x, -y, l), Ordering::Greater);
        }
        assert_eq!(cmp_root(0, -1, 2), Ordering::Greater);
        assert_eq!(cmp_root(-5, 3, 0), Ordering::Less);
    }
}

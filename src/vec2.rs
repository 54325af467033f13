//! Two numbers, as callers pass positions and vectors.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::det;
use crate::error::Result;
use crate::lattice::finite;

/// A position, a vector or a size in pixels, as the caller gives it. Any pair of numbers converts into it.
///
/// ```
/// use kasuri::Vec2;
/// assert_eq!(Vec2::from([1.5_f32, 2.0]), Vec2::new(1.5, 2.0));
/// assert_eq!(Vec2::from((3.0, 4.0)), Vec2::new(3.0, 4.0));
/// let (at, velocity) = (Vec2::new(1.0, 2.0), Vec2::new(3.0, 4.0));
/// assert_eq!(at + velocity * 2.0, Vec2::new(7.0, 10.0));
/// assert_eq!((velocity.length(), velocity.dot(-at)), (5.0, -11.0));
/// assert_eq!((at / 2.0).to_string(), "[0.5, 1]");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(any(feature = "scene", feature = "serde"), derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(any(feature = "scene", feature = "serde"), serde(from = "[f64; 2]", into = "[f64; 2]"))]
pub struct Vec2 {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Vec2 {
    /// Makes a vector from its two coordinates.
    pub const fn new(x: f64, y: f64) -> Vec2 {
        Vec2 { x, y }
    }

    /// Returns the dot product: for two unit vectors, the cosine of the angle between them.
    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the length.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Returns the unit vector of a direction: angle 0 points to the right, and a quarter turn points down, as bodies
    /// turn. It has the same bits on every machine.
    ///
    /// ```
    /// use kasuri::Vec2;
    /// let velocity = Vec2::from_angle(0.5) * 3.0;
    /// assert!((velocity.angle() - 0.5).abs() < 1e-15 && (velocity.length() - 3.0).abs() < 1e-15);
    /// ```
    pub fn from_angle(angle: f64) -> Vec2 {
        Vec2::new(det::cos(angle), det::sin(angle))
    }

    /// Returns the direction as an angle from -π to π, as [`from_angle`](Vec2::from_angle) counts it. It is 0 for the
    /// zero vector. It has the same bits on every machine.
    pub fn angle(self) -> f64 {
        // Adding 0 makes -0 a 0: the zero vector has one angle.
        det::atan2(self.y + 0.0, self.x + 0.0)
    }

    /// Returns the vector of the same direction with length 1, or the zero vector for the zero vector.
    ///
    /// ```
    /// use kasuri::Vec2;
    /// let aim = (Vec2::new(30.0, 40.0) - Vec2::new(0.0, 0.0)).normalized();
    /// assert_eq!(aim, Vec2::new(0.6, 0.8));
    /// ```
    #[must_use]
    pub fn normalized(self) -> Vec2 {
        let longest = self.x.abs().max(self.y.abs());
        if longest == 0.0 {
            return Vec2::default();
        }
        // The squares of tiny and huge numbers would not fit.
        let scaled = self / longest;
        scaled / scaled.length()
    }

    /// Refuses NaN and infinities; the error names the coordinate.
    pub(crate) fn finite(self) -> Result<Vec2> {
        finite(self.x).map_err(|e| e.at("[0]"))?;
        finite(self.y).map_err(|e| e.at("[1]"))?;
        Ok(self)
    }
}

impl Add for Vec2 {
    type Output = Vec2;

    fn add(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Vec2;

    fn sub(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;

    fn mul(self, by: f64) -> Vec2 {
        Vec2::new(self.x * by, self.y * by)
    }
}

impl Div<f64> for Vec2 {
    type Output = Vec2;

    fn div(self, by: f64) -> Vec2 {
        Vec2::new(self.x / by, self.y / by)
    }
}

impl Neg for Vec2 {
    type Output = Vec2;

    fn neg(self) -> Vec2 {
        Vec2::new(-self.x, -self.y)
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl SubAssign for Vec2 {
    fn sub_assign(&mut self, other: Vec2) {
        *self = *self - other;
    }
}

impl MulAssign<f64> for Vec2 {
    fn mul_assign(&mut self, by: f64) {
        *self = *self * by;
    }
}

impl fmt::Display for Vec2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.x, self.y)
    }
}

macro_rules! vec2_from {
    ($($from:ty: $v:ident => $x:expr, $y:expr;)*) => {
        $(impl From<$from> for Vec2 {
            fn from($v: $from) -> Vec2 {
                Vec2 { x: $x, y: $y }
            }
        })*
    };
}

vec2_from! {
    [f64; 2]: v => v[0], v[1];
    (f64, f64): v => v.0, v.1;
    [i32; 2]: v => v[0].into(), v[1].into();
    (i32, i32): v => v.0.into(), v.1.into();
    [f32; 2]: v => v[0].into(), v[1].into();
    (f32, f32): v => v.0.into(), v.1.into();
}

impl PartialEq<[f64; 2]> for Vec2 {
    fn eq(&self, other: &[f64; 2]) -> bool {
        [self.x, self.y] == *other
    }
}

impl From<Vec2> for [f64; 2] {
    fn from(v: Vec2) -> [f64; 2] {
        [v.x, v.y]
    }
}

#[cfg(feature = "glam")]
mod with_glam {
    use super::Vec2;

    vec2_from! {
        glam::DVec2: v => v.x, v.y;
        glam::Vec2: v => v.x.into(), v.y.into();
    }

    impl From<Vec2> for glam::DVec2 {
        fn from(v: Vec2) -> glam::DVec2 {
            glam::DVec2::new(v.x, v.y)
        }
    }
}

#[cfg(feature = "mint")]
mod with_mint {
    use super::Vec2;

    vec2_from! {
        mint::Vector2<f64>: v => v.x, v.y;
        mint::Point2<f64>: v => v.x, v.y;
        mint::Vector2<f32>: v => v.x.into(), v.y.into();
        mint::Point2<f32>: v => v.x.into(), v.y.into();
    }

    impl From<Vec2> for mint::Vector2<f64> {
        fn from(v: Vec2) -> mint::Vector2<f64> {
            mint::Vector2 { x: v.x, y: v.y }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Vec2;

    #[test]
    fn directions_of_zeros_and_of_extreme_numbers() {
        for zero in [Vec2::new(0.0, 0.0), Vec2::new(-0.0, 0.0), Vec2::new(-0.0, -0.0)] {
            assert_eq!((zero.angle(), zero.normalized()), (0.0, Vec2::default()));
        }
        for size in [1e-300, 1.0, 1e300] {
            let unit = Vec2::new(3.0 * size, -4.0 * size).normalized();
            assert!((unit - Vec2::new(0.6, -0.8)).length() < 1e-15, "{size}: {unit}");
        }
        assert!(Vec2::new(f64::NAN, 1.0).normalized().x.is_nan());
    }
}

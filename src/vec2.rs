//! Two numbers, as callers pass positions and vectors.

use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

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
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
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

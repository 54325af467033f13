//! A body's position, angle and scale, and how they place its vertices (SPEC 2).

use crate::error::{At, Cause, Result};
use crate::lattice::{Bounds, EDGE, Point, ROUNDS, Vec2, finite, not_negative, rounded, snap};

/// Position, angle and scale of a body, as the caller gives them.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Placement {
    /// The position of the body's own origin, in pixels.
    pub at: Vec2,
    /// The angle in radians; a positive angle turns +x towards +y.
    pub angle: f64,
    /// The scale on each axis, of size 1/64 to 64; a negative scale mirrors. `[1.5, 1.5]` scales both axes alike.
    pub scale: Vec2,
}

impl Default for Placement {
    fn default() -> Placement {
        Placement { at: Vec2::default(), angle: 0.0, scale: Vec2::new(1.0, 1.0) }
    }
}

impl Placement {
    /// Makes a placement that is unturned and at scale 1.
    pub fn at(at: impl Into<Vec2>) -> Placement {
        Placement { at: at.into(), ..Placement::default() }
    }

    /// Returns the same placement, turned to `angle` radians.
    #[must_use]
    pub fn turned(self, angle: f64) -> Placement {
        Placement { angle, ..self }
    }

    /// Returns the same placement, with a scale for each axis: `[1.5, 1.5]` for both axes alike. A negative number
    /// mirrors.
    #[must_use]
    pub fn scaled(self, scale: impl Into<Vec2>) -> Placement {
        Placement { scale: scale.into(), ..self }
    }

    /// Checks and snaps the placement and computes its sine and cosine, so that it can place vertices.
    pub fn frame(&self) -> Result<Transform> {
        let at = self.checked()?;
        Ok(Transform { at, cos: libm::cos(self.angle), sin: libm::sin(self.angle), scale: self.scale })
    }

    /// Returns the snapped position if the whole placement is valid.
    #[inline(always)]
    pub(crate) fn checked(&self) -> Result<Point> {
        let at = Point::snapped(self.at).at("at")?;
        finite(self.angle).at("angle")?;
        check_scale(self.scale.x).at("scale[0]")?;
        check_scale(self.scale.y).at("scale[1]")?;
        Ok(at)
    }
}

/// A valid placement with its position on the lattice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    /// The snapped position.
    pub at: Point,
    /// The cosine of the angle.
    pub cos: f64,
    /// The sine of the angle.
    pub sin: f64,
    /// The scale as given.
    pub scale: Vec2,
}

impl Transform {
    /// Places a vertex given in the body's own coordinates: snap(p) + snap(offset), where the offset is computed left
    /// to right.
    pub fn vertex(&self, v: Vec2) -> Result<Point> {
        let x = self.cos * self.scale.x * v.x - self.sin * self.scale.y * v.y;
        let y = self.sin * self.scale.x * v.x + self.cos * self.scale.y * v.y;
        self.at.offset(Point::new(snap(x)?, snap(y)?))
    }

    /// Places vertices given in the body's own coordinates and moved by an offset, and returns the box around them.
    pub(crate) fn vertices(&self, from: &[Vec2], by: Vec2, to: &mut [Point]) -> Result<Bounds> {
        let (at_x, at_y) = (f64::from(self.at.x), f64::from(self.at.y));
        let (xx, xy) = (self.cos * self.scale.x, self.sin * self.scale.y);
        let (yx, yy) = (self.sin * self.scale.x, self.cos * self.scale.y);
        let fits = |units: f64| units.abs() <= f64::from(EDGE);
        let mut all_fit = true;
        let (mut min, mut max) = (Point::new(i32::MAX, i32::MAX), Point::new(i32::MIN, i32::MIN));
        for (to, v) in to.iter_mut().zip(from) {
            let (x, y) = (v.x + by.x, v.y + by.y);
            let (u, v) = (rounded(xx * x - xy * y) + at_x, rounded(yx * x + yy * y) + at_y);
            all_fit &= fits(u) & fits(v);
            *to = Point::new(whole(u), whole(v));
            min = Point::new(min.x.min(to.x), min.y.min(to.y));
            max = Point::new(max.x.max(to.x), max.y.max(to.y));
        }
        if !all_fit {
            // One by one, for the error of the first that does not fit.
            from.iter().try_for_each(|v| self.vertex(Vec2::new(v.x + by.x, v.y + by.y)).map(drop))?;
        }
        Ok(Bounds { min, max })
    }

    /// Returns a radius on the lattice; an error where the scale would squash it, also when it is 0.
    pub fn radius(&self, r: f64) -> Result<i32> {
        let Vec2 { x, y } = self.scale;
        if x.abs() != y.abs() {
            return Err(Cause::SquashedRadius { x, y }.at("scale"));
        }
        let r = not_negative(r, "a radius")? * x.abs();
        // A radius that does not fit an i32 is too large; it is not a position outside the world.
        snap(r).map_err(|_| Cause::TooLarge { width: 2.0 * r, height: 2.0 * r }.error())
    }

    /// Returns the half-axes X and Y of a box.
    pub fn half_axes(&self, half: Vec2) -> Result<[Point; 2]> {
        let hx = not_negative(half.x, "half a side").at("[0]")? * self.scale.x.abs();
        let hy = not_negative(half.y, "half a side").at("[1]")? * self.scale.y.abs();
        Ok([
            Point::new(snap(hx * self.cos)?, snap(hx * self.sin)?),
            Point::new(snap(-hy * self.sin)?, snap(hy * self.cos)?),
        ])
    }
}

/// Converts a whole number that fits an `i32`. (From the bits, which takes less than a conversion that any number may need.)
#[inline(always)]
fn whole(x: f64) -> i32 {
    (x + ROUNDS).to_bits() as i32
}

#[inline(always)]
fn check_scale(value: f64) -> Result<()> {
    if is_valid_scale(finite(value)?) { Ok(()) } else { Err(Cause::Scale { value }.error()) }
}

/// Whether a number may be a factor of a scale.
#[inline(always)]
pub(crate) fn is_valid_scale(value: f64) -> bool {
    (1.0 / GREATEST_SCALE..=GREATEST_SCALE).contains(&value.abs())
}

/// The greatest factor of a scale (SPEC 2). Its inverse is the least.
pub(crate) const GREATEST_SCALE: f64 = 64.0;

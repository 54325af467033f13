//! Where a body stands: position, angle and scale, and what they make of its vertices (SPEC 2).

use crate::error::{At, Error, Result};
use crate::lattice::{Point, Vec2, finite, not_negative, snap};

/// Position, angle and scale of a body, as the caller gives them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// Where the body's own origin lands, in pixels.
    pub at: Vec2,
    /// Radians; a positive angle turns +x towards +y.
    pub angle: f64,
    /// 1/64 to 64 in size on each axis; a negative scale mirrors.
    pub scale: Vec2,
}

impl Default for Placement {
    fn default() -> Placement {
        Placement { at: Vec2::default(), angle: 0.0, scale: Vec2::new(1.0, 1.0) }
    }
}

impl Placement {
    /// Unturned, at scale 1.
    pub fn at(at: impl Into<Vec2>) -> Placement {
        Placement { at: at.into(), ..Placement::default() }
    }

    /// The same, turned to `angle` radians.
    #[must_use]
    pub fn turned(self, angle: f64) -> Placement {
        Placement { angle, ..self }
    }

    /// The same, at a scale for each axis.
    #[must_use]
    pub fn scaled(self, scale: impl Into<Vec2>) -> Placement {
        Placement { scale: scale.into(), ..self }
    }

    /// Checked, snapped and with its sine and cosine taken: ready to place vertices.
    pub fn frame(&self) -> Result<Frame> {
        let at = self.checked()?;
        Ok(Frame { at, cos: libm::cos(self.angle), sin: libm::sin(self.angle), scale: self.scale })
    }

    /// The snapped position, where all of it is valid.
    #[inline(always)]
    pub(crate) fn checked(&self) -> Result<Point> {
        let at = Point::snapped(self.at).at("at")?;
        finite(self.angle).at("angle")?;
        check_scale(self.scale.x).at("scale[0]")?;
        check_scale(self.scale.y).at("scale[1]")?;
        Ok(at)
    }
}

/// A valid placement, with its position on the lattice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The snapped position.
    pub at: Point,
    /// Cosine of the angle.
    pub cos: f64,
    /// Sine of the angle.
    pub sin: f64,
    /// The scale as given.
    pub scale: Vec2,
}

impl Frame {
    /// Where a vertex in the body's own coordinates lands: snap(p) + snap(offset), the offset left to right.
    pub fn vertex(&self, v: Vec2) -> Result<Point> {
        let x = self.cos * self.scale.x * v.x - self.sin * self.scale.y * v.y;
        let y = self.sin * self.scale.x * v.x + self.cos * self.scale.y * v.y;
        self.at.offset(Point::new(snap(x)?, snap(y)?))
    }

    /// A radius on the lattice; refused where the scale would squash it, also when it is 0.
    pub fn radius(&self, r: f64) -> Result<i32> {
        let Vec2 { x, y } = self.scale;
        if x.abs() != y.abs() {
            return Err(Error::SquashedRadius { x, y }.at("scale"));
        }
        let r = not_negative(r, "a radius")? * x.abs();
        // What no i32 holds is no place out of the world, but a size.
        snap(r).map_err(|_| Error::TooLarge { width: 2.0 * r, height: 2.0 * r })
    }

    /// The half-axes X and Y of a box.
    pub fn half_axes(&self, half: Vec2) -> Result<[Point; 2]> {
        let hx = not_negative(half.x, "half a side").at("[0]")? * self.scale.x.abs();
        let hy = not_negative(half.y, "half a side").at("[1]")? * self.scale.y.abs();
        Ok([
            Point::new(snap(hx * self.cos)?, snap(hx * self.sin)?),
            Point::new(snap(-hy * self.sin)?, snap(hy * self.cos)?),
        ])
    }
}

#[inline(always)]
fn check_scale(value: f64) -> Result<()> {
    let fits = (1.0 / 64.0..=64.0).contains(&finite(value)?.abs());
    if fits { Ok(()) } else { Err(Error::Scale { value }) }
}

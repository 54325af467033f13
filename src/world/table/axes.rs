//! The boundary where the caller's coordinates become pixels with +y down, and back (SPEC 1). No other code knows of
//! axes.

use crate::error::{At, Cause, Result};
use crate::lattice::{Vec2, finite};

/// The direction of +y.
///
/// ```
/// use kasuri::{world::Axes, Body, Filter, World};
/// let mut world = World::builder().axes(Axes::YUp).build()?;
/// let ball = world.spawn(Body::circle(1.0).at([0.0, 5.0]))?;
/// let met = world.first_on_ray([0.0, 0.0], [0.0, 10.0], Filter::ALL)?.expect("the ball above");
/// assert_eq!((met.point.y, met.normal.y), (4.0, -1.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Axes {
    /// +y goes down, as the rows of images do. A positive angle turns +x towards +y, which looks clockwise.
    #[default]
    YDown,
    /// +y goes up. A positive angle turns +x towards +y, which looks counterclockwise.
    YUp,
}

/// The axes and scale of a world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Boundary {
    pub(crate) axes: Axes,
    pixels_per_unit: f64,
}

impl Default for Boundary {
    fn default() -> Boundary {
        Boundary { axes: Axes::YDown, pixels_per_unit: 1.0 }
    }
}

impl Boundary {
    pub(in crate::world) fn new(axes: Axes, pixels_per_unit: f64) -> Result<Boundary> {
        let (least, most) = (f64::from(1_u32 << 20).recip(), f64::from(1_u32 << 20));
        if !(least..=most).contains(&finite(pixels_per_unit).at("pixels_per_unit")?) {
            let (what, value) = ("a unit's size in pixels", pixels_per_unit);
            return Err(Cause::OutOfRange { what, value, least, most }.at("pixels_per_unit"));
        }
        Ok(Boundary { axes, pixels_per_unit })
    }

    /// Whether coordinates do not change at this boundary.
    pub(crate) fn is_identity(self) -> bool {
        self.axes == Axes::YDown && self.pixels_per_unit == 1.0
    }

    pub(crate) fn length_in(self, units: f64) -> f64 {
        units * self.pixels_per_unit
    }

    pub(crate) fn length_out(self, pixels: f64) -> f64 {
        pixels / self.pixels_per_unit
    }

    #[inline]
    pub(crate) fn place_in(self, place: Vec2) -> Vec2 {
        let Vec2 { x, y } = self.turned(place);
        Vec2::new(x * self.pixels_per_unit, y * self.pixels_per_unit)
    }

    pub(crate) fn place_out(self, place: Vec2) -> Vec2 {
        let Vec2 { x, y } = self.turned(place);
        // Adding 0 turns a negative zero into 0, because negative zero is never output (SPEC 5).
        Vec2::new(x / self.pixels_per_unit + 0.0, y / self.pixels_per_unit + 0.0)
    }

    /// Converts a direction, in or out; its length stays.
    #[inline]
    pub(crate) fn turned(self, v: Vec2) -> Vec2 {
        match self.axes {
            Axes::YDown => v,
            Axes::YUp => Vec2::new(v.x, negated(v.y)),
        }
    }

    /// Converts an angle, in or out.
    pub(crate) fn angle(self, angle: f64) -> f64 {
        match self.axes {
            Axes::YDown => angle,
            Axes::YUp => negated(angle),
        }
    }
}

/// Returns `-x`, but 0 for 0, because negative zero is never output (SPEC 5).
fn negated(x: f64) -> f64 {
    0.0 - x
}

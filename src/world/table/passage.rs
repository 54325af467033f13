//! What stops a body that travels, and what lets it through (SPEC 6, "Travels").

use crate::error::{At, Cause, Result};
use crate::lattice::Vec2;

/// Whether a body stops bodies that travel. Overlaps are reported for all bodies alike.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Passage {
    /// It stops what hits it.
    #[default]
    Closed,
    /// It stops nothing: a sensor.
    Open,
    /// It stops what hits a face that looks in this direction, a unit vector in pixels, +y down.
    OneWay(Vec2),
}

impl Passage {
    /// Returns the same with a checked direction of length 1; `turned` converts it to the world's own axes.
    pub(crate) fn checked(self, turned: impl Fn(Vec2) -> Vec2) -> Result<Passage> {
        match self {
            Passage::OneWay(direction) => {
                unit(direction).at("one_way").map(|unit| Passage::OneWay(turned(unit)))
            }
            passage => Ok(passage),
        }
    }

    /// Returns the direction of a one-way passage, at least one coordinate of which is not 0; (0, 0) for every other
    /// passage.
    pub(crate) fn direction(self) -> Vec2 {
        if let Passage::OneWay(direction) = self { direction } else { Vec2::default() }
    }

    /// Returns a number for the passage; 0 for `Closed`, which nearly all bodies have.
    pub(crate) fn number(self) -> u8 {
        match self {
            Passage::Closed => 0,
            Passage::Open => 1,
            Passage::OneWay(_) => 2,
        }
    }
}

/// Returns a direction scaled to length 1.
pub(crate) fn unit(direction: Vec2) -> Result<Vec2> {
    let Vec2 { x, y } = direction.finite()?;
    let largest = x.abs().max(y.abs());
    if largest == 0.0 {
        return Err(Cause::NoDirection.error());
    }
    // Dividing by the largest coordinate first keeps the squares in range.
    let (x, y) = (x / largest, y / largest);
    let length = (x * x + y * y).sqrt();
    Ok(Vec2::new(x / length + 0.0, y / length + 0.0))
}

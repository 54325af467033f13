//! What stops a body that travels, and what lets it through (SPEC 6, "Travels").

use crate::error::{At, Error, Result};
use crate::lattice::Vec2;

/// Whether a body stops what travels. Overlaps are told of all bodies alike.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Passage {
    /// It stops what meets it.
    #[default]
    Closed,
    /// It stops nothing: a sensor.
    Open,
    /// It stops what meets a face that looks this way; the unit vector is in pixels, +y down.
    OneWay(Vec2),
}

impl Passage {
    /// The same with a direction that is checked and of length 1; `turned` brings it into the world's own axes.
    pub(crate) fn checked(self, turned: impl Fn(Vec2) -> Vec2) -> Result<Passage> {
        match self {
            Passage::OneWay(direction) => {
                unit(direction).at("one_way").map(|unit| Passage::OneWay(turned(unit)))
            }
            passage => Ok(passage),
        }
    }

    /// Two numbers that are 0 for each passage but a one-way, which is at least one other number.
    pub(crate) fn direction(self) -> Vec2 {
        if let Passage::OneWay(direction) = self { direction } else { Vec2::default() }
    }

    /// 0 for what is closed, as nearly all bodies are.
    pub(crate) fn number(self) -> u8 {
        match self {
            Passage::Closed => 0,
            Passage::Open => 1,
            Passage::OneWay(_) => 2,
        }
    }
}

/// A direction with the length 1.
pub(crate) fn unit(direction: Vec2) -> Result<Vec2> {
    let Vec2 { x, y } = direction.finite()?;
    let largest = x.abs().max(y.abs());
    if largest == 0.0 {
        return Err(Error::NoDirection);
    }
    // Divided twice, so that no square is too large or too small.
    let (x, y) = (x / largest, y / largest);
    let length = (x * x + y * y).sqrt();
    Ok(Vec2::new(x / length + 0.0, y / length + 0.0))
}

//! Points of the plane in f64, in lattice units around an origin near by: for the answers that are f64 (SPEC 5).

use std::ops::{Add, Mul, Neg, Sub};

use crate::reference::wide::V;

/// Two points nearer to each other than this many lattice units are taken as one. It is far below the 1e-3 px of SPEC 5,
/// and far above the rounding errors of f64.
pub(super) const FINE: f64 = 1.0 / 65536.0;

/// A point or a vector of the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Spot {
    pub(super) const ORIGIN: Spot = Spot { x: 0.0, y: 0.0 };
    /// The direction that counts where every direction is right.
    pub(super) const RIGHT: Spot = Spot { x: 1.0, y: 0.0 };

    pub(super) fn dot(self, other: Spot) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(super) fn cross(self, other: Spot) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Returns the vector at length 1; it must have a length.
    pub(super) fn unit(self) -> Spot {
        let length = self.length();
        Spot { x: self.x / length, y: self.y / length }
    }

    /// Returns (-y, x).
    pub(super) fn turned(self) -> Spot {
        Spot { x: -self.y, y: self.x }
    }

    /// Returns the coordinates without a negative zero.
    pub(super) fn told(self) -> [f64; 2] {
        [self.x + 0.0, self.y + 0.0]
    }
}

impl From<V> for Spot {
    fn from(v: V) -> Spot {
        Spot { x: v.x as f64, y: v.y as f64 }
    }
}

impl Add for Spot {
    type Output = Spot;
    fn add(self, other: Spot) -> Spot {
        Spot { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Spot {
    type Output = Spot;
    fn sub(self, other: Spot) -> Spot {
        Spot { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Spot {
    type Output = Spot;
    fn neg(self) -> Spot {
        Spot { x: -self.x, y: -self.y }
    }
}

impl Mul<f64> for Spot {
    type Output = Spot;
    fn mul(self, by: f64) -> Spot {
        Spot { x: self.x * by, y: self.y * by }
    }
}

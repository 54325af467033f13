//! Places in f64: lattice units around an origin that is near, so that nothing is lost.

use std::ops::{Add, Mul, Sub};

use crate::reference::wide::V;

/// A place or a vector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct P(pub(super) f64, pub(super) f64);

impl P {
    pub(super) const ZERO: P = P(0.0, 0.0);

    /// A lattice point as seen from an origin.
    pub(super) fn of(v: V, origin: V) -> P {
        P::from(v - origin)
    }

    pub(super) fn dot(self, q: P) -> f64 {
        self.0 * q.0 + self.1 * q.1
    }

    /// Positive where `q` lies on the side of (-y, x).
    pub(super) fn cross(self, q: P) -> f64 {
        self.0 * q.1 - self.1 * q.0
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The same direction at length 1; zero stays zero.
    pub(super) fn unit(self) -> P {
        let length = self.length();
        if length == 0.0 { P::ZERO } else { P(self.0 / length, self.1 / length) }
    }

    /// (-y, x): out of a hull, for one of its edges.
    pub(super) fn outward(self) -> P {
        P(-self.1, self.0)
    }

    /// As numbers of an answer, which are never -0.
    pub(super) fn told(self) -> [f64; 2] {
        [self.0 + 0.0, self.1 + 0.0]
    }
}

impl From<V> for P {
    fn from(v: V) -> P {
        let [x, y] = v.to_f64();
        P(x, y)
    }
}

impl Add for P {
    type Output = P;
    fn add(self, q: P) -> P {
        P(self.0 + q.0, self.1 + q.1)
    }
}

impl Sub for P {
    type Output = P;
    fn sub(self, q: P) -> P {
        P(self.0 - q.0, self.1 - q.1)
    }
}

impl Mul<f64> for P {
    type Output = P;
    fn mul(self, by: f64) -> P {
        P(self.0 * by, self.1 * by)
    }
}

//! Mathematics and random numbers that are the same on every machine: `kasuri.det`.

use kasuri::det;
use pyo3::prelude::*;

use crate::numbers::{Place, pair};

/// Returns the sine of an angle in radians; NaN for an infinite one.
///
/// >>> from kasuri import det
/// >>> det.sin(0.5)
/// 0.479425538604203
#[pyfunction]
pub(crate) fn sin(angle: f64) -> f64 {
    det::sin(angle)
}

/// Returns the cosine of an angle in radians; NaN for an infinite one.
///
/// >>> from kasuri import det
/// >>> det.cos(0)
/// 1.0
#[pyfunction]
pub(crate) fn cos(angle: f64) -> f64 {
    det::cos(angle)
}

/// Returns the angle of the point (x, y), from -pi to pi.
///
/// >>> from kasuri import det
/// >>> det.atan2(1, 1)
/// 0.7853981633974483
#[pyfunction]
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    det::atan2(y, x)
}

/// Returns the square root, correctly rounded; NaN for a negative number.
///
/// >>> from kasuri import det
/// >>> det.sqrt(2.25)
/// 1.5
#[pyfunction]
pub(crate) fn sqrt(x: f64) -> f64 {
    det::sqrt(x)
}

/// Returns the length of the vector (x, y).
///
/// >>> from kasuri import det
/// >>> det.hypot(3, 4)
/// 5.0
#[pyfunction]
pub(crate) fn hypot(x: f64, y: f64) -> f64 {
    det::hypot(x, y)
}

/// Returns 2 to the power of x.
///
/// >>> from kasuri import det
/// >>> det.exp2(-3)
/// 0.125
#[pyfunction]
pub(crate) fn exp2(x: f64) -> f64 {
    det::exp2(x)
}

/// Returns a vector that is turned by an angle in radians, as bodies turn.
///
/// >>> from kasuri import det
/// >>> det.rotate((3, 1), 0)
/// (3.0, 1.0)
#[pyfunction]
pub(crate) fn rotate(v: Place, angle: f64) -> (f64, f64) {
    pair(det::rotate(v.0, angle))
}

/// Returns a position that is moved towards a target by at most `most`. It arrives exactly, and never passes the target.
///
/// >>> from kasuri import det
/// >>> det.move_towards((0, 0), (3, 4), 2.5)
/// (1.5, 2.0)
#[pyfunction]
pub(crate) fn move_towards(at: Place, target: Place, most: f64) -> (f64, f64) {
    pair(det::move_towards(at.0, target.0, most))
}

/// Returns a vector that is turned towards a direction by at most `most` radians, with the same length.
///
/// >>> from kasuri import det
/// >>> det.turn_towards((2, 0), (0, 50), 2)
/// (0.0, 2.0)
#[pyfunction]
pub(crate) fn turn_towards(v: Place, direction: Place, most: f64) -> (f64, f64) {
    pair(det::turn_towards(v.0, direction.0, most))
}

/// A stream of random numbers that are the same on every machine. Its whole state is `key` and `drawn`.
///
/// >>> from kasuri.det import RandomStream
/// >>> game = RandomStream(42)
/// >>> wave = game.split(9)  # a stream of its own, however many numbers were drawn
/// >>> game.below(6) < 6, wave == game.split(9)
/// (True, True)
#[pyclass(name = "RandomStream", module = "kasuri.det", eq)]
#[derive(PartialEq)]
pub(crate) struct PyRandomStream(det::RandomStream);

#[pymethods]
impl PyRandomStream {
    #[new]
    #[pyo3(signature = (seed, drawn = 0))]
    fn new(seed: u64, drawn: u64) -> PyRandomStream {
        PyRandomStream(det::RandomStream { key: seed, drawn })
    }

    /// Which stream it is. The key of a seed's stream is the seed.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key
    }

    /// How many numbers were drawn.
    #[getter]
    fn drawn(&self) -> u64 {
        self.0.drawn
    }

    /// Returns a stream of its own for a step, a wave or a body. It depends on the key and the name, not on how many numbers
    /// were drawn.
    ///
    /// >>> from kasuri.det import RandomStream
    /// >>> game = RandomStream(42)
    /// >>> game.split(9) == game.split(9), game.split(9) == game.split(10)
    /// (True, False)
    fn split(&self, name: u64) -> PyRandomStream {
        PyRandomStream(self.0.split(name))
    }

    /// Draws 64 random bits.
    ///
    /// >>> from kasuri.det import RandomStream
    /// >>> hex(RandomStream(0).bits())
    /// '0xca00a0459843d731'
    fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// Draws a whole number from 0 to n - 1; 0 if n is 0.
    ///
    /// >>> from kasuri.det import RandomStream
    /// >>> dice = RandomStream(42)
    /// >>> [1 + dice.below(6) for _ in range(5)]
    /// [6, 1, 1, 6, 2]
    fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }

    /// Draws a number from `least` to `most`.
    ///
    /// >>> from kasuri.det import RandomStream
    /// >>> RandomStream(42).between(-1, 1)
    /// 0.9214788761966697
    fn between(&mut self, least: f64, most: f64) -> f64 {
        self.0.between(least, most)
    }

    /// Returns the state, for `pickle` and `copy`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (u64, u64)) {
        (py.get_type::<PyRandomStream>().into_any(), (self.0.key, self.0.drawn))
    }

    fn __repr__(&self) -> String {
        format!("RandomStream({}, drawn={})", self.0.key, self.0.drawn)
    }
}

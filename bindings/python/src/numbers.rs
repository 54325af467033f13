//! Converts numbers, positions and scales from Python.

use kasuri::{Handle, Placement, Vec2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::refused;

/// A position: any sequence of two numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place(pub(crate) Vec2);

impl<'py> FromPyObject<'_, 'py> for Place {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Place> {
        if let Ok(pair) = given.cast::<PyTuple>()
            && pair.len() == 2
        {
            let (x, y) = (pair.get_item(0)?.extract()?, pair.get_item(1)?.extract()?);
            return Ok(Place(Vec2::new(x, y)));
        }
        let pair: PyResult<[f64; 2]> = given.extract();
        pair.map(|[x, y]| Place(Vec2::new(x, y))).map_err(|_| not_a(&given, "two numbers are", "a place"))
    }
}

/// A scale: one number, or one for each axis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale(pub(crate) Vec2);

impl Scale {
    pub(crate) const ONE: Scale = Scale(Vec2::new(1.0, 1.0));
}

impl<'py> FromPyObject<'_, 'py> for Scale {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Scale> {
        if let Ok(scale) = given.extract::<f64>() {
            return Ok(Scale(Vec2::new(scale, scale)));
        }
        let pair: PyResult<Place> = given.extract();
        pair.map(|Place(scale)| Scale(scale)).map_err(|_| not_a(&given, "a number or two are", "a scale"))
    }
}

/// A pygame offset or size: two numbers, truncated to whole numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Texels(pub(crate) [i32; 2]);

impl<'py> FromPyObject<'_, 'py> for Texels {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Texels> {
        let wrong = || PyTypeError::new_err("offset must be two numbers");
        if let Ok(pair) = given.cast::<PyTuple>()
            && pair.len() == 2
        {
            return Ok(Texels([whole(&pair.get_item(0)?)?, whole(&pair.get_item(1)?)?]));
        }
        if given.len().map_err(|_| wrong())? != 2 {
            return Err(wrong());
        }
        Ok(Texels([whole(&given.get_item(0)?)?, whole(&given.get_item(1)?)?]))
    }
}

/// Returns a whole number; a float is truncated.
fn whole(given: &Bound<'_, PyAny>) -> PyResult<i32> {
    let wrong = || PyTypeError::new_err("offset must be two numbers");
    if let Ok(number) = given.extract::<i32>() {
        return Ok(number);
    }
    let number: f64 = given.extract().map_err(|_| wrong())?;
    let fits = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number.trunc());
    if fits { Ok(number as i32) } else { Err(wrong()) }
}

/// A handle as one number. The library reports an error if its body is gone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name(pub(crate) Handle);

impl<'py> FromPyObject<'_, 'py> for Name {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Name> {
        let bits: u64 = given.extract().map_err(|_| not_a(&given, "an int is", "a handle"))?;
        handle(bits).map(Name).map_err(refused)
    }
}

/// Returns the handle with these bits.
pub(crate) fn handle(bits: u64) -> kasuri::Result<Handle> {
    Handle::from_bits(bits).ok_or_else(|| {
        let (slot, generation) = (bits as u32, bits >> 32);
        let text =
            format!("the body {slot}v{generation} was removed, or the handle belongs to another world");
        kasuri::Error::new(kasuri::ErrorKind::Stale, text)
    })
}

/// Makes a placement from keyword arguments.
pub(crate) fn placed(at: Place, angle: f64, scale: Scale) -> Placement {
    Placement { at: at.0, angle, scale: scale.0 }
}

/// Converts a position to a Python tuple.
pub(crate) fn pair(at: Vec2) -> (f64, f64) {
    (at.x, at.y)
}

/// Makes the error for an argument of the wrong type.
pub(crate) fn not_a(given: &Bound<'_, PyAny>, what: &str, for_what: &str) -> PyErr {
    let kind = given.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{what} expected for {for_what}, found {kind}"))
}

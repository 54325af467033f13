//! `kasuri.Mask`: all of pygame's mask, with the same names and meanings, and more.

mod arrays;
mod more;
mod pygame;
mod surface;

use std::sync::Arc;

use kasuri::Mask;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{OrRaise, refused};
pub(crate) use crate::mask::more::rect;
pub(crate) use crate::mask::surface::keep_pygame;
use crate::numbers::Texels;

/// One bit for each texel, set where a picture is solid. It has all of pygame's mask, with the same names and meanings,
/// and more.
///
/// >>> import kasuri
/// >>> ship = kasuri.Mask.from_rows([".##.", "####"])
/// >>> ship.get_size(), ship.count()
/// ((4, 2), 6)
/// >>> ship.overlap_area(ship, (1, 0))
/// 4
#[pyclass(name = "Mask", module = "kasuri", subclass)]
pub(crate) struct PyMask {
    /// The bits, shared with bodies and placed masks. They are copied when they change while shared.
    bits: Arc<Mask>,
    /// The size. pygame allows a side of 0 and the library does not: then `bits` is clear and has 1 instead of 0 there.
    size: [u32; 2],
}

/// The size and the words that `pickle` stores.
type Kept = ((u32, u32), Vec<u64>);

impl PyMask {
    pub(crate) fn of(mask: Mask) -> PyMask {
        let size = [mask.width(), mask.height()];
        PyMask { bits: Arc::new(mask), size }
    }

    /// Makes a clear mask of a size that may be 0.
    fn blank(size: [i64; 2]) -> PyResult<PyMask> {
        let mask = Mask::empty(size[0].max(1) as usize, size[1].max(1) as usize).or_raise()?;
        Ok(PyMask { bits: Arc::new(mask), size: size.map(|side| side as u32) })
    }

    /// Returns the bits of a mask with texels, from which shapes and bodies can be made.
    pub(crate) fn solid(&self) -> PyResult<Arc<Mask>> {
        if self.has_none() {
            let [width, height] = self.size.map(|side| side as usize);
            let text = format!("a mask of {width} x {height} texels; 1 to 4096 a side are allowed");
            return Err(refused(kasuri::Error::new(kasuri::ErrorKind::Texels, text)));
        }
        Ok(self.bits.clone())
    }

    /// Whether the mask has no texels.
    fn has_none(&self) -> bool {
        self.size.contains(&0)
    }

    /// Changes the bits. A mask without texels stays as it is.
    fn change(&mut self, change: impl FnOnce(&mut Mask)) {
        if !self.has_none() {
            change(Arc::make_mut(&mut self.bits));
        }
    }

    fn place_within(&self, Texels([x, y]): Texels) -> PyResult<[i64; 2]> {
        let is_within = |at: i32, side: u32| u32::try_from(at).is_ok_and(|at| at < side);
        if is_within(x, self.size[0]) && is_within(y, self.size[1]) {
            return Ok([x.into(), y.into()]);
        }
        Err(PyIndexError::new_err(format!("{x}, {y} is out of bounds")))
    }

    /// Makes a mask of the same size with other bits.
    fn like(&self, bits: Mask) -> PyMask {
        PyMask { bits: Arc::new(bits), size: self.size }
    }
}

#[pymethods]
impl PyMask {
    /// Makes a mask of a size, clear or filled.
    #[new]
    #[pyo3(signature = (size, fill = false))]
    fn new(size: Texels, fill: bool) -> PyResult<PyMask> {
        let size = size.0.map(i64::from);
        if size.iter().any(|&side| side < 0) {
            return Err(PyValueError::new_err("cannot create mask with negative size"));
        }
        let mut mask = PyMask::blank(size)?;
        if fill {
            mask.change(Mask::fill);
        }
        Ok(mask)
    }

    /// Does nothing: `__new__` does all the work. Subclasses may call it with the same arguments.
    #[pyo3(signature = (*_args, **_kwargs))]
    fn __init__(&self, _args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) {}

    /// Returns a copy, of the same class.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask((3, 2), fill=True).copy().count()
    /// 6
    fn copy<'py>(slf: &Bound<'py, PyMask>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0("__copy__")
    }

    fn __copy__<'py>(slf: &Bound<'py, PyMask>) -> PyResult<Bound<'py, PyAny>> {
        let (bits, size) = {
            let own = slf.borrow();
            (own.bits.clone(), own.size)
        };
        let kind = slf.get_type();
        let copy = kind.call_method1("__new__", (&kind, (1, 1)))?.cast_into::<PyMask>()?;
        *copy.borrow_mut() = PyMask { bits, size };
        Ok(copy.into_any())
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, PyMask>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0("__copy__")
    }

    /// Whether both have the same size and the same bits. (`==` compares object identity, as in pygame.)
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask((2, 1), fill=True).equals(Mask.from_rows(["##"]))
    /// True
    fn equals(slf: &Bound<'_, PyMask>, other: &Bound<'_, PyMask>) -> bool {
        let (a, b) = (slf.borrow(), other.borrow());
        a.size == b.size && a.bits == b.bits
    }

    fn __repr__(&self) -> String {
        let [width, height] = self.size;
        format!("<Mask({width}x{height})>")
    }

    /// Returns the size and the words, for `pickle`.
    fn __reduce__<'py>(slf: &Bound<'py, PyMask>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let made = slf.py().get_type::<PyMask>().getattr("_from_words")?;
        let own = slf.borrow();
        Ok((made, ((own.size[0], own.size[1]), own.bits.words().to_vec())))
    }

    #[staticmethod]
    fn _from_words(size: (u32, u32), words: Vec<u64>) -> PyResult<PyMask> {
        let (width, height) = size;
        let bits = Mask::from_words(width.max(1) as usize, height.max(1) as usize, &words).or_raise()?;
        Ok(PyMask { bits: Arc::new(bits), size: [width, height] })
    }
}

//! Converts between masks and pygame's surfaces. pygame reads and draws its surfaces; only bits are exchanged.

use std::sync::Arc;

use kasuri::Mask;
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::arrays::{numpy_of, wholes};
use crate::errors::OrRaise;
use crate::mask::PyMask;

/// pygame's own mask functions, kept because a program may replace `pygame.Mask` with `kasuri.Mask`.
struct Own {
    mask: Py<PyAny>,
    from_surface: Py<PyAny>,
    from_threshold: Py<PyAny>,
}

fn own(py: Python<'_>) -> PyResult<&Own> {
    static OWN: PyOnceLock<Own> = PyOnceLock::new();
    OWN.get_or_try_init(py, || {
        let module = py.import("pygame.mask")?;
        let get = |name: &str| module.getattr(name).map(Bound::unbind);
        Ok(Own {
            mask: get("Mask")?,
            from_surface: get("from_surface")?,
            from_threshold: get("from_threshold")?,
        })
    })
}

/// Converts a pygame mask. pygame keeps columns of words, which may have 32 bits.
fn from_pygame(given: &Bound<'_, PyAny>) -> PyResult<PyMask> {
    let (width, height): (u32, u32) = given.call_method0("get_size")?.extract()?;
    if width == 0 || height == 0 {
        return PyMask::blank([width.into(), height.into()]);
    }
    let columns = numpy_of(given.py())?.call_method1("asarray", (given,))?;
    let bits = 8 * columns.getattr("itemsize")?.extract::<usize>()?;
    let rows = columns.getattr("T")?;
    let words = wholes(&rows, "mask", &[Some(height as usize), None])?;
    let (columns, stride) = ((width as usize).div_ceil(bits), (width as usize).div_ceil(64));
    let row = |row: &[u64]| -> Vec<u64> {
        let mut joined = vec![0; stride];
        row.iter().enumerate().for_each(|(k, &word)| joined[k * bits / 64] |= word << (k * bits % 64));
        joined
    };
    let words: Vec<u64> = words.chunks_exact(columns).flat_map(row).collect();
    Mask::from_words(width as usize, height as usize, &words).or_raise().map(PyMask::of)
}

/// Converts a mask to a pygame mask.
fn to_pygame<'py>(py: Python<'py>, mask: &PyMask) -> PyResult<Bound<'py, PyAny>> {
    let theirs = own(py)?.mask.bind(py).call1((mask.get_size(),))?;
    if mask.has_none() {
        return Ok(theirs);
    }
    let columns = numpy_of(py)?.call_method1("asarray", (&theirs,))?;
    let (bits, stride) = (8 * columns.getattr("itemsize")?.extract::<usize>()?, mask.bits.stride());
    let count: usize = columns.len()?;
    let word = |row: &[u64], k: usize| {
        let word = row[k * bits / 64] >> (k * bits % 64);
        if bits == 64 { word } else { word & ((1 << bits) - 1) }
    };
    let rows = mask.bits.words().chunks_exact(stride);
    let words: Vec<Vec<u64>> = rows.map(|row| (0..count).map(|k| word(row, k)).collect()).collect();
    let words = PyArray2::from_vec2(py, &words)?;
    debug_assert_eq!(words.shape(), [mask.size[1] as usize, count]);
    columns.set_item(pyo3::types::PyEllipsis::get(py), words.transpose()?)?;
    Ok(theirs)
}

/// Keeps pygame's own functions, before a program replaces them.
pub(crate) fn keep_pygame(py: Python<'_>) -> PyResult<()> {
    own(py).map(|_| ())
}

#[pymethods]
impl PyMask {
    /// Makes a mask of a pygame Surface: set where alpha is more than the threshold, or where the colour is not the
    /// colour key.
    ///
    /// >>> import pygame
    /// >>> from kasuri import Mask
    /// >>> picture = pygame.Surface((3, 2), pygame.SRCALPHA)
    /// >>> picture.set_at((1, 0), "red")
    /// >>> Mask.from_surface(picture).to_rows()
    /// ['.#.', '...']
    #[staticmethod]
    #[pyo3(signature = (surface, threshold = 127))]
    fn from_surface(surface: &Bound<'_, PyAny>, threshold: i64) -> PyResult<PyMask> {
        let py = surface.py();
        from_pygame(&own(py)?.from_surface.bind(py).call1((surface, threshold))?)
    }

    /// Makes a mask of the pixels of a pygame Surface whose colour is within a threshold of another.
    ///
    /// >>> import pygame
    /// >>> from kasuri import Mask
    /// >>> picture = pygame.Surface((3, 2), pygame.SRCALPHA)
    /// >>> picture.set_at((1, 0), (250, 5, 0))
    /// >>> Mask.from_threshold(picture, "red", (10, 10, 10)).to_rows()
    /// ['.#.', '...']
    #[staticmethod]
    #[pyo3(signature = (*args, **kwargs))]
    fn from_threshold(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<PyMask> {
        let py = args.py();
        from_pygame(&own(py)?.from_threshold.bind(py).call(args, kwargs)?)
    }

    /// Makes a mask from a `pygame.Mask`.
    ///
    /// >>> import pygame
    /// >>> from kasuri import Mask
    /// >>> Mask.from_pygame(pygame.Mask((3, 2), fill=True)).to_rows()
    /// ['###', '###']
    #[staticmethod]
    fn from_pygame(mask: &Bound<'_, PyAny>) -> PyResult<PyMask> {
        if let Ok(own) = mask.cast::<PyMask>() {
            let own = own.borrow();
            return Ok(PyMask { bits: Arc::clone(&own.bits), size: own.size });
        }
        from_pygame(mask)
    }

    /// Returns a `pygame.Mask` with the same bits.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##."]).to_pygame().count()
    /// 2
    fn to_pygame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_pygame(py, self)
    }

    /// Draws the mask onto a pygame Surface, a new one if none is given, and returns it. The arguments are pygame's:
    /// `surface`, `setsurface`, `unsetsurface`, `setcolor`, `unsetcolor`, `dest`, `area`.
    ///
    /// >>> from kasuri import Mask
    /// >>> picture = Mask.from_rows([".#"]).to_surface(setcolor="red", unsetcolor="blue")
    /// >>> tuple(picture.get_at((0, 0))), tuple(picture.get_at((1, 0)))
    /// ((0, 0, 255, 255), (255, 0, 0, 255))
    #[pyo3(signature = (*args, **kwargs))]
    fn to_surface<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_pygame(args.py(), self)?.call_method("to_surface", args, kwargs)
    }
}

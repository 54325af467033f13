//! Makes masks from arrays and pictures, and arrays from masks.

use std::path::PathBuf;

use kasuri::{
    Mask,
    mask::{Alpha, Key},
};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::bytes;
use crate::errors::OrRaise;
use crate::mask::PyMask;
use crate::numbers::not_a;

/// The rule for which pixels of a picture are solid.
pub(super) enum Solid {
    Alpha(Alpha),
    Key(Key),
}

impl Solid {
    pub(super) fn of(alpha: u8, key: Option<[u8; 3]>) -> Solid {
        key.map_or(Solid::Alpha(Alpha(alpha)), |key| Solid::Key(Key(key)))
    }
}

/// The content of a file, given as bytes or by its path.
struct File(Vec<u8>);

impl<'py> FromPyObject<'_, 'py> for File {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<File> {
        if let Ok(path) = given.extract::<PathBuf>() {
            return std::fs::read(&path).map(File).map_err(|error| {
                let error = PyErr::from(error);
                let value = error.value(given.py());
                // As `open` does: the exception names the file.
                match value.setattr("filename", path) {
                    Ok(()) => error,
                    Err(other) => other,
                }
            });
        }
        given.extract().map(File).map_err(|_| not_a(&given, "bytes or a path are", "a file"))
    }
}

#[pymethods]
impl PyMask {
    /// Makes a mask from characters: a texel is set unless it is '.' or ' '.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".#.", "###"]).count()
    /// 4
    #[staticmethod]
    fn from_rows(rows: Vec<String>) -> PyResult<PyMask> {
        Mask::from_rows(&rows).or_raise().map(PyMask::of)
    }

    /// Makes a mask from an array of shape (height, width), bool or uint8: set where the array is not 0.
    ///
    /// >>> import numpy
    /// >>> from kasuri import Mask
    /// >>> Mask.from_numpy(numpy.eye(3, dtype=bool)).count()
    /// 3
    #[staticmethod]
    fn from_numpy(array: &Bound<'_, PyAny>) -> PyResult<PyMask> {
        let (texels, shape) = bytes(array, "array", &[None, None])?;
        let (height, width) = (shape[0], shape[1]);
        if width == 0 || height == 0 {
            return PyMask::blank([width as i64, height as i64]);
        }
        let word = |texels: &[u8]| {
            (0..).zip(texels).fold(0, |word, (bit, &texel)| word | u64::from(texel != 0) << bit)
        };
        let words: Vec<u64> = texels.chunks_exact(width).flat_map(|row| row.chunks(64).map(word)).collect();
        Mask::from_words(width, height, &words).or_raise().map(PyMask::of)
    }

    /// Makes a mask from RGBA pixels, an array of uint8 of shape (height, width, 4): solid where alpha is at least
    /// `alpha`, or, with a `key`, where the colour is not the key.
    ///
    /// >>> import numpy
    /// >>> from kasuri import Mask
    /// >>> pixels = numpy.zeros((2, 3, 4), dtype=numpy.uint8)
    /// >>> pixels[0, :, 3] = 255
    /// >>> Mask.from_rgba(pixels).to_rows()
    /// ['###', '...']
    #[staticmethod]
    #[pyo3(signature = (pixels, alpha = 128, key = None))]
    fn from_rgba(pixels: &Bound<'_, PyAny>, alpha: u8, key: Option<[u8; 3]>) -> PyResult<PyMask> {
        let (pixels, shape) = bytes(pixels, "pixels", &[None, None, Some(4)])?;
        let (height, width) = (shape[0], shape[1]);
        let mask = match Solid::of(alpha, key) {
            Solid::Alpha(alpha) => Mask::from_rgba(width, height, &pixels, alpha),
            Solid::Key(key) => Mask::from_rgba(width, height, &pixels, key),
        };
        mask.or_raise().map(PyMask::of)
    }

    /// Makes a mask from a PNG file: its bytes, or its path. `alpha` and `key` select the solid pixels as in `from_rgba`. The features
    /// `gif`, `webp`, `bmp`, `qoi` and `tga` of kasuri add other formats to the build.
    ///
    /// >>> import io, pygame
    /// >>> from kasuri import Mask
    /// >>> picture, file = pygame.Surface((3, 2), pygame.SRCALPHA), io.BytesIO()
    /// >>> picture.set_at((1, 0), "red")
    /// >>> pygame.image.save(picture, file, "ship.png")
    /// >>> Mask.from_png(file.getvalue()).to_rows()
    /// ['.#.', '...']
    #[staticmethod]
    #[pyo3(signature = (png, alpha = 128, key = None))]
    fn from_png(py: Python<'_>, png: File, alpha: u8, key: Option<[u8; 3]>) -> PyResult<PyMask> {
        let File(png) = png;
        let mask = py.detach(|| match Solid::of(alpha, key) {
            Solid::Alpha(alpha) => Mask::from_image(&png, alpha),
            Solid::Key(key) => Mask::from_image(&png, key),
        });
        mask.or_raise().map(PyMask::of)
    }

    /// Returns an array of bool of shape (height, width).
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["#.", "##"]).to_numpy().tolist()
    /// [[True, False], [True, True]]
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [width, height] = self.size.map(i64::from);
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let texels: Vec<bool> = texels.map(|(x, y)| self.bits.get(x, y)).collect();
        Ok(PyArray1::from_vec(py, texels).reshape([height as usize, width as usize])?.into_any())
    }

    /// Returns the array that numpy makes of it, laid out as pygame's: columns of words. `to_numpy` returns the bits.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("an array of a mask is always a copy"));
        }
        let array = self._columns(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    /// Returns columns of words, an array of uint64 of shape (words a row, height), laid out as pygame's buffer.
    fn _columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [width, height] = self.size.map(|side| side as usize);
        let columns = if height == 0 { 0 } else { width.div_ceil(64) };
        let words = (0..columns).flat_map(|column| (0..height).map(move |y| y * columns + column));
        let words: Vec<u64> = words.map(|k| self.bits.words()[k]).collect();
        Ok(PyArray1::from_vec(py, words).reshape([columns, height])?.into_any())
    }

    /// Returns the rows as characters, '#' and '.'.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask((2, 1), fill=True).to_rows()
    /// ['##']
    fn to_rows(&self) -> Vec<String> {
        let [width, height] = self.size.map(i64::from);
        let row = |y: i64| (0..width).map(|x| if self.bits.get(x, y) { '#' } else { '.' }).collect();
        (0..height).map(row).collect()
    }
}

//! Placed bodies, and the pixels they cover.

use kasuri::{
    Vec2,
    query::{Form, Placed},
};
use numpy::PyArray1;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::OrRaise;
use crate::mask::PyMask;
use crate::mask::rect;

/// RGBA bytes, their size, and the position of their corner.
type Painted<'py> = (Bound<'py, PyBytes>, (i32, i32), (i32, i32));

/// A placed shape, mask or tile map. Its `place` makes it, `kasuri.query` takes it.
///
/// >>> from kasuri import Mask, Shape
/// >>> Shape.circle(3).place((10, 20)), Mask((4, 2), fill=True).place((5, 5), angle=0.5)
/// (<Form(shape at (10, 20))>, <Form(sprite at (5, 5))>)
#[pyclass(name = "Form", module = "kasuri", frozen)]
pub(crate) struct PyForm {
    form: Form,
    at: Vec2,
}

impl PyForm {
    pub(crate) fn new(form: Form, at: Vec2) -> PyForm {
        PyForm { form, at }
    }

    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    pub(crate) fn placed(&self) -> Placed {
        Placed { form: self.form.clone(), at: self.at, layer: 1, against: u32::MAX, group: 0 }
    }
}

#[pymethods]
impl PyForm {
    /// The position.
    #[getter]
    fn at(&self) -> (f64, f64) {
        (self.at.x, self.at.y)
    }

    /// Returns a box that contains it, as (x, y, width, height) in pixels; None if it covers nothing. The box of a turned or
    /// scaled mask may be larger than the smallest one.
    ///
    /// >>> from kasuri import Shape
    /// >>> Shape.circle(3).place((10, 20)).bounds()
    /// (7.0, 17.0, 6.0, 6.0)
    fn bounds(&self) -> Option<(f64, f64, f64, f64)> {
        let b = self.form.bounds()?;
        let pixels = |x: i32| f64::from(x) / 256.0;
        Some((pixels(b.min.x), pixels(b.min.y), pixels(b.max.x - b.min.x), pixels(b.max.y - b.min.y)))
    }

    /// Returns the pixels that it covers; None for a tile map.
    ///
    /// >>> import kasuri
    /// >>> kasuri.Shape.circle(2).place((10.5, 20.5)).cover().count()
    /// 13
    fn cover(&self) -> Option<Cover> {
        match &self.form {
            Form::Shape(parts) => Some(Cover(kasuri::mask::Cover::of_shape(parts))),
            Form::Sprite(sprite) => Some(Cover(kasuri::mask::Cover::of(sprite))),
            Form::Tiles(_) => None,
        }
    }

    /// For a placed mask: returns the pixels that it covers, and the texel of the mask under each; two arrays of int32
    /// of shape
    /// (n, 2). A program that draws a picture takes its colours from these texels, and so draws exactly what hits.
    ///
    /// >>> import kasuri
    /// >>> pixels, texels = kasuri.Mask.from_rows(["#."]).place((5, 5.5), scale=(-1, 1)).texels()
    /// >>> pixels.tolist(), texels.tolist()
    /// ([[5, 5]], [[0, 0]])
    fn texels<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let Form::Sprite(sprite) = &self.form else { return Ok(None) };
        let pixels: Vec<(i32, i32)> = kasuri::mask::Cover::of(sprite).iter().collect();
        let texel = |&(i, j): &(i32, i32)| sprite.texel_at(i, j).unwrap_or_default().map(|x| x as i32);
        let texels: Vec<i32> = pixels.iter().flat_map(texel).collect();
        let pixels: Vec<i32> = pixels.into_iter().flat_map(|(i, j)| [i, j]).collect();
        let rows = pixels.len() / 2;
        let array = |flat: Vec<i32>| -> PyResult<Bound<'py, PyAny>> {
            Ok(PyArray1::from_vec(py, flat).reshape([rows, 2])?.into_any())
        };
        Ok(Some((array(pixels)?, array(texels)?)))
    }

    /// For a placed mask: draws its picture, RGBA bytes of the mask's size, as it is placed. Returns the RGBA bytes of
    /// the box around the pixels that hit, the box's size, and the position of its corner; None if no pixel is covered.
    ///
    /// >>> import kasuri
    /// >>> mask = kasuri.Mask.from_rows(["#."])
    /// >>> mask.place((5, 5.5), scale=(-1, 1)).painted(bytes([9, 8, 7, 255, 0, 0, 0, 0]))
    /// (b'\t\x08\x07\xff', (1, 1), (5, 5))
    fn painted<'py>(&self, py: Python<'py>, rgba: &[u8]) -> PyResult<Option<Painted<'py>>> {
        let Form::Sprite(sprite) = &self.form else { return Ok(None) };
        let mask = sprite.mask();
        let [width, height] = [mask.width(), mask.height()].map(|side| side as usize);
        let (texels, rest) = rgba.as_chunks::<4>();
        if texels.len() != width * height || !rest.is_empty() {
            let text = format!(
                "the pixel data has {} bytes; {width} x {height} RGBA pixels need {}",
                rgba.len(),
                width * height * 4
            );
            return Err(crate::errors::refused(kasuri::Error::new(kasuri::ErrorKind::Texels, text)));
        }
        let Some(cover) = kasuri::mask::Cover::of(sprite).trimmed() else { return Ok(None) };
        let (words, stride) = (mask.words(), mask.stride());
        let (x, y, across, down) = rect(cover.pixels());
        let mut drawn = vec![[0; 4]; across as usize * down as usize];
        // Along a row the texel moves by whole numbers (SPEC 4), so it needs no multiplications.
        let (turn, [flip_x, flip_y], at) = (sprite.turn(), sprite.flip(), sprite.at());
        let (first_u, first_v) = turn.start(at);
        let right = i64::from(x) - i64::from(at.x >> 8);
        for (down, row) in drawn.chunks_exact_mut(across as usize).enumerate() {
            let down = i64::from(y) - i64::from(at.y >> 8) + down as i64;
            let mut u = first_u + right * i64::from(turn.ux) + down * i64::from(turn.uy);
            let mut v = first_v + right * i64::from(turn.vx) + down * i64::from(turn.vy);
            for pixel in row {
                let (column, line) = ((u >> 16) as usize, (v >> 16) as usize);
                if column < width && line < height {
                    let column = if flip_x { width - 1 - column } else { column };
                    let line = if flip_y { height - 1 - line } else { line };
                    let is_set = words[line * stride + column / 64] >> (column % 64) & 1 == 1;
                    if is_set {
                        *pixel = texels[line * width + column];
                    }
                }
                u += i64::from(turn.ux);
                v += i64::from(turn.vx);
            }
        }
        Ok(Some((PyBytes::new(py, drawn.as_flattened()), (across, down), (x, y))))
    }

    fn __repr__(&self) -> String {
        let kind = match &self.form {
            Form::Shape(_) => "shape",
            Form::Sprite(_) => "sprite",
            Form::Tiles(_) => "tiles",
        };
        format!("<Form({kind} at ({}, {}))>", self.at.x, self.at.y)
    }
}

/// A set of covered world pixels.
///
/// >>> from kasuri import Mask
/// >>> Mask((4, 2), fill=True).place((10, 10), scale=2).cover()
/// <Cover(32 pixels)>
#[pyclass(module = "kasuri", frozen)]
pub(crate) struct Cover(pub(crate) kasuri::mask::Cover);

#[pymethods]
impl Cover {
    /// Returns the number of pixels.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##.", "####"]).place((10, 10), scale=2).cover().count()
    /// 24
    fn count(&self) -> u64 {
        self.0.count()
    }

    /// Returns a box that contains them all, as (x, y, width, height). It may be larger than the smallest one.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask((4, 2), fill=True).place((10, 10)).cover().bounds()
    /// (8, 9, 4, 2)
    fn bounds(&self) -> (i32, i32, i32, i32) {
        rect(self.0.pixels())
    }

    /// Returns the pixels that both cover; None if there are none.
    ///
    /// >>> from kasuri import Shape
    /// >>> a, b = (Shape.rect((4, 4)).place((x, 0)).cover() for x in (0, 6))
    /// >>> a.common(b).bounds()
    /// (2, -4, 2, 8)
    fn common(&self, other: &Cover) -> Option<Cover> {
        self.0.common(&other.0).map(Cover)
    }

    /// Returns the pixels as a mask, whose texel (0, 0) is the corner of `bounds`.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##.", "####"]).place((10, 10)).cover().to_mask().to_rows()
    /// ['.##.', '####']
    fn to_mask(&self) -> PyResult<PyMask> {
        self.0.to_mask().or_raise().map(PyMask::of)
    }

    /// Returns the pixels, an array of int32 of shape (n, 2).
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask((2, 1), fill=True).place((10, 10.5)).cover().to_numpy().tolist()
    /// [[9, 10], [10, 10]]
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let flat: Vec<i32> = self.0.iter().flat_map(|(i, j)| [i, j]).collect();
        let rows = flat.len() / 2;
        Ok(PyArray1::from_vec(py, flat).reshape([rows, 2])?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Cover({} pixels)>", self.0.count())
    }
}

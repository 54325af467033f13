//! Tests many pairs at a time, without a world: `kasuri.batch`.

use std::sync::Arc;

use kasuri::batch::{Batch, BoxPoses, CirclePoses, Poses, ShapePoses, SpritePoses};
use kasuri::{Mask, Shape};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::arrays::{Columns, columns, of_pairs, wholes};
use crate::errors::OrRaise;
use crate::mask::PyMask;
use crate::query::Touch;
use crate::shape::PyShape;

/// Evaluates an expression with columns of either type.
macro_rules! poses {
    ($columns:expr, $names:pat => $poses:expr) => {
        match $columns {
            Columns::F32($names) => $poses.into(),
            Columns::F64($names) => $poses.into(),
        }
    };
}

/// Boxes: centres, half sides, and angles in radians; five arrays of one length, float32 or float64.
///
/// >>> from kasuri.batch import BoxPoses
/// >>> BoxPoses([10, 40], [5, 5], [8, 8], [3, 3], [0.5, 0])
/// <BoxPoses(2)>
#[pyclass(name = "BoxPoses", module = "kasuri.batch", frozen)]
pub(crate) struct PyBoxPoses(Columns<5>);

#[pymethods]
impl PyBoxPoses {
    #[new]
    fn new(
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        hx: &Bound<'_, PyAny>,
        hy: &Bound<'_, PyAny>,
        angle: &Bound<'_, PyAny>,
    ) -> PyResult<PyBoxPoses> {
        columns([("x", x), ("y", y), ("hx", hx), ("hy", hy), ("angle", angle)]).map(PyBoxPoses)
    }

    fn __len__(&self) -> usize {
        self.0.first()
    }

    fn __repr__(&self) -> String {
        format!("<BoxPoses({})>", self.0.first())
    }
}

/// Circles: centres and radii; three arrays of one length, float32 or float64.
///
/// >>> from kasuri.batch import CirclePoses
/// >>> CirclePoses([10, 40], [5, 5], [3, 3])
/// <CirclePoses(2)>
#[pyclass(name = "CirclePoses", module = "kasuri.batch", frozen)]
pub(crate) struct PyCirclePoses(Columns<3>);

#[pymethods]
impl PyCirclePoses {
    #[new]
    fn new(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, r: &Bound<'_, PyAny>) -> PyResult<PyCirclePoses> {
        columns([("x", x), ("y", y), ("r", r)]).map(PyCirclePoses)
    }

    fn __len__(&self) -> usize {
        self.0.first()
    }

    fn __repr__(&self) -> String {
        format!("<CirclePoses({})>", self.0.first())
    }
}

/// Returns whole numbers of 32 bits. Larger numbers become `u32::MAX`, which is not a valid index.
fn indices(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<u32>> {
    let all = wholes(given, name, &[None])?;
    Ok(all.into_iter().map(|k| u32::try_from(k).unwrap_or(u32::MAX)).collect())
}

/// Shapes of a list, turned and placed. `shape` has the index in the list for each body.
///
/// >>> from kasuri import Shape, batch
/// >>> shapes = [Shape.circle(3), Shape.rect((8, 2))]
/// >>> a = batch.ShapePoses(shapes, [0, 1], [0, 0], [0, 0], [0, 1.5])
/// >>> batch.Batch().hits(a, batch.CirclePoses([5, 5], [0, 0], [2, 2])).tolist()
/// [0]
#[pyclass(name = "ShapePoses", module = "kasuri.batch", frozen)]
pub(crate) struct PyShapePoses {
    shapes: Vec<Shape>,
    shape: Vec<u32>,
    columns: Columns<3>,
}

#[pymethods]
impl PyShapePoses {
    #[new]
    fn new(
        shapes: Vec<PyRef<'_, PyShape>>,
        shape: &Bound<'_, PyAny>,
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        angle: &Bound<'_, PyAny>,
    ) -> PyResult<PyShapePoses> {
        Ok(PyShapePoses {
            shapes: shapes.iter().map(|shape| shape.0.clone()).collect(),
            shape: indices(shape, "shape")?,
            columns: columns([("x", x), ("y", y), ("angle", angle)])?,
        })
    }

    fn __len__(&self) -> usize {
        self.shape.len()
    }

    fn __repr__(&self) -> String {
        format!("<ShapePoses({})>", self.shape.len())
    }
}

/// Sprites: masks of a list, turned around their middles and placed. `mask` has the index in the list for each body.
///
/// >>> from kasuri import Mask, batch
/// >>> masks = [Mask.from_rows([".##.", "####"]), Mask((9, 2), fill=True)]
/// >>> a = batch.SpritePoses(masks, [0, 1], [0, 0], [0, 0], [0, 1.5])
/// >>> batch.Batch().hits(a, batch.CirclePoses([3, 3], [0, 0], [2, 2])).tolist()
/// [0, 1]
#[pyclass(name = "SpritePoses", module = "kasuri.batch", frozen)]
pub(crate) struct PySpritePoses {
    masks: Vec<Arc<Mask>>,
    mask: Vec<u32>,
    columns: Columns<3>,
}

#[pymethods]
impl PySpritePoses {
    #[new]
    fn new(
        masks: Vec<PyRef<'_, PyMask>>,
        mask: &Bound<'_, PyAny>,
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        angle: &Bound<'_, PyAny>,
    ) -> PyResult<PySpritePoses> {
        Ok(PySpritePoses {
            masks: masks.iter().map(|mask| mask.solid()).collect::<PyResult<_>>()?,
            mask: indices(mask, "mask")?,
            columns: columns([("x", x), ("y", y), ("angle", angle)])?,
        })
    }

    fn __len__(&self) -> usize {
        self.mask.len()
    }

    fn __repr__(&self) -> String {
        format!("<SpritePoses({})>", self.mask.len())
    }
}

/// One side of the pairs.
#[derive(FromPyObject)]
pub(crate) enum Side<'py> {
    Boxes(PyRef<'py, PyBoxPoses>),
    Circles(PyRef<'py, PyCirclePoses>),
    Shapes(PyRef<'py, PyShapePoses>),
    Sprites(PyRef<'py, PySpritePoses>),
}

impl Side<'_> {
    fn poses(&self) -> Poses<'_> {
        match self {
            Side::Boxes(boxes) => {
                poses!(&boxes.0, [x, y, hx, hy, angle] => BoxPoses { x, y, hx, hy, angle })
            }
            Side::Circles(circles) => poses!(&circles.0, [x, y, r] => CirclePoses { x, y, r }),
            Side::Shapes(side) => {
                let (shapes, shape) = (&side.shapes[..], &side.shape[..]);
                poses!(&side.columns, [x, y, angle] => ShapePoses { shapes, shape, x, y, angle })
            }
            Side::Sprites(side) => {
                let (masks, mask) = (&side.masks[..], &side.mask[..]);
                poses!(&side.columns, [x, y, angle] => SpritePoses { masks, mask, x, y, angle })
            }
        }
    }
}

/// Tests pairs of poses: body k of one side with body k of the other. `touching` says whether touches count.
///
/// >>> from kasuri.batch import Batch, BoxPoses, CirclePoses
/// >>> cars = BoxPoses([10, 40], [5, 5], [8, 8], [3, 3], [0.5, 0])
/// >>> posts = CirclePoses([17, 60], [5, 5], [1.5, 1.5])
/// >>> Batch().overlaps(cars, posts).tolist()
/// [True, False]
#[pyclass(name = "Batch", module = "kasuri.batch", frozen)]
pub(crate) struct PyBatch(Batch);

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (*, touching = Touch(kasuri::Touching::Counts), threads = None))]
    fn new(touching: Touch, threads: Option<usize>) -> PyBatch {
        let batch = Batch::new().touching(touching.0);
        PyBatch(match threads {
            Some(threads) => batch.threads(threads),
            None => batch,
        })
    }

    /// Returns which pairs overlap: an array of bool.
    ///
    /// >>> from kasuri.batch import Batch, CirclePoses
    /// >>> shots = CirclePoses([0, 0], [0, 0], [3, 3])
    /// >>> Batch().overlaps(shots, CirclePoses([5, 7], [0, 0], [3, 3])).tolist()
    /// [True, False]
    fn overlaps<'py>(&self, py: Python<'py>, a: Side<'py>, b: Side<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (a, b) = (a.poses(), b.poses());
        let bits = py.detach(|| self.0.overlaps(a, b)).or_raise()?;
        let is_set = |k: usize| bits.words()[k / 64] >> (k % 64) & 1 == 1;
        Ok(PyArray1::from_vec(py, (0..bits.len()).map(is_set).collect::<Vec<bool>>()).into_any())
    }

    /// Returns the indices of the pairs that overlap, in order: an array of uint32.
    ///
    /// >>> from kasuri.batch import Batch, CirclePoses
    /// >>> shots = CirclePoses([0, 0, 0], [0, 0, 0], [3, 3, 3])
    /// >>> Batch().hits(shots, CirclePoses([5, 7, 6], [0, 0, 0], [3, 3, 3])).tolist()
    /// [0, 2]
    fn hits<'py>(&self, py: Python<'py>, a: Side<'py>, b: Side<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (a, b) = (a.poses(), b.poses());
        let hits = py.detach(|| self.0.hits(a, b)).or_raise()?;
        Ok(PyArray1::from_vec(py, hits).into_any())
    }

    /// Returns how each pair separates: the normals from the first to the second, an array of shape (n, 2), and the
    /// distances that the second moves along them until the two just touch, an array of shape (n,). NaN where they do
    /// not overlap.
    ///
    /// >>> from kasuri.batch import Batch, BoxPoses
    /// >>> a = BoxPoses([0, 0], [0, 0], [2, 2], [9, 9], [0, 0])
    /// >>> b = BoxPoses([3, 5], [0, 0], [2, 2], [9, 9], [0, 0])
    /// >>> normals, depths = Batch().separations(a, b)
    /// >>> normals.tolist(), depths.tolist()
    /// ([[1.0, 0.0], [nan, nan]], [1.0, nan])
    fn separations<'py>(
        &self,
        py: Python<'py>,
        a: Side<'py>,
        b: Side<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (a, b) = (a.poses(), b.poses());
        let ways = py.detach(|| self.0.separations(a, b)).or_raise()?;
        let normals = ways.iter().map(|way| way.map_or([f64::NAN; 2], |way| way.normal)).collect();
        let depths: Vec<f64> = ways.iter().map(|way| way.map_or(f64::NAN, |way| way.depth)).collect();
        Ok((of_pairs(py, normals)?, PyArray1::from_vec(py, depths).into_any()))
    }
}

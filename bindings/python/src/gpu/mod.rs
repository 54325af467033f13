//! Pairs and frames decided by a GPU: `kasuri.gpu`. A build without the GPU has the same classes, but `Gpu` cannot be made.

#[cfg(not(feature = "gpu"))]
#[path = "absent.rs"]
mod device;
#[cfg(feature = "gpu")]
#[path = "present.rs"]
mod device;

use std::sync::Mutex;

use kasuri::lattice::Point;
use kasuri::query::Form;
use kasuri::{Layers, Vec2};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub(crate) use device::{Gpu, named};

use crate::arrays::{index_pairs, of_index_pairs, places, wholes};
use crate::errors::OrRaise;
use crate::form::PyForm;
use crate::gpu::device::{Bodies, Crowd, Member, adapters, name_of};
use crate::query::{COUNTS, Touch};
use crate::world::lock;

/// Refuses what a build without the GPU cannot do.
pub(crate) fn need_gpu(what: &str) -> PyResult<()> {
    if cfg!(feature = "gpu") {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{what} needs a build with the GPU, and this build has none; install it with \
         pip install ./bindings/python --config-settings maturin.build-args=\"--features gpu\""
    )))
}

/// A GPU: the first whose name contains `name`, or the fastest one. If there is none, that is a kasuri.Error.
///
/// >>> import kasuri
/// >>> gpu = kasuri.gpu.Gpu()
/// >>> gpu.name in kasuri.gpu.Gpu.adapters()
/// True
#[pyclass(name = "Gpu", module = "kasuri.gpu", frozen)]
pub(crate) struct PyGpu(Gpu);

#[pymethods]
impl PyGpu {
    #[new]
    #[pyo3(signature = (name = ""))]
    fn new(py: Python<'_>, name: &str) -> PyResult<PyGpu> {
        need_gpu("kasuri.gpu")?;
        py.detach(|| named(name)).or_raise().map(PyGpu)
    }

    /// Returns the names of all GPUs of this machine, software ones too.
    ///
    /// >>> import kasuri
    /// >>> len(kasuri.gpu.Gpu.adapters()) > 0
    /// True
    #[staticmethod]
    fn adapters(py: Python<'_>) -> PyResult<Vec<String>> {
        need_gpu("kasuri.gpu")?;
        Ok(py.detach(adapters))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> String {
        name_of(&self.0)
    }

    /// Uploads placed bodies, for batches of pairs of them.
    ///
    /// >>> import kasuri
    /// >>> shots = [kasuri.Shape.circle(3).place((5 * k, 0)) for k in range(4)]
    /// >>> bodies = kasuri.gpu.Gpu().bodies(shots)
    /// >>> bodies.hits([[0, 1], [0, 2], [2, 3]]).tolist()
    /// [0, 2]
    fn bodies(&self, py: Python<'_>, forms: Vec<PyRef<'_, PyForm>>) -> PyResult<PyBodies> {
        let origins = origins_of(&forms)?;
        let forms = forms_of(&forms);
        let bodies = py.detach(|| self.0.bodies(&forms)).or_raise()?;
        Ok(PyBodies(Mutex::new(Placed { bodies, origins })))
    }

    /// Makes a crowd: body k has the form `forms[form[k]]`, which is placed at (0, 0). `layer` and `against` are masks of layers;
    /// bodies with the same `owner` never hit each other. Each is an array with a number for each body.
    ///
    /// >>> import kasuri, numpy
    /// >>> forms = [kasuri.Shape.circle(3).place((0, 0)), kasuri.Shape.rect((4, 1)).place((0, 0), angle=0.5)]
    /// >>> crowd = kasuri.gpu.Gpu().crowd(forms, [0, 0, 1])
    /// >>> crowd.frame(numpy.array([[0, 0], [5, 0], [9, 2]], dtype=numpy.float32)).tolist()
    /// [[0, 1], [1, 2]]
    #[pyo3(signature = (forms, form, *, layer = None, against = None, owner = None))]
    fn crowd(
        &self,
        forms: Vec<PyRef<'_, PyForm>>,
        form: &Bound<'_, PyAny>,
        layer: Option<&Bound<'_, PyAny>>,
        against: Option<&Bound<'_, PyAny>>,
        owner: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCrowd> {
        if let Some(k) = origins_of(&forms)?.iter().position(|&at| at != Point::default()) {
            return Err(PyValueError::new_err(format!("forms[{k}]: a form of a crowd is placed at (0, 0)")));
        }
        let which = words(form, "form", None)?;
        let column = |given: Option<&Bound<'_, PyAny>>, name: &str, usual: &dyn Fn(u32) -> u32| match given {
            Some(given) => words(given, name, Some(which.len())),
            None => Ok((0..which.len() as u32).map(usual).collect()),
        };
        let layer = column(layer, "layer", &|_| 1)?;
        let against = column(against, "against", &|_| u32::MAX)?;
        let owner = column(owner, "owner", &|k| k)?;
        let forms = forms_of(&forms);
        let mut crowd = self.0.crowd();
        for (k, &which) in which.iter().enumerate() {
            let form = forms.get(which as usize).ok_or_else(|| {
                let most = forms.len();
                PyValueError::new_err(format!("form[{k}]: {which} is not below {most}, the number of forms"))
            })?;
            let (at, layers) = (Point::default(), Layers::new(layer[k], against[k]));
            crowd.push(Member { form, at, layers, margin: -1, owner: owner[k], world: 0 }).or_raise()?;
        }
        Ok(PyCrowd(Mutex::new(crowd)))
    }

    fn __repr__(&self) -> String {
        format!("<Gpu({:?})>", self.name())
    }
}

/// Bodies on the device, and where each was placed.
struct Placed {
    bodies: Bodies,
    origins: Vec<Point>,
}

/// Bodies on a GPU, and batches of pairs of their indices. Made by `Gpu.bodies`.
///
/// >>> import kasuri
/// >>> shots = [kasuri.Shape.circle(3).place((5 * k, 0)) for k in range(4)]
/// >>> kasuri.gpu.Gpu().bodies(shots)
/// <Bodies(4)>
#[pyclass(name = "Bodies", module = "kasuri.gpu", frozen)]
pub(crate) struct PyBodies(Mutex<Placed>);

#[pymethods]
impl PyBodies {
    fn __len__(&self) -> usize {
        lock(&self.0).origins.len()
    }

    /// Moves the bodies to positions in pixels: an array of shape (n, 2), float32 or float64.
    ///
    /// >>> import kasuri
    /// >>> bodies = kasuri.gpu.Gpu().bodies([kasuri.Shape.circle(3).place((0, 0))] * 2)
    /// >>> bodies.set_positions([[0, 0], [9, 0]])
    /// >>> bodies.hits([[0, 1]]).tolist()
    /// []
    fn set_positions(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<()> {
        let (places, held) = (one_each(at, self.__len__())?, &self.0);
        let moved = py.detach(|| {
            let mut held = lock(held);
            let move_of = |(at, from): (&Point, &Point)| Point::new(at.x - from.x, at.y - from.y);
            let moves: Vec<Point> = snapped(&places)?.iter().zip(&held.origins).map(move_of).collect();
            held.bodies.set_moves(&moves)
        });
        moved.or_raise()
    }

    /// Returns which pairs overlap, a bit for each: an array of uint8, of which each has eight bits, the first pair's in the lowest.
    /// `pairs` is an array of shape (n, 2) of indices of bodies, best uint32.
    ///
    /// >>> import kasuri, numpy
    /// >>> shots = [kasuri.Shape.circle(3).place((5 * k, 0)) for k in range(4)]
    /// >>> bits = kasuri.gpu.Gpu().bodies(shots).overlaps([[0, 1], [0, 2], [2, 3]])
    /// >>> numpy.unpackbits(bits, count=3, bitorder="little").tolist()
    /// [1, 0, 1]
    #[pyo3(signature = (pairs, touching = COUNTS))]
    fn overlaps<'py>(
        &self,
        py: Python<'py>,
        pairs: &Bound<'py, PyAny>,
        touching: Touch,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (pairs, held) = (index_pairs(pairs, "pairs")?, &self.0);
        let bits = py.detach(|| lock(held).bodies.overlaps(&pairs, touching.0)).or_raise()?;
        let mut bytes: Vec<u8> = bits.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(bits.len().div_ceil(8));
        Ok(PyArray1::from_vec(py, bytes).into_any())
    }

    /// Returns the indices, in `pairs`, of the pairs that overlap, in order: an array of uint32.
    ///
    /// >>> import kasuri
    /// >>> shots = [kasuri.Shape.circle(3).place((5 * k, 0)) for k in range(4)]
    /// >>> kasuri.gpu.Gpu().bodies(shots).hits([[0, 1], [0, 2], [2, 3]]).tolist()
    /// [0, 2]
    #[pyo3(signature = (pairs, touching = COUNTS))]
    fn hits<'py>(
        &self,
        py: Python<'py>,
        pairs: &Bound<'py, PyAny>,
        touching: Touch,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (pairs, held) = (index_pairs(pairs, "pairs")?, &self.0);
        let hits = py.detach(|| lock(held).bodies.hits(&pairs, touching.0)).or_raise()?;
        Ok(PyArray1::from_vec(py, hits).into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Bodies({})>", self.__len__())
    }
}

/// Bodies that a GPU finds the pairs of, too. Made by `Gpu.crowd`.
///
/// >>> import kasuri
/// >>> ball = kasuri.Shape.circle(3).place((0, 0))
/// >>> kasuri.gpu.Gpu().crowd([ball], [0, 0, 0])
/// <Crowd(3)>
#[pyclass(name = "Crowd", module = "kasuri.gpu", frozen)]
pub(crate) struct PyCrowd(Mutex<Crowd>);

#[pymethods]
impl PyCrowd {
    fn __len__(&self) -> usize {
        lock(&self.0).len()
    }

    /// Moves the bodies to positions in pixels, an array of shape (n, 2), float32 or float64. Returns which bodies overlap: an array of
    /// uint32 of shape (m, 2), pairs [a, b] with a < b, in order.
    ///
    /// >>> import kasuri
    /// >>> ball = kasuri.Shape.circle(3).place((0, 0))
    /// >>> crowd = kasuri.gpu.Gpu().crowd([ball], [0, 0, 0])
    /// >>> crowd.frame([[0, 0], [5, 0], [20, 0]]).tolist()
    /// [[0, 1]]
    fn frame<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (places, crowd) = (one_each(at, self.__len__())?, &self.0);
        let frame = py.detach(|| {
            let mut crowd = lock(crowd);
            for (body, at) in (0..).zip(snapped(&places)?) {
                crowd.move_to(body, at)?;
            }
            crowd.frame()
        });
        of_index_pairs(py, frame.or_raise()?.hits)
    }

    fn __repr__(&self) -> String {
        format!("<Crowd({})>", self.__len__())
    }
}

fn forms_of(forms: &[PyRef<'_, PyForm>]) -> Vec<Form> {
    forms.iter().map(|form| form.form().clone()).collect()
}

/// Returns where each form was placed.
fn origins_of(forms: &[PyRef<'_, PyForm>]) -> PyResult<Vec<Point>> {
    forms.iter().map(|form| Point::snapped(form.placed().at)).collect::<kasuri::Result<_>>().or_raise()
}

/// Returns a position for each body.
fn one_each(at: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<[f64; 2]>> {
    let all = places(at, "at")?;
    if all.len() != count {
        let found = all.len();
        return Err(PyValueError::new_err(format!("at: found {found} positions for {count} bodies")));
    }
    Ok(all)
}

/// Returns positions in lattice units. An error names the first that is refused.
fn snapped(places: &[[f64; 2]]) -> kasuri::Result<Vec<Point>> {
    let snap = |(k, &[x, y]): (usize, &[f64; 2])| {
        Point::snapped(Vec2::new(x, y)).map_err(|error| error.at(format!("at[{k}]")))
    };
    places.iter().enumerate().map(snap).collect()
}

/// Returns whole numbers of 32 bits.
fn words(given: &Bound<'_, PyAny>, name: &str, count: Option<usize>) -> PyResult<Vec<u32>> {
    let word = |(k, all): (usize, u64)| {
        u32::try_from(all)
            .map_err(|_| PyValueError::new_err(format!("{name}[{k}]: {all} does not fit 32 bits")))
    };
    wholes(given, name, &[count])?.into_iter().enumerate().map(word).collect()
}

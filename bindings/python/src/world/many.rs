//! Many worlds that are stepped together.

use std::sync::{Arc, Mutex};

use kasuri::{
    Hit, World,
    worlds::{StepView, Steps, Worlds},
};
use numpy::{PyArray1, PyArrayDescr};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

use crate::arrays::{descr, structured};
use crate::errors::OrRaise;
#[cfg(feature = "gpu")]
use crate::gpu::named;
#[cfg(not(feature = "gpu"))]
use crate::gpu::need_gpu;
use crate::step::{FIELDS, WORDS, words};
use crate::world::{Home, PyWorld, lock, no_such, world_of};

/// Many worlds of few bodies, stepped together on several threads, for training and for searches. World k starts as a
/// copy of `worlds[k]` of the argument. `worlds[k]` of this object is that copy, with all methods of a World. With `backend="gpu"` a GPU
/// steps all of them together, with the same results.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> ball = world.spawn(kasuri.Body.circle(3))
/// >>> worlds = kasuri.Worlds([world] * 100)
/// >>> for k in range(100):
/// ...     _ = worlds[k].spawn(kasuri.Body.circle(3, at=(k, 0)))
/// >>> worlds.step().began["world"].tolist()
/// [0, 1, 2, 3, 4, 5, 6]
#[pyclass(name = "Worlds", module = "kasuri", frozen)]
pub(crate) struct PyWorlds {
    worlds: Arc<Mutex<Worlds>>,
    count: usize,
}

/// The data that `pickle` stores: the bytes of one snapshot for each world.
type Kept<'py> = (Vec<Bound<'py, PyBytes>>,);

impl PyWorlds {
    pub(super) fn worlds(&self) -> &Mutex<Worlds> {
        &self.worlds
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }
}

/// Returns the worlds, stepped by a backend.
#[cfg_attr(not(feature = "gpu"), allow(unused_variables))]
fn on_backend(py: Python<'_>, worlds: Worlds, backend: &str) -> PyResult<Worlds> {
    match backend {
        "cpu" => Ok(worlds),
        #[cfg(feature = "gpu")]
        "gpu" => py.detach(|| named("").map(|gpu| worlds.on_gpu(&gpu))).or_raise(),
        #[cfg(not(feature = "gpu"))]
        "gpu" => need_gpu("backend: \"gpu\"").map(|()| worlds),
        other => Err(no_such("backend", other, "\"cpu\" or \"gpu\"")),
    }
}

#[pymethods]
impl PyWorlds {
    #[new]
    #[pyo3(signature = (worlds, *, threads = None, backend = "cpu"))]
    fn new(
        py: Python<'_>,
        worlds: Vec<PyRef<'_, PyWorld>>,
        threads: Option<usize>,
        backend: &str,
    ) -> PyResult<PyWorlds> {
        let count = worlds.len();
        let mut copies = Vec::with_capacity(count);
        let mut last: Option<(*const PyWorld, kasuri::Snapshot)> = None;
        for world in worlds {
            // If the same world is repeated, its snapshot is made only once.
            let snapshot = match last.take() {
                Some((same, snapshot)) if std::ptr::eq(same, &raw const *world) => snapshot,
                _ => world.home().with(py, |world| Ok(world.snapshot()))?,
            };
            let mut copy = World::new();
            copy.restore(&snapshot);
            copies.push(copy);
            last = Some((&raw const *world, snapshot));
        }
        let mut worlds = Worlds::from(copies);
        if let Some(threads) = threads {
            worlds = worlds.threads(threads);
        }
        let worlds = on_backend(py, worlds, backend)?;
        Ok(PyWorlds { worlds: Arc::new(Mutex::new(worlds)), count })
    }

    /// Steps all worlds, and returns their results.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0]])
    /// >>> kasuri.Worlds([world] * 3).step().began["world"].tolist()
    /// [0, 1, 2]
    fn step(&self, py: Python<'_>) -> PyResult<PySteps> {
        let worlds = &self.worlds;
        py.detach(|| lock(worlds).step()).or_raise().map(PySteps)
    }

    /// Returns the `World.hash` of each, an array of uint64.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> kasuri.Worlds([world] * 2).hashes().tolist() == [world.hash()] * 2
    /// True
    fn hashes<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let worlds = &self.worlds;
        let hashes = py.detach(|| lock(worlds).iter().map(World::hash).collect::<Vec<u64>>());
        PyArray1::from_vec(py, hashes).into_any()
    }

    /// Returns the snapshots' bytes, for `pickle`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept<'py>)> {
        let worlds = &self.worlds;
        let all: Vec<Vec<u8>> =
            py.detach(|| lock(worlds).iter().map(|world| world.snapshot().to_bytes()).collect());
        let all = all.iter().map(|bytes| PyBytes::new(py, bytes)).collect();
        Ok((py.get_type::<PyWorlds>().getattr("_from_bytes")?, (all,)))
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, worlds: Vec<Vec<u8>>) -> PyResult<PyWorlds> {
        let made =
            py.detach(|| worlds.iter().map(|bytes| world_of(bytes)).collect::<kasuri::Result<Vec<_>>>());
        let made = made.or_raise()?;
        Ok(PyWorlds { count: made.len(), worlds: Arc::new(Mutex::new(Worlds::from(made))) })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __getitem__(&self, k: isize) -> PyResult<PyWorld> {
        let count = self.count as isize;
        let at = if k < 0 { k + count } else { k };
        if !(0..count).contains(&at) {
            return Err(PyIndexError::new_err(format!("there is no world {k} among {count}")));
        }
        Ok(PyWorld::at_home(Home::One(self.worlds.clone(), at as usize)))
    }

    fn __repr__(&self) -> String {
        format!("<Worlds({})>", self.count)
    }
}

/// The results of a step of many worlds: arrays as in a Step, with an additional field `world`; arrays of bodies have
/// the fields world and body.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0]])
/// >>> steps = kasuri.Worlds([world, kasuri.World()]).step()
/// >>> len(steps), steps.began["world"].tolist()
/// (2, [0])
#[pyclass(name = "Steps", module = "kasuri", frozen)]
pub(crate) struct PySteps(pub(super) Steps);

/// Returns the type of a hit with its world.
fn hit_type(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    static TYPE: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
    let fields: Vec<_> = FIELDS.iter().copied().chain([("world", "u4", 36)]).collect();
    descr(py, &TYPE, &fields, WORDS)
}

fn body_type(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    static TYPE: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
    descr(py, &TYPE, &[("world", "u8", 0), ("body", "u8", 8)], 2)
}

impl PySteps {
    fn hits_of<'a, 'py, I: IntoIterator<Item = &'a Hit>>(
        &'a self,
        py: Python<'py>,
        list: impl Fn(StepView<'a>) -> I,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut all = Vec::new();
        for (world, told) in (0_u32..).zip(self.0.iter()) {
            for hit in list(told) {
                let mut hit = words(hit);
                let mut last = hit[WORDS - 1].to_ne_bytes();
                last[4..].copy_from_slice(&world.to_ne_bytes());
                hit[WORDS - 1] = u64::from_ne_bytes(last);
                all.extend(hit);
            }
        }
        structured(py, all, &hit_type(py)?)
    }

    fn bodies_of<'a, 'py>(
        &'a self,
        py: Python<'py>,
        list: impl Fn(StepView<'a>) -> &'a [kasuri::Handle],
    ) -> PyResult<Bound<'py, PyAny>> {
        let all = (0_u64..).zip(self.0.iter());
        let all =
            all.flat_map(|(world, told)| list(told).iter().flat_map(move |body| [world, body.to_bits()]));
        structured(py, all.collect(), &body_type(py)?)
    }
}

#[pymethods]
impl PySteps {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The pairs that overlap now and did not after the last step.
    #[getter]
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.hits_of(py, |told| told.began())
    }

    /// The pairs that overlap now and did before.
    #[getter]
    fn stayed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.hits_of(py, |told| told.stayed())
    }

    /// The pairs that overlapped after the last step and no longer do.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.hits_of(py, |told| told.ended())
    }

    /// Near misses: the first time that a pair comes within the margin.
    #[getter]
    fn grazes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.hits_of(py, |told| told.grazes())
    }

    /// All pairs that overlap now, new or not.
    #[getter]
    fn hits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.hits_of(py, |told| told.hits())
    }

    /// The bodies that left their world's bounds with this step.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.bodies_of(py, |told| told.left())
    }

    /// The bodies that came into their world's bounds with this step.
    #[getter]
    fn entered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.bodies_of(py, |told| told.entered())
    }

    /// The bodies that this step removed because they were too far out of the bounds.
    #[getter]
    fn despawned<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.bodies_of(py, |told| told.despawned())
    }
}

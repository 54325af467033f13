//! `kasuri.World`: bodies, their hits, and queries at any time.

mod ask;
mod bodies;
mod edit;
mod flat;
mod many;
mod respond;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use kasuri::{
    Backend, World, broad,
    world::{Axes, WorldBuilder},
    worlds::Worlds,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::OrRaise;
#[cfg(not(feature = "gpu"))]
use crate::gpu::need_gpu;
use crate::numbers::Place;
use crate::query::Touch;
use crate::record::Snapshot;
use crate::step::PyStep;
pub(crate) use crate::world::ask::filter;
pub(crate) use crate::world::bodies::BodyRef;
pub(crate) use crate::world::edit::deflected;
pub(crate) use crate::world::many::{PySteps, PyWorlds};

/// The owner of a world: the world alone, or a list of worlds with the index of one. Threads take turns; a waiting
/// thread does not hold Python's lock.
#[derive(Clone)]
pub(crate) enum Home {
    Own(Arc<Mutex<World>>),
    One(Arc<Mutex<Worlds>>, usize),
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Home {
    /// Works on the world without Python's lock.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut World) -> kasuri::Result<T> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| match self {
            Home::Own(world) => work(&mut lock(world)),
            Home::One(worlds, k) => work(&mut lock(worlds)[*k]),
        });
        done.or_raise()
    }

    /// Does short work on the world. It keeps Python's lock, because releasing it takes longer, unless the world may be
    /// busy.
    pub(crate) fn quick<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut World) -> kasuri::Result<T> + Send,
    ) -> PyResult<T> {
        match self {
            Home::Own(world) => match world.try_lock() {
                Ok(mut world) => work(&mut world).or_raise(),
                Err(TryLockError::Poisoned(world)) => work(&mut world.into_inner()).or_raise(),
                Err(TryLockError::WouldBlock) => self.with(py, work),
            },
            Home::One(..) => self.with(py, work),
        }
    }
}

/// A world of bodies: it finds their hits, and answers queries at any time.
///
/// bounds: two corners; bodies beyond them are reported to have left. axes: "y_down" or "y_up". pixels_per_unit: the
/// pixels in one of the game's units. touching: whether bodies that only touch hit, "counts" or "ignored";
/// touching_between: the same for two layers, a list of (a, b, touching). rooted_circles_between: layers between which
/// two circles hit when they are nearer than the root of the sum of their squared radii, a list of (a, b). threads: the
/// number of threads of a step; broad: the broad phase that finds candidates; backend: the backend that decides them.
/// The last three change no answers.
///
/// >>> import kasuri
/// >>> world = kasuri.World(bounds=((0, 0), (640, 480)))
/// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[10, 10], [14, 10], [90, 10]])
/// >>> world.step().hits.size
/// 1
#[pyclass(name = "World", module = "kasuri", frozen, subclass)]
pub(crate) struct PyWorld {
    home: Home,
}

impl PyWorld {
    pub(crate) fn at_home(home: Home) -> PyWorld {
        PyWorld { home }
    }

    pub(crate) fn home(&self) -> &Home {
        &self.home
    }
}

/// Makes a world from a snapshot's bytes.
fn world_of(bytes: &[u8]) -> kasuri::Result<World> {
    let mut world = World::new();
    world.restore(&kasuri::Snapshot::from_bytes(bytes)?);
    Ok(world)
}

fn no_such(what: &str, found: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{what}: expected {expected}, but found {found:?}"))
}

/// The broad phase that finds candidates.
#[derive(Clone, Copy)]
pub(crate) enum Finder {
    Auto,
    Brute,
    Grid,
    Tree,
}

impl<'py> FromPyObject<'_, 'py> for Finder {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Finder> {
        match given.extract::<String>()?.as_str() {
            "auto" => Ok(Finder::Auto),
            "brute" => Ok(Finder::Brute),
            "grid" => Ok(Finder::Grid),
            "tree" => Ok(Finder::Tree),
            other => Err(no_such("broad", other, "\"auto\", \"brute\", \"grid\" or \"tree\"")),
        }
    }
}

impl Finder {
    fn build(self, builder: WorldBuilder) -> WorldBuilder {
        match self {
            Finder::Auto => builder.broad(broad::Auto::default()),
            Finder::Brute => builder.broad(broad::Brute),
            Finder::Grid => builder.broad(broad::Grid::default()),
            Finder::Tree => builder.broad(broad::Tree::default()),
        }
    }

    fn set(self, world: &mut World) {
        match self {
            Finder::Auto => world.set_broad(broad::Auto::default()),
            Finder::Brute => world.set_broad(broad::Brute),
            Finder::Grid => world.set_broad(broad::Grid::default()),
            Finder::Tree => world.set_broad(broad::Tree::default()),
        }
    }
}

fn backend_of(name: &str) -> PyResult<Backend> {
    match name {
        "cpu" => Ok(Backend::Cpu),
        #[cfg(feature = "gpu")]
        "gpu" => Ok(Backend::Gpu),
        #[cfg(feature = "gpu")]
        "auto" => Ok(Backend::Auto),
        #[cfg(not(feature = "gpu"))]
        "gpu" | "auto" => need_gpu(&format!("backend: {name:?}")).map(|()| Backend::Cpu),
        other => Err(no_such("backend", other, "\"cpu\", \"gpu\" or \"auto\"")),
    }
}

#[pymethods]
impl PyWorld {
    #[new]
    #[pyo3(signature = (
        *, bounds = None, axes = "y_down", pixels_per_unit = 1.0, touching = Touch(kasuri::Touching::Counts),
        touching_between = Vec::new(), rooted_circles_between = Vec::new(), threads = None, broad = Finder::Auto,
        backend = "cpu",
    ))]
    fn new(
        bounds: Option<(Place, Place)>,
        axes: &str,
        pixels_per_unit: f64,
        touching: Touch,
        touching_between: Vec<(u32, u32, Touch)>,
        rooted_circles_between: Vec<(u32, u32)>,
        threads: Option<usize>,
        broad: Finder,
        backend: &str,
    ) -> PyResult<PyWorld> {
        let axes = match axes {
            "y_down" => Axes::YDown,
            "y_up" => Axes::YUp,
            other => return Err(no_such("axes", other, "\"y_down\" or \"y_up\"")),
        };
        let builder = World::builder().axes(axes).pixels_per_unit(pixels_per_unit).touching(touching.0);
        let mut builder = broad.build(builder).backend(backend_of(backend)?);
        for (a, b, touching) in touching_between {
            builder = builder.touching_between(a, b, touching.0);
        }
        for (a, b) in rooted_circles_between {
            builder = builder.rooted_circles_between(a, b);
        }
        if let Some((corner, opposite)) = bounds {
            builder = builder.bounds(corner.0, opposite.0);
        }
        if let Some(threads) = threads {
            builder = builder.threads(threads);
        }
        let world = builder.build().or_raise()?;
        Ok(PyWorld::at_home(Home::Own(Arc::new(Mutex::new(world)))))
    }

    /// Finds all hits, and remembers them for the next step.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> a, b = (world.spawn(kasuri.Body.circle(3, at=(x, 0))) for x in (0, 5))
    /// >>> [(int(hit["a"]), int(hit["b"])) for hit in world.step().began] == [(a, b)]
    /// True
    fn step(&self, py: Python<'_>) -> PyResult<PyStep> {
        self.home.with(py, World::step).map(PyStep::of)
    }

    /// The number of steps made so far.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<u64> {
        self.home.quick(py, |world| Ok(world.steps()))
    }

    /// Returns a hash of the world's whole state, the same on every machine.
    ///
    /// >>> import kasuri
    /// >>> kasuri.World().hash() == kasuri.World().hash()
    /// True
    fn hash(&self, py: Python<'_>) -> PyResult<u64> {
        self.home.with(py, |world| Ok(world.hash()))
    }

    /// Returns the current state, for `restore`. Data that does not change is shared, not copied.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> start = world.snapshot()
    /// >>> ball = world.spawn(kasuri.Body.circle(3))
    /// >>> world.restore(start)
    /// >>> ball in world
    /// False
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        self.home.with(py, |world| Ok(world.snapshot())).map(Snapshot)
    }

    /// Goes back or forward to a snapshot.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> start = world.snapshot()
    /// >>> _ = world.spawn(kasuri.Body.point())
    /// >>> world.restore(start)
    /// >>> len(world)
    /// 0
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        self.home.with(py, |world| {
            world.restore(&snapshot.0);
            Ok(())
        })
    }

    /// Sets the broad phase that finds candidates: "auto", "brute", "grid" or "tree".
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> world.set_broad("grid")
    /// >>> world.step().report.broad
    /// 'grid'
    fn set_broad(&self, py: Python<'_>, broad: Finder) -> PyResult<()> {
        self.home.quick(py, |world| {
            broad.set(world);
            Ok(())
        })
    }

    /// Sets the backend that decides candidates.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> world.set_backend("cpu")
    /// >>> world.step().report.backend
    /// 'cpu'
    fn set_backend(&self, py: Python<'_>, backend: &str) -> PyResult<()> {
        let backend = backend_of(backend)?;
        self.home.with(py, move |world| world.set_backend(backend))
    }

    /// Returns a snapshot's bytes, for `pickle`. The restored world has the default broad phase and backend.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = self.home.with(py, |world| Ok(world.snapshot().to_bytes()))?;
        Ok((py.get_type::<PyWorld>().getattr("_from_bytes")?, (PyBytes::new(py, &bytes),)))
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, bytes: Vec<u8>) -> PyResult<PyWorld> {
        let world = py.detach(|| world_of(&bytes)).or_raise()?;
        Ok(PyWorld::at_home(Home::Own(Arc::new(Mutex::new(world)))))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.home.quick(py, |world| Ok(world.len()))
    }

    /// Returns true: a world is true even without bodies.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.home.quick(py, |world| Ok(format!("<World({} bodies, {} steps)>", world.len(), world.steps())))
    }
}

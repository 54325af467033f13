//! The results of a step, as structured arrays.

use kasuri::{Handle, Hit, Step};
use numpy::PyArrayDescr;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::arrays::{descr, of_handles, structured};
use crate::numbers::{Name, not_a};

/// The number of words of a hit in an array.
pub(crate) const WORDS: usize = 5;

/// The fields of a hit.
pub(crate) const FIELDS: [(&str, &str, usize); 5] =
    [("a", "u8", 0), ("b", "u8", 8), ("t", "f8", 16), ("layers", "(2,)u4", 24), ("regions", "(2,)u1", 32)];

pub(crate) fn hit_type(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    static TYPE: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
    descr(py, &TYPE, &FIELDS, WORDS)
}

/// Returns the words of a hit's fields.
pub(crate) fn words(hit: &Hit) -> [u64; WORDS] {
    let [la, lb] = hit.layers().map(u32::to_ne_bytes);
    let layers = u64::from_ne_bytes([la[0], la[1], la[2], la[3], lb[0], lb[1], lb[2], lb[3]]);
    let [ra, rb] = hit.regions;
    let regions = u64::from_ne_bytes([ra, rb, 0, 0, 0, 0, 0, 0]);
    [hit.a.to_bits(), hit.b.to_bits(), hit.t().unwrap_or(f64::NAN).to_bits(), layers, regions]
}

/// Makes an array of hits.
pub(crate) fn of_hits<'a, 'py>(
    py: Python<'py>,
    hits: impl IntoIterator<Item = &'a Hit>,
) -> PyResult<Bound<'py, PyAny>> {
    let words: Vec<[u64; WORDS]> = hits.into_iter().map(words).collect();
    structured(py, words.into_flattened(), &hit_type(py)?)
}

/// An element of an array of hits.
pub(crate) struct HitArg(pub(crate) Hit);

impl<'py> FromPyObject<'_, 'py> for HitArg {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<HitArg> {
        let field = |name: &str| {
            let value = given.get_item(name);
            value.map_err(|_| not_a(&given, "an element of an array of hits is", "a hit"))
        };
        let name = |name: &str| -> PyResult<Handle> { Ok(field(name)?.extract::<Name>()?.0) };
        let t: f64 = field("t")?.extract()?;
        let hit = Hit::from_parts(
            [name("a")?, name("b")?],
            field("regions")?.extract()?,
            field("layers")?.extract()?,
            (!t.is_nan()).then_some(t),
        );
        Ok(HitArg(hit))
    }
}

/// The results of a step. They stay valid while this object exists; the world may change meanwhile.
///
/// Hits are structured arrays with these fields: a and b, two handles, of which a was spawned first; regions, two
/// numbers, where 0 is the body itself; layers, the layers of the two; and t, the time of the hit of swept bodies, else
/// NaN.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> _ = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0]])
/// >>> world.step().began["regions"].tolist()
/// [[0, 0]]
#[pyclass(name = "Step", module = "kasuri", frozen)]
pub(crate) struct PyStep {
    step: Step,
    /// The arrays that were requested: began, stayed, ended, grazes, hits.
    made: [PyOnceLock<Py<PyAny>>; 5],
}

impl PyStep {
    pub(crate) fn of(step: Step) -> PyStep {
        PyStep { step, made: std::array::from_fn(|_| PyOnceLock::new()) }
    }

    fn list<'py>(
        &self,
        py: Python<'py>,
        which: usize,
        make: impl FnOnce(&Step) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let made = self.made[which].get_or_try_init(py, || make(&self.step).map(Bound::unbind))?;
        Ok(made.bind(py).clone())
    }
}

#[pymethods]
impl PyStep {
    /// The number of the step in its world; the first is 1.
    #[getter]
    fn number(&self) -> u64 {
        self.step.number()
    }

    /// The pairs that overlap now and did not after the last step.
    #[getter]
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py, 0, |step| of_hits(py, step.began()))
    }

    /// The pairs that overlap now and did before.
    #[getter]
    fn stayed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py, 1, |step| of_hits(py, step.stayed()))
    }

    /// The pairs that overlapped after the last step and no longer do.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py, 2, |step| of_hits(py, step.ended()))
    }

    /// Near misses: the first time that a pair comes within the margin.
    #[getter]
    fn grazes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py, 3, |step| of_hits(py, step.grazes()))
    }

    /// All pairs that overlap now, new or not.
    #[getter]
    fn hits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py, 4, |step| of_hits(py, step.hits()))
    }

    /// Returns the hits between two sets of layers. In each hit, `a` is the body on the first set.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> shot = world.spawn(kasuri.Body.circle(3, layer=2, against=1))
    /// >>> ship = world.spawn(kasuri.Body.circle(3, layer=1))
    /// >>> world.step().between(1, 2)["a"].tolist() == [ship]
    /// True
    fn between<'py>(&self, py: Python<'py>, a: u32, b: u32) -> PyResult<Bound<'py, PyAny>> {
        let hits: Vec<Hit> = self.step.between(a, b).collect();
        of_hits(py, &hits)
    }

    /// The bodies that left the world's bounds with this step.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        of_handles(py, self.step.left()).into_any()
    }

    /// The bodies that came into the world's bounds with this step.
    #[getter]
    fn entered<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        of_handles(py, self.step.entered()).into_any()
    }

    /// The bodies that this step removed because they were too far out of the bounds.
    #[getter]
    fn despawned<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        of_handles(py, self.step.despawned()).into_any()
    }

    /// The times and counts of the step.
    #[getter]
    fn report(&self) -> Report {
        Report::from(self.step.report())
    }

    fn __repr__(&self) -> String {
        let (began, ended) = (self.step.began().len(), self.step.ended().len());
        format!("<Step {}: {began} began, {ended} ended>", self.step.number())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a Step is not pickled; keep its arrays"))
    }
}

/// The times of a step, in seconds, and its counts.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0], [90, 0]])
/// >>> report = world.step().report
/// >>> report.bodies, report.hits
/// (3, 1)
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Report {
    /// The number of the step.
    step: u64,
    /// The number of bodies.
    bodies: usize,
    /// The number of candidate pairs.
    candidates: usize,
    /// The number of overlapping pairs.
    overlaps: usize,
    /// The number of them that are hits.
    hits: usize,
    /// The number of pairs that graze for the first time.
    near: usize,
    /// The broad phase that found the candidates.
    broad: &'static str,
    /// The backend that decided them.
    backend: &'static str,
    /// The seconds of each part: bounds, broad, decide, events.
    seconds: (f64, f64, f64, f64),
}

impl From<&kasuri::world::Report> for Report {
    fn from(report: &kasuri::world::Report) -> Report {
        let times = report.times;
        let [bounds, broad, decide, events] =
            [times.bounds, times.broad, times.decide, times.events].map(|time| time.as_secs_f64());
        Report {
            step: report.step,
            bodies: report.bodies,
            candidates: report.candidates,
            overlaps: report.overlaps,
            hits: report.hits,
            near: report.near,
            broad: report.broad,
            backend: report.backend,
            seconds: (bounds, broad, decide, events),
        }
    }
}

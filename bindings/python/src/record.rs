//! Snapshots, and sessions recorded as bytes.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::OrRaise;
use crate::step::PyStep;
use crate::world::{Home, PyWorld};

/// The state of a world at one time.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> step = world.step()
/// >>> world.snapshot(), world.snapshot().steps
/// (<Snapshot after 1 steps>, 1)
#[pyclass(module = "kasuri", frozen)]
pub(crate) struct Snapshot(pub(crate) kasuri::Snapshot);

#[pymethods]
impl Snapshot {
    /// Returns `World.hash` at that time.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> world.snapshot().hash() == world.hash()
    /// True
    fn hash(&self) -> u64 {
        self.0.hash()
    }

    /// The number of steps made before the snapshot.
    #[getter]
    fn steps(&self) -> u64 {
        self.0.steps()
    }

    /// Returns the snapshot as bytes, which any machine reads: to save a game, or to send its state.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> saved = world.snapshot().to_bytes()
    /// >>> kasuri.Snapshot.from_bytes(saved).hash() == world.hash()
    /// True
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.to_bytes()))
    }

    /// Reads a snapshot from bytes. The bytes are checked, so they may come from an untrusted source.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ball = world.spawn(kasuri.Body.circle(3))
    /// >>> loaded = kasuri.World()
    /// >>> loaded.restore(kasuri.Snapshot.from_bytes(world.snapshot().to_bytes()))
    /// >>> loaded.bodies().tolist() == [ball]
    /// True
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Snapshot> {
        py.detach(|| kasuri::Snapshot::from_bytes(&bytes)).or_raise().map(Snapshot)
    }

    /// Returns the bytes, for `pickle`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Snapshot>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }

    fn __repr__(&self) -> String {
        format!("<Snapshot after {} steps>", self.0.steps())
    }
}

/// Records a session: call `recorder.step(world)` instead of `world.step()`.
///
/// >>> import kasuri
/// >>> world, recorder = kasuri.World(), kasuri.Recorder()
/// >>> _ = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0]])
/// >>> step = recorder.step(world)
/// >>> recording = kasuri.Recording(recorder.bytes())
/// >>> replay = recording.replay()
/// >>> replay.step().began.size, replay.step(), replay.difference
/// (1, None, None)
#[pyclass(module = "kasuri", frozen)]
pub(crate) struct Recorder(Mutex<kasuri::Recorder>);

#[pymethods]
impl Recorder {
    #[new]
    fn new() -> Recorder {
        Recorder(Mutex::new(kasuri::Recorder::new()))
    }

    /// Steps a world, and records the changes and the results.
    ///
    /// >>> import kasuri
    /// >>> world, recorder = kasuri.World(), kasuri.Recorder()
    /// >>> recorder.step(world)
    /// <Step 1: 0 began, 0 ended>
    fn step(&self, py: Python<'_>, world: &PyWorld) -> PyResult<PyStep> {
        let step = world.home().with(py, |world| {
            let mut recorder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            recorder.step(world)
        });
        step.map(PyStep::of)
    }

    /// Returns the recording so far.
    ///
    /// >>> import kasuri
    /// >>> world, recorder = kasuri.World(), kasuri.Recorder()
    /// >>> step = recorder.step(world)
    /// >>> kasuri.Recording(recorder.bytes())
    /// <Recording of 1 steps>
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        // This cannot deadlock: no thread waits for Python's lock while it has this lock.
        let recorder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        PyBytes::new(py, recorder.bytes())
    }
}

/// A recorded session.
///
/// >>> import kasuri
/// >>> recorder = kasuri.Recorder()
/// >>> step = recorder.step(kasuri.World())
/// >>> recording = kasuri.Recording(recorder.bytes())
/// >>> len(recording), recording.cut
/// (1, 0)
#[pyclass(module = "kasuri", frozen)]
pub(crate) struct Recording(kasuri::Recording);

#[pymethods]
impl Recording {
    /// Reads a recording from bytes. The bytes are checked, so they may come from an untrusted source.
    #[new]
    fn new(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Recording> {
        py.detach(|| kasuri::Recording::new(bytes)).or_raise().map(Recording)
    }

    /// Returns the number of steps.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The number of bytes at the end that are not a whole step: of a session that ended in the middle of one.
    #[getter]
    fn cut(&self) -> usize {
        self.0.cut()
    }

    /// Starts to play the recording, step by step.
    ///
    /// >>> import kasuri
    /// >>> recorder = kasuri.Recorder()
    /// >>> step = recorder.step(kasuri.World())
    /// >>> replay = kasuri.Recording(recorder.bytes()).replay()
    /// >>> replay.step(), replay.step()
    /// (<Step 1: 0 began, 0 ended>, None)
    fn replay(&self) -> Replay {
        Replay(Mutex::new(self.0.replay()))
    }

    /// Returns the first step, pass and pair that two machines computed differently, in words; None if there is none.
    ///
    /// >>> import kasuri
    /// >>> recorder = kasuri.Recorder()
    /// >>> step = recorder.step(kasuri.World())
    /// >>> mine, theirs = kasuri.Recording(recorder.bytes()), kasuri.Recording(recorder.bytes())
    /// >>> print(mine.first_difference(theirs))
    /// None
    fn first_difference(&self, py: Python<'_>, other: &Recording) -> PyResult<Option<String>> {
        let difference = py.detach(|| self.0.first_difference(&other.0)).or_raise()?;
        Ok(difference.map(|difference| difference.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("<Recording of {} steps>", self.0.len())
    }
}

/// The replay of a recorded session.
///
/// >>> import kasuri
/// >>> recorder = kasuri.Recorder()
/// >>> step = recorder.step(kasuri.World())
/// >>> replay = kasuri.Recording(recorder.bytes()).replay()
/// >>> replay.step(), replay.steps, replay.difference
/// (<Step 1: 0 began, 0 ended>, 1, None)
#[pyclass(module = "kasuri", frozen)]
pub(crate) struct Replay(Mutex<kasuri::record::Replay>);

impl Replay {
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut kasuri::record::Replay) -> T + Send) -> T {
        py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl Replay {
    /// Makes the next step; returns None after the last.
    ///
    /// >>> import kasuri
    /// >>> recorder = kasuri.Recorder()
    /// >>> step = recorder.step(kasuri.World())
    /// >>> replay = kasuri.Recording(recorder.bytes()).replay()
    /// >>> while step := replay.step():
    /// ...     print(step.number, len(step.hits))
    /// 1 0
    fn step(&self, py: Python<'_>) -> PyResult<Option<PyStep>> {
        Ok(self.with(py, kasuri::record::Replay::step).or_raise()?.map(PyStep::of))
    }

    /// The number of steps made so far.
    #[getter]
    fn steps(&self, py: Python<'_>) -> usize {
        self.with(py, |replay| replay.steps())
    }

    /// The first difference from the recording, in words; None if there is none.
    #[getter]
    fn difference(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |replay| replay.difference().map(ToString::to_string))
    }

    /// Returns a copy of the current world.
    ///
    /// >>> import kasuri
    /// >>> world, recorder = kasuri.World(), kasuri.Recorder()
    /// >>> step = recorder.step(world)
    /// >>> replay = kasuri.Recording(recorder.bytes()).replay()
    /// >>> step = replay.step()
    /// >>> replay.world().hash() == world.hash()
    /// True
    fn world(&self, py: Python<'_>) -> PyWorld {
        let world = self.with(py, |replay| replay.clone().into_world());
        PyWorld::at_home(Home::Own(std::sync::Arc::new(Mutex::new(world))))
    }
}

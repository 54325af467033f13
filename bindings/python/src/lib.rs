//! Kasuri for Python. A thin layer: it only converts types and errors.

mod answer;
mod arrays;
mod batch;
mod body;
mod det;
mod duel;
mod errors;
mod fits;
mod form;
mod gpu;
mod mask;
mod near;
mod numbers;
mod query;
mod record;
mod scene;
mod shape;
mod sheet;
mod step;
mod world;

use pyo3::prelude::*;

/// Exact, pixel-accurate collision tests for games, the same on every machine.
#[pymodule]
mod _kasuri {
    #[pymodule_export]
    use super::answer::{Common, Contact, Distance, Ground, Meeting, Neighbor, RayHit, SweepHit, Travel};
    #[pymodule_export]
    use super::batch::{PyBatch, PyBoxPoses, PyCirclePoses, PyShapePoses, PySpritePoses};
    #[pymodule_export]
    use super::body::{PyBody, PyLook, PyRegion};
    #[pymodule_export]
    use super::det::{
        PyRandomStream, atan2, cos, exp2, hypot, move_towards, rotate, sin, sqrt, turn_towards,
    };
    #[pymodule_export]
    use super::duel::PyDuel;
    #[pymodule_export]
    use super::errors::{Error, StaleError};
    #[pymodule_export]
    use super::fits::{FreePose, count_fits, first_fit, fits, nearest_fit};
    #[pymodule_export]
    use super::form::{Cover, PyForm};
    #[pymodule_export]
    use super::gpu::{PyBodies, PyCrowd, PyGpu};
    #[pymodule_export]
    use super::mask::PyMask;
    #[pymodule_export]
    use super::near::_near;
    #[pymodule_export]
    use super::query::{
        cast, contact, contains, crossings, distance, grazes, overlap, overlaps, pairs, sweep,
    };
    #[pymodule_export]
    use super::record::{Recorder, Recording, Replay, Snapshot};
    #[pymodule_export]
    use super::scene::{solve, solve_lines};
    #[pymodule_export]
    use super::shape::{PyShape, PyTileMap};
    #[pymodule_export]
    use super::sheet::PySheet;
    #[pymodule_export]
    use super::step::{PyStep, Report};
    #[pymodule_export]
    use super::world::{BodyRef, PySteps, PyWorld, PyWorlds, deflected};
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Keeps pygame's own mask functions, before a program replaces them.
    #[pyfunction]
    fn _keep_pygame(py: Python<'_>) -> PyResult<()> {
        mask::keep_pygame(py)
    }
}

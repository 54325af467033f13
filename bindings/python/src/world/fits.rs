//! Where a body would fit in a world.

use kasuri::query::PlaceGrid;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::body::PyBody;
use crate::numbers::{Name, Place};
use crate::world::PyWorld;
use crate::world::ask::filter;

#[pymethods]
impl PyWorld {
    /// Returns where a body would be in no pair: an array of bool of shape (angles, rows, columns). The body is not in the
    /// world; it is asked at each angle at the positions `start + (i, j) * step` of a grid of `count` columns and rows.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(4, 0)))
    /// >>> free = world.fits(kasuri.Body.circle(1), (0, 0), (1, 1), (8, 1))
    /// >>> free.shape, free[0, 0].tolist()
    /// ((1, 1, 8), [True, True, False, False, False, False, False, True])
    #[pyo3(signature = (body, start, step, count, *, angles = vec![0.0], against = u32::MAX, ignore = None))]
    #[allow(clippy::too_many_arguments)]
    fn fits<'py>(
        &self,
        py: Python<'py>,
        body: &PyBody,
        start: Place,
        step: Place,
        count: (u32, u32),
        angles: Vec<f64>,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (body, filter) = (body.0.clone(), filter(against, ignore));
        let places = PlaceGrid::new(start.0, step.0, [count.0, count.1]);
        let free = self.home().with(py, |world| {
            let map = world.fits(&body, &angles, &places, filter)?.map();
            let [w, h] = map.size();
            let rows = (0..map.angles()).flat_map(|angle| (0..h).map(move |y| (angle, y)));
            Ok(rows.flat_map(|(angle, y)| bits(map.row(angle, y), w)).collect::<Vec<bool>>())
        })?;
        let shape = [angles.len(), count.1 as usize, count.0 as usize];
        Ok(PyArray1::from_vec(py, free).reshape(shape)?.into_any())
    }
}

/// Returns the first bits of a row.
fn bits(row: &[u64], count: u32) -> impl Iterator<Item = bool> + '_ {
    (0..count).map(|x| row[x as usize / 64] >> (x % 64) & 1 == 1)
}

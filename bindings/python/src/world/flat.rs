//! Many worlds with flat arrays: positions in, observations out, resets.

use kasuri::{Filter, Handle, worlds::Worlds};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PyTuple};

use crate::arrays::{bytes, floats, handles, numpy_of, places, wholes};
use crate::errors::OrRaise;
use crate::numbers::handle;
use crate::record::Snapshot;
use crate::world::lock;
use crate::world::many::{PySteps, PyWorlds};

impl PyWorlds {
    /// Returns the bodies of all worlds, world after world, and their number in each world. The input is an array of shape
    /// (worlds, n), or of shape (n,) if the handles are the same in every world.
    fn bodies(&self, given: &Bound<'_, PyAny>) -> PyResult<(Vec<Handle>, usize)> {
        let given = numpy_of(given.py())?.call_method1("asarray", (given,))?;
        let count = self.count();
        if given.getattr("ndim")?.extract::<usize>()? == 2 {
            let all = wholes(&given, "bodies", &[Some(count), None])?;
            let each = all.len().checked_div(count).unwrap_or(0);
            return Ok((all.into_iter().map(handle).collect::<kasuri::Result<_>>().or_raise()?, each));
        }
        let of_one = handles(&given, "bodies")?;
        Ok((of_one.repeat(count), of_one.len()))
    }

    /// Makes observations: an array of numbers for each body, written into the caller's array, or into a new one.
    fn observe<'py>(
        &self,
        bodies: &Bound<'py, PyAny>,
        of_each: &[usize],
        out: Option<&Bound<'py, PyAny>>,
        look: impl FnOnce(&Worlds, &[Handle], &mut [f32]) -> kasuri::Result<()> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, (bodies, each)) = (bodies.py(), self.bodies(bodies)?);
        let shape: Vec<usize> = [self.count(), each].iter().chain(of_each).copied().collect();
        if let Some(out) = out {
            let (found, expected) = (out.getattr("shape")?, PyTuple::new(py, &shape)?);
            if !found.eq(&expected)? {
                let text = format!("out: an array of shape {expected} is expected, found {found}");
                return Err(PyValueError::new_err(text));
            }
        }
        let mut numbers = vec![0.0_f32; shape.iter().product()];
        let numbers =
            py.detach(|| look(&lock(self.worlds()), &bodies, &mut numbers).map(|()| numbers)).or_raise()?;
        let numbers = PyArray1::from_vec(py, numbers).reshape(shape)?;
        let Some(out) = out else { return Ok(numbers.into_any()) };
        out.set_item(PyEllipsis::get(py), numbers)?;
        Ok(out.clone())
    }
}

#[pymethods]
impl PyWorlds {
    /// Moves bodies of every world and steps the worlds. `bodies` is an array of shape (worlds, n), or (n,) if the
    /// handles are the same in every world; `at` has the shape (worlds, n, 2).
    ///
    /// >>> import kasuri, numpy
    /// >>> world = kasuri.World()
    /// >>> pair = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [50, 0]])
    /// >>> worlds = kasuri.Worlds([world] * 2)
    /// >>> at = numpy.array([[[0, 0], [9, 0]], [[0, 0], [4, 0]]])
    /// >>> worlds.step_at(pair, at).began["world"].tolist()
    /// [1]
    fn step_at(&self, py: Python<'_>, bodies: &Bound<'_, PyAny>, at: &Bound<'_, PyAny>) -> PyResult<PySteps> {
        let (bodies, each) = self.bodies(bodies)?;
        let at = floats(at, "at", &[Some(self.count()), Some(each), Some(2)])?;
        let worlds = self.worlds();
        let steps = py.detach(|| lock(worlds).step_at(&bodies, at.as_chunks::<2>().0));
        steps.or_raise().map(PySteps)
    }

    /// Returns the positions of bodies: an array of float32 of shape (worlds, n, 2), which is `out` if given.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(3, at=(10, 20)))
    /// >>> kasuri.Worlds([world] * 2).observe_positions([ship]).tolist()
    /// [[[10.0, 20.0]], [[10.0, 20.0]]]
    #[pyo3(signature = (bodies, *, out = None))]
    fn observe_positions<'py>(
        &self,
        bodies: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.observe(bodies, &[2], out, |worlds, bodies, out| worlds.observe_positions(bodies, out))
    }

    /// Returns the bodies nearest to each of `bodies`: for each the vector to its nearest point, x and y, and the
    /// distance; an array of float32 of shape (worlds, n, count, 3). If there are fewer bodies, the rest is 0, 0 and
    /// infinity.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.point())
    /// >>> _ = world.spawn(kasuri.Body.circle(3, at=(0, 10)))
    /// >>> kasuri.Worlds([world]).observe_nearest([ship], 2).tolist()
    /// [[[[0.0, 7.0, 7.0], [0.0, 0.0, inf]]]]
    #[pyo3(signature = (bodies, count, *, against = u32::MAX, out = None))]
    fn observe_nearest<'py>(
        &self,
        bodies: &Bound<'py, PyAny>,
        count: usize,
        against: u32,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.observe(bodies, &[count, 3], out, |worlds, bodies, out| {
            worlds.observe_nearest(bodies, count, Filter::against(against), out)
        })
    }

    /// Returns how far each of `bodies` sees along each ray of a fan: an array of float32 of shape (worlds, n, m).
    /// `rays`, an array of shape (m, 2), starts at the body's position. The value is the fraction of the ray up to the
    /// first other body, 1 if none.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.point())
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(11, 0)))
    /// >>> kasuri.Worlds([world]).observe_rays([ship], [[20, 0], [0, 20]]).tolist()
    /// [[[0.5, 1.0]]]
    #[pyo3(signature = (bodies, rays, *, against = u32::MAX, out = None))]
    fn observe_rays<'py>(
        &self,
        bodies: &Bound<'py, PyAny>,
        rays: &Bound<'py, PyAny>,
        against: u32,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rays = places(rays, "rays")?;
        self.observe(bodies, &[rays.len()], out, |worlds, bodies, out| {
            worlds.observe_rays(bodies, &rays, Filter::against(against), out)
        })
    }

    /// Resets the worlds that are true in `which`, an array of bool, to a snapshot.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> start, worlds = world.snapshot(), kasuri.Worlds([world] * 2)
    /// >>> balls = [worlds[k].spawn(kasuri.Body.circle(3)) for k in range(2)]
    /// >>> worlds.reset([True, False], start)
    /// >>> len(worlds[0]), len(worlds[1])
    /// (0, 1)
    fn reset(&self, py: Python<'_>, which: &Bound<'_, PyAny>, to: &Snapshot) -> PyResult<()> {
        let (which, _) = bytes(which, "which", &[None])?;
        let which: Vec<bool> = which.into_iter().map(|is| is != 0).collect();
        let worlds = self.worlds();
        py.detach(|| lock(worlds).reset(&which, &to.0)).or_raise()
    }
}

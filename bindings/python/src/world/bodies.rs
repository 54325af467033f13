//! Spawns, removes and reads bodies.

use kasuri::{Area, Body, Handle, Vec2, world};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays::{each, handles, of_handles, of_pairs, places, wholes};
use crate::body::PyBody;
use crate::numbers::{Name, Place, Scale, pair, placed};
use crate::shape::Solid;
use crate::world::{Home, PyWorld, filter};

/// Returns the scales of `count` bodies: from an array of shape (n, 2), of shape (n,) for both axes, or one scale for all.
fn scales(given: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Option<Vec<Vec2>>> {
    let Some(given) = given else { return Ok(None) };
    if let Ok(scale) = given.extract::<f64>() {
        return Ok(Some(vec![Vec2::new(scale, scale); count]));
    }
    let all: Vec<Vec2> = if given.len()? > 0 && given.get_item(0)?.extract::<f64>().is_ok() {
        crate::arrays::floats(given, "scale", &[None])?.into_iter().map(|s| Vec2::new(s, s)).collect()
    } else {
        places(given, "scale")?.into_iter().map(Vec2::from).collect()
    };
    same_length("scale", all.len(), count)?;
    Ok(Some(all))
}

/// Returns the library's error if there are too many values or too few.
pub(super) fn same_length(name: &str, values: usize, bodies: usize) -> PyResult<()> {
    if values == bodies {
        return Ok(());
    }
    let text = format!("there are {values} values for {bodies} bodies; each body needs one");
    Err(crate::errors::refused(kasuri::Error::new(kasuri::ErrorKind::Count, text).at(name)))
}

#[pymethods]
impl PyWorld {
    /// Spawns a body and returns its handle, a number that names only this body, even after the body is gone.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(3, at=(10, 20)))
    /// >>> ship in world, world.get(ship).at
    /// (True, (10.0, 20.0))
    fn spawn(&self, py: Python<'_>, body: &PyBody) -> PyResult<u64> {
        let body = body.0.clone();
        self.home.quick(py, |world| world.spawn(body)).map(Handle::to_bits)
    }

    /// Spawns many bodies and returns their handles, an array of uint64. `body` is a list of bodies, or one body for
    /// many positions: then `at` is an array of shape (n, 2), and `angle`, `scale` and `data` are for each or for all.
    /// If one is refused, none is spawned.
    ///
    /// >>> import kasuri, numpy
    /// >>> world = kasuri.World()
    /// >>> at = numpy.zeros((1000, 2))
    /// >>> at[:, 0] = numpy.arange(1000) * 0.64
    /// >>> shots = world.spawn_many(kasuri.Body.circle(3, layer=2, against=1), at=at)
    /// >>> shots.shape, shots.dtype
    /// ((1000,), dtype('uint64'))
    #[pyo3(signature = (body, *, at = None, angle = None, scale = None, data = None))]
    fn spawn_many<'py>(
        &self,
        py: Python<'py>,
        body: &Bound<'py, PyAny>,
        at: Option<&Bound<'py, PyAny>>,
        angle: Option<&Bound<'py, PyAny>>,
        scale: Option<&Bound<'py, PyAny>>,
        data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(body) = body.cast::<PyBody>() else {
            if at.is_some() || angle.is_some() || scale.is_some() || data.is_some() {
                return Err(PyTypeError::new_err(
                    "at, angle, scale and data go with one body at many places",
                ));
            }
            let bodies: Vec<PyRef<'_, PyBody>> = body.extract()?;
            let bodies: Vec<Body> = bodies.iter().map(|body| body.0.clone()).collect();
            let spawned =
                self.home.with(py, |world| world.spawn_many(bodies.len(), |k| bodies[k].clone()))?;
            return Ok(of_handles(py, &spawned).into_any());
        };
        let Some(at) = at else {
            return Err(PyTypeError::new_err("at: one body at many places needs an array of places"));
        };
        let (body, at) = (&body.get().0, places(at, "at")?);
        let (angle, scale) = (each(angle, "angle", at.len())?, scales(scale, at.len())?);
        let data = data.map(|data| match data.extract::<u64>() {
            Ok(data) => Ok(vec![data; at.len()]),
            Err(_) => wholes(data, "data", &[Some(at.len())]),
        });
        let data = data.transpose()?;
        let body = |k: usize| {
            let mut body = body.clone().at(at[k]);
            if let Some(angle) = &angle {
                body = body.turned(angle[k]);
            }
            if let Some(scale) = &scale {
                body = body.scaled(scale[k]);
            }
            if let Some(data) = &data {
                body = body.data(data[k]);
            }
            body
        };
        let spawned = self.home.with(py, |world| world.spawn_many(at.len(), body))?;
        Ok(of_handles(py, &spawned).into_any())
    }

    /// Removes a body.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(3))
    /// >>> world.remove(ship)
    /// >>> ship in world
    /// False
    fn remove(&self, py: Python<'_>, body: Name) -> PyResult<()> {
        self.home.quick(py, |world| world.remove(body.0))
    }

    /// Removes bodies. If one is gone already, none is removed.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 0], [18, 0]])
    /// >>> world.remove_many(balls[1:])
    /// >>> len(world)
    /// 1
    fn remove_many(&self, py: Python<'_>, bodies: &Bound<'_, PyAny>) -> PyResult<()> {
        let bodies = handles(bodies, "bodies")?;
        self.home.with(py, |world| world.remove_many(&bodies))
    }

    /// Removes the bodies that overlap a placed shape or mask, and returns their handles.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 0], [90, 0]])
    /// >>> gone = world.remove_overlapping(kasuri.Shape.circle(20), (0, 0))
    /// >>> gone.tolist() == balls[:2].tolist(), len(world)
    /// (True, 1)
    #[pyo3(signature = (solid, at, *, angle = 0.0, scale = Scale::ONE, against = u32::MAX, ignore = None))]
    fn remove_overlapping<'py>(
        &self,
        py: Python<'py>,
        solid: Solid,
        at: Place,
        angle: f64,
        scale: Scale,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let placement = placed(at, angle, scale);
        let filter = filter(against, ignore);
        let gone =
            self.home.with(py, |world| world.remove_overlapping(Area::solid(solid.0, placement), filter))?;
        Ok(of_handles(py, &gone).into_any())
    }

    /// Removes all bodies.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 0]])
    /// >>> world.clear()
    /// >>> len(world)
    /// 0
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.home.with(py, |world| {
            world.clear();
            Ok(())
        })
    }

    /// Whether a body still exists.
    fn __contains__(&self, py: Python<'_>, body: u64) -> PyResult<bool> {
        let Some(body) = Handle::from_bits(body) else { return Ok(false) };
        self.home.quick(py, |world| Ok(world.contains(body)))
    }

    /// Returns which bodies still exist, an array of bool.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 0]])
    /// >>> world.remove(balls[0])
    /// >>> world.contains_many(balls).tolist()
    /// [False, True]
    fn contains_many<'py>(&self, py: Python<'py>, bodies: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let bits = wholes(bodies, "bodies", &[None])?;
        let lives = self.home.with(py, |world| {
            let lives = |&bits: &u64| Handle::from_bits(bits).is_some_and(|body| world.contains(body));
            Ok(bits.iter().map(lives).collect::<Vec<bool>>())
        })?;
        Ok(numpy::PyArray1::from_vec(py, lives).into_any())
    }

    /// Returns all bodies, in order of spawn: an array of uint64.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship, shot = world.spawn(kasuri.Body.circle(9)), world.spawn(kasuri.Body.point())
    /// >>> world.bodies().tolist() == [ship, shot]
    /// True
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bodies = self.home.with(py, |world| Ok(world.bodies().collect::<Vec<_>>()))?;
        Ok(of_handles(py, &bodies).into_any())
    }

    /// Returns a view of a body.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(3, at=(10, 20), angle=0.5))
    /// >>> world.get(ship).at, world.get(ship).angle
    /// ((10.0, 20.0), 0.5)
    fn get(&self, py: Python<'_>, body: Name) -> PyResult<BodyRef> {
        self.home.quick(py, |world| world.get(body.0).map(|_| ()))?;
        Ok(BodyRef { home: self.home.clone(), body: body.0 })
    }

    /// Returns the positions of bodies, an array of shape (n, 2).
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 5]])
    /// >>> world.positions(balls).tolist()
    /// [[0.0, 0.0], [9.0, 5.0]]
    fn positions<'py>(&self, py: Python<'py>, bodies: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        of_pairs(py, self.seen(py, bodies, |seen| [seen.at().x, seen.at().y])?)
    }

    /// Returns the angles of bodies, an array of shape (n,).
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> planks = world.spawn_many(kasuri.Body.rect((8, 1)), at=[[0, 0], [9, 5]], angle=[0.5, 1.5])
    /// >>> world.angles(planks).tolist()
    /// [0.5, 1.5]
    fn angles<'py>(&self, py: Python<'py>, bodies: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Ok(numpy::PyArray1::from_vec(py, self.seen(py, bodies, |seen| seen.angle())?).into_any())
    }

    /// Returns the scales of bodies, an array of shape (n, 2).
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> planks = world.spawn_many(kasuri.Body.rect((8, 1)), at=[[0, 0], [9, 5]], scale=[[1, 2], [-1, 1]])
    /// >>> world.scales(planks).tolist()
    /// [[1.0, 2.0], [-1.0, 1.0]]
    fn scales<'py>(&self, py: Python<'py>, bodies: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        of_pairs(py, self.seen(py, bodies, |seen| [seen.scale().x, seen.scale().y])?)
    }

    /// Returns the `data` numbers of bodies, an array of uint64.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 5]], data=[7, 8])
    /// >>> world.data(balls).tolist()
    /// [7, 8]
    fn data<'py>(&self, py: Python<'py>, bodies: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Ok(numpy::PyArray1::from_vec(py, self.seen(py, bodies, |seen| seen.data())?).into_any())
    }
}

impl PyWorld {
    /// Reads one value of each body.
    fn seen<T: Send>(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        what: impl Fn(world::BodyRef<'_>) -> T + Send + Sync,
    ) -> PyResult<Vec<T>> {
        let bodies = handles(bodies, "bodies")?;
        self.home.with(py, |world| {
            let one = |(k, &body): (usize, &Handle)| {
                world.get(body).map(&what).map_err(|error| error.at(format!("[{k}]")))
            };
            bodies.iter().enumerate().map(one).collect()
        })
    }
}

/// A view of a body of a world. Each read returns the current state.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> ship = world.get(world.spawn(kasuri.Body.circle(3, at=(10, 20))))
/// >>> world.set_position(ship.handle, (30, 40))
/// >>> ship.at
/// (30.0, 40.0)
#[pyclass(module = "kasuri", frozen)]
pub(crate) struct BodyRef {
    home: Home,
    body: Handle,
}

impl BodyRef {
    fn see<T: Send>(&self, py: Python<'_>, what: impl FnOnce(world::BodyRef<'_>) -> T + Send) -> PyResult<T> {
        self.home.quick(py, |world| world.get(self.body).map(what))
    }
}

#[pymethods]
impl BodyRef {
    /// The body's handle.
    #[getter]
    fn handle(&self) -> u64 {
        self.body.to_bits()
    }

    /// The body's position.
    #[getter]
    fn at(&self, py: Python<'_>) -> PyResult<(f64, f64)> {
        self.see(py, |seen| pair(seen.at()))
    }

    /// The body's angle, in radians.
    #[getter]
    fn angle(&self, py: Python<'_>) -> PyResult<f64> {
        self.see(py, |seen| seen.angle())
    }

    /// The body's scale.
    #[getter]
    fn scale(&self, py: Python<'_>) -> PyResult<(f64, f64)> {
        self.see(py, |seen| pair(seen.scale()))
    }

    /// The layers that the body is on.
    #[getter]
    fn layer(&self, py: Python<'_>) -> PyResult<u32> {
        self.see(py, |seen| seen.layers().layer)
    }

    /// The layers that the body pairs with.
    #[getter]
    fn against(&self, py: Python<'_>) -> PyResult<u32> {
        self.see(py, |seen| seen.layers().against)
    }

    /// The group that the body is in; 0 for none.
    #[getter]
    fn group(&self, py: Python<'_>) -> PyResult<u32> {
        self.see(py, |seen| seen.layers().group)
    }

    /// The index of the frame that it shows.
    #[getter]
    fn frame(&self, py: Python<'_>) -> PyResult<usize> {
        self.see(py, |seen| seen.frame())
    }

    /// The game's own number for the body.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<u64> {
        self.see(py, |seen| seen.data())
    }

    /// Whether the body is swept: it misses nothing between two steps.
    #[getter]
    fn is_swept(&self, py: Python<'_>) -> PyResult<bool> {
        self.see(py, |seen| seen.is_swept())
    }

    /// Whether the body is a sensor: it stops no travel.
    #[getter]
    fn is_sensor(&self, py: Python<'_>) -> PyResult<bool> {
        self.see(py, |seen| seen.is_sensor())
    }

    /// The direction of the faces that stop travels; None where all faces do.
    #[getter]
    fn one_way(&self, py: Python<'_>) -> PyResult<Option<(f64, f64)>> {
        self.see(py, |seen| seen.one_way().map(pair))
    }

    /// The number of hits that it has left; None if they are not counted.
    #[getter]
    fn hits_left(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.see(py, |seen| seen.hits_left())
    }

    /// The number of further steps in which nothing hits it.
    #[getter]
    fn invulnerable_for(&self, py: Python<'_>) -> PyResult<u64> {
        self.see(py, |seen| seen.invulnerable_for())
    }

    /// The names of its regions, in order, without the body itself, which is region 0.
    #[getter]
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.see(py, |seen| seen.regions().map(|(name, ..)| name.to_owned()).collect())
    }

    /// Returns the name of a region from its number in a hit; None for 0, the body itself.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> core = kasuri.Region("core", kasuri.Shape.circle(2))
    /// >>> ship = world.get(world.spawn(kasuri.Body.circle(9, regions=[core])))
    /// >>> ship.region(0), ship.region(1)
    /// (None, 'core')
    fn region(&self, py: Python<'_>, index: u8) -> PyResult<Option<String>> {
        self.see(py, |seen| seen.region(index).map(str::to_owned))
    }

    /// Returns the number of a region in hits.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> core = kasuri.Region("core", kasuri.Shape.circle(2))
    /// >>> ship = world.get(world.spawn(kasuri.Body.circle(9, regions=[core])))
    /// >>> ship.region_index("core"), ship.region_index("wing")
    /// (1, None)
    fn region_index(&self, py: Python<'_>, name: &str) -> PyResult<Option<u8>> {
        self.see(py, |seen| seen.region_index(name))
    }

    /// Returns its placed form, for `kasuri.query`.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(3, at=(10, 20)))
    /// >>> kasuri.query.contains(world.get(ship).form(), (12, 21))
    /// True
    fn form(&self, py: Python<'_>) -> PyResult<crate::form::PyForm> {
        let (form, at) = self.see(py, |seen| (seen.form(), seen.at()))?;
        Ok(crate::form::PyForm::new(form, at))
    }

    fn __repr__(&self) -> String {
        format!("<BodyRef({})>", self.body)
    }
}

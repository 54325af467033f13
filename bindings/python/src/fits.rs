//! Where a body fits: `World.fits` and `kasuri.query.fits`, and the number of free places, the first and the nearest one.

use kasuri::query::{self, Fits, PlaceGrid, Placed};
use kasuri::{Body, Filter, Touching, Vec2};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::body::{PyBody, PyLook};
use crate::errors::OrRaise;
use crate::form::PyForm;
use crate::numbers::{Name, Place, pair};
use crate::query::{COUNTS, Touch};
use crate::shape::Solid;
use crate::world::{PyWorld, filter};

/// A free place: `angle` is the index of its angle, `x` its column, `y` its row, and `at` its position.
///
/// >>> from kasuri import Shape, query
/// >>> ball = Shape.circle(2).place((0, 0))
/// >>> free = query.first_fit(ball, ball, from_=(0, 0), count=(9, 1))
/// >>> free.at, free.x, free.y
/// ((5.0, 0.0), 5, 0)
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct FreePose {
    /// The index of its angle.
    pub(crate) angle: usize,
    /// Its column.
    pub(crate) x: u32,
    /// Its row.
    pub(crate) y: u32,
    /// Its position, before it is snapped to the lattice.
    pub(crate) at: (f64, f64),
}

impl From<query::FreePose> for FreePose {
    fn from(free: query::FreePose) -> FreePose {
        FreePose { angle: free.angle, x: free.x, y: free.y, at: pair(free.at) }
    }
}

#[pymethods]
impl FreePose {
    fn __repr__(&self) -> String {
        format!("FreePose(angle={}, x={}, y={}, at={:?})", self.angle, self.x, self.y, self.at)
    }
}

/// A body to fit: a Body, a Look, a Shape, a Mask or a TileMap.
pub(crate) struct ToFit(Body);

impl<'py> FromPyObject<'_, 'py> for ToFit {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<ToFit> {
        if let Ok(body) = given.cast::<PyBody>() {
            Ok(ToFit(body.get().0.clone()))
        } else if let Ok(look) = given.cast::<PyLook>() {
            Ok(ToFit(Body::new(look.get().0.clone())))
        } else {
            Ok(ToFit(Body::new(kasuri::Look::new(given.extract::<Solid>()?.0))))
        }
    }
}

/// Placed bodies: one for each angle of a question, or a list of obstacles.
#[derive(FromPyObject)]
pub(crate) enum Forms<'py> {
    One(PyRef<'py, PyForm>),
    Many(Vec<PyRef<'py, PyForm>>),
}

impl Forms<'_> {
    fn placed(&self) -> Vec<Placed> {
        match self {
            Forms::One(form) => vec![form.placed()],
            Forms::Many(forms) => forms.iter().map(|form| form.placed()).collect(),
        }
    }
}

/// Returns one byte for each pose, in order of angle, row and column; `None` where no memory holds so many.
fn bools(fits: &Fits<'_>, [angles, w, h]: [usize; 3]) -> Option<Vec<bool>> {
    let mut all = Vec::new();
    all.try_reserve_exact(angles * w * h).ok()?;
    // The map has a word for 64 columns of a row. Where there is no room for it, its making would end the process.
    Vec::<u64>::new().try_reserve_exact(angles * w.div_ceil(64) * h).ok()?;
    let map = fits.map();
    for row in map.words().chunks_exact(map.stride()) {
        all.extend((0..w).map(|x| row[x / 64] >> (x % 64) & 1 == 1));
    }
    Some(all)
}

fn array_of<'py>(
    py: Python<'py>,
    map: Option<Vec<bool>>,
    [angles, w, h]: [usize; 3],
) -> PyResult<Bound<'py, PyAny>> {
    let map = map.ok_or_else(|| PyMemoryError::new_err("no memory holds a bool for each pose"))?;
    Ok(PyArray1::from_vec(py, map).reshape([angles, h, w])?.into_any())
}

/// A question for a world.
struct Question {
    body: Body,
    angles: Vec<f64>,
    places: PlaceGrid,
    filter: Filter,
}

impl Question {
    fn new(
        body: ToFit,
        [from, step]: [Place; 2],
        count: [u32; 2],
        angles: Vec<f64>,
        filter: Filter,
    ) -> Question {
        let places = PlaceGrid::new(from.0, step.0, count);
        Question { body: body.0, angles, places, filter }
    }

    fn shape(&self) -> [usize; 3] {
        let [w, h] = self.places.count.map(|side| side as usize);
        [self.angles.len(), w, h]
    }

    /// Answers it without Python's lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        world: &PyWorld,
        answer: impl FnOnce(Fits<'_>) -> kasuri::Result<T> + Send,
    ) -> PyResult<T> {
        world
            .home()
            .with(py, |world| answer(world.fits(&self.body, &self.angles, &self.places, self.filter)?))
    }
}

#[pymethods]
impl PyWorld {
    /// Returns where a body would fit: an array of bool of shape (angles, rows, columns), true where the body would be in no
    /// pair. The place in column i and row j is `from_ + (i, j) * step`; `count` has the numbers of columns and rows.
    ///
    /// `body` is a Body, whose scale, layers and group count, or a Look, a Shape or a Mask. It is not in the world: its own
    /// position and angle do not matter. Only bodies on the layers `against` block it, and not the body `ignore`.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> pillar = world.spawn(kasuri.Body.rect((2, 9), at=(5, 0)))
    /// >>> world.fits(kasuri.Shape.rect((1, 1)), from_=(0, 0), count=(10, 1)).tolist()
    /// [[[True, True, False, False, False, False, False, False, False, True]]]
    #[pyo3(signature = (
        body, *, from_, count, step = ONE_PIXEL, angles = vec![0.0], against = u32::MAX, ignore = None,
    ))]
    fn fits<'py>(
        &self,
        py: Python<'py>,
        body: ToFit,
        from_: Place,
        count: [u32; 2],
        step: Place,
        angles: Vec<f64>,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Question::new(body, [from_, step], count, angles, filter(against, ignore));
        let map = asked.ask(py, self, |fits| Ok(bools(&fits, asked.shape())))?;
        array_of(py, map, asked.shape())
    }

    /// Returns at how many places and angles a body would fit: the number of true values of `fits`.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> pillar = world.spawn(kasuri.Body.rect((2, 9), at=(5, 0)))
    /// >>> world.count_fits(kasuri.Shape.rect((1, 1)), from_=(0, 0), count=(10, 1))
    /// 3
    #[pyo3(signature = (
        body, *, from_, count, step = ONE_PIXEL, angles = vec![0.0], against = u32::MAX, ignore = None,
    ))]
    fn count_fits(
        &self,
        py: Python<'_>,
        body: ToFit,
        from_: Place,
        count: [u32; 2],
        step: Place,
        angles: Vec<f64>,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<u64> {
        let asked = Question::new(body, [from_, step], count, angles, filter(against, ignore));
        asked.ask(py, self, |fits| Ok(fits.count()))
    }

    /// Returns the first place where a body would fit, in order of angle, row and column, a FreePose; None if there is none.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> pillar = world.spawn(kasuri.Body.rect((2, 9)))
    /// >>> world.first_fit(kasuri.Shape.rect((1, 1)), from_=(0, 0), count=(10, 1))
    /// FreePose(angle=0, x=4, y=0, at=(4.0, 0.0))
    #[pyo3(signature = (
        body, *, from_, count, step = ONE_PIXEL, angles = vec![0.0], against = u32::MAX, ignore = None,
    ))]
    fn first_fit(
        &self,
        py: Python<'_>,
        body: ToFit,
        from_: Place,
        count: [u32; 2],
        step: Place,
        angles: Vec<f64>,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Option<FreePose>> {
        let asked = Question::new(body, [from_, step], count, angles, filter(against, ignore));
        Ok(asked.ask(py, self, |fits| Ok(fits.first()))?.map(FreePose::from))
    }

    /// Returns the place nearest to `to` where a body would fit, a FreePose; None if there is none. Of places equally near
    /// it is the first, in order of angle, row and column.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> pillar = world.spawn(kasuri.Body.rect((2, 9), at=(5, 0)))
    /// >>> world.nearest_fit(kasuri.Shape.rect((1, 1)), (6, 0), from_=(0, 0), count=(20, 1)).at
    /// (9.0, 0.0)
    #[pyo3(signature = (
        body, to, *, from_, count, step = ONE_PIXEL, angles = vec![0.0], against = u32::MAX, ignore = None,
    ))]
    fn nearest_fit(
        &self,
        py: Python<'_>,
        body: ToFit,
        to: Place,
        from_: Place,
        count: [u32; 2],
        step: Place,
        angles: Vec<f64>,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Option<FreePose>> {
        let asked = Question::new(body, [from_, step], count, angles, filter(against, ignore));
        Ok(asked.ask(py, self, |fits| fits.nearest(to.0))?.map(FreePose::from))
    }
}

const ONE_PIXEL: Place = Place(Vec2::new(1.0, 1.0));

/// A question about placed bodies, without a world.
struct Placing {
    poses: Vec<Placed>,
    bodies: Vec<Placed>,
    places: PlaceGrid,
    touching: Touching,
}

impl Placing {
    fn new(
        [poses, bodies]: [Forms<'_>; 2],
        [from, step]: [Place; 2],
        count: [u32; 2],
        touching: Touch,
    ) -> Placing {
        let places = PlaceGrid::new(from.0, step.0, count);
        Placing { poses: poses.placed(), bodies: bodies.placed(), places, touching: touching.0 }
    }

    /// Answers it without Python's lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        answer: impl FnOnce(Fits<'_>) -> kasuri::Result<T> + Send,
    ) -> PyResult<T> {
        let asked = || answer(query::fits(&self.poses, &self.places, &self.bodies, self.touching)?);
        py.detach(asked).or_raise()
    }
}

/// Returns where a placed body would fit among others: an array of bool of shape (angles, rows, columns). `poses` is the body
/// placed at each angle, one Form or a list; where it stands does not matter. The place in column i and row j is
/// `from_ + (i, j) * step`; `count` has the numbers of columns and rows.
///
/// >>> from kasuri import Mask, Shape, query
/// >>> posts = [Shape.rect((1, 9)).place((x, 0)) for x in (-4, 4)]
/// >>> plank = Mask((6, 2), fill=True).place((0, 0))
/// >>> query.fits(plank, posts, from_=(-3, 0), count=(7, 1), touching="ignored")[0, 0].tolist()
/// [False, False, False, True, False, False, False]
#[pyfunction]
#[pyo3(signature = (poses, bodies, *, from_, count, step = ONE_PIXEL, touching = COUNTS))]
pub(crate) fn fits<'py>(
    py: Python<'py>,
    poses: Forms<'py>,
    bodies: Forms<'py>,
    from_: Place,
    count: [u32; 2],
    step: Place,
    touching: Touch,
) -> PyResult<Bound<'py, PyAny>> {
    let asked = Placing::new([poses, bodies], [from_, step], count, touching);
    let shape = [asked.poses.len(), count[0] as usize, count[1] as usize];
    let map = asked.ask(py, |fits| Ok(bools(&fits, shape)))?;
    array_of(py, map, shape)
}

/// Returns at how many places and angles a placed body would fit among others.
///
/// >>> from kasuri import Mask, Shape, query
/// >>> posts = [Shape.rect((1, 9)).place((x, 0)) for x in (-6, 6)]
/// >>> plank = Mask((6, 2), fill=True).place((0, 0))
/// >>> query.count_fits(plank, posts, from_=(-3, 0), count=(7, 1))
/// 3
#[pyfunction]
#[pyo3(signature = (poses, bodies, *, from_, count, step = ONE_PIXEL, touching = COUNTS))]
pub(crate) fn count_fits(
    py: Python<'_>,
    poses: Forms<'_>,
    bodies: Forms<'_>,
    from_: Place,
    count: [u32; 2],
    step: Place,
    touching: Touch,
) -> PyResult<u64> {
    Placing::new([poses, bodies], [from_, step], count, touching).ask(py, |fits| Ok(fits.count()))
}

/// Returns the first place where a placed body would fit among others, a FreePose; None if there is none.
///
/// >>> from kasuri import Shape, query
/// >>> post = Shape.rect((2, 9)).place((0, 0))
/// >>> query.first_fit(Shape.circle(1).place((0, 0)), post, from_=(0, 0), count=(10, 1))
/// FreePose(angle=0, x=4, y=0, at=(4.0, 0.0))
#[pyfunction]
#[pyo3(signature = (poses, bodies, *, from_, count, step = ONE_PIXEL, touching = COUNTS))]
pub(crate) fn first_fit(
    py: Python<'_>,
    poses: Forms<'_>,
    bodies: Forms<'_>,
    from_: Place,
    count: [u32; 2],
    step: Place,
    touching: Touch,
) -> PyResult<Option<FreePose>> {
    let asked = Placing::new([poses, bodies], [from_, step], count, touching);
    Ok(asked.ask(py, |fits| Ok(fits.first()))?.map(FreePose::from))
}

/// Returns the place nearest to `to` where a placed body would fit among others, a FreePose; None if there is none.
///
/// >>> from kasuri import Shape, query
/// >>> post = Shape.rect((2, 9)).place((5, 0))
/// >>> query.nearest_fit(Shape.circle(1).place((0, 0)), post, (6, 0), from_=(0, 0), count=(20, 1))
/// FreePose(angle=0, x=9, y=0, at=(9.0, 0.0))
#[pyfunction]
#[pyo3(signature = (poses, bodies, to, *, from_, count, step = ONE_PIXEL, touching = COUNTS))]
pub(crate) fn nearest_fit(
    py: Python<'_>,
    poses: Forms<'_>,
    bodies: Forms<'_>,
    to: Place,
    from_: Place,
    count: [u32; 2],
    step: Place,
    touching: Touch,
) -> PyResult<Option<FreePose>> {
    let asked = Placing::new([poses, bodies], [from_, step], count, touching);
    Ok(asked.ask(py, |fits| fits.nearest(to.0))?.map(FreePose::from))
}

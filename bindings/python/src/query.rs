//! Exact queries for two placed bodies: `kasuri.query`.

use kasuri::lattice::{Margin, Point};
use kasuri::{
    Touching,
    query::{self, Placed},
};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answer::{Contact, Distance, Meeting, Overlap, numbers};
use crate::errors::OrRaise;
use crate::form::PyForm;
use crate::numbers::{Place, pair};

/// Whether bodies that only touch overlap: "counts" or "ignored".
pub(crate) struct Touch(pub(crate) Touching);

impl<'py> FromPyObject<'_, 'py> for Touch {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Touch> {
        match given.extract::<String>()?.as_str() {
            "counts" => Ok(Touch(Touching::Counts)),
            "ignored" => Ok(Touch(Touching::Ignored)),
            other => {
                let text = format!("touching: expected \"counts\" or \"ignored\", but found {other:?}");
                Err(PyValueError::new_err(text))
            }
        }
    }
}

type Pair = (f64, f64);

pub(crate) const COUNTS: Touch = Touch(Touching::Counts);

fn point(at: Place) -> PyResult<Point> {
    Point::snapped(at.0).or_raise()
}

/// Whether two bodies overlap.
///
/// >>> from kasuri import Shape, query
/// >>> query.overlaps(Shape.circle(3).place((0, 0)), Shape.circle(3).place((6, 0)))
/// True
#[pyfunction]
#[pyo3(signature = (a, b, touching = COUNTS))]
pub(crate) fn overlaps(a: &PyForm, b: &PyForm, touching: Touch) -> bool {
    query::overlaps(a.form(), b.form(), touching.0)
}

/// Returns how two bodies overlap; None if they do not.
///
/// >>> import kasuri
/// >>> disc = kasuri.Mask((8, 8), fill=True)
/// >>> kasuri.query.overlap(disc.place((0, 0)), disc.place((5, 0)))
/// Common(pixels=24, normal=(1.0, 0.0), depth=3)
#[pyfunction]
#[pyo3(signature = (a, b, touching = COUNTS))]
pub(crate) fn overlap(a: &PyForm, b: &PyForm, touching: Touch) -> Option<Overlap> {
    query::overlap(a.form(), b.form(), touching.0).map(Overlap::from)
}

/// Returns how two bodies touch: the normal, the depth and a point; None if they are apart.
///
/// >>> from kasuri import Shape, query
/// >>> query.contact(Shape.circle(3).place((0, 0)), Shape.rect((4, 4)).place((6, 0)))
/// Contact(normal=(1.0, 0.0), depth=1.0, point=(2.0, 0.0))
#[pyfunction]
#[pyo3(signature = (a, b, touching = COUNTS))]
pub(crate) fn contact(a: &PyForm, b: &PyForm, touching: Touch) -> Option<Contact> {
    query::contact(a.form(), b.form(), touching.0).map(Contact::from)
}

/// Returns the distance of two bodies and their closest points; None if one covers nothing.
///
/// >>> from kasuri import Shape, query
/// >>> query.distance(Shape.circle(3).place((0, 0)), Shape.point().place((10, 0)))
/// Distance(distance=7.0, a=(3.0, 0.0), b=(10.0, 0.0))
#[pyfunction]
pub(crate) fn distance(a: &PyForm, b: &PyForm) -> Option<Distance> {
    query::distance(a.form(), b.form()).map(Distance::from)
}

/// Whether two bodies are within a margin of each other, in pixels.
///
/// >>> from kasuri import Shape, query
/// >>> ship, shot = Shape.circle(3).place((0, 0)), Shape.circle(1).place((7, 0))
/// >>> query.grazes(ship, shot, 2), query.grazes(ship, shot, 5)
/// (False, True)
#[pyfunction]
#[pyo3(signature = (a, b, margin, touching = COUNTS))]
pub(crate) fn grazes(a: &PyForm, b: &PyForm, margin: f64, touching: Touch) -> PyResult<bool> {
    let margin = Margin::new(margin).or_raise()?;
    Ok(query::grazes(a.form(), b.form(), margin, touching.0))
}

/// Whether a body contains a point.
///
/// >>> from kasuri import Mask, query
/// >>> ship = Mask.from_rows([".##.", "####"]).place((10, 10), scale=2)
/// >>> query.contains(ship, (7, 9)), query.contains(ship, (7, 11))
/// (False, True)
#[pyfunction]
pub(crate) fn contains(form: &PyForm, at: Place) -> PyResult<bool> {
    Ok(query::contains(form.form(), point(at)?))
}

/// Returns the first hit of a ray on a body: (t, point, normal); None if it misses.
///
/// >>> from kasuri import Shape, query
/// >>> wall = Shape.rect((1, 9)).place((11, 0))
/// >>> query.cast(wall, (0, 0), (20, 0))
/// (0.5, (10.0, 0.0), (-1.0, 0.0))
#[pyfunction]
pub(crate) fn cast(form: &PyForm, start: Place, end: Place) -> PyResult<Option<(f64, Pair, Pair)>> {
    let (from, to) = (point(start)?, point(end)?);
    let hit = query::cast(form.form(), from, to);
    Ok(hit.map(|hit| (hit.t, pair(hit.point), pair(hit.normal))))
}

/// Returns when two moving bodies first overlap; None if they do not.
///
/// >>> from kasuri import Shape, query
/// >>> shot, ship = Shape.circle(1).place((0, 0)), Shape.circle(3).place((14, 0))
/// >>> query.sweep(shot, (20, 0), ship, (14, 0))
/// Meeting(t=0.5)
#[pyfunction]
pub(crate) fn sweep(a: &PyForm, a_to: Place, b: &PyForm, b_to: Place) -> PyResult<Option<Meeting>> {
    let meeting = query::sweep(&a.placed(), a_to.0, &b.placed(), b_to.0).or_raise()?;
    Ok(meeting.map(|meeting| Meeting { t: meeting.t, step: meeting.step.map(numbers) }))
}

/// Returns which bodies of one list overlap which of another: an array of shape (n, 2) of indices in the two lists, in
/// order.
///
/// >>> from kasuri import Shape, query
/// >>> shots = [Shape.circle(3).place((10 * k, 0)) for k in range(9)]
/// >>> query.pairs(shots, [Shape.rect((6, 1)).place((25, 0))]).tolist()
/// [[2, 0], [3, 0]]
#[pyfunction]
#[pyo3(signature = (a, b, touching = COUNTS))]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    a: Vec<PyRef<'py, PyForm>>,
    b: Vec<PyRef<'py, PyForm>>,
    touching: Touch,
) -> PyResult<Bound<'py, PyAny>> {
    let first = a.iter().map(|form| Placed { layer: 1, against: 2, ..form.placed() });
    let second = b.iter().map(|form| Placed { layer: 2, against: 1, ..form.placed() });
    let bodies: Vec<Placed> = first.chain(second).collect();
    let count = a.len();
    let pairs = py.detach(|| query::pairs(&bodies, touching.0));
    let flat: Vec<i64> = pairs.iter().flat_map(|pair| [pair.a, pair.b - count]).map(|k| k as i64).collect();
    let rows = pairs.len();
    Ok(PyArray1::from_vec(py, flat).reshape([rows, 2])?.into_any())
}

/// Returns the points where the outlines of two bodies cross.
///
/// >>> from kasuri import Shape, query
/// >>> square = Shape.rect((4, 4)).place((0, 0))
/// >>> query.crossings(square, Shape.segment((0, 0), (9, 0)).place((0, 1)))
/// [(4.0, 1.0)]
#[pyfunction]
pub(crate) fn crossings(a: &PyForm, b: &PyForm) -> Vec<(f64, f64)> {
    query::crossings(a.form(), b.form()).into_iter().map(pair).collect()
}

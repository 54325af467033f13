//! What follows a hit: how the two touch, and bodies that are pushed, stopped, slid and thrown back.

use kasuri::{Response, Vec2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answer::{Contact, Overlap, SweepHit, Travel};
use crate::form::Cover;
use crate::numbers::{Name, Place, pair};
use crate::shape::points;
use crate::step::HitArg;
use crate::world::PyWorld;

/// "stick", "slide", or a number: bounce with so much of the speed given back.
pub(crate) struct Answer(Response);

impl<'py> FromPyObject<'_, 'py> for Answer {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Answer> {
        if let Ok(restitution) = given.extract::<f64>() {
            return Ok(Answer(Response::Bounce { restitution }));
        }
        match given.extract::<String>()?.as_str() {
            "stick" => Ok(Answer(Response::Stick)),
            "slide" => Ok(Answer(Response::Slide)),
            other => Err(PyValueError::new_err(format!(
                "response: {other:?} stands where \"stick\", \"slide\" or a restitution is expected"
            ))),
        }
    }
}

type Pair = (f64, f64);

#[pymethods]
impl PyWorld {
    /// How the two of a hit overlap now; None where they do not any more.
    fn overlap(&self, py: Python<'_>, hit: HitArg) -> PyResult<Option<Overlap>> {
        Ok(self.home().with(py, |world| world.overlap(&hit.0))?.map(Overlap::from))
    }

    /// How the two of a hit touch: which way out, how deep, where; None where they are apart.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> floor = world.spawn(kasuri.Body.rect((50, 5), at=(0, 10)))
    /// >>> ball = world.spawn(kasuri.Body.circle(4, at=(0, 2)))
    /// >>> world.contact(world.step().began[0])
    /// Contact(normal=(0.0, -1.0), depth=1.0, point=(0.0, 5.0))
    fn contact(&self, py: Python<'_>, hit: HitArg) -> PyResult<Option<Contact>> {
        Ok(self.home().with(py, |world| world.contact(&hit.0))?.map(Contact::from))
    }

    /// The pixels that the two of a hit have in common, where both are sprites.
    fn common_pixels(&self, py: Python<'_>, hit: HitArg) -> PyResult<Option<Cover>> {
        Ok(self.home().with(py, |world| world.common_pixels(&hit.0))?.map(Cover))
    }

    /// Moves the two of a hit apart, the first by `share` of the way and the second by the rest. Says how far each was moved;
    /// None where they are apart.
    #[pyo3(signature = (hit, share = 0.5))]
    fn push_apart(&self, py: Python<'_>, hit: HitArg, share: f64) -> PyResult<Option<(Pair, Pair)>> {
        let moved = self.home().with(py, |world| world.push_apart(&hit.0, share))?;
        Ok(moved.map(|[a, b]| (pair(a), pair(b))))
    }

    /// Moves a body along a path, from place to place, until it meets something, and leaves it there.
    fn advance(&self, py: Python<'_>, body: Name, path: Vec<Place>) -> PyResult<Option<SweepHit>> {
        let path = points(&path);
        Ok(self.home().with(py, |world| world.advance(body.0, &path))?.map(SweepHit::from))
    }

    /// Moves a body by `by`; where it meets something it goes on as the response says: "stick", "slide", or a number, of how
    /// much of the speed is given back.
    fn travel(&self, py: Python<'_>, body: Name, by: Place, response: Answer) -> PyResult<Travel> {
        let travel = self.home().with(py, |world| world.travel(body.0, by.0, response.0))?;
        Travel::of(py, travel)
    }

    /// Puts a body that is beyond the world's bounds back inside; says its velocity then. None where it is inside.
    #[pyo3(signature = (body, velocity, restitution = 1.0))]
    fn keep_inside(
        &self,
        py: Python<'_>,
        body: Name,
        velocity: Place,
        restitution: f64,
    ) -> PyResult<Option<Pair>> {
        let velocity = self.home().with(py, |world| world.keep_inside(body.0, velocity.0, restitution))?;
        Ok(velocity.map(|velocity: Vec2| pair(velocity)))
    }
}

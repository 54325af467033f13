//! What follows a hit: how the two touch, and bodies that are pushed, stopped, slid and thrown back.

use kasuri::{Response, Vec2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answer::{Contact, Ground, Overlap, SweepHit, Travel};
use crate::form::Cover;
use crate::numbers::{Name, Place, pair};
use crate::shape::points;
use crate::step::HitArg;
use crate::world::PyWorld;
use crate::world::ask::filter;

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

    /// The same, but stopped by what is on these layers, instead of by what the body's own layers tell.
    #[pyo3(signature = (body, by, response, against, *, ignore = None))]
    fn travel_against(
        &self,
        py: Python<'_>,
        body: Name,
        by: Place,
        response: Answer,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Travel> {
        let stops = filter(against, ignore);
        let travel = self.home().with(py, |world| world.travel_against(body.0, by.0, response.0, stops))?;
        Travel::of(py, travel)
    }

    /// Moves a body as travel with "slide" does; while it stands on the ground it walks up what is no higher than `step`, and
    /// stays on the ground where that falls away by no more.
    fn walk(&self, py: Python<'_>, body: Name, by: Place, step: f64) -> PyResult<Travel> {
        let travel = self.home().with(py, |world| world.walk(body.0, by.0, step))?;
        Travel::of(py, travel)
    }

    /// What a body stands on: what it would meet if it sank straight down by so much. Nothing moves.
    fn ground(&self, py: Python<'_>, body: Name, within: f64) -> PyResult<Option<Ground>> {
        let ground = self.home().with(py, |world| world.ground(body.0, within))?;
        ground.map(|ground| Ground::of(py, ground)).transpose()
    }

    /// Lets a body sink onto the ground where that is within reach, and leaves it where it is elsewhere.
    fn settle(&self, py: Python<'_>, body: Name, within: f64) -> PyResult<Option<Ground>> {
        let ground = self.home().with(py, |world| world.settle(body.0, within))?;
        ground.map(|ground| Ground::of(py, ground)).transpose()
    }

    /// Moves a platform, whatever is in its way: what stands on it goes along, what it runs into is pushed out. Of the bodies on
    /// these layers that moved or are squeezed: the body, how far it was moved, and whether it is squeezed.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> lift = world.spawn(kasuri.Body.rect((20, 2), at=(0, 12)))
    /// >>> walker = world.spawn(kasuri.Body.rect((4, 8), at=(0, 1.5)))
    /// >>> [(by, is_stuck) for body, by, is_stuck in world.carry(lift, (3, -5))]
    /// [((3.0, -5.0), False)]
    #[pyo3(signature = (platform, by, *, against = u32::MAX, ignore = None))]
    fn carry(
        &self,
        py: Python<'_>,
        platform: Name,
        by: Place,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Vec<(u64, Pair, bool)>> {
        let riders = filter(against, ignore);
        let carried = self.home().with(py, |world| world.carry(platform.0, by.0, riders))?;
        Ok(carried.into_iter().map(|body| (body.body.to_bits(), pair(body.by), body.is_stuck)).collect())
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

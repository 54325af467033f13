//! Responses to a hit: how the two bodies touch, and bodies that are pushed, stopped, slid and bounced.

use kasuri::{Vec2, travel::Response};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answer::{Contact, Ground, Overlap, SweepHit, Travel};
use crate::form::Cover;
use crate::numbers::{Name, Place, pair};
use crate::shape::points;
use crate::step::HitArg;
use crate::world::PyWorld;
use crate::world::ask::filter;

/// "stick", "slide", or a number: bounce with this restitution.
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
                "response: expected \"stick\", \"slide\" or a restitution, but found {other:?}"
            ))),
        }
    }
}

type Pair = (f64, f64);

#[pymethods]
impl PyWorld {
    /// Returns how the two bodies of a hit overlap now; None if they no longer do.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = kasuri.Body.sprite(kasuri.Mask((8, 8), fill=True))
    /// >>> ships = world.spawn_many(ship, at=[[0, 0], [5, 0]])
    /// >>> world.overlap(world.step().began[0])
    /// Common(pixels=24, normal=(1.0, 0.0), depth=3)
    fn overlap(&self, py: Python<'_>, hit: HitArg) -> PyResult<Option<Overlap>> {
        Ok(self.home().with(py, |world| world.overlap(&hit.0))?.map(Overlap::from))
    }

    /// Returns how the two bodies of a hit touch: the normal, the depth and a point; None if they are apart.
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

    /// Returns the pixels that both bodies of a hit cover, if both are sprites.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = kasuri.Body.sprite(kasuri.Mask((8, 8), fill=True))
    /// >>> ships = world.spawn_many(ship, at=[[0, 0], [5, 0]])
    /// >>> world.common_pixels(world.step().began[0]).bounds()
    /// (1, -4, 3, 8)
    fn common_pixels(&self, py: Python<'_>, hit: HitArg) -> PyResult<Option<Cover>> {
        Ok(self.home().with(py, |world| world.common_pixels(&hit.0))?.map(Cover))
    }

    /// Moves the two bodies of a hit apart, the first by `share` of the distance and the second by the rest. Returns
    /// how far each was moved; None if they are apart.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(4), at=[[0, 0], [6, 0]])
    /// >>> moves = world.push_apart(world.step().began[0])
    /// >>> moves, world.positions(balls).tolist()
    /// (((-1.00390625, 0.0), (1.00390625, 0.0)), [[-1.00390625, 0.0], [7.00390625, 0.0]])
    #[pyo3(signature = (hit, share = 0.5))]
    fn push_apart(&self, py: Python<'_>, hit: HitArg, share: f64) -> PyResult<Option<(Pair, Pair)>> {
        let moved = self.home().with(py, |world| world.push_apart(&hit.0, share))?;
        Ok(moved.map(|[a, b]| (pair(a), pair(b))))
    }

    /// Moves a body along a path, from position to position, until it hits something, and leaves it there.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(11, 20)))
    /// >>> ball = world.spawn(kasuri.Body.circle(2))
    /// >>> hit = world.advance(ball, [(0, 20), (16, 20)])
    /// >>> hit.leg, hit.t, world.get(ball).at
    /// (1, 0.5, (8.0, 20.0))
    fn advance(&self, py: Python<'_>, body: Name, path: Vec<Place>) -> PyResult<Option<SweepHit>> {
        let path = points(&path);
        Ok(self.home().with(py, |world| world.advance(body.0, &path))?.map(SweepHit::from))
    }

    /// Moves a body by `by`. After a hit it goes on as the response says: "stick", "slide", or a number, the
    /// restitution of a bounce.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 99), at=(11, 0)))
    /// >>> ball = world.spawn(kasuri.Body.circle(2))
    /// >>> world.travel(ball, (16, 4), 1)
    /// Travel(at=(-0.0078125, 4.0), velocity=(-16.0, 4.0), 1 met)
    fn travel(&self, py: Python<'_>, body: Name, by: Place, response: Answer) -> PyResult<Travel> {
        let travel = self.home().with(py, |world| world.travel(body.0, by.0, response.0))?;
        Travel::of(py, travel)
    }

    /// Does the same, but the bodies on the layers `against` stop it, instead of those that the body's own layers select.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(11, 0), layer=2))
    /// >>> ball = world.spawn(kasuri.Body.circle(2))
    /// >>> world.travel_against(ball, (16, 0), "stick", 4).at
    /// (16.0, 0.0)
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

    /// Moves a body as travel with "slide" does. While the body stands on the ground, it walks up steps no higher than
    /// `step`, and stays on ground that falls away by no more than that.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> floor = world.spawn(kasuri.Body.rect((50, 5), at=(0, 20)))
    /// >>> stair = world.spawn(kasuri.Body.rect((10, 5), at=(20, 17)))
    /// >>> hero = world.spawn(kasuri.Body.rect((4, 7), at=(0, 8)))
    /// >>> world.walk(hero, (10, 0), 4).at
    /// (10.0, 4.99609375)
    fn walk(&self, py: Python<'_>, body: Name, by: Place, step: f64) -> PyResult<Travel> {
        let travel = self.home().with(py, |world| world.walk(body.0, by.0, step))?;
        Travel::of(py, travel)
    }

    /// Returns the ground that a body stands on: its first hit if it moved straight down by `within`. Nothing moves.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> floor = world.spawn(kasuri.Body.rect((50, 5), at=(0, 20)))
    /// >>> hero = world.spawn(kasuri.Body.rect((4, 8), at=(0, 5)))
    /// >>> world.ground(hero, 4).gap, world.ground(hero, 1)
    /// (2.0, None)
    fn ground(&self, py: Python<'_>, body: Name, within: f64) -> PyResult<Option<Ground>> {
        let ground = self.home().with(py, |world| world.ground(body.0, within))?;
        ground.map(|ground| Ground::of(py, ground)).transpose()
    }

    /// Moves a body straight down onto the ground if that is within reach; else leaves it where it is.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> floor = world.spawn(kasuri.Body.rect((50, 5), at=(0, 20)))
    /// >>> hero = world.spawn(kasuri.Body.rect((4, 8), at=(0, 5)))
    /// >>> world.settle(hero, 4).gap
    /// 2.0
    fn settle(&self, py: Python<'_>, body: Name, within: f64) -> PyResult<Option<Ground>> {
        let ground = self.home().with(py, |world| world.settle(body.0, within))?;
        ground.map(|ground| Ground::of(py, ground)).transpose()
    }

    /// Moves a platform, whatever is in its way: the bodies that stand on it move with it, the bodies that it runs into
    /// are pushed out. Returns, for each body on the layers `against` that moved or is squeezed: the body, its move,
    /// and whether it is squeezed.
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

    /// Puts a body that is beyond the world's bounds back inside, and returns its new velocity; None if it is inside.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World(bounds=((0, 0), (640, 480)))
    /// >>> ball = world.spawn(kasuri.Body.circle(4, at=(-2, 50)))
    /// >>> world.keep_inside(ball, (-3, 1)), world.get(ball).at
    /// ((3.0, 1.0), (4.0, 50.0))
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

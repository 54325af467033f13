//! What a body stands on, and walking on it.

use crate::error::{At, Error, Result};
use crate::lattice::{EDGE, Point, UNITS, Vec2, not_negative};
use crate::world::World;
use crate::world::handle::Handle;
use crate::world::travel::mover::Mover;
use crate::world::travel::slide::Course;
use crate::world::travel::{Met, Response, Travel};

/// What a body stands on.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let floor = world.spawn(Body::rect([50.0, 5.0]).at([0.0, 20.0]))?;
/// let ball = world.spawn(Body::circle(4.0).at([0.0, 10.0]))?;
/// let ground = world.ground(ball, 2.0)?.expect("the floor is 1 px below");
/// assert_eq!((ground.met.body, ground.gap, ground.normal.y), (floor, 1.0, -1.0));
/// assert_eq!(world.ground(ball, 0.5)?, None);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// What it meets on its way down.
    pub met: Met,
    /// How far down that is.
    pub gap: f64,
    /// The normal of the ground there.
    pub normal: Vec2,
}

impl World {
    /// What a body would meet if it sank straight down by so much: what it stands on. What stops it is what stops a
    /// [travel](World::travel). Nothing moves.
    pub fn ground(&self, body: Handle, within: f64) -> Result<Option<Ground>> {
        let row = self.rows.row(body)?;
        let down = self.down(within).at("within")?;
        Ok(self.sink(&mut Mover::new(self, row, None), down)?.map(|ground| self.ground_out(ground)))
    }

    /// Lets a body sink onto the ground where that is within reach, and leaves it where it is elsewhere: a walker follows a
    /// slope down, and does not hop.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([50.0, 5.0]).at([0.0, 20.0]))?;
    /// let ball = world.spawn(Body::circle(4.0).at([0.0, 10.0]))?;
    /// assert!(world.settle(ball, 2.0)?.is_some());
    /// assert!((world.get(ball)?.at().y - 11.0).abs() < 0.01);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn settle(&mut self, body: Handle, within: f64) -> Result<Option<Ground>> {
        let row = self.rows.row(body)?;
        let down = self.down(within).at("within")?;
        let mut mover = Mover::new(self, row, None);
        let ground = self.sink(&mut mover, down)?;
        let at = mover.at;
        if ground.is_some() {
            self.put(row, at)?;
        }
        Ok(ground.map(|ground| self.ground_out(ground)))
    }

    /// Moves a body as [`travel`](World::travel) with [`Response::Slide`] does. While it stands on the ground it walks up what
    /// is no higher than `step`, and stays on the ground where that falls away by no more; going up it leaves the ground.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([50.0, 5.0]).at([0.0, 20.0]))?;
    /// world.spawn(Body::rect([5.0, 5.0]).at([20.0, 17.0]))?;
    /// let walker = world.spawn(Body::rect([3.0, 6.0]).at([0.0, 8.9]))?;
    /// assert!(world.walk(walker, [20.0, 0.0], 2.0)?.at.x < 12.1);
    /// let travel = world.walk(walker, [8.0, 0.0], 4.0)?;
    /// assert!(travel.at.x > 19.9 && (travel.at.y - 6.0).abs() < 0.1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn walk(&mut self, body: Handle, by: impl Into<Vec2>, step: f64) -> Result<Travel> {
        let row = self.rows.row(body)?;
        let by = self.boundary.place_in(by.into());
        let up = self.down(step).at("step")?;
        self.refuse_tiles(row)?;
        let mut mover = Mover::new(self, row, None);
        let stands = by.y >= 0.0 && self.sink(&mut Mover::new(self, row, None), STANDS)?.is_some();
        let start = mover.at;
        let mut course = Course::new(by);
        course.go(&mut mover, Response::Slide)?;
        let far = |at: Vec2| (at.x - start.x) * by.x.signum();
        if stands && far(mover.at) + 1.0 / 256.0 < by.x.abs() {
            let (over, at) = self.step_over(row, by, up)?;
            if far(at) > far(mover.at) {
                (course, mover.at) = (over, at);
            }
        }
        if stands {
            let reach = up + far(mover.at).abs();
            self.sink(&mut mover, reach)?;
        }
        let at = mover.at;
        self.put(row, at)?;
        Ok(self.told(at, course))
    }

    /// The same way by going up first, and down again behind.
    fn step_over(&self, row: usize, by: Vec2, up: f64) -> Result<(Course, Vec2)> {
        let mut mover = Mover::new(self, row, None);
        let from = mover.at.y;
        Course::new(Vec2::new(0.0, -up)).go(&mut mover, Response::Stick)?;
        let mut course = Course::new(Vec2::new(by.x, 0.0));
        course.go(&mut mover, Response::Slide)?;
        let lifted = from - mover.at.y;
        Course::new(Vec2::new(0.0, lifted.max(0.0))).go(&mut mover, Response::Stick)?;
        Ok((course, mover.at))
    }

    /// Down by so many pixels at most, if there is ground: where it is then is the ground's place.
    pub(super) fn sink(&self, mover: &mut Mover, down: f64) -> Result<Option<Ground>> {
        let to = mover.at + Vec2::new(0.0, down);
        if Point::snapped(to).is_err() {
            return Ok(None);
        }
        let obstacles = mover.obstacles(to, 0)?;
        let Some(block) = mover.first(&obstacles, mover.at, to)? else { return Ok(None) };
        let gap = block.met.t * down;
        mover.at = mover.free_before(&obstacles, to, &block)?;
        Ok(Some(Ground { met: block.met, gap, normal: block.normal }))
    }

    fn ground_out(&self, ground: Ground) -> Ground {
        Ground {
            gap: self.boundary.length_out(ground.gap),
            normal: self.boundary.turned(ground.normal),
            ..ground
        }
    }

    /// A length in pixels, as far as the world reaches at most.
    fn down(&self, within: f64) -> Result<f64> {
        let value = self.boundary.length_in(not_negative(within, "a reach")?);
        let most = f64::from(EDGE / UNITS);
        if value > most {
            return Err(Error::OutOfRange { what: "a reach", value, least: 0.0, most });
        }
        Ok(value)
    }

    /// A body is somewhere else now, and its way ends there.
    pub(super) fn put(&mut self, row: usize, at: Vec2) -> Result<()> {
        self.rows.move_to(row, at, Point::snapped(at)?)?;
        self.rows.end_way(row);
        Ok(())
    }
}

/// What is that far below a body, in pixels, is what it stands on: a sprite may be up to a pixel above.
pub(super) const STANDS: f64 = 1.0 + 1.0 / 32.0;

//! What a body stands on, and walking on it.

use crate::answer::SweepHit;
use crate::error::{At, Cause, Result};
use crate::lattice::{EDGE, Point, UNITS, Vec2, not_negative};
use crate::world::World;
use crate::world::table::handle::Handle;
use crate::world::travel::mover::Mover;
use crate::world::travel::slide::Course;
use crate::world::travel::{Response, Travel};

/// What a body stands on.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let floor = world.spawn(Body::rect([50.0, 5.0]).at([0.0, 20.0]))?;
/// let ball = world.spawn(Body::circle(4.0).at([0.0, 10.0]))?;
/// let ground = world.ground(ball, 2.0)?.expect("the floor is 1 px below");
/// assert_eq!((ground.hit.body, ground.gap, ground.normal.y), (floor, 1.0, -1.0));
/// assert_eq!(world.ground(ball, 0.5)?, None);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// What the body hits on its path down.
    pub hit: SweepHit,
    /// The distance down to the ground.
    pub gap: f64,
    /// The normal of the ground there.
    pub normal: Vec2,
}

impl World {
    /// Returns what a body would hit if it sank straight down by at most `within`: what it stands on. The same bodies
    /// stop it as stop a [travel](World::travel). Nothing moves. For a tile map this is an error.
    ///
    /// For a flag that says whether a walker is on the ground: a motion stops a shape within about 1/128 px of another
    /// shape, and within one pixel where pixels collide. So use a `within` of 0.1 for shapes, and 1.1 for sprites and
    /// for maps with masks. Ask only while the body does not move up: at the beginning of a jump the ground is still
    /// near.
    ///
    /// ```
    /// use kasuri::{travel::Response, Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([50.0, 5.0]).at([0.0, 20.0]))?;
    /// let ball = world.spawn(Body::circle(4.0))?;
    /// let (mut fall, mut on_ground) = (0.0, false);
    /// for _ in 0..20 {
    ///     fall += 0.25;
    ///     world.travel(ball, [0.0, fall], Response::Stick)?;
    ///     on_ground = fall >= 0.0 && world.ground(ball, 0.1)?.is_some();
    ///     if on_ground {
    ///         fall = 0.0;
    ///     }
    /// }
    /// assert!(on_ground);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn ground(&self, body: Handle, within: f64) -> Result<Option<Ground>> {
        let row = self.rows.row(body)?;
        let down = self.reach(within, "a reach").at("within")?;
        Ok(self.sink(&mut Mover::new(self, row, None), down)?.map(|ground| self.ground_out(ground)))
    }

    /// Lowers a body onto the ground if the ground is within reach; else leaves it where it is. With this a walker
    /// follows a slope down and does not hop.
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
        let down = self.reach(within, "a reach").at("within")?;
        let mut mover = Mover::new(self, row, None);
        let ground = self.sink(&mut mover, down)?;
        let at = mover.at;
        if ground.is_some() {
            self.put(row, at)?;
        }
        Ok(ground.map(|ground| self.ground_out(ground)))
    }

    /// Moves a body like [`travel`](World::travel) with [`Response::Slide`]. If it stands on the ground, it walks up
    /// steps that are no higher than `step`, and stays on ground that falls by no more than `step`. A body stands on
    /// what is at most about 1 px below it.
    ///
    /// There is no steepest slope. On a slope the body keeps its horizontal speed as long as the slope rises by no more
    /// than `step` in one motion; else it slides up more slowly.
    ///
    /// `by` may include gravity. While the body follows the ground down, it may hit nothing, and `Travel::velocity`
    /// keeps the fall: set the fall to 0 where [`ground`](World::ground) returns something. If `by` goes up
    /// (`by.y < 0`, where +y is down), the body leaves the ground.
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
        let up = self.reach(step, "a step").at("step")?;
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

    /// Makes the same move by going up first, then along, then down again.
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

    /// Lowers a body by at most `down` pixels, if there is ground. The body is then as low as the ground lets it be.
    pub(super) fn sink(&self, mover: &mut Mover, down: f64) -> Result<Option<Ground>> {
        let to = mover.at + Vec2::new(0.0, down);
        if Point::snapped(to).is_err() {
            return Ok(None);
        }
        let obstacles = mover.obstacles(to, 0)?;
        let Some(block) = mover.first_surface(&obstacles, to)? else { return Ok(None) };
        let gap = block.met.t * down;
        mover.at = mover.free_before(&obstacles, to, &block)?;
        Ok(Some(Ground { hit: block.met, gap, normal: block.normal }))
    }

    fn ground_out(&self, ground: Ground) -> Ground {
        Ground {
            gap: self.boundary.length_out(ground.gap),
            normal: self.boundary.turned(ground.normal),
            ..ground
        }
    }

    /// Converts a length to pixels and checks that it is not beyond the size of the world.
    fn reach(&self, far: f64, what: &'static str) -> Result<f64> {
        let value = self.boundary.length_in(not_negative(far, what)?);
        let most = f64::from(EDGE / UNITS);
        if value > most {
            return Err(Cause::OutOfRange { what, value, least: 0.0, most }.error());
        }
        Ok(value)
    }

    /// Puts a body at a position. Its path for the next step starts there.
    pub(super) fn put(&mut self, row: usize, at: Vec2) -> Result<()> {
        self.rows.move_to(row, at, Point::snapped(at)?)?;
        self.rows.end_path(row);
        Ok(())
    }
}

/// A body stands on what is at most this far below it, in pixels. A sprite may be up to a pixel above the ground.
pub(super) const STANDS: f64 = 1.0 + 1.0 / 32.0;

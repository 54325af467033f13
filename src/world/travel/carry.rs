//! Platforms: a moving body carries what stands on it and pushes what it meets.

use crate::cpu::kind::Kind;
use crate::error::{At, Cause, Result};
use crate::form::Form;
use crate::lattice::{Point, Vec2};
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::table::handle::Handle;
use crate::world::travel::Response;
use crate::world::travel::ground::STANDS;
use crate::world::travel::longer_side;
use crate::world::travel::mover::{Mover, Obstacle};
use crate::world::travel::slide::Course;

/// A body that a platform moved.
///
/// ```
/// use kasuri::{Body, Filter, World};
/// let mut world = World::new();
/// let lift = world.spawn(Body::rect([20.0, 2.0]).at([0.0, 12.0]))?;
/// let walker = world.spawn(Body::rect([4.0, 8.0]).at([0.0, 1.9]))?;
/// let carried = world.carry(lift, [3.0, -5.0], Filter::ALL)?;
/// assert_eq!((carried[0].body, carried[0].is_stuck), (walker, false));
/// assert_eq!((carried[0].by.x, carried[0].by.y), (3.0, -5.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Carried {
    /// The body.
    pub body: Handle,
    /// How far it was moved.
    pub by: Vec2,
    /// Whether it is squeezed: it overlaps something, and no push frees it; or a one-way face ran into it while
    /// something held it back. That is said once: from then on the one-way platform lets it through.
    pub is_stuck: bool,
}

impl World {
    /// Moves a platform through everything that it meets. Bodies that stand on it move along as far as they can, and
    /// slide along obstacles. Bodies that it runs into are pushed out. The filter names the bodies that can be
    /// carried or pushed. Those that moved or are squeezed are returned in order of spawn.
    ///
    /// A body stands on what is at most about 1 px below it; a sprite, whose pixels are at whole places, about 2. The platform may be a tile map; a tile map is never
    /// carried or pushed itself.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let press = world.spawn(Body::rect([20.0, 2.0]).at([0.0, -30.0]))?;
    /// world.spawn(Body::rect([20.0, 2.0]).at([0.0, 12.0]))?;
    /// const WALKER: u32 = 2;
    /// let walker = world.spawn(Body::rect([4.0, 8.0]).at([0.0, 1.9]).layer(WALKER))?;
    /// assert!(world.carry(press, [0.0, 10.0], WALKER)?.is_empty());
    /// let carried = world.carry(press, [0.0, 20.0], WALKER)?;
    /// assert!(carried[0].body == walker && carried[0].is_stuck);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn carry(
        &mut self,
        platform: Handle,
        by: impl Into<Vec2>,
        riders: impl Into<Filter>,
    ) -> Result<Vec<Carried>> {
        let row = self.rows.row(platform)?;
        let (by, filter) = (self.boundary.place_in(by.into()), riders.into());
        let from = self.rows.at[row];
        let to = from + by;
        let point = Point::snapped(to).at("by")?;
        let near = self.near_platform(row, by, filter);
        let rides = near.iter().map(|&rider| self.ride(rider, row, by)).collect::<Result<Vec<_>>>()?;
        self.rows.begin_paths();
        self.rows.move_to(row, to, point)?;
        let starts: Vec<Vec2> = near.iter().map(|&rider| self.rows.at[rider]).collect();
        match self.take_along(row, &near, &rides) {
            Ok(carried) => Ok(carried),
            Err(error) => {
                // A position is out of the world: put all bodies back.
                for (&rider, &at) in near.iter().zip(&starts).chain([(&row, &from)]) {
                    self.rows.move_to(rider, at, Point::snapped(at)?)?;
                }
                Err(error)
            }
        }
    }

    fn take_along(&mut self, row: usize, near: &[usize], rides: &[Ride]) -> Result<Vec<Carried>> {
        let mut carried = Vec::new();
        for (&rider, ride) in near.iter().zip(rides) {
            let mut mover = Mover::new(self, rider, None);
            let start = mover.at;
            if let Some(push) = ride.push {
                mover.pass_body(row);
                Course::new(push).go(&mut mover, Response::Slide)?;
                mover.stop_passing();
            }
            let mut is_stuck = !mover.come_free_of(row)?;
            if ride.push.is_some() && ride.was_free {
                is_stuck |= !mover.rise_from(row)?;
            }
            let at = mover.at;
            if is_stuck || at != start {
                let by = self.boundary.place_out(at - start);
                carried.push(Carried { body: self.rows.handles[rider], by, is_stuck });
                self.put(rider, at)?;
            }
        }
        Ok(carried)
    }

    /// Returns the bodies that the filter names and that the platform may touch on its path.
    fn near_platform(&self, row: usize, by: Vec2, filter: Filter) -> Vec<usize> {
        let bounds = self.rows.bounds[row];
        let far = Point::snapped(by).unwrap_or_default();
        let area = bounds.union(bounds.translated(far)).grown((STANDS * 256.0) as i32 + 512);
        let is_named = |&other: &usize| {
            other != row
                && self.rows.kinds[other] != Kind::Gone
                && filter.except != Some(self.rows.handles[other])
                && self.rows.layers(other).layer & filter.against != 0
                && !matches!(self.rows.forms(other)[0], Form::Tiles(_))
        };
        self.rows_in(area).into_iter().filter(is_named).collect()
    }

    /// Returns what a platform's motion does to a body. Where it runs into the body with a closed side, the body is
    /// pushed out afterwards.
    fn ride(&self, rider: usize, platform: usize, by: Vec2) -> Result<Ride> {
        let push = self.stands_on(rider, platform)?.then_some(by);
        let mover = Mover::new(self, rider, None);
        // Seen from the platform, the body moves by the opposite vector.
        let to = mover.at - by;
        if Point::snapped(to).is_err() {
            return Ok(Ride { push, was_free: false });
        }
        let mut obstacles = mover.obstacles(to, 0)?;
        obstacles.retain(|obstacle| obstacle.row() == platform && obstacle.one_way().is_some());
        let here = Point::snapped(mover.at)?;
        let was_free = !obstacles.iter().any(|obstacle| mover.overlaps(obstacle, here));
        if push.is_some() || obstacles.is_empty() {
            return Ok(Ride { push, was_free });
        }
        // At the world's edge the opposite motion may have no place: then nothing is pushed.
        let Ok(Some(block)) = mover.first(&obstacles, mover.at, to) else {
            return Ok(Ride { push, was_free });
        };
        Ok(Ride { push: Some(mover.free_before(&obstacles, to, &block)? - to), was_free })
    }

    fn stands_on(&self, rider: usize, platform: usize) -> Result<bool> {
        let mover = Mover::new(self, rider, None);
        // The gap between a sprite's pixels and the platform changes by up to a pixel while both move by the same vector.
        let reach = if mover.has_sprite() { STANDS + 1.0 } else { STANDS };
        let to = mover.at + Vec2::new(0.0, reach);
        if Point::snapped(to).is_err() {
            return Ok(false);
        }
        let mut obstacles = mover.obstacles(to, 0)?;
        obstacles.retain(|obstacle| obstacle.row() == platform);
        // A body does not stand on what it already overlaps.
        Ok(mover.first(&obstacles, mover.at, to)?.is_some() && mover.is_free(&obstacles, mover.at)?)
    }
}

/// What a platform's motion does to a body.
struct Ride {
    /// The vector that moves a body that stands on the platform, or that a one-way face of it runs into.
    push: Option<Vec2>,
    /// Whether the body was outside of all one-way parts of the platform.
    was_free: bool,
}

impl Mover<'_> {
    /// Moves the body out of one-way faces of a platform that took it along, and returns whether it is then free of
    /// them. Pixels are at whole places, so a sprite may overlap a platform that moved by a part of a pixel together
    /// with it. A body that something else held back stays.
    fn rise_from(&mut self, platform: usize) -> Result<bool> {
        let mut obstacles = self.obstacles(self.at, 2)?;
        let closed: Vec<Obstacle> =
            obstacles.extract_if(.., |obstacle| obstacle.one_way().is_none()).collect();
        obstacles.retain(|obstacle| obstacle.row() == platform);
        for obstacle in &obstacles {
            if !self.overlaps(obstacle, Point::snapped(self.at)?) {
                continue;
            }
            let out = self.exit_from(obstacle)?;
            let is_ahead = obstacle.one_way().is_some_and(|direction| out.dot(direction) > 0.0);
            let is_short = longer_side(out, Vec2::default()) <= 2.0;
            if is_ahead && is_short && self.is_free(&closed, self.at + out).unwrap_or(false) {
                self.at += out;
            }
        }
        let here = Point::snapped(self.at)?;
        Ok(!obstacles.iter().any(|obstacle| self.overlaps(obstacle, here)))
    }

    /// Pushes the body out of a platform that ran into it. Returns false if no push frees it.
    fn come_free_of(&mut self, platform: usize) -> Result<bool> {
        let here = Point::snapped(self.at)?;
        let obstacles = self.obstacles(self.at, 0)?;
        let is_hit = |obstacle: &Obstacle| {
            obstacle.row() == platform && obstacle.one_way().is_none() && self.overlaps(obstacle, here)
        };
        if !obstacles.iter().any(is_hit) {
            return Ok(true);
        }
        self.come_free()
    }
}

impl World {
    /// Refuses to move a tile map.
    pub(super) fn refuse_tiles(&self, row: usize) -> Result<()> {
        if matches!(self.rows.forms(row)[0], Form::Tiles(_)) {
            Err(Cause::TileMapMoves.error())
        } else {
            Ok(())
        }
    }
}

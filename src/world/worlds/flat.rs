//! Many worlds by flat slices, as training uses them: positions in, observations out, resets. A slice has the same
//! number of bodies for each world, one world after another.

use crate::error::{Cause, Result};
use crate::lattice::Vec2;
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::edit::equally_many;
use crate::world::snapshot::Snapshot;
use crate::world::table::handle::Handle;
use crate::world::worlds::{ENOUGH, StepView, Steps, Worlds};

/// The numbers that an observation of a near body takes: the vector to it (2) and the distance.
const OF_NEAR: usize = 3;

/// The lists of all worlds, one after another; see [`Steps::flat`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Flat<T> {
    /// The items of all worlds.
    pub items: Vec<T>,
    /// Where each world's items begin, and at the end where the last ones end: one more entry than there are worlds.
    pub offsets: Vec<usize>,
}

impl Steps {
    /// Returns one of the lists, for all worlds.
    ///
    /// ```
    /// use kasuri::worlds::{StepView, Worlds};
    /// use kasuri::{Body, World};
    /// let mut worlds = Worlds::new(3, |k| {
    ///     let mut world = World::new();
    ///     world.spawn_many(1 + k, |_| Body::circle(3.0))?;
    ///     Ok(world)
    /// })?;
    /// let began = worlds.step()?.flat(StepView::began);
    /// assert_eq!((began.items.len(), began.offsets), (4, vec![0, 0, 1, 4]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn flat<'a, T: Copy + 'a>(&'a self, list: impl Fn(StepView<'a>) -> &'a [T]) -> Flat<T> {
        let (mut items, mut offsets) = (Vec::new(), Vec::with_capacity(self.len() + 1));
        offsets.push(0);
        for told in self.iter() {
            items.extend_from_slice(list(told));
            offsets.push(items.len());
        }
        Flat { items, offsets }
    }
}

impl Worlds {
    /// Moves bodies of every world and steps it, each world on the thread that moved it. The result is that of
    /// [`World::set_positions`] and [`Worlds::step`].
    ///
    /// ```
    /// use kasuri::{worlds::Worlds, Body, Handle, World};
    /// let mut bodies: Vec<Handle> = Vec::new();
    /// let mut worlds = Worlds::new(2, |_| {
    ///     let mut world = World::new();
    ///     bodies.extend(world.spawn_many(2, |_| Body::circle(3.0))?);
    ///     Ok(world)
    /// })?;
    /// let places = [[0.0, 0.0], [5.0, 0.0], [0.0, 0.0], [7.0, 0.0]];
    /// let steps = worlds.step_at(&bodies, &places)?;
    /// assert_eq!((steps.of(0).began().len(), steps.of(1).began().len()), (1, 0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn step_at<P: Into<Vec2> + Copy + Sync>(&mut self, bodies: &[Handle], at: &[P]) -> Result<Steps> {
        let each = self.of_each(bodies)?;
        equally_many(bodies, at)?;
        if each == 0 {
            return self.step();
        }
        let mut moves: Vec<_> = bodies.chunks(each).zip(at.chunks(each)).collect();
        self.step_after(&mut moves, |world, (bodies, at)| world.set_positions(bodies, at))
    }

    /// Writes the position of each body: x and y.
    ///
    /// ```
    /// use kasuri::{worlds::Worlds, Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([4.0, 5.0]))?;
    /// let worlds = Worlds::from(vec![world]);
    /// let mut places = [0.0; 2];
    /// worlds.observe_positions(&[ball], &mut places)?;
    /// assert_eq!(places, [4.0, 5.0]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn observe_positions(&self, bodies: &[Handle], out: &mut [f32]) -> Result<()> {
        self.observe(bodies, 2, out, |world, body, out| {
            let Vec2 { x, y } = world.get(body)?.at();
            out.copy_from_slice(&[x as f32, y as f32]);
            Ok(())
        })
    }

    /// Writes the `count` bodies nearest to each of `bodies`, itself left out. For each: the vector from the body's
    /// position to the near body's nearest point, x and y, and the distance. Where fewer bodies are found, it writes
    /// 0, 0 and infinity.
    ///
    /// ```
    /// use kasuri::{worlds::Worlds, Body, Filter, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point())?;
    /// world.spawn(Body::circle(3.0).at([0.0, 10.0]))?;
    /// let worlds = Worlds::from(vec![world]);
    /// let mut near = [0.0; 6];
    /// worlds.observe_nearest(&[ship], 2, Filter::ALL, &mut near)?;
    /// assert_eq!(near, [0.0, 7.0, 7.0, 0.0, 0.0, f32::INFINITY]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn observe_nearest(
        &self,
        bodies: &[Handle],
        count: usize,
        filter: impl Into<Filter>,
        out: &mut [f32],
    ) -> Result<()> {
        let filter = filter.into();
        self.observe(bodies, count.saturating_mul(OF_NEAR), out, |world, body, out| {
            let from = world.get(body)?.at();
            let near = world.nearest(from, count, filter.except(body))?;
            let (found, rest) = out.split_at_mut(OF_NEAR * near.len());
            for (out, near) in found.chunks_exact_mut(OF_NEAR).zip(near) {
                let offset = [near.point.x - from.x, near.point.y - from.y];
                out.copy_from_slice(&[offset[0] as f32, offset[1] as f32, near.distance as f32]);
            }
            for out in rest.chunks_exact_mut(OF_NEAR) {
                out.copy_from_slice(&[0.0, 0.0, f32::INFINITY]);
            }
            Ok(())
        })
    }

    /// Writes how far each of `bodies` sees along each ray of a fan: the share of the ray up to the first other body,
    /// or 1 without one. A ray goes from the body's position to that position plus one of `rays`.
    ///
    /// ```
    /// use kasuri::{worlds::Worlds, Body, Filter, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point())?;
    /// world.spawn(Body::rect([1.0, 9.0]).at([11.0, 0.0]))?;
    /// let worlds = Worlds::from(vec![world]);
    /// let mut free = [0.0; 2];
    /// worlds.observe_rays(&[ship], &[[40.0, 0.0], [-40.0, 0.0]], Filter::ALL, &mut free)?;
    /// assert_eq!(free, [0.25, 1.0]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn observe_rays<P: Into<Vec2> + Copy + Sync>(
        &self,
        bodies: &[Handle],
        rays: &[P],
        filter: impl Into<Filter>,
        out: &mut [f32],
    ) -> Result<()> {
        let filter = filter.into();
        self.observe(bodies, rays.len(), out, |world, body, out| {
            let from = world.get(body)?.at();
            for (k, (out, &ray)) in out.iter_mut().zip(rays).enumerate() {
                let ray: Vec2 = ray.into();
                let to = Vec2::new(from.x + ray.x, from.y + ray.y);
                let first = world.first_on_ray(from, to, filter.except(body)).at_index("rays", k)?;
                *out = first.map_or(1.0, |met| met.t as f32);
            }
            Ok(())
        })
    }

    /// Restores the worlds for which `which` is true to a snapshot, as [`World::restore`] does.
    ///
    /// ```
    /// use kasuri::{worlds::Worlds, Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::circle(3.0))?;
    /// let start = world.snapshot();
    /// let mut worlds = Worlds::from(vec![world, World::new()]);
    /// worlds.step()?;
    /// worlds.reset(&[true, false], &start)?;
    /// assert_eq!((worlds[0].hash(), worlds[1].len()), (start.hash(), 0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn reset(&mut self, which: &[bool], to: &Snapshot) -> Result<()> {
        let (count, worlds) = (which.len(), self.len());
        if count != worlds {
            return Err(Cause::Count { what: "choices", count, least: worlds, most: worlds }.error());
        }
        let mut chosen: Vec<&mut World> =
            self.worlds.iter_mut().zip(which).filter_map(|(world, &is)| is.then_some(world)).collect();
        let parts = self.threads.parts(chosen.len(), ENOUGH);
        let each = chosen.len().div_ceil(parts).max(1);
        self.threads.share(parts, chosen.chunks_mut(each), |worlds| {
            worlds.iter_mut().for_each(|world| world.restore(to));
        });
        Ok(())
    }

    /// Returns the number of bodies for each world.
    fn of_each(&self, bodies: &[Handle]) -> Result<usize> {
        let (bodies, worlds) = (bodies.len(), self.len());
        match bodies.checked_div(worlds) {
            None if bodies == 0 => Ok(0),
            Some(each) if each * worlds == bodies => Ok(each),
            _ => Err(Cause::NotForEach { bodies, worlds }.error()),
        }
    }

    /// Writes `width` numbers for each body, in parallel.
    fn observe(
        &self,
        bodies: &[Handle],
        width: usize,
        out: &mut [f32],
        look: impl Fn(&World, Handle, &mut [f32]) -> Result<()> + Sync,
    ) -> Result<()> {
        let each = self.of_each(bodies)?;
        let (count, needed) = (out.len(), bodies.len().saturating_mul(width));
        if count != needed {
            return Err(
                Cause::Count { what: "numbers to write", count, least: needed, most: needed }.at("out")
            );
        }
        if needed == 0 {
            return Ok(());
        }
        let parts = self.threads.parts(self.len(), ENOUGH);
        let worlds = self.len().div_ceil(parts);
        let stretches = self.worlds.chunks(worlds).zip(bodies.chunks(worlds * each));
        let stretches = stretches.zip(out.chunks_mut(worlds * each * width));
        let mut work: Vec<_> = stretches.map(|stretch| (stretch, Ok(()))).collect();
        self.threads.each(&mut work, |part, (((all, bodies), out), done)| {
            let of_worlds = all.iter().zip(bodies.chunks(each)).zip(out.chunks_mut(each * width));
            *done = of_worlds.enumerate().try_for_each(|(k, ((world, bodies), out))| {
                let of_bodies = bodies.iter().zip(out.chunks_mut(width)).enumerate();
                let mut of_bodies = of_bodies.map(|(j, (&body, out))| look(world, body, out).at_index("", j));
                of_bodies.try_for_each(|done| done).at_index("worlds", part * worlds + k)
            });
        });
        work.into_iter().try_for_each(|(_, done)| done)
    }
}

/// Adds an index in a list to an error.
trait AtIndex<T> {
    fn at_index(self, list: &str, k: usize) -> Result<T>;
}

impl<T> AtIndex<T> for Result<T> {
    fn at_index(self, list: &str, k: usize) -> Result<T> {
        self.map_err(|error| error.at(format!("{list}[{k}]")))
    }
}

//! The replay of a recording.

use crate::ceilings::Ceilings;
use crate::error::Result;
use crate::world::World;
use crate::world::record::afford::{spend_step, weight_of_all};
use crate::world::record::compare::Difference;
use crate::world::record::looks::LooksRead;
use crate::world::record::state::{KnownRows, read_world};
use crate::world::record::{Recording, observe};
use crate::world::step::events::Step;

/// A world that repeats a recording step by step, and reports the first difference.
///
/// See [`Recorder`](crate::Recorder) for an example. A clone continues on its own from where it was made, so a
/// program that keeps some clones can go back to them.
#[derive(Debug)]
pub struct Replay {
    recording: Recording,
    world: World,
    looks: LooksRead,
    known: KnownRows,
    next: usize,
    difference: Option<Difference>,
}

impl Clone for Replay {
    fn clone(&self) -> Replay {
        let mut world = World::new();
        world.restore(&self.world.snapshot());
        Replay {
            recording: self.recording.clone(),
            world,
            looks: self.looks.clone(),
            known: self.known.clone(),
            next: self.next,
            difference: self.difference.clone(),
        }
    }
}

impl Replay {
    pub(super) fn of(recording: Recording) -> Replay {
        Replay {
            recording,
            world: World::new(),
            looks: LooksRead::default(),
            known: KnownRows::default(),
            next: 0,
            difference: None,
        }
    }

    /// Returns the world after the last step.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the world, to continue from here.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Returns the number of steps made.
    pub fn steps(&self) -> usize {
        self.next
    }

    /// Returns the first difference from the recording, as it may occur on another machine or in another version.
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    /// Makes and returns the next step; `None` after the last. After an error no more steps follow.
    pub fn step(&mut self) -> Result<Option<Step>> {
        self.step_seen(|_| {})
    }

    /// Does the same, and shows the world before the step is made: all bodies stand where the step finds them, and the paths
    /// of swept bodies still begin where they began.
    ///
    /// ```
    /// use kasuri::{Body, Recorder, Recording, World};
    /// let (mut world, mut recorder) = (World::new(), Recorder::new());
    /// let shot = world.spawn(Body::circle(3.0))?;
    /// recorder.step(&mut world)?;
    /// world.edit(shot).position([9.0, 0.0])?;
    /// recorder.step(&mut world)?;
    /// let mut replay = Recording::new(recorder.bytes())?.replay();
    /// let mut seen = Vec::new();
    /// while replay.step_seen(|world| seen.extend(world.iter().map(|body| body.at().x)))?.is_some() {}
    /// assert_eq!(seen, [0.0, 9.0]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn step_seen(&mut self, seen: impl FnOnce(&World)) -> Result<Option<Step>> {
        if !self.prepare()? {
            return Ok(None);
        }
        seen(&self.world);
        let (_, _, recorded) = self.recording.step(self.next)?;
        self.afford_step()?;
        let (step, now) = observe(&mut self.world)?;
        if self.difference.is_none() {
            self.difference = recorded.differs(&now);
        }
        self.known.renew(&self.world.rows);
        self.next += 1;
        Ok(Some(step))
    }

    /// Changes the world to what it was before the next step. Returns whether there is a next step.
    pub(super) fn prepare(&mut self) -> Result<bool> {
        if self.next >= self.recording.len() {
            return Ok(false);
        }
        let ceilings = self.recording.ceilings;
        let done = ceilings.hold(|| self.change());
        if done.is_err() {
            self.give_up();
        }
        done.map(|()| true)
    }

    /// Refuses a step that costs more than the ceilings allow.
    fn afford_step(&mut self) -> Result<()> {
        let ceilings = self.recording.ceilings;
        if ceilings == Ceilings::NONE {
            return Ok(());
        }
        let afforded = ceilings.hold(|| {
            spend_step(&self.world);
            Ok(())
        });
        if afforded.is_err() {
            self.give_up();
        }
        afforded
    }

    /// Drops a world that was changed only in part, or whose next step cannot be read.
    fn give_up(&mut self) {
        self.world = World::new();
        self.next = self.recording.len();
    }

    fn change(&mut self) -> Result<()> {
        let (is_whole, bytes, _) = self.recording.step(self.next)?;
        let rows = if is_whole { 0 } else { weight_of_all(&self.world.rows) };
        let mut bytes = bytes.within(self.recording.ceilings, self.looks.things() + rows);
        if is_whole {
            self.world = World::new();
            self.known.forget();
            read_world(&mut bytes, &mut self.looks, &mut self.world)?;
        } else if self.next == 0 {
            return Err(bytes.wrong("changes without a world before them"));
        } else {
            self.known.read(&mut bytes, &mut self.looks, &mut self.world.rows)?;
        }
        if bytes.is_done() { Ok(()) } else { Err(bytes.wrong("extra bytes after the world")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Body;
    use crate::error::Cause;
    use crate::world::record::bytes::{Reader, Writer};
    use crate::world::record::looks::LooksWritten;
    use crate::world::record::state::{read_setting, write_setting};
    use crate::world::record::tests::busy;

    /// Returns what is wrong with bytes that cannot be read.
    fn wrong<T: std::fmt::Debug>(read: Result<T>) -> &'static str {
        let refused = read.unwrap_err();
        let Cause::Recording { what, .. } = *refused.cause() else { panic!("{refused}") };
        what
    }

    /// The number of steps must leave room for the next step.
    #[test]
    fn a_world_of_too_many_steps_is_refused() {
        for (steps, is_read) in [(0, true), (u64::MAX - 1, true), (u64::MAX, false)] {
            let (mut world, mut out) = (World::new(), Writer::default());
            world.steps = steps;
            write_setting(&mut out, &world.state());
            let mut other = World::new();
            let read = read_setting(&mut Reader::new(&out.0, 0), &mut other);
            if is_read {
                assert_eq!((read, other.steps), (Ok(()), steps));
            } else {
                assert_eq!(wrong(read), "too many steps");
            }
        }
    }

    /// Changes that remove a removed body are refused.
    #[test]
    fn a_body_is_removed_once() {
        let (mut world, bodies) = busy();
        let mut known = KnownRows::default();
        known.renew(&world.rows);
        let mut other = World::new();
        other.restore(&world.snapshot());
        world.remove(bodies[3]).unwrap();
        let mut out = Writer::default();
        known.write(&mut out, &mut LooksWritten::default(), &world.rows);
        let mut read = || known.read(&mut Reader::new(&out.0, 0), &mut LooksRead::default(), &mut other.rows);
        assert_eq!(read(), Ok(()));
        assert_eq!(wrong(read()), "a reference to a removed body");
        assert!(!other.contains(bodies[3]) && other.contains(bodies[4]));
    }

    /// A path must begin within the world.
    #[test]
    fn paths_begin_within_the_world() {
        let mut world = World::new();
        let body = world.spawn(Body::circle(1.0).swept()).unwrap();
        let mut known = KnownRows::default();
        known.renew(&world.rows);
        world.edit(body).teleport([2.0, 3.0]).unwrap();
        let mut out = Writer::default();
        known.write(&mut out, &mut LooksWritten::default(), &world.rows);
        // The bytes end with the start of the path: two numbers of two bytes each.
        let with_start = |[x, y]: [i32; 2]| {
            let mut changed = Writer(out.0[..out.0.len() - 4].to_vec());
            changed.signed(x.into());
            changed.signed(y.into());
            changed.0
        };
        assert_eq!(with_start([512, 768]), out.0);
        let mut other = World::new();
        other.restore(&world.snapshot());
        let mut read = |start: [i32; 2]| {
            let bytes = with_start(start);
            known.read(&mut Reader::new(&bytes, 0), &mut LooksRead::default(), &mut other.rows)
        };
        let most = crate::lattice::EDGE;
        for start in [[512, 768], [most, -most], [-most, most]] {
            assert_eq!(read(start), Ok(()), "{start:?}");
        }
        for start in [[most + 1, 0], [-most - 1, 0], [0, most + 1], [0, -most - 1]] {
            assert_eq!(wrong(read(start)), "a path that starts outside the world", "{start:?}");
        }
    }
}

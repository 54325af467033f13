//! What a game with rollback needs besides snapshots: a ring of them, and a test that its steps can be played again.

use std::collections::VecDeque;

use crate::world::World;
use crate::world::record::compare::{Difference, Pass, first_other};
use crate::world::snapshot::Snapshot;

/// The snapshots of the last steps. A new one is written into the memory of the oldest, so saving allocates nothing once
/// the ring is full, and takes a fraction of the time of [`World::snapshot`]. Snapshots share masks, forms and looks.
///
/// ```
/// use kasuri::{Body, World, record::SnapshotRing};
/// let mut world = World::new();
/// let ball = world.spawn(Body::circle(3.0))?;
/// let mut ring = SnapshotRing::new(8);
/// for x in 0..20 {
///     ring.save(&world);
///     world.edit(ball).position([f64::from(x), 0.0])?;
///     world.step()?;
/// }
/// // Back to the state in which 15 steps were made.
/// world.restore(ring.get(15).expect("one of the last eight"));
/// assert_eq!(world.get(ball)?.at().x, 14.0);
/// assert!(ring.get(11).is_none());
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SnapshotRing {
    /// In order of their steps.
    saved: VecDeque<Snapshot>,
    most: usize,
}

impl SnapshotRing {
    /// Makes a ring that keeps this many snapshots; 0 counts as 1.
    pub fn new(most: usize) -> SnapshotRing {
        SnapshotRing { saved: VecDeque::new(), most: most.max(1) }
    }

    /// Saves the state of a world. Snapshots of this step and of later ones are dropped: they belong to a time that was
    /// rolled back. If the ring is full, the oldest is dropped.
    ///
    /// ```
    /// use kasuri::{World, record::SnapshotRing};
    /// let (mut world, mut ring) = (World::new(), SnapshotRing::new(8));
    /// ring.save(&world);
    /// world.step()?;
    /// ring.save(&world);
    /// world.restore(ring.get(0).expect("saved"));
    /// ring.save(&world);
    /// assert!(ring.get(1).is_none());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn save(&mut self, world: &World) {
        let kept = self.saved.partition_point(|saved| saved.steps() < world.steps);
        let mut spare = self.saved.drain(kept..).next();
        if self.saved.len() == self.most {
            spare = self.saved.pop_front();
        }
        let snapshot = match spare {
            Some(mut old) => {
                world.snapshot_into(&mut old);
                old
            }
            None => world.snapshot(),
        };
        self.saved.push_back(snapshot);
    }

    /// Returns the snapshot that was saved when the world had made this many steps.
    pub fn get(&self, steps: u64) -> Option<&Snapshot> {
        let k = self.saved.binary_search_by_key(&steps, Snapshot::steps).ok()?;
        self.saved.get(k)
    }
}

/// Finds steps that a rollback would play differently. It goes back after every step, plays the last steps again from the
/// saved inputs, and compares the worlds' hashes and the game's own state. Use it while developing: no network is needed.
///
/// ```
/// use kasuri::{Body, World, record::SyncTest};
/// #[derive(Clone, PartialEq)]
/// struct Game {
///     speed: f64,
/// }
/// let mut world = World::new();
/// let ball = world.spawn(Body::circle(3.0))?;
/// let mut game = Game { speed: 0.0 };
/// // A mistake: this state does not go back with the world and the game.
/// let mut forgotten = 0;
/// let mut test = SyncTest::new(4);
/// let mut found = None;
/// for input in [1.0, 0.0, -1.0, 1.0, 1.0] {
///     found = test.step(&mut world, &mut game, input, |world, game, input| {
///         game.speed += input;
///         forgotten += 1;
///         let x = world.get(ball)?.at().x + game.speed + if forgotten > 4 { 0.5 } else { 0.0 };
///         world.edit(ball).position([x, 0.0])?;
///         world.step().map(drop)
///     })?;
///     if found.is_some() {
///         break;
///     }
/// }
/// let found = found.expect("the mistake is found");
/// assert_eq!(found.body, Some(ball));
/// assert_eq!(found.to_string(), "step 1, state: body 0v1 is at [1, 0] in the first, at [1.5, 0] in the second");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SyncTest<G, I> {
    back: usize,
    frames: VecDeque<PlayedFrame<G, I>>,
}

/// The state before a frame, and its input.
#[derive(Debug, Clone)]
struct PlayedFrame<G, I> {
    before: Snapshot,
    game: G,
    input: I,
}

impl<G: Clone + PartialEq, I> SyncTest<G, I> {
    /// Makes a test that goes back this many frames after each frame; 0 counts as 1.
    pub fn new(back: usize) -> SyncTest<G, I> {
        SyncTest { back: back.max(1), frames: VecDeque::new() }
    }

    /// Plays a frame of the game, goes back, and plays the last frames again. Returns the first difference, if there is
    /// one: its `body` is the first body that differs, and its `what` names the property. The world and the game end as they
    /// were played the first time, with a difference and without one.
    ///
    /// `play` changes the world, the game's own state, and nothing else. An error that it returns is returned; the world and
    /// the game are then as `play` left them.
    pub fn step<E>(
        &mut self,
        world: &mut World,
        game: &mut G,
        input: I,
        mut play: impl FnMut(&mut World, &mut G, &I) -> Result<(), E>,
    ) -> Result<Option<Difference>, E> {
        let frame = PlayedFrame { before: world.snapshot(), game: game.clone(), input };
        play(world, game, &frame.input)?;
        self.frames.push_back(frame);
        if self.frames.len() < self.back {
            return Ok(None);
        }
        let (last, last_game) = (world.snapshot(), game.clone());
        world.restore(&self.frames[0].before);
        *game = self.frames[0].game.clone();
        for k in 0..self.frames.len() {
            play(world, game, &self.frames[k].input)?;
            let next = self.frames.get(k + 1).map(|frame| (&frame.before, &frame.game));
            let (expected, expected_game) = next.unwrap_or((&last, &last_game));
            if let Some(difference) = differs((expected, expected_game), (world, game)) {
                world.restore(&last);
                *game = last_game;
                self.frames.clear();
                return Ok(Some(difference));
            }
        }
        self.frames.pop_front();
        Ok(None)
    }
}

/// Returns how a frame that was played again differs from the first time.
fn differs<G: PartialEq>(first: (&Snapshot, &G), second: (&World, &G)) -> Option<Difference> {
    let (body, what) = if first.0.hash() != second.0.hash() {
        let mut world = World::new();
        world.restore(first.0);
        first_other(&world, second.0)
    } else if first.1 != second.1 {
        (None, "the worlds are equal, but the game's own state differs".to_owned())
    } else {
        return None;
    };
    Some(Difference { step: first.0.steps(), pass: Pass::State, pair: None, body, what })
}

//! Snapshots: saved states of a world, to return to for rollback or search (SPEC 6).
//!
//! A snapshot is the world's state without working memory. It shares masks, looks and forms with the world, and copies the columns of
//! the rows. A world gets a new number (`line`) for its timeline after each `restore`, so recorders notice it.

pub(in crate::world) mod hash;
pub(in crate::world) mod state;

use std::sync::OnceLock;

use crate::cpu::Touches;
use crate::lattice::Bounds;
use crate::world::World;
use crate::world::next_timeline;
use crate::world::snapshot::state::State;
use crate::world::step::Contacts;
use crate::world::step::rules::RuleMemory;
use crate::world::table::axes::Boundary;
use crate::world::table::rows::Rows;

/// A saved state: everything that a world's answers depend on. It shares the masks and does not copy them.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let balls = world.spawn_many(2, |k| Body::circle(3.0).at([10.0 * k as f64, 0.0]))?;
/// let snapshot = world.snapshot();
/// world.edit(balls[1]).position([5.0, 0.0])?;
/// assert_eq!(world.step()?.began().len(), 1);
/// world.remove(balls[0])?;
/// world.restore(&snapshot);
/// assert_eq!((world.hash(), world.step()?.began().len()), (snapshot.hash(), 0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Snapshot {
    boundary: Boundary,
    walls: Option<Bounds>,
    touches: Touches,
    rows: Rows,
    memory: RuleMemory,
    last: Contacts,
    steps: u64,
    /// Computed at the first request.
    hash: OnceLock<u64>,
}

impl Snapshot {
    /// Returns the state that is hashed and written.
    pub(super) fn state(&self) -> State<'_> {
        let Snapshot { boundary, walls, touches, rows, memory, last, steps, .. } = self;
        State { boundary: *boundary, walls: *walls, touches, rows, memory, last, steps: *steps }
    }

    /// Returns the [hash](World::hash) of the world at the time of the snapshot.
    ///
    /// ```
    /// use kasuri::World;
    /// let world = World::new();
    /// assert_eq!(world.snapshot().hash(), world.hash());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| self.state().hash())
    }

    /// Returns how many steps the world had made.
    ///
    /// ```
    /// use kasuri::World;
    /// let mut world = World::new();
    /// world.step()?;
    /// assert_eq!(world.snapshot().steps(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl World {
    /// Saves the current state of the world.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let before = world.snapshot();
    /// world.spawn(Body::point())?;
    /// assert_ne!(world.hash(), before.hash());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            boundary: self.boundary,
            walls: self.walls,
            touches: self.touches.clone(),
            rows: self.rows.clone(),
            memory: self.memory.clone(),
            last: self.last.clone(),
            steps: self.steps,
            hash: OnceLock::new(),
        }
    }

    /// Saves the current state into the memory of an older snapshot.
    pub(super) fn snapshot_into(&self, old: &mut Snapshot) {
        old.boundary = self.boundary;
        old.walls = self.walls;
        old.touches.clone_from(&self.touches);
        old.rows.clone_from(&self.rows);
        old.memory.clone_from(&self.memory);
        old.last.clone_from(&self.last);
        old.steps = self.steps;
        old.hash = OnceLock::new();
    }

    /// Turns a world into its state, without a copy.
    pub(super) fn into_snapshot(self) -> Snapshot {
        let World { boundary, walls, touches, rows, memory, last, steps, .. } = self;
        Snapshot { boundary, walls, touches, rows, memory, last, steps, hash: OnceLock::new() }
    }

    /// Restores a state of this world or of another one. From there the world goes on identically and gives the same
    /// handles.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let before = world.snapshot();
    /// let ball = world.spawn(Body::point())?;
    /// world.restore(&before);
    /// assert!(world.is_empty() && world.get(ball).is_err());
    /// assert_eq!(world.spawn(Body::point())?, ball);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.boundary = snapshot.boundary;
        self.walls = snapshot.walls;
        self.touches.clone_from(&snapshot.touches);
        // The backend keeps data for the old forms. The new version must differ from both, even if both have the same
        // number.
        let version = self.rows.forms_version.max(snapshot.rows.forms_version) + 1;
        let before = std::mem::take(&mut self.rows.changes);
        self.rows.clone_from(&snapshot.rows);
        self.rows.forms_version = version;
        self.rows.changes.follow(&before);
        self.memory.clone_from(&snapshot.memory);
        self.last.clone_from(&snapshot.last);
        self.steps = snapshot.steps;
        self.timeline = next_timeline();
    }
}

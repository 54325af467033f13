//! A world's state, kept: to go back to, as rollback and search do (SPEC 6).

use std::sync::OnceLock;

use crate::lattice::Bounds;
use crate::world::World;
use crate::world::axes::Boundary;
use crate::world::backend::Touches;
use crate::world::next_line;
use crate::world::rows::Rows;
use crate::world::rules::Memory;
use crate::world::state::State;
use crate::world::step::Contacts;

/// All that a world's answers depend on. Masks are shared with it, not copied.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let balls = world.spawn_many(2, |k| Body::circle(3.0).at([10.0 * k as f64, 0.0]))?;
/// let snapshot = world.snapshot();
/// world.set_position(balls[1], [5.0, 0.0])?;
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
    memory: Memory,
    last: Contacts,
    steps: u64,
    /// Hashed when somebody asks.
    hash: OnceLock<u64>,
}

impl Snapshot {
    /// What its bytes are made of.
    pub(super) fn state(&self) -> State<'_> {
        let Snapshot { boundary, walls, touches, rows, memory, last, steps, .. } = self;
        State { boundary: *boundary, walls: *walls, touches, rows, memory, last, steps: *steps }
    }

    /// The [hash](World::hash) of the world that it was taken of.
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

    /// How many steps the world had made.
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
    /// Keeps the state as it is now.
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

    /// The state of a world that nobody needs any more.
    pub(super) fn into_snapshot(self) -> Snapshot {
        let World { boundary, walls, touches, rows, memory, last, steps, .. } = self;
        Snapshot { boundary, walls, touches, rows, memory, last, steps, hash: OnceLock::new() }
    }

    /// Makes the state what it was, of this world or of another: from here it goes on identically, handles too.
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
        // What a backend holds is of other forms than these, also where both have the same number.
        let version = self.rows.forms_version.max(snapshot.rows.forms_version) + 1;
        let before = std::mem::take(&mut self.rows.changes);
        self.rows.clone_from(&snapshot.rows);
        self.rows.forms_version = version;
        self.rows.changes.follow(&before);
        self.memory.clone_from(&snapshot.memory);
        self.last.clone_from(&snapshot.last);
        self.steps = snapshot.steps;
        self.line = next_line();
    }
}

//! The world: it keeps bodies with handles, and each step reports which of them hit.

// Folders, from the lowest to the highest. Each imports only from those above it in this table.
//
// | folder | content |
// |---|---|
// | `table/` | the table of bodies: handles, rows and their columns, looks by number, the tree of boxes; what a body is described by |
// | `step/` | a step: what it needs of an executor, swept pairs, the world's bounds, rules, events |
// | `ask/` | what is asked between steps; debug drawing; separating bodies |
// | `edit/` | spawning, removing and changing bodies, many at once and one by one |
// | `travel/` | bodies that move along what they meet |
// | `snapshot/` | the part of a world that is kept, its hash, snapshots |
// | `record/` | recordings and files |
// | `backend_gpu/` | steps on a GPU |
// | `builder.rs` | the settings of a world before it is made |
// | `worlds/` | many worlds in a batch |

mod ask;
#[cfg(feature = "gpu")]
mod backend_gpu;
mod builder;
mod edit;
pub mod record;
mod snapshot;
mod step;
mod table;
pub mod travel;
pub mod worlds;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

pub use ask::area::Area;
pub use ask::draw::DebugDraw;
pub use ask::filter::Filter;
pub use ask::nearest::Neighbor;
pub use ask::seen::BodyRef;
pub use builder::{Backend, WorldBuilder};
pub use edit::editor::BodyEditor;
pub use snapshot::Snapshot;
#[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
pub use step::check::Disagreement;
pub use step::events::{Hit, Step};
pub use step::report::{Report, Times};
pub use table::axes::Axes;
pub use table::body::Body;
pub use table::handle::Handle;
pub use table::look::{Look, Region, Solid};
pub(crate) use table::passage::unit;

use crate::broad::{Auto, Broad};
use crate::cpu::Touches;
use crate::error::Result;
#[cfg(feature = "gpu")]
use crate::gpu::Gpu;
use crate::lattice::Bounds;
use crate::threads::Threads;
use crate::world::edit::moves::Targets;
use crate::world::edit::turns::TurnList;
use crate::world::record::Trace;
use crate::world::step::backend::{Cpu, Decide};
use crate::world::step::events::Events;
use crate::world::step::rules::RuleMemory;
use crate::world::step::{Contacts, Scratch};
use crate::world::table::axes::Boundary;
use crate::world::table::rows::Rows;

/// A world of bodies. Each step reports their hits; queries are possible at any time.
///
/// ```
/// use std::sync::Arc;
/// use kasuri::{Body, Mask, World};
/// let disc = Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16)?);
/// let mut world = World::new();
/// let moon = world.spawn(Body::sprite(&disc).at([20.0, 20.0]))?;
/// let shot = world.spawn(Body::circle(1.0).at([26.0, 20.0]))?;
/// assert!(world.step()?.began().is_empty());
/// world.edit(shot).position([25.0, 20.0])?;
/// let step = world.step()?;
/// assert_eq!((step.began()[0].a, step.began()[0].b), (moon, shot));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias = "Group")]
pub struct World {
    boundary: Boundary,
    pub(crate) rows: Rows,
    walls: Option<Bounds>,
    touches: Touches,
    broad: Box<dyn Broad>,
    backend: Box<dyn Decide>,
    /// The GPU that was given to the builder.
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
    threads: Threads,
    /// Which pairs the reference decides as well.
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    check: Option<step::check::SelfCheck>,
    memory: RuleMemory,
    /// The contacts after the last step.
    last: Contacts,
    /// The working memory of a step. `None` until the first step, and always `None` in a batch, which brings its own.
    scratch: Option<Box<Scratch>>,
    /// The working memory of moves and of turns of many bodies.
    targets: Targets,
    turn_list: TurnList,
    /// The number of steps made so far.
    steps: u64,
    /// The lists of the last step, which are reused if nobody keeps them.
    events: Option<Arc<Events>>,
    /// The number of the current timeline: unique to each world, and new after each `restore`.
    timeline: u64,
    /// The trace of the next step's passes, if a recorder needs it.
    trace: Option<Box<Trace>>,
    /// How long bulk changes of bodies took since the last step.
    edits: Duration,
}

/// Returns a timeline number that no world has used yet.
fn next_timeline() -> u64 {
    static LINES: AtomicU64 = AtomicU64::new(0);
    LINES.fetch_add(1, Relaxed)
}

impl Default for World {
    fn default() -> World {
        let (threads, mut broad) = (Threads::default().paced(), Box::<Auto>::default());
        broad.use_threads(&threads);
        World {
            boundary: Boundary::default(),
            rows: Rows::default(),
            walls: None,
            touches: Touches::default(),
            broad,
            backend: Box::new(Cpu::new(threads.clone())),
            #[cfg(feature = "gpu")]
            gpu: None,
            threads,
            #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
            check: None,
            memory: RuleMemory::default(),
            last: Contacts::default(),
            scratch: None,
            targets: Targets::default(),
            turn_list: TurnList::default(),
            steps: 0,
            events: None,
            timeline: next_timeline(),
            trace: None,
            edits: Duration::ZERO,
        }
    }
}

impl World {
    /// Creates an empty world with the default axes and units: +y goes down, and one unit is one pixel.
    ///
    /// ```
    /// use kasuri::World;
    /// assert!(World::new().is_empty());
    /// ```
    pub fn new() -> World {
        World::default()
    }

    /// Creates a builder, which sets the axes, units, bounds, backend and threads of a new world.
    ///
    /// ```
    /// use kasuri::{world::Axes, World};
    /// let world = World::builder().axes(Axes::YUp).build()?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn builder() -> WorldBuilder {
        WorldBuilder::default()
    }

    /// Returns how many bodies live in the world.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(3, |_| Body::circle(3.0))?;
    /// assert_eq!(world.len(), 3);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.rows.living()
    }

    /// Whether the world has no bodies.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::point())?;
    /// assert!(!world.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a body is still alive.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let fly = world.spawn(Body::point())?;
    /// world.remove(fly)?;
    /// assert!(!world.contains(fly));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn contains(&self, body: Handle) -> bool {
        self.rows.row(body).is_ok()
    }

    /// Returns the handles of all bodies, in the order in which they were spawned.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(3, |_| Body::circle(3.0))?;
    /// assert!(world.bodies().eq(balls));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn bodies(&self) -> impl Iterator<Item = Handle> {
        self.rows.living_rows().map(|row| self.rows.handles[row])
    }

    /// Replaces the broad phase, which finds the candidate pairs. The answers do not depend on it.
    ///
    /// ```
    /// use kasuri::{broad::Brute, Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(9, |_| Body::point())?;
    /// world.set_broad(Brute);
    /// let step = world.step()?;
    /// assert_eq!((step.report().broad, step.began().len()), ("brute", 36));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_broad(&mut self, broad: impl Broad + 'static) {
        self.broad = Box::new(broad);
        self.broad.use_threads(&self.threads);
    }

    /// Replaces the backend, which decides the candidate pairs. The answers do not depend on it.
    ///
    /// A GPU backend uses the GPU that was given to the builder. If there was none, or if that GPU is lost, it uses
    /// the fastest GPU of this machine.
    ///
    /// ```
    /// use kasuri::{Backend, World};
    /// let mut world = World::new();
    /// world.set_backend(Backend::Cpu)?;
    /// assert_eq!(world.step()?.report().backend, "cpu");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_backend(&mut self, backend: Backend) -> Result<()> {
        #[cfg(feature = "gpu")]
        let executor = backend.executor(&self.threads, self.gpu.clone().filter(|gpu| gpu.check().is_ok()))?;
        #[cfg(not(feature = "gpu"))]
        let executor = backend.executor(&self.threads)?;
        self.backend = executor;
        Ok(())
    }

    /// Returns how many steps the world has made.
    ///
    /// ```
    /// use kasuri::World;
    /// let mut world = World::new();
    /// world.step()?;
    /// assert_eq!(world.steps(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// Checks at compile time that worlds can be sent to other threads and shared between threads.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<World>();
    is_send_and_sync::<worlds::Worlds>();
    is_send_and_sync::<Box<dyn Broad>>();
};

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World")
            .field("bodies", &self.len())
            .field("steps", &self.steps)
            .field("broad", &self.broad.name())
            .field("backend", &self.backend.name())
            .finish_non_exhaustive()
    }
}

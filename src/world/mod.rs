//! The world: bodies with handles, and each step what hit what.

mod ask;
mod axes;
mod backend;
#[cfg(feature = "gpu")]
mod backend_gpu;
mod body;
mod builder;
mod changes;
mod column;
mod covers;
mod difference;
mod draw;
mod edit;
mod events;
mod filter;
mod forms;
mod handle;
mod hash;
mod hulls;
mod index;
mod kind;
mod lists;
mod look;
mod looks;
mod moves;
mod nearest;
mod on_way;
mod one_by_one;
mod pairs;
mod passage;
mod place;
mod queues;
mod record;
mod report;
mod response;
mod rows;
mod rules;
mod scan;
mod seen;
mod snapshot;
mod spawn;
mod state;
mod step;
mod swept;
mod table;
mod travel;
mod tries;
mod turns;
mod walls;
mod worlds;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

pub use ask::RayMet;
pub use axes::Axes;
pub use body::Body;
pub use builder::{Backend, Builder};
pub use draw::DebugDraw;
pub use events::{Hit, Step};
pub use filter::Filter;
pub use handle::Handle;
pub use look::{Look, Region, Solid};
pub use nearest::Near;
pub(crate) use passage::unit;
pub use record::{Difference, Pass, Recorder, Recording, Replay};
pub use report::{Report, Times};
pub use response::deflected;
pub use seen::Seen;
pub use snapshot::Snapshot;
pub use travel::{Carried, Ground, Met, Response, Travel};
pub use worlds::{Flat, Steps, Told, Worlds};

use crate::broad::{Auto, Broad};
use crate::error::Result;
#[cfg(feature = "gpu")]
use crate::gpu::Gpu;
use crate::lattice::Bounds;
use crate::threads::Threads;
use crate::world::axes::Boundary;
use crate::world::backend::{Cpu, Decide, Touches};
use crate::world::events::Events;
use crate::world::record::Trace;
use crate::world::rows::Rows;
use crate::world::rules::Memory;
use crate::world::step::{Contacts, Scratch};

/// Bodies, what they hit, and questions about them at any time.
///
/// ```
/// use std::sync::Arc;
/// use kasuri::{Body, Mask, World};
/// let disc = Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16)?);
/// let mut world = World::new();
/// let moon = world.spawn(Body::sprite(&disc).at([20.0, 20.0]))?;
/// let shot = world.spawn(Body::circle(1.0).at([26.0, 20.0]))?;
/// assert!(world.step()?.began().is_empty());
/// world.set_position(shot, [25.0, 20.0])?;
/// let step = world.step()?;
/// assert_eq!((step.began()[0].a, step.began()[0].b), (moon, shot));
/// # Ok::<(), kasuri::Error>(())
/// ```
pub struct World {
    boundary: Boundary,
    rows: Rows,
    walls: Option<Bounds>,
    touches: Touches,
    broad: Box<dyn Broad>,
    backend: Box<dyn Decide>,
    /// Which GPU the builder was given.
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
    threads: Threads,
    memory: Memory,
    /// What touched after the last step.
    last: Contacts,
    /// None until its first step, in a batch for ever: a batch brings its own.
    scratch: Option<Box<Scratch>>,
    /// How many steps were made.
    steps: u64,
    /// The last step's, to be written anew where nobody holds them.
    events: Option<Arc<Events>>,
    /// Which course of events it is on: another one in each world and after each `restore`.
    line: u64,
    /// What the passes of the next step find, where somebody wants to know.
    trace: Option<Box<Trace>>,
    /// How long changes of many bodies took since the last step.
    edits: Duration,
}

/// A line that no world was on yet.
fn next_line() -> u64 {
    static LINES: AtomicU64 = AtomicU64::new(0);
    LINES.fetch_add(1, Relaxed)
}

impl Default for World {
    fn default() -> World {
        World {
            boundary: Boundary::default(),
            rows: Rows::default(),
            walls: None,
            touches: Touches::default(),
            broad: Box::<Auto>::default(),
            backend: Box::<Cpu>::default(),
            #[cfg(feature = "gpu")]
            gpu: None,
            threads: Threads::default(),
            memory: Memory::default(),
            last: Contacts::default(),
            scratch: None,
            steps: 0,
            events: None,
            line: next_line(),
            trace: None,
            edits: Duration::ZERO,
        }
    }
}

impl World {
    /// An empty world: +y down, a unit a pixel.
    ///
    /// ```
    /// use kasuri::World;
    /// assert!(World::new().is_empty());
    /// ```
    pub fn new() -> World {
        World::default()
    }

    /// A world with other axes, bounds, or ways of working.
    ///
    /// ```
    /// use kasuri::{Axes, World};
    /// let world = World::builder().axes(Axes::YUp).build()?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// How many bodies live in it.
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

    /// Whether none does.
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

    /// Whether a body still lives.
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

    /// All bodies, in order of spawn.
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

    /// Lets something else find candidates from now on. Nothing is told otherwise for it.
    ///
    /// ```
    /// use kasuri::{Body, World, broad::Brute};
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

    /// Lets something else decide candidates from now on. Nothing is told otherwise for it. A GPU is the one that the builder
    /// was given, or the fastest of this machine if there was none or it is lost.
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

    /// How many steps were made.
    ///
    /// ```
    /// use kasuri::{World};
    /// let mut world = World::new();
    /// world.step()?;
    /// assert_eq!(world.steps(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// Worlds may be shared between threads, and handed over.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<World>();
    is_send_and_sync::<Worlds>();
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

//! What a step cost: how long each stage took, and how much went through it.

use std::time::Duration;

/// A step's account.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// world.spawn_many(100, |k| Body::circle(3.0).at([4.0 * k as f64, 0.0]))?;
/// let step = world.step()?;
/// let report = step.report();
/// assert_eq!((report.bodies, report.candidates, report.overlaps), (100, 99, 99));
/// println!("{report}");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Which step; the first is 1.
    pub step: u64,
    /// How many bodies lived.
    pub bodies: usize,
    /// Pairs whose boxes met.
    pub candidates: usize,
    /// Overlaps before the rules, of regions with regions.
    pub overlaps: usize,
    /// Overlaps that the rules let count.
    pub hits: usize,
    /// Grazes before the rules.
    pub near: usize,
    /// What found the candidates.
    pub broad: &'static str,
    /// What decided them.
    pub backend: &'static str,
    /// How long it took.
    pub times: Times,
}

/// How long the stages of a step took.
///
/// ```
/// use kasuri::World;
/// let mut world = World::new();
/// let times = world.step()?.report().times;
/// assert_eq!(times.total(), times.bounds + times.broad + times.decide + times.events);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Times {
    /// The world's bounds: who left, who entered, who is gone.
    pub bounds: Duration,
    /// Finding candidates.
    pub broad: Duration,
    /// Deciding them.
    pub decide: Duration,
    /// The rules, the events, tidying up.
    pub events: Duration,
    /// Before the step, since the one before: calls that moved, turned, changed, spawned or removed 64 bodies or more. It is no
    /// part of the step.
    pub edits: Duration,
}

impl Times {
    /// All stages of the step; edits were before it.
    ///
    /// ```
    /// use kasuri::{World};
    /// let mut world = World::new();
    /// let times = world.step()?.report().times;
    /// assert!(times.total() >= times.decide);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn total(&self) -> Duration {
        self.bounds + self.broad + self.decide + self.events
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Times { bounds, broad, decide, events, edits } = self.times;
        write!(
            f,
            "step {}: {} bodies, {} candidates, {} overlaps, {} hits; edits {edits:.1?}, bounds {bounds:.1?}, \
             {} {broad:.1?}, {} {decide:.1?}, events {events:.1?}",
            self.step, self.bodies, self.candidates, self.overlaps, self.hits, self.broad, self.backend,
        )
    }
}

//! The cost of a step: how long each stage took, and how much it processed.

use std::time::Duration;

/// The report of a step.
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
    /// The number of the step; the first is 1.
    pub step: u64,
    /// The number of living bodies.
    pub bodies: usize,
    /// The number of candidate pairs: pairs whose bounding boxes meet.
    pub candidates: usize,
    /// The number of overlaps of regions with regions, before the rules.
    pub overlaps: usize,
    /// The number of overlaps that count after the rules.
    pub hits: usize,
    /// The number of grazes: pairs that come near each other and have not done so before.
    pub near: usize,
    /// The name of the broad phase, which found the candidates.
    pub broad: &'static str,
    /// The name of the backend, which decided the candidates.
    pub backend: &'static str,
    /// How long the stages took.
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
    /// The check of the world's bounds: which bodies left, entered or are removed.
    pub bounds: Duration,
    /// The search for candidate pairs.
    pub broad: Duration,
    /// The decision of the candidate pairs.
    pub decide: Duration,
    /// The rules, the events and the cleanup.
    pub events: Duration,
    /// The calls between the last step and this one that moved, turned, changed, spawned or removed 64 bodies or
    /// more. They are not part of the step.
    pub edits: Duration,
}

impl Times {
    /// Returns the time of all stages of the step, without the edits before it.
    ///
    /// ```
    /// use kasuri::World;
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

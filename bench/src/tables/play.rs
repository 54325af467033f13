//! Plays a scene through the world, frame by frame, and measures its stages.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use kasuri::{Handle, Step, World};

use crate::tables::Effort;
use crate::tables::motion::Places;
use crate::{Clock, Work};

/// A world, and the positions of its bodies in every frame.
pub(super) struct Scene<'a> {
    pub(super) world: World,
    pub(super) handles: Vec<Handle>,
    pub(super) places: &'a Places,
    /// The angles of the bodies, if they turn.
    pub(super) angles: Option<&'a [Vec<f64>]>,
}

/// The results of a scene: medians of its frames' times in microseconds, and means of its counts.
#[derive(Debug, Clone, Default)]
pub(super) struct Played {
    /// All frames, in the order they were played.
    pub(super) frames: Vec<f64>,
    pub(super) frame: f64,
    pub(super) moves: f64,
    pub(super) angles: f64,
    pub(super) step: f64,
    pub(super) bounds: f64,
    pub(super) broad: f64,
    pub(super) decide: f64,
    pub(super) events: f64,
    pub(super) bodies: f64,
    pub(super) candidates: f64,
    pub(super) hits: f64,
    pub(super) grazes: f64,
    /// A checksum of all hits and grazes.
    pub(super) checksum: u64,
}

/// Plays a scene as often as the effort requests. The play with the smallest median counts.
pub(super) fn best(effort: &Effort, name: &str, mut play: impl FnMut() -> Played) -> Result<Played, String> {
    const MOST: usize = 7;
    let start = Instant::now();
    let mut best = play();
    let mut least = best.frames.clone();
    let mut plays = 1;
    while plays < MOST && start.elapsed() < effort.measure {
        let next = play();
        plays += 1;
        if next.is_unlike(&best) {
            return Err(format!("{name} gave {best:?} and then {next:?}"));
        }
        least.iter_mut().zip(&next.frames).for_each(|(least, &time)| *least = least.min(time));
        if next.frame < best.frame {
            best = next;
        }
    }
    Ok(Played { frames: least, ..best })
}

impl Played {
    /// Returns the longest frame. With several plays, each frame's shortest time counts.
    pub(super) fn worst(&self) -> f64 {
        self.frames.iter().copied().fold(0.0, f64::max)
    }

    /// Whether the same frames had different hits.
    pub(super) fn is_unlike(&self, other: &Played) -> bool {
        self.frames.len() == other.frames.len() && self.checksum != other.checksum
    }
}

impl Scene<'_> {
    pub(super) fn play(self, effort: &Effort) -> Played {
        let Scene { mut world, handles, places, angles } = self;
        let mut tally = Tally::new(effort);
        let numbers: HashMap<Handle, u64> = handles.iter().copied().zip(0..).collect();
        for (frame, places) in places.iter().enumerate() {
            if tally.is_enough() {
                break;
            }
            let [moves, turns, steps] = &mut [(); 3].map(|()| Clock::default());
            moves.time(|| world.set_positions(&handles, places)).expect("places in the world");
            if let Some(angles) = angles {
                turns.time(|| world.set_angles(&handles, &angles[frame])).expect("finite angles");
            }
            let start = Instant::now();
            let step = steps.time(|| world.step()).expect("a CPU");
            let on_wall = start.elapsed();
            let number = |handle| numbers.get(&handle).copied().unwrap_or(u64::MAX);
            tally.add([moves, turns, steps].map(|clock| clock.elapsed()), on_wall, &step, number);
        }
        tally.played()
    }
}

/// Collects the frames of a play.
pub(super) struct Tally {
    effort: Effort,
    /// The total time of the frames.
    spent: Duration,
    seen: usize,
    /// Nanoseconds per frame: frame, moves, angles, step, bounds, broad, decide, events.
    times: [Vec<u64>; 8],
    /// The sums of bodies, candidates, hits, grazes.
    counts: [usize; 4],
    work: Work,
}

impl Tally {
    pub(super) fn new(effort: &Effort) -> Tally {
        Tally {
            effort: *effort,
            spent: Duration::ZERO,
            seen: 0,
            times: Default::default(),
            counts: [0; 4],
            work: Work::of(effort.frames),
        }
    }

    /// Whether the play takes too long to make all of its frames.
    pub(super) fn is_enough(&self) -> bool {
        const LEAST: usize = 10;
        self.times[0].len() >= LEAST && self.spent > self.effort.most
    }

    /// Adds a frame: the times of moving, turning and the step, and the step's wall-clock time. `number` identifies a
    /// body independently of its handle.
    pub(super) fn add(
        &mut self,
        [moves, turns, steps]: [Duration; 3],
        on_wall: Duration,
        step: &Step,
        number: impl Fn(Handle) -> u64,
    ) {
        self.seen += 1;
        self.spent += moves + turns + steps;
        if self.seen <= self.effort.warm_up {
            return;
        }
        let report = step.report();
        // Stages are timed by wall-clock time. If other programs used the core, each stage is scaled down.
        let share = steps.as_secs_f64() / on_wall.as_secs_f64().max(1e-9);
        let at = &report.times;
        let [bounds, broad, decide, events] =
            [at.bounds, at.broad, at.decide, at.events].map(|stage| stage.mul_f64(share));
        let times = [moves + turns + steps, moves, turns, steps, bounds, broad, decide, events];
        self.times.iter_mut().zip(times).for_each(|(list, time)| list.push(time.as_nanos() as u64));
        let hits = step.hits().count();
        let counts = [report.bodies, report.candidates, hits, step.grazes().len()];
        self.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        for hit in step.hits().chain(step.grazes()) {
            let regions = u64::from(u16::from_le_bytes(hit.regions));
            self.work.add_unordered((number(hit.a) << 32 | number(hit.b)) ^ regions << 56);
        }
        self.work.add(hits as u64);
    }

    pub(super) fn played(mut self) -> Played {
        let frames: Vec<f64> = self.times[0].iter().map(|&time| time as f64 / 1e3).collect();
        self.times.iter_mut().for_each(|list| list.sort_unstable());
        let median = |list: &Vec<u64>| list.get(list.len() / 2).map_or(0.0, |&time| time as f64 / 1e3);
        let [frame, moves, angles, step, bounds, broad, decide, events] = self.times.each_ref().map(median);
        let [bodies, candidates, hits, grazes] =
            self.counts.map(|sum| sum as f64 / frames.len().max(1) as f64);
        let checksum = self.work.checksum;
        Played {
            frames,
            frame,
            moves,
            angles,
            step,
            bounds,
            broad,
            decide,
            events,
            bodies,
            candidates,
            hits,
            grazes,
            checksum,
        }
    }
}

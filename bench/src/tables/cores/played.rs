//! Plays frames of a scene on a number of threads, and sums up its stages.

use std::cell::RefCell;
use std::time::Duration;

use kasuri::parallel;

use crate::clock::{process_time, thread_time, wall_time};
use crate::tables::Effort;
use crate::tables::cores::scenes::{PlayFrame, Scene};

/// The times of a stage in a frame.
#[derive(Debug, Clone, Copy, Default)]
struct StageTime {
    name: &'static str,
    wall: Duration,
    /// The CPU time of all threads.
    cpu: Duration,
    /// The CPU time of the calling thread outside of shared work.
    alone: Duration,
}

/// The clocks when the last part ended, and the stages that ended in this frame.
#[derive(Debug, Default)]
struct Laps {
    wall: Duration,
    process: Duration,
    thread: Duration,
    alone: Duration,
    /// The names of the scene's stages. Others, such as those of each world among many, do not count.
    names: &'static [&'static str],
    stages: Vec<StageTime>,
}

thread_local! {
    static LAPS: RefCell<Laps> = RefCell::default();
}

/// Ends a part of a frame; see `kasuri::parallel::on_lap`.
pub(super) fn lap(part: &'static str) {
    LAPS.with_borrow_mut(|laps| {
        let is_stage = laps.names.contains(&part);
        if !is_stage && part != "shared" && part != "alone" {
            return;
        }
        let now = thread_time();
        let since = now.saturating_sub(std::mem::replace(&mut laps.thread, now));
        if part != "shared" {
            laps.alone += since;
        }
        if is_stage {
            laps.end(part);
        }
    });
}

impl Laps {
    fn begin(&mut self, names: &'static [&'static str]) {
        *self = Laps { names, stages: std::mem::take(&mut self.stages), ..Laps::default() };
        self.stages.clear();
        (self.wall, self.process, self.thread) = (wall_time(), process_time(), thread_time());
    }

    fn end(&mut self, name: &'static str) {
        let (wall, process) = (wall_time(), process_time());
        self.stages.push(StageTime {
            name,
            wall: wall.saturating_sub(std::mem::replace(&mut self.wall, wall)),
            cpu: process.saturating_sub(std::mem::replace(&mut self.process, process)),
            alone: std::mem::take(&mut self.alone),
        });
    }
}

/// What is measured of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measured {
    Nothing,
    /// How long it takes, on as many threads as the world chooses.
    Wall,
    /// Its stages, on all threads that the world has.
    Stages,
}

/// A scene on a number of threads, and the times of its frames.
pub(super) struct Played<'a> {
    play: PlayFrame<'a>,
    names: &'static [&'static str],
    frames: Vec<Vec<StageTime>>,
    walls: Vec<f64>,
    /// A checksum of the answers of all frames.
    pub(super) checksum: u64,
}

impl<'a> Played<'a> {
    pub(super) fn new(scene: &Scene, effort: &Effort, threads: usize) -> Played<'static> {
        Played::of((scene.make)(effort, threads), scene.stages)
    }

    pub(super) fn of(play: PlayFrame<'a>, names: &'static [&'static str]) -> Played<'a> {
        Played { play, names, frames: Vec::new(), walls: Vec::new(), checksum: 0 }
    }

    pub(super) fn frame(&mut self, frame: usize, measured: Measured) {
        LAPS.with_borrow_mut(|laps| laps.begin(self.names));
        let start = wall_time();
        if measured == Measured::Stages {
            parallel::on_lap(Some(lap));
        }
        let answer = (self.play)(frame);
        parallel::on_lap(None);
        let wall = wall_time().saturating_sub(start);
        self.checksum = self.checksum.rotate_left(7) ^ answer;
        match measured {
            Measured::Nothing => {}
            Measured::Wall => self.walls.push(micros(wall)),
            Measured::Stages => self.frames.push(LAPS.with_borrow(|laps| laps.stages.clone())),
        }
    }

    /// Returns how long each frame took, in microseconds, in order.
    pub(super) fn walls(&self) -> Vec<f64> {
        let mut walls = self.walls.clone();
        walls.sort_unstable_by(f64::total_cmp);
        walls
    }

    /// Returns the medians of the stages.
    pub(super) fn sums(&self) -> Sums {
        let first = self.frames.first().cloned().unwrap_or_default();
        let stage = |k: usize| {
            let of = |get: fn(&StageTime) -> Duration| {
                median(self.frames.iter().filter_map(|stages| stages.get(k)).map(|stage| micros(get(stage))))
            };
            Spent { wall: of(|stage| stage.wall), cpu: of(|stage| stage.cpu), alone: of(|stage| stage.alone) }
        };
        Sums { stages: first.iter().enumerate().map(|(k, time)| (time.name, stage(k))).collect() }
    }

    /// Returns the median frame in microseconds.
    pub(super) fn wall(&self) -> f64 {
        median(self.walls.iter().copied())
    }
}

/// The medians of each stage.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    stages: Vec<(&'static str, Spent)>,
}

/// Microseconds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Spent {
    pub(super) wall: f64,
    pub(super) cpu: f64,
    pub(super) alone: f64,
}

impl Sums {
    pub(super) fn names(&self) -> Vec<&'static str> {
        self.stages.iter().map(|stage| stage.0).collect()
    }

    pub(super) fn stage(&self, k: usize) -> Spent {
        self.stages.get(k).map_or(Spent::default(), |stage| stage.1)
    }

    pub(super) fn whole(&self) -> Spent {
        self.stages.iter().fold(Spent::default(), |sum, (_, stage)| Spent {
            wall: sum.wall + stage.wall,
            cpu: sum.cpu + stage.cpu,
            alone: sum.alone + stage.alone,
        })
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    let mut times: Vec<f64> = times.collect();
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

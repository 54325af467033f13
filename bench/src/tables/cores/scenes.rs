//! The frames that are played on several threads.

use kasuri::batch::Batch;
use kasuri::broad::{Auto, BoxList, Broad};
use kasuri::parallel::Threads;
use kasuri::{Handle, Touching, World};

use crate::tables::Effort;
use crate::tables::bulk::{BulkWorlds, WORLDS};
use crate::tables::cores::played::lap;
use crate::tables::frames::MARGIN;
use crate::tables::kinds::Kind as Body;
use crate::tables::play::Scene as Stand;
use crate::tables::poses::columns;
use crate::tables::yardstick::Stage;
use crate::workloads::boxes::Movie;
use crate::workloads::frame::{Frames, Kind, kinds};

/// Plays a frame and returns a checksum of its answer.
pub(super) type PlayFrame = Box<dyn FnMut(usize) -> u64>;

/// A scene, and its goals.
pub(super) struct Scene {
    count: usize,
    what: &'static str,
    /// The stages, in order.
    pub(super) stages: &'static [&'static str],
    /// The least gain of two threads.
    pub(super) gain: f64,
    /// The largest share that one thread does alone; where there is none, that which the gain allows.
    pub(super) serial: Option<f64>,
    /// Prepares the scene on a number of threads.
    pub(super) make: fn(&Effort, usize) -> PlayFrame,
}

const STEP: &[&str] = &["moves", "broad", "decide", "bounds", "events"];
const MILLION: usize = 1_000_000;

static SCENES: [Scene; 6] = [
    Scene {
        count: 10_000,
        what: "bullets, turned, graze",
        stages: STEP,
        gain: 1.5,
        serial: None,
        make: turned,
    },
    Scene {
        count: 100_000,
        what: "bullets (w6)",
        stages: STEP,
        gain: 1.7,
        serial: None,
        make: |e, t| bullets(e, 100_000, t),
    },
    Scene {
        count: MILLION,
        what: "boxes (w1)",
        stages: &["broad"],
        gain: 1.8,
        serial: Some(0.05),
        make: boxes,
    },
    Scene {
        count: MILLION,
        what: "bullets (w6)",
        stages: STEP,
        gain: 1.8,
        serial: Some(0.05),
        make: |e, t| bullets(e, MILLION, t),
    },
    Scene {
        count: WORLDS,
        what: "worlds of 64 circles",
        stages: &["worlds"],
        gain: 1.85,
        serial: None,
        make: worlds,
    },
    Scene {
        count: MILLION,
        what: "pairs of turned boxes",
        stages: &["batch"],
        gain: 1.9,
        serial: None,
        make: batch,
    },
];

pub(super) fn scenes() -> &'static [Scene] {
    &SCENES
}

impl Scene {
    pub(super) fn name(&self, effort: &Effort) -> String {
        format!("{} {}", effort.scaled(self.count), self.what)
    }
}

/// Turned sprites that graze.
fn turned(effort: &Effort, threads: usize) -> PlayFrame {
    let stage = Stage::new(&Effort { frames: 64, warm_up: 0, ..*effort });
    let Stand { world, handles, places, .. } =
        stage.cell(threads, Body::TurnedSprite, Body::TurnedSprite, Some(MARGIN));
    in_world(world, handles, places.clone())
}

/// The bullet hell of w6.
fn bullets(effort: &Effort, count: usize, threads: usize) -> PlayFrame {
    let world = World::builder().threads(threads).touching(Touching::Ignored).bounds([0.0, 0.0], [1e6, 1e6]);
    let world = world.build().expect("a valid world");
    let Frames { world, handles, frames, .. } = Frames::new(kinds(effort.scaled(count)), world, Kind::Masks);
    let float = |frame: &Vec<[i32; 2]>| frame.iter().map(|at| at.map(f64::from)).collect();
    in_world(world, handles, frames.iter().map(float).collect())
}

fn in_world(mut world: World, handles: Vec<Handle>, places: Vec<Vec<[f64; 2]>>) -> PlayFrame {
    Box::new(move |frame| {
        // Forwards and backwards, so that no body jumps.
        let round = 2 * places.len() - 2;
        let k = frame % round;
        let at = &places[if k < places.len() { k } else { round - k }];
        world.set_positions(&handles, at).expect("places in the world");
        lap("moves");
        let step = world.step().expect("a CPU");
        let sum = |hits: &[kasuri::Hit]| {
            hits.iter().step_by(hits.len() / 64 + 1).fold(hits.len() as u64, |sum, hit| {
                sum.rotate_left(9) ^ hit.a.to_bits() ^ hit.b.to_bits().rotate_left(32)
            })
        };
        sum(step.began())
            ^ sum(step.stayed()).rotate_left(1)
            ^ sum(step.ended()).rotate_left(2)
            ^ sum(step.grazes())
    })
}

/// Candidate pairs of moving boxes, all against all.
fn boxes(effort: &Effort, threads: usize) -> PlayFrame {
    let movie = Movie::within(effort.scaled(MILLION));
    let (mut broad, mut pairs) = (Auto::default(), Vec::new());
    broad.use_threads(&Threads::new(threads));
    Box::new(move |frame| {
        broad.pairs(BoxList::new(&movie.frames[frame % movie.frames.len()], &movie.layers), &mut pairs);
        lap("broad");
        let some = pairs.iter().step_by(pairs.len() / 64 + 1);
        some.fold(pairs.len() as u64, |sum, pair| {
            sum.rotate_left(9) ^ u64::from(pair[0]) ^ u64::from(pair[1]) << 32
        })
    })
}

/// Many worlds, moved and stepped.
fn worlds(effort: &Effort, threads: usize) -> PlayFrame {
    let mut worlds = BulkWorlds::circles(effort.scaled(WORLDS), threads);
    Box::new(move |frame| {
        let steps = worlds.step(frame);
        lap("worlds");
        steps.iter().fold(0, |sum, step| sum.rotate_left(9) ^ step.began().len() as u64)
    })
}

/// Pairs from poses in plain slices.
fn batch(effort: &Effort, threads: usize) -> PlayFrame {
    let [a, b] = columns::<f64>(effort.scaled(MILLION), 36.0);
    let batch = Batch::new().threads(threads);
    Box::new(move |_| {
        let found = batch.clone().overlaps(a.boxes(), b.boxes()).expect("valid poses");
        lap("batch");
        found.words().iter().fold(0, |sum: u64, word| sum.rotate_left(9) ^ word)
    })
}

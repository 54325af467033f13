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
use crate::tables::motion::{Places, spins};
use crate::tables::play::Scene as Stand;
use crate::tables::poses::columns;
use crate::tables::yardstick::Stage;
use crate::workloads::boxes::Movie;
use crate::workloads::frame::{Frames, Kind, kinds};

/// Plays a frame and returns a checksum of its answer.
pub(super) type PlayFrame<'a> = Box<dyn FnMut(usize) -> u64 + 'a>;

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
    pub(super) make: fn(&Effort, usize) -> PlayFrame<'static>,
}

pub(super) const STEP: &[&str] = &["moves", "broad", "decide", "bounds", "events"];
const TURNING: &[&str] = &["moves", "turns", "broad", "decide", "bounds", "events"];
const MILLION: usize = 1_000_000;

static SCENES: [Scene; 7] = [
    Scene {
        count: 10_000,
        what: "bullets, turned, graze",
        stages: STEP,
        gain: 1.5,
        serial: None,
        make: turned,
    },
    Scene {
        count: 10_000,
        what: "bullets, spinning, graze",
        stages: TURNING,
        gain: 1.4,
        serial: None,
        make: spinning,
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
fn turned(effort: &Effort, threads: usize) -> PlayFrame<'static> {
    let stage = Stage::new(&Effort { frames: 64, warm_up: 0, ..*effort });
    let Stand { world, handles, places, .. } =
        stage.cell(threads, Body::TurnedSprite, Body::TurnedSprite, Some(MARGIN));
    in_world(world, handles, places.clone(), Vec::new())
}

/// The same, turned anew in every frame.
fn spinning(effort: &Effort, threads: usize) -> PlayFrame<'static> {
    let effort = Effort { frames: 64, warm_up: 0, ..*effort };
    let stage = Stage::new(&effort);
    let spins = spins(stage.bodies(), effort.frames);
    let Stand { world, handles, places, .. } =
        stage.cell(threads, Body::TurnedSprite, Body::TurnedSprite, Some(MARGIN));
    in_world(world, handles, places.clone(), spins)
}

/// A scene of another table.
pub(super) fn standing<'a>(stand: Stand<'a>) -> PlayFrame<'a> {
    in_world(stand.world, stand.handles, stand.places, stand.angles.unwrap_or_default())
}

/// The bullet hell of w6.
fn bullets(effort: &Effort, count: usize, threads: usize) -> PlayFrame<'static> {
    let world = World::builder().threads(threads).touching(Touching::Ignored).bounds([0.0, 0.0], [1e6, 1e6]);
    let world = world.build().expect("a valid world");
    let Frames { world, handles, frames, .. } = Frames::new(kinds(effort.scaled(count)), world, Kind::Masks);
    let float = |frame: &Vec<[i32; 2]>| frame.iter().map(|at| at.map(f64::from)).collect();
    in_world(world, handles, frames.iter().map(float).collect::<Places>(), Vec::new())
}

/// Plays frames forwards and backwards, so that no body jumps. Bodies turn where there are angles.
fn in_world<'a>(
    mut world: World,
    handles: Vec<Handle>,
    places: impl AsRef<[Vec<[f64; 2]>]> + 'a,
    angles: impl AsRef<[Vec<f64>]> + 'a,
) -> PlayFrame<'a> {
    Box::new(move |frame| {
        let (places, angles) = (places.as_ref(), angles.as_ref());
        let round = 2 * places.len() - 2;
        let k = frame % round;
        let k = if k < places.len() { k } else { round - k };
        world.set_positions(&handles, &places[k]).expect("places in the world");
        lap("moves");
        if let Some(angles) = angles.get(k) {
            world.set_angles(&handles, angles).expect("finite angles");
            lap("turns");
        }
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
fn boxes(effort: &Effort, threads: usize) -> PlayFrame<'static> {
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
fn worlds(effort: &Effort, threads: usize) -> PlayFrame<'static> {
    let mut worlds = BulkWorlds::circles(effort.scaled(WORLDS), threads);
    Box::new(move |frame| {
        let steps = worlds.step(frame);
        lap("worlds");
        steps.iter().fold(0, |sum, step| sum.rotate_left(9) ^ step.began().len() as u64)
    })
}

/// Pairs from poses in plain slices.
fn batch(effort: &Effort, threads: usize) -> PlayFrame<'static> {
    let [a, b] = columns::<f64>(effort.scaled(MILLION), 36.0);
    let batch = Batch::new().threads(threads);
    Box::new(move |_| {
        let found = batch.clone().overlaps(a.boxes(), b.boxes()).expect("valid poses");
        lap("batch");
        found.words().iter().fold(0, |sum: u64, word| sum.rotate_left(9) ^ word)
    })
}

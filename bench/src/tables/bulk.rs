//! Many worlds at a time, as training steps them, and snapshots as bytes.

use std::hint::black_box;
use std::sync::Arc;

use kasuri::{
    Body, Filter, Handle, Mask, Snapshot, Vec2, World,
    worlds::{StepView, Steps, Worlds},
};

use crate::random::Random;
use crate::tables::{Cell, Effort, Row, Rows};
use crate::{Job, Plan, Work, measure};

pub(super) const WORLDS: usize = 1024;
/// The number of bodies of a world.
const BODIES: usize = 64;
/// The number of different steps; they are made forwards and then backwards.
const STEPS: usize = 8;
const SIDE: f64 = 200.0;
/// The number of bodies that are observed around the first body of each world.
const NEAR: usize = 8;
/// The goals on two threads, in world steps per second: without and with an observation.
const GOALS: [f64; 2] = [600_000.0, 400_000.0];

/// The bodies of a snapshot, and the goal for writing or reading it, in microseconds.
const SAVED: usize = 10_000;
const GOAL: f64 = 300.0;

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let count = effort.scaled(WORLDS);
    for (kind, bodies) in [("circles", circles as fn() -> World), ("a ship and bullets", bullets)] {
        for (threads, near) in [(1, 0), (2, 0), (1, NEAR), (2, NEAR)] {
            let name = format!("{count} worlds: {kind}, {near} near, threads: {threads}");
            let goal = count as f64 / GOALS[usize::from(near > 0)] * 1e6;
            let mut job = steps(bodies, count, threads, near);
            add(row(effort, name, &mut job, (threads == 2).then_some(goal))?);
        }
    }
    let snapshot = saved(effort.scaled(SAVED));
    let bytes = snapshot.to_bytes();
    let mut write: Job = Box::new(move |clock| {
        let bytes = clock.time(|| snapshot.to_bytes());
        Work { count: bytes.len() as u64, checksum: bytes.len() as u64, ..Work::of(1) }
    });
    let mut read: Job = Box::new(move |clock| {
        let read = clock.time(|| Snapshot::from_bytes(black_box(&bytes)).expect("bytes of a snapshot"));
        Work { count: bytes.len() as u64, checksum: read.hash(), ..Work::of(1) }
    });
    add(row(effort, "a snapshot to bytes".into(), &mut write, Some(GOAL))?);
    add(row(effort, "a snapshot from bytes".into(), &mut read, Some(GOAL))?);
    Ok(())
}

fn row(effort: &Effort, name: String, job: &mut Job, goal: Option<f64>) -> Result<Row, String> {
    let plan = Plan { warm_up: effort.measure / 3, measure: effort.measure, most_runs: 1000 };
    let times = measure("bulk", job, &plan, |_| {}).map_err(|unsteady| format!("{name}: {unsteady}"))?;
    let each = |time: std::time::Duration| time.as_secs_f64() * 1e6 / times.work.items as f64;
    let median = Cell::new("us", each(times.median));
    let cells = vec![
        goal.map_or(median, |goal| median.goal(goal)),
        Cell::new("least", each(times.min)),
        Cell::new("hits, bytes", times.work.count as f64 / times.work.items as f64),
    ];
    Ok(Row { name, cells })
}

/// All circles hit each other.
fn circles() -> World {
    world(|_| Body::circle(3.0))
}

/// A ship hits and grazes the bullets.
fn bullets() -> World {
    world(|k| match k {
        0 => Body::circle(3.0).layer(1).against(2).graze(6.0),
        _ => Body::circle(2.0).layer(2).against(1),
    })
}

fn world(body: impl Fn(usize) -> Body) -> World {
    let mut world = World::builder().threads(1).build().expect("a valid world");
    world.spawn_many(BODIES, body).expect("valid bodies");
    world
}

/// Many worlds, and the positions of their bodies in some steps.
pub(super) struct BulkWorlds {
    worlds: Worlds,
    /// The bodies of all worlds.
    bodies: Vec<Handle>,
    places: Vec<Vec<Vec2>>,
}

impl BulkWorlds {
    fn new(world: fn() -> World, count: usize, threads: usize) -> BulkWorlds {
        let start = world().snapshot();
        let worlds = Worlds::new(count, |_| {
            let mut world = World::builder().threads(1).build()?;
            world.restore(&start);
            Ok(world)
        });
        let worlds = worlds.expect("valid worlds").threads(threads);
        let bodies: Vec<Handle> = worlds[0].bodies().collect();
        BulkWorlds { worlds, bodies: bodies.repeat(count), places: places(count) }
    }

    /// Makes worlds of circles that all hit each other.
    pub(super) fn circles(count: usize, threads: usize) -> BulkWorlds {
        BulkWorlds::new(circles, count, threads)
    }

    /// Moves all bodies and makes a step of all worlds, forwards and then backwards. Returns the answer.
    pub(super) fn step(&mut self, frame: usize) -> Steps {
        let k = frame % (2 * STEPS - 2);
        let at = &self.places[if k < STEPS { k } else { 2 * STEPS - 2 - k }];
        self.worlds.step_at(&self.bodies, at).expect("places in the world")
    }
}

fn began(steps: &Steps) -> usize {
    steps.iter().map(|step: StepView<'_>| step.began().len()).sum()
}

/// Makes a step of all worlds, with all bodies moved before it, and observes the bodies near the first of each world.
fn steps(world: fn() -> World, count: usize, threads: usize, near: usize) -> Job {
    let mut bulk = BulkWorlds::new(world, count, threads);
    let eyes = vec![bulk.bodies[0]; count];
    let mut seen = vec![0.0; 3 * near * count];
    let mut play = move |clock: &mut crate::Clock| {
        let mut hits = 0;
        for frame in 0..2 * STEPS - 2 {
            hits += clock.time(|| {
                let steps = bulk.step(frame);
                bulk.worlds.observe_nearest(&eyes, near, Filter::ALL, &mut seen).expect("room for all");
                began(&steps)
            });
        }
        let far: f64 = seen.iter().map(|&x| f64::from(x)).filter(|x| x.is_finite()).sum();
        Work { count: hits as u64, checksum: hits as u64 ^ far.to_bits(), ..Work::of(2 * STEPS - 2) }
    };
    // What began in the first step depends on the step before it.
    play(&mut crate::Clock::default());
    Box::new(play)
}

/// Returns the positions of all bodies for each step: they move by up to 2 px a step.
fn places(count: usize) -> Vec<Vec<Vec2>> {
    let random = &mut Random::new(5);
    let mut pair = |a: f64, b: f64| [random.between(a, b), random.between(a, b)];
    let bodies: Vec<_> = (0..count * BODIES).map(|_| (pair(0.0, SIDE), pair(-2.0, 2.0))).collect();
    let place = |k: usize, axis: usize, (at, by): &([f64; 2], [f64; 2])| at[axis] + by[axis] * k as f64;
    let of_step = |k: usize| bodies.iter().map(move |body| Vec2::new(place(k, 0, body), place(k, 1, body)));
    (0..STEPS).map(|k| of_step(k).collect()).collect()
}

/// Returns a snapshot of turned sprites of 64 forms.
fn saved(count: usize) -> Snapshot {
    let disc = Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16).expect("a valid size");
    let disc = Arc::new(disc);
    let mut world = World::builder().threads(1).build().expect("a valid world");
    let body = |k: usize| {
        let at = [(k % 100) as f64 * 9.5, (k / 100) as f64 * 9.25];
        Body::sprite(&disc).turned((k % 64) as f64 / 10.0).at(at).layer(2).against(1)
    };
    world.spawn_many(count, body).expect("valid bodies");
    world.snapshot()
}

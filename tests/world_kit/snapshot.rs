//! Tests that a restored world continues as it would have: the same handles, events, hashes.

use kasuri::broad::{Brute, Tree};
use kasuri::{Body, Handle, Recorder, Recording, World};

use crate::common::Random;
use crate::mirror::program::Program;

/// Runs steps of random calls, each compared with the judge; returns the hash after each.
fn run(program: &mut Program, steps: usize) -> Vec<u64> {
    (0..steps)
        .map(|_| {
            let missing = 40_usize.saturating_sub(program.twins.len());
            let come = program.random.size(0..=6) + missing / 4;
            program.spawn_many(come);
            let go = program.random.size(0..=5).min(program.twins.len());
            program.remove(go);
            program.drift();
            for _ in 0..program.random.size(0..=5) {
                program.act();
            }
            program.step();
            program.world.hash()
        })
        .collect()
}

/// The same calls give the same hashes with any broad phase.
#[test]
fn the_hash_knows_no_broad_phase() {
    let hashes = |mut program: Program| {
        program.reach = 80.0;
        run(&mut program, 60)
    };
    let grid = hashes(Program::new(Random::new(7)));
    assert_eq!(grid, hashes(Program::with_broad(Random::new(7), Brute)));
    assert_eq!(grid, hashes(Program::with_broad(Random::new(7), Tree::default())));
}

/// A crowd whose bodies come, go, hit and graze by simple rules; its result is its hash and its events.
struct Crowd {
    world: World,
    bodies: Vec<Handle>,
    random: Random,
}

impl Crowd {
    fn step(&mut self) -> (u64, Vec<(u64, u64)>) {
        let (world, random) = (&mut self.world, &mut self.random);
        for _ in 0..random.size(0..=9) {
            let body = Body::circle(random.between(1.0, 5.0)).at(random.point(30.0)).graze(3.0);
            let body = body.cooldown(random.below(3) as u32).max_hits(6).invulnerable(random.below(3));
            self.bodies.push(world.spawn(body).unwrap());
        }
        for k in 0..self.bodies.len() {
            let at = world.get(self.bodies[k]).unwrap().at();
            let by = random.point(3.0);
            world.edit(self.bodies[k]).position([at.x + by[0], at.y + by[1]]).unwrap();
        }
        for _ in 0..random.size(0..=8).min(self.bodies.len()) {
            let gone = random.size(0..=self.bodies.len() - 1);
            world.remove(self.bodies.swap_remove(gone)).unwrap();
        }
        let step = world.step().unwrap();
        let hits = [step.began(), step.stayed(), step.ended(), step.grazes()].concat();
        (world.hash(), hits.iter().map(|hit| (hit.a.to_bits(), hit.b.to_bits())).collect())
    }

    fn new(seed: u64) -> Crowd {
        Crowd { world: World::new(), bodies: Vec::new(), random: Random::new(seed) }
    }
}

#[test]
fn a_restored_crowd_goes_on_alike() {
    for seed in 0..20 {
        let mut crowd = Crowd::new(seed);
        (0..30).for_each(|_| drop(crowd.step()));
        let (snapshot, bodies, random) = (crowd.world.snapshot(), crowd.bodies.clone(), crowd.random.clone());
        let first: Vec<_> = (0..60).map(|_| crowd.step()).collect();
        let hits: usize = first.iter().map(|(_, hits)| hits.len()).sum();
        assert!(hits > 100, "{hits} hits");
        let mut other = World::builder().broad(Tree::default()).build().unwrap();
        other.spawn(Body::point()).unwrap();
        for world in [&mut crowd.world, &mut other] {
            world.restore(&snapshot);
            let world = std::mem::take(world);
            let (bodies, random) = (bodies.clone(), random.clone());
            let mut again = Crowd { world, bodies, random };
            assert!(first.iter().all(|step| *step == again.step()));
        }
    }
}

/// The moment at which rows of removed bodies are closed up is not visible. Two worlds get the same calls, but one is
/// now and then restored to its own state through a recording, which keeps only what its next step needs.
#[test]
fn a_world_read_back_goes_on_alike() {
    let (mut crowd, mut other) = (Crowd::new(5), Crowd::new(5));
    for k in 0..200 {
        assert_eq!(crowd.step(), other.step());
        if k % 20 == 0 {
            let (mut recorder, snapshot) = (Recorder::new(), other.world.snapshot());
            recorder.step(&mut other.world).unwrap();
            other.world.restore(&snapshot);
            let recording = Recording::new(recorder.into_bytes()).unwrap();
            let mut replay = recording.replay();
            replay.step().unwrap();
            other.world = replay.into_world();
            crowd.world.step().unwrap();
            assert_eq!(crowd.world.hash(), other.world.hash());
        }
    }
}

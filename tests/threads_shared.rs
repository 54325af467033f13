//! Tests what several threads may use at once: worlds move between threads, one world is queried from many threads, and
//! executors work in parallel. All get the same answers as one thread alone.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::thread;

use common::Random;
use kasuri::{
    Area, Body, Filter, Handle, Mask, Recording, Shape, Snapshot, Step, TileMap, Touching, World,
    mask::Sprite,
    parallel::Threads,
    query::{self, Form, Placed},
    worlds::Worlds,
};

const fn is_send<T: Send>() {}
const fn is_shared<T: Send + Sync>() {}

/// This holds if it compiles.
const _: () = {
    is_send::<World>();
    is_send::<Worlds>();
    is_shared::<Step>();
    is_shared::<Snapshot>();
    is_shared::<Handle>();
    is_shared::<Recording>();
    is_shared::<Body>();
    is_shared::<Shape>();
    is_shared::<Mask>();
    is_shared::<TileMap>();
    is_shared::<Sprite>();
    is_shared::<Form>();
    is_shared::<Placed>();
    is_shared::<Threads>();
    is_shared::<kasuri::Error>();
};

#[cfg(feature = "gpu")]
const _: () = {
    is_shared::<kasuri::gpu::Gpu>();
    is_send::<kasuri::gpu::Bodies>();
    is_send::<kasuri::gpu::Ticket>();
};

fn crowd(threads: usize) -> World {
    let mut world = World::builder().threads(threads).build().unwrap();
    let mut random = Random::new(5);
    let ship = std::sync::Arc::new(Mask::from_fn(16, 16, |x, y| (x ^ y) & 3 != 0).unwrap());
    let mut body = |k: usize| {
        let body =
            if k.is_multiple_of(3) { Body::sprite(&ship).turned(0.3) } else { Body::circle(4.0).graze(2.0) };
        body.at(random.point(150.0))
    };
    world.spawn_many(common::cases(600, 4000), &mut body).unwrap();
    world
}

/// Runs steps that move everything; returns the hashes after them.
fn play(world: &mut World) -> Vec<u64> {
    let mut random = Random::new(6);
    let bodies: Vec<Handle> = world.bodies().collect();
    let mut one = || {
        let at: Vec<[f64; 2]> = bodies.iter().map(|_| random.point(150.0)).collect();
        world.set_positions(&bodies, &at).unwrap();
        world.step().unwrap();
        world.hash()
    };
    (0..4).map(|_| one()).collect()
}

#[test]
fn worlds_on_their_way_between_threads() {
    let expected = play(&mut crowd(1));
    let mut worlds: Vec<World> = (1..=4).map(crowd).collect();
    thread::scope(|scope| {
        for world in &mut worlds {
            let expected = &expected;
            scope.spawn(move || assert_eq!(play(world), *expected));
        }
    });
    let mut moved = thread::spawn(|| crowd(2)).join().unwrap();
    assert_eq!(play(&mut moved), expected);
}

#[test]
fn forms_and_steps_are_read_by_all() {
    let mut world = crowd(2);
    let step = world.step().unwrap();
    let forms: Vec<Form> = world.iter().map(|seen| seen.form().clone()).collect();
    let pairs: Vec<[u32; 2]> = (0..forms.len() as u32 - 7).flat_map(|k| [[k, k + 1], [k, k + 7]]).collect();
    let overlap =
        |[a, b]: [u32; 2]| query::overlaps(&forms[a as usize], &forms[b as usize], Touching::Counts);
    let right: Vec<bool> = pairs.iter().map(|&pair| overlap(pair)).collect();
    let first = step.began().to_vec();
    let placed: Vec<Placed> = world
        .iter()
        .map(|seen| Placed {
            form: seen.form().clone(),
            at: seen.at(),
            layer: 1,
            against: u32::MAX,
            group: 0,
        })
        .collect();
    let overlapping = query::pairs(&placed, Touching::Counts);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert!(pairs.iter().map(|&pair| overlap(pair)).eq(right.iter().copied()));
                assert_eq!(query::pairs(&placed, Touching::Counts), overlapping);
                assert_eq!(step.began(), first);
            });
        }
        // The world continues while its last step is read.
        scope.spawn(|| assert!(play(&mut world).len() == 4));
    });
}

#[test]
fn many_worlds_on_many_threads() {
    let hashes = |threads: usize| {
        let mut worlds = Worlds::new(12, |k| {
            let mut world = crowd(1);
            world.spawn(Body::circle(1.0 + k as f64))?;
            Ok(world)
        })
        .unwrap()
        .threads(threads);
        for step in 0..3 {
            let mut states = vec![step; 12];
            let move_all = |world: &mut World, &mut step: &mut u32| {
                let first = world.bodies().next().unwrap();
                world.edit(first).position([f64::from(step), 1.0]).map(drop)
            };
            worlds.step_after(&mut states, move_all).unwrap();
        }
        worlds.iter().map(World::hash).collect::<Vec<_>>()
    };
    assert_eq!(hashes(1), hashes(4));
}

#[test]
fn questions_between_steps_of_a_world_behind_a_lock() {
    let world = std::sync::Mutex::new(crowd(2));
    let alone = {
        let mut world = crowd(1);
        world.step().unwrap();
        world.overlapping(Area::point([0.0, 0.0]), Filter::ALL).unwrap()
    };
    world.lock().unwrap().step().unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let world = world.lock().unwrap();
                assert_eq!(world.overlapping(Area::point([0.0, 0.0]), Filter::ALL).unwrap(), alone);
                assert!(world.nearest([3.0, 3.0], 5, Filter::ALL).unwrap().len() == 5);
            });
        }
    });
}

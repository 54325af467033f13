//! Runs the golden session of the bullet-hell kit on every GPU: it gives the committed hashes, also from a snapshot
//! half way.
#![cfg(feature = "gpu")]
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;
#[path = "gpu/mod.rs"]
mod gpu;
#[allow(dead_code, reason = "the functions that record are not used here")]
#[path = "world_kit/session.rs"]
mod session;

use std::collections::HashMap;
use std::time::Instant;

use kasuri::{Backend, World};
use session::{STEPS, Session, arena};

const GOLDEN: &str = include_str!("golden/danmaku.txt");

/// Returns the steps whose hashes are committed, with the hashes.
fn golden() -> HashMap<u64, u64> {
    let lines = GOLDEN.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((words.next()?.parse().ok()?, u64::from_str_radix(words.next()?, 16).ok()?))
    });
    lines.collect()
}

/// Steps a world and returns how many of its hashes equal committed ones.
fn hold(world: &mut World, session: &mut Session, steps: u32, name: &str) -> usize {
    let golden = golden();
    let mut held = 0;
    for _ in 0..steps {
        session.step(world, None).unwrap();
        if let Some(&hash) = golden.get(&world.steps()) {
            assert_eq!(world.hash(), hash, "step {} on {name}", world.steps());
            held += 1;
        }
    }
    held
}

#[test]
fn the_session_is_the_same_on_every_gpu() {
    let mut world = arena(World::builder());
    let mut half = Session::begin(&mut world).unwrap();
    assert_eq!(hold(&mut world, &mut half, STEPS / 2, "the CPU"), STEPS as usize / 200);
    let snapshot = world.snapshot();
    for gpu in gpu::all() {
        let (name, clock) = (&gpu.adapter().name, Instant::now());
        let on_it = || World::builder().backend(Backend::Gpu).gpu(gpu.clone());
        // Starts from the snapshot half way: the world had other bodies before, and the GPU must not keep them.
        let mut world = arena(on_it());
        let mut session = Session::begin(&mut world).unwrap();
        hold(&mut world, &mut session, 200, name);
        world.restore(&snapshot);
        // (All steps take minutes on a GPU in software.)
        let steps = common::cases(500, STEPS as usize / 2);
        assert_eq!(hold(&mut world, &mut half.clone(), steps as u32, name), steps / 100);
        println!("{name}: {} steps in {:.1?}", 200 + steps, clock.elapsed());
    }
}

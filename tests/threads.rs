//! Steps are the same on any number of threads: hits, events, reports, and what the world has become.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use kasuri::{Body, Mask, Shape, World};
use support::Random;

/// All there is to a crowd that moves about for a few steps, as text.
fn story(threads: usize) -> (Vec<String>, usize, usize) {
    let random = &mut Random::new(12);
    let disc = Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16).unwrap());
    let mut world = World::builder().threads(threads).bounds([0.0, 0.0], [900.0, 900.0]).build().unwrap();
    let body = |k: usize| match k % 5 {
        0 => Body::circle(4.0).layer(1).against(3),
        1 => Body::sprite(&disc).turned(k as f64).graze(2.0),
        2 => Body::rect([5.0, 2.0]).turned(k as f64).layer(2).cooldown(2),
        3 => Body::rect([5.0, 4.0]).region("core", Shape::circle(1.0).unwrap()),
        _ => Body::sprite(&disc).max_hits(9),
    };
    let bodies = world.spawn_many(12_000, body).unwrap();
    let (mut steps, mut candidates, mut grazes) = (Vec::new(), usize::MAX, 0);
    for _ in 0..4 {
        let mut place = || [(); 2].map(|()| random.between(-5.0, 905.0));
        let places: Vec<[f64; 2]> = bodies.iter().map(|_| place()).collect();
        world.set_positions(&bodies, &places).unwrap();
        let step = world.step().unwrap();
        candidates = candidates.min(step.report().candidates);
        grazes += step.grazes().len();
        let hits: Vec<_> = step.hits().collect();
        let lists = (step.began(), step.stayed(), step.ended(), step.grazes(), step.left(), step.entered());
        steps.push(format!("{hits:?} {lists:?} {:x}", world.hash()));
    }
    (steps, candidates, grazes)
}

#[test]
fn steps_are_the_same_on_any_number_of_threads() {
    let (alone, candidates, grazes) = story(1);
    // Enough for the candidates to be decided in parts.
    assert!(candidates > 8192 && grazes > 1000, "{candidates} candidates, {grazes} grazes");
    for threads in [2, 3, 8] {
        let (steps, ..) = story(threads);
        for (k, (step, expected)) in steps.iter().zip(&alone).enumerate() {
            assert!(step == expected, "step {k} on {threads} threads");
        }
    }
}

/// Run again by the test below, where no thread can be started.
#[test]
fn a_world_of_many_bodies_is_stepped() {
    let mut world = World::new();
    world
        .spawn_many(20_000, |k| Body::circle(4.0).at([(k % 200) as f64 * 7.0, (k / 200) as f64 * 7.0]))
        .unwrap();
    assert_eq!(world.step().unwrap().began().len(), 199 * 100 + 200 * 99);
    if std::env::var_os("RUST_MIN_STACK").is_some() {
        assert_eq!([kasuri::Threads::default().count(), kasuri::Threads::new(8).count()], [1, 1]);
    }
}

#[test]
#[cfg(all(unix, target_pointer_width = "64"))]
fn where_no_thread_can_be_started_the_callers_does_it() {
    // Threads ask for stacks that nobody has.
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "a_world_of_many_bodies_is_stepped", "--test-threads=1"]);
    let done = again.env("RUST_MIN_STACK", (1u64 << 47).to_string()).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

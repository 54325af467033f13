//! Tests thousands of steps of random calls: each step reports what the reference says of the same state, and the events
//! that follow by SPEC 6.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod mirror;

use std::time::Instant;

use common::Random;
use kasuri::{Recorder, Recording};
use mirror::program::Program;

/// Tests 10,000 steps of more than 200 bodies.
#[test]
fn every_step_is_the_references() {
    let steps = 10_000;
    let clock = Instant::now();
    let mut program = Program::new(Random::new(1));
    program.spawn_many(265);
    for step in 1..=steps {
        let missing = 265_usize.saturating_sub(program.twins.len());
        let come = program.random.size(0..=2) + missing / 4;
        program.spawn_many(come);
        let surplus = program.twins.len().saturating_sub(260);
        let go = program.random.size(0..=2 + surplus / 4);
        program.remove(go);
        program.drift();
        for _ in 0..program.random.size(0..=8) {
            program.act();
        }
        if step % 3000 == 0 {
            program.clear();
            program.spawn_many(265);
        }
        program.step();
        if step % 50 == 0 {
            program.check_bodies();
        }
    }
    let t = &program.tally;
    println!("{steps} steps in {:.1?}: {t:?}", clock.elapsed());
    assert!(t.bodies >= 200 * steps, "{} bodies a step", t.bodies / steps);
    assert!(t.hits >= 50 * steps && t.passed_over >= 20 * steps, "{} hits a step: {t:?}", t.hits / steps);
    let rare = [t.began, t.ended, t.grazes, t.passed_over, t.crossed, t.despawned, t.refused, t.cancelled];
    assert!(t.restored > 20, "{t:?}");
    assert!(rare.iter().all(|&count| count > steps / 50), "{t:?}");
}

/// Many bodies come and go in every step, so that rows are closed up repeatedly while contacts last.
#[test]
fn swarms_that_come_and_go() {
    let mut program = Program::new(Random::new(2));
    for _ in 0..300 {
        let come = program.random.size(0..=60);
        program.spawn_many(come);
        let go = program.random.size(0..=60).min(program.twins.len());
        program.remove(go);
        program.drift();
        program.step();
        program.check_bodies();
    }
    assert!(program.tally.hits > 300 && program.tally.ended > 300, "{:?}", program.tally);
}

/// Every third body is swept, many fly fast, some are teleported; and all of it is replayed from a recording.
#[test]
fn swept_bodies_meet_what_the_reference_says() {
    // The reference tests all pairs: twice the bodies take four times as long.
    let (steps, count) = (common::cases(160, 6000), common::cases(60, 120));
    let mut recorder = Some(Recorder::new());
    let mut program = Program::sweeping(Random::new(9));
    program.spawn_many(count);
    for step in 1..=steps {
        let missing = count.saturating_sub(program.twins.len());
        let come = program.random.size(0..=2) + missing / 4;
        program.spawn_many(come);
        let surplus = program.twins.len().saturating_sub(count);
        let go = program.random.size(0..=2 + surplus / 4);
        program.remove(go);
        program.drift();
        for _ in 0..program.random.size(0..=8) {
            program.act();
        }
        // A part of the session is recorded, including restores within it.
        if step == 50 {
            program.recorder = recorder.take();
        }
        program.step();
        if step == 150 {
            recorder = program.recorder.take();
            let mut replay = Recording::new(recorder.as_ref().unwrap().bytes()).unwrap().replay();
            while replay.step().unwrap().is_some() {}
            assert_eq!(replay.difference(), None);
            assert_eq!(replay.world().hash(), program.world.hash());
        }
        if step % 50 == 0 {
            program.check_bodies();
        }
    }
    let t = &program.tally;
    println!("{t:?}");
    assert!(t.on_way > 4 * steps && t.hits > 4 * steps && t.restored > 0, "{t:?}");
}

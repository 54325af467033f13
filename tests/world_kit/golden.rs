//! A recorded session: it must give the same hashes on every machine and in every version.

use std::fmt::Write;

use kasuri::broad::Tree;
use kasuri::{Recorder, Recording, World};

use crate::session::{STEPS, Session, arena};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/danmaku.txt");

/// Returns the hash after every hundredth step, and the totals, as text.
fn told(session: &Session, hashes: &[u64]) -> String {
    let mut text = String::new();
    for (k, hash) in hashes.iter().enumerate().skip(99).step_by(100) {
        writeln!(text, "{:5} {hash:016x}", k + 1).unwrap();
    }
    let Session { peak, grazed, died, cancelled, wounds, .. } = session;
    writeln!(text, "{peak} bullets, {grazed} grazes, {died} deaths, {cancelled} cancelled, {wounds} wounds")
        .unwrap();
    text
}

fn play(session: &mut Session, world: &mut World, steps: u32) -> Vec<u64> {
    let mut one = || {
        session.step(world, None).unwrap();
        world.hash()
    };
    (0..steps).map(|_| one()).collect()
}

#[test]
fn the_session_is_as_it_was() {
    let mut world = arena(World::builder());
    let mut session = Session::begin(&mut world).unwrap();
    let mut hashes = play(&mut session, &mut world, STEPS / 2);
    let (snapshot, half) = (world.snapshot(), session.clone());
    hashes.extend(play(&mut session, &mut world, STEPS / 2));
    assert!(session.peak >= 2000 && STEPS >= 3000, "{} bullets at the peak", session.peak);

    // From half way on, in worlds with other settings, on one thread and on two.
    let again = |mut world: World| {
        let mut session = half.clone();
        world.restore(&snapshot);
        play(&mut session, &mut world, STEPS / 2)
    };
    let second_half = &hashes[hashes.len() / 2..];
    for builder in [World::builder().threads(1).broad(Tree::default()), World::builder().threads(2)] {
        assert!(again(builder.build().unwrap()) == second_half);
    }

    let text = told(&session, &hashes);
    if std::env::var_os("KASURI_WRITE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, &text).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    assert!(
        text == golden,
        "the session went otherwise than tests/golden/danmaku.txt has it. If it is meant to, write it anew with \
         KASURI_WRITE_GOLDEN=1, and add a line to CHANGELOG.md that names the section of docs/SPEC.md that changed.\n\
         It went:\n{text}"
    );
}

/// Records the busiest part of the session and replays it with another broad phase.
#[test]
fn the_session_goes_again() {
    let mut world = arena(World::builder().broad(Tree::default()));
    let mut session = Session::begin(&mut world).unwrap();
    play(&mut session, &mut world, 600);
    let mut recorder = Recorder::new();
    let hashes: Vec<u64> = (0..200)
        .map(|_| {
            session.step(&mut world, Some(&mut recorder)).unwrap();
            world.hash()
        })
        .collect();
    let bytes = recorder.into_bytes();
    println!("{} bytes a step of {} bullets", bytes.len() / 200, session.peak);
    let recording = Recording::new(bytes).unwrap();
    let mut replay = recording.replay();
    let mut steps = 0;
    while let Some(step) = replay.step().unwrap() {
        assert_eq!(step.number(), 601 + steps);
        steps += 1;
    }
    assert_eq!((steps, replay.difference()), (200, None));
    // The player's actions after the last step are recorded with the next one.
    assert!(hashes.len() == 200 && replay.world().steps() == world.steps());
}

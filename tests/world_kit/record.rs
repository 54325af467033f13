//! Tests that recordings replay exactly and name the first difference, and that no bytes make them panic.

use std::sync::Arc;

use kasuri::broad::{Brute, Tree};
use kasuri::{
    Body, Ceilings, Mask, Recorder, Recording, World,
    record::{Pass, Replay},
};

#[allow(unreachable_pub, reason = "a fuzz target has it, too")]
#[path = "../recordings/session.rs"]
mod session;

use crate::common::Random;
use crate::mirror::program::Program;

/// Records random calls of every kind, with all rules on; restored states in between are not part of it.
fn recorded(mut program: Program, steps: usize) -> (Vec<u8>, Vec<u64>) {
    program.reach = 120.0;
    program.recorder = Some(Recorder::new());
    program.spawn_many(60);
    let mut hashes = Vec::new();
    for _ in 0..steps {
        let missing = 60_usize.saturating_sub(program.twins.len());
        let come = program.random.size(0..=3) + missing / 4;
        program.spawn_many(come);
        let go = program.random.size(0..=2).min(program.twins.len());
        program.remove(go);
        program.drift();
        for _ in 0..program.random.size(0..=6) {
            program.act();
        }
        program.step();
        hashes.push(program.world.hash());
    }
    (program.recorder.take().unwrap().into_bytes(), hashes)
}

#[test]
fn a_replay_is_the_session() {
    let (bytes, hashes) = recorded(Program::new(Random::new(3)), 400);
    let recording = Recording::new(bytes).unwrap();
    assert!(recording.len() > 200, "{} steps", recording.len());
    let mut replay = recording.replay();
    let mut left = hashes.iter();
    while replay.step().unwrap().is_some() {
        let hash = replay.world().hash();
        assert!(left.any(|&recorded| recorded == hash), "in order");
    }
    assert_eq!(replay.difference(), None);
    assert_eq!(recording.first_difference(&recording.clone()).unwrap(), None);
}

/// With clones a replay can go back: each clone continues as its original did.
#[test]
fn a_clone_of_a_replay_goes_on_the_same_way() {
    let (bytes, _) = recorded(Program::new(Random::new(9)), 200);
    let recording = Recording::new(bytes).unwrap();
    let mut replay = recording.replay();
    let (mut kept, mut hashes) = (vec![replay.clone()], vec![replay.world().hash()]);
    while replay.step().unwrap().is_some() {
        assert_eq!(replay.steps(), hashes.len());
        hashes.push(replay.world().hash());
        kept.extend(replay.steps().is_multiple_of(37).then(|| replay.clone()));
    }
    assert!(kept.len() > 2 && recording.len() + 1 == hashes.len());
    for mut replay in kept {
        while replay.step().unwrap().is_some() {
            assert_eq!(replay.world().hash(), hashes[replay.steps()]);
        }
        assert_eq!((replay.steps(), replay.difference()), (recording.len(), None));
    }
}

/// The same calls make the same bytes with any broad phase.
#[test]
fn a_recording_knows_no_broad_phase() {
    let one = recorded(Program::new(Random::new(4)), 120);
    let other = recorded(Program::with_broad(Random::new(4), Brute), 120);
    let third = recorded(Program::with_broad(Random::new(4), Tree::default()), 120);
    assert!(one == other && one == third);
}

/// A world taken from the middle of a recording continues as the session did.
#[test]
fn a_replay_can_be_taken_over() {
    let session = |world: &mut World, recorder: &mut Recorder, steps: std::ops::Range<u32>| {
        for k in steps {
            let at = |j: u32| [f64::from(k * 7 % 50 + j), f64::from(k * j % 40)];
            world.spawn(Body::circle(3.0).at(at(1)).cooldown(2).max_hits(3).graze(4.0)).unwrap();
            let bodies: Vec<_> = world.bodies().collect();
            world.edit(bodies[bodies.len() / 2]).position(at(2)).unwrap();
            world.edit(bodies[bodies.len() / 3]).angle(0.1 * f64::from(k)).unwrap();
            if k % 3 == 0 {
                world.remove(bodies[k as usize % bodies.len()]).unwrap();
            }
            recorder.step(world).unwrap();
        }
    };
    let (mut world, mut recorder) = (World::new(), Recorder::new());
    session(&mut world, &mut recorder, 0..100);
    let recording = Recording::new(recorder.bytes()).unwrap();
    let mut replay = recording.replay();
    while replay.step().unwrap().is_some() {}
    let mut other = replay.into_world();
    assert_eq!(other.hash(), world.hash());
    session(&mut world, &mut recorder, 100..160);
    session(&mut other, &mut Recorder::new(), 100..160);
    assert_eq!(other.hash(), world.hash());
}

/// A swept pair of large sprites is tested in many steps, so it costs more than a pair at rest. Pairs of bullets cost
/// little.
#[test]
fn swept_pairs_count_their_steps() {
    let side = 64;
    let comb = Arc::new(Mask::from_fn(side, side, |x, _| x % 2 == 0).unwrap());
    let recorded = |bodies: &[Body], by: f64| {
        let (mut world, mut recorder) = (World::new(), Recorder::new());
        let bodies: Vec<_> = bodies.iter().map(|body| world.spawn(body.clone()).unwrap()).collect();
        recorder.step(&mut world).unwrap();
        world.edit(bodies[0]).position([by, 0.25]).unwrap();
        recorder.step(&mut world).unwrap();
        Recording::new(recorder.bytes()).unwrap()
    };
    let is_within = |recording: &Recording, work: u64| {
        let mut replay = recording.clone().within(Ceilings::default().work(work)).replay();
        std::iter::repeat_with(|| replay.step()).take(2).all(|step| step.is_ok())
    };
    let giant = |at: f64| Body::sprite(&comb).at([at, 0.0]).scaled([64.0, 64.0]);
    let still = recorded(&[giant(0.0), giant(3_000.0)], 6_000.0);
    let swept = recorded(&[giant(0.0).swept(), giant(3_000.0)], 6_000.0);
    assert!(is_within(&still, 20_000_000) && !is_within(&swept, 500_000_000));
    let shot = |at: f64| Body::sprite(&comb).at([at, 0.0]).swept();
    assert!(is_within(&recorded(&[shot(0.0), shot(70.0)], 100.0), 200_000));
    let ball = |at: f64| Body::circle(3.0).at([at, 0.0]).swept();
    assert!(is_within(&recorded(&[ball(0.0), ball(70.0)], 100_000.0), 200));
}

/// Two circles hit each other. In a second session the hit is a step later, or one circle is replaced by another body or
/// has a different rule.
#[test]
fn the_first_difference_is_named() {
    let session = |change: &dyn Fn(&mut World, u32)| {
        let (mut world, mut recorder) = (World::new(), Recorder::new());
        let bodies = world.spawn_many(2, |k| Body::circle(4.0).at([20.0 * k as f64, 0.0])).unwrap();
        for k in 0..20 {
            world.edit(bodies[0]).position([f64::from(k), 0.0]).unwrap();
            change(&mut world, k);
            recorder.step(&mut world).unwrap();
        }
        Recording::new(recorder.bytes()).unwrap()
    };
    let plain = session(&|_, _| {});
    let first = |change: &dyn Fn(&mut World, u32)| plain.first_difference(&session(change)).unwrap().unwrap();
    let body = |world: &World| world.bodies().next().unwrap();

    let moved = first(&|world, k| {
        if k == 7 {
            world.edit(body(world)).position([7.5, 0.0]).unwrap();
        }
    });
    assert_eq!((moved.step, moved.pass), (8, Pass::State));
    assert_eq!(moved.what, "body 0v1 is at [7, 0] in the first, at [7.5, 0] in the second");
    let grown = first(&|world, k| {
        if k == 3 {
            world.edit(body(world)).radius(5.0).unwrap();
        }
    });
    assert_eq!((grown.step, grown.what.as_str()), (4, "body 0v1 has another form"));
    let more = first(&|world, k| {
        if k == 9 {
            drop(world.spawn(Body::point()));
        }
    });
    assert_eq!((more.step, more.what.as_str()), (10, "body 2v1 is in the second only"));
    let ruled = first(&|world, k| {
        if k == 2 {
            world.edit(body(world)).cooldown(3).unwrap();
        }
    });
    assert_eq!((ruled.step, ruled.what.as_str()), (3, "body 0v1 has other rules"));
}

/// Simulates a wrong pass, as of a broken backend: every byte of the answers is changed in the file.
#[test]
fn what_passes_find_is_compared() {
    let (mut world, mut recorder) = (World::new(), Recorder::new());
    world.spawn_many(2, |k| Body::circle(4.0).at([5.0 * k as f64, 0.0])).unwrap();
    // After the length of the step.
    let start = recorder.bytes().len() + 4;
    recorder.step(&mut world).unwrap();
    // Without the checksums, which would find the change first.
    let bytes = as_version_1(&recorder.into_bytes());
    let right = Recording::new(&bytes[..]).unwrap();
    let mut passes = Vec::new();
    for at in start..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1;
        let Ok(wrong) = Recording::new(wrong) else { continue };
        if let Ok(Some(difference)) = right.first_difference(&wrong) {
            assert!(difference.pass == Pass::State || difference.step == 1);
            let mut replay = wrong.replay();
            // If the state was changed, the replay does things that were not recorded.
            assert!(replay.step().is_err() || replay.difference().is_some(), "{at}");
            passes.push(difference.pass);
        }
    }
    for pass in [Pass::State, Pass::Candidates, Pass::Overlaps, Pass::Events] {
        assert!(passes.contains(&pass), "{passes:?}");
    }
}

/// Tests bytes that are dropped, doubled, changed or cut off: an error or another session, never a panic.
#[test]
fn broken_recordings_are_refused() {
    // Without the checksums, which would stop nearly every change early.
    let bytes = as_version_1(&recorded(Program::new(Random::new(5)), 12).0);
    let mut random = Random::new(6);
    let (mut refused, mut replayed) = (0, 0);
    for _ in 0..crate::common::cases(3000, 100_000) {
        let mut bytes = bytes.clone();
        for _ in 0..random.size(1..=3) {
            let at = random.size(0..=bytes.len() - 1);
            match random.below(4) {
                0 => bytes[at] = random.bits() as u8,
                1 => bytes[at] ^= 1 << random.below(8),
                2 => bytes.truncate(at.max(1)),
                _ => drop(bytes.remove(at)),
            }
        }
        let Ok(recording) = Recording::new(bytes) else {
            refused += 1;
            continue;
        };
        let mut replay = recording.replay();
        loop {
            match replay.step() {
                Ok(Some(_)) => {}
                Ok(None) => break replayed += 1,
                Err(_) => break refused += 1,
            }
        }
        // Whatever the result is, it is a valid world.
        let mut world = replay.into_world();
        let body = world.spawn(Body::circle(1.0)).unwrap();
        assert!(world.contains(body) && world.bodies().all(|body| world.get(body).is_ok()));
        world.step().unwrap();
    }
    assert!(refused > 100 && replayed > 100, "{refused} refused, {replayed} replayed");
}

/// Returns the recording as written before steps had checksums.
fn as_version_1(bytes: &[u8]) -> Vec<u8> {
    let (mut old, mut rest) = ([Recording::MAGIC, &1_u32.to_le_bytes()].concat(), &bytes[12..]);
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (step, next) = after[8..].split_at(u32::from_le_bytes(*length) as usize);
        old.extend([length, step].concat());
        rest = next;
    }
    old
}

/// A file of each version, made by the code that first wrote that version.
const FILES: [(u32, &[u8]); 3] = [
    (1, include_bytes!("../recordings/version-1.rec")),
    (2, include_bytes!("../recordings/version-2.rec")),
    (3, include_bytes!("../recordings/version-3.rec")),
];

/// Returns everything a step reports, and the world's hash after it.
fn told(replay: &mut Replay) -> Option<String> {
    let step = replay.step().unwrap()?;
    let hits = (step.began(), step.stayed(), step.ended(), step.grazes());
    let bodies = (step.left(), step.entered(), step.despawned());
    Some(format!("{hits:?} {bodies:?} {:x}", replay.world().hash()))
}

/// Older files can be read, and give the same steps as the same session today.
#[test]
fn files_of_every_version_are_read() {
    let now = Recording::new(session::recorded().unwrap()).unwrap();
    for (version, bytes) in FILES {
        assert_eq!(bytes[8..12], u32::to_le_bytes(version));
        let recording = Recording::new(bytes).unwrap();
        assert_eq!((recording.len(), recording.cut()), (now.len(), 0));
        let (mut old, mut new) = (recording.replay(), now.replay());
        for step in 0..=now.len() {
            let expected = told(&mut new);
            assert_eq!(expected.is_some(), step < now.len());
            assert_eq!(told(&mut old), expected, "version {version}, step {step}");
        }
        // Boxes may be wider than before. The additional candidates are not part of the answer.
        let difference = old.difference();
        assert!(difference.is_none_or(|found| found.pass == Pass::Candidates), "{difference:?}");
    }
}

/// Checks that the version written now has a file. When the version changes, a file is added next to the older ones.
#[test]
fn the_version_that_is_written_has_a_file() {
    let bytes = session::recorded().unwrap();
    assert_eq!(bytes[8..12], u32::to_le_bytes(FILES[FILES.len() - 1].0));
}

fn short() -> Vec<u8> {
    let (mut world, mut recorder) = (World::new(), Recorder::new());
    let bodies = world.spawn_many(3, |k| Body::circle(4.0).at([6.0 * k as f64, 0.0])).unwrap();
    for k in 0..12 {
        world.edit(bodies[0]).position([f64::from(k), 0.0]).unwrap();
        recorder.step(&mut world).unwrap();
    }
    recorder.into_bytes()
}

/// Returns the recording as written before the version was part of the checksums.
fn as_version_2(bytes: &[u8]) -> Vec<u8> {
    let (mut old, mut rest) = ([Recording::MAGIC, &2_u32.to_le_bytes()].concat(), &bytes[12..]);
    let mut number = 0_u32;
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let (step, next) = after[4..].split_at(u32::from_le_bytes(head[..4].try_into().unwrap()) as usize);
        let sum = crc(&[&number.to_le_bytes(), &head[..]].concat());
        old.extend([&head[..], &sum.to_le_bytes(), step].concat());
        (rest, number) = (next, number + 1);
    }
    old
}

/// Returns the CRC-32 of some bytes, computed bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let bit = |crc: u32| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| bit(crc)))
}

/// Every released version can be read (docs/never-down.md).
#[test]
fn recordings_of_older_versions_are_read() {
    let bytes = short();
    let (new, old) = (Recording::new(bytes.clone()).unwrap(), Recording::new(as_version_1(&bytes)).unwrap());
    assert_eq!((new.len(), old.len()), (12, 12));
    assert_eq!(new.first_difference(&old).unwrap(), None);
    let second = Recording::new(as_version_2(&bytes)).unwrap();
    assert_eq!((second.len(), second.cut()), (12, 0));
    assert_eq!(new.first_difference(&second).unwrap(), None);
    for version in [0_u32, 4, u32::MAX] {
        let mut other = bytes.clone();
        other[8..12].copy_from_slice(&version.to_le_bytes());
        let refused = Recording::new(other).unwrap_err().to_string();
        assert_eq!(
            refused,
            format!("the recording has version {version}; this library reads versions 1 to 3")
        );
    }
}

#[test]
fn what_is_cut_off_costs_the_last_step_alone() {
    let bytes = short();
    let whole = Recording::new(bytes.clone()).unwrap();
    assert_eq!(whole.cut(), 0);
    let mut lengths = Vec::new();
    for end in 12..bytes.len() {
        let recording = Recording::new(&bytes[..end]).unwrap();
        lengths.push(recording.len());
        let mut replay = recording.replay();
        while replay.step().unwrap().is_some() {}
        assert_eq!((replay.steps(), replay.difference()), (recording.len(), None));
    }
    assert!(lengths.is_sorted() && lengths.last() == Some(&11));
}

#[test]
fn every_flipped_bit_is_noticed() {
    let bytes = short();
    let whole = Recording::new(bytes.clone()).unwrap().len();
    for bit in 0..8 * bytes.len() {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        // A changed bit in the version may turn it into an older version, whose steps cannot be read.
        match Recording::new(bad) {
            Err(_) => {}
            Ok(recording) => {
                let mut replay = recording.replay();
                let is_noticed = recording.len() < whole || (0..whole).any(|_| replay.step().is_err());
                assert!(is_noticed, "bit {bit}");
            }
        }
    }
}

#[test]
fn a_recording_that_ends_earlier_differs_there() {
    let record = |steps: usize| {
        let (mut world, mut recorder) = (World::new(), Recorder::new());
        world.spawn(Body::circle(3.0)).unwrap();
        for _ in 0..steps {
            recorder.step(&mut world).unwrap();
        }
        Recording::new(recorder.bytes()).unwrap()
    };
    for [first, second] in [[2, 4], [4, 2]] {
        let difference = record(first).first_difference(&record(second)).unwrap().unwrap();
        let told = format!("the first ends after {first} steps, the second after {second}");
        assert_eq!((difference.step, difference.pass, difference.what), (3, Pass::State, told));
    }
}

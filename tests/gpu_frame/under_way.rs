//! Tests frames that begin before the earlier ones are finished: each is answered for the bodies at its start, even
//! where a frame has to be repeated.

use kasuri::Layers;
use kasuri::gpu::Gpu;
use kasuri::lattice::Point;
use kasuri::{Touching, Vec2};

use crate::common::{KINDS, Random, Thing, cases};
use crate::gpu;
use crate::twin::{Body, Expected, Twin, moved, place};

fn any(random: &mut Random, owner: u32, side: f64) -> Body {
    let kind = random.pick(&KINDS);
    let (thing, placement) = Thing::random(random, kind);
    let layers = Layers::new(1 << random.below(2), 3);
    let margin = if random.chance(4) { random.below(256 * 8) as i32 } else { -1 };
    moved(Body { thing, placement, layers, margin, owner, world: 0 }, place(random, side))
}

/// Moves some bodies and changes some; at times one is added, one is removed, or rules change.
fn stir(twin: &mut Twin, random: &mut Random, side: f64) {
    for _ in 0..random.below(60) {
        let k = random.below(twin.bodies.len() as u64) as usize;
        let Some(body) = twin.bodies[k].clone() else { continue };
        let body = moved(body, place(random, side));
        twin.crowd.move_to(k as u32, body.at()).unwrap();
        twin.bodies[k] = Some(body);
    }
    for _ in 0..random.below(4) {
        let k = random.below(twin.bodies.len() as u64) as usize;
        let body = any(random, k as u32, side);
        twin.put(Some(k), body);
    }
    if random.chance(5) {
        let body = any(random, twin.bodies.len() as u32, side);
        twin.put(None, body);
    }
    if random.chance(6) {
        let k = random.below(twin.bodies.len() as u64) as usize;
        twin.crowd.remove(k as u32).unwrap();
        twin.bodies[k] = None;
    }
    if random.chance(12) {
        let usual = random.pick(&[Touching::Counts, Touching::Ignored]);
        twin.set_terms(usual, &[(1, 2, Touching::Ignored)], &[(1, 1)]);
    }
}

/// Plays frames of which up to `most` are pending at a time; returns how many were repeated.
fn play(gpu: &Gpu, seed: u64, most: usize, frames: usize) -> usize {
    let mut random = Random::new(seed);
    let mut twin = Twin::new(gpu);
    for k in 0..100 {
        let body = any(&mut random, k, 100.0);
        twin.put(None, body);
    }
    let mut expected: Vec<Expected> = Vec::new();
    let (mut repeated, mut deepest, mut step) = (0, 0, 0);
    while step < frames || !expected.is_empty() {
        // Now and then all bodies come close, so that all lists are too short.
        if step < frames && (expected.len() < most && !random.chance(5) || expected.is_empty()) {
            if random.chance(25) {
                twin.crowd.cramp();
            }
            let side = if random.chance(8) { 25.0 } else { 100.0 };
            stir(&mut twin, &mut random, side);
            twin.crowd.begin().unwrap();
            expected.push(twin.expected());
            step += 1;
            deepest = deepest.max(twin.crowd.begun());
            assert_eq!(twin.crowd.begun(), expected.len());
            continue;
        }
        let frame = twin.crowd.finish().unwrap().unwrap();
        let Expected { hits, grazes } = expected.remove(0);
        let what = format!("frame {} on {}", step - expected.len(), gpu.adapter().name);
        assert_eq!(frame.hits, hits, "{what}");
        assert_eq!(frame.grazes, grazes, "{what}");
        // Frames that the device skipped were sent again, but nothing waited for them before.
        assert!(frame.report.waits <= frame.report.submissions, "{what}, {:?}", frame.report);
        repeated += usize::from(frame.report.submissions > 1);
    }
    assert!(deepest == most && twin.crowd.finish().unwrap().is_none());
    repeated
}

#[test]
fn frames_under_way_are_answered_as_the_bodies_were() {
    for gpu in gpu::all() {
        let frames =
            if gpu.adapter().name.contains("SwiftShader") { cases(20, 300) } else { cases(60, 1000) };
        let repeated: usize = (2..5).map(|most| play(gpu, 70 + most as u64, most, frames)).sum();
        assert!(repeated > 6 && repeated < 2 * frames, "{repeated} of three times {frames}");
    }
}

/// Where everything fits, each frame is one submission and one wait, and 12 bytes are sent for each moved body.
#[test]
fn frames_under_way_are_one_submission_and_one_wait_each() {
    for gpu in gpu::all() {
        let mut random = Random::new(74);
        let mut twin = Twin::new(gpu);
        for k in 0..100 {
            let body = any(&mut random, k, 100.0);
            twin.put(None, body);
        }
        twin.check("alone");
        twin.check("warm");
        let mut expected = Vec::new();
        for _ in 0..4 {
            for k in 0..90 {
                let body = moved(twin.bodies[k].clone().unwrap(), place(&mut random, 100.0));
                twin.crowd.move_to(k as u32, body.at()).unwrap();
                twin.bodies[k] = Some(body);
            }
            twin.crowd.begin().unwrap();
            expected.push(twin.expected());
        }
        assert_eq!(twin.crowd.begun(), 4);
        // A separate frame may come in between.
        let last = twin.check("in between");
        assert_eq!((last.report.submissions, last.report.bytes_moved), (1, 0));
        for (k, Expected { hits, grazes }) in expected.into_iter().enumerate() {
            let frame = twin.crowd.finish().unwrap().unwrap();
            assert_eq!((frame.hits, frame.grazes), (hits, grazes), "{k}");
            assert_eq!((frame.report.submissions, frame.report.waits), (1, 1));
            assert_eq!(frame.report.bytes_moved, if k == 0 { 8 * 100 } else { 12 * 90 });
        }
        assert_eq!(twin.crowd.begun(), 0);
    }
}

/// The device moves bodies once a frame, even where frames are repeated.
#[test]
fn what_the_device_moves_is_moved_once_a_frame() {
    for gpu in gpu::all() {
        let mut random = Random::new(75);
        let mut twin = Twin::new(gpu);
        for k in 0..100 {
            let body = any(&mut random, k, 80.0);
            twin.put(None, body);
        }
        twin.crowd.cramp();
        let mut expected = Vec::new();
        let mut repeated = 0;
        for round in 0..6 {
            let velocities: Vec<Point> = (0..100)
                .map(|_| Point::new(random.below(2000) as i32 - 1000, random.below(2000) as i32 - 1000))
                .collect();
            twin.crowd.set_velocities(&velocities).unwrap();
            for _ in 0..3 {
                for (body, by) in twin.bodies.iter_mut().flatten().zip(&velocities) {
                    let at = body.at();
                    let pixels = |units: i32| f64::from(units) / 256.0;
                    body.placement.at = Vec2::new(pixels(at.x + by.x), pixels(at.y + by.y));
                }
                twin.crowd.begin().unwrap();
                expected.push(twin.expected());
            }
            if round == 2 {
                twin.crowd.cramp();
            }
        }
        for Expected { hits, grazes } in expected {
            let frame = twin.crowd.finish().unwrap().unwrap();
            assert_eq!((frame.hits, frame.grazes), (hits, grazes));
            repeated += usize::from(frame.report.submissions > 1);
        }
        assert!(repeated > 0);
    }
}

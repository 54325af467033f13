//! Tests that steps are the same on any number of threads: hits, events, reports, and the state of the world.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use kasuri::{Body, Filter, Handle, Hit, Mask, Region, Shape, Touching, World, query};
use support::Random;

/// The results of a few steps of a crowd.
struct Story {
    /// The reports of all steps, as text.
    steps: Vec<String>,
    /// The candidates of the step with the fewest.
    candidates: usize,
    grazes: usize,
}

/// Lets worlds on this thread use all of their threads, also where other programs keep the cores busy.
fn use_all_threads() {
    kasuri::parallel::on_lap(Some(|_| {}));
}

/// Plays a moving crowd for a few steps.
fn story(threads: usize, count: usize, body: impl Fn(usize) -> Body) -> Story {
    use_all_threads();
    let random = &mut Random::new(12);
    let mut world = World::builder().threads(threads).bounds([0.0, 0.0], [900.0, 900.0]).build().unwrap();
    let bodies = world.spawn_many(count, body).unwrap();
    let mut story = Story { steps: Vec::new(), candidates: usize::MAX, grazes: 0 };
    for _ in 0..4 {
        let mut place = || [(); 2].map(|()| random.between(-5.0, 905.0));
        let places: Vec<[f64; 2]> = bodies.iter().map(|_| place()).collect();
        world.set_positions(&bodies, &places).unwrap();
        let step = world.step().unwrap();
        story.candidates = story.candidates.min(step.report().candidates);
        story.grazes += step.grazes().len();
        let hits: Vec<_> = step.hits().collect();
        let lists = (step.began(), step.stayed(), step.ended(), step.grazes(), step.left(), step.entered());
        story.steps.push(format!("{hits:?} {lists:?} {:x}", world.hash()));
    }
    story
}

fn are_the_same_on_any_number_of_threads(count: usize, body: impl Fn(usize) -> Body) {
    let alone = story(1, count, &body);
    let (candidates, grazes) = (alone.candidates, alone.grazes);
    // Enough for the candidates to be tested in parts.
    assert!(candidates > 8192 && grazes > 1000, "{candidates} candidates, {grazes} grazes");
    for threads in [2, 3, 8, 61] {
        let steps = story(threads, count, &body).steps;
        for (k, (step, expected)) in steps.iter().zip(&alone.steps).enumerate() {
            assert!(step == expected, "step {k} on {threads} threads");
        }
    }
}

fn disc() -> Arc<Mask> {
    Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16).unwrap())
}

#[test]
fn steps_are_the_same_on_any_number_of_threads() {
    let disc = disc();
    are_the_same_on_any_number_of_threads(12_000, |k| match k % 5 {
        0 => Body::circle(4.0).layer(1).against(3),
        1 => Body::sprite(&disc).turned(k as f64).graze(2.0),
        2 => Body::rect([5.0, 2.0]).turned(k as f64).layer(2).cooldown(2),
        3 => Body::rect([5.0, 4.0]).region(Region::new("core", Shape::circle(1.0).unwrap())),
        _ => Body::sprite(&disc).max_hits(9),
    });
}

/// Threads share the pixels of sprites: of huge sprites, from which they rasterize the requested parts, and of widened
/// ones.
#[test]
fn threads_share_the_pixels_of_sprites() {
    let disc = disc();
    let rings = |x: i32, y: i32| (x * x + y * y) / 3000 % 2 == 1;
    let giant = Arc::new(Mask::from_fn(200, 150, |x, y| rings(x - 100, y - 75)).unwrap());
    are_the_same_on_any_number_of_threads(3_000, |k| match k % 100 {
        0 => Body::sprite(&giant).turned(k as f64).scaled([1.5, -2.0]).graze(5.0),
        1 => Body::sprite(&giant).scaled([2.0, 2.0]).graze(40.0),
        2..20 => Body::sprite(&disc)
            .turned(k as f64)
            .region(Region::new("hull", Shape::rect([20.0, 3.0]).unwrap()))
            .graze(3.0),
        20..40 => Body::sprite(&disc).graze((k % 3) as f64),
        40..50 => Body::rect([30.0, 2.0]).turned(k as f64),
        _ => Body::sprite(&disc).turned(k as f64).scaled([1.5, 1.5]).graze((k % 4) as f64),
    });
}

/// Each pair of a small body and a medium sprite has pixels of its own, unless many small bodies need the sprite.
#[test]
fn threads_share_the_pieces_of_medium_sprites() {
    let disc = disc();
    let ring = |x: i32, y: i32| (300..=900).contains(&((x - 30).pow(2) + (y - 30).pow(2)));
    let ring = Arc::new(Mask::from_fn(61, 61, ring).unwrap());
    let body = |k: usize| match k % 16 {
        0..7 => Body::sprite(&ring).turned(k as f64).layer(2).against(1),
        7 => Body::sprite(&ring).turned(k as f64).layer(2).against(1).graze(3.0),
        8 | 9 => Body::circle(3.5).layer(1).against(2),
        10..13 => Body::rect([6.0, 3.0]).turned(k as f64).layer(1).against(2),
        _ => Body::sprite(&disc).turned(k as f64).layer(1).against(2),
    };
    are_the_same_on_any_number_of_threads(6_000, body);
    let random = &mut Random::new(13);
    let mut world = World::builder().threads(1).build().unwrap();
    let mut place = || [(); 2].map(|()| random.between(0.0, 420.0));
    let bodies = world.spawn_many(600, |k| body(k).at(place())).unwrap();
    let hits: Vec<_> = world.step().unwrap().hits().map(|hit| [hit.a, hit.b]).collect();
    let mut expected = Vec::new();
    for (k, &a) in bodies.iter().enumerate() {
        for &b in &bodies[k + 1..] {
            let [a_layers, b_layers] = [a, b].map(|body| world.get(body).unwrap().layers());
            let [p, q] = [a, b].map(|body| world.get(body).unwrap().form());
            if a_layers.pair_with(b_layers) && query::overlaps(&p, &q, Touching::Counts) {
                expected.push([a, b]);
            }
        }
    }
    assert!(hits == expected && hits.len() > 100, "{} {}", hits.len(), expected.len());
}

/// A frame in which threads share every stage.
#[derive(PartialEq)]
struct LargeFrame {
    hits: [Vec<Hit>; 4],
    crossed: [Vec<Handle>; 3],
    near: Vec<Handle>,
    hash: u64,
}

/// Plays frames of so many bodies that threads share moves, the check of the bounds, and events.
fn large_frames(threads: usize) -> Vec<LargeFrame> {
    const COUNT: usize = 80_000;
    use_all_threads();
    let random = &mut Random::new(14);
    let side = 1600.0;
    let mut world = World::builder().threads(threads).bounds([0.0, 0.0], [side, side]).build().unwrap();
    let body = |k: usize| match k % 40 {
        0 => Body::circle(2.0).swept(),
        1 => Body::circle(2.0).graze(2.0),
        2 => Body::rect([2.0, 1.0]).cooldown(1),
        3 => Body::circle(1.0).despawn_beyond(1.0),
        4 => Body::sprite(&disc()),
        _ => Body::circle(2.0),
    };
    let mut places: Vec<[f64; 2]> = (0..COUNT).map(|_| [(); 2].map(|()| random.between(0.0, side))).collect();
    let mut bodies = world.spawn_many(COUNT, |k| body(k).at(places[k])).unwrap();
    let mut frame = |k: usize| {
        for place in &mut places {
            *place = place.map(|x| (x + random.between(-2.0, 2.0)).clamp(-4.0, side + 4.0));
        }
        let living: Vec<usize> = (0..COUNT).filter(|&k| world.contains(bodies[k])).collect();
        // In order; every third one; from the last to the first; some scattered; one of them twice.
        let mut moved: Vec<usize> = match k {
            2 => living.iter().copied().step_by(3).collect(),
            3 => living.iter().copied().rev().collect(),
            4 => living.chunks(5).flat_map(|five| five.iter().rev().copied()).collect(),
            5 => living.iter().chain(&living[..10]).copied().collect(),
            _ => living,
        };
        if k == 6 {
            // Nearest bodies were asked: the moves must note what the index no longer knows.
            moved.truncate(60_000);
        }
        let (of, at): (Vec<Handle>, Vec<[f64; 2]>) = moved.iter().map(|&k| (bodies[k], places[k])).unzip();
        world.set_positions(&of, &at).unwrap();
        if k == 3 {
            let gone: Vec<Handle> = of.iter().copied().step_by(9).collect();
            world.remove_many(&gone).unwrap();
            bodies[7] = world.spawn(Body::circle(30.0).at([800.0, 800.0])).unwrap();
        }
        let step = world.step().unwrap();
        let near = if k >= 5 { world.nearest([700.0, 900.0], 40, Filter::ALL).unwrap() } else { Vec::new() };
        LargeFrame {
            hits: [step.began(), step.stayed(), step.ended(), step.grazes()].map(<[Hit]>::to_vec),
            crossed: [step.left(), step.entered(), step.despawned()].map(<[Handle]>::to_vec),
            near: near.iter().map(|near| near.body).collect(),
            hash: world.hash(),
        }
    };
    (0..8).map(&mut frame).collect()
}

#[test]
fn large_frames_are_the_same_on_any_number_of_threads() {
    let alone = large_frames(1);
    let most = |of: fn(&LargeFrame) -> usize| alone.iter().map(of).max();
    let counts = [
        most(|frame| frame.hits[0].len()),
        most(|frame| frame.hits[2].len()),
        most(|frame| frame.crossed[0].len()),
    ];
    assert!(counts.iter().all(|&count| count > Some(20)), "{counts:?}");
    assert!(alone.iter().skip(1).all(|frame| frame.hits[0].len() + frame.hits[1].len() > 16_384));
    for threads in [2, 3, 8, 61] {
        for (k, (frame, expected)) in large_frames(threads).iter().zip(&alone).enumerate() {
            assert!(frame == expected, "frame {k} on {threads} threads");
        }
    }
}

/// This test is run again by the test below, where no thread can be started.
#[test]
fn a_world_of_many_bodies_is_stepped() {
    let mut world = World::new();
    world
        .spawn_many(20_000, |k| Body::circle(4.0).at([(k % 200) as f64 * 7.0, (k / 200) as f64 * 7.0]))
        .unwrap();
    assert_eq!(world.step().unwrap().began().len(), 199 * 100 + 200 * 99);
    if std::env::var_os("RUST_MIN_STACK").is_some() {
        assert_eq!(
            [kasuri::parallel::Threads::default().count(), kasuri::parallel::Threads::new(8).count()],
            [1, 1]
        );
    }
}

#[test]
#[cfg(all(unix, target_pointer_width = "64"))]
fn where_no_thread_can_be_started_the_callers_does_it() {
    // Threads request stacks larger than any machine has.
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "a_world_of_many_bodies_is_stepped", "--test-threads=1"]);
    let done = again.env("RUST_MIN_STACK", (1u64 << 47).to_string()).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

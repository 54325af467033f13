//! Tests the tools for rollback: rings of snapshots, and `SyncTest`.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use kasuri::det::RandomStream;
use kasuri::record::{SnapshotRing, SyncTest};
use kasuri::{Body, Error, Handle, Mask, World};

/// Moves, turns, spawns and removes bodies of several kinds, as the step's number says.
fn play(world: &mut World, bodies: &mut Vec<Handle>, input: u64) -> Result<(), Error> {
    let mut random = RandomStream::new(1).split(world.snapshot().steps()).split(input);
    for &body in bodies.iter() {
        let at = world.get(body)?.at();
        let to = [at.x + random.between(-3.0, 3.0), at.y + random.between(-3.0, 3.0)];
        world.edit(body).position(to)?.angle(random.between(-3.0, 3.0))?;
    }
    let rect = Body::rect([4.0, 3.0]).at([random.between(0.0, 90.0), 5.0]).cooldown(3).graze(2.0);
    bodies.push(world.spawn(if random.below(2) == 0 { rect.swept().group(3) } else { rect.max_hits(2) })?);
    if bodies.len() > 40 {
        let gone = bodies.swap_remove(random.below(40) as usize);
        world.remove(gone)?;
    }
    world.step().map(drop)
}

/// A ring has the same states as snapshots, also after going back, and whatever its memory held before.
#[test]
fn a_ring_restores_what_snapshots_restore() {
    let (mut world, mut bodies) = (World::new(), Vec::new());
    let mut ring = SnapshotRing::new(6);
    let mut all = Vec::new();
    let mut random = RandomStream::new(4);
    for round in 0..400_u64 {
        let steps = world.snapshot().steps();
        all.truncate(steps as usize);
        all.push((world.snapshot(), bodies.clone()));
        ring.save(&world);
        for back in 0..=steps.min(9) {
            let found = ring.get(steps - back);
            assert!(back >= 6 || round > 20 || found.is_some());
            if let Some(found) = found {
                let (expected, _) = &all[(steps - back) as usize];
                assert!(
                    back < 6 && found.to_bytes() == expected.to_bytes(),
                    "round {round}, {back} steps back"
                );
            }
        }
        assert!(ring.get(steps + 1).is_none());
        let to = steps.saturating_sub(random.below(3).into());
        if random.below(5) == 0
            && round > 20
            && let Some(snapshot) = ring.get(to)
        {
            world.restore(snapshot);
            bodies = all[to as usize].1.clone();
            assert_eq!(world.hash(), all[to as usize].0.hash());
        }
        play(&mut world, &mut bodies, round).unwrap();
    }
}

#[test]
fn a_game_without_mistakes_passes() {
    for back in [0, 1, 7] {
        let (mut world, mut bodies) = (World::new(), Vec::new());
        let mut test = SyncTest::new(back);
        for input in 0..100 {
            let found =
                test.step(&mut world, &mut bodies, input, |world, bodies, &input| play(world, bodies, input));
            assert_eq!(found.unwrap(), None);
        }
    }
}

/// One body, one frame, one property: the difference names them.
#[test]
fn a_mistake_is_named() {
    type Mistake = fn(&mut World, Handle) -> Result<(), Error>;
    let mistakes: [(&str, Mistake); 4] = [
        ("is turned by", |world, body| world.edit(body).angle(0.125).map(drop)),
        ("has the data", |world, body| world.edit(body).data(5).map(drop)),
        ("is at", |world, body| world.edit(body).position([0.25, 0.5]).map(drop)),
        ("of the first is 7v1 in the second", |world, body| world.remove(body)),
    ];
    for (name, mistake) in mistakes {
        let mut world = World::new();
        let bodies = world.spawn_many(9, |k| Body::rect([4.0, 3.0]).at([9.0 * k as f64, 0.0])).unwrap();
        let mut test = SyncTest::new(3);
        let (mut calls, mut found) = (0, None);
        for frame in 0..5_u32 {
            let again = test.step(&mut world, &mut (), frame, |world, (), _| {
                calls += 1;
                // The fifth call is the first frame's successor, played again.
                if calls == 5 {
                    mistake(world, bodies[6])?;
                }
                world.step().map(drop)
            });
            found = again.unwrap();
            if found.is_some() {
                break;
            }
        }
        let found = found.unwrap();
        assert_eq!((found.step, found.body), (2, Some(bodies[6])), "{found}");
        assert!(found.what.contains(name), "{found}");
        assert!(world.contains(bodies[6]), "the world is as it was played first");
    }
}

#[test]
fn a_difference_of_the_game_alone_is_found() {
    let (mut world, mut game, mut calls) = (World::new(), 0, 0);
    let mut test = SyncTest::new(2);
    let mut step = |input| {
        test.step(&mut world, &mut game, input, |world, game, _: &u8| {
            calls += 1;
            *game = calls;
            world.step().map(drop)
        })
    };
    assert_eq!(step(0).unwrap(), None);
    let found = step(0).unwrap().unwrap();
    assert_eq!(found.to_string(), "step 1, state: the worlds are equal, but the game's own state differs");
}

/// An error of the game is passed on.
#[test]
fn errors_are_passed_on() {
    let mut test = SyncTest::new(2);
    let found = test.step(&mut World::new(), &mut (), (), |_, (), ()| Err("no"));
    assert_eq!(found, Err("no"));
}

/// Prints how long it takes to save and to restore 10,000 bodies of three kinds, each moved since the last time;
/// docs/rollback.md has the values.
#[test]
fn ten_thousand_bodies() {
    let disc = Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16).unwrap());
    let kinds: [(&str, &dyn Fn(usize) -> Body); 3] = [
        ("circles", &|_| Body::circle(3.0)),
        ("sprites of 64 angles", &|k| Body::sprite(&disc).turned((k % 64) as f64 / 10.0)),
        ("sprites, each at its own angle", &|k| Body::sprite(&disc).turned(k as f64 / 10.0)),
    ];
    for (name, kind) in kinds {
        let mut world = World::builder().threads(1).build().unwrap();
        let place = |k: usize, t: usize| [(k % 100) as f64 * 9.5 + t as f64, (k / 100) as f64 * 9.25];
        let bodies = world.spawn_many(10_000, |k| kind(k).at(place(k, 0)).layer(2).against(1)).unwrap();
        let mut ring = SnapshotRing::new(8);
        let mut times = [const { Vec::new() }; 3];
        for t in 0..60 {
            let places: Vec<_> = (0..10_000).map(|k| place(k, t)).collect();
            world.set_positions(&bodies, &places).unwrap();
            world.step().unwrap();
            let mut timed = |k: usize, work: &mut dyn FnMut()| {
                let start = Instant::now();
                work();
                times[k].push(start.elapsed().as_secs_f64() * 1e6);
            };
            timed(0, &mut || drop(black_box(world.snapshot())));
            timed(1, &mut || ring.save(&world));
            let steps = world.snapshot().steps();
            let hash = world.hash();
            timed(2, &mut || world.restore(ring.get(steps).unwrap()));
            assert_eq!(world.hash(), hash);
        }
        let [snapshot, save, restore] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        });
        println!("{name}: snapshot {snapshot:.0} us, save into a ring {save:.0} us, restore {restore:.0} us");
    }
}

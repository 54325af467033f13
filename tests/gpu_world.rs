//! Tests that a world stepped by a GPU reports the same bytes as one on the CPU; so does a world that chooses its
//! backend, and one whose GPU goes away.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;
#[path = "gpu/mod.rs"]
mod gpu;

use common::{KINDS, Random, Thing, cases};
use kasuri::{Backend, Body, Handle, Look, Region, Shape, Step, Touching, World, worlds::Worlds};

const HARD: u32 = 1;
const SOFT: u32 = 2;
const ROUND: u32 = 4;

fn world(backend: Backend, on: Option<&kasuri::gpu::Gpu>) -> World {
    built(World::builder().touching_between(SOFT, SOFT, Touching::Ignored), backend, on)
}

/// Returns the same world with touching counted for all layers.
fn closed_world(backend: Backend, on: Option<&kasuri::gpu::Gpu>) -> World {
    built(World::builder(), backend, on)
}

fn built(builder: kasuri::world::WorldBuilder, backend: Backend, on: Option<&kasuri::gpu::Gpu>) -> World {
    let mut builder =
        builder.rooted_circles_between(ROUND, HARD).bounds([-150.0, -150.0], [150.0, 150.0]).backend(backend);
    if let Some(gpu) = on {
        builder = builder.gpu(gpu.clone());
    }
    builder.build().unwrap()
}

fn body(rng: &mut Random) -> Body {
    let kind = rng.pick(&KINDS);
    let (thing, at) = Thing::random(rng, kind);
    let look = match &thing {
        Thing::Shape(shape) => Look::from(shape.clone()),
        Thing::Sprite(mask, Some(pivot)) => Look::from(mask).pivot(*pivot),
        Thing::Sprite(mask, None) => Look::from(mask),
        Thing::Tiles(map) => Look::from(map),
    };
    let mut body = Body::new(look).at(rng.point(120.0)).turned(at.angle).scaled(at.scale);
    body = body.layer(rng.pick(&[HARD, SOFT, ROUND, HARD | SOFT])).despawn_beyond(30.0);
    if rng.chance(5) {
        body = body.graze(rng.between(0.0, 9.0));
    }
    if rng.chance(6) && at.scale.x.abs() == at.scale.y.abs() && !matches!(thing, Thing::Tiles(_)) {
        body = body.region(Region::new("core", Shape::circle(rng.between(0.0, 5.0)).unwrap()));
    }
    body
}

/// Plays a session of steps between which bodies move, come and go, and passes each step to `told`. `before` may change
/// the world before a step.
fn play(
    mut world: World,
    seed: u64,
    before: impl Fn(usize, &mut World),
    mut told: impl FnMut(&World, &Step),
) {
    let mut rng = Random::new(seed);
    let mut bodies: Vec<Handle> = (0..120).map(|_| world.spawn(body(&mut rng)).unwrap()).collect();
    for step in 0..cases(40, 1000) {
        before(step, &mut world);
        stir(&mut world, &mut bodies, &mut rng, 60);
        let answer = world.step().unwrap();
        bodies.retain(|&body| world.contains(body));
        told(&world, &answer);
    }
}

/// Moves some bodies; at times one is removed, one is spawned and one is rotated.
fn stir(world: &mut World, bodies: &mut Vec<Handle>, rng: &mut Random, most: u64) {
    for _ in 0..rng.below(most) {
        let k = rng.below(bodies.len() as u64) as usize;
        world.edit(bodies[k]).position(rng.point(120.0)).unwrap();
    }
    // In most steps bodies only move.
    if rng.chance(3) {
        let k = rng.below(bodies.len() as u64) as usize;
        world.remove(bodies.swap_remove(k)).unwrap();
        bodies.push(world.spawn(body(rng)).unwrap());
        let _ = world.edit(rng.pick(bodies)).angle(rng.between(0.0, 7.0));
    }
}

type Told = (Vec<kasuri::Hit>, Vec<kasuri::Hit>, Vec<kasuri::Hit>, Vec<kasuri::Hit>, u64);

fn lists(world: &World, step: &Step) -> Told {
    let list = |hits: &[kasuri::Hit]| hits.to_vec();
    (list(step.began()), list(step.stayed()), list(step.ended()), list(step.grazes()), world.hash())
}

fn session(world: World, seed: u64) -> (Vec<Told>, Vec<&'static str>) {
    let (mut told, mut by) = (Vec::new(), Vec::new());
    play(
        world,
        seed,
        |_, _| (),
        |world, step| {
            told.push(lists(world, step));
            by.push(step.report().backend);
        },
    );
    (told, by)
}

#[test]
fn every_backend_tells_the_same() {
    let mut hits = 0;
    for seed in 0..3 {
        let (expected, _) = session(world(Backend::Cpu, None), seed);
        hits += expected.iter().map(|told| told.0.len() + told.1.len()).sum::<usize>();
        for gpu in gpu::all() {
            let (told, by) = session(world(Backend::Gpu, Some(gpu)), seed);
            assert_eq!(told, expected, "{seed} on {}", gpu.adapter().name);
            assert!(by.iter().all(|&by| by == "gpu"));
            assert_eq!(session(world(Backend::Auto, Some(gpu)), seed).0, expected);
        }
    }
    assert!(hits > 2500, "{hits}");
}

#[test]
fn the_backend_may_change_while_the_world_runs() {
    let expected = session(world(Backend::Cpu, None), 9).0;
    for gpu in gpu::all() {
        let mut told = Vec::new();
        let change = |step: usize, world: &mut World| {
            if step == 20 {
                world.set_backend(Backend::Cpu).unwrap();
            }
        };
        play(world(Backend::Gpu, Some(gpu)), 9, change, |world, step| told.push(lists(world, step)));
        assert_eq!(told, expected);
    }
}

/// Every step of a world stepped by a GPU runs whole on the device, including grazes, tile maps and circles of another
/// scale: nothing is left to the host. (The host tests seams of bodies: in this test touching counts everywhere.)
#[test]
fn nothing_is_left_to_the_host() {
    for gpu in gpu::all() {
        let mut grazes = 0;
        play(
            closed_world(Backend::Gpu, Some(gpu)),
            3,
            |_, _| (),
            |_, step| {
                let report = step.report();
                assert_eq!((report.backend, report.broad), ("gpu", "gpu"));
                grazes += report.near;
            },
        );
        assert!(grazes > 10, "{grazes}");
    }
}

/// Runs a batch of worlds in which bodies come and go. Some worlds are restored or trade places, or have their own
/// touching.
fn batch(mut worlds: Worlds, mut seen: impl FnMut(&Worlds)) -> Vec<Told> {
    let mut rng = Random::new(77);
    let mut bodies: Vec<Vec<Handle>> = vec![Vec::new(); worlds.len()];
    for (world, bodies) in worlds.iter_mut().zip(&mut bodies) {
        bodies.extend((0..rng.below(24)).map(|_| world.spawn(body(&mut rng)).unwrap()));
    }
    let mut told = Vec::new();
    let mut saved = Vec::new();
    for step in 0..cases(12, 300) {
        for (world, bodies) in worlds.iter_mut().zip(&mut bodies) {
            if bodies.len() < 2 || rng.chance(8) {
                bodies.push(world.spawn(body(&mut rng)).unwrap());
            }
            stir(world, bodies, &mut rng, 12);
        }
        if step % 4 == 0 {
            saved = worlds
                .iter()
                .zip(&bodies)
                .map(|(world, bodies)| (world.snapshot(), bodies.clone()))
                .collect();
        }
        if step % 4 == 3 {
            let k = rng.below(worlds.len() as u64) as usize;
            worlds[k].restore(&saved[k].0);
            bodies[k].clone_from(&saved[k].1);
        }
        if step % 5 == 2 {
            let [a, b] = [rng.below(10) as usize, 10 + rng.below(10) as usize];
            let mut first = std::mem::take(&mut worlds[a]);
            std::mem::swap(&mut first, &mut worlds[b]);
            worlds[a] = first;
            bodies.swap(a, b);
        }
        let steps = worlds.step().unwrap();
        seen(&worlds);
        for ((world, bodies), of) in worlds.iter().zip(&mut bodies).zip(steps.iter()) {
            bodies.retain(|&body| world.contains(body));
            let list = |hits: &[kasuri::Hit]| hits.to_vec();
            told.push((
                list(of.began()),
                list(of.stayed()),
                list(of.ended()),
                list(of.grazes()),
                world.hash(),
            ));
        }
    }
    told
}

#[test]
fn many_worlds_are_one_submission_and_told_the_same() {
    let worlds = || {
        let one = |k: usize| {
            // One in six has its own touching.
            if k % 6 == 5 {
                return World::builder().bounds([-150.0, -150.0], [150.0, 150.0]).build();
            }
            Ok(world(Backend::Cpu, None))
        };
        Worlds::new(40, one).unwrap()
    };
    let expected = batch(worlds(), |_| ());
    assert!(expected.iter().map(|told| told.0.len()).sum::<usize>() > 300);
    for gpu in gpu::all() {
        let (mut alone, mut steps) = (0, 0);
        let told = batch(worlds().on_gpu(gpu), |worlds| {
            let report = worlds.gpu_report().unwrap();
            assert_eq!(report.submissions, report.waits);
            alone += usize::from(report.submissions == 1);
            steps += 1;
        });
        assert!(told == expected, "on {}", gpu.adapter().name);
        // All steps except those in which a list had outgrown its buffer.
        assert!(alone * 3 >= steps * 2, "{alone} of {steps}");
    }
}

/// Returns sprites, every fourth of them rotated, and circles: all move in each step.
fn crowd(backend: Backend, on: Option<&kasuri::gpu::Gpu>, count: usize) -> (World, Vec<Handle>) {
    let mut rng = Random::new(17);
    let masks: Vec<_> = (0..20).map(|_| common::mask(&mut rng)).collect();
    let mut world = world(backend, on);
    let bodies = world.spawn_many(count, |k| {
        let body = if k % 3 == 0 { Body::circle(1.0 + (k % 8) as f64) } else { Body::sprite(&masks[k % 20]) };
        let body = if k % 12 == 1 { body.turned((k % 7) as f64) } else { body };
        body.layer(1 << (k % 4)).against(if k % 4 == 3 { 7 } else { u32::MAX })
    });
    (world, bodies.unwrap())
}

/// Returns the reports of three steps.
fn march(backend: Backend, on: Option<&kasuri::gpu::Gpu>, count: usize) -> Vec<Told> {
    let (mut world, bodies) = crowd(backend, on, count);
    let side = 16.0 * (count as f64).sqrt();
    let mut rng = Random::new(18);
    let steps = (0..3).map(|_| {
        let places: Vec<[f64; 2]> = bodies.iter().map(|_| rng.point(side)).collect();
        world.set_positions(&bodies, &places).unwrap();
        let step = world.step().unwrap();
        let whole = |report: &kasuri::world::Report| (report.backend, report.broad) == ("gpu", "gpu");
        assert!(backend != Backend::Gpu || whole(step.report()));
        lists(&world, &step)
    });
    steps.collect()
}

/// With KASURI_LONG=1 a million bodies, on lavapipe only, because the others would take minutes.
#[test]
fn a_crowd_is_the_same_on_the_device() {
    let count = cases(4500, 1_000_000);
    let expected = march(Backend::Cpu, None, count);
    assert!(expected.iter().all(|told| told.0.len() > count / 50));
    for gpu in gpu::all().iter().filter(|gpu| count < 10_000 || gpu.adapter().name.contains("llvmpipe")) {
        // The host decides which of the two Auto uses.
        let is_fast = gpu.adapter().name.contains("llvmpipe");
        for backend in [Backend::Gpu, Backend::Auto].into_iter().take(1 + usize::from(is_fast)) {
            let told = march(backend, Some(gpu), count);
            assert!(told == expected, "{count} bodies on {}, {backend:?}", gpu.adapter().name);
        }
    }
}

#[test]
fn a_gpu_that_goes_away_is_an_error_and_under_auto_nothing_at_all() {
    for name in gpu::names() {
        let gpu = gpu::new(&name);
        let mut broken = world(Backend::Gpu, Some(&gpu));
        let mut auto = world(Backend::Auto, Some(&gpu));
        for world in [&mut broken, &mut auto] {
            world.spawn_many(3000, |k| Body::circle(3.0).at([(k % 60) as f64, (k / 60) as f64])).unwrap();
        }
        let before = broken.step().unwrap();
        assert_eq!(auto.step().unwrap().began(), before.began());
        gpu.device().destroy();
        let hash = broken.hash();
        assert!(broken.step().is_err(), "{name}");
        assert_eq!(broken.hash(), hash, "a step that failed has changed nothing");
        assert_eq!(auto.step().unwrap().stayed(), before.began());
        broken.set_backend(Backend::Cpu).unwrap();
        assert_eq!(broken.step().unwrap().stayed(), before.began());
    }
}

/// The builder's GPU is kept until a world moves to the GPU; a lost one is not used again.
#[test]
fn a_world_moves_to_the_gpu_it_was_given() {
    for name in gpu::names() {
        let gpu = gpu::new(&name);
        let mut world = world(Backend::Cpu, Some(&gpu));
        world.spawn_many(2, |_| Body::circle(3.0)).unwrap();
        assert_eq!(world.step().unwrap().report().backend, "cpu");
        world.set_backend(Backend::Gpu).unwrap();
        assert_eq!(world.step().unwrap().report().backend, "gpu");
        gpu.device().destroy();
        assert!(world.step().is_err(), "{name}: the step was made on another GPU");
        world.set_backend(Backend::Gpu).unwrap();
        assert_eq!(world.step().unwrap().stayed().len(), 1);
    }
}

/// Some bodies are swept at times: the host tests their pairs, the device all others.
#[test]
fn swept_bodies_are_told_alike() {
    let session = |mut world: World, seed: u64| {
        let mut rng = Random::new(seed);
        let mut bodies: Vec<Handle> = (0..80).map(|_| world.spawn(body(&mut rng)).unwrap()).collect();
        let mut told = Vec::new();
        for step in 0..cases(20, 400) {
            // In every fifth step no body changes.
            for &body in bodies.iter().filter(|_| step % 5 != 4) {
                if rng.chance(3) {
                    let _ = world.edit(body).swept(rng.chance(2));
                }
            }
            if step % 5 == 4 {
                bodies.iter().for_each(|&body| world.edit(body).swept(false).map(drop).unwrap());
            }
            stir(&mut world, &mut bodies, &mut rng, 60);
            let answer = world.step().unwrap();
            bodies.retain(|&body| world.contains(body));
            told.push(lists(&world, &answer));
        }
        told
    };
    for seed in 0..2 {
        let expected = session(world(Backend::Cpu, None), seed);
        let on_way = expected.iter().flat_map(|told| &told.0).filter(|hit| hit.t().is_some()).count();
        assert!(on_way > 20, "{on_way}");
        for gpu in gpu::all() {
            assert_eq!(session(world(Backend::Gpu, Some(gpu)), seed), expected, "on {}", gpu.adapter().name);
        }
    }
}

/// Tests the same with many worlds in one batch on a device.
#[test]
fn worlds_with_swept_bodies_step_for_themselves() {
    let make = |k: usize| {
        let mut rng = Random::new(k as u64);
        let mut world = closed_world(Backend::Cpu, None);
        let bodies: Vec<Handle> = (0..20).map(|_| world.spawn(body(&mut rng)).unwrap()).collect();
        (world, bodies)
    };
    for gpu in gpu::all() {
        let (mut alone, all): (Vec<World>, Vec<Vec<Handle>>) = (0..6).map(make).unzip();
        let mut batch = Worlds::new(6, |k| Ok(make(k).0)).unwrap().on_gpu(gpu);
        for round in 0..8 {
            for (k, world) in alone.iter_mut().enumerate() {
                for world in [world, &mut batch[k]] {
                    let mut rng = Random::new(100 * round + k as u64);
                    for &body in all[k].iter().filter(|_| k % 2 == 0) {
                        let _ = world.edit(body).swept(round % 3 > 0 && rng.chance(2));
                        if world.contains(body) {
                            world.edit(body).position(rng.point(120.0)).unwrap();
                        }
                    }
                }
            }
            let steps = batch.step().unwrap();
            for (k, world) in alone.iter_mut().enumerate() {
                let (step, told) = (world.step().unwrap(), steps.of(k));
                assert_eq!((told.began(), told.stayed()), (step.began(), step.stayed()));
                assert_eq!((told.ended(), told.grazes()), (step.ended(), step.grazes()));
                assert_eq!(batch[k].hash(), world.hash());
            }
        }
    }
}

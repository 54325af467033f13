//! A world whose steps a GPU decides tells what one on the CPU does, byte for byte; so does one that chooses, and one whose
//! GPU goes away.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;
#[path = "gpu/mod.rs"]
mod gpu;

use common::{KINDS, Random, Thing, cases};
use kasuri::{Backend, Body, Handle, Look, Shape, Step, Touching, World};

const HARD: u32 = 1;
const SOFT: u32 = 2;
const ROUND: u32 = 4;

fn world(backend: Backend, on: Option<&kasuri::gpu::Gpu>) -> World {
    let mut builder = World::builder()
        .touching_between(SOFT, SOFT, Touching::Ignored)
        .rooted_circles_between(ROUND, HARD)
        .bounds([-150.0, -150.0], [150.0, 150.0])
        .backend(backend);
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
        body = body.region("core", Shape::circle(rng.between(0.0, 5.0)).unwrap());
    }
    body
}

/// A session of steps between which bodies move, come and go; what each step told.
fn play(mut world: World, seed: u64, mut told: impl FnMut(usize, &World, &Step)) {
    let mut rng = Random::new(seed);
    let mut bodies: Vec<Handle> = (0..120).map(|_| world.spawn(body(&mut rng)).unwrap()).collect();
    for step in 0..cases(40, 1000) {
        for _ in 0..rng.below(60) {
            let k = rng.below(bodies.len() as u64) as usize;
            world.set_position(bodies[k], rng.point(120.0)).unwrap();
        }
        // Most steps only move.
        if rng.chance(3) {
            let k = rng.below(bodies.len() as u64) as usize;
            world.remove(bodies.swap_remove(k)).unwrap();
            bodies.push(world.spawn(body(&mut rng)).unwrap());
            let _ = world.set_angle(rng.pick(&bodies), rng.between(0.0, 7.0));
        }
        let answer = world.step().unwrap();
        bodies.retain(|&body| world.contains(body));
        told(step, &world, &answer);
    }
}

type Told = (Vec<kasuri::Hit>, Vec<kasuri::Hit>, Vec<kasuri::Hit>, Vec<kasuri::Hit>, u64);

fn lists(world: &World, step: &Step) -> Told {
    let list = |hits: &[kasuri::Hit]| hits.to_vec();
    (list(step.began()), list(step.stayed()), list(step.ended()), list(step.grazes()), world.hash())
}

fn session(world: World, seed: u64) -> (Vec<Told>, Vec<&'static str>) {
    let (mut told, mut by) = (Vec::new(), Vec::new());
    play(world, seed, |_, world, step| {
        told.push(lists(world, step));
        by.push(step.report().backend);
    });
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
        let mut rng = Random::new(9);
        let mut world = world(Backend::Gpu, Some(gpu));
        // The same program as `play`, with the backend changed half way.
        let mut bodies: Vec<Handle> = (0..120).map(|_| world.spawn(body(&mut rng)).unwrap()).collect();
        for step in 0..cases(40, 1000) {
            if step == 20 {
                world.set_backend(Backend::Cpu).unwrap();
            }
            for _ in 0..rng.below(60) {
                let k = rng.below(bodies.len() as u64) as usize;
                world.set_position(bodies[k], rng.point(120.0)).unwrap();
            }
            if rng.chance(3) {
                let k = rng.below(bodies.len() as u64) as usize;
                world.remove(bodies.swap_remove(k)).unwrap();
                bodies.push(world.spawn(body(&mut rng)).unwrap());
                let _ = world.set_angle(rng.pick(&bodies), rng.between(0.0, 7.0));
            }
            let answer = world.step().unwrap();
            bodies.retain(|&body| world.contains(body));
            told.push(lists(&world, &answer));
        }
        assert_eq!(told, expected);
    }
}

/// Sprites, every fourth of them turned, and circles: all moved each step.
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

/// What each of three steps told.
fn march(backend: Backend, on: Option<&kasuri::gpu::Gpu>, count: usize) -> Vec<Told> {
    let (mut world, bodies) = crowd(backend, on, count);
    let side = 16.0 * (count as f64).sqrt();
    let mut rng = Random::new(18);
    let steps = (0..3).map(|_| {
        let places: Vec<[f64; 2]> = bodies.iter().map(|_| rng.point(side)).collect();
        world.set_positions(&bodies, &places).unwrap();
        let step = world.step().unwrap();
        let whole = |report: &kasuri::Report| (report.backend, report.broad) == ("gpu", "gpu");
        assert!(backend != Backend::Gpu || whole(step.report()));
        lists(&world, &step)
    });
    steps.collect()
}

/// With KASURI_LONG=1 a million bodies; on lavapipe alone, the others would take minutes.
#[test]
fn a_crowd_is_the_same_on_the_device() {
    let count = cases(4500, 1_000_000);
    let expected = march(Backend::Cpu, None, count);
    assert!(expected.iter().all(|told| told.0.len() > count / 50));
    for gpu in gpu::all().iter().filter(|gpu| count < 10_000 || gpu.adapter().name.contains("llvmpipe")) {
        // Which of the two Auto takes is the host's affair.
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

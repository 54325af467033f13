//! A few hundred moving bodies of all kinds that the kernels know, and what the CPU reports of them step by step.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::sync::Arc;

use kasuri::gpu::Gpu;
use kasuri::{Backend, Body, Error, ErrorKind, Handle, Hit, Mask, Step, World};

use crate::common::Random;

/// Returns a few hundred bodies of all kinds that the kernels know, in an area where many overlap.
pub fn crowd(backend: Backend, gpu: Option<&Gpu>) -> World {
    let mut builder = World::builder().backend(backend).threads(1);
    if let Some(gpu) = gpu {
        builder = builder.gpu(gpu.clone());
    }
    let mut world = builder.build().unwrap();
    fill(&mut world, 400, 1);
    world
}

fn fill(world: &mut World, count: usize, seed: u64) -> Vec<Handle> {
    let mut random = Random::new(seed);
    let ship = Arc::new(Mask::from_fn(24, 24, |x, y| (x * y) % 7 != 3).unwrap());
    let reach = (count as f64).sqrt() * 8.0;
    let mut body = |k: usize| {
        let angle = random.between(0.0, 6.0);
        let body = match k % 4 {
            0 => Body::sprite(&ship).turned(angle),
            1 => Body::sprite(&ship),
            2 => Body::rect([9.0, 3.0]).turned(angle),
            _ => Body::circle(6.0),
        };
        body.at(random.point(reach)).graze(3.0)
    };
    world.spawn_many(count, &mut body).unwrap()
}

/// Moves some bodies: the same ones in every world with the same step number.
pub fn drift(world: &mut World, step: u64) {
    let mut random = Random::new(1000 + step);
    let bodies: Vec<Handle> = world.bodies().collect();
    for _ in 0..60 {
        let body = random.pick(&bodies);
        world.edit(body).position(random.point(160.0)).unwrap();
    }
    // Now and then one is spawned and one is removed, so that forms are uploaded again.
    if step.is_multiple_of(3) {
        world.remove(random.pick(&bodies)).unwrap();
        world.spawn(Body::circle(random.between(1.0, 9.0)).at(random.point(160.0))).unwrap();
    }
}

/// Everything that a step reports, with the world's hash after it.
pub type Told = ([Vec<Hit>; 4], u64, u64);

pub fn told(world: &World, step: &Step) -> Told {
    let lists = [step.began(), step.stayed(), step.ended(), step.grazes()].map(<[Hit]>::to_vec);
    (lists, step.number(), world.hash())
}

pub fn expected(steps: u64) -> Vec<Told> {
    expected_of(crowd(Backend::Cpu, None), steps)
}

pub fn expected_of(mut world: World, steps: u64) -> Vec<Told> {
    let mut one = |step| {
        drift(&mut world, step);
        let answer = world.step().unwrap();
        told(&world, &answer)
    };
    (0..steps).map(&mut one).collect()
}

pub fn is_lost(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::GpuLost | ErrorKind::GpuMemory)
}

/// Steps a world on the GPU, and on the CPU after the GPU has failed: every step is reported once, and correctly.
/// Returns the step that failed, `None` where none did.
pub fn play_until_lost(world: &mut World, expected: &[Told], name: &str) -> Option<u64> {
    let mut failed_at = None;
    for (step, expected) in expected.iter().enumerate() {
        drift(world, step as u64);
        let before = world.hash();
        let answer = world.step().or_else(|error| {
            assert!(is_lost(&error) && failed_at.is_none(), "{name}: {error}");
            assert_eq!(world.hash(), before, "{name}: a step that failed has changed something");
            failed_at = Some(step as u64);
            world.set_backend(Backend::Cpu).unwrap();
            world.step()
        });
        assert!(told(world, &answer.unwrap()) == *expected, "{name}: step {step}");
    }
    failed_at
}

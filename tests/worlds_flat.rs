//! Tests that many worlds with flat slices report the same as each world alone, on any number of threads.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use kasuri::{
    Body, Filter, Handle, Mask, Region, Shape, World,
    worlds::{StepView, Worlds},
};
use support::Random;

const WORLDS: usize = 300;
const BODIES: usize = 12;
const RAYS: [[f64; 2]; 3] = [[60.0, 0.0], [-20.0, 31.0], [0.0, 0.0]];

fn worlds(threads: usize) -> (Worlds, Vec<Handle>) {
    let disc = Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16).unwrap());
    let mut bodies = Vec::new();
    let worlds = Worlds::new(WORLDS, |_| {
        let mut world = World::builder().bounds([-50.0, -50.0], [50.0, 50.0]).threads(1).build()?;
        bodies.extend(world.spawn_many(BODIES, |k| match k % 4 {
            0 => Body::circle(4.0).graze(3.0).layer(2),
            1 => Body::sprite(&disc).turned(k as f64),
            2 => Body::rect([6.0, 2.0]).turned(k as f64),
            _ => Body::rect([3.0, 3.0]).region(Region::new("core", Shape::circle(1.0).unwrap())),
        })?);
        Ok(world)
    });
    (worlds.unwrap().threads(threads), bodies)
}

fn places(random: &mut Random) -> Vec<[f64; 2]> {
    (0..WORLDS * BODIES).map(|_| [(); 2].map(|()| random.between(-60.0, 60.0))).collect()
}

/// All query results of many worlds, as numbers.
#[derive(Debug, PartialEq)]
struct Seen {
    began: Vec<[Handle; 2]>,
    offsets: Vec<usize>,
    positions: Vec<f32>,
    near: Vec<f32>,
    free: Vec<f32>,
    hashes: Vec<u64>,
}

fn by_flat_calls(worlds: &mut Worlds, bodies: &[Handle], at: &[[f64; 2]], eyes: &[Handle]) -> Seen {
    let steps = worlds.step_at(bodies, at).unwrap();
    let began = steps.flat(StepView::began);
    let mut seen = Seen {
        began: began.items.iter().map(|hit| [hit.a, hit.b]).collect(),
        offsets: began.offsets,
        positions: vec![f32::NAN; 2 * bodies.len()],
        near: vec![f32::NAN; 3 * 4 * eyes.len()],
        free: vec![f32::NAN; RAYS.len() * eyes.len()],
        hashes: worlds.iter().map(World::hash).collect(),
    };
    worlds.observe_positions(bodies, &mut seen.positions).unwrap();
    worlds.observe_nearest(eyes, 4, Filter::against(1), &mut seen.near).unwrap();
    worlds.observe_rays(eyes, &RAYS, Filter::ALL, &mut seen.free).unwrap();
    seen
}

fn one_by_one(worlds: &mut Worlds, bodies: &[Handle], at: &[[f64; 2]], eyes: &[Handle]) -> Seen {
    let mut seen = Seen {
        began: Vec::new(),
        offsets: vec![0],
        positions: Vec::new(),
        near: Vec::new(),
        free: Vec::new(),
        hashes: Vec::new(),
    };
    for (k, world) in worlds.iter_mut().enumerate() {
        let (bodies, at) = (&bodies[k * BODIES..][..BODIES], &at[k * BODIES..][..BODIES]);
        world.set_positions(bodies, at).unwrap();
        let step = world.step().unwrap();
        seen.began.extend(step.began().iter().map(|hit| [hit.a, hit.b]));
        seen.offsets.push(seen.began.len());
        seen.positions.extend(at.iter().flatten().map(|&x| x as f32));
        for &eye in &eyes[k * 2..][..2] {
            let from = world.get(eye).unwrap().at();
            let near = world.nearest(from, 4, Filter::against(1).except(eye)).unwrap();
            let near =
                near.iter().flat_map(|near| [near.point.x - from.x, near.point.y - from.y, near.distance]);
            let rest = [0.0, 0.0, f64::INFINITY].into_iter().cycle();
            seen.near.extend(near.chain(rest).take(12).map(|x| x as f32));
            for ray in RAYS {
                let first =
                    world.first_on_ray(from, [from.x + ray[0], from.y + ray[1]], Filter::ALL.except(eye));
                seen.free.push(first.unwrap().map_or(1.0, |met| met.t as f32));
            }
        }
        seen.hashes.push(world.hash());
    }
    seen
}

#[test]
fn flat_calls_are_those_of_each_world() {
    for threads in [1, 3] {
        let random = &mut Random::new(5);
        let ((mut flat, bodies), (mut single, _)) = (worlds(threads), worlds(1));
        // Two bodies of each world cast rays.
        let eyes: Vec<Handle> = bodies.chunks(BODIES).flat_map(|of_world| of_world[3..5].to_vec()).collect();
        let start = flat[0].snapshot();
        let mut hits = 0;
        for round in 0..5 {
            let at = places(random);
            let seen = by_flat_calls(&mut flat, &bodies, &at, &eyes);
            hits += seen.began.len();
            assert_eq!(seen, one_by_one(&mut single, &bodies, &at, &eyes), "round {round}");
            let which: Vec<bool> = (0..WORLDS).map(|k| k % 7 == round).collect();
            flat.reset(&which, &start).unwrap();
            single.iter_mut().zip(&which).filter(|(_, is)| **is).for_each(|(world, _)| world.restore(&start));
        }
        assert!(hits > 1000, "{hits}");
    }
}

/// No worlds have no bodies.
#[test]
fn no_worlds_take_no_bodies() {
    let mut none = Worlds::new(0, |_| Ok(World::new())).unwrap();
    assert_eq!(none.step_at::<[f64; 2]>(&[], &[]).unwrap().len(), 0);
    assert_eq!(none.observe_positions(&[], &mut []), Ok(()));
    let body = World::new().spawn(Body::point()).unwrap();
    let refused = none.step_at(&[body], &[[0.0, 0.0]]).unwrap_err();
    assert_eq!(refused.to_string(), "1 bodies do not divide equally among 0 worlds");
}

#[test]
fn what_is_refused_is_named() {
    let (mut worlds, bodies) = worlds(1);
    let at = vec![[0.0, 0.0]; bodies.len()];
    let said = |error: kasuri::Error| error.to_string();
    assert_eq!(
        said(worlds.step_at(&bodies[1..], &at[1..]).unwrap_err()),
        "3599 bodies do not divide equally among 300 worlds"
    );
    assert_eq!(
        said(worlds.step_at(&bodies, &at[1..]).unwrap_err()),
        "there are 3599 values for 3600 bodies; each body needs one"
    );
    let mut lost = at.clone();
    lost[BODIES + 2][1] = f64::NAN;
    assert_eq!(
        said(worlds.step_at(&bodies, &lost).unwrap_err()),
        "worlds[1][2].at[1]: NaN is not a finite number"
    );
    let mut out = vec![0.0; bodies.len()];
    let few = worlds.observe_positions(&bodies, &mut out).unwrap_err();
    assert_eq!(said(few), "out: there are 3600 numbers to write; 7200 to 7200 are allowed");
    worlds[2].remove(bodies[2 * BODIES]).unwrap();
    let gone = worlds.observe_nearest(&bodies, 0, Filter::ALL, &mut []);
    assert!(gone.is_ok(), "nothing is asked");
    let mut out = vec![0.0; 3 * bodies.len()];
    let gone = said(worlds.observe_nearest(&bodies, 1, Filter::ALL, &mut out).unwrap_err());
    assert!(gone.starts_with("worlds[2][0]: "), "{gone}");
    let start = worlds[0].snapshot();
    assert!(worlds.reset(&[true], &start).is_err());
    assert_eq!(worlds.step_at::<[f64; 2]>(&[], &[]).unwrap().len(), WORLDS);
}

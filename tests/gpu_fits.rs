//! Tests that a GPU says where a body fits as the CPU does, bit for bit.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use std::sync::Arc;

use common::{KINDS, Random, Thing, angle, cases};
use kasuri::query::{self, Fits, PlaceGrid, Placed};
use kasuri::{Backend, Body, Filter, Mask, Placement, Region, Shape, Touching, Vec2, World, mask::Sprite};

/// Returns the body at some angles, a grid around some bodies, and these.
fn question(rng: &mut Random, kind: usize) -> (Vec<Placed>, PlaceGrid, Vec<Placed>) {
    let base = rng.pick(&[0.0, 0.0, 100.0, -2_000_000.0, 1_999_990.0]);
    let (thing, placement) = Thing::random(rng, KINDS[kind % (KINDS.len() - 1)]);
    let bodies = (0..1 + rng.below(8)).map(|_| {
        let kind = rng.pick(&KINDS);
        let (thing, mut placement) = Thing::random(rng, kind);
        placement.at = Vec2::new(base + rng.coordinate(40.0), -base + rng.coordinate(40.0));
        let group = rng.pick(&[0, 0, 0, 7]);
        Placed { layer: 1 << rng.below(3), group, ..thing.place(&placement) }
    });
    let bodies = bodies.collect();
    let steps = [1.0, 1.0, 2.0, -1.0, 0.5, 0.1, 0.37, -2.75, 5.0, 1.0 / 256.0, 0.001];
    let step = [rng.pick(&steps), rng.pick(&steps)];
    let count = [1 + rng.below(90) as u32, 1 + rng.below(20) as u32];
    let start = |rng: &mut Random, base: f64, step: f64, count: u32| {
        base + rng.coordinate(20.0) - step * f64::from(count) / 2.0
    };
    let from = [start(rng, base, step[0], count[0]), start(rng, -base, step[1], count[1])];
    let pose = |rng: &mut Random| {
        let placement = Placement { at: Vec2::new(base, -base), angle: angle(rng), ..placement };
        Placed { layer: 1, against: 3, group: 7, ..thing.place(&placement) }
    };
    let poses = (0..1 + rng.below(2)).map(|_| pose(rng)).collect();
    (poses, PlaceGrid::new(from, step, count), bodies)
}

/// Compares all answers of both; returns how many poses are free and how many are not.
fn agree(here: &Fits<'_>, there: &Fits<'_>, to: Vec2, told: &str) -> [u64; 2] {
    let (map, other) = (here.map(), there.map());
    assert!(map == other, "{told}: {:?} {:?}", map.words(), other.words());
    assert_eq!(here.count(), there.count(), "{told}");
    assert_eq!(here.first(), there.first(), "{told}");
    assert_eq!(here.nearest(to).unwrap(), there.nearest(to).unwrap(), "{told}");
    let all = map.angles() as u64 * map.size().into_iter().map(u64::from).product::<u64>();
    [map.count(), all - map.count()]
}

#[test]
fn every_pose_is_what_the_cpu_says() {
    for gpu in gpu::all() {
        let (mut rng, mut sums) = (Random::new(158), [0, 0]);
        for k in 0..cases(120, 10_000) {
            let (poses, places, bodies) = question(&mut rng, k);
            for touching in [Touching::Counts, Touching::Ignored] {
                let asked = || query::fits(&poses, &places, &bodies, touching).unwrap();
                let told = format!(
                    "{} {k} {touching:?} {places:?}\n{:?}\n{bodies:?}",
                    gpu.adapter().name,
                    poses[0].form
                );
                let there = asked().on_gpu(gpu).unwrap();
                let [free, blocked] = agree(&asked(), &there, places.place(3, 2), &told);
                sums = [sums[0] + free, sums[1] + blocked];
            }
        }
        assert!(sums.iter().all(|&sum| sum > 10_000), "{sums:?}");
    }
}

/// A body and an obstacle of hundreds of links, and tall sprites: more rounds than an invocation may run.
#[test]
fn poses_that_take_too_long_are_tested_by_the_host() {
    let stripes = |phase: i32| Arc::new(Mask::from_fn(2048, 2048, |_, y| y % 2 == phase).unwrap());
    let sprite = |mask: &Arc<Mask>| {
        let at = Placement::at([1024.0, 1024.0]);
        Placed::new(Sprite::place(mask, &at, None).unwrap(), [1024.0, 1024.0])
    };
    let (ours, theirs) = ([sprite(&stripes(0))], [sprite(&stripes(1))]);
    let places = PlaceGrid::new([1020.0, 1020.0], [3.0, 1.0], [3, 6]);
    let asked = || query::fits(&ours, &places, &theirs, Touching::Counts).unwrap();
    assert_eq!(asked().count(), 9);
    for gpu in gpu::all() {
        agree(&asked(), &asked().on_gpu(gpu).unwrap(), Vec2::new(0.0, 0.0), &gpu.adapter().name);
    }
}

/// A turned sprite at places all over its pixel, in more rows than have covers at once.
#[test]
fn covers_that_do_not_fit_at_once_are_made_in_parts() {
    let mut rng = Random::new(7);
    let mask = Arc::new(Mask::from_fn(300, 300, |_, _| rng.below(1000) < 4).unwrap());
    let placement = Placement::default().turned(0.6);
    let body = [Placed::new(Sprite::place(&mask, &placement, None).unwrap(), [0.0, 0.0])];
    let dot = |x: f64, y: f64| {
        let at = Placement::at([x, y]);
        Placed::new(Shape::circle(1.5).unwrap().place(&at).unwrap(), [x, y])
    };
    let dots: Vec<Placed> = (0..30).map(|_| dot(rng.coordinate(90.0), rng.coordinate(90.0))).collect();
    let places = PlaceGrid::new([-30.0, -20.0], [0.37, 0.37], [60, 40]);
    let asked = || query::fits(&body, &places, &dots, Touching::Counts).unwrap();
    for gpu in gpu::all() {
        let [free, blocked] =
            agree(&asked(), &asked().on_gpu(gpu).unwrap(), Vec2::new(0.0, 0.0), &gpu.adapter().name);
        assert!(free.min(blocked) > 100);
    }
}

#[test]
fn a_world_asks_its_gpu() {
    let place = |k: usize| [(k * 37 % 200) as f64, (k * 53 % 150) as f64];
    let build = |backend: Backend, gpu: &kasuri::gpu::Gpu| {
        let rules = World::builder().touching_between(1, 2, Touching::Ignored).rooted_circles_between(4, 4);
        let mut world = rules.backend(backend).gpu(gpu.clone()).build().unwrap();
        world
            .spawn_many(80, |k| {
                let body =
                    if k % 2 == 0 { Body::circle(5.0) } else { Body::rect([4.0, 3.0]).turned(k as f64) };
                body.at(place(k)).layer(1 << (k % 3))
            })
            .unwrap();
        world
    };
    let eye = Region::new("eye", Shape::circle(3.0).unwrap()).layer(4);
    let asked = [
        Body::circle(6.0).layer(4).region(eye.clone()),
        Body::rect([7.0, 5.0]).layer(1),
        Body::new(Arc::new(Mask::from_fn(9, 7, |x, y| (x + y) % 3 > 0).unwrap())).region(eye),
    ];
    let (whole, odd) = ([1.0, 1.0], [0.7, 1.3]);
    for gpu in gpu::all() {
        let worlds = [Backend::Cpu, Backend::Gpu, Backend::Auto].map(|backend| build(backend, gpu));
        for (body, step) in asked.iter().flat_map(|body| [whole, odd].map(|step| (body, step))) {
            let places = PlaceGrid::new([0.0, 0.0], step, [200, 150]);
            let of = |world: &World| {
                let fits = world.fits(body, &[0.0, 0.4], &places, Filter::ALL).unwrap();
                (fits.map(), fits.first(), fits.nearest([70.0, 70.0]).unwrap())
            };
            let answers = worlds.each_ref().map(of);
            assert!(answers[0] == answers[1] && answers[0] == answers[2], "{step:?} {}", gpu.adapter().name);
            assert!(answers[0].0.count() > 0);
        }
    }
}

/// A device that is lost while it answers: the CPU gives the answer. Before, it is an error.
#[test]
fn a_lost_device_changes_no_answer() {
    let coin = [Placed::new(Shape::circle(2.0).unwrap().place(&Placement::default()).unwrap(), [0.0, 0.0])];
    let places = PlaceGrid::new([0.0, 0.0], [1.0, 1.0], [64, 48]);
    for name in gpu::breakable() {
        let gpu = gpu::new(&name);
        let asked = || query::fits(&coin, &places, &coin, Touching::Counts).unwrap();
        let there = asked().on_gpu(&gpu).unwrap();
        gpu.device().destroy();
        agree(&asked(), &there, Vec2::new(9.0, 9.0), &name);
        assert!(asked().on_gpu(&gpu).is_err(), "{name}");
    }
}

/// The scenes of the conformance kit that ask where a body fits: all their answers, byte for byte.
#[cfg(feature = "scene")]
#[test]
fn the_kit_is_answered_as_on_the_cpu() {
    use kasuri::scene::Scene;
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/cases"));
    let files = (0..10).map(|k| folder.join(format!("placing-{k:02}.json")));
    let scenes: Vec<Scene> = files
        .map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            let case: serde_json::Value = serde_json::from_str(&text).unwrap();
            Scene::from_json(case["scene"].to_string(), folder).unwrap()
        })
        .collect();
    for gpu in gpu::all() {
        for (k, scene) in scenes.iter().enumerate() {
            let fits = |answer: String| {
                let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
                answer["fits"].as_array().unwrap().clone()
            };
            let here = fits(scene.solve().unwrap().to_string());
            assert!(!here.is_empty(), "placing-{k:02} asks nothing");
            let there = fits(scene.solve_on(gpu).unwrap().to_string());
            assert_eq!(here, there, "placing-{k:02} on {}", gpu.adapter().name);
        }
    }
}

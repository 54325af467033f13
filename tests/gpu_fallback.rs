//! Tests a GPU whose buffers are too small (set by the test). Worlds report the same pairs nevertheless, every pair
//! once, and data that nothing uses any more takes no memory.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use std::sync::Arc;

use common::Random;
use kasuri::gpu::{Crowd, Gpu, Member};
use kasuri::lattice::Point;
use kasuri::{
    Backend, Body, Cause, Error, Handle, Hit, Mask, Placement, Shape, Touching, Vec2, World, gpu::twins,
    mask::Sprite, query::Form, worlds::Worlds,
};

/// The size limit of a buffer: a frame of few bodies needs 640 KiB.
const MOST: u64 = 1 << 20;

fn small() -> impl Iterator<Item = &'static Gpu> {
    gpu::all().iter().inspect(|gpu| gpu.set_most_bytes(MOST))
}

/// Spawns circles and sprites, some rotated, all of them within a square of this side in pixels.
fn heap(world: &mut World, count: usize, side: f64) -> Vec<Handle> {
    let mut random = Random::new(91);
    let art = common::mask(&mut random);
    let bodies = world.spawn_many(count, |k| match k % 5 {
        0 => Body::sprite(&art),
        1 => Body::sprite(&art).turned(k as f64),
        _ => Body::circle(9.0).graze(if k % 7 == 0 { 4.0 } else { 0.0 }),
    });
    let bodies = bodies.unwrap();
    world.set_positions(&bodies, &places(count, side)).unwrap();
    bodies
}

fn places(count: usize, side: f64) -> Vec<[f64; 2]> {
    let mut random = Random::new(92);
    (0..count).map(|_| random.point(side)).collect()
}

/// Returns the hits of some steps of a heap, and how many of the steps ran whole on the device.
fn steps(mut world: World, count: usize) -> (Vec<Vec<Hit>>, usize) {
    let bodies = heap(&mut world, count, 4.0);
    let (mut told, mut whole) = (Vec::new(), 0);
    for side in [4.0, 5.0, 300.0, 4.0] {
        world.set_positions(&bodies, &places(count, side)).unwrap();
        let step = world.step().unwrap();
        whole += usize::from(step.report().broad == "gpu");
        told.extend([step.began(), step.stayed(), step.ended(), step.grazes()].map(<[Hit]>::to_vec));
    }
    (told, whole)
}

#[test]
fn worlds_that_outgrow_a_device_are_told_the_same() {
    for gpu in small() {
        let mut seen = [false; 2];
        // All pairs of 512 are 2^17, which is what fits; a hit takes as much memory as a pair.
        for count in [100, 200, 300, 400, 511, 513, 600] {
            let on = |backend| World::builder().backend(backend).gpu(gpu.clone()).build().unwrap();
            let (expected, _) = steps(World::new(), count);
            let (told, whole) = steps(on(Backend::Gpu), count);
            assert!(told == expected, "{count} on {}", gpu.adapter().name);
            let all = told[0].windows(2).all(|hits| hits[0] != hits[1]);
            assert!(all && told[0].len() > count * count / 4, "each pair once");
            assert!(steps(on(Backend::Auto), count).0 == expected);
            seen[usize::from(whole == 4)] = true;
        }
        assert_eq!(seen, [true; 2], "some fit and some do not");
    }
}

/// After some time, whole steps are tried again on the device.
#[test]
fn a_world_that_shrinks_is_on_the_device_again() {
    let gpu = small().next();
    let Some(gpu) = gpu else { return };
    let mut world = World::builder().backend(Backend::Gpu).gpu(gpu.clone()).build().unwrap();
    let bodies = heap(&mut world, 600, 4.0);
    assert_ne!(world.step().unwrap().report().broad, "gpu");
    world.set_positions(&bodies, &places(600, 900.0)).unwrap();
    let broads: Vec<&str> = (0..70).map(|_| world.step().unwrap().report().broad).collect();
    assert!(broads[0] != "gpu" && broads[69] == "gpu", "{broads:?}");
}

#[test]
fn batches_of_worlds_that_outgrow_a_device_are_told_the_same() {
    for gpu in small() {
        let worlds = || {
            Worlds::new(3, |_| {
                let mut world = World::new();
                heap(&mut world, 600, 4.0);
                Ok(world)
            })
            .unwrap()
        };
        let lists = |mut worlds: Worlds| -> Vec<Vec<Hit>> {
            let first = worlds.step().unwrap();
            let second = worlds.step().unwrap();
            first
                .iter()
                .chain(second.iter())
                .flat_map(|of| [of.began(), of.stayed()].map(<[Hit]>::to_vec))
                .collect()
        };
        let (expected, told) = (lists(worlds()), lists(worlds().on_gpu(gpu)));
        assert!(told == expected && told[0].len() > 40_000);
        // Once the worlds fit again, the device takes them after a while.
        let mut worlds = worlds().on_gpu(gpu);
        worlds.step().unwrap();
        worlds.iter_mut().for_each(World::clear);
        for k in 0..65 {
            assert!(worlds.gpu_report().is_none(), "{k}");
            worlds.step().unwrap();
        }
        assert!(worlds.gpu_report().is_some());
    }
}

fn circle() -> Form {
    Form::Shape(Shape::circle(8.0).unwrap().place(&Placement::default()).unwrap())
}

fn crowd_of(gpu: &Gpu, count: u32) -> Crowd {
    let mut crowd = gpu.crowd();
    for k in 0..count {
        let (form, layers) = (circle(), kasuri::Layers::default());
        crowd
            .push(Member { form: &form, at: Point::default(), layers, margin: -1, owner: k, world: 0 })
            .unwrap();
    }
    crowd
}

#[test]
fn a_frame_that_does_not_fit_is_an_error_and_the_next_one_is_whole() {
    for gpu in small() {
        let mut crowd = crowd_of(gpu, 600);
        for _ in 0..2 {
            match crowd.frame().as_ref().map_err(Error::cause) {
                Err(Cause::GpuTooSmall { needed, most, .. }) => assert!(needed > most && *most <= MOST),
                other => panic!("{:?}", other.map(|frame| frame.hits.len())),
            }
        }
        for k in 0..600 {
            crowd.move_to(k, Point::new(256 * 16 * (k as i32 / 2), 0)).unwrap();
        }
        let hits = crowd.frame().unwrap().hits;
        // Each body touches its own twin and its neighbors.
        assert_eq!(hits.len(), 300 + 4 * 299);
        // About as many bodies as fit.
        let mut crowd = crowd_of(gpu, 270);
        let hits = crowd.frame().unwrap().hits;
        assert!(hits.len() == 270 * 269 / 2 && hits.is_sorted());
        assert_eq!(crowd.frame().unwrap().hits, hits);
    }
}

#[test]
fn batches_are_cut_to_what_a_binding_holds() {
    for gpu in small() {
        let forms = vec![circle(); 300];
        let pairs: Vec<[u32; 2]> = (0..300).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let mut bodies = gpu.bodies(&forms).unwrap();
        let hits = bodies.integers(&pairs, Touching::Counts).unwrap();
        assert!(hits == twins::integers(&forms, &pairs, Touching::Counts).unwrap());
        assert_eq!(hits.len(), pairs.len());
    }
}

/// Returns a mask of 32 KiB of bits, different for each k.
fn large_mask(k: usize) -> Arc<Mask> {
    Arc::new(Mask::from_fn(512, 512, |x, y| (x * 7 + y * 3 + k as i32) % 5 != 0).unwrap())
}

/// Four times as many bits as any buffer holds, uploaded a few at a time.
const MASKS: usize = 4 * MOST as usize / (512 * 512 / 8);

#[test]
fn masks_that_nobody_has_take_no_room() {
    for gpu in small() {
        let mut crowd = gpu.crowd();
        let mut world = World::builder().backend(Backend::Gpu).gpu(gpu.clone()).build().unwrap();
        let mut bodies = gpu.bodies(&[]).unwrap();
        let mut last: Option<Handle> = None;
        for k in 0..4 * MASKS {
            let mask = large_mask(k);
            let form = Form::Sprite(Sprite::place(&mask, &Placement::default(), None).unwrap());
            let (at, layers) = (Point::default(), kasuri::Layers::default());
            let member = |owner| Member { form: &form, at, layers, margin: -1, owner, world: 0 };
            if k < 2 {
                crowd.push(member(k as u32)).unwrap();
            } else {
                crowd.change(k as u32 % 2, member(k as u32 % 2)).unwrap();
            }
            if let Some(last) = last {
                world.remove(last).unwrap();
            }
            last = Some(world.spawn(Body::sprite(&mask).at(Vec2::new(3.0, k as f64))).unwrap());
            // Only now and then, so that the test covers the release of both the host's tables and the device's.
            if k % 8 == 7 {
                assert_eq!(crowd.frame().unwrap().hits, [[0, 1]], "{k}");
                bodies.replace(&[form.clone(), form.clone()]).unwrap();
                assert_eq!(bodies.hits(&[[0, 1]], Touching::Counts).unwrap(), [0]);
                assert_eq!(world.step().unwrap().report().broad, "gpu");
            }
        }
    }
}

/// The host does some work twice when a GPU decides the pairs of a scene. A ceiling that lets the CPU answer lets a GPU
/// answer.
#[cfg(feature = "scene")]
#[test]
fn a_gpu_answers_each_scene_that_the_cpu_answers() {
    use kasuri::{Ceilings, scene::Scene};

    let zigzag: Vec<_> = (0..40).map(|k| [k as f64, if k % 2 == 0 { 0.0 } else { 30.0 }]).collect();
    let text = format!(
        r#"{{"kasuri": 1, "touching": "ignored", "bodies": [
            {{"id": "star", "at": [20, 4], "polygon": {{"points": [[0, 0], [30, 4], [8, 8], [4, 30]]}}}},
            {{"id": "laser", "at": [0.5, 0], "chain": {{"points": {zigzag:?}, "r": 0}}}}]}}"#
    );
    let mut answered = [0, 0];
    for work in (8..28).flat_map(|power| (0..8).map(move |eighth| (1 << power) + (eighth << power) / 8)) {
        let ceilings = Ceilings::default().work(work);
        let Ok(scene) = Scene::from_json_within(&text, std::path::Path::new("."), ceilings) else { continue };
        let Ok(expected) = scene.solve() else {
            answered[0] += 1;
            continue;
        };
        let expected = expected.to_string().replace(r#""cpu""#, r#""gpu""#);
        for gpu in gpu::all() {
            let answer = scene.solve_on(gpu).unwrap_or_else(|error| panic!("{work}: {error}"));
            assert_eq!(answer.to_string(), expected, "{work} on {}", gpu.adapter().name);
        }
        answered[1] += 1;
    }
    assert!(answered[0] > 8 && answered[1] > 8, "{answered:?}");
}

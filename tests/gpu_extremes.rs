//! Tests values for which 32 bits are too few: the largest shapes that just touch, and sprites stretched until texel
//! coordinates wrap.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use std::sync::Arc;

use common::{Random, cases};
use kasuri::lattice::Point;
use kasuri::{
    Mask, Placement, Shape, Touching,
    gpu::twins,
    mask::Sprite,
    query::{self, Form},
};

/// Returns a shape of up to 16384 px a side, with vertices and radii of any lattice length.
fn huge(random: &mut Random) -> Shape {
    let size = random.pick(&[50.0, 1000.0, 3700.0]);
    let lattice = |x: f64| (x * 256.0).round() / 256.0;
    let mut point = || [lattice(random.between(-size, size)), lattice(random.between(-size, size))];
    let [a, b, c] = [point(), point(), point()];
    let r = lattice(random.between(0.0, size));
    match random.below(6) {
        0 => Shape::segment(a, b).unwrap(),
        1 => Shape::capsule(a, b, r).unwrap(),
        2 => Shape::circle(r).unwrap(),
        3 => Shape::polygon(&[a, b, c]).unwrap_or(Shape::point()),
        4 => Shape::rect([r, size]).unwrap(),
        _ => Shape::point(),
    }
}

fn placed(shape: &Shape, at: Point, angle: f64) -> kasuri::shape::Parts {
    let at = [f64::from(at.x) / 256.0, f64::from(at.y) / 256.0];
    shape.place(&Placement::at(at).turned(angle)).unwrap()
}

/// Returns two shapes. The second is moved along a line until the overlap changes, and then by up to a lattice unit.
fn touching(random: &mut Random) -> [Form; 2] {
    let (a, b) = (huge(random), huge(random));
    let (turn_a, turn_b) =
        (random.between(-4.0, 4.0), random.pick(&[0.0, random.clone().between(-4.0, 4.0)]));
    let parts_a = placed(&a, Point::default(), turn_a);
    // From a position where a point on an edge of one shape lies on an edge of the other.
    let mut place = |parts: &kasuri::shape::Parts| {
        let (v, w) = (random.pick(parts[0].vertices()), random.pick(parts[0].vertices()));
        Point::new((v.x + w.x) / 2, (v.y + w.y) / 2)
    };
    let (on_a, on_b) = (place(&parts_a), place(&placed(&b, Point::default(), turn_b)));
    let form_a = Form::Shape(parts_a);
    let way = random.between(0.0, std::f64::consts::TAU);
    let along = |t: i64| {
        let step = [way.cos(), way.sin()].map(|d| (d * t as f64) as i32);
        Point::new(on_a.x - on_b.x + step[0], on_a.y - on_b.y + step[1])
    };
    let form_b = |at: Point| Form::Shape(placed(&b, at, turn_b));
    let (mut inside, mut outside) = (0_i64, 1 << 23);
    while outside - inside > 1 {
        let middle = (inside + outside) / 2;
        let meets = query::overlaps(&form_a, &form_b(along(middle)), Touching::Counts);
        if meets { inside = middle } else { outside = middle }
    }
    let mut nudge = || random.int(-1..=1) as i32;
    let at = along(inside);
    [form_a, form_b(Point::new(at.x + nudge(), at.y + nudge()))]
}

#[test]
fn shapes_as_large_as_they_may_be_that_just_touch() {
    let mut random = Random::new(101);
    let forms: Vec<Form> = (0..cases(10_000, 200_000)).flat_map(|_| touching(&mut random)).collect();
    let pairs: Vec<[u32; 2]> = (0..forms.len() as u32 / 2).map(|k| [2 * k, 2 * k + 1]).collect();
    for rule in [Touching::Counts, Touching::Ignored] {
        let expected = twins::hits(&forms, &pairs, rule).unwrap();
        assert!((0.2..0.8).contains(&(expected.len() as f64 / pairs.len() as f64)));
        for gpu in gpu::all() {
            let mut bodies = gpu.bodies(&forms).unwrap();
            let hits = bodies.hits(&pairs, rule).unwrap();
            let differ = |k: &u32| expected.binary_search(k).is_ok() != hits.binary_search(k).is_ok();
            let wrong = (0..pairs.len() as u32).find(differ).map(|k| &forms[2 * k as usize..][..2]);
            assert_eq!(wrong, None, "{rule:?} on {}", gpu.adapter().name);
        }
    }
}

#[test]
fn sprites_and_shapes_as_large_as_they_may_be() {
    let mut random = Random::new(102);
    let mask = |random: &mut Random| {
        let mut bits = Random::new(random.bits());
        Arc::new(Mask::from_fn(200, 150, |_, _| bits.below(4) > 0).unwrap())
    };
    let mut forms = Vec::new();
    for _ in 0..cases(300, 5000) {
        let shape = placed(&huge(&mut random), Point::default(), random.pick(&[0.0, 1e-4, 0.9]));
        // On the edge, or inside, or off the edge by up to the sprite's size.
        let (v, w) = (random.pick(shape[0].vertices()), random.pick(shape[0].vertices()));
        let (t, way) = (random.between(0.0, 1.0), random.between(0.0, std::f64::consts::TAU));
        let between = |v: i32, w: i32| (f64::from(v) * t + f64::from(w) * (1.0 - t)) / 256.0;
        let r = f64::from(shape[0].radius()) / 256.0 + random.between(-100.0, 100.0);
        let at = [between(v.x, w.x) + r * way.cos(), between(v.y, w.y) + r * way.sin()];
        let scale = random.pick(&[1.0, 1.0, 3.0]);
        let at = Placement::at(at).turned(random.pick(&[0.0, 0.6])).scaled([scale, scale]);
        forms.push(Form::Sprite(Sprite::place(&mask(&mut random), &at, None).unwrap()));
        forms.push(Form::Shape(shape));
    }
    let pairs: Vec<[u32; 2]> = (0..forms.len() as u32 / 2).map(|k| [2 * k, 2 * k + 1]).collect();
    for rule in [Touching::Counts, Touching::Ignored] {
        let expected = twins::integers(&forms, &pairs, rule).unwrap();
        assert!(expected.len() > pairs.len() / 10);
        for gpu in gpu::all() {
            let found = gpu.bodies(&forms).unwrap().integers(&pairs, rule).unwrap();
            for (hit, expected) in found.iter().zip(&expected) {
                let Form::Shape(shape) = &forms[2 * hit.pair as usize + 1] else { unreachable!() };
                assert_eq!(hit, expected, "{rule:?} on {}: {shape:?}", gpu.adapter().name);
            }
            assert_eq!(found.len(), expected.len());
        }
    }
}

/// Tests a sprite 64 times as tall and a 64th as wide: at the corners of its box, u wraps around in 32 bits.
#[test]
fn no_wrapped_texel_is_taken_for_one() {
    let thin = Arc::new(Mask::from_fn(300, 60, |_, _| true).unwrap());
    let wide = Arc::new(Mask::from_fn(64, 64, |_, _| true).unwrap());
    let forms: Vec<Form> = [0.3, 0.785, 2.0, -1.0, 4.0]
        .into_iter()
        .flat_map(|angle| {
            let stretched = Placement::default().turned(angle).scaled([1.0 / 64.0, 64.0]);
            let beside = Placement::at([60.0, 40.0]).turned(0.1).scaled([40.0, 40.0]);
            [Sprite::place(&thin, &stretched, None), Sprite::place(&wide, &beside, None)]
        })
        .map(|sprite| Form::Sprite(sprite.unwrap()))
        .collect();
    let pairs: Vec<[u32; 2]> = (0..5).map(|k| [2 * k, 2 * k + 1]).collect();
    let expected = twins::integers(&forms, &pairs, Touching::Counts).unwrap();
    assert_eq!(expected.len(), 5);
    for gpu in gpu::all() {
        let found = gpu.bodies(&forms).unwrap().integers(&pairs, Touching::Counts).unwrap();
        assert_eq!(found, expected, "on {}", gpu.adapter().name);
    }
}

//! Tests shapes of several parts beside small bodies that just touch them, just graze them, or do neither by 1/256 px, as often as
//! their fields and their joined pieces decide: a step tells what the reference tells.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use common::Random;
use kasuri::query::{self, Form};
use kasuri::shape::Part;
use kasuri::{Body, Handle, Placement, Shape, Touching, World, counts, reference};

const UNIT: f64 = 1.0 / 256.0;
/// The margin of the bodies that graze, in lattice units.
const MARGIN: i32 = 5 * 256;
/// The small bodies of a world.
const SMALL: usize = 400;
/// The worlds of a shape. A field is made after 2,048 questions.
const WORLDS: usize = 10;

fn ring(random: &mut Random, count: usize, size: f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let (sin, cos) = (k as f64 / count as f64 * std::f64::consts::TAU).sin_cos();
        let far = size * random.between(0.3, 1.0);
        [cos * far, sin * far]
    };
    (0..count).map(corner).collect()
}

/// Returns a shape of several parts that reaches about `size` pixels far.
fn shape(random: &mut Random, kind: usize, size: f64) -> Shape {
    match kind {
        0 => Shape::polygon(&ring(random, 9, size)).unwrap(),
        1 => Shape::polygon(&ring(random, 40, size)).unwrap(),
        2 => Shape::rounded_polygon(&ring(random, 12, size), size / 8.0).unwrap(),
        3 => Shape::chain(&ring(random, 12, size), size / 20.0).unwrap(),
        _ => Shape::compound(vec![
            Part::new(Shape::rect([size / 2.0, size / 6.0]).unwrap()).offset([size / 3.0, 0.0]),
            Part::new(Shape::circle(size / 3.0).unwrap()).offset([-size / 2.0, size / 4.0]),
            Part::new(Shape::polygon(&ring(random, 11, size / 2.0)).unwrap()).offset([0.0, -size / 2.0]),
            Part::new(Shape::capsule([0.0, 0.0], [size / 2.0, size / 2.0], size / 9.0).unwrap()),
        ])
        .unwrap(),
    }
}

fn small(random: &mut Random, size: f64) -> Shape {
    let r = random.between(0.05, 0.3) * size;
    match random.below(5) {
        0 => Shape::point(),
        1 | 2 => Shape::circle(r).unwrap(),
        3 => Shape::rect([r, r * random.between(0.3, 1.0)]).unwrap(),
        _ => Shape::capsule([-r, 0.0], [r, 0.0], r / 2.0).unwrap(),
    }
}

/// Returns a placement of a small body near a large one: often it just touches it, just comes within the margin, or misses
/// either by a few lattice units.
fn near(random: &mut Random, large: &Form, shape: &Shape) -> Placement {
    let bounds = large.bounds().unwrap();
    let at = |min: i32, max: i32, random: &mut Random| {
        let beyond = f64::from(max - min) * 0.3;
        random.between(f64::from(min) - beyond, f64::from(max) + beyond) * UNIT
    };
    let at = [at(bounds.min.x, bounds.max.x, random), at(bounds.min.y, bounds.max.y, random)];
    let mut placement = Placement::at(at).turned(random.between(0.0, 6.3));
    if random.chance(8) {
        return placement;
    }
    let gap = f64::from(random.pick(&[0, 0, MARGIN])) + random.pick(&[-2.0, -1.0, 0.0, 0.0, 1.0, 2.0]);
    // (Twice, since the nearest points change as the body moves.)
    for _ in 0..2 {
        let form = Form::Shape(shape.place(&placement).unwrap());
        let Some(found) = query::distance(large, &form) else { break };
        if found.distance == 0.0 {
            break;
        }
        let by = (found.distance - gap * UNIT) / found.distance;
        placement.at.x += (found.a.x - found.b.x) * by;
        placement.at.y += (found.a.y - found.b.y) * by;
    }
    placement
}

/// Steps a world of a shape and small bodies beside it, and compares hits and grazes with the reference. Returns their numbers,
/// and how many tests of parts the step took.
fn check(random: &mut Random, shape: &Shape, placement: &Placement, size: f64) -> [u64; 3] {
    let touching = random.pick(&[Touching::Counts, Touching::Ignored]);
    let mut world = World::builder().touching(touching).threads(1).build().unwrap();
    let scale = [placement.scale.x, placement.scale.y];
    let body = Body::new(shape.clone()).at(placement.at).turned(placement.angle).scaled(scale);
    let large = world.spawn(body.layer(2).against(1)).unwrap();
    let form = Form::Shape(shape.place(placement).unwrap());
    let mut beside: Vec<(Handle, Form, bool)> = Vec::new();
    for k in 0..SMALL {
        let own = small(random, size);
        let at = near(random, &form, &own);
        let (grazes, body) = (k % 2 == 0, Body::new(own.clone()).at(at.at).turned(at.angle));
        let body = if grazes { body.graze(f64::from(MARGIN) * UNIT) } else { body };
        let handle = world.spawn(body.layer(1).against(2)).unwrap();
        beside.push((handle, Form::Shape(own.place(&at).unwrap()), grazes));
    }
    counts::take();
    let step = world.step().unwrap();
    let tests = counts::take().tests;
    let other = |a: Handle, b: Handle| if a == large { b } else { a };
    let hits: BTreeSet<Handle> = step.hits().map(|hit| other(hit.a, hit.b)).collect();
    let grazing: BTreeSet<Handle> = step.grazes().iter().map(|hit| other(hit.a, hit.b)).collect();
    for (handle, own, grazes) in &beside {
        let is_hit = reference::overlaps(&form, own, touching);
        assert_eq!(hits.contains(handle), is_hit, "{shape:?} {placement:?} {own:?} {touching:?}");
        let is_near = *grazes && reference::graze(&form, own, MARGIN, touching);
        assert_eq!(grazing.contains(handle), is_near, "{shape:?} {placement:?} {own:?} {touching:?}");
    }
    [hits.len() as u64, grazing.len() as u64, tests]
}

#[test]
fn near_touches_are_those_of_the_reference() {
    let mut random = Random::new(2024);
    let (mut sum, mut tests) = ([0; 2], [0; 2]);
    for round in 0..common::cases(20, 400) {
        let (kind, size) = (round % 5, random.between(4.0, 60.0));
        let shape = shape(&mut random, kind, size);
        // Small scales round vertices so much that joined triangles are no longer convex.
        let scale: f64 = if random.chance(3) { 1.0 / 32.0 } else { random.between(0.4, 3.0) };
        let sides = if kind == 0 { [scale, scale * 0.7] } else { [scale; 2] };
        for world in 0..WORLDS {
            let mirror = random.pick(&[1.0, -1.0]);
            let placement = Placement::at([random.between(-500.0, 500.0), random.between(-500.0, 500.0)])
                .turned(random.between(0.0, 6.3))
                .scaled([sides[0] * mirror, sides[1]]);
            let [hits, grazes, tested] = check(&mut random, &shape, &placement, size * scale);
            (sum[0], sum[1]) = (sum[0] + hits, sum[1] + grazes);
            tests[world / (WORLDS / 2)] += tested;
        }
    }
    assert!(sum[0] > 10_000 && sum[1] > 3000, "{sum:?}");
    // The worlds in which fields were made take fewer tests.
    assert!(tests[1] < tests[0], "{tests:?}");
}

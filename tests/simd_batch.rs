//! Shapes tested many at a time overlap just where they do one by one, with every instruction set.
#![allow(clippy::expect_used)]
#![allow(clippy::expect_used)] // What is made here is valid by construction.

mod support;

use kasuri::query::batch::{Boxes, Circles, Polygons};
use kasuri::{Convex, Form, Placement, Shape, Simd, Touching, query};
use support::{Random, rounds};

/// Near the origin or at the world's edge, close together: on whole lattice units where half the scenes touch.
fn placement(random: &mut Random) -> Placement {
    let far = random.pick(&[0.0, 0.0, 2_000_000.0]);
    let reach = random.pick(&[2.0, 20.0, 3000.0]);
    let place = |random: &mut Random| {
        let x = random.between(-reach, reach);
        far + if random.chance(2) { x.round() } else { x }
    };
    let at = [place(random), place(random)];
    let turn = random.pick(&[0.0, 0.0, 1.0]);
    Placement::at(at).turned(turn * random.between(0.0, 6.3))
}

fn side(random: &mut Random) -> f64 {
    random.pick(&[0.0, 1.0, 4.0, 4.0, 900.0]) * random.pick(&[1.0, 1.0, 0.7])
}

fn placed(shape: Shape, random: &mut Random) -> Convex {
    shape.place(&placement(random)).expect("a shape in the world")[0].clone()
}

/// Checks a pair of kinds: how to make and to prepare the first shapes and the second ones.
fn check<A: Default, B: Default>(
    seed: u64,
    (make_a, push_a): (impl Fn(&mut Random) -> Shape, impl Fn(&mut A, &Convex) -> bool),
    (make_b, push_b): (impl Fn(&mut Random) -> Shape, impl Fn(&mut B, &Convex) -> bool),
    overlaps: impl Fn(&A, Simd, &B, Touching, &mut Vec<bool>),
) {
    let random = &mut Random::new(seed);
    let n = rounds(20_000);
    let pair = |_| [placed(make_a(random), random), placed(make_b(random), random)];
    let pairs: Vec<[Convex; 2]> = (0..n).map(pair).collect();
    let (mut batch_a, mut batch_b) = (A::default(), B::default());
    assert!(pairs.iter().all(|[a, b]| push_a(&mut batch_a, a) && push_b(&mut batch_b, b)));
    for touching in [Touching::Counts, Touching::Ignored] {
        let form = |part: &Convex| Form::Shape(vec![part.clone()].into());
        let expected: Vec<bool> =
            pairs.iter().map(|[a, b]| query::overlaps(&form(a), &form(b), touching)).collect();
        let hits = expected.iter().filter(|&&hit| hit).count();
        assert!(hits > n / 20 && hits < n - n / 20, "{hits} of {n}");
        for simd in Simd::available() {
            let mut found = vec![true; 3];
            overlaps(&batch_a, simd, &batch_b, touching, &mut found);
            let wrong = (0..n).find(|&k| found[k] != expected[k]);
            assert_eq!(wrong.map(|k| &pairs[k]), None, "{simd:?}, {touching:?}");
            assert_eq!(found.len(), n);
        }
    }
}

fn bar(random: &mut Random) -> Shape {
    Shape::rect([side(random), side(random)]).expect("a valid box")
}

fn disc(random: &mut Random) -> Shape {
    Shape::circle(side(random)).expect("a valid circle")
}

#[test]
fn boxes() {
    check(1, (bar, Boxes::push), (bar, Boxes::push), Boxes::overlaps_by);
}

#[test]
fn circles() {
    check(2, (disc, Circles::push), (disc, Circles::push), Circles::overlaps_by);
}

#[test]
fn boxes_and_circles() {
    check(4, (bar, Boxes::push), (disc, Circles::push), Boxes::overlaps_circles_by);
}

#[test]
fn polygons() {
    let make = |random: &mut Random| {
        let n = random.size(3..=8);
        let size = 1.0 + side(random);
        let vertex = |k: usize| {
            let angle = k as f64 / n as f64 * std::f64::consts::TAU;
            [size * angle.cos(), size * angle.sin()]
        };
        Shape::polygon(&(0..n).map(vertex).collect::<Vec<_>>()).expect("a valid polygon")
    };
    check(3, (make, Polygons::push), (make, Polygons::push), Polygons::overlaps_by);
}

#[test]
fn what_does_not_fit_is_refused() {
    let at = Placement::at([3.0, 4.0]);
    let place =
        |shape: kasuri::Result<Shape>| shape.and_then(|s| s.place(&at)).expect("a valid shape")[0].clone();
    let disc = place(Shape::circle(2.0));
    let bar = place(Shape::rect([2.0, 1.0]));
    let kite = place(Shape::polygon(&[[0.0, 0.0], [1.0, 2.0], [0.0, 9.0], [-1.0, 2.0]]));
    let mut boxes = Boxes::default();
    assert!(!boxes.push(&disc) && !boxes.push(&kite) && boxes.is_empty());
    assert!(boxes.push(&bar) && boxes.len() == 1);
    let mut circles = Circles::default();
    assert!(!circles.push(&bar) && circles.push(&disc) && circles.len() == 1);
    let mut polygons = Polygons::default();
    assert!(!polygons.push(&disc) && polygons.push(&kite) && polygons.push(&bar) && polygons.len() == 2);
}

//! Tests that shapes tested many at a time overlap exactly where they do one by one, with every instruction set.
#![allow(clippy::expect_used)] // The shapes made here are valid by construction.

mod support;

use kasuri::batch::{Boxes, Circles, Polygons, Separation};
use kasuri::{
    Placement, Shape, Touching,
    parallel::Simd,
    query::{self, Form},
    shape::Convex,
};
use support::{Random, rounds};

/// Returns a placement near the origin or at the world's edge; bodies are close together. Where they lie on whole
/// lattice units, half the scenes touch.
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

/// Checks a pair of kinds. The arguments say how to make and to prepare the first and the second shapes.
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

/// Compares the separations of a kind with [`query::contact`], bit for bit.
fn check_ways<B: Default>(
    seed: u64,
    make: impl Fn(&mut Random) -> Shape,
    push: impl Fn(&mut B, &Convex) -> bool,
    separations: impl Fn(&B, Simd, &B, Touching, &mut Vec<Option<Separation>>),
) {
    let random = &mut Random::new(seed);
    let n = rounds(20_000);
    let pairs: Vec<[Convex; 2]> = (0..n).map(|_| [(); 2].map(|()| placed(make(random), random))).collect();
    let mut batch = [B::default(), B::default()];
    assert!(pairs.iter().all(|[a, b]| push(&mut batch[0], a) && push(&mut batch[1], b)));
    let bits = |way: Separation| [way.normal[0], way.normal[1], way.depth].map(f64::to_bits);
    for touching in [Touching::Counts, Touching::Ignored] {
        let form = |part: &Convex| Form::Shape(vec![part.clone()].into());
        let contact = |[a, b]: &[Convex; 2]| query::contact(&form(a), &form(b), touching);
        let expected: Vec<_> = pairs.iter().map(|pair| contact(pair).map(|c| bits(c.into()))).collect();
        let hits = expected.iter().flatten().count();
        assert!(hits > n / 20 && hits < n - n / 20, "{hits} of {n}");
        for simd in Simd::available() {
            let mut ways = vec![None; 3];
            separations(&batch[0], simd, &batch[1], touching, &mut ways);
            let wrong = (0..n).find(|&k| ways[k].map(bits) != expected[k]);
            let told = wrong.map(|k| (&pairs[k], ways[k], contact(&pairs[k])));
            assert_eq!(told, None, "{simd:?}, {touching:?}");
            assert_eq!(ways.len(), n);
        }
    }
}

/// Returns a box with few possible sides and positions, many of them upright: separations often have equal lengths.
fn brick(random: &mut Random) -> Shape {
    Shape::rect([(); 2].map(|()| random.pick(&[1.0, 4.0, 4.0]))).expect("a valid box")
}

#[test]
fn ways_out_of_boxes() {
    check_ways(5, bar, Boxes::push, Boxes::separations_by);
    check_ways(6, brick, Boxes::push, Boxes::separations_by);
}

#[test]
fn ways_out_of_polygons() {
    check_ways(7, ring, Polygons::push, Polygons::separations_by);
    check_ways(8, brick, Polygons::push, Polygons::separations_by);
}

fn bar(random: &mut Random) -> Shape {
    Shape::rect([side(random), side(random)]).expect("a valid box")
}

/// Returns a box so short that its half-axes fit in 16 bits, some of them barely.
fn slab(random: &mut Random) -> Shape {
    let side = |random: &mut Random| random.pick(&[0.0, 1.0, 4.0, 4.0, 250.0, 255.9]);
    Shape::rect([side(random), side(random)]).expect("a valid box")
}

fn disc(random: &mut Random) -> Shape {
    Shape::circle(side(random)).expect("a valid circle")
}

fn ring(random: &mut Random) -> Shape {
    let n = random.size(3..=8);
    let size = 1.0 + side(random);
    let vertex = |k: usize| {
        let angle = k as f64 / n as f64 * std::f64::consts::TAU;
        [size * angle.cos(), size * angle.sin()]
    };
    Shape::polygon(&(0..n).map(vertex).collect::<Vec<_>>()).expect("a valid polygon")
}

#[test]
fn boxes() {
    check(1, (bar, Boxes::push), (bar, Boxes::push), Boxes::overlaps_by);
    check(9, (slab, Boxes::push), (slab, Boxes::push), Boxes::overlaps_by);
    check(10, (slab, Boxes::push), (bar, Boxes::push), Boxes::overlaps_by);
    check(11, (bar, Boxes::push), (slab, Boxes::push), Boxes::overlaps_by);
}

#[test]
fn circles() {
    check(2, (disc, Circles::push), (disc, Circles::push), Circles::overlaps_by);
}

#[test]
fn boxes_and_circles() {
    check(12, (slab, Boxes::push), (disc, Circles::push), Boxes::overlaps_circles_by);
    check(4, (bar, Boxes::push), (disc, Circles::push), Boxes::overlaps_circles_by);
}

#[test]
fn polygons() {
    check(3, (ring, Polygons::push), (ring, Polygons::push), Polygons::overlaps_by);
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

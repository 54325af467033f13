//! Pairs of prepared shapes, about half of which overlap: turned boxes (w2), polygons (w3), circles (w4), yes or no.

use kasuri::query::batch::{Boxes, Circles, Polygons};
use kasuri::{Convex, Placement, Shape, Touching};

use crate::random::Random;
use crate::{Job, KASURI, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    Workload { name: "w2-1000k", by: KASURI, about: "turned boxes, in batches", prepare: boxes },
    Workload {
        name: "w3-200k",
        by: KASURI,
        about: "polygons of 5 to 8 vertices, in batches",
        prepare: polygons,
    },
    Workload { name: "w4-1000k", by: KASURI, about: "circles, in batches", prepare: circles },
    Workload {
        name: "w4-box-1000k",
        by: KASURI,
        about: "turned boxes and circles, in batches",
        prepare: boxes_and_circles,
    },
];

/// Two shapes in their own coordinates and where they stand, in pixels.
pub(crate) struct Pair<S> {
    pub(crate) shapes: [S; 2],
    pub(crate) at: [[f64; 2]; 2],
    pub(crate) turn: [f64; 2],
}

fn pairs<S>(seed: u64, n: usize, reach: f64, mut shape: impl FnMut(&mut Random) -> S) -> Vec<Pair<S>> {
    let random = &mut Random::new(seed);
    let tau = std::f64::consts::TAU;
    let mut pair = |_| {
        let turn = [(); 2].map(|()| random.between(0.0, tau));
        let (way, length) = (random.between(0.0, tau), random.between(0.0, reach));
        let [x, y] = [(); 2].map(|()| random.between(-100.0, 100.0));
        let at = [[x, y], [x + length * way.cos(), y + length * way.sin()]];
        Pair { shapes: [(); 2].map(|()| shape(random)), at, turn }
    };
    (0..n).map(&mut pair).collect()
}

/// Half the sides of boxes.
pub(crate) fn box_pairs() -> Vec<Pair<[f64; 2]>> {
    pairs(3, 1_000_000, 36.0, |random| [(); 2].map(|()| random.between(4.0, 12.0)))
}

/// The vertices of polygons, on a circle.
pub(crate) fn polygon_pairs() -> Vec<Pair<Vec<[f64; 2]>>> {
    pairs(4, 200_000, 36.5, |random| {
        let n = random.between(5.0, 9.0).floor();
        let (radius, phase) = (random.between(6.0, 14.0), random.between(0.0, std::f64::consts::TAU));
        let mut vertex = |k: u32| {
            let angle = (f64::from(k) + random.between(-0.3, 0.3)) * std::f64::consts::TAU / n + phase;
            [radius * angle.cos(), radius * angle.sin()]
        };
        (0..n as u32).map(&mut vertex).collect()
    })
}

/// The radii of circles.
pub(crate) fn circle_pairs() -> Vec<Pair<f64>> {
    pairs(5, 1_000_000, 32.0, |random| random.between(4.0, 12.0))
}

/// Half the sides of a box, and the radius of a circle.
pub(crate) fn box_and_circle_pairs() -> Vec<Pair<[f64; 3]>> {
    pairs(6, 1_000_000, 30.0, |random| [(); 3].map(|()| random.between(4.0, 12.0)))
}

type Overlaps<B> = fn(&B, &B, Touching, &mut Vec<bool>);

/// Prepares both sides of all pairs, and times the batch.
fn batch<S, B: Default + 'static>(
    pairs: &[Pair<S>],
    shape: impl Fn(&S) -> kasuri::Result<Shape>,
    push: fn(&mut B, &Convex) -> bool,
    overlaps: Overlaps<B>,
) -> Job {
    let [mut a, mut b] = [B::default(), B::default()];
    for pair in pairs {
        for (k, batch) in [&mut a, &mut b].into_iter().enumerate() {
            let placement = Placement::at(pair.at[k]).turned(pair.turn[k]);
            let parts =
                shape(&pair.shapes[k]).and_then(|shape| shape.place(&placement)).expect("a valid shape");
            assert!(push(batch, &parts[0]), "a shape of the kind");
        }
    }
    let (n, mut hits) = (pairs.len(), Vec::new());
    Box::new(move |clock| {
        clock.time(|| overlaps(&a, &b, Touching::Counts, &mut hits));
        Work { count: hits.iter().filter(|&&hit| hit).count() as u64, ..Work::of(n) }
    })
}

fn boxes() -> Job {
    batch(&box_pairs(), |&half| Shape::rect(half), Boxes::push, Boxes::overlaps)
}

fn polygons() -> Job {
    batch(&polygon_pairs(), |points| Shape::polygon(points), Polygons::push, Polygons::overlaps)
}

fn circles() -> Job {
    batch(&circle_pairs(), |&r| Shape::circle(r), Circles::push, Circles::overlaps)
}

fn boxes_and_circles() -> Job {
    let (mut boxes, mut circles) = (Boxes::default(), Circles::default());
    for pair in box_and_circle_pairs() {
        let ([[w, h, _], [.., r]], [a, b]) = (pair.shapes, pair.at);
        let bar = Shape::rect([w, h]).and_then(|shape| shape.place(&Placement::at(a).turned(pair.turn[0])));
        let disc = Shape::circle(r).and_then(|shape| shape.place(&Placement::at(b)));
        let [bar, disc] = [bar, disc].map(|parts| parts.expect("a valid shape"));
        assert!(boxes.push(&bar[0]) && circles.push(&disc[0]), "shapes of the kinds");
    }
    let (n, mut hits) = (boxes.len(), Vec::new());
    Box::new(move |clock| {
        clock.time(|| boxes.overlaps_circles(&circles, Touching::Counts, &mut hits));
        Work { count: hits.iter().filter(|&&hit| hit).count() as u64, ..Work::of(n) }
    })
}

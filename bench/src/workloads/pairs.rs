//! Pairs of prepared shapes, about half of which overlap: turned boxes (w2), polygons (w3), circles (w4). The answer
//! is yes or no, or how they separate.

use kasuri::batch::{Batch, BoxPoses, Boxes, Circles, Polygons, Separation};
use kasuri::{
    Placement, Shape, Touching,
    query::{self, Form},
    shape::Convex,
};

use crate::random::Random;
use crate::{Job, KASURI, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    Workload { name: "w2-1000k", by: KASURI, about: "turned boxes, in batches", prepare: boxes },
    Workload {
        name: "w2-poses-200k",
        by: KASURI,
        about: "turned boxes from x, y, half sides and angle, nothing prepared",
        prepare: box_poses,
    },
    Workload {
        name: "w3-200k",
        by: KASURI,
        about: "polygons of 5 to 8 vertices, in batches",
        prepare: polygons,
    },
    Workload {
        name: "w2-ways-1000k",
        by: KASURI,
        about: "turned boxes, normal and depth, in batches",
        prepare: boxes_ways,
    },
    Workload {
        name: "w3-ways-200k",
        by: KASURI,
        about: "polygons of 5 to 8 vertices, normal and depth, in batches",
        prepare: polygons_ways,
    },
    Workload { name: "w4-1000k", by: KASURI, about: "circles, in batches", prepare: circles },
    Workload {
        name: "w4-box-1000k",
        by: KASURI,
        about: "turned boxes and circles, in batches",
        prepare: boxes_and_circles,
    },
];

/// The same pairs one by one, with a contact point too.
pub(crate) const ALONE: &[Workload] = &[
    Workload { name: "w2-ways-1000k", by: "query::contact", about: "", prepare: boxes_contacts },
    Workload { name: "w3-ways-200k", by: "query::contact", about: "", prepare: polygons_contacts },
];

/// Two shapes in their own coordinates, and their positions in pixels.
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

/// Returns pairs of boxes, as half-sides.
pub(crate) fn box_pairs() -> Vec<Pair<[f64; 2]>> {
    some_box_pairs(1_000_000)
}

/// Returns the first `n` pairs of boxes.
pub(crate) fn some_box_pairs(n: usize) -> Vec<Pair<[f64; 2]>> {
    pairs(3, n, 36.0, |random| [(); 2].map(|()| random.between(4.0, 12.0)))
}

/// Returns pairs of polygons, as vertices on a circle.
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

/// Returns pairs of circles, as radii.
pub(crate) fn circle_pairs() -> Vec<Pair<f64>> {
    pairs(5, 1_000_000, 32.0, |random| random.between(4.0, 12.0))
}

/// Returns pairs, as the half-sides of a box and the radius of a circle.
pub(crate) fn box_and_circle_pairs() -> Vec<Pair<[f64; 3]>> {
    pairs(6, 1_000_000, 30.0, |random| [(); 3].map(|()| random.between(4.0, 12.0)))
}

type Overlaps<B> = fn(&B, &B, Touching, &mut Vec<bool>);

/// Places both shapes of all pairs.
fn placed<S>(pairs: &[Pair<S>], shape: impl Fn(&S) -> kasuri::Result<Shape>) -> Vec<[Convex; 2]> {
    let place = |pair: &Pair<S>, k: usize| {
        let placement = Placement::at(pair.at[k]).turned(pair.turn[k]);
        let parts = shape(&pair.shapes[k]).and_then(|shape| shape.place(&placement)).expect("a valid shape");
        parts[0].clone()
    };
    pairs.iter().map(|pair| [0, 1].map(|k| place(pair, k))).collect()
}

fn prepared<B: Default>(pairs: &[[Convex; 2]], push: fn(&mut B, &Convex) -> bool) -> [B; 2] {
    let mut batches = [B::default(), B::default()];
    for pair in pairs {
        for (batch, part) in batches.iter_mut().zip(pair) {
            assert!(push(batch, part), "a shape of the kind");
        }
    }
    batches
}

/// Prepares both shapes of all pairs, and times the batch.
fn batch<S, B: Default + 'static>(
    pairs: &[Pair<S>],
    shape: impl Fn(&S) -> kasuri::Result<Shape>,
    push: fn(&mut B, &Convex) -> bool,
    overlaps: Overlaps<B>,
) -> Job {
    let [a, b] = prepared(&placed(pairs, shape), push);
    let (n, mut hits) = (pairs.len(), Vec::new());
    Box::new(move |clock| {
        clock.time(|| overlaps(&a, &b, Touching::Counts, &mut hits));
        Work { count: hits.iter().filter(|&&hit| hit).count() as u64, ..Work::of(n) }
    })
}

/// Returns x, y, half-sides and angle for both sides of the pairs, in single precision, as parry uses them.
pub(crate) fn box_columns() -> [[Vec<f32>; 5]; 2] {
    let mut sides: [[Vec<f32>; 5]; 2] = Default::default();
    for pair in some_box_pairs(200_000) {
        for (k, side) in sides.iter_mut().enumerate() {
            let ([x, y], [hx, hy]) = (pair.at[k], pair.shapes[k]);
            let all = [x, y, hx, hy, pair.turn[k]];
            side.iter_mut().zip(all).for_each(|(column, x)| column.push(x as f32));
        }
    }
    sides
}

fn box_poses() -> Job {
    let sides = box_columns();
    Box::new(move |clock| {
        let hits = clock.time(|| {
            let [a, b] = sides.each_ref().map(|[x, y, hx, hy, angle]| BoxPoses { x, y, hx, hy, angle });
            Batch::new().threads(1).overlaps(a, b).expect("valid poses")
        });
        Work { count: hits.count(), ..Work::of(hits.len()) }
    })
}

type WaysOut<B> = fn(&B, &B, Touching, &mut Vec<Option<Separation>>);

/// Prepares the pairs and times their separations.
fn ways<B: Default + 'static>(
    pairs: &[[Convex; 2]],
    push: fn(&mut B, &Convex) -> bool,
    separations: WaysOut<B>,
) -> Job {
    let ([a, b], mut ways) = (prepared(pairs, push), Vec::new());
    let n = pairs.len();
    Box::new(move |clock| {
        clock.time(|| separations(&a, &b, Touching::Counts, &mut ways));
        summed(&ways, n)
    })
}

/// Computes the separations by the contact of one pair after another.
fn contacts(pairs: Vec<[Convex; 2]>) -> Job {
    let form = |part: Convex| Form::Shape(vec![part].into());
    let pairs: Vec<[Form; 2]> = pairs.into_iter().map(|pair| pair.map(form)).collect();
    let mut ways = Vec::new();
    Box::new(move |clock| {
        clock.time(|| {
            let contacts = pairs.iter().map(|[a, b]| query::contact(a, b, Touching::Counts));
            ways.clear();
            ways.extend(contacts.map(|contact| contact.map(Separation::from)));
        });
        summed(&ways, pairs.len())
    })
}

fn summed(ways: &[Option<Separation>], n: usize) -> Work {
    let mut work = Work::of(n);
    for way in ways.iter().flatten() {
        let [x, y] = way.normal.map(f64::to_bits);
        work.add(x ^ y.rotate_left(21) ^ way.depth.to_bits().rotate_left(42));
    }
    work
}

fn boxes_ways() -> Job {
    ways(&placed(&box_pairs(), |&half| Shape::rect(half)), Boxes::push, Boxes::separations)
}

fn polygons_ways() -> Job {
    ways(&placed(&polygon_pairs(), |points| Shape::polygon(points)), Polygons::push, Polygons::separations)
}

fn boxes_contacts() -> Job {
    contacts(placed(&box_pairs(), |&half| Shape::rect(half)))
}

fn polygons_contacts() -> Job {
    contacts(placed(&polygon_pairs(), |points| Shape::polygon(points)))
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

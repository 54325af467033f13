//! Random bodies for tests: every kind, from a seed.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

pub mod agree;
mod random;

use std::sync::Arc;

use kasuri::{
    Mask, Placement, Shape, TileMap, Vec2,
    mask::{Cover, Sprite},
    query::{Form, Placed},
    shape::{Cell, CellForm, Convex, Part, Polygon},
};

pub use random::Random;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Point,
    Segment,
    Circle,
    Ellipse,
    Capsule,
    Rect,
    Convex,
    Concave,
    Chain,
    Compound,
    Sprite,
    Tiles,
}

/// All kinds but sprites and tile maps.
pub const SHAPES: &[Kind] = KINDS.split_at(KINDS.len() - 2).0;

pub const KINDS: [Kind; 12] = [
    Kind::Point,
    Kind::Segment,
    Kind::Circle,
    Kind::Ellipse,
    Kind::Capsule,
    Kind::Rect,
    Kind::Convex,
    Kind::Concave,
    Kind::Chain,
    Kind::Compound,
    Kind::Sprite,
    Kind::Tiles,
];

pub fn angle(rng: &mut Random) -> f64 {
    match rng.below(4) {
        0 => 0.0,
        1 => std::f64::consts::FRAC_PI_2 * rng.below(8) as f64,
        2 => std::f64::consts::FRAC_PI_4 * rng.below(16) as f64,
        _ => rng.between(-10.0, 10.0),
    }
}

fn radius(rng: &mut Random) -> f64 {
    if rng.below(5) == 0 { 0.0 } else { rng.coordinate(9.0).abs() }
}

/// Returns vertices around a ring; convex when `dents` is false.
pub fn ring(rng: &mut Random, dents: bool) -> Vec<[f64; 2]> {
    let n = 3 + rng.below(if dents { 12 } else { 6 }) as usize;
    let turn = rng.between(0.0, 6.0);
    let r = rng.between(4.0, 20.0);
    let mut points: Vec<[f64; 2]> = (0..n)
        .map(|k| {
            let a = turn + (k as f64 + rng.between(0.0, 0.7)) / n as f64 * std::f64::consts::TAU;
            let r = if dents { r * rng.between(0.25, 1.0) } else { r };
            [(r * a.cos() * 16.0).round() / 16.0, (r * a.sin() * 16.0).round() / 16.0]
        })
        .collect();
    if rng.below(2) == 0 {
        points.reverse();
    }
    points
}

pub fn polygon(rng: &mut Random, dents: bool) -> Polygon {
    // A fuzzer's bytes might never give a valid polygon, so a random sequence starts from them.
    let mut rng = Random::new(rng.bits());
    loop {
        let points: Vec<Vec2> = ring(&mut rng, dents).into_iter().map(Into::into).collect();
        if let Ok(polygon) = Polygon::new(&points)
            && polygon.is_convex() != dents
        {
            return polygon;
        }
    }
}

pub fn mask(rng: &mut Random) -> Arc<Mask> {
    let (w, h) = (1 + rng.below(24) as usize, 1 + rng.below(24) as usize);
    let (w, h) = if rng.below(12) == 0 { (60 + rng.below(80) as usize, h) } else { (w, h) };
    let fill = rng.pick(&[20, 60, 90, 100]);
    let mut bits = Random::new(rng.bits());
    Arc::new(Mask::from_fn(w, h, |_, _| bits.below(100) < fill).unwrap())
}

pub fn shape(rng: &mut Random, kind: Kind) -> Shape {
    match kind {
        Kind::Point => Shape::point(),
        Kind::Segment => Shape::segment(rng.point(16.0), rng.point(16.0)).unwrap(),
        Kind::Circle => Shape::circle(radius(rng) * 1.5).unwrap(),
        Kind::Ellipse => Shape::ellipse(radius(rng) * 1.5, radius(rng)).unwrap(),
        Kind::Capsule => Shape::capsule(rng.point(12.0), rng.point(12.0), radius(rng)).unwrap(),
        Kind::Rect => {
            let half = [rng.coordinate(14.0).abs(), rng.coordinate(14.0).abs()];
            Shape::rect(half).unwrap()
        }
        Kind::Convex => Shape::polygon(polygon(rng, false).points()).unwrap(),
        Kind::Concave => Shape::polygon(polygon(rng, true).points()).unwrap(),
        Kind::Chain => {
            let points: Vec<[f64; 2]> = (0..2 + rng.below(5)).map(|_| rng.point(18.0)).collect();
            Shape::chain(&points, radius(rng) / 2.0).unwrap()
        }
        Kind::Compound => {
            let kinds = [
                Kind::Circle,
                Kind::Ellipse,
                Kind::Rect,
                Kind::Capsule,
                Kind::Convex,
                Kind::Chain,
                Kind::Point,
                Kind::Segment,
            ];
            let parts = (0..1 + rng.below(4)).map(|_| {
                let kind = rng.pick(&kinds);
                Part::new(shape(rng, kind)).offset(rng.point(12.0))
            });
            Shape::compound(parts.collect()).unwrap()
        }
        Kind::Sprite | Kind::Tiles => unreachable!("not a shape"),
    }
}

pub fn tiles(rng: &mut Random) -> Arc<TileMap> {
    let cell = [rng.pick(&[8.0, 12.5, 16.0]), rng.pick(&[8.0, 10.25])];
    let (columns, rows) = (1 + rng.below(4), 1 + rng.below(4));
    let text: Vec<String> =
        (0..rows).map(|_| (0..columns).map(|_| rng.pick(&['.', '#', '/', 'm'])).collect()).collect();
    let slope = Polygon::new(&[[0.0, cell[1]], [cell[0], 0.0], cell]).unwrap();
    let legend = [('/', Cell::Polygon(slope)), ('m', Cell::Mask(mask(rng)))];
    Arc::new(TileMap::from_rows(cell, &text, &legend).unwrap())
}

/// A body that can be placed again and again.
#[derive(Debug, Clone)]
pub enum Thing {
    Shape(Shape),
    Sprite(Arc<Mask>, Option<Vec2>),
    Tiles(Arc<TileMap>),
}

impl Thing {
    pub fn random(rng: &mut Random, kind: Kind) -> (Thing, Placement) {
        let uneven = !matches!(kind, Kind::Circle | Kind::Capsule | Kind::Chain | Kind::Compound);
        let sizes = [1.0, -1.0, 0.5, 1.5, -2.0, 1.0, rng.between(0.3, 2.5)];
        let x = rng.pick(&sizes);
        let y = if uneven && rng.below(2) == 0 { rng.pick(&sizes) } else { x * rng.pick(&[1.0, -1.0]) };
        let placement = Placement::default().turned(angle(rng)).scaled([x, y]);
        match kind {
            Kind::Sprite => {
                let pivot = (rng.below(3) == 0).then(|| rng.point(30.0).into());
                (Thing::Sprite(mask(rng), pivot), placement)
            }
            Kind::Tiles => (Thing::Tiles(tiles(rng)), Placement::default()),
            _ => (Thing::Shape(shape(rng, kind)), placement),
        }
    }

    pub fn place(&self, placement: &Placement) -> Placed {
        let form = match self {
            Thing::Shape(shape) => Form::Shape(shape.place(placement).unwrap()),
            Thing::Sprite(mask, pivot) => Form::Sprite(Sprite::place(mask, placement, *pivot).unwrap()),
            Thing::Tiles(map) => Form::Tiles(map.place(placement.at).unwrap()),
        };
        Placed { form, at: placement.at, layer: 1, against: u32::MAX, group: 0 }
    }
}

/// Returns a position in or on a form, in pixels.
fn anchor(rng: &mut Random, form: &Form, or: Vec2) -> Vec2 {
    let of_convex = |rng: &mut Random, convex: &Convex| {
        let v = convex.vertices();
        let (p, q) = (rng.pick(v), rng.pick(v));
        Vec2::new(f64::from(p.x + q.x) / 512.0, f64::from(p.y + q.y) / 512.0)
    };
    let of_sprite = |rng: &mut Random, sprite: &Sprite| {
        let covered: Vec<_> = Cover::of(sprite).iter().collect();
        let pixel = (!covered.is_empty()).then(|| rng.pick(&covered));
        pixel.map_or(or, |(i, j)| Vec2::new(f64::from(i) + 0.5, f64::from(j) + 0.5))
    };
    match form {
        Form::Shape(parts) => {
            let part = rng.below(parts.len() as u64) as usize;
            of_convex(rng, &parts[part])
        }
        Form::Sprite(sprite) => of_sprite(rng, sprite),
        Form::Tiles(tiles) if tiles.count() == 0 => or,
        Form::Tiles(tiles) => {
            match tiles.cells().nth(rng.below(tiles.count() as u64) as usize).map(|cell| cell.form) {
                Some(CellForm::Convex(convex)) => of_convex(rng, &convex),
                Some(CellForm::Sprite(sprite)) => of_sprite(rng, &sprite),
                None => or,
            }
        }
    }
}

/// Returns two bodies in one of three ways: anywhere near each other; or so that a point of one lies on a point of the
/// other; or from there with B moved along a line until the overlap changes, then by -1 to 1 lattice units on each axis.
pub fn near_pair(
    rng: &mut Random,
    kinds: [Kind; 2],
    overlaps: impl Fn(&Form, &Form) -> bool,
) -> [(Thing, Placement); 2] {
    let base = base(rng);
    let things = kinds.map(|kind| Thing::random(rng, kind));
    brought_near(rng, base, things, overlaps)
}

/// Returns a coordinate around which bodies are placed: some are at the edge of the world.
pub fn base(rng: &mut Random) -> f64 {
    rng.pick(&[0.0, 100.0, -2_000_000.0, 1_999_990.0])
}

/// Brings two bodies near each other around a place, in one of the three ways of [`near_pair`].
pub fn brought_near(
    rng: &mut Random,
    base: f64,
    [(a, mut at_a), (b, mut at_b)]: [(Thing, Placement); 2],
    overlaps: impl Fn(&Form, &Form) -> bool,
) -> [(Thing, Placement); 2] {
    at_a.at = Vec2::new(base + rng.coordinate(20.0), -base + rng.coordinate(20.0));
    at_b.at = Vec2::new(base + rng.coordinate(20.0), -base + rng.coordinate(20.0));
    let form_a = a.place(&at_a).form;
    let (on_a, on_b) = (anchor(rng, &form_a, at_a.at), anchor(rng, &b.place(&at_b).form, at_b.at));
    let start = Vec2::new(at_b.at.x + on_a.x - on_b.x, at_b.at.y + on_a.y - on_b.y);
    let turn = rng.between(0.0, std::f64::consts::TAU);
    let along = |t: f64| Vec2::new(start.x + 200.0 * turn.cos() * t, start.y + 200.0 * turn.sin() * t);
    match rng.below(8) {
        0 | 1 => at_b.at = along(rng.between(0.0, 0.3)),
        2 | 3 => at_b.at = start,
        _ => {
            let (mut inside, mut outside) = (0.0, 1.0);
            for _ in 0..17 {
                let middle = (inside + outside) / 2.0;
                at_b.at = along(middle);
                if overlaps(&form_a, &b.place(&at_b).form) { inside = middle } else { outside = middle }
            }
            let mut nudged = |x: f64| ((x * 256.0).round() + rng.below(3) as f64 - 1.0) / 256.0;
            let at = along(inside);
            at_b.at = Vec2::new(nudged(at.x), nudged(at.y));
        }
    }
    [(a, at_a), (b, at_b)]
}

/// Returns the number of cases: many more in the long mode.
pub fn cases(short: usize, long: usize) -> usize {
    if std::env::var_os("KASURI_LONG").is_some() { long } else { short }
}

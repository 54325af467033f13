//! Pairs from poses: the time per pair includes snapping, turning and testing. Nothing is prepared unless a row says
//! so.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;

use kasuri::batch::{Batch, Bits, BoxPoses, CirclePoses, Number, Separation, ShapePoses, SpritePoses};
use kasuri::{Mask, Placement, Shape, Touching, query};

use crate::random::Random;
use crate::tables::{Cell, Effort, Row, Rows};
use crate::workloads::masks::blob;
use crate::{Job, Plan, Work, measure};

/// The goals per pair, in nanoseconds.
const BOXES: f64 = 8.0;
const CIRCLES: f64 = 2.0;
const HEXAGONS: f64 = 40.0;

/// The pairs of a batch, at 10,000 bullets: they fit the second-level cache.
const PAIRS: usize = 20_000;
/// The pairs of a batch that fits only the last-level cache.
const MANY: usize = 200_000;

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let mut row = |name: &'static str, pairs: usize, goal: Option<f64>, job: &mut Job| {
        let plan = Plan { warm_up: effort.measure / 3, measure: effort.measure, most_runs: 1000 };
        let times = measure(name, job, &plan, |_| {}).map_err(|unsteady| unsteady.to_string())?;
        let ns = times.median.as_secs_f64() * 1e9 / pairs as f64;
        let each = Cell::new("ns a pair", ns);
        add(Row {
            name: name.into(),
            cells: vec![
                goal.map_or(each, |goal| each.goal(goal)),
                Cell::new("least", times.min.as_secs_f64() * 1e9 / pairs as f64),
                Cell::new("pairs", pairs as f64),
                Cell::new("hits", times.work.count as f64),
            ],
        });
        Ok::<(), String>(())
    };
    let (few, many) = (effort.scaled(PAIRS), effort.scaled(MANY));
    row("turned boxes, f64", few, Some(BOXES), &mut boxes::<f64>(few))?;
    row("turned boxes, f32", few, Some(BOXES), &mut boxes::<f32>(few))?;
    row("turned boxes, f64, 200,000", many, Some(BOXES), &mut boxes::<f64>(many))?;
    row("turned boxes, f32, 200,000", many, Some(BOXES), &mut boxes::<f32>(many))?;
    row("turned boxes, normal and depth", few, None, &mut box_ways(few))?;
    row("turned boxes, one by one", few, None, &mut boxes_alone(few))?;
    row("circles, f64", few, Some(CIRCLES), &mut circles::<f64>(few))?;
    row("circles, f32, 200,000", many, Some(CIRCLES), &mut circles::<f32>(many))?;
    row("circles, normal and depth", few, None, &mut circle_ways(few))?;
    row("turned boxes and circles", few, None, &mut boxes_and_circles(few))?;
    row("turned hexagons by index", few, Some(HEXAGONS), &mut hexagons(few))?;
    row("hexagons and turned boxes", few, None, &mut hexagons_and_boxes(few))?;
    row("hexagons, normal and depth", few, None, &mut hexagon_ways(few))?;
    row("turned capsules by index", few, None, &mut capsules(few))?;
    row("turned sprites, 16 px", few, None, &mut sprites(few, 16))?;
    row("turned sprites, 64 px", few / 4, None, &mut sprites(few / 4, 64))?;
    Ok(())
}

/// Bodies in columns. The two bodies of a pair are near each other, so that about half of the pairs overlap.
pub(super) struct Columns<T> {
    x: Vec<T>,
    y: Vec<T>,
    hx: Vec<T>,
    hy: Vec<T>,
    angle: Vec<T>,
}

pub(super) trait Real: Number + Copy + 'static {
    fn of(x: f64) -> Self;
}

impl Real for f32 {
    fn of(x: f64) -> f32 {
        x as f32
    }
}

impl Real for f64 {
    fn of(x: f64) -> f64 {
        x
    }
}

pub(super) fn columns<T: Real>(n: usize, reach: f64) -> [Columns<T>; 2] {
    let random = &mut Random::new(11);
    let none = || Columns { x: vec![], y: vec![], hx: vec![], hy: vec![], angle: vec![] };
    let mut sides = [none(), none()];
    for _ in 0..n {
        let (way, length) = (random.between(0.0, TAU), random.between(0.0, reach));
        let [x, y] = [(); 2].map(|()| random.between(-1000.0, 1000.0));
        let places = [[x, y], [x + length * way.cos(), y + length * way.sin()]];
        for (side, [x, y]) in sides.iter_mut().zip(places) {
            let all = [&mut side.x, &mut side.y, &mut side.hx, &mut side.hy, &mut side.angle];
            let [hx, hy, angle] =
                [random.between(4.0, 12.0), random.between(4.0, 12.0), random.between(0.0, TAU)];
            all.into_iter().zip([x, y, hx, hy, angle]).for_each(|(column, x)| column.push(T::of(x)));
        }
    }
    sides
}

impl<T> Columns<T> {
    pub(super) fn boxes(&self) -> BoxPoses<'_, T> {
        let Columns { x, y, hx, hy, angle } = self;
        BoxPoses { x, y, hx, hy, angle }
    }

    fn circles(&self) -> CirclePoses<'_, T> {
        CirclePoses { x: &self.x, y: &self.y, r: &self.hx }
    }

    fn shapes<'a>(&'a self, shapes: &'a [Shape], shape: &'a [u32]) -> ShapePoses<'a, T> {
        ShapePoses { shapes, shape, x: &self.x, y: &self.y, angle: &self.angle }
    }
}

fn batch() -> Batch {
    Batch::new().threads(1)
}

fn found(bits: &kasuri::Result<Bits>) -> Work {
    let bits = bits.as_ref().expect("valid poses");
    let mut work = Work::of(bits.len());
    bits.words().iter().for_each(|&word| work.add(word));
    Work { count: bits.count(), ..work }
}

fn apart(ways: &kasuri::Result<Vec<Option<Separation>>>) -> Work {
    let ways = ways.as_ref().expect("valid poses");
    let mut work = Work::of(ways.len());
    for way in ways.iter().flatten() {
        work.add(way.depth.to_bits());
    }
    work
}

fn boxes<T: Real>(n: usize) -> Job {
    let [a, b] = columns::<T>(n, 36.0);
    Box::new(move |clock| found(&clock.time(|| batch().overlaps(black_box(a.boxes()), black_box(b.boxes())))))
}

fn box_ways(n: usize) -> Job {
    let [a, b] = columns::<f64>(n, 36.0);
    Box::new(move |clock| {
        apart(&clock.time(|| batch().separations(black_box(a.boxes()), black_box(b.boxes()))))
    })
}

/// Tests pairs one by one, without a batch.
fn boxes_alone(n: usize) -> Job {
    let sides = columns::<f64>(n, 36.0);
    Box::new(move |clock| {
        let bits: Vec<bool> = clock.time(|| {
            let one = |of: &Columns<f64>, k: usize| {
                let placement = Placement::at([of.x[k], of.y[k]]).turned(of.angle[k]);
                let parts = Shape::rect([of.hx[k], of.hy[k]]).and_then(|shape| shape.place(&placement));
                query::Form::Shape(parts.expect("a valid box"))
            };
            let hit = |k| query::overlaps(&one(&sides[0], k), &one(&sides[1], k), Touching::Counts);
            (0..n).map(hit).collect()
        });
        Work { count: bits.iter().filter(|&&hit| hit).count() as u64, ..Work::of(n) }
    })
}

fn circles<T: Real>(n: usize) -> Job {
    let [a, b] = columns::<T>(n, 32.0);
    Box::new(move |clock| {
        found(&clock.time(|| batch().overlaps(black_box(a.circles()), black_box(b.circles()))))
    })
}

fn circle_ways(n: usize) -> Job {
    let [a, b] = columns::<f64>(n, 32.0);
    Box::new(move |clock| {
        apart(&clock.time(|| batch().separations(black_box(a.circles()), black_box(b.circles()))))
    })
}

fn boxes_and_circles(n: usize) -> Job {
    let [a, b] = columns::<f64>(n, 30.0);
    Box::new(move |clock| {
        found(&clock.time(|| batch().overlaps(black_box(a.boxes()), black_box(b.circles()))))
    })
}

/// Returns eight shapes of different sizes, and the index of each body's shape.
fn list(n: usize, make: impl Fn(f64) -> kasuri::Result<Shape>) -> (Vec<Shape>, Vec<u32>) {
    let shapes = (0..8).map(|k| make(6.0 + f64::from(k)).expect("a valid shape")).collect();
    (shapes, (0..n as u32).map(|k| k.wrapping_mul(0x9e37_79b9) >> 29).collect())
}

fn hexagon(size: f64) -> kasuri::Result<Shape> {
    let vertex = |k: u32| {
        let angle = f64::from(k) / 6.0 * TAU;
        [size * angle.cos(), size * angle.sin()]
    };
    Shape::polygon(&(0..6).map(vertex).collect::<Vec<_>>())
}

fn hexagons(n: usize) -> Job {
    let ([a, b], (shapes, index)) = (columns::<f64>(n, 38.0), list(n, hexagon));
    Box::new(move |clock| {
        let (a, b) = (a.shapes(&shapes, &index), b.shapes(&shapes, &index));
        found(&clock.time(|| batch().overlaps(black_box(a), black_box(b))))
    })
}

fn hexagons_and_boxes(n: usize) -> Job {
    let ([a, b], (shapes, index)) = (columns::<f64>(n, 38.0), list(n, hexagon));
    Box::new(move |clock| {
        found(&clock.time(|| batch().overlaps(black_box(a.shapes(&shapes, &index)), black_box(b.boxes()))))
    })
}

fn hexagon_ways(n: usize) -> Job {
    let ([a, b], (shapes, index)) = (columns::<f64>(n, 38.0), list(n, hexagon));
    Box::new(move |clock| {
        let (a, b) = (a.shapes(&shapes, &index), b.shapes(&shapes, &index));
        apart(&clock.time(|| batch().separations(black_box(a), black_box(b))))
    })
}

fn capsules(n: usize) -> Job {
    let capsule = |size: f64| Shape::capsule([-size, 0.0], [size, 0.0], size / 4.0);
    let ([a, b], (shapes, index)) = (columns::<f64>(n, 30.0), list(n, capsule));
    Box::new(move |clock| {
        let (a, b) = (a.shapes(&shapes, &index), b.shapes(&shapes, &index));
        found(&clock.time(|| batch().overlaps(black_box(a), black_box(b))))
    })
}

fn sprites(n: usize, side: usize) -> Job {
    let random = &mut Random::new(12);
    let mut mask = || {
        let texels = blob(random, side);
        let solid = |x: i32, y: i32| texels[y as usize * side + x as usize];
        Arc::new(Mask::from_fn(side, side, solid).expect("a valid size"))
    };
    let masks: Vec<Arc<Mask>> = (0..8).map(|_| mask()).collect();
    let [a, b] = columns::<f64>(n, 1.8 * side as f64);
    let (_, index) = list(n, hexagon);
    Box::new(move |clock| {
        found(&clock.time(|| {
            let a = SpritePoses { masks: &masks, mask: &index, x: &a.x, y: &a.y, angle: &a.angle };
            let b = SpritePoses { masks: &masks, mask: &index, x: &b.x, y: &b.y, angle: &b.angle };
            batch().overlaps(black_box(a), black_box(b))
        }))
    })
}

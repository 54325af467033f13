//! Tests that pairs of poses get the same answers as the reference gives for the same bodies, placed one by one: every
//! pair of kinds, `f32` and `f64`, every instruction set, any number of threads.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use kasuri::batch::{Batch, BoxPoses, CirclePoses, Number, Poses, Separation, ShapePoses, SpritePoses};
use kasuri::{
    Mask, Placement, Shape, Touching,
    mask::Sprite,
    parallel::Simd,
    query::{self, Form},
    reference,
    shape::Part,
};
use support::{Random, refusal, rounds, rounds_by};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Boxes,
    Circles,
    Shapes,
    Sprites,
}

const KINDS: [Kind; 4] = [Kind::Boxes, Kind::Circles, Kind::Shapes, Kind::Sprites];

/// The lists of shapes and masks from which bodies are made.
struct Lists {
    shapes: Vec<Shape>,
    masks: Vec<Arc<Mask>>,
}

fn ring(n: usize, size: f64, phase: f64) -> Shape {
    let vertex = |k: usize| {
        let angle = phase + k as f64 / n as f64 * std::f64::consts::TAU;
        [size * angle.cos(), size * angle.sin()]
    };
    Shape::polygon(&(0..n).map(vertex).collect::<Vec<_>>()).unwrap()
}

impl Lists {
    fn new() -> Lists {
        let unit = 1.0 / 256.0;
        let backwards = [[-4.0, 3.0], [5.0, 3.0], [5.0, -2.0], [-4.0, -3.0]];
        let sliver = [[-9.0, 0.0], [9.0, 0.01], [9.0, 0.02]];
        let bent = [[-8.0, 0.0], [0.0, -unit], [8.0, 0.0], [0.0, 6.0]];
        let notch = [[-6.0, -6.0], [6.0, -6.0], [6.0, 6.0], [0.0, 0.0], [-6.0, 6.0]];
        let parts =
            vec![Part::new(Shape::circle(3.0).unwrap()).offset([4.0, 0.0]), Part::new(ring(5, 4.0, 0.1))];
        let mut shapes = vec![
            Shape::polygon(&backwards).unwrap(),
            Shape::polygon(&sliver).unwrap(),
            Shape::polygon(&bent).unwrap(),
            Shape::polygon(&[[0.0, 0.0], [2.0 * unit, 0.0], [0.0, 3.0 * unit]]).unwrap(),
            Shape::polygon(&[[3.0, 3.0], [9.0, 3.0], [9.0, 9.0], [3.0, 9.0]]).unwrap(),
            Shape::polygon(&notch).unwrap(),
            Shape::rounded_polygon(&backwards, 2.0).unwrap(),
            Shape::capsule([-5.0, 0.0], [5.0, 1.0], 2.0).unwrap(),
            Shape::segment([-7.0, 0.0], [7.0, 0.0]).unwrap(),
            Shape::rect([6.0, 2.0]).unwrap(),
            Shape::circle(4.0).unwrap(),
            Shape::point(),
            Shape::compound(parts).unwrap(),
        ];
        // Most are shapes that are tested several at a time.
        for n in 3..=9 {
            shapes.extend([ring(n, 8.0, 0.0), ring(n, 5.5, 0.3), ring(n, 900.0, 0.7)]);
        }
        let blob = |w: usize, h: usize, seed: i32| {
            Arc::new(Mask::from_fn(w, h, |x, y| (x * 7 + y * 11 + x * y * seed) % 5 < 3).unwrap())
        };
        let masks = vec![blob(8, 8, 1), blob(1, 1, 1), blob(13, 5, 2), blob(70, 20, 3), blob(40, 64, 1)];
        Lists { shapes, masks }
    }
}

/// Bodies of one kind, in columns.
#[derive(Debug, Clone, Default)]
struct Columns {
    x: Vec<f64>,
    y: Vec<f64>,
    hx: Vec<f64>,
    hy: Vec<f64>,
    angle: Vec<f64>,
    index: Vec<u32>,
}

fn angle(random: &mut Random) -> f64 {
    let quarter = std::f64::consts::FRAC_PI_2;
    match random.below(6) {
        0 => 0.0,
        1 => quarter * random.int(-4..=4) as f64,
        2 => quarter / 2.0 * random.int(-9..=9) as f64,
        3 => random.between(-1e6, 1e6),
        _ => random.between(-7.0, 7.0),
    }
}

fn side(random: &mut Random) -> f64 {
    let unit = 1.0 / 256.0;
    match random.below(8) {
        0 => 0.0,
        1 => unit * random.between(0.0, 3.0),
        2 => random.pick(&[1.0, 4.0, 4.0, 8.0]),
        3 => random.between(0.0, 900.0),
        _ => random.between(0.5, 12.0),
    }
}

/// Returns columns for both sides. Most pairs are near each other; some are at the world's edge.
fn columns(random: &mut Random, n: usize) -> [Columns; 2] {
    let mut sides = [Columns::default(), Columns::default()];
    for _ in 0..n {
        let far = random.pick(&[0.0, 0.0, 0.0, 2_093_000.0, -2_093_000.0]);
        let reach = random.pick(&[2.0, 12.0, 12.0, 30.0, 400.0, 1900.0]);
        let is_round = random.chance(3);
        for side_of in &mut sides {
            let place = |random: &mut Random| {
                let x = random.between(-reach, reach);
                far + if is_round { x.round() } else { x }
            };
            side_of.x.push(place(random));
            side_of.y.push(place(random));
            side_of.hx.push(side(random));
            side_of.hy.push(side(random));
            side_of.angle.push(angle(random));
            side_of.index.push(random.bits() as u32);
        }
    }
    sides
}

trait Real: Number + Copy + Sync + Into<f64> {
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

/// The same columns in one number type, as a caller has them.
struct Given<T> {
    kind: Kind,
    columns: [Vec<T>; 5],
    index: Vec<u32>,
}

impl<T: Real> Given<T> {
    fn new(kind: Kind, of: &Columns, lists: &Lists) -> Given<T> {
        let all = [&of.x, &of.y, &of.hx, &of.hy, &of.angle];
        let count = if kind == Kind::Sprites { lists.masks.len() } else { lists.shapes.len() } as u32;
        Given {
            kind,
            columns: all.map(|column| column.iter().map(|&x| T::of(x)).collect()),
            index: of.index.iter().map(|k| k % count).collect(),
        }
    }

    fn poses<'a>(&'a self, lists: &'a Lists) -> Poses<'a> {
        let [x, y, hx, hy, angle] = &self.columns;
        match self.kind {
            Kind::Boxes => BoxPoses { x, y, hx, hy, angle }.into(),
            Kind::Circles => CirclePoses { x, y, r: hx }.into(),
            Kind::Shapes => ShapePoses { shapes: &lists.shapes, shape: &self.index, x, y, angle }.into(),
            Kind::Sprites => SpritePoses { masks: &lists.masks, mask: &self.index, x, y, angle }.into(),
        }
    }

    /// Returns body k, as a world would place it.
    fn form(&self, lists: &Lists, k: usize) -> Form {
        let [x, y, hx, hy, angle] = self.columns.each_ref().map(|column| column[k].into());
        let placement = Placement::at([x, y]).turned(angle);
        let index = self.index[k] as usize;
        match self.kind {
            Kind::Boxes => Form::Shape(Shape::rect([hx, hy]).unwrap().place(&placement).unwrap()),
            Kind::Circles => Form::Shape(Shape::circle(hx).unwrap().place(&placement.turned(0.0)).unwrap()),
            Kind::Shapes => Form::Shape(lists.shapes[index].place(&placement).unwrap()),
            Kind::Sprites => Form::Sprite(Sprite::place(&lists.masks[index], &placement, None).unwrap()),
        }
    }
}

const TOUCHING: [Touching; 2] = [Touching::Counts, Touching::Ignored];

fn bits(way: Separation) -> [u64; 3] {
    [way.normal[0], way.normal[1], way.depth].map(f64::to_bits)
}

fn check<T: Real>(kinds: [Kind; 2], n: usize, seed: u64) {
    let (lists, random) = (Lists::new(), &mut Random::new(seed));
    let columns = columns(random, n);
    let given = [0, 1].map(|k| Given::<T>::new(kinds[k], &columns[k], &lists));
    let forms: Vec<[Form; 2]> =
        (0..n).map(|k| given.each_ref().map(|side: &Given<T>| side.form(&lists, k))).collect();
    let [a, b] = given.each_ref().map(|side| side.poses(&lists));
    for touching in TOUCHING {
        let right: Vec<bool> = forms.iter().map(|[a, b]| reference::overlaps(a, b, touching)).collect();
        let hits = right.iter().filter(|&&hit| hit).count();
        assert!(n < 300 || hits > n / 20 && hits < n - n / 20, "{kinds:?}: {hits} of {n}");
        // Bit by bit the separations are those of `query`; other tests compare `query` with the reference.
        let is_plain = kinds.iter().all(|kind| matches!(kind, Kind::Boxes | Kind::Circles));
        let way = |[a, b]: &[Form; 2]| query::contact(a, b, touching).map(|c| bits(c.into()));
        let ways: Vec<_> =
            forms.iter().zip(&right).map(|(pair, &hit)| if hit { way(pair) } else { None }).collect();
        for simd in Simd::available() {
            for threads in [1, 3] {
                let batch = Batch::new().touching(touching).simd(simd).threads(threads);
                let found = batch.overlaps(a, b).unwrap();
                let wrong = (0..n).find(|&k| found.get(k) != right[k]);
                assert_eq!(wrong.map(|k| (k, &forms[k])), None, "{kinds:?} {touching:?} {simd:?}");
                assert_eq!((found.len(), found.count()), (n, hits as u64));
                if !is_plain && threads == 1 {
                    // These separations are slow, and they do not depend on the instruction set.
                    continue;
                }
                let apart = batch.separations(a, b).unwrap();
                let wrong = (0..n).find(|&k| apart[k].map(bits) != ways[k]);
                assert_eq!(wrong.map(|k| (k, &forms[k], apart[k])), None, "{kinds:?} {touching:?} {simd:?}");
                assert_eq!(apart.len(), n);
            }
        }
    }
}

fn all_pairs(n: usize, seed: u64) {
    for (i, &first) in KINDS.iter().enumerate() {
        for (j, &second) in KINDS.iter().enumerate() {
            let is = |kind| first == kind || second == kind;
            let n = match (is(Kind::Sprites), is(Kind::Shapes)) {
                (true, true) => n / 60,
                (true, _) => n / 30,
                (_, true) => n / 5,
                _ => n,
            };
            check::<f64>([first, second], n, seed + (4 * i + j) as u64);
            check::<f32>([first, second], n / 2, seed + 100 + (4 * i + j) as u64);
        }
    }
}

#[test]
fn every_pair_of_kinds() {
    // (Contacts of compounds and sprites are slow.)
    all_pairs(rounds_by(1200, 6), 1);
}

/// Tests lengths with words that are not full, and without words.
#[test]
fn every_length() {
    for n in [0, 1, 63, 64, 65, 130] {
        all_pairs(n, 1000 + n as u64);
    }
}

/// Tests so many pairs that they are divided into parts for threads.
#[test]
fn many() {
    check::<f64>([Kind::Boxes, Kind::Boxes], 20_000, 7);
    check::<f32>([Kind::Circles, Kind::Circles], 20_000, 8);
}

/// Tests boxes that share an edge or a corner, moved by one lattice unit or not at all.
#[test]
fn boxes_that_just_touch() {
    let random = &mut Random::new(5);
    let mut columns: [[Vec<f64>; 5]; 2] = Default::default();
    let n = rounds(4000);
    for _ in 0..n {
        let half = [(); 4].map(|()| random.int(1..=8) as f64);
        let turn = std::f64::consts::FRAC_PI_2 * random.int(0..=3) as f64;
        let is_turned = turn.sin().abs() > 0.5;
        let [w, h] = if is_turned { [half[1], half[0]] } else { [half[0], half[1]] };
        let away = random.int(-1..=1) as f64 / 256.0;
        let [dx, dy] = random.pick(&[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 1.0]]);
        let at = [dx * (w + half[2] + away), dy * (h + half[3] + away)];
        let bodies = [[0.0, 0.0, half[0], half[1], turn], [at[0], at[1], half[2], half[3], 0.0]];
        for (columns, body) in columns.iter_mut().zip(bodies) {
            columns.iter_mut().zip(body).for_each(|(column, x)| column.push(x));
        }
    }
    let poses = |k: usize| {
        let [x, y, hx, hy, angle] = &columns[k];
        BoxPoses { x, y, hx, hy, angle }
    };
    let form = |side: usize, k: usize| {
        let [x, y, hx, hy, angle] = columns[side].each_ref().map(|column| column[k]);
        Form::Shape(Shape::rect([hx, hy]).unwrap().place(&Placement::at([x, y]).turned(angle)).unwrap())
    };
    for touching in TOUCHING {
        let right: Vec<bool> =
            (0..n).map(|k| reference::overlaps(&form(0, k), &form(1, k), touching)).collect();
        let touch = (0..n).filter(|&k| right[k]).count();
        assert!(touch > n / 5 && touch < n - n / 5, "{touch}");
        for simd in Simd::available() {
            let found = Batch::new().touching(touching).simd(simd).overlaps(poses(0), poses(1)).unwrap();
            assert_eq!((0..n).find(|&k| found.get(k) != right[k]), None, "{touching:?} {simd:?}");
        }
    }
}

/// Tests bodies of the largest size and furthest position: valid ones are answered and invalid ones are errors, with
/// every instruction set.
#[test]
fn at_the_ends_of_the_world() {
    let edge = 2_097_152.0;
    let fit = |x: f64, hx: f64, angle: f64| {
        let [x, hx, hy, angle] = [[x; 2], [hx; 2], [1.0; 2], [angle; 2]];
        let boxes = BoxPoses { x: &x, y: &[0.0; 2], hx: &hx, hy: &hy, angle: &angle };
        let results: Vec<_> =
            Simd::available().map(|simd| Batch::new().simd(simd).overlaps(boxes, boxes)).collect();
        let shape = Shape::rect([hx[0], 1.0]).unwrap();
        let alone = shape.place(&Placement::at([x[0], 0.0]).turned(angle[0]));
        for result in &results {
            assert_eq!(result.is_ok(), alone.is_ok(), "{x:?} {hx:?} {angle:?}");
            assert!(result.as_ref().map_or(true, |bits| bits.count() == 2));
        }
        alone.is_ok()
    };
    assert!(fit(0.0, 8192.0, 0.0) && !fit(0.0, 8192.01, 0.0) && fit(0.0, 8192.0, 1.0));
    assert!(fit(edge - 8.0, 8.0, 0.0) && !fit(edge - 7.99, 8.0, 0.0) && fit(edge - 7.0, 8.0, 1.5));
    assert!(!fit(edge + 0.01, 0.0, 0.0) && fit(-edge, 0.0, 0.0) && !fit(-1e300, 0.0, 0.0));
    let circles = |x: f64, r: f64| {
        let (x, r) = ([x], [r]);
        let circles = CirclePoses { x: &x, y: &[0.0], r: &r };
        Batch::new().overlaps(circles, circles).map(|bits| bits.count())
    };
    assert_eq!(circles(edge, 8192.0), Ok(1));
    assert!(circles(0.0, 8192.01).is_err() && circles(edge + 1.0, 1.0).is_err());
}

/// An error names the first invalid pair, its first side before its second, and the invalid number.
#[test]
fn refusals_name_the_number() {
    let lists = Lists::new();
    let n = 9000;
    let (zero, one) = (vec![0.0; n], vec![1.0; n]);
    let with = |k: usize, x: f64| {
        let mut column = one.clone();
        column[k] = x;
        column
    };
    let boxes = BoxPoses { x: &zero, y: &zero, hx: &one, hy: &one, angle: &zero };
    let (early, late) = (with(5000, f64::NAN), with(8000, f64::INFINITY));
    for threads in [1, 3] {
        let batch = Batch::new().threads(threads);
        let told = |a: BoxPoses<f64>, b: BoxPoses<f64>| refusal(batch.overlaps(a, b));
        assert_eq!(
            told(BoxPoses { x: &late, ..boxes }, BoxPoses { y: &early, ..boxes }),
            "b.y[5000]: NaN is not a finite number"
        );
        assert_eq!(
            told(BoxPoses { angle: &late, ..boxes }, boxes),
            "a.angle[8000]: inf is not a finite number"
        );
        let negative = with(3, -1.0);
        assert_eq!(
            told(boxes, BoxPoses { hy: &negative, ..boxes }),
            "b.hy[3]: -1 is negative; half a side is 0 or more"
        );
        let (long, far) = (with(3, 9000.0), with(4, 3e6));
        assert!(
            told(BoxPoses { hx: &long, ..boxes }, boxes)
                .starts_with("a[3].box: the bounding box is 18000 x 2 px")
        );
        assert!(told(BoxPoses { x: &far, ..boxes }, boxes).starts_with("a.x[4]: 3000000 is out of range"));
        let ways = refusal(batch.separations(boxes, BoxPoses { hy: &negative, ..boxes }));
        assert_eq!(ways, "b.hy[3]: -1 is negative; half a side is 0 or more");
        let circles = CirclePoses { x: &zero, y: &zero, r: &negative };
        assert_eq!(refusal(batch.hits(boxes, circles)), "b.r[3]: -1 is negative; a radius is 0 or more");
        assert_eq!(
            refusal(batch.separations(circles, circles)),
            "a.r[3]: -1 is negative; a radius is 0 or more"
        );
    }
    let batch = Batch::new();
    let short = CirclePoses { x: &zero, y: &zero[1..], r: &one };
    assert_eq!(
        refusal(batch.overlaps(short, boxes)),
        "a.y: there are 8999 values for 9000 bodies; each body needs one"
    );
    let few = CirclePoses { x: &zero[1..], y: &zero[1..], r: &one[1..] };
    assert_eq!(
        refusal(batch.overlaps(boxes, few)),
        "b: there are 8999 values for 9000 bodies; each body needs one"
    );
    let index = [0, 99];
    let shapes =
        ShapePoses { shapes: &lists.shapes, shape: &index, x: &[0.0; 2], y: &[0.0; 2], angle: &[0.0; 2] };
    let told = refusal(batch.overlaps(shapes, shapes));
    assert_eq!(
        told,
        format!("a.shape[1]: there is no shape 99 among {}; the first is 0", lists.shapes.len())
    );
    let sprites =
        SpritePoses { masks: &lists.masks, mask: &index, x: &[0.0; 2], y: &[0.0; 2], angle: &[0.0; 2] };
    assert_eq!(
        refusal(batch.hits(sprites, sprites)),
        "a.mask[1]: there is no mask 99 among 5; the first is 0"
    );
    let spun = SpritePoses { mask: &[0, 0], angle: &[0.0, f64::NAN], ..sprites };
    assert_eq!(refusal(batch.hits(spun, spun)), "a.angle[1]: NaN is not a finite number");
    let spun = ShapePoses { shape: &[20, 20], angle: &[0.0, f64::NEG_INFINITY], ..shapes };
    assert_eq!(refusal(batch.hits(spun, spun)), "a.angle[1]: -inf is not a finite number");
}

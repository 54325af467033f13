//! What a question about two bodies costs: every question, for every two of fifteen bodies, far apart, a little inside each
//! other, and deep.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use kasuri::lattice::Point;
use kasuri::shape::Part;
use kasuri::{
    Mask, Placement, Shape, TileMap, Touching,
    mask::Sprite,
    query::{self, Form, Placed},
};

use crate::Clock;
use crate::random::Random;
use crate::tables::{Cell, Effort, Row, Rows};

/// A question that takes more than this many times as long as the overlap test of the same bodies is marked.
const MANY_TIMES: f64 = 100.0;
/// Two bodies overlap a little up to this depth in pixels.
const SHALLOW: f64 = 3.0;
/// A call is repeated until this time has passed, because the clock is coarse.
const LEAST: Duration = Duration::from_micros(20);
/// A call that takes longer than this is asked twice only.
const LONG: Duration = Duration::from_millis(20);

/// A body that can be placed again, and how far it reaches from its middle, in pixels.
pub(super) struct Thing {
    pub(super) name: &'static str,
    reach: f64,
    place: Box<dyn Fn([f64; 2], f64) -> kasuri::Result<Form>>,
}

/// How two bodies lie beside each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Lie {
    Apart,
    Shallow,
    Deep,
    /// They overlap, a little or deep.
    Over,
    /// The same, with their middles at one position.
    Middle,
}

/// The questions, and the names of their average and their longest time.
const ASKED: [[&str; 2]; 6] = [
    ["overlap us", "worst"],
    ["distance us", "worst distance"],
    ["contact us", "worst contact"],
    ["cast us", "worst cast"],
    ["sweep us", "worst sweep"],
    ["crossings us", "worst crossings"],
];

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let things = things();
    for (k, a) in things.iter().enumerate() {
        for b in things[..=k].iter().filter(|b| !(a.is_map() && b.is_map())) {
            for lie in [Lie::Apart, Lie::Shallow, Lie::Deep] {
                let name = format!("{} x {}, {lie:?}", a.name, b.name).to_lowercase();
                if effort.only.is_some_and(|only| !name.contains(only)) {
                    continue;
                }
                let placed = places(a, b, lie, effort.placements);
                if !placed.is_empty() {
                    add(row(name, &placed));
                }
            }
        }
    }
    Ok(())
}

/// Measures a row: for each question the average and the longest of all placements.
fn row(name: String, placed: &[[Placed; 2]]) -> Row {
    let mut cells = Vec::new();
    let mut overlap = 0.0;
    for (asked, [average, worst]) in ASKED.into_iter().enumerate() {
        let times = placed.iter().map(|two| microseconds(|| ask(asked, two)));
        let times: Vec<f64> = times.collect();
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let longest = times.iter().copied().fold(0.0, f64::max);
        if asked == 0 {
            overlap = mean;
        }
        let mean = Cell::new(average, mean);
        cells.push(if asked == 0 { mean } else { mean.goal(MANY_TIMES * overlap) });
        cells.push(Cell::new(worst, longest));
    }
    Row { name, cells }
}

/// Returns the shortest time of a call in a few batches.
pub(super) fn microseconds(call: impl Fn() -> f64) -> f64 {
    let time = |calls: u32| {
        let mut clock = Clock::default();
        clock.time(|| (0..calls).map(|_| black_box(call())).sum::<f64>());
        clock.elapsed() / calls
    };
    let once = time(1);
    let calls = (LEAST.as_nanos() / once.as_nanos().max(1) + 1).min(200) as u32;
    // Another program may interrupt any call, so that no call is trusted that was asked once.
    let batches = if once > LONG { 1 } else { 3 };
    let least = (0..batches).map(|_| time(calls)).fold(once, Duration::min);
    least.as_secs_f64() * 1e6
}

/// Asks a question; returns something of the answer.
fn ask(asked: usize, [a, b]: &[Placed; 2]) -> f64 {
    let (p, q) = (&a.form, &b.form);
    let beyond = [2.0 * a.at.x - b.at.x, 2.0 * a.at.y - b.at.y];
    match asked {
        0 => f64::from(u8::from(query::overlaps(p, q, Touching::Counts))),
        1 => query::distance(p, q).map_or(0.0, |gap| gap.distance),
        2 => query::contact(p, q, Touching::Counts).map_or(0.0, |contact| contact.depth),
        3 => {
            let [from, to] =
                [[b.at.x, b.at.y], beyond].map(|at| Point::snapped(at).expect("a point in the world"));
            query::cast(p, from, to).map_or(1.0, |hit| hit.t)
        }
        4 => {
            // A tile map does not move.
            let hit = match q {
                Form::Tiles(_) => query::sweep(a, [2.0 * b.at.x - a.at.x, 2.0 * b.at.y - a.at.y], b, b.at),
                _ => query::sweep(b, beyond, a, a.at),
            };
            hit.expect("a way in the world").map_or(1.0, |hit| hit.t)
        }
        _ => query::crossings(p, q).len() as f64,
    }
}

/// Returns placements of two bodies that lie as asked; fewer where that is rare.
pub(super) fn places(a: &Thing, b: &Thing, lie: Lie, count: usize) -> Vec<[Placed; 2]> {
    let random = &mut Random::new(54);
    let far = a.reach + b.reach;
    let mut found = Vec::new();
    for _ in 0..8 * count {
        let turn = random.between(0.0, std::f64::consts::TAU);
        let away = match lie {
            Lie::Apart => random.between(far, 1.5 * far),
            Lie::Shallow => random.between(0.5 * far, far),
            Lie::Deep => random.between(0.0, 0.6 * far),
            Lie::Over => random.between(0.0, far),
            Lie::Middle => 0.0,
        };
        let at = [0, 1].map(|_| random.between(100.0, 200.0));
        let other = [at[0] + away * turn.cos(), at[1] + away * turn.sin()];
        let angles = [0, 1].map(|_| random.between(0.0, std::f64::consts::TAU));
        let form = (a.place)(at, angles[0]).expect("a body in the world");
        let other_form = (b.place)(other, angles[1]).expect("a body in the world");
        let depth = query::contact(&form, &other_form, Touching::Counts).map(|contact| contact.depth);
        let lies = match depth {
            None => lie == Lie::Apart,
            Some(depth) => match lie {
                Lie::Apart => false,
                Lie::Shallow => depth <= SHALLOW,
                Lie::Deep => depth > SHALLOW,
                Lie::Over | Lie::Middle => true,
            },
        };
        if lies {
            found.push([Placed::new(form, at), Placed::new(other_form, other)]);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

impl Thing {
    fn is_map(&self) -> bool {
        self.name == "tile map"
    }

    fn shape(name: &'static str, reach: f64, shape: kasuri::Result<Shape>) -> Thing {
        let shape = shape.expect("a valid shape");
        let place =
            move |at: [f64; 2], angle: f64| shape.place(&Placement::at(at).turned(angle)).map(Form::from);
        Thing { name, reach, place: Box::new(place) }
    }

    fn mask(name: &'static str, side: usize, is_set: impl Fn(f64, f64) -> bool) -> Thing {
        let middle = side as f64 / 2.0;
        let from_middle = |k: i32| f64::from(k) + 0.5 - middle;
        let mask = Mask::from_fn(side, side, |x, y| is_set(from_middle(x), from_middle(y)));
        let mask = Arc::new(mask.expect("a valid mask"));
        let place = move |at: [f64; 2], angle: f64| {
            Sprite::place(&mask, &Placement::at(at).turned(angle), None).map(Form::from)
        };
        Thing { name, reach: middle, place: Box::new(place) }
    }
}

pub(super) fn things() -> Vec<Thing> {
    let star = |n: usize| polygon(n, |turn| 32.0 * (0.75 + 0.25 * (7.0 * turn).sin()));
    let part =
        |shape: kasuri::Result<Shape>, at: [f64; 2]| Part::new(shape.expect("a valid shape")).offset(at);
    let compound = vec![
        part(Shape::rect([12.0, 5.0]), [0.0, 0.0]),
        part(Shape::circle(8.0), [14.0, 6.0]),
        part(Shape::capsule([-4.0, 0.0], [4.0, 9.0], 3.0), [-14.0, -5.0]),
        part(star(28), [0.0, 30.0]),
    ];
    let ring =
        |side: f64| move |x: f64, y: f64| (0.36..=1.0).contains(&((x * x + y * y) / (side * side / 4.0)));
    let blob = |side: f64| {
        move |x: f64, y: f64| {
            let dots = (x + side / 2.0) as i32 * 7 + (y + side / 2.0) as i32 * 13;
            (x * x + y * y).sqrt() <= side * 30.0 / 64.0 && dots % 33 != 0
        }
    };
    let is_solid = |x: usize, y: usize| Random::new((y * 20 + x) as u64).between(0.0, 1.0) < 0.4;
    let map = TileMap::from_fn([16.0, 16.0], [20, 20], &[kasuri::shape::Cell::Solid], |x, y| {
        is_solid(x, y).then_some(0)
    });
    let map = Arc::new(map.expect("a valid map"));
    let tiles = move |[x, y]: [f64; 2], _: f64| map.place([x - 160.0, y - 160.0]).map(Form::from);
    vec![
        Thing::shape("box", 10.0, Shape::rect([8.0, 6.0])),
        Thing::shape("circle", 8.0, Shape::circle(8.0)),
        Thing::shape("capsule", 12.0, Shape::capsule([-8.0, 0.0], [8.0, 0.0], 4.0)),
        Thing::shape("star 28", 32.0, star(28)),
        Thing::shape("star 100", 32.0, star(100)),
        Thing::shape("round 70", 32.0, polygon(70, |_| 32.0)),
        Thing::shape("chain 32", 100.0, chain(32)),
        Thing::shape("chain 255", 300.0, chain(255)),
        Thing::shape("compound", 60.0, Shape::compound(compound)),
        Thing::mask("ring 20", 20, ring(20.0)),
        Thing::mask("ring 64", 64, ring(64.0)),
        Thing::mask("blob 64", 64, blob(64.0)),
        Thing::mask("blob 256", 256, blob(256.0)),
        Thing::mask("checkerboard 64", 64, |x, y| ((x + y) as i32) % 2 == 0),
        Thing { name: "tile map", reach: 160.0, place: Box::new(tiles) },
    ]
}

/// A polygon around the origin.
fn polygon(n: usize, radius: impl Fn(f64) -> f64) -> kasuri::Result<Shape> {
    let vertex = |k: usize| {
        let turn = std::f64::consts::TAU * k as f64 / n as f64;
        [radius(turn) * turn.cos(), radius(turn) * turn.sin()]
    };
    Shape::polygon(&(0..n).map(vertex).collect::<Vec<_>>())
}

/// A curved laser of links of 8 px, around the origin.
fn chain(links: usize) -> kasuri::Result<Shape> {
    let random = &mut Random::new(1);
    let (mut at, mut turn) = ([0.0_f64; 2], 0.0_f64);
    let mut points = vec![at];
    for _ in 0..links {
        turn += random.between(-0.6, 0.6);
        at = [at[0] + 8.0 * turn.cos(), at[1] + 8.0 * turn.sin()];
        points.push(at);
    }
    let middle = [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / points.len() as f64);
    let points: Vec<[f64; 2]> = points.iter().map(|p| [p[0] - middle[0], p[1] - middle[1]]).collect();
    Shape::chain(&points, 2.0)
}

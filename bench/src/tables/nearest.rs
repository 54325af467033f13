//! Queries between steps: the nearest bodies, a ray, a box, a circle, in small worlds and in a large one.

use std::hint::black_box;

use kasuri::{Area, Body, Filter, Handle, World};

use crate::random::Random;
use crate::tables::{Cell, Effort, Row, Rows};
use crate::{Clock, Job, Plan, Work, measure};

/// The number of bodies of a world, and the goal for its `nearest(8)` in microseconds.
const WORLDS: [(usize, Option<f64>); 5] =
    [(16, None), (64, Some(0.5)), (256, None), (4096, None), (100_000, Some(1.5))];
/// The number of queries in a run.
const QUESTIONS: usize = 500;

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    for (count, goal) in WORLDS {
        let count = if count > 256 { effort.scaled(count).max(64) } else { count };
        for kind in Kind::ALL {
            let name = format!("{count} {}", kind.name());
            let each = |what: Asked| -> Result<f64, String> {
                let mut job = ask(kind, count, what);
                let plan = Plan { warm_up: effort.measure / 3, measure: effort.measure / 3, most_runs: 500 };
                let times = measure("nearest", &mut job, &plan, |_| {});
                let times = times.map_err(|unsteady| format!("{name}: {unsteady}"))?;
                Ok(times.median.as_secs_f64() * 1e6 / times.work.items as f64)
            };
            let nearest = Cell::new("nearest(8) us", each(Asked::Nearest(8))?);
            let nearest = match goal {
                Some(goal) if kind == Kind::Circles => nearest.goal(goal),
                _ => nearest,
            };
            let cells = vec![
                nearest,
                Cell::new("nearest(1)", each(Asked::Nearest(1))?),
                Cell::new("ray", each(Asked::Ray)?),
                Cell::new("box", each(Asked::Box)?),
                Cell::new("circle", each(Asked::Circle)?),
                Cell::new("moved first", each(Asked::AfterMoves)?),
            ];
            add(Row { name, cells });
        }
    }
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Circles,
    Boxes,
    Hexagons,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Circles, Kind::Boxes, Kind::Hexagons];

    fn name(self) -> &'static str {
        match self {
            Kind::Circles => "circles",
            Kind::Boxes => "turned boxes",
            Kind::Hexagons => "turned hexagons",
        }
    }

    fn body(self, random: &mut Random) -> Body {
        let (size, angle) = (random.between(4.0, 12.0), random.between(0.0, 6.3));
        match self {
            Kind::Circles => Body::circle(size),
            Kind::Boxes => Body::rect([size, size / 2.0]).turned(angle),
            Kind::Hexagons => {
                let vertex = |k: u32| {
                    let angle = f64::from(k) / 6.0 * std::f64::consts::TAU;
                    [size * angle.cos(), size * angle.sin()]
                };
                Body::polygon(&(0..6).map(vertex).collect::<Vec<_>>()).turned(angle)
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Asked {
    Nearest(usize),
    Ray,
    Box,
    Circle,
    /// `nearest(8)`, with every body moved before each query.
    AfterMoves,
}

/// Builds a world with one body per about 40 x 40 px, and queries at random positions.
fn ask(kind: Kind, count: usize, asked: Asked) -> Job {
    let random = &mut Random::new(13);
    let side = 40.0 * (count as f64).sqrt();
    let mut place = || [random.between(0.0, side), random.between(0.0, side)];
    let places: Vec<[f64; 2]> = (0..count).map(|_| place()).collect();
    let questions: Vec<[f64; 2]> = (0..QUESTIONS).map(|_| place()).collect();
    let mut world = World::builder().threads(1).build().expect("a valid world");
    let body = |k: usize| kind.body(random).at(places[k]);
    let bodies = world.spawn_many(count, body).expect("valid bodies");
    Box::new(move |clock| match asked {
        Asked::AfterMoves => after_moves(clock, &mut world, &bodies, &places, &questions),
        _ => {
            let found = clock.time(|| questions.iter().map(|&at| one(&world, asked, at)).sum::<usize>());
            Work { count: found as u64, checksum: found as u64, ..Work::of(QUESTIONS) }
        }
    })
}

/// Moves all bodies before each query; only the queries are timed.
fn after_moves(
    clock: &mut Clock,
    world: &mut World,
    bodies: &[Handle],
    places: &[[f64; 2]],
    questions: &[[f64; 2]],
) -> Work {
    let few = &questions[..20];
    let mut found = 0;
    for &at in few {
        world.set_positions(bodies, places).expect("places in the world");
        found += clock.time(|| one(world, Asked::Nearest(8), at));
    }
    Work { count: found as u64, checksum: found as u64, ..Work::of(few.len()) }
}

fn one(world: &World, asked: Asked, at: [f64; 2]) -> usize {
    let [x, y] = black_box(at);
    let found = match asked {
        Asked::Nearest(count) => world.nearest([x, y], count, Filter::ALL).map(|near| near.len()),
        Asked::Ray => world.along_ray([x, y], [x + 100.0, y + 40.0], Filter::ALL).map(|met| met.len()),
        Asked::Box => {
            world.overlapping(Area::rect([x, y], [x + 60.0, y + 60.0]), Filter::ALL).map(|met| met.len())
        }
        Asked::Circle => world.overlapping(Area::circle([x, y], 40.0), Filter::ALL).map(|met| met.len()),
        Asked::AfterMoves => Ok(0),
    };
    found.expect("places in the world")
}

//! Contacts of one walker with a tile map of 10,000 cells, as a platformer asks for them after each step.

use std::sync::Arc;

use kasuri::{
    Mask, Placement, Shape, TileMap, Touching,
    mask::Sprite,
    query::{self, Form},
};

use crate::random::Random;
use crate::tables::{Cell, Effort, Row, Rows};
use crate::{Plan, Work, measure};

/// The goal for a contact, in microseconds.
const GOAL: f64 = 2.0;
/// The number of cells along each side of the map, and the side of a cell in pixels.
const CELLS: usize = 100;
const SIDE: f64 = 16.0;
/// The number of contacts in a run.
const COUNT: usize = 500;
/// After a step, a walker is rarely deeper in the ground than this, in pixels.
const SHALLOW: f64 = 2.0;

/// A walker's name and its form at a position.
type Walker = (&'static str, fn([f64; 2]) -> kasuri::Result<Form>);

const WALKERS: [Walker; 5] = [
    ("box", |at| shape(Shape::rect([5.0, 7.0])?, at)),
    ("circle", |at| shape(Shape::circle(6.0)?, at)),
    ("capsule", |at| shape(Shape::capsule([0.0, -4.0], [0.0, 4.0], 4.0)?, at)),
    ("hexagon", |at| {
        shape(
            Shape::polygon(&[[-6.0, 0.0], [-3.0, -7.0], [3.0, -7.0], [6.0, 0.0], [3.0, 7.0], [-3.0, 7.0]])?,
            at,
        )
    }),
    ("sprite", |at| {
        let (x, y) = (|k: i32| f64::from(k) - 4.5, |k: i32| f64::from(k) - 6.5);
        let mask = Mask::from_fn(10, 14, |i, j| (x(i) / 5.0).powi(2) + (y(j) / 7.0).powi(2) < 1.0)?;
        Ok(Form::from(Sprite::place(&Arc::new(mask), &Placement::at(at), None)?))
    }),
];

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let maps = [("noise", noise as fn(usize, usize) -> bool), ("hills", hills)];
    for (map_name, is_solid) in maps {
        let map = map(is_solid);
        for (name, walker) in WALKERS {
            let all = places(walker, &map, is_solid);
            let name = format!("{name}, {map_name}");
            let (shallow, deep): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, depth)| *depth <= SHALLOW);
            let mut cells = Vec::new();
            for (title, walkers) in [("us", shallow), ("deep us", deep)] {
                let forms: Vec<Form> = walkers.into_iter().map(|(form, _)| form).take(COUNT).collect();
                let time = if forms.is_empty() { 0.0 } else { time(effort, &name, &map, forms)? };
                let cell = Cell::new(title, time);
                cells.push(if title == "us" { cell.goal(GOAL) } else { cell });
            }
            add(Row { name, cells });
        }
    }
    Ok(())
}

/// Measures the mean time of a contact, in microseconds.
fn time(effort: &Effort, name: &str, map: &Form, walkers: Vec<Form>) -> Result<f64, String> {
    let map = map.clone();
    let mut job: crate::Job = Box::new(move |clock| {
        let depth = clock.time(|| {
            let contacts = walkers.iter().map(|walker| query::contact(&map, walker, Touching::Counts));
            contacts.map(|contact| contact.map_or(0.0, |contact| contact.depth)).sum::<f64>()
        });
        Work { checksum: depth.to_bits(), ..Work::of(walkers.len()) }
    });
    let plan = Plan { warm_up: effort.measure / 3, measure: effort.measure, most_runs: 500 };
    let times = measure("contacts", &mut job, &plan, |_| {});
    let times = times.map_err(|unsteady| format!("{name}: {unsteady}"))?;
    Ok(times.median.as_secs_f64() * 1e6 / times.work.items as f64)
}

/// Returns walkers at random positions that overlap the map in a cell beside an empty one, each with its depth in
/// pixels.
fn places(
    walker: fn([f64; 2]) -> kasuri::Result<Form>,
    map: &Form,
    is_solid: fn(usize, usize) -> bool,
) -> Vec<(Form, f64)> {
    let random = &mut Random::new(41);
    let mut found = Vec::new();
    for _ in 0..10 * COUNT {
        let at = [0, 1].map(|_| random.between(SIDE, SIDE * (CELLS - 1) as f64));
        let [column, row] = at.map(|x| (x / SIDE) as usize);
        if (column - 1..=column + 1).all(|i| (row - 1..=row + 1).all(|j| is_solid(i, j))) {
            continue;
        }
        let form = walker(at).expect("a walker in the world");
        if let Some(contact) = query::contact(map, &form, Touching::Counts) {
            found.push((form, contact.depth));
        }
    }
    found
}

fn shape(shape: Shape, at: [f64; 2]) -> kasuri::Result<Form> {
    Ok(Form::from(shape.place(&Placement::at(at))?))
}

fn map(is_solid: fn(usize, usize) -> bool) -> Form {
    let kind = |column: usize, row: usize| is_solid(column, row).then_some(0);
    let map = TileMap::from_fn([SIDE, SIDE], [CELLS, CELLS], &[kasuri::shape::Cell::Solid], kind);
    Form::from(Arc::new(map.expect("a valid map")).place([0.0, 0.0]).expect("a map in the world"))
}

/// Three cells in ten.
fn noise(column: usize, row: usize) -> bool {
    Random::new((row * CELLS + column) as u64).between(0.0, 1.0) < 0.3
}

/// Ground with hills and steps, about half of the map.
fn hills(column: usize, row: usize) -> bool {
    let x = column as f64;
    let height = 50.0 + 20.0 * (x / 9.0).sin() + 8.0 * (x / 2.3).sin();
    (row as f64) > CELLS as f64 - height || (row.is_multiple_of(12) && column % 7 < 3)
}

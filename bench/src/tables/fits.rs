//! Where a body fits among 500 bullets: a map of the free positions, beside a loop that tests position by position.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use kasuri::query::PlaceGrid;
use kasuri::shape::Part;
use kasuri::world::Solid;
use kasuri::{Area, Body, Filter, Mask, Placement, Shape, World};

use crate::random::Random;
use crate::tables::{Cell, Effort, Row, Rows};
use crate::workloads::masks::blob;
use crate::{Plan, Work, measure};

/// The goals: a map of 640 x 480 positions in milliseconds, and a position of an odd step in nanoseconds.
const WHOLE_MAP: f64 = 1.5;
const ODD_PLACE: f64 = 30.0;

const BULLETS: usize = 500;
const FIELD: [u32; 2] = [640, 480];
/// A step that puts positions at 100 places in a pixel along each axis.
const ODD: f64 = 0.37;

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let (asked, bullets) = (asked(), bullets());
    for (bullets_name, bullet) in &bullets {
        let world = Rc::new(field(bullet, effort.scaled(BULLETS).max(20)));
        for (name, solid, angle) in &asked {
            let place = Placement::default().turned(*angle);
            let height = effort.scaled(FIELD[1] as usize).max(8) as u32;
            let whole = PlaceGrid::new([0.5, 0.5], [1.0, 1.0], [FIELD[0], height]);
            let from = [100.3, 100.1];
            let odd = PlaceGrid::new(from, [ODD, ODD], [FIELD[0], height]);
            for (places, is_whole) in [(whole, true), (odd, false)] {
                let step = if is_whole { "1 px" } else { "0.37 px" };
                let name = format!("{name} x {bullets_name}, {step}");
                if effort.wants(&name) {
                    add(row(name, &world, solid, place, &places, effort)?);
                }
            }
        }
    }
    Ok(())
}

fn row(
    name: String,
    world: &Rc<World>,
    solid: &Solid,
    place: Placement,
    places: &PlaceGrid,
    effort: &Effort,
) -> Result<Row, String> {
    let body = body(solid);
    let poses = f64::from(places.count[0]) * f64::from(places.count[1]);
    let plan = Plan { warm_up: effort.measure / 3, measure: effort.measure, most_runs: 1000 };
    let count = || {
        let fits = world.fits(&body, &[place.angle], black_box(places), Filter::ALL);
        fits.expect("a valid question").map().count()
    };
    let start = Instant::now();
    let free = one_by_one(world, solid, place, places);
    let slow = start.elapsed().as_secs_f64();
    if free != count() {
        return Err(format!("{name}: {} free positions, and one by one {free}", count()));
    }
    let (body, places, world) = (body.clone(), *places, world.clone());
    let mut job: crate::Job = Box::new(move |clock| {
        let fits = || world.fits(&body, &[place.angle], black_box(&places), Filter::ALL);
        let map = clock.time(|| fits().expect("a valid question").map());
        Work { count: map.count(), ..Work::of(1) }
    });
    let times = measure("fits", &mut job, &plan, |_| {}).map_err(|unsteady| unsteady.to_string())?;
    let seconds = times.median.as_secs_f64();
    let is_odd = places.step.x != 1.0;
    let (map, each) = (Cell::new("map ms", seconds * 1e3), Cell::new("ns a place", seconds * 1e9 / poses));
    let cells = vec![
        if is_odd { map } else { map.goal(WHOLE_MAP) },
        if is_odd { each.goal(ODD_PLACE) } else { each },
        Cell::new("one by one", slow * 1e3),
        Cell::new("times", slow / seconds),
        Cell::new("free %", free as f64 / poses * 100.0),
    ];
    Ok(Row { name, cells })
}

/// Counts the free positions by a question to the world at each.
fn one_by_one(world: &World, solid: &Solid, place: Placement, places: &PlaceGrid) -> u64 {
    let [w, h] = places.count;
    let is_free = |x: u32, y: u32| {
        let placement = Placement { at: places.place(x, y), ..place };
        let area = Area::solid(solid.clone(), placement);
        world.overlapping(area, Filter::ALL).expect("a valid area").is_empty()
    };
    let free = |y: u32| (0..w).filter(|&x| is_free(x, y)).count() as u64;
    (0..h).map(free).sum()
}

/// Returns the bodies that are asked, each with its angle.
fn asked() -> Vec<(&'static str, Solid, f64)> {
    let ship = mask(&mut Random::new(32), 32);
    let hexagon: Vec<[f64; 2]> = (0..6).map(|k| point(f64::from(k) / 6.0 * TAU, 12.0)).collect();
    let wings = || Shape::rect([12.0, 3.0]).map(|wings| Part::new(wings).offset([0.0, 4.0]));
    let plane =
        || Shape::compound(vec![Part::new(Shape::capsule([0.0, -12.0], [0.0, 12.0], 3.0)?), wings()?]);
    let arc: Vec<[f64; 2]> = (0..17).map(|k| point(f64::from(k) / 16.0 * TAU / 2.0, 14.0)).collect();
    let shape = |shape: kasuri::Result<Shape>| Solid::from(shape.expect("a valid shape"));
    vec![
        ("turned sprite 32", (&ship).into(), 0.7),
        ("upright sprite 32", (&ship).into(), 0.0),
        ("box 24", shape(Shape::rect([12.0, 12.0])), 0.0),
        ("turned box 24", shape(Shape::rect([12.0, 12.0])), 0.7),
        ("circle 24", shape(Shape::circle(12.0)), 0.0),
        ("hexagon 24", shape(Shape::polygon(&hexagon)), 0.0),
        ("compound", shape(plane()), 0.7),
        ("chain of 16", shape(Shape::chain(&arc, 2.0)), 0.0),
    ]
}

fn body(solid: &Solid) -> Body {
    match solid {
        Solid::Shape(shape) => Body::new(shape.clone()),
        Solid::Mask(mask) => Body::new(mask),
        Solid::Tiles(tiles) => Body::new(tiles),
    }
}

/// Returns the kinds of bullets of 8 px, each with its angle.
fn bullets() -> Vec<(&'static str, Body)> {
    let shot = mask(&mut Random::new(8), 8);
    vec![
        ("circles", Body::circle(4.0)),
        ("sprites", Body::new(&shot)),
        ("turned sprites", Body::new(&shot).turned(0.5)),
    ]
}

fn field(bullet: &Body, count: usize) -> World {
    let mut random = Random::new(500);
    let mut world = World::builder().threads(1).build().expect("a valid world");
    let bullets = (0..count).map(|_| {
        let at = [random.between(0.0, FIELD[0].into()), random.between(0.0, FIELD[1].into())];
        bullet.clone().at(at)
    });
    let bullets: Vec<Body> = bullets.collect();
    world.spawn_many(count, |k| bullets[k].clone()).expect("within the world");
    world
}

fn mask(random: &mut Random, side: usize) -> Arc<Mask> {
    let texels = blob(random, side);
    let is_set = |x: i32, y: i32| texels[y as usize * side + x as usize];
    Arc::new(Mask::from_fn(side, side, is_set).expect("a valid size"))
}

fn point(angle: f64, r: f64) -> [f64; 2] {
    [r * angle.cos(), r * angle.sin()]
}

//! Tests that bodies end to end are one floor to what travels on it (SPEC 6, "Travels"): nothing catches on a seam, nothing hops,
//! and no normal is off the floor's.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use kasuri::travel::{Response, Travel};
use kasuri::{Body, Handle, Mask, TileMap, Vec2, World};
use support::{Random, rounds_by};

/// One lattice unit, in pixels.
const UNIT: f64 = 1.0 / 256.0;

/// A floor of separate bodies along a line, and what it is to be like.
struct Floor {
    /// A point on its line, the direction along it, and its normal.
    from: Vec2,
    along: Vec2,
    normal: Vec2,
    length: f64,
    /// How far the bodies' faces are off the line, in lattice units: vertices are rounded.
    uneven: f64,
}

impl Floor {
    fn at(&self, far: f64, high: f64) -> Vec2 {
        self.from + self.along * far + self.normal * high
    }

    /// Returns how far along the floor a place is, and how high above it.
    fn seen(&self, at: Vec2) -> [f64; 2] {
        [(at - self.from).dot(self.along), (at - self.from).dot(self.normal)]
    }
}

fn snapped(x: f64) -> f64 {
    (x * 256.0).round() / 256.0
}

const KINDS: [&str; 7] = ["boxes", "turned boxes", "polygons", "capsules", "segments", "chains", "tile maps"];

/// Fills a world with a floor of bodies of one kind, in a random order.
fn build(kind: &str, random: &mut Random, world: &mut World) -> Floor {
    let between = |random: &mut Random, low: f64, high: f64| {
        random.int(0..=1 << 20) as f64 / f64::from(1 << 20) * (high - low) + low
    };
    let tilt = match kind {
        "boxes" | "tile maps" => 0.0,
        _ if random.int(0..=2) == 0 => 0.0,
        _ => between(random, -1.2, 1.2),
    };
    let along = Vec2::new(tilt.cos(), tilt.sin());
    let normal = Vec2::new(along.y, -along.x);
    let from =
        Vec2::new(snapped(between(random, -4000.0, 4000.0)), snapped(between(random, -4000.0, 4000.0)));
    let count = 12;
    let width = snapped(between(random, 3.0, 24.0)).max(3.0);
    let width = if kind == "tile maps" { 3.0 * width } else { width };
    let joint = |k: usize| {
        let at = from + along * (width * k as f64);
        Vec2::new(snapped(at.x), snapped(at.y))
    };
    let radius = snapped(between(random, 0.5, 6.0));
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        order.swap(k, random.int(0..=k as i64) as usize);
    }
    let map = Arc::new(TileMap::from_rows([width / 3.0, width / 3.0], &["###", "###"], &[]).unwrap());
    for k in order {
        let (p, q) = (joint(k), joint(k + 1));
        let middle = from + along * (width * (k as f64 + 0.5)) - normal * 8.0;
        let down = normal * -9.0;
        let body = match kind {
            "boxes" | "turned boxes" => Body::rect([width / 2.0, 8.0]).at(middle).turned(tilt),
            "polygons" => Body::polygon(&[p, q, q + down, p + down]),
            "capsules" => Body::capsule(p, q, radius),
            "segments" => Body::segment(p, q),
            "chains" => {
                let middle = p + (q - p) * 0.5;
                Body::chain(&[p, Vec2::new(snapped(middle.x), snapped(middle.y)), q], radius)
            }
            _ => Body::tiles(&map).at(p),
        };
        world.spawn(body.layer(2).against(1)).unwrap();
    }
    let thick = if matches!(kind, "capsules" | "chains") { radius } else { 0.0 };
    let uneven = if tilt == 0.0 && kind != "boxes" { 0.0 } else { 2.0 };
    Floor { from: from + normal * thick, along, normal, length: width * count as f64, uneven }
}

/// Returns a mover, and how far it reaches down along a normal.
fn mover(random: &mut Random, normal: Vec2) -> (Body, f64) {
    let size = 1.0 + random.int(0..=2000) as f64 / 256.0;
    let angle = random.int(0..=6283) as f64 / 1000.0;
    let deepest = |points: &[[f64; 2]], angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let turned = points.iter().map(|[x, y]| Vec2::new(x * cos - y * sin, x * sin + y * cos));
        turned.map(|p| -p.dot(normal)).fold(f64::NEG_INFINITY, f64::max)
    };
    let corners = [[-size, -size], [size, -size], [size, size], [-size, size]];
    let kite = [[-size, 0.0], [0.0, -0.6 * size], [1.4 * size, 0.0], [0.2 * size, 1.1 * size]];
    match random.int(0..=4) {
        0 => (Body::circle(size), size),
        1 => (Body::rect([size, size]).turned(0.3), deepest(&corners, 0.3)),
        2 => (Body::rect([size, size]), deepest(&corners, 0.0)),
        3 => (Body::polygon(&kite).turned(angle), deepest(&kite, angle)),
        _ => {
            let ends = [[-size, 0.0], [size, 0.5 * size]];
            (Body::capsule(ends[0], ends[1], 2.0), deepest(&ends, 0.0) + 2.0)
        }
    }
}

/// A travel over a floor, and what it should do.
struct Ride {
    travel: Travel,
    from: Vec2,
    by: Vec2,
    deep: f64,
}

impl Ride {
    /// Whether a normal is off the floor's by less than 0.1 radians: an edge of the mover that is nearly along the floor met a
    /// corner of a turned box that stands out. That still happens, though seldom.
    fn is_tilted_a_little(&self, floor: &Floor) -> bool {
        let is_off = |cosine: f64| (0.995..1.0 - 1e-4).contains(&cosine);
        floor.uneven > 0.0 && self.travel.hits.iter().any(|hit| is_off(hit.normal.dot(floor.normal)))
    }

    /// Says what is wrong with it.
    fn fault(&self, floor: &Floor) -> Option<String> {
        let [start, high] = floor.seen(self.from);
        let [end, last] = floor.seen(self.travel.at);
        let (wanted, sunk) = (self.by.dot(floor.along), self.by.dot(floor.normal));
        let off = |normal: Vec2| 1.0 - normal.dot(floor.normal);
        // Vertices a unit off the line turn a face of 3 px by at most 0.0037.
        let tilt = if floor.uneven == 0.0 { 1e-9 } else { 1e-4 };
        if let Some(hit) = self.travel.hits.iter().find(|hit| off(hit.normal) > tilt) {
            return Some(format!("a normal off the floor's: {:?} for {:?}", hit.normal, floor.normal));
        }
        // A body whose vertices are rounded itself stands a unit higher or lower.
        let room = (floor.uneven + 4.0) * UNIT;
        if (end - start - wanted).abs() > room {
            return Some(format!("motion lost: {} of {wanted}", end - start));
        }
        let rest = (high + sunk).max(self.deep);
        if last > rest + room || last < rest - room {
            return Some(format!("height {last} for {rest}"));
        }
        None
    }
}

fn ride(world: &mut World, body: Handle, from: Vec2, by: Vec2, deep: f64) -> Ride {
    world.edit(body).position(from).unwrap();
    let travel = world.travel(body, by, Response::Slide).unwrap();
    Ride { travel, from, by, deep }
}

#[test]
fn nothing_catches_or_hops_on_seams_between_bodies() {
    let mut random = Random::new(59);
    let mut tilted = 0;
    let (mut tried, mut faults, mut hits) = ([0_usize; KINDS.len()], Vec::new(), Vec::new());
    for round in 0..rounds_by(700, 20) {
        let kind = round % KINDS.len();
        let mut world = World::new();
        let floor = build(KINDS[kind], &mut random, &mut world);
        let (body, deep) = mover(&mut random, floor.normal);
        let body = world.spawn(body.layer(1).against(2)).unwrap();
        for _ in 0..20 {
            let far = 20.0 + random.int(0..=1000) as f64 / 1000.0 * (floor.length - 40.0).max(0.0);
            let side = if random.int(0..=1) == 0 { 1.0 } else { -1.0 };
            let along = side * random.int(0..=4000) as f64 / 400.0;
            if far + along < 16.0 || far + along > floor.length - 16.0 || floor.length < 60.0 {
                continue;
            }
            let high = deep + random.int(8..=512) as f64 / 256.0;
            let by = floor.along * along - floor.normal * (random.int(0..=1200) as f64 / 300.0);
            let ride = ride(&mut world, body, floor.at(far, high), by, deep);
            tried[kind] += 1;
            hits.push(ride.travel.hits.len());
            if ride.is_tilted_a_little(&floor) {
                tilted += 1;
            } else if let Some(fault) = ride.fault(&floor) {
                faults.push(format!("{} {:?}: {fault}; {:?}", KINDS[kind], (floor.along, by), ride.travel));
            }
        }
    }
    assert!(tried.iter().all(|&tried| tried > 300), "{tried:?}");
    let all: usize = tried.iter().sum();
    assert!(tilted * 20_000 <= all, "{tilted} of {all}");
    println!("{tried:?} travels, {} faults, {} hits at most", faults.len(), hits.iter().max().unwrap());
    for fault in faults.iter().take(12) {
        println!("{fault}");
    }
    assert!(faults.is_empty(), "{} of {all}: {}", faults.len(), faults[0]);
}

/// The travel that was found to catch.
#[test]
fn a_turned_box_lands_flat_where_two_boxes_meet() {
    let mut world = World::new();
    let (width, left, top) = (20.59765625, -1410.82421875, -4170.1015625);
    for k in 0..100 {
        let middle = [left + width * (f64::from(k) + 0.5), top + 8.0];
        world.spawn(Body::rect([width / 2.0, 8.0]).at(middle).layer(2)).unwrap();
    }
    let from = [28.387282021420447, -4175.107464688108];
    let by = [-3.7455104788940625, 1.6380757603489113];
    let mover = world.spawn(Body::rect([4.0, 4.0]).turned(0.3).at(from)).unwrap();
    let travel = world.travel(mover, by, Response::Slide).unwrap();
    assert!(travel.hits.iter().all(|hit| hit.normal == [0.0, -1.0]), "{travel:?}");
    assert!((travel.at.x - from[0] - by[0]).abs() < 2.0 * UNIT, "{travel:?}");
    assert!(travel.at.y >= from[1] - UNIT, "{travel:?}");
}

/// On a plain slope a circle keeps all of its motion along the slope, and meets the slope once.
#[test]
fn a_plain_slope_takes_no_motion_and_is_met_once() {
    let mut random = Random::new(5);
    let mut most = 0;
    for _ in 0..rounds_by(2000, 10) {
        let slope = random.int(-300..=300) as f64 / 100.0;
        let along = Vec2::new(1.0, slope) / (1.0 + slope * slope).sqrt();
        let normal = Vec2::new(along.y, -along.x);
        let mut world = World::new();
        let ends = [along * -400.0, along * 400.0];
        let down = normal * -30.0;
        world.spawn(Body::polygon(&[ends[0], ends[1], ends[1] + down, ends[0] + down]).layer(2)).unwrap();
        let radius = random.int(256..=4096) as f64 / 256.0;
        let from =
            normal * (radius + random.int(4..=300) as f64 / 256.0) + along * random.int(-100..=100) as f64;
        let by = along * (random.int(-8000..=8000) as f64 / 100.0)
            - normal * (random.int(300..=3000) as f64 / 100.0);
        let body = world.spawn(Body::circle(radius).at(from)).unwrap();
        let travel = world.travel(body, by, Response::Slide).unwrap();
        let gone = (travel.at - from).dot(along);
        assert!(
            (gone - by.dot(along)).abs() < 6.0 * UNIT,
            "slope {slope}: {gone} of {}, {travel:?}",
            by.dot(along)
        );
        most = most.max(travel.hits.len());
    }
    assert_eq!(most, 1);
}

/// A sprite slides over capsules and chains as over a box, to the left as to the right.
#[test]
fn a_sprite_slides_over_round_bodies_end_to_end_to_both_sides() {
    let art = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
    for kind in 0..3 {
        let mut world = World::new();
        for k in 0..40 {
            let [p, q] = [[20.0 * f64::from(k), 50.0], [20.0 * f64::from(k) + 20.0, 50.0]];
            let body = match kind {
                0 => Body::capsule(p, q, 4.0),
                1 => Body::chain(&[p, [p[0] + 9.0, 50.0], q], 4.0),
                _ => Body::polygon(&[p, q, [q[0], 60.0], [p[0], 60.0]]),
            };
            world.spawn(body.layer(2)).unwrap();
        }
        let walker = world.spawn(Body::sprite(&art).at([400.0, 30.0])).unwrap();
        world.travel(walker, [0.0, 30.0], Response::Slide).unwrap();
        let floor = world.get(walker).unwrap().at().y;
        let (mut tilts, mut hops) = (0, 0);
        for (step, side) in [(0, -1.0), (1, 1.0)] {
            world.edit(walker).position([400.0 - 300.0 * side, floor]).unwrap();
            for k in 0..400 {
                let speed = 0.5 + f64::from(k % 9) * 0.17;
                let before = world.get(walker).unwrap().at();
                if !(60.0..740.0).contains(&before.x) {
                    break;
                }
                let travel = world.travel(walker, [speed * side, 0.7], Response::Slide).unwrap();
                tilts += travel.hits.iter().filter(|hit| hit.normal != [0.0, -1.0]).count();
                hops += usize::from((travel.at.y - before.y).abs() > UNIT);
                assert!(
                    (travel.at.x - before.x - speed * side).abs() < 1e-9,
                    "{kind} {step} {k}: {travel:?}"
                );
            }
        }
        assert_eq!((tilts, hops), (0, 0), "{kind}");
    }
}

//! Tests that a world finds the swept pairs, and the times at which they first overlap, that the reference finds: near
//! and far, at the edge of the world, and whether or not touching counts.
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::sync::Arc;

use common::{KINDS, Random, Thing, agree, cases, tiles};
use kasuri::answer::OnWay;
use kasuri::lattice::Point;
use kasuri::query::{self, Form, Moving};
use kasuri::shape::Cell;
use kasuri::{Body, Handle, Hit, Look, Mask, Shape, TileMap, Touching, World, reference};

/// How far a body may be from the middle of the world, in pixels.
const EDGE: f64 = 2_097_152.0;

/// Returns shapes and masks of every kind that is tested differently, some of them far from their position.
fn looks(random: &mut Random) -> [Look; 2] {
    let dots = Arc::new(Mask::from_rows(&["##.#", "#..#", ".###"]).unwrap());
    let many = (0..40)
        .map(|k| f64::from(k) * std::f64::consts::TAU / 40.0)
        .map(|a| [12.0 * a.cos(), 12.0 * a.sin()]);
    let far = random.pick(&[0.0, 0.0, 3.0, 20_000.0]);
    [(); 2].map(|()| match random.below(8) {
        0 => Shape::circle(random.coordinate(8.0).abs()).unwrap().into(),
        1 => Shape::rect([random.pick(&[0.0, 4.0, 40.0]), 3.0]).unwrap().into(),
        2 => Shape::segment([far, 0.0], [far + 6.0, random.coordinate(6.0)]).unwrap().into(),
        3 => Shape::polygon(&[[far, 0.0], [far + 9.0, 1.0], [far + 3.0, 3.0], [far + 1.0, 9.0]])
            .unwrap()
            .into(),
        4 => Shape::chain(&[[far - 9.0, 2.0], [far, 0.0], [far + 9.0, 5.0]], random.pick(&[0.0, 1.5]))
            .unwrap()
            .into(),
        5 => Shape::polygon(&many.clone().collect::<Vec<_>>()).unwrap().into(),
        6 => Shape::point().into(),
        _ => Look::from(&dots),
    })
}

/// Returns what a body shows now, and its position on the lattice.
fn seen(world: &World, body: Handle) -> (Form, Point) {
    let body = world.get(body).unwrap();
    (body.form().clone(), Point::snapped(body.at()).unwrap())
}

/// Whether a hit has the time that the reference found: exactly where a sprite is met step by step, else to the SPEC's
/// tolerance.
fn agrees(hit: Option<&Hit>, expected: &Option<OnWay>, ways: [Moving; 2]) -> bool {
    let length = |way: &Moving| {
        let along = |from: i32, to: i32| (f64::from(to) - f64::from(from)) / 256.0;
        along(way.from.x, way.to.x).hypot(along(way.from.y, way.to.y))
    };
    match (hit.map(Hit::t), expected) {
        (Some(Some(t)), Some(met)) if met.overlap.is_some() => t == met.t,
        (Some(Some(t)), Some(met)) => agree::time(t, met.t, ways.iter().map(length).sum()),
        (hit, expected) => hit.is_none() && expected.is_none(),
    }
}

#[test]
fn pairs_and_times_are_those_of_the_reference() {
    let random = &mut Random::new(23);
    let (mut met, mut missed) = (0, 0);
    for round in 0..cases(400, 100_000) {
        let touching = [Touching::Counts, Touching::Ignored][round % 2];
        let mut world = World::builder().touching(touching).threads(1).build().unwrap();
        let (base, reach) = random.pick(&[(0.0, 30.0), (0.0, 30.0), (0.0, 90_000.0), (EDGE - 60.0, 50.0)]);
        let place = |random: &mut Random| {
            let [x, y] = random.point(reach);
            // Often along an axis, so that sides touch.
            random.pick(&[[base + x, y], [base + x, 0.0], [base, y]])
        };
        let bodies: Vec<Handle> = (0..4)
            .filter_map(|k| {
                let looks: Arc<[Look]> = looks(random).into();
                let body = Body::frames(&looks).at(place(random));
                // A look may be too large for its place at the edge.
                world.spawn(if k == 0 || random.chance(2) { body.swept() } else { body }).ok()
            })
            .collect();
        world.step().unwrap();
        let from: Vec<Point> = bodies.iter().map(|&body| seen(&world, body).1).collect();
        for &body in &bodies {
            let to = place(random);
            let _ = world.edit(body).position([to[0] - (base / EDGE) * 40.0, to[1]]);
            if random.chance(3) {
                let _ = world.set_frames(&[body], &[1]);
            }
        }
        let step = world.step().unwrap();
        for (k, &a) in bodies.iter().enumerate() {
            for (n, &b) in bodies.iter().enumerate().skip(k + 1) {
                if ![a, b].iter().any(|&body| world.get(body).unwrap().is_swept()) {
                    continue;
                }
                let ((p, to_a), (q, to_b)) = (seen(&world, a), seen(&world, b));
                let ways = [(&p, from[k], to_a), (&q, from[n], to_b)].map(|(form, from, to)| Moving {
                    form,
                    from,
                    to,
                });
                let expected = reference::overlap_on_way(ways[0], ways[1], touching);
                let hit = step.hits().find(|hit| (hit.a, hit.b) == (a, b));
                assert!(
                    agrees(hit, &expected, ways),
                    "round {round}, {touching:?}: {hit:?}, expected {expected:?}: {ways:?}"
                );
                if expected.is_some() { met += 1 } else { missed += 1 }
            }
        }
    }
    assert!(met > 100 && missed > 100, "{met} met, {missed} missed");
}

/// Turned masks that are made so small that many texels lie under a pixel are tested without a set of their pixels.
#[test]
fn small_images_of_large_masks_meet_when_the_reference_says() {
    let random = &mut Random::new(29);
    let large = Arc::new(Mask::from_fn(120, 90, |x, y| (x / 9 + y / 7) % 3 > 0).unwrap());
    let small = Arc::new(Mask::from_rows(&["##.#", "#..#", ".###"]).unwrap());
    let (mut met, mut missed) = (0, 0);
    for round in 0..cases(300, 30_000) {
        let touching = [Touching::Counts, Touching::Ignored][round % 2];
        let mut world = World::builder().touching(touching).threads(1).build().unwrap();
        let bodies = [(); 3].map(|()| {
            let body = match random.below(4) {
                0 => Body::sprite(&small).turned(random.between(0.0, 7.0)),
                1 => Body::circle(2.0),
                _ => Body::sprite(&large)
                    .scaled([random.pick(&[0.04, 0.08]); 2])
                    .turned(random.between(0.0, 7.0)),
            };
            world.spawn(body.at(random.point(20.0)).swept()).unwrap()
        });
        world.step().unwrap();
        let from = bodies.map(|body| seen(&world, body).1);
        for body in bodies {
            world.edit(body).position(random.point(20.0)).unwrap();
        }
        let step = world.step().unwrap();
        for [k, n] in [[0, 1], [0, 2], [1, 2]] {
            let [(p, to_p), (q, to_q)] = [k, n].map(|k| seen(&world, bodies[k]));
            let (a, b) =
                (Moving { form: &p, from: from[k], to: to_p }, Moving { form: &q, from: from[n], to: to_q });
            let expected = reference::overlap_on_way(a, b, touching);
            let hit = step.hits().find(|hit| (hit.a, hit.b) == (bodies[k], bodies[n]));
            assert!(agrees(hit, &expected, [a, b]), "round {round}, {touching:?}: {a:?} {b:?}");
            if expected.is_some() { met += 1 } else { missed += 1 }
        }
    }
    assert!(met > 100 && missed > 100, "{met} met, {missed} missed");
}

/// Swept bodies of every kind, turned and scaled, meet the cells of a tile map when the reference says: squares, slopes and masks.
#[test]
fn bodies_meet_tile_maps_when_the_reference_says() {
    let random = &mut Random::new(31);
    let (mut met, mut missed) = (0, 0);
    for round in 0..cases(600, 60_000) {
        let touching = [Touching::Counts, Touching::Ignored][round % 2];
        let mut world = World::builder().touching(touching).threads(1).build().unwrap();
        let map = world.spawn(Body::tiles(&tiles(random)).at(random.point(9.0))).unwrap();
        let (near, far) = ([24.0, 20.0], random.pick(&[30.0, 30.0, 400.0, 9000.0]));
        let place = |random: &mut Random| {
            let [x, y] = random.point(far);
            random.pick(&[[near[0] + x, near[1] + y], [near[0] + x, 8.0], [8.0, near[1] + y]])
        };
        let bodies: Vec<Handle> = (0..4)
            .filter_map(|_| {
                let kind = KINDS[random.below(KINDS.len() as u64 - 1) as usize];
                let (thing, placement) = Thing::random(random, kind);
                let body = match thing {
                    Thing::Shape(shape) => Body::new(shape),
                    Thing::Sprite(mask, _) => Body::sprite(&mask),
                    Thing::Tiles(_) => unreachable!("the last kind"),
                };
                let body = body.turned(placement.angle).scaled(placement.scale);
                world.spawn(body.at(place(random)).swept()).ok()
            })
            .collect();
        world.step().unwrap();
        let from: Vec<Point> = bodies.iter().map(|&body| seen(&world, body).1).collect();
        for &body in &bodies {
            let to = if random.chance(2) { [near[0], near[1]] } else { place(random) };
            world.edit(body).position(to).unwrap();
        }
        let step = world.step().unwrap();
        let (tiles, at_map) = seen(&world, map);
        for (&body, &from) in bodies.iter().zip(&from) {
            let (form, to) = seen(&world, body);
            let ways = [Moving::still(&tiles, at_map), Moving { form: &form, from, to }];
            let expected = reference::overlap_on_way(ways[0], ways[1], touching);
            let hit = step.hits().find(|hit| (hit.a, hit.b) == (map, body));
            assert!(
                agrees(hit, &expected, ways),
                "round {round}, {touching:?}: {hit:?}, expected {expected:?}: {ways:?}"
            );
            if expected.is_some() { met += 1 } else { missed += 1 }
        }
    }
    assert!(met > 100 && missed > 100, "{met} met, {missed} missed");
}

/// A tile map is met cell by cell (SPEC 6). A point on the seam between the masks of two cells is inside the map, but inside none of its
/// cells: on its path it is met one step later.
#[test]
fn a_seam_between_cells_with_masks_is_in_neither_cell() {
    let full = Arc::new(Mask::from_rows(&["########"; 8]).unwrap());
    let map = TileMap::from_rows([8.0, 8.0], &["mm"], &[('m', Cell::Mask(full))]).unwrap();
    let step = |is_swept: bool| {
        let mut world = World::builder().touching(Touching::Ignored).threads(1).build().unwrap();
        let map = world.spawn(Body::tiles(&Arc::new(map.clone()))).unwrap();
        // Enough points that the step does not decide them one by one.
        let point =
            |_| if is_swept { Body::point().at([8.0, 4.0]).swept() } else { Body::point().at([8.0, 4.0]) };
        let points = world.spawn_many(40, point).unwrap();
        world.step().unwrap();
        world.set_positions(&points, &[[if is_swept { 6.0 } else { 8.0 }, 4.0]; 40]).unwrap();
        let found = world.step().unwrap();
        let times: Vec<Option<f64>> = found.hits().filter(|hit| hit.a == map).map(Hit::t).collect();
        let ((tiles, at_map), (form, to)) = (seen(&world, map), seen(&world, points[0]));
        let from = Point::snapped([8.0, 4.0]).unwrap();
        let ways = [Moving::still(&tiles, at_map), Moving { form: &form, from, to }];
        (
            times,
            reference::overlap_on_way(ways[0], ways[1], Touching::Ignored),
            query::overlap_on_way(ways[0], ways[1], Touching::Ignored),
        )
    };
    let (times, expected, asked) = step(true);
    assert_eq!((expected.map(|met| met.t), asked.map(|met| met.t)), (Some(0.5), Some(0.5)));
    assert_eq!(times, [Some(0.5); 40]);
    assert_eq!(step(false).0.len(), 40, "a point that stays is held to the whole map");
}

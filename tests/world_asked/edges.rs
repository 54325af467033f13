//! Answers at the edge of the world, of regions, of layers and of one-way cells.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

use kasuri::answer::Overlap;
use kasuri::lattice::Point;
use kasuri::query::{self, Moving};
use kasuri::shape::{Cell, Part};
use kasuri::travel::Response;
use kasuri::world::Axes;
use kasuri::{Area, Body, ErrorKind, Filter, Handle, Mask, Region, Shape, TileMap, Touching, Vec2, World};

use crate::common::Random;

/// The largest coordinate of a position.
const EDGE: f64 = (1 << 21) as f64;

/// Returns a rectangle between two corners.
fn rect([x0, y0]: [f64; 2], [x1, y1]: [f64; 2]) -> Shape {
    Shape::polygon(&[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]).unwrap()
}

/// A body that is met first at one of its regions says which.
#[test]
fn a_region_in_front_is_met_first() {
    let mut world = World::new();
    let horn = Region::new("horn", rect([-12.0, -1.0], [-8.0, 1.0]));
    let body = world.spawn(Body::circle(5.0).region(horn)).unwrap();
    let index = world.get(body).unwrap().region_index("horn").unwrap();
    for (from, region, t) in [([-30.0, 0.0], index, 0.3), ([30.0, 0.0], 0, 25.0 / 60.0)] {
        let hits = world.along_ray(from, [-from[0], 0.0], Filter::ALL).unwrap();
        assert_eq!(hits.len(), 1);
        assert_eq!((hits[0].body, hits[0].region), (body, region));
        assert!((hits[0].t - t).abs() < 1e-12, "{:?}", hits[0]);
        assert_eq!(world.first_on_ray(from, [-from[0], 0.0], Filter::ALL).unwrap(), Some(hits[0]));
    }
    for (at, distance, x) in [([-20.0, 0.0], 8.0, -12.0), ([9.0, 0.0], 4.0, 5.0), ([-7.0, 0.0], 1.0, -8.0)] {
        let near = world.nearest(at, 1, Filter::ALL).unwrap();
        assert_eq!((near[0].body, near[0].distance, near[0].point.x), (body, distance, x), "{at:?}");
    }
    let found = |x0: f64, x1: f64| world.overlapping(Area::rect([x0, -0.5], [x1, 0.5]), Filter::ALL).unwrap();
    assert_eq!((found(-11.0, -10.0), found(4.0, 9.0)), (vec![body], vec![body]));
    // Between the two there is nothing.
    assert_eq!(found(-7.0, -6.0), []);
}

/// Layers decide for each region, in sweeps and in travels past a filter.
#[test]
fn layers_are_those_of_the_region() {
    const GROUND: u32 = 2;
    let mut world = World::new();
    let shield = Region::new("shield", rect([-20.0, -5.0], [-18.0, 5.0])).layer(GROUND);
    let guard = world.spawn(Body::circle(3.0).layer(4).region(shield)).unwrap();
    world.spawn(Body::rect([1.0, 9.0]).at([-30.0, 0.0]).layer(8)).unwrap();
    for (against, end) in [(GROUND, -24.0), (4, -7.0), (GROUND | 4, -24.0), (8, -35.0)] {
        let ball = world.spawn(Body::circle(4.0).at([-60.0, 0.0]).against(against)).unwrap();
        let met = world.sweep(ball, [40.0, 0.0]).unwrap().unwrap();
        assert!((-60.0 + 100.0 * met.t - end).abs() < 1e-9, "{against}: {met:?}");
        assert_eq!(met.body == guard, against != 8);
        let travel = world.travel_against(ball, [100.0, 0.0], Response::Stick, against).unwrap();
        assert!((travel.at.x - end).abs() < 0.01, "{against}: {travel:?}");
        world.remove(ball).unwrap();
    }
}

/// A map that is a one-way body as a whole stops the same travels as one whose cells are one-way.
#[test]
fn a_one_way_map_is_a_map_of_one_way_cells() {
    let rng = &mut Random::new(8);
    let rows = ["..====..", "=......=", "..=..=..", "========"];
    let map = |cell: Cell| Arc::new(TileMap::from_rows([8.0, 8.0], &rows, &[('=', cell)]).unwrap());
    let up = [0.0, -1.0];
    let whole = Body::tiles(&map(Cell::Solid)).one_way(up);
    let cells = Body::tiles(&map(Cell::Solid.one_way(up)));
    let mut stopped = 0;
    for _ in 0..200 {
        let body = [Body::circle(3.0), Body::rect([3.0, 2.0])][rng.below(2) as usize].clone();
        let at = [rng.between(0.0, 64.0), rng.between(-20.0, 40.0)];
        let by = [rng.between(-20.0, 20.0), rng.between(-40.0, 40.0)];
        let response = rng.pick(&[Response::Slide, Response::Stick]);
        let [one, other] = [&whole, &cells].map(|map| {
            let mut world = World::new();
            world.spawn(map.clone()).unwrap();
            let walker = world.spawn(body.clone().at(at)).unwrap();
            world.travel(walker, by, response).unwrap()
        });
        assert_eq!((one.at, one.velocity, one.hits.len()), (other.at, other.velocity, other.hits.len()));
        // Only faces that look up stop it.
        assert!(one.hits.iter().all(|impact| impact.normal.y < 0.0 && by[1] > 0.0), "{by:?}: {one:?}");
        stopped += usize::from(!one.hits.is_empty());
    }
    assert!((40..160).contains(&stopped), "{stopped}");
}

/// Bounds need a width and a height.
#[test]
fn bounds_have_an_interior() {
    let built = |corner: [f64; 2], opposite: [f64; 2]| World::builder().bounds(corner, opposite).build();
    assert!(built([0.0, 5.0], [10.0, 5.25]).is_ok());
    for opposite in [[10.0, 5.0], [0.0, 9.0], [0.0, 5.0]] {
        let refused = built([0.0, 5.0], opposite).unwrap_err().to_string();
        assert!(refused.contains("the bounds have no interior"), "{refused}");
    }
}

/// A hit knows the other one of its two bodies.
#[test]
fn a_hit_has_two_bodies() {
    let mut world = World::new();
    let bodies = world.spawn_many(2, |_| Body::circle(3.0)).unwrap();
    let stranger = world.spawn(Body::circle(3.0).at([50.0, 0.0])).unwrap();
    let hit = world.step().unwrap().began()[0];
    let others = [bodies[0], bodies[1], stranger].map(|body| hit.other(body));
    assert_eq!(others, [Some(bodies[1]), Some(bodies[0]), None]);
}

/// Changes of all bodies in one call are those of each body in turn: of very large bodies, in other units, and after a
/// question.
#[test]
fn changes_at_once_are_changes_in_turn() {
    let rng = &mut Random::new(21);
    let mask = Arc::new(Mask::from_fn(9, 5, |x, y| x + y < 9).unwrap());
    for round in 0..12 {
        let (axes, scale) = if round % 2 == 0 { (Axes::YDown, 1.0) } else { (Axes::YUp, 16.0) };
        let [mut one, mut other] = [(); 2].map(|()| {
            let mut world = World::builder().axes(axes).pixels_per_unit(scale).build().unwrap();
            let body = |k: usize| match k % 3 {
                // Too long to be turned to any angle everywhere.
                0 if round % 4 > 1 => Body::rect([5000.0 / scale, 1.0 / scale]),
                0 => Body::rect([9.0 / scale, 0.0]),
                1 => Body::sprite(&mask),
                _ => Body::circle(2.0 / scale),
            };
            let bodies = world.spawn_many(150, |k| body(k).at([k as f64 / scale, 0.0])).unwrap();
            (world, bodies)
        });
        for _ in 0..4 {
            let at = rng.point(300.0).map(|x| x / scale);
            let found =
                [&one, &other].map(|(world, _)| world.overlapping(Area::circle(at, 9.0), Filter::ALL));
            assert_eq!(found[0], found[1]);
            // Each of them, or some in any order.
            let step = rng.pick(&[1, 7, 11]);
            let chosen: Vec<usize> = (0..150 / step).map(|k| k * step).collect();
            let bodies: Vec<Handle> = chosen.iter().map(|&k| one.1[k]).collect();
            let places: Vec<[f64; 2]> = chosen.iter().map(|_| rng.point(300.0).map(|x| x / scale)).collect();
            let turns = [0.0, TAU / 4.0, TAU / 2.0, rng.between(0.0, 7.0)];
            let angles: Vec<f64> = chosen.iter().map(|_| rng.pick(&turns)).collect();
            one.0.set_positions(&bodies, &places).unwrap();
            one.0.set_angles(&bodies, &angles).unwrap();
            for (k, &n) in chosen.iter().enumerate() {
                let body = other.1[n];
                other.0.edit(body).position(places[k]).unwrap().angle(angles[k]).unwrap();
            }
            assert_eq!(one.0.hash(), other.0.hash(), "round {round}");
            let refused = one.0.set_positions(&bodies[..1], &[[3.0 * EDGE, 0.0]]).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::Number);
        }
        assert_eq!(one.0.step().unwrap().began().len(), other.0.step().unwrap().began().len());
    }
}

/// Bodies that would be pushed out of the world stay where they are.
#[test]
fn nobody_is_pushed_out_of_the_world() {
    let mask = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
    let mut world = World::new();
    let a = world.spawn(Body::sprite(&mask).at([EDGE - 5.0, 0.0])).unwrap();
    let b = world.spawn(Body::sprite(&mask).at([EDGE - 1.0, 0.0])).unwrap();
    let hit = world.step().unwrap().began()[0];
    let hash = world.hash();
    let refused = world.push_apart(&hit, 0.0).unwrap_err();
    assert_eq!(refused.kind(), world.edit(b).position([EDGE + 9.0, 0.0]).map(|_| ()).unwrap_err().kind());
    assert_eq!(world.hash(), hash);
    // The first one has room.
    let by = world.push_apart(&hit, 1.0).unwrap().unwrap();
    assert!((-5.0..=-3.0).contains(&by[0].x) && by[1] == Vec2::default(), "{by:?}");
    assert_eq!(world.step().unwrap().ended().len(), 1);
    assert!(world.get(a).unwrap().at().x < EDGE - 8.0);
}

/// What lies on the world's edge has no ground, is not carried beyond it, and is not pushed over it.
#[test]
fn at_the_edge_there_is_no_beyond() {
    let at = |world: &World, body: Handle| world.get(body).unwrap().at();
    // All of it lies above its position, which is on the lower edge.
    let above = Body::new(rect([-4.0, -8.0], [4.0, 0.0])).layer(2);
    let mut world = World::new();
    let walker = world.spawn(above.clone().at([0.0, EDGE])).unwrap();
    assert_eq!(world.ground(walker, 4.0).unwrap(), None);
    assert_eq!(world.settle(walker, 4.0).unwrap(), None);
    assert_eq!(at(&world, walker), Vec2::new(0.0, EDGE));
    // It does not stand on a platform, but one pushes it.
    let platform = world.spawn(Body::rect([4.0, 2.0]).at([9.0, EDGE - 4.0])).unwrap();
    let carried = world.carry(platform, [-3.0, 0.0], 2).unwrap();
    assert_eq!((carried.len(), carried[0].body, carried[0].is_stuck), (1, walker, false));
    assert!((carried[0].by.x + 2.0).abs() < 0.1 && carried[0].by.y == 0.0, "{:?}", carried[0]);

    // Left of its position, which is on the right edge: it stands on a platform that moves away from the edge.
    let left = Body::new(rect([-8.0, -4.0], [0.0, 4.0])).layer(2);
    let mut world = World::new();
    let rider = world.spawn(left.clone().at([EDGE, 0.0])).unwrap();
    let platform = world.spawn(Body::rect([8.0, 2.0]).at([EDGE - 8.0, 6.5])).unwrap();
    let carried = world.carry(platform, [-3.0, 0.0], 2).unwrap();
    assert_eq!((carried.len(), carried[0].body, carried[0].by), (1, rider, Vec2::new(-3.0, 0.0)));

    // The shortest way out of an obstacle is over the edge: it stays inside.
    let mut world = World::new();
    let stuck = world.spawn(left.at([EDGE, 0.0])).unwrap();
    world.spawn(Body::rect([3.0, 10.0]).at([EDGE - 6.0, 0.0])).unwrap();
    let travel = world.travel(stuck, [0.0, 1.0], Response::Slide).unwrap();
    assert!(travel.is_stuck && travel.pushed == Vec2::default(), "{travel:?}");
    assert_eq!(travel.at, Vec2::new(EDGE, 1.0));
}

/// Without ground within reach a body stays where it is.
#[test]
fn ground_out_of_reach_is_none() {
    let mut world = World::new();
    world.spawn(Body::rect([50.0, 5.0]).at([0.0, 20.0])).unwrap();
    let ball = world.spawn(Body::circle(4.0).at([0.0, 5.0])).unwrap();
    assert_eq!(world.settle(ball, 5.0).unwrap(), None);
    assert_eq!(world.get(ball).unwrap().at(), Vec2::new(0.0, 5.0));
    assert!(world.settle(ball, 7.0).unwrap().is_some());
    assert!((world.get(ball).unwrap().at().y - 11.0).abs() < 0.01);
}

/// A hit on the way names the cells that were met, and is the same with its two bodies swapped.
#[test]
fn hits_on_the_way_are_told_from_both_sides() {
    let mut world = World::new();
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["#", "#"], &[]).unwrap());
    let tiles = world.spawn(Body::tiles(&map).at([20.0, 0.0]).layer(1)).unwrap();
    let bar = world.spawn(Body::rect([1.0, 20.0]).at([80.0, 40.0]).layer(1)).unwrap();
    let balls = [4.0, 40.0].map(|y| world.spawn(Body::circle(2.0).at([0.0, y]).layer(2).swept()).unwrap());
    world.step().unwrap();
    for (ball, y) in balls.into_iter().zip([4.0, 40.0]) {
        world.edit(ball).position([200.0, y]).unwrap();
    }
    let step = world.step().unwrap();
    let times: BTreeMap<Handle, f64> = step.began().iter().map(|hit| (hit.a, hit.t().unwrap())).collect();
    assert_eq!(times.keys().copied().collect::<Vec<_>>(), [tiles, bar]);
    assert!((times[&tiles] - 18.0 / 200.0).abs() < 1e-6 && (times[&bar] - 77.0 / 200.0).abs() < 1e-6);
    for hit in step.began() {
        let swapped = hit.between(2, 1).unwrap();
        assert_eq!((swapped.a, swapped.b, swapped.t()), (hit.b, hit.a, hit.t()));
        let told = [hit, &swapped].map(|hit| world.overlap(hit).unwrap().unwrap());
        match &told {
            [Overlap::Tiles { cells }, Overlap::Tiles { cells: others }] => {
                assert_eq!((cells, others), (&vec![[0, 0]], cells));
            }
            [Overlap::ShapeShape(one), Overlap::ShapeShape(other)] => {
                assert_eq!((one.normal, other.normal), (Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)));
                assert_eq!(world.contact(&swapped).unwrap().as_ref(), Some(other));
            }
            _ => panic!("{told:?}"),
        }
    }
}

/// Balls on their way meet compounds when one of the parts is met, also where a ball has become larger than it could be
/// where its way begins.
#[test]
fn balls_meet_the_parts_of_compounds_on_their_way() {
    let rng = &mut Random::new(40);
    let mut world = World::new();
    let mut pairs = BTreeMap::new();
    for k in 0..300 {
        let y = 300.0 * f64::from(k) - 40_000.0;
        let part = |shape: Shape, rng: &mut Random| Part::new(shape).offset(rng.point(12.0));
        let parts = vec![
            part(Shape::circle(rng.between(0.0, 6.0)).unwrap(), rng),
            part(Shape::rect([4.0, 3.0]).unwrap(), rng),
        ];
        let compound = Body::new(Shape::compound(parts).unwrap()).turned(rng.between(0.0, 7.0));
        let place = |rng: &mut Random| Vec2::new(rng.between(-40.0, 40.0), y + rng.between(-30.0, 30.0));
        let still = world.spawn(compound.at([0.0, y])).unwrap();
        let (from, to) = (place(rng), place(rng));
        let ball = world.spawn(Body::circle(rng.between(0.5, 6.0)).at(from).swept()).unwrap();
        pairs.insert([still, ball], (from, to));
    }
    let bar = world.spawn(Body::rect([5.0, 5.0]).at([EDGE - 200.0, 0.0])).unwrap();
    let grown = world.spawn(Body::circle(1.0).at([EDGE - 2.0, 0.0]).swept()).unwrap();
    let ends = (Vec2::new(EDGE - 2.0, 0.0), Vec2::new(EDGE - 300.0, 0.0));
    pairs.insert([bar, grown], ends);
    world.step().unwrap();
    for (&[_, ball], &(_, to)) in &pairs {
        world.edit(ball).position(to).unwrap();
    }
    world.edit(grown).radius(50.0).unwrap();
    let step = world.step().unwrap();
    let found: BTreeMap<[Handle; 2], Option<f64>> =
        step.hits().map(|hit| ([hit.a, hit.b], hit.t())).collect();
    let mut met = 0;
    for (&[still, ball], &(from, to)) in &pairs {
        let form = |body: Handle| world.get(body).unwrap().form();
        let at = Point::snapped(world.get(still).unwrap().at()).unwrap();
        let (a, b) = (form(still), form(ball));
        let (from, to) = (Point::snapped(from).unwrap(), Point::snapped(to).unwrap());
        let way = Moving { form: &b, from, to };
        let expected = query::overlap_on_way(Moving::still(&a, at), way, Touching::Counts);
        met += usize::from(expected.is_some());
        assert_eq!(found.get(&[still, ball]).copied(), expected.map(|way| Some(way.t)), "{a:?} {way:?}");
    }
    assert_eq!(found.len(), met);
    assert!((60..290).contains(&met) && found.contains_key(&[bar, grown]), "{met}");
}

//! Problems found in games that were written with the library.

use std::sync::Arc;

use kasuri::{
    Body, Filter, Handle, Mask, Recorder, Recording, Snapshot, TileMap, Touching, Vec2, World,
    query::{self, Form},
    shape::{Cell, Polygon},
    travel::Response,
};

/// Returns a floor that becomes a slope of 45 degrees and continues 16 px higher.
fn slope() -> Arc<TileMap> {
    let slope = Polygon::new(&[[0.0, 16.0], [16.0, 0.0], [16.0, 16.0]]).unwrap();
    let rows = ["......", "......", ".../##", "######"];
    Arc::new(TileMap::from_rows([16.0, 16.0], &rows, &[('/', Cell::Polygon(slope))]).unwrap())
}

fn walker(world: &mut World, body: Body, at: [f64; 2]) -> Handle {
    world.spawn(body.at(at)).unwrap()
}

#[test]
fn a_mask_gets_up_a_slope() {
    let mask = Arc::new(Mask::from_fn(10, 14, |_, _| true).unwrap());
    for y in [41.0, 40.7, 40.5, 40.3, 40.0] {
        let mut world = World::new();
        world.spawn(Body::tiles(&slope())).unwrap();
        let walker = walker(&mut world, Body::sprite(&mask), [30.0, y]);
        let mut last = 30.0;
        for k in 0..30 {
            let travel = world.travel(walker, [2.0, 0.3], Response::Slide).unwrap();
            assert!(travel.at.x > last + 0.5 || travel.at.x > 60.0, "stuck from {y} at {k}: {travel:?}");
            last = travel.at.x;
        }
        assert!(world.get(walker).unwrap().at().y < 26.0);
    }
}

#[test]
fn shapes_get_up_a_slope_and_down_again() {
    let bodies = [
        Body::rect([5.0, 7.0]),
        Body::circle(6.0),
        Body::capsule([0.0, -4.0], [0.0, 4.0], 4.0),
        Body::polygon(&[[-5.0, 7.0], [5.0, 7.0], [0.0, -7.0]]),
    ];
    for (k, body) in bodies.into_iter().enumerate() {
        let mut world = World::new();
        world.spawn(Body::tiles(&slope())).unwrap();
        let walker = walker(&mut world, body, [20.0, 40.0]);
        world.settle(walker, 10.0).unwrap().expect("the floor");
        let floor = world.get(walker).unwrap().at().y;
        for _ in 0..200 {
            if world.travel(walker, [1.0, 0.3], Response::Slide).unwrap().at.x > 82.0 {
                break;
            }
        }
        let up = world.get(walker).unwrap().at();
        assert!(up.x > 80.0 && (floor - up.y - 16.0).abs() < 0.5, "{k}: {up:?} {floor}");
        for _ in 0..60 {
            let travel = world.walk(walker, [-1.0, 0.0], 1.0).unwrap();
            assert!(world.ground(walker, 1.1).unwrap().is_some(), "{k}: {travel:?} hops");
        }
        let down = world.get(walker).unwrap().at();
        assert!((down.y - floor).abs() < 0.5, "{k}: {down:?}");
    }
}

#[test]
fn who_starts_inside_is_pushed_out_first() {
    let mask = Arc::new(Mask::from_fn(10, 14, |_, _| true).unwrap());
    for (k, body) in [Body::rect([5.0, 7.0]), Body::sprite(&mask), Body::circle(7.0)].into_iter().enumerate()
    {
        let mut world = World::new();
        world.spawn(Body::rect([20.0, 4.0]).at([0.0, 20.0])).unwrap();
        // 3 px inside; a sprite that touches has to move one pixel more.
        let deep = if k == 1 { 4.0 } else { 3.0 };
        let walker = walker(&mut world, body, [0.0, 12.0]);
        let travel = world.travel(walker, [1.0, 0.0], Response::Slide).unwrap();
        assert!((travel.pushed.y + deep).abs() < 0.1 && !travel.is_stuck, "{k}: {travel:?}");
        assert!(travel.at.x == 1.0 && (travel.at.y - 12.0 + deep).abs() < 0.1, "{k}: {travel:?}");
    }
}

#[test]
fn who_is_squeezed_is_told_and_can_leave() {
    let mut world = World::new();
    for y in [-10.0, 10.0] {
        world.spawn(Body::rect([20.0, 6.0]).at([0.0, y])).unwrap();
    }
    let walker = world.spawn(Body::rect([3.0, 5.0])).unwrap();
    let travel = world.travel(walker, [40.0, 0.0], Response::Slide).unwrap();
    assert!(travel.is_stuck && travel.at == Vec2::new(40.0, 0.0), "{travel:?}");
    assert!(!world.travel(walker, [1.0, 0.0], Response::Slide).unwrap().is_stuck);
}

#[test]
fn coins_stop_nobody_and_are_told() {
    let mut world = World::new();
    let coins: Vec<Handle> = (1..5)
        .map(|k| world.spawn(Body::circle(3.0).at([10.0 * f64::from(k), 0.0]).sensor()).unwrap())
        .collect();
    let walker = world.spawn(Body::rect([2.0, 6.0])).unwrap();
    let mut told = Vec::new();
    for _ in 0..25 {
        world.travel(walker, [2.0, 0.0], Response::Slide).unwrap();
        told.extend(world.step().unwrap().began().iter().filter_map(|hit| hit.other(walker)));
    }
    assert_eq!(told, coins);
    assert_eq!(world.get(walker).unwrap().at().x, 50.0);
    // A query about the path hits them.
    assert_eq!(world.sweep(walker, [0.0, 0.0]).unwrap().unwrap().body, coins[3]);
}

#[test]
fn one_way_platforms_let_through_from_below_and_from_the_side() {
    let mask = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
    let legend = [('=', Cell::Solid.one_way([0.0, -2.0]))];
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["......", "======", "......"], &legend).unwrap());
    let ledge =
        [Body::tiles(&map).at([-24.0, -8.0]), Body::rect([24.0, 4.0]).at([0.0, 4.0]).one_way([0.0, -1.0])];
    for ledge in ledge {
        for body in [Body::rect([4.0, 4.0]), Body::sprite(&mask), Body::circle(4.0)] {
            let mut world = World::new();
            world.spawn(ledge.clone()).unwrap();
            let walker = world.spawn(body.at([0.0, 30.0])).unwrap();
            let mut go = |by: [f64; 2]| world.travel(walker, by, Response::Slide).unwrap();
            assert_eq!(go([0.0, -40.0]).at.y, -10.0);
            let stands = go([0.0, 40.0]).at.y;
            assert!((-5.0..-4.0).contains(&stands), "{stands}");
            assert_eq!(go([3.0, 0.0]).at.x, 3.0);
            // Into its side from beyond its end, and down while inside.
            go([60.0, 0.0]);
            go([0.0, 7.0]);
            let inside = go([-40.0, 1.0]).at;
            assert!((inside.x - 23.0).abs() < 1e-9 && inside.y > 3.0, "{inside:?}");
            assert!(go([0.0, 20.0]).at.y > 20.0);
        }
    }
}

#[test]
fn doors_open_to_one_side() {
    for turned in [0.0, 0.7, 2.0, 4.0] {
        let (sin, cos) = f64::sin_cos(turned);
        let ahead = |by: f64| [by * cos, by * sin];
        let mut world = World::new();
        world.spawn(Body::rect([2.0, 20.0]).turned(turned).one_way(ahead(1.0))).unwrap();
        let ball = world.spawn(Body::circle(3.0).at(ahead(-20.0))).unwrap();
        let through = world.travel(ball, ahead(40.0), Response::Stick).unwrap();
        assert!(through.hits.is_empty(), "{turned}: {through:?}");
        let back = world.travel(ball, ahead(-40.0), Response::Stick).unwrap();
        assert!((back.at.x.hypot(back.at.y) - 5.0).abs() < 0.1, "{turned}: {back:?}");
    }
}

#[test]
fn lifts_carry_and_push() {
    let mut world = World::new();
    let lift = world.spawn(Body::rect([20.0, 2.0]).at([0.0, 40.0])).unwrap();
    let wall = world.spawn(Body::rect([2.0, 20.0]).at([40.0, 10.0])).unwrap();
    let riders = world.spawn_many(2, |k| Body::rect([4.0, 8.0]).at([16.0 * k as f64 - 8.0, 29.9])).unwrap();
    let beside = world.spawn(Body::circle(3.0).at([30.0, 90.0])).unwrap();
    let at = |world: &World, body| world.get(body).unwrap().at();
    let mut ride = |by: [f64; 2], steps: u32| {
        for _ in 0..steps {
            let carried = world.carry(lift, by, Filter::ALL.except(wall)).unwrap();
            assert!(carried.iter().all(|carried| carried.body != beside && !carried.is_stuck));
        }
        [riders[0], riders[1]].map(|rider| at(&world, rider))
    };
    // One rides to the wall, the other moves on until it hits the first.
    let [a, b] = ride([0.5, 0.0], 80);
    assert!(
        (b.x - 34.0).abs() < 0.1 && (a.x - 26.0).abs() < 0.1 && a.y == 29.9 && b.y == 29.9,
        "{a:?} {b:?}"
    );
    let [a, b] = ride([-0.5, 0.25], 80);
    assert!((a.x + 14.0).abs() < 0.1 && (b.x + 6.0).abs() < 0.1 && a.y == 49.9, "{a:?} {b:?}");
    // Upwards the lift lifts them, and downwards they stay on it.
    let [a, _] = ride([0.0, -3.0], 10);
    assert_eq!(a.y, 19.9);
    assert!(world.step().unwrap().began().is_empty());
}

#[test]
fn a_one_way_lift_that_rises_catches_what_falls_on_it() {
    let mask = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
    let legend = [('=', Cell::Solid.one_way([0.0, -1.0]))];
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["======"], &legend).unwrap());
    let lifts = [
        Body::rect([24.0, 4.0]).at([0.0, 200.0]).one_way([0.0, -1.0]),
        Body::tiles(&map).at([-24.0, 196.0]),
        Body::rect([24.0, 4.0]).at([0.0, 200.0]),
    ];
    let riders = [Body::rect([4.0, 4.0]), Body::circle(4.0), Body::sprite(&mask)];
    for (lift, rider) in lifts.iter().flat_map(|lift| riders.iter().map(move |rider| (lift, rider))) {
        for k in 0..60 {
            let mut world = World::new();
            let lift = world.spawn(lift.clone()).unwrap();
            let rider = world.spawn(rider.clone().at([0.0, 100.0 + 0.37 * f64::from(k)])).unwrap();
            let (rise, mut fall) = (0.5 + 3.5 * f64::from(k % 8) / 7.0, 0.0);
            for step in 0..120 {
                if (step + k) % 2 == 0 {
                    world.carry(lift, [0.0, -rise], Filter::ALL).unwrap();
                }
                fall += 0.3;
                let travel = world.travel(rider, [0.0, fall], Response::Slide).unwrap();
                fall = travel.velocity.y;
                let middles = [lift, rider].map(|body| world.get(body).unwrap().at().y);
                let [a, b] = [lift, rider].map(|body| world.get(body).unwrap().form());
                let is_apart = !query::overlaps(&a, &b, Touching::Counts);
                assert!(is_apart && middles[1] < middles[0], "{k}, step {step}: {middles:?}");
            }
        }
    }
    // From below it lets through, and from the side, also where it stops within the body.
    let ways =
        [[0.0, 230.0, 0.0, 60.0], [0.0, 208.5, 0.0, 10.0], [40.0, 200.0, 40.0, 0.0], [30.0, 193.0, 4.0, 0.0]];
    for ([x, y, dx, dy], rider) in ways.iter().flat_map(|&way| riders.iter().map(move |rider| (way, rider))) {
        let mut world = World::new();
        let lift = world.spawn(lifts[0].clone()).unwrap();
        world.spawn(rider.clone().at([x, y])).unwrap();
        assert_eq!(world.carry(lift, [dx, dy], Filter::ALL).unwrap(), [], "{x} {y}");
    }
}

/// A sprite leaves a pixel free where it stops at a shape, because to touch is to hit (SPEC 6). At a mask it leaves none.
#[test]
fn a_sprite_stops_a_pixel_before_a_shape_and_right_at_a_mask() {
    let square = Arc::new(Mask::from_fn(16, 16, |_, _| true).unwrap());
    for (cell, gap) in [(Cell::Solid, 1.0), (Cell::Mask(Arc::clone(&square)), 0.0)] {
        let rows = ["=====", "=...=", "=...=", "=...=", "====="];
        let map = Arc::new(TileMap::from_rows([16.0, 16.0], &rows, &[('=', cell)]).unwrap());
        for [x, y] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
            for speed in [0.7, 1.0, 3.0, 50.0] {
                let mut world = World::new();
                world.spawn(Body::tiles(&map)).unwrap();
                let walker = world.spawn(Body::sprite(&square).at([40.0, 40.0])).unwrap();
                for _ in 0..60 {
                    world.travel(walker, [speed * x, speed * y], Response::Slide).unwrap();
                }
                let corner = world.get(walker).unwrap().form().bounds().unwrap().min;
                let far = f64::from((corner.x - 32 * 256).abs().max((corner.y - 32 * 256).abs())) / 256.0;
                let at = world.get(walker).unwrap().at();
                assert_eq!(16.0 - far, gap, "{x} {y} at {speed}: {at:?}");
            }
        }
    }
}

/// A ceiling holds the rider back, and the lift rises through it; nothing goes through the ceiling.
#[test]
fn who_is_squeezed_by_a_one_way_lift_is_told_once() {
    let mask = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
    let legend = [('=', Cell::Solid.one_way([0.0, -1.0]))];
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["======"], &legend).unwrap());
    let lifts =
        [Body::rect([24.0, 4.0]).at([0.0, 200.0]).one_way([0.0, -1.0]), Body::tiles(&map).at([-24.0, 196.0])];
    let riders = [Body::rect([4.0, 4.0]), Body::circle(4.0), Body::sprite(&mask)];
    for (lift, rider) in lifts.iter().flat_map(|lift| riders.iter().map(move |rider| (lift, rider))) {
        for (by, rises) in [([0.0, -1.5], true), ([0.25, -0.6], true), ([0.5, 0.0], false)] {
            let mut world = World::new();
            let closed = world.spawn(Body::rect([50.0, 1.0]).at([0.0, 150.0])).unwrap();
            let lift = world.spawn(lift.clone()).unwrap();
            let start = if rises { 160.0 } else { 191.0 };
            let rider = world.spawn(rider.clone().at([0.0, start])).unwrap();
            let (mut squeezed, mut is_inside) = (0, false);
            for step in 0..80 {
                let carried = world.carry(lift, by, Filter::ALL.except(closed)).unwrap();
                let is_stuck = carried.iter().any(|carried| carried.is_stuck);
                let [a, b, c] = [lift, rider, closed].map(|body| world.get(body).unwrap().form());
                let overlap = |a: &Form, b: &Form| query::overlaps(a, b, Touching::Counts);
                assert!(!overlap(&b, &c), "step {step}: in the ceiling");
                let is_inside_now = overlap(&a, &b);
                assert_eq!(is_stuck, is_inside_now && !is_inside, "step {step} of {by:?}: {carried:?}");
                (squeezed, is_inside) = (squeezed + u32::from(is_stuck), is_inside_now);
            }
            assert_eq!(squeezed, u32::from(rises), "{by:?}");
        }
    }
}

#[test]
fn sensors_and_one_ways_are_saved_and_hashed() {
    let legend = [('=', Cell::Solid.one_way([0.0, -1.0])), ('-', Cell::Solid)];
    let plain = [('=', Cell::Solid), ('-', Cell::Solid)];
    let world = |legend: &[(char, Cell)], coin: Body| {
        let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["=-"], legend).unwrap());
        let mut world = World::new();
        world.spawn(Body::tiles(&map)).unwrap();
        world.spawn(coin).unwrap();
        world
    };
    let coin = || Body::circle(3.0).at([20.0, 0.0]);
    let worlds = [
        world(&plain, coin()),
        world(&legend, coin()),
        world(&legend, coin().sensor()),
        world(&legend, coin().one_way([1.0, 1.0])),
    ];
    for (k, one) in worlds.iter().enumerate() {
        assert!(worlds[..k].iter().all(|other| other.hash() != one.hash()), "{k}");
        let bytes = one.snapshot().to_bytes();
        let mut read = World::new();
        read.restore(&Snapshot::from_bytes(&bytes).unwrap());
        assert_eq!(read.hash(), one.hash());
        let coin = read.bodies().nth(1).unwrap();
        assert_eq!(read.get(coin).unwrap().is_sensor(), k == 2);
        assert_eq!(read.get(coin).unwrap().one_way().is_some(), k == 3);
    }
    for mut world in worlds {
        let mut recorder = Recorder::new();
        recorder.step(&mut world).unwrap();
        let recording = Recording::new(recorder.into_bytes()).unwrap();
        let mut replay = recording.replay();
        while replay.step().unwrap().is_some() {}
        assert_eq!(replay.world().hash(), world.hash());
    }
}

#[test]
fn a_direction_of_no_length_is_refused() {
    let mut world = World::new();
    let refused = world.spawn(Body::circle(1.0).one_way([0.0, 0.0])).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "one_way: [0, 0] is not a direction; a vector of length more than 0 is expected"
    );
    assert!(world.spawn(Body::circle(1.0).one_way([f64::NAN, 0.0])).is_err());
    assert!(world.spawn(Body::circle(1.0).one_way([1e300, -1e300])).is_ok());
    let nested =
        Cell::OneWay { cell: Box::new(Cell::Solid.one_way([1.0, 0.0])), direction: Vec2::new(1.0, 0.0) };
    for cell in [nested, Cell::Solid.one_way([0.0, 0.0])] {
        assert!(TileMap::from_rows([8.0, 8.0], &["="], &[('=', cell.clone())]).is_err());
        assert!(TileMap::from_fn([8.0, 8.0], [1, 1], &[cell], |_, _| None).is_err());
    }
    assert!(TileMap::from_fn([8.0, 8.0], [1, 1], &[], |_, _| Some(0)).is_err());
    assert!(TileMap::from_fn([8.0, 8.0], [0, 1], &[], |_, _| None).is_err());
}

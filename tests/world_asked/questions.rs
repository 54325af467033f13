//! Tests points, areas, rays and the nearest bodies.

use kasuri::answer::RayHit;
use kasuri::{Area, lattice::Point};
use kasuri::{
    Body, Filter, Handle, Placement, Shape, Touching, Vec2, World,
    query::{self, Form},
    reference,
};

use crate::Twin;
use crate::common::{Random, agree};
use crate::pace::own_seconds;

/// Runs rounds of queries between which bodies move.
fn ask(seed: u64, mut questions: impl FnMut(&mut Random, &Twin)) {
    let mut rng = Random::new(seed);
    for _ in 0..12 {
        let mut twin = Twin::random(&mut rng, 120);
        for _ in 0..25 {
            questions(&mut rng, &twin);
            twin.stir(&mut rng);
        }
    }
}

fn those(twin: &Twin, against: u32, test: impl Fn(&Form) -> bool) -> Vec<Handle> {
    let all = twin.placed(against).into_iter();
    all.filter(|(_, placed)| test(&placed.form)).map(|(handle, _)| handle).collect()
}

#[test]
fn points_are_in_the_bodies_that_contain_them() {
    let mut found = 0;
    ask(1, |rng, twin| {
        let (at, against) = (rng.point(100.0), rng.pick(&[u32::MAX, 1, 6]));
        let point = Point::snapped(at).unwrap();
        let expected = those(twin, against, |form| reference::contains(form, point));
        assert_eq!(twin.world.overlapping(Area::point(at), against).unwrap(), expected);
        found += expected.len();
    });
    assert!(found > 100, "{found}");
}

#[test]
fn areas_hold_the_bodies_that_overlap_them() {
    let mut found = 0;
    ask(2, |rng, twin| {
        let (p, q) = (rng.point(100.0), rng.point(100.0));
        let half = [(p[0] - q[0]).abs() / 2.0, (p[1] - q[1]).abs() / 2.0];
        let middle = [f64::midpoint(p[0], q[0]), f64::midpoint(p[1], q[1])];
        let area = |shape: Shape, at: [f64; 2]| Form::Shape(shape.place(&Placement::at(at)).unwrap());
        // The center of two lattice points is a lattice point only where their difference is even.
        let is_on_lattice = middle.iter().chain(&half).all(|x| (x * 256.0).fract() == 0.0);
        if is_on_lattice {
            let area = area(Shape::rect(half).unwrap(), middle);
            let expected = those(twin, 3, |form| query::overlaps(&area, form, Touching::Counts));
            assert_eq!(twin.world.overlapping(Area::rect(p, q), 3).unwrap(), expected);
            found += expected.len();
        }
        let r = rng.between(0.0, 80.0);
        let disc = area(Shape::circle(r).unwrap(), p);
        let expected = those(twin, 5, |form| query::overlaps(&disc, form, Touching::Counts));
        assert_eq!(twin.world.overlapping(Area::circle(p, r), 5).unwrap(), expected);

        let turned = Placement::at(q).turned(rng.between(0.0, 7.0));
        let bar = Form::Shape(Shape::rect([60.0, 2.0]).unwrap().place(&turned).unwrap());
        let expected = those(twin, 7, |form| query::overlaps(&bar, form, Touching::Counts));
        assert_eq!(
            twin.world.overlapping(Area::solid(Shape::rect([60.0, 2.0]).unwrap(), turned), 7).unwrap(),
            expected
        );
    });
    assert!(found > 300, "{found}");
}

#[test]
fn a_box_may_be_as_large_as_the_world() {
    let twin = Twin::random(&mut Random::new(3), 200);
    let all = twin.world.overlapping(Area::rect([-2_097_152.0; 2], [2_097_152.0; 2]), Filter::ALL).unwrap();
    // All except sprites and tile maps that cover nothing.
    let nowhere = Placement::at([2e6, 2e6]);
    let _ = nowhere;
    let something = those(&twin, u32::MAX, |form| {
        query::distance(form, &Form::Shape(Shape::point().place(&Placement::default()).unwrap())).is_some()
    });
    assert_eq!(all, something);
}

#[test]
fn cones_hold_what_lies_in_their_angle() {
    let mut found = 0;
    ask(4, |rng, twin| {
        let (apex, towards) = (rng.point(100.0), rng.between(-7.0, 7.0));
        let (half, reach) = (rng.between(0.0, 1.57), rng.between(0.0, 200.0));
        let in_cone = twin.world.overlapping(Area::cone(apex, towards, half, reach), Filter::ALL).unwrap();
        for (handle, _, at, _) in &twin.bodies {
            let d = [at.at.x - apex[0], at.at.y - apex[1]];
            let (far, angle) = (d[0].hypot(d[1]), d[1].atan2(d[0]) - towards);
            let off = (angle + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
            let point = Point::snapped(at.at).unwrap();
            let is_there = reference::contains(&twin.world.get(*handle).unwrap().form(), point);
            // A body whose position is well within the cone must be found; one nowhere near it must not.
            if is_there && far < reach * 0.999 - 0.1 && off.abs() * far < half * far - 0.1 {
                assert!(in_cone.contains(handle), "{apex:?} {towards} {half} {reach} {at:?}");
                found += 1;
            }
            let bounds = twin.world.get(*handle).unwrap().form().bounds();
            if bounds.is_none_or(|b| {
                !b.grown((reach * 256.0) as i32 + 2).meets(kasuri::lattice::Bounds {
                    min: Point::snapped(apex).unwrap(),
                    max: Point::snapped(apex).unwrap(),
                })
            }) {
                assert!(!in_cone.contains(handle));
            }
        }
    });
    assert!(found > 200, "{found}");
}

#[test]
fn rays_meet_what_every_body_is_asked_for() {
    let mut found = 0;
    ask(5, |rng, twin| {
        let (from, to, against) = (rng.point(400.0), rng.point(400.0), rng.pick(&[u32::MAX, 2, 5]));
        let placed = twin.placed(against);
        let (p, q) = (Point::snapped(from).unwrap(), Point::snapped(to).unwrap());
        let bodies: Vec<_> = placed.iter().map(|(_, placed)| placed.clone()).collect();
        let first = reference::ray(&bodies, p, q, u32::MAX);
        let met = twin.world.first_on_ray(from, to, against).unwrap();
        let name = |handle| placed.iter().position(|(other, _)| *other == handle).unwrap();
        let met =
            met.map(|m| RayHit { body: name(m.body), region: 0, t: m.t, point: m.point, normal: m.normal });
        assert!(agree::ray_hit(&met, &first, 2000.0), "{met:?} instead of {first:?}");
        let all = twin.world.along_ray(from, to, against).unwrap();
        let casts = placed.iter().filter_map(|(h, placed)| Some((*h, query::cast(&placed.form, p, q)?.t)));
        let mut casts: Vec<_> = casts.collect();
        casts.sort_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(all.iter().map(|m| (m.body, m.t)).collect::<Vec<_>>(), casts);
        found += casts.len();
    });
    assert!(found > 300, "{found}");
}

#[test]
fn the_nearest_are_those_of_the_least_distance() {
    ask(6, |rng, twin| {
        let (at, count, against) = (rng.point(400.0), rng.below(9) as usize, rng.pick(&[u32::MAX, 3]));
        let place = Form::Shape(Shape::point().place(&Placement::at(at)).unwrap());
        let far = twin
            .placed(against)
            .into_iter()
            .filter_map(|(handle, placed)| Some((handle, query::distance(&placed.form, &place)?.distance)));
        let mut far: Vec<_> = far.collect();
        far.sort_by(|a, b| a.1.total_cmp(&b.1));
        far.truncate(count);
        let near = twin.world.nearest(at, count, against).unwrap();
        assert_eq!(near.iter().map(|n| (n.body, n.distance)).collect::<Vec<_>>(), far);
    });
}

/// Compares nearest bodies, points and areas with a query of every body in turn, including the reported point.
fn check_all(rng: &mut Random, twin: &Twin) {
    let (at, count, against) = (rng.point(150.0), rng.size(1..=12), rng.pick(&[u32::MAX, 3]));
    let place = Form::Shape(Shape::point().place(&Placement::at(at)).unwrap());
    let all = twin.placed(against);
    let mut far: Vec<_> = all
        .iter()
        .filter_map(|(handle, placed)| {
            let near = query::distance(&placed.form, &place)?;
            Some((*handle, near.distance, near.a))
        })
        .collect();
    far.sort_by(|a, b| a.1.total_cmp(&b.1));
    far.truncate(count);
    let near = twin.world.nearest(at, count, against).unwrap();
    let told: Vec<_> = near.iter().map(|n| (n.body, n.distance, n.point)).collect();
    assert_eq!(told, far, "{at:?}");
    let point = Point::snapped(at).unwrap();
    let holding = those(twin, against, |form| query::contains(form, point));
    assert_eq!(twin.world.overlapping(Area::point(at), against).unwrap(), holding);
    let disc = Form::Shape(Shape::circle(20.0).unwrap().place(&Placement::at(at)).unwrap());
    let around = those(twin, against, |form| query::overlaps(&disc, form, Touching::Counts));
    assert_eq!(twin.world.overlapping(Area::circle(at, 20.0), against).unwrap(), around);
    let to = rng.point(400.0);
    let end = Point::snapped(to).unwrap();
    let on_ray = those(twin, against, |form| query::cast(form, point, end).is_some());
    let mut met: Vec<Handle> =
        twin.world.along_ray(at, to, against).unwrap().iter().map(|met| met.body).collect();
    met.sort_by_key(|handle| all.iter().position(|(other, _)| other == handle));
    assert_eq!(met, on_ray);
}

/// Tests so many bodies that a tree is built after some queries; then some move, and the tree is kept for a while.
#[test]
fn a_large_world_answers_as_every_body_in_turn() {
    let rng = &mut Random::new(7);
    let mut twin = Twin::random(rng, 900);
    for _ in 0..30 {
        check_all(rng, &twin);
    }
    for round in 0..40 {
        check_all(rng, &twin);
        if round % 4 == 0 {
            twin.stir(rng);
        }
    }
    // So many moves that the tree is dropped and built again later.
    for _ in 0..30 {
        twin.stir(rng);
    }
    for _ in 0..30 {
        check_all(rng, &twin);
    }
}

/// Among equally near bodies, those spawned first are the nearest, in a small world and in one with a tree.
#[test]
fn ties_are_in_order_of_spawn() {
    for count in [40, 1000] {
        let mut world = World::new();
        let at = |k: usize| [f64::from(k as u32 % 4) * 20.0, 0.0];
        let bodies = world.spawn_many(count, |k| Body::circle(3.0).at(at(k))).unwrap();
        for _ in 0..100 {
            let near = world.nearest([9.0, 1.0], 7, Filter::ALL).unwrap();
            let told: Vec<Handle> = near.iter().map(|near| near.body).collect();
            let expected: Vec<Handle> = bodies.iter().copied().step_by(4).take(7).collect();
            assert_eq!(told, expected);
        }
        let all = world.nearest([9.0, 1.0], usize::MAX, Filter::ALL).unwrap();
        assert_eq!(all.len(), count);
        assert!(all.windows(2).all(|two| two[0].distance <= two[1].distance));
    }
}

/// So many bodies in one place that a walk that opened all nodes would take minutes.
#[test]
fn the_nearest_of_many_in_one_place_are_found_soon() {
    let mut world = World::new();
    let count = 300_000;
    let bodies = world.spawn_many(count, |_| Body::circle(3.0).layer(1)).unwrap();
    let before = own_seconds();
    for round in 0..70 {
        let near = world.nearest([0.5 * f64::from(round % 2) * 16.0, 0.0], 2, 1).unwrap();
        assert_eq!(near.iter().map(|near| near.body).collect::<Vec<_>>(), bodies[..2]);
        assert!(world.nearest([0.0, 0.0], 1, 2).unwrap().is_empty());
    }
    let took = own_seconds() - before;
    assert!(took < 20.0, "{took} s of the processor");
}

/// Moving and turning all bodies in one call must reach what the world keeps to find bodies soon.
#[test]
fn bodies_moved_or_turned_all_at_once_are_found_where_they_are() {
    let rng = &mut Random::new(31);
    let mut world = World::new();
    let place = |rng: &mut Random| Vec2::from(rng.point(300.0));
    let bodies = world.spawn_many(600, |_| Body::rect([9.0, 2.0]).at(place(rng))).unwrap();
    let mut found = 0;
    for round in 0..30 {
        for _ in 0..40 {
            let at = place(rng);
            let point = Point::snapped(at).unwrap();
            let expected = bodies.iter().copied().filter(|&body| {
                let form = world.get(body).unwrap().form();
                reference::contains(&form, point)
            });
            let expected: Vec<Handle> = expected.collect();
            assert_eq!(world.overlapping(Area::point(at), u32::MAX).unwrap(), expected, "round {round}");
            found += expected.len();
        }
        // All rows in their order, or some of them.
        let moved = if round % 4 < 2 { &bodies[..] } else { &bodies[rng.below(300) as usize..][..20] };
        if round % 2 == 0 {
            let places: Vec<Vec2> = moved.iter().map(|_| place(rng)).collect();
            world.set_positions(moved, &places).unwrap();
        } else {
            let angles: Vec<f64> = moved.iter().map(|_| rng.between(0.0, 7.0)).collect();
            world.set_angles(moved, &angles).unwrap();
        }
    }
    assert!(found > 50, "{found}");
}

//! Tests sweeps, advances, travels, and pushing apart.

use kasuri::answer::SweepHit;
use kasuri::{Area, Body, Filter, Hit, Touching, Vec2, World, query, reference, travel::Response};

use crate::common::{KINDS, Kind};
use crate::common::{Random, agree};
use crate::{Twin, body};

#[test]
fn a_sweep_meets_what_the_reference_does() {
    let mut rng = Random::new(1);
    let mut met = 0;
    for _ in 0..60 {
        let mut twin = Twin::random(&mut rng, 60);
        for _ in 0..10 {
            let k = rng.below(60) as usize;
            if matches!(twin.bodies[k].1, crate::Thing::Tiles(_)) {
                assert!(twin.world.sweep(twin.bodies[k].0, [1.0, 2.0]).is_err());
                continue;
            }
            let to = rng.point(300.0);
            let placed: Vec<_> = twin.placed(u32::MAX).into_iter().map(|(_, placed)| placed).collect();
            let expected = reference::sweep(&placed, k, to.into()).unwrap();
            let swept = twin.world.sweep(twin.bodies[k].0, to).unwrap();
            let body_of = |handle| twin.bodies.iter().position(|body| body.0 == handle).unwrap();
            let told = swept.map(|met| SweepHit {
                body: body_of(met.body),
                regions: met.regions,
                t: met.t,
                step: met.step,
                leg: met.leg,
            });
            assert!(agree::sweep(&told, &expected, 2000.0), "{told:?} instead of {expected:?}");
            met += usize::from(told.is_some());
        }
        twin.stir(&mut rng);
    }
    assert!(met > 200, "{met}");
}

/// Tests 10,000 shots of 1 px at up to 10,000 px a step at rotated bars 1 px thick.
#[test]
fn no_shot_tunnels_through_a_thin_bar() {
    let mut rng = Random::new(2);
    for k in 0..10_000 {
        let mut world = World::new();
        let (middle, angle) = (rng.point(4000.0), rng.between(0.0, 7.0));
        let is_sprite = k % 4 == 0;
        let bar = if is_sprite {
            let row = ["#".repeat(60)];
            // Scaled so that no column of covered squares has a gap.
            Body::sprite(&std::sync::Arc::new(kasuri::Mask::from_rows(&row).unwrap())).scaled([1.0, 1.5])
        } else {
            Body::rect([30.0, 0.5])
        };
        let bar = world.spawn(bar.at(middle).turned(angle)).unwrap();
        // Through a point of the bar, from one side to the other, at least 3 px away from its line at both ends.
        let along = rng.between(-20.0, 20.0);
        let through = [middle[0] + along * angle.cos(), middle[1] + along * angle.sin()];
        let slant = angle + std::f64::consts::FRAC_PI_2 + rng.between(-0.9, 0.9);
        let length = rng.between(20.0, 10_000.0);
        let share = rng.between(8.0 / length, 1.0 - 8.0 / length);
        let end = |by: f64| [through[0] + by * slant.cos(), through[1] + by * slant.sin()];
        let (from, to) = (end(-length * share), end(length * (1.0 - share)));
        let shot = match k % 3 {
            0 => Body::circle(0.5),
            1 => Body::rect([0.5, 0.5]),
            _ => Body::point(),
        };
        let shot = world.spawn(shot.at(from)).unwrap();
        let met = world.advance(shot, &[to]).unwrap();
        assert_eq!(met.map(|met| met.body), Some(bar), "{k}: {middle:?} {angle} {from:?} {to:?}");
        let step = world.step().unwrap();
        assert_eq!(step.began().len(), 1, "{k}: left where it touches");
    }
}

#[test]
fn a_travel_ends_free_and_never_behind_a_wall() {
    let mut rng = Random::new(3);
    for k in 0..600 {
        let mut world = World::new();
        // A closed room.
        for (at, half) in [
            ([0.0, -60.0], [64.0, 4.0]),
            ([0.0, 60.0], [64.0, 4.0]),
            ([-60.0, 0.0], [4.0, 64.0]),
            ([60.0, 0.0], [4.0, 64.0]),
        ] {
            world.spawn(Body::rect(half).at(at)).unwrap();
        }
        world.spawn(Body::rect([12.0, 3.0]).at([20.0, 20.0]).turned(rng.between(0.0, 7.0))).unwrap();
        let mover = [
            Body::circle(3.0),
            Body::rect([3.0, 2.0]).turned(0.5),
            Body::capsule([-3.0, 0.0], [3.0, 1.0], 1.0),
        ];
        let mover = world.spawn(mover[k % 3].clone().at([-20.0, -20.0])).unwrap();
        let response =
            [Response::Stick, Response::Slide, Response::Bounce { restitution: rng.between(0.0, 1.0) }]
                [k / 3 % 3];
        let by = rng.point(500.0);
        let mut velocity = Vec2::from(by);
        for _ in 0..6 {
            let travel = world.travel(mover, velocity, response).unwrap();
            let Vec2 { x, y } = travel.at;
            assert!(x.abs() < 56.0 && y.abs() < 56.0, "{k}: {travel:?}");
            assert!(!world.step().unwrap().hits().any(|hit| hit.involves(mover)), "{k}: {travel:?}");
            let speed = |v: Vec2| v.x.hypot(v.y);
            assert!(speed(travel.velocity) <= speed(velocity) + 1e-9);
            if response == Response::Stick && !travel.hits.is_empty() {
                assert_eq!(travel.velocity, Vec2::default());
            }
            velocity = travel.velocity;
        }
    }
}

#[test]
fn pairs_that_were_pushed_apart_are_apart() {
    let mut rng = Random::new(4);
    let (mut pushed, mut straight) = (0, 0);
    for round in 0..3000 {
        let kinds = [rng.pick(&KINDS), rng.pick(&KINDS)];
        if kinds == [Kind::Tiles; 2] {
            continue;
        }
        let touching = rng.pick(&[Touching::Counts, Touching::Ignored]);
        let [(a, at_a), (b, at_b)] =
            crate::common::near_pair(&mut rng, kinds, |a, b| query::overlaps(a, b, touching));
        if at_a.at.x.abs() > 1e6 {
            continue;
        }
        let mut world = World::builder().touching(touching).build().unwrap();
        let handles = [body(&a, &at_a), body(&b, &at_b)].map(|body| world.spawn(body).unwrap());
        let step = world.step().unwrap();
        let Some(&hit) = step.began().first() else { continue };
        let contact = world.contact(&hit).unwrap().unwrap();
        let share = rng.pick(&[0.0, 0.5, 1.0, 0.3]);
        let moved = world.push_apart(&hit, share).unwrap().unwrap();
        assert_eq!(world.step().unwrap().ended(), [hit], "{round}: {kinds:?} {share} {moved:?}");
        assert_eq!(world.push_apart(&hit, share).unwrap(), None);
        if share == 0.0 {
            assert_eq!(moved[0], Vec2::default());
            assert_eq!(world.get(handles[0]).unwrap().at(), at_a.at);
        }
        let is_single = |form: &query::Form| matches!(form, query::Form::Shape(parts) if parts.len() == 1);
        if handles.iter().all(|&h| is_single(&world.get(h).unwrap().form())) {
            // It is the shortest separation, and no longer than needed.
            let by = [moved[1].x - moved[0].x, moved[1].y - moved[0].y];
            let far = by[0].hypot(by[1]);
            assert!((far - contact.depth).abs() < 0.03, "{round}: {far} {}", contact.depth);
            straight += 1;
        }
        pushed += 1;
    }
    assert!(pushed > 800 && straight > 200, "{pushed} {straight}");
}

#[test]
fn what_is_the_same_goes_up_and_what_has_a_centre_goes_from_it() {
    let ring = std::sync::Arc::new(kasuri::Mask::from_rows(&["####", "#..#", "#..#", "####"]).unwrap());
    let mut world = World::new();
    let a = world.spawn(Body::sprite(&ring).at([10.0, 10.0])).unwrap();
    let b = world.spawn(Body::sprite(&ring).at([10.0, 10.0])).unwrap();
    let hit: Hit = world.step().unwrap().began()[0];
    assert_eq!((hit.a, hit.b), (a, b));
    let [by_a, by_b] = world.push_apart(&hit, 0.0).unwrap().unwrap();
    assert_eq!((by_a, by_b.x), (Vec2::default(), 0.0));
    assert!((-4.0..-3.0).contains(&by_b.y), "{by_b:?}");
    assert!(world.overlapping(Area::point([10.0, 10.0]), Filter::ALL).unwrap().is_empty());
}

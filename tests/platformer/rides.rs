//! Rides on fast lifts: a rider that hardly moves by itself stays on its lift.

use std::sync::Arc;

use kasuri::{Body, Filter, Mask, Touching, World, query, travel::Response};

/// How far the rider may move on the lift, in pixels: it walks a little, and pixels are at whole places.
const AWAY: f64 = 2.1;

fn lifts() -> [Body; 2] {
    [Body::rect([24.0, 3.0]), Body::rect([24.0, 3.0]).one_way([0.0, -1.0])]
}

fn riders() -> [Body; 3] {
    let full = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
    [Body::rect([4.0, 4.0]), Body::circle(4.0), Body::sprite(&full)]
}

#[test]
fn who_hardly_moves_stays_on_a_fast_lift() {
    let speeds =
        [[0.0, -11.3], [0.0, 9.7], [0.0, -1.3], [6.45, -7.77], [-8.1, 0.37], [3.3, 12.9], [0.11, 0.13]];
    let mut lost = Vec::new();
    for (l, lift) in lifts().into_iter().enumerate() {
        for (r, rider) in riders().into_iter().enumerate() {
            for (s, &by) in speeds.iter().enumerate() {
                for phase in 0..5 {
                    let mut world = World::new();
                    let lift = world.spawn(lift.clone()).unwrap();
                    let from = [0.2 * f64::from(phase) - 3.0, -12.0 - 0.37 * f64::from(phase)];
                    let rider = world.spawn(rider.clone().at(from)).unwrap();
                    world.travel(rider, [0.0, 30.0], Response::Slide).unwrap();
                    let apart = |world: &World| {
                        let [a, b] = [lift, rider].map(|body| world.get(body).unwrap().at());
                        b - a
                    };
                    let start = apart(&world);
                    for step in 0..60 {
                        world.carry(lift, by, Filter::ALL).unwrap();
                        if step % 20 == 19 {
                            world.walk(rider, [0.2, 0.0], 1.0).unwrap();
                        }
                        let now = apart(&world) - start;
                        let [a, b] = [lift, rider].map(|body| world.get(body).unwrap().form());
                        let is_inside = query::overlaps(&a, &b, Touching::Counts);
                        if now.x.abs() > 2.0 * AWAY || now.y.abs() > AWAY || is_inside {
                            lost.push((l, r, s, phase, step, now, is_inside));
                            break;
                        }
                    }
                }
            }
        }
    }
    let shown: Vec<_> = lost.iter().take(12).collect();
    assert!(
        lost.is_empty(),
        "{} rides: (lift, rider, speed, phase, step, away, inside) {shown:#?}",
        lost.len()
    );
}

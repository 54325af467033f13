//! Tests the world's bounds, and simple rules.

use std::sync::Arc;

use kasuri::{Body, Mask, Vec2, World};

fn room() -> World {
    World::builder().bounds([0.0, 0.0], [100.0, 80.0]).build().unwrap()
}

#[test]
fn a_body_is_outside_when_nothing_of_it_touches_the_bounds() {
    let mut world = room();
    let ball = world.spawn(Body::circle(5.0).at([50.0, 40.0])).unwrap();
    let places = [(104.0, 0, 0), (105.0, 0, 0), (105.01, 1, 0), (106.0, 0, 0), (105.0, 0, 1), (50.0, 0, 0)];
    for (x, left, entered) in places {
        world.edit(ball).position([x, 40.0]).unwrap();
        let step = world.step().unwrap();
        assert_eq!((step.left().len(), step.entered().len()), (left, entered), "{x}");
    }
}

#[test]
fn a_sprite_is_where_it_covers() {
    // Only its right column is covered.
    let mask = Arc::new(Mask::from_rows(&["...#", "...#"]).unwrap());
    let mut world = room();
    let sprite = world.spawn(Body::sprite(&mask).pivot([0.0, 0.0]).at([50.0, 40.0])).unwrap();
    for (x, left, entered) in [(98.0, 1, 0), (97.0, 0, 1), (-4.0, 0, 0), (-5.0, 1, 0)] {
        world.edit(sprite).position([x, 40.0]).unwrap();
        let step = world.step().unwrap();
        assert_eq!((step.left().len(), step.entered().len()), (left, entered), "{x}");
    }
}

#[test]
fn who_is_too_far_out_is_removed_and_its_contacts_end() {
    let mut world = room();
    let ball = world.spawn(Body::circle(5.0).at([95.0, 40.0]).despawn_beyond(10.0)).unwrap();
    let other = world.spawn(Body::circle(5.0).at([100.0, 40.0])).unwrap();
    assert_eq!(world.step().unwrap().began().len(), 1);
    for body in [ball, other] {
        world.edit(body).position([115.0, 40.0]).unwrap();
    }
    let step = world.step().unwrap();
    assert_eq!((step.left().len(), step.despawned().len(), step.stayed().len()), (2, 0, 1));
    for body in [ball, other] {
        world.edit(body).position([115.01, 40.0]).unwrap();
    }
    let step = world.step().unwrap();
    assert_eq!((step.despawned(), step.stayed().len(), step.ended().len()), ([ball].as_slice(), 0, 1));
    assert!(world.get(ball).is_err() && world.contains(other) && step.ended()[0].involves(ball));
}

#[test]
fn who_reaches_out_is_put_back_and_turns_inwards() {
    let mut world = room();
    let ball = world.spawn(Body::circle(5.0)).unwrap();
    // The position, the velocity and the restitution; then the position and the velocity from now on.
    let cases = [
        ([50.0, 40.0], [7.0, 7.0], 1.0, [50.0, 40.0], None),
        ([2.0, 40.0], [-8.0, 3.0], 1.0, [5.0, 40.0], Some([8.0, 3.0])),
        ([99.0, 40.0], [8.0, 3.0], 0.5, [95.0, 40.0], Some([-4.0, 3.0])),
        ([50.0, -3.0], [1.0, -6.0], 0.0, [50.0, 5.0], Some([1.0, 0.0])),
        ([98.0, 79.0], [2.0, 4.0], 1.0, [95.0, 75.0], Some([-2.0, -4.0])),
        // It flies inwards already.
        ([2.0, 79.0], [8.0, -3.0], 1.0, [5.0, 75.0], Some([8.0, -3.0])),
    ];
    for (from, velocity, restitution, at, expected) in cases {
        world.edit(ball).position(from).unwrap();
        let turned = world.keep_inside(ball, velocity, restitution).unwrap();
        assert_eq!(turned, expected.map(Vec2::from), "{from:?}");
        assert_eq!(world.get(ball).unwrap().at(), at, "{from:?}");
    }
    // A body larger than the bounds is put at their minimum corner; one that covers nothing is nowhere.
    let bar = world.spawn(Body::rect([60.0, 1.0]).at([10.0, 40.0])).unwrap();
    assert_eq!(world.keep_inside(bar, [0.0, 0.0], 1.0).unwrap(), Some(Vec2::default()));
    assert_eq!(world.get(bar).unwrap().at(), [60.0, 40.0]);
    let empty = Arc::new(Mask::from_rows(&["..", ".."]).unwrap());
    let empty = world.spawn(Body::sprite(&empty).at([-90.0, 0.0])).unwrap();
    assert_eq!(world.keep_inside(empty, [-1.0, 0.0], 1.0).unwrap(), None);
    assert_eq!(world.get(empty).unwrap().at(), [-90.0, 0.0]);
    assert!(world.keep_inside(ball, [0.0, 0.0], 1.5).is_err());
}

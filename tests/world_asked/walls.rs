//! Tests the world's bounds, and simple rules.

use std::sync::Arc;

use kasuri::{Body, Mask, World};

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

//! Tests changes that once went wrong, or easily would.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use kasuri::{Body, Hit, Look, Mask, Placement, Region, Shape, Snapshot, TileMap, World, travel::Response};

/// Found by the soak: a tile map with regions did not move, and only its regions moved.
#[test]
fn a_tile_map_moves_with_its_regions() {
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["#"], &[]).unwrap());
    let mut world = World::new();
    let door = Body::tiles(&map).region(Region::new("handle", Shape::circle(1.0).unwrap()));
    let door = world.spawn(door).unwrap();
    world.spawn(Body::point().at([104.0, 4.0])).unwrap();
    assert!(world.step().unwrap().began().is_empty());
    world.edit(door).position([100.0, 0.0]).unwrap();
    assert_eq!(world.step().unwrap().began()[0].regions, [0, 0]);
}

/// Found by the soak: refused radii left a body without its frames, and in other units without its last bit.
#[test]
fn radii_that_are_refused_change_nothing() {
    let look = |r: f64| Look::from(Shape::circle(r).unwrap());
    let mut world = World::builder().pixels_per_unit(10.0).build().unwrap();
    let ball = world.spawn(Body::frames(&[look(1.0), look(2.0)].into()).frame(1)).unwrap();
    let wall = world.spawn(Body::rect([1.0, 1.0])).unwrap();
    let before = world.get(ball).unwrap().form();
    let refused = world.set_radii(&[ball, ball, wall], &[3.0, 4.0, 5.0]).unwrap_err();
    assert_eq!(refused.to_string(), "[2]: the body is not a circle, a capsule or a chain");
    assert_eq!((world.get(ball).unwrap().frame(), world.get(ball).unwrap().form()), (1, before));
    world.edit(ball).frame(0).unwrap();
}

/// A body that bounces back is stopped by the obstacle that it touched at its start.
#[test]
fn what_was_left_can_be_met_again() {
    let mut world = World::new();
    for x in [-5.0, 5.0] {
        world.spawn(Body::rect([1.0, 9.0]).at([x, 0.0])).unwrap();
    }
    let ball = world.spawn(Body::circle(1.0).at([-3.0, 0.0])).unwrap();
    let travel = world.travel(ball, [20.0, 0.0], Response::Bounce { restitution: 1.0 }).unwrap();
    assert!((travel.at.x - 1.0).abs() < 0.1 && travel.velocity.x == -20.0, "{travel:?}");
    assert_eq!(travel.hits.len(), 3);
}

#[test]
fn hits_carry_the_data_of_removed_bodies_through_snapshots_and_holes() {
    let mut world = World::builder().bounds([0.0, 0.0], [400.0, 400.0]).build().unwrap();
    let ship = world.spawn(Body::rect([20.0, 20.0]).at([50.0, 50.0]).layer(1).against(2).data(7)).unwrap();
    let shot =
        |k: usize| Body::circle(2.0).at([40.0 + k as f64, 50.0]).layer(2).against(1).data(100 + k as u64);
    let shots = world.spawn_many(16, shot).unwrap();
    let told = |hits: &[Hit]| {
        let told = hits.iter().filter(|hit| hit.involves(ship)).map(Hit::data);
        told.collect::<Vec<_>>()
    };
    let expected = |of: &[usize]| of.iter().map(|&k| [7, 100 + k as u64]).collect::<Vec<_>>();
    let all: Vec<usize> = (0..16).collect();
    assert_eq!(told(world.step().unwrap().began()), expected(&all));
    // Some are removed, one changes its data, one leaves, and new bodies come between the removal and the step.
    world.remove_many(&[shots[3], shots[9]]).unwrap();
    world.edit(shots[4]).data(104).unwrap().position([390.0, 50.0]).unwrap();
    world.spawn_many(3, |_| Body::circle(1.0).at([300.0, 300.0]).data(999)).unwrap();
    let mut read = World::new();
    read.restore(&Snapshot::from_bytes(&world.snapshot().to_bytes()).unwrap());
    for world in [&mut world, &mut read] {
        let step = world.step().unwrap();
        assert_eq!(told(step.ended()), expected(&[3, 4, 9]));
        assert!(step.between(2, 1).filter(|hit| hit.involves(ship)).all(|hit| hit.data()[1] == 7));
    }
    // The gaps are closed at some time; the data of the others stays with them.
    world.remove_many(&shots[10..]).unwrap();
    world.step().unwrap();
    let step = world.step().unwrap();
    assert_eq!(told(step.stayed()), expected(&[0, 1, 2, 5, 6, 7, 8]));
    world.remove(ship).unwrap();
    assert_eq!(told(world.step().unwrap().ended()).len(), 7);
    // The data is no part of what a hit is.
    let hit = step.stayed()[0];
    let again = Hit::from_parts([hit.a, hit.b], hit.regions, hit.layers(), hit.t());
    assert!(again == hit && again.data() == [0, 0]);
}

/// A list may have a body twice: its last entry counts, as if each were set alone. A simulated life found the pivot of the first one.
#[test]
fn a_body_that_is_in_a_list_twice_is_as_its_last_entry_says() {
    let mask = Arc::new(Mask::from_fn(9, 5, |x, y| (x + y) % 3 != 0).unwrap());
    let mut worlds = [(); 2].map(|()| World::new());
    let body = || Body::sprite(&mask).pivot([-3.3, -5.2]).at([17.0, -10.0]).scaled([0.5, -2.0]);
    let [one, other] = worlds.each_mut().map(|world| world.spawn(body()).unwrap());
    let placements = [Placement::at([1.0, -12.0]), Placement::at([-12.25, 12.5]).turned(11.78)];
    worlds[0].set_placements(&[one; 2], &placements).unwrap();
    worlds[1].set_placements(&[other], &placements[1..]).unwrap();
    assert_eq!(worlds[0].get(one).unwrap().form(), worlds[1].get(other).unwrap().form());
}

//! Tests changes that once went wrong, or easily would.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use kasuri::{Body, Look, Region, Shape, TileMap, World, travel::Response};

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

//! Changes that once went wrong, or easily would.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use kasuri::{Body, Shape, TileMap, World};

/// Found by the soak: a tile map with regions stayed where it was, and only its regions moved.
#[test]
fn a_tile_map_moves_with_its_regions() {
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["#"], &[]).unwrap());
    let mut world = World::new();
    let door = Body::tiles(&map).region("handle", Shape::circle(1.0).unwrap());
    let door = world.spawn(door).unwrap();
    world.spawn(Body::point().at([104.0, 4.0])).unwrap();
    assert!(world.step().unwrap().began().is_empty());
    world.set_position(door, [100.0, 0.0]).unwrap();
    assert_eq!(world.step().unwrap().began()[0].regions, [0, 0]);
}

//! Tests what a debug drawing of a step's hits shows.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::world::DebugDraw;
use kasuri::{Body, Handle, Hit, Mask, Vec2, World};

/// What was drawn: runs of common pixels, and contacts by the bodies of their hits.
#[derive(Debug, Default)]
struct Drawn {
    runs: Vec<[i32; 4]>,
    contacts: Vec<([Handle; 2], Vec2, f64)>,
}

impl DebugDraw for Drawn {
    fn contact(&mut self, hit: &Hit, _: Vec2, normal: Vec2, depth: f64) {
        self.contacts.push(([hit.a, hit.b], normal, depth));
    }

    fn common(&mut self, _: &Hit, PixelBox { x0, y0, x1, y1 }: PixelBox) {
        self.runs.push([x0, y0, x1, y1]);
    }
}

#[test]
fn hits_are_drawn_while_both_bodies_are_there() {
    let mask = Arc::new(Mask::from_rows(&["##", "##"]).unwrap());
    let mut world = World::new();
    let sprites = world.spawn_many(2, |k| Body::sprite(&mask).at([100.0 + k as f64, 100.0])).unwrap();
    let balls = world.spawn_many(2, |k| Body::circle(5.0).at([8.0 * k as f64, 0.0])).unwrap();
    let step = world.step().unwrap();
    let mut drawn = Drawn::default();
    world.debug_draw_hits(&step, &mut drawn).unwrap();
    // The sprites have the column of pixels 100 in common, in rows 99 and 100.
    assert_eq!(drawn.runs, [[100, 99, 101, 100], [100, 100, 101, 101]]);
    let of_balls = drawn.contacts.iter().find(|(pair, ..)| *pair == balls[..]);
    assert_eq!(of_balls.map(|&(_, normal, depth)| (normal, depth)), Some((Vec2::new(1.0, 0.0), 2.0)));
    // The balls have moved apart, so they have no contact any more; one of the sprites is gone.
    world.edit(balls[1]).position([50.0, 0.0]).unwrap();
    world.remove(sprites[0]).unwrap();
    let mut drawn = Drawn::default();
    world.debug_draw_hits(&step, &mut drawn).unwrap();
    assert!(drawn.runs.is_empty() && drawn.contacts.is_empty(), "{drawn:?}");
}

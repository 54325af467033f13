//! Tests that a world's answers between steps equal those of a query of every body in turn, also while bodies move, and
//! in any axes and units.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod axes;
mod drawn;
mod edges;
mod motion;
#[path = "../common/pace.rs"]
mod pace;
mod questions;
mod walls;

use common::Random;
use common::{KINDS, Thing};
use kasuri::{Body, Handle, Look, Placement, World, query::Placed};

/// A world, together with the bodies put into it, as they are placed, in order of spawn.
pub(crate) struct Twin {
    pub(crate) world: World,
    pub(crate) bodies: Vec<(Handle, Thing, Placement, u32)>,
}

pub(crate) fn body(thing: &Thing, at: &Placement) -> Body {
    let look = match thing {
        Thing::Shape(shape) => Look::from(shape.clone()),
        Thing::Sprite(mask, Some(pivot)) => Look::from(mask).pivot(*pivot),
        Thing::Sprite(mask, None) => Look::from(mask),
        Thing::Tiles(map) => Look::from(map),
    };
    Body::new(look).at(at.at).turned(at.angle).scaled(at.scale)
}

impl Twin {
    /// Returns bodies of every kind over some hundred pixels.
    pub(crate) fn random(rng: &mut Random, count: usize) -> Twin {
        let mut twin = Twin { world: World::new(), bodies: Vec::new() };
        for _ in 0..count {
            let kind = rng.pick(&KINDS);
            let (thing, mut at) = Thing::random(rng, kind);
            at.at = rng.point(100.0).into();
            let layer = rng.pick(&[1, 2, 4]);
            let handle = twin.world.spawn(body(&thing, &at).layer(layer)).unwrap();
            twin.bodies.push((handle, thing, at, layer));
        }
        twin
    }

    /// Moves, removes and adds a few bodies, and changes the layers of some.
    pub(crate) fn stir(&mut self, rng: &mut Random) {
        for _ in 0..rng.below(12) {
            let k = rng.below(self.bodies.len() as u64) as usize;
            if rng.chance(4) && self.bodies.len() > 20 {
                let (handle, ..) = self.bodies.remove(k);
                self.world.remove(handle).unwrap();
            } else if rng.chance(4) {
                self.bodies[k].3 = rng.pick(&[1, 2, 4]);
                let layers = kasuri::Layers::new(self.bodies[k].3, u32::MAX);
                self.world.edit(self.bodies[k].0).layers(layers).unwrap();
            } else {
                let at = rng.point(100.0);
                self.bodies[k].2.at = at.into();
                self.world.edit(self.bodies[k].0).position(at).unwrap();
            }
        }
        if rng.chance(3) {
            let kind = rng.pick(&KINDS);
            let (thing, mut at) = Thing::random(rng, kind);
            at.at = rng.point(100.0).into();
            let handle = self.world.spawn(body(&thing, &at)).unwrap();
            self.bodies.push((handle, thing, at, 1));
        }
    }

    /// Returns the bodies on some layers, placed again.
    pub(crate) fn placed(&self, against: u32) -> Vec<(Handle, Placed)> {
        let on = self.bodies.iter().filter(|(.., layer)| layer & against != 0);
        on.map(|(handle, thing, at, layer)| (*handle, Placed { layer: *layer, ..thing.place(at) })).collect()
    }
}

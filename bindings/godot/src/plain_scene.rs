//! Scene F in plain Rust, inside of Godot: what `bench/scene_f.gd` compares crowds of bullets with. Only the benchmark builds it.

use std::time::Instant;

use godot::prelude::*;
use kasuri::{Body, Handle, World};

use crate::errors::{number_of, or_report};
use crate::mask::KasuriMask;

/// The bodies of scene F in a world of the library, without any of the addon's classes.
#[derive(GodotClass)]
#[class(init)]
pub(crate) struct KasuriPlainScene {
    world: World,
    bodies: Vec<Handle>,
    places: Vec<[f64; 2]>,
    turns: Vec<f64>,
    sum: u64,
    /// The bodies of the last frame's hits, two numbers for each.
    #[var(no_set)]
    hit_pairs: PackedInt64Array,
}

#[godot_api]
impl KasuriPlainScene {
    /// Adds bodies at angles.
    #[func]
    fn spawn(&mut self, mask: Gd<KasuriMask>, layer: u32, against: u32, angles: PackedFloat32Array) {
        if self.bodies.is_empty() {
            self.world = World::builder().threads(1).build().unwrap_or_default();
        }
        let (mask, angles) = (mask.bind().mask.clone(), angles.to_vec());
        let spawned = self.world.spawn_many(angles.len(), |k| {
            Body::sprite(&mask).turned(angles[k].into()).layer(layer).against(against)
        });
        self.bodies.extend(or_report("KasuriPlainScene", spawned).unwrap_or_default());
    }

    /// Makes a frame as `bindings/c/examples/scene_f.rs` does. Returns its microseconds.
    #[func]
    fn frame(&mut self, places: PackedVector2Array, angles: PackedFloat32Array, turns: bool) -> f64 {
        self.places.clear();
        self.places.extend(places.as_slice().iter().map(|v| [f64::from(v.x), f64::from(v.y)]));
        self.turns.clear();
        self.turns.extend(angles.as_slice().iter().copied().map(f64::from));
        let before = Instant::now();
        or_report("KasuriPlainScene", self.world.set_positions(&self.bodies, &self.places));
        if turns {
            or_report("KasuriPlainScene", self.world.set_angles(&self.bodies, &self.turns));
        }
        let Some(step) = or_report("KasuriPlainScene", self.world.step()) else { return 0.0 };
        for hit in step.hits() {
            let (a, b) = (hit.a.to_bits() as u32, hit.b.to_bits() as u32);
            self.sum = self.sum.wrapping_mul(31).wrapping_add(a.wrapping_mul(10_200).wrapping_add(b).into());
        }
        let time = before.elapsed().as_secs_f64() * 1e6;
        self.hit_pairs = step.hits().flat_map(|hit| [number_of(hit.a), number_of(hit.b)]).collect();
        time
    }
}

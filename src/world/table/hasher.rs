//! Mixes numbers to one: of a world's state, and of anything else that must be named the same on every machine.

use crate::cpu::HitKey;
use crate::form::Layers;
use crate::lattice::{Point, Vec2};

/// Mixes numbers, each dependent on all before it. It works on numbers and not on bytes, so it is the same on every
/// platform.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hasher(u64);

impl Hasher {
    pub(crate) fn new() -> Hasher {
        Hasher(0x6b61_7375_7269_0001)
    }

    pub(crate) fn add(&mut self, number: u64) {
        // The multiplier comes from the golden ratio; the rotation brings the high bits back down.
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        self.0 ^= self.0 >> 32;
    }

    pub(crate) fn finish(mut self) -> u64 {
        self.add(0x65_6e64);
        self.0.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ self.0 >> 31
    }

    pub(crate) fn point(&mut self, p: Point) {
        self.add(u64::from(p.x as u32) << 32 | u64::from(p.y as u32));
    }

    pub(in crate::world) fn float(&mut self, x: f64) {
        // Adding 0 makes both zeros hash alike.
        self.add((x + 0.0).to_bits());
    }

    pub(in crate::world) fn vec2(&mut self, v: Vec2) {
        self.float(v.x);
        self.float(v.y);
    }

    pub(in crate::world) fn layers(&mut self, layers: Layers) {
        self.add(u64::from(layers.layer) << 32 | u64::from(layers.against));
        // Worlds without groups keep the hashes that they had before there were groups.
        if layers.group != 0 {
            self.add(GROUP | u64::from(layers.group));
        }
    }

    pub(in crate::world) fn key(&mut self, key: HitKey) {
        self.add(u64::from(key.a) << 32 | u64::from(key.b));
        self.add(u64::from(key.regions[0]) << 8 | u64::from(key.regions[1]));
    }

    pub(in crate::world) fn text(&mut self, text: &str) {
        self.add(text.len() as u64);
        text.bytes().for_each(|byte| self.add(byte.into()));
    }
}

/// Marks the number of a group, so that it differs from layers.
const GROUP: u64 = 0x6772_6f75 << 32;

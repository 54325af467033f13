//! The grid cells on the device: of several levels by size, hashed to buckets. Twin: shaders/shared/cells.wgsl.

use crate::gpu::constants::IS_SPRITE;
use crate::gpu::layout::{Item, PlacedBody, Traits};

/// The flock of bodies that meet no other body.
pub(super) const NOWHERE: u32 = u32::MAX;
/// The flock for layers that get no flock of their own: the layers of its bodies are compared one by one.
pub(super) const MIXED: u32 = 31;

/// The smallest cells are 8 px.
const LEAST_BITS: u32 = 11;
/// The highest level has one cell for the whole world.
const TOP_LEVEL: u32 = 10;
/// The coordinates of grown boxes are clamped to this size.
const LIMIT: i32 = 1 << 30;

/// Returns a body as an item of the grid: its box grown by its margin, its flock and its level.
pub(super) fn item_of(body: u32, place: &PlacedBody, own: &Traits) -> Item {
    let scale = if own.form & IS_SPRITE != 0 { 256 } else { 1 };
    let margin = own.margin.max(0);
    let min = place.min.map(|x| (x * scale - margin).max(-LIMIT));
    let max = place.max.map(|x| (x * scale + margin).min(LIMIT));
    let kin = own.flock * 32 + level_of(min, max);
    Item { min, max, body, owner: own.owner, kin, world: own.world }
}

/// Returns the level whose cells are no smaller than a box; the cells of each level are four times as wide as those
/// below.
fn level_of(min: [i32; 2], max: [i32; 2]) -> u32 {
    let side = max[0].abs_diff(min[0]).max(max[1].abs_diff(min[1])).max(1);
    let bits = (u32::BITS - (side - 1).leading_zeros()).max(LEAST_BITS);
    (bits - LEAST_BITS).div_ceil(2).min(TOP_LEVEL)
}

pub(super) fn bits_of(level: u32) -> u32 {
    LEAST_BITS + 2 * level.min(TOP_LEVEL - 1)
}

pub(super) fn cell_of(place: [i32; 2], level: u32) -> [i32; 2] {
    if level >= TOP_LEVEL { [0, 0] } else { place.map(|x| x >> bits_of(level)) }
}

/// Returns the bucket of a cell. Neighbours in a row are neighbours among the buckets, whose number is a power of two.
pub(super) fn bucket_of([x, y]: [i32; 2], kin: u32, world: u32, buckets: u32) -> u32 {
    let mixed = (y as u32).wrapping_mul(0x9e37_79b1)
        ^ kin.wrapping_mul(0x85eb_ca6b)
        ^ world.wrapping_mul(0xc2b2_ae35);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    let mixed = (mixed ^ mixed >> 12).wrapping_mul(0x297a_2d39);
    let row = mixed ^ mixed >> 15;
    row.wrapping_add(x as u32) & (buckets - 1)
}

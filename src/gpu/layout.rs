//! The structs that Rust and the shaders share, byte for byte; tests/gpu_shaders.rs compares every offset with the shader's.

use bytemuck::{Pod, Zeroable};

use crate::form::Touching;

/// How a pass is asked: `Ask` in shared/placed.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Ask {
    /// How many items there are.
    pub count: u32,
    /// A bit each: a touch without depth is no overlap; circles are measured by the root of their squared radii; it is
    /// asked what comes within the margins.
    pub strict: u32,
    /// How many results there is room for; of the cover pass, how many sprites there are.
    pub room: u32,
    /// How many words of hit bits there are.
    pub words: u32,
}

impl Ask {
    /// Of so many pairs; queues are split long before 2^32.
    pub(super) fn of_pairs(count: usize, touching: Touching, room: u32) -> Ask {
        let (count, strict) = (count as u32, (touching == Touching::Ignored).into());
        Ask { count, strict, room, words: count.div_ceil(32) }
    }
}

/// A body in this step: `Placed` in shared/placed.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Placed {
    /// The corner with the least x and y: pixels of a sprite, lattice units of a shape.
    pub min: [i32; 2],
    /// The corner with the greatest; of a sprite one past it.
    pub max: [i32; 2],
    /// The first word of a sprite's bits, the first part of a shape.
    pub first: u32,
    /// Words a row, or parts.
    pub count: u32,
    /// The position.
    pub at: [i32; 2],
}

/// A sprite relative to its position: `SpriteForm` in shared/sprite.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct SpriteForm {
    /// ux, uy, vx, vy.
    pub steps: [i32; 4],
    /// u1, v1.
    pub pivot: [i32; 2],
    /// The mask's width and height.
    pub size: [i32; 2],
    /// x0, y0, x1, y1 of the pixels it can cover, seen from the anchor pixel.
    pub reach: [i32; 4],
    /// The first word of the mask.
    pub mask: u32,
    /// Its words a row.
    pub stride: u32,
    /// 1 where pixels step by whole texels.
    pub is_upright: u32,
    /// Nothing.
    pub unused: u32,
}

/// A shape relative to its position: `ShapeForm` in place.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct ShapeForm {
    /// The corner of its box with the least x and y.
    pub min: [i32; 2],
    /// The corner with the greatest.
    pub max: [i32; 2],
    /// Its first part.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// A convex part of a shape: `Part` in shared/parts.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Part {
    /// Its first vertex.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// How far it reaches beyond their hull.
    pub radius: i32,
    /// Nothing.
    pub unused: u32,
    /// The corner of its box with the least x and y, radius included.
    pub min: [i32; 2],
    /// The corner with the greatest.
    pub max: [i32; 2],
}

/// A sprite to be rasterised: `Raster` in cover.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Raster {
    /// Its first word among those of the pass.
    pub start: u32,
    /// Its body.
    pub body: u32,
    /// Its form.
    pub form: u32,
    /// Its first word among all covers.
    pub first: u32,
}

/// What two sprites have in common: `Common` in common.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Common {
    /// x0, y0, x1, y1 in world pixels.
    pub bounds: [i32; 4],
    /// How many after moving B by (-1, 0), (1, 0), (0, -1), (0, 1).
    pub moved: [u32; 4],
    /// The sum of i from the bounds' corner, low word first.
    pub sum_i: [u32; 2],
    /// The sum of j.
    pub sum_j: [u32; 2],
    /// The pixel with the smallest (j, i), as (i, j).
    pub first: [i32; 2],
    /// How many pixels.
    pub pixels: u32,
    /// 1 where the rest is worth nothing: it was cut short.
    pub cut: u32,
}

/// What a body of a crowd is, but for its form: `Traits` in shared/crowd.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Traits {
    /// The layers it is on.
    pub layer: u32,
    /// The layers it is tested against.
    pub against: u32,
    /// How near others graze, in lattice units; below 0 for none.
    pub margin: i32,
    /// Two of one owner never meet.
    pub owner: u32,
    /// Which flock it is of.
    pub flock: u32,
    /// Its form: of shapes, with the top bit set, of sprites.
    pub form: u32,
    /// Bodies of two worlds never meet.
    pub world: u32,
}

/// On what terms a crowd's bodies meet, and how much room there is: `Terms` in shared/crowd.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Terms {
    /// 1 where a touch without depth is usually no overlap.
    pub strict: u32,
    /// How many rules there are of touches between layers.
    pub touches: u32,
    /// And after those, of circles measured by their squares.
    pub circles: u32,
    /// Words of bits that all queues take.
    pub words: u32,
    /// How many pairs there is room for in the queues of those that may graze.
    pub nears: u32,
    /// Where each queue begins.
    pub first: [u32; 20],
    /// How many pairs each has room for.
    pub room: [u32; 20],
    /// Room for candidates.
    pub pairs: u32,
    /// Room for hits.
    pub hits: u32,
    /// Room for words of covers.
    pub covers: u32,
    /// The first word of covers.
    pub base: u32,
    /// Of each flock a bit for each flock that its layers match.
    pub partners: [u32; 32],
}

/// What a frame counts, room or not: `Head` in shared/crowd.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Head {
    /// Candidates.
    pub pairs: u32,
    /// 1 where they are more than 32 bits count.
    pub wrapped: u32,
    /// Bodies beyond the world's edge.
    pub beyond: u32,
    /// Hits.
    pub hits: u32,
    /// Words of covers.
    pub covers: u32,
    /// Pairs that f32 could not tell.
    pub past_filter: u32,
    /// Pairs whose boxes meet with their margins alone.
    pub apart: u32,
    /// Invocations that were cut short.
    pub cut: u32,
    /// The queues' pairs.
    pub queues: [u32; 20],
    /// Of each flock the levels of its bodies, a bit each.
    pub levels: [u32; 32],
}

/// A body in the grid: `Item` in shared/cells.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Item {
    /// The least corner of its box, grown by its margin, in lattice units.
    pub min: [i32; 2],
    /// The greatest.
    pub max: [i32; 2],
    /// The body.
    pub body: u32,
    /// Two of one owner never meet.
    pub owner: u32,
    /// Its flock and level.
    pub kin: u32,
    /// Bodies of two worlds never meet.
    pub world: u32,
}

/// Which byte a pass of the radix sort is by: `Digit` in sort.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Digit {
    /// 0 for the first body's, 1 for the second's.
    pub which: u32,
    /// How far it is shifted.
    pub shift: u32,
}

/// A body that the host moved: `Move` in steer.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Move {
    /// Which.
    pub body: u32,
    /// Where it stands now.
    pub x: i32,
    /// Where it stands now.
    pub y: i32,
}

/// A body that is another now: `Change` in steer.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Change {
    /// Which.
    pub body: u32,
    /// What it is now.
    pub traits: Traits,
}

/// The bit that tells sprites among bodies, and covers among rows of bits.
pub(crate) const TOP_BIT: u32 = 1 << 31;

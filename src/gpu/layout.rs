//! The structs that Rust and the shaders share, byte for byte; tests/gpu_shaders.rs compares every offset with the shader's.

use bytemuck::{Pod, Zeroable};

use crate::form::Touching;

/// How a pass is asked: `Ask` in shared/placed.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Ask {
    /// How many items there are.
    pub count: u32,
    /// 1 where a touch without depth is no overlap.
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
    /// Nothing.
    pub unused: u32,
}

/// The bit that tells sprites among bodies, and covers among rows of bits.
pub(super) const TOP_BIT: u32 = 1 << 31;

//! The structs that Rust and the shaders share, byte for byte; tests/gpu_shaders.rs compares every offset with the
//! shader's.

use bytemuck::{Pod, Zeroable};

use crate::form::Touching;
use crate::gpu::constants::{QUEUES, STRICT};

/// Makes structs of plain numbers, laid out as in the shaders.
macro_rules! shared {
    ($($(#[$of:meta])* pub struct $name:ident { $($fields:tt)* })*) => {
        $(
            $(#[$of])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Pod, Zeroable)]
            #[repr(C)]
            pub struct $name { $($fields)* }
        )*
    };
}

shared! {
    /// The parameters of a pass: `Ask` in shared/placed.wgsl.
    pub struct Ask {
        /// The number of items.
        pub count: u32,
        /// What kind of overlap is asked: `STRICT`, `ROOTED` and `NEAR` in gpu/constants.rs.
        pub flags: u32,
        /// The number of results that there is room for; in the cover pass, the number of sprites; in a batch, where the list of
        /// large pairs begins.
        pub room: u32,
        /// The number of words of hit bits.
        pub words: u32,
    }

    /// A body in this step: `PlacedBody` in shared/placed.wgsl.
    pub struct PlacedBody {
        /// The corner with the least x and y: in pixels for a sprite, in lattice units for a shape.
        pub min: [i32; 2],
        /// The corner with the greatest x and y; for a sprite one past it.
        pub max: [i32; 2],
        /// The first word of a sprite's bits, or the first part of a shape.
        pub first: u32,
        /// The number of words per row, or of parts.
        pub count: u32,
        /// The position.
        pub at: [i32; 2],
    }

    /// A sprite relative to its position: `SpriteForm` in shared/sprite.wgsl.
    pub struct SpriteForm {
        /// ux, uy, vx, vy.
        pub steps: [i32; 4],
        /// u1, v1.
        pub pivot: [i32; 2],
        /// The mask's width and height.
        pub size: [i32; 2],
        /// The box x0, y0, x1, y1 of the pixels that the sprite can cover, relative to the anchor pixel.
        pub reach: [i32; 4],
        /// The first word of the mask.
        pub mask: u32,
        /// The mask's words per row.
        pub stride: u32,
        /// 1 if the sprite is upright: from pixel to pixel it steps by whole texels.
        pub is_upright: u32,
        /// Padding.
        pub unused: u32,
    }

    /// A shape relative to its position: `ShapeForm` in place.wgsl.
    pub struct ShapeForm {
        /// The corner of its box with the least x and y.
        pub min: [i32; 2],
        /// The corner of its box with the greatest x and y.
        pub max: [i32; 2],
        /// Its first part.
        pub first: u32,
        /// The number of its parts.
        pub count: u32,
    }

    /// A convex part of a shape: `ConvexPart` in shared/parts.wgsl.
    pub struct ConvexPart {
        /// Its first vertex.
        pub first: u32,
        /// The number of its vertices.
        pub count: u32,
        /// The radius: how far the part reaches beyond the hull of its vertices.
        pub radius: i32,
        /// Padding.
        pub unused: u32,
        /// The corner of its box with the least x and y, radius included.
        pub min: [i32; 2],
        /// The corner of its box with the greatest x and y, radius included.
        pub max: [i32; 2],
    }

    /// A sprite to be rasterised: `Raster` in shared/raster.wgsl.
    pub struct Raster {
        /// Its first word among the words of this pass.
        pub start: u32,
        /// Its body.
        pub body: u32,
        /// Its form.
        pub form: u32,
        /// Its first word among the covers' bits.
        pub first: u32,
    }

    /// The common pixels of two sprites, in integers: `CommonCounts` in common.wgsl.
    pub struct CommonCounts {
        /// The box x0, y0, x1, y1 of the common pixels, in world pixels.
        pub bounds: [i32; 4],
        /// The number of common pixels after moving B by (-1, 0), (1, 0), (0, -1), (0, 1).
        pub moved: [u32; 4],
        /// The sum of i, counted from the bounds' corner, low word first.
        pub sum_i: [u32; 2],
        /// The sum of j, counted from the bounds' corner, low word first.
        pub sum_j: [u32; 2],
        /// The common pixel with the smallest (j, i), as (i, j).
        pub first: [i32; 2],
        /// The number of common pixels.
        pub pixels: u32,
        /// 1 if the computation was cut short: the other fields are then meaningless.
        pub cut: u32,
    }

    /// The properties of a body of a crowd: `Traits` in shared/crowd.wgsl.
    pub struct Traits {
        /// The layers that the body is on.
        pub layer: u32,
        /// The layers that the body is tested against.
        pub against: u32,
        /// The group: two bodies of the same group are never a pair; 0 for none.
        pub group: u32,
        /// The graze margin in lattice units; below 0 for none.
        pub margin: i32,
        /// The owner: two bodies with the same owner are never a pair.
        pub owner: u32,
        /// The body's flock.
        pub flock: u32,
        /// The body's form: a shape's index, or, with the top bit set, a sprite's.
        pub form: u32,
        /// The world: bodies of different worlds are never a pair.
        pub world: u32,
    }

    /// The rules for pairs of a crowd, and the room in its buffers: `Terms` in shared/crowd.wgsl.
    pub struct Terms {
        /// 1 if by default a touch without depth is no overlap.
        pub strict: u32,
        /// The number of touching rules between layers.
        pub touches: u32,
        /// The number of rules, after those, for circles measured by the root of their squared radii.
        pub circles: u32,
        /// The words of hit bits of all queues together.
        pub words: u32,
        /// The number of pairs that the queues of possible grazes have room for.
        pub nears: u32,
        /// The first pair of each queue.
        pub first: [u32; QUEUES as usize],
        /// The number of pairs that each queue has room for.
        pub room: [u32; QUEUES as usize],
        /// The room for candidate pairs.
        pub pairs: u32,
        /// The room for hits.
        pub hits: u32,
        /// The room for words of covers.
        pub covers: u32,
        /// The first word of the covers.
        pub base: u32,
        /// For each flock one bit per flock that its layers match.
        pub partners: [u32; 32],
    }

    /// The counters of a frame; they also count what there was no room for. `Head` in shared/crowd.wgsl.
    pub struct Head {
        /// The candidate pairs.
        pub pairs: u32,
        /// 1 if there are more candidate pairs than 32 bits can count.
        pub wrapped: u32,
        /// The bodies beyond the world's edge.
        pub beyond: u32,
        /// The hits.
        pub hits: u32,
        /// The words of covers.
        pub covers: u32,
        /// The pairs that f32 could not decide.
        pub past_filter: u32,
        /// The pairs whose boxes touch only when grown by the margin.
        pub apart: u32,
        /// The invocations that were cut short.
        pub cut: u32,
        /// The pairs in each queue.
        pub queues: [u32; QUEUES as usize],
        /// For each flock the grid levels of its bodies, one bit each.
        pub levels: [u32; 32],
    }

    /// What a frame leaves for the caller's shaders: `Outcome` in shared/outcome.wgsl.
    pub struct Outcome {
        /// The workgroups to dispatch, 64 threads each, a thread per hit.
        pub groups: [u32; 3],
        /// The number of hits.
        pub hits: u32,
        /// The vertices and instances to draw, and two zeros: a square per hit.
        pub draw: [u32; 4],
        /// 1 if the frame has no answer.
        pub is_void: u32,
        /// The last frame that ran in order.
        pub frame: u32,
        /// Padding.
        pub unused: [u32; 2],
    }

    /// A body in the grid: `Item` in shared/cells.wgsl.
    pub struct Item {
        /// The corner of its box with the least x and y, grown by its margin, in lattice units.
        pub min: [i32; 2],
        /// The corner with the greatest x and y, grown likewise.
        pub max: [i32; 2],
        /// The body.
        pub body: u32,
        /// The owner: two bodies with the same owner are never a pair.
        pub owner: u32,
        /// The body's flock and grid level.
        pub kin: u32,
        /// The world: bodies of different worlds are never a pair.
        pub world: u32,
    }

    /// The byte that one pass of the radix sort uses: `Digit` in sort.wgsl.
    pub struct Digit {
        /// 0 for a byte of the pair's first body, 1 for one of its second.
        pub which: u32,
        /// The byte's position: the shift in bits.
        pub shift: u32,
    }

    /// A piece of a body, a piece of an obstacle, and the poses at which they may meet: `FitJob` in fits.wgsl.
    pub struct FitJob {
        /// The first of its threads.
        pub start: u32,
        /// The first column, an entry of the places.
        pub column: u32,
        /// The number of columns.
        pub columns: u32,
        /// The first row, an entry of the places.
        pub row: u32,
        /// The body's part, or its first placed sprite.
        pub ours: u32,
        /// The obstacle's piece, among the placed bodies.
        pub theirs: u32,
        /// `STRICT` and `ROOTED`.
        pub flags: u32,
        /// Padding.
        pub unused: u32,
        /// From the body's position to the point that its part is seen from.
        pub shift: [i32; 2],
    }

    /// A column or a row of positions: `FitPlace` in fits.wgsl.
    pub struct FitPlace {
        /// Its lattice coordinate.
        pub at: i32,
        /// What it adds to the number of a placed sprite.
        pub sprite: u32,
        /// What it adds to the number of a bit.
        pub bit: u32,
    }

    /// A body that the host moved: `Move` in steer.wgsl.
    pub struct Move {
        /// The body.
        pub body: u32,
        /// The new position's x.
        pub x: i32,
        /// The new position's y.
        pub y: i32,
    }

    /// A body whose properties changed: `Change` in steer.wgsl.
    pub struct Change {
        /// The body.
        pub body: u32,
        /// The new properties.
        pub traits: Traits,
    }
}

impl Ask {
    /// The parameters for `count` pairs. The cast is safe: batches are cut long before 2^32 pairs.
    pub(super) fn of_pairs(count: usize, touching: Touching) -> Ask {
        let (count, flags) = (count as u32, if touching == Touching::Ignored { STRICT } else { 0 });
        Ask { count, flags, room: 0, words: count.div_ceil(32) }
    }
}

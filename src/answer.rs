//! What the questions are answered with: plain values, the same from every backend.

use crate::lattice::PixelBox;

/// How two shapes touch (SPEC 5). Lengths in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// Unit vector from A to B.
    pub normal: [f64; 2],
    /// How far B must move along the normal until the two just touch.
    pub depth: f64,
    /// A point inside both.
    pub point: [f64; 2],
}

/// The pixels that two sprites have in common (SPEC 4).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Common {
    /// How many.
    pub pixels: u64,
    /// The box around them.
    pub bounds: PixelBox,
    /// The one with the smallest (j, i), as (i, j).
    pub first: [i32; 2],
    /// The mean of their centres.
    pub centroid: [f64; 2],
    /// From A to B; (0, 0) where no direction is better than its opposite.
    pub normal: [f64; 2],
    /// Whole pixels along the normal after which nothing is common; 0 where the normal is.
    pub depth: u32,
}

/// What an executor returns of two sprites with common pixels: whole numbers only (SPEC 4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// How many pixels are common.
    pub pixels: u64,
    /// The box around them.
    pub bounds: PixelBox,
    /// The one with the smallest (j, i), as (i, j).
    pub first: [i32; 2],
    /// The sums of i and j, from the bounds' corner.
    pub sums: [u64; 2],
    /// How many are common after moving B by (-1, 0), (1, 0), (0, -1), (0, 1).
    pub moved: [u64; 4],
}

/// What an executor returns of a pair that overlaps; the rest is made on the host, for hits only (SPEC 4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Two shapes.
    Shapes,
    /// A shape meets covered squares of a sprite, each counted once.
    Squares {
        /// How many.
        pixels: u64,
    },
    /// Two sprites.
    Sprites(Shared),
    /// A tile map's cells, as (column, row), in (row, column) order.
    Tiles {
        /// Which.
        cells: Vec<[u32; 2]>,
    },
}

/// A pair of a batch that overlaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Its place in the batch.
    pub pair: u32,
    /// How it overlaps.
    pub found: Found,
}

/// How two bodies overlap.
#[derive(Debug, Clone, PartialEq)]
pub enum Overlap {
    /// Two sprites have pixels in common.
    SpriteSprite(Common),
    /// A shape meets covered squares of a sprite.
    SpriteShape {
        /// How many squares.
        pixels: u64,
    },
    /// Two shapes meet.
    ShapeShape(Contact),
    /// A body meets cells of a tile map.
    Tiles {
        /// Which, as (column, row), in (row, column) order.
        cells: Vec<[u32; 2]>,
    },
}

/// Two bodies that overlap, by their places in the order of spawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The earlier body.
    pub a: usize,
    /// The later body.
    pub b: usize,
    /// How they overlap.
    pub overlap: Overlap,
}

/// Two bodies overlap on their ways (SPEC 6).
#[derive(Debug, Clone, PartialEq)]
pub struct OnWay {
    /// How far along the ways, 0 to 1.
    pub t: f64,
    /// With a sprite: how they overlap there.
    pub overlap: Option<Overlap>,
}

/// Where a ray first meets a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// Which body.
    pub body: usize,
    /// How far along the ray, 0 to 1.
    pub t: f64,
    /// Where, in pixels.
    pub point: [f64; 2],
    /// The surface's normal there, out of the body; (0, 0) where the ray starts inside.
    pub normal: [f64; 2],
}

/// When two bodies first overlap on their ways.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// How far along the ways, 0 to 1.
    pub t: f64,
    /// Where a sprite moves: at which of how many steps.
    pub step: Option<(u32, u32)>,
}

/// What a moving body first meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepHit {
    /// Which body.
    pub body: usize,
    /// How far along the way, 0 to 1.
    pub t: f64,
    /// For a sprite: at which of how many steps.
    pub step: Option<(u32, u32)>,
}

/// How far apart two bodies are, and where they are closest; all in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distance {
    /// 0 where they overlap.
    pub distance: f64,
    /// A point of A closest to B.
    pub a: [f64; 2],
    /// A point of B closest to A.
    pub b: [f64; 2],
}

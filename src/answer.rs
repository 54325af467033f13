//! The answers to queries: plain values, the same from every backend.

use crate::lattice::{PixelBox, Vec2};
use crate::world::Handle;

/// How two bodies overlap, and how to separate them (SPEC 4 and 5). Queries give lengths in pixels, a world gives them
/// in its own units.
///
/// Moving B by `normal * depth` separates the two, and no shorter move does. **Two sprites** are different: they are
/// separated by whole pixels. Round `normal * depth` to whole pixels on each axis. That move need not be the shortest
/// one. [`World::push_apart`](crate::World::push_apart) separates the two bodies of a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The unit vector from A to B. It is (0, 0) for two sprites where no direction is better than its opposite.
    pub normal: Vec2,
    /// How far B must move along the normal until the two bodies only just touch; for two sprites, until they have no
    /// common pixel. It is 0 where the normal is (0, 0).
    pub depth: f64,
    /// A point inside both bodies.
    pub point: Vec2,
}

/// The pixels that two sprites have in common (SPEC 4).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Common {
    /// The number of common pixels.
    pub pixels: u64,
    /// The box around the common pixels.
    pub bounds: PixelBox,
    /// The common pixel with the smallest (j, i), as (i, j).
    pub first: [i32; 2],
    /// The mean of the centres of the common pixels.
    pub centroid: Vec2,
    /// The unit vector from A to B; (0, 0) where no direction is better than its opposite.
    pub normal: Vec2,
    /// The number of whole pixels along the normal after which no pixel is common; 0 where the normal is (0, 0).
    pub depth: u32,
}

/// The integers that an executor returns for two sprites with common pixels (SPEC 4).
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// The number of common pixels.
    pub pixels: u64,
    /// The box around the common pixels.
    pub bounds: PixelBox,
    /// The common pixel with the smallest (j, i), as (i, j).
    pub first: [i32; 2],
    /// The sums of i and of j over the common pixels, relative to the corner of `bounds`.
    pub sums: [u64; 2],
    /// The number of common pixels after moving B by (-1, 0), (1, 0), (0, -1), (0, 1).
    pub moved: [u64; 4],
}

/// What an executor returns for a pair that overlaps. The host computes the rest, for hits only (SPEC 4).
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Two shapes.
    Shapes,
    /// A shape overlaps covered squares of a sprite; each square counts once.
    Squares {
        /// The number of those squares.
        pixels: u64,
    },
    /// Two sprites.
    Sprites(Shared),
    /// Cells of a tile map, as (column, row), in (row, column) order.
    Tiles {
        /// The cells that overlap.
        cells: Vec<[u32; 2]>,
    },
}

/// A pair of a batch that overlaps.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairHit {
    /// The pair's index in the batch.
    pub pair: u32,
    /// How the pair overlaps.
    pub found: Found,
}

/// How two bodies overlap.
#[derive(Debug, Clone, PartialEq)]
pub enum Overlap {
    /// Two sprites have pixels in common.
    SpriteSprite(Common),
    /// A shape overlaps covered squares of a sprite.
    SpriteShape {
        /// The number of those squares.
        pixels: u64,
    },
    /// Two shapes overlap.
    ShapeShape(Contact),
    /// A body overlaps cells of a tile map.
    Tiles {
        /// The cells, as (column, row), in (row, column) order.
        cells: Vec<[u32; 2]>,
    },
}

/// Two bodies that overlap, by their indices in spawn order.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The earlier body.
    pub a: usize,
    /// The later body.
    pub b: usize,
    /// How they overlap.
    pub overlap: Overlap,
}

/// Two bodies that overlap during their motion (SPEC 6).
#[derive(Debug, Clone, PartialEq)]
pub struct OnWay {
    /// The fraction of the motion at which they first overlap, 0 to 1.
    pub t: f64,
    /// How they overlap at that moment; only for pairs with a sprite.
    pub overlap: Option<Overlap>,
}

/// Where a ray enters a body. `B` names the body: a [`Handle`] in answers of a world, an index in answers of a scene,
/// `()` where a single form is queried.
///
/// ```
/// use kasuri::{Body, Filter, World};
/// let mut world = World::new();
/// let wall = world.spawn(Body::rect([1.0, 9.0]).at([10.0, 0.0]))?;
/// let hit = world.first_on_ray([0.0, 0.0], [20.0, 0.0], Filter::ALL)?.expect("the wall");
/// assert_eq!((hit.body, hit.region, hit.point.x, hit.normal.x), (wall, 0, 9.0, -1.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit<B = Handle> {
    /// The body.
    pub body: B,
    /// The index of the region that is hit; 0 is the body itself.
    pub region: u8,
    /// The position along the ray, 0 to 1.
    pub t: f64,
    /// The point where the ray enters.
    pub point: Vec2,
    /// The surface's unit normal at the point, out of the body; (0, 0) where the ray starts inside the body.
    pub normal: Vec2,
}

impl<B> RayHit<B> {
    /// The same hit of another body.
    pub(crate) fn of_body<C>(self, body: C) -> RayHit<C> {
        RayHit { body, region: self.region, t: self.t, point: self.point, normal: self.normal }
    }
}

/// Where a moving body first overlaps another. `B` names the other body, as in [`RayHit`].
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let ball = world.spawn(Body::circle(5.0))?;
/// let wall = world.spawn(Body::rect([1.0, 9.0]).at([46.0, 0.0]))?;
/// let hit = world.sweep(ball, [80.0, 0.0])?.expect("the wall");
/// assert_eq!((hit.body, hit.t, hit.step, hit.regions), (wall, 0.5, None, [0, 0]));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias("time of impact", "TOI"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepHit<B = Handle> {
    /// The other body.
    pub body: B,
    /// The indices of the two regions, the moving body's first; 0 is the body itself.
    pub regions: [u8; 2],
    /// The position along the motion, 0 to 1.
    pub t: f64,
    /// Sprites move in steps of at most a pixel: the step in which they hit. `None` where no sprite moves.
    pub step: Option<SpriteStep>,
    /// The index of the leg of a path of several legs.
    pub leg: usize,
}

/// One of the steps in which a sprite moves (SPEC 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpriteStep {
    /// The step's number, from 0.
    pub number: u32,
    /// The number of steps in the whole motion.
    pub count: u32,
}

impl SweepHit<()> {
    /// A hit at `t` of a motion without steps.
    pub(crate) fn at(t: f64) -> SweepHit<()> {
        SweepHit { body: (), regions: [0; 2], t, step: None, leg: 0 }
    }

    /// A hit in step `number` of `count`.
    pub(crate) fn in_step(number: u32, count: u32) -> SweepHit<()> {
        let t = f64::from(number) / f64::from(count);
        SweepHit { step: Some(SpriteStep { number, count }), ..SweepHit::at(t) }
    }
}

impl<B> SweepHit<B> {
    /// The same hit with another body.
    pub(crate) fn of_body<C>(self, body: C) -> SweepHit<C> {
        SweepHit { body, regions: self.regions, t: self.t, step: self.step, leg: self.leg }
    }
}

/// The distance between two bodies, and their closest points; all in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distance {
    /// The distance; 0 where the bodies overlap.
    pub distance: f64,
    /// A point of A that is closest to B.
    pub a: Vec2,
    /// A point of B that is closest to A.
    pub b: Vec2,
}

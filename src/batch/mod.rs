//! Many pairs at a time, without a world: whether each pair overlaps, as in [`overlaps`](crate::query::overlaps), and
//! its separation, as in [`contact`](crate::query::contact).
//!
//! [`Batch`] takes poses: plain slices of `f32` or `f64`, as a game or a simulation has them. Body k of one side is
//! paired with body k of the other. Several pairs at a time are snapped, rotated and tested, and every answer is the
//! same as that of a [`World`](crate::World) for the same bodies.
//!
//! ```
//! use kasuri::batch::{Batch, BoxPoses, CirclePoses};
//! let cars = BoxPoses { x: &[10.0, 40.0], y: &[5.0; 2], hx: &[8.0; 2], hy: &[3.0; 2], angle: &[0.5, 0.0] };
//! let posts = CirclePoses { x: &[17.0, 60.0], y: &[5.0; 2], r: &[1.5; 2] };
//! let batch = Batch::new();
//! assert_eq!(batch.hits(cars, posts)?, [0]);
//! assert_eq!(batch.overlaps(cars, posts)?.words(), [0b01]);
//! assert!(batch.separations(cars, posts)?[0].is_some_and(|separation| separation.depth > 0.0));
//! # Ok::<(), kasuri::Error>(())
//! ```
//!
//! | sides | how |
//! |---|---|
//! | boxes, circles, boxes and circles, polygons of 3 to 8 vertices | 8 pairs or vertices at a time; others, such as a box without an area, one by one |
//! | sprites | both rasterised where their boxes meet, sixteen rows at a time |
//! | anything else | one by one, by [`query`](crate::query) |
//!
//! [`Boxes`], [`Circles`] and [`Polygons`] contain shapes that are already placed, for shapes that are queried more than
//! once.

mod ask;
mod bits;
mod boxes;
mod circles;
mod discs;
#[cfg(feature = "gpu")]
mod on_gpu;
mod poses;
mod prepared;
mod rings;
mod run;
mod separations;
mod side;
mod sprites;
mod standing;

pub use ask::Batch;
pub use bits::Bits;
pub use poses::{BoxPoses, CirclePoses, Number, Poses, ShapePoses, SpritePoses};
pub use prepared::{Boxes, Circles, Polygons, Separation};

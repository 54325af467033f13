//! Many pairs of shapes of one kind at a time: whether they overlap, as [`overlaps`](crate::query::overlaps)
//! has it, and how they come apart, as [`contact`](crate::query::contact) has it.
//!
//! Shapes are prepared once, column by column, and tested several at a time. Nothing is rounded: what fits a kind fits
//! f64 exactly, and what does not is asked one by one.
//!
//! ```
//! use kasuri::query::batch::Boxes;
//! use kasuri::{Placement, Shape, Touching};
//! let mut prepared = [Boxes::default(), Boxes::default()];
//! for (k, boxes) in prepared.iter_mut().enumerate() {
//!     for x in [3.0, 11.0] {
//!         let bar = Shape::rect([6.0, 1.0])?.place(&Placement::at([x * k as f64, 0.0]).turned(0.5))?;
//!         assert!(boxes.push(&bar[0]));
//!     }
//! }
//! let mut hits = Vec::new();
//! prepared[0].overlaps(&prepared[1], Touching::Counts, &mut hits);
//! assert_eq!(hits, [true, false]);
//! # Ok::<(), kasuri::Error>(())
//! ```

mod boxes;
mod boxes_circles;
mod boxes_ways;
mod circles;
mod halves;
mod polygons;
mod polygons_ways;
mod way_out;

pub use boxes::Boxes;
pub use circles::Circles;
pub use polygons::Polygons;
pub use way_out::WayOut;

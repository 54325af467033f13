//! The plain reference: SPEC 3 to 5 line by line, slow, in whole numbers. It judges every other answer of the crate, so
//! it shares none with them: it stands on lattice, error, and plain shape and mask data alone.
//!
//! ```
//! use kasuri::{Form, Placed, Placement, Shape, Touching, reference};
//! let ball = |x: f64| -> kasuri::Result<Placed> {
//!     let form = Form::Shape(Shape::circle(4.0)?.place(&Placement::at([x, 0.0]))?);
//!     Ok(Placed { form, at: [x, 0.0].into(), layer: 1, against: u32::MAX })
//! };
//! let bodies = [ball(0.0)?, ball(8.0)?, ball(16.5)?];
//! let pairs = reference::pairs(&bodies, Touching::Counts);
//! assert_eq!((pairs.len(), pairs[0].a, pairs[0].b), (1, 0, 1));
//! assert_eq!(reference::grazes(&bodies, 128, Touching::Counts), [(1, 2)]);
//! # Ok::<(), kasuri::Error>(())
//! ```

mod cast;
mod closest;
mod contact;
mod crossings;
mod curve;
mod distance;
mod hull;
mod on_way;
mod outline;
mod pairs;
mod piece;
mod pixels;
mod plane;
mod rays;
mod seams;
mod squares;
mod sweep;
mod union;
mod way_out;
mod wide;

pub use crossings::crossings;
pub use distance::distance;
pub use on_way::overlap_on_way;
pub use pairs::{contact, graze, grazes, overlap, overlaps, pairs};
pub use rays::{containing, contains, ray};
pub use sweep::{meeting, sweep};

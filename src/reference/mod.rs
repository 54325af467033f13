//! The plain reference implementation: SPEC 3 to 5 line by line, slow, in integers. All other answers of the crate are
//! tested against it. So it shares no code with them: it uses only lattice, error, and plain shape and mask data.
//!
//! ```
//! use kasuri::{query::{Form, Placed}, reference, Placement, Shape, Touching};
//! let ball = |x: f64| -> kasuri::Result<Placed> {
//!     let form = Form::Shape(Shape::circle(4.0)?.place(&Placement::at([x, 0.0]))?);
//!     Ok(Placed { form, at: [x, 0.0].into(), layer: 1, against: u32::MAX, group: 0 })
//! };
//! let bodies = [ball(0.0)?, ball(8.0)?, ball(16.5)?];
//! let pairs = reference::pairs(&bodies, Touching::Counts);
//! assert_eq!((pairs.len(), pairs[0].a, pairs[0].b), (1, 0, 1));
//! assert_eq!(reference::grazes(&bodies, 128, Touching::Counts), [(1, 2)]);
//! # Ok::<(), kasuri::Error>(())
//! ```

mod border;
mod entry;
mod escape;
mod fits;
mod hull;
mod nearest;
mod outline;
mod pairs;
mod parts;
mod pixels;
mod place;
mod plane;
mod rays;
mod seams;
mod sweeps;
mod swept;
mod wide;

pub use escape::{contact, separates};
pub use fits::{FreeCells, fits};
pub use nearest::distance;
pub use outline::crossings;
pub use pairs::{containing, contains, graze, grazes, overlap, overlaps, pairs, rooted_overlap};
pub use place::{PlacedHulls, place, turn};
pub use rays::ray;
pub use sweeps::{meeting, sweep};
pub use swept::overlap_on_way;

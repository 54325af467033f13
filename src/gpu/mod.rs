//! The GPU executor: WGSL kernels that give the same answers as the CPU, bit for bit.
//!
//! Bodies are uploaded once. Then pairs of their indices are submitted, millions at a time, and the hits are read
//! back. Integers decide every answer: f32 is only a filter with a proven error bound, so every adapter returns the
//! same bytes.
//!
//! ```no_run
//! use kasuri::{gpu::Gpu, query::Form, Placement, Shape, Touching};
//! let shot = |x: f64| -> kasuri::Result<Form> {
//!     Ok(Form::Shape(Shape::circle(4.0)?.place(&Placement::at([x, 0.0]))?))
//! };
//! let mut bodies = Gpu::new()?.bodies(&[shot(0.0)?, shot(8.0)?, shot(17.0)?])?;
//! assert_eq!(bodies.hits(&[[0, 1], [1, 2]], Touching::Counts)?, [0]);
//! # Ok::<(), kasuri::Error>(())
//! ```

#[macro_use]
mod listed;

mod arena;
mod bodies;
mod bound;
pub(crate) mod constants;
mod context;
mod covers;
mod device;
mod find;
mod fits;
mod forms;
mod frame;
mod kernels;
mod late;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod layout;
#[cfg(not(feature = "internals"))]
pub(crate) mod layout;
mod lazy;
mod mapped;
mod maps;
mod masks;
mod pairs;
mod pass;
mod queues;
mod readback;
mod receive;
mod replay;
mod run;
mod scope;
mod split;
mod ticket;
mod timer;
mod trial;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod twins;
#[cfg(not(feature = "internals"))]
mod twins;
mod upload;

pub use bodies::{Bodies, Tuning};
pub use context::Gpu;
pub use find::{adapter, instance};
pub(crate) use frame::TouchRules;
pub use frame::{
    Crowd, Frame, FrameReport, FrameVerdict, Member, OUTCOME_WGSL, PositionBuffer, ResidentCrowd,
    ResidentFrame, ResidentReport,
};
#[doc(hidden)]
pub use kernels::shaders;
#[doc(hidden)]
pub use split::{Pass, Split};
pub use ticket::{BatchAnswer, BatchReport, Hits, Ticket, Want};

/// The wgpu that the feature `gpu` is built with, for programs that bring their own device.
pub use wgpu;

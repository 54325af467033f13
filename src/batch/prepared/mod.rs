//! Shapes prepared once, column by column, and tested several at a time. Nothing is rounded: what fits a kind fits f64
//! exactly, and what does not is asked one by one.

mod boxes;
mod boxes_circles;
mod boxes_ways;
mod circles;
mod halves;
mod polygons;
mod polygons_ways;
mod way_out;

pub use boxes::Boxes;
pub(super) use boxes_circles::Near;
pub(super) use boxes_ways::{APART, Leave, Out, SURE};
pub use circles::Circles;
pub use polygons::Polygons;
pub use way_out::WayOut;

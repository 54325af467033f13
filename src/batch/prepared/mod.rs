//! Shapes prepared once, column by column, and tested several at a time. Nothing is rounded: shapes that fit a kind are
//! exact in f64, and others are tested one by one.

mod boxes;
mod boxes_circles;
mod boxes_ways;
mod circles;
mod halves;
mod polygons;
mod polygons_ways;
mod separation;

pub use boxes::Boxes;
pub(super) use boxes_circles::Near;
pub(super) use boxes_ways::{APART, Leave, Out, SURE};
pub use circles::Circles;
pub use polygons::Polygons;
pub use separation::Separation;

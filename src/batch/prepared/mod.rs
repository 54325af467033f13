//! Shapes prepared once, column by column, and tested several at a time. Nothing is rounded: shapes that fit a kind are
//! exact in f64, and others are tested one by one.

mod boxes;
mod boxes_circles;
mod boxes_separations;
mod circles;
mod halves;
mod polygons;
mod polygons_separations;
mod separation;

pub use boxes::Boxes;
pub(super) use boxes_circles::OverlapBoxesCircles;
pub(super) use boxes_separations::{APART, Out, SURE, SeparateBoxes};
pub use circles::Circles;
pub use polygons::Polygons;
pub use separation::Separation;

//! Settles pairs that boxes and discs do not decide: by the larger solid's hull, by its field if it has several parts, by a coarse view
//! of its mask, or by the cells of a map. Of two solids, the larger one is that whose box has the greater sum of width and height; of
//! equals, the first one.

mod corners;
mod hulls;
mod maps;
mod masks;

pub(super) use corners::{prefetch_forms, prefetch_vertices};
pub(super) use hulls::BesideHulls;
pub(super) use maps::BesideMaps;
pub(super) use masks::BesideMasks;

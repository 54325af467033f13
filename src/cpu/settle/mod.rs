//! Settles pairs that boxes and discs do not decide, by the larger solid's hull, or by a coarse view of it.

mod corners;
mod hulls;
mod maps;
mod masks;

pub(super) use corners::{prefetch_forms, prefetch_vertices};
pub(super) use hulls::BesideHulls;
pub(super) use maps::BesideMaps;
pub(super) use masks::BesideMasks;

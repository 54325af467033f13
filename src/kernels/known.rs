//! What is known of a pair, as bits. Bits that are not set say nothing.

/// The two overlap, whether touches count or not.
pub(crate) const HIT: u32 = 1;
/// They do not overlap.
pub(crate) const APART: u32 = 2;
/// They overlap or are within the margin.
pub(crate) const NEAR: u32 = 4;
/// They do not overlap, and they are further apart than the margin.
pub(crate) const FAR: u32 = 8;
/// No graze is needed.
pub(crate) const ENOUGH: u32 = 16;
/// All bits are below this.
pub(crate) const END: u32 = 32;

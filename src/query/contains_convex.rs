//! Whether a convex shape contains a point (SPEC 5).

use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::overlap_convex_convex::overlap;

/// Whether the shape contains the point. The shape is closed: its edge belongs to it.
pub(crate) fn contains(blob: Blob, at: Point) -> bool {
    overlap(blob, Blob { vertices: &[at], radius: 0 }, Touching::Counts)
}

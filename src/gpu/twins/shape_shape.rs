//! Whether two shapes overlap (SPEC 3). Twin: shaders/shape_shape.wgsl.

use crate::form::Touching;
use crate::query::overlap_convex_convex;
use crate::shape::Convex;

/// Whether any part of one shape overlaps any part of the other.
pub fn shape_shape(a: &[Convex], b: &[Convex], touching: Touching) -> bool {
    let meets = |p: &Convex, q: &Convex| {
        p.bounds().meets(q.bounds()) && overlap_convex_convex::overlap(p.into(), q.into(), touching)
    };
    a.iter().any(|p| b.iter().any(|q| meets(p, q)))
}

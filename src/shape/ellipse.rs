//! An ellipse is the hull of 64 vertices (SPEC 2), so it is a polygon wherever it is placed.

use std::sync::LazyLock;

use crate::lattice::Vec2;

/// The number of vertices of an ellipse.
pub(super) const VERTICES: usize = 64;

/// The vertices of the ellipse of radii 1 and 1: cosine and sine of k pi / 32.
static UNIT: LazyLock<[Vec2; VERTICES]> = LazyLock::new(|| {
    std::array::from_fn(|k| {
        let angle = k as f64 * std::f64::consts::PI / 32.0;
        Vec2::new(libm::cos(angle), libm::sin(angle))
    })
});

/// Returns the vertices of an ellipse in its own coordinates.
pub(super) fn ellipse_vertices(radii: Vec2) -> impl Iterator<Item = Vec2> {
    UNIT.iter().map(move |v| Vec2::new(radii.x * v.x, radii.y * v.y))
}

//! A convex shape as the queries see it: vertices and a radius, borrowed.

use crate::lattice::{PixelBox, Point, UNITS};
use crate::query::exact::Step;
use crate::shape::Convex;

/// The points within `radius` of a hull. For each edge (dx, dy) of the hull, (-dy, dx) points outwards.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Blob<'a> {
    pub(crate) vertices: &'a [Point],
    pub(crate) radius: i32,
}

impl<'a> From<&'a Convex> for Blob<'a> {
    fn from(convex: &'a Convex) -> Blob<'a> {
        Blob { vertices: convex.vertices(), radius: convex.radius() }
    }
}

impl<'a> Blob<'a> {
    /// Whether it has no interior.
    pub(crate) fn is_thin(self) -> bool {
        self.radius == 0 && self.vertices.len() < 3
    }

    /// Returns the edges as (start, vector) in vertex order: two for a segment, none for a point.
    pub(crate) fn edges(self) -> impl Iterator<Item = (Point, Step)> + Clone + 'a {
        let v = self.vertices;
        let n = if v.len() < 2 { 0 } else { v.len() };
        (0..n).map(move |k| (v[k], Step::between(v[k], v[if k + 1 == n { 0 } else { k + 1 }])))
    }
}

/// Returns the corners of the closed squares of a box of pixels, in the order of a hull.
pub(crate) fn squares(pixels: PixelBox) -> [Point; 4] {
    let [x0, y0, x1, y1] = [pixels.x0, pixels.y0, pixels.x1, pixels.y1].map(|p| p * UNITS);
    [Point::new(x0, y0), Point::new(x0, y1), Point::new(x1, y1), Point::new(x1, y0)]
}

/// Returns the box of one pixel.
pub(crate) fn pixel(i: i32, j: i32) -> PixelBox {
    PixelBox { x0: i, y0: j, x1: i + 1, y1: j + 1 }
}

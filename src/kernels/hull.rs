//! Convex parts prepared for the kernels: vertices and edges as columns of eight floats.

use crate::lattice::Point;
use crate::shape::Convex;

/// The number of vertices in a hull, and of the edges that begin there.
const LANES: usize = 8;

/// Eight vertices and edges of a convex part with two vertices or more, relative to the middle of the part's box. A
/// part has as many of these hulls as it needs. Unused lanes contain the hull's first vertex and its edge again,
/// which changes no answer.
///
/// Coordinates are integers of at most 2^21 + 1, and exact. An edge's inward normal has a relative error of at most
/// five roundings.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Hull {
    pub(super) x: [f32; LANES],
    pub(super) y: [f32; LANES],
    /// The unit normal of the edge from each vertex to the next one; it points into the part.
    pub(super) inward_x: [f32; LANES],
    pub(super) inward_y: [f32; LANES],
    /// How deep the origin is behind each edge.
    pub(super) depth: [f32; LANES],
    /// The length of each edge.
    pub(super) length: [f32; LANES],
    /// The largest distance of a vertex of the part from the origin, as the sum of both coordinates' sizes.
    pub(super) size: f32,
    /// The number of vertices, rounded up to an even number.
    pub(super) count: u32,
    /// 0; for a segment, in which no point is deep, a number larger than any depth.
    pub(super) thin: f32,
}

/// A number larger than any depth.
const THICKEST: f32 = (1_u32 << 31) as f32;

impl Hull {
    /// A hull without vertices.
    pub(crate) const NONE: Hull = {
        let none = [0.0; LANES];
        Hull {
            x: none,
            y: none,
            inward_x: none,
            inward_y: none,
            depth: none,
            length: none,
            size: 0.0,
            count: 0,
            thin: 0.0,
        }
    };

    /// Returns the middle of a part's box: the origin of its hulls.
    #[inline(always)]
    pub(crate) fn origin(part: &Convex) -> Point {
        let core = part.core();
        let middle = |a: i32, b: i32| a + (b - a) / 2;
        Point::new(middle(core.min.x, core.max.x), middle(core.min.y, core.max.y))
    }

    #[inline(always)]
    pub(crate) fn size(&self) -> f32 {
        self.size
    }

    #[inline(always)]
    pub(crate) fn thin(&self) -> f32 {
        self.thin
    }

    /// Returns the number of hulls that a part has: a part with a single vertex needs none.
    #[inline(always)]
    pub(crate) fn count(part: &Convex) -> usize {
        match part.vertices().len() {
            1 => 0,
            n => n.div_ceil(LANES),
        }
    }

    /// Writes all hulls of a part. (Plain loops: the compiler vectorizes them.)
    #[inline(always)]
    pub(crate) fn write(part: &Convex, to: &mut [Hull]) {
        let (vertices, origin) = (part.vertices(), Hull::origin(part));
        let thin = if vertices.len() == 2 { THICKEST } else { 0.0 };
        let mut size = 0.0;
        for (k, hull) in to.iter_mut().enumerate() {
            *hull = Hull::of(vertices, LANES * k, origin);
            size = if hull.size > size { hull.size } else { size };
        }
        for hull in to {
            (hull.size, hull.thin) = (size, thin);
        }
    }

    /// Makes the hull of the vertices from index `first` on.
    #[inline(always)]
    fn of(vertices: &[Point], first: usize, origin: Point) -> Hull {
        let n = vertices.len();
        let own = (n - first).min(LANES);
        let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
        let (mut next_x, mut next_y) = ([0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            let at = if k < own { first + k } else { first };
            let (vertex, next) = (vertices[at], vertices[if at + 1 < n { at + 1 } else { 0 }]);
            (x[k], y[k]) = ((vertex.x - origin.x) as f32, (vertex.y - origin.y) as f32);
            (next_x[k], next_y[k]) = ((next.x - origin.x) as f32, (next.y - origin.y) as f32);
        }
        let (mut inward_x, mut inward_y) = ([0.0; LANES], [0.0; LANES]);
        let (mut depth, mut length, mut far) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            let (ex, ey) = (next_x[k] - x[k], next_y[k] - y[k]);
            length[k] = (ex * ex + ey * ey).sqrt();
            (inward_x[k], inward_y[k]) = (ey / length[k], -ex / length[k]);
            depth[k] = -(inward_x[k] * x[k] + inward_y[k] * y[k]);
            far[k] = x[k].abs() + y[k].abs();
        }
        let mut size = 0.0;
        for far in far {
            size = if far > size { far } else { size };
        }
        let count = (own as u32).next_multiple_of(2);
        Hull { x, y, inward_x, inward_y, depth, length, size, count, thin: 0.0 }
    }
}

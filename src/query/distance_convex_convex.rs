//! The closest points of two convex shapes (SPEC 5).

use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::exact::{Squared, Step};

/// Returns the squared distance of two hulls that do not overlap, or whose difference has no interior. Radii are left
/// out.
pub(crate) fn squared_distance(a: Blob, b: Blob) -> Squared {
    nearest(a, b).0
}

/// The closest points of two hulls that do not overlap, in lattice units around `origin`; radii are left out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Closest {
    pub(crate) squared: Squared,
    pub(crate) origin: Point,
    pub(crate) a: [f64; 2],
    pub(crate) b: [f64; 2],
    /// The direction from A to B, of length 1.
    pub(crate) normal: [f64; 2],
}

impl Closest {
    /// Returns the distance less both radii, in lattice units.
    pub(crate) fn gap(&self, a: Blob, b: Blob) -> f64 {
        self.squared.root() - (i64::from(a.radius) + i64::from(b.radius)) as f64
    }

    /// Returns the closest points of the surfaces, in pixels.
    pub(crate) fn surfaces(&self, a: Blob, b: Blob) -> [[f64; 2]; 2] {
        let outwards = |p: [f64; 2], by: f64| {
            in_pixels([p[0] + self.normal[0] * by, p[1] + self.normal[1] * by], self.origin)
        };
        [outwards(self.a, f64::from(a.radius)), outwards(self.b, -f64::from(b.radius))]
    }
}

/// Converts lattice units around `origin` to pixels. The result is never -0: a sum is -0 only where both terms are.
pub(crate) fn in_pixels(p: [f64; 2], origin: Point) -> [f64; 2] {
    [(f64::from(origin.x) + p[0]) / 256.0, (f64::from(origin.y) + p[1]) / 256.0]
}

/// A vertex of one hull and an edge of the other; for a point the edge has no length.
#[derive(Debug, Clone, Copy)]
struct Feature {
    vertex: Point,
    start: Point,
    edge: Step,
    vertex_of_b: bool,
}

/// Returns the closest points of two hulls that do not overlap.
pub(crate) fn closest(a: Blob, b: Blob) -> Closest {
    let (squared, Feature { vertex, start, edge, vertex_of_b }) = nearest(a, b);
    let w = Step::between(start, vertex);
    let along = w.dot(edge);
    let (on_edge, towards) = if along <= 0 {
        ([0.0, 0.0], w)
    } else if along.unsigned_abs() >= edge.squared() {
        (edge.to_f64(), w - edge)
    } else {
        let t = along as f64 / edge.squared() as f64;
        (edge.to_f64().map(|x| x * t), if edge.cross(w) < 0 { -edge.outward() } else { edge.outward() })
    };
    let (on_a, on_b) = if vertex_of_b { (on_edge, w.to_f64()) } else { (w.to_f64(), on_edge) };
    let normal = if vertex_of_b { towards } else { -towards }.unit();
    Closest { squared, origin: start, a: on_a, b: on_b, normal }
}

/// Returns the closest vertex and edge: edges of A with vertices of B, then edges of B with vertices of A, a later pair
/// only when strictly closer.
fn nearest(a: Blob, b: Blob) -> (Squared, Feature) {
    let (p, q) = (a.vertices[0], b.vertices[0]);
    let first = Feature { vertex: q, start: p, edge: Step::new(0, 0), vertex_of_b: true };
    let mut best = (Squared::whole(u64::MAX), first);
    for (edges, vertices, vertex_of_b) in [(a, b, true), (b, a, false)] {
        let mut try_edge = |start: Point, edge: Step| {
            for &vertex in vertices.vertices {
                let squared = squared_distance_to_edge(Step::between(start, vertex), edge);
                if squared.cmp(best.0).is_lt() {
                    best = (squared, Feature { vertex, start, edge, vertex_of_b });
                }
            }
        };
        match edges.vertices {
            [point] => try_edge(*point, Step::new(0, 0)),
            _ => edges.edges().for_each(|(start, edge)| try_edge(start, edge)),
        }
    }
    best
}

/// Returns the squared distance from a point to an edge. `w` is the point relative to the edge's start.
pub(crate) fn squared_distance_to_edge(w: Step, edge: Step) -> Squared {
    let along = w.dot(edge);
    if along <= 0 {
        Squared::whole(w.squared())
    } else if along.unsigned_abs() >= edge.squared() {
        Squared::whole((w - edge).squared())
    } else {
        Squared { num: u128::from(edge.cross(w).unsigned_abs()).pow(2), den: edge.squared() }
    }
}

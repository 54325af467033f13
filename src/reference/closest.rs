//! The closest points of two convex hulls (SPEC 5).

use crate::reference::contact::unit;
use crate::reference::hull::{Hull, squared_distance_to_edge};
use crate::reference::wide::{Ratio, V};

/// The closest points of two hulls, in lattice units around `origin`; radii are left out.
pub(super) struct Closest {
    pub(super) squared: Ratio,
    pub(super) origin: V,
    pub(super) a: [f64; 2],
    pub(super) b: [f64; 2],
    /// The direction from A to B, of length 1; meaningless where the hulls overlap.
    pub(super) normal: [f64; 2],
}

/// A vertex of one hull and an edge of the other; for a point the edge has no length.
#[derive(Clone, Copy)]
struct Feature {
    vertex: V,
    start: V,
    edge: V,
    vertex_of_b: bool,
}

/// Tries every edge of A with every vertex of B, then every edge of B with every vertex of A. A later pair replaces an
/// earlier one only when strictly closer.
pub(super) fn closest(a: &Hull, b: &Hull) -> Closest {
    let mut best: Option<(Ratio, Feature)> = None;
    for (edges, vertices, vertex_of_b) in [(a, b, true), (b, a, false)] {
        for (start, edge) in edges_or_point(edges) {
            for &vertex in &vertices.vertices {
                let squared = squared_distance_to_edge(vertex, start, edge);
                if best.is_none_or(|(least, _)| squared.cmp(least).is_lt()) {
                    best = Some((squared, Feature { vertex, start, edge, vertex_of_b }));
                }
            }
        }
    }
    let nothing =
        Feature { vertex: a.vertices[0], start: a.vertices[0], edge: V::new(0, 0), vertex_of_b: true };
    let (squared, feature) = best.unwrap_or((Ratio::whole(0), nothing));
    feature.finish(squared)
}

fn edges_or_point(hull: &Hull) -> Vec<(V, V)> {
    let edges: Vec<_> = hull.edges().collect();
    if edges.is_empty() { vec![(hull.vertices[0], V::new(0, 0))] } else { edges }
}

impl Feature {
    fn finish(self, squared: Ratio) -> Closest {
        let Feature { vertex, start, edge, vertex_of_b } = self;
        let w = vertex - start;
        let along = w.dot(edge);
        // From the edge's closest point to the vertex.
        let (on_edge, towards) = if along <= 0 {
            ([0.0, 0.0], w)
        } else if along.unsigned_abs() >= edge.squared() {
            (edge.to_f64(), w - edge)
        } else {
            let t = along as f64 / edge.squared() as f64;
            let side = if edge.cross(w) < 0 { -edge.outward() } else { edge.outward() };
            (edge.to_f64().map(|x| x * t), side)
        };
        let (a, b) = if vertex_of_b { (on_edge, w.to_f64()) } else { (w.to_f64(), on_edge) };
        let normal = unit(if vertex_of_b { towards } else { -towards });
        Closest { squared, origin: start, a, b, normal }
    }
}

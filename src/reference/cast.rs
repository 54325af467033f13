//! Where a ray first hits a grown hull. A sweep uses the same code with the hull of all B - A (SPEC 5).

use crate::reference::contact::unit;
use crate::reference::hull::Hull;
use crate::reference::wide::{Ratio, V, sign_less_root};

/// The first hit of a ray on a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cast {
    /// The fraction of the ray at the hit, 0 to 1.
    pub(super) t: f64,
    /// The normal out of the surface; (0, 0) for a start inside or on the edge.
    pub(super) normal: [f64; 2],
}

/// Casts a ray from `p` along `d`. Whether it hits is decided exactly; t and normal are f64.
///
/// The surface of the grown hull is its edges moved out by the radius, and an arc around each vertex. A ray enters a
/// convex set once: through an edge, or else through an arc.
pub(super) fn cast(p: V, d: V, hull: &Hull) -> Option<Cast> {
    if hull.holds(p, 0) {
        return Some(Cast { t: 0.0, normal: [0.0, 0.0] });
    }
    // At a vertex the ray may enter two edges: the one more against the ray counts.
    let against = |e: V| Ratio { num: e.cross(d).unsigned_abs().pow(2), den: e.squared() };
    let entered =
        hull.edges().filter_map(|(a, e)| Some((against(e), enter_edge(p, d, (a, e), hull.radius)?)));
    let through_edge = entered.reduce(|best, next| if next.0.cmp(best.0).is_gt() { next } else { best });
    through_edge.map(|(_, cast)| cast).or_else(|| {
        let arcs = (0..hull.vertices.len()).filter_map(|k| enter_arc(p, d, hull, k));
        arcs.reduce(|best, hit| if hit.t < best.t { hit } else { best })
    })
}

/// Returns where a ray enters the edge from `a` along `e`, moved out by `r`.
fn enter_edge(p: V, d: V, (a, e): (V, V), r: i64) -> Option<Cast> {
    let (w, r) = (p - a, i128::from(r));
    let squared = e.squared();
    // Heights over the edge, times the edge's length: the ray starts at `height`, sinks by `fall`, and enters at r.
    let (height, fall) = (e.cross(w), -e.cross(d));
    let starts_above = sign_less_root(height, r, squared).is_ge();
    let ends_below = sign_less_root(height - fall, r, squared).is_le();
    if fall <= 0 || !starts_above || !ends_below {
        return None;
    }
    // The position along the edge where the ray enters, times fall and squared length: between 0 and both.
    let along = w.dot(e) * fall + height * d.dot(e);
    let drift = r * d.dot(e);
    let before = sign_less_root(along, drift, squared).is_lt();
    let after = sign_less_root(along - fall * squared.cast_signed(), drift, squared).is_gt();
    if before || after {
        return None;
    }
    // height - r |e| without cancellation: (height^2 - r^2 |e|^2) / (height + r |e|).
    let drop = if r == 0 {
        height as f64
    } else {
        let exact = height * height - r * r * squared.cast_signed();
        exact as f64 / (height as f64 + r as f64 * Ratio::whole(squared).root())
    };
    Some(Cast { t: (drop / fall as f64).clamp(0.0, 1.0), normal: unit(e.outward()) })
}

/// Returns where a ray enters the arc of radius `r` around vertex `k`.
fn enter_arc(p: V, d: V, hull: &Hull, k: usize) -> Option<Cast> {
    let r = i128::from(hull.radius);
    let w = p - hull.vertices[k];
    let length = d.squared().cast_signed();
    let approach = -w.dot(d);
    let under_root = r * r * length - d.cross(w).pow(2);
    if approach <= 0 || under_root < 0 {
        return None;
    }
    // The smaller root of |w + t d| = r, (approach - root) / length, must not lie past the ray's end.
    if sign_less_root(approach - length, 1, under_root.unsigned_abs()).is_gt() {
        return None;
    }
    let root = Ratio::whole(under_root.unsigned_abs()).root();
    let outside = w.squared().cast_signed() - r * r;
    let t = (outside as f64 / (approach as f64 + root)).clamp(0.0, 1.0);
    let normal = if r == 0 {
        free_normal(hull, k)
    } else {
        let [x, y] = [w.x as f64 + t * d.x as f64, w.y as f64 + t * d.y as f64];
        let q = (x * x + y * y).sqrt();
        [x / q + 0.0, y / q + 0.0]
    };
    Some(Cast { t, normal })
}

/// Returns the normal at a vertex without radius, where the direction is free: that of the first edge that ends there,
/// else (1, 0).
fn free_normal(hull: &Hull, k: usize) -> [f64; 2] {
    let vertex = hull.vertices[k];
    let edge = hull.edges().find(|&(a, e)| a == vertex || a + e == vertex);
    edge.map_or([1.0, 0.0], |(_, e)| unit(e.outward()))
}

//! Where a ray first hits a convex shape (SPEC 5). Sweeps use the same code with a Minkowski difference.

use crate::query::exact::{Root, Squared, Step, cmp_root, to_f64};

/// The first hit of a ray on a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cast {
    /// The fraction of the ray at the hit, 0 to 1.
    pub(crate) t: f64,
    /// The normal out of the surface; (0, 0) for a start inside or on the edge.
    pub(crate) normal: [f64; 2],
}

impl Cast {
    /// The hit of a ray that starts inside or on the edge.
    pub(crate) const AT_START: Cast = Cast { t: 0.0, normal: [0.0, 0.0] };

    /// Returns the earlier of two hits, the first one on a tie.
    pub(crate) fn earlier(self, other: Cast) -> Cast {
        if other.t < self.t { other } else { self }
    }
}

/// Casts a ray from the origin along `d` against the points within `radius` of a hull. The origin must lie outside them.
///
/// A ray enters a convex set once: through an edge moved out by the radius, or else through the arc around a vertex.
/// Whether the ray hits is decided exactly; t and normal are f64.
pub(crate) fn cast_outside(d: Step, hull: &[Step], radius: i64) -> Option<Cast> {
    let n = if hull.len() < 2 { 0 } else { hull.len() };
    let edge = |k: usize| (hull[k], hull[(k + 1) % n] - hull[k]);
    // At a vertex the ray may enter two edges: the one more against the ray counts.
    let against = |e: Step| Squared { num: u128::from(e.cross(d).unsigned_abs()).pow(2), den: e.squared() };
    let entered = (0..n).filter_map(|k| {
        let cast = enter_edge(d, edge(k), radius)?;
        Some((against(edge(k).1), cast))
    });
    let through_edge = entered.reduce(|best, next| if next.0.cmp(best.0).is_gt() { next } else { best });
    through_edge
        .map(|(_, cast)| cast)
        .or_else(|| (0..hull.len()).filter_map(|k| enter_arc(d, hull, k, radius)).reduce(Cast::earlier))
}

/// Returns where a ray enters the edge from `a` along `e`, moved out by `r`.
fn enter_edge(d: Step, (a, e): (Step, Step), r: i64) -> Option<Cast> {
    // Heights over the edge, times the edge's length: the ray starts at `height`, sinks by `fall`, and enters at r.
    let (height, fall) = (i128::from(-e.cross(a)), i128::from(-e.cross(d)));
    if fall <= 0
        || height < 0
        || height - fall > i128::from(r) * (i128::from(e.x.abs()) + i128::from(e.y.abs()))
    {
        return None;
    }
    let (r, squared) = (i128::from(r), i128::from(e.dot(e)));
    let root = Root::of(squared.unsigned_abs());
    if root.cmp(height, r).is_lt() || root.cmp(height - fall, r).is_gt() {
        return None;
    }
    // The position along the edge where the ray enters, times fall and squared length: between 0 and both.
    let (shift, drift) = (i128::from(d.dot(e)), r * i128::from(d.dot(e)));
    let along = -i128::from(a.dot(e)) * fall + height * shift;
    if root.cmp(along, drift).is_lt() || root.cmp(along - fall * squared, drift).is_gt() {
        return None;
    }
    // height - r |e| without cancellation: (height^2 - r^2 |e|^2) / (height + r |e|).
    let drop = if r == 0 {
        to_f64(height)
    } else {
        to_f64(height * height - r * r * squared) / (to_f64(height) + to_f64(r) * to_f64(squared).sqrt())
    };
    Some(Cast { t: (drop / to_f64(fall)).clamp(0.0, 1.0), normal: e.outward().unit() })
}

/// Returns where a ray enters the arc of radius `r` around vertex `k`.
fn enter_arc(d: Step, hull: &[Step], k: usize, r: i64) -> Option<Cast> {
    let v = hull[k];
    let wide = |a: Step, b: Step| {
        let times = |p: i64, q: i64| i128::from(p) * i128::from(q);
        (times(a.x, b.x) + times(a.y, b.y), times(a.x, b.y) - times(a.y, b.x))
    };
    let (length, _) = wide(d, d);
    let (approach, beside) = wide(d, v);
    let r2 = i128::from(r).pow(2);
    let under_root = r2 * length - beside * beside;
    if approach <= 0 || under_root < 0 {
        return None;
    }
    // The smaller root of |t d - v| = r, (approach - root) / length, must not lie past the ray's end.
    if cmp_root(approach - length, 1, under_root.unsigned_abs()).is_gt() {
        return None;
    }
    let root = to_f64(under_root).sqrt();
    let t = (to_f64(wide(v, v).0 - r2) / (to_f64(approach) + root)).clamp(0.0, 1.0);
    let normal = if r == 0 {
        free_normal(hull, k)
    } else {
        let [x, y] = [t * d.x as f64 - v.x as f64, t * d.y as f64 - v.y as f64];
        let q = (x * x + y * y).sqrt();
        [x / q, y / q]
    };
    Some(Cast { t, normal })
}

/// Returns the normal at a vertex without radius, where the direction is free: that of the first edge that ends there,
/// else (1, 0).
fn free_normal(hull: &[Step], k: usize) -> [f64; 2] {
    let n = hull.len();
    let edge = match (n, k) {
        (1, _) => return [1.0, 0.0],
        (_, 0) => hull[1] - hull[0],
        _ => hull[k] - hull[k - 1],
    };
    edge.outward().unit()
}

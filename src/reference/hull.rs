//! Tests two convex shapes as one hull: whether the origin lies in the hull of all B - A, grown by both radii (SPEC 3).

use crate::form::Touching;
use crate::lattice::PixelBox;
use crate::reference::wide::{Ratio, V};
use crate::shape::Convex;

/// The points within `radius` of a hull. For each edge (dx, dy) of the hull, (-dy, dx) points outwards.
#[derive(Debug, Clone)]
pub(super) struct RoundHull {
    pub(super) vertices: Vec<V>,
    pub(super) radius: i64,
}

impl From<&Convex> for RoundHull {
    fn from(convex: &Convex) -> RoundHull {
        let vertices = convex.vertices().iter().map(|&p| p.into()).collect();
        RoundHull { vertices, radius: convex.radius().into() }
    }
}

impl RoundHull {
    pub(super) fn new(points: Vec<V>, radius: i64) -> RoundHull {
        RoundHull { vertices: around(points), radius }
    }

    /// Whether it has no interior.
    pub(super) fn is_thin(&self) -> bool {
        self.radius == 0 && self.vertices.len() < 3
    }

    /// Returns the closed squares of a box of pixels.
    pub(super) fn squares(pixels: PixelBox) -> RoundHull {
        let [x0, y0, x1, y1] = [pixels.x0, pixels.y0, pixels.x1, pixels.y1].map(|p| i64::from(p) * 256);
        RoundHull::new(vec![V::new(x0, y0), V::new(x1, y0), V::new(x1, y1), V::new(x0, y1)], 0)
    }

    /// Returns the hull of all b - a, with the sum of both radii.
    pub(super) fn difference(a: &RoundHull, b: &RoundHull) -> RoundHull {
        let all = a.vertices.iter().flat_map(|&a| b.vertices.iter().map(move |&b| b - a));
        RoundHull::new(all.collect(), a.radius + b.radius)
    }

    /// Returns the edges as (start, vector), in vertex order; a segment has two, a point none.
    pub(super) fn edges(&self) -> impl Iterator<Item = (V, V)> {
        let n = if self.vertices.len() < 2 { 0 } else { self.vertices.len() };
        (0..n).map(move |k| (self.vertices[k], self.vertices[(k + 1) % n] - self.vertices[k]))
    }

    /// Returns the squared distance from a point to the hull; the radius is left out.
    pub(super) fn squared_distance(&self, p: V) -> Ratio {
        let inside = self.vertices.len() > 2 && self.edges().all(|(a, e)| e.cross(p - a) <= 0);
        if inside {
            return Ratio::whole(0);
        }
        let to_edges = self.edges().map(|(a, e)| squared_distance_to_edge(p, a, e));
        let nearest = to_edges.reduce(|best, d| if d.cmp(best).is_lt() { d } else { best });
        nearest.unwrap_or_else(|| Ratio::whole((p - self.vertices[0]).squared()))
    }

    /// Whether a point lies within the hull grown by its radius and a margin.
    pub(super) fn holds(&self, p: V, margin: i64) -> bool {
        let reach = Ratio::whole(V::new(self.radius + margin, 0).squared());
        self.squared_distance(p).cmp(reach).is_le()
    }

    /// Whether a point lies in the interior of the hull grown by its radius.
    pub(super) fn holds_inside(&self, p: V) -> bool {
        let within_hull = self.vertices.len() > 2 && self.edges().all(|(a, e)| e.cross(p - a) < 0);
        within_hull || self.squared_distance(p).cmp(Ratio::whole(V::new(self.radius, 0).squared())).is_lt()
    }
}

/// Whether two shapes overlap: a shared point, or, where touching is ignored, a depth of more than 0.
pub(super) fn meets(a: &RoundHull, b: &RoundHull, touching: Touching) -> bool {
    let difference = RoundHull::difference(a, b);
    match touching {
        Touching::Counts => difference.holds(V::new(0, 0), 0),
        Touching::Ignored => difference.holds_inside(V::new(0, 0)),
    }
}

/// Whether the distance of two shapes is at most a margin.
pub(super) fn within(a: &RoundHull, b: &RoundHull, margin: i64) -> bool {
    RoundHull::difference(a, b).holds(V::new(0, 0), margin)
}

/// Returns the squared distance from a point to the edge that runs from `a` along `e`.
pub(super) fn squared_distance_to_edge(p: V, a: V, e: V) -> Ratio {
    let w = p - a;
    let along = w.dot(e);
    if along <= 0 {
        Ratio::whole(w.squared())
    } else if along.unsigned_abs() >= e.squared() {
        Ratio::whole((w - e).squared())
    } else {
        Ratio { num: e.cross(w).unsigned_abs().pow(2), den: e.squared() }
    }
}

/// Returns the convex hull of the points: a lower and an upper chain over the sorted points.
fn around(mut points: Vec<V>) -> Vec<V> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = &V>| {
        let mut chain: Vec<V> = Vec::new();
        for &p in points {
            while let [.., a, b] = chain[..]
                && (b - a).cross(p - a) >= 0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    hull
}

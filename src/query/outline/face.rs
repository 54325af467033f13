//! Faces: stretches of an outline with their outward side.

use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::exact::Step;
use crate::query::outline::curve::{Curve, SLACK, turned};
use crate::query::outline::vectors::{cross, dot, minus, plus};

/// A stretch of an outline, with its outward side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Face {
    pub(crate) curve: Curve,
    /// The normal out of the body; for an arc, the normal at its first point.
    pub(super) normal: [f64; 2],
}

/// A length in lattice units: shorter stretches are dropped, and points nearer than this to an edge lie on it.
pub(super) const TINY: f64 = 1e-7;

/// Far more than the rounding of a point on a face, in lattice units.
const NEAR: f64 = 0.5;

impl Face {
    /// Returns the stretches of the face between the cuts, in order; those of an arc are at most a quarter of a turn.
    pub(super) fn stretches(&self, mut cuts: Vec<[f64; 2]>) -> Vec<Face> {
        match self.curve {
            Curve::Edge { a, e, slack } => {
                let length = dot(e, e);
                if length == 0.0 {
                    return vec![*self];
                }
                let mut times: Vec<f64> = cuts.iter().map(|&p| dot(minus(p, a), e) / length).collect();
                times.retain(|&t| t > 0.0 && t < 1.0);
                times.extend([0.0, 1.0]);
                times.sort_by(f64::total_cmp);
                let least = TINY / length.sqrt();
                let long = times.windows(2).filter(|two| two[1] - two[0] > least);
                let cut = long.map(|two| {
                    let slack = if two == [0.0, 1.0] { slack } else { SLACK };
                    let curve =
                        Curve::Edge { a: plus(a, e, two[0]), e: e.map(|x| x * (two[1] - two[0])), slack };
                    Face { curve, ..*self }
                });
                cut.collect()
            }
            Curve::Arc { c, r, n0, n1 } => {
                let turns = cuts.drain(..).map(|p| minus(p, c).map(|x| x / r));
                // Strictly after the beginning of the arc and before its end.
                let is_within = |n: &[f64; 2]| n0 == n1 || cross(n0, *n) < 0.0 && cross(*n, n1) < 0.0;
                let mut turns: Vec<[f64; 2]> = turns.filter(is_within).collect();
                if n0 == n1 {
                    turns.extend([[n0[1], -n0[0]], [-n0[0], -n0[1]], [-n0[1], n0[0]]]);
                } else if dot(n0, n1) < 0.0 {
                    turns.push([n0[1], -n0[0]]);
                }
                turns.sort_by(|p, q| turned(n0, *p).total_cmp(&turned(n0, *q)));
                turns.insert(0, n0);
                turns.push(n1);
                let long = turns.windows(2).filter(|two| {
                    let d = minus(two[1], two[0]);
                    dot(d, d).sqrt() * r > TINY
                });
                long.map(|two| Face { curve: Curve::Arc { c, r, n0: two[0], n1: two[1] }, normal: two[0] })
                    .collect()
            }
        }
    }

    /// Whether it is the single point of a part without edges.
    pub(super) fn is_point(&self) -> bool {
        matches!(self.curve, Curve::Edge { e: [0.0, 0.0], .. })
    }

    /// Whether it may pass through a point, with room for the rounding of its ends. Most faces do not.
    pub(super) fn is_near(&self, x: [f64; 2]) -> bool {
        match self.curve {
            Curve::Edge { .. } => self.normal_at(x, NEAR).is_some(),
            Curve::Arc { c, r, .. } => {
                let d = minus(x, c);
                (dot(d, d).sqrt() - r).abs() <= NEAR
            }
        }
    }

    /// Returns a point in the middle, and the normal there.
    pub(super) fn middle(&self) -> ([f64; 2], [f64; 2]) {
        match self.curve {
            Curve::Edge { a, e, .. } => (plus(a, e, 0.5), self.normal),
            Curve::Arc { c, r, n0, n1 } => {
                let sum = [n0[0] + n1[0], n0[1] + n1[1]];
                let q = dot(sum, sum).sqrt();
                let n = if q > 0.0 { sum.map(|x| x / q) } else { n0 };
                (plus(c, n, r), n)
            }
        }
    }

    /// Joins two faces to one where this one ends where the next begins.
    pub(super) fn joined(&self, next: &Face) -> Option<Face> {
        match (self.curve, next.curve) {
            (Curve::Edge { a, e, .. }, Curve::Edge { a: b, e: f, .. }) => {
                let gap = minus(b, plus(a, e, 1.0));
                let is_next = dot(gap, gap).sqrt() <= 4.0 * TINY;
                let e = [b[0] + f[0] - a[0], b[1] + f[1] - a[1]];
                is_next.then_some(Face { curve: Curve::Edge { a, e, slack: SLACK }, ..*self })
            }
            _ => None,
        }
    }

    /// Returns the normal at a point if the point is at most `within` away from the face, else `None`.
    pub(crate) fn normal_at(&self, x: [f64; 2], within: f64) -> Option<[f64; 2]> {
        match self.curve {
            Curve::Edge { a, e, .. } => {
                let length = dot(e, e);
                let along = if length == 0.0 { 0.0 } else { (dot(minus(x, a), e) / length).clamp(0.0, 1.0) };
                let d = minus(x, plus(a, e, along));
                (dot(d, d).sqrt() <= within).then_some(self.normal)
            }
            Curve::Arc { c, r, .. } => {
                let d = minus(x, c);
                let q = dot(d, d).sqrt();
                let is_on = (q - r).abs() <= within && self.curve.spans(x);
                is_on.then(|| d.map(|x| x / q + 0.0))
            }
        }
    }
}

/// Adds the edges of a hull moved out by the radius, each with the arc around the vertex at its end.
pub(super) fn around(blob: Blob, origin: Point, add: &mut impl FnMut(Face)) {
    let local = |p: Point| Step::between(origin, p).to_f64();
    let edges: Vec<(Point, Step)> = blob.edges().collect();
    let r = f64::from(blob.radius);
    if edges.is_empty() {
        let (c, n) = (local(blob.vertices[0]), [1.0, 0.0]);
        let curve = match blob.radius {
            0 => Curve::Edge { a: c, e: [0.0, 0.0], slack: 0.0 },
            _ => Curve::Arc { c, r, n0: n, n1: n },
        };
        return add(Face { curve, normal: n });
    }
    for (k, &(a, e)) in edges.iter().enumerate() {
        let normal = e.outward().unit();
        let [x, y] = local(a);
        if blob.radius == 0 {
            add(Face { curve: Curve::Edge { a: [x, y], e: e.to_f64(), slack: 0.0 }, normal });
            continue;
        }
        let (_, next) = edges[(k + 1) % edges.len()];
        let (n0, n1) = (normal, next.outward().unit());
        let moved = [x + n0[0] * r, y + n0[1] * r];
        add(Face { curve: Curve::Edge { a: moved, e: e.to_f64(), slack: SLACK }, normal });
        let [ex, ey] = e.to_f64();
        add(Face { curve: Curve::Arc { c: [x + ex, y + ey], r, n0, n1 }, normal: n0 });
    }
}

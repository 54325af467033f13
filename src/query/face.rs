//! A stretch of an outline with a side that is out.

use crate::query::curve::{Curve, SLACK};
use crate::query::plane::{cross, dot, minus, plus};

/// A stretch of an outline, seen from outside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Face {
    pub(crate) curve: Curve,
    /// Out of the body; an arc's is that of its first point.
    pub(crate) normal: [f64; 2],
}

/// Stretches shorter than this, in lattice units, are none; what is nearer than this to an edge lies on it.
pub(crate) const TINY: f64 = 1e-7;

impl Face {
    /// Its stretches between some of its points, in order; an arc's are at most a quarter of a turn.
    pub(crate) fn stretches(&self, mut cuts: Vec<[f64; 2]>) -> Vec<Face> {
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
                // Strictly after its beginning and before its end.
                let is_within = |n: &[f64; 2]| n0 == n1 || cross(n0, *n) < 0.0 && cross(*n, n1) < 0.0;
                let mut turns: Vec<[f64; 2]> = turns.filter(is_within).collect();
                if n0 == n1 {
                    turns.extend([[n0[1], -n0[0]], [-n0[0], -n0[1]], [-n0[1], n0[0]]]);
                } else if dot(n0, n1) < 0.0 {
                    turns.push([n0[1], -n0[0]]);
                }
                let place = |n: &[f64; 2]| self.curve.place(plus(c, *n, r));
                turns.sort_by(|p, q| place(p).total_cmp(&place(q)));
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

    /// A point in the middle, and the normal there.
    pub(crate) fn middle(&self) -> ([f64; 2], [f64; 2]) {
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

    /// The two as one, where this one ends where the next begins.
    pub(crate) fn joined(&self, next: &Face) -> Option<Face> {
        match (self.curve, next.curve) {
            (Curve::Edge { a, e, slack: s }, Curve::Edge { a: b, e: f, slack: t }) => {
                let gap = minus(b, plus(a, e, 1.0));
                let is_next = dot(gap, gap).sqrt() <= 4.0 * TINY;
                let e = [b[0] + f[0] - a[0], b[1] + f[1] - a[1]];
                is_next.then_some(Face { curve: Curve::Edge { a, e, slack: s.max(t) }, ..*self })
            }
            _ => None,
        }
    }

    /// Whether another goes straight on from it.
    pub(crate) fn goes_on(&self, next: &Face) -> bool {
        match (self.curve, next.curve) {
            (Curve::Edge { e, .. }, Curve::Edge { e: f, .. }) => {
                let is_one_line = cross(e, f).abs() <= 1e-9 * dot(e, e).max(dot(f, f)) && dot(e, f) > 0.0;
                is_one_line && dot(self.normal, next.normal) > 0.5 && self.joined(next).is_some()
            }
            _ => false,
        }
    }

    /// Its normal at a point, where that is no further from it than a distance; `None` elsewhere.
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

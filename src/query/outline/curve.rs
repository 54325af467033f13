//! Curves: straight edges and arcs, and the points that two of them have in common.

use crate::lattice::{Bounds, Point};
use crate::query::outline::vectors::{cross, dot, minus, plus};

/// A stretch of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Curve {
    /// From a point along a vector; `slack` is the largest error of its ends, 0 for lattice points.
    Edge { a: [f64; 2], e: [f64; 2], slack: f64 },
    /// Around `c`, from the direction `n0` to `n1` in the direction of outlines; a full circle where the two are the
    /// same.
    Arc { c: [f64; 2], r: f64, n0: [f64; 2], n1: [f64; 2] },
}

/// The largest error of the ends of a computed curve, in lattice units.
pub(super) const SLACK: f64 = 1e-6;

/// Returns a key that sorts directions by how far outlines turn from n0 to them. Every direction d with `cross(n0, d) < 0` is in
/// the first half, also very near to n0: both use the same products, so rounding cannot make them differ.
pub(super) fn turned(n0: [f64; 2], d: [f64; 2]) -> f64 {
    // Outlines turn from n0 towards (n0.y, -n0.x): the angle's cosine falls, then rises in the second half.
    let across = [n0[1], -n0[0]];
    let cosine = dot(d, n0) / dot(d, d).sqrt();
    if dot(d, across) >= 0.0 { 1.0 - cosine } else { 3.0 + cosine }
}

impl Curve {
    /// Returns a lattice box around the curve.
    pub(crate) fn bounds(&self, origin: Point) -> Bounds {
        let (min, max) = match *self {
            Curve::Edge { a, e, .. } => (
                [a[0].min(a[0] + e[0]), a[1].min(a[1] + e[1])],
                [a[0].max(a[0] + e[0]), a[1].max(a[1] + e[1])],
            ),
            Curve::Arc { c, r, .. } => ([c[0] - r, c[1] - r], [c[0] + r, c[1] + r]),
        };
        let at = |p: [f64; 2], by: f64| {
            let fit = |o: i32, x: f64| (f64::from(o) + x + by) as i32;
            Point::new(fit(origin.x, p[0]), fit(origin.y, p[1]))
        };
        Bounds { min: at(min, -2.0), max: at(max, 2.0) }
    }

    /// Returns a key that sorts the points of the curve in its direction.
    pub(crate) fn place(&self, p: [f64; 2]) -> f64 {
        match *self {
            Curve::Edge { a, e, .. } => dot(minus(p, a), e),
            Curve::Arc { c, n0, .. } => turned(n0, minus(p, c)),
        }
    }

    /// Reports every common point of two curves; where they share a stretch, reports the ends of it.
    pub(crate) fn meet(&self, other: &Curve, mut tell: impl FnMut([f64; 2])) {
        match (*self, *other) {
            (Curve::Edge { a, e, slack: s }, Curve::Edge { a: b, e: f, slack: t }) => {
                edges((a, e), (b, f), s.max(t), tell);
            }
            (Curve::Edge { a, e, slack }, Curve::Arc { c, r, .. }) => {
                edge_and_circle((a, e), slack, c, r, |p| {
                    if other.spans(p) {
                        tell(p);
                    }
                });
            }
            (Curve::Arc { .. }, Curve::Edge { .. }) => other.meet(self, tell),
            (Curve::Arc { c, r, .. }, Curve::Arc { c: d, r: q, .. }) => {
                if c == d && r == q {
                    self.ends().into_iter().filter(|&p| other.spans(p)).for_each(&mut tell);
                    other.ends().into_iter().filter(|&p| self.spans(p)).for_each(tell);
                } else {
                    circles(c, r, d, q, |p| {
                        if self.spans(p) && other.spans(p) {
                            tell(p);
                        }
                    });
                }
            }
        }
    }

    /// Whether the direction to a point lies in an arc.
    pub(super) fn spans(&self, p: [f64; 2]) -> bool {
        let Curve::Arc { c, r, n0, n1 } = *self else { return false };
        let d = minus(p, c);
        let slack = SLACK + r * 1e-12;
        let is_ahead = dot(n0, n1) <= 0.0 || dot(d, n0) + dot(d, n1) >= 0.0;
        n0 == n1 || (is_ahead && cross(n0, d) <= slack && cross(d, n1) <= slack)
    }

    /// Returns both ends of an arc; a full circle has none.
    fn ends(&self) -> Vec<[f64; 2]> {
        match *self {
            Curve::Arc { c, r, n0, n1 } if n0 != n1 => vec![plus(c, n0, r), plus(c, n1, r)],
            _ => Vec::new(),
        }
    }
}

/// Reports the common points of two edges. On lattice points all products are exact, and so is whether the edges meet.
fn edges(
    (a, e): ([f64; 2], [f64; 2]),
    (b, f): ([f64; 2], [f64; 2]),
    slack: f64,
    mut tell: impl FnMut([f64; 2]),
) {
    let w = minus(b, a);
    let turn = cross(e, f);
    let (on_e, on_f) = (slack * dot(e, e).sqrt(), slack * dot(f, f).sqrt());
    if turn != 0.0 {
        let (t, s) = (cross(w, f) * turn.signum(), cross(w, e) * turn.signum());
        let inside = |t: f64, slack: f64| -slack <= t && t <= turn.abs() + slack;
        if inside(t, on_f) && inside(s, on_e) {
            tell(plus(a, e, t / turn.abs()));
        }
        return;
    }
    // Both edges are on one line: report each end that lies on the other edge. A point is an edge without length.
    if cross(w, e).abs() <= on_e && cross(w, f).abs() <= on_f {
        let lies_on = |p: [f64; 2], a: [f64; 2], e: [f64; 2], slack: f64| {
            let along = dot(minus(p, a), e);
            if e == [0.0, 0.0] { p == a } else { -slack <= along && along <= dot(e, e) + slack }
        };
        for p in [a, plus(a, e, 1.0)] {
            if lies_on(p, b, f, on_f) {
                tell(p);
            }
        }
        for p in [b, plus(b, f, 1.0)] {
            if lies_on(p, a, e, on_e) {
                tell(p);
            }
        }
    }
}

fn edge_and_circle(
    (a, e): ([f64; 2], [f64; 2]),
    slack: f64,
    c: [f64; 2],
    r: f64,
    mut tell: impl FnMut([f64; 2]),
) {
    let w = minus(a, c);
    let length = dot(e, e);
    let slack = slack.max(SLACK);
    if length == 0.0 {
        if (dot(w, w).sqrt() - r).abs() <= slack {
            tell(a);
        }
        return;
    }
    let nearest = -dot(w, e) / length;
    // The distance of the line from the center; a tangent may miss by the slack.
    let beside = cross(e, w) / length.sqrt();
    if beside.abs() > r + slack {
        return;
    }
    let half = (r * r - beside * beside).max(0.0).sqrt() / length.sqrt();
    let ends = slack / length.sqrt();
    for t in [nearest - half, nearest + half] {
        if -ends <= t && t <= 1.0 + ends {
            tell(plus(a, e, t));
        }
    }
}

fn circles(c: [f64; 2], r: f64, d: [f64; 2], q: f64, mut tell: impl FnMut([f64; 2])) {
    let between = minus(d, c);
    let squared = dot(between, between);
    let distance = squared.sqrt();
    if distance > r + q + SLACK || distance < (r - q).abs() - SLACK || squared == 0.0 {
        return;
    }
    let along = (squared + r * r - q * q) / (2.0 * squared);
    let across = (r * r / squared - along * along).max(0.0).sqrt();
    let foot = plus(c, between, along);
    for side in [across, -across] {
        tell(plus(foot, [-between[1], between[0]], side));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_lies_in_its_box() {
        let arc = Curve::Arc { c: [1000.0, 2000.0], r: 500.0, n0: [1.0, 0.0], n1: [1.0, 0.0] };
        let Bounds { min, max } = arc.bounds(Point::new(7, 9));
        assert_eq!((min, max), (Point::new(505, 1507), Point::new(1509, 2511)));
    }

    #[test]
    fn a_quarter_of_a_circle_spans_a_quarter() {
        let arc = Curve::Arc { c: [100.0, 100.0], r: 10.0, n0: [1.0, 0.0], n1: [0.0, -1.0] };
        let spans = [(7.0, -7.0), (7.0, 7.0), (-7.0, -7.0), (-7.0, 7.0), (10.0, 0.0), (0.0, -10.0)]
            .map(|(x, y)| arc.spans([100.0 + x, 100.0 + y]));
        assert_eq!(spans, [true, false, false, false, true, true]);
    }
}

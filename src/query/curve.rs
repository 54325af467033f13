//! What outlines are made of: straight edges and arcs, in lattice units around an origin.

use crate::lattice::{Bounds, Point};
use crate::query::plane::{cross, dot, minus, plus};

/// A stretch of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Curve {
    /// From a point along a vector; `slack` is how far its ends may be off, 0 for lattice points.
    Edge { a: [f64; 2], e: [f64; 2], slack: f64 },
    /// Around `c`, from the direction `n0` to `n1` as outlines run; a full circle where the two are the same.
    Arc { c: [f64; 2], r: f64, n0: [f64; 2], n1: [f64; 2] },
}

/// How far the ends of a computed curve may be off, in lattice units.
pub(crate) const SLACK: f64 = 1e-6;

impl Curve {
    /// A lattice box around it.
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

    /// Where a point of it lies along it: for sorting.
    pub(crate) fn place(&self, p: [f64; 2]) -> f64 {
        match *self {
            Curve::Edge { a, e, .. } => dot(minus(p, a), e),
            Curve::Arc { c, n0, .. } => {
                // Outlines turn from n0 towards (n0.y, -n0.x): the angle's cosine falls, then rises on the far side.
                let (d, across) = (minus(p, c), [n0[1], -n0[0]]);
                let length = dot(d, d).sqrt();
                let cosine = dot(d, n0) / length;
                if dot(d, across) >= 0.0 { 1.0 - cosine } else { 3.0 + cosine }
            }
        }
    }

    /// Tells every point that two curves have in common, and the ends where they have a stretch.
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
    pub(crate) fn spans(&self, p: [f64; 2]) -> bool {
        let Curve::Arc { c, r, n0, n1 } = *self else { return false };
        let d = minus(p, c);
        let slack = SLACK + r * 1e-12;
        let is_ahead = dot(n0, n1) <= 0.0 || dot(d, n0) + dot(d, n1) >= 0.0;
        n0 == n1 || (is_ahead && cross(n0, d) <= slack && cross(d, n1) <= slack)
    }

    /// Both ends of an arc; none of a full circle.
    fn ends(&self) -> Vec<[f64; 2]> {
        match *self {
            Curve::Arc { c, r, n0, n1 } if n0 != n1 => vec![plus(c, n0, r), plus(c, n1, r)],
            _ => Vec::new(),
        }
    }
}

/// On lattice points all products are exact, and with them what is met.
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
    // On one line: each end that lies on the other edge. A point is an edge without length.
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
    // How far the line passes from the centre; a tangent may pass by the slack.
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
    use crate::form::Form;
    use crate::query::crossings;
    use crate::shape::{Placement, Shape};

    fn form(shape: crate::Result<Shape>) -> Form {
        Form::Shape(shape.and_then(|shape| shape.place(&Placement::at([100.0, 200.0]))).unwrap())
    }

    #[test]
    fn a_curve_lies_in_its_box() {
        let arc = Curve::Arc { c: [1000.0, 2000.0], r: 500.0, n0: [1.0, 0.0], n1: [1.0, 0.0] };
        let Bounds { min, max } = arc.bounds(Point::new(7, 9));
        assert_eq!((min, max), (Point::new(505, 1507), Point::new(1509, 2511)));
    }

    #[test]
    fn an_arc_ends_where_the_edge_begins() {
        let capsule = form(Shape::capsule([0.0, 0.0], [40.0, 0.0], 10.0));
        for x in [5.0, 35.0] {
            let line = form(Shape::segment([x, -20.0], [x, 20.0]));
            let mut met = crossings(&capsule, &line);
            met.sort_by(|p, q| p[1].total_cmp(&q[1]));
            assert_eq!(met, [[100.0 + x, 190.0], [100.0 + x, 210.0]]);
        }
    }

    #[test]
    fn a_quarter_of_a_circle_spans_a_quarter() {
        let arc = Curve::Arc { c: [100.0, 100.0], r: 10.0, n0: [1.0, 0.0], n1: [0.0, -1.0] };
        let spans = [(7.0, -7.0), (7.0, 7.0), (-7.0, -7.0), (-7.0, 7.0), (10.0, 0.0), (0.0, -10.0)]
            .map(|(x, y)| arc.spans([100.0 + x, 100.0 + y]));
        assert_eq!(spans, [true, false, false, false, true, true]);
    }

    #[test]
    fn a_point_on_a_circle_is_a_crossing() {
        let (circle, on) = (form(Shape::circle(5.0)), |x: f64| form(Shape::segment([x, 0.0], [x, 0.0])));
        assert_eq!(crossings(&circle, &on(5.0)), [[105.0, 200.0]]);
        assert_eq!(crossings(&circle, &on(4.0)), [[0.0; 2]; 0]);
    }
}

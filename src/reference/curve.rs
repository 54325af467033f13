//! What outlines are made of: straight edges, and arcs around vertices.

use crate::reference::hull::Hull;
use crate::reference::plane::P;
use crate::reference::wide::V;

/// How far rounding may put a computed point beside a curve, in lattice units.
pub(super) const CLOSE: f64 = 1e-6;

/// A stretch of the outline of a convex set, the set on the side that `outward` points away from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Curve {
    /// From a place along a vector. A point is one without length. `exact`: both ends are lattice points.
    Edge { from: P, along: P, normal: P, exact: bool },
    /// The points at a distance from a vertex that lie neither behind the end of the edge before it nor beside the edge
    /// after it; all of them where the edges are zero.
    Arc { centre: P, radius: f64, before: P, after: P },
}

impl Curve {
    /// The outline of a hull grown by its radius: each edge, and then the arc at its end.
    pub(super) fn around(hull: &Hull, origin: V) -> Vec<Curve> {
        let radius = hull.radius as f64;
        let edges: Vec<(V, V)> = hull.edges().collect();
        if edges.is_empty() {
            let centre = P::of(hull.vertices[0], origin);
            return vec![match hull.radius {
                0 => Curve::Edge { from: centre, along: P::ZERO, normal: P(1.0, 0.0), exact: true },
                _ => Curve::Arc { centre, radius, before: P::ZERO, after: P::ZERO },
            }];
        }
        let mut curves = Vec::new();
        for (k, &(start, along)) in edges.iter().enumerate() {
            let normal = P::from(along.outward()).unit();
            let from = P::of(start, origin) + normal * radius;
            curves.push(Curve::Edge { from, along: along.into(), normal, exact: hull.radius == 0 });
            if hull.radius > 0 {
                let (end, after) = edges[(k + 1) % edges.len()];
                let (before, after) = (along.into(), after.into());
                curves.push(Curve::Arc { centre: P::of(end, origin), radius, before, after });
            }
        }
        curves
    }

    /// The point of it that is nearest to a place.
    pub(super) fn nearest(&self, p: P) -> P {
        match *self {
            Curve::Edge { from, along, .. } => {
                let t = (p - from).dot(along) / along.dot(along).max(f64::MIN_POSITIVE);
                from + along * t.clamp(0.0, 1.0)
            }
            Curve::Arc { centre, radius, .. } => {
                let out = (p - centre).unit();
                if out != P::ZERO && self.faces(out * radius) {
                    return centre + out * radius;
                }
                let ends = self.ends();
                let nearer = ends.into_iter().min_by(|a, b| (*a - p).length().total_cmp(&(*b - p).length()));
                nearer.unwrap_or(centre + P(radius, 0.0))
            }
        }
    }

    pub(super) fn distance(&self, p: P) -> f64 {
        (self.nearest(p) - p).length()
    }

    /// Out of the set, at a point of the curve.
    pub(super) fn normal(&self, p: P) -> P {
        match *self {
            Curve::Edge { normal, .. } => normal,
            Curve::Arc { centre, .. } => (p - centre).unit(),
        }
    }

    /// The points of the curve a small step before and after one of its points.
    pub(super) fn beside(&self, p: P, step: f64) -> Vec<P> {
        let tangent = self.tangent(p);
        let sides = [p - tangent * step, p + tangent * step];
        match *self {
            Curve::Edge { .. } if tangent == P::ZERO => Vec::new(),
            Curve::Edge { from, along, .. } => {
                let is_within = |q: &P| {
                    let t = (*q - from).dot(along);
                    0.0 <= t && t <= along.dot(along)
                };
                sides.into_iter().filter(is_within).collect()
            }
            Curve::Arc { centre, radius, .. } => {
                let around = sides.map(|q| (q - centre).unit() * radius);
                around.into_iter().filter(|&out| self.faces(out)).map(|out| centre + out).collect()
            }
        }
    }

    /// The direction in which the curve runs at one of its points, zero for a point.
    pub(super) fn tangent(&self, p: P) -> P {
        match *self {
            Curve::Edge { along, .. } => along.unit(),
            Curve::Arc { centre, .. } => {
                let out = (p - centre).unit();
                P(out.1, -out.0)
            }
        }
    }

    /// A number that grows along the curve.
    pub(super) fn place(&self, p: P) -> f64 {
        match *self {
            Curve::Edge { from, along, .. } => (p - from).dot(along),
            Curve::Arc { centre, before, .. } => {
                let start = if before == P::ZERO { P(1.0, 0.0) } else { before.outward().unit() };
                let out = (p - centre).unit();
                // From 0 at the start to 2 on the far side, and on to 4.
                let far = 1.0 - start.dot(out);
                if start.cross(out) <= 0.0 { far } else { 4.0 - far }
            }
        }
    }

    /// Both ends of an arc; none of a full circle.
    fn ends(&self) -> Vec<P> {
        match *self {
            Curve::Arc { centre, radius, before, after } if before != P::ZERO => {
                [before, after].map(|edge| centre + edge.outward().unit() * radius).to_vec()
            }
            Curve::Edge { from, along, .. } => vec![from, from + along],
            Curve::Arc { .. } => Vec::new(),
        }
    }

    /// Whether an arc spans a direction, given as long as the radius.
    fn faces(&self, out: P) -> bool {
        let Curve::Arc { before, after, .. } = self else { return true };
        out.dot(before.unit()) >= -CLOSE && out.dot(after.unit()) <= CLOSE
    }

    /// Whether a point of the whole line or circle lies on the curve.
    fn spans(&self, p: P, slack: f64) -> bool {
        match *self {
            Curve::Edge { from, along, .. } => {
                let (t, length) = ((p - from).dot(along), along.length());
                -slack * length <= t && t <= length * (length + slack)
            }
            Curve::Arc { centre, .. } => self.faces(p - centre),
        }
    }

    /// The points that two curves have in common; of a common stretch its ends.
    pub(super) fn meet(&self, other: &Curve) -> Vec<P> {
        let both = |p: &P| self.spans(*p, CLOSE) && other.spans(*p, CLOSE);
        match (*self, *other) {
            (Curve::Edge { .. }, Curve::Edge { .. }) => self.meet_edge(other),
            (Curve::Edge { from, along, .. }, Curve::Arc { centre, radius, .. })
            | (Curve::Arc { centre, radius, .. }, Curve::Edge { from, along, .. }) => {
                line_and_circle(from, along, centre, radius).into_iter().filter(both).collect()
            }
            (Curve::Arc { centre: c, radius: r, .. }, Curve::Arc { centre: d, radius: q, .. }) => {
                let points = if c == d && r == q {
                    self.ends().into_iter().chain(other.ends()).collect()
                } else {
                    two_circles((c, r), (d, q))
                };
                points.into_iter().filter(both).collect()
            }
        }
    }

    /// Between lattice points all products are exact, and with them what meets.
    fn meet_edge(&self, other: &Curve) -> Vec<P> {
        let (
            Curve::Edge { from: a, along: e, exact: is_exact, .. },
            Curve::Edge { from: b, along: f, exact, .. },
        ) = (*self, *other)
        else {
            return Vec::new();
        };
        let slack = if is_exact && exact { 0.0 } else { CLOSE };
        let turn = e.cross(f);
        let between = b - a;
        if turn == 0.0 {
            // On one line, or side by side.
            let is_beside = |p: P, from: P, along: P| match along.length() {
                0.0 => (p - from).length() > slack,
                length => along.cross(p - from).abs() > slack * length,
            };
            if is_beside(b, a, e) || is_beside(a, b, f) {
                return Vec::new();
            }
            let mut ends: Vec<P> = self.ends().into_iter().filter(|&p| other.spans(p, slack)).collect();
            ends.extend(other.ends().into_iter().filter(|&p| self.spans(p, slack)));
            return ends;
        }
        let (t, s) = (between.cross(f) / turn, between.cross(e) / turn);
        let (on_e, on_f) = (slack / e.length(), slack / f.length());
        let is_met = -on_e <= t && t <= 1.0 + on_e && -on_f <= s && s <= 1.0 + on_f;
        if is_met { vec![a + e * t] } else { Vec::new() }
    }
}

/// The points of a line at a distance from a place; a line that passes by the distance but for rounding touches.
fn line_and_circle(from: P, along: P, centre: P, radius: f64) -> Vec<P> {
    if along == P::ZERO {
        return if ((from - centre).length() - radius).abs() <= CLOSE { vec![from] } else { Vec::new() };
    }
    let way = along.unit();
    let foot = from + way * (centre - from).dot(way);
    let away = (foot - centre).length();
    if away > radius + CLOSE {
        return Vec::new();
    }
    let half = (radius * radius - away * away).max(0.0).sqrt();
    vec![foot - way * half, foot + way * half]
}

/// The points at a distance from one place and at another from another.
fn two_circles((c, r): (P, f64), (d, q): (P, f64)) -> Vec<P> {
    let between = d - c;
    let far = between.length();
    if far == 0.0 || far > r + q + CLOSE || far < (r - q).abs() - CLOSE {
        return Vec::new();
    }
    let way = between * (1.0 / far);
    let along = (far * far + r * r - q * q) / (2.0 * far);
    let half = (r * r - along * along).max(0.0).sqrt();
    [half, -half].map(|beside| c + way * along + way.outward() * beside).to_vec()
}

//! The moves of one part that overlap another: a convex set around the origin (SPEC 5).

use crate::query::piece::Set;
use crate::query::plane::{dot, minus, plus, squared};
use crate::query::sweep_convex_convex::difference;

/// How deep two bodies may lie in each other after the move, in lattice units: more than rounding, far less than shows.
pub(crate) const SLACK: f64 = 1e-4;

/// The moves of a part of B that overlap a part of A: a hull and a radius.
pub(crate) struct Difference<'a> {
    parts: [&'a Set<'a>; 2],
    corners: Vec<Corner>,
    pub(crate) radius: f64,
    /// The box around it, its radius included: the least and the greatest coordinates.
    least: [f64; 2],
    most: [f64; 2],
}

/// A vertex of a difference, and the edge that begins there; of a lone vertex without length.
pub(crate) struct Corner {
    pub(crate) at: [f64; 2],
    pub(crate) along: [f64; 2],
    pub(crate) normal: [f64; 2],
    /// How far the edge's line is from the origin, along the normal.
    pub(crate) height: f64,
}

impl<'a> Difference<'a> {
    pub(crate) fn of(a: &'a Set<'a>, b: &'a Set<'a>) -> Difference<'a> {
        let hull = difference(b.blob(), a.blob());
        let corner = |k: usize| {
            let start = hull[k];
            let along = hull[if k + 1 == hull.len() { 0 } else { k + 1 }] - start;
            if along.squared() == 0 {
                return Corner { at: start.to_f64(), along: [0.0; 2], normal: [0.0; 2], height: 0.0 };
            }
            let length = (along.squared() as f64).sqrt();
            let height = along.outward().dot(start) as f64 / length;
            Corner { at: start.to_f64(), along: along.to_f64(), normal: along.outward().unit(), height }
        };
        let corners: Vec<Corner> = (0..hull.len()).map(corner).collect();
        let radius = f64::from(a.blob().radius) + f64::from(b.blob().radius);
        let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in &corners {
            for k in [0, 1] {
                least[k] = least[k].min(corner.at[k] - radius);
                most[k] = most[k].max(corner.at[k] + radius);
            }
        }
        Difference { parts: [a, b], corners, radius, least, most }
    }

    /// Of two parts without interior.
    pub(crate) fn is_of_lines(&self) -> bool {
        self.parts.iter().all(|part| part.blob().is_thin())
    }

    /// Whether it has no interior: it keeps nothing from going through.
    pub(crate) fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.corners.len() < 3
    }

    pub(crate) fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Its edges: two for a segment, none for a point.
    pub(crate) fn edges(&self) -> &[Corner] {
        if self.corners.len() < 2 { &[] } else { &self.corners }
    }

    /// Where an edge stands among the features of its two parts: edges of A in their order, then of B, then vertices.
    pub(crate) fn rank(&self, edge: Option<usize>) -> usize {
        let all = || {
            let [a, b] = self.parts.map(|part| part.blob());
            a.edges().map(|(_, e)| e).chain(b.edges().map(|(_, e)| -e))
        };
        match edge {
            None => usize::MAX,
            // Of a segment both sides are as near; its own order stands.
            Some(k) if self.corners.len() < 3 => k,
            Some(k) => {
                let along = self.corners[k].along;
                let is_along = |e: [f64; 2]| along[0] * e[1] == along[1] * e[0] && dot(along, e) > 0.0;
                all().position(|e| is_along(e.to_f64())).unwrap_or(usize::MAX)
            }
        }
    }

    /// Whether it comes within a distance of the origin.
    pub(crate) fn is_within(&self, distance: f64) -> bool {
        self.is_box_near([0.0, 0.0], [0.0, 0.0], distance) && self.depth([0.0, 0.0]) >= -distance
    }

    /// Whether a move lies deep in it.
    pub(crate) fn holds(&self, p: [f64; 2]) -> bool {
        self.is_box_near(p, p, 0.0) && self.depth(p) > SLACK
    }

    /// Whether its box comes within a distance of another.
    pub(crate) fn is_box_near(&self, least: [f64; 2], most: [f64; 2], distance: f64) -> bool {
        (0..2).all(|k| self.least[k] - most[k] <= distance && least[k] - self.most[k] <= distance)
    }

    /// How deep a move lies in it; below 0 outside.
    pub(crate) fn depth(&self, p: [f64; 2]) -> f64 {
        let beyond = self.edges().iter().map(|edge| dot(edge.normal, p) - edge.height);
        let beyond = beyond.reduce(f64::max).unwrap_or(f64::INFINITY);
        if self.corners.len() > 2 && beyond <= 0.0 {
            return self.radius - beyond;
        }
        self.radius - self.distance(p)
    }

    /// How far a move is from the hull, which it is not in.
    fn distance(&self, p: [f64; 2]) -> f64 {
        let to_corners = self.corners.iter().map(|corner| squared(minus(p, corner.at)));
        let to_edges = self.edges().iter().filter_map(|edge| {
            let w = minus(p, edge.at);
            let t = dot(w, edge.along) / dot(edge.along, edge.along);
            (t > 0.0 && t < 1.0).then(|| squared(minus(w, edge.along.map(|x| x * t))))
        });
        to_corners.chain(to_edges).fold(f64::INFINITY, f64::min).sqrt()
    }

    /// Where the outline's stretch along an edge begins.
    pub(crate) fn start(&self, edge: &Corner) -> [f64; 2] {
        plus(edge.at, edge.normal, self.radius)
    }

    /// From when to when the line from `a` along `e` lies in it, if it gets deeper than the slack.
    pub(crate) fn covers(&self, a: [f64; 2], e: [f64; 2]) -> Option<(f64, f64)> {
        let b = plus(a, e, 1.0);
        let (least, most) = ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]);
        if !self.is_box_near(least, most, 0.0) {
            return None;
        }
        self.covers_deeper(a, e, SLACK).and_then(|_| self.covers_deeper(a, e, 0.0))
    }

    fn covers_deeper(&self, a: [f64; 2], e: [f64; 2], depth: f64) -> Option<(f64, f64)> {
        let reach = self.radius - depth;
        let mut range: Option<(f64, f64)> = None;
        let mut add = |part: Option<(f64, f64)>| {
            if let Some((from, to)) = part.filter(|(from, to)| from < to) {
                range = Some(range.map_or((from, to), |(f, t)| (f.min(from), t.max(to))));
            }
        };
        if self.corners.len() > 2 {
            let sunk = if self.radius > 0.0 { 0.0 } else { -depth };
            add(clip(a, e, self.edges().iter().map(|edge| (edge.normal, edge.height + sunk))));
        }
        if self.radius > 0.0 {
            for corner in &self.corners {
                let w = minus(a, corner.at);
                let (length, along) = (dot(e, e), dot(w, e));
                let root = along * along - length * (dot(w, w) - reach * reach);
                add((root > 0.0).then(|| ((-along - root.sqrt()) / length, (-along + root.sqrt()) / length)));
            }
            for edge in self.edges() {
                let Corner { at: start, along, normal: n, height } = *edge;
                let back = along.map(|x| -x);
                let sides = [
                    (n, height + reach),
                    (n.map(|x| -x), -height),
                    (along, dot(along, start) + dot(along, along)),
                    (back, dot(back, start)),
                ];
                add(clip(a, e, sides.into_iter()));
            }
        }
        range
    }
}

/// From when to when the line from `a` along `e` lies behind lines given by normal and height.
fn clip(a: [f64; 2], e: [f64; 2], lines: impl Iterator<Item = ([f64; 2], f64)>) -> Option<(f64, f64)> {
    let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
    for (n, h) in lines {
        let (rise, room) = (dot(n, e), h - dot(n, a));
        if rise > 0.0 {
            to = to.min(room / rise);
        } else if rise < 0.0 {
            from = from.max(room / rise);
        } else if room <= 0.0 {
            return None;
        }
    }
    (from < to).then_some((from, to))
}

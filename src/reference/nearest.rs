//! The distance of two bodies, their closest points, and a point that both have in common (SPEC 5).

use crate::answer::Distance;
use crate::form::{Form, Touching};
use crate::reference::hull::{RoundHull, meets};
use crate::reference::parts::all_hulls;
use crate::reference::plane::Spot;
use crate::reference::wide::V;

/// Returns the distance of two forms and closest points of both; `None` where a sprite covers nothing. Where they
/// overlap as closed sets, the distance is 0 and both points are the same.
pub fn distance(a: &Form, b: &Form) -> Option<Distance> {
    let (all_a, all_b) = (all_hulls(a), all_hulls(b));
    let mut least: Option<Distance> = None;
    for (p, q) in all_a.iter().flat_map(|p| all_b.iter().map(move |q| (p, q))) {
        let found = if meets(p, q, Touching::Counts) {
            let point = common_point(p, q).into();
            Distance { distance: 0.0, a: point, b: point }
        } else {
            apart(p, q)
        };
        if least.is_none_or(|least| found.distance < least.distance) {
            least = Some(found);
        }
    }
    least
}

/// Returns the distance of two sets that have no point in common.
fn apart(p: &RoundHull, q: &RoundHull) -> Distance {
    let origin = p.vertices[0];
    let [a, b] = nearest_of_hulls(p, q);
    let (a, b) = (a.seen_from(origin), b.seen_from(origin));
    let gap = b - a;
    let surface = |from: Spot, by: i64| from + gap.unit() * by as f64;
    let distance = (gap.length() - (p.radius + q.radius) as f64).max(0.0) / 256.0;
    Distance {
        distance,
        a: in_pixels(surface(a, p.radius), origin).into(),
        b: in_pixels(surface(b, -q.radius), origin).into(),
    }
}

/// Returns a point, in pixels, of two sets that overlap.
pub(super) fn common_point(p: &RoundHull, q: &RoundHull) -> [f64; 2] {
    let origin = p.vertices[0];
    let point = match common_point_of_hulls(p, q) {
        Some(point) => point.seen_from(origin),
        // The hulls are apart, but their radii reach.
        None => {
            let [a, b] = nearest_of_hulls(p, q).map(|point| point.seen_from(origin));
            a + (b - a) * (p.radius as f64 / (p.radius + q.radius) as f64)
        }
    };
    in_pixels(point, origin)
}

fn in_pixels(point: Spot, origin: V) -> [f64; 2] {
    let Spot { x, y } = point + Spot::from(origin);
    Spot { x: x / 256.0, y: y / 256.0 }.told()
}

/// A point on the line from `v` along `e`, at the fraction `share.0 / share.1`.
#[derive(Clone, Copy)]
struct OnEdge {
    v: V,
    e: V,
    share: (i128, i128),
}

impl OnEdge {
    fn vertex(v: V) -> OnEdge {
        OnEdge { v, e: V::new(0, 0), share: (0, 1) }
    }

    fn seen_from(self, origin: V) -> Spot {
        Spot::from(self.v - origin) + Spot::from(self.e) * (self.share.0 as f64 / self.share.1 as f64)
    }
}

/// Returns a point that two hulls, without their radii, have in common: a vertex of one of them, or where edges cross.
fn common_point_of_hulls(p: &RoundHull, q: &RoundHull) -> Option<OnEdge> {
    for (one, other) in [(p, q), (q, p)] {
        if let Some(&v) = one.vertices.iter().find(|&&v| other.squared_distance(v).num == 0) {
            return Some(OnEdge::vertex(v));
        }
    }
    for (v, e) in p.edges() {
        for (w, f) in q.edges() {
            let turn = e.cross(f);
            let (s, t) = ((w - v).cross(f) * turn.signum(), (w - v).cross(e) * turn.signum());
            if turn != 0 && (0..=turn.abs()).contains(&s) && (0..=turn.abs()).contains(&t) {
                return Some(OnEdge { v, e, share: (s, turn.abs()) });
            }
        }
    }
    None
}

/// Returns the nearest points of two hulls, without their radii, that have no point in common. One of the two is a
/// vertex.
fn nearest_of_hulls(p: &RoundHull, q: &RoundHull) -> [OnEdge; 2] {
    let mut best = [OnEdge::vertex(p.vertices[0]), OnEdge::vertex(q.vertices[0])];
    let mut least = RoundHull::new(vec![p.vertices[0]], 0).squared_distance(q.vertices[0]);
    for (one, other, is_first) in [(p, q, true), (q, p, false)] {
        for &v in &one.vertices {
            let points = other.vertices.iter().map(|&w| OnEdge::vertex(w));
            let feet = other.edges().map(|(w, e)| OnEdge { v: w, e, share: ((v - w).dot(e), e.dot(e)) });
            for near in points.chain(feet.filter(|foot| (0..=foot.share.1).contains(&foot.share.0))) {
                let edge = RoundHull::new(vec![near.v, near.v + near.e], 0);
                let squared = edge.squared_distance(v);
                if squared.cmp(least).is_lt() {
                    least = squared;
                    best = if is_first { [OnEdge::vertex(v), near] } else { [near, OnEdge::vertex(v)] };
                }
            }
        }
    }
    best
}

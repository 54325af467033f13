//! Whether two convex shapes overlap, or come within a margin of each other (SPEC 3).

use std::cmp::Ordering;

use crate::counts;
use crate::form::Touching;
use crate::lattice::{Bounds, Point};
use crate::query::blob::Blob;
use crate::query::distance_convex_convex::squared_distance;
use crate::query::exact::{Squared, Step};

/// Whether two shapes share a point, or, where touching is ignored, have a depth of more than 0.
pub(crate) fn overlap(a: Blob, b: Blob, touching: Touching) -> bool {
    counts::test();
    let radii = radii(a, b);
    if let ([p], [q]) = (a.vertices, b.vertices) {
        let [dx, dy] = [i64::from(p.x) - i64::from(q.x), i64::from(p.y) - i64::from(q.y)];
        let (square, reach) = (squared(dx, dy), radii * radii);
        return if touching == Touching::Counts { square <= reach } else { square < reach };
    }
    if let Some(square) = upright_distance(a, b)
        && (square > 0 || touching == Touching::Counts)
    {
        let reach = radii * radii;
        return if touching == Touching::Counts { square <= reach } else { square < reach };
    }
    match (cores(a, b, radii), touching) {
        (Cores::Apart, _) => false,
        (Cores::Deep, _) | (Cores::Meet, Touching::Counts) => true,
        (Cores::Meet, Touching::Ignored) => radii > 0,
        (Cores::Near, Touching::Counts) => squared_distance(a, b).cmp_length(radii).is_le(),
        (Cores::Near, Touching::Ignored) => squared_distance(a, b).cmp_length(radii).is_lt(),
    }
}

/// Whether the distance of two shapes is at most a margin.
pub(crate) fn within(a: Blob, b: Blob, margin: i32) -> bool {
    counts::test();
    let reach = radii(a, b) + i64::from(margin);
    if let Some(square) = upright_distance(a, b) {
        return square <= reach * reach;
    }
    match cores(a, b, reach) {
        Cores::Apart => false,
        Cores::Deep | Cores::Meet => true,
        Cores::Near => squared_distance(a, b).cmp_length(reach).is_le(),
    }
}

/// Whether the hulls themselves share a point.
pub(crate) fn cores_meet(a: Blob, b: Blob) -> bool {
    counts::test();
    if let Some(square) = upright_distance(a, b) {
        return square == 0;
    }
    match cores(a, b, 0) {
        Cores::Apart => false,
        Cores::Deep | Cores::Meet => true,
        Cores::Near => squared_distance(a, b).num == 0,
    }
}

/// Returns the squared distance of two hulls that are upright boxes or points; `None` for others.
fn upright_distance(a: Blob, b: Blob) -> Option<i64> {
    let (a, b) = (upright(a.vertices)?, upright(b.vertices)?);
    let gap = |end: i32, start: i32| i64::from(start) - i64::from(end);
    let dx = gap(a.max.x, b.min.x).max(gap(b.max.x, a.min.x)).max(0);
    let dy = gap(a.max.y, b.min.y).max(gap(b.max.y, a.min.y)).max(0);
    Some(squared(dx, dy))
}

/// Returns the square of a length. In the world, coordinates differ by at most 2^30 (SPEC 1). A ray may start outside
/// the world: then the saturated value is good enough, because no reach is that large.
fn squared(dx: i64, dy: i64) -> i64 {
    dx.saturating_mul(dx).saturating_add(dy.saturating_mul(dy))
}

/// Returns the hull as an upright box or point; `None` where it is neither.
pub(crate) fn upright(hull: &[Point]) -> Option<Bounds> {
    match *hull {
        [p] => Some(Bounds { min: p, max: p }),
        [min, next, max, last] => {
            let is_box = (min.x == next.x) & (next.y == max.y) & (max.x == last.x) & (last.y == min.y);
            is_box.then_some(Bounds { min, max })
        }
        _ => None,
    }
}

fn radii(a: Blob, b: Blob) -> i64 {
    i64::from(a.radius) + i64::from(b.radius)
}

/// The relation of two hulls without radii, as far as the normals of their edges can decide it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cores {
    /// Further apart than the requested reach.
    Apart,
    /// Only the distance can decide.
    Near,
    /// They share a point.
    Meet,
    /// The hulls share interior points.
    Deep,
}

fn cores(a: Blob, b: Blob, reach: i64) -> Cores {
    let Some(side_a) = furthest_side(a, b, reach) else { return Cores::Apart };
    let Some(side_b) = furthest_side(b, a, reach) else { return Cores::Apart };
    // The hull of all b - a has exactly the edges of both. If it has an interior, "behind all edges" means inside.
    match side_a.max(side_b) {
        HullSide::Behind if has_inner(a, b) => Cores::Deep,
        HullSide::On if has_inner(a, b) => Cores::Meet,
        _ => Cores::Near,
    }
}

/// Whether the hull of all b - a is more than a segment.
pub(crate) fn has_inner(a: Blob, b: Blob) -> bool {
    match (a.vertices, b.vertices) {
        ([p, q], [r, s]) => Step::between(*p, *q).cross(Step::between(*r, *s)) != 0,
        (a, b) => a.len() > 2 || b.len() > 2,
    }
}

/// Where a hull lies relative to an edge of another hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HullSide {
    Behind,
    On,
    Before,
}

/// Returns the furthest side on which `b` lies, over all edges of `a`; `None` where `b` is beyond the reach.
fn furthest_side(a: Blob, b: Blob, reach: i64) -> Option<HullSide> {
    let mut furthest = HullSide::Behind;
    for (start, edge) in a.edges() {
        let nearest = b.vertices.iter().map(|&v| edge.cross(Step::between(start, v))).min().unwrap_or(0);
        let side = match nearest.cmp(&0) {
            Ordering::Less => HullSide::Behind,
            Ordering::Equal => HullSide::On,
            Ordering::Greater => {
                let height = Squared { num: u128::from(nearest.unsigned_abs()).pow(2), den: edge.squared() };
                if height.cmp_length(reach).is_gt() {
                    return None;
                }
                HullSide::Before
            }
        };
        furthest = furthest.max(side);
    }
    Some(furthest)
}

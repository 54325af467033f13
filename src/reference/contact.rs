//! The contact of two convex shapes: normal, depth, point (SPEC 5).

use std::cmp::Ordering;

use crate::answer::Contact;
use crate::reference::closest::closest;
use crate::reference::hull::Hull;
use crate::reference::wide::{Ratio, V};

/// Returns the contact of two shapes that overlap.
pub(super) fn contact(a: &Hull, b: &Hull) -> Contact {
    let difference = Hull::difference(a, b);
    if difference.squared_distance(V::new(0, 0)).num > 0 {
        apart_cores(a, b)
    } else {
        meeting_cores(a, b, &difference)
    }
}

/// Returns the contact of two shapes with disjoint hulls: only the radii overlap, along the line of the closest points.
fn apart_cores(a: &Hull, b: &Hull) -> Contact {
    let near = closest(a, b);
    let distance = near.squared.root();
    let (ra, rb) = (a.radius as f64, b.radius as f64);
    let depth = (ra + rb - distance).max(0.0);
    // Along the normal from A's closest point, A reaches from -ra to ra and B from distance - rb to distance + rb.
    let along = ((distance - rb).max(-ra) + ra.min(distance + rb)) / 2.0;
    let point = [0, 1].map(|k| near.a[k] + near.normal[k] * along);
    finish(near.normal, depth, point, near.origin)
}

/// Returns the contact of two shapes whose hulls overlap: B leaves along the edge normal with the shortest separation.
fn meeting_cores(a: &Hull, b: &Hull, difference: &Hull) -> Contact {
    let origin = a.vertices[0];
    let point = common_point(a, b, origin);
    let radii = (a.radius + b.radius) as f64;
    // If the difference has no interior, only the radii separate; the direction is free (SPEC 5).
    if difference.vertices.len() < 3 {
        let free = a.edges().chain(b.edges()).map(|(_, e)| unit(e.outward())).next();
        return finish(free.unwrap_or([1.0, 0.0]), radii, point, origin);
    }
    let ways = a.edges().map(|(s, e)| (e, way_out(s, e, b), false));
    let ways = ways.chain(b.edges().map(|(s, e)| (e, way_out(s, e, a), true)));
    let shortest = ways.reduce(|best, way| if way.1.cmp(best.1) == Ordering::Less { way } else { best });
    let Some((edge, way, of_b)) = shortest else {
        return finish([1.0, 0.0], radii, point, origin);
    };
    let normal = unit(if of_b { -edge.outward() } else { edge.outward() });
    finish(normal, way.root() + radii, point, origin)
}

/// Returns the square of how far `other` reaches behind the line of an edge.
fn way_out(start: V, edge: V, other: &Hull) -> Ratio {
    let deepest = other.vertices.iter().map(|&v| -edge.cross(v - start)).max().unwrap_or(0);
    Ratio { num: deepest.max(0).unsigned_abs().pow(2), den: edge.squared() }
}

/// Returns the mean vertex of the intersection of two hulls. One hull is cut by every side of the other.
///
/// The hull with fewer vertices is cut. The two sides of a segment would cut a polygon to a result that depends on
/// rounding.
fn common_point(a: &Hull, b: &Hull, origin: V) -> [f64; 2] {
    let (few, many) = if a.vertices.len() < b.vertices.len() { (a, b) } else { (b, a) };
    let mut ring: Vec<[f64; 2]> = few.vertices.iter().map(|&v| (v - origin).to_f64()).collect();
    for (at, normal) in sides(many) {
        let (at, n) = ((at - origin).to_f64(), normal.to_f64());
        ring = cut(&ring, |p| n[0] * (p[0] - at[0]) + n[1] * (p[1] - at[1]));
    }
    let n = ring.len() as f64;
    [0, 1].map(|k| ring.iter().map(|p| p[k]).sum::<f64>() / n)
}

/// Returns the half planes whose intersection is the hull, as (point on the line, outward normal).
fn sides(hull: &Hull) -> Vec<(V, V)> {
    let mut sides: Vec<_> = hull.edges().map(|(a, e)| (a, e.outward())).collect();
    match hull.vertices[..] {
        [p] => sides.extend([(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| (p, V::new(x, y)))),
        [a, b] => sides.extend([(a, a - b), (b, b - a)]),
        _ => {}
    }
    sides
}

/// Returns the part of a ring where `outside` is at most 0. Where rounding would leave nothing, this is the vertex with
/// the smallest `outside`.
fn cut(ring: &[[f64; 2]], outside: impl Fn([f64; 2]) -> f64) -> Vec<[f64; 2]> {
    let mut kept = Vec::new();
    for k in 0..ring.len() {
        let (p, q) = (ring[k], ring[(k + 1) % ring.len()]);
        let (sp, sq) = (outside(p), outside(q));
        if sp <= 0.0 {
            kept.push(p);
        }
        if (sp < 0.0 && sq > 0.0) || (sp > 0.0 && sq < 0.0) {
            let t = sp / (sp - sq);
            kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
        }
    }
    if kept.is_empty() {
        kept.extend(ring.iter().copied().min_by(|&p, &q| outside(p).total_cmp(&outside(q))));
    }
    kept
}

pub(super) fn unit(v: V) -> [f64; 2] {
    let length = Ratio::whole(v.squared()).root();
    // + 0 turns -0 into 0.
    v.to_f64().map(|x| x / length + 0.0)
}

/// Converts the point from lattice units around `origin` to pixels, and the depth to pixels.
fn finish(normal: [f64; 2], depth: f64, point: [f64; 2], origin: V) -> Contact {
    let [x, y] = to_pixels(point, origin);
    Contact { normal: normal.into(), depth: depth / 256.0, point: [x, y].into() }
}

/// Converts lattice units around `origin` to pixels.
pub(super) fn to_pixels(p: [f64; 2], origin: V) -> [f64; 2] {
    let [x, y] = origin.to_f64();
    [(x + p[0]) / 256.0 + 0.0, (y + p[1]) / 256.0 + 0.0]
}

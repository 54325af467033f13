//! How two convex shapes that overlap touch: normal, depth, point (SPEC 5).

use crate::answer::Contact;
use crate::lattice::{Point, Vec2};
use crate::query::blob::Blob;
use crate::query::distance_convex_convex::{closest, in_pixels};
use crate::query::exact::{Squared, Step};
use crate::query::overlap_convex_convex::{cores_meet, has_inner};

/// Returns the contact of two shapes that overlap.
pub(crate) fn contact(a: Blob, b: Blob) -> Contact {
    if cores_meet(a, b) { contact_of_cores(a, b) } else { contact_of_radii(a, b) }
}

/// Returns the point of the contact of two shapes that overlap.
pub(crate) fn point(a: Blob, b: Blob) -> Vec2 {
    if cores_meet(a, b) {
        in_pixels(common_point(a, b), a.vertices[0]).into()
    } else {
        contact_of_radii(a, b).point
    }
}

/// Returns the contact of two shapes with disjoint hulls: only the radii overlap, along the line of the closest points.
fn contact_of_radii(a: Blob, b: Blob) -> Contact {
    let near = closest(a, b);
    let distance = near.squared.root();
    let (ra, rb) = (f64::from(a.radius), f64::from(b.radius));
    let depth = (ra + rb - distance).max(0.0);
    // Along the normal from A's closest point, A reaches from -ra to ra and B from distance - rb to distance + rb.
    let along = ((distance - rb).max(-ra) + ra.min(distance + rb)) / 2.0;
    let point = [0, 1].map(|k| near.a[k] + near.normal[k] * along);
    Contact { normal: near.normal.into(), depth: depth / 256.0, point: in_pixels(point, near.origin).into() }
}

/// Returns the contact of two shapes whose hulls overlap: B leaves along the edge normal with the shortest separation,
/// plus both radii.
fn contact_of_cores(a: Blob, b: Blob) -> Contact {
    let point = in_pixels(common_point(a, b), a.vertices[0]);
    let radii = (i64::from(a.radius) + i64::from(b.radius)) as f64;
    let (normal, out) = if has_inner(a, b) { shortest_separation(a, b) } else { (free_normal(a, b), 0.0) };
    Contact { normal: normal.into(), depth: (out + radii) / 256.0, point: point.into() }
}

/// Returns the normal where the difference of the hulls has no interior. Only the radii separate the shapes there and
/// the direction is free: it is the perpendicular of the first edge.
fn free_normal(a: Blob, b: Blob) -> [f64; 2] {
    a.edges().chain(b.edges()).next().map_or([1.0, 0.0], |(_, edge)| edge.outward().unit())
}

/// Returns the shortest separation as (normal, length): edges of A in vertex order, then of B, a later one only when
/// strictly better.
fn shortest_separation(a: Blob, b: Blob) -> ([f64; 2], f64) {
    let mut best: Option<(Squared, Step)> = None;
    for (edges, other, of_b) in [(a, b, false), (b, a, true)] {
        for (start, edge) in edges.edges() {
            let deepest =
                other.vertices.iter().map(|&v| -edge.cross(Step::between(start, v))).max().unwrap_or(0);
            let separation =
                Squared { num: u128::from(deepest.max(0).unsigned_abs()).pow(2), den: edge.squared() };
            if best.is_none_or(|(least, _)| separation.cmp(least).is_lt()) {
                best = Some((separation, if of_b { -edge.outward() } else { edge.outward() }));
            }
        }
    }
    best.map_or(([1.0, 0.0], 0.0), |(separation, normal)| (normal.unit(), separation.root()))
}

/// Returns the mean vertex of the intersection of two hulls, relative to A's first vertex. One hull is cut by every side
/// of the other.
///
/// The hull with fewer vertices is cut. The two sides of a segment would cut a polygon to a result that depends on
/// rounding.
fn common_point(a: Blob, b: Blob) -> [f64; 2] {
    let origin = a.vertices[0];
    let (few, many) = if a.vertices.len() < b.vertices.len() { (a, b) } else { (b, a) };
    let mut ring = Vec::with_capacity(few.vertices.len() + many.vertices.len());
    ring.extend(few.vertices.iter().map(|&v| Step::between(origin, v).to_f64()));
    let mut kept = Vec::with_capacity(ring.capacity());
    let mut cut = |at: Point, normal: Step| {
        let (at, n) = (Step::between(origin, at).to_f64(), normal.to_f64());
        cut(&ring, &mut kept, |p| n[0] * (p[0] - at[0]) + n[1] * (p[1] - at[1]));
        std::mem::swap(&mut ring, &mut kept);
    };
    many.edges().for_each(|(at, edge)| cut(at, edge.outward()));
    // Two points that overlap are equal: there is nothing to cut.
    if let [p, q] = *many.vertices {
        cut(p, Step::between(q, p));
        cut(q, Step::between(p, q));
    }
    let n = ring.len() as f64;
    [0, 1].map(|k| ring.iter().map(|p| p[k]).sum::<f64>() / n)
}

/// Writes the part of a ring where `outside` is at most 0. Where rounding would leave nothing, this is the vertex with
/// the smallest `outside`.
fn cut(ring: &[[f64; 2]], kept: &mut Vec<[f64; 2]>, outside: impl Fn([f64; 2]) -> f64) {
    kept.clear();
    let Some((&first, rest)) = ring.split_first() else { return };
    let (mut p, mut sp) = (first, outside(first));
    for &q in rest.iter().chain([&first]) {
        let sq = outside(q);
        if sp <= 0.0 {
            kept.push(p);
        }
        if (sp < 0.0 && sq > 0.0) || (sp > 0.0 && sq < 0.0) {
            let t = sp / (sp - sq);
            kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
        }
        (p, sp) = (q, sq);
    }
    if kept.is_empty() {
        kept.extend(ring.iter().copied().min_by(|&p, &q| outside(p).total_cmp(&outside(q))));
    }
}

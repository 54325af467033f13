//! Seams (SPEC 3): the interior of a body is that of the union of its parts, so a point or a segment of the other body
//! may be inside on the line between two parts, though it is inside neither.
//!
//! Small pieces are added over the seams: a kite over each stretch of edge that two pieces share, and a diamond around
//! each point that pieces surround. Then every inner point of the union is an inner point of a piece, and the plain rule
//! of open differences holds.
//!
//! ```text
//!    ___________            ___________
//!   |     |     |          |     ^     |
//!   |     |     |   ==>    |    <|>    |    the kite reaches from end to end of the seam
//!   |_____|_____|          |_____v_____|
//! ```

use crate::effort::spend;
use crate::query::piece::keeping;
use crate::query::push_out::body::{ReducedBody, ReducedPiece};
use crate::query::push_out::box_tree::BoxTree;
use crate::query::push_out::{Vector, cross, dot, minus};

/// A corner or an end of an edge, and the directions that a piece covers from there: from the first vector to the second
/// on the inner side, at most half a turn, both included.
type CoveredAngle = [Vector; 2];

pub(super) fn cover_seams(body: &mut ReducedBody) {
    let tree = BoxTree::over(&body.pieces);
    let mut added: Vec<[Vector; 4]> = Vec::new();
    let (mut near, mut corners) = (Vec::new(), Vec::new());
    for (i, p) in body.pieces.iter().enumerate() {
        if p.is_thin() {
            continue;
        }
        if p.radius == 0.0 {
            corners.extend_from_slice(body.ring(p));
        }
        tree.near(p.min, p.max, &mut near);
        for q in near.iter().filter(|&&j| j as usize > i).map(|&j| &body.pieces[j as usize]) {
            if !spend(u64::from(p.count * q.count / 4) + keeping(added.len())) {
                return;
            }
            if !q.is_thin() {
                add_kites(body, p, q, &mut added);
            }
        }
    }
    corners.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    corners.dedup();
    for corner in corners {
        tree.near(corner, corner, &mut near);
        if !spend(8 * near.len() as u64 + keeping(added.len())) {
            return;
        }
        added.extend(diamond(body, &near, corner));
    }
    for kite in added {
        let is_less = |p: Vector, q: Vector| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1]));
        let first = (0..4).min_by(|&i, &j| is_less(kite[i], kite[j])).unwrap_or(0);
        body.push((0..4).map(|k| kite[(first + k) % 4]), 0.0);
    }
}

/// Returns the edges of a piece's straight faces, each as start, vector and outward normal.
fn faces<'a>(body: &'a ReducedBody, piece: &'a ReducedPiece) -> impl Iterator<Item = [Vector; 3]> + 'a {
    let (ring, normals) = (body.ring(piece), body.ring_normals(piece));
    let count = if ring.len() < 2 { 0 } else { ring.len() };
    (0..count)
        .map(|k| [ring[k], minus(ring[if k + 1 == ring.len() { 0 } else { k + 1 }], ring[k]), normals[k]])
}

/// Adds a kite over each stretch of a straight face that two pieces share.
fn add_kites(body: &ReducedBody, p: &ReducedPiece, q: &ReducedPiece, added: &mut Vec<[Vector; 4]>) {
    for [a, e, n] in faces(body, p) {
        for [b, f, _] in faces(body, q) {
            if cross(e, f) != 0.0 || dot(e, f) >= 0.0 || !lie_on_each_other(a, e, b, p.radius + q.radius) {
                continue;
            }
            let length = dot(e, e);
            let from = (dot(minus([b[0] + f[0], b[1] + f[1]], a), e) / length).max(0.0);
            let to = (dot(minus(b, a), e) / length).min(1.0);
            if from >= to {
                continue;
            }
            let on = |t: f64| [0, 1].map(|k| a[k] + e[k] * t + n[k] * p.radius);
            let half = (to - from) / 2.0;
            let middle = on(from + half);
            let apex = |piece: &ReducedPiece, side: f64| {
                if piece.radius > 0.0 {
                    // The face is as far away from its edge.
                    return [0, 1].map(|k| middle[k] + n[k] * side * piece.radius);
                }
                let ring = body.ring(piece);
                let mean = [0, 1].map(|k| ring.iter().map(|v| v[k]).sum::<f64>() / ring.len() as f64);
                let d = minus(mean, middle);
                let along = (dot(d, e) / length).abs();
                let t = if along > 0.8 * half { 0.8 * half / along } else { 1.0 };
                [middle[0] + d[0] * t, middle[1] + d[1] * t]
            };
            added.push([on(from), apex(q, 1.0), on(to), apex(p, -1.0)]);
        }
    }
}

/// Whether two parallel faces lie on the same line: their edges are exactly both radii apart.
fn lie_on_each_other(a: Vector, e: Vector, b: Vector, radii: f64) -> bool {
    let beyond = cross(e, minus(b, a));
    if radii == 0.0 {
        return beyond == 0.0;
    }
    // These are whole numbers. Their squares do not fit an f64.
    let square = |x: f64| (x as i128).pow(2);
    beyond > 0.0 && square(beyond) == square(radii) * dot(e, e) as i128
}

/// Returns a diamond around a point that pieces surround.
fn diamond(body: &ReducedBody, near: &[u32], at: Vector) -> Option<[Vector; 4]> {
    let mut angles: Vec<CoveredAngle> = Vec::new();
    let mut room = f64::INFINITY;
    let fat = near.iter().map(|&k| &body.pieces[k as usize]).filter(|p| p.radius == 0.0 && p.count > 2);
    for piece in fat {
        angles.extend(angle_at(body, piece, at, &mut room));
    }
    let is_covered = |angle: &CoveredAngle| {
        angles.iter().any(|other| holds(other, angle[1], 0))
            && angles.iter().any(|other| holds(other, angle[0], 1))
    };
    let is_surrounded = !angles.is_empty() && angles.iter().all(is_covered);
    let r = room * 0.5;
    (is_surrounded && room.is_finite()).then_some([
        [at[0] - r, at[1]],
        [at[0], at[1] + r],
        [at[0] + r, at[1]],
        [at[0], at[1] - r],
    ])
}

/// Returns the directions that a piece covers from a point on its outline; `None` for other points. `room` becomes at most
/// the distance to the edges that do not pass there.
fn angle_at(body: &ReducedBody, piece: &ReducedPiece, at: Vector, room: &mut f64) -> Option<CoveredAngle> {
    let ring = body.ring(piece);
    let m = ring.len();
    let edge = |k: usize| minus(ring[(k + 1) % m], ring[k % m]);
    let heights: Vec<f64> = (0..m).map(|k| cross(edge(k), minus(at, ring[k]))).collect();
    if heights.iter().any(|&h| h > 0.0) {
        return None;
    }
    let on = heights.iter().position(|&h| h == 0.0)?;
    for (k, h) in heights.iter().enumerate().filter(|&(_, &h)| h < 0.0) {
        *room = room.min(-h / dot(edge(k), edge(k)).sqrt());
    }
    let back = |e: Vector| [-e[0], -e[1]];
    Some(if at == ring[on] {
        [edge(on), back(edge(on + m - 1))]
    } else if at == ring[(on + 1) % m] {
        [edge(on + 1), back(edge(on))]
    } else {
        [edge(on), back(edge(on))]
    })
}

/// Whether an angle holds the directions just after `d` (`end` is 0) or just before it (`end` is 1). From the first vector
/// to the second, cross products are negative.
fn holds(&[first, last]: &CoveredAngle, d: Vector, end: usize) -> bool {
    let (from, to) = (cross(first, d), cross(d, last));
    let is_half_turn = cross(first, last) == 0.0;
    let is_inside = from < 0.0 && (to < 0.0 || is_half_turn);
    let side = [first, last][end];
    is_inside || cross(side, d) == 0.0 && dot(side, d) > 0.0
}

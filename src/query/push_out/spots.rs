//! Where two bodies touch after a move. Parts whose difference passes by the move are both near such a spot, so that of a fan of a
//! hundred triangles only the few are looked at that B touches.
//!
//! After a free move two pieces have a line between them. What lies within the width of the place is a cap of each piece
//! along this line, and the spot is where the boxes of both caps meet.

use crate::effort::spend;
use crate::lattice::{Bounds, Point};
use crate::query::push_out::body::{ReducedBody, ReducedPiece};
use crate::query::push_out::box_tree::{NO_PIECE, depth_in};
use crate::query::push_out::lines::BodyPair;
use crate::query::push_out::{FreePlace, Vector, dot, minus};

/// More spots than these are joined to one.
const MOST: usize = 8;
/// Room for rounding, in lattice units.
const ROOM: f64 = 2.0;

/// Returns boxes that hold all points of A which are near B after a move.
pub(super) fn spots(bodies: &BodyPair, place: &FreePlace) -> Vec<Bounds> {
    let mut spots = Vec::new();
    let local = minus(place.at, bodies.shift);
    let (nodes_a, nodes_b) = (&bodies.a.tree.nodes, &bodies.b.tree.nodes);
    let mut open = vec![[0_u32; 2]];
    let mut visited = 0;
    while let Some([i, j]) = open.pop() {
        visited += 1;
        let (Some(a), Some(b)) = (nodes_a.get(i as usize), nodes_b.get(j as usize)) else { break };
        if depth_in(a, b, local) < -place.nearness() {
            continue;
        }
        match [a.piece, b.piece] {
            [NO_PIECE, _] if b.piece != NO_PIECE || a.size() >= b.size() => {
                open.extend([[i + 1, j], [a.second, j]]);
            }
            [_, NO_PIECE] => open.extend([[i, j + 1], [i, b.second]]),
            pair => spots.extend(spot(bodies, pair, place)),
        }
    }
    spend(visited);
    if spots.len() > MOST {
        spots = spots.into_iter().reduce(Bounds::union).into_iter().collect();
    }
    spots
}

/// Returns a box around the points of a piece of A that are near a piece of B after a move; `None` where they are apart.
fn spot(bodies: &BodyPair, pair: [u32; 2], place: &FreePlace) -> Option<Bounds> {
    let (p, q) = (&bodies.a.pieces[pair[0] as usize], &bodies.b.pieces[pair[1] as usize]);
    spend(bodies.vertices(pair) / 2);
    let (mut gap, mut across) = (f64::NEG_INFINITY, [1.0, 0.0]);
    bodies.around(pair, |normal, _, height| {
        let beyond = dot(normal, place.at) - height;
        if beyond > gap {
            (gap, across) = (beyond, normal);
        }
        true
    });
    let near = place.nearness();
    let gap = gap - p.radius - q.radius;
    if gap > near {
        return None;
    }
    // Two points have no line between them.
    let depth = if gap == f64::NEG_INFINITY { f64::INFINITY } else { 2.0 * near - gap };
    let ours = cap(bodies.a, p, across, depth, near);
    let theirs = cap(bodies.b, q, across.map(|x| -x), depth, near);
    let by = minus(place.at, bodies.shift);
    let min = [0, 1].map(|k| ours[0][k].max(theirs[0][k] + by[k]));
    let max = [0, 1].map(|k| ours[1][k].min(theirs[1][k] + by[k]));
    let origin = bodies.a.origin;
    let corner = |at: Vector, round: fn(f64) -> f64| {
        Point::new(origin.x + round(at[0]) as i32, origin.y + round(at[1]) as i32)
    };
    (min[0] <= max[0] && min[1] <= max[1])
        .then(|| Bounds { min: corner(min, f64::floor), max: corner(max, f64::ceil) })
}

/// Returns the box around the points of a piece that are at most `depth` behind its last point along `across`, grown by
/// `near`.
fn cap(body: &ReducedBody, piece: &ReducedPiece, across: Vector, depth: f64, near: f64) -> [Vector; 2] {
    let ring = body.ring(piece);
    let last = ring.iter().map(|&v| dot(across, v)).fold(f64::NEG_INFINITY, f64::max);
    let least = last - depth;
    let mut around = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    let mut add = |v: Vector| {
        for k in [0, 1] {
            around[0][k] = around[0][k].min(v[k]);
            around[1][k] = around[1][k].max(v[k]);
        }
    };
    for (k, &v) in ring.iter().enumerate() {
        let next = ring[if k + 1 == ring.len() { 0 } else { k + 1 }];
        let (from, to) = (dot(across, v) - least, dot(across, next) - least);
        if from >= 0.0 {
            add(v);
        }
        if (from < 0.0) != (to < 0.0) {
            let t = from / (from - to);
            add([0, 1].map(|k| v[k] + (next[k] - v[k]) * t));
        }
    }
    let more = piece.radius + near + ROOM;
    [around[0].map(|x| x - more), around[1].map(|x| x + more)]
}

//! Pieces of a cut polygon: triangles that together are convex. A concave polygon of 28 vertices has 26 triangles but about
//! eight pieces, a round one of 70 vertices three. The union is the same, so whatever asks only for the union tests the pieces.
//!
//! Triangles are joined across their longest common edges first, as long as the union stays convex (Hertel and Mehlhorn).
//! That is decided once, on the unplaced vertices. Placing rounds each vertex to the lattice, so the placed ring is tested again:
//! where it is not strictly convex, the piece's triangles stand instead. [`ROOM`] makes that rare.
//!
//! Why the union is the same: the triangles of a piece are a triangulation of its ring by diagonals, and any such triangulation
//! fills a convex ring, wherever its vertices are.

use std::collections::HashMap;

use crate::lattice::{Bounds, Point, on_curve};
use crate::shape::polygon::{Polygon, cross};

/// A ring of vertices, and the triangles that fill it; both are indices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PolygonPiece {
    pub(crate) ring: Box<[u16]>,
    pub(crate) triangles: Box<[u16]>,
}

/// A corner of a piece turns by at least this many lattice units of area for each unit of its edges' lengths. Rounding moves the
/// ends of an edge by up to sqrt(2) units against each other, so the corner still turns in the same direction when it is placed at
/// its own size.
const ROOM: f64 = 1.5;

const NONE: u32 = u32::MAX;

/// Joins the triangles of a polygon.
pub(super) fn join(ring: &[Point], outward: i128, triangles: &[[u16; 3]]) -> Box<[PolygonPiece]> {
    let mut rings = Rings::of(ring, outward, triangles);
    let mut shared = rings.shared_edges();
    shared.sort_unstable();
    shared.iter().for_each(|&(_, edge, twin)| rings.dissolve(edge as usize, twin as usize));
    rings.pieces()
}

/// The edges of all triangles, three each, in rings. An edge goes from its own vertex to that of the next edge.
struct Rings<'a> {
    points: &'a [Point],
    outward: i128,
    from: Vec<u16>,
    next: Vec<u32>,
    before: Vec<u32>,
    /// For each triangle, one of the same piece; itself for the first one of a piece.
    joined_to: Vec<u32>,
}

impl<'a> Rings<'a> {
    fn of(points: &'a [Point], outward: i128, triangles: &[[u16; 3]]) -> Rings<'a> {
        let edges = 3 * triangles.len() as u32;
        let third = |edge: u32, by: u32| edge - edge % 3 + (edge % 3 + by) % 3;
        Rings {
            points,
            outward,
            from: triangles.iter().flatten().copied().collect(),
            next: (0..edges).map(|edge| third(edge, 1)).collect(),
            before: (0..edges).map(|edge| third(edge, 2)).collect(),
            joined_to: (0..triangles.len() as u32).collect(),
        }
    }

    fn at(&self, edge: usize) -> Point {
        self.points[usize::from(self.from[edge])]
    }

    /// Returns the edges that two triangles share: each as its squared length, negated, and its two sides.
    fn shared_edges(&self) -> Vec<(i128, u32, u32)> {
        let mut open: HashMap<[u16; 2], u32> = HashMap::new();
        let mut shared = Vec::new();
        for edge in 0..self.from.len() {
            let end = self.next[edge] as usize;
            let (p, q) = (self.from[edge], self.from[end]);
            match open.remove(&[q, p]) {
                Some(twin) => shared.push((-squared(self.at(edge), self.at(end)), twin, edge as u32)),
                None => drop(open.insert([p, q], edge as u32)),
            }
        }
        shared
    }

    /// Removes an edge that two rings share if the joined ring is convex at both of its ends and not too long.
    fn dissolve(&mut self, edge: usize, twin: usize) {
        let [before, after] = [self.before[edge] as usize, self.next[edge] as usize];
        let [twin_before, twin_after] = [self.before[twin] as usize, self.next[twin] as usize];
        let turns = self.turns([before, edge, self.next[twin_after] as usize])
            && self.turns([twin_before, twin, self.next[after] as usize]);
        if !turns || self.length(edge) + self.length(twin) - 2 > Polygon::MOST_WHOLE {
            return;
        }
        (self.next[before], self.before[twin_after]) = (twin_after as u32, before as u32);
        (self.next[twin_before], self.before[after]) = (after as u32, twin_before as u32);
        for gone in [edge, twin] {
            (self.next[gone], self.before[gone]) = (NONE, NONE);
        }
        let [first, second] = [edge, twin].map(|edge| self.first_triangle(edge as u32 / 3));
        self.joined_to[first.max(second) as usize] = first.min(second);
    }

    /// Whether a path over the vertices of three edges turns as a convex ring does, by more than rounding undoes.
    fn turns(&self, [a, b, c]: [usize; 3]) -> bool {
        let [a, b, c] = [a, b, c].map(|edge| self.at(edge));
        let length = |p: Point, q: Point| (squared(p, q) as f64).sqrt();
        (cross(a, b, c) * self.outward) as f64 > ROOM * (length(a, b) + length(b, c)) + 4.0
    }

    /// Returns the number of edges of the ring that an edge is in.
    fn length(&self, edge: usize) -> usize {
        let (mut length, mut at) = (1, self.next[edge] as usize);
        while at != edge {
            (length, at) = (length + 1, self.next[at] as usize);
        }
        length
    }

    fn first_triangle(&self, mut triangle: u32) -> u32 {
        while self.joined_to[triangle as usize] != triangle {
            triangle = self.joined_to[triangle as usize];
        }
        triangle
    }

    /// Returns the pieces in the order of their first triangles.
    fn pieces(mut self) -> Box<[PolygonPiece]> {
        let count = self.joined_to.len();
        let mut triangles: Vec<Vec<u16>> = vec![Vec::new(); count];
        (0..count as u32).for_each(|k| triangles[self.first_triangle(k) as usize].push(k as u16));
        let mut rings: Vec<Vec<u16>> = vec![Vec::new(); count];
        for first in 0..self.from.len() {
            let piece = self.first_triangle(first as u32 / 3) as usize;
            let mut edge = first as u32;
            while self.next[edge as usize] != NONE {
                rings[piece].push(self.from[edge as usize]);
                edge = std::mem::replace(&mut self.next[edge as usize], NONE);
            }
        }
        let pieces = rings.into_iter().zip(triangles).filter(|(ring, _)| !ring.is_empty());
        let mut pieces: Vec<(Vec<u16>, Vec<u16>)> = pieces.collect();
        // Pieces that follow each other lie beside each other (`shape/near_pieces.rs`).
        let around = |ring: &[u16]| Bounds::around(ring.iter().map(|&k| self.points[usize::from(k)]));
        pieces.sort_by_cached_key(|(ring, _)| around(ring).map(on_curve));
        pieces
            .into_iter()
            .map(|(ring, triangles)| PolygonPiece { ring: ring.into(), triangles: triangles.into() })
            .collect()
    }
}

fn squared(a: Point, b: Point) -> i128 {
    let d = |p: i32, q: i32| i128::from(p) - i128::from(q);
    d(a.x, b.x).pow(2) + d(a.y, b.y).pow(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(count: usize, radius: impl Fn(usize) -> f64) -> Vec<[f64; 2]> {
        let corner = |k: usize| {
            let (sin, cos) = (k as f64 / count as f64 * std::f64::consts::TAU).sin_cos();
            [cos * radius(k), sin * radius(k)]
        };
        (0..count).map(corner).collect()
    }

    fn pieces(points: &[[f64; 2]]) -> Polygon {
        Polygon::new(points).expect("a polygon")
    }

    #[test]
    fn round_polygons_are_few_pieces() {
        assert!(pieces(&ring(70, |_| 40.0)).pieces().len() <= 4);
        let round = pieces(&ring(4096, |_| 8000.0)).pieces().len();
        assert!(round <= 140, "{round}");
        let star = pieces(&ring(28, |k| if k % 2 == 0 { 20.0 } else { 12.0 }));
        assert!(star.pieces().len() <= 16, "{}", star.pieces().len());
    }

    /// Each triangle is in one piece, whose ring is convex and has as many vertices as its triangles need.
    #[test]
    fn each_triangle_is_in_one_piece() {
        for count in [5, 12, 28, 100, 700] {
            for seed in 0..20_u64 {
                let far = |k: usize| 10.0 + ((k as u64 + 7) * (seed * 2 + 3) % 31) as f64;
                let polygon = pieces(&ring(count, far));
                let mut seen = vec![false; polygon.triangles().len()];
                for piece in polygon.pieces() {
                    assert_eq!(piece.ring.len(), piece.triangles.len() + 2);
                    let points: Vec<Point> = piece
                        .ring
                        .iter()
                        .map(|&k| {
                            let p = polygon.points()[usize::from(k)];
                            Point::snapped(p).expect("a point")
                        })
                        .collect();
                    let n = points.len();
                    let turn = |k: usize| cross(points[k], points[(k + 1) % n], points[(k + 2) % n]).signum();
                    assert!((0..n).all(|k| turn(k) == turn(0)), "{points:?}");
                    for &k in &piece.triangles {
                        assert!(!std::mem::replace(&mut seen[usize::from(k)], true), "{k} is in two pieces");
                    }
                }
                assert!(seen.iter().all(|&seen| seen));
            }
        }
    }
}

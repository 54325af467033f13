//! Polygons are validated once, unplaced and exactly; concave and large ones are cut into triangles (SPEC 2).

mod ears;
mod pieces;

use std::collections::HashMap;

use crate::effort::spend;
use crate::error::{Cause, Error, Result};
use crate::lattice::{Point, Vec2, snap};
pub(crate) use crate::shape::polygon::pieces::PolygonPiece;

/// The most vertices of a polygon.
const MOST: usize = 4096;

/// A valid simple polygon of 3 to 4096 vertices; it is cut into triangles where it is concave or has more than 64
/// vertices.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    points: Box<[Vec2]>,
    is_convex: bool,
    /// The triangles, in the order cut; empty for a polygon that is not cut.
    triangles: Box<[[u16; 3]]>,
    /// The triangles again, joined where they are convex together.
    pieces: Box<[PolygonPiece]>,
}

impl Polygon {
    /// Validates the vertices on the lattice: they must be distinct, have an area, and their edges must not cross.
    pub fn new<P: Into<Vec2> + Copy>(points: &[P]) -> Result<Polygon> {
        Polygon::of(points.iter().map(|&p| p.into()).collect())
    }

    fn of(points: Box<[Vec2]>) -> Result<Polygon> {
        if !(3..=MOST).contains(&points.len()) {
            let count = points.len();
            return Err(Cause::Count { what: "vertices in the polygon", count, least: 3, most: MOST }.error());
        }
        let mut ring = Vec::with_capacity(points.len());
        for (k, p) in points.iter().enumerate() {
            let at = |axis: u8| format!("[{k}][{axis}]");
            ring.push(Point::new(snap(p.x).map_err(|e| e.at(at(0)))?, snap(p.y).map_err(|e| e.at(at(1)))?));
        }
        // Each vertex is compared with the others. Where that exceeds the ceiling on work, the ceiling's error replaces
        // this one.
        if !spend((ring.len() * ring.len() / 4) as u64) {
            return Err(Cause::NoArea.error());
        }
        let outward = judge(&ring)?;
        let is_convex = is_convex(&ring, outward);
        let is_whole = is_convex && ring.len() <= Polygon::MOST_WHOLE;
        let triangles = if is_whole { Vec::new() } else { ears::clip(&ring, outward)? };
        let pieces = pieces::join(&ring, outward, &triangles);
        Ok(Polygon { points, is_convex, triangles: triangles.into(), pieces })
    }

    /// Returns the vertices as given.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Whether the polygon is convex.
    pub fn is_convex(&self) -> bool {
        self.is_convex
    }

    /// Returns the triangles of a polygon that is cut, as indices of vertices; empty for one that is a convex part.
    pub(crate) fn triangles(&self) -> &[[u16; 3]] {
        &self.triangles
    }

    /// Returns the triangles joined to pieces; empty for a polygon that is not cut.
    pub(crate) fn pieces(&self) -> &[PolygonPiece] {
        &self.pieces
    }

    /// Returns convex rings that together fill the polygon.
    #[cfg(feature = "sheet")]
    pub(crate) fn convex_rings(&self) -> Vec<Vec<Vec2>> {
        if self.pieces.is_empty() {
            return vec![self.points.to_vec()];
        }
        let ring = |piece: &PolygonPiece| piece.ring.iter().map(|&k| self.points[usize::from(k)]).collect();
        self.pieces.iter().map(ring).collect()
    }

    /// The most vertices of a convex part; a convex polygon with more is cut.
    pub(crate) const MOST_WHOLE: usize = 64;
}

/// Returns twice the signed area of the triangle a, b, c; exact for any i32.
fn cross(a: Point, b: Point, c: Point) -> i128 {
    let d = |p: i32, q: i32| i128::from(p) - i128::from(q);
    d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x)
}

/// Refuses repeated vertices, zero area and crossings; otherwise returns the sign of the area.
fn judge(ring: &[Point]) -> Result<i128> {
    let mut seen = HashMap::with_capacity(ring.len());
    for (second, &p) in ring.iter().enumerate() {
        match seen.insert(p, second) {
            Some(0) if second + 1 == ring.len() && second > 2 => {
                return Err(Cause::ClosedPolygon { last: second }.error());
            }
            Some(first) => return Err(Cause::RepeatedVertex { first, second }.error()),
            None => {}
        }
    }
    if (2..ring.len()).all(|k| cross(ring[0], ring[1], ring[k]) == 0) {
        return Err(Cause::NoArea.error());
    }
    if crosses_itself(ring) {
        return Err(first_crossing(ring));
    }
    let area: i128 = (1..ring.len() - 1).map(|k| cross(ring[0], ring[k], ring[k + 1])).sum();
    if area == 0 { Err(Cause::NoArea.error()) } else { Ok(area.signum()) }
}

fn edge(ring: &[Point], k: usize) -> (Point, Point) {
    (ring[k], ring[(k + 1) % ring.len()])
}

/// Whether two edges cross or touch where they must not; `first` starts earlier in the list.
fn edges_meet(ring: &[Point], first: usize, second: usize) -> bool {
    let (a, b) = (edge(ring, first), edge(ring, second));
    if first + 1 == second {
        folds_back(a, b)
    } else if first == 0 && second + 1 == ring.len() {
        folds_back(b, a)
    } else {
        segments_meet(a, b)
    }
}

/// Whether any two edges cross or touch where they must not. Edges are sorted by their left ends, and each is compared
/// with those whose extent in x it overlaps.
fn crosses_itself(ring: &[Point]) -> bool {
    let ends = |k: usize| {
        let (a, b) = edge(ring, k);
        (a.x.min(b.x), a.x.max(b.x), a.y.min(b.y), a.y.max(b.y))
    };
    let mut sorted: Vec<(i32, usize)> = (0..ring.len()).map(|k| (ends(k).0, k)).collect();
    sorted.sort_unstable();
    let mut open: Vec<usize> = Vec::new();
    for (left, k) in sorted {
        open.retain(|&other| ends(other).1 >= left);
        let (_, _, top, bottom) = ends(k);
        let is_near = |&&other: &&usize| ends(other).2 <= bottom && ends(other).3 >= top;
        if open.iter().filter(is_near).any(|&other| edges_meet(ring, other.min(k), other.max(k))) {
            return true;
        }
        open.push(k);
    }
    false
}

/// Names the first pair of crossing edges, ordered by the later edge.
fn first_crossing(ring: &[Point]) -> Error {
    let all = (1..ring.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let mut meeting = all.filter(|&(first, second)| edges_meet(ring, first, second));
    meeting.next().map_or(Cause::NoArea, |(first, second)| Cause::CrossingEdges { first, second }).error()
}

/// Whether two consecutive edges lie on top of each other.
fn folds_back((a, b): (Point, Point), (_, c): (Point, Point)) -> bool {
    let d = |p: i32, q: i32| i128::from(p) - i128::from(q);
    let along = d(b.x, a.x) * d(c.x, b.x) + d(b.y, a.y) * d(c.y, b.y);
    cross(a, b, c) == 0 && along < 0
}

fn segments_meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let sides = |p, q, r, s| (cross(p, q, r).signum(), cross(p, q, s).signum());
    let (c1, d1) = sides(a, b, c, d);
    let (a1, b1) = sides(c, d, a, b);
    if c1 * d1 < 0 && a1 * b1 < 0 {
        return true;
    }
    let between = |p: Point, q: Point, r: Point| {
        p.x.min(q.x) <= r.x && r.x <= p.x.max(q.x) && p.y.min(q.y) <= r.y && r.y <= p.y.max(q.y)
    };
    (c1 == 0 && between(a, b, c))
        || (d1 == 0 && between(a, b, d))
        || (a1 == 0 && between(c, d, a))
        || (b1 == 0 && between(c, d, b))
}

fn is_convex(ring: &[Point], outward: i128) -> bool {
    let n = ring.len();
    (0..n).all(|k| cross(ring[k], ring[(k + 1) % n], ring[(k + 2) % n]) * outward >= 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(list: &[(f64, f64)]) -> Result<Polygon> {
        Polygon::new(list)
    }

    #[test]
    fn convex_polygons_stay_whole_even_with_collinear_vertices() {
        let p = polygon(&[(0., 0.), (20., 0.), (40., 0.), (40., 30.)]).unwrap();
        assert!(p.is_convex());
        assert!(p.triangles().is_empty());
    }

    #[test]
    fn ears_are_cut_lowest_index_first() {
        let l = polygon(&[(0., 0.), (40., 0.), (40., 12.), (12., 12.), (12., 40.), (0., 40.)]).unwrap();
        // The triangle 5-0-1 of vertex 0 contains vertex 3, so 1 is the first ear. The reverse winding has the same
        // ears.
        assert_eq!(&*l.triangles, &[[0, 1, 2], [0, 2, 3], [5, 0, 3], [5, 3, 4]]);
        let r = polygon(&[(0., 40.), (12., 40.), (12., 12.), (40., 12.), (40., 0.), (0., 0.)]).unwrap();
        assert_eq!(r.triangles.len(), 4);
    }

    #[test]
    fn collinear_vertices_are_dropped_first_and_after_each_cut() {
        let comb = polygon(&[
            (30., 12.),
            (20., 12.),
            (10., 12.),
            (10., 40.),
            (0., 40.),
            (0., 20.),
            (0., 0.),
            (10., 0.),
            (20., 0.),
            (40., 0.),
            (40., 40.),
            (30., 40.),
        ])
        .unwrap();
        assert!(comb.triangles.iter().flatten().all(|k| ![1, 5, 7, 8].contains(k)));
    }

    #[test]
    fn what_is_no_simple_polygon_is_refused() {
        assert_eq!(polygon(&[(0., 0.), (4., 4.), (8., 8.)]), Err(Cause::NoArea.error()));
        assert_eq!(
            polygon(&[(0., 0.), (8., 8.), (8., 0.), (0., 8.)]),
            Err(Cause::CrossingEdges { first: 0, second: 2 }.error())
        );
        assert_eq!(
            polygon(&[(0., 0.), (8., 0.), (0., 8.), (0.001, 0.)]),
            Err(Cause::ClosedPolygon { last: 3 }.error())
        );
        // Tests a vertex on another edge, and a spike that folds back on itself.
        assert!(polygon(&[(0., 0.), (8., 0.), (8., 8.), (4., 0.), (0., 8.)]).is_err());
        assert!(polygon(&[(0., 0.), (8., 0.), (8., 8.), (8., 4.)]).is_err());
        // Tests the same fold at the end of the list.
        assert!(polygon(&[(8., 0.), (8., 8.), (8., 4.), (0., 0.)]).is_err());
    }
}

//! Polygons: judged once, unplaced, exactly; concave ones cut into triangles (SPEC 2).

use crate::error::{At, Error, Result};
use crate::lattice::{Point, Vec2, snap};

/// A simple polygon of 3 to 64 vertices that was judged, and cut where it is concave.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    points: Box<[Vec2]>,
    /// The triangles of a concave one, in the order cut; empty for a convex one.
    triangles: Box<[[u8; 3]]>,
}

impl Polygon {
    /// Judges the vertices on the lattice: distinct, with an area, no crossing.
    pub fn new(points: &[Vec2]) -> Result<Polygon> {
        if !(3..=64).contains(&points.len()) {
            let count = points.len();
            return Err(Error::Count { what: "vertices in the polygon", count, least: 3, most: 64 });
        }
        let mut ring = Vec::with_capacity(points.len());
        for (k, p) in points.iter().enumerate() {
            let at = |axis: u8| format!("[{k}][{axis}]");
            ring.push(Point::new(snap(p.x).map_err(|e| e.at(at(0)))?, snap(p.y).map_err(|e| e.at(at(1)))?));
        }
        let outward = judge(&ring)?;
        let triangles = if is_convex(&ring, outward) { Vec::new() } else { clip_ears(&ring, outward)? };
        Ok(Polygon { points: points.into(), triangles: triangles.into() })
    }

    /// The vertices as given.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Whether it is its own convex hull.
    pub fn is_convex(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The vertices of each convex part: all of them, or three a triangle.
    pub(crate) fn parts(&self) -> Vec<Vec<Vec2>> {
        if self.is_convex() {
            return vec![self.points.to_vec()];
        }
        self.triangles.iter().map(|t| t.iter().map(|&k| self.points[usize::from(k)]).collect()).collect()
    }
}

/// Twice the signed area of the triangle a, b, c; exact for any i32.
fn cross(a: Point, b: Point, c: Point) -> i128 {
    let d = |p: i32, q: i32| i128::from(p) - i128::from(q);
    d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x)
}

/// Refuses repeated vertices, no area and crossings; the sign of the area otherwise.
fn judge(ring: &[Point]) -> Result<i128> {
    for second in 1..ring.len() {
        if let Some(first) = ring[..second].iter().position(|&p| p == ring[second]) {
            return Err(Error::RepeatedVertex { first, second });
        }
    }
    if (2..ring.len()).all(|k| cross(ring[0], ring[1], ring[k]) == 0) {
        return Err(Error::NoArea);
    }
    let edge = |k: usize| (ring[k], ring[(k + 1) % ring.len()]);
    for second in 1..ring.len() {
        for first in 0..second {
            let meet = if first + 1 == second {
                folds_back(edge(first), edge(second))
            } else if first == 0 && second + 1 == ring.len() {
                folds_back(edge(second), edge(first))
            } else {
                segments_meet(edge(first), edge(second))
            };
            if meet {
                return Err(Error::CrossingEdges { first, second });
            }
        }
    }
    let area: i128 = (1..ring.len() - 1).map(|k| cross(ring[0], ring[k], ring[k + 1])).sum();
    if area == 0 { Err(Error::NoArea) } else { Ok(area.signum()) }
}

/// Whether two edges that follow each other lie on top of each other.
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

/// Ear clipping, always the ear of lowest index in the given list; collinear vertices are dropped first and after
/// each cut.
fn clip_ears(ring: &[Point], outward: i128) -> Result<Vec<[u8; 3]>> {
    let turn = |a: usize, b: usize, c: usize| cross(ring[a], ring[b], ring[c]) * outward;
    let holds =
        |[a, b, c]: [usize; 3], p: usize| turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
    let mut left: Vec<usize> = (0..ring.len()).collect();
    let mut triangles = Vec::new();
    let corner = |left: &[usize], k: usize| {
        [left[(k + left.len() - 1) % left.len()], left[k], left[(k + 1) % left.len()]]
    };
    loop {
        while let Some(k) = (0..left.len()).find(|&k| {
            let [a, b, c] = corner(&left, k);
            left.len() > 3 && turn(a, b, c) == 0
        }) {
            left.remove(k);
        }
        let ear = (0..left.len()).find(|&k| {
            let [a, b, c] = corner(&left, k);
            let others = left.iter().filter(|&&p| p != a && p != b && p != c);
            turn(a, b, c) > 0 && others.into_iter().all(|&p| !holds([a, b, c], p))
        });
        // A simple polygon always has an ear: `judge` let nothing else through.
        let Some(k) = ear else { return Err(Error::NoArea).at("ear clipping") };
        triangles.push(corner(&left, k).map(|v| v as u8));
        if left.len() == 3 {
            return Ok(triangles);
        }
        left.remove(k);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(list: &[(f64, f64)]) -> Result<Polygon> {
        Polygon::new(&list.iter().map(|&p| p.into()).collect::<Vec<_>>())
    }

    #[test]
    fn convex_polygons_stay_whole_even_with_collinear_vertices() {
        let p = polygon(&[(0., 0.), (20., 0.), (40., 0.), (40., 30.)]).unwrap();
        assert!(p.is_convex());
        assert_eq!(p.parts()[0].len(), 4);
    }

    #[test]
    fn ears_are_cut_lowest_index_first() {
        let l = polygon(&[(0., 0.), (40., 0.), (40., 12.), (12., 12.), (12., 40.), (0., 40.)]).unwrap();
        // Vertex 0's triangle 5-0-1 holds vertex 3, so 1 is the first ear; the reverse winding has the same ears.
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
        assert_eq!(polygon(&[(0., 0.), (4., 4.), (8., 8.)]), Err(Error::NoArea));
        assert_eq!(
            polygon(&[(0., 0.), (8., 8.), (8., 0.), (0., 8.)]),
            Err(Error::CrossingEdges { first: 0, second: 2 })
        );
        assert_eq!(
            polygon(&[(0., 0.), (8., 0.), (0., 8.), (0.001, 0.)]),
            Err(Error::RepeatedVertex { first: 0, second: 3 })
        );
        // A vertex on another edge, and a spike that folds back on itself.
        assert!(polygon(&[(0., 0.), (8., 0.), (8., 8.), (4., 0.), (0., 8.)]).is_err());
        assert!(polygon(&[(0., 0.), (8., 0.), (8., 8.), (8., 4.)]).is_err());
        // The same fold where the list closes.
        assert!(polygon(&[(8., 0.), (8., 8.), (8., 4.), (0., 0.)]).is_err());
    }
}

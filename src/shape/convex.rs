//! Every convex shape is one thing: a hull of lattice points and a radius (SPEC 2).

use std::fmt;

use crate::error::Result;
use crate::lattice::{Bounds, Point};

/// The points within `radius` of a hull of lattice vertices: a point, segment, circle, capsule, box or polygon.
///
/// Vertices run so that (-dy, dx) of every edge points outwards, from the one with the least (x, y), none collinear
/// with its neighbours.
#[derive(Clone, PartialEq, Eq)]
pub struct Convex {
    vertices: Vertices,
    radius: i32,
    /// The box around the hull, radius left out.
    core: Bounds,
}

/// Vertices of a hull: few of them need no memory of their own, which is most shapes there are.
#[derive(Clone)]
enum Vertices {
    Few(u32, [Point; FEW]),
    Many(Box<[Point]>),
}

/// As many as a box has.
const FEW: usize = 4;

impl From<&[Point]> for Vertices {
    fn from(points: &[Point]) -> Vertices {
        if points.len() > FEW {
            return Vertices::Many(points.into());
        }
        let mut few = [Point::default(); FEW];
        few[..points.len()].copy_from_slice(points);
        Vertices::Few(points.len() as u32, few)
    }
}

impl PartialEq for Vertices {
    fn eq(&self, other: &Vertices) -> bool {
        self.all() == other.all()
    }
}

impl Eq for Vertices {}

impl Vertices {
    #[inline]
    fn all(&self) -> &[Point] {
        match self {
            Vertices::Few(count, few) => &few[..*count as usize],
            Vertices::Many(many) => many,
        }
    }

    #[inline]
    fn all_mut(&mut self) -> &mut [Point] {
        match self {
            Vertices::Few(count, few) => &mut few[..*count as usize],
            Vertices::Many(many) => many,
        }
    }
}

impl Convex {
    /// The hull of at least one point, with a radius of 0 or more; refused where it is larger than 2^14 px a side.
    pub(crate) fn new(mut points: Vec<Point>, radius: i32) -> Result<Convex> {
        Convex::of(&mut points, radius)
    }

    /// The same of points in the caller's room, which are left in another order.
    pub(crate) fn of(points: &mut [Point], radius: i32) -> Result<Convex> {
        debug_assert!(!points.is_empty() && radius >= 0);
        let core = box_of(points);
        core.grown(radius).checked()?;
        let count = hull_in_place(points);
        Ok(Convex { vertices: Vertices::from(&points[..count]), radius, core })
    }

    /// Becomes the hull of other points; takes no memory where that has as many vertices.
    pub(crate) fn rewrite(&mut self, points: &mut [Point], radius: i32) -> Result<()> {
        let core = box_of(points);
        core.grown(radius).checked()?;
        let count = hull_in_place(points);
        match &mut self.vertices {
            Vertices::Many(old) if old.len() == count => old.copy_from_slice(&points[..count]),
            vertices => *vertices = Vertices::from(&points[..count]),
        }
        (self.radius, self.core) = (radius, core);
        Ok(())
    }

    /// The same shape moved by an offset; refused where a vertex would lie beyond the world's edge.
    pub fn moved_by(&self, by: Point) -> Result<Convex> {
        let core = Bounds { min: self.core.min.offset(by)?, max: self.core.max.offset(by)? };
        let mut moved = self.clone();
        moved.translate(by);
        debug_assert_eq!(moved.core, core);
        Ok(moved)
    }

    /// Moves it; the caller knows that it stays within the world.
    pub(crate) fn translate(&mut self, by: Point) {
        for v in self.vertices.all_mut() {
            *v = Point::new(v.x + by.x, v.y + by.y);
        }
        self.core = self.core.translated(by);
    }

    /// The same moved; the caller knows that it stays within `i32`.
    pub(crate) fn translated(&self, by: Point) -> Convex {
        let mut moved = self.clone();
        moved.translate(by);
        moved
    }

    /// Calls `with` with the vertices moved; takes no memory for as many as a polygon may have.
    pub(crate) fn with_moved<R>(&self, by: Point, with: impl FnOnce(&[Point]) -> R) -> R {
        const MOST: usize = 64;
        let vertices = self.vertices();
        let moved = |v: &Point| Point::new(v.x + by.x, v.y + by.y);
        if vertices.len() > MOST {
            return with(&vertices.iter().map(moved).collect::<Vec<_>>());
        }
        let mut room = [Point::default(); MOST];
        room.iter_mut().zip(vertices).for_each(|(to, v)| *to = moved(v));
        with(&room[..vertices.len()])
    }

    /// The hull's vertices, at least one.
    pub fn vertices(&self) -> &[Point] {
        self.vertices.all()
    }

    /// The closed box around its hull, radius left out.
    pub(crate) fn core(&self) -> Bounds {
        self.core
    }

    /// How far the shape reaches beyond its hull, in lattice units.
    pub fn radius(&self) -> i32 {
        self.radius
    }

    /// The closed box around it, radius included.
    pub fn bounds(&self) -> Bounds {
        self.core.grown(self.radius)
    }
}

impl fmt::Debug for Convex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Convex").field("vertices", &self.vertices()).field("radius", &self.radius).finish()
    }
}

fn box_of(points: &[Point]) -> Bounds {
    let first = points.first().copied().unwrap_or_default();
    points
        .iter()
        .fold(Bounds { min: first, max: first }, |so_far, &p| so_far.union(Bounds { min: p, max: p }))
}

/// Puts a hull's vertices first, in their order, and says how many they are.
fn hull_in_place(points: &mut [Point]) -> usize {
    if let [a, b] = points {
        if b < a {
            std::mem::swap(a, b);
        }
        return if a == b { 1 } else { 2 };
    }
    if points.len() < 2 || order_ring(points) {
        return points.len();
    }
    let hull = hull(points.to_vec());
    points[..hull.len()].copy_from_slice(&hull);
    hull.len()
}

/// Where points are the vertices of their hull one after another, either way round, puts them in its order. Most shapes are
/// given so.
fn order_ring(points: &mut [Point]) -> bool {
    let count = points.len();
    let (mut is_left, mut is_right, mut least, mut turns_back) = (true, true, 0, 0);
    let [mut a, mut b] = [points[count - 2], points[count - 1]];
    for (k, &c) in points.iter().enumerate() {
        let side = cross(a, b, c);
        is_left &= side > 0;
        is_right &= side < 0;
        // A ring that turns one way only goes round as often as it has a vertex before both of its neighbours.
        if b < a && b < c {
            turns_back += 1;
            least = (k + count - 1) % count;
        }
        [a, b] = [b, c];
    }
    if turns_back != 1 || !(is_left || is_right) {
        return false;
    }
    if is_left {
        points.reverse();
        least = count - 1 - least;
    }
    points.rotate_left(least);
    true
}

/// Andrew's monotone chain; what is collinear or coincident is dropped.
pub(crate) fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut chain = half_hull(points.iter().copied());
    let back = half_hull(points.iter().rev().copied());
    chain.pop();
    chain.extend_from_slice(&back[..back.len() - 1]);
    chain
}

/// From the first point to the last, keeping only the vertices where the way turns outwards.
fn half_hull(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for p in points {
        while let [.., a, b] = chain[..]
            && cross(a, b, p) >= 0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain
}

/// Twice the signed area of the triangle a, b, c; coordinates up to 2^29 keep it below 2^62.
fn cross(a: Point, b: Point, c: Point) -> i64 {
    let d = |p: i32, q: i32| i64::from(p) - i64::from(q);
    d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(i32, i32)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn a_hull_drops_what_adds_nothing() {
        let square = points(&[(0, 0), (8, 0), (4, 0), (8, 8), (0, 8), (4, 4), (0, 0)]);
        assert_eq!(hull(square), points(&[(0, 0), (0, 8), (8, 8), (8, 0)]));
        assert_eq!(hull(points(&[(5, 5), (1, 1), (3, 3), (1, 1)])), points(&[(1, 1), (5, 5)]));
        assert_eq!(hull(points(&[(7, 7), (7, 7)])), points(&[(7, 7)]));
    }

    /// Rings, convex or not, some of which go round twice: the hull in place is the hull.
    #[test]
    fn a_hull_in_place_is_the_hull() {
        let mut state = 5_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((state >> 33) % n) as i32
        };
        let mut rings = 0;
        for round in 0..20_000 {
            let count = 1 + below(9) as usize;
            let mut ring: Vec<Point> = match round % 4 {
                0 => (0..count).map(|_| Point::new(below(5), below(5))).collect(),
                1 => (0..count).map(|_| Point::new(below(1 << 20), below(1 << 20))).collect(),
                _ => {
                    let times = 1 + below(2);
                    let first = below(100);
                    let corner = |k: usize| {
                        let angle = (f64::from(times) * k as f64 / count as f64 + f64::from(first) / 100.0)
                            * std::f64::consts::TAU;
                        Point::new((angle.cos() * 900.0) as i32, (angle.sin() * 700.0) as i32)
                    };
                    (0..count).map(corner).collect()
                }
            };
            if round % 3 == 0 {
                ring.reverse();
            }
            let expected = hull(ring.clone());
            let mut ordered = ring.clone();
            rings += usize::from(count > 2 && order_ring(&mut ordered));
            let count = hull_in_place(&mut ring);
            assert_eq!(ring[..count], expected);
        }
        assert!(rings > 4000, "{rings}");
    }

    #[test]
    fn the_perpendicular_of_every_edge_points_outwards() {
        let ring = hull(points(&[(0, 0), (90, 10), (60, 80), (-30, 70), (20, 30)]));
        for k in 0..ring.len() {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            assert!(ring.iter().all(|&v| cross(a, b, v) <= 0));
        }
        assert_eq!(ring.len(), 4);
    }
}

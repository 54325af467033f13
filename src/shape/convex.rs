//! Every convex shape is represented as a hull of lattice points and a radius (SPEC 2).

use std::fmt;

use crate::error::Result;
use crate::lattice::{Bounds, Point};

/// The points within `radius` of a hull of lattice vertices: a point, segment, circle, capsule, box or polygon.
///
/// The vertices begin with the one with the least (x, y), and run so that (-dy, dx) of every edge points outwards. No
/// vertex is collinear with its neighbours.
#[derive(Clone, PartialEq, Eq)]
pub struct Convex {
    vertices: Vertices,
    radius: i32,
    /// The box around the hull, without the radius.
    core: Bounds,
}

/// The vertices of a hull. Up to four are stored inline, without an allocation; most shapes have no more.
#[derive(Clone)]
enum Vertices {
    Few(u32, [Point; FEW]),
    Many(Box<[Point]>),
}

/// The number of vertices of a box.
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
    /// Makes the hull of at least one point, with a radius of 0 or more; an error where it is larger than 2^14 px a
    /// side.
    pub(crate) fn new(mut points: Vec<Point>, radius: i32) -> Result<Convex> {
        Convex::of(&mut points, radius)
    }

    /// Does the same with points in the caller's buffer; their order changes.
    pub(crate) fn of(points: &mut [Point], radius: i32) -> Result<Convex> {
        debug_assert!(!points.is_empty() && radius >= 0);
        let core = box_of(points);
        core.grown(radius).checked()?;
        let count = hull_in_place(points);
        Ok(Convex { vertices: Vertices::from(&points[..count]), radius, core })
    }

    /// Becomes the hull of other points. Allocates only where there are more than four vertices and their number
    /// changes.
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

    /// Becomes the link between two points; the caller guarantees that it is not too large.
    #[inline(always)]
    pub(crate) fn rewrite_link(&mut self, [a, b]: [Point; 2], radius: i32) {
        let link = if b < a { [b, a] } else { [a, b] };
        match &mut self.vertices {
            Vertices::Few(2, few) if a != b => few[..2].copy_from_slice(&link),
            vertices => *vertices = Vertices::from(&link[usize::from(a == b)..]),
        }
        let min = Point::new(a.x.min(b.x), a.y.min(b.y));
        let max = Point::new(a.x.max(b.x), a.y.max(b.y));
        (self.radius, self.core) = (radius, Bounds { min, max });
    }

    /// Makes the hull of at least three points; `None` if they are not its vertices one after another, in either direction.
    pub(crate) fn of_ring(ring: &[Point], radius: i32) -> Result<Option<Convex>> {
        let Some(order) = RingOrder::of(ring) else { return Ok(None) };
        let core = box_of(ring);
        core.grown(radius).checked()?;
        let mut vertices = Vertices::from(ring);
        order.write(ring, vertices.all_mut());
        Ok(Some(Convex { vertices, radius, core }))
    }

    /// Becomes that hull. Returns whether it does; if not, nothing changes.
    pub(crate) fn rewrite_ring(&mut self, ring: &[Point], radius: i32) -> Result<bool> {
        let Some(order) = RingOrder::of(ring) else { return Ok(false) };
        let core = box_of(ring);
        core.grown(radius).checked()?;
        match &mut self.vertices {
            Vertices::Many(old) if old.len() == ring.len() => order.write(ring, old),
            vertices => {
                *vertices = Vertices::from(ring);
                order.write(ring, vertices.all_mut());
            }
        }
        (self.radius, self.core) = (radius, core);
        Ok(true)
    }

    /// Returns the vertices to replace them by as many others in hull order, if there are `count`;
    /// [`set_core`](Convex::set_core) must follow.
    #[inline(always)]
    pub(crate) fn vertices_mut(&mut self, count: usize) -> Option<&mut [Point]> {
        Some(self.vertices.all_mut()).filter(|vertices| vertices.len() == count)
    }

    /// Sets the radius; the caller guarantees that the shape is not too large with it.
    #[inline(always)]
    pub(crate) fn set_radius(&mut self, radius: i32) {
        debug_assert!(self.core.grown(radius).checked().is_ok());
        self.radius = radius;
    }

    /// Sets the box around the vertices, after they were replaced.
    #[inline(always)]
    pub(crate) fn set_core(&mut self, core: Bounds) {
        debug_assert_eq!(box_of(self.vertices.all()), core);
        self.core = core;
    }

    /// Returns the shape moved by an offset; an error where a vertex would be beyond the world's edge.
    pub fn moved_by(&self, by: Point) -> Result<Convex> {
        let core = Bounds { min: self.core.min.offset(by)?, max: self.core.max.offset(by)? };
        let mut moved = self.clone();
        moved.translate(by);
        debug_assert_eq!(moved.core, core);
        Ok(moved)
    }

    /// Moves the shape; the caller guarantees that it stays within the world.
    pub(crate) fn translate(&mut self, by: Point) {
        for v in self.vertices.all_mut() {
            *v = Point::new(v.x + by.x, v.y + by.y);
        }
        self.core = self.core.translated(by);
    }

    /// Returns the shape moved by an offset; the caller guarantees that it stays within `i32`.
    pub(crate) fn translated(&self, by: Point) -> Convex {
        let mut moved = self.clone();
        moved.translate(by);
        moved
    }

    /// Calls `with` with the moved vertices; allocates only for more vertices than a convex polygon may have.
    pub(crate) fn with_moved<R>(&self, by: Point, with: impl FnOnce(&[Point]) -> R) -> R {
        const MOST: usize = 64;
        const FEW: usize = 8;
        let vertices = self.vertices();
        let moved = |v: &Point| Point::new(v.x + by.x, v.y + by.y);
        if vertices.len() > MOST {
            return with(&vertices.iter().map(moved).collect::<Vec<_>>());
        }
        // Less room is faster to clear.
        let (mut few, mut most);
        let room = if vertices.len() > FEW {
            most = [Point::default(); MOST];
            &mut most[..vertices.len()]
        } else {
            few = [Point::default(); FEW];
            &mut few[..vertices.len()]
        };
        room.iter_mut().zip(vertices).for_each(|(to, v)| *to = moved(v));
        with(room)
    }

    /// Returns the hull's vertices, at least one.
    pub fn vertices(&self) -> &[Point] {
        self.vertices.all()
    }

    /// Returns the closed box around the hull, without the radius.
    pub(crate) fn core(&self) -> Bounds {
        self.core
    }

    /// Returns how far the shape reaches beyond its hull, in lattice units.
    pub fn radius(&self) -> i32 {
        self.radius
    }

    /// Returns the closed box around the shape, radius included.
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

/// Moves the hull's vertices to the front, in hull order, and returns their number.
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

/// Puts the points in hull order, if they are the vertices of their hull one after another, in either direction. Most
/// shapes are given so. Returns whether they are.
fn order_ring(points: &mut [Point]) -> bool {
    let Some(RingOrder { first, is_left }) = RingOrder::of(points) else { return false };
    if is_left {
        points.reverse();
        points.rotate_left(points.len() - 1 - first);
    } else {
        points.rotate_left(first);
    }
    true
}

/// The order of a hull's vertices that are given one after another.
#[derive(Debug, Clone, Copy)]
struct RingOrder {
    /// The index of the least vertex.
    first: usize,
    /// Whether the order must be turned around.
    is_left: bool,
}

impl RingOrder {
    /// Returns the order of at least three points; `None` if they are not the vertices of their hull one after another.
    #[inline]
    fn of(points: &[Point]) -> Option<RingOrder> {
        let count = points.len();
        let (mut is_left, mut is_right, mut first, mut turns_back) = (true, true, 0, 0);
        let [mut a, mut b] = [points[count - 2], points[count - 1]];
        for (k, &c) in points.iter().enumerate() {
            let side = cross(a, b, c);
            is_left &= side > 0;
            is_right &= side < 0;
            // A ring that turns in one direction only goes around once for each vertex that is less than both of its
            // neighbours.
            let is_least = (b < a) & (b < c);
            turns_back += usize::from(is_least);
            first = if is_least { k } else { first };
            [a, b] = [b, c];
        }
        // (`k` is one more than the index of `b`.)
        let first = first.checked_sub(1).unwrap_or(count - 1);
        (turns_back == 1 && (is_left || is_right)).then_some(RingOrder { first, is_left })
    }

    /// Writes points in this order.
    #[inline]
    fn write(self, points: &[Point], to: &mut [Point]) {
        let RingOrder { first, is_left } = self;
        if is_left {
            // From the least one back to the first, and then from the last one back.
            let (before, after) = points.split_at(first + 1);
            to.iter_mut().zip(before.iter().rev().chain(after.iter().rev())).for_each(|(to, &p)| *to = p);
        } else {
            let (before, after) = points.split_at(first);
            to[..after.len()].copy_from_slice(after);
            to[after.len()..].copy_from_slice(before);
        }
    }
}

/// Returns the convex hull (Andrew's monotone chain); collinear and coincident points are dropped.
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

/// Returns half of the hull, from the first point to the last: only the vertices where the path turns outwards.
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

/// Returns twice the signed area of the triangle a, b, c; below 2^62 in size for coordinates up to 2^29.
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

    /// Tests rings, convex or not, some of which go around twice: the hull in place is equal to the hull.
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

    /// A hull that takes over other points, or whose vertices are moved, is the hull made anew: with few vertices, many,
    /// and more than a convex polygon has.
    #[test]
    fn a_hull_of_other_points_is_the_hull_made_anew() {
        let ring = |n: i32| {
            let points = (0..n).map(|k| {
                let (sin, cos) = (f64::from(k) / f64::from(n) * std::f64::consts::TAU).sin_cos();
                Point::new((cos * 90_000.0) as i32, (sin * 90_000.0) as i32)
            });
            points.collect::<Vec<_>>()
        };
        let mut hull = Convex::new(ring(3), 0).unwrap();
        for n in [7, 6, 9, 9, 100, 100, 4, 5, 64, 65, 3] {
            hull.rewrite(&mut ring(n), n).unwrap();
            let new = Convex::new(ring(n), n).unwrap();
            assert_eq!((&hull, hull.vertices().len(), hull.radius()), (&new, n as usize, n));
            let by = Point::new(-77, 4000);
            let moved = new.translated(by);
            new.with_moved(by, |vertices| assert_eq!(vertices, moved.vertices()));
        }
    }
}

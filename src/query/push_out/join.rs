//! Joins parts that share an edge wherever their union stays convex (Hertel and Mehlhorn). A concave polygon is cut into
//! triangles; joined, they are a few large pieces. The union is the same, also after snapping: the angles are tested on
//! the placed vertices, in integers.

use crate::lattice::Point;
use crate::query::exact::Step;
use crate::shape::Convex;

const NONE: u32 = u32::MAX;

/// The edges of all parts, in rings. An edge goes from its own point to that of the next edge.
struct Rings {
    at: Vec<Point>,
    next: Vec<u32>,
    before: Vec<u32>,
    radius: Vec<i32>,
    /// Whether the edge is no more part of a ring.
    is_gone: Vec<bool>,
}

/// Joins the parts of a shape; tells the rings of vertices and radii of the pieces.
pub(super) fn join(parts: &[Convex], mut tell: impl FnMut(&[Point], i32)) {
    let mut rings = Rings::of(parts, &mut tell);
    // The longest edges first.
    let mut shared = rings.shared_edges();
    shared.sort_unstable();
    shared.iter().for_each(|&(_, edge, twin)| rings.dissolve(edge as usize, twin as usize));
    let (mut ring, mut kept) = (Vec::new(), Vec::new());
    for first in 0..rings.at.len() {
        if rings.is_gone[first] {
            continue;
        }
        ring.clear();
        let mut edge = first;
        while !rings.is_gone[edge] {
            ring.push(rings.at[edge]);
            rings.is_gone[edge] = true;
            edge = rings.next[edge] as usize;
        }
        corners_of(&ring, &mut kept);
        tell(&kept, rings.radius[first]);
    }
}

/// Writes the vertices that are not collinear with their neighbours, from the least one on.
fn corners_of(ring: &[Point], kept: &mut Vec<Point>) {
    kept.clear();
    let n = ring.len();
    let is_corner = |&k: &usize| {
        let (before, next) =
            (ring[if k == 0 { n - 1 } else { k - 1 }], ring[if k + 1 == n { 0 } else { k + 1 }]);
        turn(before, ring[k], next) != 0
    };
    kept.extend((0..n).filter(is_corner).map(|k| ring[k]));
    let least = (0..kept.len()).min_by_key(|&k| kept[k]).unwrap_or(0);
    kept.rotate_left(least);
}

/// Returns how a path turns at b: below 0 where a hull turns.
fn turn(a: Point, b: Point, c: Point) -> i64 {
    Step::between(a, b).cross(Step::between(b, c))
}

impl Rings {
    /// Collects the edges. Parts with fewer than three vertices are told at once.
    fn of(parts: &[Convex], tell: &mut impl FnMut(&[Point], i32)) -> Rings {
        let room = parts.iter().map(|part| part.vertices().len()).sum();
        let mut rings = Rings {
            at: Vec::with_capacity(room),
            next: Vec::with_capacity(room),
            before: Vec::with_capacity(room),
            radius: Vec::with_capacity(room),
            is_gone: Vec::new(),
        };
        for part in parts {
            let vertices = part.vertices();
            if vertices.len() < 3 {
                tell(vertices, part.radius());
                continue;
            }
            let (first, n) = (rings.at.len() as u32, vertices.len() as u32);
            rings.at.extend_from_slice(vertices);
            rings.next.extend((1..n).map(|k| first + k).chain([first]));
            rings.before.extend([first + n - 1].into_iter().chain((0..n - 1).map(|k| first + k)));
            rings.radius.resize(rings.at.len(), part.radius());
        }
        rings.is_gone.resize(rings.at.len(), false);
        rings
    }

    fn end(&self, edge: usize) -> Point {
        self.at[self.next[edge] as usize]
    }

    /// Returns the edges that exactly two parts of equal radius share, in opposite directions: each as its squared length,
    /// negated, and its two sides.
    fn shared_edges(&self) -> Vec<(i64, u32, u32)> {
        let origin = self.at.first().copied().unwrap_or_default();
        // 24 bits a coordinate: enough for polygons. Edges further apart may get the same key; that is tested below.
        let packed = |p: Point| {
            let low = |x: i32, from: i32| u128::from(x.wrapping_sub(from).cast_unsigned() & 0xff_ffff);
            low(p.x, origin.x) << 24 | low(p.y, origin.y)
        };
        let key = |edge: usize| {
            let (p, q) = (packed(self.at[edge]), packed(self.end(edge)));
            p.min(q) << 80 | p.max(q) << 32 | edge as u128
        };
        let mut order: Vec<u128> = (0..self.at.len()).map(key).collect();
        order.sort_unstable();
        let mut shared = Vec::with_capacity(order.len() / 2);
        for same in order.chunk_by(|p, q| p >> 32 == q >> 32) {
            let [edge, twin] = *same else { continue };
            let (edge, twin) = (edge as u32, twin as u32);
            let (i, j) = (edge as usize, twin as usize);
            let are_twins = self.at[i] == self.end(j) && self.end(i) == self.at[j];
            if are_twins && self.radius[i] == self.radius[j] {
                let length = Step::between(self.at[i], self.at[j]).squared() as i64;
                shared.push((-length, edge, twin));
            }
        }
        shared
    }

    /// Removes an edge that two rings share if the joined ring is convex at both of its ends.
    fn dissolve(&mut self, edge: usize, twin: usize) {
        let [before, after] = [self.before[edge] as usize, self.next[edge] as usize];
        let [twin_before, twin_after] = [self.before[twin] as usize, self.next[twin] as usize];
        let is_convex = turn(self.at[before], self.at[edge], self.end(twin_after)) <= 0
            && turn(self.at[twin_before], self.at[twin], self.end(after)) <= 0;
        // Two parts with the same two edges only, back and forth, have no ring left.
        if !is_convex || after == twin && twin_after == edge {
            return;
        }
        (self.next[before], self.before[twin_after]) = (twin_after as u32, before as u32);
        (self.next[twin_before], self.before[after]) = (after as u32, twin_before as u32);
        for gone in [edge, twin] {
            self.is_gone[gone] = true;
            (self.next[gone], self.before[gone]) = (NONE, NONE);
        }
    }
}

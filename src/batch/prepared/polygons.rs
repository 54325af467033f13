//! Convex polygons of up to eight vertices against each other.

use crate::form::Touching;
use crate::lattice::Point;
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};

/// The largest number of vertices of a polygon.
pub(super) const MOST: usize = 8;

/// Convex polygons of three to eight vertices, without a radius.
#[derive(Debug, Clone, Default)]
pub struct Polygons {
    pub(super) all: Vec<PreparedPolygon>,
}

/// The vertices, and the edges that begin at them. Unused entries repeat the first, which does not change the answers.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct PreparedPolygon {
    pub(super) x: [i32; MOST],
    pub(super) y: [i32; MOST],
    pub(super) ex: [i32; MOST],
    pub(super) ey: [i32; MOST],
}

impl PreparedPolygon {
    pub(super) fn edge(&self, k: usize) -> [f64; 2] {
        [self.ex[k].into(), self.ey[k].into()]
    }

    /// Returns the vertices without the repeated ones at the end.
    pub(super) fn vertices(&self) -> Vec<Point> {
        let all = self.x.into_iter().zip(self.y).map(|(x, y)| Point::new(x, y));
        let first = Point::new(self.x[0], self.y[0]);
        let is_own = |&(k, v): &(usize, Point)| k == 0 || v != first;
        all.enumerate().take_while(is_own).map(|(_, v)| v).collect()
    }
}

impl Polygons {
    /// Adds a polygon; `false` where the shape is not a polygon of three to eight vertices, and then nothing is added.
    pub fn push(&mut self, shape: &Convex) -> bool {
        let vertices = shape.vertices();
        if !(3..=MOST).contains(&vertices.len()) || shape.radius() != 0 {
            return false;
        }
        let n = vertices.len();
        let vertex = |k: usize| vertices[if k < n { k } else { 0 }];
        let edge = |k: usize| {
            let k = if k < n { k } else { 0 };
            let (from, to) = (vertices[k], vertices[(k + 1) % n]);
            [to.x - from.x, to.y - from.y]
        };
        self.all.push(PreparedPolygon {
            x: std::array::from_fn(|k| vertex(k).x),
            y: std::array::from_fn(|k| vertex(k).y),
            ex: std::array::from_fn(|k| edge(k)[0]),
            ey: std::array::from_fn(|k| edge(k)[1]),
        });
        true
    }

    /// Returns the number of polygons.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Replaces `hits` with whether each polygon overlaps the polygon of the same index in `other`, up to the shorter
    /// list.
    pub fn overlaps(&self, other: &Polygons, touching: Touching, hits: &mut Vec<bool>) {
        self.overlaps_by(Simd::best(), other, touching, hits);
    }

    /// Does the same as [`overlaps`](Polygons::overlaps) with a given instruction set.
    pub fn overlaps_by(&self, simd: Simd, other: &Polygons, touching: Touching, hits: &mut Vec<bool>) {
        hits.resize(self.len().min(other.len()), false);
        simd.run(OverlapPolygons { a: &self.all, b: &other.all, touching, hits });
    }
}

struct OverlapPolygons<'a> {
    a: &'a [PreparedPolygon],
    b: &'a [PreparedPolygon],
    touching: Touching,
    hits: &'a mut [bool],
}

impl Kernel for OverlapPolygons<'_> {
    type Out = ();

    /// Two hulls with an interior are apart exactly where an edge of one has the whole other hull in front of it.
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let n = self.hits.len();
        let (a, b) = (&self.a[..n], &self.b[..n]);
        let most = if self.touching == Touching::Counts { 0.0 } else { -0.5 };
        for k in 0..n {
            self.hits[k] = ahead(lanes, &a[k], &b[k]) <= most && ahead(lanes, &b[k], &a[k]) <= most;
        }
    }
}

/// Returns the distance of the nearest vertex of `b` in front of an edge of `a`, times the edge's length: the greatest
/// over all edges of `a`.
///
/// An edge, at most 2^22 along each axis, times a distance in the world, below 2^31, is exact in f64. The difference of
/// two of these may have to be rounded, but its sign is right.
#[inline(always)]
fn ahead<L: Lanes>(lanes: L, a: &PreparedPolygon, b: &PreparedPolygon) -> f64 {
    let mut furthest = f64::NEG_INFINITY;
    for distance in nearest(lanes, a, b) {
        furthest = if distance > furthest { distance } else { furthest };
    }
    furthest
}

/// Returns the distance of the nearest vertex of `b` in front of each edge of `a`, times the edge's length.
#[inline(always)]
pub(super) fn nearest<L: Lanes>(lanes: L, a: &PreparedPolygon, b: &PreparedPolygon) -> [f64; MOST] {
    let mut nearest = [f64::INFINITY; MOST];
    for v in 0..MOST {
        let (bx, by) = (f64::from(b.x[v]), f64::from(b.y[v]));
        for (k, nearest) in nearest.iter_mut().enumerate() {
            let (dx, dy) = (bx - f64::from(a.x[k]), by - f64::from(a.y[k]));
            let cross = lanes.cross([f64::from(a.ex[k]), f64::from(a.ey[k])], [dx, dy]);
            *nearest = if cross < *nearest { cross } else { *nearest };
        }
    }
    nearest
}

//! Turned boxes against turned boxes.

use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::overlap_convex_convex::overlap;
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};

/// Turned boxes, each a centre and two half-axes.
#[derive(Debug, Clone, Default)]
pub struct Boxes {
    /// The centre's x and y, then those of both half-axes.
    pub(super) columns: [Vec<i32>; 6],
    /// Boxes without an inner: their edges alone do not tell.
    pub(super) flat: Vec<usize>,
}

impl Boxes {
    /// Adds a box; `false` where the shape is none, and nothing is added.
    pub fn push(&mut self, shape: &Convex) -> bool {
        let Some(columns) = of(shape) else { return false };
        let [_, _, ax, ay, bx, by] = columns.map(i64::from);
        if ax * by == ay * bx {
            self.flat.push(self.len());
        }
        self.columns.iter_mut().zip(columns).for_each(|(column, x)| column.push(x));
        true
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces `hits` with whether each box overlaps the other's box of the same number, as far as both have one.
    pub fn overlaps(&self, other: &Boxes, touching: Touching, hits: &mut Vec<bool>) {
        self.overlaps_by(Simd::best(), other, touching, hits);
    }

    /// The same, with a given instruction set.
    pub fn overlaps_by(&self, simd: Simd, other: &Boxes, touching: Touching, hits: &mut Vec<bool>) {
        let n = self.len().min(other.len());
        hits.resize(n, false);
        simd.run(Separate { a: &self.columns, b: &other.columns, touching, hits });
        let (corners_a, corners_b) = (|k| self.corners(k), |k| other.corners(k));
        for &k in self.flat.iter().chain(&other.flat).filter(|&&k| k < n) {
            let (a, b) = (hull(corners_a(k)), hull(corners_b(k)));
            hits[k] = overlap(Blob { vertices: &a, radius: 0 }, Blob { vertices: &b, radius: 0 }, touching);
        }
    }

    pub(super) fn corners(&self, k: usize) -> [Point; 4] {
        let [x, y, ax, ay, bx, by] = [0, 1, 2, 3, 4, 5].map(|column| self.columns[column][k]);
        [(-1, -1), (1, -1), (1, 1), (-1, 1)]
            .map(|(s, t)| Point::new(x + s * ax + t * bx, y + s * ay + t * by))
    }
}

/// As every hull has it.
pub(super) fn hull(points: [Point; 4]) -> Vec<Point> {
    crate::shape::hull(points.to_vec())
}

/// A shape's centre and half-axes, if it is a box: the middle between opposite corners is one place.
fn of(shape: &Convex) -> Option<[i32; 6]> {
    let [a, b, c, d] = match *shape.vertices() {
        [a] => [a; 4],
        // A segment has an axis of length 0.
        [a, b] => [a, b, b, a],
        [a, b, c, d] => [a, b, c, d],
        _ => return None,
    };
    let halves = |p: Point, q: Point| [[p.x, q.x], [p.y, q.y]].map(|[p, q]| q - p);
    let ([ax, ay], [bx, by]) = (halves(a, b), halves(a, d));
    let is_box = [c.x - b.x, c.y - b.y] == [bx, by] && shape.radius() == 0;
    let is_even = [ax, ay, bx, by].iter().all(|x| x % 2 == 0);
    (is_box && is_even).then_some([a.x + (ax + bx) / 2, a.y + (ay + by) / 2, ax / 2, ay / 2, bx / 2, by / 2])
}

struct Separate<'a> {
    a: &'a [Vec<i32>; 6],
    b: &'a [Vec<i32>; 6],
    touching: Touching,
    hits: &'a mut [bool],
}

impl Kernel for Separate<'_> {
    type Out = ();

    /// Two boxes with an inner are apart just where an edge of one of them has the other wholly before it. A cross product
    /// of a half-axis, below 2^21, and a way through the world, below 2^31, is exact in f64, and so are all sums.
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        match self.touching {
            Touching::Counts => self.all::<false, L>(lanes),
            Touching::Ignored => self.all::<true, L>(lanes),
        }
    }
}

impl Separate<'_> {
    /// A plain loop: compilers make lanes of it. (No closures: they would not be compiled for the instruction set.)
    #[inline(always)]
    fn all<const IGNORED: bool, L: Lanes>(self, lanes: L) {
        let n = self.hits.len();
        let [xa, ya, aax, aay, abx, aby] = self.a;
        let [xb, yb, bax, bay, bbx, bby] = self.b;
        let (xa, ya, aax, aay, abx, aby) = (&xa[..n], &ya[..n], &aax[..n], &aay[..n], &abx[..n], &aby[..n]);
        let (xb, yb, bax, bay, bbx, bby) = (&xb[..n], &yb[..n], &bax[..n], &bay[..n], &bbx[..n], &bby[..n]);
        for k in 0..n {
            let d = [f64::from(xb[k]) - f64::from(xa[k]), f64::from(yb[k]) - f64::from(ya[k])];
            let (ax, ay) = ([f64::from(aax[k]), f64::from(aay[k])], [f64::from(abx[k]), f64::from(aby[k])]);
            let (bx, by) = ([f64::from(bax[k]), f64::from(bay[k])], [f64::from(bbx[k]), f64::from(bby[k])]);
            let (xx, xy) = (lanes.cross(ax, bx).abs(), lanes.cross(ax, by).abs());
            let (yx, yy) = (lanes.cross(ay, bx).abs(), lanes.cross(ay, by).abs());
            let (area_a, area_b) = (lanes.cross(ax, ay).abs(), lanes.cross(bx, by).abs());
            let gaps = [
                lanes.cross(ax, d).abs() - (area_a + xx + xy),
                lanes.cross(ay, d).abs() - (area_a + yx + yy),
                lanes.cross(bx, d).abs() - (area_b + xx + yx),
                lanes.cross(by, d).abs() - (area_b + xy + yy),
            ];
            let gap = gaps[0].max(gaps[1]).max(gaps[2].max(gaps[3]));
            self.hits[k] = if IGNORED { gap < 0.0 } else { gap <= 0.0 };
        }
    }
}

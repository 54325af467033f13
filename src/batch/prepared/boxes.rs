//! Rotated boxes against rotated boxes.

use crate::batch::prepared::halves::{Half, Halves};
use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::overlap_convex_convex::overlap;
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};

/// Rotated boxes, each with a center and two half-axes.
#[derive(Debug, Clone, Default)]
pub struct Boxes {
    /// The x and y of the centers.
    pub(super) centres: [Vec<i32>; 2],
    pub(super) halves: Halves,
    /// The boxes without interior: their edges alone cannot decide.
    pub(super) flat: Vec<usize>,
}

impl Boxes {
    /// Adds a box; `false` where the shape is not a box, and then nothing is added.
    pub fn push(&mut self, shape: &Convex) -> bool {
        let Some((centre, halves)) = of(shape) else { return false };
        let [ax, ay, bx, by] = halves.map(i64::from);
        if ax * by == ay * bx {
            self.flat.push(self.len());
        }
        self.centres[0].push(centre.x);
        self.centres[1].push(centre.y);
        self.halves.push(halves);
        true
    }

    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.centres[0].len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces `hits` with whether each box overlaps the box of the same index in `other`, up to the shorter list.
    pub fn overlaps(&self, other: &Boxes, touching: Touching, hits: &mut Vec<bool>) {
        self.overlaps_by(Simd::best(), other, touching, hits);
    }

    /// Does the same as [`overlaps`](Boxes::overlaps) with a given instruction set.
    pub fn overlaps_by(&self, simd: Simd, other: &Boxes, touching: Touching, hits: &mut Vec<bool>) {
        let n = self.len().min(other.len());
        hits.resize(n, false);
        let centres = [&self.centres, &other.centres];
        match (&self.halves, &other.halves) {
            (Halves::Short(a), Halves::Short(b)) => simd.run(OverlapBoxes { centres, a, b, touching, hits }),
            (Halves::Short(a), Halves::Long(b)) => simd.run(OverlapBoxes { centres, a, b, touching, hits }),
            (Halves::Long(a), Halves::Short(b)) => simd.run(OverlapBoxes { centres, a, b, touching, hits }),
            (Halves::Long(a), Halves::Long(b)) => simd.run(OverlapBoxes { centres, a, b, touching, hits }),
        }
        let (corners_a, corners_b) = (|k| self.corners(k), |k| other.corners(k));
        for &k in self.flat.iter().chain(&other.flat).filter(|&&k| k < n) {
            let (a, b) = (hull(corners_a(k)), hull(corners_b(k)));
            hits[k] = overlap(Blob { vertices: &a, radius: 0 }, Blob { vertices: &b, radius: 0 }, touching);
        }
    }

    pub(super) fn corners(&self, k: usize) -> [Point; 4] {
        let ([x, y], [ax, ay, bx, by]) =
            (self.centres.each_ref().map(|column| column[k]), self.halves.get(k));
        [(-1, -1), (1, -1), (1, 1), (-1, 1)]
            .map(|(s, t)| Point::new(x + s * ax + t * bx, y + s * ay + t * by))
    }
}

/// Returns the hull of the points, with its vertices in the order of every hull.
pub(super) fn hull(points: [Point; 4]) -> Vec<Point> {
    crate::shape::hull(points.to_vec())
}

/// Returns the center and half-axes of a shape, if it is a box and both are whole lattice units.
fn of(shape: &Convex) -> Option<(Point, [i32; 4])> {
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
    let centre = Point::new(a.x + (ax + bx) / 2, a.y + (ay + by) / 2);
    (is_box && is_even).then_some((centre, [ax / 2, ay / 2, bx / 2, by / 2]))
}

struct OverlapBoxes<'a, A, B> {
    centres: [&'a [Vec<i32>; 2]; 2],
    a: &'a [Vec<A>; 4],
    b: &'a [Vec<B>; 4],
    touching: Touching,
    hits: &'a mut [bool],
}

impl<A: Half, B: Half> Kernel for OverlapBoxes<'_, A, B> {
    type Out = ();

    /// Two boxes with an interior are apart exactly where an edge of one of them has the whole other box in front of it.
    /// The cross product of a half-axis, below 2^21, and a distance in the world, below 2^31, is exact in f64, and so
    /// are all sums.
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        match self.touching {
            Touching::Counts => self.all::<false, L>(lanes),
            Touching::Ignored => self.all::<true, L>(lanes),
        }
    }
}

impl<A: Half, B: Half> OverlapBoxes<'_, A, B> {
    /// A plain loop that compilers vectorize. (No closures: they would not be compiled for the instruction set.)
    #[inline(always)]
    fn all<const IGNORED: bool, L: Lanes>(self, lanes: L) {
        let n = self.hits.len();
        let [[xa, ya], [xb, yb]] = self.centres;
        let ([aax, aay, abx, aby], [bax, bay, bbx, bby]) = (self.a, self.b);
        let (xa, ya, aax, aay, abx, aby) = (&xa[..n], &ya[..n], &aax[..n], &aay[..n], &abx[..n], &aby[..n]);
        let (xb, yb, bax, bay, bbx, bby) = (&xb[..n], &yb[..n], &bax[..n], &bay[..n], &bbx[..n], &bby[..n]);
        for k in 0..n {
            let d = [f64::from(xb[k]) - f64::from(xa[k]), f64::from(yb[k]) - f64::from(ya[k])];
            let (ax, ay) = ([aax[k].into(), aay[k].into()], [abx[k].into(), aby[k].into()]);
            let (bx, by) = ([bax[k].into(), bay[k].into()], [bbx[k].into(), bby[k].into()]);
            let (xx, xy) = (lanes.cross(ax, bx).abs(), lanes.cross(ax, by).abs());
            let (yx, yy) = (lanes.cross(ay, bx).abs(), lanes.cross(ay, by).abs());
            let (area_a, area_b) = (lanes.cross(ax, ay).abs(), lanes.cross(bx, by).abs());
            let gaps = [
                lanes.cross(ax, d).abs() - (area_a + xx + xy),
                lanes.cross(ay, d).abs() - (area_a + yx + yy),
                lanes.cross(bx, d).abs() - (area_b + xx + yx),
                lanes.cross(by, d).abs() - (area_b + xy + yy),
            ];
            self.hits[k] = if IGNORED {
                (gaps[0] < 0.0) & (gaps[1] < 0.0) & (gaps[2] < 0.0) & (gaps[3] < 0.0)
            } else {
                (gaps[0] <= 0.0) & (gaps[1] <= 0.0) & (gaps[2] <= 0.0) & (gaps[3] <= 0.0)
            };
        }
    }
}

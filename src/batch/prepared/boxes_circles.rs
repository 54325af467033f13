//! Rotated boxes against circles.

use crate::batch::prepared::boxes::{Boxes, hull};
use crate::batch::prepared::circles::Circles;
use crate::batch::prepared::halves::Halves;
use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::overlap_convex_convex::overlap;
use crate::simd::{Kernel, Lanes, Simd};

impl Boxes {
    /// Replaces `hits` with whether each box overlaps the circle of the same index, up to the shorter list.
    pub fn overlaps_circles(&self, circles: &Circles, touching: Touching, hits: &mut Vec<bool>) {
        self.overlaps_circles_by(Simd::best(), circles, touching, hits);
    }

    /// Does the same as [`overlaps_circles`](Boxes::overlaps_circles) with a given instruction set.
    pub fn overlaps_circles_by(
        &self,
        simd: Simd,
        circles: &Circles,
        touching: Touching,
        hits: &mut Vec<bool>,
    ) {
        let n = self.len().min(circles.len());
        hits.resize(n, false);
        let exactly = |k: usize| {
            let [x, y, radius] = [0, 1, 2].map(|column| circles.columns[column][k]);
            let corners = hull(self.corners(k));
            let circle = Blob { vertices: &[Point::new(x, y)], radius };
            overlap(Blob { vertices: &corners, radius: 0 }, circle, touching)
        };
        let mut unsure = [0; CHUNK];
        for from in (0..n).step_by(CHUNK) {
            let to = n.min(from + CHUNK);
            let boxes = self.centres.each_ref().map(|column| &column[from..to]);
            let circles = std::array::from_fn(|column| &circles.columns[column][from..to]);
            let (unsure, hits) = (&mut unsure[..to - from], &mut hits[from..to]);
            match &self.halves {
                Halves::Short(halves) => {
                    let halves = halves.each_ref().map(|column| &column[from..to]);
                    simd.run(OverlapBoxesCircles { boxes, halves, circles, touching, hits, unsure });
                }
                Halves::Long(halves) => {
                    let halves = halves.each_ref().map(|column| &column[from..to]);
                    simd.run(OverlapBoxesCircles { boxes, halves, circles, touching, hits, unsure });
                }
            }
            for k in (0..to - from).filter(|&k| unsure[k] != 0) {
                hits[k] = exactly(from + k);
            }
        }
        for &k in self.flat.iter().filter(|&&k| k < n) {
            hits[k] = exactly(k);
        }
    }
}

/// The number of pairs after which the pairs that f64 could not decide are tested exactly.
const CHUNK: usize = 1024;

/// A bound on the relative error of two products of f64: three roundings each.
const UNSURE: f64 = 1.0 / (1_u64 << 48) as f64;

/// The input and output of the test of boxes with an area against circles.
pub(in crate::batch) struct OverlapBoxesCircles<'a, C, H> {
    /// The centers and half-axes of the boxes.
    pub(in crate::batch) boxes: [&'a [C]; 2],
    pub(in crate::batch) halves: [&'a [H]; 4],
    /// The centers and radii of the circles.
    pub(in crate::batch) circles: [&'a [C]; 3],
    pub(in crate::batch) touching: Touching,
    pub(in crate::batch) hits: &'a mut [bool],
    /// 1 where f64 cannot decide, else 0.
    pub(in crate::batch) unsure: &'a mut [u8],
}

impl<C: Copy + Into<f64>, H: Copy + Into<f64>> Kernel for OverlapBoxesCircles<'_, C, H> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        match self.touching {
            Touching::Counts => self.all::<false, L>(lanes),
            Touching::Ignored => self.all::<true, L>(lanes),
        }
    }
}

impl<C: Copy + Into<f64>, H: Copy + Into<f64>> OverlapBoxesCircles<'_, C, H> {
    /// A circle hits where its center is in the box, within the radius of a corner, or next to an edge and within the
    /// radius of it. All but the last are decided exactly, as for two boxes and for two circles.
    #[inline(always)]
    fn all<const IGNORED: bool, L: Lanes>(self, lanes: L) {
        let n = self.hits.len();
        let ([x, y], [px, py, qx, qy], [cx, cy, radius]) = (self.boxes, self.halves, self.circles);
        let (x, y, px, py, qx, qy) = (&x[..n], &y[..n], &px[..n], &py[..n], &qx[..n], &qy[..n]);
        let (cx, cy, radius, unsure) = (&cx[..n], &cy[..n], &radius[..n], &mut self.unsure[..n]);
        for k in 0..n {
            let d: [f64; 2] = [cx[k].into() - x[k].into(), cy[k].into() - y[k].into()];
            let (p, q) = ([px[k].into(), py[k].into()], [qx[k].into(), qy[k].into()]);
            let r: f64 = radius[k].into();
            let square = r * r;
            let area = lanes.cross(p, q);
            let (beside_p, beside_q) = (lanes.cross(p, d), lanes.cross(d, q));
            // How far the center is beyond the edges along p and along q, times their length.
            let (over_p, over_q) = (beside_p.abs() - area.abs(), beside_q.abs() - area.abs());
            let over = if over_p > over_q { over_p } else { over_q };
            let is_in = if IGNORED { (over < 0.0) | ((over == 0.0) & (r > 0.0)) } else { over <= 0.0 };

            // Opposite corners c and -c differ only by a sign: |d - c|^2 and |d + c|^2 are |d|^2 + |c|^2, minus or plus
            // twice c * d. This is exact where a corner is near; where d is beyond 2^26, no circle reaches it.
            let (along_p, along_q, pq) = (lanes.dot(p, d), lanes.dot(q, d), lanes.dot(p, q));
            let (pp, qq, dd) = (lanes.dot(p, p), lanes.dot(q, q), lanes.dot(d, d));
            let to_sum = 2.0 * (pq - (along_p + along_q).abs());
            let to_difference = 2.0 * (-pq - (along_p - along_q).abs());
            let nearer = if to_sum < to_difference { to_sum } else { to_difference };
            let corner = dd + (pp + qq) + nearer;
            let at_corner = (corner < square) | ((corner == square) & !IGNORED);

            let (edge_p, sure_p) = beside::<IGNORED>(pp, along_p, pq, beside_p * area, over_p, square);
            let (edge_q, sure_q) = beside::<IGNORED>(qq, along_q, pq, beside_q * area, over_q, square);
            self.hits[k] = is_in | at_corner | edge_p | edge_q;
            unsure[k] = u8::from(!(sure_p & sure_q));
        }
    }
}

/// Returns whether a point lies next to the edge along a half-axis, on the point's side, within the radius of it; and
/// whether that is certain. `length` is the squared length of the half-axis; `along` and `other` are the dot products of
/// the point and of the other half-axis with it.
#[inline(always)]
fn beside<const IGNORED: bool>(
    length: f64,
    along: f64,
    other: f64,
    side: f64,
    over: f64,
    square: f64,
) -> (bool, bool) {
    let along = if side < 0.0 { along + other } else { along - other };
    let is_beside = (along.abs() <= length) & (over >= 0.0);
    let (gap, most) = (over * over, square * length);
    let is_near = if IGNORED { gap < most } else { gap <= most };
    (is_beside & is_near, !is_beside | ((gap - most).abs() > most * UNSURE))
}

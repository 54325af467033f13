//! The separations of rotated boxes.

use std::ops::Range;

use crate::batch::prepared::boxes::{Boxes, hull};
use crate::batch::prepared::halves::{Half, Halves};
use crate::batch::prepared::separation::{Separation, UNSURE, exactly};
use crate::form::Touching;
use crate::simd::{Kernel, Lanes, Simd};

impl Boxes {
    /// Replaces `separations` with the separation of each box from the box of the same index in `other`, up to the shorter
    /// list; `None` for those that do not overlap.
    ///
    /// ```
    /// use kasuri::batch::Boxes;
    /// use kasuri::{Placement, Shape, Touching};
    /// let mut prepared = [Boxes::default(), Boxes::default()];
    /// for (x, boxes) in [0.0, 3.0].into_iter().zip(&mut prepared) {
    ///     boxes.push(&Shape::rect([2.0, 9.0])?.place(&Placement::at([x, 0.0]))?[0]);
    /// }
    /// let mut separations = Vec::new();
    /// prepared[0].separations(&prepared[1], Touching::Counts, &mut separations);
    /// assert_eq!(separations[0].map(|separation| (separation.normal, separation.depth)), Some(([1.0, 0.0], 1.0)));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn separations(&self, other: &Boxes, touching: Touching, separations: &mut Vec<Option<Separation>>) {
        self.separations_by(Simd::best(), other, touching, separations);
    }

    /// Does the same as [`separations`](Boxes::separations) with a given instruction set.
    pub fn separations_by(
        &self,
        simd: Simd,
        other: &Boxes,
        touching: Touching,
        separations: &mut Vec<Option<Separation>>,
    ) {
        let n = self.len().min(other.len());
        let exactly = |k: usize| exactly(&hull(self.corners(k)), &hull(other.corners(k)), touching);
        separations.clear();
        separations.reserve(n);
        let (mut out, mut halves) = (Out::default(), [[[0; CHUNK]; 4]; 2]);
        for from in (0..n).step_by(CHUNK) {
            let to = n.min(from + CHUNK);
            self.widen(from..to, &mut halves[0]);
            other.widen(from..to, &mut halves[1]);
            let centres = [self, other].map(|boxes| boxes.centres.each_ref().map(|column| &column[from..to]));
            let halves =
                halves.each_ref().map(|columns| columns.each_ref().map(|column| &column[..to - from]));
            simd.run(SeparateBoxes { centres, halves, touching, out: &mut out });
            separations.extend((0..to - from).map(|k| match out.state[k] {
                APART => None,
                SURE => Some(Separation { normal: [out.x[k], out.y[k]], depth: out.depth[k] }),
                _ => exactly(from + k),
            }));
        }
        for &k in self.flat.iter().chain(&other.flat).filter(|&&k| k < n) {
            separations[k] = exactly(k);
        }
    }

    /// Copies some half-axes as `i32`, in whatever width they are stored.
    fn widen(&self, of: Range<usize>, to: &mut [[i32; CHUNK]; 4]) {
        fn widen(from: &[impl Half], to: &mut [i32]) {
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = from.into());
        }
        for (k, to) in to.iter_mut().enumerate() {
            match &self.halves {
                Halves::Short(columns) => widen(&columns[k][of.clone()], to),
                Halves::Long(columns) => widen(&columns[k][of.clone()], to),
            }
        }
    }
}

/// The number of pairs processed at a time: their results stay in the nearest cache.
const CHUNK: usize = 512;

/// The results for a chunk of pairs.
pub(in crate::batch) struct Out {
    pub(in crate::batch) x: [f64; CHUNK],
    pub(in crate::batch) y: [f64; CHUNK],
    pub(in crate::batch) depth: [f64; CHUNK],
    pub(in crate::batch) state: [u64; CHUNK],
}

/// The state of boxes that do not overlap.
pub(in crate::batch) const APART: u64 = 0;
/// The state of boxes that overlap and have one shortest separation.
pub(in crate::batch) const SURE: u64 = 1;
/// The state of boxes that overlap and have two separations of about the same length.
const CLOSE: u64 = 2;

impl Default for Out {
    fn default() -> Out {
        Out { x: [0.0; CHUNK], y: [0.0; CHUNK], depth: [0.0; CHUNK], state: [APART; CHUNK] }
    }
}

/// At most 512 pairs of boxes with an area. Their half-axes are ordered as in hulls.
pub(in crate::batch) struct SeparateBoxes<'a, C, H> {
    pub(in crate::batch) centres: [[&'a [C]; 2]; 2],
    pub(in crate::batch) halves: [[&'a [H]; 4]; 2],
    pub(in crate::batch) touching: Touching,
    pub(in crate::batch) out: &'a mut Out,
}

/// A separation out of a box across the edges along a half-axis.
#[derive(Clone, Copy)]
struct Across {
    axis: [f64; 2],
    /// The separation times the half-axis' length; and that length squared.
    separation: f64,
    length: f64,
    /// Whether the direction is along the half-axis' outward normal, or opposite to it.
    is_along: bool,
}

impl Across {
    /// Returns the shorter of two separations, and whether they are too close to decide.
    #[inline(always)]
    fn or(self, other: Across) -> (Across, bool) {
        let (a, b) = (
            other.separation * other.separation * self.length,
            self.separation * self.separation * other.length,
        );
        let is_close = (a - b).abs() <= (a + b) * UNSURE;
        let pick = |x: f64, y: f64| if a < b { y } else { x };
        let best = Across {
            axis: [pick(self.axis[0], other.axis[0]), pick(self.axis[1], other.axis[1])],
            separation: pick(self.separation, other.separation),
            length: pick(self.length, other.length),
            is_along: if a < b { other.is_along } else { self.is_along },
        };
        (best, is_close)
    }
}

impl<C: Copy + Into<f64>, H: Copy + Into<f64>> Kernel for SeparateBoxes<'_, C, H> {
    type Out = ();

    /// Where boxes overlap, everything in them lies within 2^23: separations times lengths are exact in f64. The
    /// results are rounded as `query` rounds them: once each for the square, the quotient, and the root.
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let n = self.centres[0][0].len();
        let [[xa, ya], [xb, yb]] = self.centres;
        let [[aax, aay, abx, aby], [bax, bay, bbx, bby]] = self.halves;
        let (xa, ya, aax, aay, abx, aby) = (&xa[..n], &ya[..n], &aax[..n], &aay[..n], &abx[..n], &aby[..n]);
        let (xb, yb, bax, bay, bbx, bby) = (&xb[..n], &yb[..n], &bax[..n], &bay[..n], &bbx[..n], &bby[..n]);
        let Out { x, y, depth, state } = self.out;
        let (x, y, depth, state) = (&mut x[..n], &mut y[..n], &mut depth[..n], &mut state[..n]);
        let least = if self.touching == Touching::Counts { 0.0 } else { 0.5 };
        for k in 0..n {
            let d: [f64; 2] = [xb[k].into() - xa[k].into(), yb[k].into() - ya[k].into()];
            let (ax, ay): ([f64; 2], [f64; 2]) =
                ([aax[k].into(), aay[k].into()], [abx[k].into(), aby[k].into()]);
            let (bx, by): ([f64; 2], [f64; 2]) =
                ([bax[k].into(), bay[k].into()], [bbx[k].into(), bby[k].into()]);
            let (xx, xy) = (lanes.cross(ax, bx).abs(), lanes.cross(ax, by).abs());
            let (yx, yy) = (lanes.cross(ay, bx).abs(), lanes.cross(ay, by).abs());
            let (area_a, area_b) = (lanes.cross(ax, ay).abs(), lanes.cross(bx, by).abs());
            let [tax, tay, tbx, tby] =
                [lanes.cross(ax, d), lanes.cross(ay, d), lanes.cross(bx, d), lanes.cross(by, d)];
            // Of two edges at the same distance, A's first is its outward one along the half-axis, B's the inward one.
            let across = |axis: [f64; 2], most: f64, t: f64, is_along: bool| Across {
                axis,
                separation: most - t.abs(),
                length: axis[0] * axis[0] + axis[1] * axis[1],
                is_along,
            };
            let separations = [
                across(ax, area_a + xx + xy, tax, tax >= 0.0),
                across(ay, area_a + yx + yy, tay, tay >= 0.0),
                across(bx, area_b + xx + yx, tbx, tbx > 0.0),
                across(by, area_b + xy + yy, tby, tby > 0.0),
            ];
            let hits = (separations[0].separation >= least)
                & (separations[1].separation >= least)
                & (separations[2].separation >= least)
                & (separations[3].separation >= least);
            let (best, close_a) = separations[0].or(separations[1]);
            let (best, close_b) = best.or(separations[2]);
            let (best, close_c) = best.or(separations[3]);
            let length = best.length.sqrt();
            let sign = if best.is_along { 1.0 } else { -1.0 };
            // Adding 0 turns -0 into 0.
            x[k] = (-sign * best.axis[1] + 0.0) / length;
            y[k] = (sign * best.axis[0] + 0.0) / length;
            depth[k] = (best.separation * best.separation / best.length).sqrt() / 256.0;
            let sure = if close_a | close_b | close_c { CLOSE } else { SURE };
            state[k] = if hits { sure } else { APART };
        }
    }
}

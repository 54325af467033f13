//! Circles against circles.

use crate::form::Touching;
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};

/// Circles, each with a center and a radius; a point is a circle of radius 0.
#[derive(Debug, Clone, Default)]
pub struct Circles {
    /// The x and y of the centers, then the radii.
    pub(super) columns: [Vec<i32>; 3],
}

impl Circles {
    /// Adds a circle; `false` where the shape is not a circle, and then nothing is added.
    pub fn push(&mut self, shape: &Convex) -> bool {
        let [centre] = *shape.vertices() else { return false };
        self.columns
            .iter_mut()
            .zip([centre.x, centre.y, shape.radius()])
            .for_each(|(column, x)| column.push(x));
        true
    }

    /// Returns the number of circles.
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces `hits` with whether each circle overlaps the circle of the same index in `other`, up to the shorter
    /// list.
    pub fn overlaps(&self, other: &Circles, touching: Touching, hits: &mut Vec<bool>) {
        self.overlaps_by(Simd::best(), other, touching, hits);
    }

    /// Does the same as [`overlaps`](Circles::overlaps) with a given instruction set.
    pub fn overlaps_by(&self, simd: Simd, other: &Circles, touching: Touching, hits: &mut Vec<bool>) {
        hits.resize(self.len().min(other.len()), false);
        simd.run(OverlapCircles { a: &self.columns, b: &other.columns, touching, hits });
    }
}

struct OverlapCircles<'a> {
    a: &'a [Vec<i32>; 3],
    b: &'a [Vec<i32>; 3],
    touching: Touching,
    hits: &'a mut [bool],
}

impl Kernel for OverlapCircles<'_> {
    type Out = ();

    /// Two radii add up to 2^22 at most. If the centers are within 2^25 of each other, the squares are exact in f64. If
    /// they are further apart, rounding never makes their squared distance as small as the squared radii.
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let n = self.hits.len();
        let [xa, ya, ra] = self.a;
        let [xb, yb, rb] = self.b;
        let (xa, ya, ra, xb, yb, rb) = (&xa[..n], &ya[..n], &ra[..n], &xb[..n], &yb[..n], &rb[..n]);
        let counts = self.touching == Touching::Counts;
        for k in 0..n {
            let dx = f64::from(xb[k]) - f64::from(xa[k]);
            let dy = f64::from(yb[k]) - f64::from(ya[k]);
            let reach = f64::from(ra[k]) + f64::from(rb[k]);
            let (square, reach) = (dx * dx + dy * dy, reach * reach);
            self.hits[k] = (square < reach) | ((square == reach) & counts);
        }
    }
}

//! The separations of convex polygons.

use crate::batch::prepared::polygons::{MOST, Polygons, PreparedPolygon, nearest};
use crate::batch::prepared::separation::{Separation, UNSURE, exactly};
use crate::form::Touching;
use crate::simd::{Kernel, Lanes, Simd};

impl Polygons {
    /// Replaces `separations` with the separation of each polygon from the polygon of the same index in `other`, up to the
    /// shorter list; `None` for those that do not overlap.
    ///
    /// ```
    /// use kasuri::batch::Polygons;
    /// use kasuri::{Placement, Shape, Touching};
    /// let mut prepared = [Polygons::default(), Polygons::default()];
    /// for (x, polygons) in [0.0, 3.0].into_iter().zip(&mut prepared) {
    ///     let kite = Shape::polygon(&[[-2.0, 0.0], [0.0, -8.0], [2.0, 0.0], [0.0, 8.0]])?;
    ///     polygons.push(&kite.place(&Placement::at([x, 0.0]))?[0]);
    /// }
    /// let mut separations = Vec::new();
    /// prepared[0].separations(&prepared[1], Touching::Counts, &mut separations);
    /// assert!(separations[0].is_some_and(|separation| separation.normal[0] > 0.9 && separation.depth < 1.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn separations(
        &self,
        other: &Polygons,
        touching: Touching,
        separations: &mut Vec<Option<Separation>>,
    ) {
        self.separations_by(Simd::best(), other, touching, separations);
    }

    /// Does the same as [`separations`](Polygons::separations) with a given instruction set.
    pub fn separations_by(
        &self,
        simd: Simd,
        other: &Polygons,
        touching: Touching,
        separations: &mut Vec<Option<Separation>>,
    ) {
        separations.clear();
        separations.resize(self.len().min(other.len()), None);
        simd.run(SeparatePolygons { a: &self.all, b: &other.all, touching, separations });
    }
}

struct SeparatePolygons<'a> {
    a: &'a [PreparedPolygon],
    b: &'a [PreparedPolygon],
    touching: Touching,
    separations: &'a mut [Option<Separation>],
}

impl Kernel for SeparatePolygons<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let n = self.separations.len();
        let (a, b) = (&self.a[..n], &self.b[..n]);
        let most = if self.touching == Touching::Counts { 0.0 } else { -0.5 };
        let mut met = [MetPolygons::default(); CHUNK];
        for from in (0..n).step_by(CHUNK) {
            let mut count = 0;
            for k in from..n.min(from + CHUNK) {
                let met = &mut met[count];
                met.pair = k;
                met.of_a = nearest(lanes, &a[k], &b[k]);
                if furthest(&met.of_a) <= most {
                    met.of_b = nearest(lanes, &b[k], &a[k]);
                    count += usize::from(furthest(&met.of_b) <= most);
                }
            }
            for MetPolygons { pair, of_a, of_b } in &mut met[..count] {
                let k = *pair;
                square(&a[k], of_a);
                square(&b[k], of_b);
                let least = least(of_a).min(least(of_b));
                let close = least * (1.0 + UNSURE);
                let edges = up_to(of_a, close) | up_to(of_b, close) << MOST;
                self.separations[k] = if edges & (edges - 1) == 0 {
                    let edge = edges.trailing_zeros() as usize;
                    let of = if edge < MOST { &a[k] } else { &b[k] };
                    Some(separation_across(of.edge(edge % MOST), if edge < MOST { 1.0 } else { -1.0 }, least))
                } else {
                    exactly(&a[k].vertices(), &b[k].vertices(), self.touching)
                };
            }
        }
    }
}

/// The number of pairs processed at a time.
const CHUNK: usize = 32;

/// A pair that overlaps. For each edge: the distance of the other polygon's nearest vertex, later the squared
/// separation.
#[derive(Clone, Copy, Default)]
struct MetPolygons {
    pair: usize,
    of_a: [f64; MOST],
    of_b: [f64; MOST],
}

/// Returns the separation across an edge; its length is the root of `squared`. It is rounded as `query` rounds it.
#[inline(always)]
fn separation_across([x, y]: [f64; 2], sign: f64, squared: f64) -> Separation {
    let length = (x * x + y * y).sqrt();
    // Adding 0 turns -0 into 0.
    Separation {
        normal: [-sign * y + 0.0, sign * x + 0.0].map(|x| x / length),
        depth: squared.sqrt() / 256.0,
    }
}

/// Replaces the separations across each edge by their squares. Repeated edges at the end get infinity; otherwise the
/// first edge would come twice.
///
/// Where hulls overlap, everything in them lies within 2^23: a separation times its edge's length is exact in f64.
#[inline(always)]
fn square(of: &PreparedPolygon, separations: &mut [f64; MOST]) {
    for (k, separation) in separations.iter_mut().enumerate() {
        let (x, y) = (f64::from(of.ex[k]), f64::from(of.ey[k]));
        let is_filler = (k > 0) & (of.x[k] == of.x[0]) & (of.y[k] == of.y[0]);
        let square = *separation * *separation / (x * x + y * y);
        *separation = if is_filler { f64::INFINITY } else { square };
    }
}

#[inline(always)]
fn furthest(nearest: &[f64; MOST]) -> f64 {
    let mut furthest = f64::NEG_INFINITY;
    for &distance in nearest {
        furthest = if distance > furthest { distance } else { furthest };
    }
    furthest
}

#[inline(always)]
fn least(separations: &[f64; MOST]) -> f64 {
    let mut least = f64::INFINITY;
    for &separation in separations {
        least = if separation < least { separation } else { least };
    }
    least
}

/// Returns bits: bit k says whether separation k is at most `most`.
#[inline(always)]
fn up_to(separations: &[f64; MOST], most: f64) -> u32 {
    let mut bits = 0;
    for (k, &separation) in separations.iter().enumerate() {
        bits |= u32::from(separation <= most) << k;
    }
    bits
}

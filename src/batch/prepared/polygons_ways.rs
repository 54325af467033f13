//! The separations of convex polygons.

use crate::batch::prepared::polygons::{MOST, Polygon, Polygons, nearest};
use crate::batch::prepared::separation::{Separation, UNSURE, exactly};
use crate::form::Touching;
use crate::simd::{Kernel, Lanes, Simd};

impl Polygons {
    /// Replaces `ways` with the separation of each polygon from the polygon of the same index in `other`, up to the
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
    /// let mut ways = Vec::new();
    /// prepared[0].separations(&prepared[1], Touching::Counts, &mut ways);
    /// assert!(ways[0].is_some_and(|way| way.normal[0] > 0.9 && way.depth < 1.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn separations(&self, other: &Polygons, touching: Touching, ways: &mut Vec<Option<Separation>>) {
        self.separations_by(Simd::best(), other, touching, ways);
    }

    /// Does the same as [`separations`](Polygons::separations) with a given instruction set.
    pub fn separations_by(
        &self,
        simd: Simd,
        other: &Polygons,
        touching: Touching,
        ways: &mut Vec<Option<Separation>>,
    ) {
        ways.clear();
        ways.resize(self.len().min(other.len()), None);
        simd.run(Leave { a: &self.all, b: &other.all, touching, ways });
    }
}

struct Leave<'a> {
    a: &'a [Polygon],
    b: &'a [Polygon],
    touching: Touching,
    ways: &'a mut [Option<Separation>],
}

impl Kernel for Leave<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let n = self.ways.len();
        let (a, b) = (&self.a[..n], &self.b[..n]);
        let most = if self.touching == Touching::Counts { 0.0 } else { -0.5 };
        let mut met = [Met::default(); CHUNK];
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
            for Met { pair, of_a, of_b } in &mut met[..count] {
                let k = *pair;
                square(&a[k], of_a);
                square(&b[k], of_b);
                let least = least(of_a).min(least(of_b));
                let close = least * (1.0 + UNSURE);
                let edges = up_to(of_a, close) | up_to(of_b, close) << MOST;
                self.ways[k] = if edges & (edges - 1) == 0 {
                    let edge = edges.trailing_zeros() as usize;
                    let of = if edge < MOST { &a[k] } else { &b[k] };
                    Some(way_out(of.edge(edge % MOST), if edge < MOST { 1.0 } else { -1.0 }, least))
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
struct Met {
    pair: usize,
    of_a: [f64; MOST],
    of_b: [f64; MOST],
}

/// Returns the separation across an edge; its length is the root of `squared`. It is rounded as `query` rounds it.
#[inline(always)]
fn way_out([x, y]: [f64; 2], sign: f64, squared: f64) -> Separation {
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
fn square(of: &Polygon, ways: &mut [f64; MOST]) {
    for (k, way) in ways.iter_mut().enumerate() {
        let (x, y) = (f64::from(of.ex[k]), f64::from(of.ey[k]));
        let is_filler = (k > 0) & (of.x[k] == of.x[0]) & (of.y[k] == of.y[0]);
        let square = *way * *way / (x * x + y * y);
        *way = if is_filler { f64::INFINITY } else { square };
    }
}

#[inline(always)]
fn furthest(nearest: &[f64; MOST]) -> f64 {
    let mut furthest = f64::NEG_INFINITY;
    for &near in nearest {
        furthest = if near > furthest { near } else { furthest };
    }
    furthest
}

#[inline(always)]
fn least(ways: &[f64; MOST]) -> f64 {
    let mut least = f64::INFINITY;
    for &way in ways {
        least = if way < least { way } else { least };
    }
    least
}

/// Returns bits: bit k says whether separation k is at most `most`.
#[inline(always)]
fn up_to(ways: &[f64; MOST], most: f64) -> u32 {
    let mut bits = 0;
    for (k, &way) in ways.iter().enumerate() {
        bits |= u32::from(way <= most) << k;
    }
    bits
}

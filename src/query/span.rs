//! The pixels of a row whose squares a convex shape meets: one span for each row is enough (SPEC 4).

use crate::form::Touching;
use crate::lattice::{PixelBox, UNITS};
use crate::query::blob::{Blob, pixel, squares};
use crate::query::exact::Step;
use crate::query::overlap_convex_convex::overlap;

/// Returns the half-open span of the squares of row `j` that a shape meets, among the window's columns.
///
/// f64 computes the ends of the span. Near the side of a square, or where touching is not enough, the exact test
/// decides.
pub(crate) fn span(blob: Blob, window: PixelBox, j: i32, touching: Touching) -> Option<(i32, i32)> {
    let (least, most) = extent(blob, j)?;
    let is_met = |i: i32| overlap(Blob { vertices: &squares(pixel(i, j)), radius: 0 }, blob, touching);
    let is_sure = |x: f64| touching == Touching::Counts && (x - (x / 256.0).round() * 256.0).abs() > UNSURE;
    let column = |x: f64| x.clamp(f64::from(window.x0), f64::from(window.x1)) as i32;
    // A square ends where the next begins: a square that ends at the shape's edge still touches it.
    let (mut x0, mut x1) = (column((least / 256.0).ceil() - 1.0), column((most / 256.0).floor() + 1.0));
    if !is_sure(least) {
        while x0 > window.x0 && is_met(x0 - 1) {
            x0 -= 1;
        }
        while x0 < x1 && !is_met(x0) {
            x0 += 1;
        }
    }
    if !is_sure(most) {
        while x1 < window.x1 && is_met(x1) {
            x1 += 1;
        }
        while x0 < x1 && !is_met(x1 - 1) {
            x1 -= 1;
        }
    }
    (x0 < x1).then_some((x0, x1))
}

/// A generous bound on the error of an extent, in lattice units. The error is that of a normal (2^-30) times a radius of
/// 2^21, along an edge that runs 2^22 to the side while it falls by 1.
const UNSURE: f64 = 1.0 / 16.0;

/// Returns the least and the greatest x of a shape within the closed row `j`, in lattice units.
fn extent(blob: Blob, j: i32) -> Option<(f64, f64)> {
    let origin = blob.vertices[0];
    let top = i64::from(j) * i64::from(UNITS) - i64::from(origin.y);
    let (top, bottom) = (top as f64, (top + i64::from(UNITS)) as f64);
    let r = f64::from(blob.radius);
    let mut range: Option<(f64, f64)> = None;
    let mut reach = |from: f64, to: f64| {
        range = Some(range.map_or((from, to), |(least, most)| (least.min(from), most.max(to))));
    };
    for &v in blob.vertices {
        let [x, y] = Step::between(origin, v).to_f64();
        let away = (top - y).max(y - bottom).max(0.0);
        if away <= r {
            let half = (r * r - away * away).sqrt();
            reach(x - half, x + half);
        }
    }
    for (start, edge) in blob.edges() {
        let [nx, ny] = if blob.radius == 0 { [0.0, 0.0] } else { edge.outward().unit().map(|n| n * r) };
        let ([x, y], [ex, ey]) = (Step::between(origin, start).to_f64(), edge.to_f64());
        for side in [top, bottom] {
            let t = (side - y - ny) / ey;
            if (0.0..=1.0).contains(&t) {
                reach(x + nx + t * ex, x + nx + t * ex);
            }
        }
    }
    range.map(|(least, most)| (least + f64::from(origin.x), most + f64::from(origin.x)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Point;
    use crate::shape::Convex;

    const WINDOW: PixelBox = PixelBox { x0: -40, y0: -40, x1: 40, y1: 40 };

    /// Compares the spans of a blob in some rows with the exact test; returns the number of spans.
    fn check(blob: Blob, rows: std::ops::Range<i32>) -> usize {
        let mut spans = 0;
        for (j, touching) in rows.flat_map(|j| [(j, Touching::Counts), (j, Touching::Ignored)]) {
            let square = |i: i32| squares(pixel(i, j));
            let is_met = |&i: &i32| overlap(Blob { vertices: &square(i), radius: 0 }, blob, touching);
            let met: Vec<i32> = (WINDOW.x0..WINDOW.x1).filter(is_met).collect();
            let expected = met.first().map(|&first| (first, met[met.len() - 1] + 1));
            assert_eq!(span(blob, WINDOW, j, touching), expected, "{:?} {j} {touching:?}", blob.vertices);
            spans += usize::from(expected.is_some());
        }
        spans
    }

    /// Returns the points `corner - m * (p, q)` and `corner + n * (p, q)`, where (x, y) is the corner in pixels.
    fn ends([x, y]: [i32; 2], [m, n]: [i32; 2], [p, q]: [i32; 2]) -> [Point; 2] {
        [Point::new(256 * x - m * p, 256 * y - m * q), Point::new(256 * x + n * p, 256 * y + n * q)]
    }

    /// Lines through corners of pixels end a span exactly where the squares end.
    #[test]
    fn spans_are_those_of_the_exact_test() {
        let mut spans = 0;
        for (k, (p, q)) in (1..90).flat_map(|p| (1..14).map(move |q| (p, q))).enumerate() {
            let k = k as i32;
            for q in [q, -q] {
                let ends = ends([k % 7 - 3, k % 5 - 2], [7 + k % 23, 5 + k % 31], [p, q]);
                spans += check(Blob { vertices: &ends, radius: k % 3 * 5 }, -40..40);
            }
        }
        assert!(spans > 1000);
    }

    /// Long lines: f64 alone cannot decide on which side of the corner they end.
    #[test]
    fn where_f64_is_off_the_exact_test_decides() {
        let mut random = 1u64;
        let mut below = |n: i32| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (random >> 33) as i32 % n
        };
        let (mut off, mut spans) = (0, 0);
        for _ in 0..3000 {
            let ([m, n], p) = ([1 + below(1500), 1 + below(1500)], 1 + below(1300));
            off += usize::from(f64::from(m) / f64::from(m + n) * f64::from((m + n) * p) != f64::from(m * p));
            let corner = [below(7) - 3, below(7) - 3];
            for step in [[p, 1], [p, -1]] {
                let [a, b] = ends(corner, [m, n], step);
                for c in [Point::new(b.x, a.y), Point::new(a.x, b.y)] {
                    let triangle = Convex::new(vec![a, b, c], 0).unwrap();
                    spans += check(Blob::from(&triangle), corner[1] - 1..corner[1] + 1);
                }
            }
        }
        assert!(off > 100 && spans > 6000, "{off} {spans}");
    }
}

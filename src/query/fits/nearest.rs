//! The free pose that is nearest to a point.

use crate::lattice::Point;
use crate::query::fits::Fits;
use crate::query::fits::grid::Axis;

/// A pose in the order in which one is preferred: the square of its distance, then angle, row and column.
type Ranked = (u64, usize, u32, u32);

/// Returns the angle, the column and the row of the free pose whose position is nearest to a point, the first of them
/// where several are.
pub(super) fn nearest(fits: &Fits<'_>, to: Point) -> Option<(usize, u32, u32)> {
    let [x, y] = &fits.axes;
    let stride = fits.stride();
    let mut best: Option<Ranked> = None;
    fits.each_band(|angle, first, words| {
        for (j, row) in (first..).zip(words.chunks_exact(stride)) {
            let away = square(y.at(j), to.y);
            if best.is_some_and(|best| away > best.0) {
                continue;
            }
            if let Some(k) = nearest_in_row(row, x, to.x) {
                let ranked = (away + square(x.at(k), to.x), angle, j, k);
                best = Some(best.map_or(ranked, |best| best.min(ranked)));
            }
        }
        true
    });
    best.map(|(_, angle, y, x)| (angle, x, y))
}

/// Returns the set bit of a row whose column is nearest to a coordinate, the first of them where several are.
fn nearest_in_row(row: &[u64], axis: &Axis, to: i32) -> Option<u32> {
    // On either side of the coordinate, columns only go away from it or only come nearer.
    let [least, most] = axis.ends();
    let sides = [axis.range(least.into(), to.into()), axis.range(i64::from(to) + 1, most.into())];
    let found = sides.into_iter().flat_map(|side| {
        let last = last_bit(row, side.clone()).map(|k| {
            // Of several columns at one coordinate, the first free one counts.
            let place = axis.at(k).into();
            first_bit(row, axis.range(place, place)).unwrap_or(k)
        });
        [first_bit(row, side), last]
    });
    found.flatten().min_by_key(|&k| (square(axis.at(k), to), k))
}

fn square(a: i32, b: i32) -> u64 {
    u64::from(a.abs_diff(b)).pow(2)
}

/// Returns the first set bit among some.
fn first_bit(row: &[u64], among: std::ops::Range<u32>) -> Option<u32> {
    let words = among.start / 64..among.end.div_ceil(64);
    let found = words.map(|k| (k, cut(row, k, &among))).find(|&(_, word)| word != 0);
    found.map(|(k, word)| 64 * k + word.trailing_zeros())
}

/// Returns the last set bit among some.
fn last_bit(row: &[u64], among: std::ops::Range<u32>) -> Option<u32> {
    let words = among.start / 64..among.end.div_ceil(64);
    let found = words.rev().map(|k| (k, cut(row, k, &among))).find(|&(_, word)| word != 0);
    found.map(|(k, word)| 64 * k + 63 - word.leading_zeros())
}

/// Returns a word of a row without the bits that are not among some.
fn cut(row: &[u64], k: u32, among: &std::ops::Range<u32>) -> u64 {
    let first = among.start.saturating_sub(64 * k);
    let count = (among.end - 64 * k).min(64);
    if first >= 64 || count == 0 { 0 } else { row[k as usize] & u64::MAX << first & u64::MAX >> (64 - count) }
}

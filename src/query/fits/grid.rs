//! A grid of positions, and its columns and rows on the lattice.

use std::ops::Range;

use crate::error::{At, Cause, Result};
use crate::lattice::{Vec2, finite, snap_within_world, units};

/// A grid of positions: `count[0]` columns and `count[1]` rows. The position in column i and row j is
/// `(from.x + i * step.x, from.y + j * step.y)`: each product is rounded to f64, then each sum (SPEC 8).
///
/// ```
/// use kasuri::query::PlaceGrid;
/// let places = PlaceGrid::new([10.0, 20.0], [0.5, 2.0], [640, 480]);
/// assert_eq!(places.place(3, 1), [11.5, 22.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaceGrid {
    /// The position in column 0 and row 0.
    pub from: Vec2,
    /// The distance from one column to the next, and from one row to the next. It may be negative.
    pub step: Vec2,
    /// How many columns and rows there are, at least 1 each.
    pub count: [u32; 2],
}

/// The most poses of one question: columns times rows times angles (SPEC 8).
const MOST_POSES: u64 = 1 << 32;

impl PlaceGrid {
    /// Makes a grid. It is checked where it is used.
    pub fn new(from: impl Into<Vec2>, step: impl Into<Vec2>, count: [u32; 2]) -> PlaceGrid {
        PlaceGrid { from: from.into(), step: step.into(), count }
    }

    /// Returns the position in a column and a row, before snapping.
    pub fn place(&self, column: u32, row: u32) -> Vec2 {
        let along = |from: f64, step: f64, k: u32| from + f64::from(k) * step;
        Vec2::new(along(self.from.x, self.step.x, column), along(self.from.y, self.step.y, row))
    }

    /// Returns the columns and the rows on the lattice, for so many angles. What the caller's coordinates are
    /// multiplied by stands in `factors`: 1 where they are pixels, with +y down.
    pub(super) fn axes(&self, factors: [f64; 2], angles: usize) -> Result<[Axis; 2]> {
        let poses = self.count.iter().fold(angles as u64, |all, &side| all.saturating_mul(side.into()));
        if !(1..=MOST_POSES).contains(&poses) {
            let (what, value) = ("the number of poses, columns times rows times angles,", poses as f64);
            return Err(Cause::OutOfRange { what, value, least: 1.0, most: MOST_POSES as f64 }.at("count"));
        }
        let [w, h] = self.count;
        let x = Axis::new(self.from.x, self.step.x, factors[0], w, "[0]")?;
        Ok([x, Axis::new(self.from.y, self.step.y, factors[1], h, "[1]")?])
    }
}

/// The columns or the rows of a grid, each at its lattice coordinate. Coordinates never change direction: all of the
/// product, the sum and the snapping keep the order of numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    from: f64,
    step: f64,
    factor: f64,
    pub(crate) count: u32,
    rises: bool,
    /// Turns a lattice coordinate into about the number of its column.
    slope: f64,
    start: f64,
    /// The first coordinate, and the distance of the others in lattice units, where it is always the same.
    even: Option<[i64; 2]>,
}

impl Axis {
    fn new(from: f64, step: f64, factor: f64, count: u32, side: &'static str) -> Result<Axis> {
        let place = |name: &str| format!("{name}{side}");
        finite(from).at(place("from"))?;
        if finite(step).at(place("step"))? == 0.0 && count > 1 {
            return Err(Cause::StepOfZero.at(place("step")));
        }
        let axis = Axis {
            from,
            step,
            factor,
            count,
            rises: step * factor >= 0.0,
            slope: 1.0 / (256.0 * factor * step),
            start: from / step,
            even: None,
        };
        snap_within_world(axis.place(0)).at(place("from"))?;
        snap_within_world(axis.place(count - 1)).at(place("count"))?;
        Ok(Axis { even: axis.evenly(), ..axis })
    }

    /// Returns the first coordinate and the distance of the others. Multiples of a lattice unit within the world are exact in
    /// f64, and so are their sums and products here.
    fn evenly(&self) -> Option<[i64; 2]> {
        let is_whole = |x: f64| (x * 256.0).trunc() == x * 256.0 && x.abs() < f64::from(1 << 23);
        let is_even = self.factor.abs() == 1.0 && is_whole(self.from) && is_whole(self.step);
        (is_even && self.step != 0.0)
            .then(|| [units(self.place(0)), (self.step * self.factor * 256.0) as i64])
    }

    fn place(&self, k: u32) -> f64 {
        (self.from + f64::from(k) * self.step) * self.factor
    }

    /// Returns the lattice coordinate of a column.
    #[inline]
    pub(crate) fn at(&self, k: u32) -> i32 {
        // Both ends are within the world, so all are.
        units(self.place(k)) as i32
    }

    /// Returns the least and the greatest coordinate.
    pub(crate) fn ends(&self) -> [i32; 2] {
        let (first, last) = (self.at(0), self.at(self.count - 1));
        [first.min(last), first.max(last)]
    }

    /// Whether all positions are at one place in their pixels.
    #[cfg(feature = "gpu")]
    pub(crate) fn steps_by_pixels(&self) -> bool {
        self.count == 1 || self.even.is_some_and(|[_, by]| by & 255 == 0)
    }

    /// Returns the columns whose coordinates are `least` to `most`.
    #[inline]
    pub(crate) fn range(&self, least: i64, most: i64) -> Range<u32> {
        if least > most {
            return 0..0;
        }
        if let Some([first, by]) = self.even {
            return self.even_range([least - first, most - first], by);
        }
        if self.rises {
            let start = self.first(least, |x| x >= least);
            start..self.first(most + 1, |x| x > most).max(start)
        } else {
            let start = self.first(most, |x| x <= most);
            start..self.first(least - 1, |x| x < least).max(start)
        }
    }

    /// Returns the columns at a distance from the first one, where the next is always as far away.
    #[inline]
    fn even_range(&self, [least, most]: [i64; 2], by: i64) -> Range<u32> {
        let (from, to, by) = if by > 0 { (least, most, by) } else { (-most, -least, -by) };
        let column = |k: i64| k.clamp(0, self.count.into()) as u32;
        let start = column((from + by - 1).div_euclid(by));
        start..column(to.div_euclid(by) + 1).max(start)
    }

    /// Returns the first column that passes a test, near a coordinate; all columns after it pass, too.
    #[inline]
    fn first(&self, near: i64, passes: impl Fn(i64) -> bool) -> u32 {
        let passes = |k: u32| passes(self.at(k).into());
        // (NaN becomes 0.)
        let guess = near as f64 * self.slope - self.start;
        let mut k = (guess as u32).min(self.count);
        for _ in 0..3 {
            if k > 0 && passes(k - 1) {
                k -= 1;
            } else if k < self.count && !passes(k) {
                k += 1;
            } else {
                return k;
            }
        }
        self.bisected(passes)
    }

    /// Does the same without a guess, for steps so small that many columns have one coordinate.
    #[cold]
    fn bisected(&self, passes: impl Fn(u32) -> bool) -> u32 {
        let (mut from, mut to) = (0, self.count);
        while from < to {
            let middle = from + (to - from) / 2;
            if passes(middle) { to = middle } else { from = middle + 1 }
        }
        from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_a_search() {
        let steps = [1.0, -1.0, 0.1, -0.37, 1e-4, 2.75, 300.0, 1e-300, 1.0 / 256.0, -7.5];
        let all = steps.iter().flat_map(|&step| [1.0, -1.0, -3.5].map(|factor| (step, factor)));
        for (from, (step, factor)) in all.flat_map(|all| [-3.3, -3.25].map(|from| (from, all))) {
            let axis = Axis::new(from, step, factor, 97, "").unwrap();
            let [least, most] = axis.ends();
            for from in (least - 3..=most + 3).step_by(((most - least) / 40 + 1) as usize) {
                for to in [from - 1, from, from + 1, from + 700] {
                    let range = axis.range(from.into(), to.into());
                    let expected: Vec<u32> = (0..97).filter(|&k| (from..=to).contains(&axis.at(k))).collect();
                    assert_eq!(range.collect::<Vec<_>>(), expected, "{step} {factor}: {from} {to}");
                }
            }
        }
    }
}

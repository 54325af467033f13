//! A grid of positions that lie on the lattice, so that a move by whole columns and rows is one vector everywhere.

use crate::error::{At, Cause, Result};
use crate::lattice::{Bounds, Point, UNITS, Vec2, pixels};
use crate::query::dodge::place_map::PlaceWindow;
use crate::query::{Fits, PlaceGrid};

/// The most positions of a grid: at one bit for each, a map of them takes 8 MiB.
const MOST_PLACES: u64 = 1 << 26;

/// The positions of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DodgeGrid {
    from: Point,
    /// The distances between two columns and between two rows, in lattice units.
    step: [i32; 2],
    pub(super) size: [u32; 2],
}

impl DodgeGrid {
    pub(super) fn new(places: &PlaceGrid) -> Result<DodgeGrid> {
        Fits::asked(places, [1.0, 1.0], 1)?;
        let all = u64::from(places.count[0]) * u64::from(places.count[1]);
        if all > MOST_PLACES {
            let (what, value) = ("the number of positions, columns times rows,", all as f64);
            return Err(Cause::OutOfRange { what, value, least: 1.0, most: MOST_PLACES as f64 }.at("count"));
        }
        let unit = f64::from(UNITS);
        let step = |value: f64, place: &'static str| {
            let units = value * unit;
            let (least, most) = (1.0 / unit, 4096.0);
            if !(least..=most).contains(&value) {
                let what = "the step of a grid of positions";
                return Err(Cause::OutOfRange { what, value, least, most }.at(place));
            }
            if units.fract() == 0.0 { Ok(units as i32) } else { Err(Cause::StepOffLattice(value).at(place)) }
        };
        let step = [step(places.step.x, "step[0]")?, step(places.step.y, "step[1]")?];
        Ok(DodgeGrid { from: Point::snapped(places.from).at("from")?, step, size: places.count })
    }

    /// Returns the lattice point of a column and a row.
    pub(super) fn point(&self, [x, y]: [u32; 2]) -> Point {
        let along = |from: i32, step: i32, k: u32| from + step * k as i32;
        Point::new(along(self.from.x, self.step[0], x), along(self.from.y, self.step[1], y))
    }

    /// Returns the position in a column and a row, in pixels, also beyond the grid.
    pub(super) fn place(&self, [x, y]: [u32; 2]) -> Vec2 {
        let along = |from: i32, step: i32, k: u32| pixels(i64::from(from) + i64::from(step) * i64::from(k));
        Vec2::new(along(self.from.x, self.step[0], x), along(self.from.y, self.step[1], y))
    }

    /// Returns a move by columns and rows as a vector of the lattice. It is at most 4096 steps of 4096 px.
    pub(super) fn vector(&self, [dx, dy]: [i32; 2]) -> [i64; 2] {
        [i64::from(dx) * i64::from(self.step[0]), i64::from(dy) * i64::from(self.step[1])]
    }

    /// Returns the column and row whose position is nearest to a point; an error where the point is more than a step
    /// outside of the grid.
    pub(super) fn nearest(&self, at: Vec2) -> Result<[u32; 2]> {
        let at = Point::snapped(at).at("at")?;
        let one = |x: i32, from: i32, step: i32, count: u32, place: &'static str| {
            let last = i64::from(from) + i64::from(step) * i64::from(count - 1);
            let (least, most) = (i64::from(from) - i64::from(step), last + i64::from(step));
            if !(least..=most).contains(&i64::from(x)) {
                let (what, value) = ("a position, on this grid of positions,", pixels(x.into()));
                let (least, most) = (pixels(from.into()), pixels(last));
                return Err(Cause::OutOfRange { what, value, least, most }.at(place));
            }
            let k = (2 * (i64::from(x) - i64::from(from)) + i64::from(step)).div_euclid(2 * i64::from(step));
            Ok(k.clamp(0, i64::from(count) - 1) as u32)
        };
        let [w, h] = self.size;
        Ok([
            one(at.x, self.from.x, self.step[0], w, "at[0]")?,
            one(at.y, self.from.y, self.step[1], h, "at[1]")?,
        ])
    }

    /// Returns the positions of a window, each moved by a vector of the lattice, for a question of [`Fits`].
    pub(super) fn places_in(&self, window: PlaceWindow, by: Point) -> PlaceGrid {
        let [left, right] = window.columns(self.size[0]);
        let from = self.point([left, window.rows[0]]);
        let at = |x: i32, by: i32| pixels(i64::from(x) + i64::from(by));
        let step = self.step.map(|step| pixels(step.into()));
        let count = [right - left, window.rows[1] - window.rows[0]];
        PlaceGrid::new([at(from.x, by.x), at(from.y, by.y)], step, count)
    }

    /// Returns the box that something around a player passes on moves that end in a window; `None` beyond the world's edge.
    pub(super) fn passed(&self, window: PlaceWindow, around: [[i64; 2]; 2], by: [i64; 2]) -> Option<Bounds> {
        let [left, right] = window.columns(self.size[0]);
        let [first, last] =
            [[left, window.rows[0]], [right - 1, window.rows[1] - 1]].map(|at| self.point(at));
        let end = |k: usize, x: i32, least: bool| {
            let [around, moved] =
                if least { [around[k][0], 0.max(by[k])] } else { [around[k][1], 0.min(by[k])] };
            i32::try_from(i64::from(x) + around - moved).ok()
        };
        Some(Bounds {
            min: Point::new(end(0, first.x, true)?, end(1, first.y, true)?),
            max: Point::new(end(0, last.x, false)?, end(1, last.y, false)?),
        })
    }

    /// Returns the window of all positions whose lattice points are between two; `None` where there is none.
    pub(super) fn between(&self, least: [i64; 2], most: [i64; 2]) -> Option<PlaceWindow> {
        let one = |k: usize, from: i32| {
            let (from, step) = (i64::from(from), i64::from(self.step[k]));
            let first = (least[k] - from + step - 1).div_euclid(step).max(0);
            let last = (most[k] - from).div_euclid(step).min(i64::from(self.size[k]) - 1);
            (first <= last).then_some([first as u32, last as u32])
        };
        let ([left, right], [top, bottom]) = (one(0, self.from.x)?, one(1, self.from.y)?);
        Some(PlaceWindow { words: [left as usize / 64, right as usize / 64 + 1], rows: [top, bottom + 1] })
    }
}

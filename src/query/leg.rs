//! A long path in short legs. Sets that are not on the path are not tested, nor are sets behind the first hit.

use std::cell::Cell;

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::query::cast_convex::Cast;
use crate::query::exact::Step;
use crate::query::piece::{Set, sets, window};

/// The length of a leg on its longer axis, in lattice units.
const LONGEST: f64 = 32.0 * 256.0;

/// A stretch of a path: a box around everything that moves there, and the times at which it begins and ends.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Leg {
    near: Bounds,
    from: f64,
    until: f64,
}

/// Returns the first hit of the moving box `start` along `d` with one of the sets of a form; on a tie, the first set.
///
/// Everything hit on a leg lies near the leg, and so does everything hit at the same time. The answer is therefore the
/// same as that over all sets. Hits after the time `limit`, which may shrink, may be left out.
pub(crate) fn first_hit(
    form: &Form,
    start: Bounds,
    d: Step,
    columns: Columns,
    limit: &Cell<f64>,
    cast: impl Fn(&Set) -> Option<Cast>,
) -> Option<Cast> {
    let mut legs = legs(form, start, d).take_while(|leg| leg.from - 1e-9 <= limit.get() && spend(24));
    legs.find_map(|leg| {
        let rows = window(leg.near);
        let columns = match columns {
            Columns::OfLeg => rows,
            Columns::OfPath => window(start.union(shifted(start, d))),
        };
        let sets = sets(form, leg.near, PixelBox { x0: columns.x0, x1: columns.x1, ..rows });
        // A ray through one of many parts is in the box of few of them.
        let near = sets.iter().filter(|set| {
            let bounds = set.bounds();
            bounds.meets(leg.near) && passing(start, d, bounds.grown(1)).is_some()
        });
        let affordable = near.take_while(|set| spend(16 + 4 * set.blob().vertices.len() as u64));
        affordable.filter_map(&cast).reduce(Cast::earlier).filter(|hit| hit.t <= leg.until)
    })
}

/// How far the runs of a sprite's covered squares are followed. The t of a ray is the same for a run and for a part of
/// the run; with a radius, rounding differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    OfLeg,
    OfPath,
}

/// Returns the legs of a path. A shape has few parts: one leg. Sprites and tile maps are large: as many legs as it takes
/// to pass their box.
fn legs(form: &Form, start: Bounds, d: Step) -> impl Iterator<Item = Leg> {
    let (from, until) = match form {
        Form::Shape(_) => (0.0, 1.0),
        // If there is no box, or the path misses it, there is no leg.
        _ => form.bounds().and_then(|bounds| passing(start, d, bounds.grown(256))).unwrap_or((1.0, 0.0)),
    };
    let length = d.x.abs().max(d.y.abs()) as f64 * (until - from);
    let n = match form {
        _ if until < from => 0,
        Form::Shape(_) => 1,
        _ => (length / LONGEST).ceil().max(1.0) as u32,
    };
    let time = move |k: u32| from + (until - from) * f64::from(k) / f64::from(n);
    let at = move |t: f64| {
        shifted(start, Step::new((d.x as f64 * t).floor() as i64, (d.y as f64 * t).floor() as i64))
    };
    (0..n).map(move |k| {
        let until = if k + 1 == n { 1.0 } else { time(k + 1) };
        Leg { near: at(time(k)).union(at(time(k + 1))).grown(2), from: time(k), until }
    })
}

/// Returns the times from which until which a box that moves along `d` meets another that stays.
pub(crate) fn passing(moving: Bounds, d: Step, standing: Bounds) -> Option<(f64, f64)> {
    let axis = |a0: i32, a1: i32, b0: i32, b1: i32, d: i64| {
        let (first, last) = ((i64::from(b0) - i64::from(a1)) as f64, (i64::from(b1) - i64::from(a0)) as f64);
        match d {
            0 if first <= 0.0 && last >= 0.0 => (0.0, 1.0),
            0 => (1.0, 0.0),
            d if d > 0 => (first / d as f64, last / d as f64),
            d => (last / d as f64, first / d as f64),
        }
    };
    let (m, s) = (moving, standing);
    let x = axis(m.min.x, m.max.x, s.min.x, s.max.x, d.x);
    let y = axis(m.min.y, m.max.y, s.min.y, s.max.y, d.y);
    let (from, until) = (x.0.max(y.0).max(0.0), x.1.min(y.1).min(1.0));
    (from <= until).then_some((from, until))
}

/// Moves a box along a vector; coordinates are clamped to the range of `i32`.
pub(crate) fn shifted(b: Bounds, by: Step) -> Bounds {
    let fit = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let shift = |p: Point| Point::new(fit(i64::from(p.x) + by.x), fit(i64::from(p.y) + by.y));
    Bounds { min: shift(b.min), max: shift(b.max) }
}

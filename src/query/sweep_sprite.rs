//! Sprites move in whole-pixel steps, so that no thin line is jumped (SPEC 5).

use crate::answer::Meeting;
use crate::error::Result;
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, Point};
use crate::query::exact::Step;
use crate::query::leg::shifted;
use crate::query::overlaps;
use crate::query::way::Way;

/// When two bodies of which at least one is a sprite that moves first overlap.
pub(crate) fn sweep(a: &Form, way_a: &Way, b: &Form, way_b: &Way) -> Result<Option<Meeting>> {
    let n = way_a.steps().max(way_b.steps());
    // A sprite's reach may shift by a pixel with its place within one.
    let (Some(box_a), Some(box_b)) = (a.bounds(), b.bounds()) else { return Ok(None) };
    let (box_a, box_b) = (box_a.grown(256), box_b.grown(256));
    let near = |at_a: Point, at_b: Point| {
        shifted(box_a, Step::between(way_a.start, at_a))
            .meets(shifted(box_b, Step::between(way_b.start, at_b)))
    };
    let (mut last_a, mut last_b) = (way_a.start, way_b.start);
    for k in first_near(way_a, box_a, way_b, box_b, n)..=n {
        let (here_a, here_b) = (way_a.place(k, n), way_b.place(k, n));
        if k > 0 {
            (last_a, last_b) = (way_a.place(k - 1, n), way_b.place(k - 1, n));
        }
        let tries = [
            (Point::new(here_a.x, last_a.y), Point::new(here_b.x, last_b.y)),
            (Point::new(last_a.x, here_a.y), Point::new(last_b.x, here_b.y)),
            (here_a, here_b),
        ];
        for (at_a, at_b) in tries {
            if near(at_a, at_b) && overlaps(&way_a.moved(a, at_a)?, &way_b.moved(b, at_b)?, Touching::Counts)
            {
                return Ok(Some(Meeting { t: f64::from(k) / f64::from(n), step: Some((k, n)) }));
            }
        }
    }
    Ok(None)
}

/// A step before which the boxes are apart all the way: skips what would be skipped one by one.
fn first_near(way_a: &Way, box_a: Bounds, way_b: &Way, box_b: Bounds, n: u32) -> u32 {
    // While the boxes are apart on an axis on which they approach, they stay so until a place found by halving.
    let gap = |k: u32| {
        let (by_a, by_b) =
            (Step::between(way_a.start, way_a.place(k, n)), Step::between(way_b.start, way_b.place(k, n)));
        let (p, q) = (shifted(box_a, by_a), shifted(box_b, by_b));
        let apart = |a0: i32, a1: i32, b0: i32, b1: i32| {
            (i64::from(b0) - i64::from(a1)).max(i64::from(a0) - i64::from(b1))
        };
        [apart(p.min.x, p.max.x, q.min.x, q.max.x), apart(p.min.y, p.max.y, q.min.y, q.max.y)]
    };
    // In one step each body moves at most a pixel an axis, and a little for rounding.
    let mut k = 0;
    while k < n {
        let [x, y] = gap(k);
        let skip = x.max(y) / (2 * 258);
        if skip <= 1 {
            break;
        }
        k = k.saturating_add(u32::try_from(skip - 1).unwrap_or(u32::MAX)).min(n);
    }
    k
}

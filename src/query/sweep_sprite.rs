//! Sprites move in whole-pixel steps, so that no thin line is jumped (SPEC 5).

use std::borrow::Cow;

use crate::answer::{Distance, SweepHit};
use crate::effort::spend;
use crate::error::Result;
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, Point};
use crate::query::exact::Step;
use crate::query::leg::shifted;
use crate::query::motion::Motion;
use crate::query::piece::size;
use crate::query::{distance, overlaps};

/// Returns when two bodies first overlap, where at least one is a moving sprite.
pub(crate) fn sweep(
    a: &Form,
    motion_a: &Motion,
    b: &Form,
    motion_b: &Motion,
) -> Result<Option<SweepHit<()>>> {
    let n = motion_a.steps().max(motion_b.steps());
    // The covered box of a sprite may shift by a pixel, depending on the position within a pixel.
    let (Some(box_a), Some(box_b)) = (a.bounds(), b.bounds()) else { return Ok(None) };
    let (box_a, box_b) = (box_a.grown(256), box_b.grown(256));
    let near = |at_a: Point, at_b: Point| {
        shifted(box_a, Step::between(motion_a.start, at_a))
            .meets(shifted(box_b, Step::between(motion_b.start, at_b)))
    };
    let (mut last_a, mut last_b) = (motion_a.start, motion_b.start);
    let mut far = Far { until: 0, looked: 0, patience: IMPATIENT };
    let mut k = 0;
    while let Some(next) = next_near(motion_a, box_a, motion_b, box_b, k.max(far.until), n) {
        if !spend(32) {
            break;
        }
        k = next;
        let (here_a, here_b) = (motion_a.place(k, n), motion_b.place(k, n));
        if k > 0 {
            (last_a, last_b) = (motion_a.place(k - 1, n), motion_b.place(k - 1, n));
        }
        let tries = [
            (Point::new(here_a.x, last_a.y), Point::new(here_b.x, last_b.y)),
            (Point::new(last_a.x, here_a.y), Point::new(last_b.x, here_b.y)),
            (here_a, here_b),
        ];
        for (at_a, at_b) in tries {
            if near(at_a, at_b)
                && spend(64)
                && overlaps(&*there(a, motion_a, at_a)?, &*there(b, motion_b, at_b)?, Touching::Counts)
            {
                return Ok(Some(SweepHit::in_step(k, n)));
            }
        }
        if near(here_a, here_b) && far.is_due() && spend(work(a) + work(b)) {
            far.look(k, distance(&*there(a, motion_a, here_a)?, &*there(b, motion_b, here_b)?));
        }
        k += 1;
    }
    Ok(None)
}

/// Returns a body at a position of its path. A body that stays is not copied.
fn there<'a>(form: &'a Form, motion: &Motion, to: Point) -> Result<Cow<'a, Form>> {
    if to == motion.start {
        return Ok(Cow::Borrowed(form));
    }
    spend(4 * size(form));
    motion.moved(form, to).map(Cow::Owned)
}

/// Returns the work to go through all runs of covered pixels.
fn work(form: &Form) -> u64 {
    let Form::Sprite(sprite) = form else { return 64 };
    let reach = sprite.reach();
    (i64::from(reach.x1) - i64::from(reach.x0)).max(0) as u64
        * (i64::from(reach.y1) - i64::from(reach.y0)).max(0) as u64
        / 8
}

/// The number of steps before the distance is first computed: most sweeps end soon.
const IMPATIENT: u32 = 16;

/// The steps that are skipped because the two bodies are far from each other, though their boxes meet.
struct Far {
    /// The first step that must be tested.
    until: u32,
    /// The number of steps tested since the last distance, and the number to wait for the next one. The wait grows
    /// where the distance did not help.
    looked: u32,
    patience: u32,
}

impl Far {
    /// Whether to compute the distance now, which costs as much as many steps.
    fn is_due(&mut self) -> bool {
        self.looked += 1;
        self.looked > self.patience
    }

    /// Notes how far apart the two are after step k. A step moves each by at most a pixel per axis. Its covered pixels move
    /// by at most one more, because the position within a pixel changes too. So no step can hit before the two have covered
    /// that distance.
    fn look(&mut self, k: u32, apart: Option<Distance>) {
        // A sprite that covers nothing here may cover something elsewhere.
        let pixels = apart.map_or(0.0, |apart| apart.distance);
        let safe = ((pixels - 8.0) / 3.0).clamp(0.0, f64::from(u32::MAX)) as u32;
        self.until = k.saturating_add(1).saturating_add(safe);
        self.looked = 0;
        self.patience = if safe > IMPATIENT { 0 } else { (2 * self.patience).clamp(IMPATIENT, 1 << 12) };
    }
}

/// Returns the first step, from `from` on, at which the boxes may meet; `None` where there is none. Steps before it
/// would be skipped one by one anyway.
fn next_near(
    motion_a: &Motion,
    box_a: Bounds,
    motion_b: &Motion,
    box_b: Bounds,
    from: u32,
    n: u32,
) -> Option<u32> {
    let gap = |k: u32| {
        let (by_a, by_b) = (
            Step::between(motion_a.start, motion_a.place(k, n)),
            Step::between(motion_b.start, motion_b.place(k, n)),
        );
        let (p, q) = (shifted(box_a, by_a), shifted(box_b, by_b));
        let apart = |a0: i32, a1: i32, b0: i32, b1: i32| {
            (i64::from(b0) - i64::from(a1)).max(i64::from(a0) - i64::from(b1))
        };
        [apart(p.min.x, p.max.x, q.min.x, q.max.x), apart(p.min.y, p.max.y, q.min.y, q.max.y)]
    };
    // In one step each body moves at most a pixel on each axis, plus a little for rounding.
    let mut k = from;
    while k <= n && spend(4) {
        let [x, y] = gap(k);
        let skip = x.max(y) / (2 * 258);
        if skip <= 1 {
            return Some(k);
        }
        k = k.saturating_add(u32::try_from(skip - 1).unwrap_or(u32::MAX));
    }
    None
}

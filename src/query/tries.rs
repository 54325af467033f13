//! The tries at which a sprite and another body may first overlap while they move (SPEC 6): steps of at most a pixel,
//! with three placements each. Tries in which the boxes are apart are left out.

use crate::lattice::{Bounds, Point};
use crate::query::exact::Step;

/// A try: the positions of both bodies in step k of n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Try {
    k: i64,
    n: i64,
    pub(crate) at: [Point; 2],
}

impl Try {
    /// Returns the fraction of the motion, 0 to 1.
    pub(crate) fn time(self) -> f64 {
        self.k as f64 / self.n as f64
    }
}

/// All tries of two bodies, in order.
#[derive(Debug, Clone)]
pub(crate) struct Tries {
    paths: [StepMotion; 2],
    boxes: [Bounds; 2],
    n: i64,
    k: i64,
    /// Which of the three placements of the step is next.
    next: usize,
    /// The positions of this step, and of the one before.
    here: [Point; 2],
    last: [Point; 2],
    /// The first step that is in no stretch yet.
    unseen: i64,
}

#[derive(Debug, Clone, Copy)]
struct StepMotion {
    from: Point,
    by: Step,
}

impl StepMotion {
    #[inline(always)]
    fn of([from, to]: [Point; 2]) -> StepMotion {
        StepMotion { from, by: Step::between(from, to) }
    }

    /// Returns position k of n.
    #[inline(always)]
    fn place(self, k: i64, n: i64) -> Point {
        let StepMotion { from, by } = self;
        Point::new(from.x.wrapping_add(along(by.x, k, n)), from.y.wrapping_add(along(by.y, k, n)))
    }
}

/// Returns how far along one axis position k of n is.
#[inline(always)]
fn along(by: i64, k: i64, n: i64) -> i32 {
    if n < 1 << 16 {
        // Below 2^48: rounding never turns a quotient into a different integer.
        ((2 * by * k + n) as f64 / (2 * n) as f64).floor() as i32
    } else {
        (2 * by * k + n).div_euclid(2 * n) as i32
    }
}

/// Consecutive steps, and the positions of both bodies before the first of them and in the last one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch {
    last: i64,
    pub(crate) ends: [[Point; 2]; 2],
}

/// The number of steps in a stretch.
const LONG: i64 = 8;

impl Tries {
    /// Builds the tries from two paths, each as [from, to], and two boxes, each relative to its body's position.
    #[inline(always)]
    pub(crate) fn new([a, b]: [[Point; 2]; 2], boxes: [Bounds; 2]) -> Tries {
        let paths = [StepMotion::of(a), StepMotion::of(b)];
        let n = steps(paths[0].by).max(steps(paths[1].by));
        let from = [paths[0].from, paths[1].from];
        // At the start only one placement is tried.
        let mut tries = Tries { paths, boxes, n, k: 0, next: 2, here: from, last: from, unseen: 0 };
        tries.skip();
        tries
    }

    /// Builds the tries without the one at the start, where the two are known to be apart.
    #[inline(always)]
    pub(crate) fn after_start([a, b]: [[Point; 2]; 2], boxes: [Bounds; 2]) -> Tries {
        let paths = [StepMotion::of(a), StepMotion::of(b)];
        let n = steps(paths[0].by).max(steps(paths[1].by));
        let from = [paths[0].from, paths[1].from];
        let mut tries = Tries { paths, boxes, n, k: 0, next: 0, here: from, last: from, unseen: 0 };
        tries.go_to(1);
        tries
    }

    /// Returns the next try in which the boxes meet.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Try> {
        while self.k <= self.n {
            let ([p, q], [last_p, last_q]) = (self.here, self.last);
            let at = match self.next {
                0 => [Point::new(p.x, last_p.y), Point::new(q.x, last_q.y)],
                1 => [Point::new(last_p.x, p.y), Point::new(last_q.x, q.y)],
                _ => [p, q],
            };
            let k = self.k;
            self.next += 1;
            if self.next == 3 {
                self.go_to(k + 1);
            }
            if gap(self.boxes, at) <= 0 {
                return Some(Try { k, n: self.n, at });
            }
        }
        None
    }

    /// Returns the stretch of steps that begins with a try that was just returned; `None` if the try is in an earlier
    /// stretch.
    #[inline(always)]
    pub(crate) fn stretch(&mut self, first: Try) -> Option<Stretch> {
        if first.k < self.unseen {
            return None;
        }
        let last = (first.k + LONG - 1).min(self.n);
        self.unseen = last + 1;
        Some(Stretch { last, ends: [self.places((first.k - 1).max(0)), self.places(last)] })
    }

    /// Leaves out the remaining tries of a stretch.
    #[inline(always)]
    pub(crate) fn leave(&mut self, stretch: Stretch) {
        self.here = stretch.ends[1];
        self.k = stretch.last;
        self.go_to(stretch.last + 1);
    }

    /// Goes to the next step, which is step k.
    #[inline(always)]
    fn go_to(&mut self, k: i64) {
        (self.k, self.next) = (k, 0);
        self.last = self.here;
        self.here = self.places(k);
        self.skip();
    }

    /// Skips steps in which the boxes are far apart.
    #[inline(always)]
    fn skip(&mut self) {
        // In a step each body moves by little more than a pixel on each axis, and a try may use the step before.
        let mut skip = gap(self.boxes, self.here) / (2 * 258) - 1;
        while skip > 0 && self.k <= self.n {
            (self.k, self.next) = (self.k + skip, 0);
            self.here = self.places(self.k);
            self.last = self.places(self.k - 1);
            skip = gap(self.boxes, self.here) / (2 * 258) - 1;
        }
    }

    /// Returns position k of n of both bodies.
    #[inline(always)]
    fn places(&self, k: i64) -> [Point; 2] {
        [self.paths[0].place(k, self.n), self.paths[1].place(k, self.n)]
    }
}

/// Returns the number of steps of at most a pixel for a path.
#[inline(always)]
fn steps(Step { x, y }: Step) -> i64 {
    (x.abs().max(y.abs()) + 255).div_euclid(256).max(1)
}

/// Returns the gap between two boxes, each relative to a position, on the axis with the larger gap; below 1 where they
/// meet.
#[inline(always)]
fn gap([a, b]: [Bounds; 2], [at, to]: [Point; 2]) -> i64 {
    let Step { x, y } = Step::between(at, to);
    apart([a.min.x, a.max.x], [b.min.x, b.max.x], x).max(apart([a.min.y, a.max.y], [b.min.y, b.max.y], y))
}

/// Returns the gap between two intervals, the second of which is moved.
#[inline(always)]
fn apart(a: [i32; 2], b: [i32; 2], by: i64) -> i64 {
    let (before, behind) = (i64::from(b[0]) + by - i64::from(a[1]), i64::from(a[0]) - i64::from(b[1]) - by);
    before.max(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every try in which the boxes meet, step by step and without skipping.
    fn all(paths: [[Point; 2]; 2], boxes: [Bounds; 2]) -> Vec<Try> {
        let by = paths.map(|[from, to]| Step::between(from, to));
        let n = steps(by[0]).max(steps(by[1]));
        let at = |k: i64| {
            [0, 1].map(|b: usize| {
                let axis = |from: i32, by: i64| from + (2 * by * k + n).div_euclid(2 * n) as i32;
                Point::new(axis(paths[b][0].x, by[b].x), axis(paths[b][0].y, by[b].y))
            })
        };
        let mut tries = Vec::new();
        for k in 0..=n {
            let (here, last) = (at(k), at((k - 1).max(0)));
            let mixed = |x: [Point; 2], y: [Point; 2]| [0, 1].map(|b: usize| Point::new(x[b].x, y[b].y));
            let of_step = [mixed(here, last), mixed(last, here), here];
            let of_step = of_step.into_iter().skip(if k == 0 { 2 } else { 0 });
            tries.extend(of_step.filter(|&at| gap(boxes, at) <= 0).map(|at| Try { k, n, at }));
        }
        tries
    }

    /// Calls `check` with paths and boxes of all sizes, near each other and far apart.
    fn for_many(mut check: impl FnMut([[Point; 2]; 2], [Bounds; 2])) {
        let mut state = 5_u64;
        let mut below = |n: i32| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((state >> 33) % n.unsigned_abs() as u64) as i32
        };
        for round in 0..2000 {
            let reach = [600, 3000, 200_000, 40_000_000][round % 4];
            let mut place = || Point::new(below(2 * reach) - reach, below(2 * reach) - reach);
            let mut paths = [[place(), place()], [place(), place()]];
            if round % 5 == 0 {
                paths[1][1] = paths[1][0];
            }
            if round % 3 == 0 {
                // One path that goes right through the other body.
                let [p, q] = paths[1];
                paths[0] = [Point::new(2 * p.x - q.x, p.y), Point::new(q.x, q.y + 999)];
            }
            let mut size = || Bounds {
                min: Point::new(-below(3000), -below(3000)),
                max: Point::new(below(3000), below(3000)),
            };
            check(paths, [size(), size()]);
        }
    }

    #[test]
    fn no_try_is_passed_over() {
        let mut seen = 0;
        for_many(|paths, boxes| {
            let (mut tries, mut later) = (Tries::new(paths, boxes), Tries::after_start(paths, boxes));
            let ours: Vec<Try> = std::iter::from_fn(|| tries.next()).collect();
            let right = all(paths, boxes);
            assert_eq!(ours, right, "{paths:?} {boxes:?}");
            let start = right.iter().filter(|first| first.k == 0).count();
            let ours: Vec<Try> = std::iter::from_fn(|| later.next()).collect();
            assert_eq!(ours, right[start..], "{paths:?} {boxes:?}");
            seen += ours.len();
        });
        assert!(seen > 5000, "{seen}");
    }

    #[test]
    fn a_stretch_has_the_positions_of_its_tries() {
        let (mut left, mut kept) = (0, 0);
        for_many(|paths, boxes| {
            let (mut tries, mut right) = (Tries::after_start(paths, boxes), Tries::after_start(paths, boxes));
            let mut last: Option<Stretch> = None;
            while let Some(next) = tries.next() {
                let stretch = tries.stretch(next);
                assert_eq!(stretch.is_some(), last.is_none_or(|last| next.k > last.last), "{paths:?}");
                last = stretch.or(last);
                let Stretch { last: end, ends: [from, to] } = last.expect("the first try begins a stretch");
                let is_between = |axis: fn(Point) -> i32, body: usize| {
                    let [a, b, at] = [from, to, next.at].map(|places| axis(places[body]));
                    a.min(b) - 1 <= at && at <= a.max(b) + 1
                };
                for body in 0..2 {
                    assert!(is_between(|at| at.x, body) && is_between(|at| at.y, body), "{paths:?} {next:?}");
                }
                let is_left = stretch.is_some() && next.k % 2 == 0;
                assert_eq!(right.next(), Some(next), "{paths:?}");
                if is_left {
                    tries.leave(last.expect("as above"));
                    while right.clone().next().is_some_and(|next| next.k <= end) {
                        right.next();
                    }
                    left += 1;
                } else {
                    kept += 1;
                }
            }
            assert_eq!(right.next(), None, "{paths:?}");
        });
        assert!(left > 500 && kept > 500, "{left} {kept}");
    }
}

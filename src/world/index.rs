//! The spatial index for queries between steps: a tree over the bodies' boxes, kept while few bodies move. Bodies
//! that have moved since are tested one by one. A small world has no tree. A larger world gets one after enough
//! queries.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::lattice::{Bounds, Point};
use crate::query::on_curve;
use crate::world::scan;

/// Up to this many rows are tested one after another, which is faster than a tree.
const FEW: usize = 256;
/// With more rows, this many queries are answered the same way before a tree is built. They take about as long as
/// building it.
const PATIENCE: u32 = 64;
/// The number of children of a node.
const FANOUT: usize = 16;
/// More levels than 2^32 rows have.
const MOST_LEVELS: usize = 9;

/// An [`Index`] that is built when it pays off.
#[derive(Debug, Default)]
pub(super) struct LazyIndex {
    built: OnceLock<Index>,
    /// The number of queries answered without the index.
    asked: AtomicU32,
}

impl Clone for LazyIndex {
    fn clone(&self) -> LazyIndex {
        LazyIndex { built: self.built.clone(), asked: AtomicU32::new(self.asked.load(Ordering::Relaxed)) }
    }
}

impl LazyIndex {
    pub(super) fn get(&self) -> Option<&Index> {
        self.built.get()
    }

    pub(super) fn get_mut(&mut self) -> Option<&mut Index> {
        self.built.get_mut()
    }

    /// Drops the index, because rows changed that it does not know of.
    pub(super) fn take(&mut self) {
        self.built.take();
        *self.asked.get_mut() = 0;
    }

    /// Returns the index for a query; `None` if testing the rows one after another is better.
    pub(super) fn for_question(&self, bounds: &[Bounds]) -> Option<&Index> {
        if bounds.len() <= FEW {
            return None;
        }
        let is_early = || self.built.get().is_none() && self.asked.fetch_add(1, Ordering::Relaxed) < PATIENCE;
        if is_early() { None } else { Some(self.built.get_or_init(|| Index::over(bounds))) }
    }
}

/// A tree over the boxes at the time it was built, and the rows that have changed since.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// The rows along a curve that keeps near boxes together.
    order: Vec<u32>,
    /// First the boxes in that order. Each level above has the union of every sixteen boxes of the level below, up to
    /// a level of at most sixteen.
    levels: Vec<Vec<Bounds>>,
    loose: Vec<u32>,
    is_loose: Vec<bool>,
}

impl Index {
    pub(super) fn over(bounds: &[Bounds]) -> Index {
        let mut order: Vec<u32> = (0..bounds.len() as u32).collect();
        order.sort_by_cached_key(|&row| on_curve(bounds[row as usize]));
        let mut levels = vec![order.iter().map(|&row| bounds[row as usize]).collect::<Vec<_>>()];
        while let Some(last) = levels.last()
            && last.len() > FANOUT
        {
            let joined =
                last.chunks(FANOUT).map(|some| some.iter().copied().reduce(Bounds::union).unwrap_or(some[0]));
            levels.push(joined.collect());
        }
        Index { order, levels, loose: Vec::new(), is_loose: vec![false; bounds.len()] }
    }

    /// Notes that a row's box changed or is new.
    pub(super) fn loosen(&mut self, row: usize) {
        if row >= self.is_loose.len() {
            self.is_loose.resize(row + 1, false);
        }
        if !std::mem::replace(&mut self.is_loose[row], true) {
            self.loose.push(row as u32);
        }
    }

    /// Whether so many rows have changed that a new tree pays off.
    pub(super) fn is_stale(&self) -> bool {
        self.loose.len() > 32 && self.loose.len() * 8 > self.order.len()
    }

    /// Returns the rows that have changed since the tree was built.
    pub(super) fn loose(&self) -> &[u32] {
        &self.loose
    }

    /// Returns the boxes of a node, and the number of the first.
    #[inline(always)]
    fn node(&self, level: usize, number: usize) -> (&[Bounds], usize) {
        let (boxes, first) = (&self.levels[level], FANOUT * number);
        (&boxes[first..boxes.len().min(first + FANOUT)], first)
    }

    /// Calls `found` for the rows whose boxes meet an area and pass a test, in no order. A box must pass the test if
    /// any box inside it passes.
    pub(super) fn visit(
        &self,
        bounds: &[Bounds],
        area: Bounds,
        passes: impl Fn(Bounds) -> bool,
        mut found: impl FnMut(usize),
    ) {
        let mut open = vec![(self.levels.len() - 1, 0)];
        while let Some((level, number)) = open.pop() {
            let (boxes, first) = self.node(level, number);
            let mut rest = scan::meeting(boxes, area);
            while rest != 0 {
                let k = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if !passes(boxes[k]) {
                    continue;
                }
                if level > 0 {
                    open.push((level - 1, first + k));
                } else if let row = self.order[first + k] as usize
                    && !self.is_loose[row]
                {
                    found(row);
                }
            }
        }
        let meets = |&row: &usize| bounds[row].meets(area) && passes(bounds[row]);
        self.loose.iter().map(|&row| row as usize).filter(meets).for_each(found);
    }

    /// Walks over the rows that have not changed, those with boxes near a position first.
    #[inline(always)]
    pub(super) fn walk(&self, at: Point) -> Walk<'_> {
        let mut walk =
            Walk { index: self, at, level: self.levels.len() - 1, open: [Open::NONE; MOST_LEVELS] };
        walk.enter(0);
        walk
    }
}

/// A walk from the nearest node down to its nearest child, and so on. It leaves a node when no child is near enough.
pub(super) struct Walk<'a> {
    index: &'a Index,
    at: Point,
    level: usize,
    open: [Open; MOST_LEVELS],
}

/// A node that the walk is in.
#[derive(Clone, Copy)]
struct Open {
    keys: [scan::Key; FANOUT],
    first: usize,
}

impl Open {
    const NONE: Open = Open { keys: [scan::DONE; FANOUT], first: 0 };
}

impl Walk<'_> {
    /// Enters a node of the current level.
    #[inline(always)]
    fn enter(&mut self, number: usize) {
        let (boxes, first) = self.index.node(self.level, number);
        self.open[self.level] = Open { first, ..Open::NONE };
        scan::keys(boxes, self.at, &mut self.open[self.level].keys);
    }

    /// Returns the next row that may be within a limit; `None` if there are no more.
    #[inline(always)]
    pub(super) fn next(&mut self, limit: scan::Key) -> Option<usize> {
        loop {
            let open = &mut self.open[self.level];
            let key = scan::least(&open.keys);
            if key > limit || key == scan::DONE {
                if self.level + 1 == self.index.levels.len() {
                    return None;
                }
                self.level += 1;
                continue;
            }
            let child = scan::which(key);
            open.keys[child] = scan::DONE;
            let number = open.first + child;
            if self.level > 0 {
                self.level -= 1;
                self.enter(number);
                continue;
            }
            let row = self.index.order[number] as usize;
            if !self.index.is_loose[row] {
                return Some(row);
            }
        }
    }
}

/// A motion of a box or a point between two lattice points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    from: Point,
    to: Point,
    /// How far the moving box or point reaches from its position.
    reach: Bounds,
}

impl Line {
    pub(super) fn of_point(from: Point, to: Point) -> Line {
        Line { from, to, reach: Bounds { min: Point::default(), max: Point::default() } }
    }

    /// Makes the line of a box that is at `from`. The box is grown by `grown`, for what does not move exactly
    /// straight.
    pub(super) fn of_box(from: Point, to: Point, bounds: Bounds, grown: i32) -> Line {
        let b = bounds.grown(grown);
        let reach = Bounds {
            min: Point::new(b.min.x.saturating_sub(from.x), b.min.y.saturating_sub(from.y)),
            max: Point::new(b.max.x.saturating_sub(from.x), b.max.y.saturating_sub(from.y)),
        };
        Line { from, to, reach }
    }

    /// Returns the box around the whole motion.
    pub(super) fn area(self) -> Bounds {
        let (a, b, Bounds { min, max }) = (self.from, self.to, self.reach);
        Bounds {
            min: Point::new(a.x.min(b.x).saturating_add(min.x), a.y.min(b.y).saturating_add(min.y)),
            max: Point::new(a.x.max(b.x).saturating_add(max.x), a.y.max(b.y).saturating_add(max.y)),
        }
    }

    /// Whether the motion touches a box, exactly: it tests the motion of a point against that box grown by the reach.
    pub(super) fn meets(self, b: Bounds) -> bool {
        let (from, to) = ([self.from.x, self.from.y].map(i64::from), [self.to.x, self.to.y].map(i64::from));
        let min = [
            i64::from(b.min.x) - i64::from(self.reach.max.x),
            i64::from(b.min.y) - i64::from(self.reach.max.y),
        ];
        let max = [
            i64::from(b.max.x) - i64::from(self.reach.min.x),
            i64::from(b.max.y) - i64::from(self.reach.min.y),
        ];
        let beside = |k: usize| from[k].max(to[k]) < min[k] || from[k].min(to[k]) > max[k];
        if beside(0) || beside(1) {
            return false;
        }
        let (dx, dy) = (i128::from(to[0] - from[0]), i128::from(to[1] - from[1]));
        let side = |x: i64, y: i64| (dx * i128::from(y - from[1]) - dy * i128::from(x - from[0])).signum();
        let sides = [side(min[0], min[1]), side(max[0], min[1]), side(min[0], max[1]), side(max[0], max[1])];
        sides.iter().any(|&s| s <= 0) && sides.iter().any(|&s| s >= 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_meets_the_boxes_it_crosses() {
        let b = Bounds { min: Point::new(0, 0), max: Point::new(10, 10) };
        let line = |a: (i32, i32), b: (i32, i32)| Line::of_point(Point::new(a.0, a.1), Point::new(b.0, b.1));
        assert!(line((-5, 5), (15, 5)).meets(b));
        assert!(line((-5, 5), (5, 15)).meets(b), "through a corner");
        assert!(!line((-6, 5), (5, 16)).meets(b), "past a corner");
        assert!(line((3, 3), (3, 3)).meets(b));
        assert!(!line((11, 3), (20, 3)).meets(b));
        let moving = Bounds { min: Point::new(-9, -1), max: Point::new(-7, 1) };
        assert!(Line::of_box(Point::new(-8, 0), Point::new(-1, -1), moving, 0).meets(b));
        assert!(!Line::of_box(Point::new(-8, 0), Point::new(-2, -2), moving, 0).meets(b));
    }
}

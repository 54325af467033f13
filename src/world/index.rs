//! Where bodies are, for questions between steps: a tree over their boxes, kept while few bodies move. Those that did since
//! are looked at one by one. A small world has none, and a larger one gets it once enough was asked of it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::lattice::{Bounds, Point};
use crate::world::scan;

/// Up to so many rows are looked at one behind another, which is quicker than to go down a tree.
const FEW: usize = 256;
/// So many questions are answered so of more rows, before a tree is built: by then they have taken about as long.
const PATIENCE: u32 = 64;
/// Children of a node.
const FANOUT: usize = 16;
/// More levels than 2^32 rows have.
const MOST_LEVELS: usize = 9;

/// An [`Index`] that is built where it pays.
#[derive(Debug, Default)]
pub(super) struct LazyIndex {
    built: OnceLock<Index>,
    /// How many questions have gone without.
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

    /// Forgets it: other rows have moved than it knows of.
    pub(super) fn take(&mut self) {
        self.built.take();
        *self.asked.get_mut() = 0;
    }

    /// The index for a question; none where the rows are better looked at one behind another.
    pub(super) fn for_question(&self, bounds: &[Bounds]) -> Option<&Index> {
        if bounds.len() <= FEW {
            return None;
        }
        let is_early = || self.built.get().is_none() && self.asked.fetch_add(1, Ordering::Relaxed) < PATIENCE;
        if is_early() { None } else { Some(self.built.get_or_init(|| Index::over(bounds))) }
    }
}

/// A tree over the boxes as they were, and the rows that have changed since.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// Rows along a curve that keeps near boxes near.
    order: Vec<u32>,
    /// First the boxes in that order; each level above has the union of every sixteen of the one below, up to a level of
    /// sixteen or fewer.
    levels: Vec<Vec<Bounds>>,
    loose: Vec<u32>,
    is_loose: Vec<bool>,
}

impl Index {
    pub(super) fn over(bounds: &[Bounds]) -> Index {
        let mut order: Vec<u32> = (0..bounds.len() as u32).collect();
        order.sort_by_cached_key(|&row| morton(middle(bounds[row as usize])));
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

    /// A row's box has changed, or is new.
    pub(super) fn loosen(&mut self, row: usize) {
        if row >= self.is_loose.len() {
            self.is_loose.resize(row + 1, false);
        }
        if !std::mem::replace(&mut self.is_loose[row], true) {
            self.loose.push(row as u32);
        }
    }

    /// Whether so many rows have changed that a new tree is worth its while.
    pub(super) fn is_stale(&self) -> bool {
        self.loose.len() > 32 && self.loose.len() * 8 > self.order.len()
    }

    /// The rows that have changed since.
    pub(super) fn loose(&self) -> &[u32] {
        &self.loose
    }

    /// The boxes of a node, and the number of the first.
    #[inline(always)]
    fn node(&self, level: usize, number: usize) -> (&[Bounds], usize) {
        let (boxes, first) = (&self.levels[level], FANOUT * number);
        (&boxes[first..boxes.len().min(first + FANOUT)], first)
    }

    /// Hands on the rows whose boxes meet an area and pass a test, in no order; a box that holds another must pass wherever
    /// that does.
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

    /// A walk over the rows that have not changed, those first whose boxes are near a place.
    #[inline(always)]
    pub(super) fn walk(&self, at: Point) -> Walk<'_> {
        let mut walk =
            Walk { index: self, at, level: self.levels.len() - 1, open: [Open::NONE; MOST_LEVELS] };
        walk.enter(0);
        walk
    }
}

/// From the nearest node down to its nearest child, and so on; a node is left when no child is near enough.
pub(super) struct Walk<'a> {
    index: &'a Index,
    at: Point,
    level: usize,
    open: [Open; MOST_LEVELS],
}

/// A node that is being looked at.
#[derive(Clone, Copy)]
struct Open {
    keys: [scan::Key; FANOUT],
    first: usize,
}

impl Open {
    const NONE: Open = Open { keys: [scan::DONE; FANOUT], first: 0 };
}

impl Walk<'_> {
    /// Looks at a node of the level.
    #[inline(always)]
    fn enter(&mut self, number: usize) {
        let (boxes, first) = self.index.node(self.level, number);
        self.open[self.level] = Open { first, ..Open::NONE };
        scan::keys(boxes, self.at, &mut self.open[self.level].keys);
    }

    /// The next row that may be within a limit; none when there are no more.
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

fn middle(b: Bounds) -> Point {
    Point::new(b.min.x / 2 + b.max.x / 2, b.min.y / 2 + b.max.y / 2)
}

/// The bits of both coordinates in turn.
fn morton(p: Point) -> u64 {
    let spread = |x: i32| {
        // From 0 up, so that neighbours left and right of 0 are neighbours.
        let mut x = u64::from((x as u32) ^ 0x8000_0000);
        x = (x | x << 16) & 0x0000_ffff_0000_ffff;
        x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
        x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        x = (x | x << 2) & 0x3333_3333_3333_3333;
        (x | x << 1) & 0x5555_5555_5555_5555
    };
    spread(p.x) | spread(p.y) << 1
}

/// A way between two lattice points, of a box or of a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    from: Point,
    to: Point,
    /// How far what moves reaches from its place.
    reach: Bounds,
}

impl Line {
    pub(super) fn of_point(from: Point, to: Point) -> Line {
        Line { from, to, reach: Bounds { min: Point::default(), max: Point::default() } }
    }

    /// The way of a box that is at `from`; grown a little, for what does not move straight.
    pub(super) fn of_box(from: Point, to: Point, bounds: Bounds, grown: i32) -> Line {
        let b = bounds.grown(grown);
        let reach = Bounds {
            min: Point::new(b.min.x.saturating_sub(from.x), b.min.y.saturating_sub(from.y)),
            max: Point::new(b.max.x.saturating_sub(from.x), b.max.y.saturating_sub(from.y)),
        };
        Line { from, to, reach }
    }

    /// The box around all of it.
    pub(super) fn area(self) -> Bounds {
        let (a, b, Bounds { min, max }) = (self.from, self.to, self.reach);
        Bounds {
            min: Point::new(a.x.min(b.x).saturating_add(min.x), a.y.min(b.y).saturating_add(min.y)),
            max: Point::new(a.x.max(b.x).saturating_add(max.x), a.y.max(b.y).saturating_add(max.y)),
        }
    }

    /// Whether it comes upon a box, exactly: the way of a point upon that box grown by the reach.
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

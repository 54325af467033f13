//! The spatial index for queries between steps: a tree over the bodies' boxes, kept while few bodies move. Bodies
//! that have moved since are tested one by one. A small world has no tree. A larger world gets one after enough
//! queries.
//!
//! The tree has sixteen boxes a node, along a Morton curve. It is built for more than 256 rows, after 64 queries, and dropped when
//! more than an eighth of all bodies have moved. Its order along the curve is kept: bodies move little from step to step, so the next
//! tree takes the same order and only its boxes are new, until its nodes are half as wide again as when the bodies were sorted, or 32
//! trees had this order: bodies may also come so near each other that another order has far narrower nodes. A tree without sorting takes
//! a tenth of the time, and is built after 8 queries. `nearest` takes the boxes in order of distance: of all open nodes it goes on with
//! the nearest child. Its keys are lower bounds of the distances, so it ends when no box can be nearer than what was found.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::cpu::kind::Kind;
use crate::lattice::{Bounds, Point, on_curve};
use crate::simd::lowest;
use crate::world::table::rows::{GONE, NOWHERE, Rows};
use crate::world::table::scan;

/// Up to this many rows are tested one after another, which is faster than a tree.
const FEW: usize = 256;
/// With more rows, this many queries are answered by scans before a tree is built. They take about as long as
/// building it.
const PATIENCE: u32 = 64;
/// The same where the order of an earlier tree is known.
const PATIENCE_IN_ORDER: u32 = 8;
/// An order lasts for at most this many trees.
const MOST_TREES: u32 = 32;
/// The number of children of a node.
const FANOUT: usize = 16;

/// An [`Index`] that is built when it pays off.
#[derive(Debug, Default)]
pub(in crate::world) struct LazyIndex {
    built: OnceLock<Index>,
    /// The order of the index before.
    before: CurveOrder,
    /// The number of queries answered without the index.
    asked: AtomicU32,
}

impl Clone for LazyIndex {
    fn clone(&self) -> LazyIndex {
        LazyIndex {
            built: self.built.clone(),
            before: self.before.clone(),
            asked: AtomicU32::new(self.asked.load(Ordering::Relaxed)),
        }
    }
}

impl LazyIndex {
    pub(in crate::world) fn get(&self) -> Option<&Index> {
        self.built.get()
    }

    pub(in crate::world) fn get_mut(&mut self) -> Option<&mut Index> {
        self.built.get_mut()
    }

    /// Drops the index, because rows changed that it does not know of.
    pub(in crate::world) fn take(&mut self) {
        if let Some(index) = self.built.take() {
            self.before = index.order;
        }
        *self.asked.get_mut() = 0;
    }

    /// Drops the index, and takes over the new row numbers after compaction: `moved` has each old row's new number, if any.
    pub(in crate::world) fn renumber(&mut self, moved: &[u32]) {
        self.take();
        self.before.renumber(moved);
    }

    /// Returns the index for a query; `None` if testing the rows one after another is better.
    pub(in crate::world) fn for_question(&self, rows: &Rows) -> Option<&Index> {
        if rows.len() <= FEW {
            return None;
        }
        let patience = if self.before.is_known() { PATIENCE_IN_ORDER } else { PATIENCE };
        let is_early = || self.built.get().is_none() && self.asked.fetch_add(1, Ordering::Relaxed) < patience;
        if is_early() { None } else { Some(self.built.get_or_init(|| Index::after(&self.before, rows))) }
    }
}

/// The boxes of up to sixteen children, in columns. Unused boxes are those of bodies that cover nothing.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct IndexNode {
    x0: [i32; FANOUT],
    y0: [i32; FANOUT],
    x1: [i32; FANOUT],
    y1: [i32; FANOUT],
}

impl IndexNode {
    fn of(boxes: &[Bounds]) -> IndexNode {
        let side = |of: fn(&Bounds) -> i32| std::array::from_fn(|k| of(boxes.get(k).unwrap_or(&NOWHERE)));
        IndexNode {
            x0: side(|b| b.min.x),
            y0: side(|b| b.min.y),
            x1: side(|b| b.max.x),
            y1: side(|b| b.max.y),
        }
    }

    #[inline(always)]
    fn bounds(&self, k: usize) -> Bounds {
        Bounds { min: Point::new(self.x0[k], self.y0[k]), max: Point::new(self.x1[k], self.y1[k]) }
    }

    /// Returns the keys of the first `count` children. (With a constant number of children the compiler would not process
    /// several at a time.)
    #[inline(always)]
    fn keys(&self, at: Point, count: usize) -> [scan::ScanKey; FANOUT] {
        let mut keys = [scan::DONE; FANOUT];
        for (k, key) in keys.iter_mut().enumerate().take(count) {
            *key = scan::key(self.bounds(k), at, k);
        }
        keys
    }

    /// Returns a mask whose bit k says whether the box of child k meets an area.
    #[inline(always)]
    fn meeting(&self, area: Bounds) -> u32 {
        let mut meeting = 0;
        for k in 0..FANOUT {
            let meets = (self.x0[k] <= area.max.x)
                & (area.min.x <= self.x1[k])
                & (self.y0[k] <= area.max.y)
                & (area.min.y <= self.y1[k]);
            meeting |= u32::from(meets) << k;
        }
        meeting
    }
}

/// A tree over the boxes at the time it was built, and the rows that have changed since.
#[derive(Debug, Clone)]
pub(in crate::world) struct Index {
    order: CurveOrder,
    /// First the boxes in that order, sixteen in a node. Each level above has the union of every node of the level below, up
    /// to a level of one node.
    levels: Vec<Vec<IndexNode>>,
    /// The number of boxes in each level.
    counts: Vec<usize>,
    loose: Vec<u32>,
    /// A bit for each row.
    is_loose: Vec<u64>,
}

/// What a search reads of a body that has not changed.
#[derive(Debug, Clone, Copy)]
pub(in crate::world) struct Indexed {
    pub(in crate::world) row: u32,
    /// The layers that the body or one of its regions is on.
    pub(in crate::world) layer: u32,
    pub(in crate::world) kind: Kind,
}

/// The bodies that cover something, along a curve that keeps near boxes together.
#[derive(Debug, Clone, Default)]
struct CurveOrder {
    bodies: Arc<Vec<Indexed>>,
    /// The mean half perimeter of the lowest nodes when the bodies were sorted.
    sorted_width: u64,
    /// How many trees had this order.
    trees: u32,
}

impl CurveOrder {
    fn is_known(&self) -> bool {
        !self.bodies.is_empty()
    }

    /// Returns the bodies of all rows in this order; rows that it does not know are at the end.
    fn continued(&self, rows: &Rows) -> Vec<Indexed> {
        let mut is_known = vec![0_u64; rows.len().div_ceil(64)];
        let mut bodies = Vec::with_capacity(rows.len());
        for row in self.bodies.iter().map(|body| body.row as usize).filter(|&row| row < rows.len()) {
            is_known[row / 64] |= 1 << (row % 64);
            bodies.extend(Indexed::of(rows, row));
        }
        let unknown = (0..rows.len()).filter(|row| is_known[row / 64] >> (row % 64) & 1 == 0);
        bodies.extend(unknown.filter_map(|row| Indexed::of(rows, row)));
        bodies
    }

    fn renumber(&mut self, moved: &[u32]) {
        let renumbered = |body: &Indexed| Indexed { row: moved[body.row as usize], ..*body };
        // Popped rows have no new number.
        let lives = |body: &&Indexed| moved.get(body.row as usize).is_some_and(|&row| row != GONE);
        self.bodies = Arc::new(self.bodies.iter().filter(lives).map(renumbered).collect());
    }
}

impl Indexed {
    /// Returns the body of a row; `None` if it covers nothing.
    #[inline(always)]
    fn of(rows: &Rows, row: usize) -> Option<Indexed> {
        let body = Indexed { row: row as u32, layer: rows.wide[row].layer, kind: rows.kinds[row] };
        (rows.bounds[row] != NOWHERE).then_some(body)
    }
}

impl Index {
    /// Builds a tree whose bodies are sorted.
    fn over(rows: &Rows) -> Index {
        let mut bodies: Vec<Indexed> = (0..rows.len()).filter_map(|row| Indexed::of(rows, row)).collect();
        bodies.sort_by_cached_key(|body| on_curve(rows.bounds[body.row as usize]));
        let mut index = Index::of(bodies, rows);
        index.order.sorted_width = index.width();
        index
    }

    /// Builds a tree in the order of an earlier one, if it still suits.
    fn after(before: &CurveOrder, rows: &Rows) -> Index {
        if !before.is_known() || before.trees >= MOST_TREES {
            return Index::over(rows);
        }
        let mut index = Index::of(before.continued(rows), rows);
        if index.width() > before.sorted_width + before.sorted_width / 2 {
            return Index::over(rows);
        }
        (index.order.sorted_width, index.order.trees) = (before.sorted_width, before.trees + 1);
        index
    }

    /// Builds a tree over bodies in an order.
    fn of(bodies: Vec<Indexed>, rows: &Rows) -> Index {
        let mut boxes: Vec<Bounds> = bodies.iter().map(|body| rows.bounds[body.row as usize]).collect();
        let (mut levels, mut counts) = (Vec::new(), Vec::new());
        loop {
            let mut nodes: Vec<IndexNode> = boxes.chunks(FANOUT).map(IndexNode::of).collect();
            if nodes.is_empty() {
                nodes.push(IndexNode::of(&[]));
            }
            let (is_last, count) = (nodes.len() == 1, boxes.len());
            boxes =
                boxes.chunks(FANOUT).filter_map(|some| some.iter().copied().reduce(Bounds::union)).collect();
            levels.push(nodes);
            counts.push(count);
            if is_last {
                break;
            }
        }
        let order = CurveOrder { bodies: Arc::new(bodies), sorted_width: 0, trees: 1 };
        Index { order, levels, counts, loose: Vec::new(), is_loose: vec![0; rows.len().div_ceil(64)] }
    }

    /// Returns the mean half perimeter of the lowest nodes.
    fn width(&self) -> u64 {
        let Some(above) = self.levels.get(1) else { return 0 };
        let count = self.counts[1];
        let half = |k: usize| {
            let b = above[k / FANOUT].bounds(k % FANOUT);
            u64::from(b.max.x.abs_diff(b.min.x)) + u64::from(b.max.y.abs_diff(b.min.y))
        };
        (0..count).map(half).sum::<u64>() / count as u64
    }

    /// Notes that a row's box changed or is new.
    pub(in crate::world) fn loosen(&mut self, row: usize) {
        if row / 64 >= self.is_loose.len() {
            self.is_loose.resize(row / 64 + 1, 0);
        }
        let (word, bit) = (&mut self.is_loose[row / 64], 1 << (row % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.loose.push(row as u32);
        }
    }

    /// Whether a row has changed since the tree was built.
    #[inline(always)]
    fn is_loose(&self, row: u32) -> bool {
        self.is_loose[row as usize / 64] >> (row % 64) & 1 != 0
    }

    /// Whether so many rows have changed that a new tree pays off.
    pub(in crate::world) fn is_stale(&self) -> bool {
        self.loose.len() > 32 && self.loose.len() * 8 > self.order.bodies.len()
    }

    /// Returns the rows that have changed since the tree was built.
    pub(in crate::world) fn loose(&self) -> &[u32] {
        &self.loose
    }

    /// Calls `found` for the rows whose boxes meet an area and pass a test, in no order. A box must pass the test if
    /// any box inside it passes.
    pub(in crate::world) fn visit(
        &self,
        bounds: &[Bounds],
        area: Bounds,
        passes: impl Fn(Bounds) -> bool,
        mut found: impl FnMut(usize),
    ) {
        let mut open = vec![(self.levels.len() - 1, 0)];
        while let Some((level, number)) = open.pop() {
            let (node, first) = (&self.levels[level][number], FANOUT * number);
            // An area may reach as far as the unused boxes.
            let mut rest = node.meeting(area) & lowest(self.counts[level] - first);
            while rest != 0 {
                let k = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if !passes(node.bounds(k)) {
                    continue;
                }
                if level > 0 {
                    open.push((level - 1, first + k));
                } else if let row = self.order.bodies[first + k].row
                    && !self.is_loose(row)
                {
                    found(row as usize);
                }
            }
        }
        let meets = |&row: &usize| bounds[row].meets(area) && passes(bounds[row]);
        self.loose.iter().map(|&row| row as usize).filter(meets).for_each(found);
    }

    /// Walks over the bodies that have not changed, by the distance of their boxes from a position.
    #[inline(always)]
    pub(in crate::world) fn walk(&self, at: Point) -> NearestWalk<'_> {
        let mut walk = NearestWalk {
            index: self,
            at,
            heads: Vec::with_capacity(2 * HEADS),
            open: Vec::with_capacity(HEADS),
        };
        walk.enter(self.levels.len() - 1, 0);
        walk
    }
}

/// The number of nodes whose heads are compared at a time.
const HEADS: usize = 16;

/// A walk that goes on with the nearest child of all open nodes.
pub(in crate::world) struct NearestWalk<'a> {
    index: &'a Index,
    at: Point,
    /// The key of the nearest child of each open node, up to a multiple of [`HEADS`].
    heads: Vec<scan::ScanKey>,
    open: Vec<OpenNode>,
}

/// A node whose children the walk may go to.
struct OpenNode {
    keys: [scan::ScanKey; FANOUT],
    level: usize,
    /// The number of the first child in its level.
    first: usize,
}

impl NearestWalk<'_> {
    /// Opens a node.
    #[inline(always)]
    fn enter(&mut self, level: usize, number: usize) {
        let (node, first) = (&self.index.levels[level][number], FANOUT * number);
        let keys = node.keys(self.at, self.index.counts[level] - first);
        let place = self.open.len();
        if place == self.heads.len() {
            self.heads.resize(place + HEADS, scan::DONE);
        }
        self.heads[place] = scan::least_from(&keys, 0);
        self.open.push(OpenNode { keys, level, first });
    }

    /// Goes on with the next child of an open node, and closes the node if there is none.
    #[inline(always)]
    fn advance(&mut self, place: usize, key: scan::ScanKey) {
        let (head, last) = (scan::least_from(&self.open[place].keys, key + 1), self.open.len() - 1);
        self.heads[place] = head;
        if head == scan::DONE {
            self.heads.swap(place, last);
            self.open.swap_remove(place);
        }
    }

    /// Returns the next body that may be within a limit, with its box; `None` if there are no more.
    #[inline(always)]
    pub(in crate::world) fn next(&mut self, limit: scan::ScanKey) -> Option<(Indexed, Bounds)> {
        loop {
            let key = scan::least_from(&self.heads, 0);
            if key > limit || key == scan::DONE {
                return None;
            }
            // Of children that are as near as each other, those of the node that was opened last come first. So the walk goes
            // down through many boxes in one place, and does not open all nodes.
            let place = self.heads.iter().rposition(|&head| scan::are_as_near(head, key))?;
            let (key, open) = (self.heads[place], &self.open[place]);
            let (level, number) = (open.level, open.first + scan::which(key));
            self.advance(place, key);
            if level > 0 {
                self.enter(level - 1, number);
                continue;
            }
            let body = self.index.order.bodies[number];
            if !self.index.is_loose(body.row) {
                return Some((body, self.index.levels[0][number / FANOUT].bounds(number % FANOUT)));
            }
        }
    }
}

/// A motion of a box or a point between two lattice points.
#[derive(Debug, Clone, Copy)]
pub(in crate::world) struct BoxPath {
    from: Point,
    to: Point,
    /// How far the moving box or point reaches from its position.
    reach: Bounds,
}

impl BoxPath {
    pub(in crate::world) fn of_point(from: Point, to: Point) -> BoxPath {
        BoxPath { from, to, reach: Bounds { min: Point::default(), max: Point::default() } }
    }

    /// Makes the line of a box that is at `from`. The box is grown by `grown`, for what does not move exactly
    /// straight.
    pub(in crate::world) fn of_box(from: Point, to: Point, bounds: Bounds, grown: i32) -> BoxPath {
        let b = bounds.grown(grown);
        let reach = Bounds {
            min: Point::new(b.min.x.saturating_sub(from.x), b.min.y.saturating_sub(from.y)),
            max: Point::new(b.max.x.saturating_sub(from.x), b.max.y.saturating_sub(from.y)),
        };
        BoxPath { from, to, reach }
    }

    /// Returns the box around the whole motion.
    pub(in crate::world) fn area(self) -> Bounds {
        let (a, b, Bounds { min, max }) = (self.from, self.to, self.reach);
        Bounds {
            min: Point::new(a.x.min(b.x).saturating_add(min.x), a.y.min(b.y).saturating_add(min.y)),
            max: Point::new(a.x.max(b.x).saturating_add(max.x), a.y.max(b.y).saturating_add(max.y)),
        }
    }

    /// Whether the motion touches a box, exactly: it tests the motion of a point against that box grown by the reach.
    pub(in crate::world) fn meets(self, b: Bounds) -> bool {
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

    /// The last node of a level has unused boxes, which lie beyond the world.
    #[test]
    fn an_area_without_end_meets_every_body_once() {
        let mut world = crate::World::new();
        world.spawn_many(305, |k| crate::Body::point().at([k as f64, 0.0])).expect("points");
        let index = Index::over(&world.rows);
        let [least, most] = [i32::MIN, i32::MAX].map(|x| Point::new(x, x));
        let mut found = Vec::new();
        index.visit(&world.rows.bounds, Bounds { min: least, max: most }, |_| true, |row| found.push(row));
        found.sort_unstable();
        assert!(found.into_iter().eq(0..305));
    }

    /// Returns what a tree finds in an area, in order.
    fn found(index: &Index, world: &crate::World, area: Bounds) -> Vec<usize> {
        let mut found = Vec::new();
        index.visit(&world.rows.bounds, area, |_| true, |row| found.push(row));
        found.sort_unstable();
        found
    }

    /// A tree in the order of an earlier one finds what a sorted one finds, also after bodies moved, came and went.
    #[test]
    fn a_tree_in_an_earlier_order_finds_the_same() {
        let mut world = crate::World::new();
        let at = |k: usize, step: usize| [(k * 37 % 211 + step * (k % 3)) as f64, (k * 53 % 197) as f64];
        let mut bodies = world.spawn_many(700, |k| crate::Body::circle(2.0).at(at(k, 0))).expect("circles");
        let mut before = Index::over(&world.rows).order;
        let (mut are_kept, mut are_sorted) = (0, 0);
        for step in 1..40 {
            for (k, &body) in bodies.iter().enumerate() {
                world.edit(body).position(at(k, step)).expect("a position");
            }
            for k in [3 * step, 5 * step + 1] {
                world.remove(bodies.swap_remove(k)).expect("a body");
            }
            bodies.push(world.spawn(crate::Body::circle(3.0).at(at(step, step))).expect("a circle"));
            world.rows.index.before = before;
            world.step().expect("a step");
            let index = Index::after(&world.rows.index.before, &world.rows);
            let sorted = Index::over(&world.rows);
            are_kept += usize::from(index.order.trees > 1);
            are_sorted += usize::from(index.order.trees == 1);
            for k in 0..50 {
                let min = Point::new(k * 4 * 256, k * 256);
                let area = Bounds { min, max: Point::new(min.x + 20 * 256, min.y + 60 * 256) };
                assert_eq!(
                    found(&index, &world, area),
                    found(&sorted, &world, area),
                    "step {step}, area {k}"
                );
            }
            before = index.order;
        }
        assert!(are_kept > 20 && are_sorted > 0, "kept {are_kept} times, sorted {are_sorted} times");
    }

    #[test]
    fn a_tree_of_nothing_finds_nothing() {
        let world = crate::World::new();
        let index = Index::over(&world.rows);
        let all = Bounds { min: Point::new(i32::MIN, i32::MIN), max: Point::new(i32::MAX, i32::MAX) };
        assert!(found(&index, &world, all).is_empty());
        assert!(index.walk(Point::default()).next(scan::DONE).is_none());
    }

    #[test]
    fn a_line_meets_the_boxes_it_crosses() {
        let b = Bounds { min: Point::new(0, 0), max: Point::new(10, 10) };
        let line =
            |a: (i32, i32), b: (i32, i32)| BoxPath::of_point(Point::new(a.0, a.1), Point::new(b.0, b.1));
        assert!(line((-5, 5), (15, 5)).meets(b));
        assert!(line((-5, 5), (5, 15)).meets(b), "through a corner");
        assert!(!line((-6, 5), (5, 16)).meets(b), "past a corner");
        assert!(line((3, 3), (3, 3)).meets(b));
        assert!(!line((11, 3), (20, 3)).meets(b));
        let moving = Bounds { min: Point::new(-9, -1), max: Point::new(-7, 1) };
        assert!(BoxPath::of_box(Point::new(-8, 0), Point::new(-1, -1), moving, 0).meets(b));
        assert!(!BoxPath::of_box(Point::new(-8, 0), Point::new(-2, -2), moving, 0).meets(b));
    }
}

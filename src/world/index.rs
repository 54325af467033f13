//! Where bodies are, for questions between steps: a tree over their boxes, built when first asked and kept while few
//! bodies move. Those that did since are looked at one by one.

use crate::lattice::{Bounds, Point};
use crate::query::Tree;

/// A tree over the boxes as they were, and the rows that have changed since.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// Rows along a curve that keeps near boxes near.
    order: Vec<u32>,
    tree: Option<Tree>,
    loose: Vec<u32>,
    is_loose: Vec<bool>,
}

impl Index {
    pub(super) fn over(bounds: &[Bounds]) -> Index {
        let mut order: Vec<u32> = (0..bounds.len() as u32).collect();
        order.sort_by_cached_key(|&row| morton(middle(bounds[row as usize])));
        let tree = Tree::over(order.iter().map(|&row| bounds[row as usize]));
        Index { order, tree, loose: Vec::new(), is_loose: vec![false; bounds.len()] }
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

    /// Hands on the rows whose boxes pass a test, in no order; a box that holds another must pass wherever that does.
    pub(super) fn visit(
        &self,
        bounds: &[Bounds],
        passes: impl Fn(Bounds) -> bool,
        mut found: impl FnMut(usize),
    ) {
        if let Some(tree) = &self.tree {
            tree.visit(&passes, &mut |k| {
                let row = self.order[k] as usize;
                if !self.is_loose[row] {
                    found(row);
                }
            });
        }
        self.loose.iter().map(|&row| row as usize).filter(|&row| passes(bounds[row])).for_each(found);
    }

    /// Hands on rows, those first whose boxes are least far by some measure, until told to stop: `found` is given a
    /// row, and a limit beyond which none are wanted any more. The measure of a box is at most that of one it holds.
    pub(super) fn nearest(
        &self,
        bounds: &[Bounds],
        measure: impl Fn(Bounds) -> f64,
        mut found: impl FnMut(usize) -> f64,
    ) {
        let mut limit = f64::INFINITY;
        for &row in &self.loose {
            if measure(bounds[row as usize]) <= limit {
                limit = found(row as usize);
            }
        }
        let Some(tree) = &self.tree else { return };
        let mut open =
            std::collections::BinaryHeap::from([Open(measure(tree.bounds(tree.root())), tree.root())]);
        while let Some(Open(far, node)) = open.pop() {
            if far > limit {
                return;
            }
            if node.level > 0 {
                open.extend(tree.halves(node).map(|half| Open(measure(tree.bounds(half)), half)));
            } else if let row = self.order[node.first()] as usize
                && !self.is_loose[row]
            {
                limit = found(row);
            }
        }
    }
}

/// A node of the tree and how far it is; the nearest is the greatest, as the heap wants it.
struct Open(f64, crate::query::Node);

impl PartialEq for Open {
    fn eq(&self, other: &Open) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Open) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Open) -> std::cmp::Ordering {
        other.0.total_cmp(&self.0).then(other.1.first().cmp(&self.1.first()))
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

//! A tree of boxes in a fixed order, joined two by two up to one. Distant boxes are skipped many at a time.

use crate::effort::spend;
use crate::lattice::Bounds;

/// A tree over at least one box. Level 0 contains the boxes; each box of a level above joins two boxes of the level
/// below.
#[derive(Debug, Clone)]
pub(crate) struct BoundsTree {
    /// The boxes of all levels, one level after the other.
    boxes: Vec<Bounds>,
    /// The index of each level's first box, and after the last level the number of all boxes.
    starts: [u32; MOST_LEVELS + 1],
    /// The number of levels.
    levels: usize,
}

/// Enough levels for 2^31 boxes.
const MOST_LEVELS: usize = 32;

/// A stretch of 2^level boxes, fewer at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) level: usize,
    index: usize,
}

impl Node {
    /// Returns the index of the first box of the node.
    pub(crate) fn first(self) -> usize {
        self.index << self.level
    }
}

/// Up to this number, boxes are tested one after the other.
const FEW: usize = 32;

impl BoundsTree {
    /// Builds the tree; `None` without boxes.
    pub(crate) fn over(all: impl Iterator<Item = Bounds>) -> Option<BoundsTree> {
        let mut boxes = Vec::with_capacity(2 * all.size_hint().0);
        boxes.extend(all);
        let (mut starts, mut levels, mut from) = ([0; MOST_LEVELS + 1], 1, 0);
        starts[1] = boxes.len() as u32;
        while boxes.len() - from > 1 {
            let to = boxes.len();
            for k in (from..to).step_by(2) {
                boxes.push(if k + 1 < to { boxes[k].union(boxes[k + 1]) } else { boxes[k] });
            }
            (from, levels) = (to, levels + 1);
            starts[levels] = boxes.len() as u32;
        }
        (!boxes.is_empty()).then_some(BoundsTree { boxes, starts, levels })
    }

    /// Returns the node of all boxes.
    pub(crate) fn root(&self) -> Node {
        Node { level: self.levels - 1, index: 0 }
    }

    /// Returns the box around a node.
    pub(crate) fn bounds(&self, node: Node) -> Bounds {
        self.boxes[self.starts[node.level] as usize + node.index]
    }

    /// Returns the two halves of a node above level 0, or its only child.
    pub(crate) fn halves(&self, node: Node) -> impl Iterator<Item = Node> + use<> {
        let level = node.level - 1;
        let count = (self.starts[level + 1] - self.starts[level]) as usize;
        let end = count.min(2 * node.index + 2);
        (2 * node.index..end).map(move |index| Node { level, index })
    }

    /// Whether a box that meets `near` passes a test. Boxes are tested in order, until one passes or the work is used
    /// up.
    pub(crate) fn any(&self, near: Bounds, mut test: impl FnMut(usize) -> bool) -> bool {
        let count = self.starts[1] as usize;
        if count <= FEW {
            if !self.bounds(self.root()).meets(near) {
                return false;
            }
            let mut boxes = self.boxes[..count].iter().enumerate().filter(|(_, bounds)| bounds.meets(near));
            // Work is spent also for boxes that do not meet.
            return !spend(1 + count as u64 / 8) || boxes.any(|(k, _)| !spend(1) || test(k));
        }
        self.any_in(self.root(), near, &mut test)
    }

    /// Calls `found` for every box that passes a test, in order. Where a box passes, every box that contains it must
    /// pass.
    pub(crate) fn visit(&self, passes: &impl Fn(Bounds) -> bool, found: &mut impl FnMut(usize)) {
        self.visit_in(self.root(), passes, found);
    }

    fn visit_in(&self, node: Node, passes: &impl Fn(Bounds) -> bool, found: &mut impl FnMut(usize)) {
        if !passes(self.bounds(node)) {
            return;
        }
        if node.level == 0 {
            return found(node.index);
        }
        self.halves(node).for_each(|half| self.visit_in(half, passes, found));
    }

    fn any_in(&self, node: Node, near: Bounds, test: &mut impl FnMut(usize) -> bool) -> bool {
        if !self.bounds(node).meets(near) {
            return false;
        }
        if node.level == 0 {
            return !spend(1) || test(node.index);
        }
        // After the limit of work is reached, no more boxes are tested.
        !spend(1) || self.halves(node).any(|half| self.any_in(half, near, test))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::{Effort, within};
    use crate::lattice::Point;

    #[test]
    fn all_that_meet_are_tried_in_order() {
        for n in (0..40).chain([64, 65, 100, 257]) {
            let at =
                |k: i32| Bounds { min: Point::new(k * 7 % 23, k), max: Point::new(k * 7 % 23 + 3, k + 2) };
            let Some(tree) = BoundsTree::over((0..n).map(at)) else {
                assert_eq!(n, 0);
                continue;
            };
            for near in (0..40).map(at) {
                let mut tried = Vec::new();
                let found = tree.any(near, |k| {
                    tried.push(k as i32);
                    k == 30
                });
                let meeting: Vec<_> = (0..n.min(31)).filter(|&k| at(k).meets(near)).collect();
                assert_eq!(found, meeting.last() == Some(&30));
                assert_eq!(tried[..meeting.len()], meeting);
            }
        }
    }

    /// A query spends work also where no box meets, so queries of a small tree reach the ceiling too.
    #[test]
    fn boxes_that_are_apart_are_counted() {
        let at = |x: i32| Bounds { min: Point::new(x, 0), max: Point::new(x + 1, 1) };
        for count in [2, 20, 40] {
            let tree = BoundsTree::over((0..count).map(|k| at(k * 100))).expect("some boxes");
            let asked = within(Effort { work: 1000, pairs: 1 }, || {
                (0..10_000).take_while(|_| !tree.any(at(50), |_| false)).count()
            });
            assert!(asked.is_err(), "{count} boxes");
        }
    }
}

//! When a moving body first meets another, where at least one of them has several parts (SPEC 5).
//!
//! # How the first meeting is found
//!
//! The answer is the least time of all pairs of parts, so no order among pairs matters, and most pairs need no answer of
//! their own. Each body has a tree of boxes over its parts. A pair of tree nodes has a bound: no parts of theirs meet
//! before their boxes do. The pair with the least bound is taken next. It is split into two pairs, or, where it is a pair of
//! parts, decided. The search ends when the least bound left is later than the best time found: all other pairs are
//! later too.
//!
//! Boxes with sides along the axes are loose around thin parts that lie askew. So each pair of parts is bounded a second time,
//! in the frame of the path: parts that pass beside each other never meet, and no two parts meet before the gap between
//! them along the path is closed.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::effort::spend;
use crate::lattice::{Bounds, Point};
use crate::query::exact::Step;
use crate::query::leg::passing;
use crate::query::sweep_convex_convex::sweep;
use crate::query::tree::{BoundsTree, Node};
use crate::shape::Convex;

/// Returns the least t at which one of the parts `a`, moving along `d`, meets one of the parts `b`.
pub(crate) fn first_meeting(a: &[Convex], d: Step, b: &[Convex]) -> Option<f64> {
    Meeting::of(a, d, b)?.first()
}

/// More than the rounding of a time, which is at most 1.
const LATER: f64 = 1e-9;
/// More than the rounding of a length in the frame of the path, in lattice units.
const ROOM: f64 = 0.5;

/// A search for the first meeting.
struct Meeting<'a> {
    parts: [&'a [Convex]; 2],
    trees: [BoundsTree; 2],
    /// The extents of the parts that were asked for.
    frames: [Vec<Option<InFrame>>; 2],
    origin: Point,
    unit: [f64; 2],
    d: Step,
    length: f64,
    next: BinaryHeap<NodePair>,
}

/// The extent of a part in the frame of the path: along it and across it.
#[derive(Debug, Clone, Copy)]
struct InFrame {
    along: [f64; 2],
    across: [f64; 2],
}

/// Two nodes, and a time before which none of their parts meet.
#[derive(Debug, Clone, Copy)]
struct NodePair {
    earliest: f64,
    nodes: [Node; 2],
}

impl<'a> Meeting<'a> {
    fn of(a: &'a [Convex], d: Step, b: &'a [Convex]) -> Option<Meeting<'a>> {
        if !spend(16 * (a.len() + b.len()) as u64) {
            return None;
        }
        let tree = |parts: &[Convex]| BoundsTree::over(parts.iter().map(Convex::bounds));
        let trees = [tree(a)?, tree(b)?];
        let origin = trees[1].bounds(trees[1].root()).min;
        let unit = if d == Step::new(0, 0) { [0.0, 0.0] } else { d.unit() };
        let frames = [a, b].map(|parts| vec![None; parts.len()]);
        let length = (d.squared() as f64).sqrt();
        Some(Meeting { parts: [a, b], trees, frames, origin, unit, d, length, next: BinaryHeap::new() })
    }

    fn first(mut self) -> Option<f64> {
        let mut first = f64::INFINITY;
        self.add([self.trees[0].root(), self.trees[1].root()], first);
        while let Some(NodePair { earliest, nodes }) = self.next.pop() {
            if earliest - LATER > first || first == 0.0 || !spend(8) {
                break;
            }
            let [a, b] = nodes;
            if a.level == 0 && b.level == 0 {
                first = self.time(nodes).map_or(first, |t| first.min(t));
                continue;
            }
            let larger = usize::from(b.level > a.level);
            for half in self.trees[larger].halves(nodes[larger]) {
                let mut nodes = nodes;
                nodes[larger] = half;
                self.add(nodes, first);
            }
        }
        Some(first).filter(|t| t.is_finite())
    }

    /// Adds two nodes unless none of their parts meet before the time `first`.
    fn add(&mut self, nodes: [Node; 2], first: f64) {
        let [a, b] = nodes;
        let (box_a, box_b): (Bounds, Bounds) = (self.trees[0].bounds(a), self.trees[1].bounds(b));
        let Some((mut earliest, _)) = passing(box_a, self.d, box_b.grown(1)) else { return };
        if a.level == 0 && b.level == 0 {
            let [ours, theirs] = [0, 1].map(|k| self.in_frame(k, nodes[k].first()));
            let Some(gap) = ours.gap(&theirs, self.length) else { return };
            if gap > 0.0 {
                earliest = earliest.max(gap / self.length);
            }
        }
        if earliest - LATER <= first {
            self.next.push(NodePair { earliest, nodes });
        }
    }

    fn in_frame(&mut self, body: usize, part: usize) -> InFrame {
        let (parts, origin, unit) = (self.parts[body], self.origin, self.unit);
        *self.frames[body][part].get_or_insert_with(|| InFrame::of(&parts[part], origin, unit))
    }

    /// Returns the time at which two parts meet.
    fn time(&self, nodes: [Node; 2]) -> Option<f64> {
        let [a, b] = [0, 1].map(|k| &self.parts[k][nodes[k].first()]);
        spend(16 * (a.vertices().len() + b.vertices().len()) as u64);
        sweep(a.into(), b.into(), self.d).map(|hit| hit.t)
    }
}

impl InFrame {
    fn of(part: &Convex, origin: Point, [x, y]: [f64; 2]) -> InFrame {
        let (mut along, mut across) =
            ([f64::INFINITY, f64::NEG_INFINITY], [f64::INFINITY, f64::NEG_INFINITY]);
        for &vertex in part.vertices() {
            let [p, q] = Step::between(origin, vertex).to_f64();
            let (u, v) = (p * x + q * y, q * x - p * y);
            along = [along[0].min(u), along[1].max(u)];
            across = [across[0].min(v), across[1].max(v)];
        }
        let by = f64::from(part.radius()) + ROOM;
        let grown = |[least, most]: [f64; 2]| [least - by, most + by];
        InFrame { along: grown(along), across: grown(across) }
    }

    /// Returns the length that this part must move to reach another, at least; `None` where it passes beside it, or
    /// does not come as far as `length` takes it.
    fn gap(&self, other: &InFrame, length: f64) -> Option<f64> {
        let is_beside = self.across[0] > other.across[1] || other.across[0] > self.across[1];
        let gap = other.along[0] - self.along[1];
        let is_behind = self.along[0] > other.along[1];
        (!is_beside && !is_behind && gap <= length).then_some(gap)
    }
}

impl Ord for NodePair {
    /// The pair to take next is the greatest: the earliest, and of equals the one nearer to single parts.
    fn cmp(&self, other: &NodePair) -> Ordering {
        let levels = |pair: &NodePair| pair.nodes[0].level + pair.nodes[1].level;
        let by_time = other.earliest.total_cmp(&self.earliest);
        by_time.then_with(|| levels(other).cmp(&levels(self)))
    }
}

impl PartialOrd for NodePair {
    fn partial_cmp(&self, other: &NodePair) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for NodePair {
    fn eq(&self, other: &NodePair) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for NodePair {}

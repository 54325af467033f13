//! A tree of boxes, sixteen to a node: for scenes with large, still or unevenly placed bodies.
//!
//! The boxes are in one order, by size and then along a curve that keeps neighbors together. Every sixteen boxes form a
//! node, and every sixteen nodes form a node above. Moving boxes only changes the sizes of the nodes, so the order is
//! kept until the nodes have grown too much. A body searches only the boxes after it: each pair is found once.

use crate::broad::found::{FoundPairs, KeepAll, Matching, PairFilter, Sink};
use crate::broad::measure::sides;
use crate::broad::order::PairOrder;
use crate::broad::{BoxList, Broad};
use crate::form::Layers;
use crate::lattice::Bounds;
use crate::simd::{BoxColumns, Kernel, Lanes, Simd, View, lowest};

/// A bounding-volume tree.
///
/// ```
/// use kasuri::broad::{BoxList, Broad, Tree};
/// use kasuri::Layers;
/// use kasuri::lattice::{Bounds, Point};
/// let box_at = |x: i32, size: i32| Bounds { min: Point::new(x, 0), max: Point::new(x + size, size) };
/// let bounds = [box_at(0, 1_000_000), box_at(500, 1), box_at(502, 1)];
/// let mut pairs = Vec::new();
/// Tree::default().pairs(BoxList::new(&bounds, &[Layers::default(); 3]), &mut pairs);
/// assert_eq!(pairs, [[0, 1], [0, 2]]);
/// ```
#[derive(Debug, Default)]
pub struct Tree {
    simd: Simd,
    /// The bodies in the order of the leaves.
    list: Vec<u32>,
    keys: Vec<(u64, u32)>,
    /// The boxes, then the nodes above them, up to one node.
    levels: Vec<BoxColumns>,
    /// For each node, all layers of its boxes, level by level as for the boxes. Empty where all bodies have the same
    /// layers.
    layers: Vec<Vec<Layers>>,
    /// The girth of the first nodes when the order was made; 0 after a sort.
    grown: u64,
    found: FoundPairs,
    order: PairOrder,
}

/// The number of boxes in a node.
const NODE: usize = 16;

impl Tree {
    /// Returns a tree that uses the given instruction set instead of the best available one.
    pub fn with(simd: Simd) -> Tree {
        Tree { simd, ..Tree::default() }
    }

    /// Returns the number of boxes and nodes tested in the last call, which determines its time.
    pub fn tested(&self) -> u64 {
        self.found.tested
    }

    /// Sorts the leaves: by size, then along the Morton curve.
    fn sort(&mut self, boxes: BoxList<'_>) {
        let middle = |b: &Bounds| [b.min.x.midpoint(b.max.x), b.min.y.midpoint(b.max.y)];
        let key = |b: &Bounds| {
            let [x, y] = middle(b).map(|x| spread(x.cast_unsigned() ^ 1 << 31));
            let size = 32 - sides(*b).into_iter().max().unwrap_or(0).leading_zeros();
            // Six bits for the size, in steps of a factor of 4; then the highest 58 bits of the curve.
            u64::from(size.div_ceil(2)) << 58 | (x | y << 1) >> 6
        };
        self.keys.clear();
        self.keys.extend(boxes.bounds().iter().map(key).zip(0..));
        self.keys.sort_unstable();
        self.list.clear();
        self.list.extend(self.keys.iter().map(|(_, id)| id));
        self.grown = 0;
    }

    /// Writes the boxes to their leaves and computes the nodes around them.
    fn refit(&mut self, boxes: BoxList<'_>) {
        let (n, mut level) = (self.list.len(), 0);
        let first = boxes.layers()[0];
        let is_one = boxes.layers().iter().all(|layers| *layers == first);
        let mut count = n;
        loop {
            if self.levels.len() == level {
                self.levels.push(BoxColumns::default());
                self.layers.push(Vec::new());
            }
            let (below, these) = self.levels.split_at_mut(level);
            these[0].resize(count);
            for k in 0..count {
                let (bounds, id) = match below.last() {
                    None => (boxes.bounds()[self.list[k] as usize], self.list[k]),
                    Some(below) => (around(below.view(), k * NODE), k as u32),
                };
                these[0].set(k, bounds, id);
            }
            let (below, these) = self.layers.split_at_mut(level);
            these[0].clear();
            if !is_one {
                match below.last() {
                    None => these[0].extend(self.list.iter().map(|&id| boxes.layers()[id as usize])),
                    Some(below) => these[0].extend(below.chunks(NODE).map(any_of)),
                }
            }
            level += 1;
            if count <= NODE {
                break;
            }
            count = count.div_ceil(NODE);
        }
        self.levels.truncate(level);
        self.layers.truncate(level);
    }

    /// Returns the sum of the sides of the nodes directly above the boxes: the number of accidental hits of a search
    /// grows with it.
    fn girth(&self) -> u64 {
        let Some(nodes) = self.levels.get(1) else { return 0 };
        let side = |k: usize| sides(nodes.view().get(k)).map(u64::from).iter().sum::<u64>();
        (0..nodes.len()).map(side).sum()
    }
}

impl Broad for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>) {
        pairs.clear();
        self.found.clear();
        if boxes.bounds().is_empty() {
            self.levels.clear();
            self.layers.clear();
            return;
        }
        if self.list.len() != boxes.bounds().len() {
            self.sort(boxes);
        }
        self.refit(boxes);
        // The nodes have grown by half since the order was made.
        if self.grown > 0 && self.girth() > self.grown + self.grown / 2 {
            self.sort(boxes);
            self.refit(boxes);
        }
        if self.grown == 0 {
            self.grown = self.girth();
        }
        let (levels, layers) = (&self.levels[..], &self.layers[..]);
        let first = boxes.layers()[0];
        if !layers[0].is_empty() {
            let matching = Matching(boxes.layers());
            self.simd.run(TreeSearch { levels, layers, filter: matching, found: &mut self.found });
        } else if first.pair_with(first) {
            self.simd.run(TreeSearch { levels, layers: &[], filter: KeepAll, found: &mut self.found });
        }
        self.order.sort(&self.found.pairs, boxes.bounds().len(), pairs);
    }

    fn cells(&self, show: &mut dyn FnMut(u32, Bounds)) {
        for (level, nodes) in (0..).zip(self.levels.iter().skip(1)) {
            (0..nodes.len()).for_each(|k| show(level, nodes.view().get(k)));
        }
    }
}

/// Returns the bits of a number with a 0 before each.
fn spread(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// Returns the box around a node's boxes, from index `first` on.
fn around(boxes: View<'_>, first: usize) -> Bounds {
    let end = boxes.len().min(first + NODE);
    (first + 1..end).fold(boxes.get(first), |all, k| all.union(boxes.get(k)))
}

/// Returns the union of the layers of some bodies. It pairs with everything that any of them pairs with, and perhaps
/// with more.
fn any_of(some: &[Layers]) -> Layers {
    some.iter().fold(Layers::new(0, 0), |any, one| Layers {
        layer: any.layer | one.layer,
        against: any.against | one.against,
        group: 0,
    })
}

struct TreeSearch<'a, F> {
    levels: &'a [BoxColumns],
    layers: &'a [Vec<Layers>],
    filter: F,
    found: &'a mut FoundPairs,
}

impl<F: PairFilter> Kernel for TreeSearch<'_, F> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let TreeSearch { levels, layers, filter, found } = self;
        let leaves = levels[0].view();
        let mut sink = found.sink();
        for k in 0..leaves.len() {
            let probe = lanes.probe(leaves.get(k));
            let own = layers.first().map_or(Layers::default(), |all| all[k]);
            let id = leaves.id_of(k);
            descend(lanes, probe, (k, id, own), (levels, layers), filter, &mut sink);
        }
        sink.finish();
    }
}

/// No tree has more levels: 16^8 is 2^32.
const MOST_LEVELS: usize = 9;

/// Finds the boxes after index `k` that a box meets.
#[inline(always)]
fn descend<L: Lanes>(
    lanes: L,
    probe: L::Probe,
    (k, id, own): (usize, u32, Layers),
    (levels, layers): (&[BoxColumns], &[Vec<Layers>]),
    filter: impl PairFilter,
    sink: &mut Sink<'_>,
) {
    let leaves = levels[0].view();
    let top = levels.len() - 1;
    // On each level: the nodes still to be entered, and the index of the first of their sixteen.
    let mut open = [(0_u32, 0_usize); MOST_LEVELS];
    let mut level = top;
    let mut first = 0;
    loop {
        if level == 0 {
            let end = leaves.len().min(first + NODE);
            sink.test_among(lanes, probe, id, leaves, first.max(k + 1)..end, filter);
        } else {
            let nodes = levels[level].view();
            // Nodes that end before this index contain no boxes after it.
            let passed = ((k + 1) >> (4 * level)).saturating_sub(first);
            let count = (nodes.len() - first).min(NODE);
            sink.count_tests(count);
            let hits = meets_node(lanes, probe, nodes, first) & lowest(count) & !lowest(passed);
            open[level] = (hits, first);
        }
        // Find the next open node, on the lowest level that has one.
        level = level.max(1);
        loop {
            if level > top {
                return;
            }
            let (hits, base) = &mut open[level];
            if *hits == 0 {
                level += 1;
                continue;
            }
            let node = *base + hits.trailing_zeros() as usize;
            *hits &= *hits - 1;
            if layers.get(level).is_none_or(|all| own.pair_with(all[node])) {
                first = node * NODE;
                level -= 1;
                break;
            }
        }
    }
}

/// Returns which of sixteen boxes a probe meets, as bits.
#[inline(always)]
fn meets_node<L: Lanes>(lanes: L, probe: L::Probe, nodes: View<'_>, first: usize) -> u32 {
    let mut hits = 0;
    let mut at = 0;
    while at < NODE {
        // SAFETY: a node begins below the length, and the padding covers all of it and more.
        #[allow(unsafe_code)]
        let some = unsafe { lanes.meets(probe, nodes, first + at) };
        hits |= some << at;
        at += L::BOXES;
    }
    hits
}

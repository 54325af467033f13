//! A tree over the boxes of a body's pieces.

use crate::query::push_out::Vector;
use crate::query::push_out::body::ReducedPiece;

/// A binary tree in one list: each node is followed by its first child. The leaves hold one piece each.
#[derive(Debug, Default)]
pub(super) struct BoxTree {
    pub(super) nodes: Vec<BoxNode>,
    /// The pieces in the order of the leaves.
    order: Vec<u32>,
}

/// The box around some pieces.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoxNode {
    pub(super) middle: Vector,
    /// Half the sides: a little too long, so that rounding does not matter and differences may grow a little.
    pub(super) half: Vector,
    /// The piece of a leaf; [`NO_PIECE`] for other nodes.
    pub(super) piece: u32,
    /// The index of the second child.
    pub(super) second: u32,
}

impl BoxNode {
    pub(super) fn size(&self) -> f64 {
        self.half[0] + self.half[1]
    }
}

/// Returns how deep a move is in the difference of two boxes; below 0 outside.
#[inline]
pub(super) fn depth_in(a: &BoxNode, b: &BoxNode, at: Vector) -> f64 {
    let depth = |axis: usize| {
        let reach = a.half[axis] + b.half[axis];
        reach - (at[axis] - (a.middle[axis] - b.middle[axis])).abs()
    };
    let (x, y) = (depth(0), depth(1));
    if x < y { x } else { y }
}

pub(super) const NO_PIECE: u32 = u32::MAX;
/// How much the boxes are grown, in lattice units.
const ROOM: f64 = 1e-3;

impl BoxTree {
    pub(super) fn over(pieces: &[ReducedPiece]) -> BoxTree {
        let mut tree = BoxTree::default();
        tree.rebuild(pieces);
        tree
    }

    /// Builds the tree: the pieces are halved at the median along the axis on which their middles spread most.
    pub(super) fn rebuild(&mut self, pieces: &[ReducedPiece]) {
        self.nodes.clear();
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..pieces.len() as u32);
        if !order.is_empty() {
            self.build(pieces, &mut order);
        }
        self.order = order;
    }

    fn build(&mut self, pieces: &[ReducedPiece], order: &mut [u32]) {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let (mut least, mut most) = (min, max);
        for piece in order.iter().map(|&k| &pieces[k as usize]) {
            for axis in [0, 1] {
                min[axis] = min[axis].min(piece.min[axis]);
                max[axis] = max[axis].max(piece.max[axis]);
                let middle = piece.min[axis] + piece.max[axis];
                least[axis] = least[axis].min(middle);
                most[axis] = most[axis].max(middle);
            }
        }
        let at = self.nodes.len();
        self.nodes.push(BoxNode {
            middle: [0, 1].map(|axis| (min[axis] + max[axis]) * 0.5),
            half: [0, 1].map(|axis| (max[axis] - min[axis]) * 0.5 + ROOM),
            piece: if let [piece] = *order { piece } else { NO_PIECE },
            second: 0,
        });
        if order.len() > 1 {
            let axis = usize::from(most[1] - least[1] > most[0] - least[0]);
            let middle = |k: u32| pieces[k as usize].min[axis] + pieces[k as usize].max[axis];
            let half = order.len() / 2;
            order.select_nth_unstable_by(half, |&p, &q| middle(p).total_cmp(&middle(q)).then(p.cmp(&q)));
            let (first, second) = order.split_at_mut(half);
            self.build(pieces, first);
            self.nodes[at].second = self.nodes.len() as u32;
            self.build(pieces, second);
        }
    }

    /// Lists the pieces whose boxes meet a box, in order.
    pub(super) fn near(&self, min: Vector, max: Vector, found: &mut Vec<u32>) {
        found.clear();
        let mut open = vec![0_u32];
        while let Some(k) = open.pop() {
            let Some(node) = self.nodes.get(k as usize) else { continue };
            let is_apart = |axis: usize| {
                let (middle, half) = (node.middle[axis], node.half[axis]);
                middle - half > max[axis] || middle + half < min[axis]
            };
            if is_apart(0) || is_apart(1) {
                continue;
            }
            if node.piece == NO_PIECE {
                open.extend([node.second, k + 1]);
            } else {
                found.push(node.piece);
            }
        }
        found.sort_unstable();
    }
}

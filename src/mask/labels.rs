//! Which piece of a mask each run of set texels belongs to.

use crate::mask::components::Neighbours;
use crate::mask::{Mask, row};

/// Texels from..to of row y, all set, with clear ones at both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) y: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The runs of a mask in (y, x) order, each with the number of its piece.
pub(super) struct Labels {
    pub(super) runs: Vec<Run>,
    /// Where each row's runs start, and after the last where they end.
    rows: Vec<usize>,
    /// The piece of each run; pieces are numbered from 0 in the order of their first texels.
    pub(super) piece: Vec<u32>,
    pub(super) pieces: usize,
}

impl Labels {
    pub(super) fn of(mask: &Mask, neighbours: Neighbours) -> Labels {
        let (mut runs, mut rows) = (Vec::new(), vec![0]);
        for y in 0..mask.height() {
            let spans = row::runs(mask.row(y as usize));
            runs.extend(spans.map(|span| Run { y, from: span.start as u32, to: span.end as u32 }));
            rows.push(runs.len());
        }
        let mut labels = Labels { runs, rows, piece: Vec::new(), pieces: 0 };
        let mut parent: Vec<u32> = (0..labels.runs.len() as u32).collect();
        for y in 1..mask.height() as usize {
            labels.join_row(y, neighbours, &mut parent);
        }
        labels.number(parent);
        labels
    }

    /// Joins every run of row y with those above that it neighbours; both lists are walked once.
    fn join_row(&self, y: usize, neighbours: Neighbours, parent: &mut [u32]) {
        let reach = u32::from(neighbours == Neighbours::Eight);
        let (mut above, mut here) = (self.rows[y - 1], self.rows[y]);
        while above < self.rows[y] && here < self.rows[y + 1] {
            let (a, b) = (self.runs[above], self.runs[here]);
            if a.from < b.to + reach && b.from < a.to + reach {
                join(parent, above as u32, here as u32);
            }
            // The one that ends first can meet nothing further.
            if a.to < b.to { above += 1 } else { here += 1 }
        }
    }

    /// Numbers the pieces: a root is the first run of its piece, so it comes before all others of it.
    fn number(&mut self, mut parent: Vec<u32>) {
        for k in 0..parent.len() {
            let root = root(&mut parent, k as u32);
            let number = if root as usize == k { self.pieces as u32 } else { self.piece[root as usize] };
            self.pieces += usize::from(root as usize == k);
            self.piece.push(number);
        }
    }

    /// The piece that texel (x, y) belongs to; `None` for a clear one and outside.
    pub(super) fn piece_at(&self, x: i64, y: i64) -> Option<usize> {
        let y = usize::try_from(y).ok()?;
        let range = *self.rows.get(y)?..*self.rows.get(y + 1)?;
        let row = &self.runs[range.clone()];
        let k = row.partition_point(|run| i64::from(run.to) <= x);
        let run = row.get(k)?;
        (i64::from(run.from) <= x).then(|| self.piece[range.start + k] as usize)
    }
}

/// The first run of a piece; the way there is halved for those who come later.
fn root(parent: &mut [u32], mut k: u32) -> u32 {
    while parent[k as usize] != k {
        let above = parent[parent[k as usize] as usize];
        parent[k as usize] = above;
        k = above;
    }
    k
}

fn join(parent: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b) as usize] = a.min(b);
}

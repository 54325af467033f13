//! Finds the piece of a mask that each run of set texels belongs to.

use crate::mask::components::Neighbours;
use crate::mask::{Mask, row};

/// The texels from..to of row y: all are set, and those just outside both ends are clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TexelRun {
    pub(super) y: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The runs of a mask in (y, x) order, each with the number of its piece.
pub(super) struct Labels {
    pub(super) runs: Vec<TexelRun>,
    /// The index where each row's runs start; after the last row, the index where they end.
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
            runs.extend(spans.map(|span| TexelRun { y, from: span.start as u32, to: span.end as u32 }));
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

    /// Joins every run of row y with its neighbours in the row above; both lists are walked once.
    fn join_row(&self, y: usize, neighbours: Neighbours, parent: &mut [u32]) {
        let reach = u32::from(neighbours == Neighbours::Eight);
        let (mut above, mut here) = (self.rows[y - 1], self.rows[y]);
        while above < self.rows[y] && here < self.rows[y + 1] {
            let (a, b) = (self.runs[above], self.runs[here]);
            if a.from < b.to + reach && b.from < a.to + reach {
                join(parent, above as u32, here as u32);
            }
            // The run that ends first cannot meet any further run.
            if a.to < b.to { above += 1 } else { here += 1 }
        }
    }

    /// Numbers the pieces. A root is the first run of its piece, so it comes before the others.
    fn number(&mut self, mut parent: Vec<u32>) {
        for k in 0..parent.len() {
            let root = root(&mut parent, k as u32);
            let number = if root as usize == k { self.pieces as u32 } else { self.piece[root as usize] };
            self.pieces += usize::from(root as usize == k);
            self.piece.push(number);
        }
    }

    /// Returns the piece that texel (x, y) belongs to; `None` for a clear texel and outside the mask.
    pub(super) fn piece_at(&self, x: i64, y: i64) -> Option<usize> {
        let y = usize::try_from(y).ok()?;
        let range = *self.rows.get(y)?..*self.rows.get(y + 1)?;
        let row = &self.runs[range.clone()];
        let k = row.partition_point(|run| i64::from(run.to) <= x);
        let run = row.get(k)?;
        (i64::from(run.from) <= x).then(|| self.piece[range.start + k] as usize)
    }
}

/// Returns the first run of a piece, and halves the path to it for later calls.
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

//! A handful of boxes, all against all, several at a time: what worlds in a batch share.

use crate::broad::found::{Found, Matching};
use crate::form::Layers;
use crate::lattice::Bounds;
use crate::simd::{Columns, Kernel, Lanes, Simd, View};

/// Up to so many boxes this is worth its while.
pub(crate) const MOST_FEW: usize = 256;
/// Where layers change more often along the boxes, they are asked pair by pair.
const MOST_RUNS: usize = 12;

/// Finds the pairs that every [`Broad`](crate::broad::Broad) finds, in the same order.
#[derive(Debug, Default)]
pub(crate) struct Few {
    simd: Simd,
    columns: Columns,
    found: Found,
    runs: Vec<Run>,
}

/// Boxes one after another that are on the same layers.
#[derive(Debug, Clone, Copy)]
struct Run {
    layers: Layers,
    start: u32,
    end: u32,
}

impl Few {
    /// Takes over the boxes; some of them, each once, grown by a margin.
    pub(crate) fn fill(&mut self, bounds: &[Bounds], margins: impl Iterator<Item = (usize, i32)>) {
        self.columns.fill(bounds);
        margins.for_each(|(k, margin)| self.columns.set(k, bounds[k].grown(margin), k as u32));
    }

    /// Replaces `pairs` with those of the boxes that were filled in.
    pub(crate) fn pairs(&mut self, layers: &[Layers], pairs: &mut Vec<[u32; 2]>) {
        let count = self.columns.len();
        assert!(layers.len() == count && count <= MOST_FEW, "every box has its layers, and they are few");
        self.find_runs(layers);
        // Found in order, so right where they shall stand.
        std::mem::swap(&mut self.found.pairs, pairs);
        self.found.clear();
        let Few { simd, columns, found, runs } = self;
        simd.run(Together { layers, columns: columns.view(), runs, found });
        std::mem::swap(&mut self.found.pairs, pairs);
    }

    fn find_runs(&mut self, layers: &[Layers]) {
        self.runs.clear();
        for run in layers.chunk_by(|a, b| a == b) {
            let start = self.runs.last().map_or(0, |run| run.end);
            self.runs.push(Run { layers: run[0], start, end: start + run.len() as u32 });
            if self.runs.len() > MOST_RUNS {
                return;
            }
        }
    }
}

struct Together<'a> {
    layers: &'a [Layers],
    columns: View<'a>,
    runs: &'a [Run],
    found: &'a mut Found,
}

impl Kernel for Together<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Together { layers, columns, runs, found } = self;
        let mut sink = found.sink();
        if runs.len() > MOST_RUNS {
            for a in 0..layers.len() {
                let (probe, rest) = (lanes.probe(columns.get(a)), a + 1..layers.len());
                sink.among(lanes, probe, a as u32, columns, rest, Matching(layers));
            }
            return sink.finish();
        }
        for run in runs {
            let may = partners(run.layers, runs);
            if may == [0; MOST_FEW / 64] {
                continue;
            }
            for a in run.start..run.end {
                let probe = lanes.probe(columns.get(a as usize));
                sink.among_few(lanes, probe, a, columns, &may);
            }
        }
        sink.finish();
    }
}

/// A bit for every box whose layers pair with these.
#[inline(always)]
fn partners(layers: Layers, runs: &[Run]) -> [u64; MOST_FEW / 64] {
    let mut bits = [0; MOST_FEW / 64];
    for run in runs.iter().filter(|run| run.layers.pair_with(layers)) {
        for (k, word) in (0..).zip(&mut bits) {
            let below = |end: u32| match end.saturating_sub(64 * k) {
                0..64 => (1 << end.saturating_sub(64 * k)) - 1,
                _ => u64::MAX,
            };
            *word |= below(run.end) & !below(run.start);
        }
    }
    bits
}

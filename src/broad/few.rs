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
    /// Takes over the boxes, each grown by its margin.
    #[inline]
    pub(crate) fn fill(&mut self, bounds: &[Bounds], margin: Option<impl Fn(usize) -> i32>) {
        self.columns.resize(bounds.len());
        for (k, &b) in bounds.iter().enumerate() {
            let b = margin.as_ref().map_or(b, |margin| b.grown(margin(k)));
            self.columns.set(k, b, k as u32);
        }
    }

    /// Replaces `pairs` with those of the boxes that were filled in.
    pub(crate) fn pairs(&mut self, layers: &[Layers], pairs: &mut Vec<[u32; 2]>) {
        assert_eq!(layers.len(), self.columns.len(), "every box has its layers");
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
        for (k, run) in runs.iter().enumerate() {
            let others = &runs[k..];
            let mut partners = 0_u32;
            for (j, other) in others.iter().enumerate() {
                partners |= u32::from(run.layers.pair_with(other.layers)) << j;
            }
            if partners == 0 {
                continue;
            }
            for a in run.start..run.end {
                let probe = lanes.probe(columns.get(a as usize));
                for (j, other) in others.iter().enumerate() {
                    let rest = other.start.max(a + 1) as usize..other.end as usize;
                    if partners >> j & 1 != 0 && !rest.is_empty() {
                        sink.among_few(lanes, probe, a, columns, rest);
                    }
                }
            }
        }
        sink.finish();
    }
}

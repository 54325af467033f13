//! Boxes of about one size against each other: sorted into rows as high as the highest, and along each row by cells.
//!
//! A box lies in the row and cell of its least corner. What it meets lies in its row or in one beside it, so every box
//! looks ahead in its own row, and as far back and ahead in the next one as the widest reaches: two short stretches,
//! tested several boxes at a time.

use crate::broad::Ids;
use crate::broad::found::{Filter, Found};
use crate::broad::grid::scale::Scale;
use crate::broad::measure::Measure;
use crate::lattice::Bounds;
use crate::simd::{Columns, Lanes};

/// Scratch, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// In which row each box lies.
    row: Vec<u32>,
    /// Where each row begins among the boxes, and one more.
    row_starts: Vec<u32>,
    /// The boxes row by row, in the order of spawn, with what they are called.
    by_row: Vec<(Bounds, u32)>,
    /// The boxes row by row and cell by cell.
    columns: Columns,
    /// Where each cell begins, `cells` of them a row, and an empty row at the end.
    starts: Vec<u32>,
    along: Scale,
    down: Scale,
}

impl Rows {
    /// Finds the pairs within a set. `inline(always)`: it is compiled with what calls it, for its instruction set.
    #[inline(always)]
    pub(super) fn pairs<L: Lanes>(
        &mut self,
        lanes: L,
        bounds: &[Bounds],
        (ids, measure): (impl Ids, Measure),
        filter: impl Filter,
        found: &mut Found,
    ) {
        self.sort_into_rows(bounds, ids, measure);
        self.sort_along_rows(measure);
        self.sweep(lanes, measure, filter, found);
    }

    #[inline(always)]
    fn sort_into_rows(&mut self, bounds: &[Bounds], ids: impl Ids, measure: Measure) {
        let n = ids.len();
        let [width, height] = measure.span();
        self.down = Scale::new(measure.highest, height, n);
        let rows = self.down.cells();
        self.along = Scale::new(1, width, n / rows);
        self.row.resize(n, 0);
        self.row_starts.clear();
        self.row_starts.resize(rows + 1, 0);
        for k in 0..n {
            let row =
                self.down.cell(bounds[ids.id(k) as usize].min.y.wrapping_sub(measure.min.y).cast_unsigned());
            self.row[k] = row;
            self.row_starts[row as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.row_starts {
            sum += *start;
            *start = sum;
        }
        self.by_row.resize(n, (bounds[ids.id(0) as usize], 0));
        // Each start runs to its row's end and is the next row's start then.
        for k in 0..n {
            let id = ids.id(k);
            let start = &mut self.row_starts[self.row[k] as usize];
            self.by_row[*start as usize] = (bounds[id as usize], id);
            *start += 1;
        }
    }

    #[inline(always)]
    fn sort_along_rows(&mut self, measure: Measure) {
        let (rows, cells) = (self.down.cells(), self.along.cells());
        self.columns.resize(self.by_row.len());
        self.starts.clear();
        self.starts.resize((rows + 1) * cells + 1, 0);
        let cell = |b: &Bounds| self.along.cell(b.min.x.wrapping_sub(measure.min.x).cast_unsigned()) as usize;
        let mut from = 0;
        for row in 0..rows {
            let to = self.row_starts[row] as usize;
            let boxes = &self.by_row[from..to];
            let starts = &mut self.starts[row * cells..][..=cells];
            for (b, _) in boxes {
                starts[cell(b) + 1] += 1;
            }
            let mut sum = from as u32;
            // From here to the end of the row, each start is where the cell before it begins.
            for start in &mut starts[1..] {
                let count = *start;
                *start = sum;
                sum += count;
            }
            for (b, id) in boxes {
                let at = &mut starts[cell(b) + 1];
                self.columns.set(*at as usize, *b, *id);
                *at += 1;
            }
            starts[0] = from as u32;
            from = to;
        }
        let end = self.by_row.len() as u32;
        self.starts[rows * cells..].fill(end);
    }

    #[inline(always)]
    fn sweep<L: Lanes>(&self, lanes: L, measure: Measure, filter: impl Filter, found: &mut Found) {
        let (rows, cells) = (self.down.cells(), self.along.cells());
        let (along, columns) = (self.along, self.columns.view());
        let from_left = |x: i32| x.wrapping_sub(measure.min.x).cast_unsigned();
        let mut sink = found.sink();
        let mut from = 0;
        for row in 0..rows {
            // The starts of this row's cells, then of the next one's, then of what comes behind.
            let starts = &self.starts[row * cells..][..=2 * cells];
            let to = starts[cells] as usize;
            for k in from..to {
                let (b, id) = (columns.get(k), columns.id_of(k));
                let probe = lanes.probe(b);
                let left = from_left(b.min.x).saturating_sub(measure.widest);
                let (first, last) = (along.cell(left), along.cell(from_left(b.max.x)));
                let (first, end) = (first as usize, last as usize + 1);
                sink.among(lanes, probe, id, columns, k + 1..starts[end] as usize, filter);
                let beside = starts[cells + first] as usize..starts[cells + end] as usize;
                sink.among(lanes, probe, id, columns, beside, filter);
            }
            from = to;
        }
        sink.finish();
    }
}

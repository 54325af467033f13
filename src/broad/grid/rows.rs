//! Boxes of about one size against each other: sorted into rows as high as the highest box, and along each row by cells.
//!
//! A box lies in the row and cell of its least corner. The boxes it meets lie in its row or in a neighboring row. So
//! every box searches ahead in its own row, and in the next row as far back and ahead as the widest box reaches: two
//! short stretches, tested several boxes at a time.
//!
//! Chunks of bodies are sorted into rows. Then pieces of consecutive rows are searched, each independently: a piece also
//! sorts the row after its last one, so it needs nothing of another piece and threads can share the work. One thread
//! takes one of each. Only two rows at a time are sorted by cells.

use std::ops::Range;

use crate::broad::Ids;
use crate::broad::found::{FoundPairs, PairFilter, Sink};
use crate::broad::grid::scale::{Scale, lattice_of};
use crate::broad::measure::Measure;
use crate::lattice::{Bounds, Point};
use crate::simd::{BoxColumns, Lanes};
use crate::threads::stretch;

/// The value of a box before it is set.
const NOWHERE: Bounds = Bounds { min: Point::new(0, 0), max: Point::new(0, 0) };

/// Maps the boxes of a set to their rows and cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellMap {
    measure: Measure,
    column_scale: Scale,
    row_scale: Scale,
}

impl CellMap {
    pub(super) fn new(measure: Measure) -> CellMap {
        let [width, height] = measure.span();
        let down = Scale::new(measure.highest, height, measure.count);
        CellMap { measure, column_scale: Scale::new(1, width, measure.count / down.cells()), row_scale: down }
    }

    /// Shows all cells.
    pub(super) fn cells(self, show: &mut impl FnMut(Bounds)) {
        lattice_of(self.measure.min, self.column_scale, self.row_scale, show);
    }

    #[inline(always)]
    fn row(self, b: Bounds) -> u32 {
        self.row_scale.cell(b.min.y.wrapping_sub(self.measure.min.y).cast_unsigned())
    }

    #[inline(always)]
    fn cell(self, b: Bounds) -> usize {
        self.column_scale.cell(self.distance(b.min.x)) as usize
    }

    #[inline(always)]
    fn distance(self, x: i32) -> u32 {
        x.wrapping_sub(self.measure.min.x).cast_unsigned()
    }
}

/// Consecutive bodies in the order of spawn, sorted into rows. Scratch memory, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct RowChunk {
    /// The end of each row in `boxes`.
    ends: Vec<u32>,
    /// The boxes row by row, in the order of spawn, with their ids.
    boxes: Vec<(Bounds, u32)>,
}

impl RowChunk {
    /// `inline(always)`: it is compiled with its caller, for the caller's instruction set; so is everything below.
    #[inline(always)]
    pub(super) fn sort(&mut self, places: CellMap, bounds: &[Bounds], ids: impl Ids) {
        let n = ids.len();
        self.ends.clear();
        self.ends.resize(places.row_scale.cells() + 1, 0);
        for k in 0..n {
            self.ends[places.row(bounds[ids.id(k) as usize]) as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.ends {
            sum += *start;
            *start = sum;
        }
        self.boxes.resize(n, (NOWHERE, 0));
        // Each start moves to its row's end.
        for k in 0..n {
            let id = ids.id(k);
            let of = bounds[id as usize];
            // Finding the row again takes no longer than reading it.
            let start = &mut self.ends[places.row(of) as usize];
            self.boxes[*start as usize] = (of, id);
            *start += 1;
        }
    }

    #[inline(always)]
    fn in_row(&self, row: usize) -> &[(Bounds, u32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.boxes[start as usize..self.ends[row] as usize]
    }

    /// Returns the number of boxes in the rows before `row`.
    fn before(&self, row: usize) -> usize {
        if row == 0 { 0 } else { self.ends[row - 1] as usize }
    }
}

/// Returns the rows of a piece: each piece has about as many boxes as any other.
pub(super) fn rows_of(chunks: &[RowChunk], places: CellMap, part: usize, parts: usize) -> Range<usize> {
    let rows = places.row_scale.cells();
    let first = |part: usize| {
        let before = |row: usize| chunks.iter().map(|chunk| chunk.before(row)).sum::<usize>();
        let (mut low, mut high) = (0, rows);
        while low < high {
            let middle = (low + high) / 2;
            if before(middle) < stretch(places.measure.count, part, parts).start {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    };
    first(part)..if part + 1 == parts { rows } else { first(part + 1) }
}

/// Two rows, each sorted by cells: the row that is swept and the row after it. Scratch memory, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct RowPair {
    row: CellRow,
    next: CellRow,
}

impl RowPair {
    /// Finds the pairs of the boxes in some rows with those in the same row and in the next one.
    #[inline(always)]
    pub(super) fn pairs<L: Lanes>(
        &mut self,
        lanes: L,
        (chunks, rows): (&[RowChunk], Range<usize>),
        places: CellMap,
        filter: impl PairFilter,
        found: &mut FoundPairs,
    ) {
        if rows.is_empty() {
            return;
        }
        let end = (rows.end + 1).min(places.row_scale.cells());
        let most =
            (rows.start..end).map(|row| chunks.iter().map(|chunk| chunk.in_row(row).len()).sum()).max();
        for row in [&mut self.row, &mut self.next] {
            row.make_room(most.unwrap_or(0), places);
        }
        let mut sink = found.sink();
        self.row.sort_along(chunks, rows.start, places);
        for row in rows.start + 1..=rows.end {
            self.next.sort_along(chunks, row, places);
            self.row.sweep(lanes, &self.next, places, filter, &mut sink);
            std::mem::swap(&mut self.row, &mut self.next);
        }
        sink.finish();
    }
}

/// The boxes of a row, cell by cell: so few that they stay in the cache.
#[derive(Debug, Default)]
struct CellRow {
    /// The boxes; it has room for more than there are.
    columns: BoxColumns,
    /// The start of each cell, plus one end.
    starts: Vec<u32>,
}

impl CellRow {
    fn make_room(&mut self, boxes: usize, places: CellMap) {
        self.columns.resize(boxes);
        self.starts.resize(places.column_scale.cells() + 1, 0);
    }

    /// Copies a row, sorted by cells; the row after the last one is empty.
    #[inline(always)]
    fn sort_along(&mut self, chunks: &[RowChunk], row: usize, places: CellMap) {
        let starts = &mut self.starts[..];
        starts.fill(0);
        if row == places.row_scale.cells() {
            return;
        }
        for chunk in chunks {
            for (b, _) in chunk.in_row(row) {
                starts[places.cell(*b) + 1] += 1;
            }
        }
        let mut sum = 0;
        // Until the boxes are set, each start is the start of the cell before.
        for start in &mut starts[1..] {
            let count = *start;
            *start = sum;
            sum += count;
        }
        for chunk in chunks {
            for (b, id) in chunk.in_row(row) {
                let at = &mut starts[places.cell(*b) + 1];
                self.columns.set(*at as usize, *b, *id);
                *at += 1;
            }
        }
    }

    /// Tests each box against those after it and those in the next row.
    #[inline(always)]
    fn sweep<L: Lanes>(
        &self,
        lanes: L,
        next: &CellRow,
        places: CellMap,
        filter: impl PairFilter,
        sink: &mut Sink<'_>,
    ) {
        let (along, widest) = (places.column_scale, places.measure.widest);
        let (columns, behind) = (self.columns.view(), next.columns.view());
        let (starts, starts_behind) = (&self.starts[..=along.cells()], &next.starts[..=along.cells()]);
        for k in 0..starts[along.cells()] as usize {
            let (b, id) = (columns.get(k), columns.id_of(k));
            let probe = lanes.probe(b);
            let left = places.distance(b.min.x).saturating_sub(widest);
            let (first, last) = (along.cell(left), along.cell(places.distance(b.max.x)));
            let (first, end) = (first as usize, last as usize + 1);
            sink.test_among(lanes, probe, id, columns, k + 1..starts[end] as usize, filter);
            let beside = starts_behind[first] as usize..starts_behind[end] as usize;
            sink.test_among(lanes, probe, id, behind, beside, filter);
        }
    }
}

//! Few boxes against many: each of the few is listed in every cell that may contain the least corner of a box it meets.
//!
//! Each of the many then searches one list. If they search in order, the pairs come in order. The few may be far larger
//! than the many. The length of a list depends on how densely the few lie, not on where the many are.

use std::ops::Range;

use crate::broad::Ids;
use crate::broad::found::{FoundPairs, PairFilter};
use crate::broad::grid::scale::{Scale, lattice_of};
use crate::broad::measure::Measure;
use crate::lattice::{Bounds, Point};
use crate::simd::{BoxColumns, Lanes};

/// The number of boxes in a list that costs no more than one, as several are tested at a time.
const SHORT: f64 = 3.0;
/// The number of boxes whose cells are computed at a time.
const CHUNK: usize = 64;

/// Scratch memory, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct CellLists {
    origin: Point,
    column_scale: Scale,
    row_scale: Scale,
    /// For each of the few, the columns and rows of cells in whose lists it is.
    reaches: Vec<[Range<usize>; 2]>,
    /// The start of the list of each cell, row by row, plus one end.
    starts: Vec<u32>,
    /// The lists.
    columns: BoxColumns,
}

/// The sizes and extents of the boxes that will search the lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asking {
    pub(super) count: usize,
    pub(super) min: Point,
    pub(super) last: Point,
    pub(super) widest: u32,
    pub(super) highest: u32,
}

impl From<Measure> for Asking {
    fn from(m: Measure) -> Asking {
        Asking { count: m.count, min: m.min, last: m.last, widest: m.widest, highest: m.highest }
    }
}

impl Asking {
    /// Combines two.
    pub(super) fn and(self, other: Asking) -> Asking {
        Asking {
            count: self.count + other.count,
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            last: Point::new(self.last.x.max(other.last.x), self.last.y.max(other.last.y)),
            widest: self.widest.max(other.widest),
            highest: self.highest.max(other.highest),
        }
    }
}

impl CellLists {
    /// Fills the lists with the few.
    #[inline(always)]
    pub(super) fn fill(&mut self, bounds: &[Bounds], (few, measure): (impl Ids, Measure), asking: Asking) {
        self.scale(measure, asking);
        let (columns, rows) = (self.column_scale.cells(), self.row_scale.cells());
        self.starts.clear();
        self.starts.resize(columns * rows + 2, 0);
        self.reaches.clear();
        for k in 0..few.len() {
            let [x, y] = self.cells(bounds[few.id(k) as usize], asking);
            for row in y.clone().map(|y| y * columns) {
                self.starts[row + x.start + 2..row + x.end + 2].iter_mut().for_each(|n| *n += 1);
            }
            self.reaches.push([x, y]);
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.columns.resize(sum as usize);
        // The start of a cell's list is first stored one index later. While the list is filled, it moves to the start of
        // the next cell, which belongs at this index.
        for (k, [x, y]) in self.reaches.iter().enumerate() {
            let id = few.id(k);
            let b = bounds[id as usize];
            for row in y.clone().map(|y| y * columns) {
                for at in &mut self.starts[row + x.start + 1..row + x.end + 1] {
                    self.columns.set(*at as usize, b, id);
                    *at += 1;
                }
            }
        }
    }

    /// Chooses the cell size so that a box of the few lies in a handful of cells; cells are narrower where many boxes
    /// search.
    fn scale(&mut self, few: Measure, asking: Asking) {
        let span = Measure { min: asking.min, last: asking.last, ..few }.span();
        let side = (few.sides / few.count as u64) as u32;
        let reach = [asking.widest, asking.highest].map(|ask| side.saturating_add(ask));
        // Wider cells have longer lists, but with narrower cells every box is in more of the lists.
        let area = |[w, h]: [u32; 2]| (f64::from(w) + 1.0) * (f64::from(h) + 1.0);
        let widest_list = 4.0 * few.count as f64 * area(reach) / area(span);
        let finer = match asking.count / (16 * few.count) {
            _ if widest_list <= SHORT => 1,
            ratio => ratio.clamp(4, 36).isqrt() as u32,
        };
        let [width, height] = reach.map(|reach| reach / finer);
        let most = (2 * (asking.count + few.count)).min(1 << 31);
        let per_side = most.isqrt().max(1);
        self.row_scale = Scale::new(height, span[1], per_side);
        self.column_scale = Scale::new(width, span[0], (most / self.row_scale.cells()).max(1));
        self.origin = asking.min;
    }

    /// Shows the cells for which some boxes would be listed.
    pub(super) fn cells_of(few: Measure, asking: Asking, show: &mut impl FnMut(Bounds)) {
        let mut lists = CellLists::default();
        lists.scale(few, asking);
        lattice_of(lists.origin, lists.column_scale, lists.row_scale, show);
    }

    /// Returns the columns and rows of cells that may contain the least corner of a box that meets `b`.
    #[inline(always)]
    fn cells(&self, b: Bounds, asking: Asking) -> [Range<usize>; 2] {
        let range = |least: i32, most: i32, reach: u32, (origin, last): (i32, i32), scale: Scale| {
            let from = (i64::from(least) - i64::from(reach)).max(origin.into());
            let to = i64::from(most).min(last.into());
            let cell = |x: i64| scale.cell((x - i64::from(origin)) as u32) as usize;
            if from > to { 0..0 } else { cell(from)..cell(to) + 1 }
        };
        [
            range(b.min.x, b.max.x, asking.widest, (asking.min.x, asking.last.x), self.column_scale),
            range(b.min.y, b.max.y, asking.highest, (asking.min.y, asking.last.y), self.row_scale),
        ]
    }

    /// Finds the pairs of the many with the few.
    #[inline(always)]
    pub(super) fn pairs<L: Lanes>(
        &self,
        lanes: L,
        bounds: &[Bounds],
        many: impl Ids,
        filter: impl PairFilter,
        found: &mut FoundPairs,
    ) {
        let (width, entries, starts) = (self.column_scale.cells(), self.columns.view(), &self.starts[..]);
        let (origin, along, down) = (self.origin, self.column_scale, self.row_scale);
        let mut sink = found.sink();
        let (mut cells, mut from) = ([0; CHUNK], 0);
        while from < many.len() {
            let some = many.stretch(from..many.len().min(from + CHUNK));
            // A separate loop, so that several lanes run at a time.
            for (cell, b) in cells.iter_mut().zip(some.boxes(bounds)) {
                let x = along.cell(b.min.x.wrapping_sub(origin.x).cast_unsigned());
                let y = down.cell(b.min.y.wrapping_sub(origin.y).cast_unsigned());
                *cell = y * width as u32 + x;
            }
            for (k, b) in some.boxes(bounds).enumerate() {
                let cell = cells[k] as usize;
                let list = starts[cell] as usize..starts[cell + 1] as usize;
                sink.test_among(lanes, lanes.probe(*b), some.id(k), entries, list, filter);
            }
            from += CHUNK;
        }
        sink.finish();
    }
}

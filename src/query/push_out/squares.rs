//! Covers squares (pixels of a sprite, solid cells of a tile map) by rectangles. The rectangles overlap: what matters is
//! that they are large, so that few of them have to be cut out.

use crate::effort::spend;
use crate::lattice::{PixelBox, UNITS};
use crate::mask::row;
use crate::query::piece::keeping;

/// The runs of set squares, row by row, from left to right.
pub(super) struct SquareRuns {
    runs: Vec<[i32; 2]>,
    /// The index of each row's first run, and after the last row the number of all.
    rows: Vec<u32>,
    width: i32,
}

/// A stretch of a row that becomes a rectangle.
struct Seed {
    run: [i32; 2],
    row: usize,
    /// How many rows above it, itself included, and how many rows below it have the whole stretch set.
    up: u32,
    down: u32,
}

impl SquareRuns {
    /// Reads rows of bits.
    pub(super) fn of(words: &[u64], stride: usize, width: i32) -> SquareRuns {
        let stride = stride.max(1);
        let mut squares = SquareRuns {
            runs: Vec::with_capacity(words.len() / stride),
            rows: Vec::with_capacity(words.len() / stride + 1),
            width,
        };
        squares.rows.push(0);
        for bits in words.chunks_exact(stride) {
            let runs = row::runs(bits).map(|run| [run.start as i32, width.min(run.end as i32)]);
            squares.runs.extend(runs);
            squares.rows.push(squares.runs.len() as u32);
        }
        squares
    }

    fn height(&self) -> usize {
        self.rows.len() - 1
    }

    fn row(&self, y: usize) -> &[[i32; 2]] {
        &self.runs[self.rows[y] as usize..self.rows[y + 1] as usize]
    }

    /// Fills holes (areas of clear squares that do not reach the outside, by sides or by corners) whose box is less wide
    /// or less high than `least` lattice units: nothing that large fits in.
    pub(super) fn fill_small_holes(&mut self, least: [i32; 2]) {
        if (0..self.height()).all(|y| self.row(y).len() < 2) {
            return;
        }
        let (mut gaps, area_of) = self.gaps();
        let mut is_small = |gap: u32| {
            let root = gaps.root(gap);
            let [x0, x1, y0, y1] = gaps.boxes[root as usize];
            root != OUTSIDE && ((x1 - x0) * UNITS < least[0] || (y1 - y0) * UNITS < least[1])
        };
        let mut kept = 0;
        for y in 0..self.height() {
            let (from, to) = (self.rows[y] as usize, self.rows[y + 1] as usize);
            self.rows[y] = kept as u32;
            let mut k = from;
            while k < to {
                let start = self.runs[k][0];
                while k + 1 < to && is_small(area_of[k]) {
                    k += 1;
                }
                self.runs[kept] = [start, self.runs[k][1]];
                kept += 1;
                k += 1;
            }
        }
        if let Some(end) = self.rows.last_mut() {
            *end = kept as u32;
        }
        self.runs.truncate(kept);
    }

    /// Joins the gaps between runs to areas. Returns them, and for each run the gap on its right.
    fn gaps(&self) -> (GapAreas, Vec<u32>) {
        let mut gaps = GapAreas { into: vec![OUTSIDE], boxes: vec![[0; 4]] };
        let mut of_run = vec![OUTSIDE; self.runs.len()];
        let no_runs: &[[i32; 2]] = &[];
        for y in 0..self.height() {
            let (row, first) = (self.row(y), self.rows[y] as usize);
            let (above, first_above) =
                if y > 0 { (self.row(y - 1), self.rows[y - 1] as usize) } else { (no_runs, 0) };
            let is_beside = |[x0, x1]: [i32; 2], row: &[[i32; 2]]| match row {
                [] => true,
                [first, ..] => x0 <= first[0] || x1 >= row[row.len() - 1][1],
            };
            let mut from = 0;
            for (k, two) in row.windows(2).enumerate() {
                let [x0, x1] = [two[0][1], two[1][0]];
                let gap = gaps.add([x0, x1, y as i32, y as i32 + 1]);
                of_run[first + k] = gap;
                if y == 0 || y + 1 == self.height() || is_beside([x0, x1], above) {
                    gaps.join(OUTSIDE, gap);
                }
                while from + 1 < above.len() && above[from + 1][0] < x0 {
                    from += 1;
                }
                let mut n = from;
                while n + 1 < above.len() && above[n][1] <= x1 {
                    gaps.join(of_run[first_above + n], gap);
                    n += 1;
                }
            }
            // What is above, beyond this row's ends, is reached from outside.
            for (n, two) in above.windows(2).enumerate() {
                if row.is_empty() || two[0][1] <= row[0][0] || two[1][0] >= row[row.len() - 1][1] {
                    gaps.join(OUTSIDE, of_run[first_above + n]);
                }
            }
        }
        (gaps, of_run)
    }

    /// Tells rectangles that together cover the runs: each run, as far up and down as all of it stays set. For a body
    /// without interior (`seams`) it does the same with what two runs above each other share, so that every inner point
    /// of the squares is an inner point of a rectangle. `None` where the work is used up.
    pub(super) fn rectangles(&self, seams: bool, mut tell: impl FnMut(PixelBox)) -> Option<()> {
        let mut seeds = self.seeds(seams);
        let rows = self.height() as u64 * (1 + self.width as u64 / 16);
        if !spend(rows + seeds.len() as u64 * keeping(seeds.len())) {
            return None;
        }
        // How far each column is set, upwards and then downwards from a row.
        let mut reach = vec![0; self.width as usize];
        let mut next = 0;
        for y in 0..self.height() {
            self.go_on(y, &mut reach);
            while let Some(seed) = seeds.get_mut(next).filter(|seed| seed.row == y) {
                seed.up = least(&reach, seed.run);
                next += 1;
            }
        }
        reach.fill(0);
        for y in (0..self.height()).rev() {
            self.go_on(y, &mut reach);
            while let Some(seed) = next.checked_sub(1).map(|k| &mut seeds[k]).filter(|seed| seed.row == y) {
                seed.down = least(&reach, seed.run);
                next -= 1;
            }
        }
        for Seed { run: [x0, x1], row, up, down } in seeds {
            tell(PixelBox { x0, x1, y0: row as i32 + 1 - up as i32, y1: row as i32 + down as i32 });
        }
        Some(())
    }

    fn seeds(&self, seams: bool) -> Vec<Seed> {
        let mut seeds = Vec::with_capacity(self.runs.len());
        let no_runs: &[[i32; 2]] = &[];
        for y in 0..self.height() {
            let above = if y > 0 { self.row(y - 1) } else { no_runs };
            let mut add = |run| seeds.push(Seed { run, row: y, up: 0, down: 0 });
            let mut k = 0;
            for &run in self.row(y) {
                while k < above.len() && above[k][0] < run[0] {
                    k += 1;
                }
                // The same run in the row above gives the same rectangle.
                if above.get(k) != Some(&run) {
                    add(run);
                }
                for &other in above.iter().filter(|_| seams) {
                    let both = [run[0].max(other[0]), run[1].min(other[1])];
                    if both[0] < both[1] && both != run && both != other {
                        add(both);
                    }
                }
            }
        }
        seeds
    }

    /// Counts for each column how many rows are set without a gap, up to this one.
    fn go_on(&self, y: usize, reach: &mut [u32]) {
        let mut x = 0;
        for &[x0, x1] in self.row(y) {
            reach[x..x0 as usize].fill(0);
            reach[x0 as usize..x1 as usize].iter_mut().for_each(|rows| *rows += 1);
            x = x1 as usize;
        }
        reach[x..].fill(0);
    }
}

fn least(reach: &[u32], [x0, x1]: [i32; 2]) -> u32 {
    reach[x0 as usize..x1 as usize].iter().fold(u32::MAX, |least, &rows| least.min(rows))
}

/// Gaps between runs, joined to areas.
struct GapAreas {
    /// The gap that each gap was joined to; itself for the root of an area.
    into: Vec<u32>,
    /// For each root the box of the area: x0, x1, y0, y1.
    boxes: Vec<[i32; 4]>,
}

/// The area around everything.
const OUTSIDE: u32 = 0;

impl GapAreas {
    fn add(&mut self, around: [i32; 4]) -> u32 {
        let gap = self.into.len() as u32;
        self.into.push(gap);
        self.boxes.push(around);
        gap
    }

    fn root(&mut self, mut gap: u32) -> u32 {
        while self.into[gap as usize] != gap {
            let up = self.into[self.into[gap as usize] as usize];
            self.into[gap as usize] = up;
            gap = up;
        }
        gap
    }

    fn join(&mut self, p: u32, q: u32) {
        let (p, q) = (self.root(p), self.root(q));
        let (to, from) = (p.min(q) as usize, p.max(q) as usize);
        if to == from {
            return;
        }
        self.into[from] = to as u32;
        let [x0, x1, y0, y1] = self.boxes[from];
        let around = &mut self.boxes[to];
        *around = [around[0].min(x0), around[1].max(x1), around[2].min(y0), around[3].max(y1)];
    }
}

//! Rows of bits widened by a margin: whether two sprites come within it of each other is then whether rows meet.
//!
//! Squares at an offset of (dx, dy) pixels are 256 * max(|dx| - 1, 0) apart along x, and likewise along y. So a bit spreads
//! to the sides by a width that depends on dy alone. Rows are smeared by these widths, each level from the one before,
//! and a row of the answer is the union of one smeared row for each dy.

use crate::mask::BitRows;
use crate::simd::Lanes;

/// Rows that are made at a time, in one register or in several.
const BLOCK: usize = 16;
/// Words of a line of memory: what is written and read again begins with one.
const LINE: usize = 8;

/// How far bits spread within a margin.
#[derive(Debug, Clone)]
pub(crate) struct Spread {
    /// The width of each level of smeared rows, from 0 on, rising.
    widths: Vec<u32>,
    /// The level that a row is of which lies as many rows away as the place in the list.
    levels: Vec<usize>,
}

impl Spread {
    /// Of a margin in lattice units, 0 or more.
    pub(crate) fn new(margin: i32) -> Spread {
        let margin = i64::from(margin.max(0));
        let reach = margin / 256 + 1;
        let (mut widths, mut levels) = (vec![0], Vec::new());
        for dy in (0..=reach).rev() {
            let gap = 256 * (dy - 1).max(0);
            // At most 2^23 pixels.
            let width = ((margin * margin - gap * gap).isqrt() / 256 + 1) as u32;
            let mut last = widths[widths.len() - 1];
            while last < width {
                // Runs are at least twice the last width long, and one more: no step leaves a gap.
                last = width.min(3 * last + 1).min(last + 63);
                widths.push(last);
            }
            levels.push(widths.len() - 1);
        }
        levels.reverse();
        Spread { widths, levels }
    }

    /// Pixels that widened rows reach further on every side.
    #[inline(always)]
    pub(crate) fn reach(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Words that the widened rows of a size take.
    #[inline(always)]
    pub(crate) fn room(&self, [width, height]: [u32; 2]) -> usize {
        let [width, height] = [width + 2 * self.reach(), height + 2 * self.reach()];
        width.div_ceil(64) as usize * (height as usize).next_multiple_of(BLOCK)
    }
}

/// Widens rows into `out`, which is `spread.room` words long. The answer's first bit is `spread.reach()` pixels to the left
/// of the first one, and as many above. What is in `scratch` does not matter.
#[inline(always)]
pub(crate) fn widen<'a, L: Lanes>(
    lanes: L,
    rows: BitRows<'_>,
    spread: &Spread,
    scratch: &mut Vec<u64>,
    out: &'a mut [u64],
) -> BitRows<'a> {
    let reach = spread.reach();
    let size = [rows.width + 2 * reach, rows.height + 2 * reach];
    let smears = Smears::of(lanes, rows, spread, scratch);
    let tall = (size[1] as usize).next_multiple_of(BLOCK);
    let out = &mut out[..smears.columns * tall];
    for column in 0..smears.columns {
        for (k, block) in out[column * tall..][..tall].chunks_exact_mut(BLOCK).enumerate() {
            smears.unite(lanes, &spread.levels, column, k * BLOCK, block);
        }
    }
    BitRows::in_columns(out, tall, size)
}

/// Rows smeared by each width, level by level: columns as wide as the answer's, with rows of zeros above and below.
struct Smears<'a> {
    words: &'a mut [u64],
    columns: usize,
    /// Rows to smear, in whole blocks.
    rows: usize,
    /// Rows of zeros above them.
    above: usize,
    /// Words of a column.
    tall: usize,
}

impl<'a> Smears<'a> {
    #[inline(always)]
    fn of<L: Lanes>(lanes: L, rows: BitRows<'_>, spread: &Spread, scratch: &'a mut Vec<u64>) -> Smears<'a> {
        let reach = spread.reach() as usize;
        let columns = (rows.width as usize + 2 * reach).div_ceil(64);
        let height = (rows.height as usize).next_multiple_of(BLOCK);
        // A row of the answer is made of rows up to twice the reach away from its place.
        let above = (2 * reach).next_multiple_of(LINE);
        let tall = above + height + above + BLOCK;
        let count = spread.widths.len() * columns * tall;
        if scratch.len() < count + LINE {
            scratch.resize(count + LINE, 0);
        }
        let skip = scratch.as_ptr().align_offset(64).min(LINE);
        let mut smears = Smears { words: &mut scratch[skip..][..count], columns, rows: height, above, tall };
        for column in smears.words.chunks_exact_mut(tall) {
            clear(lanes, &mut column[..above]);
            clear(lanes, &mut column[above + height..]);
        }
        smears.copy(lanes, rows, reach as i64);
        for level in 1..spread.widths.len() {
            smears.smear(lanes, level, spread.widths[level] - spread.widths[level - 1]);
        }
        smears
    }

    /// Copies the rows to the first level, moved to the right.
    #[inline(always)]
    fn copy<L: Lanes>(&mut self, lanes: L, rows: BitRows<'_>, by: i64) {
        for column in 0..self.columns {
            let x = 64 * column as i64 - by;
            let out = &mut self.words[column * self.tall + self.above..][..self.rows];
            if rows.has_columns() & (rows.width > 0) {
                let (low, is_low) = rows.nearest_column(x >> 6);
                let (high, is_high) = rows.nearest_column((x >> 6) + 1);
                let (is_low, is_high) = (lanes.splat(is_low), lanes.splat(is_high));
                let mut row = 0;
                while row < out.len() {
                    let low = lanes.and(lanes.words_from(low, row), is_low);
                    let high = lanes.and(lanes.words_from(high, row), is_high);
                    lanes.put(lanes.funnel(low, high, (x & 63) as u32), out, row);
                    row += L::WORDS;
                }
            } else {
                for (row, out) in (0..).zip(out) {
                    *out = rows.bits(x, row);
                }
            }
        }
    }

    /// Makes a level of the one before: every row or-ed with itself moved to both sides.
    #[inline(always)]
    fn smear<L: Lanes>(&mut self, lanes: L, level: usize, by: u32) {
        let (done, new) = self.words.split_at_mut(level * self.columns * self.tall);
        let from = &done[(level - 1) * self.columns * self.tall..];
        for column in 0..self.columns {
            let start = column * self.tall + self.above;
            let own = &from[start..][..self.rows];
            let left = if column > 0 { &from[start - self.tall..][..self.rows] } else { own };
            let right = if column + 1 < self.columns { &from[start + self.tall..][..self.rows] } else { own };
            let to = &mut new[start..][..self.rows];
            // (Masks, as no column is beside the first and the last.)
            let is_first = lanes.splat(if column > 0 { u64::MAX } else { 0 });
            let is_last = lanes.splat(if column + 1 < self.columns { u64::MAX } else { 0 });
            let mut row = 0;
            while row < to.len() {
                let words = lanes.get(own, row);
                let left = lanes.and(lanes.get(left, row), is_first);
                let right = lanes.and(lanes.get(right, row), is_last);
                let moved = lanes.or(lanes.funnel(left, words, 64 - by), lanes.funnel(words, right, by));
                lanes.put(lanes.or(words, moved), to, row);
                row += L::WORDS;
            }
        }
    }

    /// A block of rows of a column of the answer.
    #[inline(always)]
    fn unite<L: Lanes>(&self, lanes: L, levels: &[usize], column: usize, row: usize, out: &mut [u64]) {
        let mut united = [lanes.none(); BLOCK];
        let reach = levels.len() - 1;
        for (dy, level) in levels.iter().enumerate() {
            // The row `reach` further down than the answer's is the one in its place.
            let at = (level * self.columns + column) * self.tall + self.above + row - reach;
            let (above, below) = (&self.words[at - dy..][..BLOCK], &self.words[at + dy..][..BLOCK]);
            for (k, united) in united.iter_mut().enumerate().take(BLOCK / L::WORDS) {
                let both = lanes.or(lanes.get(above, k * L::WORDS), lanes.get(below, k * L::WORDS));
                *united = lanes.or(*united, both);
            }
        }
        for (k, united) in united.into_iter().enumerate().take(BLOCK / L::WORDS) {
            lanes.put(united, out, k * L::WORDS);
        }
    }
}

/// Clears whole lines.
#[inline(always)]
fn clear<L: Lanes>(lanes: L, words: &mut [u64]) {
    for line in words.chunks_exact_mut(LINE) {
        for k in 0..LINE / L::WORDS {
            lanes.put(lanes.none(), line, k * L::WORDS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::mask::Mask;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(BitRows<'a>, &'a Spread, &'a mut Vec<u64>, &'a mut [u64]);

    impl<'a> Kernel for Run<'a> {
        type Out = BitRows<'a>;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> BitRows<'a> {
            widen(lanes, self.0, self.1, self.2, self.3)
        }
    }

    /// As the rule says it.
    fn widened(mask: &Mask, margin: i32, x: i64, y: i64) -> bool {
        let gap = |d: i64| 256 * (d.abs() - 1).max(0);
        let near = |i: i64, j: i64| gap(i - x).pow(2) + gap(j - y).pow(2) <= i64::from(margin).pow(2);
        let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
        (0..h).any(|j| (0..w).any(|i| mask.get(i, j) && near(i, j)))
    }

    #[test]
    fn bits_spread_as_far_as_squares_are_near() {
        let mut random = Random::new(5);
        let mut scratch = vec![u64::MAX; 100];
        let mut set = 0;
        for round in 0..60 {
            let every = [1, 3, 200][round % 3];
            let (w, h) = (random.pick(&[1, 8, 30, 63, 64, 65, 91]), random.pick(&[1, 7, 8, 9, 12, 25]));
            let mask = Mask::from_fn(w, h, |_, _| random.below(every) == 0).unwrap();
            let margin = [0, 1, 255, 256, 257, 300, 512, 1000, 2048, 3333][round % 10] + random.below(2);
            let spread = Spread::new(margin);
            let reach = i64::from(spread.reach());
            let words: Vec<u64> = (0..mask.stride())
                .flat_map(|k| mask.words().iter().skip(k).step_by(mask.stride()).copied().chain([u64::MAX]))
                .collect();
            let size = [mask.width(), mask.height()];
            let in_columns = BitRows::in_columns(&words, h + 1, size);
            for (simd, rows) in
                Simd::available().flat_map(|simd| [(simd, in_columns), (simd, (&mask).into())])
            {
                let mut out = vec![u64::MAX; spread.room(size)];
                let wide = simd.run(Run(rows, &spread, &mut scratch, &mut out));
                assert_eq!([wide.width, wide.height], size.map(|side| side + 2 * spread.reach()));
                for y in -2..i64::from(wide.height) + 2 {
                    for x in -2..i64::from(wide.width) + 66 {
                        let found = wide.bits(x, y) & 1 == 1;
                        assert_eq!(found, widened(&mask, margin, x - reach, y - reach), "{margin} {x} {y}");
                        set += u32::from(found);
                    }
                }
            }
        }
        assert!(set > 100_000, "{set}");
    }

    #[test]
    fn a_large_margin_is_smeared_by_steps() {
        let mask = Mask::from_fn(1, 1, |_, _| true).unwrap();
        let spread = Spread::new(200 * 256);
        let (mut out, mut scratch) = (vec![0; spread.room([1, 1])], Vec::new());
        let wide = Simd::best().run(Run((&mask).into(), &spread, &mut scratch, &mut out));
        for y in [0, 1, 60, 200, 201, 202, 350, 402] {
            for x in 0..403 {
                assert_eq!(wide.bits(x, y) & 1 == 1, widened(&mask, 200 * 256, x - 201, y - 201), "{x} {y}");
            }
        }
    }
}

//! Rows of bits widened by a margin: two sprites come within the margin of each other if the rows of one, widened,
//! overlap those of the other.
//!
//! Squares at an offset of (dx, dy) pixels are 256 * max(|dx| - 1, 0) lattice units apart along x, and likewise along
//! y. So a bit spreads to both sides by a width that depends only on dy. Rows are smeared by these widths, each level
//! from the previous one, and a row of the result is the union of one smeared row for each dy.

use crate::counts;
use crate::simd::Lanes;

use super::strips::{self, PAD, Strips, WIDE, clear};

/// The rows that are made at a time, in two registers.
const BLOCK: usize = strips::ROWS;
/// The rows of a register.
const EIGHT: usize = 8;
/// The words of a cache line: data that is written and read again begins at one.
const LINE: usize = 16;

/// How far bits spread within a margin.
#[derive(Debug, Clone)]
pub(crate) struct Spread {
    /// The width of each level of smeared rows, from 0 up.
    widths: Vec<u32>,
    /// The level of the row at each distance: the entry at index dy is for a row dy rows away.
    levels: Vec<usize>,
}

impl Spread {
    /// Makes the spread of a margin in lattice units, 0 or more.
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
                // Runs of bits are at least twice the last width plus one long: no step leaves a gap.
                last = width.min(3 * last + 1).min(last + WIDE.unsigned_abs() - 1);
                widths.push(last);
            }
            levels.push(widths.len() - 1);
        }
        levels.reverse();
        Spread { widths, levels }
    }

    /// Returns how many pixels widened rows reach further on every side.
    #[inline(always)]
    pub(crate) fn reach(&self) -> i32 {
        self.levels.len() as i32 - 1
    }

    /// Returns the size of the result of widening.
    #[inline(always)]
    pub(crate) fn size(&self, [width, height]: [i32; 2]) -> [i32; 2] {
        [width + 2 * self.reach(), height + 2 * self.reach()]
    }
}

/// The spreads of margins.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spreads(Vec<(i32, Spread)>);

impl Spreads {
    /// More are forgotten when none is in use.
    const MOST: usize = 16;

    /// Returns the number of a margin's spread.
    #[inline(always)]
    pub(crate) fn number(&mut self, margin: i32) -> usize {
        match self.0.iter().position(|&(of, _)| of == margin) {
            Some(number) => number,
            None => self.add(margin),
        }
    }

    #[cold]
    fn add(&mut self, margin: i32) -> usize {
        self.0.push((margin, Spread::new(margin)));
        self.0.len() - 1
    }

    #[inline(always)]
    pub(crate) fn get(&self, number: usize) -> &Spread {
        &self.0[number].1
    }

    /// Forgets all if they are many.
    pub(crate) fn forget_many(&mut self) {
        if self.0.len() > Spreads::MOST {
            self.0.clear();
        }
    }
}

/// Widens the pixels of a sprite into `out`, padded strips of `spread.size` (see `strips::padded_room`). The first
/// bit of `out` is `spread.reach()` pixels to the left of the sprite's first bit, and as many above it. The old
/// contents of `scratch` do not matter.
#[inline(always)]
pub(crate) fn widen<L: Lanes>(
    lanes: L,
    of: &Strips<'_>,
    spread: &Spread,
    scratch: &mut Vec<u32>,
    out: &mut [u32],
) {
    let size = spread.size([of.width, of.height]);
    let smears = Smears::of(lanes, of, spread, scratch);
    let tall = strips::tall(size[1]);
    let out = &mut out[..(smears.columns + 2) * tall];
    counts::words(out.len());
    let last = out.len() - tall;
    clear(lanes, &mut out[..tall]);
    clear(lanes, &mut out[last..]);
    for column in 0..smears.columns {
        let strip = &mut out[(column + 1) * tall..][..tall];
        clear(lanes, &mut strip[..PAD]);
        clear(lanes, &mut strip[tall - PAD..]);
        let mut row = 0;
        while row < tall - 2 * PAD {
            smears.unite(lanes, &spread.levels, column, row, &mut strip[PAD + row..][..BLOCK]);
            row += BLOCK;
        }
    }
}

/// Rows smeared by each width, level by level: as many strips as the result has, with rows of zeros above and below.
struct Smears<'a> {
    words: &'a mut [u32],
    columns: usize,
    /// The rows to smear, in whole blocks.
    rows: usize,
    /// The rows of zeros above them.
    above: usize,
    /// The words of a strip.
    tall: usize,
}

impl<'a> Smears<'a> {
    #[inline(always)]
    fn of<L: Lanes>(lanes: L, of: &Strips<'_>, spread: &Spread, scratch: &'a mut Vec<u32>) -> Smears<'a> {
        let reach = spread.reach() as usize;
        let columns = strips::count(spread.size([of.width, of.height])[0]);
        let height = (of.height as usize).next_multiple_of(BLOCK);
        // A row of the result is made of rows up to twice the reach away from it.
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
        smears.copy(lanes, of, reach as i32);
        for level in 1..spread.widths.len() {
            smears.smear(lanes, level, spread.widths[level] - spread.widths[level - 1]);
        }
        smears
    }

    /// Copies the rows to the first level, moved to the right by `by`.
    #[inline(always)]
    fn copy<L: Lanes>(&mut self, lanes: L, of: &Strips<'_>, by: i32) {
        for column in 0..self.columns {
            let x = WIDE * column as i32 - by;
            let out = &mut self.words[column * self.tall + self.above..][..self.rows];
            let mut row = 0;
            while row < out.len() {
                lanes.put_ints(of.window(lanes, x, row as i32), out, row);
                row += EIGHT;
            }
        }
    }

    /// Makes a level from the previous one: combines every row by OR with itself moved to both sides.
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
            // (Masks, since there is no strip to the left of the first one and to the right of the last one.)
            let is_first = lanes.int(if column > 0 { u32::MAX } else { 0 });
            let is_last = lanes.int(if column + 1 < self.columns { u32::MAX } else { 0 });
            let mut row = 0;
            while row < to.len() {
                let words = lanes.ints(own, row);
                let left = lanes.and_ints(lanes.ints(left, row), is_first);
                let right = lanes.and_ints(lanes.ints(right, row), is_last);
                let moved = lanes.or_ints(
                    lanes.funnel_ints(left, words, WIDE.unsigned_abs() - by),
                    lanes.funnel_ints(words, right, by),
                );
                lanes.put_ints(lanes.or_ints(words, moved), to, row);
                row += EIGHT;
            }
        }
    }

    /// Makes a block of rows of one strip of the result.
    #[inline(always)]
    fn unite<L: Lanes>(&self, lanes: L, levels: &[usize], column: usize, row: usize, out: &mut [u32]) {
        let mut united = [lanes.int(0); BLOCK / EIGHT];
        let reach = levels.len() - 1;
        for (dy, level) in levels.iter().enumerate() {
            // The result is moved down by `reach` rows: its row `row` is at row `row - reach` of the levels.
            let at = (level * self.columns + column) * self.tall + self.above + row - reach;
            let (above, below) = (&self.words[at - dy..][..BLOCK], &self.words[at + dy..][..BLOCK]);
            for (k, united) in united.iter_mut().enumerate() {
                let both = lanes.or_ints(lanes.ints(above, k * EIGHT), lanes.ints(below, k * EIGHT));
                *united = lanes.or_ints(*united, both);
            }
        }
        for (k, united) in united.into_iter().enumerate() {
            lanes.put_ints(united, out, k * EIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::kernels::strips_of;
    use crate::mask::Mask;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(&'a Strips<'a>, &'a Spread, &'a mut Vec<u32>, &'a mut [u32]);

    impl Kernel for Run<'_> {
        type Out = ();

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) {
            widen(lanes, self.0, self.1, self.2, self.3);
        }
    }

    /// Whether a pixel is set after widening, by the definition.
    fn widened(mask: &Mask, margin: i32, x: i64, y: i64) -> bool {
        let gap = |d: i64| 256 * (d.abs() - 1).max(0);
        let near = |i: i64, j: i64| gap(i - x).pow(2) + gap(j - y).pow(2) <= i64::from(margin).pow(2);
        let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
        (0..h).any(|j| (0..w).any(|i| mask.get(i, j) && near(i, j)))
    }

    #[test]
    fn bits_spread_as_far_as_squares_are_near() {
        let mut random = Random::new(5);
        let mut scratch = vec![u32::MAX; 100];
        let mut set = 0;
        for round in 0..60 {
            let every = [1, 3, 200][round % 3];
            let (w, h) =
                (random.pick(&[1, 8, 30, 31, 32, 33, 64, 65, 91]), random.pick(&[1, 7, 8, 9, 12, 16, 25]));
            let mask = Mask::from_fn(w, h, |_, _| random.below(every) == 0).unwrap();
            let margin = [0, 1, 255, 256, 257, 300, 512, 1000, 2048, 3333][round % 10] + random.below(2);
            let spread = Spread::new(margin);
            let reach = spread.reach();
            let words = strips_of(&mask, [false; 2]);
            let strips = Strips::new(&words, [w as i32, h as i32], [0, 0]);
            let size = spread.size([strips.width, strips.height]);
            for simd in Simd::available() {
                let mut out = vec![u32::MAX; strips::padded_room(size)];
                simd.run(Run(&strips, &spread, &mut scratch, &mut out));
                let wide = Strips::padded(&out, size, [-reach, -reach]);
                for y in -2..size[1] + 2 {
                    for x in -2..size[0] + 34 {
                        let found = wide.get(x, y);
                        let [i, j] = [x, y].map(|k| i64::from(k - reach));
                        assert_eq!(found, widened(&mask, margin, i, j), "{margin} {x} {y} {}", simd.name());
                        set += u32::from(found);
                    }
                }
            }
        }
        assert!(set > 60_000, "{set}");
    }

    #[test]
    fn a_large_margin_is_smeared_by_steps() {
        let mask = Mask::from_fn(1, 1, |_, _| true).unwrap();
        let spread = Spread::new(200 * 256);
        let words = strips_of(&mask, [false; 2]);
        let strips = Strips::new(&words, [1, 1], [0, 0]);
        let size = spread.size([strips.width, strips.height]);
        let (mut out, mut scratch) = (vec![0; strips::padded_room(size)], Vec::new());
        Simd::best().run(Run(&strips, &spread, &mut scratch, &mut out));
        let wide = Strips::padded(&out, size, [0, 0]);
        for y in [0, 1, 60, 200, 201, 202, 350, 402] {
            for x in 0..403 {
                let right = widened(&mask, 200 * 256, (x - 201).into(), i64::from(y) - 201);
                assert_eq!(wide.get(x, y), right, "{x} {y}");
            }
        }
    }
}

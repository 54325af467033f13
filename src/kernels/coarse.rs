//! A coarse view of a mask: how far each part of it is from the nearest set texel. It decides most pairs with a sprite
//! before any pixels are made. If a disc around the other body is too far from all set texels, the two do not overlap. If
//! the middle of the other body lies on a set texel, they do.
//!
//! A decision is never wrong. Where rounding leaves doubt, the pair stays undecided.

use crate::mask::Mask;
use crate::simd::{Kernel, Lanes, Simd};

/// The most cells per side of the mask: a view of them takes 290 KiB.
const CELLS: usize = 512;
/// Masks have at most this many cells per side, as long as a cell has no more than 2^`FINE` texels per side.
const FEW_CELLS: usize = 64;
const FINE: u32 = 2;
/// The cells on each side beyond the mask, for bodies next to it.
pub(super) const PAD: usize = 16;
/// Distances are stored in these parts of a cell.
const PARTS: f32 = 4.0;
/// The distance from the centre of a pixel to its corners, in lattice units, rounded up.
pub(super) const SQUARE: f32 = 182.0;

/// The distances from each cell of a mask to its set texels.
#[derive(Debug)]
pub(crate) struct Coarse {
    /// A cell has 2^shift texels per side.
    shift: u32,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// For each cell: 0 if it has set texels, otherwise 1 and a lower bound of the distance from its points to set texels.
    pub(super) gaps: Box<[u8]>,
    /// The largest distance of a set texel's corner from the mask's middle, in texels.
    reach: f32,
    /// The distance from the mask's middle to the nearest texel that is not set, in texels. Outside the mask none is.
    hold: f32,
    /// The texels in a part of a cell.
    pub(super) part: f32,
}

impl Coarse {
    pub(crate) fn of(mask: &Mask) -> Coarse {
        let [width, height] = [mask.width() as usize, mask.height() as usize];
        let shift_to = |cells: usize| width.max(height).div_ceil(cells).next_power_of_two().trailing_zeros();
        let shift = shift_to(FEW_CELLS).min(FINE).max(shift_to(CELLS));
        let (columns, rows) = (((width - 1) >> shift) + 1, ((height - 1) >> shift) + 1);
        // Whether cells have set texels, with those on both sides of the mask.
        let wide = columns + 2 * PAD;
        let mut set = vec![false; rows * wide];
        // The texels of the rows of a cell, one over the other.
        let mut texels = vec![0_u64; mask.stride()];
        let mut reach = 0.0_f32;
        for (y, row) in mask.words().chunks_exact(mask.stride()).enumerate() {
            if let Some([first, last]) = ends_of(row) {
                let along = to_corner(first, width).max(to_corner(last, width));
                let down = to_corner(y, height);
                reach = reach.max(along * along + down * down);
                texels.iter_mut().zip(row).for_each(|(texels, row)| *texels |= row);
            }
            if (y + 1) % (1 << shift) == 0 || y + 1 == height {
                mark_cells(&texels, shift, &mut set[(y >> shift) * wide + PAD..][..columns]);
                texels.fill(0);
            }
        }
        let part = (1_u32 << shift) as f32 / PARTS;
        Coarse {
            shift,
            columns: wide,
            rows: rows + 2 * PAD,
            gaps: gaps_of(&set, wide),
            reach: reach.sqrt(),
            hold: hold_of(mask),
            part,
        }
    }

    /// Returns the part of a cell's side that a texel takes.
    #[inline(always)]
    pub(super) fn cells_per_texel(&self) -> f32 {
        1.0 / (1_u32 << self.shift) as f32
    }

    /// Returns the largest distance of a set texel's corner from the mask's middle, in texels.
    pub(crate) fn reach(&self) -> f32 {
        self.reach
    }

    /// Returns a distance from the mask's middle beyond which no texel is set, for boxes: infinite for a mask without set
    /// texels, so that its box stays the one around its sides.
    #[inline(always)]
    pub(crate) fn most_reach(&self) -> f32 {
        /// More than the rounding errors of `reach`, as a share of it.
        const ROUNDING: f32 = 1.0 / 1_048_576.0;
        if self.reach > 0.0 { self.reach * (1.0 + ROUNDING) } else { f32::INFINITY }
    }

    /// Returns the distance from the mask's middle to the nearest texel that is not set, in texels.
    pub(crate) fn inner_radius(&self) -> f32 {
        self.hold
    }
}

/// Returns the first and the last set bit of a row.
fn ends_of(row: &[u64]) -> Option<[usize; 2]> {
    let first = row.iter().position(|&word| word != 0)?;
    let last = row.iter().rposition(|&word| word != 0)?;
    let at = |word: usize, bit: u32| 64 * word + bit as usize;
    Some([at(first, row[first].trailing_zeros()), at(last, 63 - row[last].leading_zeros())])
}

/// Returns the distance from the middle of a side to the further end of a texel.
fn to_corner(texel: usize, side: usize) -> f32 {
    let (texel, middle) = (texel as f32, side as f32 / 2.0);
    (middle - texel).max(texel + 1.0 - middle)
}

/// Returns the distance from the middle of a mask to the nearest texel that is not set.
fn hold_of(mask: &Mask) -> f32 {
    let [width, height] = [mask.width() as usize, mask.height() as usize];
    let half = [width as f32 / 2.0, height as f32 / 2.0];
    let mut least = half[0].min(half[1]).powi(2);
    for (y, row) in mask.words().chunks_exact(mask.stride()).enumerate() {
        let down = (y as f32 - half[1]).max(half[1] - (y + 1) as f32).max(0.0);
        if down * down >= least {
            continue;
        }
        // The nearest texels that are not set to the right of the middle, and to its left.
        let right = first_unset(row, width / 2).min(width);
        let left = last_unset(row, width / 2);
        let along = (right as f32 - half[0]).max(0.0).min((half[0] - left as f32).max(0.0));
        least = least.min(along * along + down * down);
    }
    least.sqrt()
}

/// Returns the first texel from `x` on that is not set, or the end of the row's words.
fn first_unset(row: &[u64], x: usize) -> usize {
    let mut at = x;
    while let Some(&word) = row.get(at / 64) {
        let ones = (word >> (at % 64)).trailing_ones() as usize;
        at += ones;
        if ones == 0 || !at.is_multiple_of(64) {
            break;
        }
    }
    at
}

/// Returns the end of the last texel before `x` that is not set; 0 if all are set.
fn last_unset(row: &[u64], x: usize) -> usize {
    let mut end = x;
    while end > 0 {
        let (word, bits) = (row[(end - 1) / 64], (end - 1) % 64 + 1);
        let ones = (word << (64 - bits)).leading_ones() as usize;
        end -= ones.min(bits);
        if ones < bits {
            break;
        }
    }
    end
}

/// Marks the cells of a row that have a set bit.
fn mark_cells(row: &[u64], shift: u32, cells: &mut [bool]) {
    for (k, &word) in row.iter().enumerate() {
        let (mut left, mut at) = (word, 64 * k);
        while left != 0 {
            let skipped = left.trailing_zeros() as usize & !((1 << shift) - 1);
            (left, at) = (left >> skipped, at + skipped);
            cells[at >> shift] = true;
            left = left.checked_shr(1 << shift).unwrap_or(0);
            at += 1 << shift;
        }
    }
}

/// Returns the entries of all cells, and of those beyond the mask; `set` says which cells are set, row by row.
fn gaps_of(set: &[bool], wide: usize) -> Box<[u8]> {
    let mut along = vec![NONE; set.len()];
    for (row, set) in along.chunks_exact_mut(wide).zip(set.chunks_exact(wide)) {
        measure(row.iter_mut().zip(set));
        measure(row.iter_mut().zip(set).rev());
    }
    let mut gaps = Simd::best().run(RowGaps { squares: &along, wide });
    for (gap, &is_set) in gaps[PAD * wide..].iter_mut().zip(set) {
        *gap = if is_set { 0 } else { *gap };
    }
    gaps
}

/// Measures how far the cells of a row are from the last set one before them.
fn measure<'a>(cells: impl Iterator<Item = (&'a mut u16, &'a bool)>) {
    let mut away = MOST_AWAY;
    for (gap, &is_set) in cells {
        away = if is_set { 0 } else { (away + 1).min(MOST_AWAY) };
        *gap = (*gap).min(square(away));
    }
}

/// More than any square of a distance that can be stored.
const NONE: u16 = square(MOST_AWAY);
/// Cells that are further apart than this are further apart than any distance that can be stored.
const MOST_AWAY: usize = 66;

/// Returns the square of the least distance of two cells, given how many cells one is behind the other.
const fn square(cells: usize) -> u16 {
    (cells.saturating_sub(1) as u16).pow(2)
}

/// Finds the nearest set cell in all rows, given the squares of the distances along each row: 1 and the distance to it.
struct RowGaps<'a> {
    squares: &'a [u16],
    wide: usize,
}

impl Kernel for RowGaps<'_> {
    type Out = Box<[u8]>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Box<[u8]> {
        let RowGaps { squares: along, wide } = self;
        let tall = along.len() / wide;
        let mut gaps = Vec::with_capacity((tall + 2 * PAD) * wide);
        let mut nearest = vec![NONE; wide];
        for y in 0..tall + 2 * PAD {
            nearest.fill(NONE);
            let (mut away, mut most) = (0, NONE);
            // From the row itself outwards, until no cell can have a nearer one.
            while square(away) < most {
                let down = square(away);
                let rows = [(y + away).checked_sub(PAD), y.checked_sub(PAD + away)];
                for other in rows.into_iter().flatten().filter(|&other| other < tall) {
                    let row = &along[other * wide..][..wide];
                    nearest.iter_mut().zip(row).for_each(|(to, &along)| *to = (*to).min(along + down));
                }
                if away % 4 == 3 {
                    most = nearest.iter().fold(0, |most, &gap| most.max(gap));
                }
                away += 1;
            }
            gaps.extend(nearest.iter().map(|&gap| 1 + (f32::from(gap).sqrt() * PARTS).min(254.0) as u8));
        }
        gaps.into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;

    const TEXEL: f32 = 1.0 / 65536.0;

    impl Coarse {
        /// Returns a lower bound of the square of the distance of a point to set texels, in texels. The point is given as
        /// u and v.
        #[inline(always)]
        fn gap(&self, [u, v]: [i64; 2]) -> f32 {
            let shift = 16 + self.shift;
            let pad = (PAD as i64) << shift;
            let [along, down] = [(u, self.columns), (v, self.rows)].map(|(at, cells)| {
                let end = ((cells - 2 * PAD) as i64) << shift;
                // The cell, how far the point is beyond all cells, and how far it is beyond those of the mask.
                let inside = at.clamp(-pad, end + pad - 1);
                let beside = (-at).max(at - end).max(0);
                (((inside + pad) >> shift) as usize, (at - inside) as f32 * TEXEL, beside as f32 * TEXEL)
            });
            let near = f32::from(self.gaps[down.0 * self.columns + along.0].saturating_sub(1)) * self.part;
            let by_cell = near * near + along.1 * along.1 + down.1 * down.1;
            by_cell.max(along.2 * along.2 + down.2 * down.2)
        }
    }
    use crate::kernels::random::Random;

    #[test]
    fn holds_are_the_distances_to_texels_that_are_not_set() {
        let mut random = Random::new(9);
        for round in 0..1000 {
            let [w, h] = [1 + random.below(140), 1 + random.below(140)];
            let [x, y, r] = [random.below(w), random.below(h), random.below(90)];
            let hole = [random.below(w), random.below(h)];
            let is_set = |i: i32, j: i32| {
                let (dx, dy) = (i - x, j - y);
                (round % 4 == 0 || dx * dx + dy * dy <= r * r) && [i, j] != hole
            };
            let mask = Mask::from_fn(w as usize, h as usize, is_set).unwrap();
            let beside = |first: i32, side: i32| {
                let (first, middle) = (first as f32, side as f32 / 2.0);
                (first - middle).max(middle - first - 1.0).max(0.0)
            };
            let all = (-1..=h).flat_map(|j| (-1..=w).map(move |i| (i, j)));
            let unset = all.filter(|&(i, j)| !mask.get(i.into(), j.into()));
            let nearest = unset.map(|(i, j)| beside(i, w).hypot(beside(j, h))).fold(f32::MAX, f32::min);
            assert!((Coarse::of(&mask).inner_radius() - nearest).abs() < 0.001, "{round} {w} {h}");
        }
    }

    #[test]
    fn gaps_are_not_larger_than_the_distance() {
        let mut random = Random::new(7);
        for sides in [[1, 1], [5, 9], [64, 64], [65, 3], [130, 200], [1030, 600], [4096, 70]] {
            let mask = Mask::from_fn(sides[0], sides[1], |x, y| (x * 7 + y * 13) % 211 == 3).unwrap();
            let coarse = Coarse::of(&mask);
            let set: Vec<[f32; 2]> = (0..sides[1] as i64)
                .flat_map(|y| (0..sides[0] as i64).map(move |x| [x, y]))
                .filter(|&[x, y]| mask.get(x, y))
                .map(|texel| texel.map(|x| x as f32))
                .collect();
            for _ in 0..200 {
                let [u, v] = sides.map(|side| i64::from(random.below((side as i32 + 40) << 16)) - (20 << 16));
                let point = [u as f32 / 65536.0, v as f32 / 65536.0];
                let beside = |p: f32, first: f32| (first - p).max(p - first - 1.0).max(0.0);
                let nearest =
                    set.iter().map(|&[x, y]| beside(point[0], x).powi(2) + beside(point[1], y).powi(2));
                let nearest = nearest.fold(f32::INFINITY, f32::min);
                let gap = coarse.gap([u, v]);
                assert!(gap <= nearest * 1.001 + 0.001, "{sides:?} {point:?}: {gap} {nearest}");
            }
            // Cells with set texels have entries of their own.
            let cell = |at: f32| PAD + (at as usize >> coarse.shift);
            let are_set: HashSet<_> = set.iter().map(|&[x, y]| cell(y) * coarse.columns + cell(x)).collect();
            let zeros = coarse.gaps.iter().enumerate().filter(|&(_, &entry)| entry == 0).map(|(k, _)| k);
            assert_eq!(are_set, zeros.collect::<HashSet<_>>(), "{sides:?}");
        }
        let full = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
        let far = Coarse::of(&full).gap([-(100 << 16), 4 << 16]);
        assert!((far - 10_000.0).abs() < 1.0, "{far}");
    }
}

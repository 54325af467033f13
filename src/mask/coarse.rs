//! A coarse version of a mask: blocks and row extents that answer most overlap tests without looking at a texel.

use std::ops::Range;

use crate::mask::{Mask, row};

/// The texels on a side of a block.
const BLOCK: usize = 8;

/// Which blocks of 8 x 8 texels of a mask contain a set texel, which contain only set ones, and where each row begins
/// and ends.
///
/// ```
/// use kasuri::{mask::Coarse, Mask};
/// let disc = Mask::from_fn(64, 64, |x, y| (x - 32).pow(2) + (y - 32).pow(2) <= 1000)?;
/// let coarse = Coarse::of(&disc);
/// assert_eq!(coarse.meets(&coarse, [20, 20]), Some(true));
/// assert_eq!(coarse.meets(&coarse, [56, 56]), Some(false));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coarse {
    some: Mask,
    all: Mask,
    /// The first set texel of every row and one past the last; equal where the row is clear.
    extents: Vec<[u16; 2]>,
}

impl Coarse {
    /// Computes the blocks of a mask; compute them again when the mask changes.
    pub fn of(mask: &Mask) -> Coarse {
        let blocks = |side: u32| side.div_ceil(BLOCK as u32);
        let mut some = Mask::blank(blocks(mask.width()), blocks(mask.height()));
        let mut all = some.clone();
        for (by, rows) in mask.words().chunks(BLOCK * mask.stride()).enumerate() {
            let is_whole = rows.len() == BLOCK * mask.stride();
            for k in 0..mask.stride() {
                let column = rows.iter().skip(k).step_by(mask.stride());
                let (any, every) = column.fold((0, u64::MAX), |(any, every), w| (any | w, every & w));
                let bytes = any.to_le_bytes().into_iter().zip(every.to_le_bytes());
                for (bx, (any, every)) in (BLOCK * k..).zip(bytes) {
                    // Bits past the width are 0, so a block that crosses the edge of the mask is never full.
                    some.set(bx as i64, by as i64, any != 0);
                    all.set(bx as i64, by as i64, every == u8::MAX && is_whole);
                }
            }
        }
        Coarse { some, all, extents: extents(mask) }
    }

    /// Whether two masks have a texel in common, with the other's top left corner at `at`; `None` where only the texels
    /// themselves can decide.
    pub fn meets(&self, other: &Coarse, at: [i32; 2]) -> Option<bool> {
        let block = at.map(|x| x.div_euclid(BLOCK as i32));
        // Where the offset is not a multiple of the block, a block of the other mask overlaps two blocks on that axis.
        let spread = at.map(|x| i32::from(x.rem_euclid(BLOCK as i32) > 0));
        let over = || (0..=spread[1]).flat_map(|dy| (0..=spread[0]).map(move |dx| (dx, dy)));
        let places = || over().map(|(dx, dy)| [block[0] + dx, block[1] + dy]);
        if !places().any(|at| self.some.meets(&other.some, at)) {
            return Some(false);
        }
        let on_grid = spread == [0, 0];
        let one_full = || self.all.meets(&other.some, block) || self.some.meets(&other.all, block);
        if places().any(|at| self.all.meets(&other.all, at)) || (on_grid && one_full()) {
            return Some(true);
        }
        if self.rows_meet(other, at) { None } else { Some(false) }
    }

    /// Returns the texels of row y from the first set one to the last; empty where none is set, and outside the mask.
    pub fn row(&self, y: u32) -> Range<u32> {
        let [from, to] = self.extents.get(y as usize).copied().unwrap_or_default();
        from.into()..to.into()
    }

    /// Whether the extents of any two rows at the same height overlap.
    fn rows_meet(&self, other: &Coarse, at: [i32; 2]) -> bool {
        let [dx, dy] = at.map(i64::from);
        let first = usize::try_from(dy).unwrap_or(0);
        let skipped = usize::try_from(-dy).unwrap_or(0);
        let pairs = self.extents.iter().skip(first).zip(other.extents.iter().skip(skipped));
        pairs.into_iter().any(|(mine, theirs)| {
            let ([a, b], [c, d]) = (mine.map(i64::from), theirs.map(i64::from));
            a.max(c + dx) < b.min(d + dx)
        })
    }
}

fn extents(mask: &Mask) -> Vec<[u16; 2]> {
    let of_row = |y| {
        let mut runs = row::runs(mask.row(y));
        let first = runs.next()?;
        let end = runs.last().map_or(first.end, |last| last.end);
        // Both at most 4096.
        Some([first.start as u16, end as u16])
    };
    (0..mask.height() as usize).map(|y| of_row(y).unwrap_or_default()).collect()
}

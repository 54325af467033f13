//! Converts lattice units to cells: a multiplication instead of a division, exact where a grid needs it.

use crate::lattice::{Bounds, Point};

/// A count of cells of one width. The cell never falls as the distance grows, and two distances that differ by at most
/// the width are at most one cell apart. A grid needs no more than this.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scale {
    inverse: u64,
    last: u32,
}

impl Scale {
    /// Builds a scale of cells of at least `width`, for distances up to `span`, with at most `most` cells.
    pub(super) fn new(width: u32, span: u32, most: usize) -> Scale {
        let most = most.clamp(1, 1 << 24) as u64;
        let least = (u64::from(span) / most + 1).max(width.into());
        let inverse = (1 << 32) / least;
        let scale = Scale { inverse, last: u32::MAX };
        Scale { inverse, last: scale.cell(span) }
    }

    /// Returns the cell of a distance; the last cell for all greater distances.
    #[inline(always)]
    pub(super) fn cell(self, distance: u32) -> u32 {
        (((u64::from(distance) * self.inverse) >> 32) as u32).min(self.last)
    }

    /// Returns the start of a cell: the least distance in it.
    fn start(self, cell: u32) -> u64 {
        (u64::from(cell) << 32).div_ceil(self.inverse)
    }

    /// Returns the number of cells.
    #[inline(always)]
    pub(super) fn cells(self) -> usize {
        self.last as usize + 1
    }
}

/// Shows the cells of two scales from an origin on, row by row. A cell's greatest corner is not part of the cell.
pub(super) fn lattice_of(origin: Point, along: Scale, down: Scale, show: &mut impl FnMut(Bounds)) {
    let at = |origin: i32, distance: u64| (i64::from(origin) + distance as i64).min(i32::MAX.into()) as i32;
    let corner = |x: u32, y: u32| Point::new(at(origin.x, along.start(x)), at(origin.y, down.start(y)));
    for y in 0..down.cells() as u32 {
        (0..along.cells() as u32).for_each(|x| show(Bounds { min: corner(x, y), max: corner(x + 1, y + 1) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_begins_where_the_one_before_it_ends() {
        for (width, span) in [(1, 0), (1, 5), (3, 100), (256, 99_999), (6143, 1 << 30), (1, u32::MAX)] {
            let scale = Scale::new(width, span, 1000);
            for cell in 0..scale.cells() as u32 {
                let start = scale.start(cell) as u32;
                assert_eq!(scale.cell(start), cell, "{width} {span}");
                assert!(cell == 0 || scale.cell(start - 1) == cell - 1, "{width} {span} {cell}");
            }
        }
    }

    #[test]
    fn as_far_apart_as_a_cell_is_wide_is_at_most_the_next_cell() {
        for width in [0, 1, 2, 3, 7, 255, 256, 6143, 1 << 22, u32::MAX] {
            for span in [0, 1, 5, 100, 99_999, 1 << 30, u32::MAX] {
                let scale = Scale::new(width, span, 1000);
                assert!(scale.cells() <= 1001, "{width} {span}: {}", scale.cells());
                for k in 0..1000_u64 {
                    let a = (u64::from(span) * k / 1000) as u32;
                    let b = a.saturating_add(width).min(span);
                    let (from, to) = (scale.cell(a), scale.cell(b));
                    assert!(from <= to && to - from <= 1, "{width} {span} {a}");
                    assert!(to < scale.cells() as u32);
                }
            }
        }
    }
}

//! From lattice units to cells: a multiplication instead of a division, exact in what matters.

/// Counts cells of one width. It never falls as the distance grows, and two distances that differ by at most the width
/// are at most one cell apart: all that a grid needs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scale {
    inverse: u64,
    last: u32,
}

impl Scale {
    /// Cells of at least `width`, for distances up to `span`, at most `most` of them.
    pub(super) fn new(width: u32, span: u32, most: usize) -> Scale {
        let most = most.clamp(1, 1 << 24) as u64;
        let least = (u64::from(span) / most + 1).max(width.into());
        let inverse = (1 << 32) / least;
        let scale = Scale { inverse, last: u32::MAX };
        Scale { inverse, last: scale.cell(span) }
    }

    /// The cell that a distance falls into; the last for all beyond.
    #[inline(always)]
    pub(super) fn cell(self, distance: u32) -> u32 {
        (((u64::from(distance) * self.inverse) >> 32) as u32).min(self.last)
    }

    /// How many cells there are.
    #[inline(always)]
    pub(super) fn cells(self) -> usize {
        self.last as usize + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! Pairs as they are found.

use std::ops::Range;

use crate::form::Layers;
use crate::simd::{Columns, Lanes, MOST_LANES, lowest};

/// Pairs, the lesser body first, in whatever order they were found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) pairs: Vec<[u32; 2]>,
    /// How many boxes were tested against how many.
    pub(super) tested: u64,
}

impl Found {
    /// Tests a box against a stretch of others.
    #[inline(always)]
    pub(super) fn among<L: Lanes>(
        &mut self,
        lanes: L,
        probe: L::Probe,
        id: u32,
        columns: &Columns,
        others: Range<usize>,
        filter: impl Filter,
    ) {
        debug_assert!(others.start <= columns.len() && others.end <= columns.len());
        let mut at = others.start;
        // At least once, even for none: the branch is foreseen more often so.
        loop {
            // SAFETY: `at` begins at most at the length, and goes on only below the end.
            #[allow(unsafe_code)]
            unsafe {
                let hits = lanes.meets(probe, columns, at) & lowest(others.end.saturating_sub(at));
                self.push(lanes, id, filter.keep(id, hits, columns, at), columns, at);
            }
            at += L::BOXES;
            if at >= others.end {
                break;
            }
        }
        self.tested += others.end.saturating_sub(others.start) as u64;
    }

    /// # Safety
    /// As for [`Lanes::meets`].
    #[inline(always)]
    #[allow(unsafe_code)]
    unsafe fn push<L: Lanes>(&mut self, lanes: L, id: u32, hits: u32, columns: &Columns, at: usize) {
        self.pairs.reserve(MOST_LANES);
        let length = self.pairs.len();
        // SAFETY: there is room for all lanes, and as many pairs as are counted were written.
        unsafe {
            let end = self.pairs.as_mut_ptr().add(length);
            self.pairs.set_len(length + lanes.pairs(id, hits, columns, at, end));
        }
    }
}

/// Which of the boxes that meet may be a pair.
pub(super) trait Filter: Copy {
    /// Leaves the bits of those that may.
    fn keep(self, id: u32, hits: u32, columns: &Columns, at: usize) -> u32;
}

/// The layers of two whole sets match.
#[derive(Debug, Clone, Copy)]
pub(super) struct All;

impl Filter for All {
    #[inline(always)]
    fn keep(self, _: u32, hits: u32, _: &Columns, _: usize) -> u32 {
        hits
    }
}

/// Layers are asked pair by pair, before one is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matching<'a>(pub(super) &'a [Layers]);

impl Filter for Matching<'_> {
    #[inline(always)]
    fn keep(self, id: u32, hits: u32, columns: &Columns, at: usize) -> u32 {
        let mut left = hits;
        let mut kept = hits;
        while left != 0 {
            let k = left.trailing_zeros();
            // SAFETY: every bit is a box of the columns.
            #[allow(unsafe_code)]
            let other = unsafe { columns.id(at + k as usize) };
            if !self.0[id as usize].pair_with(self.0[other as usize]) {
                kept &= !(1 << k);
            }
            left &= left - 1;
        }
        kept
    }
}

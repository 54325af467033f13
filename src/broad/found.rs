//! The pairs that a search has found.

use std::ops::Range;

use crate::form::Layers;
use crate::simd::{Lanes, MOST_LANES, View, lowest};
use crate::threads::Threads;

/// Pairs with the lesser body first, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct FoundPairs {
    pub(super) pairs: Vec<[u32; 2]>,
    /// The number of box tests.
    pub(super) tested: u64,
    /// The pairs by ranges of their first bodies, and the end of each range; see [`part`](FoundPairs::part).
    parted: Vec<[u32; 2]>,
    ends: Vec<usize>,
}

impl FoundPairs {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.tested = 0;
    }

    /// Groups the pairs by ranges of 2^shift first bodies.
    pub(super) fn part(&mut self, shift: u32, ranges: usize) {
        self.ends.clear();
        self.ends.resize(ranges + 1, 0);
        for [a, _] in &self.pairs {
            self.ends[(a >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for end in &mut self.ends {
            sum += *end;
            *end = sum;
        }
        self.parted.resize(self.pairs.len(), [0; 2]);
        // Each entry starts as the beginning of its range and moves to the end of it.
        for pair in &self.pairs {
            let end = &mut self.ends[(pair[0] >> shift) as usize];
            self.parted[*end] = *pair;
            *end += 1;
        }
    }

    /// Returns the pairs of a range; [`part`](FoundPairs::part) must have run.
    pub(super) fn of_range(&self, range: usize) -> &[[u32; 2]] {
        let start = if range == 0 { 0 } else { self.ends[range - 1] };
        &self.parted[start..self.ends[range]]
    }

    /// Appends the pairs of other searches.
    pub(super) fn append<P: Sync>(&mut self, threads: &Threads, others: &[(P, FoundPairs)]) {
        threads.append(&mut self.pairs, others.iter().map(|(_, found)| &found.pairs[..]));
    }

    /// Opens a sink to write more pairs, until it is finished. (Not a closure: it would not be compiled for the
    /// instruction set.)
    #[inline(always)]
    pub(super) fn sink(&mut self) -> Sink<'_> {
        let FoundPairs { pairs, tested, .. } = self;
        let mut sink = Sink { at: std::ptr::null_mut(), end: std::ptr::null_mut(), tests: 0, pairs, tested };
        sink.open();
        sink
    }
}

/// The position where pairs are written: raw pointers, so that they stay in registers.
pub(super) struct Sink<'a> {
    at: *mut [u32; 2],
    /// The end of the available room.
    end: *mut [u32; 2],
    tests: u64,
    pairs: &'a mut Vec<[u32; 2]>,
    tested: &'a mut u64,
}

#[allow(unsafe_code)] // Pairs are packed several at a time, into room that was reserved before.
impl Sink<'_> {
    /// Adds the written pairs to those found before.
    #[inline(always)]
    pub(super) fn finish(mut self) {
        *self.tested += self.tests;
        self.count();
    }

    /// Reserves room for at least one pair for each lane.
    fn open(&mut self) {
        self.pairs.reserve(MOST_LANES);
        let room = self.pairs.spare_capacity_mut();
        self.end = room.as_mut_ptr_range().end.cast();
        self.at = room.as_mut_ptr().cast();
    }

    /// Adds the written pairs to the vector's length.
    fn count(&mut self) {
        // SAFETY: both pointers are in the vector's allocation or at its end, and all pairs before `at` have been
        // written.
        unsafe {
            let written = self.at.offset_from(self.pairs.as_ptr());
            self.pairs.set_len(written.cast_unsigned());
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.count();
        self.open();
    }

    /// Counts tests that were made elsewhere.
    #[inline(always)]
    pub(super) fn count_tests(&mut self, tests: usize) {
        self.tests += tests as u64;
    }

    /// Tests a box against a stretch of others.
    #[inline(always)]
    pub(super) fn test_among<L: Lanes>(
        &mut self,
        lanes: L,
        probe: L::Probe,
        id: u32,
        columns: View<'_>,
        others: Range<usize>,
        filter: impl PairFilter,
    ) {
        debug_assert!(others.start <= columns.len() && others.end <= columns.len());
        let mut at = others.start;
        // At least one iteration, even for an empty stretch: the branch predictor is right more often then.
        loop {
            // SAFETY: `at` begins at most at the length, and continues only below the end; there is room for all lanes,
            // and as many pairs as are counted were written.
            unsafe {
                let hits = lanes.meets(probe, columns, at) & lowest(others.end.saturating_sub(at));
                if (self.end.addr() - self.at.addr()) < MOST_LANES * size_of::<[u32; 2]>() {
                    self.grow();
                }
                self.at =
                    self.at.add(lanes.pairs(id, filter.keep(id, hits, columns, at), columns, at, self.at));
            }
            at += L::BOXES;
            if at >= others.end {
                break;
            }
        }
        self.tests += others.end.saturating_sub(others.start) as u64;
    }

    /// Tests a box against a stretch of others; few of them meet it. Boxes are named by their positions in the columns.
    #[inline(always)]
    pub(super) fn among_few<L: Lanes>(
        &mut self,
        lanes: L,
        probe: L::Probe,
        id: u32,
        columns: View<'_>,
        others: Range<u32>,
    ) {
        let (mut at, end) = (others.start as usize, others.end as usize);
        debug_assert!(end <= columns.len());
        while at < end {
            // Collects 64 results in a word, then needs one branch for all of them.
            let (mut hits, mut bit) = (0, 0);
            while bit < 64 && at + bit < end {
                // SAFETY: the index is below the length.
                hits |= unsafe { u64::from(lanes.meets(probe, columns, at + bit)) } << bit;
                bit += L::BOXES;
            }
            if end - at < 64 {
                hits &= (1 << (end - at)) - 1;
            }
            while hits != 0 {
                if self.at == self.end {
                    self.grow();
                }
                let other = at as u32 + hits.trailing_zeros();
                // SAFETY: there is room for at least one pair.
                unsafe {
                    *self.at = [id.min(other), id.max(other)];
                    self.at = self.at.add(1);
                }
                hits &= hits - 1;
            }
            at += 64;
        }
    }
}

/// Decides which of the boxes that meet may be a pair.
pub(super) trait PairFilter: Copy {
    /// Keeps the bits of the boxes that may be a pair.
    fn keep(self, id: u32, hits: u32, columns: View<'_>, at: usize) -> u32;
}

/// Keeps all boxes: the layers of the two whole sets match.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeepAll;

impl PairFilter for KeepAll {
    #[inline(always)]
    fn keep(self, _: u32, hits: u32, _: View<'_>, _: usize) -> u32 {
        hits
    }
}

/// Checks the layers pair by pair, before a pair is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matching<'a>(pub(super) &'a [Layers]);

impl PairFilter for Matching<'_> {
    #[inline(always)]
    fn keep(self, id: u32, hits: u32, columns: View<'_>, at: usize) -> u32 {
        let mut left = hits;
        let mut kept = hits;
        while left != 0 {
            let k = left.trailing_zeros();
            // SAFETY: every bit stands for a box of the columns.
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

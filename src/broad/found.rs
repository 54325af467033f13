//! Pairs as they are found.

use std::ops::Range;

use crate::form::Layers;
use crate::simd::{Lanes, MOST_LANES, View, lowest};
use crate::threads::Threads;

/// So many pairs are worth a thread to copy them.
const BLOCK: usize = 1 << 14;

/// Pairs, the lesser body first, in whatever order they were found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) pairs: Vec<[u32; 2]>,
    /// How many boxes were tested against how many.
    pub(super) tested: u64,
    /// The pairs by ranges of their first bodies, and where each range ends; see [`part`](Found::part).
    parted: Vec<[u32; 2]>,
    ends: Vec<usize>,
}

impl Found {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.tested = 0;
    }

    /// Parts the pairs by ranges of 2^shift first bodies.
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
        // Where each range begins moves to where it ends.
        for pair in &self.pairs {
            let end = &mut self.ends[(pair[0] >> shift) as usize];
            self.parted[*end] = *pair;
            *end += 1;
        }
    }

    /// The pairs of a range, once they are parted.
    pub(super) fn of_range(&self, range: usize) -> &[[u32; 2]] {
        let start = if range == 0 { 0 } else { self.ends[range - 1] };
        &self.parted[start..self.ends[range]]
    }

    /// Adds what was found elsewhere.
    pub(super) fn append<P: Sync>(&mut self, threads: &Threads, others: &[(P, Found)]) {
        let more = others.iter().map(|(_, found)| found.pairs.len()).sum();
        self.pairs.reserve(more);
        let mut room = &mut self.pairs.spare_capacity_mut()[..more];
        let blocks = others.iter().flat_map(|(_, found)| found.pairs.chunks(BLOCK)).map(|from| {
            let (to, behind) = std::mem::take(&mut room).split_at_mut(from.len());
            room = behind;
            (from, to)
        });
        threads.share(more / BLOCK, blocks, |(from, to)| {
            to.write_copy_of_slice(from);
        });
        // SAFETY: so many more were written, one block behind another.
        #[allow(unsafe_code)]
        unsafe {
            self.pairs.set_len(self.pairs.len() + more);
        }
    }

    /// To write more pairs, until it is finished. (No closure: it would not be compiled for the instruction set.)
    #[inline(always)]
    pub(super) fn sink(&mut self) -> Sink<'_> {
        let Found { pairs, tested, .. } = self;
        let mut sink = Sink { at: std::ptr::null_mut(), end: std::ptr::null_mut(), tests: 0, pairs, tested };
        sink.open();
        sink
    }
}

/// Where pairs are written: bare addresses, so that they stay in registers.
pub(super) struct Sink<'a> {
    at: *mut [u32; 2],
    /// Up to here there is room.
    end: *mut [u32; 2],
    tests: u64,
    pairs: &'a mut Vec<[u32; 2]>,
    tested: &'a mut u64,
}

#[allow(unsafe_code)] // Pairs are packed several at a time, into room that was made before.
impl Sink<'_> {
    /// Adds what was written to what was found before.
    #[inline(always)]
    pub(super) fn finish(mut self) {
        *self.tested += self.tests;
        self.count();
    }

    /// Makes room for all lanes at least.
    fn open(&mut self) {
        self.pairs.reserve(MOST_LANES);
        let room = self.pairs.spare_capacity_mut();
        self.end = room.as_mut_ptr_range().end.cast();
        self.at = room.as_mut_ptr().cast();
    }

    /// Counts what was written.
    fn count(&mut self) {
        // SAFETY: both are in the vector's room or at its end, and all before `at` has been written.
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

    /// Counts tests of another kind.
    #[inline(always)]
    pub(super) fn count_tests(&mut self, tests: usize) {
        self.tests += tests as u64;
    }

    /// Tests a box against a stretch of others.
    #[inline(always)]
    pub(super) fn among<L: Lanes>(
        &mut self,
        lanes: L,
        probe: L::Probe,
        id: u32,
        columns: View<'_>,
        others: Range<usize>,
        filter: impl Filter,
    ) {
        debug_assert!(others.start <= columns.len() && others.end <= columns.len());
        let mut at = others.start;
        // At least once, even for none: the branch is foreseen more often so.
        loop {
            // SAFETY: `at` begins at most at the length, and goes on only below the end; there is room for all lanes,
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

    /// Tests a box against a stretch of others, of which few meet it; all are called by their places.
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
            // As many as a word has bits, and then one branch for all of them.
            let (mut hits, mut bit) = (0, 0);
            while bit < 64 && at + bit < end {
                // SAFETY: it is below the length.
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
                // SAFETY: there is room for one at least.
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

/// Which of the boxes that meet may be a pair.
pub(super) trait Filter: Copy {
    /// Leaves the bits of those that may.
    fn keep(self, id: u32, hits: u32, columns: View<'_>, at: usize) -> u32;
}

/// The layers of two whole sets match.
#[derive(Debug, Clone, Copy)]
pub(super) struct All;

impl Filter for All {
    #[inline(always)]
    fn keep(self, _: u32, hits: u32, _: View<'_>, _: usize) -> u32 {
        hits
    }
}

/// Layers are asked pair by pair, before one is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matching<'a>(pub(super) &'a [Layers]);

impl Filter for Matching<'_> {
    #[inline(always)]
    fn keep(self, id: u32, hits: u32, columns: View<'_>, at: usize) -> u32 {
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

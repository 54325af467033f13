//! Pairs into their order: by the first body, then by the second.

use crate::broad::found::Found;
use crate::threads::Threads;

/// Scratch, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// Bodies in the order of spawn, a range of them after another.
    ranges: Vec<InRange>,
}

/// The pairs whose first body is in a range.
#[derive(Debug, Default)]
struct InRange {
    count: usize,
    /// Where the pairs of each first body begin.
    starts: Vec<u32>,
}

/// Up to so many pairs of one body are put in order by moving them one by one.
const FEW: u32 = 24;
/// Ranges are of 2^14 bodies at most: their pairs and counts stay in a cache of 1 MiB.
const WIDEST: u32 = 14;
/// And of 2^10 at least.
const NARROWEST: u32 = 10;
/// Bodies and pairs that are worth a thread: fewer are in order before one wakes.
const ENOUGH: usize = 1 << 14;

impl Order {
    /// Writes pairs of `n` bodies in their order.
    pub(super) fn sort(&mut self, found: &[[u32; 2]], n: usize, pairs: &mut Vec<[u32; 2]>) {
        if is_sparse(found.len(), n) {
            pairs.clear();
            pairs.extend_from_slice(found);
            pairs.sort_unstable();
            return;
        }
        pairs.resize(found.len(), [0; 2]);
        self.ranges.resize_with(self.ranges.len().max(1), InRange::default);
        self.ranges[0].sort(std::iter::once(found), 0, n, pairs);
    }

    /// The same for pairs that were found in several parts.
    pub(super) fn gather<P: Send + Sync>(
        &mut self,
        threads: &Threads,
        found: &mut [(P, Found)],
        n: usize,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        if let [(_, one)] = found {
            return self.sort(&one.pairs, n, pairs);
        }
        let total = found.iter().map(|(_, found)| found.pairs.len()).sum();
        if is_sparse(total, n) {
            pairs.clear();
            found.iter().for_each(|(_, found)| pairs.extend_from_slice(&found.pairs));
            pairs.sort_unstable();
            return;
        }
        let threads = if n + total < ENOUGH { &Threads::ONE } else { threads };
        let shift = (n / (8 * threads.count())).max(1).ilog2().clamp(NARROWEST, WIDEST);
        let ranges = ((n - 1) >> shift) + 1;
        threads.each(found, |_, (_, found)| found.part(shift, ranges));
        self.ranges.resize_with(self.ranges.len().max(ranges), InRange::default);
        for (k, range) in self.ranges[..ranges].iter_mut().enumerate() {
            range.count = found.iter().map(|(_, found)| found.of_range(k).len()).sum();
        }
        pairs.resize(total, [0; 2]);
        let (found, mut rest) = (&*found, &mut pairs[..]);
        let in_place = self.ranges[..ranges].iter_mut().enumerate().map(|(k, range)| {
            let (pairs, behind) = std::mem::take(&mut rest).split_at_mut(range.count);
            rest = behind;
            (k, range, pairs)
        });
        threads.share(ranges, in_place, |(k, range, pairs)| {
            range.sort(found.iter().map(|(_, found)| found.of_range(k)), k << shift, 1 << shift, pairs);
        });
    }
}

/// Whether it would cost more to look at every body than to sort the pairs; or they are too many to be counted.
fn is_sparse(pairs: usize, n: usize) -> bool {
    pairs < n / 32 || pairs > u32::MAX as usize
}

impl InRange {
    /// Writes pairs whose first body is one of `n` from `first` on in their order.
    fn sort<'a>(
        &mut self,
        found: impl Iterator<Item = &'a [[u32; 2]]> + Clone,
        first: usize,
        n: usize,
        pairs: &mut [[u32; 2]],
    ) {
        let most = self.by_first(found, first as u32, n, pairs);
        if most <= FEW {
            sort_few(pairs);
        } else {
            // Each start has moved to where the next body's pairs begin.
            let mut from = 0;
            for &to in &self.starts {
                pairs[from..to as usize].sort_unstable();
                from = to as usize;
            }
        }
    }

    /// By the first body alone; the most pairs that any has.
    fn by_first<'a>(
        &mut self,
        found: impl Iterator<Item = &'a [[u32; 2]]> + Clone,
        first: u32,
        n: usize,
        pairs: &mut [[u32; 2]],
    ) -> u32 {
        self.starts.clear();
        self.starts.resize(n, 0);
        for found in found.clone() {
            for [a, _] in found {
                self.starts[(*a - first) as usize] += 1;
            }
        }
        let (mut sum, mut most) = (0, 0);
        for start in &mut self.starts {
            let count = *start;
            most = most.max(count);
            *start = sum;
            sum += count;
        }
        for found in found {
            for pair in found {
                let start = &mut self.starts[(pair[0] - first) as usize];
                pairs[*start as usize] = *pair;
                *start += 1;
            }
        }
        most
    }
}

/// Each pair is at most a few places from its own.
fn sort_few(pairs: &mut [[u32; 2]]) {
    for k in 1..pairs.len() {
        let pair = pairs[k];
        let mut at = k;
        while at > 0 && pairs[at - 1] > pair {
            pairs[at] = pairs[at - 1];
            at -= 1;
        }
        pairs[at] = pair;
    }
}

//! Sorts pairs by the first body, then by the second.

use crate::broad::found::FoundPairs;
use crate::threads::Threads;

/// Scratch memory, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct PairOrder {
    /// One entry for each range of consecutive bodies, in the order of spawn.
    ranges: Vec<InRange>,
}

/// The pairs whose first body is in a range.
#[derive(Debug, Default)]
struct InRange {
    count: usize,
    /// The index of the first pair of each first body.
    starts: Vec<u32>,
}

/// Up to this number of pairs for each body, pairs are sorted by insertion.
const FEW: u32 = 24;
/// A range has at most 2^14 bodies: its pairs and counts fit in a cache of 1 MiB.
const WIDEST: u32 = 14;
/// A range has at least 2^10 bodies.
const NARROWEST: u32 = 10;
/// The number of bodies and pairs for which threads are worth their cost: fewer are sorted before a thread wakes up.
const ENOUGH: usize = 1 << 14;

impl PairOrder {
    /// Writes the pairs of `n` bodies in sorted order.
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

    /// Writes pairs that were found in several parts in sorted order.
    pub(super) fn gather<P: Send + Sync>(
        &mut self,
        threads: &Threads,
        found: &mut [(P, FoundPairs)],
        n: usize,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        // Searches on more threads in earlier steps leave parts that are empty now.
        let used = found.iter().rposition(|(_, found)| !found.pairs.is_empty()).map_or(0, |last| last + 1);
        let found = &mut found[..used];
        if let [] | [_] = found {
            return self.sort(found.first().map_or(&[], |(_, one)| &one.pairs), n, pairs);
        }
        let total = found.iter().map(|(_, found)| found.pairs.len()).sum();
        if is_sparse(total, n) {
            pairs.clear();
            found.iter().for_each(|(_, found)| pairs.extend_from_slice(&found.pairs));
            pairs.sort_unstable();
            return;
        }
        let threads = if n + total < ENOUGH { &Threads::ONE } else { threads };
        let shift = (n / (8 * threads.at_work())).max(1).ilog2().clamp(NARROWEST, WIDEST);
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

/// Whether sorting the pairs is cheaper than a pass over all bodies, or the pairs are too many to count in u32.
fn is_sparse(pairs: usize, n: usize) -> bool {
    pairs < n / 32 || pairs > u32::MAX as usize
}

impl InRange {
    /// Writes the pairs whose first body is one of `n` from `first` on, in sorted order.
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
            // Each start has moved to the first pair of the next body.
            let mut from = 0;
            for &to in &self.starts {
                pairs[from..to as usize].sort_unstable();
                from = to as usize;
            }
        }
    }

    /// Sorts by the first body only; returns the largest number of pairs of a body.
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

/// Sorts pairs by insertion; each pair is at most a few positions away from its own.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pairs as what a search found.
    fn of(pairs: &[[u32; 2]]) -> FoundPairs {
        let mut found = FoundPairs::default();
        found.pairs.extend_from_slice(pairs);
        found
    }

    /// Calls `see` with every list of some of the pairs, in every order.
    fn each_list(left: &mut Vec<[u32; 2]>, list: &mut Vec<[u32; 2]>, see: &mut impl FnMut(&[[u32; 2]])) {
        see(list);
        for k in 0..left.len() {
            let pair = left.swap_remove(k);
            list.push(pair);
            each_list(left, list, see);
            list.pop();
            left.push(pair);
            let last = left.len() - 1;
            left.swap(k, last);
        }
    }

    /// Ranks are right for every list of different pairs of four bodies, in every order, found by one search or by two.
    #[test]
    fn every_list_of_pairs_of_four_bodies_is_sorted() {
        let mut all: Vec<[u32; 2]> = (0..4).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let (mut order, mut lists) = (PairOrder::default(), 0);
        let threads = Threads::new(2);
        each_list(&mut all, &mut Vec::new(), &mut |found| {
            let mut expected = found.to_vec();
            expected.sort_unstable();
            let mut sorted = vec![[9; 2]];
            order.sort(found, 4, &mut sorted);
            assert_eq!(sorted, expected);
            for cut in 0..=found.len() {
                let mut parts = [((), of(&found[..cut])), ((), of(&found[cut..]))];
                order.gather(&threads, &mut parts, 4, &mut sorted);
                assert_eq!(sorted, expected, "cut at {cut}");
            }
            lists += 1;
        });
        assert_eq!(lists, 1957);
    }

    /// The same where bodies lie in several ranges, have many pairs each, or have few pairs in all.
    #[test]
    fn pairs_of_many_bodies_are_sorted() {
        let mut random = crate::kernels::random::Random::new(8);
        for (n, count) in [(5000, 30), (5000, 20_000), (40, 700), (70_000, 50_000)] {
            let body = |random: &mut crate::kernels::random::Random| random.below(n) as u32;
            let pair = |_| {
                let (a, b) = (body(&mut random), body(&mut random));
                [a.min(b), a.max(b)]
            };
            let mut found: Vec<[u32; 2]> = (0..count).map(pair).collect();
            found.retain(|pair| pair[0] < pair[1]);
            let mut expected = found.clone();
            expected.sort_unstable();
            let (mut order, mut sorted) = (PairOrder::default(), Vec::new());
            order.sort(&found, n as usize, &mut sorted);
            assert!(sorted == expected, "{n}");
            for threads in [1, 2, 3].map(Threads::new) {
                let parts = found.chunks(found.len() / 3 + 1);
                let mut parts: Vec<((), FoundPairs)> = parts.map(|part| ((), of(part))).collect();
                order.gather(&threads, &mut parts, n as usize, &mut sorted);
                assert!(sorted == expected, "{n}");
            }
        }
    }
}

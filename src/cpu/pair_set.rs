//! A set of pairs of rows that have grazed. Lookup and insertion take constant time for any number of pairs.

use std::hint::select_unpredictable;

use crate::simd::{Kernel, Lanes, Simd};

/// A set of pairs. They are words in a table with open addressing, at most three quarters full. The entries of a bucket
/// are compared at once, because no branch predictor could guess how many must be looked at.
#[derive(Debug, Clone, Default)]
pub(crate) struct PairSet {
    /// Their number is a power of two, or 0.
    buckets: Vec<Bucket>,
    count: usize,
    /// Scratch.
    spare: Vec<u64>,
}

/// As many words as a cache line. Its first words are taken, the others are free.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Bucket([u64; BUCKET]);

const BUCKET: usize = 8;

impl Bucket {
    const EMPTY: Bucket = Bucket([FREE; BUCKET]);

    /// Returns the number of its words, and whether this word is one of them.
    #[inline(always)]
    fn look(&self, word: u64) -> (usize, bool) {
        let (mut taken, mut is_here) = (0, false);
        for &other in &self.0 {
            taken += usize::from(other != FREE);
            is_here |= other == word;
        }
        (taken, is_here)
    }

    /// Returns its words.
    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0[..self.look(FREE).0]
    }
}

/// The word of a free entry. No pair is this word, because no row has so high a number.
const FREE: u64 = u64::MAX;
/// The least number of buckets.
const LEAST: usize = 2;

/// Returns two rows as one word; words have the order of pairs.
#[inline(always)]
pub(crate) fn word([a, b]: [u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[inline(always)]
fn pair(word: u64) -> [u32; 2] {
    [(word >> 32) as u32, word as u32]
}

impl PairSet {
    /// Makes a set of these pairs.
    pub(crate) fn of(pairs: &[[u32; 2]]) -> PairSet {
        let mut set = PairSet::default();
        pairs.iter().for_each(|&pair| {
            set.insert(pair);
        });
        set
    }

    #[inline(always)]
    pub(crate) fn contains(&self, pair: [u32; 2]) -> bool {
        if self.buckets.is_empty() {
            return false;
        }
        let word = word(pair);
        let mut k = first_bucket(word, self.buckets.len());
        loop {
            let (taken, is_here) = self.buckets[k].look(word);
            if is_here | (taken < BUCKET) {
                return is_here;
            }
            k = (k + 1) & (self.buckets.len() - 1);
        }
    }

    /// Adds a pair. Returns whether it is new.
    #[inline(always)]
    pub(crate) fn insert(&mut self, pair: [u32; 2]) -> bool {
        if 4 * self.count >= 3 * BUCKET * self.buckets.len() {
            self.grow();
        }
        let is_new = put(&mut self.buckets, word(pair));
        self.count += usize::from(is_new);
        is_new
    }

    /// Prefetches the entry of a pair.
    #[inline(always)]
    pub(crate) fn prefetch_entry(&self, pair: [u32; 2]) {
        if !self.buckets.is_empty() {
            let k = first_bucket(word(pair), self.buckets.len());
            crate::simd::prefetch(&self.buckets[k..=k]);
        }
    }

    /// Iterates over all words, in no defined order.
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.buckets.iter().flat_map(|bucket| bucket.words().iter().copied())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = (2 * self.buckets.len()).max(LEAST);
        let mut grown = vec![Bucket::EMPTY; size];
        Simd::for_pairs().run(PutAll { from: &self.buckets, to: &mut grown });
        self.buckets = grown;
    }

    /// Replaces each pair by what `becomes` returns for it, and drops those for which it returns `None`.
    pub(crate) fn map(&mut self, becomes: impl Fn([u32; 2]) -> Option<[u32; 2]>) {
        if self.count == 0 {
            return;
        }
        self.spare.clear();
        let mut spare = std::mem::take(&mut self.spare);
        spare.extend(self.words().filter_map(|word| becomes(pair(word))).map(word));
        self.buckets.fill(Bucket::EMPTY);
        for &word in &spare {
            put(&mut self.buckets, word);
        }
        self.spare = spare;
        self.count = self.spare.len();
    }

    /// Returns all pairs in order.
    pub(crate) fn in_order(&self) -> Vec<[u32; 2]> {
        let mut words: Vec<u64> = self.words().collect();
        words.sort_unstable();
        words.into_iter().map(pair).collect()
    }

    /// Prefetches the beginning of the table.
    pub(crate) fn prefetch(&self) {
        crate::simd::prefetch(&self.buckets);
    }
}

/// Puts all words of a table into a larger one.
struct PutAll<'a> {
    from: &'a [Bucket],
    to: &'a mut [Bucket],
}

impl Kernel for PutAll<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let PutAll { from, to } = self;
        // (Nearly all words of a bucket go to one of two buckets, so memory is written in order.)
        for bucket in from {
            for &word in bucket.words() {
                put(to, word);
            }
        }
    }
}

/// Returns the index of the bucket where the search for a word begins.
#[inline(always)]
fn first_bucket(word: u64, buckets: usize) -> usize {
    // The shifts let both halves of the word affect all bits that are kept.
    let mixed = (word ^ word >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32) as usize & (buckets - 1)
}

/// Puts a word into a table that has room. Returns whether it was not there.
#[inline(always)]
fn put(buckets: &mut [Bucket], word: u64) -> bool {
    let last = buckets.len() - 1;
    let mut k = first_bucket(word, buckets.len());
    loop {
        let bucket = &mut buckets[k];
        let (taken, is_here) = bucket.look(word);
        if taken < BUCKET {
            // (Written in any case, because no branch predictor could guess whether the word is there.)
            bucket.0[taken] = select_unpredictable(is_here, FREE, word);
        }
        if is_here | (taken < BUCKET) {
            return !is_here;
        }
        k = (k + 1) & last;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn is_a_set() {
        let mut state = 1_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((state >> 33) % n) as u32
        };
        let (mut set, mut expected) = (PairSet::default(), BTreeSet::new());
        assert!(!set.contains([0, 1]));
        for round in 0..20_000 {
            let pair = [below(300), below(300)];
            assert_eq!(set.contains(pair), expected.contains(&pair));
            if round % 3 == 0 {
                assert_eq!(set.insert(pair), expected.insert(pair));
            }
            if round % 2000 == 1999 {
                let becomes = |[a, b]: [u32; 2]| (a % 3 != 0).then_some([a / 3, b]);
                set.map(becomes);
                expected = expected.into_iter().filter_map(becomes).collect();
            }
            if round % 500 == 0 {
                assert_eq!(set.in_order(), expected.iter().copied().collect::<Vec<_>>());
                assert_eq!(PairSet::of(&set.in_order()).in_order(), set.in_order());
            }
        }
        assert!(expected.len() > 100);
    }
}

//! A set of pairs of rows that have grazed. Lookup and insertion take constant time for any number of pairs.

/// A set of pairs. They are words in a table with open addressing, at most three quarters full.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs {
    table: Vec<u64>,
    count: usize,
    /// Scratch.
    spare: Vec<u64>,
}

/// The word of a free entry. No pair is this word, because no row has so high a number.
const FREE: u64 = u64::MAX;
/// The least size of a table.
const LEAST: usize = 16;

/// Returns two rows as one word; words have the order of pairs.
#[inline(always)]
pub(super) fn word([a, b]: [u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[inline(always)]
fn pair(word: u64) -> [u32; 2] {
    [(word >> 32) as u32, word as u32]
}

impl Pairs {
    /// Makes a set of these pairs.
    pub(super) fn of(pairs: &[[u32; 2]]) -> Pairs {
        let mut set = Pairs::default();
        pairs.iter().for_each(|&pair| {
            set.insert(pair);
        });
        set
    }

    #[inline(always)]
    pub(super) fn contains(&self, pair: [u32; 2]) -> bool {
        !self.table.is_empty() && self.table[self.place(word(pair))] != FREE
    }

    /// Adds a pair. Returns whether it is new.
    #[inline(always)]
    pub(super) fn insert(&mut self, pair: [u32; 2]) -> bool {
        if 4 * self.count >= 3 * self.table.len() {
            self.grow();
        }
        let word = word(pair);
        let place = self.place(word);
        let is_new = self.table[place] == FREE;
        self.table[place] = word;
        self.count += usize::from(is_new);
        is_new
    }

    /// Prefetches the entry of a pair.
    #[inline(always)]
    pub(super) fn prefetch_entry(&self, pair: [u32; 2]) {
        if !self.table.is_empty() {
            let place = self.first_place(word(pair));
            crate::simd::prefetch(&self.table[place..=place]);
        }
    }

    /// Returns the index where the search for a pair begins.
    #[inline(always)]
    fn first_place(&self, word: u64) -> usize {
        // The shifts let both halves of the word affect all bits that are kept.
        let mixed = (word ^ word >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32) as usize & (self.table.len() - 1)
    }

    /// Returns the index where a pair is or would be.
    #[inline(always)]
    fn place(&self, word: u64) -> usize {
        let last = self.table.len() - 1;
        let mut place = self.first_place(word);
        while self.table[place] != word && self.table[place] != FREE {
            place = (place + 1) & last;
        }
        place
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(LEAST);
        let old = std::mem::replace(&mut self.table, vec![FREE; size]);
        for word in old.into_iter().filter(|&word| word != FREE) {
            let place = self.place(word);
            self.table[place] = word;
        }
    }

    /// Replaces each pair by what `becomes` returns for it, and drops those for which it returns `None`.
    pub(super) fn map(&mut self, becomes: impl Fn([u32; 2]) -> Option<[u32; 2]>) {
        if self.count == 0 {
            return;
        }
        self.spare.clear();
        let pairs = self.table.iter().filter(|&&word| word != FREE);
        self.spare.extend(pairs.filter_map(|&word| becomes(pair(word))).map(word));
        self.table.fill(FREE);
        for k in 0..self.spare.len() {
            let place = self.place(self.spare[k]);
            self.table[place] = self.spare[k];
        }
        self.count = self.spare.len();
    }

    /// Returns all pairs in order.
    pub(super) fn in_order(&self) -> Vec<[u32; 2]> {
        let mut words: Vec<u64> = self.table.iter().copied().filter(|&word| word != FREE).collect();
        words.sort_unstable();
        words.into_iter().map(pair).collect()
    }

    /// Prefetches the beginning of the table.
    pub(super) fn prefetch(&self) {
        crate::simd::prefetch(&self.table);
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
        let (mut set, mut expected) = (Pairs::default(), BTreeSet::new());
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
                assert_eq!(Pairs::of(&set.in_order()).in_order(), set.in_order());
            }
        }
        assert!(expected.len() > 100);
    }
}

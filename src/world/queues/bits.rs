//! A yes or no for every key.

use crate::world::rules::Key;

/// Yes or no by number, a byte each: a byte is written without a look at its neighbors.
#[derive(Debug, Clone, Default)]
pub(super) struct Bits(Vec<u8>);

impl Bits {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline(always)]
    pub(super) fn reserve(&mut self, more: usize) {
        self.0.reserve(more);
    }

    /// Makes room for `count` numbers. Each new one is a no.
    #[inline(always)]
    pub(super) fn resize(&mut self, count: usize) {
        self.0.resize(count, 0);
    }

    /// Appends numbers.
    #[inline(always)]
    pub(super) fn extend(&mut self, more: impl Iterator<Item = bool>) {
        self.0.extend(more.map(u8::from));
    }

    /// Makes a number a yes if `is_set`; else leaves it as it is.
    #[inline(always)]
    pub(super) fn set(&mut self, k: u32, is_set: bool) {
        self.0[k as usize] |= u8::from(is_set);
    }

    /// Writes whether a number is a yes.
    #[inline(always)]
    pub(super) fn put(&mut self, k: u32, is_set: bool) {
        self.0[k as usize] = u8::from(is_set);
    }

    #[inline(always)]
    pub(super) fn get(&self, k: u32) -> bool {
        self.0[k as usize] != 0
    }

    /// Appends the keys whose number is a yes, in order, without a branch on the answers.
    #[inline(always)]
    pub(super) fn select(&self, keys: &[Key], to: &mut Vec<Key>) {
        let (first, all) = (to.len(), self.0.iter().map(|&is_set| usize::from(is_set)).sum::<usize>());
        // One more, because a key is written before it is known whether it counts. (The list grows as it does by pushes.)
        to.reserve((first + all + 1).next_power_of_two() - first);
        to.resize(first + all + 1, Key { a: 0, b: 0, regions: [0, 0] });
        let mut count = 0;
        for (key, &is_set) in keys.iter().zip(&self.0) {
            to[first + count] = *key;
            count += usize::from(is_set);
        }
        to.truncate(first + all);
    }
}

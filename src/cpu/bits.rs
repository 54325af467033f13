//! A yes or no for every pair of a block.

/// Yes or no by number, a byte each: a byte is written without a look at its neighbors.
#[derive(Debug, Clone, Default)]
pub(super) struct PairBits(Vec<u8>);

impl PairBits {
    /// Makes `count` numbers, each a no.
    #[inline(always)]
    pub(super) fn reset(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count, 0);
    }

    /// Makes a number a yes if `is_set`; else leaves it as it is.
    #[inline(always)]
    pub(super) fn set(&mut self, k: u32, is_set: bool) {
        self.0[k as usize] |= u8::from(is_set);
    }

    #[inline(always)]
    pub(super) fn get(&self, k: u32) -> bool {
        self.0[k as usize] != 0
    }

    /// Returns some numbers, from `first` on, to be written.
    #[inline(always)]
    pub(super) fn some(&mut self, first: usize, count: usize) -> &mut [u8] {
        &mut self.0[first..first + count]
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[u8] {
        &self.0
    }
}

//! A bit for every key.

/// Bits by number, in words.
#[derive(Debug, Clone, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes room for bit `k`, which is the next one. The bit is not set.
    #[inline(always)]
    pub(super) fn make_room(&mut self, k: usize) {
        if k.is_multiple_of(64) {
            self.0.push(0);
        }
    }

    /// Sets a bit if `is_set`; else leaves it as it is.
    #[inline(always)]
    pub(super) fn set(&mut self, k: u32, is_set: bool) {
        self.0[k as usize / 64] |= u64::from(is_set) << (k % 64);
    }

    #[inline(always)]
    pub(super) fn get(&self, k: u32) -> bool {
        self.0[k as usize / 64] >> (k % 64) & 1 == 1
    }

    /// Calls `set` with the number of each set bit, in order.
    #[inline(always)]
    pub(super) fn each(&self, mut set: impl FnMut(usize)) {
        for (k, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                set(64 * k + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

//! Yes-or-no answers, 64 to a word.

/// A bit for each pair of a batch.
///
/// ```
/// use kasuri::batch::{Batch, CirclePoses};
/// let shots = CirclePoses { x: &[0.0, 9.0, 30.0], y: &[0.0; 3], r: &[2.0; 3] };
/// let rocks = CirclePoses { x: &[3.0, 90.0, 33.0], y: &[1.0; 3], r: &[4.0; 3] };
/// let hits = Batch::new().overlaps(shots, rocks)?;
/// assert_eq!((hits.len(), hits.count(), hits.get(1)), (3, 2, false));
/// assert_eq!(hits.words(), [0b101]);
/// assert_eq!(hits.iter().collect::<Vec<_>>(), [0, 2]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    /// Builds bits from words of 64 pairs each; bits past the last pair are 0.
    pub(super) fn from_words(words: Vec<u64>, len: usize) -> Bits {
        debug_assert_eq!(words.len(), len.div_ceil(64));
        Bits { words, len }
    }

    /// Returns `len` bits, none of them set.
    #[cfg(feature = "gpu")]
    pub(crate) fn none(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(64)], len }
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn set(&mut self, index: u32) {
        self.words[index as usize / 64] |= 1 << (index % 64);
    }

    /// Sets the bits of consecutive pairs from `first` on, 32 to a word.
    #[cfg(feature = "gpu")]
    pub(crate) fn put(&mut self, first: usize, words: &[u32]) {
        for (at, &word) in (first..).step_by(32).zip(words).filter(|(_, word)| **word != 0) {
            let wide = u128::from(word) << (at % 64);
            let halves = [wide as u64, (wide >> 64) as u64];
            self.words.iter_mut().skip(at / 64).zip(halves).for_each(|(to, half)| *to |= half);
        }
    }

    /// Returns the bit of a pair; false past the last.
    pub fn get(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of set bits.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Returns all bits, 64 to a word; those past the last pair are 0.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the indices of the set bits, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.words).flat_map(|(k, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * k + bit)
        })
    }
}

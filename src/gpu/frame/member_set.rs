//! Sets of bodies, a bit a body.

/// A set of bodies by their numbers.
#[derive(Debug, Default)]
pub(super) struct MemberSet {
    words: Vec<u64>,
    count: usize,
}

/// Bodies per word.
pub(super) const BITS: usize = u64::BITS as usize;

impl MemberSet {
    /// Returns the number of bodies in it.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn add(&mut self, body: u32) {
        let (word, bit) = (body as usize / BITS, 1 << (body as usize % BITS));
        self.reach(word + 1);
        self.count += usize::from(self.words[word] & bit == 0);
        self.words[word] |= bit;
    }

    /// Makes room for a number of words.
    fn reach(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// Returns the words that have the bodies from `first` up to `end`, and the count, which the caller keeps right.
    pub(super) fn words(&mut self, first: usize, end: usize) -> (&mut [u64], &mut usize) {
        self.reach(end.div_ceil(BITS));
        (&mut self.words[first / BITS..end.div_ceil(BITS)], &mut self.count)
    }

    /// Iterates over the bodies in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some((word * BITS) as u32 + bit)
            })
        })
    }

    pub(super) fn clear(&mut self) {
        if self.count > 0 {
            self.words.fill(0);
            self.count = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_body_is_in_it_once_and_in_order() {
        let mut set = MemberSet::default();
        [70, 3, 64, 3, 63, 700, 70].into_iter().for_each(|body| set.add(body));
        assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (5, vec![3, 63, 64, 70, 700]));
        set.clear();
        assert_eq!((set.len(), set.iter().next()), (0, None));
        let (words, count) = set.words(60, 130);
        assert_eq!(words.len(), 3);
        words[1] |= 0b101;
        *count += 2;
        assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (2, vec![64, 66]));
    }
}

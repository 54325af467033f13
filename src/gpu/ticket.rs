//! What is asked of a batch, and what comes back.

use std::sync::Arc;

use crate::answer::Hit;
use crate::form::{Form, Touching};
use crate::gpu::run::Run;

/// How much is wanted of each pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Want {
    /// A bit each: whether it overlaps.
    Bits,
    /// The indices of those that overlap.
    List,
    /// The whole numbers of those that overlap, too.
    Integers,
}

/// A batch under way. What it was asked of is kept with it: bodies may move on meanwhile.
#[derive(Debug)]
pub struct Ticket {
    pub(super) want: Want,
    pub(super) touching: Touching,
    pub(super) forms: Arc<Vec<Form>>,
    pub(super) origins: Arc<Vec<[i32; 2]>>,
    pub(super) positions: Arc<Vec<[i32; 2]>>,
    pub(super) runs: Vec<Run>,
    /// Pairs that are the host's, with their places in the batch.
    pub(super) host: Vec<(u32, [u32; 2])>,
    pub(super) report: Report,
}

/// What a batch took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// How many pairs were asked.
    pub pairs: u64,
    /// How many of them the device decided.
    pub on_device: u64,
    /// How many of those had a comparison that f32 could not tell, so that whole numbers did.
    pub past_filter: u64,
    /// How many queues were sent.
    pub queues: u32,
    /// How many were sent again, since their results outgrew their room.
    pub repeated: u32,
    /// Words of covers that were rasterised.
    pub cover_words: u64,
    /// Bytes read back.
    pub bytes_back: u64,
}

/// The answer of a batch.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// Which pairs overlap, as it was asked.
    pub hits: Hits,
    /// What it took.
    pub report: Report,
}

/// Which pairs overlap; each in the order of the batch.
#[derive(Debug, Clone, PartialEq)]
pub enum Hits {
    /// A bit each.
    Bits(Bits),
    /// The places in the batch of those that do.
    List(Vec<u32>),
    /// The same with their whole numbers.
    Integers(Vec<Hit>),
}

/// A bit for each pair of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    /// So many, none of them set.
    pub(super) fn none(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(64)], len }
    }

    pub(super) fn set(&mut self, index: u32) {
        self.words[index as usize / 64] |= 1 << (index % 64);
    }

    /// The bit of a pair; false past the last.
    pub fn get(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many bits are set.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// All bits, 64 a word; those past the last pair are 0.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The places of the set bits, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.words).flat_map(|(k, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * k + bit)
        })
    }
}

//! What is asked of a batch, and what comes back.

use std::sync::Arc;

use crate::answer::Hit;
use crate::batch::Bits;
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

//! What a batch returns: what the caller wants, the pending batch, and its answer.

use std::sync::Arc;

use crate::answer::PairHit;
use crate::batch::Bits;
use crate::form::{Form, Touching};
use crate::gpu::run::SentRun;

/// What to return for each pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Want {
    /// One bit: whether the pair overlaps.
    Bits,
    /// The indices of the pairs that overlap.
    List,
    /// The indices of the pairs that overlap, with their integer results.
    #[doc(hidden)]
    Integers,
}

/// A batch in flight. It keeps the forms and positions that it was submitted with: the bodies may change meanwhile.
#[derive(Debug)]
pub struct Ticket {
    pub(super) want: Want,
    pub(super) touching: Touching,
    pub(super) forms: Arc<Vec<Form>>,
    pub(super) origins: Arc<Vec<[i32; 2]>>,
    pub(super) positions: Arc<Vec<[i32; 2]>>,
    pub(super) sent: Vec<SentRun>,
    pub(super) report: BatchReport,
}

/// The work that a batch took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct BatchReport {
    /// The number of pairs submitted.
    pub pairs: u64,
    /// The number of pairs that the device decided.
    pub on_device: u64,
    /// How many of those needed integers, because f32 could not decide a comparison.
    #[doc(hidden)]
    pub past_filter: u64,
    /// The number of parts that the batch was cut into, with those for integer results.
    #[doc(hidden)]
    pub parts: u32,
    /// Words of covers that were rasterised.
    #[doc(hidden)]
    pub cover_words: u64,
    /// Bytes read back.
    pub bytes_back: u64,
}

/// The answer of a batch.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BatchAnswer {
    /// The pairs that overlap, in the form that was wanted.
    pub hits: Hits,
    /// The work that the batch took.
    pub report: BatchReport,
}

/// The pairs that overlap, in the order of the batch.
#[derive(Debug, Clone, PartialEq)]
pub enum Hits {
    /// One bit per pair.
    Bits(Bits),
    /// The indices, in the batch, of the pairs that overlap.
    List(Vec<u32>),
    /// The indices of the pairs that overlap, with their integer results.
    #[doc(hidden)]
    Integers(Vec<PairHit>),
}

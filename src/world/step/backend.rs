//! The executors that decide a step's candidate pairs. A backend receives integers and returns which regions overlap
//! and which pairs graze. The host applies rules and events, and they are the same for every backend (SPEC 4, 6).

use crate::cpu::pair_set::PairSet;
use crate::cpu::shares::Shares;
use crate::cpu::{Question, RawHits, Touches};
use crate::error::Result;
#[cfg(feature = "gpu")]
use crate::gpu::Gpu;
use crate::threads::Threads;
use crate::world::table::rows::Rows;

/// A request to a backend: the candidate pairs in order, and which touches count between which layers.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) rows: &'a Rows,
    pub(crate) candidates: &'a [[u32; 2]],
    pub(crate) touching: &'a Touches,
    /// Pairs whose grazes are not needed, whether they graze or not.
    pub(crate) grazed: Option<&'a PairSet>,
}

/// An executor of a world's steps. Its answer is complete or an error, never partial.
pub(crate) trait Decide: Send + Sync {
    /// The backend's name.
    fn name(&self) -> &'static str;

    /// Replaces `found` with the answer.
    fn decide(&mut self, asked: Asked<'_>, found: &mut RawHits) -> Result<()>;

    /// Decides a whole step: finds the candidates and replaces `found`. Returns the number of candidates, or `None`
    /// if the caller must find the candidates itself.
    fn decide_all(
        &mut self,
        rows: &mut Rows,
        touching: &Touches,
        found: &mut RawHits,
    ) -> Option<Result<usize>> {
        let _ = (rows, touching, found);
        None
    }

    /// Returns the GPU that a question where a body fits is asked, and whether it is an error where it cannot answer. The
    /// question takes about so many tests of pairs on the CPU, and on a GPU.
    #[cfg(feature = "gpu")]
    fn gpu_for_fits(&self, tests: [f64; 2]) -> Option<(&Gpu, bool)> {
        let _ = tests;
        None
    }
}

/// The CPU backend: `query`, on as many threads as pay off.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct Cpu {
    threads: Threads,
    lists: Shares,
}

impl Cpu {
    pub(in crate::world) fn new(threads: Threads) -> Cpu {
        Cpu { threads, lists: Shares::default() }
    }

    #[cfg(feature = "gpu")]
    pub(in crate::world) fn threads(&self) -> &Threads {
        &self.threads
    }
}

impl Decide for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut RawHits) -> Result<()> {
        let Asked { rows, candidates, touching, grazed } = asked;
        let question = Question { solids: &rows.solids(), pairs: candidates, touching, grazed };
        self.lists.decide(&self.threads, question, found);
        Ok(())
    }
}

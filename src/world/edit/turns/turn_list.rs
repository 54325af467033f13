//! The list of bodies that are turned together, and its parts, which threads share if they are apart.

use std::ops::Range;

use crate::cpu::forms::FormTable;
use crate::threads::Threads;
use crate::world::edit::turns::CHUNK;
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

/// The number of turns that is worth a thread.
const ENOUGH: usize = 1 << 11;

/// The bodies that are turned together, and what the tests found out about them. The memory is reused.
#[derive(Debug, Default)]
pub(in crate::world) struct TurnList {
    /// Their rows.
    pub(super) rows: Vec<u32>,
    /// Whether the scale of each has changed; empty if none has.
    pub(super) is_scaled: Vec<bool>,
    /// The parts that threads turn.
    pub(super) stretches: Vec<TurnStretch>,
    /// Whether all whose angle changes have forms of their own, and no scale changes.
    pub(super) are_ready: bool,
    /// Whether all are circles.
    pub(super) are_round: bool,
}

/// A part of the list, the range of its rows, and that of the chunks of their forms.
#[derive(Debug)]
pub(super) struct TurnStretch {
    pub(super) part: Range<usize>,
    pub(super) first_row: usize,
    pub(super) rows_end: usize,
    pub(super) first_chunk: usize,
    pub(super) chunks_end: usize,
}

impl TurnStretch {
    pub(super) fn of(part: Range<usize>) -> TurnStretch {
        TurnStretch { part, first_row: usize::MAX, rows_end: 0, first_chunk: usize::MAX, chunks_end: 0 }
    }

    #[inline(always)]
    pub(super) fn see(&mut self, row: usize, form: u32) {
        let chunk = FormTable::chunk_of(form);
        (self.first_row, self.rows_end) = (self.first_row.min(row), self.rows_end.max(row + 1));
        (self.first_chunk, self.chunks_end) = (self.first_chunk.min(chunk), self.chunks_end.max(chunk + 1));
    }

    /// Whether a stretch has only rows and chunks before those of another.
    pub(super) fn is_apart(&self, other: &TurnStretch) -> bool {
        (self.rows_end <= other.first_row) & (self.chunks_end <= other.first_chunk)
    }
}

impl TurnList {
    /// Takes the rows of bodies that all live, and cuts the list where their forms are in another chunk. Returns whether all live.
    pub(super) fn cut(&mut self, rows: &Rows, bodies: &[Handle], threads: &Threads) -> bool {
        self.rows.resize(bodies.len(), 0);
        let found = self.rows.chunks_mut(CHUNK).zip(bodies.chunks(CHUNK));
        let all_live = found.into_iter().all(|(found, bodies)| rows.find_rows(bodies, found));
        self.stretches.clear();
        if !all_live {
            return false;
        }
        let count = threads.parts(bodies.len(), ENOUGH);
        let chunk_of = |k: usize| FormTable::chunk_of(rows.forms[self.rows[k] as usize]);
        let mut start = 0;
        for k in 1..=count {
            let at = (k * bodies.len() / count).max(start + 1);
            let end = (at..bodies.len()).find(|&k| chunk_of(k) != chunk_of(k - 1)).unwrap_or(bodies.len());
            if start < end {
                self.stretches.push(TurnStretch::of(start..end));
            }
            start = end;
        }
        true
    }
}

//! Counts of what it takes to decide pairs, so that tests can hold it to ceilings whatever machine they run on. Only builds with the
//! feature `internals` count; in all others these functions do nothing.

#[cfg(feature = "internals")]
use std::cell::Cell;

/// What was done on a thread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkCounts {
    /// Tests of two parts, and of the pixels of a sprite with a part or with another sprite. Where floats cannot decide, the exact
    /// test counts again.
    pub tests: u64,
    /// Pixels that were drawn from texels.
    pub pixels: u64,
    /// Words of 32 pixels that were compared with others, or widened by a margin.
    pub words: u64,
}

#[cfg(feature = "internals")]
const NOTHING: WorkCounts = WorkCounts { tests: 0, pixels: 0, words: 0 };

#[cfg(feature = "internals")]
thread_local! {
    static DONE: Cell<WorkCounts> = const { Cell::new(NOTHING) };
}

/// Returns what this thread has done since the last call.
#[cfg(feature = "internals")]
pub fn take() -> WorkCounts {
    DONE.replace(NOTHING)
}

/// Counts a test.
#[inline(always)]
pub(crate) fn test() {
    #[cfg(feature = "internals")]
    DONE.set(WorkCounts { tests: DONE.get().tests + 1, ..DONE.get() });
}

/// Counts the pixels of a width and height.
#[inline(always)]
pub(crate) fn pixels(size: [i32; 2]) {
    #[cfg(feature = "internals")]
    {
        let [width, height] = size.map(|side| u64::from(side.max(0).unsigned_abs()));
        DONE.set(WorkCounts { pixels: DONE.get().pixels + width * height, ..DONE.get() });
    }
    #[cfg(not(feature = "internals"))]
    let _ = size;
}

/// Counts words.
#[inline(always)]
pub(crate) fn words(count: usize) {
    #[cfg(feature = "internals")]
    DONE.set(WorkCounts { words: DONE.get().words + count as u64, ..DONE.get() });
    #[cfg(not(feature = "internals"))]
    let _ = count;
}

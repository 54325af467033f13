//! Laps: a program that measures is told when each part of a step ends.
//!
//! The stages of a step, in order: `broad`, `decide`, `bounds`, `events`. On a GPU `rows`, which sends what changed, `record`,
//! `submit`, `read` and `keys` come before `decide`. Where threads share the work of a stage, `alone` ends what the calling thread did
//! without the others, and `shared` ends what all did.

use std::cell::Cell;

thread_local! {
    static ON_LAP: Cell<Option<fn(&'static str)>> = const { Cell::new(None) };
}

/// Sets the function that this thread calls at the end of each part. While there is one, worlds use all of their threads, whatever
/// they gain. For Kasuri's own benchmark.
#[doc(hidden)]
pub fn on_lap(call: Option<fn(&'static str)>) {
    ON_LAP.set(call);
}

/// Tells that a part has ended.
#[inline]
pub(crate) fn lap(part: &'static str) {
    if let Some(call) = ON_LAP.get() {
        call(part);
    }
}

/// Whether a program measures on this thread.
#[inline]
pub(crate) fn are_told() -> bool {
    ON_LAP.get().is_some()
}

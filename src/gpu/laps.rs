//! Laps: a program that measures is told when each stage of a step on a GPU ends. The stages of a step, in order: `rows`, which sends
//! what changed; `record`; `submit`; `read`; `keys`. What follows them in a step is the same on every backend.

use std::cell::Cell;

thread_local! {
    static ON_LAP: Cell<Option<fn(&'static str)>> = const { Cell::new(None) };
}

/// Sets the function that this thread calls at the end of each stage. For Kasuri's own benchmark.
#[doc(hidden)]
pub fn on_lap(call: Option<fn(&'static str)>) {
    ON_LAP.set(call);
}

/// Tells that a stage has ended.
#[inline]
pub(crate) fn lap(stage: &'static str) {
    if let Some(call) = ON_LAP.get() {
        call(stage);
    }
}

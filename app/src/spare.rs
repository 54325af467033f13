//! Whether more threads can be started. Drivers of GPUs start threads of their own. Where a thread cannot be started, some drivers
//! never return.

use std::sync::{Arc, Mutex};
use std::thread;

/// Says why not, if fewer than `wanted` threads can be started besides this one. `what` is what needs them.
pub(crate) fn threads(wanted: usize, what: &str) -> Result<(), String> {
    let found = count(wanted);
    if found >= wanted {
        return Ok(());
    }
    Err(format!(
        "{what} may need {wanted} threads more, and this program can start {found}; a higher limit is needed (ulimit -u)"
    ))
}

/// Does so for the drivers of GPUs. Those of software start up to two threads per core, and a few more.
pub(crate) fn threads_for_gpus() -> Result<(), String> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    threads(2 * cores.min(32) + 4, "a driver of a GPU")
}

/// Returns how many of `wanted` threads can run at the same time.
fn count(wanted: usize) -> usize {
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock();
    let start = |_| {
        let gate = gate.clone();
        thread::Builder::new().spawn(move || drop(gate.lock())).ok()
    };
    let started: Vec<_> = (0..wanted).map_while(start).collect();
    drop(closed);
    let found = started.len();
    started.into_iter().for_each(|thread| drop(thread.join()));
    found
}

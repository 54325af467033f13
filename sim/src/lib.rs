//! Simulated lives of worlds: one seed makes one script of operations, and one run of it.
//!
//! Every call goes to a world, to its twin that computes in another way (threads, instruction set, broad phase, batch, backend), and
//! to a mirror of plain values. Every step is held to the reference, as tests/world_soak does, and to the twin's answer and hash.
#![allow(missing_docs, unreachable_pub)]

mod edits;
pub mod generate;
#[cfg(feature = "gpu")]
mod gpus;
mod held;
mod life;
mod meets;
mod mirror;
pub mod operations;
mod saved;
pub mod shrink;
mod worlds;

#[allow(unused_imports, clippy::print_stdout)]
#[path = "../../tests/common/mod.rs"]
mod common;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use life::Tally;
use operations::Operation;

/// A run that went wrong: the operation and what was wrong.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The place of the operation in the script.
    pub operation: usize,
    pub what: String,
}

thread_local! {
    static PANICKED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Lets panics be told as differences instead of being printed.
pub fn catch_panics() {
    std::panic::set_hook(Box::new(|info| PANICKED.set(info.to_string())));
}

/// Runs a script.
///
/// # Errors
/// Returns the first difference. A panic is one.
pub fn run(script: &[Operation]) -> Result<Tally, Difference> {
    let mut operation = 0;
    let ran = catch_unwind(AssertUnwindSafe(|| life::run(script, &mut operation)));
    let what = match ran {
        Ok(Ok(tally)) => return Ok(tally),
        Ok(Err(what)) => what,
        Err(_) => PANICKED.take(),
    };
    Err(Difference { operation, what })
}

//! What time it is, for what is measured. Nothing that a step does depends on it.

use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Takes the time from the caller, where Rust has no clock: in a browser. The first one stays.
pub fn set(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// The time since some moment or other; always the same moment.
pub(crate) fn now() -> Duration {
    CLOCK.get_or_init(|| rust_clock)()
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn rust_clock() -> Duration {
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Here Rust's own would panic.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn rust_clock() -> Duration {
    Duration::ZERO
}

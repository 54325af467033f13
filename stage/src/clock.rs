//! The clock for measurements. Nothing that a step does depends on it.

use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Uses the caller's clock, for browsers, where Rust has no clock. Only the first call has an effect.
pub fn set(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// Returns the time since a fixed, unspecified moment.
pub(crate) fn now() -> Duration {
    CLOCK.get_or_init(|| rust_clock)()
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn rust_clock() -> Duration {
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Rust's own clock would panic here.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn rust_clock() -> Duration {
    Duration::ZERO
}

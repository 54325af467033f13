//! The checks of tests/portable for WebAssembly: scripts/portability runs them in node and in a browser.
#![allow(unreachable_pub)]

#[path = "../../held.rs"]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod held;

/// Runs 1000 steps of the golden session and all scenes. Returns 0 where every byte is right, else bits for the
/// failures.
#[allow(unsafe_code)] // An exported name; nothing else here is unsafe.
#[unsafe(no_mangle)]
pub extern "C" fn differences() -> u32 {
    u32::from(held::golden_session(1000).is_err()) | u32::from(held::answers().is_err()) << 1
}

//! What tests/portable holds, for WebAssembly: scripts/portability runs it in node and in a browser.
#![allow(unreachable_pub)]

#[path = "../../held.rs"]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod held;

/// 1000 steps of the golden session and all scenes: 0 where every byte is as it should be, else which of the two is not.
#[allow(unsafe_code)] // A name that can be called from outside; nothing else here has it.
#[unsafe(no_mangle)]
pub extern "C" fn differences() -> u32 {
    u32::from(held::golden_session(1000).is_err()) | u32::from(held::answers().is_err()) << 1
}

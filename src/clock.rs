//! Timing of stages, on platforms with a clock. WebAssembly in a browser has none, and using it there panics.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) use std::time::Instant;

/// A placeholder for a moment: every stage takes no time.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
impl Instant {
    pub(crate) fn now() -> Instant {
        Instant
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn elapsed(self) -> std::time::Duration {
        std::time::Duration::ZERO
    }

    pub(crate) fn duration_since(self, _: Instant) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

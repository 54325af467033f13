//! Whether a buffer is mapped that an encoder of the caller maps when it is submitted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

const WAITS: u8 = 0;
const MAPPED: u8 = 1;
const LOST: u8 = 2;

/// The state of a mapping; clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct MapState(Arc<AtomicU8>);

impl MapState {
    /// The state of a buffer that is mapped.
    pub(super) fn mapped() -> MapState {
        MapState(Arc::new(AtomicU8::new(MAPPED)))
    }

    pub(super) fn is_mapped(&self) -> bool {
        self.0.load(Relaxed) == MAPPED
    }

    /// Whether the buffer will never be mapped: the encoder was dropped, or the device was lost.
    pub(super) fn is_lost(&self) -> bool {
        self.0.load(Relaxed) == LOST
    }

    /// Returns the callback for a mapping that begins.
    pub(super) fn told(&self) -> impl FnOnce(Result<(), wgpu::BufferAsyncError>) + Send + 'static {
        self.0.store(WAITS, Relaxed);
        let end = MapEnd(self.0.clone());
        move |result| end.set(if result.is_ok() { MAPPED } else { LOST })
    }
}

/// The end of a mapping. An encoder that is dropped drops its callbacks.
struct MapEnd(Arc<AtomicU8>);

impl MapEnd {
    fn set(&self, state: u8) {
        self.0.store(state, Relaxed);
    }
}

impl Drop for MapEnd {
    fn drop(&mut self) {
        let _ = self.0.compare_exchange(WAITS, LOST, Relaxed, Relaxed);
    }
}

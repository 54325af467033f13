//! Writes to buffers that an encoder of the caller makes, as copies. What a queue writes comes before everything that is submitted next; an encoder of the
//! caller may contain several frames, and each needs its own data.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::upload::Uploads;
use crate::threads::Threads;

/// Writes to buffers that wait for an encoder.
#[derive(Debug, Default)]
pub(super) struct LateWrites(Mutex<Option<WaitingWrites>>);

#[derive(Debug, Default)]
struct WaitingWrites {
    bytes: Vec<u8>,
    /// The buffer of each write, the first byte in it, and the number of bytes.
    parts: Vec<(wgpu::Buffer, u64, u64)>,
}

impl LateWrites {
    /// Keeps all writes from now on.
    pub(super) fn begin(&self) {
        self.writes().get_or_insert_default();
    }

    /// Keeps a write if writes are kept; returns whether it did.
    pub(super) fn keep(&self, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) -> bool {
        let mut writes = self.writes();
        let Some(writes) = &mut *writes else { return false };
        writes.bytes.extend_from_slice(bytes);
        writes.parts.push((buffer.clone(), offset, bytes.len() as u64));
        true
    }

    /// Records the writes as copies. Returns the number of bytes.
    pub(super) fn record(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        uploads: &mut Uploads,
    ) -> Result<u64> {
        let Some(writes) = self.writes().replace(WaitingWrites::default()) else { return Ok(0) };
        uploads.send_parts(gpu, encoder, &writes.parts, &writes.bytes, &Threads::ONE)
    }

    fn writes(&self) -> MutexGuard<'_, Option<WaitingWrites>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Reads results back: staging buffers that are mapped when the device is done.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::make;

/// A buffer that the host can map. It is not reused by itself: its owner keeps it for the next readback.
#[derive(Debug)]
pub(super) struct Staging {
    buffer: wgpu::Buffer,
}

/// The state of a staging buffer's mapping.
#[derive(Debug, Default)]
struct State {
    result: Option<std::result::Result<(), wgpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

/// A mapping in progress.
#[derive(Debug)]
pub(super) struct Mapping {
    gpu: Gpu,
    state: Arc<Mutex<State>>,
}

impl Staging {
    /// Makes a buffer with room for `bytes` bytes.
    pub(super) fn new(gpu: &Gpu, bytes: u64) -> Staging {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        Staging { buffer: make(gpu, "readback", usage, bytes) }
    }

    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Requests a mapping of the first `bytes` bytes, to happen after all work submitted before is done.
    pub(super) fn map(&self, gpu: &Gpu, bytes: u64) -> Mapping {
        let state: Arc<Mutex<State>> = Arc::default();
        let told = state.clone();
        self.buffer.slice(..bytes).map_async(wgpu::MapMode::Read, move |result| {
            let mut state = told.lock().unwrap_or_else(PoisonError::into_inner);
            state.result = Some(result);
            if let Some(waker) = state.waker.take() {
                waker.wake();
            }
        });
        Mapping { gpu: gpu.clone(), state }
    }

    /// Returns the mapped words, and unmaps the buffer.
    pub(super) fn take(&self, gpu: &Gpu, bytes: u64) -> Result<Vec<u32>> {
        let view = self.buffer.slice(..bytes).get_mapped_range().map_err(|_| gpu.loss())?;
        let words = bytemuck::pod_collect_to_vec(&view);
        drop(view);
        self.buffer.unmap();
        Ok(words)
    }
}

impl Mapping {
    /// Whether the mapping is done; never blocks.
    pub(super) fn is_done(&self) -> bool {
        // If the device is lost, taking the results returns the error.
        let _ = self.gpu.poll(wgpu::PollType::Poll);
        self.state().result.is_some()
    }

    /// Waits for the device. Afterwards the mapping is done, or the device is lost.
    pub(super) fn wait(&self) {
        self.gpu.wait();
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Future for Mapping {
    type Output = Result<()>;

    /// In a browser the callback wakes the task. Elsewhere only polling runs callbacks, so the task is woken at once.
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let polled = self.gpu.poll(wgpu::PollType::Poll);
        let mut state = self.state();
        match state.result.take() {
            Some(Ok(())) => return Poll::Ready(Ok(())),
            Some(Err(_)) => return Poll::Ready(Err(self.gpu.loss())),
            None => state.waker = Some(context.waker().clone()),
        }
        drop(state);
        if polled.is_err() || self.gpu.check().is_err() {
            return Poll::Ready(Err(self.gpu.loss()));
        }
        if cfg!(not(target_arch = "wasm32")) {
            context.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

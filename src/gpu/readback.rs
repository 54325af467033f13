//! Results on their way back: staging buffers that are mapped once the device is done, and wait in a ring.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::make;

/// A buffer that the host can map. Dropped ones are not kept: the ring that owns it does that.
#[derive(Debug)]
pub(super) struct Staging {
    buffer: wgpu::Buffer,
}

/// Where the mapping of a staging buffer stands.
#[derive(Debug, Default)]
struct State {
    result: Option<std::result::Result<(), wgpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

/// A mapping under way.
#[derive(Debug)]
pub(super) struct Mapping {
    gpu: Gpu,
    state: Arc<Mutex<State>>,
}

impl Staging {
    /// With room for so many bytes.
    pub(super) fn new(gpu: &Gpu, bytes: u64) -> Staging {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        Staging { buffer: make(gpu, "readback", usage, bytes) }
    }

    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Asks for its first bytes, once all that was submitted before is done.
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

    /// What was mapped, which is then given back.
    pub(super) fn take(&self, gpu: &Gpu, bytes: u64) -> Result<Vec<u32>> {
        let view = self.buffer.slice(..bytes).get_mapped_range().map_err(|_| gpu.loss())?;
        let words = bytemuck::pod_collect_to_vec(&view);
        drop(view);
        self.buffer.unmap();
        Ok(words)
    }
}

impl Mapping {
    /// Whether it is done; never waits.
    pub(super) fn is_done(&self) -> bool {
        // A device that is lost says so when the results are taken.
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

    /// In a browser the callback wakes the task; elsewhere nothing runs callbacks but polling, so the task is woken at once.
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

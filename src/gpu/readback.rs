//! Reads results back: staging buffers that are mapped when the device is done.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::make;
use crate::laps::lap;

/// The state of a staging buffer's mapping.
#[derive(Debug, Default)]
struct MappingState {
    result: Option<std::result::Result<(), wgpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

/// A mapping in progress.
#[derive(Debug)]
struct Mapping {
    gpu: Gpu,
    state: Arc<Mutex<MappingState>>,
}

/// A staging buffer, and the state of its mapping.
#[derive(Debug)]
pub(super) struct Staging {
    buffer: wgpu::Buffer,
    state: Arc<Mutex<MappingState>>,
}

/// Staging buffers that nothing uses at the moment.
#[derive(Debug, Default)]
pub(super) struct Pool(Vec<Staging>);

/// Bytes that are being read back.
#[derive(Debug)]
pub(super) struct Reading {
    staging: Staging,
    mapping: Mapping,
    bytes: u64,
    submission: wgpu::SubmissionIndex,
}

impl Pool {
    /// Returns a staging buffer of at least `bytes` bytes.
    pub(super) fn take(&mut self, gpu: &Gpu, bytes: u64) -> Staging {
        let fitting = self.0.iter().position(|staging| staging.buffer.size() >= bytes);
        fitting.map(|k| self.0.swap_remove(k)).unwrap_or_else(|| {
            // The new one takes the place of one that is too small.
            self.0.pop();
            let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
            let buffer = make(gpu, "readback", usage, (bytes + bytes / 2).next_multiple_of(256));
            Staging { buffer, state: Arc::default() }
        })
    }

    /// Takes back the staging buffer of results that were read.
    pub(super) fn give(&mut self, reading: Reading) {
        self.0.push(reading.staging);
    }
}

/// A part of a buffer: its first byte, and its number of bytes.
pub(super) type BufferPart<'a> = (&'a wgpu::Buffer, u64, u64);

impl Reading {
    /// Submits the recorded work, and requests parts of buffers as they are after it, one behind another.
    pub(super) fn submit(
        gpu: &Gpu,
        pool: &mut Pool,
        mut encoder: wgpu::CommandEncoder,
        parts: &[BufferPart<'_>],
    ) -> Reading {
        let bytes = parts.iter().map(|&(.., size)| size).sum();
        let staging = pool.take(gpu, bytes);
        let mut at = 0;
        for &(buffer, from, size) in parts.iter().filter(|&&(.., size)| size > 0) {
            encoder.copy_buffer_to_buffer(buffer, from, &staging.buffer, at, Some(size));
            at += size;
        }
        let commands = encoder.finish();
        lap("record");
        let submission = gpu.queue().submit([commands]);
        let mapping = Mapping::of(gpu, &staging, bytes);
        lap("submit");
        Reading { staging, mapping, bytes, submission }
    }

    /// Like [`submit`](Reading::submit), for the first bytes of one buffer.
    pub(super) fn first(
        gpu: &Gpu,
        encoder: wgpu::CommandEncoder,
        buffer: &wgpu::Buffer,
        bytes: u64,
    ) -> Reading {
        Reading::submit(gpu, &mut Pool::default(), encoder, &[(buffer, 0, bytes)])
    }

    /// Returns the words, when they are there. If the caller may block, it waits for the submission first.
    pub(super) async fn take(&mut self, gpu: &Gpu, waits: bool) -> Result<Vec<u32>> {
        Ok(self.mapped(gpu, waits).await?.words().into_owned())
    }

    /// Like [`take`](Reading::take), but leaves the words where the device wrote them.
    pub(super) async fn mapped(&mut self, gpu: &Gpu, waits: bool) -> Result<MappedWords<'_>> {
        if waits {
            gpu.wait_for(self.submission.clone());
        }
        (&mut self.mapping).await?;
        let view = self.staging.buffer.slice(..self.bytes).get_mapped_range().map_err(|_| gpu.loss())?;
        Ok(MappedWords { view: Some(view), staging: &self.staging.buffer })
    }

    /// Whether the bytes are there; never blocks.
    pub(super) fn is_done(&self) -> bool {
        // If the device is lost, taking the results returns the error.
        let _ = self.mapping.gpu.poll(wgpu::PollType::Poll);
        self.mapping.state().result.is_some()
    }

    /// Returns the number of bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Words in a staging buffer, which is mapped as long as this lives.
pub(super) struct MappedWords<'a> {
    view: Option<wgpu::BufferView>,
    staging: &'a wgpu::Buffer,
}

impl MappedWords<'_> {
    /// Returns the words. They are copied only where memory is not aligned to words, as in a browser.
    pub(super) fn words(&self) -> Cow<'_, [u32]> {
        let bytes = self.view.as_deref().unwrap_or_default();
        match bytemuck::try_cast_slice(bytes) {
            Ok(words) => Cow::Borrowed(words),
            Err(_) => Cow::Owned(bytemuck::pod_collect_to_vec(bytes)),
        }
    }
}

impl Drop for MappedWords<'_> {
    fn drop(&mut self) {
        self.view = None;
        self.staging.unmap();
    }
}

impl Mapping {
    /// Requests a mapping of a buffer's first bytes, to happen after all work submitted before is done.
    fn of(gpu: &Gpu, staging: &Staging, bytes: u64) -> Mapping {
        let state = staging.state.clone();
        let mapping = Mapping { gpu: gpu.clone(), state };
        *mapping.state() = MappingState::default();
        let told = staging.state.clone();
        staging.buffer.slice(..bytes).map_async(wgpu::MapMode::Read, move |result| {
            let mut state = told.lock().unwrap_or_else(PoisonError::into_inner);
            state.result = Some(result);
            if let Some(waker) = state.waker.take() {
                waker.wake();
            }
        });
        mapping
    }

    fn state(&self) -> std::sync::MutexGuard<'_, MappingState> {
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

/// Reads the first bytes of a buffer, after all work submitted before is done.
pub(super) fn read(gpu: &Gpu, buffer: &wgpu::Buffer, bytes: u64) -> Result<Vec<u32>> {
    let encoder = gpu.device().create_command_encoder(&Default::default());
    pollster::block_on(Reading::first(gpu, encoder, buffer, bytes).take(gpu, true))
}

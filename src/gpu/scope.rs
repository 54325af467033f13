//! Catches errors of the device and returns them as the library's own errors.

use std::any::Any;
use std::future::poll_fn;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use crate::error::{Cause, Result};
use crate::gpu::Gpu;

/// Runs work that uses the device. An error of the device is returned before the result of the work.
pub(super) async fn caught<T>(gpu: &Gpu, work: impl FnOnce() -> Result<T>) -> Result<T> {
    gpu.check()?;
    let device = gpu.device();
    let (result, memory, validation, internal) = {
        let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let result = survived(gpu, work);
        // The scopes are popped at once, last first. Only reading them waits, and only in browsers.
        (result, memory.pop(), validation.pop(), internal.pop())
    };
    let error = memory.await.or(validation.await).or(internal.await);
    if error.is_some() {
        gpu.forget_kernels();
    }
    match error {
        None => result?,
        Some(wgpu::Error::OutOfMemory { source }) => Err(Cause::GpuMemory(source.to_string()).error()),
        Some(error) => Err(Cause::GpuLost(error.to_string()).error()),
    }
}

/// Runs code that may panic inside wgpu, which reports some failures by a panic: for example a device lost during a
/// wait. After a panic the device counts as lost. A program that aborts on panics ends there.
pub(super) fn survived<T>(gpu: &Gpu, work: impl FnOnce() -> T) -> Result<T> {
    // State that the work leaves half done is discarded, as after every error.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| gpu.lose(said(&*panic)))
}

/// Returns a future's result, or the message of its panic.
pub(super) async fn unpanicked<T>(future: impl Future<Output = T>) -> std::result::Result<T, String> {
    let mut future = pin!(future);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(said(&*panic))),
    })
    .await
}

/// A device or queue. wgpu 30 may panic where one is dropped after a call of the driver failed. Nothing uses it any more
/// then, so the panic is caught.
pub(super) struct Guarded<T>(Option<T>);

impl<T> Guarded<T> {
    pub(super) fn new(of: T) -> Guarded<T> {
        Guarded(Some(of))
    }
}

impl<T> Deref for Guarded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Some(of) => of,
            None => unreachable!("only `drop` takes it"),
        }
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        let of = self.0.take();
        // The panic's message is on stderr already, and nobody waits for a result.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(of)));
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it failed without a word").to_owned()
}

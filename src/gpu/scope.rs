//! Errors of the device, caught where they belong and told as the library's own.

use crate::error::{Error, Result};
use crate::gpu::Gpu;

/// Runs work on the device, and returns what went wrong there before what the work returns.
pub(super) async fn caught<T>(gpu: &Gpu, work: impl FnOnce() -> Result<T>) -> Result<T> {
    gpu.check()?;
    let device = gpu.device();
    let (result, memory, validation, internal) = {
        let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let result = work();
        // Popped at once, last first; only reading them waits, and that in browsers alone.
        (result, memory.pop(), validation.pop(), internal.pop())
    };
    let error = memory.await.or(validation.await).or(internal.await);
    match error {
        None => result,
        Some(wgpu::Error::OutOfMemory { source }) => Err(Error::GpuMemory(source.to_string())),
        Some(error) => Err(Error::GpuLost(error.to_string())),
    }
}

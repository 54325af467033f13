//! Growable buffers. Each role has its own buffer, because a pass cannot read and write one buffer at the same time.

use std::sync::OnceLock;

use bytemuck::Pod;

use crate::error::{Cause, Result};
use crate::gpu::Gpu;

/// A buffer that keeps spare room. The buffer is created at its first use, where device errors are caught. After such
/// an error the buffer may be invalid, and its owner replaces the whole arena.
#[derive(Debug)]
pub(super) struct Arena {
    gpu: Gpu,
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: OnceLock<wgpu::Buffer>,
}

/// The smallest size in bytes: bindings may not be empty.
const LEAST: u64 = 256;

impl Arena {
    pub(super) fn new(gpu: &Gpu, label: &'static str, usage: wgpu::BufferUsages) -> Arena {
        let usage = usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        Arena { gpu: gpu.clone(), label, usage, buffer: OnceLock::new() }
    }

    pub(super) fn storage(gpu: &Gpu, label: &'static str) -> Arena {
        Arena::new(gpu, label, wgpu::BufferUsages::STORAGE)
    }

    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        self.buffer.get_or_init(|| make(&self.gpu, self.label, self.usage, LEAST))
    }

    pub(super) fn size(&self) -> u64 {
        self.buffer.get().map_or(0, wgpu::Buffer::size)
    }

    /// Makes room for `bytes` bytes, plus half as much again when the buffer grows; its contents are then lost.
    /// Returns whether it grew.
    pub(super) fn reserve(&mut self, bytes: u64) -> Result<bool> {
        if bytes <= self.size() {
            return Ok(false);
        }
        let most = most_bytes(&self.gpu);
        if bytes > most {
            return Err(Cause::GpuTooSmall { what: "a buffer", needed: bytes, most }.error());
        }
        let size = (bytes + bytes / 2).next_multiple_of(LEAST).min(most);
        self.buffer = make(&self.gpu, self.label, self.usage, size).into();
        Ok(true)
    }

    /// Like [`reserve`](Arena::reserve), but keeps the contents.
    pub(super) fn reserve_keeping(&mut self, encoder: &mut wgpu::CommandEncoder, bytes: u64) -> Result<()> {
        let old = self.buffer.get().cloned();
        if let (true, Some(old)) = (self.reserve(bytes)?, old) {
            encoder.copy_buffer_to_buffer(&old, 0, self.buffer(), 0, Some(old.size()));
        }
        Ok(())
    }

    /// Writes a list to the start of the buffer, over whatever was there.
    pub(super) fn fill<T: Pod>(&mut self, list: &[T]) -> Result<()> {
        self.reserve(size_of_val(list) as u64)?;
        if !list.is_empty() {
            self.gpu.queue().write_buffer(self.buffer(), 0, bytemuck::cast_slice(list));
        }
        Ok(())
    }
}

/// Returns the size in bytes of the largest buffer that can be bound whole.
pub(super) fn most_bytes(gpu: &Gpu) -> u64 {
    gpu.most_bytes() / LEAST * LEAST
}

pub(super) fn make(gpu: &Gpu, label: &'static str, usage: wgpu::BufferUsages, size: u64) -> wgpu::Buffer {
    gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

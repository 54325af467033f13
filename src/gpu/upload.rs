//! Sends long lists through memory that stays mapped. The host writes a list in order and never reads it back, because such memory
//! may be slow to read. A copy then takes it to its buffer. When the device is done, the memory is mapped again, so that as many
//! blocks are in use as frames are in flight.

use bytemuck::Pod;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::mapped::MapState;
use crate::threads::Threads;

/// Blocks of memory that lists are sent through.
#[derive(Debug, Default)]
pub(super) struct Uploads {
    /// Those that are mapped, or will be soon.
    free: Vec<UploadBlock>,
    /// Those that the next submission copies from.
    busy: Vec<UploadBlock>,
}

#[derive(Debug)]
struct UploadBlock {
    buffer: wgpu::Buffer,
    state: MapState,
}

/// The number of bytes whose copying is worth a thread.
#[cfg(not(target_arch = "wasm32"))]
const ENOUGH: usize = 1 << 18;

impl Uploads {
    /// Writes a list to a block, and records the copy of it to the start of a buffer. Returns the number of bytes.
    pub(super) fn send<T: Pod + Sync>(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        to: &wgpu::Buffer,
        list: &[T],
        threads: &Threads,
    ) -> Result<u64> {
        let bytes: &[u8] = bytemuck::cast_slice(list);
        self.send_parts(gpu, encoder, &[(to.clone(), 0, bytes.len() as u64)], bytes, threads)
    }

    /// Writes bytes to a block, and records the copy of each part of them to a buffer, from a byte on. Returns the number of bytes.
    pub(super) fn send_parts(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        parts: &[(wgpu::Buffer, u64, u64)],
        bytes: &[u8],
        threads: &Threads,
    ) -> Result<u64> {
        let size = bytes.len() as u64;
        if size == 0 {
            return Ok(0);
        }
        let block = self.take(gpu, size);
        write(&block.buffer, bytes, threads).map_err(|_| gpu.loss())?;
        block.buffer.unmap();
        let mut from = 0;
        for (to, offset, size) in parts {
            encoder.copy_buffer_to_buffer(&block.buffer, from, to, *offset, Some(*size));
            from += size;
        }
        self.busy.push(block);
        Ok(size)
    }

    /// Returns a mapped block of at least `size` bytes.
    fn take(&mut self, gpu: &Gpu, size: u64) -> UploadBlock {
        let is_fit = |block: &UploadBlock| block.buffer.size() >= size && block.state.is_mapped();
        if let Some(k) = self.free.iter().position(is_fit) {
            return self.free.swap_remove(k);
        }
        // The new one takes the place of those that are too small.
        self.free.retain(|block| block.buffer.size() >= size && !block.state.is_lost());
        let buffer = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("upload"),
            size: (size + size / 2).next_multiple_of(256),
            usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        });
        UploadBlock { buffer, state: MapState::mapped() }
    }

    /// Requests that the blocks of the last submission are mapped again when the device is done.
    pub(super) fn submitted(&mut self) {
        for block in self.busy.drain(..) {
            block.buffer.map_async(wgpu::MapMode::Write, .., block.state.told());
            self.free.push(block);
        }
    }

    /// Like [`submitted`](Uploads::submitted), for copies in an encoder that the caller will submit.
    pub(super) fn recorded(&mut self, encoder: &wgpu::CommandEncoder) {
        for block in self.busy.drain(..) {
            encoder.map_buffer_on_submit(&block.buffer, wgpu::MapMode::Write, .., block.state.told());
            self.free.push(block);
        }
    }
}

/// Writes bytes to mapped memory, on as many threads as pay off.
#[cfg(not(target_arch = "wasm32"))]
fn write(to: &wgpu::Buffer, bytes: &[u8], threads: &Threads) -> std::result::Result<(), wgpu::MapRangeError> {
    // Views begin at multiples of 8 bytes.
    let each = bytes.len().div_ceil(threads.parts(bytes.len(), ENOUGH)).next_multiple_of(8);
    let view = |(at, bytes): (u64, &[u8])| to.get_mapped_range_mut(at..at + bytes.len() as u64);
    let parts = || (0..).step_by(each).zip(bytes.chunks(each));
    if each >= bytes.len() {
        return parts().try_for_each(|part| view(part).map(|mut to| to.copy_from_slice(part.1)));
    }
    let mut work =
        parts().map(|part| Ok((view(part)?, part.1))).collect::<std::result::Result<Vec<_>, _>>()?;
    threads.each(&mut work, |_, (to, bytes)| to.copy_from_slice(bytes));
    Ok(())
}

/// Writes bytes to mapped memory, which a browser lets one thread do.
#[cfg(target_arch = "wasm32")]
fn write(to: &wgpu::Buffer, bytes: &[u8], _: &Threads) -> std::result::Result<(), wgpu::MapRangeError> {
    to.get_mapped_range_mut(..bytes.len() as u64)?.copy_from_slice(bytes);
    Ok(())
}

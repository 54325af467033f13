//! The memory bandwidth of this machine. No workload can move its bytes faster.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rayon::prelude::*;

/// More bytes than any cache can store.
const HOST_BYTES: usize = 64 << 20;
/// How long the copies are repeated.
const PATIENCE: Duration = Duration::from_millis(300);

/// Returns the bytes read and written per second when `threads` threads copy memory: the best of several copies.
pub fn host_copies(threads: usize) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    let (from, mut to) = (vec![1_u8; HOST_BYTES], vec![0_u8; HOST_BYTES]);
    let part = HOST_BYTES.div_ceil(threads.max(1));
    let mut copy = || {
        let clock = Instant::now();
        match &pool {
            Ok(pool) if threads > 1 => pool.install(|| {
                let parts = to.par_chunks_mut(part).zip(from.par_chunks(part));
                parts.for_each(|(to, from)| to.copy_from_slice(black_box(from)));
            }),
            _ => to.copy_from_slice(black_box(&from)),
        }
        black_box(&to);
        clock.elapsed()
    };
    let start = Instant::now();
    let mut best = copy();
    while start.elapsed() < PATIENCE {
        best = best.min(copy());
    }
    2.0 * HOST_BYTES as f64 / best.as_secs_f64()
}

/// Returns the same for a GPU's own memory, measured by the GPU's clock if it has one.
#[cfg(feature = "gpu")]
pub fn device_copies(device: &crate::Device) -> f64 {
    use kasuri::gpu::wgpu;
    const BYTES: u64 = 64 << 20;
    const COPIES: u64 = 4;
    let gpu = device.gpu();
    let buffer = || {
        gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("ceiling"),
            size: BYTES,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    };
    let (from, to) = (buffer(), buffer());
    let copy = || {
        let clock = Instant::now();
        let ((), on_device) = device.timed(|| {
            let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            (0..COPIES).for_each(|_| encoder.copy_buffer_to_buffer(&from, 0, &to, 0, BYTES));
            gpu.queue().submit([encoder.finish()]);
        });
        device.wait();
        on_device().unwrap_or_else(|| clock.elapsed())
    };
    let start = Instant::now();
    copy();
    let mut best = copy();
    while start.elapsed() < PATIENCE {
        best = best.min(copy());
    }
    (2 * COPIES * BYTES) as f64 / best.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_neither_still_nor_magic() {
        for threads in [1, 2] {
            let speed = host_copies(threads);
            assert!((1e8..1e13).contains(&speed), "{speed}");
        }
    }
}

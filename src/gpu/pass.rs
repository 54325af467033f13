//! What all passes share: binding buffers, and dispatching workgroups in two dimensions.

use crate::gpu::Gpu;
use crate::gpu::kernels::Kernel;

/// The most workgroups in one dimension.
const MOST_GROUPS: u32 = 65535;

/// The number of workgroups of a pass.
pub(super) enum Groups<'a> {
    /// Enough for a number of threads, with a number of threads per workgroup.
    Threads(u64, u32),
    /// Read from a buffer at an offset.
    From(&'a wgpu::Buffer, u64),
}

/// Records one pass of a kernel over whole buffers; the first is the uniform `Ask`.
pub(super) fn dispatch(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    kernel: &Kernel,
    buffers: &[&wgpu::Buffer],
    groups: Groups,
) {
    let whole: Vec<_> = buffers.iter().map(|buffer| buffer.as_entire_binding()).collect();
    dispatch_timed(gpu, encoder, kernel, whole, groups, None);
}

/// Like [`dispatch`], over parts of buffers, with timestamps of its begin and end.
pub(super) fn dispatch_timed<'a>(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    kernel: &Kernel,
    parts: impl IntoIterator<Item = wgpu::BindingResource<'a>>,
    groups: Groups,
    stamps: Option<wgpu::ComputePassTimestampWrites>,
) {
    let entry = |(binding, resource)| wgpu::BindGroupEntry { binding, resource };
    let entries: Vec<_> = (0..).zip(parts).map(entry).collect();
    let bound = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &kernel.layout,
        entries: &entries,
    });
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
        label: Some(kernel.name),
        timestamp_writes: stamps,
    });
    pass.set_pipeline(&kernel.pipeline);
    pass.set_bind_group(0, &bound, &[]);
    match groups {
        Groups::Threads(0, _) => {}
        Groups::Threads(threads, size) => {
            let [x, y] = split(threads.div_ceil(size.into()));
            pass.dispatch_workgroups(x, y, 1);
        }
        Groups::From(buffer, offset) => pass.dispatch_workgroups_indirect(buffer, offset),
    }
}

/// Splits a number of workgroups into two dimensions; there may be a few more than needed.
fn split(groups: u64) -> [u32; 2] {
    let rows = groups.div_ceil(MOST_GROUPS.into());
    // No buffer is large enough for 2^32 workgroups.
    [groups.div_ceil(rows) as u32, rows as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workgroups_split_into_dimensions_that_fit() {
        for groups in [1, 2, 65535, 65536, 131_071, 1 << 20, 65535 * 65535] {
            let [x, y] = split(groups);
            assert!(x <= MOST_GROUPS && y <= MOST_GROUPS);
            let all = u64::from(x) * u64::from(y);
            assert!(all >= groups && all - groups < u64::from(y));
        }
    }
}

//! Records passes: their bindings and their workgroups, in two dimensions.

use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role};
use crate::gpu::constants::MOST_GROUPS;
use crate::gpu::kernels::Kernel;
use crate::gpu::queues::HostPass;
use crate::gpu::timer::Timer;

/// A buffer, or a part of one, that a pass binds.
pub(super) type Bound<'a> = wgpu::BindingResource<'a>;

/// The number of workgroups of a pass.
pub(super) enum Groups<'a> {
    /// Enough for a number of threads, with a number of threads per workgroup.
    Threads(u64, u32),
    /// Read from a buffer at an offset.
    From(&'a wgpu::Buffer, u64),
}

/// Records passes over arenas, for batches and frames alike.
pub(super) struct PassRecorder<'a> {
    pub(super) gpu: &'a Gpu,
    pub(super) encoder: &'a mut wgpu::CommandEncoder,
    pub(super) arenas: &'a Arenas,
    /// The arenas of one queue of a batch: those for its pairs and for its results.
    pub(super) slot: Option<&'a Arenas>,
    pub(super) timer: Option<&'a mut Timer>,
}

impl<'a> PassRecorder<'a> {
    pub(super) fn new(
        gpu: &'a Gpu,
        encoder: &'a mut wgpu::CommandEncoder,
        arenas: &'a Arenas,
    ) -> PassRecorder<'a> {
        PassRecorder { gpu, encoder, arenas, slot: None, timer: None }
    }

    /// Records a pass whose parameters the host set, over whole arenas.
    pub(super) fn asked(&mut self, kernel: Kernel, asked: HostPass, groups: Groups<'_>) {
        let ask = self.slot.unwrap_or(self.arenas).asked(asked);
        self.pass(kernel, ask, &[], groups);
    }

    /// Records one pass of a kernel: over its parameters, over the buffers in `parts`, and over the whole arenas of
    /// all other roles that the kernel has.
    pub(super) fn pass(
        &mut self,
        kernel: Kernel,
        ask: Bound<'_>,
        parts: &[(Role, Bound<'_>)],
        groups: Groups<'_>,
    ) {
        let kernels = self.gpu.kernels(kernel.group());
        let built = &kernels[&kernel];
        let (arenas, slot) = (self.arenas, self.slot);
        let of_role = |role: Role| match parts.iter().find(|part| part.0 == role) {
            Some((_, part)) => part.clone(),
            None => slot.filter(|_| role.is_of_slot()).unwrap_or(arenas)[role].binding(),
        };
        let bound = std::iter::once(ask).chain(built.shader.roles().map(of_role));
        let entry = |(binding, resource)| wgpu::BindGroupEntry { binding, resource };
        let entries: Vec<_> = (0..).zip(bound).map(entry).collect();
        let bound = self.gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &built.layout,
            entries: &entries,
        });
        let name = built.shader.name;
        let timestamp_writes = self.timer.as_mut().and_then(|timer| timer.next(name));
        let descriptor = wgpu::ComputePassDescriptor { label: Some(name), timestamp_writes };
        let mut pass = self.encoder.begin_compute_pass(&descriptor);
        pass.set_pipeline(&built.pipeline);
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

//! Records kernels: their bindings and their workgroups, in two dimensions.
//!
//! Kernels that follow each other without a copy between them share a pass of the encoder, unless each is timed. A frame binds the
//! same buffers as the frame before, so its bind groups are kept until a buffer is replaced (`BoundGroups`).

use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role};
use crate::gpu::bound::BoundGroups;
use crate::gpu::constants::MOST_GROUPS;
use crate::gpu::kernels::Kernel;
use crate::gpu::queues::HostPass;
use crate::gpu::timer::Timer;

/// A buffer, or a part of one, that a pass binds.
pub(super) type Bound<'a> = wgpu::BufferBinding<'a>;

/// The number of threads of a kernel, and of threads per workgroup.
#[derive(Clone, Copy)]
pub(super) struct Groups(pub(super) u64, pub(super) u32);

/// Records passes over arenas, for batches and frames alike.
pub(super) struct PassRecorder<'a> {
    pub(super) gpu: &'a Gpu,
    encoder: &'a mut wgpu::CommandEncoder,
    /// The pass that the next kernel goes into.
    open: Option<wgpu::ComputePass<'static>>,
    pub(super) arenas: &'a Arenas,
    /// The arenas of one queue of a batch: those for its pairs and for its results.
    pub(super) slot: Option<&'a Arenas>,
    pub(super) timer: Option<&'a mut Timer>,
    /// The bind groups of the frame before, if they are kept.
    pub(super) kept: Option<&'a mut BoundGroups>,
    /// The number of passes and of dispatches so far.
    pub(super) passes: u32,
    pub(super) dispatches: u32,
}

impl<'a> PassRecorder<'a> {
    pub(super) fn new(
        gpu: &'a Gpu,
        encoder: &'a mut wgpu::CommandEncoder,
        arenas: &'a Arenas,
    ) -> PassRecorder<'a> {
        PassRecorder {
            gpu,
            encoder,
            open: None,
            arenas,
            slot: None,
            timer: None,
            kept: None,
            passes: 0,
            dispatches: 0,
        }
    }

    /// Returns the encoder, to record a copy; the next kernel begins another pass.
    pub(super) fn encoder(&mut self) -> &mut wgpu::CommandEncoder {
        self.open = None;
        self.encoder
    }

    /// Records a pass whose parameters the host set, over whole arenas. Its workgroups are counted on the device.
    pub(super) fn counted(&mut self, kernel: Kernel, asked: HostPass, groups: &wgpu::Buffer) {
        let ask = self.slot.unwrap_or(self.arenas).asked(asked);
        self.bound(kernel, ask, &[]).dispatch_workgroups_indirect(groups, 0);
        self.dispatches += 1;
    }

    /// Records a pass whose parameters the host set, over whole arenas.
    pub(super) fn asked(&mut self, kernel: Kernel, asked: HostPass, groups: Groups) {
        let ask = self.slot.unwrap_or(self.arenas).asked(asked);
        self.pass(kernel, ask, &[], groups);
    }

    /// Records a kernel: over its parameters, over the buffers in `parts`, and over the whole arenas of
    /// all other roles that the kernel has.
    pub(super) fn pass(
        &mut self,
        kernel: Kernel,
        ask: Bound<'_>,
        parts: &[(Role, Bound<'_>)],
        Groups(threads, size): Groups,
    ) {
        let pass = self.bound(kernel, ask, parts);
        if threads > 0 {
            let [x, y] = split(threads.div_ceil(size.into()));
            pass.dispatch_workgroups(x, y, 1);
            self.dispatches += 1;
        }
    }

    /// Returns a pass with a kernel and its buffers.
    fn bound(
        &mut self,
        kernel: Kernel,
        ask: Bound<'_>,
        parts: &[(Role, Bound<'_>)],
    ) -> &mut wgpu::ComputePass<'static> {
        let kernels = self.gpu.kernels(kernel.group());
        let built = &kernels[&kernel];
        let (arenas, slot) = (self.arenas, self.slot);
        let of_role = |role: Role| match parts.iter().find(|part| part.0 == role) {
            Some((_, part)) => part.clone(),
            None => slot.filter(|_| role.is_of_slot()).unwrap_or(arenas)[role].binding(),
        };
        let bound = || std::iter::once(ask.clone()).chain(built.shader.roles().map(&of_role));
        let made;
        let group = match &mut self.kept {
            Some(kept) => kept.group(self.gpu, kernel, &built.layout, bound),
            None => {
                made = bind(self.gpu, &built.layout, bound());
                &made
            }
        };
        let name = built.shader.name;
        if self.timer.is_some() {
            self.open = None;
        }
        let pass = self.open.get_or_insert_with(|| {
            self.passes += 1;
            let timestamp_writes = self.timer.as_mut().and_then(|timer| timer.next(name));
            let descriptor = wgpu::ComputePassDescriptor { label: Some(name), timestamp_writes };
            self.encoder.begin_compute_pass(&descriptor).forget_lifetime()
        });
        pass.set_pipeline(&built.pipeline);
        pass.set_bind_group(0, group, &[]);
        pass
    }
}

/// Makes a bind group of buffers.
pub(super) fn bind<'a>(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    bound: impl Iterator<Item = Bound<'a>>,
) -> wgpu::BindGroup {
    let entry = |(binding, of)| wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Buffer(of) };
    let entries: Vec<_> = (0..).zip(bound).map(entry).collect();
    gpu.device().create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
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

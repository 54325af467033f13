//! The bind groups of a frame, kept for the next frame. A group is found by its kernel and the buffers that it binds. A buffer that
//! grows is replaced by a new one, so its groups are made again; the old groups are dropped at the start of the next frame.

use std::num::NonZeroU64;

use crate::gpu::Gpu;
use crate::gpu::kernels::Kernel;
use crate::gpu::pass::{Bound, bind};

/// The bind groups of the last frame and of the current one.
#[derive(Debug, Default)]
pub(super) struct BoundGroups {
    groups: Vec<BoundGroup>,
    /// Where the next group is expected: kernels come in the same order in every frame.
    next: usize,
    /// The number of frames.
    frame: u64,
}

/// A bind group, what it binds, and the frame that last used it.
#[derive(Debug)]
struct BoundGroup {
    kernel: Kernel,
    bound: Vec<(wgpu::Buffer, u64, Option<NonZeroU64>)>,
    group: wgpu::BindGroup,
    frame: u64,
}

impl BoundGroups {
    /// Begins a frame. Groups that the last frame did not use are dropped.
    pub(super) fn begin(&mut self) {
        self.groups.retain(|group| group.frame == self.frame);
        self.frame += 1;
        self.next = 0;
    }

    /// Returns the group of a kernel that binds these buffers; makes it if there is none.
    pub(super) fn group<'a, I: Iterator<Item = Bound<'a>>>(
        &mut self,
        gpu: &Gpu,
        kernel: Kernel,
        layout: &wgpu::BindGroupLayout,
        bound: impl Fn() -> I,
    ) -> &wgpu::BindGroup {
        let BoundGroups { groups, next, frame } = self;
        let (before, behind) = groups.split_at(*next);
        let is_it = |group: &BoundGroup| group.kernel == kernel && group.binds(bound());
        let found = behind.iter().position(is_it).map(|k| *next + k);
        let at = found.or_else(|| before.iter().position(is_it)).unwrap_or_else(|| {
            let group = bind(gpu, layout, bound());
            let bound = bound().map(|of| (of.buffer.clone(), of.offset, of.size)).collect();
            groups.insert(*next, BoundGroup { kernel, bound, group, frame: 0 });
            *next
        });
        *next = at + 1;
        groups[at].frame = *frame;
        &groups[at].group
    }
}

impl BoundGroup {
    fn binds<'a>(&self, mut bound: impl Iterator<Item = Bound<'a>>) -> bool {
        self.bound.iter().all(|(buffer, offset, size)| {
            bound.next().is_some_and(|of| (of.buffer, of.offset, of.size) == (buffer, *offset, *size))
        })
    }
}

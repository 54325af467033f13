//! Replays hits on a device that runs no kernels, such as wgpu's `noop`: its buffers and maps work, so the host's share of a step
//! can be measured there. For Kasuri's own benchmark.

use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role, make};
use crate::gpu::frame::HEAD;
use crate::gpu::layout::Head;

/// The answer that every frame has from now on.
pub(super) struct ReplayedHits {
    /// The head, then the hits.
    answer: wgpu::Buffer,
    hits: u64,
}

impl Gpu {
    /// Ends each frame from now on as if the device had found these hits, which are in order. The device counts as tried.
    #[doc(hidden)]
    pub fn replay(&self, hits: &[[u32; 2]]) {
        let head = Head { hits: hits.len() as u32, ..Head::default() };
        let usage = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let answer = make(self, "replay", usage, HEAD + 8 * hits.len() as u64);
        self.queue().write_buffer(&answer, 0, &bytemuck::bytes_of(&head)[..HEAD as usize]);
        if !hits.is_empty() {
            self.queue().write_buffer(&answer, HEAD, bytemuck::cast_slice(hits));
        }
        self.trial().get_or_init(|| true);
        self.set_replay(ReplayedHits { answer, hits: hits.len() as u64 });
    }
}

impl ReplayedHits {
    /// Records that the answer is copied to where a frame leaves it; `sorted` has the hits.
    pub(super) fn record(&self, encoder: &mut wgpu::CommandEncoder, arenas: &Arenas, sorted: Role) {
        let [head, sorted] = [Role::Head, sorted].map(|role| arenas[role].buffer());
        encoder.copy_buffer_to_buffer(&self.answer, 0, head, 0, Some(HEAD));
        let bytes = (8 * self.hits).min(sorted.size());
        if bytes > 0 {
            encoder.copy_buffer_to_buffer(&self.answer, HEAD, sorted, 0, Some(bytes));
        }
    }
}

//! What each pass of a frame takes, by the device's own clock.

use std::time::Duration;

use crate::gpu::Gpu;
use crate::gpu::arena::make;

/// A clock's notes of a frame: when each pass began and ended.
#[derive(Debug)]
pub(super) struct Timer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// What the passes of this frame are called.
    names: Vec<&'static str>,
    /// Nanoseconds a tick.
    period: f64,
}

/// What was noted of a frame.
#[derive(Debug)]
pub(super) struct Stamped {
    names: Vec<&'static str>,
    period: f64,
}

/// A frame has fewer passes.
const MOST: u32 = 128;
/// Bytes of a note.
const STAMP: u64 = 8;

impl Timer {
    /// Whether the device has a clock.
    pub(super) fn is_there(gpu: &Gpu) -> bool {
        gpu.device().features().contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// On a device that has a clock.
    pub(super) fn new(gpu: &Gpu) -> Timer {
        let queries = gpu.device().create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("passes"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * MOST,
        });
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = make(gpu, "stamps", usage, 2 * STAMP * u64::from(MOST));
        let period = gpu.queue().get_timestamp_period().into();
        Timer { queries, resolved, names: Vec::new(), period }
    }

    /// The next pass: where its beginning and its end are noted.
    pub(super) fn next(&mut self, name: &'static str) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        let first = 2 * self.names.len() as u32;
        if first >= 2 * MOST {
            return None;
        }
        self.names.push(name);
        Some(wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        })
    }

    /// Bytes of the notes of the passes so far.
    pub(super) fn bytes(&self) -> u64 {
        2 * STAMP * self.names.len() as u64
    }

    /// The notes to a buffer, behind an offset; the next frame begins anew.
    pub(super) fn stop(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        to: &wgpu::Buffer,
        offset: u64,
    ) -> Stamped {
        let bytes = self.bytes();
        let names = std::mem::take(&mut self.names);
        encoder.resolve_query_set(&self.queries, 0..2 * names.len() as u32, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, to, offset, Some(bytes));
        Stamped { names, period: self.period }
    }
}

impl Stamped {
    /// What passes of each name took together, in the order in which they first come.
    pub(super) fn passes(&self, words: &[u32]) -> Vec<(&'static str, Duration)> {
        let mut passes: Vec<(&'static str, Duration)> = Vec::new();
        for (&name, stamps) in self.names.iter().zip(words.chunks_exact(4)) {
            let at = |k: usize| u64::from(stamps[k]) | u64::from(stamps[k + 1]) << 32;
            let ticks = at(2).saturating_sub(at(0));
            let took = Duration::from_nanos((ticks as f64 * self.period) as u64);
            match passes.iter_mut().find(|pass| pass.0 == name) {
                Some(pass) => pass.1 += took,
                None => passes.push((name, took)),
            }
        }
        passes
    }
}

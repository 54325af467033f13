//! Times each pass of a frame, by the device's clock.

use std::time::Duration;

use crate::gpu::Gpu;
use crate::gpu::arena::make;
use crate::gpu::readback::BufferPart;

/// The timestamps of a frame: when each pass began and ended.
#[derive(Debug)]
pub(super) struct Timer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// The names of this frame's passes so far.
    names: Vec<&'static str>,
    /// Nanoseconds per tick.
    period: f64,
}

/// What is needed to read the timestamps of one frame.
#[derive(Debug)]
pub(super) struct Stamped {
    resolved: wgpu::Buffer,
    names: Vec<&'static str>,
    period: f64,
}

/// The most passes that are timed; a frame has fewer.
const MOST: u32 = 128;
/// Bytes of one timestamp.
const STAMP: u64 = 8;

impl Timer {
    /// Whether the device has a clock.
    pub(super) fn is_there(gpu: &Gpu) -> bool {
        gpu.device().features().contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// Makes a timer, on a device that has a clock.
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

    /// Adds a pass; returns where its begin and end timestamps go.
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

    /// Writes the timestamps of this frame to their buffer; the next frame then starts with none.
    pub(super) fn stop(&mut self, encoder: &mut wgpu::CommandEncoder) -> Stamped {
        let names = std::mem::take(&mut self.names);
        encoder.resolve_query_set(&self.queries, 0..2 * names.len() as u32, &self.resolved, 0);
        Stamped { resolved: self.resolved.clone(), names, period: self.period }
    }
}

impl Stamped {
    /// Returns where the timestamps are.
    pub(super) fn part(&self) -> BufferPart<'_> {
        (&self.resolved, 0, 2 * STAMP * self.names.len() as u64)
    }

    /// Returns the total time of the passes of each name, in order of first appearance.
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

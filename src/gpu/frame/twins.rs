//! Single kernels of a frame, run alone: so that tests can hold each to its twin.

use bytemuck::Pod;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::Arena;
use crate::gpu::frame::members::Members;
use crate::gpu::frame::memory::{Memory, Room};
use crate::gpu::frame::record::{Recorder, sorted_in};
use crate::gpu::layout::Head;
use crate::gpu::readback::Staging;
use crate::gpu::scope::caught;

impl Gpu {
    /// The sums before each word: `cpu::scan`.
    #[doc(hidden)]
    pub fn scan(&self, words: &[u32]) -> Result<Vec<u32>> {
        let mut arena = Arena::storage(self, "words");
        let mut memory = Memory::new(self);
        pollster::block_on(caught(self, || {
            arena.fill(self, words)?;
            memory.blocks.reserve(self, 4 * (words.len() as u64).div_ceil(1024))?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            Recorder { gpu: self, memory: &memory, encoder: &mut encoder }.scan_alone(&arena, words.len());
            self.queue().submit([encoder.finish()]);
            self.back(&arena, words.len())
        }))
    }

    /// Pairs of so many bodies in canonical order: `cpu::sort`.
    #[doc(hidden)]
    pub fn sort(&self, pairs: &[[u32; 2]], bodies: u32) -> Result<Vec<[u32; 2]>> {
        let mut memory = Memory::new(self);
        let members = Members::new();
        let room = Room { hits: pairs.len().max(1) as u32, ..Room::default() };
        pollster::block_on(caught(self, || {
            memory.reserve(self, &members, &room)?;
            memory.send_terms(self, &members, &Default::default(), &room, true)?;
            memory.hits[0].fill(self, pairs)?;
            memory.head.fill(self, &[Head { hits: pairs.len() as u32, ..Head::default() }])?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            Recorder { gpu: self, memory: &memory, encoder: &mut encoder }.sort_alone(bodies as usize);
            self.queue().submit([encoder.finish()]);
            self.back(&memory.hits[sorted_in(bodies as usize)], pairs.len())
        }))
    }

    /// So many of an arena's items, waited for.
    fn back<T: Pod>(&self, arena: &Arena, count: usize) -> Result<Vec<T>> {
        let bytes = (count * size_of::<T>()) as u64;
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let staging = Staging::new(self, bytes);
        let mut encoder = self.device().create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(arena.buffer(), 0, staging.buffer(), 0, Some(bytes));
        self.queue().submit([encoder.finish()]);
        let mapping = staging.map(self, bytes);
        mapping.wait();
        let words = staging.take(self, bytes)?;
        Ok(bytemuck::cast_slice(&words).to_vec())
    }
}

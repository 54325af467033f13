//! Runs single kernels of a frame alone, so that tests can compare each with its CPU twin.

use bytemuck::Pod;

use crate::cpu::Grid;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::Arena;
use crate::gpu::frame::members::Members;
use crate::gpu::frame::memory::{Memory, Room};
use crate::gpu::frame::record::{Course, Recorder, asks, sorted_in};
use crate::gpu::layout::{Head, Item, Placed, Terms, Traits};
use crate::gpu::readback::Staging;
use crate::gpu::scope::caught;

impl Gpu {
    /// Computes the sum before each word; twin: `cpu::scan`.
    #[doc(hidden)]
    pub fn scan(&self, words: &[u32]) -> Result<Vec<u32>> {
        let mut arena = Arena::storage(self, "words");
        let mut memory = Memory::new(self);
        pollster::block_on(caught(self, || {
            arena.fill(words)?;
            memory.blocks.reserve(4 * (words.len() as u64).div_ceil(1024))?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            Recorder { gpu: self, memory: &memory, encoder: &mut encoder, timer: None }
                .scan_alone(&arena, words.len());
            self.queue().submit([encoder.finish()]);
            self.back(&arena, words.len())
        }))
    }

    /// Sorts pairs of `bodies` bodies into canonical order; twin: `cpu::sort`.
    #[doc(hidden)]
    pub fn sort(&self, pairs: &[[u32; 2]], bodies: u32) -> Result<Vec<[u32; 2]>> {
        let mut memory = Memory::new(self);
        let members = Members::new();
        let room = Room { hits: pairs.len().max(1) as u32, ..Room::default() };
        pollster::block_on(caught(self, || {
            memory.reserve(self, &members, &room, false)?;
            memory.send_terms(&members, &Default::default(), &room)?;
            memory.hits[0].fill(pairs)?;
            memory.head.fill(&[Head { hits: pairs.len() as u32, ..Head::default() }])?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            Recorder { gpu: self, memory: &memory, encoder: &mut encoder, timer: None }
                .sort_alone(bodies as usize);
            self.queue().submit([encoder.finish()]);
            self.back(&memory.hits[sorted_in(bodies as usize)], pairs.len())
        }))
    }

    /// Sorts placed bodies by grid cell; twin: `cpu::grid`, except for the order within a bucket.
    #[doc(hidden)]
    pub fn grid(&self, placed: &[Placed], traits: &[Traits]) -> Result<Grid> {
        let (mut memory, course) = (Memory::new(self), Course { bodies: placed.len(), ..Course::default() });
        let buckets = Memory::buckets_for(placed.len());
        pollster::block_on(caught(self, || {
            memory.reserve(self, &Members::new(), &Room::default(), false)?;
            memory.placed.fill(placed)?;
            memory.traits.fill(traits)?;
            memory.buckets.reserve(4 * (buckets + 1))?;
            memory.blocks.reserve(4 * (buckets + 1).div_ceil(1024))?;
            memory.places.reserve(8 * placed.len() as u64)?;
            memory.items.reserve(size_of::<Item>() as u64 * placed.len() as u64)?;
            memory.asked.fill(&asks(&course, &memory.terms_now))?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            let mut recorder = Recorder { gpu: self, memory: &memory, encoder: &mut encoder, timer: None };
            recorder.clear_counts(&course);
            recorder.grid(&course);
            self.queue().submit([encoder.finish()]);
            let starts: Vec<u32> = self.back(&memory.buckets, buckets as usize + 1)?;
            let items = self.back(&memory.items, starts.last().map_or(0, |&all| all as usize))?;
            let head: Vec<Head> = self.back(&memory.head, 1)?;
            Ok(Grid { starts, items, levels: head.first().map_or([0; 32], |head| head.levels) })
        }))
    }

    /// Finds the candidate pairs of a grid, in any order; returns at most `room` of them and the full count; twin:
    /// `cpu::pairs`.
    #[doc(hidden)]
    pub fn grid_pairs(
        &self,
        grid: &Grid,
        traits: &[Traits],
        partners: [u32; 32],
        room: u32,
    ) -> Result<(Vec<[u32; 2]>, u32)> {
        let (mut memory, course) = (Memory::new(self), Course { bodies: traits.len(), ..Course::default() });
        pollster::block_on(caught(self, || {
            memory.reserve(self, &Members::new(), &Room::default(), false)?;
            memory.items.fill(&grid.items)?;
            memory.buckets.fill(&grid.starts)?;
            memory.traits.fill(traits)?;
            memory.terms.fill(&[Terms { pairs: room, partners, ..Terms::default() }])?;
            memory.head.fill(&[Head { levels: grid.levels, ..Head::default() }])?;
            memory.pairs.reserve(8 * u64::from(room))?;
            memory.asked.fill(&asks(&course, &memory.terms_now))?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            Recorder { gpu: self, memory: &memory, encoder: &mut encoder, timer: None }.pairs(&course);
            self.queue().submit([encoder.finish()]);
            let head: Vec<Head> = self.back(&memory.head, 1)?;
            let count = head.first().map_or(0, |head| head.pairs);
            Ok((self.back(&memory.pairs, count.min(room) as usize)?, count))
        }))
    }

    /// Reads back the first `count` items of an arena, and waits for them.
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

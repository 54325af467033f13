//! Runs single kernels of a frame alone, so that tests can compare each with its CPU twin.

use bytemuck::Pod;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arena, Arenas, Role};
use crate::gpu::frame::members::CrowdMembers;
use crate::gpu::frame::memory::{CrowdMemory, FrameRoom};
use crate::gpu::frame::record::{FrameJob, asks, sorted_in};
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, Head, Item, PlacedBody, Terms, Traits};
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::HostPass;
use crate::gpu::readback::read;
use crate::gpu::scope::caught;
use crate::gpu::twins::BucketGrid;

impl Gpu {
    /// Computes the sum before each word; twin: `twins::scan`.
    #[doc(hidden)]
    pub fn scan(&self, words: &[u32]) -> Result<Vec<u32>> {
        self.alone(&FrameRoom::default(), |CrowdMemory { arenas, .. }| {
            arenas[Role::Words].fill(words)?;
            arenas[Role::Blocks].reserve(4 * (words.len() as u64).div_ceil(1024))?;
            arenas.ask(HostPass::Buckets, Ask { count: words.len() as u32, ..Ask::default() })?;
            let record =
                |mut to: PassRecorder| to.scan_alone(Role::Words, HostPass::Buckets, words.len() as u64);
            self.recorded(arenas, record);
            self.read_back(&arenas[Role::Words], words.len())
        })
    }

    /// Snaps positions in pixels to the lattice; twin: `Point::snapped`.
    #[doc(hidden)]
    pub fn snap(&self, places: &[[f32; 2]]) -> Result<Vec<[i32; 2]>> {
        self.alone(&FrameRoom::default(), |CrowdMemory { arenas, .. }| {
            let count = places.len() as u32;
            arenas[Role::Given].fill(places)?;
            arenas[Role::Positions].reserve(size_of_val(places) as u64)?;
            arenas.ask(HostPass::Bodies, Ask { count, ..Ask::default() })?;
            let groups = Groups(count.into(), 64);
            self.recorded(arenas, |mut to| to.asked(Kernel::SnapPixels, HostPass::Bodies, groups));
            self.read_back(&arenas[Role::Positions], places.len())
        })
    }

    /// Sorts pairs of `bodies` bodies into canonical order; twin: `twins::sort`.
    #[doc(hidden)]
    pub fn sort(&self, pairs: &[[u32; 2]], bodies: u32) -> Result<Vec<[u32; 2]>> {
        let room = FrameRoom { hits: pairs.len().max(1) as u32, ..FrameRoom::default() };
        self.alone(&room, |memory| {
            memory.send_terms(&CrowdMembers::new(), &Default::default(), &room)?;
            let (arenas, terms) = (&mut memory.arenas, memory.terms_now);
            arenas[Role::Hits].fill(pairs)?;
            arenas[Role::Head].fill(&[Head { hits: pairs.len() as u32, ..Head::default() }])?;
            let job = FrameJob { bodies: bodies as usize, terms, ..FrameJob::default() };
            self.recorded(arenas, |mut to| to.sort(&job));
            self.read_back(&arenas[sorted_in(bodies as usize)], pairs.len())
        })
    }

    /// Sorts placed bodies by grid cell; twin: `twins::grid`, except for the order within a bucket.
    #[doc(hidden)]
    pub fn grid(&self, placed: &[PlacedBody], traits: &[Traits]) -> Result<BucketGrid> {
        let job = FrameJob { bodies: placed.len(), ..FrameJob::default() };
        let buckets = CrowdMemory::buckets_for(placed.len());
        self.alone(&FrameRoom::default(), |CrowdMemory { arenas, .. }| {
            let count = placed.len() as u64;
            arenas[Role::Placed].fill(placed)?;
            arenas[Role::Traits].fill(traits)?;
            arenas[Role::Buckets].reserve(4 * (buckets + 1))?;
            arenas[Role::Blocks].reserve(4 * (buckets + 1).div_ceil(1024))?;
            arenas[Role::Places].reserve(8 * count)?;
            arenas[Role::Items].reserve(size_of::<Item>() as u64 * count)?;
            arenas[Role::Asked].fill(&asks(&job))?;
            self.recorded(arenas, |mut to| {
                to.clear_counts(&job);
                to.grid(&job);
            });
            let starts: Vec<u32> = self.read_back(&arenas[Role::Buckets], buckets as usize + 1)?;
            let items = self.read_back(&arenas[Role::Items], starts.last().map_or(0, |&all| all as usize))?;
            let head: Vec<Head> = self.read_back(&arenas[Role::Head], 1)?;
            Ok(BucketGrid { starts, items, levels: head.first().map_or([0; 32], |head| head.levels) })
        })
    }

    /// Finds the candidate pairs of a grid, in any order; returns at most `room` of them and the full count; twin:
    /// `twins::pairs`.
    #[doc(hidden)]
    pub fn grid_pairs(
        &self,
        grid: &BucketGrid,
        traits: &[Traits],
        partners: [u32; 32],
        room: u32,
    ) -> Result<(Vec<[u32; 2]>, u32)> {
        let job = FrameJob { bodies: traits.len(), ..FrameJob::default() };
        self.alone(&FrameRoom::default(), |CrowdMemory { arenas, .. }| {
            arenas[Role::Items].fill(&grid.items)?;
            arenas[Role::Buckets].fill(&grid.starts)?;
            arenas[Role::Traits].fill(traits)?;
            arenas[Role::Terms].fill(&[Terms { pairs: room, partners, ..Terms::default() }])?;
            arenas[Role::Head].fill(&[Head { levels: grid.levels, ..Head::default() }])?;
            arenas[Role::Pairs].reserve(8 * u64::from(room))?;
            arenas[Role::Asked].fill(&asks(&job))?;
            self.recorded(arenas, |mut to| to.pairs(&job));
            let head: Vec<Head> = self.read_back(&arenas[Role::Head], 1)?;
            let count = head.first().map_or(0, |head| head.pairs);
            Ok((self.read_back(&arenas[Role::Pairs], count.min(room) as usize)?, count))
        })
    }

    /// Does work on the arenas of a crowd without bodies.
    fn alone<T>(&self, room: &FrameRoom, work: impl FnOnce(&mut CrowdMemory) -> Result<T>) -> Result<T> {
        let mut memory = CrowdMemory::new(self);
        pollster::block_on(caught(self, || {
            memory.reserve(self, &CrowdMembers::new(), room, false)?;
            work(&mut memory)
        }))
    }

    /// Records passes and submits them.
    fn recorded(&self, arenas: &Arenas, record: impl FnOnce(PassRecorder<'_>)) {
        let mut encoder = self.device().create_command_encoder(&Default::default());
        record(PassRecorder::new(self, &mut encoder, arenas));
        self.queue().submit([encoder.finish()]);
    }

    /// Reads back the first `count` items of an arena, and waits for them.
    fn read_back<T: Pod>(&self, arena: &Arena, count: usize) -> Result<Vec<T>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let words = read(self, arena.buffer(), (count * size_of::<T>()) as u64)?;
        Ok(bytemuck::cast_slice(&words).to_vec())
    }
}

//! A part of a batch on the device: its arenas, its passes, and what is read back.

use crate::error::Result;
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role};
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, CommonCounts, Head};
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::HostPass;
use crate::gpu::readback::{BufferPart, Pool, Reading};
use crate::gpu::scope::caught;

/// Some pairs of a batch, with arenas of their own; these are used again for later pairs.
#[derive(Debug)]
pub(super) struct PairRun {
    /// The index in the batch of the first pair.
    pub(super) first: usize,
    /// The kernel that decides the pairs, or computes the integer results of hits.
    pub(super) kernel: Kernel,
    pub(super) slot: Arenas,
    pub(super) ask: Ask,
}

/// Pairs that were sent, and their results.
#[derive(Debug)]
pub(super) struct SentRun {
    pub(super) run: PairRun,
    pub(super) reading: Reading,
}

/// The words after the hit bits: how many pairs f32 could not decide, and how many are undecided.
const COUNTS: u64 = 2;
/// The bytes at the head of the list of large pairs: the workgroups in three dimensions, and the number of pairs.
const LARGE_HEAD: u64 = 16;
/// Where the parameters of the passes are.
const ASKED: HostPass = HostPass::Words;

/// Returns the words of the integer results of a hit.
pub(super) fn result_words(kernel: Kernel) -> usize {
    match kernel {
        Kernel::Common => size_of::<CommonCounts>() / 4,
        Kernel::Squares => 1,
        _ => 0,
    }
}

impl PairRun {
    /// Makes room for pairs and their results; `has_large` says that some pairs may be large.
    pub(super) fn new(
        mut slot: Arenas,
        (first, count): (usize, usize),
        kernel: Kernel,
        has_large: bool,
        touching: Touching,
    ) -> Result<PairRun> {
        let mut ask = Ask::of_pairs(count, touching);
        // The hit bits, the counts, and the bits of undecided pairs.
        let end = 2 * ask.words + COUNTS as u32;
        let large = if has_large { LARGE_HEAD + 4 * count as u64 } else { 0 };
        ask.room = if has_large { end } else { 0 };
        slot.ask(ASKED, ask)?;
        slot[Role::Pairs].reserve(8 * count as u64)?;
        match result_words(kernel) {
            0 => slot[Role::HitBits].reserve(4 * u64::from(end) + large)?,
            words => slot[Role::Results].reserve(4 * (words * count) as u64)?,
        };
        slot[Role::LargeGroups].reserve(LARGE_HEAD)?;
        Ok(PairRun { first, kernel, slot, ask })
    }

    fn recorder<'a>(
        &'a self,
        gpu: &'a Gpu,
        bodies: &'a Arenas,
        encoder: &'a mut wgpu::CommandEncoder,
    ) -> PassRecorder<'a> {
        let mut recorder = PassRecorder::new(gpu, encoder, bodies);
        recorder.slot = Some(&self.slot);
        recorder
    }

    /// Records the pass that marks the bodies whose covers the pairs need.
    pub(super) fn mark(&self, gpu: &Gpu, bodies: &Arenas, encoder: &mut wgpu::CommandEncoder) {
        let threads = Groups(self.ask.count.into(), 64);
        self.recorder(gpu, bodies, encoder).asked(Kernel::Mark, ASKED, threads);
    }

    /// Records the passes that find which pairs overlap.
    pub(super) fn overlap(&self, gpu: &Gpu, bodies: &Arenas, encoder: &mut wgpu::CommandEncoder) {
        let [hits, groups] = [Role::HitBits, Role::LargeGroups].map(|role| self.slot[role].buffer());
        let (counts, large) = (4 * u64::from(self.ask.words), 4 * u64::from(self.ask.room));
        encoder.clear_buffer(hits, counts, Some(4 * COUNTS));
        if large > 0 {
            encoder.clear_buffer(hits, large, Some(LARGE_HEAD));
        }
        let mut recorder = self.recorder(gpu, bodies, encoder);
        recorder.asked(self.kernel, ASKED, Groups(self.ask.count.into(), 256));
        if large > 0 {
            recorder.encoder().copy_buffer_to_buffer(hits, large, groups, 0, Some(LARGE_HEAD));
            recorder.counted(Kernel::LargePairs, ASKED, groups);
        }
    }

    /// Records the pass that computes the integer results of hits, a workgroup for each.
    pub(super) fn integers(&self, gpu: &Gpu, bodies: &Arenas, encoder: &mut wgpu::CommandEncoder) {
        self.recorder(gpu, bodies, encoder).asked(self.kernel, ASKED, Groups(self.ask.count.into(), 1));
    }

    /// Submits the recorded passes and requests the results: the hit bits and their counts, or the integer results; then the words
    /// of covers, if the bodies have any.
    pub(super) fn send(
        self,
        gpu: &Gpu,
        pool: &mut Pool,
        encoder: wgpu::CommandEncoder,
        head: Option<&wgpu::Buffer>,
    ) -> SentRun {
        let (count, words) = (u64::from(self.ask.count), u64::from(self.ask.words));
        let hits = (self.slot[Role::HitBits].buffer(), 0, 4 * (words + COUNTS));
        let results = |words: usize| (self.slot[Role::Results].buffer(), 0, 4 * words as u64 * count);
        let covers = head.map(|head| (head, std::mem::offset_of!(Head, covers) as u64, 4));
        let own: BufferPart<'_> = match result_words(self.kernel) {
            0 => hits,
            words => results(words),
        };
        let parts: Vec<BufferPart<'_>> = std::iter::once(own).chain(covers).collect();
        let reading = Reading::submit(gpu, pool, encoder, &parts);
        SentRun { run: self, reading }
    }

    /// Returns the undecided pairs that no thread found to hit, with their places in this run. Only called if there are some.
    pub(super) async fn undecided(
        &self,
        gpu: &Gpu,
        bits: &[u32],
        waits: bool,
    ) -> Result<Vec<(usize, [u32; 2])>> {
        let (count, words) = (self.ask.count as usize, u64::from(self.ask.words));
        let hits = (self.slot[Role::HitBits].buffer(), 4 * (words + COUNTS), 4 * words);
        let back = self.read(gpu, &[hits, self.pairs()], waits).await?;
        let (undecided, pairs) = back.split_at(words as usize);
        let is_set = |bits: &[u32], place: usize| bits[place / 32] >> (place % 32) & 1 == 1;
        let is_open = |&place: &usize| is_set(undecided, place) && !is_set(bits, place);
        Ok((0..count)
            .filter(is_open)
            .map(|place| (place, [pairs[2 * place], pairs[2 * place + 1]]))
            .collect())
    }

    /// Returns all pairs.
    pub(super) async fn all_pairs(&self, gpu: &Gpu, waits: bool) -> Result<Vec<u32>> {
        self.read(gpu, &[self.pairs()], waits).await
    }

    fn pairs(&self) -> BufferPart<'_> {
        (self.slot[Role::Pairs].buffer(), 0, 8 * u64::from(self.ask.count))
    }

    async fn read(&self, gpu: &Gpu, parts: &[BufferPart<'_>], waits: bool) -> Result<Vec<u32>> {
        let mut reading = caught(gpu, || {
            let encoder = gpu.device().create_command_encoder(&Default::default());
            Ok(Reading::submit(gpu, &mut Pool::default(), encoder, parts))
        })
        .await?;
        reading.take(gpu, waits).await
    }
}

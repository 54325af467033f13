//! A queue of a batch on the device: its arenas, its passes, and what is read back.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role};
use crate::gpu::constants::LIST_HEAD;
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, CommonCounts};
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::{GpuQueue, HostPass, Queued};
use crate::gpu::readback::{Pool, Reading};
use crate::gpu::scope::caught;
use crate::gpu::ticket::Want;

/// A queue in flight, with its own arenas; these are used again for later queues.
#[derive(Debug)]
pub(super) struct QueueRun {
    pub(super) queued: Queued,
    pub(super) slot: Arenas,
    pub(super) ask: Ask,
    pub(super) want: Want,
}

/// A queue that was sent, and its results.
#[derive(Debug)]
pub(super) struct SentQueue {
    pub(super) run: QueueRun,
    pub(super) reading: Reading,
}

/// The results of a queue.
#[derive(Debug)]
pub(super) struct QueueResults {
    words: Vec<u32>,
    room: usize,
}

/// Words of counters after the hit bits.
const COUNTS: usize = 2;
const HEAD: usize = LIST_HEAD as usize;
/// Words per block in shaders/compact.wgsl.
const BLOCK: u64 = 256;
const WORKGROUP: u32 = 64;
/// Where the parameters of a queue's passes are.
const ASKED: HostPass = HostPass::Words;

/// Returns the bytes of the hit bits, of the two words after them, and of the bits of pairs that were cut short.
fn hits_bytes(ask: Ask) -> u64 {
    8 * (u64::from(ask.words) + 1)
}

/// Returns the words of one hit's result.
fn result_words(queue: GpuQueue, want: Want) -> usize {
    match queue.integers().filter(|_| want == Want::Integers) {
        Some(Kernel::Common) => size_of::<CommonCounts>() / 4,
        Some(_) => 1,
        None => 0,
    }
}

impl QueueRun {
    /// Makes room for a queue's pairs and results, and uploads the pairs.
    pub(super) fn new(mut slot: Arenas, queued: Queued, ask: Ask, want: Want) -> Result<QueueRun> {
        let room = u64::from(ask.room);
        slot.ask(ASKED, ask)?;
        slot[Role::Pairs].fill(&queued.pairs)?;
        slot[Role::HitBits].reserve(hits_bytes(ask))?;
        slot[Role::Blocks].reserve(4 * u64::from(ask.words).div_ceil(BLOCK))?;
        slot[Role::List].reserve(4 * (HEAD as u64 + room))?;
        slot[Role::Results].reserve(4 * room * result_words(queued.queue, want) as u64)?;
        Ok(QueueRun { queued, slot, ask, want })
    }

    /// Records a pass over the queue's own arenas and those of the bodies.
    fn pass(&self, gpu: &Gpu, bodies: &Arenas, encoder: &mut wgpu::CommandEncoder, pass: (Kernel, Groups)) {
        let mut recorder = PassRecorder::new(gpu, encoder, bodies);
        recorder.slot = Some(&self.slot);
        recorder.asked(pass.0, ASKED, pass.1);
    }

    /// Records the pass that finds which pairs overlap.
    pub(super) fn overlap(&self, gpu: &Gpu, bodies: &Arenas, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(self.slot[Role::HitBits].buffer(), 0, Some(hits_bytes(self.ask)));
        let Queued { queue, pairs, .. } = &self.queued;
        let threads = pairs.len() as u64 * u64::from(queue.lanes());
        self.pass(gpu, bodies, encoder, (queue.kernel(), Groups(threads, WORKGROUP)));
    }

    /// Records the passes that make a list of the hit bits.
    pub(super) fn compact(&self, gpu: &Gpu, bodies: &Arenas, encoder: &mut wgpu::CommandEncoder) {
        let blocks = || Groups(self.ask.words.into(), BLOCK as u32);
        self.pass(gpu, bodies, encoder, (Kernel::CountBlocks, blocks()));
        self.pass(gpu, bodies, encoder, (Kernel::AddBlocks, Groups(1, 1)));
        self.pass(gpu, bodies, encoder, (Kernel::WriteList, blocks()));
    }

    /// Records the pass that computes the integer results of the hits.
    pub(super) fn integers(&self, gpu: &Gpu, bodies: &Arenas, encoder: &mut wgpu::CommandEncoder) {
        if let Some(kernel) = self.queued.queue.integers() {
            // A workgroup for each hit; the host knows only how many there may be.
            let most = self.queued.pairs.len().min(self.ask.room as usize);
            self.pass(gpu, bodies, encoder, (kernel, Groups(most as u64, 1)));
        }
    }

    /// Submits the recorded passes and requests the results: the counters, then the hit bits, or the list and the
    /// hits' integer results.
    pub(super) fn send(self, gpu: &Gpu, pool: &mut Pool, encoder: wgpu::CommandEncoder) -> SentQueue {
        let QueueRun { ask, want, .. } = self;
        let bits = 4 * u64::from(ask.words);
        let list = 4 * (HEAD as u64 + u64::from(ask.room));
        let results = 4 * u64::from(ask.room) * result_words(self.queued.queue, want) as u64;
        let [hits, of_list, of_results] =
            [Role::HitBits, Role::List, Role::Results].map(|role| self.slot[role].buffer());
        let counts = (hits, bits, 4 * COUNTS as u64);
        let parts = match want {
            Want::Bits => vec![counts, (hits, 0, bits)],
            _ => vec![counts, (of_list, 0, list), (of_results, 0, results)],
        };
        let reading = Reading::submit(gpu, pool, encoder, &parts);
        SentQueue { run: self, reading }
    }

    /// Returns the indices, in the queue, of the pairs that were cut short before any hit was found. Only called if
    /// there are some.
    pub(super) async fn cut(&self, gpu: &Gpu, waits: bool) -> Result<Vec<usize>> {
        let pairs = self.queued.pairs.len();
        let words = pairs.div_ceil(32);
        let mut reading = caught(gpu, || {
            let encoder = gpu.device().create_command_encoder(&Default::default());
            Ok(Reading::first(gpu, encoder, self.slot[Role::HitBits].buffer(), hits_bytes(self.ask)))
        })
        .await?;
        let found = reading.take(gpu, waits).await?;
        let is_set = |from: usize, place: usize| found[from + place / 32] >> (place % 32) & 1 == 1;
        Ok((0..pairs).filter(|&place| is_set(words + COUNTS, place) && !is_set(0, place)).collect())
    }
}

impl SentQueue {
    /// Returns the results, once they are there.
    pub(super) async fn take(&mut self, gpu: &Gpu, waits: bool) -> Result<QueueResults> {
        let words = self.reading.take(gpu, waits).await?;
        Ok(QueueResults { words, room: self.run.ask.room as usize })
    }
}

impl QueueResults {
    /// Returns how many pairs f32 could not decide.
    pub(super) fn past_filter(&self) -> u32 {
        self.words[0]
    }

    /// Returns how many invocations were cut short.
    pub(super) fn cut(&self) -> u32 {
        self.words[1]
    }

    /// Returns the hit bits.
    pub(super) fn bits(&self) -> &[u32] {
        &self.words[COUNTS..]
    }

    /// Returns the number of hits, including those that there was no room for.
    pub(super) fn total(&self) -> u32 {
        self.words[COUNTS]
    }

    /// Returns the hits, as indices in the queue.
    pub(super) fn list(&self) -> &[u32] {
        &self.words[COUNTS + HEAD..][..self.total() as usize]
    }

    /// Returns the results of the hits, with the same number of words for each.
    pub(super) fn results(&self) -> &[u32] {
        &self.words[COUNTS + HEAD + self.room..]
    }
}

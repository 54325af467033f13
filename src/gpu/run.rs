//! A queue on the device: its buffers, its passes, and what is read back.

use crate::error::Result;
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::gpu::arena::Arena;
use crate::gpu::device::Device;
use crate::gpu::layout::{Ask, Common};
use crate::gpu::pass::{Groups, dispatch};
use crate::gpu::queues::{Kernel, Queue};
use crate::gpu::readback::{Mapping, Staging};
use crate::gpu::ticket::Want;

/// The buffers of one queue in flight; they are used again for later queues.
#[derive(Debug)]
pub(super) struct Slot {
    ask: Arena,
    pairs: Arena,
    /// The hit bits; then two words: the counts of pairs that f32 could not decide and of those cut short; then one
    /// bit for each pair that was cut short.
    pub(super) hits: Arena,
    blocks: Arena,
    /// The list of hits, as shaders/compact.wgsl writes it; its head is also the size of a dispatch.
    pub(super) list: Arena,
    pub(super) results: Arena,
    staging: Option<(Staging, u64)>,
}

/// A queue in flight.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) queue: Queue,
    pub(super) slot: Slot,
    pub(super) room: u32,
    pub(super) mapping: Mapping,
    bytes: u64,
}

/// The results of a queue.
#[derive(Debug)]
pub(super) struct Back {
    words: Vec<u32>,
    room: usize,
}

/// Words at the head of a list: the total, and three words of a dispatch.
pub(super) const HEAD: usize = 4;
/// Words of counters after the hit bits.
const COUNTS: usize = 2;
/// Words per block in shaders/compact.wgsl.
const BLOCK: u64 = 256;
const WORKGROUP: u32 = 64;

impl Slot {
    pub(super) fn new(gpu: &Gpu) -> Slot {
        let storage = |label| Arena::storage(gpu, label);
        Slot {
            ask: Arena::new(gpu, "ask", wgpu::BufferUsages::UNIFORM),
            pairs: storage("pairs"),
            hits: storage("hits"),
            blocks: storage("blocks"),
            list: Arena::new(gpu, "list", wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::INDIRECT),
            results: storage("results"),
            staging: None,
        }
    }

    /// Makes room for a queue's pairs and results, and uploads the pairs.
    pub(super) fn prepare(&mut self, queue: &Queue, ask: Ask, want: Want) -> Result<()> {
        let room = u64::from(ask.room);
        self.ask.fill(&[ask])?;
        self.pairs.fill(&queue.pairs)?;
        self.hits.reserve(hits_bytes(ask))?;
        self.blocks.reserve(4 * u64::from(ask.words).div_ceil(BLOCK))?;
        self.list.reserve(4 * (HEAD as u64 + room))?;
        self.results.reserve(4 * room * result_words(queue.kernel, want) as u64)?;
        Ok(())
    }

    /// Returns a staging buffer of at least `bytes` bytes.
    fn staging(&mut self, gpu: &Gpu, bytes: u64) -> &Staging {
        let old = self.staging.take().filter(|(_, size)| *size >= bytes);
        let new = || {
            let size = (bytes + bytes / 2).next_multiple_of(256);
            (Staging::new(gpu, size), size)
        };
        &self.staging.insert(old.unwrap_or_else(new)).0
    }
}

/// Returns the bytes of the hit bits, of the two words after them, and of the bits of pairs that were cut short.
fn hits_bytes(ask: Ask) -> u64 {
    8 * (u64::from(ask.words) + 1)
}

/// Returns the words of one hit's result.
fn result_words(kernel: Kernel, want: Want) -> usize {
    match (want, kernel) {
        (Want::Bits | Want::List, _) | (_, Kernel::ShapeShape) => 0,
        (Want::Integers, Kernel::SpriteShape) => 1,
        (Want::Integers, Kernel::SpriteSprite) => size_of::<Common>() / 4,
    }
}

impl Run {
    /// Sends a queue through its passes, with room for `room` hits.
    pub(super) fn start(
        gpu: &Gpu,
        device: &Device,
        mut slot: Slot,
        queue: Queue,
        (want, touching, room): (Want, Touching, u32),
        mut encoder: wgpu::CommandEncoder,
    ) -> Result<Run> {
        let ask = Ask::of_pairs(queue.pairs.len(), touching, room);
        slot.prepare(&queue, ask, want)?;
        overlap(gpu, &mut encoder, device, &slot, &queue, ask);
        if want != Want::Bits {
            compact(gpu, &mut encoder, &slot, ask);
        }
        if want == Want::Integers {
            integers(gpu, &mut encoder, device, &slot, queue.kernel);
        }
        Ok(Run::read_back(gpu, slot, queue, ask, want, encoder))
    }

    /// Submits the recorded passes and requests the results.
    pub(super) fn read_back(
        gpu: &Gpu,
        mut slot: Slot,
        queue: Queue,
        ask: Ask,
        want: Want,
        mut encoder: wgpu::CommandEncoder,
    ) -> Run {
        let bytes = copy_back(gpu, &mut encoder, &mut slot, &queue, ask, want);
        gpu.queue().submit([encoder.finish()]);
        let mapping = slot.staging(gpu, bytes).map(gpu, bytes);
        Run { queue, slot, room: ask.room, mapping, bytes }
    }

    /// Returns the results, once they are mapped.
    pub(super) fn take(&mut self, gpu: &Gpu) -> Result<Back> {
        let words = self.slot.staging(gpu, self.bytes).take(gpu, self.bytes)?;
        Ok(Back { words, room: self.room as usize })
    }

    /// Returns the indices, in the queue, of the pairs that were cut short before any hit was found. Only called if
    /// there are some.
    pub(super) async fn cut(&self, gpu: &Gpu) -> Result<Vec<usize>> {
        let pairs = self.queue.pairs.len();
        let words = pairs.div_ceil(32);
        let bytes = 8 * (words as u64 + 1);
        let staging = Staging::new(gpu, bytes);
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(self.slot.hits.buffer(), 0, staging.buffer(), 0, Some(bytes));
        gpu.queue().submit([encoder.finish()]);
        staging.map(gpu, bytes).await?;
        let found = staging.take(gpu, bytes)?;
        let is_set = |from: usize, place: usize| found[from + place / 32] >> (place % 32) & 1 == 1;
        Ok((0..pairs).filter(|&place| is_set(words + 2, place) && !is_set(0, place)).collect())
    }

    /// Returns the number of bytes read back.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Back {
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

/// Records the pass that finds which pairs overlap.
pub(super) fn overlap(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    device: &Device,
    slot: &Slot,
    queue: &Queue,
    ask: Ask,
) {
    encoder.clear_buffer(slot.hits.buffer(), 0, Some(hits_bytes(ask)));
    let kernels = gpu.kernels();
    let [ask, pairs, hits] = [&slot.ask, &slot.pairs, &slot.hits].map(Arena::buffer);
    let [placed, bits, parts, vertices] = device.read();
    let (kernel, buffers) = match queue.kernel {
        Kernel::ShapeShape => (&kernels.shape_shape, vec![ask, pairs, placed, parts, vertices, hits]),
        Kernel::SpriteShape => {
            let binned = &kernels.sprite_shape;
            let buffers = vec![ask, pairs, placed, bits, parts, vertices, hits];
            (binned.of(queue.size), buffers)
        }
        Kernel::SpriteSprite => {
            (kernels.sprite_sprite.of(queue.size), vec![ask, pairs, placed, bits, bits, hits])
        }
    };
    let threads = queue.pairs.len() as u64 * u64::from(queue.size.lanes());
    dispatch(gpu, encoder, kernel, &buffers, Groups::Threads(threads, WORKGROUP));
}

/// Records the passes that make a list of the hit bits.
pub(super) fn compact(gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, slot: &Slot, ask: Ask) {
    let kernels = gpu.kernels();
    let buffers = [&slot.ask, &slot.hits, &slot.blocks, &slot.list].map(Arena::buffer);
    let blocks = Groups::Threads(ask.words.into(), BLOCK as u32);
    dispatch(gpu, encoder, &kernels.count_blocks, &buffers, blocks);
    dispatch(gpu, encoder, &kernels.add_blocks, &buffers, Groups::Threads(1, 1));
    let blocks = Groups::Threads(ask.words.into(), BLOCK as u32);
    dispatch(gpu, encoder, &kernels.write_list, &buffers, blocks);
}

/// Records the pass that computes the integer results of the hits.
pub(super) fn integers(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    device: &Device,
    slot: &Slot,
    kernel: Kernel,
) {
    let kernels = gpu.kernels();
    let [ask, pairs, list, results] = [&slot.ask, &slot.pairs, &slot.list, &slot.results].map(Arena::buffer);
    let [placed, bits, parts, vertices] = device.read();
    let (kernel, buffers) = match kernel {
        Kernel::ShapeShape => return,
        Kernel::SpriteShape => {
            (&kernels.squares, vec![ask, pairs, placed, bits, parts, vertices, list, results])
        }
        Kernel::SpriteSprite => (&kernels.common, vec![ask, pairs, placed, bits, list, results]),
    };
    dispatch(gpu, encoder, kernel, &buffers, Groups::From(list, 4));
}

/// Copies the results to the staging buffer: the counters, then the hit bits, or the list and the hits' integer
/// results.
fn copy_back(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    slot: &mut Slot,
    queue: &Queue,
    ask: Ask,
    want: Want,
) -> u64 {
    let bits = 4 * u64::from(ask.words);
    let list = 4 * (HEAD as u64 + u64::from(ask.room));
    let results = 4 * u64::from(ask.room) * result_words(queue.kernel, want) as u64;
    let counts = 4 * COUNTS as u64;
    let bytes = counts + if want == Want::Bits { bits } else { list + results };
    slot.staging(gpu, bytes);
    let Some((staging, _)) = &slot.staging else { return bytes };
    let to = staging.buffer();
    encoder.copy_buffer_to_buffer(slot.hits.buffer(), bits, to, 0, Some(counts));
    if want == Want::Bits {
        encoder.copy_buffer_to_buffer(slot.hits.buffer(), 0, to, counts, Some(bits));
    } else {
        encoder.copy_buffer_to_buffer(slot.list.buffer(), 0, to, counts, Some(list));
        if results > 0 {
            encoder.copy_buffer_to_buffer(slot.results.buffer(), 0, to, counts + list, Some(results));
        }
    }
    bytes
}

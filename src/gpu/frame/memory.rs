//! A crowd's buffers on the device: its tables, the work buffers of a frame, and their sizes.

use bytemuck::Pod;

use crate::error::{Cause, Result};
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role, most_bytes};
use crate::gpu::bound::BoundGroups;
use crate::gpu::forms::SentEntries;
use crate::gpu::frame::members::{CrowdMembers, TouchRules};
use crate::gpu::frame::record::{FrameJob, sorted_in};
use crate::gpu::layout::{Digit, Head, Item, PlacedBody, Raster, Terms, Traits};
use crate::gpu::queues::{DevicePass, GpuQueue, HostPass, STRIDE};
use crate::gpu::readback::BufferPart;
use crate::gpu::twins;
use crate::gpu::upload::Uploads;

/// The parts of queues begin at multiples of this many pairs: a binding's alignment in bits.
const STEP: u32 = 2048;
const GRAZES: usize = GpuQueue::Grazes as usize;
/// The number of queues, with the list of grazes.
const QUEUES: usize = GpuQueue::ALL.len();

/// The room for a frame's results. What does not fit is still counted, and the frame is repeated with more room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FrameRoom {
    pub(super) pairs: u32,
    pub(super) queues: [u32; QUEUES],
    pub(super) hits: u32,
    pub(super) covers: u64,
    /// The grazes and hits that are read back at once.
    pub(super) back: [u32; 2],
}

impl Default for FrameRoom {
    fn default() -> FrameRoom {
        let queues = std::array::from_fn(step);
        FrameRoom { pairs: 1 << 14, queues, hits: 1 << 12, covers: 1 << 12, back: [64, 64] }
    }
}

impl FrameRoom {
    /// Whether there was enough room for a frame; plan.wgsl makes the same test.
    pub(super) fn holds(&self, head: &Head) -> bool {
        let mut queues = self.queues.iter().zip(&head.queues);
        head.pairs <= self.pairs
            && head.hits <= self.hits
            && u64::from(head.covers) <= self.covers
            && queues.all(|(room, count)| count <= room)
    }

    /// Whether all grazes and hits were read back.
    pub(super) fn holds_back(&self, head: &Head) -> bool {
        head.queues[GRAZES] <= self.back[0] && head.hits <= self.back[1]
    }

    /// Grows where a frame did not fit: by a quarter more than needed, if the largest buffer can hold that.
    pub(super) fn grow(&mut self, head: &Head, most: u64) {
        let more = |room: &mut u32, count: u32| {
            if count > *room {
                *room = fitting(count.saturating_add(count / 4), count, most);
            }
        };
        more(&mut self.pairs, head.pairs);
        for (k, (room, &count)) in self.queues.iter_mut().zip(&head.queues).enumerate() {
            more(room, count);
            *room = room.saturating_add(step(k) - 1) / step(k) * step(k);
        }
        more(&mut self.hits, head.hits);
        if u64::from(head.covers) > self.covers {
            self.covers = u64::from(head.covers) * 5 / 4;
        }
    }

    /// Like [`grow`](FrameRoom::grow), but also where an eighth or less is left: a frame that does not fit would be void.
    pub(super) fn grow_ahead(&mut self, head: &Head, most: u64) {
        let fits = u32::try_from(most / 8).unwrap_or(u32::MAX);
        let ahead = |count: u32| count.saturating_add(count / 7).min(fits.max(count));
        let [pairs, hits, covers] = [head.pairs, head.hits, head.covers].map(ahead);
        self.grow(&Head { pairs, hits, covers, queues: head.queues.map(ahead), ..*head }, most);
    }

    /// Returns the room for reading back grazes and hits: a quarter more than this time.
    pub(super) fn expect(&mut self, counts: [u32; 2], most: u64) -> [u32; 2] {
        let back = counts.map(|count| fitting(count.saturating_add(count / 4 + 64), count, most));
        let [grazes, hits] = back;
        // Grows by more than needed, so that it grows rarely.
        if grazes > self.queues[GRAZES] {
            self.queues[GRAZES] = fitting(grazes + grazes / 2, grazes, most).next_multiple_of(STEP);
        }
        if hits > self.hits {
            self.hits = fitting(hits + hits / 2, hits, most);
        }
        back
    }

    /// Returns the first pair of each queue, and the end of the last queue.
    fn first(&self) -> ([u32; QUEUES], u64) {
        let mut first = [0; QUEUES];
        let mut end = 0u64;
        for (k, &room) in self.queues.iter().enumerate() {
            // A start beyond 2^32 fits no buffer, and that is an error before the start is used.
            first[k] = end as u32;
            // After its bits a queue has two words: the counts of pairs that f32 could not decide, and of those cut
            // short.
            end += u64::from(room).next_multiple_of(STEP.into()) + u64::from(STEP);
        }
        (first, end)
    }
}

/// Returns what the room of a queue is a multiple of. A kernel is run over all of its queue's room, so it is less where a pair takes
/// many threads.
fn step(queue: usize) -> u32 {
    (STEP / GpuQueue::ALL[queue].lanes()).max(256)
}

/// Returns `pairs`, but at most what the largest buffer can hold, and at least `least`.
fn fitting(pairs: u32, least: u32, most: u64) -> u32 {
    pairs.min(u32::try_from(most / 8).unwrap_or(u32::MAX)).max(least)
}

/// The arenas of a crowd, and what the device has in them.
#[derive(Debug)]
pub(super) struct CrowdMemory {
    pub(super) arenas: Arenas,
    pub(super) terms_now: Terms,
    /// The bind groups of the last frame.
    pub(super) bound: BoundGroups,
    pub(super) uploads: Uploads,
    sent: SentEntries,
    are_digits_sent: bool,
}

impl CrowdMemory {
    pub(super) fn new(gpu: &Gpu) -> CrowdMemory {
        CrowdMemory {
            arenas: Arenas::new(gpu),
            terms_now: Terms::default(),
            bound: BoundGroups::default(),
            uploads: Uploads::default(),
            sent: SentEntries::default(),
            are_digits_sent: false,
        }
    }

    /// Returns where a frame leaves a number of grazes and hits.
    pub(super) fn lists(&self, job: &FrameJob, counts: [u32; 2]) -> [BufferPart<'_>; 2] {
        let [grazes, hits] = counts.map(|count| 8 * u64::from(count));
        let [of_grazes, of_hits] =
            [Role::Queues, sorted_in(job.bodies)].map(|role| self.arenas[role].buffer());
        [(of_grazes, 8 * u64::from(job.terms.first[GRAZES]), grazes), (of_hits, 0, hits)]
    }

    /// Returns the number of buckets for a number of bodies.
    pub(super) fn buckets_for(bodies: usize) -> u64 {
        twins::buckets_for(bodies).into()
    }

    /// Forgets what the device has, so that all of it is sent again.
    pub(super) fn forget(&mut self) {
        self.sent = SentEntries::default();
        self.terms_now = Terms::default();
        self.are_digits_sent = false;
    }

    /// Forgets the tables of forms: they were replaced, and not only extended.
    pub(super) fn forget_forms(&mut self) {
        self.sent = SentEntries::default();
    }

    /// Sends the entries of the tables that the device does not have; returns the number of bytes.
    pub(super) fn send_tables(
        &mut self,
        members: &CrowdMembers,
        room: &FrameRoom,
        turned: bool,
    ) -> Result<u64> {
        let covers = if turned { 4 * room.covers } else { 0 };
        self.sent.extend(&mut self.arenas, &members.forms, &members.masks, covers)
    }

    /// Whether there is room for a number of bodies.
    pub(super) fn has_room_for(&self, bodies: usize) -> bool {
        let count = bodies as u64;
        let least = [(Role::Positions, 8), (Role::Traits, size_of::<Traits>() as u64), (Role::Bodies, 4)];
        least.into_iter().all(|(role, size)| self.arenas[role].size() >= size * count)
    }

    /// Makes room for the bodies; positions that the device changed are kept. Returns whether all bodies' properties
    /// must be sent.
    pub(super) fn reserve_bodies(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        members: &CrowdMembers,
        all_moved: bool,
    ) -> Result<bool> {
        let (arenas, count) = (&mut self.arenas, members.len() as u64);
        if all_moved {
            arenas[Role::Positions].reserve(8 * count)?;
        } else {
            arenas[Role::Positions].reserve_keeping(encoder, 8 * count)?;
        }
        arenas[Role::Velocities].reserve_keeping(encoder, 8 * count)?;
        let mut is_new = arenas[Role::Traits].reserve(count * size_of::<Traits>() as u64)?;
        is_new |= arenas[Role::Bodies].reserve(4 * count)?;
        Ok(is_new)
    }

    /// Makes room for the work buffers of a frame.
    pub(super) fn reserve(
        &mut self,
        gpu: &Gpu,
        members: &CrowdMembers,
        room: &FrameRoom,
        turned: bool,
    ) -> Result<()> {
        let (count, buckets) = (members.len() as u64, CrowdMemory::buckets_for(members.len()));
        let (first, pairs) = room.first();
        let blocks = u64::from(room.hits).div_ceil(1024);
        let sizes = [
            (Role::Asked, HostPass::ROOM),
            (Role::Planned, DevicePass::ROOM),
            (Role::Plan, DevicePass::ROOM),
            (Role::Head, size_of::<Head>() as u64),
            (Role::Placed, count * size_of::<PlacedBody>() as u64),
            (Role::Buckets, 4 * (buckets + 1)),
            (Role::Places, 8 * count),
            (Role::Items, count * size_of::<Item>() as u64),
            (Role::Pairs, 8 * u64::from(room.pairs)),
            (Role::Queues, 8 * pairs),
            (Role::HitBits, pairs / 8),
            (Role::Marks, 4 * (u64::from(nears_of(&first)) + count)),
            (Role::Hits, 8 * u64::from(room.hits)),
            (Role::SortedHits, 8 * u64::from(room.hits)),
            (Role::Counts, 4 * 256 * blocks),
            (Role::Blocks, 4 * (buckets + 1).max(256 * blocks).max(count + 1).div_ceil(1024)),
        ];
        let covers = [(Role::Words, 4 * (count + 1)), (Role::Rasters, count * size_of::<Raster>() as u64)];
        if turned && members.cover_words > u64::from(u32::MAX) {
            let (what, needed) = ("a buffer for covers", 4 * members.cover_words);
            return Err(Cause::GpuTooSmall { what, needed, most: most_bytes(gpu) }.error());
        }
        for (role, size) in sizes.into_iter().chain(covers.into_iter().filter(|_| turned)) {
            self.arenas[role].reserve(size)?;
        }
        Ok(())
    }

    /// Sends the rules; returns the number of bytes.
    pub(super) fn send_rules(&mut self, touch: &TouchRules) -> Result<u64> {
        let strict = |touching| u32::from(touching == Touching::Ignored);
        let between = touch.between.iter().map(|&(x, y, touching)| [x, y, strict(touching), 0]);
        let rules: Vec<[u32; 4]> = between.chain(touch.rooted.iter().map(|&(x, y)| [x, y, 0, 0])).collect();
        self.arenas[Role::Rules].fill(&rules)
    }

    /// Sends the terms if they changed; returns the number of bytes.
    pub(super) fn send_terms(
        &mut self,
        members: &CrowdMembers,
        touch: &TouchRules,
        room: &FrameRoom,
    ) -> Result<u64> {
        let (first, end) = room.first();
        let terms = Terms {
            first,
            room: room.queues,
            words: (end / 32) as u32,
            nears: nears_of(&first),
            pairs: room.pairs,
            hits: room.hits,
            covers: u32::try_from(room.covers).unwrap_or(u32::MAX),
            base: members.masks.words.len() as u32,
            ..members.terms(touch)
        };
        let mut bytes = 0;
        if terms != self.terms_now {
            bytes += self.arenas[Role::Terms].fill(&[terms])?;
            self.terms_now = terms;
        }
        if !self.are_digits_sent {
            let mut parameters = [0; 8 * STRIDE as usize];
            apart(digits().into_iter(), &mut parameters);
            bytes += self.arenas[Role::Digits].fill(&parameters)?;
            self.are_digits_sent = true;
        }
        Ok(bytes)
    }
}

/// Returns the number of pairs that the queues of possible grazes have room for.
fn nears_of(first: &[u32; QUEUES]) -> u32 {
    first[GRAZES] - first[GpuQueue::NearShapes as usize]
}

/// Returns every byte to sort by.
fn digits() -> [Digit; 8] {
    std::array::from_fn(|k| Digit { which: k as u32 / 4, shift: 8 * (k as u32 % 4) })
}

/// Writes parameters of passes as bytes, each at an offset where a binding may begin.
pub(super) fn apart<T: Pod>(list: impl Iterator<Item = T>, bytes: &mut [u8]) {
    for (slot, item) in bytes.chunks_mut(STRIDE as usize).zip(list) {
        slot[..size_of::<T>()].copy_from_slice(bytemuck::bytes_of(&item));
    }
}

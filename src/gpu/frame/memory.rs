//! A crowd's buffers on the device: its tables, the work buffers of a frame, and their sizes.

use crate::cpu;
use crate::error::{Cause, Result};
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arena, most_bytes};
use crate::gpu::frame::members::{Members, Touch};
use crate::gpu::layout::{Digit, Head, Item, Placed, Raster, Terms, Traits};

/// Bytes from one `Ask` to the next: bindings must begin at multiples of it.
pub(super) const STRIDE: u64 = 256;
/// The queues, as in shared/crowd.wgsl: first those of overlaps, from `NEAR` on those of margins, and last the list
/// of grazes.
pub(super) const QUEUES: usize = 20;
pub(super) const NEAR: usize = 13;
pub(super) const GRAZES: usize = 19;
/// Queues have room for a multiple of this many pairs: a binding's alignment in bits.
const STEP: u32 = 2048;
/// The passes that plan.wgsl plans; the queues come first.
pub(super) const PLANNED: u64 = 23;
/// The passes whose parameters the host sets.
pub(super) const ASKED: u64 = 8;

/// The room for a frame's results. What does not fit is still counted, and the frame is repeated with more room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) pairs: u32,
    pub(super) queues: [u32; QUEUES],
    pub(super) hits: u32,
    pub(super) covers: u64,
    /// The grazes and hits that are read back at once.
    pub(super) back: [u32; 2],
}

impl Default for Room {
    fn default() -> Room {
        Room { pairs: 1 << 14, queues: [STEP; QUEUES], hits: 1 << 12, covers: 1 << 12, back: [64, 64] }
    }
}

impl Room {
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
        for (room, &count) in self.queues.iter_mut().zip(&head.queues) {
            more(room, count);
            *room = room.saturating_add(STEP - 1) / STEP * STEP;
        }
        more(&mut self.hits, head.hits);
        if u64::from(head.covers) > self.covers {
            self.covers = u64::from(head.covers) * 5 / 4;
        }
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
            end += u64::from(room) + u64::from(STEP);
        }
        (first, end)
    }
}

/// Returns `pairs`, but at most what the largest buffer can hold, and at least `least`.
fn fitting(pairs: u32, least: u32, most: u64) -> u32 {
    pairs.min(u32::try_from(most / 8).unwrap_or(u32::MAX)).max(least)
}

/// The arenas of a crowd.
#[derive(Debug)]
pub(super) struct Memory {
    /// The parameters of passes: those set by the host, and those that the device plans, copied from `plan`.
    pub(super) asked: Arena,
    pub(super) planned: Arena,
    pub(super) plan: Arena,
    pub(super) digits: Arena,
    pub(super) terms: Arena,
    pub(super) rules: Arena,
    pub(super) head: Arena,
    pub(super) moves: Arena,
    pub(super) changes: Arena,
    pub(super) velocities: Arena,
    pub(super) positions: Arena,
    pub(super) traits: Arena,
    pub(super) bodies: Arena,
    pub(super) shapes: Arena,
    pub(super) sprites: Arena,
    pub(super) parts: Arena,
    pub(super) vertices: Arena,
    pub(super) maps: Arena,
    pub(super) bits: Arena,
    pub(super) placed: Arena,
    pub(super) buckets: Arena,
    pub(super) blocks: Arena,
    pub(super) places: Arena,
    pub(super) items: Arena,
    pub(super) pairs: Arena,
    pub(super) queues: Arena,
    pub(super) marks: Arena,
    pub(super) words: Arena,
    pub(super) rasters: Arena,
    pub(super) hit_bits: Arena,
    pub(super) hits: [Arena; 2],
    pub(super) counts: Arena,
    /// 1 if a frame did not fit: the changes of later frames are skipped until that frame is sent again.
    pub(super) stall: Arena,
    pub(super) terms_now: Terms,
    /// How many entries of each table the device has.
    sent: [usize; 6],
    digits_sent: bool,
}

impl Memory {
    pub(super) fn new(gpu: &Gpu) -> Memory {
        let storage = |label| Arena::storage(gpu, label);
        let uniform = |label| Arena::new(gpu, label, wgpu::BufferUsages::UNIFORM);
        let indirect = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::INDIRECT;
        Memory {
            asked: uniform("asked"),
            planned: uniform("planned"),
            plan: Arena::new(gpu, "plan", indirect),
            digits: uniform("digits"),
            terms: storage("terms"),
            rules: storage("rules"),
            head: storage("head"),
            moves: storage("moves"),
            changes: storage("changes"),
            velocities: storage("velocities"),
            positions: storage("positions"),
            traits: storage("traits"),
            bodies: storage("bodies"),
            shapes: storage("shapes"),
            sprites: storage("sprites"),
            parts: storage("parts"),
            vertices: storage("vertices"),
            maps: storage("maps"),
            bits: storage("bits"),
            placed: storage("placed"),
            buckets: storage("buckets"),
            blocks: storage("blocks"),
            places: storage("places"),
            items: storage("items"),
            pairs: storage("pairs"),
            queues: storage("queues"),
            marks: storage("marks"),
            words: storage("words"),
            rasters: storage("rasters"),
            hit_bits: storage("hit bits"),
            hits: [storage("hits"), storage("sorted hits")],
            counts: storage("counts"),
            stall: storage("stall"),
            terms_now: Terms::default(),
            sent: [0; 6],
            digits_sent: false,
        }
    }

    /// Returns the number of buckets for a number of bodies.
    pub(super) fn buckets_for(bodies: usize) -> u64 {
        cpu::buckets_for(bodies).into()
    }

    /// Forgets what the device has, so that all of it is sent again.
    pub(super) fn forget(&mut self) {
        self.sent = [0; 6];
        self.terms_now = Terms::default();
        self.digits_sent = false;
    }

    /// Forgets the tables of forms: they were replaced, and not only extended.
    pub(super) fn forget_forms(&mut self) {
        self.sent.fill(0);
    }

    /// Sends the entries of the tables that the device does not have; returns the number of bytes.
    pub(super) fn send_tables(
        &mut self,
        gpu: &Gpu,
        members: &Members,
        room: &Room,
        turned: bool,
    ) -> Result<u64> {
        let (forms, masks) = (&members.forms, &members.masks);
        let mut sent = self.sent;
        let mut bytes = 0;
        bytes += send(gpu, &mut self.sprites, &forms.sprites, &mut sent[0], 0)?;
        bytes += send(gpu, &mut self.shapes, &forms.shapes, &mut sent[1], 0)?;
        bytes += send(gpu, &mut self.parts, &forms.parts, &mut sent[2], 0)?;
        bytes += send(gpu, &mut self.vertices, &forms.vertices, &mut sent[3], 0)?;
        bytes += send(gpu, &mut self.maps, &forms.maps.words, &mut sent[5], 0)?;
        let covers = if turned { 4 * room.covers } else { 0 };
        bytes += send(gpu, &mut self.bits, &masks.words, &mut sent[4], covers)?;
        self.sent = sent;
        Ok(bytes)
    }

    /// Whether there is room for a number of bodies.
    pub(super) fn has_room_for(&self, bodies: usize) -> bool {
        let count = bodies as u64;
        let least = [(&self.positions, 8), (&self.traits, size_of::<Traits>() as u64), (&self.bodies, 4)];
        least.into_iter().all(|(arena, size)| arena.size() >= size * count)
    }

    /// Makes room for the bodies; positions that the device changed are kept. Returns whether all bodies' properties
    /// must be sent.
    pub(super) fn reserve_bodies(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        members: &Members,
        all_moved: bool,
    ) -> Result<bool> {
        let count = members.len() as u64;
        if all_moved {
            // A copy would run after the new positions are written, and overwrite them.
            self.positions.reserve(8 * count)?;
        } else {
            self.positions.reserve_keeping(encoder, 8 * count)?;
        }
        self.velocities.reserve_keeping(encoder, 8 * count)?;
        let mut is_new = self.traits.reserve(count * size_of::<Traits>() as u64)?;
        is_new |= self.bodies.reserve(4 * count)?;
        Ok(is_new)
    }

    /// Makes room for the work buffers of a frame.
    pub(super) fn reserve(&mut self, gpu: &Gpu, members: &Members, room: &Room, turned: bool) -> Result<()> {
        let (count, buckets) = (members.len() as u64, Memory::buckets_for(members.len()));
        let (first, pairs) = room.first();
        let nears = u64::from(first[GRAZES] - first[NEAR]);
        self.asked.reserve(ASKED * STRIDE)?;
        self.planned.reserve(PLANNED * STRIDE)?;
        self.plan.reserve(PLANNED * STRIDE)?;
        self.head.reserve(size_of::<Head>() as u64)?;
        self.placed.reserve(count * size_of::<Placed>() as u64)?;
        self.buckets.reserve(4 * (buckets + 1))?;
        self.places.reserve(8 * count)?;
        self.items.reserve(count * size_of::<Item>() as u64)?;
        self.pairs.reserve(8 * u64::from(room.pairs))?;
        self.queues.reserve(8 * pairs)?;
        self.hit_bits.reserve(pairs / 8)?;
        self.marks.reserve(4 * (nears + count))?;
        let blocks = u64::from(room.hits).div_ceil(1024);
        self.hits[0].reserve(8 * u64::from(room.hits))?;
        self.hits[1].reserve(8 * u64::from(room.hits))?;
        self.counts.reserve(4 * 256 * blocks)?;
        self.blocks.reserve(4 * (buckets + 1).max(256 * blocks).max(count + 1).div_ceil(1024))?;
        if turned {
            if members.cover_words > u64::from(u32::MAX) {
                let needed = 4 * members.cover_words;
                return Err(Cause::GpuTooSmall {
                    what: "a buffer for covers",
                    needed,
                    most: most_bytes(gpu),
                }
                .error());
            }
            self.words.reserve(4 * (count + 1))?;
            self.rasters.reserve(count * size_of::<Raster>() as u64)?;
        }
        Ok(())
    }

    /// Sends the rules; returns the number of bytes.
    pub(super) fn send_rules(&mut self, touch: &Touch) -> Result<u64> {
        let strict = |touching| u32::from(touching == Touching::Ignored);
        let between = touch.between.iter().map(|&(x, y, touching)| [x, y, strict(touching), 0]);
        let rules: Vec<[u32; 4]> = between.chain(touch.rooted.iter().map(|&(x, y)| [x, y, 0, 0])).collect();
        self.rules.fill(&rules)?;
        Ok(size_of_val(rules.as_slice()) as u64)
    }

    /// Sends the terms if they changed; returns the number of bytes.
    pub(super) fn send_terms(&mut self, members: &Members, touch: &Touch, room: &Room) -> Result<u64> {
        let (first, end) = room.first();
        let terms = Terms {
            first,
            room: room.queues,
            words: (end / 32) as u32,
            nears: first[GRAZES] - first[NEAR],
            pairs: room.pairs,
            hits: room.hits,
            covers: u32::try_from(room.covers).unwrap_or(u32::MAX),
            base: members.masks.words.len() as u32,
            ..members.terms(touch)
        };
        let mut bytes = 0;
        if terms != self.terms_now {
            self.terms.fill(&[terms])?;
            self.terms_now = terms;
            bytes += size_of::<Terms>() as u64;
        }
        if !self.digits_sent {
            self.digits.fill(&digit_slots())?;
            self.digits_sent = true;
            bytes += size_of_val(&digit_slots()) as u64;
        }
        Ok(bytes)
    }
}

/// Returns every byte to sort by, each at an offset where a binding may begin.
fn digit_slots() -> [[Digit; STRIDE as usize / size_of::<Digit>()]; 8] {
    let mut slots = [[Digit::default(); STRIDE as usize / size_of::<Digit>()]; 8];
    for (k, slot) in slots.iter_mut().enumerate() {
        slot[0] = Digit { which: k as u32 / 4, shift: 8 * (k as u32 % 4) };
    }
    slots
}

/// Sends a table from entry `sent` on, or all of it if the arena grew; returns the number of bytes. `behind` is room
/// in bytes after the table.
fn send<T: bytemuck::Pod>(
    gpu: &Gpu,
    arena: &mut Arena,
    table: &[T],
    sent: &mut usize,
    behind: u64,
) -> Result<u64> {
    let from = if arena.reserve(size_of_val(table) as u64 + behind)? { 0 } else { *sent };
    let rest = &table[from..];
    *sent = table.len();
    if !rest.is_empty() {
        let offset = (from * size_of::<T>()) as u64;
        gpu.queue().write_buffer(arena.buffer(), offset, bytemuck::cast_slice(rest));
    }
    Ok(size_of_val(rest) as u64)
}

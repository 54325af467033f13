//! Records the passes of a frame in one go: the host waits for nothing in between, and the device computes the
//! passes' sizes.

use crate::cpu;
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::gpu::arena::Arena;
use crate::gpu::frame::members::{Members, Touch};
use crate::gpu::frame::memory::{GRAZES, Memory, NEAR, PLANNED, STRIDE};
use crate::gpu::frame::timer::Timer;
use crate::gpu::kernels::{Kernel, Size};
use crate::gpu::layout::{Ask, Digit, Head, Terms};
use crate::gpu::pass::{Groups, dispatch_timed};

/// The passes whose parameters the host sets; each value is the index of its `Ask`.
#[derive(Debug, Clone, Copy)]
enum Asked {
    Moves,
    Changes,
    Bodies,
    Grid,
    Buckets,
    Covers,
    CoverScan,
    Words,
}

/// The passes that the device plans, after the queues; as in plan.wgsl.
const QUEUING: u64 = 19;
const COVERING: u64 = 20;
const SORTING: u64 = 21;
const SCANNING: u64 = 22;
/// Up to this many words one workgroup makes all prefix sums alone: three dispatches would take longer.
const FEW: u64 = 8192;

/// The work of a frame.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Course {
    pub(super) bodies: usize,
    pub(super) moves: usize,
    pub(super) changes: usize,
    /// Whether the bodies move by their velocities.
    pub(super) drifts: bool,
    /// Whether any sprite needs a cover.
    pub(super) turned: bool,
    /// Which queues may have pairs.
    pub(super) queues: [bool; GRAZES],
    /// The number of grazes and hits that are read back.
    pub(super) back: [u32; 2],
}

/// A recorder of passes.
pub(super) struct Recorder<'a> {
    pub(super) gpu: &'a Gpu,
    pub(super) memory: &'a Memory,
    pub(super) encoder: &'a mut wgpu::CommandEncoder,
    pub(super) timer: Option<&'a mut Timer>,
}

fn part(arena: &Arena, offset: u64, size: u64) -> wgpu::BindingResource<'_> {
    let size = std::num::NonZeroU64::new(size);
    wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: arena.buffer(), offset, size })
}

/// Returns the `Ask`s of the host; their total size is always the same.
pub(super) fn asks(course: &Course, terms: &Terms) -> Vec<u8> {
    let buckets = Memory::buckets_for(course.bodies) as u32;
    let bodies = course.bodies as u32;
    let count = |count: u32| Ask { count, ..Ask::default() };
    let asks = [
        count(course.moves as u32),
        count(course.changes as u32),
        Ask { count: bodies, room: course.back[1], words: course.back[0], ..Ask::default() },
        Ask { count: bodies, room: buckets, ..Ask::default() },
        count(buckets + 1),
        count(bodies),
        count(bodies + 1),
        count(terms.words),
    ];
    let mut bytes = vec![0; asks.len() * STRIDE as usize];
    for (slot, ask) in bytes.chunks_mut(STRIDE as usize).zip(&asks) {
        slot[..size_of::<Ask>()].copy_from_slice(bytemuck::bytes_of(ask));
    }
    bytes
}

impl<'a> Recorder<'a> {
    fn asked(&self, asked: Asked) -> wgpu::BindingResource<'a> {
        part(&self.memory.asked, asked as u64 * STRIDE, size_of::<Ask>() as u64)
    }

    fn planned(&self, planned: u64) -> wgpu::BindingResource<'a> {
        part(&self.memory.planned, planned * STRIDE, size_of::<Ask>() as u64)
    }

    fn groups(&self, planned: u64) -> Groups<'a> {
        Groups::From(self.memory.plan.buffer(), planned * STRIDE + size_of::<Ask>() as u64)
    }

    /// Records a pass over an `Ask` and whole arenas.
    fn pass(
        &mut self,
        kernel: &Kernel,
        ask: wgpu::BindingResource<'_>,
        arenas: &[&Arena],
        groups: Groups<'_>,
    ) {
        let whole = arenas.iter().map(|arena| arena.buffer().as_entire_binding());
        self.pass_over(kernel, std::iter::once(ask).chain(whole), groups);
    }

    /// Like [`pass`](Recorder::pass), over parts of arenas.
    fn pass_over<'b>(
        &mut self,
        kernel: &Kernel,
        parts: impl IntoIterator<Item = wgpu::BindingResource<'b>>,
        groups: Groups<'_>,
    ) {
        let stamps = self.timer.as_mut().and_then(|timer| timer.next(kernel.name));
        dispatch_timed(self.gpu, self.encoder, kernel, parts, groups, stamps);
    }

    /// Records the passes that apply the changes to the bodies.
    pub(super) fn steer(&mut self, course: &Course) {
        let (memory, kernels) = (self.memory, self.gpu.frame_kernels());
        let arenas = [
            &memory.moves,
            &memory.changes,
            &memory.velocities,
            &memory.positions,
            &memory.traits,
            &memory.bodies,
            &memory.stall,
        ];
        let threads = |count: usize| Groups::Threads(count as u64, 64);
        if course.drifts {
            self.pass(&kernels.drift, self.asked(Asked::Bodies), &arenas, threads(course.bodies));
        }
        if course.moves > 0 {
            self.pass(&kernels.set_positions, self.asked(Asked::Moves), &arenas, threads(course.moves));
        }
        if course.changes > 0 {
            self.pass(&kernels.set_traits, self.asked(Asked::Changes), &arenas, threads(course.changes));
        }
    }

    /// Records all passes of a frame.
    pub(super) fn frame(&mut self, course: &Course) {
        self.clear(course);
        self.steer(course);
        self.place(course);
        self.grid(course);
        self.pairs(course);
        self.plan(&self.gpu.frame_kernels().after_pairs, QUEUING..QUEUING + 1);
        self.queue();
        if course.turned {
            self.rasters(course);
        }
        self.plan(&self.gpu.frame_kernels().after_queues, 0..QUEUING);
        self.copy_plan(COVERING..COVERING + 1);
        if course.turned {
            self.cover();
        }
        (0..GRAZES).filter(|&k| course.queues[k]).for_each(|k| self.decide(k));
        self.gather();
        self.sort(course.bodies);
    }

    /// Records that all counters are cleared.
    pub(super) fn clear_counts(&mut self, course: &Course) {
        let memory = self.memory;
        self.encoder.clear_buffer(memory.head.buffer(), 0, Some(size_of::<Head>() as u64));
        let buckets = 4 * (Memory::buckets_for(course.bodies) + 1);
        self.encoder.clear_buffer(memory.buckets.buffer(), 0, Some(buckets));
    }

    fn clear(&mut self, course: &Course) {
        self.clear_counts(course);
        let memory = self.memory;
        let bits = 4 * u64::from(memory.terms_now.words);
        self.encoder.clear_buffer(memory.hit_bits.buffer(), 0, Some(bits));
        if course.turned {
            let (nears, bodies) = (4 * u64::from(memory.terms_now.nears), 4 * course.bodies as u64);
            self.encoder.clear_buffer(memory.marks.buffer(), nears, Some(bodies));
        }
    }

    /// Records the prefix sums of at most `most` words; the `Ask` has the exact number.
    fn scan(
        &mut self,
        words: &'a Arena,
        ask: &wgpu::BindingResource<'a>,
        most: u64,
        groups: impl Fn() -> Groups<'a>,
    ) {
        let (kernels, blocks) = (self.gpu.frame_kernels(), &self.memory.blocks);
        if most <= FEW {
            return self.pass(&kernels.scan_few, ask.clone(), &[words, blocks], Groups::Threads(1, 1));
        }
        self.pass(&kernels.sum_blocks, ask.clone(), &[words, blocks], groups());
        self.pass(&kernels.add_blocks, ask.clone(), &[words, blocks], Groups::Threads(1, 1));
        self.pass(&kernels.write_sums, ask.clone(), &[words, blocks], groups());
    }

    /// Records the prefix sums of `count` words, and nothing else.
    pub(super) fn scan_alone(&mut self, words: &'a Arena, count: usize) {
        let ask = [Ask { count: count as u32, ..Ask::default() }];
        self.gpu.queue().write_buffer(self.memory.asked.buffer(), 0, bytemuck::cast_slice(&ask));
        let ask = part(&self.memory.asked, 0, size_of::<Ask>() as u64);
        self.scan(words, &ask, count as u64, || Groups::Threads(count as u64, 1024));
    }

    /// Records the sort of the hits that were counted, and nothing else.
    pub(super) fn sort_alone(&mut self, bodies: usize) {
        self.plan(&self.gpu.frame_kernels().after_hits, SCANNING..SCANNING + 1);
        self.sort(bodies);
    }

    /// Records the pass that computes where the bodies are.
    fn place(&mut self, course: &Course) {
        let memory = self.memory;
        let arenas = [&memory.bodies, &memory.positions, &memory.shapes, &memory.sprites, &memory.placed];
        let threads = Groups::Threads(course.bodies as u64, 64);
        self.pass(&self.gpu.kernels().place, self.asked(Asked::Bodies), &arenas, threads);
    }

    /// Records the passes that sort the bodies into grid cells.
    pub(super) fn grid(&mut self, course: &Course) {
        let (memory, kernels) = (self.memory, self.gpu.frame_kernels());
        let threads = || Groups::Threads(course.bodies as u64, 64);
        let arenas =
            [&memory.placed, &memory.traits, &memory.buckets, &memory.places, &memory.items, &memory.head];
        self.pass(&kernels.count_bodies, self.asked(Asked::Grid), &arenas, threads());
        let words = Memory::buckets_for(course.bodies) + 1;
        let ask = self.asked(Asked::Buckets);
        self.scan(&memory.buckets, &ask, words, || Groups::Threads(words, 1024));
        self.pass(&kernels.sort_bodies, self.asked(Asked::Grid), &arenas, threads());
    }

    pub(super) fn pairs(&mut self, course: &Course) {
        let memory = self.memory;
        let arenas =
            [&memory.items, &memory.buckets, &memory.traits, &memory.terms, &memory.head, &memory.pairs];
        let groups = Groups::Threads(course.bodies as u64, 256);
        self.pass(&self.gpu.frame_kernels().pairs, self.asked(Asked::Grid), &arenas, groups);
    }

    /// Records a pass in which the device computes the parameters of later passes.
    fn plan(&mut self, kernel: &Kernel, planned: std::ops::Range<u64>) {
        let memory = self.memory;
        let arenas = [&memory.terms, &memory.head, &memory.plan, &memory.stall];
        self.pass(kernel, self.asked(Asked::Bodies), &arenas, Groups::Threads(1, 1));
        self.copy_plan(planned);
    }

    fn copy_plan(&mut self, planned: std::ops::Range<u64>) {
        debug_assert!(planned.end <= PLANNED);
        let (from, size) = (planned.start * STRIDE, (planned.end - planned.start) * STRIDE);
        let [plan, asks] = [&self.memory.plan, &self.memory.planned].map(Arena::buffer);
        self.encoder.copy_buffer_to_buffer(plan, from, asks, from, Some(size));
    }

    fn queue(&mut self) {
        let memory = self.memory;
        let arenas = [
            &memory.pairs,
            &memory.placed,
            &memory.traits,
            &memory.terms,
            &memory.rules,
            &memory.head,
            &memory.queues,
            &memory.marks,
        ];
        self.pass(&self.gpu.frame_kernels().queue, self.planned(QUEUING), &arenas, self.groups(QUEUING));
    }

    /// Records the passes that choose which covers are made, and where.
    fn rasters(&mut self, course: &Course) {
        let (memory, kernels) = (self.memory, self.gpu.frame_kernels());
        let arenas = [
            &memory.marks,
            &memory.traits,
            &memory.sprites,
            &memory.terms,
            &memory.words,
            &memory.rasters,
            &memory.head,
        ];
        let count = course.bodies as u64 + 1;
        let threads = || Groups::Threads(count, 64);
        self.pass(&kernels.count_words, self.asked(Asked::Covers), &arenas, threads());
        let ask = self.asked(Asked::CoverScan);
        self.scan(&memory.words, &ask, count, || Groups::Threads(count, 1024));
        self.pass(&kernels.list_rasters, self.asked(Asked::Covers), &arenas, threads());
    }

    fn cover(&mut self) {
        let memory = self.memory;
        let arenas = [&memory.rasters, &memory.sprites, &memory.positions, &memory.bits, &memory.placed];
        self.pass(&self.gpu.kernels().cover, self.planned(COVERING), &arenas, self.groups(COVERING));
    }

    /// Records the kernel of one queue, over the queue's own part of the pairs and of the bits.
    fn decide(&mut self, queue: usize) {
        let (memory, gpu, kernels) = (self.memory, self.gpu, self.gpu.kernels());
        let [first, room] = [memory.terms_now.first, memory.terms_now.room].map(|of| u64::from(of[queue]));
        let pairs = part(&memory.queues, 8 * first, 8 * room);
        let hits = part(&memory.hit_bits, first / 8, room / 8 + 8);
        let [placed, traits, bits, parts, vertices, maps] =
            [&memory.placed, &memory.traits, &memory.bits, &memory.parts, &memory.vertices, &memory.maps]
                .map(|arena| arena.buffer().as_entire_binding());
        let near = vec![placed.clone(), traits, bits.clone(), parts.clone(), vertices.clone()];
        let (tiles, of_near);
        let (kernel, arenas) = match queue {
            0..4 => (&kernels.shape_shape, vec![placed, parts, vertices]),
            4..6 => (kernels.sprite_shape.of(Size::Small), vec![placed, bits, parts, vertices]),
            6..8 => (kernels.sprite_shape.of(Size::Large), vec![placed, bits, parts, vertices]),
            8 | 9 | 18 => {
                tiles = gpu.tiles_kernel();
                (&*tiles, [near, vec![maps]].concat())
            }
            10 => (kernels.sprite_sprite.of(Size::Narrow), vec![placed, bits.clone(), bits]),
            11 => (kernels.sprite_sprite.of(Size::Small), vec![placed, bits.clone(), bits]),
            12 => (kernels.sprite_sprite.of(Size::Large), vec![placed, bits.clone(), bits]),
            _ => {
                of_near = gpu.near_kernels();
                let kernel = match queue {
                    13 => &of_near.shapes,
                    14 | 15 => &of_near.sprite_shape[queue - 14],
                    _ => &of_near.sprites[queue - 16],
                };
                (kernel, near)
            }
        };
        let bound = [self.planned(queue as u64), pairs].into_iter().chain(arenas).chain([hits]);
        self.pass_over(kernel, bound, self.groups(queue as u64));
    }

    fn gather(&mut self) {
        let memory = self.memory;
        let arenas =
            [&memory.terms, &memory.hit_bits, &memory.marks, &memory.queues, &memory.head, &memory.hits[0]];
        let groups = Groups::Threads(memory.terms_now.words.into(), 256);
        self.pass(&self.gpu.frame_kernels().gather, self.asked(Asked::Words), &arenas, groups);
        self.plan(&self.gpu.frame_kernels().after_hits, SCANNING..SCANNING + 1);
    }

    /// Records the sort of the hits; [`sorted_in`] says which arena then contains them.
    pub(super) fn sort(&mut self, bodies: usize) {
        let (memory, kernels) = (self.memory, self.gpu.frame_kernels());
        let scan = self.planned(SCANNING);
        for (k, [of, shift]) in cpu::digits(bodies as u32).into_iter().enumerate() {
            let digit = u64::from(4 * of + shift / 8) * STRIDE;
            let [from, to] = [k % 2, 1 - k % 2].map(|side| &memory.hits[side]);
            let bound = || {
                let digit = part(&memory.digits, digit, size_of::<Digit>() as u64);
                let sorting = part(&memory.plan, SORTING * STRIDE, size_of::<Ask>() as u64);
                let arenas = [from, &memory.counts, to].map(|arena| arena.buffer().as_entire_binding());
                [digit, sorting].into_iter().chain(arenas)
            };
            let groups = self.groups(SORTING);
            self.pass_over(&kernels.count_digits, bound(), groups);
            let planned = self.memory.plan.buffer();
            let offset = SCANNING * STRIDE + size_of::<Ask>() as u64;
            let most = 256 * u64::from(memory.terms_now.hits).div_ceil(1024);
            self.scan(&memory.counts, &scan, most, || Groups::From(planned, offset));
            let groups = self.groups(SORTING);
            self.pass_over(&kernels.scatter, bound(), groups);
        }
    }
}

/// Returns which of the two arenas of hits contains them after sorting.
pub(super) fn sorted_in(bodies: usize) -> usize {
    cpu::digits(bodies as u32).len() % 2
}

/// Returns which queues may have pairs. That depends on whether there are shapes, sprites, tile maps and margins,
/// whether touches count or are ignored, and whether there are rooted circles.
pub(super) fn queues_of(members: &Members, touch: &Touch) -> [bool; GRAZES] {
    let ([shapes, sprites, maps], is_near) = (members.kinds.map(|count| count > 0), members.grazing > 0);
    let of_kind = |queue: usize| match queue {
        0..2 | 13 => shapes,
        2..4 => shapes && !touch.rooted.is_empty(),
        4..8 | 14 | 15 => shapes && sprites,
        8 | 9 | 18 => maps && (shapes || sprites),
        _ => sprites,
    };
    let is_asked = |queue: usize| match queue {
        0..10 if queue.is_multiple_of(2) => touch.has(Touching::Counts),
        0..10 => touch.has(Touching::Ignored),
        NEAR.. => is_near,
        _ => true,
    };
    std::array::from_fn(|queue| of_kind(queue) && is_asked(queue))
}

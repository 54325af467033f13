//! Records the kernels of a frame in one go: the host waits for nothing in between.
//!
//! The device counts the items of most kernels itself. The host does not know these counts, but it knows the room for the items, so
//! it dispatches each kernel over the room, and a thread without an item ends at once. Room follows what the last frames needed
//! (`memory.rs`), so few threads are in vain. A dispatch whose size the device computes would cost more: wgpu checks each such size
//! by a dispatch of its own, between two barriers.

use crate::gpu::arena::Role;
use crate::gpu::frame::members::{CrowdMembers, TouchRules};
use crate::gpu::frame::memory::{CrowdMemory, apart};
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, Digit, Head, Terms};
use crate::gpu::pass::{Bound, Groups, PassRecorder};
use crate::gpu::queues::{DevicePass, GpuQueue, HostPass, STRIDE};
use crate::gpu::twins;

/// Up to this many words one workgroup makes all prefix sums alone: three dispatches would take longer.
const FEW: u64 = 8192;

/// The work of a frame.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::gpu) struct FrameJob {
    pub(in crate::gpu) bodies: usize,
    pub(in crate::gpu) moves: usize,
    pub(in crate::gpu) changes: usize,
    /// Whether the bodies move by their velocities.
    pub(in crate::gpu) drifts: bool,
    /// Whether any sprite needs a cover.
    pub(in crate::gpu) turned: bool,
    /// Which queues may have pairs.
    pub(in crate::gpu) queues: [bool; GpuQueue::DECIDED.len()],
    /// The number of grazes and hits that are read back.
    pub(in crate::gpu) back: [u32; 2],
    /// The terms that the device has.
    pub(in crate::gpu) terms: Terms,
    /// The numbers of this frame and of the one before it, if the positions are the caller's.
    pub(in crate::gpu) order: Option<[u32; 2]>,
}

/// Returns the `Ask`s of the host; their total size is always the same.
pub(super) fn asks(job: &FrameJob) -> [u8; HostPass::ROOM as usize] {
    let buckets = CrowdMemory::buckets_for(job.bodies) as u32;
    let bodies = job.bodies as u32;
    let count = |count: u32| Ask { count, ..Ask::default() };
    let mut bytes = [0; HostPass::ROOM as usize];
    apart(
        HostPass::ALL.iter().map(|asked| match asked {
            HostPass::Moves => match job.order {
                Some([frame, before]) => Ask { room: before, ..count(frame) },
                None => count(job.moves as u32),
            },
            HostPass::Changes => count(job.changes as u32),
            HostPass::Bodies => Ask { room: job.back[1], words: job.back[0], ..count(bodies) },
            HostPass::Grid => Ask { room: buckets, ..count(bodies) },
            HostPass::Buckets => count(buckets + 1),
            HostPass::Covers => count(bodies),
            HostPass::CoverScan => count(bodies + 1),
            HostPass::Words => count(job.terms.words),
        }),
        &mut bytes,
    );
    bytes
}

impl<'a> PassRecorder<'a> {
    /// Records a pass that the device planned, over whole arenas and some parts.
    fn planned(&mut self, kernel: Kernel, place: u64, parts: &[(Role, Bound<'_>)], groups: Groups) {
        self.pass(kernel, self.parameters(Role::Planned, place), parts, groups);
    }

    /// Returns the parameters of a planned pass.
    fn parameters(&self, role: Role, place: u64) -> Bound<'a> {
        self.arenas[role].part_binding(place * STRIDE, size_of::<Ask>() as u64)
    }

    /// Records all passes of a frame.
    pub(super) fn frame(&mut self, job: &FrameJob) {
        let bodies = Groups(job.bodies as u64, 64);
        self.clear(job);
        self.steer(job);
        self.asked(Kernel::Place, HostPass::Bodies, bodies);
        self.grid(job);
        self.pairs(job);
        self.plan(Kernel::AfterPairs);
        self.copy_plan(DevicePass::Queuing.place()..DevicePass::Covering.place());
        let pairs = Groups(job.terms.pairs.into(), 256);
        self.planned(Kernel::SortPairs, DevicePass::Queuing.place(), &[], pairs);
        self.plan_queues(job);
        let queues = GpuQueue::DECIDED.iter().zip(job.queues).filter(|&(_, is_used)| is_used);
        queues.for_each(|(&queue, _)| self.decide(queue, &job.terms));
        self.asked(Kernel::Gather, HostPass::Words, Groups(job.terms.words.into(), 256));
        self.sort(job);
    }

    /// Records that all counters are cleared.
    pub(super) fn clear_counts(&mut self, job: &FrameJob) {
        let [head, buckets] = [Role::Head, Role::Buckets].map(|role| self.arenas[role].buffer());
        let encoder = self.encoder();
        encoder.clear_buffer(head, 0, Some(size_of::<Head>() as u64));
        encoder.clear_buffer(buckets, 0, Some(4 * (CrowdMemory::buckets_for(job.bodies) + 1)));
    }

    fn clear(&mut self, job: &FrameJob) {
        self.clear_counts(job);
        let [bits, marks] = [Role::HitBits, Role::Marks].map(|role| self.arenas[role].buffer());
        self.encoder().clear_buffer(bits, 0, Some(4 * u64::from(job.terms.words)));
        if job.turned {
            let nears = 4 * u64::from(job.terms.nears);
            self.encoder().clear_buffer(marks, nears, Some(4 * job.bodies as u64));
        }
    }

    /// Records the passes that apply the changes to the bodies.
    pub(super) fn steer(&mut self, job: &FrameJob) {
        let FrameJob { bodies, moves, changes, drifts, .. } = *job;
        let steps = [
            (Kernel::Drift, HostPass::Bodies, if drifts { bodies } else { 0 }),
            (Kernel::SetPositions, HostPass::Moves, moves),
            (Kernel::SetTraits, HostPass::Changes, changes),
        ];
        for (kernel, asked, count) in steps.into_iter().filter(|&(.., count)| count > 0) {
            self.asked(kernel, asked, Groups(count as u64, 64));
        }
    }

    /// Records the prefix sums of at most `most` words of an arena; `ask` has the exact number.
    fn scan(&mut self, words: Role, ask: &Bound<'_>, most: u64) {
        let words = [(Role::Words, self.arenas[words].binding())];
        if most <= FEW {
            return self.pass(Kernel::ScanFew, ask.clone(), &words, Groups(1, 1));
        }
        self.pass(Kernel::SumBlocks, ask.clone(), &words, Groups(most, 1024));
        self.pass(Kernel::AddSums, ask.clone(), &words, Groups(1, 1));
        self.pass(Kernel::WriteSums, ask.clone(), &words, Groups(most, 1024));
    }

    /// Records the prefix sums of `count` words, and nothing else.
    pub(super) fn scan_alone(&mut self, words: Role, asked: HostPass, count: u64) {
        let ask = self.arenas.asked(asked);
        self.scan(words, &ask, count);
    }

    /// Records the passes that sort the bodies into grid cells.
    pub(super) fn grid(&mut self, job: &FrameJob) {
        let bodies = Groups(job.bodies as u64, 64);
        self.asked(Kernel::CountBodies, HostPass::Grid, bodies);
        self.scan_alone(Role::Buckets, HostPass::Buckets, CrowdMemory::buckets_for(job.bodies) + 1);
        self.asked(Kernel::SortBodies, HostPass::Grid, bodies);
    }

    pub(super) fn pairs(&mut self, job: &FrameJob) {
        self.asked(Kernel::FindPairs, HostPass::Grid, Groups(job.bodies as u64, 256));
    }

    /// Records a pass in which the device computes the parameters of later passes.
    fn plan(&mut self, kernel: Kernel) {
        self.asked(kernel, HostPass::Bodies, Groups(1, 1));
    }

    /// Records that planned parameters are copied to where later passes bind them.
    fn copy_plan(&mut self, places: std::ops::Range<u64>) {
        let (from, size) = (places.start * STRIDE, (places.end - places.start) * STRIDE);
        let [plan, asks] = [Role::Plan, Role::Planned].map(|role| self.arenas[role].buffer());
        self.encoder().copy_buffer_to_buffer(plan, from, asks, from, Some(size));
    }

    /// Records the passes that make the covers that are marked, and those that plan the queues.
    pub(in crate::gpu) fn plan_queues(&mut self, job: &FrameJob) {
        if job.turned {
            self.rasters(job);
        }
        self.plan(Kernel::AfterQueues);
        self.copy_plan(0..DevicePass::Sorting.place());
        if job.turned {
            let words = Groups(job.terms.covers.into(), 64);
            self.planned(Kernel::Cover, DevicePass::Covering.place(), &[], words);
        }
    }

    /// Records the passes that choose which covers are made, and where.
    fn rasters(&mut self, job: &FrameJob) {
        let count = job.bodies as u64 + 1;
        let threads = Groups(count, 64);
        self.asked(Kernel::CountWords, HostPass::Covers, threads);
        self.scan_alone(Role::Words, HostPass::CoverScan, count);
        self.asked(Kernel::ListRasters, HostPass::Covers, threads);
    }

    /// Records the kernel of one queue, over the queue's own part of the pairs and of the bits.
    fn decide(&mut self, queue: GpuQueue, terms: &Terms) {
        let [first, room] = [terms.first, terms.room].map(|of| u64::from(of[queue as usize]));
        let parts = [
            (Role::Pairs, self.arenas[Role::Queues].part_binding(8 * first, 8 * room)),
            (Role::HitBits, self.arenas[Role::HitBits].part_binding(first / 8, room / 8 + 8)),
        ];
        let threads = Groups(room * u64::from(queue.lanes()), 64);
        self.planned(queue.kernel(), queue as u64, &parts, threads);
    }

    /// Records the sort of the hits that were counted; [`sorted_in`] says which arena then contains them.
    pub(super) fn sort(&mut self, job: &FrameJob) {
        self.plan(Kernel::AfterHits);
        let [sorting, scanning] = [DevicePass::Sorting, DevicePass::Scanning].map(DevicePass::place);
        self.copy_plan(scanning..scanning + 1);
        let (arenas, room) = (self.arenas, Groups(job.terms.hits.into(), 1024));
        for (k, [of, shift]) in twins::digits(job.bodies as u32).into_iter().enumerate() {
            let digit = || {
                let place = u64::from(4 * of + shift / 8);
                arenas[Role::Digits].part_binding(place * STRIDE, size_of::<Digit>() as u64)
            };
            let [from, to] = [k, k + 1].map(|passes| arenas[hits_after(passes)].binding());
            let plan = (Role::Plan, self.parameters(Role::Plan, sorting));
            let parts = [plan, (Role::Hits, from), (Role::SortedHits, to)];
            self.pass(Kernel::CountDigits, digit(), &parts, room);
            let most = 256 * u64::from(job.terms.hits).div_ceil(1024);
            let scan = self.parameters(Role::Planned, scanning);
            self.scan(Role::Counts, &scan, most);
            self.pass(Kernel::Scatter, digit(), &parts, room);
        }
    }
}

/// Returns which arena contains the hits after some passes of the sort.
fn hits_after(passes: usize) -> Role {
    if passes.is_multiple_of(2) { Role::Hits } else { Role::SortedHits }
}

/// Returns which arena contains the hits after sorting.
pub(super) fn sorted_in(bodies: usize) -> Role {
    hits_after(twins::digits(bodies as u32).len())
}

/// Returns which queues may have pairs. That depends on whether there are shapes, sprites, tile maps and margins,
/// whether touches count or are ignored, and whether there are rooted circles.
pub(super) fn queues_of(members: &CrowdMembers, touch: &TouchRules) -> [bool; GpuQueue::DECIDED.len()] {
    let ([shapes, sprites, maps], is_near) = (members.kinds.map(|count| count > 0), members.grazing > 0);
    let of_kind = |queue: GpuQueue| match queue.kernel() {
        Kernel::Shapes if matches!(queue, GpuQueue::Circles | GpuQueue::StrictCircles) => {
            shapes && !touch.rooted.is_empty()
        }
        Kernel::Shapes | Kernel::NearShapes => shapes,
        Kernel::SpriteShape
        | Kernel::LargeSpriteShape
        | Kernel::NearSpriteShape
        | Kernel::LargeNearSpriteShape => shapes && sprites,
        Kernel::Tiles => maps && (shapes || sprites),
        _ => sprites,
    };
    let is_asked = |queue: GpuQueue| {
        queue.touching().is_none_or(|which| touch.has(which)) && (is_near || !queue.is_near())
    };
    std::array::from_fn(|k| of_kind(GpuQueue::DECIDED[k]) && is_asked(GpuQueue::DECIDED[k]))
}

//! A whole frame on the device: what moved goes up, hits come down, and candidate pairs never leave it.

mod answer;
mod flocks;
mod kernels;
mod members;
mod memory;
mod record;
mod twins;

pub use answer::{Frame, FrameReport};
pub(super) use kernels::{FrameKernels, NearKernels, of_tiles};
pub use members::Member;
pub(crate) use members::Touch;

use crate::error::{Error, Result};
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::gpu::arena::most_bytes;
use crate::gpu::frame::members::Members;
use crate::gpu::frame::memory::{ASKED, GRAZES, Memory, NEAR, Room, STRIDE};
use crate::gpu::frame::record::{Course, Recorder, asks, queues_of, sorted_in};
use crate::gpu::layout::{Change, Head, Move, Traits};
use crate::gpu::readback::{Mapping, Staging};
use crate::gpu::scope::caught;
use crate::lattice::Point;

/// Bodies that stay on the device from frame to frame. Made by [`Gpu::crowd`].
///
/// A frame is one submission and one wait: what changed since the last one is sent, pairs are found, sorted by kind and
/// size and decided on the device, and what hits comes back in order.
///
/// ```no_run
/// use kasuri::gpu::{Gpu, Member};
/// use kasuri::{Form, Placement, Shape, broad::Layers, lattice::Point};
/// let ball = Form::Shape(Shape::circle(4.0)?.place(&Placement::default())?);
/// let mut crowd = Gpu::new()?.crowd();
/// for k in 0..1000 {
///     // The form as it stands at the origin; it is moved to its place after that.
///     let origin = Point::default();
///     let layers = Layers::default();
///     let body = crowd.push(Member { form: &ball, at: origin, layers, margin: -1, owner: k, world: 0 })?;
///     crowd.move_to(body, Point::new(7 * 256 * k as i32, 0))?;
/// }
/// assert_eq!(crowd.frame()?.hits.len(), 999);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug)]
pub struct Crowd {
    gpu: Gpu,
    members: Members,
    touch: Touch,
    is_touch_new: bool,
    memory: Memory,
    room: Room,
    drifts: bool,
    /// Whether the device has nothing yet, or lost it.
    is_blank: bool,
    staging: Option<(Staging, u64)>,
}

/// Bytes of a `Head` that are read back.
const HEAD: u64 = std::mem::offset_of!(Head, levels) as u64;

impl Gpu {
    /// A crowd without bodies.
    pub fn crowd(&self) -> Crowd {
        Crowd {
            gpu: self.clone(),
            members: Members::new(),
            touch: Touch::default(),
            is_touch_new: true,
            memory: Memory::new(self),
            room: Room::default(),
            drifts: false,
            is_blank: true,
            staging: None,
        }
    }
}

impl Crowd {
    /// How many bodies there are, removed ones among them.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The GPU they are on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Another body; its number is one more than the last one's.
    pub fn push(&mut self, member: Member<'_>) -> Result<u32> {
        self.members.push(member)
    }

    /// A body is another from now on, and stands elsewhere. Only what is new of it is sent.
    pub fn change(&mut self, body: u32, member: Member<'_>) -> Result<()> {
        self.members.put(body, member)
    }

    /// A body meets nobody from now on; its number stays its own.
    pub fn remove(&mut self, body: u32) -> Result<()> {
        self.members.remove(body)
    }

    /// Moves a body. The caller sees to it that none of it leaves the world.
    pub fn move_to(&mut self, body: u32, at: Point) -> Result<()> {
        self.members.move_to(body, at)
    }

    /// Whether a touch without depth is an overlap; between some layers it may be otherwise, the last that fits a pair
    /// holds.
    pub fn set_touching(&mut self, usual: Touching, between: &[(u32, u32, Touching)]) {
        let rooted = self.touch.rooted.clone();
        self.set_touch(Touch { usual, between: between.to_vec(), rooted });
    }

    /// Between these layers circles overlap where they are nearer than the root of their squared radii.
    pub fn set_rooted_circles(&mut self, between: &[(u32, u32)]) {
        self.set_touch(Touch { rooted: between.to_vec(), ..self.touch.clone() });
    }

    pub(crate) fn set_touch(&mut self, touch: Touch) {
        self.is_touch_new |= touch != self.touch;
        self.touch = touch;
    }

    /// Moves every body by so many lattice units each frame, on the device, before those that the host moves; none of
    /// them any more where the list is empty.
    pub fn set_velocities(&mut self, velocities: &[Point]) -> Result<()> {
        let (count, most) = (velocities.len(), self.len());
        if count != 0 && count != most {
            return Err(Error::Count { what: "velocities", count, least: most, most });
        }
        for velocity in velocities {
            velocity.offset(Point::default())?;
        }
        self.drifts = count > 0;
        self.members.strays |= self.drifts;
        let list: Vec<[i32; 2]> = velocities.iter().map(|v| [v.x, v.y]).collect();
        self.memory.velocities.fill(&self.gpu, &list)
    }

    /// The positions, to be moved by a kernel of the caller's: lattice units, x and y of a body in an i32 each, in the order
    /// of the bodies. What was changed before is sent first. Positions beyond 2^29 units are an error of the next frame.
    ///
    /// The buffer is another one once there are more bodies: ask again after a [`push`](Crowd::push).
    ///
    /// ```wgsl
    /// @group(0) @binding(0) var<storage, read_write> positions: array<vec2<i32>>;
    ///
    /// @compute @workgroup_size(64)
    /// fn fall(@builtin(global_invocation_id) id: vec3<u32>) {
    ///     if (id.x < arrayLength(&positions)) {
    ///         positions[id.x].y += 256; // a pixel
    ///     }
    /// }
    /// ```
    pub fn positions(&mut self) -> Result<wgpu::Buffer> {
        pollster::block_on(self.positions_async())
    }

    /// [`positions`](Crowd::positions), where nothing may wait.
    pub async fn positions_async(&mut self) -> Result<wgpu::Buffer> {
        let gpu = self.gpu.clone();
        caught(&gpu, || self.send_changes()).await?;
        self.members.strays = true;
        Ok(self.memory.positions.buffer().clone())
    }

    /// Finds what hits what.
    pub fn frame(&mut self) -> Result<Frame> {
        pollster::block_on(self.run(true))
    }

    /// [`frame`](Crowd::frame), where nothing may wait.
    pub async fn frame_async(&mut self) -> Result<Frame> {
        self.run(false).await
    }

    /// Starts with room for so little, so that tests see it grow.
    #[doc(hidden)]
    pub fn cramp(&mut self) {
        self.room = Room { pairs: 64, hits: 16, covers: 4, back: [1, 1], ..Room::default() };
    }

    async fn run(&mut self, waits: bool) -> Result<Frame> {
        let mut report = FrameReport::default();
        if self.members.len() == 0 {
            return Ok(Frame::default());
        }
        let answer = self.run_until_it_fits(waits, &mut report).await;
        if answer.is_err() {
            // What the device has is not known any more.
            self.is_blank = true;
        }
        let mut frame = answer?;
        frame.report = report;
        Ok(frame)
    }

    async fn run_until_it_fits(&mut self, waits: bool, report: &mut FrameReport) -> Result<Frame> {
        loop {
            let gpu = self.gpu.clone();
            let (mut mapping, bytes) = caught(&gpu, || self.submit(report)).await?;
            let words = self.read(waits, &mut mapping, bytes, report).await?;
            let (head, lists) = words.split_at(HEAD as usize / 4);
            let head = head_of(head);
            self.check(&head)?;
            let [grazes, hits] = [head.queues[GRAZES], head.hits];
            if self.room.grow(&head) {
                continue;
            }
            let [room_grazes, room_hits] = self.room.back;
            let fits = grazes <= room_grazes && hits <= room_hits;
            let expected = self.room.expect([grazes, hits]);
            let words = if fits {
                let (of_grazes, of_hits) = lists.split_at(2 * room_grazes as usize);
                [of_grazes, of_hits].map(<[u32]>::to_vec)
            } else {
                self.read_lists([grazes, hits], waits, report).await?
            };
            self.room.back = expected;
            report.count(&head);
            return Ok(frame_of(words, [grazes, hits]));
        }
    }

    /// Refuses what no room could hold.
    fn check(&self, head: &Head) -> Result<()> {
        if head.beyond > 0 {
            let what = "bodies beyond the world's edge";
            return Err(Error::Count { what, count: head.beyond as usize, least: 0, most: 0 });
        }
        if head.wrapped == 1 {
            let most = most_bytes(&self.gpu);
            return Err(Error::GpuTooSmall { what: "a list of pairs", needed: 8 << 32, most });
        }
        Ok(())
    }

    /// Sends what changed, a frame's passes, and asks for what is read back.
    fn submit(&mut self, report: &mut FrameReport) -> Result<(Mapping, u64)> {
        let gpu = self.gpu.clone();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        let course = self.prepare(&mut encoder, report, true)?;
        let Crowd { memory, room, .. } = &*self;
        Recorder { gpu: &gpu, memory, encoder: &mut encoder }.frame(&course);
        let [grazes, hits] = room.back;
        let bytes = HEAD + 8 * (u64::from(grazes) + u64::from(hits));
        let staging = reserve_staging(&gpu, &mut self.staging, bytes);
        encoder.copy_buffer_to_buffer(self.memory.head.buffer(), 0, staging, 0, Some(HEAD));
        self.copy_lists(&mut encoder, [grazes, hits], HEAD);
        gpu.queue().submit([encoder.finish()]);
        report.submissions += 1;
        report.bytes_back += bytes;
        self.sent();
        Ok((self.map(bytes), bytes))
    }

    /// Copies so many grazes and hits to the staging buffer, which has room for them behind `offset`.
    fn copy_lists(&self, encoder: &mut wgpu::CommandEncoder, [grazes, hits]: [u32; 2], offset: u64) {
        let Some((staging, _)) = &self.staging else { return };
        let [grazes, hits] = [grazes, hits].map(|count| 8 * u64::from(count));
        let first = 8 * u64::from(self.memory.terms_now.first[GRAZES]);
        let sorted = &self.memory.hits[sorted_in(self.members.len())];
        for (from, start, to, size) in
            [(&self.memory.queues, first, offset, grazes), (sorted, 0, offset + grazes, hits)]
        {
            if size > 0 {
                encoder.copy_buffer_to_buffer(from.buffer(), start, staging.buffer(), to, Some(size));
            }
        }
    }

    /// Brings the device up to date; what a frame has to do then.
    fn prepare(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        report: &mut FrameReport,
        frame: bool,
    ) -> Result<Course> {
        let Crowd { gpu, members, memory, room, touch, .. } = self;
        if self.is_blank {
            memory.forget();
            self.is_touch_new = true;
        }
        if members.tidy() {
            memory.forget_forms();
        }
        let count = members.len();
        // Where most have moved, all are sent: 8 bytes each instead of 12.
        let all_moved = self.is_blank
            || 3 * members.moved.list.len() > 2 * count
                && (!members.strays || members.moved.list.len() == count);
        let all_changed = memory.reserve_bodies(gpu, encoder, members, all_moved)?
            || self.is_blank
            || 2 * members.changed.list.len() > count;
        report.moved += members.moved.list.len() as u64;
        report.changed += members.changed.list.len() as u64;
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        if all_moved {
            memory.positions.fill(gpu, &members.at)?;
            report.bytes_moved += 8 * count as u64;
        } else {
            moves = members.moves();
            memory.moves.fill(gpu, &moves)?;
            report.bytes_moved += (moves.len() * size_of::<Move>()) as u64;
        }
        if all_changed {
            memory.traits.fill(gpu, &members.traits)?;
            memory.bodies.fill(gpu, &members.bodies())?;
            report.bytes_changed += (count * (size_of::<Traits>() + 4)) as u64;
        } else {
            changes = members.changes();
            memory.changes.fill(gpu, &changes)?;
            report.bytes_changed += (changes.len() * size_of::<Change>()) as u64;
        }
        report.bytes_tables += memory.send_tables(gpu, members, room)?;
        memory.reserve(gpu, members, room)?;
        report.bytes_tables += memory.send_terms(gpu, members, touch, room, self.is_touch_new)?;
        let course = Course {
            bodies: count,
            moves: moves.len(),
            changes: changes.len(),
            drifts: self.drifts && frame && report.submissions == 0,
            turned: members.turned > 0,
            queues: queues_of(members, touch),
        };
        memory.asked.fill(gpu, &asks(&course, &memory.terms_now))?;
        report.bytes_asked += ASKED * STRIDE;
        Ok(course)
    }

    /// The device has what the host has.
    fn sent(&mut self) {
        self.members.moved.clear();
        self.members.changed.clear();
        self.is_blank = false;
        self.is_touch_new = false;
    }

    fn send_changes(&mut self) -> Result<()> {
        let gpu = self.gpu.clone();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        let course = self.prepare(&mut encoder, &mut FrameReport::default(), false)?;
        Recorder { gpu: &gpu, memory: &self.memory, encoder: &mut encoder }.steer(&course);
        gpu.queue().submit([encoder.finish()]);
        self.sent();
        Ok(())
    }

    fn map(&self, bytes: u64) -> Mapping {
        match &self.staging {
            Some((staging, _)) => staging.map(&self.gpu, bytes),
            None => Staging::new(&self.gpu, bytes).map(&self.gpu, bytes),
        }
    }

    /// Waits for what was asked to be read back.
    async fn read(
        &mut self,
        waits: bool,
        mapping: &mut Mapping,
        bytes: u64,
        report: &mut FrameReport,
    ) -> Result<Vec<u32>> {
        if waits {
            mapping.wait();
        }
        report.waits += 1;
        mapping.await?;
        let Some((staging, _)) = &self.staging else { return Err(self.gpu.loss()) };
        staging.take(&self.gpu, bytes)
    }

    /// Reads lists that are longer than was thought: they are still there.
    async fn read_lists(
        &mut self,
        counts: [u32; 2],
        waits: bool,
        report: &mut FrameReport,
    ) -> Result<[Vec<u32>; 2]> {
        let gpu = self.gpu.clone();
        let [grazes, hits] = counts.map(|count| 2 * count as usize);
        let bytes = 4 * (grazes + hits) as u64;
        let mut mapping = caught(&gpu, || {
            reserve_staging(&gpu, &mut self.staging, bytes);
            let mut encoder = gpu.device().create_command_encoder(&Default::default());
            self.copy_lists(&mut encoder, counts, 0);
            gpu.queue().submit([encoder.finish()]);
            Ok(self.map(bytes))
        })
        .await?;
        report.submissions += 1;
        report.bytes_back += bytes;
        let words = self.read(waits, &mut mapping, bytes, report).await?;
        let (grazes, hits) = words.split_at(grazes);
        Ok([grazes.to_vec(), hits.to_vec()])
    }
}

impl FrameReport {
    fn count(&mut self, head: &Head) {
        let meeting: u64 = head.queues[..NEAR].iter().map(|&count| u64::from(count)).sum();
        self.pairs = meeting + u64::from(head.apart);
        self.past_filter = head.past_filter.into();
        self.cover_words = head.covers.into();
    }
}

/// A staging buffer of at least so many bytes.
fn reserve_staging<'a>(gpu: &Gpu, staging: &'a mut Option<(Staging, u64)>, bytes: u64) -> &'a wgpu::Buffer {
    let old = staging.take().filter(|(_, size)| *size >= bytes);
    let new = || {
        let size = (bytes + bytes / 2).next_multiple_of(256);
        (Staging::new(gpu, size), size)
    };
    staging.insert(old.unwrap_or_else(new)).0.buffer()
}

fn head_of(words: &[u32]) -> Head {
    let mut head = Head::default();
    bytemuck::bytes_of_mut(&mut head)[..4 * words.len()].copy_from_slice(bytemuck::cast_slice(words));
    head
}

/// The lists, of which so many are there.
fn frame_of(lists: [Vec<u32>; 2], counts: [u32; 2]) -> Frame {
    let pairs =
        |k: usize| -> Vec<[u32; 2]> { bytemuck::cast_slice(&lists[k][..2 * counts[k] as usize]).to_vec() };
    let mut grazes = pairs(0);
    grazes.sort_unstable();
    Frame { hits: pairs(1), grazes, report: FrameReport::default() }
}

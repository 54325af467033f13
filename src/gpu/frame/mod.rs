//! A whole frame on the device: changes are uploaded, hits are read back, and candidate pairs never leave the device.

mod answer;
mod bulk;
mod flocks;
mod member_set;
mod members;
mod memory;
mod receive;
mod record;
mod resident;
mod send;
mod told;
mod twins;

pub use answer::{Frame, FrameReport};
pub use members::Member;
pub(crate) use members::TouchRules;
pub(super) use record::FrameJob;
pub use resident::{OUTCOME_WGSL, PositionBuffer, ResidentCrowd, ResidentFrame};
pub(super) use send::HEAD;
pub use told::{FrameVerdict, ResidentReport};

use std::collections::VecDeque;

use crate::error::{Cause, Result};
use crate::form::{Form, Touching};
use crate::gpu::Gpu;
use crate::gpu::arena::Role;
use crate::gpu::frame::members::CrowdMembers;
use crate::gpu::frame::memory::{CrowdMemory, FrameRoom};
use crate::gpu::frame::send::{News, PendingFrame};
use crate::gpu::readback::Pool;
use crate::gpu::scope::caught;
use crate::gpu::timer::Timer;
use crate::lattice::Point;
use crate::threads::Threads;

/// Bodies that stay on the device from frame to frame. Made by [`Gpu::crowd`].
///
/// A frame is one submission and one wait: the changes since the last frame are sent; the device finds the candidate
/// pairs, sorts them by kind and size, and decides them; the hits come back in order.
///
/// A frame decides part by part. When touches are ignored, it does not find a point or a segment that lies on a seam
/// between two parts, cells or squares of a body (SPEC 3); a [`World`](crate::World) lets the host decide such pairs.
///
/// ```no_run
/// use kasuri::gpu::{Gpu, Member};
/// use kasuri::{Layers, lattice::Point, query::Form, Placement, Shape};
/// let ball = Form::Shape(Shape::circle(4.0)?.place(&Placement::default())?);
/// let mut crowd = Gpu::new()?.crowd();
/// for k in 0..1000 {
///     // The form is placed at the origin, and then moved to its position.
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
    members: CrowdMembers,
    /// The touching rules: the current ones, and the ones that the device has.
    touch: TouchRules,
    touch_sent: TouchRules,
    memory: CrowdMemory,
    room: FrameRoom,
    /// How far each body moves per frame, and whether the device still has to get the list.
    velocities: Vec<[i32; 2]>,
    are_velocities_new: bool,
    /// Whether the device has no data yet, or lost it.
    is_blank: bool,
    /// Whether the bodies have other numbers than on the device.
    is_renumbered: bool,
    /// The threads that share the work on long lists.
    threads: Threads,
    /// Lists of earlier frames, whose memory is used again.
    spare: News,
    spare_frame: Frame,
    /// Frames that were sent but not answered, and answers that the caller has not taken yet; the oldest first.
    pending: VecDeque<PendingFrame>,
    done: VecDeque<Frame>,
    /// Staging buffers that no frame uses at the moment.
    free: Pool,
    /// The clock that times the passes, made at its first use.
    timer: Option<Timer>,
    is_timed: bool,
}

impl Gpu {
    /// Makes a crowd without bodies.
    pub fn crowd(&self) -> Crowd {
        Crowd {
            gpu: self.clone(),
            members: CrowdMembers::new(),
            touch: TouchRules::default(),
            touch_sent: TouchRules::default(),
            memory: CrowdMemory::new(self),
            room: FrameRoom::default(),
            velocities: Vec::new(),
            are_velocities_new: false,
            is_blank: true,
            is_renumbered: false,
            threads: Threads::ONE,
            spare: News::default(),
            spare_frame: Frame::default(),
            pending: VecDeque::new(),
            done: VecDeque::new(),
            free: Pool::default(),
            timer: None,
            is_timed: false,
        }
    }
}

impl Crowd {
    /// Returns the number of bodies, including removed ones.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the GPU that the bodies are on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Adds a body and returns its number: one more than the last body's.
    pub fn push(&mut self, member: Member<'_>) -> Result<u32> {
        self.members.push(|members, body| members.put(body, member))
    }

    /// Replaces a body's properties and position. Only the differences are sent.
    pub fn change(&mut self, body: u32, member: Member<'_>) -> Result<()> {
        self.members.put(body, member)
    }

    /// Adds a form for some bodies, without a search for an equal one. The returned number is valid until
    /// [`epoch`](Crowd::epoch) changes.
    pub(crate) fn add_form(&mut self, form: &Form) -> u32 {
        self.members.add_form(form)
    }

    /// Returns how often forms were renumbered.
    pub(crate) fn epoch(&self) -> u64 {
        self.members.epoch
    }

    /// Replaces a body's properties and position, or adds the body behind the last one; with a form that was added
    /// before.
    pub(crate) fn put_as(&mut self, body: u32, form: u32, member: Member<'_>) -> Result<()> {
        if (body as usize) < self.len() {
            return self.members.put_as(body, form, member);
        }
        self.members.push(|members, body| members.put_as(body, form, member)).map(drop)
    }

    /// Removes a body: it hits nothing from now on. No other body gets its number.
    pub fn remove(&mut self, body: u32) -> Result<()> {
        self.members.remove(body)
    }

    /// Moves a body. The caller makes sure that no part of it leaves the world.
    pub fn move_to(&mut self, body: u32, at: Point) -> Result<()> {
        self.members.move_to(body, at)
    }

    /// Moves the bodies from `first` on to points that lie within the world.
    pub(crate) fn move_run(&mut self, first: u32, points: &[Point]) {
        self.members.move_run(first, points, &self.threads);
    }

    /// Gives body `order[k]` the number `k`. All other bodies must be removed ones; they are forgotten. No frame may be in flight.
    pub(crate) fn renumber(&mut self, order: &[u32]) {
        self.members.renumber(order);
        self.is_renumbered = true;
    }

    /// Sets the threads that share the work on long lists; at first it is the caller's alone.
    pub(crate) fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// Takes back a frame, so that the memory of its lists is used again.
    pub(crate) fn recycle(&mut self, frame: Frame) {
        self.spare_frame = frame;
    }

    /// Sets whether a touch without depth is an overlap: `usual` for all pairs, except those between the layers in
    /// `between`, where the last rule that matches a pair applies.
    pub fn set_touching(&mut self, usual: Touching, between: &[(u32, u32, Touching)]) {
        let rooted = self.touch.rooted.clone();
        self.set_touch(TouchRules { usual, between: between.to_vec(), rooted });
    }

    /// Sets the layers between which circles overlap if they are nearer than the root of the sum of their squared
    /// radii.
    pub fn set_rooted_circles(&mut self, between: &[(u32, u32)]) {
        self.set_touch(TouchRules { rooted: between.to_vec(), ..self.touch.clone() });
    }

    pub(crate) fn set_touch(&mut self, touch: TouchRules) {
        self.touch = touch;
    }

    /// Sets how far the device moves every body in each frame, in lattice units, before the moves of the host are
    /// applied. An empty list stops these moves.
    pub fn set_velocities(&mut self, velocities: &[Point]) -> Result<()> {
        let (count, most) = (velocities.len(), self.len());
        if count != 0 && count != most {
            return Err(Cause::Count { what: "velocities", count, least: most, most }.error());
        }
        for velocity in velocities {
            velocity.offset(Point::default())?;
        }
        self.members.moves_on_device |= count > 0;
        self.velocities = velocities.iter().map(|v| [v.x, v.y]).collect();
        self.are_velocities_new = true;
        Ok(())
    }

    /// Returns the buffer of positions, so that a kernel of the caller can move the bodies: in lattice units, x and y
    /// as one i32 each, in the order of the bodies. Earlier changes are sent first. Positions beyond 2^29 units are
    /// an error of the next frame.
    ///
    /// The buffer is replaced when more bodies need room, or after an error: get it again after a
    /// [`push`](Crowd::push).
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
        pollster::block_on(self.positions_with(true))
    }

    /// Like [`positions`](Crowd::positions), for callers that must not block.
    pub async fn positions_async(&mut self) -> Result<wgpu::Buffer> {
        self.positions_with(false).await
    }

    async fn positions_with(&mut self, waits: bool) -> Result<wgpu::Buffer> {
        self.settle(waits).await?;
        let gpu = self.gpu.clone();
        let sent = caught(&gpu, || self.send_changes()).await;
        sent.inspect_err(|_| self.give_up())?;
        self.members.moves_on_device = true;
        Ok(self.memory.arenas[Role::Positions].buffer().clone())
    }

    /// Computes a frame: which bodies overlap or graze.
    pub fn frame(&mut self) -> Result<Frame> {
        pollster::block_on(self.run(true))
    }

    /// Like [`frame`](Crowd::frame), for callers that must not block.
    pub async fn frame_async(&mut self) -> Result<Frame> {
        self.run(false).await
    }

    /// Sends a frame, for the bodies as they are now. Any number of frames can be in flight: meanwhile bodies may be
    /// moved and changed, and the next frame begun. If data on the device must first be rebuilt, because added bodies
    /// do not fit or rules changed, this call waits for the frames in flight.
    ///
    /// ```no_run
    /// # fn game(crowd: &mut kasuri::gpu::Crowd) -> kasuri::Result<()> {
    /// crowd.begin()?;
    /// loop {
    ///     // ... move bodies for the next frame
    ///     crowd.begin()?;
    ///     let Some(frame) = crowd.finish()? else { return Ok(()) }; // the previous frame
    ///     // ... use frame.hits
    /// }
    /// # }
    /// ```
    pub fn begin(&mut self) -> Result<()> {
        pollster::block_on(self.start(true))
    }

    /// Like [`begin`](Crowd::begin), for callers that must not block.
    pub async fn begin_async(&mut self) -> Result<()> {
        self.start(false).await
    }

    /// Returns the answer of the oldest frame that was begun and not finished; `None` if there is none. After an
    /// error no frame is in flight any more.
    pub fn finish(&mut self) -> Result<Option<Frame>> {
        pollster::block_on(self.finish_next(true))
    }

    /// Like [`finish`](Crowd::finish), for callers that must not block.
    pub async fn finish_async(&mut self) -> Result<Option<Frame>> {
        self.finish_next(false).await
    }

    /// Returns how many frames were begun and not finished.
    pub fn begun(&self) -> usize {
        self.done.len() + self.pending.len()
    }

    /// Sets whether frames report the time of each pass, by the device's clock, as [`Frame::passes`]. Returns false
    /// if that is not possible: the device has no clock, or was made without `wgpu::Features::TIMESTAMP_QUERY`.
    pub fn set_timed(&mut self, timed: bool) -> bool {
        self.is_timed = timed && Timer::is_there(&self.gpu);
        timed == self.is_timed
    }

    /// Starts with little room, so that tests see the buffers grow.
    #[doc(hidden)]
    pub fn cramp(&mut self) {
        self.room = FrameRoom { pairs: 64, hits: 16, covers: 4, back: [1, 1], ..FrameRoom::default() };
    }
}

//! A whole frame on the device: what moved goes up, hits come down, and candidate pairs never leave it.

mod answer;
mod flocks;
mod kernels;
mod members;
mod memory;
mod receive;
mod record;
mod send;
mod timer;
mod twins;

pub use answer::{Frame, FrameReport};
pub(super) use kernels::{FrameKernels, NearKernels, of_tiles};
pub use members::Member;
pub(crate) use members::Touch;

use std::collections::VecDeque;

use crate::error::{Error, Result};
use crate::form::{Form, Touching};
use crate::gpu::Gpu;
use crate::gpu::frame::members::Members;
use crate::gpu::frame::memory::{Memory, Room};
use crate::gpu::frame::send::UnderWay;
use crate::gpu::frame::timer::Timer;
use crate::gpu::readback::Staging;
use crate::gpu::scope::caught;
use crate::lattice::Point;

/// Bodies that stay on the device from frame to frame. Made by [`Gpu::crowd`].
///
/// A frame is one submission and one wait: what changed since the last one is sent, pairs are found, sorted by kind and
/// size and decided on the device, and what hits comes back in order.
///
/// A frame decides part by part. Where touches are ignored, it does not see a point or a segment that lies on a seam
/// between two parts, cells or squares of a body (SPEC 3); a [`World`](crate::World) asks the host about these.
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
    /// On which terms they meet, those that the device has, and whether these are others.
    touch: Touch,
    touch_sent: Touch,
    is_touch_new: bool,
    memory: Memory,
    room: Room,
    /// By which bodies move each frame, and whether the device knows.
    velocities: Vec<[i32; 2]>,
    are_velocities_new: bool,
    /// Whether the device has nothing yet, or lost it.
    is_blank: bool,
    /// Frames that were sent and not answered yet, and answers that nobody has asked for yet; the oldest first.
    under_way: VecDeque<UnderWay>,
    done: VecDeque<Frame>,
    /// Staging buffers that no frame is using.
    free: Vec<(Staging, u64)>,
    /// The clock that passes are timed by, made when it is first needed.
    timer: Option<Timer>,
    is_timed: bool,
}

impl Gpu {
    /// A crowd without bodies.
    pub fn crowd(&self) -> Crowd {
        Crowd {
            gpu: self.clone(),
            members: Members::new(),
            touch: Touch::default(),
            touch_sent: Touch::default(),
            is_touch_new: true,
            memory: Memory::new(self),
            room: Room::default(),
            velocities: Vec::new(),
            are_velocities_new: false,
            is_blank: true,
            under_way: VecDeque::new(),
            done: VecDeque::new(),
            free: Vec::new(),
            timer: None,
            is_timed: false,
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
        self.members.push(None, member)
    }

    /// A body is another from now on, and stands elsewhere. Only what is new of it is sent.
    pub fn change(&mut self, body: u32, member: Member<'_>) -> Result<()> {
        self.members.put(body, member)
    }

    /// A form that some bodies will have, none like it being looked for; the number holds while
    /// [`epoch`](Crowd::epoch) does.
    pub(crate) fn add_form(&mut self, form: &Form) -> u32 {
        self.members.add_form(form)
    }

    /// How often forms were numbered anew.
    pub(crate) fn epoch(&self) -> u64 {
        self.members.epoch
    }

    /// [`push`](Crowd::push) with a form that was added.
    pub(crate) fn push_as(&mut self, form: u32, member: Member<'_>) -> Result<u32> {
        self.members.push(Some(form), member)
    }

    /// [`change`](Crowd::change) to a form that was added.
    pub(crate) fn change_as(&mut self, body: u32, form: u32, member: Member<'_>) -> Result<()> {
        self.members.put_as(body, form, member)
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
        self.members.strays |= count > 0;
        self.velocities = velocities.iter().map(|v| [v.x, v.y]).collect();
        self.are_velocities_new = true;
        Ok(())
    }

    /// The positions, to be moved by a kernel of the caller's: lattice units, x and y of a body in an i32 each, in the order
    /// of the bodies. What was changed before is sent first. Positions beyond 2^29 units are an error of the next frame.
    ///
    /// The buffer is another one once there are more bodies, or after an error: ask again after a [`push`](Crowd::push).
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
        self.settle(false).await?;
        let gpu = self.gpu.clone();
        let sent = caught(&gpu, || self.send_changes()).await;
        sent.inspect_err(|_| self.give_up())?;
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

    /// Sends a frame on its way, of the bodies as they are now. Any number of them can be under way at a time: bodies may
    /// be moved and changed meanwhile, and the next frame begun. Where what the device has must first be made anew, as when
    /// bodies are added beyond what there is room for or rules change, those under way are waited for.
    ///
    /// ```no_run
    /// # fn game(crowd: &mut kasuri::gpu::Crowd) -> kasuri::Result<()> {
    /// crowd.begin()?;
    /// loop {
    ///     // ... move bodies for the next frame
    ///     crowd.begin()?;
    ///     let Some(frame) = crowd.finish()? else { return Ok(()) }; // of the frame before
    ///     // ... use frame.hits
    /// }
    /// # }
    /// ```
    pub fn begin(&mut self) -> Result<()> {
        pollster::block_on(self.start(true))
    }

    /// [`begin`](Crowd::begin), where nothing may wait.
    pub async fn begin_async(&mut self) -> Result<()> {
        self.start(false).await
    }

    /// The answer of the oldest frame that was begun and not finished; `None` where there is none. After an error none is
    /// under way any more.
    pub fn finish(&mut self) -> Result<Option<Frame>> {
        pollster::block_on(self.finish_next(true))
    }

    /// [`finish`](Crowd::finish), where nothing may wait.
    pub async fn finish_async(&mut self) -> Result<Option<Frame>> {
        self.finish_next(false).await
    }

    /// How many frames were begun and not finished.
    pub fn begun(&self) -> usize {
        self.done.len() + self.under_way.len()
    }

    /// Lets frames tell what each pass took by the device's own clock, as [`Frame::passes`]; false where it has none, or was
    /// made without `wgpu::Features::TIMESTAMP_QUERY`.
    pub fn set_timed(&mut self, timed: bool) -> bool {
        self.is_timed = timed && Timer::is_there(&self.gpu);
        timed == self.is_timed
    }

    /// Starts with room for so little, so that tests see it grow.
    #[doc(hidden)]
    pub fn cramp(&mut self) {
        self.room = Room { pairs: 64, hits: 16, covers: 4, back: [1, 1], ..Room::default() };
    }
}

//! Frames over positions that are on the device already: the caller's buffer is read, and the hits stay on the device.

use crate::error::{Cause, Result};
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::gpu::arena::{Role, most_bytes};
use crate::gpu::frame::record::{FrameJob, sorted_in};
use crate::gpu::frame::told::{Awaited, FrameVerdict, ResidentReport, Told, short};
use crate::gpu::frame::{Crowd, FrameReport, Member};
use crate::gpu::kernels::Kernel;
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::HostPass;
use crate::gpu::scope::caught;

/// The WGSL struct `Outcome` of [`ResidentFrame::outcome`], for the caller's shaders.
///
/// | member | content |
/// |---|---|
/// | `groups: vec3<u32>` | the workgroups to dispatch, at byte 0: 64 threads each, a thread per hit; all 0 if there is no hit |
/// | `hits: u32` | the number of hits; 0 if the frame is void |
/// | `draw: vec4<u32>` | the arguments of an indirect draw, at byte 16: six vertices, and an instance per hit |
/// | `is_void: u32` | 1 if the frame has no answer |
/// | `frame: u32` | the last frame that ran in order |
pub const OUTCOME_WGSL: &str = include_str!("../../../shaders/shared/outcome.wgsl");

/// A crowd whose positions the caller's own shaders write, and whose hits the caller's own shaders read. Made by
/// [`Gpu::resident_crowd`]. Nothing but counts comes back to the host.
///
/// The frames are recorded into encoders of the caller, and run in the order of the recording. Any number of them fit one encoder.
/// The host never waits: the counts of a frame, 128 bytes, arrive some frames later, and set how much room the next frames have.
///
/// A frame that needs more room than there is has no answer: it is void. It leaves no hits, says so in its outcome, and the next
/// recorded frame has more room as soon as the counts have arrived. No frame leaves only a part of its hits. A frame is also void if
/// the encoder of an earlier frame was dropped or is submitted later, or if a position is not within the world.
///
/// ```no_run
/// use kasuri::gpu::{Gpu, Member, PositionBuffer, wgpu};
/// use kasuri::{Layers, lattice::Point, query::Form, Placement, Shape};
///
/// # fn game(gpu: Gpu, positions: &wgpu::Buffer) -> kasuri::Result<()> {
/// let ball = Form::Shape(Shape::circle(4.0)?.place(&Placement::default())?);
/// let mut crowd = gpu.resident_crowd();
/// for owner in 0..100_000 {
///     let (at, layers) = (Point::default(), Layers::default());
///     crowd.push(Member { form: &ball, at, layers, margin: -1, owner, world: 0 })?;
/// }
/// let mut encoder = gpu.device().create_command_encoder(&Default::default());
/// // ... a pass that writes the positions: array<vec2<f32>>, in pixels
/// let frame = crowd.record(&mut encoder, PositionBuffer::Pixels(positions))?;
/// // ... a pass that reads frame.hits, dispatched over the hits by frame.outcome
/// gpu.queue().submit([encoder.finish()]);
/// # let _ = frame;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ResidentCrowd {
    crowd: Crowd,
    told: Told,
    /// The number of the last recorded frame.
    number: u64,
    /// The last frame with which all data was sent.
    renewed: u64,
}

/// A buffer with a position for each body, in the order of the bodies, with the usage `STORAGE`.
///
/// The host does not see the positions. So the caller makes sure that no part of a body leaves the world. A frame with a position
/// beyond its edge, or with one that is not a number, is void.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum PositionBuffer<'a> {
    /// `array<vec2<f32>>` in pixels. They are snapped to the lattice exactly as the CPU does it (SPEC 1).
    Pixels(&'a wgpu::Buffer),
    /// `array<vec2<i32>>` in lattice units.
    Units(&'a wgpu::Buffer),
}

/// What a recorded frame leaves on the device. The next recorded frame writes to the same buffers, or to new ones that are larger.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ResidentFrame {
    /// The number of the frame, counted from 1.
    pub number: u64,
    /// The hits, as `array<vec2<u32>>`: pairs (a, b) of body numbers with a < b, sorted by (a, b). Those behind the outcome's number
    /// of hits have no meaning.
    pub hits: wgpu::Buffer,
    /// The number of hits, and the arguments of indirect dispatches and draws over them: [`OUTCOME_WGSL`].
    pub outcome: wgpu::Buffer,
}

impl Gpu {
    /// Makes a crowd without bodies, whose positions and hits stay on the device.
    pub fn resident_crowd(&self) -> ResidentCrowd {
        ResidentCrowd { crowd: self.crowd(), told: Told::default(), number: 0, renewed: 0 }
    }
}

impl ResidentCrowd {
    /// Returns the number of bodies, including removed ones.
    pub fn len(&self) -> usize {
        self.crowd.len()
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.crowd.is_empty()
    }

    /// Returns the GPU that the bodies are on.
    pub fn gpu(&self) -> &Gpu {
        self.crowd.gpu()
    }

    /// Adds a body and returns its number: one more than the last body's. Its position `at` is not used.
    pub fn push(&mut self, member: Member<'_>) -> Result<u32> {
        self.crowd.push(member)
    }

    /// Replaces a body's properties. Only the differences are sent.
    pub fn change(&mut self, body: u32, member: Member<'_>) -> Result<()> {
        self.crowd.change(body, member)
    }

    /// Removes a body: it hits nothing from now on, and its position is not read. No other body gets its number.
    pub fn remove(&mut self, body: u32) -> Result<()> {
        self.crowd.remove(body)
    }

    /// Like [`Crowd::set_touching`].
    pub fn set_touching(&mut self, usual: Touching, between: &[(u32, u32, Touching)]) {
        self.crowd.set_touching(usual, between);
    }

    /// Like [`Crowd::set_rooted_circles`].
    pub fn set_rooted_circles(&mut self, between: &[(u32, u32)]) {
        self.crowd.set_rooted_circles(between);
    }

    /// Records a frame: the bodies are at the positions that the buffer has when the encoder gets there. After an error the encoder
    /// contains only a part of the frame, so drop it.
    pub fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        positions: PositionBuffer<'_>,
    ) -> Result<ResidentFrame> {
        pollster::block_on(self.record_async(encoder, positions))
    }

    /// Like [`record`](ResidentCrowd::record), for callers that must not block.
    pub async fn record_async(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        positions: PositionBuffer<'_>,
    ) -> Result<ResidentFrame> {
        let least = 8 * self.len() as u64;
        let (PositionBuffer::Pixels(buffer) | PositionBuffer::Units(buffer)) = positions;
        if buffer.size() < least || !buffer.usage().contains(wgpu::BufferUsages::STORAGE) {
            let (count, least) = ((buffer.size() / 8) as usize, self.len());
            let what = "positions in a buffer with the usage STORAGE";
            return Err(Cause::Count { what, count, least, most: usize::MAX }.error());
        }
        self.crowd.gpu.trust().await?;
        self.receive();
        let gpu = self.crowd.gpu.clone();
        let recorded = caught(&gpu, || self.record_frame(encoder, positions)).await;
        recorded.inspect_err(|_| self.crowd.give_up())
    }

    fn record_frame(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        positions: PositionBuffer<'_>,
    ) -> Result<ResidentFrame> {
        let number = self.number + 1;
        let before = if self.crowd.is_blank { 0 } else { short(self.number) };
        if self.crowd.is_blank {
            self.renewed = number;
        }
        let mut report = FrameReport::default();
        self.crowd.memory.arenas.late.begin();
        let job = self.crowd.prepare_resident(encoder, &mut report, [short(number), before])?;
        let Crowd { gpu, memory, .. } = &mut self.crowd;
        let bytes_sent = memory.arenas.late.record(gpu, encoder, &mut memory.uploads)?;
        memory.uploads.recorded(encoder);
        memory.bound.begin();
        // Frames that did not fit are not sent again, so no frame has to wait for them.
        encoder.clear_buffer(memory.arenas[Role::Stall].buffer(), 0, Some(4));
        let mut recorder = PassRecorder::new(gpu, encoder, &memory.arenas);
        recorder.kept = Some(&mut memory.bound);
        recorder.resident(&job, positions);
        drop(recorder);
        let awaited = Awaited { number, bytes_sent };
        self.told.request(gpu, encoder, &memory.arenas, awaited);
        let hits = memory.arenas[sorted_in(job.bodies)].buffer().clone();
        let outcome = memory.arenas[Role::Outcome].buffer().clone();
        self.number = number;
        self.crowd.sent();
        Ok(ResidentFrame { number, hits, outcome })
    }

    /// Returns the buffer with the outcome of the frame that ran last, for shaders that run before the next frame: where it is void, they
    /// can leave the positions as they are, so that the next frame decides them. All frames have the same one, until an error.
    pub fn outcome(&mut self) -> Result<wgpu::Buffer> {
        pollster::block_on(self.outcome_async())
    }

    /// Like [`outcome`](ResidentCrowd::outcome), for callers that must not block.
    pub async fn outcome_async(&mut self) -> Result<wgpu::Buffer> {
        let Crowd { gpu, memory, .. } = &self.crowd;
        let made = caught(gpu, || Ok(memory.arenas[Role::Outcome].buffer().clone())).await;
        made.inspect_err(|_| self.crowd.give_up())
    }

    /// Returns the report of the newest frame whose counts have arrived. It does not wait.
    pub fn report(&mut self) -> Option<ResidentReport> {
        self.receive();
        self.told.newest
    }

    /// Takes the counts that have arrived, and makes the room for the next frames of them.
    fn receive(&mut self) {
        let gpu = self.crowd.gpu.clone();
        let most = most_bytes(&gpu);
        for (number, head) in self.told.receive(&gpu) {
            match head {
                Some((head, verdict)) if verdict != FrameVerdict::OutOfOrder => {
                    self.crowd.room.grow_ahead(&head, most);
                }
                // Changes of bodies are lost, so all of them are sent again, unless that was done since.
                _ => self.crowd.is_blank |= number > self.renewed,
            }
        }
    }
}

impl Crowd {
    /// Brings the device up to date, except for the positions; returns the work of the frame.
    fn prepare_resident(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        report: &mut FrameReport,
        order: [u32; 2],
    ) -> Result<FrameJob> {
        let Crowd { gpu, members, memory, .. } = self;
        if self.is_blank {
            memory.forget();
        }
        if members.tidy(most_bytes(gpu) / 4) {
            memory.forget_forms();
        }
        members.moved.clear();
        let is_new = memory.reserve_bodies(encoder, members, true)? || self.is_blank;
        let all_changed = is_new || 2 * members.changed.len() > members.len();
        let mut news = std::mem::take(&mut self.spare);
        news.clear();
        // Grazes and hits are not read back, so there is room for all of them.
        self.room.back = [u32::MAX; 2];
        let job = self.prepare_traits(&mut news, report, all_changed)?;
        let job = self.room_for(&news, FrameJob { order: Some(order), ..job }, report)?;
        self.spare = news;
        Ok(job)
    }
}

impl PassRecorder<'_> {
    /// Records all passes of a frame over the caller's positions.
    fn resident(&mut self, job: &FrameJob, positions: PositionBuffer<'_>) {
        let (kernel, buffer) = match positions {
            PositionBuffer::Pixels(buffer) => (Kernel::SnapPixels, buffer),
            PositionBuffer::Units(buffer) => (Kernel::TakeUnits, buffer),
        };
        let given = [(Role::Given, buffer.as_entire_buffer_binding())];
        let ask = self.arenas.asked(HostPass::Bodies);
        if job.bodies > 0 {
            self.pass(kernel, ask, &given, Groups(job.bodies as u64, 64));
        }
        self.frame(job);
        self.asked(Kernel::WriteOutcome, HostPass::Moves, Groups(1, 1));
    }
}

//! What comes back of frames that are recorded into encoders of the caller: their counts, when the device is done with them.

use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role, make};
use crate::gpu::frame::receive::head_of;
use crate::gpu::frame::send::HEAD;
use crate::gpu::layout::{Head, Outcome};
use crate::gpu::mapped::MapState;
use crate::gpu::queues::GpuQueue;

/// What became of a recorded frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FrameVerdict {
    /// All its hits are on the device.
    Answered,
    /// It is void, because it needed more room than there was. The next recorded frame has more room.
    NoRoom,
    /// It is void, because an earlier frame was dropped or submitted later. The next recorded frame sends all data again.
    OutOfOrder,
    /// It is void, because a body's position was beyond the world's edge, or not a number.
    BeyondEdge,
    /// It is void, because a pair takes more rounds of loops than every driver runs, or because there are more pairs than any buffer
    /// has room for. More room does not help.
    TooLarge,
}

/// The counts of a recorded frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResidentReport {
    /// The frame's number.
    pub number: u64,
    /// Whether the frame has an answer.
    pub verdict: FrameVerdict,
    /// Hits on the device; 0 if the frame is void.
    pub hits: u32,
    /// Pairs whose boxes touch, margins included, and whose layers match; of a void frame those that were counted.
    pub pairs: u64,
    /// How many frames were void so far, this one included.
    pub void_frames: u64,
    /// Bytes that the host sent for the frame.
    pub bytes_sent: u64,
    /// Bytes that came back.
    pub bytes_back: u64,
}

/// What the host remembers of a frame until its counts arrive.
#[derive(Debug)]
pub(super) struct Awaited {
    pub(super) number: u64,
    pub(super) bytes_sent: u64,
}

/// The frames whose counts are awaited, and the newest report.
#[derive(Debug, Default)]
pub(super) struct Told {
    awaited: Vec<(Awaited, CountBuffer)>,
    free: Vec<CountBuffer>,
    pub(super) newest: Option<ResidentReport>,
    void_frames: u64,
}

/// A buffer for the counts of a frame, which the host maps.
#[derive(Debug)]
struct CountBuffer {
    buffer: wgpu::Buffer,
    state: MapState,
}

/// Returns a frame's number as the device has it, never 0.
pub(super) fn short(number: u64) -> u32 {
    (number % u64::from(u32::MAX)) as u32 + 1
}

/// Where the words begin that are read of an outcome, and how many bytes they are.
const VERDICT: u64 = std::mem::offset_of!(Outcome, is_void) as u64;
const VERDICT_BYTES: u64 = size_of::<Outcome>() as u64 - VERDICT;
/// The bytes that come back of a frame.
const BYTES: u64 = HEAD + VERDICT_BYTES;

impl Told {
    /// Records that the counts of a frame are copied, and mapped when the encoder is submitted.
    pub(super) fn request(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        arenas: &Arenas,
        awaited: Awaited,
    ) {
        let to = self.free.pop().unwrap_or_else(|| {
            let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
            CountBuffer { buffer: make(gpu, "counts", usage, BYTES), state: MapState::default() }
        });
        let [head, outcome] = [Role::Head, Role::Outcome].map(|role| arenas[role].buffer());
        encoder.copy_buffer_to_buffer(head, 0, &to.buffer, 0, Some(HEAD));
        encoder.copy_buffer_to_buffer(outcome, VERDICT, &to.buffer, HEAD, Some(VERDICT_BYTES));
        encoder.map_buffer_on_submit(&to.buffer, wgpu::MapMode::Read, .., to.state.told());
        self.awaited.push((awaited, to));
    }

    /// Takes the counts that have arrived. Returns them by the numbers of their frames; `None` for a frame that will never run.
    pub(super) fn receive(&mut self, gpu: &Gpu) -> Vec<(u64, Option<(Head, FrameVerdict)>)> {
        if self.awaited.is_empty() {
            return Vec::new();
        }
        // If the device is lost, the next recording returns the error.
        let _ = gpu.poll(wgpu::PollType::Poll);
        let is_over = |to: &CountBuffer| to.state.is_mapped() || to.state.is_lost();
        let over: Vec<_> = self.awaited.extract_if(.., |(_, to)| is_over(to)).collect();
        over.into_iter().map(|(awaited, to)| (awaited.number, self.read(awaited, to))).collect()
    }

    fn read(&mut self, awaited: Awaited, to: CountBuffer) -> Option<(Head, FrameVerdict)> {
        let Awaited { number, bytes_sent } = awaited;
        let words = if to.state.is_mapped() { words_of(&to.buffer) } else { None };
        self.free.extend(words.is_some().then_some(to));
        let Some(words) = words else {
            self.void_frames += 1;
            return None;
        };
        let (head, outcome) = words.split_at(HEAD as usize / 4);
        let (head, is_void) = (head_of(head), outcome[0] != 0);
        let verdict = match () {
            () if !is_void => FrameVerdict::Answered,
            () if outcome[1] != short(number) => FrameVerdict::OutOfOrder,
            () if head.beyond > 0 => FrameVerdict::BeyondEdge,
            () if head.cut > 0 || head.wrapped > 0 => FrameVerdict::TooLarge,
            () => FrameVerdict::NoRoom,
        };
        self.void_frames += u64::from(is_void);
        let meeting = &head.queues[..GpuQueue::NearShapes as usize];
        let report = ResidentReport {
            number,
            verdict,
            hits: if is_void { 0 } else { head.hits },
            pairs: meeting.iter().map(|&count| u64::from(count)).sum::<u64>() + u64::from(head.apart),
            void_frames: self.void_frames,
            bytes_sent,
            bytes_back: BYTES,
        };
        if self.newest.is_none_or(|newest| newest.number < number) {
            self.newest = Some(report);
        }
        Some((head, verdict))
    }
}

/// Reads a mapped buffer and unmaps it.
fn words_of(buffer: &wgpu::Buffer) -> Option<Vec<u32>> {
    let words = buffer.slice(..).get_mapped_range().ok().map(|view| bytemuck::pod_collect_to_vec(&view));
    buffer.unmap();
    words
}

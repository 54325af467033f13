//! Receives frames: a frame that did not fit is sent again, together with the frames behind it.

use crate::error::{Cause, Result};
use crate::gpu::Gpu;
use crate::gpu::arena::most_bytes;
use crate::gpu::constants::ROUNDS;
use crate::gpu::frame::memory::{CrowdMemory, FrameRoom};
use crate::gpu::frame::send::{HEAD, News, PendingFrame};
use crate::gpu::frame::{Crowd, Frame, FrameReport};
use crate::gpu::layout::Head;
use crate::gpu::queues::GpuQueue;
use crate::gpu::readback::Reading;
use crate::gpu::scope::caught;
use crate::laps::lap;

impl Crowd {
    /// Runs one frame to its end; frames in flight are received first.
    pub(super) async fn run(&mut self, waits: bool) -> Result<Frame> {
        self.start(waits).await?;
        self.settle(waits).await?;
        Ok(self.done.pop_back().unwrap_or_default())
    }

    /// Returns the oldest answer that the caller has not taken.
    pub(super) async fn finish_next(&mut self, waits: bool) -> Result<Option<Frame>> {
        match self.done.pop_front() {
            None if self.pending.is_empty() => Ok(None),
            None => self.receive(waits).await.map(Some),
            done => Ok(done),
        }
    }

    /// Waits for all frames in flight.
    pub(super) async fn settle(&mut self, waits: bool) -> Result<()> {
        while !self.pending.is_empty() {
            let frame = self.receive(waits).await?;
            self.done.push_back(frame);
        }
        Ok(())
    }

    /// Resets the state after an error: the device's data and the room that fits are unknown.
    pub(super) fn give_up(&mut self) {
        // The buffers may be invalid.
        self.memory = CrowdMemory::new(&self.gpu);
        self.timer = None;
        self.is_blank = true;
        self.are_velocities_new = true;
        self.room = FrameRoom::default();
        self.pending.clear();
    }

    /// Receives the answer of the oldest frame in flight.
    async fn receive(&mut self, waits: bool) -> Result<Frame> {
        self.receive_until_it_fits(waits).await.inspect_err(|_| self.give_up())
    }

    async fn receive_until_it_fits(&mut self, waits: bool) -> Result<Frame> {
        let Some(mut oldest) = self.pending.pop_front() else { return Ok(Frame::default()) };
        // The frames that the device skipped, because a frame before them did not fit.
        let mut void: Vec<PendingFrame> = Vec::new();
        let frame = loop {
            oldest.report.waits += 1;
            let (head, frame) = oldest.answer(&self.gpu, waits, &mut self.spare_frame).await?;
            self.check(&head)?;
            let [grazes, hits] = [head.queues[GpuQueue::Grazes as usize], head.hits];
            let most = most_bytes(&self.gpu);
            if oldest.room.holds(&head) {
                self.room.back = self.room.expect([grazes, hits], most);
                oldest.report.count(&head);
                if let Some(frame) = frame {
                    break frame;
                }
                if self.pending.is_empty() && void.is_empty() {
                    let words = self.read_lists(&mut oldest, [grazes, hits], waits).await?;
                    let (of_grazes, of_hits) = words.split_at(2 * grazes as usize);
                    break frame_of(of_grazes, of_hits, [grazes, hits], Frame::default());
                }
            }
            self.room.grow(&head, most);
            void.extend(self.pending.drain(..));
            // The changes of this frame are already applied.
            let again = self.send_again(News::default(), oldest.job, oldest.report, true).await?;
            self.free.give(std::mem::replace(&mut oldest, again).reading);
        };
        for next in void {
            let is_first = self.pending.is_empty();
            let again = self.send_again(next.news, next.job, next.report, is_first).await?;
            self.pending.push_back(again);
        }
        self.free.give(oldest.reading);
        self.spare = oldest.news;
        lap("read");
        Ok(Frame { report: oldest.report, ..frame })
    }

    /// Returns an error for a frame that no amount of room can repair.
    fn check(&self, head: &Head) -> Result<()> {
        if head.beyond > 0 {
            let what = "bodies beyond the world's edge";
            return Err(Cause::Count { what, count: head.beyond as usize, least: 0, most: 0 }.error());
        }
        if head.cut > 0 {
            let (what, most) = ("a loop in a shader", u64::from(ROUNDS));
            return Err(Cause::GpuTooSmall { what, needed: most + 1, most }.error());
        }
        if head.wrapped == 1 {
            let most = most_bytes(&self.gpu);
            return Err(Cause::GpuTooSmall { what: "a list of pairs", needed: 8 << 32, most }.error());
        }
        Ok(())
    }

    /// Reads lists that are longer than expected. No frame follows, so the lists are still on the device.
    async fn read_lists(
        &mut self,
        frame: &mut PendingFrame,
        counts: [u32; 2],
        waits: bool,
    ) -> Result<Vec<u32>> {
        let gpu = self.gpu.clone();
        let mut reading = caught(&gpu, || {
            let encoder = gpu.device().create_command_encoder(&Default::default());
            let lists = self.memory.lists(&frame.job, counts);
            Ok(Reading::submit(&gpu, &mut self.free, encoder, &lists))
        })
        .await?;
        frame.report.submissions += 1;
        frame.report.waits += 1;
        frame.report.bytes_back += reading.bytes();
        let words = reading.take(&gpu, waits).await?;
        self.free.give(reading);
        Ok(words)
    }
}

impl PendingFrame {
    /// Returns the counters of the frame, and its lists if there was room for all of them.
    async fn answer(&mut self, gpu: &Gpu, waits: bool, spare: &mut Frame) -> Result<(Head, Option<Frame>)> {
        let words = self.reading.mapped(gpu, waits).await?;
        let words = words.words();
        let (head, lists) = words.split_at(HEAD as usize / 4);
        let head = head_of(head);
        if !self.room.holds(&head) || !self.room.holds_back(&head) {
            return Ok((head, None));
        }
        let [room_grazes, room_hits] = self.room.back;
        let (of_grazes, rest) = lists.split_at(2 * room_grazes as usize);
        let (of_hits, stamps) = rest.split_at(2 * room_hits as usize);
        let passes = self.stamped.as_ref().map(|stamped| stamped.passes(stamps)).unwrap_or_default();
        let counts = [head.queues[GpuQueue::Grazes as usize], head.hits];
        let frame = frame_of(of_grazes, of_hits, counts, std::mem::take(spare));
        Ok((head, Some(Frame { passes, ..frame })))
    }
}

impl FrameReport {
    fn count(&mut self, head: &Head) {
        let meeting: u64 =
            head.queues[..GpuQueue::NearShapes as usize].iter().map(|&count| u64::from(count)).sum();
        self.pairs = meeting + u64::from(head.apart);
        self.past_filter = head.past_filter.into();
        self.cover_words = head.covers.into();
    }
}

pub(super) fn head_of(words: &[u32]) -> Head {
    let mut head = Head::default();
    bytemuck::bytes_of_mut(&mut head)[..4 * words.len()].copy_from_slice(bytemuck::cast_slice(words));
    head
}

/// Makes a frame of the lists, in the memory of an earlier one; `counts` of their entries are valid.
fn frame_of(grazes: &[u32], hits: &[u32], counts: [u32; 2], mut frame: Frame) -> Frame {
    let lists = [(&mut frame.grazes, grazes, counts[0]), (&mut frame.hits, hits, counts[1])];
    for (list, words, count) in lists {
        list.clear();
        list.extend_from_slice(bytemuck::cast_slice(&words[..2 * count as usize]));
    }
    frame.grazes.sort_unstable();
    frame
}

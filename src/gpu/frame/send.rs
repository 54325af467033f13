//! Sends frames: the changes, the passes, and the request for the results.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::most_bytes;
use crate::gpu::frame::memory::{ASKED, GRAZES, Room, STRIDE};
use crate::gpu::frame::record::{Course, Recorder, asks, queues_of, sorted_in};
use crate::gpu::frame::timer::{Stamped, Timer};
use crate::gpu::frame::{Crowd, Frame, FrameReport};
use crate::gpu::layout::{Change, Head, Move, Traits};
use crate::gpu::readback::{Mapping, Staging};
use crate::gpu::scope::caught;

/// The bytes of a `Head` that are read back.
pub(super) const HEAD: u64 = std::mem::offset_of!(Head, levels) as u64;

/// A frame that was sent and whose answer has not arrived.
#[derive(Debug)]
pub(super) struct UnderWay {
    /// The changes of the frame, kept in case it has to be sent again.
    pub(super) news: News,
    /// The work of the frame, kept because the bodies may have changed when it is sent again.
    pub(super) course: Course,
    pub(super) report: FrameReport,
    pub(super) reading: Reading,
    /// The room that it had.
    pub(super) room: Room,
    /// Where its lists are.
    pub(super) places: Places,
    pub(super) stamped: Option<Stamped>,
}

/// Bytes that are being read back.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) staging: (Staging, u64),
    pub(super) mapping: Mapping,
    pub(super) bytes: u64,
    pub(super) submission: wgpu::SubmissionIndex,
}

/// Where a frame leaves its lists: the first graze among the queues' pairs, and which of the two arenas of hits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places {
    pub(super) grazes: u32,
    pub(super) hits: usize,
}

/// The changes of the bodies since the frame before.
#[derive(Debug, Default)]
pub(super) struct News {
    moves: Vec<Move>,
    changes: Vec<Change>,
    drifts: bool,
}

impl Crowd {
    /// Starts a frame.
    pub(super) async fn start(&mut self, waits: bool) -> Result<()> {
        if self.members.len() == 0 {
            self.done.push_back(Frame::default());
            return Ok(());
        }
        self.gpu.trust().await?;
        if !self.can_follow() {
            self.settle(waits).await?;
        }
        let gpu = self.gpu.clone();
        let sent = caught(&gpu, || {
            let (mut report, is_first) = (FrameReport::default(), self.under_way.is_empty());
            let mut encoder = gpu.device().create_command_encoder(&Default::default());
            let (news, course) = self.prepare(&mut encoder, &mut report, is_first)?;
            self.submit(encoder, news, course, report, is_first)
        })
        .await;
        match sent {
            Ok(under_way) => {
                self.under_way.push_back(under_way);
                self.sent();
                Ok(())
            }
            Err(error) => {
                self.give_up();
                Err(error)
            }
        }
    }

    /// Whether a frame may be sent while others, which may have to be sent again, are in flight. It may if it only
    /// moves and changes bodies: the device skips such changes if an earlier frame did not fit.
    fn can_follow(&self) -> bool {
        let (members, memory) = (&self.members, &self.memory);
        let is_settled = !self.is_blank && !self.is_touch_new && !self.are_velocities_new;
        let is_tidy = !members.wants_tidying(most_bytes(&self.gpu) / 4);
        self.under_way.is_empty() || is_settled && is_tidy && memory.has_room_for(members.len())
    }

    /// Sends a frame again, with the changes in `news`. `is_first` says that no other frame is in flight before it.
    pub(super) async fn send_again(
        &mut self,
        news: News,
        course: Course,
        mut report: FrameReport,
        is_first: bool,
    ) -> Result<UnderWay> {
        let gpu = self.gpu.clone();
        caught(&gpu, || {
            let encoder = gpu.device().create_command_encoder(&Default::default());
            let course = self.room_for(&news, course, &mut report)?;
            self.submit(encoder, news, course, report, is_first)
        })
        .await
    }

    /// Submits a frame's passes and requests its results. Only the first frame in flight clears the stall flag.
    fn submit(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        news: News,
        course: Course,
        mut report: FrameReport,
        is_first: bool,
    ) -> Result<UnderWay> {
        let gpu = self.gpu.clone();
        if is_first {
            encoder.clear_buffer(self.memory.stall.buffer(), 0, Some(4));
        }
        let mut timer = self.is_timed.then(|| self.timer.take().unwrap_or_else(|| Timer::new(&gpu)));
        Recorder { gpu: &gpu, memory: &self.memory, encoder: &mut encoder, timer: timer.as_mut() }
            .frame(&course);
        self.timer = timer;
        let back = self.room.back;
        let lists = 8 * back.map(u64::from).iter().sum::<u64>();
        let stamps = self.timer.as_ref().map_or(0, Timer::bytes);
        let bytes = HEAD + lists + stamps;
        let staging = self.staging(bytes);
        encoder.copy_buffer_to_buffer(self.memory.head.buffer(), 0, staging.0.buffer(), 0, Some(HEAD));
        let places = Places { grazes: self.memory.terms_now.first[GRAZES], hits: sorted_in(course.bodies) };
        self.copy_lists(&mut encoder, places, back, (staging.0.buffer(), HEAD));
        let stamped =
            self.timer.as_mut().map(|timer| timer.stop(&mut encoder, staging.0.buffer(), HEAD + lists));
        report.submissions += 1;
        report.bytes_back += bytes;
        let submission = gpu.queue().submit([encoder.finish()]);
        let mapping = staging.0.map(&gpu, bytes);
        let reading = Reading { staging, mapping, bytes, submission };
        Ok(UnderWay { news, course, report, reading, room: self.room, places, stamped })
    }

    /// Copies a number of grazes and hits to a buffer at an offset.
    pub(super) fn copy_lists(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        places: Places,
        counts: [u32; 2],
        (to, offset): (&wgpu::Buffer, u64),
    ) {
        let [grazes, hits] = counts.map(|count| 8 * u64::from(count));
        let memory = &self.memory;
        let lists = [
            (&memory.queues, 8 * u64::from(places.grazes), offset, grazes),
            (&memory.hits[places.hits], 0, offset + grazes, hits),
        ];
        for (from, start, at, size) in lists.into_iter().filter(|&(.., size)| size > 0) {
            encoder.copy_buffer_to_buffer(from.buffer(), start, to, at, Some(size));
        }
    }

    /// Brings the device up to date; returns the changes and the work of the frame. If other frames are in flight,
    /// every change is sent body by body, so that the device can skip it.
    fn prepare(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        report: &mut FrameReport,
        is_first: bool,
    ) -> Result<(News, Course)> {
        let Crowd { gpu, members, memory, .. } = self;
        if self.is_blank {
            memory.forget();
        }
        if members.tidy(most_bytes(gpu) / 4) {
            memory.forget_forms();
        }
        let count = members.len();
        // Before buffers grow: a copy into a larger buffer runs after what is written now.
        if std::mem::take(&mut self.are_velocities_new) {
            memory.velocities.fill(&self.velocities)?;
        }
        // If most bodies moved, all positions are sent: 8 bytes each instead of 12.
        let all_moved = self.is_blank
            || is_first
                && 3 * members.moved.list.len() > 2 * count
                && (!members.strays || members.moved.list.len() == count);
        let all_changed = memory.reserve_bodies(encoder, members, all_moved)?
            || self.is_blank
            || is_first && 2 * members.changed.list.len() > count;
        report.moved += members.moved.list.len() as u64;
        report.changed += members.changed.list.len() as u64;
        let mut news = News { drifts: !self.velocities.is_empty(), ..News::default() };
        if all_moved {
            memory.positions.fill(&members.at)?;
            report.bytes_moved += 8 * count as u64;
        } else {
            news.moves = members.moves();
            report.bytes_moved += (news.moves.len() * size_of::<Move>()) as u64;
        }
        if all_changed {
            memory.traits.fill(&members.traits)?;
            memory.bodies.fill(&members.bodies())?;
            report.bytes_changed += (count * (size_of::<Traits>() + 4)) as u64;
        } else {
            news.changes = members.changes();
            report.bytes_changed += (news.changes.len() * size_of::<Change>()) as u64;
        }
        if self.is_blank || self.is_touch_new {
            self.touch_sent.clone_from(&self.touch);
            report.bytes_tables += memory.send_rules(&self.touch_sent)?;
        }
        let queues = queues_of(members, &self.touch_sent);
        let course = Course { bodies: count, turned: members.turned > 0, queues, ..Course::default() };
        let course = self.room_for(&news, course, report)?;
        Ok((news, course))
    }

    /// Makes room for a frame, and sends its changes and the parameters of its passes.
    fn room_for(&mut self, news: &News, course: Course, report: &mut FrameReport) -> Result<Course> {
        let Crowd { gpu, members, memory, room, touch_sent, .. } = self;
        memory.moves.fill(&news.moves)?;
        memory.changes.fill(&news.changes)?;
        report.bytes_tables += memory.send_tables(gpu, members, room, course.turned)?;
        memory.reserve(gpu, members, room, course.turned)?;
        report.bytes_tables += memory.send_terms(members, touch_sent, room)?;
        let course = Course {
            moves: news.moves.len(),
            changes: news.changes.len(),
            drifts: news.drifts,
            back: room.back,
            ..course
        };
        memory.asked.fill(&asks(&course, &memory.terms_now))?;
        report.bytes_asked += ASKED * STRIDE;
        Ok(course)
    }

    /// Records that the device now has the host's data.
    fn sent(&mut self) {
        self.members.moved.clear();
        self.members.changed.clear();
        self.is_blank = false;
        self.is_touch_new = false;
    }

    /// Sends only the changes; no frame is in flight.
    pub(super) fn send_changes(&mut self) -> Result<()> {
        let gpu = self.gpu.clone();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        encoder.clear_buffer(self.memory.stall.buffer(), 0, Some(4));
        let (_, mut course) = self.prepare(&mut encoder, &mut FrameReport::default(), true)?;
        course.drifts = false;
        Recorder { gpu: &gpu, memory: &self.memory, encoder: &mut encoder, timer: None }.steer(&course);
        gpu.queue().submit([encoder.finish()]);
        self.sent();
        Ok(())
    }

    /// Returns a staging buffer of at least `bytes` bytes.
    pub(super) fn staging(&mut self, bytes: u64) -> (Staging, u64) {
        match self.free.pop().filter(|(_, size)| *size >= bytes) {
            Some(free) => free,
            None => {
                let size = (bytes + bytes / 2).next_multiple_of(256);
                (Staging::new(&self.gpu, size), size)
            }
        }
    }
}

impl Reading {
    /// Waits for the bytes and returns them as words.
    pub(super) async fn take(&mut self, gpu: &Gpu, waits: bool) -> Result<Vec<u32>> {
        if waits {
            gpu.wait_for(Some(self.submission.clone()));
        }
        (&mut self.mapping).await?;
        self.staging.0.take(gpu, self.bytes)
    }
}

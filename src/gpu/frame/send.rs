//! Sends frames: the changes, the passes, and the request for the results.

use crate::error::Result;
use crate::gpu::arena::{Role, most_bytes};
use crate::gpu::frame::memory::{CrowdMemory, FrameRoom};
use crate::gpu::frame::record::{FrameJob, asks, queues_of, sorted_in};
use crate::gpu::frame::{Crowd, Frame, FrameReport};
use crate::gpu::layout::{Change, Head, Move};
use crate::gpu::pass::PassRecorder;
use crate::gpu::readback::Reading;
use crate::gpu::scope::caught;
use crate::gpu::timer::{Stamped, Timer};
use crate::laps::lap;

/// The bytes of a `Head` that are read back.
pub(in crate::gpu) const HEAD: u64 = std::mem::offset_of!(Head, levels) as u64;

/// A frame that was sent and whose answer has not arrived.
#[derive(Debug)]
pub(super) struct PendingFrame {
    /// The changes of the frame, kept in case it has to be sent again.
    pub(super) news: News,
    /// The work of the frame, kept because the bodies may have changed when it is sent again.
    pub(super) job: FrameJob,
    pub(super) report: FrameReport,
    pub(super) reading: Reading,
    /// The room that it had.
    pub(super) room: FrameRoom,
    pub(super) stamped: Option<Stamped>,
}

/// The changes of the bodies since the frame before.
#[derive(Debug, Default)]
pub(super) struct News {
    moves: Vec<Move>,
    changes: Vec<Change>,
    drifts: bool,
}

impl News {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.changes.clear();
    }
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
            let (mut report, is_first) = (FrameReport::default(), self.pending.is_empty());
            let mut encoder = gpu.device().create_command_encoder(&Default::default());
            let (news, job) = self.prepare(&mut encoder, &mut report, is_first)?;
            lap("rows");
            self.submit(encoder, news, job, report, is_first)
        })
        .await;
        let pending = sent.inspect_err(|_| self.give_up())?;
        self.pending.push_back(pending);
        self.sent();
        Ok(())
    }

    /// Whether a frame may be sent while others, which may have to be sent again, are in flight. It may if it only
    /// moves and changes bodies: the device skips such changes if an earlier frame did not fit.
    fn can_follow(&self) -> bool {
        let (members, memory) = (&self.members, &self.memory);
        let is_settled = !self.is_blank
            && !self.is_renumbered
            && self.touch == self.touch_sent
            && !self.are_velocities_new;
        let is_tidy = !members.wants_tidying(most_bytes(&self.gpu) / 4);
        self.pending.is_empty() || is_settled && is_tidy && memory.has_room_for(members.len())
    }

    /// Sends a frame again, with the changes in `news`. `is_first` says that no other frame is in flight before it.
    pub(super) async fn send_again(
        &mut self,
        news: News,
        job: FrameJob,
        mut report: FrameReport,
        is_first: bool,
    ) -> Result<PendingFrame> {
        let gpu = self.gpu.clone();
        caught(&gpu, || {
            let encoder = gpu.device().create_command_encoder(&Default::default());
            let job = self.room_for(&news, job, &mut report)?;
            self.submit(encoder, news, job, report, is_first)
        })
        .await
    }

    /// Submits a frame's passes and requests its results. Only the first frame in flight clears the stall flag.
    fn submit(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        news: News,
        job: FrameJob,
        mut report: FrameReport,
        is_first: bool,
    ) -> Result<PendingFrame> {
        let gpu = self.gpu.clone();
        let CrowdMemory { arenas, bound, .. } = &mut self.memory;
        bound.begin();
        if is_first {
            encoder.clear_buffer(arenas[Role::Stall].buffer(), 0, Some(4));
        }
        let mut timer = self.is_timed.then(|| self.timer.take().unwrap_or_else(|| Timer::new(&gpu)));
        let mut recorder = PassRecorder::new(&gpu, &mut encoder, arenas);
        (recorder.timer, recorder.kept) = (timer.as_mut(), Some(bound));
        recorder.frame(&job);
        (report.passes, report.dispatches) = (recorder.passes, recorder.dispatches);
        drop(recorder);
        self.timer = timer;
        let arenas = &self.memory.arenas;
        if let Some(replay) = gpu.replayed() {
            replay.record(&mut encoder, arenas, sorted_in(job.bodies));
        }
        let [grazes, hits] = self.memory.lists(&job, self.room.back);
        let head = arenas[Role::Head].buffer();
        let stamped = self.timer.as_mut().map(|timer| timer.stop(&mut encoder));
        let stamps = stamped.as_ref().map_or((head, 0, 0), Stamped::part);
        let parts = [(head, 0, HEAD), grazes, hits, stamps];
        let reading = Reading::submit(&gpu, &mut self.free, encoder, &parts);
        self.memory.uploads.submitted();
        report.submissions += 1;
        report.bytes_back += reading.bytes();
        Ok(PendingFrame { news, job, report, reading, room: self.room, stamped })
    }

    /// Brings the device up to date; returns the changes and the work of the frame. If other frames are in flight,
    /// every change is sent body by body, so that the device can skip it.
    fn prepare(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        report: &mut FrameReport,
        is_first: bool,
    ) -> Result<(News, FrameJob)> {
        let Crowd { gpu, members, memory, threads, .. } = self;
        if self.is_blank {
            memory.forget();
        }
        if members.tidy(most_bytes(gpu) / 4) {
            memory.forget_forms();
        }
        let count = members.len();
        // Before buffers grow: a copy into a larger buffer runs after what is written now.
        if std::mem::take(&mut self.are_velocities_new) {
            memory.arenas[Role::Velocities].fill(&self.velocities)?;
        }
        // If most bodies moved, all positions are sent: 8 bytes each instead of 12.
        let is_new = self.is_blank || self.is_renumbered;
        let all_moved = is_new
            || is_first
                && 3 * members.moved.len() > 2 * count
                && (!members.moves_on_device || members.moved.len() == count);
        let all_changed = memory.reserve_bodies(encoder, members, all_moved)?
            || is_new
            || is_first && 2 * members.changed.len() > count;
        report.moved += members.moved.len() as u64;
        let mut news = std::mem::take(&mut self.spare);
        news.clear();
        news.drifts = !self.velocities.is_empty();
        if all_moved {
            let CrowdMemory { arenas, uploads, .. } = memory;
            let to = arenas[Role::Positions].buffer();
            report.bytes_moved += uploads.send(gpu, encoder, to, &members.at, threads)?;
        } else {
            news.moves.extend(members.moves());
            report.bytes_moved += (news.moves.len() * size_of::<Move>()) as u64;
        }
        let job = self.prepare_traits(&mut news, report, all_changed)?;
        let job = self.room_for(&news, job, report)?;
        Ok((news, job))
    }

    /// Sends the bodies' properties, or adds their changes to the news, and sends the rules. Returns the work of the frame.
    pub(super) fn prepare_traits(
        &mut self,
        news: &mut News,
        report: &mut FrameReport,
        all_changed: bool,
    ) -> Result<FrameJob> {
        let Crowd { members, memory, .. } = self;
        report.changed += members.changed.len() as u64;
        if all_changed {
            report.bytes_changed += memory.arenas[Role::Traits].fill(&members.traits)?;
            report.bytes_changed += memory.arenas[Role::Bodies].fill(&members.bodies())?;
        } else {
            news.changes.extend(members.changes());
            report.bytes_changed += (news.changes.len() * size_of::<Change>()) as u64;
        }
        if self.is_blank || self.touch != self.touch_sent {
            self.touch_sent.clone_from(&self.touch);
            report.bytes_tables += memory.send_rules(&self.touch_sent)?;
        }
        let queues = queues_of(members, &self.touch_sent);
        Ok(FrameJob { bodies: members.len(), turned: members.turned > 0, queues, ..FrameJob::default() })
    }

    /// Makes room for a frame, and sends its changes and the parameters of its passes.
    pub(super) fn room_for(
        &mut self,
        news: &News,
        job: FrameJob,
        report: &mut FrameReport,
    ) -> Result<FrameJob> {
        let Crowd { gpu, members, memory, room, touch_sent, .. } = self;
        memory.arenas[Role::Moves].fill(&news.moves)?;
        memory.arenas[Role::Changes].fill(&news.changes)?;
        report.bytes_tables += memory.send_tables(members, room, job.turned)?;
        memory.reserve(gpu, members, room, job.turned)?;
        report.bytes_tables += memory.send_terms(members, touch_sent, room)?;
        let job = FrameJob {
            moves: news.moves.len(),
            changes: news.changes.len(),
            drifts: news.drifts,
            back: room.back,
            terms: memory.terms_now,
            ..job
        };
        report.bytes_asked += memory.arenas[Role::Asked].fill(&asks(&job))?;
        Ok(job)
    }

    /// Records that the device now has the host's data.
    pub(super) fn sent(&mut self) {
        self.members.moved.clear();
        self.members.changed.clear();
        (self.is_blank, self.is_renumbered) = (false, false);
    }

    /// Sends only the changes; no frame is in flight.
    pub(super) fn send_changes(&mut self) -> Result<()> {
        let gpu = self.gpu.clone();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        encoder.clear_buffer(self.memory.arenas[Role::Stall].buffer(), 0, Some(4));
        let (_, mut job) = self.prepare(&mut encoder, &mut FrameReport::default(), true)?;
        job.drifts = false;
        PassRecorder::new(&gpu, &mut encoder, &self.memory.arenas).steer(&job);
        gpu.queue().submit([encoder.finish()]);
        self.memory.uploads.submitted();
        self.sent();
        Ok(())
    }
}

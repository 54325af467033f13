//! Uploaded bodies, and batches of pairs of them.

use std::sync::Arc;

use crate::answer::PairHit;
use crate::batch::Bits;
use crate::error::{Cause, Result};
use crate::form::{Form, Touching};
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, most_bytes};
use crate::gpu::device::Device;
use crate::gpu::forms::FormTables;
use crate::gpu::layout::{Ask, CommonCounts};
use crate::gpu::masks::{FEW_WORDS, MaskWords};
use crate::gpu::queues::{Queued, sort};
use crate::gpu::readback::Pool;
use crate::gpu::run::QueueRun;
use crate::gpu::scope::caught;
use crate::gpu::split::{Pass, Split};
use crate::gpu::ticket::{BatchAnswer, BatchReport, Hits, Ticket, Want};
use crate::lattice::Point;
use crate::mask::{Changed, Mask};

/// Bodies on the device. Made by [`Gpu::bodies`].
#[derive(Debug)]
pub struct Bodies {
    pub(super) gpu: Gpu,
    pub(super) tuning: Tuning,
    /// The bodies as the caller gave them: pairs that the host decides need them, and so does a lost device.
    pub(super) forms: Arc<Vec<Form>>,
    pub(super) tables: FormTables,
    pub(super) masks: MaskWords,
    /// The number of mask words when unused masks were last dropped.
    kept_words: usize,
    origins: Arc<Vec<[i32; 2]>>,
    positions: Arc<Vec<[i32; 2]>>,
    pub(super) device: Device,
    /// Arenas of queues, and staging buffers, that nothing uses at the moment.
    pub(super) free: Vec<Arenas>,
    pub(super) pool: Pool,
    /// Room for the hits of the next queue that returns a list.
    pub(super) room: u32,
}

/// How batches are split. The default suits every device; tests use small values so that batches are split often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// The most pairs in a queue; longer queues are split.
    pub queue: usize,
    /// Room for hits in the first list; it grows when a list has more hits.
    pub room: u32,
    /// The most words of covers at one time; queues that need more are split.
    pub cover_words: u64,
    /// Which passes the host runs instead of the device: none, except when searching for a difference between the
    /// two.
    #[doc(hidden)]
    pub split: Split,
}

impl Default for Tuning {
    /// A million pairs, 2^14 hits, and as many covers as fit in one binding.
    fn default() -> Tuning {
        Tuning { queue: 1 << 20, room: 1 << 14, cover_words: u64::MAX, split: Split::None }
    }
}

impl Gpu {
    /// Uploads bodies; pairs then name them by their indices.
    pub fn bodies(&self, forms: &[Form]) -> Result<Bodies> {
        pollster::block_on(self.bodies_async(forms))
    }

    /// Like [`bodies`](Gpu::bodies), for callers that must not block.
    pub async fn bodies_async(&self, forms: &[Form]) -> Result<Bodies> {
        self.trust().await?;
        let mut bodies = Bodies {
            gpu: self.clone(),
            tuning: Tuning::default(),
            forms: Arc::default(),
            tables: FormTables::default(),
            masks: MaskWords::default(),
            kept_words: 0,
            origins: Arc::default(),
            positions: Arc::default(),
            device: Device::new(self),
            free: Vec::new(),
            pool: Pool::default(),
            room: Tuning::default().room,
        };
        bodies.replace_async(forms).await?;
        Ok(bodies)
    }
}

impl Bodies {
    /// Returns the number of bodies.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Returns the GPU that the bodies are on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Changes how batches are split.
    pub fn tune(&mut self, tuning: Tuning) {
        self.tuning = tuning;
        self.room = tuning.room;
    }

    /// Replaces all bodies. Masks that were uploaded stay on the device, until most of them are unused.
    pub fn replace(&mut self, forms: &[Form]) -> Result<()> {
        pollster::block_on(self.replace_async(forms))
    }

    /// Like [`replace`](Bodies::replace), for callers that must not block.
    pub async fn replace_async(&mut self, forms: &[Form]) -> Result<()> {
        self.replace_with(forms, None).await
    }

    /// Like [`replace`](Bodies::replace); bodies with the same number are known to have the same form.
    pub(crate) fn replace_numbered(&mut self, forms: &[Form], numbers: &[u64]) -> Result<()> {
        pollster::block_on(self.replace_with(forms, Some(numbers)))
    }

    async fn replace_with(&mut self, forms: &[Form], numbers: Option<&[u64]>) -> Result<()> {
        self.tables = FormTables::of(forms, numbers, &mut self.masks);
        // Most of the masks may now be unused.
        let words = self.masks.words.len();
        if words > 2 * self.kept_words + FEW_WORDS || words as u64 > most_bytes(&self.gpu) / 4 {
            self.masks = MaskWords::default();
            self.tables = FormTables::of(forms, numbers, &mut self.masks);
            self.kept_words = self.masks.words.len();
        }
        self.forms = Arc::new(forms.to_vec());
        self.origins = Arc::new(std::mem::take(&mut self.tables.origins));
        self.positions = self.origins.clone();
        self.device.outdate();
        self.on_device(|_| Ok(())).await
    }

    /// Runs `work` on the device, after uploading the bodies if needed. After an error all device state is dropped:
    /// new buffers may be broken, and recorded passes were not submitted.
    pub(super) async fn on_device<T>(&mut self, work: impl FnOnce(&mut Bodies) -> Result<T>) -> Result<T> {
        let gpu = self.gpu.clone();
        let result = caught(&gpu, || {
            self.device.upload(&self.tables, &self.masks)?;
            work(self)
        })
        .await;
        result.inspect_err(|_| self.device = Device::new(&gpu))
    }

    /// Sets every body's position to its uploaded position plus its move, in lattice units. Refuses a move that takes
    /// a body out of the world. Batches already submitted keep the positions they were submitted with.
    pub fn set_moves(&mut self, moves: &[Point]) -> Result<()> {
        let (count, most) = (moves.len(), self.len());
        if count != most {
            return Err(Cause::Count { what: "moves", count, least: most, most }.error());
        }
        let mut positions = Vec::with_capacity(moves.len());
        for (body, (by, &[x, y])) in moves.iter().zip(self.origins.iter()).enumerate() {
            let at = Point::new(x, y).offset(*by)?;
            self.tables.check_place(body, at)?;
            positions.push([at.x, at.y]);
        }
        self.positions = Arc::new(positions);
        Ok(())
    }

    /// Replaces a mask by a carved or stamped copy of it; only the changed words are sent.
    ///
    /// ```no_run
    /// # use std::sync::Arc;
    /// # use kasuri::{gpu::Bodies, mask::Cover, Mask};
    /// # fn blast(bodies: &mut Bodies, ground: &mut Arc<Mask>, hole: &Cover) -> kasuri::Result<()> {
    /// let mut carved = Mask::clone(ground);
    /// let changed = carved.carve(hole, [0, 0]);
    /// let before = std::mem::replace(ground, Arc::new(carved));
    /// bodies.change_mask(&before, ground, &changed)
    /// # }
    /// ```
    pub fn change_mask(&mut self, before: &Arc<Mask>, after: &Arc<Mask>, changed: &Changed) -> Result<()> {
        pollster::block_on(self.change_mask_async(before, after, changed))
    }

    /// Like [`change_mask`](Bodies::change_mask), for callers that must not block.
    pub async fn change_mask_async(
        &mut self,
        before: &Arc<Mask>,
        after: &Arc<Mask>,
        changed: &Changed,
    ) -> Result<()> {
        let sizes = [before, after].map(|mask| [mask.width(), mask.height()]);
        if sizes[0] != sizes[1] {
            let [width, height] = sizes[1].map(|size| size as usize);
            return Err(Cause::MaskSize { width, height }.error());
        }
        let words = after.words().len();
        if let Some(&word) = changed.words.iter().find(|&&word| word as usize >= words) {
            let (value, most) = (f64::from(word), (words - 1) as f64);
            return Err(
                Cause::OutOfRange { what: "a word of the mask", value, least: 0.0, most }.at("changed")
            );
        }
        // Batches already submitted keep their old masks: they share the old list of forms, and a new list is made
        // here.
        let mut forms = Vec::clone(&self.forms);
        for form in &mut forms {
            match form {
                Form::Sprite(sprite) if Arc::ptr_eq(sprite.mask(), before) => {
                    *sprite = sprite.with_mask(after);
                }
                _ => {}
            }
        }
        self.forms = Arc::new(forms);
        let stretches = self.masks.change(before, after, &changed.words);
        self.on_device(|bodies| {
            bodies.device.rewrite(&bodies.masks, &stretches);
            Ok(())
        })
        .await
    }

    /// Returns which pairs overlap, one bit each.
    pub fn overlaps(&mut self, pairs: &[[u32; 2]], touching: Touching) -> Result<Bits> {
        let Hits::Bits(bits) = self.ask(pairs, Want::Bits, touching)?.hits else {
            return Ok(Bits::default());
        };
        Ok(bits)
    }

    /// Returns the indices, in the batch, of the pairs that overlap, in order.
    pub fn hits(&mut self, pairs: &[[u32; 2]], touching: Touching) -> Result<Vec<u32>> {
        let Hits::List(list) = self.ask(pairs, Want::List, touching)?.hits else { return Ok(Vec::new()) };
        Ok(list)
    }

    /// Returns the pairs that overlap, in order, with their integer results.
    #[doc(hidden)]
    pub fn integers(&mut self, pairs: &[[u32; 2]], touching: Touching) -> Result<Vec<PairHit>> {
        let Hits::Integers(hits) = self.ask(pairs, Want::Integers, touching)?.hits else {
            return Ok(Vec::new());
        };
        Ok(hits)
    }

    /// Submits a batch and waits for its answer.
    pub fn ask(&mut self, pairs: &[[u32; 2]], want: Want, touching: Touching) -> Result<BatchAnswer> {
        let ticket = self.submit(pairs, want, touching)?;
        self.receive(ticket)
    }

    /// Submits a batch. Any number of batches can be in flight; the device processes them in order.
    pub fn submit(&mut self, pairs: &[[u32; 2]], want: Want, touching: Touching) -> Result<Ticket> {
        pollster::block_on(self.submit_async(pairs, want, touching))
    }

    /// Like [`submit`](Bodies::submit), for callers that must not block.
    pub async fn submit_async(
        &mut self,
        pairs: &[[u32; 2]],
        want: Want,
        touching: Touching,
    ) -> Result<Ticket> {
        let is_missing = |body: &&u32| **body as usize >= self.len();
        // A loop over all of them is faster than one that may end at any.
        if pairs.as_flattened().iter().max().as_ref().is_some_and(is_missing)
            && let Some(&index) = pairs.as_flattened().iter().find(is_missing)
        {
            return Err(Cause::NoSuchBody { index: index as usize, count: self.len() }.error());
        }
        // A queue's largest list: of its pairs, or of the integer results of its hits.
        let bytes = if want == Want::Integers { size_of::<CommonCounts>() } else { size_of::<[u32; 2]>() };
        let most = most_bytes(&self.gpu) / bytes as u64;
        let most = self.tuning.queue.min(usize::try_from(most).unwrap_or(usize::MAX));
        let (queues, host) = sort(&self.tables, pairs, touching, most);
        let mut ticket = Ticket {
            want,
            touching,
            forms: self.forms.clone(),
            origins: self.origins.clone(),
            positions: self.positions.clone(),
            sent: Vec::new(),
            host: host.into_iter().map(|index| (index, pairs[index as usize])).collect(),
            report: BatchReport { pairs: pairs.len() as u64, ..BatchReport::default() },
        };
        self.on_device(|bodies| {
            queues.into_iter().try_for_each(|queue| bodies.start(&mut ticket, queue, None))?;
            Ok(ticket)
        })
        .await
    }

    /// Sends a queue with room for `room` hits, if that number is known. Splits the queue if its covers do not fit at
    /// once.
    pub(super) fn start(&mut self, ticket: &mut Ticket, queue: Queued, room: Option<u32>) -> Result<()> {
        let gpu = self.gpu.clone();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        if self.tuning.split != Split::None {
            // Results of earlier queues are dropped, so that each pass has to do all of its work.
            self.device.forget();
        }
        self.device.place_bodies(&gpu, &mut encoder, &ticket.positions)?;
        let mut encoder = self.end_pass(Pass::Place, encoder, |bodies| {
            bodies.place_on_host(ticket);
            Ok(())
        })?;
        let most = (self.tuning.cover_words, &mut ticket.report.cover_words);
        if !self.device.cover(&gpu, &mut encoder, (&self.tables, &self.masks), &queue.pairs, most)? {
            gpu.queue().submit([encoder.finish()]);
            let [first, second] = queue.halves();
            self.start(ticket, first, room)?;
            return self.start(ticket, second, room);
        }
        let encoder = self.end_pass(Pass::Cover, encoder, |bodies| bodies.cover_on_host(ticket, &queue))?;
        let run = self.run(ticket, queue, room)?;
        let encoder = self.record(ticket, &run, encoder)?;
        let sent = run.send(&gpu, &mut self.pool, encoder);
        ticket.report.queues += 1;
        ticket.report.bytes_back += sent.reading.bytes();
        ticket.sent.push(sent);
        Ok(())
    }

    /// Records the passes over a queue's pairs and hits.
    fn record(
        &self,
        ticket: &Ticket,
        run: &QueueRun,
        mut encoder: wgpu::CommandEncoder,
    ) -> Result<wgpu::CommandEncoder> {
        let arenas = &self.device.arenas;
        run.overlap(&self.gpu, arenas, &mut encoder);
        encoder = self.end_pass(Pass::Overlap, encoder, |bodies| bodies.overlap_on_host(ticket, run))?;
        if run.want != Want::Bits {
            run.compact(&self.gpu, arenas, &mut encoder);
            encoder = self.end_pass(Pass::Compact, encoder, |bodies| bodies.compact_on_host(run))?;
        }
        if run.want == Want::Integers {
            run.integers(&self.gpu, arenas, &mut encoder);
            encoder =
                self.end_pass(Pass::Integers, encoder, |bodies| bodies.integers_on_host(ticket, run))?;
        }
        Ok(encoder)
    }

    /// Uploads a queue's pairs, with room for its hits.
    pub(super) fn run(&mut self, ticket: &Ticket, queue: Queued, known: Option<u32>) -> Result<QueueRun> {
        let count = queue.pairs.len();
        let room = match ticket.want {
            Want::Bits => 0,
            _ => known.unwrap_or(self.room).clamp(1, count as u32),
        };
        let slot = self.free.pop().unwrap_or_else(|| Arenas::new(&self.gpu));
        QueueRun::new(slot, queue, Ask::of_pairs(count, ticket.touching, room), ticket.want)
    }
}

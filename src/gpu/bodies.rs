//! Uploaded bodies, and batches of pairs of them.

use std::sync::Arc;

use crate::answer::PairHit;
use crate::batch::Bits;
use crate::error::{Cause, Result};
use crate::form::{Form, Touching};
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role, most_bytes};
use crate::gpu::covers;
use crate::gpu::device::Device;
use crate::gpu::forms::FormTables;
use crate::gpu::kernels::Kernel;
use crate::gpu::masks::{FEW_WORDS, MaskWords};
use crate::gpu::readback::Pool;
use crate::gpu::run::{PairRun, SentRun, result_words};
use crate::gpu::scope::caught;
use crate::gpu::split::{Pass, Split};
use crate::gpu::ticket::{BatchAnswer, BatchReport, Hits, Ticket, Want};
use crate::gpu::upload::Uploads;
use crate::lattice::Point;
use crate::mask::{Changed, Mask};
use crate::threads::Threads;

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
    /// Arenas of pairs, and staging buffers, that nothing uses at the moment.
    pub(super) free: Vec<Arenas>,
    pub(super) pool: Pool,
    uploads: Uploads,
}

/// How batches are cut into parts. The default suits every device; tests use small values so that batches are cut often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// The most pairs in a part; longer batches are cut.
    pub queue: usize,
    /// The most words of covers at one time; parts that need more are cut.
    pub cover_words: u64,
    /// Which passes the host runs instead of the device: none, except when searching for a difference between the
    /// two.
    #[doc(hidden)]
    pub split: Split,
}

impl Default for Tuning {
    /// Four million pairs, and as many covers as fit in one binding.
    fn default() -> Tuning {
        Tuning { queue: 1 << 22, cover_words: u64::MAX, split: Split::None }
    }
}

/// The most pairs in a part in any case: rows of 1024 workgroups for as many large pairs fit a dispatch.
const MOST_PAIRS: usize = 1 << 25;

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
            uploads: Uploads::default(),
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

    /// Changes how batches are cut into parts.
    pub fn tune(&mut self, tuning: Tuning) {
        self.tuning = tuning;
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
            self.device.upload(&gpu, &self.tables, &self.masks)?;
            work(self)
        })
        .await;
        result.inspect_err(|_| (self.device, self.uploads) = (Device::new(&gpu), Uploads::default()))
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
        let mut ticket = Ticket {
            want,
            touching,
            forms: self.forms.clone(),
            origins: self.origins.clone(),
            positions: self.positions.clone(),
            sent: Vec::new(),
            report: BatchReport { pairs: pairs.len() as u64, ..BatchReport::default() },
        };
        let kernel = self.tables.kernel.unwrap_or(Kernel::Batch);
        ticket.sent = self.send(&mut ticket, pairs, kernel).await?;
        Ok(ticket)
    }

    /// Sends pairs in as many parts as they need.
    pub(super) async fn send(
        &mut self,
        ticket: &mut Ticket,
        pairs: &[[u32; 2]],
        kernel: Kernel,
    ) -> Result<Vec<SentRun>> {
        let each = 4 * result_words(kernel).max(2);
        let most = usize::try_from(most_bytes(&self.gpu)).unwrap_or(usize::MAX) / each;
        let most = most.min(self.tuning.queue).clamp(1, MOST_PAIRS);
        self.on_device(|bodies| {
            let words = bodies.tuning.cover_words.min(bodies.device.cover_room());
            let parts = covers::parts(&bodies.tables, pairs, most, words)?;
            let mut first = 0;
            let send = |part: &[[u32; 2]]| {
                let sent = bodies.start(ticket, first, part, kernel);
                first += part.len();
                sent
            };
            parts.into_iter().map(send).collect()
        })
        .await
    }

    /// Sends a part of a batch.
    fn start(
        &mut self,
        ticket: &mut Ticket,
        first: usize,
        pairs: &[[u32; 2]],
        kernel: Kernel,
    ) -> Result<SentRun> {
        let gpu = self.gpu.clone();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        let slot = self.free.pop().unwrap_or_else(|| Arenas::new(&gpu));
        let decides = result_words(kernel) == 0;
        let has_large = decides && self.tables.has_large;
        let run = PairRun::new(slot, (first, pairs.len()), kernel, has_large, ticket.touching)?;
        if self.tuning.split == Split::None {
            let to = run.slot[Role::Pairs].buffer();
            self.uploads.send(&gpu, &mut encoder, to, pairs, &Threads::ONE)?;
        } else {
            // The encoder may be dropped. Earlier results are dropped too, so that each pass has to do all of its work.
            run.slot[Role::Pairs].write(0, pairs);
            self.device.forget();
        }
        self.device.place_bodies(&gpu, &mut encoder, &ticket.positions)?;
        let mut encoder = self.end_pass(Pass::Place, encoder, |bodies| {
            bodies.place_on_host(ticket);
            Ok(())
        })?;
        let arenas = &self.device.arenas;
        let has_covers = self.tables.all_covers > 0;
        if has_covers {
            self.device.clear_marks(&mut encoder);
            run.mark(&gpu, arenas, &mut encoder);
            self.device.cover(&gpu, &mut encoder);
        }
        let mut encoder =
            self.end_pass(Pass::Cover, encoder, |bodies| bodies.cover_on_host(ticket, pairs))?;
        if decides {
            run.overlap(&gpu, arenas, &mut encoder);
            encoder =
                self.end_pass(Pass::Overlap, encoder, |bodies| bodies.overlap_on_host(ticket, &run, pairs))?;
        } else {
            run.integers(&gpu, arenas, &mut encoder);
            encoder = self
                .end_pass(Pass::Integers, encoder, |bodies| bodies.integers_on_host(ticket, &run, pairs))?;
        }
        let head = has_covers.then(|| arenas[Role::Head].buffer());
        let sent = run.send(&gpu, &mut self.pool, encoder, head);
        self.uploads.submitted();
        ticket.report.parts += 1;
        ticket.report.bytes_back += sent.reading.bytes();
        Ok(sent)
    }
}

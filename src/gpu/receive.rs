//! Assembles answers from what comes back, and sends queues again if their results did not fit.

use std::borrow::Cow;

use crate::answer::{Found, PairHit, Shared};
use crate::batch::Bits;
use crate::error::Result;
use crate::form::Form;
use crate::gpu::Bodies;
use crate::gpu::constants::CUT;
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::CommonCounts;
use crate::gpu::queues::{GpuQueue, PairIndices, Queued};
use crate::gpu::run::{QueueResults, QueueRun, SentQueue};
use crate::gpu::ticket::{BatchAnswer, Hits, Ticket, Want};
use crate::gpu::twins;
use crate::lattice::{PixelBox, Point};

impl Bodies {
    /// Whether a batch's answer has arrived; never blocks.
    pub fn is_ready(&self, ticket: &Ticket) -> bool {
        ticket.sent.iter().all(|sent| sent.reading.is_done())
    }

    /// Waits for the answer of a batch. If the device is lost meanwhile, that is an error: the batch can be submitted
    /// again to another device, or computed on the CPU, with the same answer.
    pub fn receive(&mut self, ticket: Ticket) -> Result<BatchAnswer> {
        pollster::block_on(self.receive_all(ticket, true))
    }

    /// Like [`receive`](Bodies::receive), for callers that must not block.
    pub async fn receive_async(&mut self, ticket: Ticket) -> Result<BatchAnswer> {
        self.receive_all(ticket, false).await
    }

    async fn receive_all(&mut self, mut ticket: Ticket, waits: bool) -> Result<BatchAnswer> {
        let mut answer = Gathered::new(&ticket);
        // Queues that are sent again are appended at the end.
        while !ticket.sent.is_empty() {
            let mut sent = ticket.sent.remove(0);
            let back = sent.take(&self.gpu, waits).await?;
            let outgrew = ticket.want != Want::Bits && back.total() > sent.run.ask.room;
            let cut =
                if back.cut() > 0 && !outgrew { sent.run.cut(&self.gpu, waits).await? } else { Vec::new() };
            let SentQueue { run: QueueRun { queued, slot, .. }, reading } = sent;
            self.free.push(slot);
            self.pool.give(reading);
            if outgrew {
                self.repeat(&mut ticket, &mut answer, queued, back.total()).await?;
                continue;
            }
            // The host decides pairs that need more loop rounds than an invocation may run.
            let of_host = |&place: &usize| Some((queued.indices.get(place)?, queued.pairs[place]));
            ticket.host.extend(cut.iter().filter_map(of_host));
            ticket.report.on_device += (queued.pairs.len() - cut.len()) as u64;
            ticket.report.past_filter += u64::from(back.past_filter());
            answer.add(&mut ticket, &queued, &back);
        }
        for (index, pair) in std::mem::take(&mut ticket.host) {
            answer.add_on_host(&ticket, index, pair);
        }
        Ok(BatchAnswer { hits: answer.finish(), report: ticket.report })
    }

    /// Sends a queue again, with room for all its hits. If the bodies were replaced since, the host decides its pairs
    /// instead.
    async fn repeat(
        &mut self,
        ticket: &mut Ticket,
        answer: &mut Gathered,
        queue: Queued,
        total: u32,
    ) -> Result<()> {
        ticket.report.repeated += 1;
        self.room = self.room.max(total.saturating_add(total / 4));
        if std::sync::Arc::ptr_eq(&ticket.forms, &self.forms) {
            return self.on_device(|bodies| bodies.start(ticket, queue, Some(total))).await;
        }
        for (place, pair) in queue.pairs.into_iter().enumerate() {
            let Some(index) = queue.indices.get(place) else { continue };
            answer.add_on_host(ticket, index, pair);
        }
        Ok(())
    }
}

impl Ticket {
    /// Returns a body's form, at the body's position when the batch was submitted.
    pub(super) fn form(&self, body: u32) -> Cow<'_, Form> {
        self.form_at(body, self.positions[body as usize])
    }

    /// Returns a body's form at a given position.
    pub(super) fn form_at(&self, body: u32, [x1, y1]: [i32; 2]) -> Cow<'_, Form> {
        let [x0, y0] = self.origins[body as usize];
        moved(&self.forms[body as usize], Point::new(x1 - x0, y1 - y0))
    }
}

/// An answer that is being assembled.
struct Gathered {
    hits: Hits,
}

impl Gathered {
    fn new(ticket: &Ticket) -> Gathered {
        let hits = match ticket.want {
            Want::Bits => Hits::Bits(Bits::none(ticket.report.pairs as usize)),
            Want::List => Hits::List(Vec::new()),
            Want::Integers => Hits::Integers(Vec::new()),
        };
        Gathered { hits }
    }

    fn add(&mut self, ticket: &mut Ticket, queue: &Queued, back: &QueueResults) {
        match &mut self.hits {
            Hits::Bits(bits) => {
                if let PairIndices::From(first) = queue.indices {
                    bits.put(first as usize, back.bits());
                    return;
                }
                for (k, &word) in back.bits().iter().enumerate() {
                    let mut rest = word;
                    while rest != 0 {
                        let index = queue.indices.get(32 * k + rest.trailing_zeros() as usize);
                        index.into_iter().for_each(|index| bits.set(index));
                        rest &= rest - 1;
                    }
                }
            }
            Hits::List(list) => {
                let is_asked = |&&k: &&u32| (k as usize) < queue.pairs.len();
                let asked = back.list().iter().filter(is_asked);
                list.extend(asked.filter_map(|&k| queue.indices.get(k as usize)));
            }
            Hits::Integers(hits) => {
                for (n, &k) in back.list().iter().enumerate() {
                    // A device that works never lists a pair that was not asked.
                    let Some(&bodies) = queue.pairs.get(k as usize) else { continue };
                    let Some(pair) = queue.indices.get(k as usize) else { continue };
                    match found(queue.queue, back.results(), n) {
                        Some(found) => hits.push(PairHit { pair, found }),
                        None => {
                            ticket.host.push((pair, bodies));
                            ticket.report.on_device -= 1;
                        }
                    }
                }
            }
        }
    }

    /// Adds a pair that the host decides.
    fn add_on_host(&mut self, ticket: &Ticket, index: u32, [a, b]: [u32; 2]) {
        let (a, b) = (ticket.form(a), ticket.form(b));
        match &mut self.hits {
            Hits::Bits(bits) => {
                if twins::overlaps(&a, &b, ticket.touching) {
                    bits.set(index);
                }
            }
            Hits::List(list) => list.extend(twins::overlaps(&a, &b, ticket.touching).then_some(index)),
            Hits::Integers(hits) => {
                hits.extend(
                    twins::found(&a, &b, ticket.touching).map(|found| PairHit { pair: index, found }),
                );
            }
        }
    }

    /// Sorts the hits into the order of the batch: queues are added one after another.
    fn finish(mut self) -> Hits {
        match &mut self.hits {
            Hits::Bits(_) => {}
            Hits::List(list) => list.sort_unstable(),
            Hits::Integers(hits) => hits.sort_unstable_by_key(|hit| hit.pair),
        }
        self.hits
    }
}

/// Returns the integer results of the nth hit, or `None` if they were cut short.
fn found(queue: GpuQueue, results: &[u32], n: usize) -> Option<Found> {
    match queue.integers() {
        Some(Kernel::Common) => {
            let words = size_of::<CommonCounts>() / 4;
            let common: CommonCounts =
                bytemuck::pod_read_unaligned(bytemuck::cast_slice(&results[n * words..][..words]));
            (common.cut == 0).then(|| Found::Sprites(shared(&common)))
        }
        Some(_) => (results[n] != CUT).then(|| Found::Squares { pixels: results[n].into() }),
        None => Some(Found::Shapes),
    }
}

fn shared(common: &CommonCounts) -> Shared {
    let [x0, y0, x1, y1] = common.bounds;
    let wide = |[low, high]: [u32; 2]| u64::from(high) << 32 | u64::from(low);
    Shared {
        pixels: common.pixels.into(),
        bounds: PixelBox { x0, y0, x1, y1 },
        first: common.first,
        sums: [wide(common.sum_i), wide(common.sum_j)],
        moved: common.moved.map(u64::from),
    }
}

/// Moves a body by an offset in lattice units, which must not take it beyond the world's edge.
fn moved(form: &Form, by: Point) -> Cow<'_, Form> {
    if by == Point::default() {
        return Cow::Borrowed(form);
    }
    let moved = match form {
        Form::Sprite(sprite) => sprite.at().offset(by).map(|at| Form::Sprite(sprite.moved_to(at))),
        Form::Shape(parts) => parts.moved_by(by).map(Form::Shape),
        Form::Tiles(tiles) => tiles.at().offset(by).and_then(|at| tiles.moved_to(at)).map(Form::Tiles),
    };
    moved.map_or(Cow::Borrowed(form), Cow::Owned)
}

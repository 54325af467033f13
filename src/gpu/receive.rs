//! Assembles answers from what comes back: bits, and the integer results of hits, for which these are sent once more.

use std::borrow::Cow;

use crate::answer::{Found, PairHit, Shared};
use crate::batch::Bits;
use crate::error::Result;
use crate::form::Form;
use crate::gpu::Bodies;
use crate::gpu::constants::CUT;
use crate::gpu::forms::FormKind;
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::CommonCounts;
use crate::gpu::run::result_words;
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
        let mut bits = Bits::none(ticket.report.pairs as usize);
        // The pairs that the host decides, and those that the device found to hit: the index in the batch, and the bodies.
        let (mut open, mut hits) = (Vec::new(), Vec::new());
        for mut sent in std::mem::take(&mut ticket.sent) {
            let words = sent.reading.take(&self.gpu, waits).await?;
            let run = &sent.run;
            let (its_bits, counts) = words.split_at(run.ask.words as usize);
            let [past_filter, undecided] = [counts[0], counts[1]];
            bits.put(run.first, its_bits);
            let index = |place: usize| (run.first + place) as u32;
            let mut on_device = u64::from(run.ask.count);
            if undecided > 0 {
                let pairs = run.undecided(&self.gpu, its_bits, waits).await?;
                on_device -= pairs.len() as u64;
                open.extend(pairs.into_iter().map(|(place, pair)| (index(place), pair)));
            }
            if ticket.want == Want::Integers && its_bits.iter().any(|&word| word != 0) {
                let pairs = run.all_pairs(&self.gpu, waits).await?;
                let is_hit = |place: &usize| its_bits[place / 32] >> (place % 32) & 1 == 1;
                let places = (0..run.ask.count as usize).filter(is_hit);
                hits.extend(places.map(|place| (index(place), [pairs[2 * place], pairs[2 * place + 1]])));
            }
            ticket.report.on_device += on_device;
            ticket.report.past_filter += u64::from(past_filter);
            ticket.report.cover_words += counts.get(2).copied().map_or(0, u64::from);
            self.free.push(sent.run.slot);
            self.pool.give(sent.reading);
        }
        let answer = match ticket.want {
            Want::Integers => Hits::Integers(self.integers_of(&mut ticket, hits, open, waits).await?),
            Want::Bits | Want::List => {
                let overlaps = |&(_, pair): &(u32, [u32; 2])| ticket.overlaps(pair);
                open.iter().filter(|pair| overlaps(pair)).for_each(|&(index, _)| bits.set(index));
                if ticket.want == Want::Bits { Hits::Bits(bits) } else { Hits::List(bits.iter().collect()) }
            }
        };
        Ok(BatchAnswer { hits: answer, report: ticket.report })
    }

    /// Returns the integer results: the device computes those of its hits, the host those of other pairs. If the bodies were replaced
    /// since, the host computes all.
    async fn integers_of(
        &mut self,
        ticket: &mut Ticket,
        mut hits: Vec<IndexedPair>,
        mut open: Vec<IndexedPair>,
        waits: bool,
    ) -> Result<Vec<PairHit>> {
        if !std::sync::Arc::ptr_eq(&ticket.forms, &self.forms) {
            open.append(&mut hits);
        }
        let (mut found, mut of_kernel) = (Vec::new(), [const { (Vec::new(), Vec::new()) }; 2]);
        for (index, [a, b]) in hits {
            let (which, pair) = match [a, b].map(|body| self.tables.kind(body)) {
                [FormKind::Sprite(_), FormKind::Sprite(_)] => (0, [a, b]),
                [FormKind::Sprite(_), _] => (1, [a, b]),
                [_, FormKind::Sprite(_)] => (1, [b, a]),
                _ => {
                    found.push(PairHit { pair: index, found: Found::Shapes });
                    continue;
                }
            };
            of_kernel[which].0.push(index);
            of_kernel[which].1.push(pair);
        }
        for (kernel, (indices, pairs)) in [Kernel::Common, Kernel::Squares].into_iter().zip(of_kernel) {
            for mut sent in self.send(ticket, &pairs, kernel).await? {
                let words = sent.reading.take(&self.gpu, waits).await?;
                let (first, count) = (sent.run.first, sent.run.ask.count as usize);
                for (n, place) in (first..first + count).enumerate() {
                    match found_by(kernel, &words, n) {
                        Some(its) => found.push(PairHit { pair: indices[place], found: its }),
                        None => {
                            open.push((indices[place], pairs[place]));
                            ticket.report.on_device -= 1;
                        }
                    }
                }
                self.free.push(sent.run.slot);
                self.pool.give(sent.reading);
            }
        }
        found.extend(open.into_iter().filter_map(|(pair, bodies)| {
            let [a, b] = bodies.map(|body| ticket.form(body));
            Some(PairHit { pair, found: twins::found(&a, &b, ticket.touching)? })
        }));
        found.sort_unstable_by_key(|hit| hit.pair);
        Ok(found)
    }
}

/// A pair's index in the batch, and its bodies.
type IndexedPair = (u32, [u32; 2]);

impl Ticket {
    /// Whether two bodies overlap, decided by the host.
    fn overlaps(&self, [a, b]: [u32; 2]) -> bool {
        twins::overlaps(&self.form(a), &self.form(b), self.touching)
    }

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

/// Returns the integer results of the nth hit, or `None` if they were cut short.
fn found_by(kernel: Kernel, results: &[u32], n: usize) -> Option<Found> {
    if kernel == Kernel::Squares {
        return (results[n] != CUT).then(|| Found::Squares { pixels: results[n].into() });
    }
    let words = result_words(kernel);
    let common: CommonCounts =
        bytemuck::pod_read_unaligned(bytemuck::cast_slice(&results[n * words..][..words]));
    (common.cut == 0).then(|| Found::Sprites(shared(&common)))
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

//! Decides candidates in queues, on as many threads as pay off. Each thread sorts its own part of the candidates. The
//! pixels of sprites are made once for all parts.

use crate::kernels::strips::Strips;
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::{Threads, stretch};
use crate::world::backend::{Asked, Found};
use crate::world::covers::{Covers, Pixels, WideCovers, WidePixels, recycled};
use crate::world::kind::Kind;
use crate::world::one_by_one::Each;
use crate::world::queues::{Queues, Seen, Widened};
use crate::world::rows::Rows;

/// The work that is worth a thread, in units of `work_of`: about 50 us, which is how long another thread takes to wake.
const ENOUGH: usize = 4096;

/// The number of candidates in the sample that estimates the work for all.
const SAMPLES: usize = 16;

/// Fewer candidates are decided one by one, because sorting them would take longer.
const FEW: usize = 32;

/// The most candidates of a part that are in queues at a time, so that their data stays in the cache and takes little
/// memory.
const BLOCK: usize = 1 << 15;

/// The working memory for candidates, kept from one step to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    parts: Vec<Part>,
}

/// A part of the candidates.
#[derive(Debug, Clone, Default)]
struct Part {
    queues: Queues,
    sprites: Sprites,
    found: Found,
    /// The range of the candidates that are not decided yet.
    next: usize,
    end: usize,
}

/// The pixels of sprites.
#[derive(Debug, Clone, Default)]
struct Sprites {
    pixels: Pixels,
    wide: WidePixels,
    /// The strips of the covers; empty between steps.
    views: Vec<Strips<'static>>,
}

/// Estimates the time for all candidates from a sample. Only the number of threads depends on it, never an answer.
fn guess_work(asked: Asked<'_>) -> usize {
    let all = asked.candidates;
    let sum: usize = (0..SAMPLES).map(|k| work_of(asked.rows, all[all.len() * k / SAMPLES])).sum();
    all.len() * sum / SAMPLES
}

/// Estimates the time for a candidate. A pair that boxes or unturned masks decide counts as 1.
fn work_of(rows: &Rows, pair: [u32; 2]) -> usize {
    let kinds = pair.map(|row| rows.kinds[row as usize]);
    let are = |is: fn(Kind) -> bool| kinds.iter().all(|&kind| is(kind));
    let work = match () {
        () if are(Kind::is_upright) || are(|kind| kind == Kind::AsDrawn) => 1,
        () if are(Kind::has_exact_box) => 3,
        () => 6,
    };
    let grazes = rows.grazing > 0 && pair.iter().any(|&row| rows.margin(row as usize) >= 0);
    if grazes { 2 * work } else { work }
}

impl Lists {
    /// Replaces `found` with the answer.
    pub(super) fn decide(&mut self, threads: &Threads, asked: Asked<'_>, found: &mut Found) {
        found.clear();
        let all = asked.candidates.len();
        if all < FEW {
            Simd::for_pairs().run(Each { asked, found });
            return;
        }
        let count = threads.parts(guess_work(asked), ENOUGH);
        if self.parts.len() < count {
            self.parts.resize_with(count, Part::default);
        }
        let parts = &mut self.parts[..count];
        for (k, part) in parts.iter_mut().enumerate() {
            let stretch = stretch(all, k, count);
            (part.next, part.end) = (stretch.start, stretch.end);
            part.found.clear();
        }
        std::mem::swap(found, &mut parts[0].found);
        while parts.iter().any(|part| part.next < part.end) {
            decide_next(threads, asked, parts);
        }
        std::mem::swap(found, &mut parts[0].found);
        for part in &parts[1..] {
            found.append_all(&part.found);
        }
    }
}

/// Decides the next candidates of each part. A part that needs no pixels is decided at once.
fn decide_next(threads: &Threads, asked: Asked<'_>, parts: &mut [Part]) {
    let count = parts.len();
    threads.each(parts, |_, part| {
        part.take(asked, count);
        if !part.queues.need_pixels() {
            finish(&Threads::ONE, asked, std::slice::from_mut(part));
        }
    });
    if parts.iter().any(|part| part.queues.need_pixels()) {
        finish(threads, asked, parts);
    }
}

/// Decides what is in the queues of several parts, with the pixels that the parts share.
fn finish(threads: &Threads, asked: Asked<'_>, parts: &mut [Part]) {
    let rows = asked.rows;
    let (mut covers, mut sprites) = parts[0].lend();
    for part in &mut parts[1..] {
        part.queues.join_covers(&mut covers);
    }
    sprites.pixels.make(threads, rows, &mut covers);
    sprites.see(rows, &covers, |seen| {
        threads.each(parts, |_, part| Simd::for_pairs().run(Overlaps { part, seen }));
    });
    if parts.iter().any(|part| part.queues.ask_grazes()) {
        find_grazes(threads, asked, parts, &covers, &mut sprites);
    }
    for part in &mut *parts {
        part.queues.clear();
    }
    parts[0].give_back(covers, sprites);
}

/// Finds the grazes of the pairs that do not overlap.
fn find_grazes(
    threads: &Threads,
    asked: Asked<'_>,
    parts: &mut [Part],
    covers: &Covers,
    sprites: &mut Sprites,
) {
    let rows = asked.rows;
    threads.each(parts, |_, part| Simd::for_pairs().run(Prepare { part, asked, covers }));
    let mut wide = std::mem::take(parts[0].queues.wide());
    for part in &mut parts[1..] {
        part.queues.join_wide(&mut wide);
    }
    sprites.widen(threads, rows, covers, &mut wide);
    sprites.see_wide(rows, covers, &wide, |seen, widened| {
        threads.each(parts, |_, part| Simd::for_pairs().run(Grazes { part, seen, widened }));
    });
    *parts[0].queues.wide() = wide;
}

impl Part {
    /// Sorts the next candidates.
    fn take(&mut self, asked: Asked<'_>, parts: usize) {
        let end = self.end.min(self.next + BLOCK);
        let asked = Asked { candidates: &asked.candidates[self.next..end], ..asked };
        self.next += Simd::for_pairs().run(Take { part: self, asked, parts });
    }

    /// Lends what all parts share. The first part stores it.
    fn lend(&mut self) -> (Covers, Sprites) {
        (std::mem::take(self.queues.covers()), std::mem::take(&mut self.sprites))
    }

    fn give_back(&mut self, covers: Covers, sprites: Sprites) {
        (*self.queues.covers(), self.sprites) = (covers, sprites);
    }
}

impl Sprites {
    /// Calls `show` with the strips of all covers.
    fn see(&mut self, rows: &Rows, covers: &Covers, show: impl FnOnce(Seen<'_>)) {
        let views = self.pixels.views(rows, covers, std::mem::take(&mut self.views));
        show(Seen { rows, covers, views: &views });
        self.views = recycled(views);
    }

    /// Makes the widened covers.
    fn widen(&mut self, threads: &Threads, rows: &Rows, covers: &Covers, wide: &mut WideCovers) {
        let Sprites { pixels, wide: widened, .. } = self;
        widened.make(threads, rows, covers, pixels, wide);
    }

    /// Calls `show` with the strips of all covers and of the widened ones.
    fn see_wide(
        &mut self,
        rows: &Rows,
        covers: &Covers,
        wide: &WideCovers,
        show: impl FnOnce(Seen<'_>, Widened<'_>),
    ) {
        let pixels = std::mem::take(&mut self.wide);
        self.see(rows, covers, |seen| show(seen, Widened { covers: wide, pixels: &pixels }));
        self.wide = pixels;
        self.wide.forget_spreads();
    }
}

/// Sorts candidates of a part.
struct Take<'a> {
    part: &'a mut Part,
    asked: Asked<'a>,
    parts: usize,
}

impl Kernel for Take<'_> {
    /// The number of candidates sorted.
    type Out = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        self.part.queues.take(lanes, self.asked, self.parts)
    }
}

/// Finds the overlaps of a part.
struct Overlaps<'a> {
    part: &'a mut Part,
    seen: Seen<'a>,
}

impl Kernel for Overlaps<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Part { queues, found, .. } = self.part;
        queues.find_overlaps(lanes, self.seen, found);
    }
}

/// Prepares the graze tests of a part.
struct Prepare<'a> {
    part: &'a mut Part,
    asked: Asked<'a>,
    covers: &'a Covers,
}

impl Kernel for Prepare<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.part.queues.prepare_grazes(lanes, self.asked.rows, self.covers);
    }
}

/// Finds the grazes of a part.
struct Grazes<'a> {
    part: &'a mut Part,
    seen: Seen<'a>,
    widened: Widened<'a>,
}

impl Kernel for Grazes<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Part { queues, found, .. } = self.part;
        queues.find_grazes(lanes, self.seen, self.widened, found);
    }
}

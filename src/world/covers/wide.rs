//! Covers widened by margins, which decide the grazes of sprites.

use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, Spreads};
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::Threads;
use crate::world::covers::{Covers, Piece, Pixels, Source};
use crate::world::rows::Rows;

/// The number of words that is worth a thread. It takes about 50 us to make them.
const ENOUGH: usize = 1 << 14;

/// The requested widened covers.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct WideCovers {
    /// For each cover: the number of its first widened one, plus 1; 0 for none.
    first: Vec<u32>,
    list: Vec<WideCover>,
}

#[derive(Debug, Clone, Copy)]
struct WideCover {
    /// The number of the cover.
    of: u32,
    margin: i32,
    /// The next widened one of the same cover, plus 1; 0 for none.
    next: u32,
    spread: usize,
    /// The index of its first word.
    from: usize,
    size: [i32; 2],
}

impl WideCovers {
    /// Forgets all, and makes room for those of `covers` covers.
    pub(in crate::world) fn clear(&mut self, covers: usize) {
        for wide in self.list.drain(..) {
            self.first[wide.of as usize] = 0;
        }
        if self.first.len() < covers {
            self.first.resize(covers, 0);
        }
    }

    /// Requests a cover widened by a margin, and returns its number here.
    #[inline(always)]
    pub(in crate::world) fn ask(&mut self, of: u32, margin: i32) -> u32 {
        self.find(of, margin).unwrap_or_else(|| self.add(of, margin))
    }

    /// Returns the number of a requested one.
    #[inline(always)]
    pub(in crate::world) fn find(&self, of: u32, margin: i32) -> Option<u32> {
        let mut next = self.first[of as usize];
        while next != 0 {
            let wide = &self.list[next as usize - 1];
            if wide.margin == margin {
                return Some(next - 1);
            }
            next = wide.next;
        }
        None
    }

    fn add(&mut self, of: u32, margin: i32) -> u32 {
        let number = self.list.len() as u32;
        let next = std::mem::replace(&mut self.first[of as usize], number + 1);
        self.list.push(WideCover { of, margin, next, spread: 0, from: 0, size: [0; 2] });
        number
    }

    /// Adds all requests of another part of the candidates. For each of them, appends its number here to `numbers`.
    pub(in crate::world) fn join(&mut self, other: &WideCovers, numbers: &mut Vec<u32>) {
        numbers.extend(other.list.iter().map(|wide| self.ask(wide.of, wide.margin)));
    }
}

/// The pixels of widened covers.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct WidePixels {
    words: Vec<u32>,
    spreads: Spreads,
    /// The working memory of each thread.
    scratch: Vec<Vec<u32>>,
    /// The covers that need all their pixels.
    whole: Vec<Piece>,
}

impl WidePixels {
    /// Makes all requested widened covers.
    pub(in crate::world) fn make(
        &mut self,
        threads: &Threads,
        rows: &Rows,
        covers: &Covers,
        pixels: &mut Pixels,
        wide: &mut WideCovers,
    ) {
        self.make_whole(threads, rows, covers, pixels, wide);
        let end = self.lay_out(covers, wide);
        if self.words.len() < end {
            self.words.resize(end, 0);
        }
        let count = threads.parts(end, ENOUGH);
        self.scratch.resize_with(self.scratch.len().max(count), Vec::new);
        let WidePixels { words, spreads, scratch, .. } = self;
        let stretches = Stretches { wide: &wide.list, words, least: end.div_ceil(count) };
        let pixels = &*pixels;
        threads.share(count, stretches.zip(scratch), |(stretch, scratch)| {
            Simd::for_pairs().run(Widen { rows, covers, pixels, spreads, stretch, scratch });
        });
    }

    /// Makes all pixels of the sprites that are widened, where only some blocks were made.
    fn make_whole(
        &mut self,
        threads: &Threads,
        rows: &Rows,
        covers: &Covers,
        pixels: &mut Pixels,
        wide: &WideCovers,
    ) {
        self.whole.clear();
        for wide in &wide.list {
            let cover = &covers.list[wide.of as usize];
            if cover.source == Source::Blocks {
                self.whole.push(Piece { cover: wide.of, near: cover.pixels });
            }
        }
        if !self.whole.is_empty() {
            pixels.make_whole(threads, rows, covers, &self.whole);
        }
    }

    /// Gives each widened cover its range of words. Returns the number of words.
    fn lay_out(&mut self, covers: &Covers, wide: &mut WideCovers) -> usize {
        let mut end = 0;
        for wide in &mut wide.list {
            wide.spread = self.spreads.number(wide.margin);
            wide.size =
                self.spreads.get(wide.spread).size(kernels::size_of(covers.list[wide.of as usize].pixels));
            wide.from = end;
            end += strips::padded_room(wide.size);
        }
        end
    }

    /// Returns the strips of a widened cover, around the strips that it was made from.
    #[inline(always)]
    pub(in crate::world) fn strips(&self, wide: &WideCovers, number: u32, of: &Strips<'_>) -> Strips<'_> {
        let WideCover { spread, from, size, .. } = wide.list[number as usize];
        let reach = self.spreads.get(spread).reach();
        let words = &self.words[from..][..strips::padded_room(size)];
        Strips::padded(words, size, of.origin.map(|pixel| pixel - reach))
    }

    /// Drops the tables of how bits spread within margins, if there are many.
    pub(in crate::world) fn forget_spreads(&mut self) {
        self.spreads.forget_many();
    }
}

/// Cuts widened covers into stretches with about the same number of words.
struct Stretches<'a> {
    wide: &'a [WideCover],
    words: &'a mut [u32],
    least: usize,
}

/// The widened covers that one thread makes, and their words.
type Stretch<'a> = (&'a [WideCover], &'a mut [u32]);

impl<'a> Iterator for Stretches<'a> {
    type Item = Stretch<'a>;

    fn next(&mut self) -> Option<Stretch<'a>> {
        let (mut count, mut words) = (0, 0);
        while words < self.least
            && let Some(wide) = self.wide.get(count)
        {
            words += strips::padded_room(wide.size);
            count += 1;
        }
        if count == 0 {
            return None;
        }
        let wide = self.wide.split_off(..count)?;
        let (words, rest) = std::mem::take(&mut self.words).split_at_mut(words);
        self.words = rest;
        Some((wide, words))
    }
}

/// Widens a stretch of covers.
struct Widen<'a> {
    rows: &'a Rows,
    covers: &'a Covers,
    pixels: &'a Pixels,
    spreads: &'a Spreads,
    stretch: Stretch<'a>,
    scratch: &'a mut Vec<u32>,
}

impl Kernel for Widen<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Widen { rows, covers, pixels, spreads, stretch: (list, words), scratch } = self;
        let Some(&WideCover { from, .. }) = list.first() else { return };
        for wide in list {
            let of = pixels.view(rows, &covers.list[wide.of as usize]);
            let out = &mut words[wide.from - from..][..strips::padded_room(wide.size)];
            kernels::widen(lanes, &of, spreads.get(wide.spread), scratch, out);
        }
    }
}

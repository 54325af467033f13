//! The pixels of covers, as strips.

use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, Window};
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::Threads;
use crate::world::covers::{Cover, Covers, Piece, Source, room, sprite_of, strips_of_upright, turned, union};
use crate::world::rows::Rows;

/// The number of words that is worth a thread. It takes about 50 us to make them.
const ENOUGH: usize = 1 << 15;

/// The most words for which room is made beyond what a step needs.
const MOST_SPARE: usize = 1 << 18;

/// The pixels of the covers of a step.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct Pixels {
    words: Vec<u32>,
    /// A bit for each block of the covers that are made in blocks: whether it was made.
    made: Vec<u64>,
}

impl Pixels {
    /// Makes the requested pixels of all covers.
    pub(in crate::world) fn make(&mut self, threads: &Threads, rows: &Rows, covers: &mut Covers) {
        let [words, bits] = lay_out(covers);
        if self.words.len() < words {
            // How many covers a step needs varies: some room is left, so that the next steps need not allocate.
            self.words.resize(words.max(words.next_power_of_two().min(MOST_SPARE)), 0);
        }
        self.made.clear();
        self.made.resize(bits, 0);
        if words > 0 {
            let pieces = &covers.pieces[..];
            self.each_stretch(threads, covers, words, |stretch| {
                Simd::for_pairs().run(Make { rows, pieces, stretch, is_first: true });
            });
        }
    }

    /// Makes all pixels of some covers that are made in blocks. The other covers were made before.
    pub(super) fn make_whole(&mut self, threads: &Threads, rows: &Rows, covers: &Covers, pieces: &[Piece]) {
        let words = covers.list.last().map_or(0, |last| last.from + room(last));
        self.each_stretch(threads, covers, words, |stretch| {
            Simd::for_pairs().run(Make { rows, pieces, stretch, is_first: false });
        });
    }

    fn each_stretch(
        &mut self,
        threads: &Threads,
        covers: &Covers,
        words: usize,
        work: impl Fn(Stretch<'_>) + Sync,
    ) {
        let count = threads.parts(words, ENOUGH);
        let stretches = Stretches {
            first: 0,
            covers: &covers.list,
            words: &mut self.words[..words],
            made: &mut self.made,
            least: words.div_ceil(count),
        };
        threads.share(count, stretches, work);
    }

    /// Returns the strips of all covers, by number, relative to the first pixels of their bodies' boxes. (The list
    /// `old` is from an earlier step; its memory is used again.)
    pub(in crate::world) fn views<'a>(
        &'a self,
        rows: &'a Rows,
        covers: &Covers,
        old: Vec<Strips<'static>>,
    ) -> Vec<Strips<'a>> {
        let mut views = recycled(old);
        for cover in &covers.list {
            views.push(self.view(rows, cover));
        }
        views
    }

    #[inline(always)]
    pub(super) fn view<'a>(&'a self, rows: &'a Rows, cover: &Cover) -> Strips<'a> {
        let size = kernels::size_of(cover.pixels);
        let origin = [cover.pixels.x0 - cover.all.x0, cover.pixels.y0 - cover.all.y0];
        match cover.source {
            Source::Mask => match sprite_of(rows, cover) {
                Some(sprite) => strips_of_upright(sprite, [0, 0]),
                None => Strips::NONE,
            },
            Source::Whole => Strips::new(&self.words[cover.from..][..strips::room(size)], size, origin),
            Source::Blocks => {
                Strips::padded(&self.words[cover.from..][..strips::padded_room(size)], size, origin)
            }
        }
    }
}

/// Returns an empty list with the memory of another one.
pub(in crate::world) fn recycled<'a>(mut old: Vec<Strips<'_>>) -> Vec<Strips<'a>> {
    old.clear();
    // This collects in place, because the list is empty. Nothing is allocated.
    old.into_iter().map(|_| unreachable!("the list was cleared")).collect()
}

/// Gives each cover its range of words, and its blocks their range of bits. Returns the lengths of both in words.
fn lay_out(covers: &mut Covers) -> [usize; 2] {
    covers.list.iter_mut().for_each(Cover::choose_source);
    for piece in &covers.pieces {
        let cover = &mut covers.list[piece.cover as usize];
        if cover.is_large & (cover.source == Source::Blocks) {
            let inside = piece.near.intersection(cover.all);
            cover.pixels = if cover.pixels.is_empty() { inside } else { union(cover.pixels, inside) };
        }
    }
    let (mut words, mut bits) = (0, 0);
    for cover in &mut covers.list {
        (cover.from, cover.blocks) = (words, bits);
        words += room(cover);
        bits += room_of_bits(cover);
    }
    [words, bits]
}

/// Returns the number of words for the bits of a cover's blocks.
fn room_of_bits(cover: &Cover) -> usize {
    match cover.source {
        Source::Blocks => strips::count_blocks(kernels::size_of(cover.pixels)).div_ceil(64),
        Source::Mask | Source::Whole => 0,
    }
}

/// The covers that one thread makes, and their words.
struct Stretch<'a> {
    /// The number of the first cover.
    first: u32,
    covers: &'a [Cover],
    words: &'a mut [u32],
    made: &'a mut [u64],
}

/// Cuts the covers into stretches with about the same number of words.
struct Stretches<'a> {
    /// The number of the first cover that is left.
    first: u32,
    covers: &'a [Cover],
    words: &'a mut [u32],
    made: &'a mut [u64],
    /// The number of words of a stretch; it may have a few more.
    least: usize,
}

impl<'a> Iterator for Stretches<'a> {
    type Item = Stretch<'a>;

    fn next(&mut self) -> Option<Stretch<'a>> {
        let (mut count, mut words, mut bits) = (0, 0, 0);
        while words < self.least
            && let Some(cover) = self.covers.get(count)
        {
            words += room(cover);
            bits += room_of_bits(cover);
            count += 1;
        }
        if count == 0 {
            return None;
        }
        let first = self.first;
        self.first += count as u32;
        let covers = self.covers.split_off(..count)?;
        let words = std::mem::take(&mut self.words).split_at_mut(words);
        let made = std::mem::take(&mut self.made).split_at_mut(bits);
        (self.words, self.made) = (words.1, made.1);
        Some(Stretch { first, covers, words: words.0, made: made.0 })
    }
}

/// Makes a stretch of covers.
struct Make<'a> {
    rows: &'a Rows,
    /// Where covers that are made in blocks are needed.
    pieces: &'a [Piece],
    stretch: Stretch<'a>,
    /// Whether nothing of them was made before.
    is_first: bool,
}

impl Kernel for Make<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Make { rows, pieces, stretch: Stretch { first, covers, words, made }, is_first } = self;
        let (Some(&Cover { from, blocks, .. }), mut has_blocks) = (covers.first(), !is_first) else { return };
        if is_first {
            for cover in covers {
                has_blocks |= cover.source == Source::Blocks;
                begin(lanes, rows, cover, &mut words[cover.from - from..][..room(cover)]);
            }
        }
        if !has_blocks {
            return;
        }
        for &Piece { cover, near } in pieces {
            let Some(cover) = cover.checked_sub(first).and_then(|k| covers.get(k as usize)) else {
                continue;
            };
            if cover.source == Source::Blocks
                && let Some(sprite) = sprite_of(rows, cover)
            {
                let window = Window::of(turned(sprite), rows.points[cover.row as usize], cover.pixels);
                let words = &mut words[cover.from - from..][..room(cover)];
                strips::make_blocks(lanes, &window, near, words, &mut made[cover.blocks - blocks..]);
            }
        }
    }
}

/// Makes all pixels of a sprite, or prepares its words if it is made in blocks.
#[inline(always)]
fn begin<L: Lanes>(lanes: L, rows: &Rows, cover: &Cover, out: &mut [u32]) {
    match cover.source {
        Source::Mask => {}
        Source::Whole => {
            if let Some(sprite) = sprite_of(rows, cover) {
                kernels::cover(lanes, turned(sprite), rows.points[cover.row as usize], cover.pixels, out);
            }
        }
        Source::Blocks => strips::clear_pads(lanes, out, kernels::size_of(cover.pixels)[1]),
    }
}

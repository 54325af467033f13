//! The pixels of covers, as strips.

use crate::cpu::covers::{
    AskedCover, CoverPiece, Covers, Source, room, sprite_of, strips_of_upright, turned, union,
};
use crate::cpu::solids::Solids;
use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, Window};
use crate::simd::{Kernel, Lanes, Simd};

/// The most words for which room is made beyond what a step needs.
const MOST_SPARE: usize = 1 << 18;

/// The pixels of the covers of a step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pixels {
    words: Vec<u32>,
    /// A bit for each block of the covers that are made in blocks: whether it was made.
    made: Vec<u64>,
}

impl Pixels {
    /// Makes the requested pixels of all covers.
    pub(crate) fn make(&mut self, solids: &Solids<'_>, covers: &mut Covers) {
        let [words, bits] = lay_out(covers);
        if self.words.len() < words {
            // How many covers a step needs varies: some room is left, so that the next steps need not allocate.
            self.words.resize(words.max(words.next_power_of_two().min(MOST_SPARE)), 0);
        }
        self.made.clear();
        self.made.resize(bits, 0);
        if words > 0 {
            Simd::for_pairs().run(MakePixels {
                solids,
                covers,
                pixels: self,
                pieces: &covers.pieces,
                is_first: true,
            });
        }
    }

    /// Makes all pixels of some covers that are made in blocks. The other covers were made before.
    pub(super) fn make_whole(&mut self, solids: &Solids<'_>, covers: &Covers, pieces: &[CoverPiece]) {
        Simd::for_pairs().run(MakePixels { solids, covers, pixels: self, pieces, is_first: false });
    }

    /// Returns the strips of all covers, by number, relative to the first pixels of their bodies' boxes. (The list
    /// `old` is from an earlier step; its memory is used again.)
    pub(crate) fn views<'a>(
        &'a self,
        solids: &'a Solids<'a>,
        covers: &Covers,
        old: Vec<Strips<'static>>,
    ) -> Vec<Strips<'a>> {
        let mut views = recycled(old);
        for cover in &covers.list {
            views.push(self.view(solids, cover));
        }
        views
    }

    #[inline(always)]
    pub(super) fn view<'a>(&'a self, solids: &'a Solids<'a>, cover: &AskedCover) -> Strips<'a> {
        let size = kernels::size_of(cover.pixels);
        let origin = [cover.pixels.x0 - cover.all.x0, cover.pixels.y0 - cover.all.y0];
        match cover.source {
            Source::Mask => match sprite_of(solids, cover) {
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
pub(crate) fn recycled<'a>(mut old: Vec<Strips<'_>>) -> Vec<Strips<'a>> {
    old.clear();
    // This collects in place, because the list is empty. Nothing is allocated.
    old.into_iter().map(|_| unreachable!("the list was cleared")).collect()
}

/// Gives each cover its range of words, and its blocks their range of bits. Returns the lengths of both in words.
fn lay_out(covers: &mut Covers) -> [usize; 2] {
    covers.list.iter_mut().for_each(AskedCover::choose_source);
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
fn room_of_bits(cover: &AskedCover) -> usize {
    match cover.source {
        Source::Blocks => strips::count_blocks(kernels::size_of(cover.pixels)).div_ceil(64),
        Source::Mask | Source::Whole => 0,
    }
}

/// Makes pixels of covers.
struct MakePixels<'a> {
    solids: &'a Solids<'a>,
    covers: &'a Covers,
    pixels: &'a mut Pixels,
    /// Where covers that are made in blocks are needed.
    pieces: &'a [CoverPiece],
    /// Whether nothing of them was made before.
    is_first: bool,
}

impl Kernel for MakePixels<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let MakePixels {
            solids,
            covers: Covers { list, .. },
            pixels: Pixels { words, made },
            pieces,
            is_first,
        } = self;
        if is_first {
            for cover in list {
                begin(lanes, solids, cover, &mut words[cover.from..][..room(cover)]);
            }
        }
        for &CoverPiece { cover, near } in pieces {
            let cover = &list[cover as usize];
            if cover.source == Source::Blocks
                && let Some(sprite) = sprite_of(solids, cover)
            {
                let window = Window::of(turned(sprite), solids.point(cover.solid), cover.pixels);
                let words = &mut words[cover.from..][..room(cover)];
                strips::make_blocks(lanes, &window, near, words, &mut made[cover.blocks..]);
            }
        }
    }
}

/// Makes all pixels of a sprite, or prepares its words if it is made in blocks.
#[inline(always)]
fn begin<L: Lanes>(lanes: L, solids: &Solids<'_>, cover: &AskedCover, out: &mut [u32]) {
    match cover.source {
        Source::Mask => {}
        Source::Whole => {
            if let Some(sprite) = sprite_of(solids, cover) {
                kernels::cover(lanes, turned(sprite), solids.point(cover.solid), cover.pixels, out);
            }
        }
        Source::Blocks => strips::clear_pads(lanes, out, kernels::size_of(cover.pixels)[1]),
    }
}

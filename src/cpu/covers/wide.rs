//! Covers widened by margins, which decide the grazes of sprites.

use crate::cpu::covers::{CoverPiece, Covers, Pixels, Source};
use crate::cpu::solids::Solids;
use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, Spreads};
use crate::simd::{Kernel, Lanes, Simd};

/// The requested widened covers.
#[derive(Debug, Clone, Default)]
pub(crate) struct WideCovers {
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
    pub(crate) fn clear(&mut self, covers: usize) {
        for wide in self.list.drain(..) {
            self.first[wide.of as usize] = 0;
        }
        if self.first.len() < covers {
            self.first.resize(covers, 0);
        }
    }

    /// Requests a cover widened by a margin, and returns its number here.
    #[inline(always)]
    pub(crate) fn ask(&mut self, of: u32, margin: i32) -> u32 {
        self.find(of, margin).unwrap_or_else(|| self.add(of, margin))
    }

    /// Returns the number of a requested one.
    #[inline(always)]
    pub(crate) fn find(&self, of: u32, margin: i32) -> Option<u32> {
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

    /// Returns the number of the cover that a widened one is made from.
    #[inline(always)]
    pub(crate) fn cover(&self, number: u32) -> u32 {
        self.list[number as usize].of
    }
}

/// The pixels of widened covers.
#[derive(Debug, Clone, Default)]
pub(crate) struct WidePixels {
    words: Vec<u32>,
    spreads: Spreads,
    scratch: Vec<u32>,
    /// The covers that need all their pixels.
    whole: Vec<CoverPiece>,
}

impl WidePixels {
    /// Makes all requested widened covers.
    pub(crate) fn make(
        &mut self,
        solids: &Solids<'_>,
        covers: &Covers,
        pixels: &mut Pixels,
        wide: &mut WideCovers,
    ) {
        self.make_whole(solids, covers, pixels, wide);
        let end = self.lay_out(covers, wide);
        if self.words.len() < end {
            self.words.resize(end, 0);
        }
        Simd::for_pairs().run(Widen { solids, covers, pixels, wide, to: self });
    }

    /// Makes all pixels of the sprites that are widened, where only some blocks were made.
    fn make_whole(&mut self, solids: &Solids<'_>, covers: &Covers, pixels: &mut Pixels, wide: &WideCovers) {
        self.whole.clear();
        for wide in &wide.list {
            let cover = &covers.list[wide.of as usize];
            if cover.source == Source::Blocks {
                self.whole.push(CoverPiece { cover: wide.of, near: cover.pixels });
            }
        }
        if !self.whole.is_empty() {
            pixels.make_whole(solids, covers, &self.whole);
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
    pub(crate) fn strips(&self, wide: &WideCovers, number: u32, of: &Strips<'_>) -> Strips<'_> {
        let WideCover { spread, from, size, .. } = wide.list[number as usize];
        let reach = self.spreads.get(spread).reach();
        let words = &self.words[from..][..strips::padded_room(size)];
        Strips::padded(words, size, of.origin.map(|pixel| pixel - reach))
    }

    /// Drops the tables of how bits spread within margins, if there are many.
    pub(crate) fn forget_spreads(&mut self) {
        self.spreads.forget_many();
    }
}

/// Widens covers.
struct Widen<'a> {
    solids: &'a Solids<'a>,
    covers: &'a Covers,
    pixels: &'a Pixels,
    wide: &'a WideCovers,
    to: &'a mut WidePixels,
}

impl Kernel for Widen<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Widen { solids, covers, pixels, wide, to: WidePixels { words, spreads, scratch, .. } } = self;
        for wide in &wide.list {
            let of = pixels.view(solids, &covers.list[wide.of as usize]);
            let out = &mut words[wide.from..][..strips::padded_room(wide.size)];
            kernels::widen(lanes, &of, spreads.get(wide.spread), scratch, out);
        }
    }
}

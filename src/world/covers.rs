//! The pixels of the sprites that pairs ask for, as strips: made once a step, only as far as they are asked, and shared by
//! all pairs.

use crate::form::Form;
use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, Spread, TurnedMask, Window};
use crate::lattice::{Bounds, PixelBox, UNITS};
use crate::mask::Sprite;
use crate::simd::Lanes;
use crate::world::forms::box_at;
use crate::world::kind::Kind;
use crate::world::rows::Rows;

/// The cover of what is no sprite.
pub(super) const NO_COVER: u32 = u32::MAX;

/// Sprites that are wider or higher are rasterised only where they are asked about, block by block.
const LARGE: i32 = 256 * UNITS;

/// Bytes that the covers of large sprites may take before the rest of the candidates has to wait.
const ENOUGH: u64 = 1 << 28;

/// The covers of sprites. Bodies share the cover of a mask that is upright; others have covers of their own.
#[derive(Debug, Clone, Default)]
pub(super) struct Covers {
    /// By slot, the number of its first cover, plus 1; 0 for none. Rows have a slot each, and after them forms.
    first: Vec<u32>,
    list: Vec<Cover>,
    words: Vec<u32>,
    /// Where large sprites are asked about, by their covers.
    asked: Vec<(u32, PixelBox)>,
    /// Which blocks of large sprites were made, a bit each.
    made: Vec<u64>,
    /// Bytes that the words of covers may take.
    heavy: u64,
    /// Covers widened by margins.
    wide: Vec<Wide>,
    wide_words: Vec<u32>,
    spreads: Vec<(i32, Spread)>,
    scratch: Vec<u32>,
}

/// Where the pixels of a cover come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The mask itself, or a mirrored one: no word is written.
    Mask,
    /// All pixels are rasterised.
    Whole,
    /// Those are that are asked for.
    Blocks,
}

#[derive(Debug, Clone, Copy)]
struct Cover {
    /// Whose it is: a body, or one of those that share it.
    row: u32,
    region: u8,
    /// What it is found by.
    slot: usize,
    /// The next cover of the slot, plus 1; 0 for none.
    next: u32,
    source: Source,
    is_large: bool,
    /// What it has of the box of its body.
    pixels: PixelBox,
    /// Where its words begin.
    from: usize,
    /// Where the bits of its blocks begin.
    blocks: usize,
    /// How many pairs ask whether they graze.
    grazes: u32,
    /// The number of its first widened cover, plus 1; 0 for none.
    wide: u32,
}

#[derive(Debug, Clone, Copy)]
struct Wide {
    margin: i32,
    next: u32,
    of: u32,
    spread: usize,
    from: usize,
    size: [i32; 2],
}

/// A sprite that is asked about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    pub(super) row: u32,
    pub(super) region: u8,
    pub(super) kind: Kind,
    pub(super) bounds: Bounds,
    /// Whether the body has no regions.
    pub(super) is_bare: bool,
}

impl Covers {
    pub(super) fn clear(&mut self) {
        for cover in self.list.drain(..) {
            self.first[cover.slot] = 0;
        }
        self.asked.clear();
        self.wide.clear();
        self.heavy = 0;
    }

    /// Whether no more covers should be asked for before these are used.
    #[inline(always)]
    pub(super) fn are_enough(&self) -> bool {
        self.heavy > ENOUGH
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the first of two has more pixels than the other.
    #[inline(always)]
    pub(super) fn is_larger(&self, covers: [u32; 2]) -> bool {
        let [a, b] = covers.map(|number| kernels::size_of(self.list[number as usize].pixels));
        a[0].max(a[1]) > b[0].max(b[1])
    }

    /// Asks for the pixels of a sprite within a margin of a box, below 0 for one that nobody grazes: the number of the cover.
    #[inline(always)]
    pub(super) fn ask(&mut self, rows: &Rows, of: Asked, near: Bounds, margin: i32) -> u32 {
        let is_shared = matches!(of.kind, Kind::AsDrawn | Kind::Mirrored);
        let slot = if is_shared { slot_of_form(rows, of.row) } else { of.row as usize };
        let first = self.first.get(slot).copied().unwrap_or(0);
        let known = if of.is_bare { first.checked_sub(1) } else { self.find_from(first, of.region) };
        let number = match known {
            Some(number) => number,
            None => self.add(rows, of, slot, is_shared),
        };
        if margin >= 0 {
            self.list[number as usize].grazes += 1;
        }
        if !is_shared && is_large(of.bounds) {
            // A shape may touch a square that it only shares an edge with.
            let near = PixelBox::around(near.grown(margin.max(0) + 1)).intersection(pixels_of(of.bounds));
            if !near.is_empty() {
                self.asked.push((number, near));
            }
        }
        number
    }

    /// The cover of a sprite that was asked about.
    pub(super) fn find(&self, rows: &Rows, row: u32, region: u8) -> Option<u32> {
        let find_at = |slot: usize| self.find_from(self.first.get(slot).copied().unwrap_or(0), region);
        find_at(row as usize).or_else(|| find_at(slot_of_form(rows, row)))
    }

    /// The cover of a region, among those of a slot.
    #[inline(always)]
    fn find_from(&self, first: u32, region: u8) -> Option<u32> {
        let mut next = first;
        while next != 0 {
            let cover = &self.list[next as usize - 1];
            if cover.region == region {
                return Some(next - 1);
            }
            next = cover.next;
        }
        None
    }

    #[inline(always)]
    fn add(&mut self, rows: &Rows, of: Asked, slot: usize, is_shared: bool) -> u32 {
        let Asked { row, region, bounds, .. } = of;
        let (is_large, all) = (is_large(bounds), pixels_of(bounds));
        let (source, pixels) = match (is_shared, is_large) {
            (true, _) => (Source::Mask, all),
            (_, true) => (Source::Blocks, PixelBox::default()),
            _ => (Source::Whole, all),
        };
        if source != Source::Mask {
            let [width, height] = kernels::size_of(all).map(i64::from);
            self.heavy += (width * height / 8) as u64;
        }
        if self.first.len() <= slot {
            self.first.resize(rows.len().max(slot + 1), 0);
        }
        let number = self.list.len() as u32;
        let next = std::mem::replace(&mut self.first[slot], number + 1);
        let (from, blocks, grazes, wide) = (0, 0, 0, 0);
        self.list.push(Cover {
            row,
            region,
            slot,
            next,
            source,
            is_large,
            pixels,
            from,
            blocks,
            grazes,
            wide,
        });
        number
    }

    /// Makes all covers that were asked for.
    #[inline(always)]
    pub(super) fn make<L: Lanes>(&mut self, lanes: L, rows: &Rows) {
        for &(number, near) in &self.asked {
            let pixels = &mut self.list[number as usize].pixels;
            *pixels = if pixels.is_empty() { near } else { union(*pixels, near) };
        }
        let (mut end, mut blocks) = (0, 0);
        for cover in &mut self.list {
            if cover.source != Source::Mask {
                cover.from = end;
                end += room(cover);
            }
            if cover.source == Source::Blocks {
                cover.blocks = blocks;
                blocks += strips::count_blocks(kernels::size_of(cover.pixels)).div_ceil(64);
            }
        }
        if self.words.len() < end {
            self.words.resize(end, 0);
        }
        for cover in &self.list {
            if cover.source == Source::Whole
                && let Some(sprite) = sprite_of(rows, cover)
            {
                let out = &mut self.words[cover.from..][..strips::room(kernels::size_of(cover.pixels))];
                kernels::cover(lanes, turned(sprite), rows.points[cover.row as usize], cover.pixels, out);
            }
        }
        for cover in self.list.iter().filter(|cover| cover.source == Source::Blocks) {
            let out = &mut self.words[cover.from..][..room(cover)];
            strips::clear_pads(lanes, out, kernels::size_of(cover.pixels)[1]);
        }
        if blocks > 0 {
            self.made.clear();
            self.made.resize(blocks, 0);
            self.make_blocks(lanes, rows);
        }
    }

    /// The blocks of large sprites that are asked for, each once.
    #[inline(always)]
    fn make_blocks<L: Lanes>(&mut self, lanes: L, rows: &Rows) {
        let mut k = 0;
        while k < self.asked.len() {
            let (number, near) = self.asked[k];
            self.make_blocks_of(lanes, rows, number, near);
            k += 1;
        }
    }

    #[inline(always)]
    fn make_blocks_of<L: Lanes>(&mut self, lanes: L, rows: &Rows, number: u32, near: PixelBox) {
        let cover = self.list[number as usize];
        if let Some(sprite) = sprite_of(rows, &cover) {
            let window = Window::of(turned(sprite), rows.points[cover.row as usize], cover.pixels);
            let words = &mut self.words[cover.from..][..room(&cover)];
            strips::make_blocks(lanes, &window, near, words, &mut self.made[cover.blocks..]);
        }
    }

    /// The strips of all covers, by number, as seen from where the boxes of their bodies begin. (The list is one of an
    /// earlier step, whose room is used again.)
    pub(super) fn views<'a>(&'a self, rows: &'a Rows, old: Vec<Strips<'static>>) -> Vec<Strips<'a>> {
        let mut views = recycled(old);
        for cover in &self.list {
            views.push(self.view(rows, cover));
        }
        views
    }

    #[inline(always)]
    fn view<'a>(&'a self, rows: &'a Rows, cover: &Cover) -> Strips<'a> {
        let size = kernels::size_of(cover.pixels);
        match cover.source {
            Source::Mask => match sprite_of(rows, cover) {
                Some(sprite) => {
                    let mask = sprite.mask();
                    let size = [mask.width() as i32, mask.height() as i32];
                    Strips::new(mask.strips(sprite.flip()), size, [0, 0])
                }
                None => Strips::NONE,
            },
            Source::Whole => Strips::new(&self.words[cover.from..][..strips::room(size)], size, [0, 0]),
            Source::Blocks => {
                let [x, y] = corner_of(rows, cover);
                let origin = [cover.pixels.x0 - x, cover.pixels.y0 - y];
                Strips::padded(&self.words[cover.from..][..strips::padded_room(size)], size, origin)
            }
        }
    }

    /// Whether the second of two sprites is the one that is widened, to see whether they come within a margin. It is the
    /// one that more pairs ask about, but nothing large.
    #[inline(always)]
    pub(super) fn is_second_widened(&self, covers: [u32; 2]) -> bool {
        let [a, b] = covers.map(|number| {
            let cover = &self.list[number as usize];
            (!cover.is_large, cover.grazes)
        });
        a < b
    }

    /// Asks for a cover widened by a margin: its number among those that are.
    #[inline(always)]
    pub(super) fn ask_wide(&mut self, number: u32, margin: i32) -> u32 {
        self.find_wide(number, margin).unwrap_or_else(|| self.add_wide(number, margin))
    }

    /// A widened cover that was asked for.
    #[inline(always)]
    pub(super) fn find_wide(&self, number: u32, margin: i32) -> Option<u32> {
        let mut next = self.list[number as usize].wide;
        while next != 0 {
            let wide = &self.wide[next as usize - 1];
            if wide.margin == margin {
                return Some(next - 1);
            }
            next = wide.next;
        }
        None
    }

    fn add_wide(&mut self, number: u32, margin: i32) -> u32 {
        let spread = match self.spreads.iter().position(|&(of, _)| of == margin) {
            Some(k) => k,
            None => {
                self.spreads.push((margin, Spread::new(margin)));
                self.spreads.len() - 1
            }
        };
        let cover = &mut self.list[number as usize];
        let size = self.spreads[spread].1.size(kernels::size_of(cover.pixels));
        let from = self.wide.last().map_or(0, |last| last.from + strips::padded_room(last.size));
        let wide = self.wide.len() as u32;
        let next = std::mem::replace(&mut cover.wide, wide + 1);
        self.wide.push(Wide { margin, next, of: number, spread, from, size });
        wide
    }

    /// Makes all widened covers that were asked for.
    #[inline(always)]
    pub(super) fn make_wide<L: Lanes>(&mut self, lanes: L, rows: &Rows) {
        let mut k = 0;
        while k < self.wide.len() {
            let of = self.wide[k].of;
            let cover = self.list[of as usize];
            if cover.source == Source::Blocks {
                self.make_blocks_of(lanes, rows, of, cover.pixels);
            }
            k += 1;
        }
        let end = self.wide.last().map_or(0, |last| last.from + strips::padded_room(last.size));
        let (mut words, mut scratch) =
            (std::mem::take(&mut self.wide_words), std::mem::take(&mut self.scratch));
        if words.len() < end {
            words.resize(end, 0);
        }
        for wide in &self.wide {
            let of = self.view(rows, &self.list[wide.of as usize]);
            let out = &mut words[wide.from..][..strips::padded_room(wide.size)];
            kernels::widen(lanes, &of, &self.spreads[wide.spread].1, &mut scratch, out);
        }
        (self.wide_words, self.scratch) = (words, scratch);
    }

    /// A widened cover around the strips that it was made of.
    #[inline(always)]
    pub(super) fn wide(&self, of: &Strips<'_>, wide: u32) -> Strips<'_> {
        let Wide { spread, from, size, .. } = self.wide[wide as usize];
        let reach = self.spreads[spread].1.reach();
        let words = &self.wide_words[from..][..strips::padded_room(size)];
        Strips::padded(words, size, of.origin.map(|pixel| pixel - reach))
    }

    /// Forgets how bits spread within margins, if these were many.
    pub(super) fn forget_spreads(&mut self) {
        if self.spreads.len() > 16 {
            self.spreads.clear();
        }
    }
}

/// An empty list with the room of another one.
pub(super) fn recycled<'a>(mut old: Vec<Strips<'_>>) -> Vec<Strips<'a>> {
    old.clear();
    // Collected in place, as nothing is there: no room is asked for.
    old.into_iter().map(|_| unreachable!("the list was cleared")).collect()
}

/// The words that a cover's strips take.
#[inline(always)]
fn room(cover: &Cover) -> usize {
    let size = kernels::size_of(cover.pixels);
    if cover.source == Source::Blocks { strips::padded_room(size) } else { strips::room(size) }
}

/// The slot of a body's form, for a cover that bodies of this form share.
#[inline(always)]
fn slot_of_form(rows: &Rows, row: u32) -> usize {
    rows.len() + rows.form_number(row) as usize
}

#[inline(always)]
fn sprite_of<'a>(rows: &'a Rows, cover: &Cover) -> Option<&'a Sprite> {
    match &rows.forms(cover.row as usize)[usize::from(cover.region)] {
        Form::Sprite(sprite) => Some(sprite),
        _ => None,
    }
}

/// The first pixel of the box of a cover's body or region.
fn corner_of(rows: &Rows, cover: &Cover) -> [i32; 2] {
    let bounds = match rows.forms(cover.row as usize) {
        [_] => rows.bounds[cover.row as usize],
        forms => box_at(&forms[usize::from(cover.region)], rows.points[cover.row as usize]),
    };
    [bounds.min.x >> 8, bounds.min.y >> 8]
}

#[inline(always)]
fn is_large(Bounds { min, max }: Bounds) -> bool {
    (max.x - min.x > LARGE) | (max.y - min.y > LARGE)
}

/// The pixels that a sprite may cover, whose box lies along pixels.
#[inline(always)]
fn pixels_of(Bounds { min, max }: Bounds) -> PixelBox {
    PixelBox { x0: min.x >> 8, y0: min.y >> 8, x1: max.x >> 8, y1: max.y >> 8 }
}

#[inline(always)]
fn turned(sprite: &Sprite) -> TurnedMask<'_> {
    TurnedMask { mask: sprite.mask(), turn: sprite.turn_ref(), flip: sprite.flip() }
}

fn union(a: PixelBox, b: PixelBox) -> PixelBox {
    PixelBox { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

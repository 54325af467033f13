//! The pixels of the sprites that pairs ask for, as strips: made once a step, only as far as they are asked, and shared by
//! all pairs.

use std::collections::HashMap;

use crate::form::Form;
use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, Spread, TurnedMask, Window};
use crate::lattice::{Bounds, PixelBox, UNITS};
use crate::mask::Sprite;
use crate::simd::Lanes;
use crate::world::kind::Kind;
use crate::world::rows::Rows;

/// The cover of what is no sprite.
pub(super) const NO_COVER: u32 = u32::MAX;

/// Sprites that are wider or higher are rasterised only where they are asked about, block by block.
const LARGE: i32 = 256 * UNITS;

/// Bytes that the covers of large sprites may take before the rest of the candidates has to wait.
const ENOUGH: u64 = 1 << 28;

/// Covers, by the body and region that they are of.
#[derive(Debug, Clone, Default)]
pub(super) struct Covers {
    /// Of each row the first of its covers, and one more; 0 for none. It is empty until a sprite is asked about.
    first: Vec<u32>,
    list: Vec<Cover>,
    words: Vec<u32>,
    /// Where large sprites are asked about, by their covers.
    asked: Vec<(u32, PixelBox)>,
    /// Which blocks of large sprites were made, a bit each.
    made: Vec<u64>,
    /// Bytes that the large sprites may take.
    heavy: u64,
    /// Covers widened by margins.
    wide: Vec<Wide>,
    /// Those of masks as they are drawn, which bodies of one form share, by form, region and margin.
    shared: HashMap<(u32, u8, i32), u32>,
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
    row: u32,
    /// The row's next cover, and one more.
    next: u32,
    region: u8,
    source: Source,
    pixels: PixelBox,
    /// Where its words begin.
    from: usize,
    /// Where the bits of its blocks begin.
    blocks: usize,
    /// How many pairs ask whether they graze.
    grazes: u32,
    /// The first of its widened covers, and one more.
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
}

impl Covers {
    pub(super) fn clear(&mut self) {
        for cover in self.list.drain(..) {
            if let Some(first) = self.first.get_mut(cover.row as usize) {
                *first = 0;
            }
        }
        self.asked.clear();
        self.wide.clear();
        self.shared.clear();
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

    /// Somebody will ask about a sprite near a box: the cover's number.
    #[inline(always)]
    pub(super) fn ask(&mut self, rows: &Rows, of: Asked, near: Bounds, grazes: bool) -> u32 {
        let first = self.first.get(of.row as usize).copied().unwrap_or(0);
        let number = if first != 0 && self.list[first as usize - 1].region == of.region {
            first - 1
        } else {
            self.find(of.row, of.region).unwrap_or_else(|| self.add(rows, of))
        };
        if grazes {
            self.list[number as usize].grazes += 1;
        }
        if is_large(of.bounds) {
            // A shape may touch a square that it only shares an edge with.
            let near = PixelBox::around(near.grown(1)).intersection(pixels_of(of.bounds));
            if !near.is_empty() {
                self.asked.push((number, near));
            }
        }
        number
    }

    /// The cover of a sprite that was asked about.
    #[inline(always)]
    pub(super) fn find(&self, row: u32, region: u8) -> Option<u32> {
        let mut next = self.first.get(row as usize).copied().unwrap_or(0);
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
    fn add(&mut self, rows: &Rows, Asked { row, region, kind, bounds }: Asked) -> u32 {
        if self.first.len() <= row as usize {
            self.first.resize(rows.len(), 0);
        }
        let (source, pixels) = match (is_large(bounds), kind) {
            (true, _) => (Source::Blocks, PixelBox::default()),
            (_, Kind::AsDrawn | Kind::Mirrored) => (Source::Mask, pixels_of(bounds)),
            _ => (Source::Whole, pixels_of(bounds)),
        };
        if source == Source::Blocks {
            let [width, height] = kernels::size_of(pixels_of(bounds)).map(i64::from);
            self.heavy += (width * height / 8) as u64;
        }
        let number = self.list.len() as u32;
        let next = std::mem::replace(&mut self.first[row as usize], number + 1);
        let cover = Cover { row, next, region, source, pixels, from: 0, blocks: 0, grazes: 0, wide: 0 };
        self.list.push(cover);
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
                && let Form::Sprite(sprite) = &rows.forms(cover.row as usize)[usize::from(cover.region)]
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
        if let Form::Sprite(sprite) = &rows.forms(cover.row as usize)[usize::from(cover.region)] {
            let window = Window::of(turned(sprite), rows.points[cover.row as usize], cover.pixels);
            let words = &mut self.words[cover.from..][..room(&cover)];
            strips::make_blocks(lanes, &window, near, words, &mut self.made[cover.blocks..]);
        }
    }

    /// The strips of all covers, by number. (Their list is one of an earlier step, whose room is used again.)
    #[inline(always)]
    pub(super) fn views<'a>(&'a self, rows: &'a Rows, old: Vec<Strips<'static>>) -> Vec<Strips<'a>> {
        let mut views = recycled(old);
        for cover in &self.list {
            views.push(self.view(rows, cover));
        }
        views
    }

    #[inline(always)]
    fn view<'a>(&'a self, rows: &'a Rows, cover: &Cover) -> Strips<'a> {
        let PixelBox { x0, y0, .. } = cover.pixels;
        let size = kernels::size_of(cover.pixels);
        match cover.source {
            Source::Mask => match &rows.forms(cover.row as usize)[usize::from(cover.region)] {
                Form::Sprite(sprite) => {
                    let mask = sprite.mask();
                    let size = [mask.width() as i32, mask.height() as i32];
                    Strips::new(mask.strips(sprite.flip()), size, [x0, y0])
                }
                _ => Strips::new(&self.words[..0], [0, 0], [x0, y0]),
            },
            Source::Whole => Strips::new(&self.words[cover.from..][..strips::room(size)], size, [x0, y0]),
            Source::Blocks => {
                Strips::padded(&self.words[cover.from..][..strips::padded_room(size)], size, [x0, y0])
            }
        }
    }

    /// Of two sprites that come within a margin or not, the one that is widened for that and the other one: what more
    /// pairs ask about is, but nothing large.
    #[inline(always)]
    pub(super) fn to_widen(&self, [p, q]: [u32; 2]) -> [u32; 2] {
        let [a, b] = [p, q].map(|number| &self.list[number as usize]);
        let weight = |cover: &Cover| (cover.source != Source::Blocks, cover.grazes);
        if weight(a) >= weight(b) { [p, q] } else { [q, p] }
    }

    /// A cover will be asked for, widened by a margin: its number among those that are.
    #[inline(always)]
    pub(super) fn ask_wide(&mut self, rows: &Rows, number: u32, margin: i32) -> u32 {
        self.find_wide(rows, number, margin).unwrap_or_else(|| self.add_wide(rows, number, margin))
    }

    /// A widened cover that was asked for.
    #[inline(always)]
    pub(super) fn find_wide(&self, rows: &Rows, number: u32, margin: i32) -> Option<u32> {
        let cover = &self.list[number as usize];
        let mut next = cover.wide;
        while next != 0 {
            let wide = &self.wide[next as usize - 1];
            if wide.margin == margin {
                return Some(next - 1);
            }
            // What bodies share has no next one.
            next = wide.next;
        }
        if cover.source != Source::Mask || cover.wide == 0 {
            return None;
        }
        self.shared.get(&(rows.form_number(cover.row), cover.region, margin)).copied()
    }

    fn add_wide(&mut self, rows: &Rows, number: u32, margin: i32) -> u32 {
        let cover = self.list[number as usize];
        let is_mask = cover.source == Source::Mask;
        // A mask that was not asked about with another margin may have been asked about for another body.
        let key = (rows.form_number(cover.row), cover.region, margin);
        if is_mask && let Some(&shared) = self.shared.get(&key) {
            self.list[number as usize].wide = shared + 1;
            return shared;
        }
        let spread = match self.spreads.iter().position(|&(of, _)| of == margin) {
            Some(k) => k,
            None => {
                self.spreads.push((margin, Spread::new(margin)));
                self.spreads.len() - 1
            }
        };
        let size = self.spreads[spread].1.size(kernels::size_of(cover.pixels));
        let from = self.wide.last().map_or(0, |last| last.from + strips::padded_room(last.size));
        let next = if is_mask { 0 } else { cover.wide };
        self.wide.push(Wide { margin, next, of: number, spread, from, size });
        let wide = self.wide.len() as u32 - 1;
        if is_mask {
            self.shared.insert(key, wide);
        }
        self.list[number as usize].wide = wide + 1;
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

    /// A widened cover of one of the covers that share it.
    #[inline(always)]
    pub(super) fn wide(&self, number: u32, wide: u32) -> Strips<'_> {
        let Wide { spread, from, size, .. } = self.wide[wide as usize];
        let reach = self.spreads[spread].1.reach();
        let PixelBox { x0, y0, .. } = self.list[number as usize].pixels;
        let words = &self.wide_words[from..][..strips::padded_room(size)];
        Strips::padded(words, size, [x0 - reach, y0 - reach])
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

//! The covered pixels of sprites that pairs ask for, as rows of bits: made once a step, only as far as they are asked, and
//! shared by all pairs.

use std::collections::HashMap;

use crate::form::Form;
use crate::kernels::{self, BitRows, PlacedRows, Spread, TurnedMask};
use crate::lattice::{Bounds, PixelBox};
use crate::mask::Sprite;
use crate::simd::Lanes;
use crate::world::rows::Rows;

/// Covers, by the body and region that they are of.
#[derive(Debug, Clone, Default)]
pub(super) struct Covers {
    /// Of each row the first of its covers, and one more; 0 for none.
    first: Vec<u32>,
    list: Vec<Cover>,
    words: Vec<u64>,
    /// Covers widened by margins.
    wide: Vec<Wide>,
    /// Those of masks as they are drawn, which bodies of one form share, by form, region and margin.
    shared: HashMap<(u32, u8, i32), u32>,
    wide_words: Vec<u64>,
    spreads: Vec<(i32, Spread)>,
    scratch: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Cover {
    row: u32,
    region: u8,
    /// Whether it is the mask itself, in which no word need be written.
    is_mask: bool,
    /// The row's next cover, and one more.
    next: u32,
    /// Which pixels are asked of it; of a mask all.
    pixels: PixelBox,
    /// Where its words begin.
    from: usize,
    /// How many pairs ask whether they graze.
    grazes: u32,
    /// The first of its widened covers, and one more.
    wide: u32,
}

#[derive(Debug, Clone, Copy)]
struct Wide {
    margin: i32,
    next: u32,
    from: usize,
    rows: usize,
    size: [u32; 2],
    reach: i32,
}

/// A sprite that is asked about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    pub(super) row: u32,
    pub(super) region: u8,
    /// Whether it shows just its mask.
    pub(super) is_mask: bool,
    pub(super) bounds: Bounds,
}

impl Covers {
    pub(super) fn clear(&mut self, rows: &Rows) {
        for cover in self.list.drain(..) {
            if let Some(first) = self.first.get_mut(cover.row as usize) {
                *first = 0;
            }
        }
        self.words.clear();
        self.wide.clear();
        self.shared.clear();
        self.wide_words.clear();
        self.first.resize(rows.len(), 0);
    }

    /// Somebody will ask about a sprite near a box: the cover's number.
    #[inline(always)]
    pub(super) fn ask(&mut self, of: Asked, near: Bounds, grazes: bool) -> u32 {
        let number = match self.find(of.row, of.region) {
            Some(number) => number,
            None => self.add(of),
        };
        let cover = &mut self.list[number as usize];
        cover.grazes += u32::from(grazes);
        if !cover.is_mask {
            // A shape may touch a square that it only shares an edge with.
            let asked = PixelBox::around(near.grown(1)).intersection(pixels_of(of.bounds));
            if !asked.is_empty() {
                cover.pixels = if cover.pixels.is_empty() { asked } else { union(cover.pixels, asked) };
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

    fn add(&mut self, Asked { row, region, is_mask, bounds }: Asked) -> u32 {
        let pixels = if is_mask { pixels_of(bounds) } else { PixelBox::default() };
        let next = std::mem::replace(&mut self.first[row as usize], self.list.len() as u32 + 1);
        self.list.push(Cover { row, region, is_mask, next, pixels, from: 0, grazes: 0, wide: 0 });
        self.list.len() as u32 - 1
    }

    /// Makes all covers that were asked for.
    #[inline(always)]
    pub(super) fn make<L: Lanes>(&mut self, lanes: L, rows: &Rows) {
        let mut end = 0;
        for cover in self.list.iter_mut().filter(|cover| !cover.is_mask) {
            cover.from = end;
            end += kernels::room(cover.pixels);
        }
        if self.words.len() < end {
            self.words.resize(end, 0);
        }
        for cover in self.list.iter().filter(|cover| !cover.is_mask) {
            if let Form::Sprite(sprite) = &rows.forms(cover.row as usize)[usize::from(cover.region)] {
                let out = &mut self.words[cover.from..][..kernels::room(cover.pixels)];
                kernels::cover(lanes, turned(sprite), rows.points[cover.row as usize], cover.pixels, out);
            }
        }
    }

    /// A cover that was made.
    #[inline(always)]
    pub(super) fn get<'a>(&'a self, rows: &'a Rows, number: u32) -> PlacedRows<'a> {
        let cover = &self.list[number as usize];
        let PixelBox { x0, y0, x1, y1 } = cover.pixels;
        if cover.is_mask
            && let Form::Sprite(sprite) = &rows.forms(cover.row as usize)[usize::from(cover.region)]
        {
            return PlacedRows { rows: BitRows::from(&**sprite.mask()), origin: [x0, y0] };
        }
        let room = kernels::room(cover.pixels);
        let (size, words) =
            ([x1 - x0, y1 - y0].map(|side| side.max(0) as u32), &self.words[cover.from..][..room]);
        let rows = if size[0] == 0 { 0 } else { room / size[0].div_ceil(64) as usize };
        PlacedRows { rows: BitRows::in_columns(words, rows, size), origin: [x0, y0] }
    }

    /// How many pairs ask whether a cover grazes.
    pub(super) fn grazes(&self, number: u32) -> u32 {
        self.list[number as usize].grazes
    }

    /// Widens a cover by a margin, if that was not done yet: its number among those that were.
    #[inline(always)]
    pub(super) fn widen<L: Lanes>(&mut self, lanes: L, rows: &Rows, number: u32, margin: i32) -> u32 {
        let cover = self.list[number as usize];
        let mut next = cover.wide;
        while next != 0 {
            let wide = &self.wide[next as usize - 1];
            if wide.margin == margin {
                return next - 1;
            }
            // What bodies share has no next one.
            next = wide.next;
        }
        let key = (rows.form_number(cover.row), cover.region, margin);
        let wide = match self.shared.get(&key) {
            Some(&shared) if cover.is_mask => shared,
            _ => self.add_wide(lanes, rows, number, margin),
        };
        if cover.is_mask {
            self.shared.insert(key, wide);
        }
        self.list[number as usize].wide = wide + 1;
        wide
    }

    #[inline(always)]
    fn add_wide<L: Lanes>(&mut self, lanes: L, rows: &Rows, number: u32, margin: i32) -> u32 {
        let spread = match self.spreads.iter().position(|&(of, _)| of == margin) {
            Some(k) => k,
            None => {
                // Of many margins few are remembered.
                self.spreads.truncate(15);
                self.spreads.push((margin, Spread::new(margin)));
                self.spreads.len() - 1
            }
        };
        let (mut words, mut scratch) =
            (std::mem::take(&mut self.wide_words), std::mem::take(&mut self.scratch));
        let spread = &self.spreads[spread].1;
        let PlacedRows { rows: narrow, .. } = self.get(rows, number);
        let (from, reach) = (words.len(), spread.reach() as i32);
        words.resize(from + spread.room([narrow.width, narrow.height]), 0);
        let made = kernels::widen(lanes, narrow, spread, &mut scratch, &mut words[from..]);
        let wide = Wide {
            margin,
            next: if self.list[number as usize].is_mask { 0 } else { self.list[number as usize].wide },
            from,
            rows: made.next_word,
            size: [made.width, made.height],
            reach,
        };
        (self.wide_words, self.scratch) = (words, scratch);
        self.wide.push(wide);
        self.wide.len() as u32 - 1
    }

    /// A widened cover.
    #[inline(always)]
    pub(super) fn wide(&self, number: u32, wide: u32) -> PlacedRows<'_> {
        let Wide { from, rows, size, reach, .. } = self.wide[wide as usize];
        let words = &self.wide_words[from..][..rows * size[0].div_ceil(64) as usize];
        let PixelBox { x0, y0, .. } = self.list[number as usize].pixels;
        PlacedRows { rows: BitRows::in_columns(words, rows, size), origin: [x0 - reach, y0 - reach] }
    }
}

/// The pixels that a sprite may cover, whose box lies along pixels.
#[inline(always)]
fn pixels_of(Bounds { min, max }: Bounds) -> PixelBox {
    PixelBox { x0: min.x >> 8, y0: min.y >> 8, x1: max.x >> 8, y1: max.y >> 8 }
}

fn turned(sprite: &Sprite) -> TurnedMask<'_> {
    TurnedMask { mask: sprite.mask(), turn: sprite.turn_ref(), flip: sprite.flip() }
}

fn union(a: PixelBox, b: PixelBox) -> PixelBox {
    PixelBox { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

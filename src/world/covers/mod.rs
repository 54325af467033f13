//! The covers of the sprites in candidate pairs. Their pixels are made once a step, only where they are needed, and
//! all pairs share them.

mod pixels;
mod wide;

use crate::form::Form;
use crate::kernels::{self, TurnedMask, strips};
use crate::lattice::{Bounds, PixelBox, UNITS};
use crate::mask::Sprite;
use crate::world::forms::box_at;
use crate::world::kind::Kind;
use crate::world::rows::Rows;

pub(super) use pixels::{Pixels, recycled};
pub(super) use wide::{WideCovers, WidePixels};

/// The number that stands for the cover of what is no sprite.
pub(super) const NO_COVER: u32 = u32::MAX;

/// Sprites that are wider or higher are always rasterised block by block, only where they are needed.
const LARGE: i32 = 256 * UNITS;

/// Sprites of fewer blocks are always rasterised whole. For sizes between the two, see `choose_source`.
const ENOUGH_BLOCKS: usize = 6;

/// The bytes of covers after which the rest of the candidates has to wait.
const ENOUGH: u64 = 1 << 28;

/// The requested covers. Bodies with the same upright mask share a cover; each other body has its own.
#[derive(Debug, Clone, Default)]
pub(super) struct Covers {
    /// For each slot: the number of its first cover, plus 1; 0 for none. Each row has a slot; the slots of the forms
    /// follow.
    first: Vec<u32>,
    list: Vec<Cover>,
    /// The areas where covers that are made in blocks are needed.
    asked: Vec<(u32, PixelBox)>,
    /// The bytes that the words of the covers take at most.
    heavy: u64,
}

/// Where the pixels of a cover come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The mask itself or a mirrored one; no words are written.
    Mask,
    /// Rasterises all pixels.
    Whole,
    /// Rasterises the requested blocks.
    Blocks,
}

#[derive(Debug, Clone, Copy)]
struct Cover {
    /// The row of its body, or of one of the bodies that share it.
    row: u32,
    region: u8,
    /// The slot where it is found.
    slot: usize,
    /// The next cover of the slot, plus 1; 0 for none.
    next: u32,
    source: Source,
    is_large: bool,
    /// The part of its body's box that it contains.
    pixels: PixelBox,
    /// The index of its first word.
    from: usize,
    /// The index of the first word with the bits of its blocks.
    blocks: usize,
    /// The blocks that all pairs need, each counted as often as it is needed.
    asked: u32,
    /// The number of pairs that need it to decide a graze.
    grazes: u32,
}

impl Cover {
    /// Rasterises all pixels if so many pairs need the sprite that they need most of its blocks.
    #[inline(always)]
    fn choose_source(&mut self) {
        let blocks = strips::count_blocks(kernels::size_of(self.pixels));
        if (self.source == Source::Blocks) & !self.is_large && 3 * self.asked as usize > 2 * blocks {
            self.source = Source::Whole;
        }
    }
}

/// A sprite whose cover is requested.
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
        self.heavy = 0;
    }

    /// Whether the covers requested so far should be used before more are requested, if `parts` parts of the
    /// candidates make requests.
    #[inline(always)]
    pub(super) fn are_enough(&self, parts: usize) -> bool {
        self.heavy > ENOUGH / parts as u64
    }

    /// Whether pixels must be made, because some sprites are turned.
    pub(super) fn need_pixels(&self) -> bool {
        self.heavy > 0
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the first of two has the longer side.
    #[inline(always)]
    pub(super) fn is_larger(&self, covers: [u32; 2]) -> bool {
        let [a, b] = covers.map(|number| kernels::size_of(self.list[number as usize].pixels));
        a[0].max(a[1]) > b[0].max(b[1])
    }

    /// Requests the pixels of a sprite within a margin of a box, and returns the number of its cover. A margin below
    /// 0 means that no graze is needed.
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
        let cover = &mut self.list[number as usize];
        if margin >= 0 {
            cover.grazes += 1;
        }
        if cover.source == Source::Blocks {
            // A shape that only shares an edge with a square touches it, so the box is grown by one unit.
            let near = PixelBox::around(near.grown(margin.max(0) + 1)).intersection(pixels_of(of.bounds));
            if !near.is_empty() {
                cover.asked += strips::count_blocks(kernels::size_of(near)) as u32;
                self.asked.push((number, near));
            }
        }
        number
    }

    /// Returns the cover of a sprite, if it was requested.
    pub(super) fn find(&self, rows: &Rows, row: u32, region: u8) -> Option<u32> {
        let find_at = |slot: usize| self.find_from(self.first.get(slot).copied().unwrap_or(0), region);
        find_at(row as usize).or_else(|| find_at(slot_of_form(rows, row)))
    }

    /// Finds the cover of a region among those of a slot.
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
            _ if strips::count_blocks(kernels::size_of(all)) < ENOUGH_BLOCKS => (Source::Whole, all),
            _ => (Source::Blocks, all),
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
        let (from, blocks, asked, grazes) = (0, 0, 0, 0);
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
            asked,
            grazes,
        });
        number
    }

    /// Adds all requests of another part of the candidates. For each of its covers, appends the cover's number here
    /// to `numbers`.
    pub(super) fn join(&mut self, other: &Covers, numbers: &mut Vec<u32>) {
        if self.first.len() < other.first.len() {
            self.first.resize(other.first.len(), 0);
        }
        for cover in &other.list {
            let number = match self.find_from(self.first[cover.slot], cover.region) {
                Some(number) => number,
                None => {
                    let number = self.list.len() as u32;
                    let next = std::mem::replace(&mut self.first[cover.slot], number + 1);
                    self.list.push(Cover { next, asked: 0, grazes: 0, ..*cover });
                    number
                }
            };
            let joined = &mut self.list[number as usize];
            joined.asked += cover.asked;
            joined.grazes += cover.grazes;
            numbers.push(number);
        }
        self.asked.extend(other.asked.iter().map(|&(number, near)| (numbers[number as usize], near)));
        self.heavy += other.heavy;
    }

    /// Whether the second of two sprites is the one to widen for a graze test. It is the one that more pairs need,
    /// but never a large one if the other is not large.
    #[inline(always)]
    pub(super) fn is_second_widened(&self, covers: [u32; 2]) -> bool {
        let [a, b] = covers.map(|number| {
            let cover = &self.list[number as usize];
            (!cover.is_large, cover.grazes)
        });
        a < b
    }
}

/// Returns the number of words in a cover's strips.
#[inline(always)]
fn room(cover: &Cover) -> usize {
    let size = kernels::size_of(cover.pixels);
    match cover.source {
        Source::Mask => 0,
        Source::Whole => strips::room(size),
        Source::Blocks => strips::padded_room(size),
    }
}

/// Returns the slot of a body's form, for a cover that bodies of this form share.
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

/// Returns the first pixel of the box of a cover's body or region.
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

/// Returns the pixels that a sprite may cover. Its box lies along pixels.
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

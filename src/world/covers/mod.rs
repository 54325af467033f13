//! The covers of the sprites in candidate pairs. Their pixels are made once a step, only where they are needed, and
//! all pairs share them.

mod pixels;
mod wide;

use crate::form::Form;
use crate::kernels::{self, Strips, TurnedMask, strips};
use crate::lattice::{Bounds, PixelBox, UNITS};
use crate::mask::Sprite;
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
    /// What the pairs need of covers that are not rasterised whole.
    pieces: Vec<Piece>,
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

/// A piece of a cover: what a pair needs of it.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// The number of the cover.
    cover: u32,
    near: PixelBox,
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
    /// The pixels of its body's box.
    all: PixelBox,
    /// The pixels that it contains.
    pixels: PixelBox,
    /// The index of its first word.
    from: usize,
    /// The index of the first word with the bits of its blocks.
    blocks: usize,
    /// What the pairs need of it.
    needs: Needs,
}

/// What pairs need of a cover.
#[derive(Debug, Clone, Copy, Default)]
struct Needs {
    /// The blocks that all pairs need, each counted as often as it is needed.
    blocks: u32,
    /// The pairs that need it to decide a graze.
    grazes: u32,
}

impl Needs {
    fn add(&mut self, more: Needs) {
        self.blocks += more.blocks;
        self.grazes += more.grazes;
    }
}

impl Cover {
    /// Chooses the source that takes the least time, if there is a choice.
    #[inline(always)]
    fn choose_source(&mut self) {
        if (self.source != Source::Blocks) | self.is_large {
            return;
        }
        let all = strips::count_blocks(kernels::size_of(self.all)) as u32;
        if 3 * self.needs.blocks > 2 * all {
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

/// The other body of a pair whose cover is requested.
#[derive(Debug, Clone, Copy)]
pub(super) struct Other {
    pub(super) bounds: Bounds,
    pub(super) is_sprite: bool,
    /// The margin of the pair; below 0 if no graze is needed.
    pub(super) margin: i32,
}

impl Other {
    /// Returns the pixels that decide the pair.
    #[inline(always)]
    fn pixels(self) -> PixelBox {
        // A shape that only shares an edge with a square touches it, and a square just as far away as the margin is near
        // enough. So the box is grown by one unit more.
        let more = i32::from(!self.is_sprite | (self.margin >= 0));
        PixelBox::around(self.bounds.grown(self.margin.max(0) + more))
    }
}

impl Covers {
    pub(super) fn clear(&mut self) {
        for cover in self.list.drain(..) {
            self.first[cover.slot] = 0;
        }
        self.pieces.clear();
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

    /// Whether the first of two sprites has the longer side.
    #[inline(always)]
    pub(super) fn is_larger(&self, covers: [u32; 2]) -> bool {
        let [a, b] = covers.map(|number| kernels::size_of(self.list[number as usize].all));
        a[0].max(a[1]) > b[0].max(b[1])
    }

    /// Requests the pixels of a sprite that decide its pair with another body, and returns the number of their cover.
    #[inline(always)]
    pub(super) fn ask(&mut self, rows: &Rows, of: Asked, other: Other) -> u32 {
        let is_shared = matches!(of.kind, Kind::AsDrawn | Kind::Mirrored);
        let slot = if is_shared { slot_of_form(rows, of.row) } else { of.row as usize };
        let first = self.first.get(slot).copied().unwrap_or(0);
        let known = if of.is_bare { first.checked_sub(1) } else { self.find_from(first, of.region) };
        let number = match known {
            Some(number) => number,
            None => self.add(rows, of, slot, is_shared),
        };
        let cover = &mut self.list[number as usize];
        cover.needs.grazes += u32::from(other.margin >= 0);
        if cover.source == Source::Blocks {
            let near = other.pixels();
            let inside = near.intersection(cover.all);
            cover.needs.blocks += strips::count_blocks(kernels::size_of(inside)) as u32;
            self.pieces.push(Piece { cover: number, near });
        }
        number
    }

    /// Requests the mask of an upright sprite for a pair that needs no graze.
    #[inline(always)]
    pub(super) fn ask_mask(&mut self, rows: &Rows, of: Asked) -> u32 {
        let slot = slot_of_form(rows, of.row);
        match self.first.get(slot) {
            Some(&first) if first != 0 => first - 1,
            _ => self.add(rows, of, slot, true),
        }
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
        let count = strips::count_blocks(kernels::size_of(all));
        let (source, pixels) = match (is_shared, is_large) {
            (true, _) => (Source::Mask, all),
            (_, true) => (Source::Blocks, PixelBox::default()),
            _ if count < ENOUGH_BLOCKS => (Source::Whole, all),
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
        let (from, blocks, needs) = (0, 0, Needs::default());
        self.list.push(Cover { row, region, slot, next, source, is_large, all, pixels, from, blocks, needs });
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
                    self.list.push(Cover { next, needs: Needs::default(), ..*cover });
                    number
                }
            };
            self.list[number as usize].needs.add(cover.needs);
            numbers.push(number);
        }
        self.pieces.extend(
            other.pieces.iter().map(|piece| Piece { cover: numbers[piece.cover as usize], ..*piece }),
        );
        self.heavy += other.heavy;
    }

    /// Whether the second of two sprites is the one to widen for a graze test. It is the one that more pairs need,
    /// but never a large one if the other is not large.
    #[inline(always)]
    pub(super) fn is_second_widened(&self, covers: [u32; 2]) -> bool {
        let [a, b] = covers.map(|number| {
            let cover = &self.list[number as usize];
            (!cover.is_large, cover.needs.grazes)
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

#[inline(always)]
fn is_large(Bounds { min, max }: Bounds) -> bool {
    (max.x - min.x > LARGE) | (max.y - min.y > LARGE)
}

/// Returns the pixels that a sprite may cover. Its box lies along pixels.
#[inline(always)]
pub(super) fn pixels_of(Bounds { min, max }: Bounds) -> PixelBox {
    PixelBox { x0: min.x >> 8, y0: min.y >> 8, x1: max.x >> 8, y1: max.y >> 8 }
}

/// Returns the strips of an upright sprite, which its mask keeps, with the first bit at `origin`.
#[inline(always)]
pub(super) fn strips_of_upright(sprite: &Sprite, origin: [i32; 2]) -> Strips<'_> {
    let mask = sprite.mask();
    Strips::new(mask.strips(sprite.flip()), [mask.width() as i32, mask.height() as i32], origin)
}

#[inline(always)]
pub(super) fn turned(sprite: &Sprite) -> TurnedMask<'_> {
    TurnedMask { mask: sprite.mask(), turn: sprite.turn_ref(), flip: sprite.flip() }
}

fn union(a: PixelBox, b: PixelBox) -> PixelBox {
    PixelBox { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

//! The covers of the sprites in candidate pairs. Their pixels are made once a step, only where they are needed, and
//! all pairs share them.

mod pixels;
mod wide;

use crate::cpu::both;
use crate::cpu::solids::Solids;
use crate::form::Form;
use crate::kernels::{self, Strips, TurnedMask, strips};
use crate::lattice::{Bounds, PixelBox, UNITS};
use crate::mask::Sprite;

pub(crate) use pixels::{Pixels, recycled};
pub(crate) use wide::{WideCovers, WidePixels};

/// The number that stands for the cover of what is no sprite.
pub(crate) const NO_COVER: u32 = u32::MAX;

/// Sprites that are wider or higher are always rasterised block by block, only where they are needed.
const LARGE: i32 = 256 * UNITS;

/// Sprites of fewer blocks are always rasterised whole. For sizes between the two, see `choose_source`.
const ENOUGH_BLOCKS: usize = 6;

/// The bytes of covers after which the rest of the candidates has to wait.
const ENOUGH: u64 = 1 << 28;

/// The requested covers. Solids with the same upright mask share a cover; each other solid has its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Covers {
    /// For each solid, and for each form: the number of its first cover, plus 1; 0 for none. Solids with the same form share
    /// the covers of upright masks.
    by_solid: Vec<u32>,
    by_form: Vec<u32>,
    list: Vec<AskedCover>,
    /// What the pairs need of covers that are not rasterised whole.
    pieces: Vec<CoverPiece>,
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
struct CoverPiece {
    /// The number of the cover.
    cover: u32,
    near: PixelBox,
}

#[derive(Debug, Clone, Copy)]
struct AskedCover {
    /// Its solid, or one of the solids that share it.
    solid: u32,
    region: u8,
    /// The number of the form.
    form: u32,
    /// The next cover of the same form, plus 1; 0 for none. (Regions of a body have the same form.)
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

impl AskedCover {
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

/// The other solid of a pair whose cover is requested.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Other {
    pub(crate) bounds: Bounds,
    pub(crate) is_sprite: bool,
    /// The margin of the pair; below 0 if no graze is needed.
    pub(crate) margin: i32,
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
    pub(crate) fn clear(&mut self) {
        for cover in self.list.drain(..) {
            match cover.source {
                Source::Mask => self.by_form[cover.form as usize] = 0,
                _ => self.by_solid[cover.solid as usize] = 0,
            }
        }
        self.pieces.clear();
        self.heavy = 0;
    }

    /// Whether the covers requested so far should be used before more are requested.
    #[inline(always)]
    pub(crate) fn are_enough(&self) -> bool {
        self.heavy > ENOUGH
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the first of two sprites has the longer side.
    #[inline(always)]
    pub(crate) fn is_larger(&self, covers: [u32; 2]) -> bool {
        let [a, b] = both(covers, |number| kernels::size_of(self.list[number as usize].all));
        a[0].max(a[1]) > b[0].max(b[1])
    }

    /// Requests the pixels of a sprite that decide its pair with another solid, and returns the number of their cover.
    #[inline(always)]
    pub(crate) fn ask(&mut self, solids: &Solids<'_>, solid: u32, other: Other) -> u32 {
        let number = if solids.kind(solid).is_drawn() {
            self.ask_mask(solids, solid)
        } else {
            let known = self.by_solid.get(solid as usize).and_then(|first| first.checked_sub(1));
            known.unwrap_or_else(|| self.add(solids, solid, false))
        };
        let cover = &mut self.list[number as usize];
        cover.needs.grazes += u32::from(other.margin >= 0);
        if cover.source == Source::Blocks {
            let near = other.pixels();
            let inside = near.intersection(cover.all);
            cover.needs.blocks += strips::count_blocks(kernels::size_of(inside)) as u32;
            self.pieces.push(CoverPiece { cover: number, near });
        }
        number
    }

    /// Requests the mask of an upright sprite, and returns the number of its cover.
    #[inline(always)]
    pub(crate) fn ask_mask(&mut self, solids: &Solids<'_>, solid: u32) -> u32 {
        match self.find_shared(solids.form_number(solid), solids.region(solid)) {
            Some(number) => number,
            None => self.add(solids, solid, true),
        }
    }

    /// Finds the cover of a region among those of a form.
    #[inline(always)]
    fn find_shared(&self, form: u32, region: u8) -> Option<u32> {
        let mut next = self.by_form.get(form as usize).copied().unwrap_or(0);
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
    fn add(&mut self, solids: &Solids<'_>, solid: u32, is_shared: bool) -> u32 {
        let bounds = solids.bounds(solid);
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
        let (number, form, region) =
            (self.list.len() as u32, solids.form_number(solid), solids.region(solid));
        let (table, at, all_of) = match source {
            Source::Mask => (&mut self.by_form, form as usize, 0),
            _ => (&mut self.by_solid, solid as usize, solids.len()),
        };
        if table.len() <= at {
            table.resize(all_of.max(at + 1), 0);
        }
        let next = std::mem::replace(&mut table[at], number + 1);
        let (from, blocks, needs) = (0, 0, Needs::default());
        self.list.push(AskedCover {
            solid,
            region,
            form,
            next,
            source,
            is_large,
            all,
            pixels,
            from,
            blocks,
            needs,
        });
        number
    }

    /// Whether the second of two sprites is the one to widen for a graze test. It is the one that more pairs need,
    /// but never a large one if the other is not large.
    #[inline(always)]
    pub(crate) fn is_second_widened(&self, covers: [u32; 2]) -> bool {
        let [a, b] = both(covers, |number| {
            let cover = &self.list[number as usize];
            (!cover.is_large, cover.needs.grazes)
        });
        a < b
    }
}

/// Returns the number of words in a cover's strips.
#[inline(always)]
fn room(cover: &AskedCover) -> usize {
    let size = kernels::size_of(cover.pixels);
    match cover.source {
        Source::Mask => 0,
        Source::Whole => strips::room(size),
        Source::Blocks => strips::padded_room(size),
    }
}

#[inline(always)]
fn sprite_of<'a>(solids: &Solids<'a>, cover: &AskedCover) -> Option<&'a Sprite> {
    match solids.form(cover.solid) {
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
pub(crate) fn pixels_of(Bounds { min, max }: Bounds) -> PixelBox {
    PixelBox { x0: min.x >> 8, y0: min.y >> 8, x1: max.x >> 8, y1: max.y >> 8 }
}

/// Returns the strips of an upright sprite, which its mask keeps, with the first bit at `origin`.
#[inline(always)]
pub(crate) fn strips_of_upright(sprite: &Sprite, origin: [i32; 2]) -> Strips<'_> {
    let mask = sprite.mask();
    Strips::new(mask.strips(sprite.flip()), [mask.width() as i32, mask.height() as i32], origin)
}

#[inline(always)]
pub(crate) fn turned(sprite: &Sprite) -> TurnedMask<'_> {
    TurnedMask { mask: sprite.mask(), turn: sprite.turn_ref(), flip: sprite.flip() }
}

fn union(a: PixelBox, b: PixelBox) -> PixelBox {
    PixelBox { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

//! Pairs with a sprite that few pixels decide: those in the boxes of both. They are decided at once. To share pixels with
//! other pairs takes longer than to make them.

use crate::cpu::Question;
use crate::cpu::both;
use crate::cpu::classify::size;
use crate::cpu::covers::{self, strips_of_upright, turned};
use crate::cpu::exact::corner_of;
use crate::cpu::exact::maps::SpriteOnMap;
use crate::cpu::exact::run::PlacedSolid;
use crate::cpu::kind::Kind;
use crate::cpu::road::Answers;
use crate::cpu::settle::prefetch_vertices;
use crate::form::{Form, Touching};
use crate::kernels::{self, PairQuestion, Spreads, Strips, strips};
use crate::lattice::{Bounds, PixelBox, UNITS};
use crate::mask::Sprite;
use crate::simd::{Kernel, Lanes};

/// The most blocks of pixels, each of a strip's width and sixteen solids, that decide an overlap.
const MOST_BLOCKS: usize = 2;
/// The most blocks that decide a graze.
const MOST_NEAR_BLOCKS: usize = 6;
/// The words of padded strips of so many blocks, one below the other; side by side they take as many.
const ROOM: usize = 3 * (MOST_NEAR_BLOCKS * strips::ROWS + 2 * strips::PAD);
/// The most blocks of a sprite that is widened for one pair. Larger ones are shared.
const MOST_WIDENED_BLOCKS: usize = 12;
/// Forms are prefetched for the pair this much later, and then the vertices that they point to.
const AHEAD: usize = 8;
const VERTICES_AHEAD: usize = 4;

/// A pair that few pixels decide.
#[derive(Debug, Clone, Copy)]
pub(super) struct FewPixels {
    /// The number of the pair.
    pub(super) number: u32,
    pub(super) touching: Touching,
    /// The margin within which the two graze; below 0 if no graze is needed.
    pub(super) margin: i32,
    /// Whether it is known that the two do not overlap.
    pub(super) is_apart: bool,
    /// The pixels that decide the pair.
    pub(super) pixels: PixelBox,
}

/// Returns the pixels that decide whether a sprite and something else overlap, given their boxes, if they are few.
///
/// (A function of its own: inlined it would slow down the candidates that have no sprite.)
#[inline(never)]
pub(super) fn few_pixels([a, b]: [Bounds; 2], kinds: [Kind; 2]) -> Option<PixelBox> {
    let [is_first, is_second] = both(kinds, Kind::is_sprite);
    let pixels = pixels_of(a, is_first, 0).intersection(pixels_of(b, is_second, 0));
    (count(pixels) <= MOST_BLOCKS).then_some(pixels)
}

/// Returns the pixels that decide whether a sprite overlaps a tile map: all of its own, if they are few or need not be made.
#[inline(always)]
pub(super) fn few_pixels_on_map(is_upright: bool, bounds: Bounds) -> Option<PixelBox> {
    let pixels = pixels_of(bounds, true, 0);
    ((count(pixels) <= MOST_NEAR_BLOCKS) | is_upright).then_some(pixels)
}

/// Returns the pixels that decide whether a sprite and something else overlap or come within a margin, if they are few.
#[inline(never)]
pub(super) fn few_pixels_near([a, b]: [Bounds; 2], kinds: [Kind; 2], margin: i32) -> Option<PixelBox> {
    let are_sprites = both(kinds, Kind::is_sprite);
    let pixels = match are_sprites {
        [true, true] => {
            let is_first = size(a) >= size(b);
            let ([larger, smaller], kind) = if is_first { ([a, b], kinds[0]) } else { ([b, a], kinds[1]) };
            let smaller = pixels_of(smaller, true, 0);
            // (A widened upright mask is shared.)
            if kind.is_drawn() | (count(smaller) > MOST_BLOCKS) {
                return None;
            }
            let reach = margin / UNITS + 1;
            let PixelBox { x0, y0, x1, y1 } = smaller;
            let near = PixelBox { x0: x0 - reach, y0: y0 - reach, x1: x1 + reach, y1: y1 + reach };
            // (The smaller one is widened to this box.)
            if count(near) > MOST_WIDENED_BLOCKS {
                return None;
            }
            near.intersection(pixels_of(larger, true, 0))
        }
        [is_first, is_second] => pixels_of(a, is_first, margin).intersection(pixels_of(b, is_second, margin)),
    };
    (count(pixels) <= MOST_NEAR_BLOCKS).then_some(pixels)
}

#[inline(always)]
fn count(pixels: PixelBox) -> usize {
    strips::count_blocks(kernels::size_of(pixels))
}

/// Returns the pixels that a sprite may cover, or that a shape may touch or come within a margin of.
#[inline(always)]
fn pixels_of(bounds: Bounds, is_sprite: bool, margin: i32) -> PixelBox {
    if is_sprite {
        return covers::pixels_of(bounds);
    }
    // A shape touches a square that it only shares an edge with. So its box is one unit larger.
    PixelBox::around(bounds.grown(margin + 1))
}

/// The pairs that few pixels decide, and the memory to decide them.
#[derive(Debug, Clone, Default)]
pub(super) struct FewPairs {
    list: Vec<FewPixels>,
    spreads: Spreads,
    scratch: Vec<u32>,
    /// The words of the sprite that was widened last.
    wide: Vec<u32>,
    /// The upright sprite that was widened last.
    last: Option<WidenedMask>,
}

/// The mask of an upright sprite, and the margin by which it is widened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WidenedMask {
    /// The number of its body's form.
    form: u32,
    region: u8,
    margin: i32,
}

impl FewPairs {
    #[inline(always)]
    pub(super) fn push(&mut self, pair: FewPixels) {
        self.list.push(pair);
    }

    /// Decides all pairs and forgets them.
    #[inline(always)]
    pub(super) fn decide<L: Lanes>(&mut self, lanes: L, question: Question<'_>, answers: &mut Answers) {
        lanes.call(DecideFew { question, few: self, answers });
        self.list.clear();
        self.last = None;
        self.spreads.forget_many();
    }
}

struct DecideFew<'a> {
    question: Question<'a>,
    few: &'a mut FewPairs,
    answers: &'a mut Answers,
}

impl Kernel for DecideFew<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let DecideFew { question, few: FewPairs { list, spreads, scratch, wide, last }, answers } = self;
        let solids = question.solids;
        let pair_of = |few: &FewPixels| question.pairs[few.number as usize];
        let mut words = [[0; ROOM]; 2];
        let mut k = 0;
        while k < list.len() {
            if let Some(later) = list.get(k + AHEAD) {
                for solid in pair_of(later) {
                    solids.form_table.prefetch_form(solids.form_number(solid));
                }
            }
            if let Some(later) = list.get(k + VERTICES_AHEAD) {
                pair_of(later).into_iter().for_each(|solid| prefetch_vertices(solids, solid));
            }
            let few = list[k];
            k += 1;
            let mut widen = SmallWidener { spreads, scratch, words: wide, last };
            let (is_hit, is_near) = decide(lanes, question, few, &mut words, &mut widen);
            answers.hits.set(few.number, is_hit);
            answers.near.set(few.number, is_near);
        }
    }
}

/// The memory to widen a sprite.
struct SmallWidener<'a> {
    spreads: &'a mut Spreads,
    scratch: &'a mut Vec<u32>,
    words: &'a mut Vec<u32>,
    last: &'a mut Option<WidenedMask>,
}

impl SmallWidener<'_> {
    /// Returns a sprite widened by a margin. `mask` says which mask it is, if it is upright: bullets of one kind
    /// are widened once.
    #[inline(always)]
    fn by<L: Lanes>(
        &mut self,
        lanes: L,
        margin: i32,
        sprite: &Strips<'_>,
        mask: Option<WidenedMask>,
    ) -> Strips<'_> {
        let number = self.spreads.number(margin);
        let spread = self.spreads.get(number);
        let size = spread.size([sprite.width, sprite.height]);
        let room = strips::padded_room(size);
        if self.words.len() < room {
            self.words.resize(room, 0);
        }
        let words = &mut self.words[..room];
        if mask.is_none() | (mask != *self.last) {
            kernels::widen(lanes, sprite, spread, self.scratch, words);
            *self.last = mask;
        }
        Strips::padded(words, size, sprite.origin.map(|pixel| pixel - spread.reach()))
    }
}

/// Whether two solids overlap, and whether they come within the margin; the latter only if that is asked and they do not
/// overlap.
#[inline(always)]
fn decide<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    few: FewPixels,
    words: &mut [[u32; ROOM]; 2],
    widen: &mut SmallWidener<'_>,
) -> (bool, bool) {
    let FewPixels { number, touching, margin, is_apart, pixels } = few;
    if pixels.is_empty() {
        return (false, false);
    }
    let solids = question.solids;
    let pair = question.pairs[number as usize];
    let [a, b] = both(pair, |solid| PlacedSolid::of(solids, solid));
    let (sprite, side, parts, at) = match (a.form, b.form) {
        (Form::Sprite(p), Form::Sprite(q)) => {
            let [of_p, of_q] = words;
            let [(p, a, _), (q, b, smaller)] = if size(a.bounds) >= size(b.bounds) {
                [(p, a, pair[0]), (q, b, pair[1])]
            } else {
                [(q, b, pair[1]), (p, a, pair[0])]
            };
            // To widen the smaller one takes all its pixels.
            let of_smaller = if margin >= 0 { pixels_of(b.bounds, true, 0) } else { pixels };
            let large = strips_within(lanes, p, &a, pixels, of_p);
            let small = strips_within(lanes, q, &b, of_smaller, of_q);
            if !is_apart && kernels::sprite_sprite(lanes, &small, &large) {
                return (true, false);
            }
            if margin < 0 {
                return (false, false);
            }
            let (form, region) = (solids.form_number(smaller), solids.region(smaller));
            let mask = q.turn_ref().is_upright().then_some(WidenedMask { form, region, margin });
            return (false, kernels::sprite_sprite(lanes, &widen.by(lanes, margin, &small, mask), &large));
        }
        (Form::Sprite(sprite), Form::Tiles(tiles)) => {
            let strips = strips_within(lanes, sprite, &a, pixels, &mut words[0]);
            return (lanes.call(SpriteOnMap { side: a, strips, tiles, at: b.at, touching }), false);
        }
        (Form::Tiles(tiles), Form::Sprite(sprite)) => {
            let strips = strips_within(lanes, sprite, &b, pixels, &mut words[0]);
            return (lanes.call(SpriteOnMap { side: b, strips, tiles, at: a.at, touching }), false);
        }
        (Form::Sprite(sprite), Form::Shape(parts)) => (sprite, a, parts, b.at),
        (Form::Shape(parts), Form::Sprite(sprite)) => (sprite, b, parts, a.at),
        _ => return (false, false),
    };
    let sprite = strips_within(lanes, sprite, &side, pixels, &mut words[0]);
    let is_met = |asked| kernels::sprite_pieces(lanes, &sprite, parts, at, asked);
    let is_hit = !is_apart && is_met(PairQuestion::overlap(touching));
    (is_hit, !is_hit && margin >= 0 && is_met(PairQuestion::within(margin)))
}

/// Returns the pixels of a sprite: all of an upright one, those within a box of any other.
#[inline(always)]
fn strips_within<'a, L: Lanes>(
    lanes: L,
    sprite: &'a Sprite,
    side: &PlacedSolid<'_>,
    pixels: PixelBox,
    words: &'a mut [u32; ROOM],
) -> Strips<'a> {
    if sprite.turn_ref().is_upright() {
        return strips_of_upright(sprite, corner_of(side.bounds));
    }
    let size = kernels::size_of(pixels);
    let words = &mut words[..strips::room(size)];
    kernels::cover(lanes, turned(sprite), side.at, pixels, words);
    Strips::new(words, size, [pixels.x0, pixels.y0])
}

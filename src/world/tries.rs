//! Sprites on their paths (SPEC 6). The set of all pixels that a sprite may cover on its path rules out most pairs.
//! Only the remaining pairs are tried step by step.
//!
//! These sets are computed once in a step for each sprite that a pair needs, and all pairs of the sprite share them.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use crate::form::{Form, Touching};
use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, Asked, Moves, TurnedMask};
use crate::lattice::{Bounds, PixelBox, Point};
use crate::mask::{Mask, Sprite, Turn};
use crate::query::exact::Step;
use crate::query::tries::Tries;
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::rows::Rows;

/// The pixel sets of the sprites that the pairs of a step need.
#[derive(Debug, Clone, Default)]
pub(super) struct SweptCovers {
    /// For each row, 1 plus the index of its entry in `list`; 0 if it has none.
    first: Vec<u32>,
    list: Vec<SweptCover>,
    words: Vec<u32>,
    /// Grown copies of masks, by the address of the mask and the number of texels that it is grown by on each axis.
    grown: HashMap<(usize, [i32; 2]), Grown>,
    scratch: [Vec<u32>; 2],
    moves: Moves,
}

/// A mask and a grown copy of it.
#[derive(Debug, Clone)]
struct Grown {
    /// The original mask. It may be dropped, and another mask may be at its address.
    of: Weak<Mask>,
    grown: Arc<Mask>,
}

#[derive(Debug, Clone, Copy)]
struct SweptCover {
    row: u32,
    /// The bounding box of what the sprite covers, relative to its position.
    extent: Bounds,
    /// Where its path begins.
    start: Point,
    /// The pixels that the sprite may cover at `start` or up to half a pixel away from it; exactly the covered pixels
    /// if it is drawn as its mask or does not move. `None` if the set is too large.
    base: Option<PixelSet>,
    /// All pixels that the sprite may cover on its path. `None` if the path or the set is too large.
    all: Option<PixelSet>,
}

impl SweptCover {
    /// Returns the pixels that the sprite may cover at a position.
    fn pixels_at(&self, at: Point) -> PixelBox {
        at_place(self.extent, at)
    }

    /// Returns a box around all that the sprite may cover, relative to its position, wherever in a pixel that
    /// position is.
    fn reach(&self) -> Bounds {
        let Bounds { min, max } = self.extent;
        Bounds { min: Point::new(min.x - 255, min.y - 255), max }
    }
}

/// A set of covered pixels.
#[derive(Debug, Clone, Copy)]
struct PixelSet {
    source: PixelSource,
    origin: [i32; 2],
    size: [i32; 2],
    /// The index of its first word in `SweptCovers::words`.
    from: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PixelSource {
    /// The mask itself or its mirror image: no words are written.
    Mask,
    /// Strips of the set's size, without padding if a single strip is enough.
    Drawn,
    /// Padded strips.
    Smeared,
}

/// The most masks whose grown copies are kept, and the most texels that a mask is grown by.
const MOST_GROWN: usize = 256;
const MOST_TEXELS: i32 = 8;
/// If the path is longer than this, in pixels, or the set needs more words, nothing is ruled out in advance.
const LONGEST: i64 = 64;
const MOST_WORDS: usize = 1 << 15;

impl SweptCovers {
    pub(super) fn clear(&mut self, rows: &Rows) {
        for known in self.list.drain(..) {
            if let Some(first) = self.first.get_mut(known.row as usize) {
                *first = 0;
            }
        }
        self.words.clear();
        self.first.resize(rows.len(), 0);
    }

    /// Returns when two sprites without regions first overlap. They must not overlap at the start.
    pub(super) fn sprites(&mut self, rows: &Rows, pair: [u32; 2]) -> Option<f64> {
        let both = [sprite_of(rows, pair[0])?, sprite_of(rows, pair[1])?];
        if self.passes_by(rows, pair, both) {
            return None;
        }
        let known = [self.known(rows, pair[0], both[0]), self.known(rows, pair[1], both[1])];
        if let (Some(p), Some(q)) = (self.all(known[0], both[0]), self.all(known[1], both[1]))
            && !meet(p, q)
        {
            return None;
        }
        let known = known.map(|known| self.list[known]);
        let mut tries = Tries::new(pair.map(|row| way(rows, row)), known.each_ref().map(SweptCover::reach));
        while let Some(next) = tries.next() {
            if self.meet_at(&known, both, next.at) {
                return Some(next.time());
            }
        }
        None
    }

    /// Whether the path of the smaller sprite lies where the larger one covers nothing on its own path. Then no set
    /// is needed for the smaller sprite.
    fn passes_by(&mut self, rows: &Rows, pair: [u32; 2], both: [&Sprite; 2]) -> bool {
        let [p, q] = pair.map(|row| rows.bounds[row as usize]);
        let is_larger = p.max.x - p.min.x > q.max.x - q.min.x;
        let (large, small) = if is_larger { (0, 1) } else { (1, 0) };
        let known = self.known(rows, pair[large], both[large]);
        let extent = extent_of(rows, pair[small]);
        // Between the ends of its path the sprite reaches no further.
        let [p, q] = way(rows, pair[small]).map(|at| at_place(extent, at));
        let way = PixelBox { x0: p.x0.min(q.x0), y0: p.y0.min(q.y0), x1: p.x1.max(q.x1), y1: p.y1.max(q.y1) };
        self.all(known, both[large]).is_some_and(|all| !has_any(all, way))
    }

    /// Returns when a sprite and a shape without regions first overlap. They must not overlap at the start.
    pub(super) fn sprite_shape(
        &mut self,
        rows: &Rows,
        [row, other]: [u32; 2],
        parts: &[Convex],
        touching: Touching,
    ) -> Option<f64> {
        let asked = Asked::overlap(touching);
        let (sprite, ways) = (sprite_of(rows, row)?, [way(rows, row), way(rows, other)]);
        let (known, bounds) = (self.known(rows, row, sprite), rows.bounds[other as usize]);
        let bounds = bounds.seen_from(ways[1][1]);
        let reached = bounds.translated(ways[1][0]).union(bounds.translated(ways[1][1]));
        if let Some(all) = self.all(known, sprite)
            && !has_any(all, PixelBox::around(reached.grown(1)))
        {
            return None;
        }
        let known = self.list[known];
        let mut tries = Tries::new(ways, [known.reach(), bounds]);
        while let Some(next) = tries.next() {
            let near = PixelBox::around(bounds.translated(next.at[1]).grown(1));
            let window = known.pixels_at(next.at[0]).intersection(near);
            if window.is_empty()
                || self.may_cover(&known, sprite, next.at[0]).is_some_and(|all| !has_any(all, near))
            {
                continue;
            }
            let cover = cover_in(&known, sprite, next.at[0], window, &mut self.scratch[0]);
            if shape_meets(cover, parts, next.at[1], asked) {
                return Some(next.time());
            }
        }
        None
    }

    /// Whether two sprites at two positions have a common pixel.
    fn meet_at(&mut self, known: &[SweptCover; 2], [a, b]: [&Sprite; 2], at: [Point; 2]) -> bool {
        let window = known[0].pixels_at(at[0]).intersection(known[1].pixels_at(at[1]));
        if window.is_empty() {
            return false;
        }
        if let (Some(p), Some(q)) = (self.may_cover(&known[0], a, at[0]), self.may_cover(&known[1], b, at[1]))
            && !meet(p, q)
        {
            return false;
        }
        let [p, q] = &mut self.scratch;
        let a = cover_in(&known[0], a, at[0], window, p);
        let b = cover_in(&known[1], b, at[1], window, q);
        meet(a, b)
    }

    /// Returns all pixels that a sprite may cover at a position on its path: those it may cover at the start, moved
    /// by whole pixels.
    fn may_cover<'a>(&'a self, known: &SweptCover, sprite: &'a Sprite, at: Point) -> Option<Strips<'a>> {
        let mut base = self.bits(sprite, known.base?);
        if known.base?.source == PixelSource::Mask {
            let PixelBox { x0, y0, .. } = known.pixels_at(at);
            base.origin = [x0, y0];
        } else {
            let by = [at.x - known.start.x, at.y - known.start.y];
            base.origin = [0, 1].map(|axis| base.origin[axis] + ((by[axis] + 128) >> 8));
        }
        Some(base)
    }

    /// Returns the index of a row's entry in `list`; the first request makes the entry.
    fn known(&mut self, rows: &Rows, row: u32, sprite: &Sprite) -> usize {
        let first = self.first[row as usize];
        if first != 0 {
            return first as usize - 1;
        }
        let [start, end] = way(rows, row);
        let extent = extent_of(rows, row);
        let mut known = SweptCover { row, extent, start, base: None, all: None };
        known.base = self.find_base(&known, sprite, start == end);
        known.all = if start == end { known.base } else { self.find_all(&known, sprite, end) };
        self.list.push(known);
        self.first[row as usize] = self.list.len() as u32;
        self.list.len() - 1
    }

    fn all<'a>(&'a self, known: usize, sprite: &'a Sprite) -> Option<Strips<'a>> {
        self.list[known].all.map(|bits| self.bits(sprite, bits))
    }

    fn bits<'a>(&'a self, sprite: &'a Sprite, bits: PixelSet) -> Strips<'a> {
        bits.strips(sprite, &self.words)
    }

    /// Finds the pixels that a sprite may cover at the start of its path.
    fn find_base(&mut self, known: &SweptCover, sprite: &Sprite, is_still: bool) -> Option<PixelSet> {
        if is_drawn(sprite) {
            return Some(PixelSet::of(PixelSource::Mask, known.pixels_at(known.start), 0));
        }
        if is_still {
            return self.draw(turned(sprite), known.start, known.pixels_at(known.start));
        }
        let grown = self.grown(sprite)?;
        let (turn, [by_x, by_y]) = (sprite.turn(), slack(sprite.turn()));
        let turn = Turn { u1: turn.u1 + (by_x << 16), v1: turn.v1 + (by_y << 16), ..turn };
        let pixels = at_place(Sprite::extent(turn, &grown), known.start);
        self.draw(TurnedMask { mask: &grown, turn: &turn, flip: sprite.flip() }, known.start, pixels)
    }

    /// Draws the pixels that a sprite covers; `None` if they need too many words.
    fn draw(&mut self, sprite: TurnedMask<'_>, at: Point, pixels: PixelBox) -> Option<PixelSet> {
        let (room, from) = (strips::room(kernels::size_of(pixels)), self.words.len());
        if room > MOST_WORDS {
            return None;
        }
        self.words.resize(from + room, 0);
        draw(sprite, at, pixels, &mut self.words[from..]);
        Some(PixelSet::of(PixelSource::Drawn, pixels, from))
    }

    /// Finds all pixels that a sprite may cover on its path to `end`; `None` if the path or the set is too large.
    fn find_all(&mut self, known: &SweptCover, sprite: &Sprite, end: Point) -> Option<PixelSet> {
        let base = known.base?;
        if !find_moves(&mut self.moves, Step::between(known.start, end), base.source == PixelSource::Mask) {
            return None;
        }
        let (size, from) = (self.moves.size(base.size), self.words.len());
        let origin = [0, 1].map(|axis| base.origin[axis] + self.moves.min[axis]);
        let room = strips::padded_room(size);
        if room > MOST_WORDS {
            return None;
        }
        self.words.resize(from + room, 0);
        let (words, out) = self.words.split_at_mut(from);
        Simd::best().run(Smear { of: base.strips(sprite, words), moves: &self.moves, out });
        Some(PixelSet { source: PixelSource::Smeared, origin, size, from })
    }

    /// Returns the sprite's mask, grown by every texel that may lie under a pixel's center that is moved by half a
    /// pixel. `None` if it would grow by too many texels.
    #[inline(never)]
    fn grown(&mut self, sprite: &Sprite) -> Option<Arc<Mask>> {
        let (mask, by) = (sprite.mask(), slack(sprite.turn()));
        if by[0].max(by[1]) > MOST_TEXELS {
            return None;
        }
        let key = (Arc::as_ptr(mask) as usize, by);
        if let Some(known) = self.grown.get(&key)
            && known.of.upgrade().is_some_and(|of| Arc::ptr_eq(&of, mask))
        {
            return Some(known.grown.clone());
        }
        let (width, height) = (mask.width() as i32, mask.height() as i32);
        let room = PixelBox { x0: -by[0], y0: -by[1], x1: width + by[0], y1: height + by[1] };
        let square = (by[0] * by[0] + by[1] * by[1]).unsigned_abs();
        let grown = Arc::new(mask.cropped(room).ok()?.dilated_within(square.into()));
        if self.grown.len() >= MOST_GROWN {
            self.grown.clear();
        }
        self.grown.insert(key, Grown { of: Arc::downgrade(mask), grown: grown.clone() });
        Some(grown)
    }
}

impl PixelSet {
    fn of(source: PixelSource, pixels: PixelBox, from: usize) -> PixelSet {
        PixelSet { source, origin: [pixels.x0, pixels.y0], size: kernels::size_of(pixels), from }
    }

    fn strips<'a>(self, sprite: &'a Sprite, words: &'a [u32]) -> Strips<'a> {
        let PixelSet { source, origin, size, from } = self;
        match source {
            PixelSource::Mask => drawn(sprite, origin),
            PixelSource::Drawn => Strips::new(&words[from..][..strips::room(size)], size, origin),
            PixelSource::Smeared => Strips::padded(&words[from..][..strips::padded_room(size)], size, origin),
        }
    }
}

fn sprite_of(rows: &Rows, row: u32) -> Option<&Sprite> {
    match rows.forms(row as usize).first() {
        Some(Form::Sprite(sprite)) => Some(sprite),
        _ => None,
    }
}

/// Returns the bounding box of what a sprite without regions covers, relative to its position.
fn extent_of(rows: &Rows, row: u32) -> Bounds {
    rows.form_table.extent(rows.form_number(row)).bounds
}

fn way(rows: &Rows, row: u32) -> [Point; 2] {
    [rows.way_from(row as usize), rows.points[row as usize]]
}

/// Returns the pixels of a box that is relative to a position.
fn at_place(Bounds { min, max }: Bounds, at: Point) -> PixelBox {
    let pixel = |at: i32, by: i32| (at + by) >> 8;
    PixelBox {
        x0: pixel(at.x, min.x),
        y0: pixel(at.y, min.y),
        x1: pixel(at.x, max.x),
        y1: pixel(at.y, max.y),
    }
}

fn turned(sprite: &Sprite) -> TurnedMask<'_> {
    TurnedMask { mask: sprite.mask(), turn: sprite.turn_ref(), flip: sprite.flip() }
}

/// Whether the sprite covers exactly what its mask shows, or its mirrored mask.
fn is_drawn(sprite: &Sprite) -> bool {
    sprite.turn_ref().is_upright()
}

/// Returns the cover of a sprite that is drawn as its mask, or mirrored.
fn drawn(sprite: &Sprite, origin: [i32; 2]) -> Strips<'_> {
    let mask = sprite.mask();
    Strips::new(mask.strips(sprite.flip()), [mask.width() as i32, mask.height() as i32], origin)
}

/// Returns what a sprite covers within a window of pixels. The result may reach beyond the window if nothing is drawn
/// for it.
fn cover_in<'a>(
    known: &SweptCover,
    sprite: &'a Sprite,
    at: Point,
    window: PixelBox,
    words: &'a mut Vec<u32>,
) -> Strips<'a> {
    if is_drawn(sprite) {
        let PixelBox { x0, y0, .. } = known.pixels_at(at);
        return drawn(sprite, [x0, y0]);
    }
    let size = kernels::size_of(window);
    let room = strips::room(size);
    if words.len() < room {
        words.resize(room, 0);
    }
    draw(turned(sprite), at, window, &mut words[..room]);
    Strips::new(&words[..room], size, [window.x0, window.y0])
}

/// Half a pixel and the rounding of positions, in lattice units.
const HALF: i32 = 130;

/// Returns how many texels, on each axis of the mask, a shift by half a pixel can cross.
fn slack(turn: Turn) -> [i32; 2] {
    let texels = |x: i32, y: i32| {
        let far = (i64::from(x.abs()) + i64::from(y.abs())) * i64::from(HALF) / 256 + 2;
        (far as u64).div_ceil(65536) as i32
    };
    [texels(turn.ux, turn.uy), texels(turn.vx, turn.vy)]
}

fn meet(a: Strips<'_>, b: Strips<'_>) -> bool {
    Simd::best().run(Meet(a, b))
}

fn shape_meets(sprite: Strips<'_>, parts: &[Convex], at: Point, asked: Asked) -> bool {
    Simd::best().run(ShapeMeets { sprite, parts, at, asked })
}

fn has_any(sprite: Strips<'_>, near: PixelBox) -> bool {
    Simd::best().run(HasAny(sprite, near))
}

/// Draws what a sprite covers within a window of pixels.
fn draw(sprite: TurnedMask<'_>, at: Point, window: PixelBox, words: &mut [u32]) {
    Simd::best().run(Draw { sprite, at, window, words });
}

/// Each of these is a kernel of its own, so that its code is compiled only once for each instruction set.
struct Meet<'a>(Strips<'a>, Strips<'a>);

impl Kernel for Meet<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        kernels::sprite_sprite(lanes, &self.0, &self.1)
    }
}

struct ShapeMeets<'a> {
    sprite: Strips<'a>,
    parts: &'a [Convex],
    at: Point,
    asked: Asked,
}

impl Kernel for ShapeMeets<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        kernels::sprite_shape(lanes, &self.sprite, self.parts, self.at, self.asked)
    }
}

/// Whether any pixel of a box is covered.
struct HasAny<'a>(Strips<'a>, PixelBox);

impl Kernel for HasAny<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        self.0.has_any(lanes, self.1)
    }
}

struct Smear<'a> {
    of: Strips<'a>,
    moves: &'a Moves,
    out: &'a mut [u32],
}

impl Kernel for Smear<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        kernels::smear(lanes, &self.of, self.moves, self.out);
    }
}

struct Draw<'a> {
    sprite: TurnedMask<'a>,
    at: Point,
    window: PixelBox,
    words: &'a mut [u32],
}

impl Kernel for Draw<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        kernels::cover(lanes, self.sprite, self.at, self.window, self.words);
    }
}

/// Finds the whole-pixel moves of a sprite's cover along a path. Every position on the path is within one pixel of
/// such a move if the sprite is drawn as its mask, and within half a pixel otherwise. In a try one axis may be a step
/// behind the other (SPEC 6). Returns whether the path is short enough.
fn find_moves(moves: &mut Moves, way: Step, is_drawn: bool) -> bool {
    let steps = (way.x.abs().max(way.y.abs()) + 255) / 256;
    if steps > LONGEST {
        return false;
    }
    // A mask that is drawn as it is moves by whole pixels: the position is less than one pixel from the move.
    let near = f64::from(if is_drawn { 258 } else { HALF });
    let behind = 1.0 / steps.max(1) as f64;
    let [x, y] = way.to_f64();
    let moved = |least: f64, most: f64| match (least, most) {
        (0.0, 0.0) => [0, 0],
        _ => [((least - near) / 256.0).ceil() as i32, ((most + near) / 256.0).floor() as i32],
    };
    moves.list.clear();
    (moves.min, moves.max) = ([i32::MAX; 2], [i32::MIN; 2]);
    let rights = moved(x.min(0.0), x.max(0.0));
    for right in rights[0]..=rights[1] {
        let middle = f64::from(right) * 256.0;
        // The times at which the path is this far to the right, and how far down it may be then.
        let (from, until) = if x == 0.0 {
            (0.0, 1.0)
        } else {
            let ends = [(middle - near) / x, (middle + near) / x];
            (ends[0].min(ends[1]).max(0.0), ends[0].max(ends[1]).min(1.0))
        };
        let downs = [(from - behind).max(0.0) * y, (until + behind).min(1.0) * y];
        let downs = if y == 0.0 { [0, 0] } else { moved(downs[0].min(downs[1]), downs[0].max(downs[1])) };
        moves.list.push((right, downs));
        moves.min = [moves.min[0].min(right), moves.min[1].min(downs[0])];
        moves.max = [moves.max[0].max(right), moves.max[1].max(downs[1])];
    }
    true
}

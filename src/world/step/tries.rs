//! Sprites on their paths (SPEC 6). Most pairs are ruled out by the pixels that a sprite may cover, seen from it: the
//! other body's path does not lead over any of them. Only the remaining pairs are tried step by step.
//!
//! These pixels are found once in a step for each sprite that a pair needs, and all pairs of the sprite share them.
//!
//! For an upright sprite the pixels that it may cover are its mask. For a turned one they are a slightly larger mask, which is drawn
//! once a step. A stretch of up to eight steps is left out if the other body reaches none of these pixels in it. In the other steps
//! they are tested first, and a turned sprite is drawn only where they are hit.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use crate::cpu::{PlacedSolid, SpriteOnMap};
use crate::effort::spend;
use crate::form::{Form, Touching};
use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, PairQuestion, TurnedMask};
use crate::lattice::{Bounds, PixelBox, Point, UNITS};
use crate::mask::{Mask, Sprite, Turn};
use crate::query::tries::Tries;
use crate::shape::{Parts, Tiles};
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::table::rows::Rows;

/// A body, or one of its regions, on its path.
#[derive(Debug, Clone, Copy)]
pub(in crate::world) struct Traveller<'a> {
    row: u32,
    /// 0 for the body itself.
    region: u8,
    form: &'a Form,
    /// The bounding box of what it covers, relative to its position.
    extent: Bounds,
    path: [Point; 2],
}

impl<'a> Traveller<'a> {
    /// Returns a body without regions.
    #[inline(always)]
    pub(in crate::world) fn bare(rows: &'a Rows, row: u32) -> Option<Traveller<'a>> {
        let form = rows.forms(row as usize).first()?;
        let extent = rows.form_table.extent(rows.form_number(row)).bounds;
        Some(Traveller { row, region: 0, form, extent, path: path_of(rows, row) })
    }

    /// Returns a region of a body; `None` if it covers nothing.
    pub(in crate::world) fn region(rows: &'a Rows, row: u32, region: u8) -> Option<Traveller<'a>> {
        let form = rows.forms(row as usize).get(usize::from(region))?;
        let extent = match form {
            Form::Sprite(sprite) => Sprite::extent(sprite.turn(), sprite.mask()),
            form => form.bounds()?,
        };
        Some(Traveller { row, region, form, extent, path: path_of(rows, row) })
    }
}

/// The pixel sets of the sprites that the pairs of a step need.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct SweptCovers {
    /// For each row, 1 plus the index of its entry in `list`; 0 if it has none.
    first: Vec<u32>,
    /// The indices of regions' entries in `list`.
    regions: HashMap<(u32, u8), u32>,
    list: Vec<SweptCover>,
    words: Vec<u32>,
    /// Grown copies of masks, by the address of the mask and the number of texels that it is grown by on each axis.
    grown: HashMap<(usize, [i32; 2]), Grown>,
    scratch: [Vec<u32>; 2],
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
    /// The pixels that the sprite may cover at any position of its path. `None` if the set is too large.
    set: Option<PixelSet>,
    /// Whether the set has only pixels that the sprite does cover.
    is_exact: bool,
}

impl SweptCover {
    /// Returns a box around what the sprite may cover at a position.
    #[inline(always)]
    fn pixels_at(&self, at: Point) -> PixelBox {
        at_place(self.extent, at)
    }
}

/// A set of pixels that moves with a sprite by whole pixels.
#[derive(Debug, Clone, Copy)]
struct PixelSet {
    /// The sum of this and the sprite's position lies in the first pixel of the set.
    corner: Point,
    /// Where its words begin in `SweptCovers::words`, and its size; `None` if it is the mask itself, or its mirror
    /// image.
    drawn: Option<(usize, [i32; 2])>,
}

impl PixelSet {
    /// Returns the strips of the set with the sprite at a position.
    #[inline(always)]
    fn strips<'a>(self, sprite: &'a Sprite, words: &'a [u32], at: Point) -> Strips<'a> {
        self.strips_at(sprite, words, [(at.x + self.corner.x) >> 8, (at.y + self.corner.y) >> 8])
    }

    /// Returns the strips of the set with its first pixel at `origin`.
    #[inline(always)]
    fn strips_at<'a>(self, sprite: &'a Sprite, words: &'a [u32], origin: [i32; 2]) -> Strips<'a> {
        match self.drawn {
            Some((from, size)) => Strips::new(&words[from..][..strips::room(size)], size, origin),
            None => {
                let mask = sprite.mask();
                Strips::new(mask.strips(sprite.flip()), [mask.width() as i32, mask.height() as i32], origin)
            }
        }
    }
}

/// The most masks whose grown copies are kept, and the most texels that a mask is grown by.
const MOST_GROWN: usize = 256;
const MOST_TEXELS: i32 = 8;
/// If a set needs more words, nothing is ruled out by it.
const MOST_WORDS: usize = 1 << 15;

/// The units of work of a try against a tile map.
const TRY: u64 = 32;

impl SweptCovers {
    pub(in crate::world) fn clear(&mut self, rows: &Rows) {
        for known in self.list.drain(..) {
            if let Some(first) = self.first.get_mut(known.row as usize) {
                *first = 0;
            }
        }
        self.words.clear();
        self.regions.clear();
        self.first.resize(rows.len(), 0);
    }

    /// Returns when two sprites first overlap. They must not overlap at the start.
    #[inline(always)]
    pub(in crate::world) fn sprites<L: Lanes>(
        &mut self,
        lanes: L,
        [a, b]: [Traveller<'_>; 2],
    ) -> Option<f64> {
        let (p, q) = (a.extent, b.extent);
        // The set of the larger sprite rules out more, and then the set of the smaller one is not needed.
        let is_larger = p.max.x - p.min.x > q.max.x - q.min.x;
        let pair = if is_larger { [b, a] } else { [a, b] };
        let (small, large) = (sprite_of(pair[0])?, sprite_of(pair[1])?);
        let extents = [pair[0].extent, pair[1].extent];
        let mut tries =
            Tries::after_start([pair[0].path, pair[1].path], [reach(extents[0]), reach(extents[1])]);
        let mut next = tries.next()?;
        let second = self.known(pair[1], large);
        let mut first = None;
        loop {
            if let Some(stretch) = tries.stretch(next)
                && !self.may_reach(lanes, (&second, large), extents[0], stretch.ends)
            {
                tries.leave(stretch);
            } else {
                let known = match first {
                    Some(known) => known,
                    None => self.known(pair[0], small),
                };
                first = Some(known);
                if self.meet_at(lanes, &[known, second], [small, large], next.at) {
                    return Some(next.time());
                }
            }
            next = tries.next()?;
        }
    }

    /// Returns when a sprite and a shape of these parts first overlap. They must not overlap at the start.
    #[inline(always)]
    pub(in crate::world) fn sprite_shape<L: Lanes>(
        &mut self,
        lanes: L,
        [own, other]: [Traveller<'_>; 2],
        parts: &Parts,
        touching: Touching,
    ) -> Option<f64> {
        let asked = PairQuestion::overlap(touching);
        let (sprite, bounds) = (sprite_of(own)?, other.extent);
        let mut tries = Tries::after_start([other.path, own.path], [bounds, reach(own.extent)]);
        let mut next = tries.next()?;
        let known = self.known(own, sprite);
        // A shape that only shares an edge with a square touches it. The last pixel is the one in which the box ends.
        let Bounds { min, max } = bounds.grown(1);
        let reached = Bounds { min, max: Point::new(max.x + UNITS, max.y + UNITS) };
        loop {
            if let Some(stretch) = tries.stretch(next)
                && !self.may_reach(lanes, (&known, sprite), reached, stretch.ends)
            {
                tries.leave(stretch);
            } else if let Some(window) =
                self.window(lanes, (&known, sprite), at_place(reached, next.at[0]), next.at[1])
            {
                let SweptCovers { words, scratch: [scratch, _], .. } = self;
                let cover = cover_in(lanes, (&known, sprite), next.at[1], window, words, scratch);
                if kernels::sprite_pieces(lanes, &cover, parts, next.at[0], asked) {
                    return Some(next.time());
                }
            }
            next = tries.next()?;
        }
    }

    /// Returns when a sprite and a tile map at a position first overlap. They must not overlap at the start.
    #[inline(always)]
    pub(in crate::world) fn sprite_map<L: Lanes>(
        &mut self,
        lanes: L,
        own: Traveller<'_>,
        (tiles, at): (&Tiles, Point),
        touching: Touching,
    ) -> Option<f64> {
        let (sprite, extent) = (sprite_of(own)?, reach(own.extent));
        let mut tries = Tries::after_start([[at; 2], own.path], [tiles.bounds()?, extent]);
        let mut next = tries.next()?;
        let known = self.known(own, sprite);
        loop {
            if let Some(stretch) = tries.stretch(next)
                && !are_cells_near(tiles, at, extent, stretch.ends.map(|[_, own]| own))
            {
                tries.leave(stretch);
            } else if !spend(TRY)
                || self.meets_map(lanes, (&known, sprite, own), next.at[1], (tiles, at), touching)
            {
                return Some(next.time());
            }
            next = tries.next()?;
        }
    }

    /// Whether a sprite at a position overlaps a tile map.
    #[inline(always)]
    fn meets_map<L: Lanes>(
        &mut self,
        lanes: L,
        (known, sprite, own): (&SweptCover, &Sprite, Traveller<'_>),
        here: Point,
        (tiles, at): (&Tiles, Point),
        touching: Touching,
    ) -> bool {
        let side = PlacedSolid { form: own.form, at: here, bounds: reach(own.extent).translated(here) };
        if let Some(set) = known.set {
            let strips = set.strips(sprite, &self.words, here);
            let is_near = lanes.call(SpriteOnMap { side, strips, tiles, at, touching });
            if known.is_exact | !is_near {
                return is_near;
            }
        }
        let SweptCovers { words, scratch: [scratch, _], .. } = self;
        let strips = cover_in(lanes, (known, sprite), here, known.pixels_at(here), words, scratch);
        lanes.call(SpriteOnMap { side, strips, tiles, at, touching })
    }

    /// Whether a body with the given extent may reach a pixel of a sprite's set in some tries. The ends are the
    /// positions of the body and of the sprite before the first of these tries and in the last one.
    #[inline(always)]
    fn may_reach<L: Lanes>(
        &self,
        lanes: L,
        (known, sprite): (&SweptCover, &Sprite),
        extent: Bounds,
        ends: [[Point; 2]; 2],
    ) -> bool {
        let Some(set) = known.set else { return true };
        let near = near_between(extent, set.corner, ends);
        set.strips_at(sprite, &self.words, [0, 0]).has_any(lanes, near)
    }

    /// Returns the pixels of a box that a sprite at a position may cover; `None` if it covers none of them.
    #[inline(always)]
    fn window<L: Lanes>(
        &self,
        lanes: L,
        (known, sprite): (&SweptCover, &Sprite),
        near: PixelBox,
        at: Point,
    ) -> Option<PixelBox> {
        let window = common(known.pixels_at(at), near);
        if window.is_empty() {
            return None;
        }
        let Some(set) = known.set else { return Some(window) };
        set.strips(sprite, &self.words, at).has_any(lanes, window).then_some(window)
    }

    /// Whether a smaller and a larger sprite at two positions have a common pixel.
    #[inline(always)]
    fn meet_at<L: Lanes>(
        &mut self,
        lanes: L,
        known: &[SweptCover; 2],
        both: [&Sprite; 2],
        at: [Point; 2],
    ) -> bool {
        if let (Some(p), Some(q)) = (known[0].set, known[1].set) {
            let (p, q) = (p.strips(both[0], &self.words, at[0]), q.strips(both[1], &self.words, at[1]));
            if !kernels::sprite_sprite(lanes, &p, &q) {
                return false;
            }
            if known[0].is_exact & known[1].is_exact {
                return true;
            }
        }
        lanes.call(MeetAt { covers: self, known, both, at })
    }

    /// Returns what is known of a sprite; the first request finds it.
    #[inline(always)]
    fn known(&mut self, of: Traveller<'_>, sprite: &Sprite) -> SweptCover {
        let Traveller { row, region, extent, .. } = of;
        if is_upright(sprite) {
            let set = Some(PixelSet { corner: extent.min, drawn: None });
            return SweptCover { row, extent, set, is_exact: true };
        }
        let at = match region {
            0 => self.first[row as usize],
            _ => self.regions.get(&(row, region)).copied().unwrap_or(0),
        };
        if at == 0 { self.add(of, sprite) } else { self.list[at as usize - 1] }
    }

    #[inline(never)]
    fn add(&mut self, of: Traveller<'_>, sprite: &Sprite) -> SweptCover {
        let Traveller { row, region, extent, path: [start, end], .. } = of;
        let is_still = start == end;
        let set = if is_still {
            self.draw(turned(sprite), start, at_place(extent, start), 0)
        } else {
            self.near_start(sprite, start)
        };
        let known = SweptCover { row, extent, set, is_exact: is_still & set.is_some() };
        self.list.push(known);
        let at = self.list.len() as u32;
        match region {
            0 => self.first[row as usize] = at,
            _ => drop(self.regions.insert((row, region), at)),
        }
        known
    }

    /// Finds the pixels that a turned sprite may cover up to half a pixel away from a position. Moved by whole pixels,
    /// they include what it covers anywhere.
    fn near_start(&mut self, sprite: &Sprite, start: Point) -> Option<PixelSet> {
        let grown = self.grown(sprite)?;
        let (turn, [by_x, by_y]) = (sprite.turn(), slack(sprite.turn()));
        let turn = Turn { u1: turn.u1 + (by_x << 16), v1: turn.v1 + (by_y << 16), ..turn };
        let pixels = at_place(Sprite::extent(turn, &grown), start);
        self.draw(TurnedMask { mask: &grown, turn: &turn, flip: sprite.flip() }, start, pixels, UNITS / 2)
    }

    /// Draws the pixels that a sprite covers; `None` if they need too many words. `half` is half a pixel for a
    /// set that is moved to the nearest whole pixel, and 0 for a sprite that does not move.
    fn draw(&mut self, sprite: TurnedMask<'_>, at: Point, pixels: PixelBox, half: i32) -> Option<PixelSet> {
        let size = kernels::size_of(pixels);
        let (room, from) = (strips::room(size), self.words.len());
        if room > MOST_WORDS {
            return None;
        }
        self.words.resize(from + room, 0);
        Simd::best().run(Draw { sprite, at, window: pixels, words: &mut self.words[from..] });
        let corner = Point::new(UNITS * pixels.x0 - at.x + half, UNITS * pixels.y0 - at.y + half);
        Some(PixelSet { corner, drawn: Some((from, size)) })
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

fn sprite_of(of: Traveller<'_>) -> Option<&Sprite> {
    match of.form {
        Form::Sprite(sprite) => Some(sprite),
        _ => None,
    }
}

fn path_of(rows: &Rows, row: u32) -> [Point; 2] {
    [rows.path_start(row as usize), rows.points[row as usize]]
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
fn is_upright(sprite: &Sprite) -> bool {
    sprite.turn_ref().is_upright()
}

/// Returns what a sprite covers within a window of pixels. The result may reach beyond the window if nothing is drawn
/// for it.
#[inline(always)]
fn cover_in<'a, L: Lanes>(
    lanes: L,
    (known, sprite): (&SweptCover, &'a Sprite),
    at: Point,
    window: PixelBox,
    words: &'a [u32],
    scratch: &'a mut Vec<u32>,
) -> Strips<'a> {
    if known.is_exact
        && let Some(set) = known.set
    {
        return set.strips(sprite, words, at);
    }
    let size = kernels::size_of(window);
    let room = strips::room(size);
    if scratch.len() < room {
        scratch.resize(room, 0);
    }
    lanes.call(Draw { sprite: turned(sprite), at, window, words: &mut scratch[..room] });
    Strips::new(&scratch[..room], size, [window.x0, window.y0])
}

/// Returns the pixels that a body may reach in some tries, relative to the first pixel of a set of pixels that moves
/// with another body. The ends are the positions of both bodies before the first of these tries and in the last one.
#[inline(always)]
fn near_between(extent: Bounds, corner: Point, [[a, b], [c, d]]: [[Point; 2]; 2]) -> PixelBox {
    let x = [a.x - b.x - corner.x, c.x - d.x - corner.x];
    let y = [a.y - b.y - corner.y, c.y - d.y - corner.y];
    let [x0, x1] = pixels_between(x, [extent.min.x, extent.max.x]);
    let [y0, y1] = pixels_between(y, [extent.min.y, extent.max.y]);
    PixelBox { x0, y0, x1, y1 }
}

/// Returns the same for one axis. Positions between the ends are rounded, which moves one body relative to the other
/// by less than two units; and the first pixel of the set is up to 255 units before the set's corner.
#[inline(always)]
fn pixels_between([p, q]: [i32; 2], [min, max]: [i32; 2]) -> [i32; 2] {
    [(p.min(q) + min - 2) >> 8, (p.max(q) + max + 2 + 255) >> 8]
}

/// Whether cells of a map are near a body of the given extent in a stretch of tries with these ends.
fn are_cells_near(tiles: &Tiles, at: Point, extent: Bounds, ends: [Point; 2]) -> bool {
    let [first, last] = ends.map(|end| extent.translated(end));
    // Positions between the ends are rounded.
    tiles.cells_near(first.union(last).grown(2).seen_from(at)).next().is_some()
}

/// Returns the pixels that both boxes contain.
#[inline(always)]
fn common(p: PixelBox, q: PixelBox) -> PixelBox {
    PixelBox { x0: p.x0.max(q.x0), y0: p.y0.max(q.y0), x1: p.x1.min(q.x1), y1: p.y1.min(q.y1) }
}

/// Returns a box around all that a sprite may cover, relative to its position, wherever in a pixel that position is.
#[inline(always)]
fn reach(Bounds { min, max }: Bounds) -> Bounds {
    Bounds { min: Point::new(min.x - 255, min.y - 255), max }
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

/// Whether a smaller and a larger sprite at two positions have a common pixel, exactly. Where nothing is known of one of
/// them, it is drawn.
struct MeetAt<'a> {
    covers: &'a mut SweptCovers,
    known: &'a [SweptCover; 2],
    both: [&'a Sprite; 2],
    at: [Point; 2],
}

impl Kernel for MeetAt<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let MeetAt { covers, known: [small, large], both: [p, q], at } = self;
        let SweptCovers { words, scratch: [scratch, other], .. } = covers;
        let window = common(small.pixels_at(at[0]), large.pixels_at(at[1]));
        if window.is_empty() {
            return false;
        }
        let first = cover_in(lanes, (small, p), at[0], window, words, scratch);
        // The smaller sprite is drawn first: often it does not even meet what the larger one may cover.
        if let Some(set) = large.set {
            let meet = kernels::sprite_sprite(lanes, &first, &set.strips(q, words, at[1]));
            if !meet | large.is_exact {
                return meet;
            }
        }
        let second = cover_in(lanes, (large, q), at[1], window, words, other);
        kernels::sprite_sprite(lanes, &first, &second)
    }
}

/// Draws what a sprite covers within a window of pixels.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;

    #[test]
    fn in_every_try_a_body_is_where_it_may_reach() {
        let mut random = Random::new(41);
        let mut seen = 0;
        for round in 0..3000 {
            let far = [300, 3000, 20_000][round % 3];
            let mut place = |far: i32| Point::new(random.below(2 * far) - far, random.below(2 * far) - far);
            let paths = [[place(far), place(far)], [place(far), place(far)]];
            let (corner, [p, q]) = (place(2000), [place(3000), place(3000)]);
            let extent = Bounds { min: p, max: p }.union(Bounds { min: q, max: q });
            let everywhere = Bounds { min: Point::new(-far, -far), max: Point::new(far, far) }.grown(2 * far);
            let mut tries = Tries::after_start(paths, [everywhere; 2]);
            let mut near = PixelBox::default();
            while let Some(next) = tries.next() {
                if let Some(stretch) = tries.stretch(next) {
                    near = near_between(extent, corner, stretch.ends);
                }
                let (body, [at, to]) = (at_place(extent, next.at[0]), next.at);
                let first = [(to.x + corner.x) >> 8, (to.y + corner.y) >> 8];
                let is_in = (near.x0 <= body.x0 - first[0]) & (body.x1 - first[0] <= near.x1);
                let is_in = is_in & (near.y0 <= body.y0 - first[1]) & (body.y1 - first[1] <= near.y1);
                assert!(is_in, "{paths:?} {extent:?} {corner:?} {at:?} {to:?}");
                seen += 1;
            }
        }
        assert!(seen > 50_000, "{seen}");
    }
}

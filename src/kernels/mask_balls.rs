//! Small bodies beside a sprite: the texel under each one's centre, or under the point of its inner disc that is nearest to
//! the sprite's middle, and a coarse view of the mask around it, say of most whether they overlap.
//!
//! Floats give the texel, with a bound on the error: 2^-21 of all terms, which is four times what their roundings can
//! add up to, and 2^-16 of a texel for the rounding of u and v themselves (SPEC 4).

use super::coarse::{Coarse, PAD, SQUARE};
use super::discs::Ball;
use super::eight_pairs::{absolute, bits, compare_discs, squared};
use super::settle::SpriteAt;
use crate::lattice::{Point, UNITS};
use crate::simd::Lanes;

/// The error of u and v, as a share of the terms that they are the sum of, and what is added to it, in texels.
const SHARE: f32 = 1.0 / (1 << 21) as f32;
const LEAST: f32 = 1.0 / (1 << 16) as f32;
/// More than all other rounding errors together, in lattice units.
const SLACK: f32 = 8.0;
/// Turns 16.16 fixed point into texels.
const TEXEL: f32 = 1.0 / 65536.0;

/// From inner discs of this radius on, in lattice units, it pays to look at the point nearest to a sprite's middle, and not
/// at the centre.
const LARGE_INNER: f32 = 1.5 * UNITS as f32;
/// A number of this size has no digits after the point, so adding it rounds.
const WHOLE: f32 = 1.5 * (1 << 23) as f32;

const EIGHT: usize = 8;

/// Where the centres of eight pixels are in a mask, in texels.
struct Texels<L: Lanes> {
    u: L::Floats,
    v: L::Floats,
    /// A bound on the error of either.
    error: L::Floats,
}

/// What the coarse view says of eight texels.
struct Seen<L: Lanes> {
    /// The least distance of the texel's cell to a set cell, in parts of a cell.
    gap: L::Floats,
    /// All bits where the cell has a set texel.
    has_set: L::Ints,
    /// All bits where the point is surely in that cell, and not beyond all cells.
    is_in: L::Ints,
}

/// Eight small bodies beside a sprite, each as a disc in it and a disc around it.
pub(crate) struct EightBalls<L: Lanes> {
    /// The centres.
    pub(crate) at: [L::Ints; 2],
    /// The radii of the inner and the outer discs.
    pub(crate) discs: [L::Floats; 2],
    /// The graze margins, at least 0.
    pub(crate) margins: L::Floats,
    /// A mask of those of which a point in the sprite proves an overlap: not if touches do not count and the body has no
    /// interior.
    pub(crate) prove: L::Ints,
    /// A mask of the sprites.
    pub(crate) are_sprites: L::Ints,
}

impl<L: Lanes> EightBalls<L> {
    /// Returns the centres relative to a point.
    #[inline(always)]
    fn seen_from(&self, lanes: L, point: Point) -> [L::Floats; 2] {
        let [x, y] = self.at;
        let from = |at, origin: i32| lanes.floats_of(lanes.sub_ints(at, lanes.int(origin.cast_unsigned())));
        [from(x, point.x), from(y, point.y)]
    }

    /// Returns the centres of the pixels that contain the centres, relative to a point.
    #[inline(always)]
    fn pixels_from(&self, lanes: L, point: Point) -> [L::Floats; 2] {
        let [x, y] = self.at;
        let whole = (-UNITS).cast_unsigned();
        let from = |at, origin: i32| {
            let by = (UNITS / 2 - origin).cast_unsigned();
            lanes.floats_of(lanes.add_ints(lanes.and_ints(at, lanes.int(whole)), lanes.int(by)))
        };
        [from(x, point.x), from(y, point.y)]
    }

    /// Returns a mask of those whose inner disc is known.
    #[inline(always)]
    fn are_known(&self, lanes: L) -> L::Ints {
        lanes.less(lanes.float(-f32::MIN_POSITIVE), self.discs[0])
    }
}

/// Returns what is known of eight small bodies and a larger sprite, by its discs and by its mask, as bits of
/// [`known`](super::known). `ball` are the discs of the sprite.
#[inline(always)]
pub(crate) fn look_at_mask<L: Lanes>(
    lanes: L,
    sprite: SpriteAt<'_>,
    ball: Ball,
    small: &EightBalls<L>,
) -> L::Ints {
    let SpriteAt { sprite: of, at } = sprite;
    let (Ball { centre, discs }, [inner, outer], margins) = (ball, small.discs, small.margins);
    // The distance from the sprite's position to the middle of its discs.
    let by = [(centre.x - at.x) as f32, (centre.y - at.y) as f32];
    let way = small.seen_from(lanes, centre);
    let compared = compare_discs(
        lanes,
        way,
        [inner, lanes.float(discs.inner())],
        [outer, lanes.float(discs.outer())],
        margins,
    );
    let coarse = of.mask().coarse();
    let pixel = small.pixels_from(lanes, at);
    let texels = sprite.texels(lanes, pixel);
    let seen = sprite.look(lanes, coarse, &texels);
    let gap = sprite.gap(lanes, coarse, &texels, &seen);
    // The distance from the centre of the pixel to that of the body.
    let x = lanes.sub_floats(lanes.add_floats(way[0], lanes.float(by[0])), pixel[0]);
    let y = lanes.sub_floats(lanes.add_floats(way[1], lanes.float(by[1])), pixel[1]);
    let away = lanes.sqrt_floats(lanes.fused(x, x, lanes.mul_floats(y, y)));
    let radius = lanes.add_floats(outer, lanes.add_floats(away, lanes.float(SLACK)));
    // The outer disc must contain the centres of the pixels that the body touches. Discs of sprites contain whole pixels,
    // whose centres are further inside than their corners. For a graze, squares count.
    let rim = lanes.choose(small.are_sprites, lanes.float(-SQUARE), lanes.float(SQUARE));
    let touch = lanes.max_floats(lanes.add_floats(radius, rim), lanes.float(0.0));
    let reach = lanes.add_floats(lanes.add_floats(radius, lanes.float(SQUARE)), margins);
    // The pixel contains a point of the body; of a sprite, it is covered.
    let is_upright = of.turn_ref().is_upright();
    let set = if !is_upright && lanes.any_ints(lanes.less(lanes.float(LARGE_INNER), inner)) {
        sprite.sets(lanes, &sprite.texels(lanes, sprite.toward(lanes, way, by, inner)))
    } else if coarse.cells_per_texel() == 1.0 {
        sprite.sets_of(lanes, &texels, &seen)
    } else {
        sprite.sets(lanes, &texels)
    };
    let are_known = small.are_known(lanes);
    let mut hit = lanes.and_ints(lanes.and_ints(set, small.prove), are_known);
    let mut near = lanes.int(0);
    if is_upright {
        let far =
            lanes.add_floats(sprite.most(lanes, coarse, &seen), lanes.add_floats(away, lanes.float(SLACK)));
        let is_close = lanes.and_ints(seen.is_in, are_known);
        let meets = lanes.and_ints(lanes.less(far, inner), small.prove);
        hit = lanes.or_ints(hit, lanes.and_ints(meets, is_close));
        near = lanes.and_ints(lanes.less(far, lanes.add_floats(inner, margins)), is_close);
    }
    let (apart, far) = (lanes.less(squared(lanes, touch), gap), lanes.less(squared(lanes, reach), gap));
    lanes.or_ints(compared, bits(lanes, [hit, apart, near, lanes.and_ints(apart, far)]))
}

/// Returns the distance from the nearest whole number.
#[inline(always)]
fn off_whole<L: Lanes>(lanes: L, x: L::Floats) -> L::Floats {
    let whole = lanes.sub_floats(lanes.add_floats(x, lanes.float(WHOLE)), lanes.float(WHOLE));
    absolute(lanes, lanes.sub_floats(x, whole))
}

impl SpriteAt<'_> {
    /// Returns the texels under points, given relative to the sprite's position, for the mask as given.
    #[inline(always)]
    fn texels<L: Lanes>(self, lanes: L, [x, y]: [L::Floats; 2]) -> Texels<L> {
        let (turn, mask, flip) = (self.sprite.turn_ref(), self.sprite.mask(), self.sprite.flip());
        let step = |by: i32| lanes.float(by as f32 * (TEXEL / 256.0));
        let one = |at: i32| lanes.float(at as f32 * TEXEL);
        let (ux, uy) = (lanes.mul_floats(step(turn.ux), x), lanes.mul_floats(step(turn.uy), y));
        let (vx, vy) = (lanes.mul_floats(step(turn.vx), x), lanes.mul_floats(step(turn.vy), y));
        let sum = |a, b, c| lanes.add_floats(lanes.add_floats(a, b), c);
        let (u, v) = (sum(one(turn.u1), ux, uy), sum(one(turn.v1), vx, vy));
        let size = |x| absolute(lanes, x);
        let all = lanes.add_floats(
            sum(size(ux), size(uy), size(one(turn.u1))),
            sum(size(vx), size(vy), size(one(turn.v1))),
        );
        let error = lanes.fused(all, lanes.float(SHARE), lanes.float(LEAST));
        let mirrored =
            |u, side: u32, is: bool| if is { lanes.sub_floats(lanes.float(side as f32), u) } else { u };
        Texels { u: mirrored(u, mask.width(), flip[0]), v: mirrored(v, mask.height(), flip[1]), error }
    }

    /// Returns the centres of the pixels that contain those points of discs that are nearest to the sprite's middle, relative
    /// to its position. The discs' centres are relative to that middle, which is `by` from the position.
    #[inline(always)]
    fn toward<L: Lanes>(
        self,
        lanes: L,
        [x, y]: [L::Floats; 2],
        by: [f32; 2],
        inner: L::Floats,
    ) -> [L::Floats; 2] {
        let away = lanes.sqrt_floats(lanes.fused(x, x, lanes.fused(y, y, lanes.float(1.0))));
        let inner = lanes.max_floats(lanes.sub_floats(inner, lanes.float(SLACK)), lanes.float(0.0));
        // What is left of the way to the middle.
        let rest = lanes.max_floats(lanes.sub_floats(away, inner), lanes.float(0.0));
        let share = lanes.div_floats(rest, away);
        let unit = UNITS as f32;
        let within = [self.at.x & (UNITS - 1), self.at.y & (UNITS - 1)].map(|at| at as f32);
        let (mut pixel, way) = ([x, y], [x, y]);
        let mut k = 0;
        while k < 2 {
            let to = lanes.fused(way[k], share, lanes.float(by[k] + within[k]));
            // (Rounded to the nearest middle of a pixel: next to an edge it may be either pixel, which `SLACK` allows.)
            let middle = lanes.fused(to, lanes.float(1.0 / unit), lanes.float(-0.5));
            let whole = lanes.sub_floats(lanes.add_floats(middle, lanes.float(WHOLE)), lanes.float(WHOLE));
            pixel[k] = lanes.fused(whole, lanes.float(unit), lanes.float(unit / 2.0 - within[k]));
            k += 1;
        }
        pixel
    }

    /// Returns all bits where a texel is surely set.
    #[inline(always)]
    fn sets<L: Lanes>(self, lanes: L, texels: &Texels<L>) -> L::Ints {
        let mask = self.sprite.mask();
        let (mut texel, mut sure) = ([[0; EIGHT]; 2], lanes.int(u32::MAX));
        let sides = [(texels.u, mask.width()), (texels.v, mask.height())];
        let mut k = 0;
        while k < 2 {
            let (at, side) = sides[k];
            // A texel is sure if it is inside, and if the point is not too near to the next one.
            let inside = lanes.max_floats(lanes.min_floats(at, lanes.float(side as f32)), lanes.float(0.0));
            sure = lanes.and_ints(sure, lanes.less(texels.error, off_whole(lanes, inside)));
            lanes.put_ints(lanes.and_ints(lanes.floor_ints(inside), sure), &mut texel[k], 0);
            k += 1;
        }
        let mut set = [0_u32; EIGHT];
        let (words, stride) = (mask.words(), mask.stride());
        // A texel is read in any case, because no branch predictor could guess whether it is sure.
        for k in 0..EIGHT {
            let [x, y] = [texel[0][k] as usize, texel[1][k] as usize];
            set[k] = ((words[y * stride + x / 64] >> (x % 64)) as u32 & 1).wrapping_neg();
        }
        lanes.and_ints(lanes.ints(&set, 0), sure)
    }

    /// Returns the same from the cells that contain the texels, if each cell is one texel.
    #[inline(always)]
    fn sets_of<L: Lanes>(self, lanes: L, texels: &Texels<L>, seen: &Seen<L>) -> L::Ints {
        let is_set = lanes.and_ints(seen.is_in, seen.has_set);
        // (The cell is the floor of a sum that was rounded once more.)
        let error = lanes.add_floats(texels.error, lanes.float(LEAST));
        let sure = |at| lanes.less(error, off_whole(lanes, at));
        lanes.and_ints(is_set, lanes.and_ints(sure(texels.u), sure(texels.v)))
    }

    /// Looks at the cells that contain texels.
    #[inline(always)]
    fn look<L: Lanes>(self, lanes: L, coarse: &Coarse, texels: &Texels<L>) -> Seen<L> {
        let (mut cell, mut is_in) = ([[0; EIGHT]; 2], lanes.int(u32::MAX));
        let sides = [(texels.u, coarse.columns), (texels.v, coarse.rows)];
        let mut k = 0;
        while k < 2 {
            let (at, cells) = sides[k];
            let scaled = lanes.fused(at, lanes.float(coarse.cells_per_texel()), lanes.float(PAD as f32));
            let (least, most) = (lanes.float(0.0), lanes.float(cells as f32 - 0.5));
            is_in = lanes.and_ints(is_in, lanes.less(least, scaled));
            is_in = lanes.and_ints(is_in, lanes.less(scaled, most));
            let scaled = lanes.max_floats(lanes.min_floats(scaled, most), least);
            lanes.put_ints(lanes.floor_ints(scaled), &mut cell[k], 0);
            k += 1;
        }
        let mut entry = [0.0; EIGHT];
        for k in 0..EIGHT {
            entry[k] = f32::from(coarse.gaps[cell[1][k] as usize * coarse.columns + cell[0][k] as usize]);
        }
        let (entry, one) = (lanes.floats(&entry), lanes.float(1.0));
        let gap = lanes.max_floats(lanes.sub_floats(entry, one), lanes.float(0.0));
        Seen { gap, has_set: lanes.less(entry, one), is_in }
    }

    /// Returns upper bounds of the distances from the centres of pixels to squares that the sprite covers, which must be
    /// upright: then a set texel is a covered pixel, and the centre of a pixel is that of a texel.
    #[inline(always)]
    fn most<L: Lanes>(self, lanes: L, coarse: &Coarse, seen: &Seen<L>) -> L::Floats {
        /// The largest entry: it says nothing of what is further.
        const MOST_GAP: f32 = 253.5;
        let is_far = lanes.less(lanes.float(MOST_GAP), seen.gap);
        let gap = lanes.add_floats(seen.gap, lanes.float(1.0));
        // A point and the set texel may be anywhere in their cells, but for a cell of one texel.
        let diagonal = if coarse.cells_per_texel() < 1.0 { 2.83 } else { 0.708 };
        let off = diagonal / coarse.cells_per_texel();
        let most = lanes.fused(gap, lanes.float(coarse.part), lanes.float(off));
        lanes.choose(is_far, lanes.float(f32::MAX), lanes.mul_floats(most, lanes.float(UNITS as f32)))
    }

    /// Returns lower bounds of the squared distances from texels to set texels, in lattice units.
    #[inline(always)]
    fn gap<L: Lanes>(self, lanes: L, coarse: &Coarse, texels: &Texels<L>, seen: &Seen<L>) -> L::Floats {
        let mask = self.sprite.mask();
        let &Texels { u, v, error } = texels;
        let zero = lanes.float(0.0);
        // The cell of a point beyond all cells is that of the nearest point within them.
        let near = lanes.mul_floats(seen.gap, lanes.float(coarse.part));
        let near = lanes.max_floats(lanes.sub_floats(near, lanes.add_floats(error, error)), zero);
        let (mut by_cell, mut by_mask) = (squared(lanes, near), zero);
        let sides = [(u, mask.width(), coarse.columns), (v, mask.height(), coarse.rows)];
        let mut k = 0;
        while k < 2 {
            let (at, side, cells) = sides[k];
            let beside = |first: f32, last: f32| {
                let (before, after) =
                    (lanes.sub_floats(lanes.float(first), at), lanes.sub_floats(at, lanes.float(last)));
                lanes.max_floats(lanes.sub_floats(lanes.max_floats(before, after), error), zero)
            };
            let pad = PAD as f32 / coarse.cells_per_texel();
            let beyond = beside(-pad, cells as f32 / coarse.cells_per_texel() - pad);
            by_cell = lanes.fused(beyond, beyond, by_cell);
            let beyond = beside(0.0, side as f32);
            by_mask = lanes.fused(beyond, beyond, by_mask);
            k += 1;
        }
        lanes.mul_floats(
            lanes.max_floats(by_cell, by_mask),
            lanes.float(self.sprite.texel_size().least_square),
        )
    }
}

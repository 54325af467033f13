//! Small bodies beside a sprite. Two things decide most of them: the texel under the centre, or under the point of the inner
//! disc that is nearest to the sprite's middle; and a coarse view of the mask around that texel.
//!
//! Floats give the texel, with a bound on the error: 2^-21 of all terms, which is four times what their roundings can
//! add up to, and 2^-16 of a texel for the rounding of u and v themselves (SPEC 4).

use super::coarse::{Coarse, PAD, SQUARE};
use super::discs::Ball;
use super::eight_pairs::{absolute, bits, compare_discs, squared};
use crate::lattice::{Point, UNITS};
use crate::mask::Sprite;
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
/// Half the side of a pixel, in lattice units. The centre of a pixel is further inside a disc that contains the pixel.
const HALF: f32 = (UNITS / 2) as f32;
/// A number of this size has no digits after the point, so adding it rounds.
const WHOLE: f32 = 1.5 * (1 << 23) as f32;

const EIGHT: usize = 8;

/// Where the centres of eight pixels are in a mask, in texels; for an upright sprite the middles of the texels there.
struct EightTexels<L: Lanes> {
    u: L::Floats,
    v: L::Floats,
    /// A bound on the error of either.
    error: L::Floats,
}

/// A sprite at eight points.
struct CoarseSample<L: Lanes> {
    /// The texels under the centres of the pixels that contain the points.
    texels: EightTexels<L>,
    cells: CoarseCells<L>,
    /// The distances from the points to these centres.
    away: L::Floats,
    /// Lower bounds of the squared distances from these centres to set texels.
    gap: L::Floats,
}

/// The coarse view of a mask at eight texels.
struct CoarseCells<L: Lanes> {
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
    /// All bits for the bodies that certainly overlap the sprite if one of their points does. If touches do not count, that
    /// is not so for bodies without interior.
    pub(crate) can_prove: L::Ints,
    /// Masks of the upright sprites and of the other ones.
    pub(crate) are_drawn: L::Ints,
    pub(crate) are_turned: L::Ints,
}

/// Eight segments and capsules beside a sprite.
pub(crate) struct EightEnds<L: Lanes> {
    /// The two ends of each.
    pub(crate) at: [[L::Ints; 2]; 2],
    pub(crate) radii: L::Floats,
    /// The graze margins, at least 0.
    pub(crate) margins: L::Floats,
    /// The same as of [`EightBalls`].
    pub(crate) prove: L::Ints,
}

/// Returns points relative to another one.
#[inline(always)]
fn seen_from<L: Lanes>(lanes: L, [x, y]: [L::Ints; 2], point: Point) -> [L::Floats; 2] {
    let from = |at, origin: i32| lanes.floats_of(lanes.sub_ints(at, lanes.int(origin.cast_unsigned())));
    [from(x, point.x), from(y, point.y)]
}

/// Returns the centres of the pixels that contain points, relative to another point.
#[inline(always)]
fn pixels_from<L: Lanes>(lanes: L, [x, y]: [L::Ints; 2], point: Point) -> [L::Floats; 2] {
    let whole = (-UNITS).cast_unsigned();
    let from = |at, origin: i32| {
        let by = (UNITS / 2 - origin).cast_unsigned();
        lanes.floats_of(lanes.add_ints(lanes.and_ints(at, lanes.int(whole)), lanes.int(by)))
    };
    [from(x, point.x), from(y, point.y)]
}

impl<L: Lanes> EightBalls<L> {
    /// Returns a mask of those whose inner disc is known.
    #[inline(always)]
    fn are_known(&self, lanes: L) -> L::Ints {
        lanes.less(lanes.float(-f32::MIN_POSITIVE), self.discs[0])
    }
}

/// Returns what is known of eight small bodies and a larger sprite, by its discs and by its mask, as bits of
/// [`known`](super::known). `ball` are the discs of the sprite. The second result is for [`look_at_ends`]: lower bounds of the
/// squared distances from the pixels of the bodies' centres to the mask.
#[inline(always)]
pub(crate) fn look_at_mask<L: Lanes>(
    lanes: L,
    sprite: SpriteAt<'_>,
    ball: Ball,
    small: &EightBalls<L>,
) -> (L::Ints, L::Floats) {
    let SpriteAt { sprite: of, at } = sprite;
    let (Ball { centre, discs }, [inner, outer], margins) = (ball, small.discs, small.margins);
    // The distance from the sprite's position to the middle of its discs.
    let by = [(centre.x - at.x) as f32, (centre.y - at.y) as f32];
    let offset = seen_from(lanes, small.at, centre);
    let compared = compare_discs(
        lanes,
        offset,
        [inner, lanes.float(discs.inner())],
        [outer, lanes.float(discs.outer())],
        margins,
    );
    let looked = sprite.look_from(lanes, small.at);
    let CoarseSample { ref texels, cells: ref seen, away, gap } = looked;
    let radius = lanes.add_floats(outer, lanes.add_floats(away, lanes.float(SLACK)));
    // A pixel is covered if its centre is in a set texel: the outer disc must contain the centres of the pixels that the body
    // touches. Discs of sprites contain whole pixels, whose centres are further inside; if the larger sprite is upright, they
    // are in the middle of its texels. For a graze, squares count.
    let square = lanes.float(sprite.beyond_texels());
    let beyond = if of.turn_ref().is_upright() { HALF } else { 0.0 };
    let rim = lanes.choose(small.are_drawn, lanes.float(-HALF - beyond), square);
    let rim = lanes.choose(small.are_turned, lanes.float(-SQUARE - beyond), rim);
    let touch = lanes.max_floats(lanes.add_floats(radius, rim), lanes.float(0.0));
    let reach = lanes.add_floats(lanes.add_floats(radius, square), margins);
    // The pixel contains a point of the body; of a sprite, it is covered.
    let is_upright = of.turn_ref().is_upright();
    let set = if !is_upright && lanes.any_ints(lanes.less(lanes.float(LARGE_INNER), inner)) {
        sprite.sets(lanes, &sprite.texels(lanes, sprite.toward(lanes, offset, by, inner)))
    } else {
        sprite.sets_under(lanes, texels, seen)
    };
    let (meets, near) = sprite.reach(lanes, &looked, inner, margins);
    let hit = lanes.and_ints(lanes.or_ints(set, meets), small.can_prove);
    let are_known = small.are_known(lanes);
    let (hit, near) = (lanes.and_ints(hit, are_known), lanes.and_ints(near, are_known));
    let (apart, far) = (lanes.less(squared(lanes, touch), gap), lanes.less(squared(lanes, reach), gap));
    (lanes.or_ints(compared, bits(lanes, [hit, apart, near, lanes.and_ints(apart, far)])), gap)
}

/// Compares the ends of eight segments and capsules with the mask of a larger sprite; returns bits of
/// [`known`](super::known). `gap` is the second result of [`look_at_mask`].
///
/// If a point moves by some length, its distance from the mask changes by at most this length. So every point between the
/// centre and an end is at least (distance of the centre + distance of the end - length between them) / 2 from the mask.
#[inline(always)]
pub(crate) fn look_at_ends<L: Lanes>(
    lanes: L,
    sprite: SpriteAt<'_>,
    ends: &EightEnds<L>,
    gap: L::Floats,
) -> L::Ints {
    let EightEnds { at: [[x0, y0], [x1, y1]], radii, margins, prove } = *ends;
    let half = |p, q| lanes.mul_floats(lanes.floats_of(lanes.sub_ints(p, q)), lanes.float(0.5));
    let (x, y) = (half(x0, x1), half(y0, y1));
    let long = lanes.sqrt_floats(lanes.fused(x, x, lanes.mul_floats(y, y)));
    let (mut hit, mut near, mut least) = (lanes.int(0), lanes.int(0), lanes.float(f32::MAX));
    let mut k = 0;
    while k < 2 {
        let looked = sprite.look_from(lanes, ends.at[k]);
        let set = lanes.and_ints(sprite.sets_under(lanes, &looked.texels, &looked.cells), prove);
        let (meets, is_near) = sprite.reach(lanes, &looked, radii, margins);
        let is_hit = lanes.or_ints(set, lanes.and_ints(meets, prove));
        (hit, near) = (lanes.or_ints(hit, is_hit), lanes.or_ints(near, is_near));
        least = lanes.min_floats(least, lanes.sub_floats(lanes.sqrt_floats(looked.gap), looked.away));
        k += 1;
    }
    // (The distances are those of pixels' centres, not those of the centre of the body and of its end.)
    let both = lanes.add_floats(lanes.sqrt_floats(gap), least);
    let between = lanes.add_floats(long, lanes.float(SQUARE));
    let least = lanes.mul_floats(lanes.sub_floats(both, between), lanes.float(0.5));
    let touch = lanes.add_floats(radii, lanes.float(sprite.beyond_texels() + SLACK));
    let (apart, far) = (lanes.less(touch, least), lanes.less(lanes.add_floats(touch, margins), least));
    bits(lanes, [hit, apart, near, far])
}

/// Returns a bit for each of eight points that is in a pixel that the sprite covers.
#[inline(always)]
pub(crate) fn covered_points<L: Lanes>(lanes: L, sprite: SpriteAt<'_>, points: [L::Ints; 2]) -> u32 {
    let looked = sprite.look_from(lanes, points);
    lanes.bits_of(sprite.sets_under(lanes, &looked.texels, &looked.cells))
}

/// Returns the distance from the nearest whole number.
#[inline(always)]
fn off_whole<L: Lanes>(lanes: L, x: L::Floats) -> L::Floats {
    let whole = lanes.sub_floats(lanes.add_floats(x, lanes.float(WHOLE)), lanes.float(WHOLE));
    absolute(lanes, lanes.sub_floats(x, whole))
}

/// A sprite at a position.
#[derive(Clone, Copy)]
pub(crate) struct SpriteAt<'a> {
    pub(crate) sprite: &'a Sprite,
    pub(crate) at: Point,
}

impl SpriteAt<'_> {
    /// Returns how far covered pixels reach beyond the set texels, in lattice units.
    #[inline(always)]
    fn beyond_texels(self) -> f32 {
        if self.sprite.turn_ref().is_upright() { 0.0 } else { SQUARE }
    }

    /// Looks at the pixels that contain points.
    #[inline(always)]
    fn look_from<L: Lanes>(self, lanes: L, points: [L::Ints; 2]) -> CoarseSample<L> {
        let coarse = self.sprite.mask().coarse();
        let ([x, y], pixel) = (seen_from(lanes, points, self.at), pixels_from(lanes, points, self.at));
        let texels = if self.sprite.turn_ref().is_upright() {
            self.texels_drawn(lanes, points)
        } else {
            self.texels(lanes, pixel)
        };
        let seen = self.look(lanes, coarse, &texels);
        let gap = self.gap(lanes, coarse, &texels, &seen);
        let (x, y) = (lanes.sub_floats(x, pixel[0]), lanes.sub_floats(y, pixel[1]));
        let away = lanes.sqrt_floats(lanes.fused(x, x, lanes.mul_floats(y, y)));
        CoarseSample { texels, cells: seen, away, gap }
    }

    /// Returns which discs around points surely reach covered squares, and which come within the margin of one.
    #[inline(always)]
    fn reach<L: Lanes>(
        self,
        lanes: L,
        looked: &CoarseSample<L>,
        radii: L::Floats,
        margins: L::Floats,
    ) -> (L::Ints, L::Ints) {
        if !self.sprite.turn_ref().is_upright() {
            return (lanes.int(0), lanes.int(0));
        }
        let away = lanes.add_floats(looked.away, lanes.float(SLACK));
        let far = lanes.add_floats(self.most(lanes, self.sprite.mask().coarse(), &looked.cells), away);
        let meets = lanes.and_ints(lanes.less(far, radii), looked.cells.is_in);
        (meets, lanes.and_ints(lanes.less(far, lanes.add_floats(radii, margins)), looked.cells.is_in))
    }

    /// Returns the texels under points, given relative to the sprite's position, for the mask as given.
    #[inline(always)]
    fn texels<L: Lanes>(self, lanes: L, [x, y]: [L::Floats; 2]) -> EightTexels<L> {
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
        EightTexels { u: mirrored(u, mask.width(), flip[0]), v: mirrored(v, mask.height(), flip[1]), error }
    }

    /// Returns the middles of the texels that an upright sprite draws at the pixels that contain points. Pixels and texels are
    /// as far apart, so that all that is said of texels holds of pixels.
    #[inline(always)]
    fn texels_drawn<L: Lanes>(self, lanes: L, points: [L::Ints; 2]) -> EightTexels<L> {
        let (mask, flip) = (self.sprite.mask(), self.sprite.flip());
        let pixel = [self.at.x >> 8, self.at.y >> 8];
        let texel = self.sprite.turn_ref().at_pixel(self.at, pixel).map(|at| (at >> 16) as f32 + 0.5);
        let sides = [mask.width(), mask.height()];
        let mut texels = [lanes.float(0.0); 2];
        let mut k = 0;
        while k < 2 {
            let whole = lanes.and_ints(points[k], lanes.int((-UNITS).cast_unsigned()));
            let by = lanes.floats_of(lanes.sub_ints(whole, lanes.int((pixel[k] * UNITS).cast_unsigned())));
            let at = lanes.fused(by, lanes.float(1.0 / UNITS as f32), lanes.float(texel[k]));
            texels[k] = if flip[k] { lanes.sub_floats(lanes.float(sides[k] as f32), at) } else { at };
            k += 1;
        }
        let [u, v] = texels;
        let size = lanes.add_floats(absolute(lanes, u), absolute(lanes, v));
        EightTexels { u, v, error: lanes.fused(size, lanes.float(SHARE), lanes.float(LEAST)) }
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
        // What is left of the distance to the middle.
        let rest = lanes.max_floats(lanes.sub_floats(away, inner), lanes.float(0.0));
        let share = lanes.div_floats(rest, away);
        let unit = UNITS as f32;
        let within = [self.at.x & (UNITS - 1), self.at.y & (UNITS - 1)].map(|at| at as f32);
        let (mut pixel, offset) = ([x, y], [x, y]);
        let mut k = 0;
        while k < 2 {
            let to = lanes.fused(offset[k], share, lanes.float(by[k] + within[k]));
            // (Rounded to the nearest middle of a pixel: next to an edge it may be either pixel, which `SLACK` allows.)
            let middle = lanes.fused(to, lanes.float(1.0 / unit), lanes.float(-0.5));
            let whole = lanes.sub_floats(lanes.add_floats(middle, lanes.float(WHOLE)), lanes.float(WHOLE));
            pixel[k] = lanes.fused(whole, lanes.float(unit), lanes.float(unit / 2.0 - within[k]));
            k += 1;
        }
        pixel
    }

    /// Returns all bits where a texel is surely set, given the coarse view at it.
    #[inline(always)]
    fn sets_under<L: Lanes>(self, lanes: L, texels: &EightTexels<L>, seen: &CoarseCells<L>) -> L::Ints {
        if self.sprite.mask().coarse().cells_per_texel() == 1.0 {
            self.sets_of(lanes, texels, seen)
        } else {
            self.sets(lanes, texels)
        }
    }

    /// Returns all bits where a texel is surely set.
    #[inline(always)]
    fn sets<L: Lanes>(self, lanes: L, texels: &EightTexels<L>) -> L::Ints {
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
    fn sets_of<L: Lanes>(self, lanes: L, texels: &EightTexels<L>, seen: &CoarseCells<L>) -> L::Ints {
        let is_set = lanes.and_ints(seen.is_in, seen.has_set);
        // (The cell is the floor of a sum that was rounded once more.)
        let error = lanes.add_floats(texels.error, lanes.float(LEAST));
        let sure = |at| lanes.less(error, off_whole(lanes, at));
        lanes.and_ints(is_set, lanes.and_ints(sure(texels.u), sure(texels.v)))
    }

    /// Looks at the cells that contain texels.
    #[inline(always)]
    fn look<L: Lanes>(self, lanes: L, coarse: &Coarse, texels: &EightTexels<L>) -> CoarseCells<L> {
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
        CoarseCells { gap, has_set: lanes.less(entry, one), is_in }
    }

    /// Returns upper bounds of the distances from the centres of pixels to squares that the sprite covers, which must be
    /// upright: then a set texel is a covered pixel, and the centre of a pixel is that of a texel.
    #[inline(always)]
    fn most<L: Lanes>(self, lanes: L, coarse: &Coarse, seen: &CoarseCells<L>) -> L::Floats {
        /// The largest entry: beyond it the distance is not known.
        const MOST_GAP: f32 = 253.5;
        let is_far = lanes.less(lanes.float(MOST_GAP), seen.gap);
        let gap = lanes.add_floats(seen.gap, lanes.float(1.0));
        // A point and the set texel may be anywhere in their cells, unless a cell is one texel.
        let diagonal = if coarse.cells_per_texel() < 1.0 { 2.83 } else { 0.708 };
        let off = diagonal / coarse.cells_per_texel();
        let most = lanes.fused(gap, lanes.float(coarse.part), lanes.float(off));
        lanes.choose(is_far, lanes.float(f32::MAX), lanes.mul_floats(most, lanes.float(UNITS as f32)))
    }

    /// Returns lower bounds of the squared distances from texels to set texels, in lattice units.
    #[inline(always)]
    fn gap<L: Lanes>(
        self,
        lanes: L,
        coarse: &Coarse,
        texels: &EightTexels<L>,
        seen: &CoarseCells<L>,
    ) -> L::Floats {
        let mask = self.sprite.mask();
        let &EightTexels { u, v, error } = texels;
        let zero = lanes.float(0.0);
        // The cell of a point beyond all cells is that of the nearest point within them.
        let near = lanes.mul_floats(seen.gap, lanes.float(coarse.part));
        // (The centre of a pixel of an upright sprite is that of a texel: a half texel inside its cell.)
        let inside = if self.sprite.turn_ref().is_upright() { 0.5 } else { 0.0 };
        let inside = lanes.choose(seen.has_set, zero, lanes.float(inside));
        let near = lanes.add_floats(near, inside);
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::form::{Form, Touching};
    use crate::kernels::discs::{Discs, middle};
    use crate::kernels::known;
    use crate::kernels::random::Random;
    use crate::mask::{Cover, Mask, Sprite};
    use crate::query;
    use crate::shape::{Convex, Parts, Placement};
    use crate::simd::{Kernel, Simd};

    /// Looks at a sprite for a part.
    struct Say<'a>(SpriteAt<'a>, &'a Convex, i32);

    impl Kernel for Say<'_> {
        /// What its discs say, and its ends if it is a segment or a capsule.
        type Out = [u32; 2];

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> [u32; 2] {
            let Say(sprite, part, margin) = self;
            let centre = middle(part.bounds());
            let discs = Discs::of_parts(std::slice::from_ref(part), centre);
            let int = |x: i32| lanes.int(x.cast_unsigned());
            let all = lanes.int(u32::MAX);
            let margins = lanes.float(margin.max(0) as f32);
            let small = EightBalls {
                at: [int(centre.x), int(centre.y)],
                discs: discs.radii.map(|radius| lanes.float(radius)),
                margins,
                can_prove: all,
                are_drawn: lanes.int(0),
                are_turned: lanes.int(0),
            };
            let nothing = Ball { centre: sprite.at, discs: Discs::UNKNOWN };
            let (looked, gap) = look_at_mask(lanes, sprite, nothing, &small);
            let mut by_ends = lanes.int(0);
            if let [a, b] = part.vertices() {
                let at = [[int(a.x), int(a.y)], [int(b.x), int(b.y)]];
                let ends = EightEnds { at, radii: lanes.float(part.radius() as f32), margins, prove: all };
                by_ends = look_at_ends(lanes, sprite, &ends, gap);
            }
            let mut known = [[0; 8]; 2];
            lanes.put_ints(looked, &mut known[0], 0);
            lanes.put_ints(by_ends, &mut known[1], 0);
            [known[0][3], known[1][4]]
        }
    }

    fn sprite(random: &mut Random) -> Sprite {
        let [w, h] = [(); 2].map(|()| random.pick(&[5, 9, 30, 64, 90]) - random.below(3));
        let far = (w.min(h) / 2 + 1).pow(2);
        let is_set = |x: i32, y: i32| {
            let (x, y) = (2 * x + 1 - w, 2 * y + 1 - h);
            x * x + y * y <= 4 * far && random.below(30) != 0
        };
        let mask = Mask::from_fn(w as usize, h as usize, is_set).unwrap();
        let [x, y] = [(); 2].map(|()| f64::from(random.below(6000)) / 256.0);
        let side = random.pick(&[1.0, -1.0]);
        let place = Placement::at([x, y]).scaled([side, 1.0]);
        let place = match random.below(3) {
            0 => place.turned(random.angle()).scaled([1.3, side]),
            _ => place,
        };
        Sprite::place(&Arc::new(mask), &place, None).unwrap()
    }

    /// Returns a part that is beside a sprite: `gap` lattice units in front of its outermost corner in some direction.
    fn beside(random: &mut Random, sprite: &Sprite, gap: f64) -> Option<Convex> {
        let angle = random.angle();
        let [dx, dy] = [angle.cos(), angle.sin()];
        let along = |p: &Point| dx * f64::from(p.x) + dy * f64::from(p.y);
        let pixels = Cover::of(sprite);
        let corners = pixels.iter().flat_map(|(x, y)| {
            [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[i, j]| Point::new((x + i) * UNITS, (y + j) * UNITS))
        });
        let outermost = corners.max_by(|p, q| along(p).total_cmp(&along(q)))?;
        let part = random.convex();
        let nearest = *part.vertices().iter().min_by(|p, q| along(p).total_cmp(&along(q)))?;
        let by = gap + f64::from(part.radius());
        let to = |at: i32, from: i32, d: f64| at - from + (by * d).round() as i32;
        Some(part.translated(Point::new(to(outermost.x, nearest.x, dx), to(outermost.y, nearest.y, dy))))
    }

    /// What is said is right of parts that nearly touch a covered pixel, and nearly are a margin apart from it.
    #[test]
    fn what_is_said_of_near_touches_is_right() {
        let (mut random, mut counts) = (Random::new(14), [[0; 4]; 2]);
        for round in 0..30_000 {
            let sprite = sprite(&mut random);
            let margin = random.pick(&[-1, 0, 300, 2048]);
            let gap = f64::from(random.pick(&[0, 0, margin.max(0)]) + random.below(121) - 60);
            let gap = if random.below(4) == 0 { gap - 256.0 * random.between(0.0, 8.0) } else { gap };
            let Some(part) = beside(&mut random, &sprite, gap) else { continue };
            let forms = [Form::Sprite(sprite.clone()), Form::Shape(Parts::from(vec![part.clone()]))];
            let overlaps = |touching| query::overlaps(&forms[0], &forms[1], touching);
            let touches = overlaps(Touching::Counts);
            let is_near = touches || query::come_near(&forms[0], &forms[1], margin.max(0));
            let has_interior = !query::has_thin_parts(&forms[1]);
            let centre = middle(part.bounds());
            let are_discs_known = Discs::of_parts(std::slice::from_ref(&part), centre).inner() >= 0.0;
            for simd in Simd::available() {
                let at = SpriteAt { sprite: &sprite, at: sprite.at() };
                let said = simd.run(Say(at, &part, margin));
                for (said, counts) in said.into_iter().zip(&mut counts) {
                    let has = |bit: u32| said & bit != 0;
                    let why = format!("{round} {} {said}: {sprite:?} {part:?} {margin}", simd.name());
                    assert!(!has(known::HIT) || touches && are_discs_known, "{why}");
                    assert!(!has(known::HIT) || !has_interior || overlaps(Touching::Ignored), "{why}");
                    assert!(!has(known::APART) || !touches, "{why}");
                    assert!(!has(known::NEAR) || is_near, "{why}");
                    assert!(!has(known::FAR) || !is_near, "{why}");
                    let bits = [known::HIT, known::APART, known::NEAR, known::FAR];
                    bits.iter().zip(counts).for_each(|(&bit, count)| *count += u32::from(has(bit)));
                }
            }
        }
        assert!(counts.as_flattened().iter().all(|&count| count > 40), "{counts:?}");
    }
}

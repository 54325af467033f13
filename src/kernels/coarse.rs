//! A coarse view of a mask: how far each part of it is from the nearest set texel. It decides most pairs with a sprite
//! before any pixels are made. If a disc around the other body is too far from all set texels, the two do not overlap. If
//! the middle of the other body lies on a set texel, they do.
//!
//! A decision is never wrong. Where rounding leaves doubt, the pair stays undecided.

use std::hint::select_unpredictable;

use super::discs::middle;
use crate::lattice::{Bounds, Point};
use crate::mask::{Mask, Sprite};
use crate::shape::Convex;

/// The most cells per side of the mask.
const CELLS: usize = 64;
/// The cells on each side beyond the mask, for bodies next to it.
pub(super) const PAD: usize = 16;
/// The most cells per side.
const ALL: usize = CELLS + 2 * PAD;
/// Distances are stored in these parts of a cell.
const PARTS: f32 = 4.0;
/// The distance from the centre of a pixel to its corners, in lattice units, rounded up.
pub(super) const SQUARE: f32 = 182.0;
/// More than all rounding errors together, in lattice units.
const SLACK: f32 = 8.0;
/// A texel has 2^16 units of u or v.
const TEXEL: f32 = 1.0 / 65536.0;

/// The distances from each cell of a mask to its set texels.
#[derive(Debug)]
pub(crate) struct Coarse {
    /// A cell has 2^shift texels per side.
    shift: u32,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// For each cell: a lower bound of the distance from its points to set texels.
    pub(super) gaps: Box<[u8]>,
    /// The largest distance of a set texel's corner from the mask's middle, in texels.
    reach: f32,
    /// The distance from the mask's middle to the nearest texel that is not set, in texels. Outside the mask none is.
    hold: f32,
    /// The texels in a part of a cell.
    pub(super) part: f32,
}

impl Coarse {
    pub(crate) fn of(mask: &Mask) -> Coarse {
        let [width, height] = [mask.width() as usize, mask.height() as usize];
        let shift = width.max(height).div_ceil(CELLS).next_power_of_two().trailing_zeros();
        let (columns, rows) = (((width - 1) >> shift) + 1, ((height - 1) >> shift) + 1);
        let mut set = vec![0_u64; rows];
        let mut reach = 0.0_f32;
        for (y, row) in mask.words().chunks_exact(mask.stride()).enumerate() {
            let Some([first, last]) = ends_of(row) else { continue };
            let along = to_corner(first, width).max(to_corner(last, width));
            let down = to_corner(y, height);
            reach = reach.max(along * along + down * down);
            set[y >> shift] |= cells_of(row, shift);
        }
        let part = (1_u32 << shift) as f32 / PARTS;
        Coarse {
            shift,
            columns: columns + 2 * PAD,
            rows: rows + 2 * PAD,
            gaps: gaps_of(&set, columns),
            reach: reach.sqrt(),
            hold: hold_of(mask),
            part,
        }
    }

    /// Returns the part of a cell's side that a texel takes.
    #[inline(always)]
    pub(super) fn cells_per_texel(&self) -> f32 {
        1.0 / (1_u32 << self.shift) as f32
    }

    /// Returns the largest distance of a set texel's corner from the mask's middle, in texels.
    pub(crate) fn reach(&self) -> f32 {
        self.reach
    }

    /// Returns a distance from the mask's middle beyond which no texel is set, for boxes: infinite for a mask without set
    /// texels, so that its box stays the one around its sides.
    #[inline(always)]
    pub(crate) fn most_reach(&self) -> f32 {
        /// More than the rounding errors of `reach`, as a share of it.
        const ROUNDING: f32 = 1.0 / 1_048_576.0;
        if self.reach > 0.0 { self.reach * (1.0 + ROUNDING) } else { f32::INFINITY }
    }

    /// Returns the distance from the mask's middle to the nearest texel that is not set, in texels.
    pub(crate) fn hold(&self) -> f32 {
        self.hold
    }

    /// Returns a lower bound of the square of the distance of a point to set texels, in texels. The point is given as
    /// u and v.
    #[inline(always)]
    fn gap(&self, [u, v]: [i64; 2]) -> f32 {
        let shift = 16 + self.shift;
        let pad = (PAD as i64) << shift;
        let [along, down] = [(u, self.columns), (v, self.rows)].map(|(at, cells)| {
            let end = ((cells - 2 * PAD) as i64) << shift;
            // The cell, how far the point is beyond all cells, and how far it is beyond those of the mask.
            let inside = at.clamp(-pad, end + pad - 1);
            let beside = (-at).max(at - end).max(0);
            (((inside + pad) >> shift) as usize, (at - inside) as f32 * TEXEL, beside as f32 * TEXEL)
        });
        let near = f32::from(self.gaps[down.0 * self.columns + along.0]) * self.part;
        let by_cell = near * near + along.1 * along.1 + down.1 * down.1;
        by_cell.max(along.2 * along.2 + down.2 * down.2)
    }
}

/// Returns the first and the last set bit of a row.
fn ends_of(row: &[u64]) -> Option<[usize; 2]> {
    let first = row.iter().position(|&word| word != 0)?;
    let last = row.iter().rposition(|&word| word != 0)?;
    let at = |word: usize, bit: u32| 64 * word + bit as usize;
    Some([at(first, row[first].trailing_zeros()), at(last, 63 - row[last].leading_zeros())])
}

/// Returns the distance from the middle of a side to the further end of a texel.
fn to_corner(texel: usize, side: usize) -> f32 {
    let (texel, middle) = (texel as f32, side as f32 / 2.0);
    (middle - texel).max(texel + 1.0 - middle)
}

/// Returns the distance from the middle of a mask to the nearest texel that is not set.
fn hold_of(mask: &Mask) -> f32 {
    let [width, height] = [mask.width() as usize, mask.height() as usize];
    let half = [width as f32 / 2.0, height as f32 / 2.0];
    let mut least = half[0].min(half[1]).powi(2);
    for (y, row) in mask.words().chunks_exact(mask.stride()).enumerate() {
        let down = (y as f32 - half[1]).max(half[1] - (y + 1) as f32).max(0.0);
        if down * down >= least {
            continue;
        }
        // The nearest texels that are not set to the right of the middle, and to its left.
        let right = first_unset(row, width / 2).min(width);
        let left = last_unset(row, width / 2);
        let along = (right as f32 - half[0]).max(0.0).min((half[0] - left as f32).max(0.0));
        least = least.min(along * along + down * down);
    }
    least.sqrt()
}

/// Returns the first texel from `x` on that is not set, or the end of the row's words.
fn first_unset(row: &[u64], x: usize) -> usize {
    let mut at = x;
    while let Some(&word) = row.get(at / 64) {
        let ones = (word >> (at % 64)).trailing_ones() as usize;
        at += ones;
        if ones == 0 || !at.is_multiple_of(64) {
            break;
        }
    }
    at
}

/// Returns the end of the last texel before `x` that is not set; 0 if all are set.
fn last_unset(row: &[u64], x: usize) -> usize {
    let mut end = x;
    while end > 0 {
        let (word, bits) = (row[(end - 1) / 64], (end - 1) % 64 + 1);
        let ones = (word << (64 - bits)).leading_ones() as usize;
        end -= ones.min(bits);
        if ones < bits {
            break;
        }
    }
    end
}

/// Returns which cells of a row have a set bit.
fn cells_of(row: &[u64], shift: u32) -> u64 {
    let mut cells = 0;
    for (k, &word) in row.iter().enumerate() {
        let (mut left, mut at) = (word, 64 * k);
        while left != 0 {
            let skipped = left.trailing_zeros() as usize & !((1 << shift) - 1);
            (left, at) = (left >> skipped, at + skipped);
            cells |= 1 << (at >> shift);
            left = left.checked_shr(1 << shift).unwrap_or(0);
            at += 1 << shift;
        }
    }
    cells
}

/// Returns for each cell, and for those beyond the mask, the distance to the nearest set cell.
fn gaps_of(set: &[u64], columns: usize) -> Box<[u8]> {
    /// More than any square of a distance.
    const NONE: u16 = 1 << 14;
    let square = |cells: usize| (cells.saturating_sub(1) as u16).pow(2);
    let mut along = vec![[NONE; ALL]; set.len()];
    for (row, &set) in along.iter_mut().zip(set) {
        let set = u128::from(set) << PAD;
        for (x, gap) in row.iter_mut().enumerate().take(columns + 2 * PAD) {
            let (before, after) = (set << (127 - x), set >> x);
            if before != 0 {
                *gap = square(before.leading_zeros() as usize);
            }
            if after != 0 {
                *gap = (*gap).min(square(after.trailing_zeros() as usize));
            }
        }
    }
    let (columns, rows) = (columns + 2 * PAD, set.len() + 2 * PAD);
    let mut gaps = Vec::with_capacity(rows * columns);
    for y in 0..rows {
        let mut nearest = [NONE; ALL];
        for (other, row) in along.iter().enumerate() {
            let down = square(y.abs_diff(other + PAD));
            for (nearest, &along) in nearest.iter_mut().zip(row) {
                *nearest = (*nearest).min(along + down);
            }
        }
        gaps.extend(nearest[..columns].iter().map(|&gap| (f32::from(gap).sqrt() * PARTS).min(255.0) as u8));
    }
    gaps.into()
}

/// What is surely known of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Settled {
    /// Nothing.
    Unknown,
    /// They overlap.
    Overlap,
    /// They do not overlap.
    NoOverlap,
    /// They do not overlap, and they are further apart than the margin.
    Far,
}

/// A sprite at a position.
#[derive(Clone, Copy)]
pub(crate) struct SpriteAt<'a> {
    pub(crate) sprite: &'a Sprite,
    pub(crate) at: Point,
}

impl SpriteAt<'_> {
    /// Returns u and v at the centre of a pixel, for the mask as given (SPEC 4).
    #[inline(always)]
    fn texel(self, pixel: [i32; 2]) -> [i64; 2] {
        let (flip, mask) = (self.sprite.flip(), self.sprite.mask());
        let [u, v] = self.sprite.turn_ref().at_pixel(self.at, pixel);
        let mirrored = |u: i64, side: u32, flip: bool| if flip { (i64::from(side) << 16) - 1 - u } else { u };
        [mirrored(u, mask.width(), flip[0]), mirrored(v, mask.height(), flip[1])]
    }

    /// Whether the texel at u and v is set.
    #[inline(always)]
    fn has(self, [u, v]: [i64; 2]) -> bool {
        let mask = self.sprite.mask();
        let (x, y) = (u >> 16, v >> 16);
        let is_inside =
            (x.cast_unsigned() < mask.width().into()) & (y.cast_unsigned() < mask.height().into());
        // A texel is read in any case, because no branch predictor could guess whether it is inside.
        let [x, y] = [x, y].map(|at| select_unpredictable(is_inside, at, 0) as usize);
        is_inside & (mask.words()[y * mask.stride() + x / 64] >> (x % 64) & 1 == 1)
    }

    /// Returns the disc around the centres of the covered pixels.
    #[inline(always)]
    fn disc(self) -> Disc {
        let SpriteAt { sprite, at } = self;
        let (mask, turn) = (sprite.mask(), sprite.turn_ref());
        let mu = (mask.width() << 15) as i32 - turn.u1;
        let mv = (mask.height() << 15) as i32 - turn.v1;
        let centre = if (mu == 0) & (mv == 0) { at } else { self.middle([mu, mv]) };
        Disc { centre, radius: mask.coarse().reach * sprite.texel_size().most }
    }

    /// Returns where the middle of the mask is, given how far its u and v are from the pivot's.
    #[cold]
    fn middle(self, [mu, mv]: [i32; 2]) -> Point {
        let turn = self.sprite.turn_ref();
        let [ux, uy, vx, vy, mu, mv] = [turn.ux, turn.uy, turn.vx, turn.vy, mu, mv].map(f64::from);
        let unit = 256.0 / (ux * vy - uy * vx);
        let (x, y) = ((vy * mu - uy * mv) * unit, (ux * mv - vx * mu) * unit);
        Point::new(self.at.x + x.round() as i32, self.at.y + y.round() as i32)
    }
}

/// A shape at a position.
#[derive(Clone, Copy)]
pub(crate) struct ShapeAt<'a> {
    /// The box around the shape.
    pub(crate) bounds: Bounds,
    /// The shape, or the first of its parts.
    pub(crate) part: &'a Convex,
    pub(crate) at: Point,
    /// Whether it is a circle or a point.
    pub(crate) is_disc: bool,
}

impl ShapeAt<'_> {
    #[inline(always)]
    fn disc(self) -> Disc {
        Disc::around(self.bounds, self.is_disc)
    }

    /// Returns a pixel that contains a point of the part, in its interior if it has one.
    #[inline(always)]
    fn pixel_inside(self) -> [i32; 2] {
        let vertices = self.part.vertices();
        let count = vertices.len() as i32;
        if count == 1 {
            let x = (self.at.x + vertices[0].x, self.at.y + vertices[0].y);
            return [x.0 >> 8, x.1 >> 8];
        }
        let (mut x, mut y) = (0_i64, 0_i64);
        for vertex in vertices {
            (x, y) = (x + i64::from(vertex.x), y + i64::from(vertex.y));
        }
        let count = i64::from(count);
        let pixel = |at: i32, sum: i64| (count * i64::from(at) + sum).div_euclid(256 * count) as i32;
        [pixel(self.at.x, x), pixel(self.at.y, y)]
    }
}

/// A disc around a body, in lattice units.
#[derive(Debug, Clone, Copy)]
struct Disc {
    centre: Point,
    radius: f32,
}

impl Disc {
    /// Returns a disc around a body with these bounds. The bounds of a disc give that disc.
    #[inline(always)]
    fn around(bounds: Bounds, is_disc: bool) -> Disc {
        // (The middle is rounded; a unit of `SLACK` is for that.)
        let (Bounds { min, max }, centre) = (bounds, middle(bounds));
        let (width, height) = ((max.x - min.x) as f32, (max.y - min.y) as f32);
        let radius = if is_disc { width } else { (width * width + height * height).sqrt() };
        Disc { centre, radius: radius / 2.0 }
    }

    /// Returns the pixel of the centre, and the radius of a disc around this pixel's centre that contains this disc.
    #[inline(always)]
    fn on_pixel(self) -> ([i32; 2], f32) {
        let Point { x, y } = self.centre;
        let (dx, dy) = (((x & 255) - 128) as f32, ((y & 255) - 128) as f32);
        ([x >> 8, y >> 8], self.radius + (dx * dx + dy * dy).sqrt())
    }
}

/// Settles two sprites, if possible. A margin below 0 means that no graze is needed.
#[inline(always)]
pub(crate) fn settle_sprites(large: SpriteAt<'_>, small: SpriteAt<'_>, margin: i32) -> Settled {
    let (pixel, radius) = small.disc().on_pixel();
    let texel = large.texel(pixel);
    if large.has(texel) {
        // Two sprites overlap if they cover the same centre of a pixel.
        return if small.has(small.texel(pixel)) { Settled::Overlap } else { Settled::Unknown };
    }
    large.settle_beside(texel, radius + SLACK, radius + 2.0 * SQUARE + SLACK, margin)
}

/// Settles a sprite and a smaller shape, if possible. A margin below 0 means that no graze is needed.
#[inline(always)]
pub(crate) fn settle_sprite_shape(large: SpriteAt<'_>, small: ShapeAt<'_>, margin: i32) -> Settled {
    if large.has(large.texel(small.pixel_inside())) {
        return Settled::Overlap;
    }
    let (pixel, radius) = small.disc().on_pixel();
    let reach = radius + SQUARE + SLACK;
    large.settle_beside(large.texel(pixel), reach, reach, margin)
}

/// Settles a shape and a smaller sprite, if possible. A margin below 0 means that no graze is needed.
#[inline(always)]
pub(crate) fn settle_shape_sprite(large: ShapeAt<'_>, small: SpriteAt<'_>, margin: i32) -> Settled {
    let ShapeAt { bounds: Bounds { min, max }, part, at, is_disc } = large;
    let Disc { centre: Point { x, y }, radius } = small.disc();
    let pixel = [x >> 8, y >> 8];
    if has_inside(part, [256 * pixel[0] + 128 - at.x, 256 * pixel[1] + 128 - at.y])
        && small.has(small.texel(pixel))
    {
        return Settled::Overlap;
    }
    let round = if is_disc { (max.x - min.x) >> 1 } else { 0 };
    let beside = |x: i32, min: i32, max: i32| (min + round - x).max(x - max + round).max(0) as f32;
    let (x, y) = (beside(x, min.x, max.x), beside(y, min.y, max.y));
    let gap = x * x + y * y;
    let touch = radius + SQUARE + round as f32 + SLACK;
    far_if(gap, touch, touch + margin as f32, margin)
}

impl SpriteAt<'_> {
    /// Settles this sprite with a disc around a pixel's centre, given u and v there. If the distance to all set texels is
    /// more than `touch`, the two cannot overlap; if it is more than `near` and the margin, they cannot graze.
    #[inline(always)]
    fn settle_beside(self, texel: [i64; 2], touch: f32, near: f32, margin: i32) -> Settled {
        let mask = self.sprite.mask();
        let gap = mask.coarse().gap(texel) * self.sprite.texel_size().least_square;
        far_if(gap, touch, near + margin as f32, margin)
    }
}

/// Settles a pair by the square of a distance. Beyond `touch` the two cannot overlap, beyond `near` they cannot graze.
#[inline(always)]
fn far_if(gap: f32, touch: f32, near: f32, margin: i32) -> Settled {
    let is_far = (margin < 0) | (gap > near * near);
    // (From a table, because the compiler would branch.)
    [Settled::Unknown, Settled::NoOverlap, Settled::Unknown, Settled::Far]
        [usize::from(gap > touch * touch) | usize::from(is_far) << 1]
}

/// Whether a point is surely in the interior of a part. For a polygon with a radius, only points in its hull are.
#[inline(always)]
fn has_inside(part: &Convex, point: [i32; 2]) -> bool {
    let [x, y] = point.map(i64::from);
    match part.vertices() {
        [centre] => {
            let (dx, dy, r) = (x - i64::from(centre.x), y - i64::from(centre.y), i64::from(part.radius()));
            dx * dx + dy * dy < r * r
        }
        [_, _] => false,
        vertices => {
            let mut last = vertices[vertices.len() - 1];
            let mut is_inside = true;
            for &vertex in vertices {
                let (dx, dy) =
                    (i64::from(vertex.x) - i64::from(last.x), i64::from(vertex.y) - i64::from(last.y));
                // (-dy, dx) points outwards.
                is_inside &= (y - i64::from(last.y)) * dx - (x - i64::from(last.x)) * dy < 0;
                last = vertex;
            }
            is_inside
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::form::{Form, Touching};
    use crate::kernels::random::Random;
    use crate::kernels::{Ball, Balls, Discs, Small, known};
    use crate::query;
    use crate::shape::Parts;
    use crate::simd::{Kernel, Lanes, Simd};

    /// Checks a claim, and counts it.
    fn check(settled: Settled, forms: [&Form; 2], margin: i32, counts: &mut [u32; 4], why: &str) {
        counts[settled as usize] += 1;
        let [a, b] = forms;
        for touching in [Touching::Counts, Touching::Ignored] {
            let has_interior = ![a, b].into_iter().any(query::has_thin_parts);
            let overlaps = query::overlaps(a, b, touching);
            match settled {
                Settled::Overlap if has_interior || touching == Touching::Counts => {
                    assert!(overlaps, "{why}");
                }
                Settled::NoOverlap | Settled::Far => assert!(!overlaps, "{why}"),
                _ => {}
            }
        }
        if settled == Settled::Far {
            assert!(margin < 0 || !query::come_near(a, b, margin), "{why}, {margin}");
        }
    }

    /// Looks at a sprite for one ball.
    struct Look<'a>(SpriteAt<'a>, Ball, bool, i32);

    impl Kernel for Look<'_> {
        type Out = Settled;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Settled {
            let Look(sprite, ball, is_sprite, margin) = self;
            let mut balls = Balls::default();
            let centre = Point::new(sprite.at.x + 700, sprite.at.y - 300);
            balls.set(3, centre, Small { ball, margin, is_proof: true, is_apart: false });
            balls.set_pixel(3, sprite.at, ball.centre, is_sprite);
            balls.look(lanes, sprite, centre, 4);
            let known = balls.known(3);
            match [known::HIT, known::APART, known::FAR].map(|bit| known & bit != 0) {
                [true, false, false] => Settled::Overlap,
                [true, ..] => panic!("a hit is not apart"),
                [_, true, is_far] if is_far || margin < 0 => Settled::Far,
                [_, true, _] => Settled::NoOverlap,
                _ => Settled::Unknown,
            }
        }
    }

    /// Returns what the mask of the larger sprite says of a ball, on every instruction set.
    fn look(large: SpriteAt<'_>, ball: Ball, is_sprite: bool, margin: i32) -> Vec<Settled> {
        Simd::available().map(|simd| simd.run(Look(large, ball, is_sprite, margin))).collect()
    }

    fn is_small(sprite: &Sprite) -> bool {
        let reach = sprite.reach();
        (reach.x1 - reach.x0) * (reach.y1 - reach.y0) < 20_000
    }

    /// A position at which a sprite's box is near a point.
    fn near(random: &mut Random, sprite: &Sprite, to: Point) -> Point {
        let Bounds { min, max } = Sprite::extent(sprite.turn(), sprite.mask());
        let (x, y) = ((min.x + max.x) / 2, (min.y + max.y) / 2);
        let (width, height) = (max.x - min.x + 8000, max.y - min.y + 8000);
        Point::new(to.x - x + random.below(width) - width / 2, to.y - y + random.below(height) - height / 2)
    }

    /// A sprite of about this side that is solid, perhaps with a hole.
    fn solid(random: &mut Random, side: i32) -> Sprite {
        let [w, h] = [(); 2].map(|()| (side + random.below(side)) as usize);
        let hole = [random.below(2 * side), random.below(2 * side)].map(|at| at as usize);
        let mask = Mask::from_fn(w, h, |x, y| [x as usize, y as usize] != hole).unwrap();
        let scale = random.pick(&[[1.0, 1.0], [-1.0, 1.0], [1.5, 1.2], [0.7, 0.9]]);
        let at = crate::Placement::at([random.between(0.0, 90.0), 20.0]).scaled(scale);
        let at = if random.below(3) == 0 { at } else { at.turned(random.angle()) };
        Sprite::place(&Arc::new(mask), &at, None).unwrap()
    }

    /// The ball of a sprite at a position, as a world knows it.
    fn ball_of(sprite: &Sprite, at: Point) -> Ball {
        let is_upright = sprite.turn().is_upright();
        let Bounds { min, max } = Sprite::extent(sprite.turn(), sprite.mask());
        let pixel = |at: i32, by: i32| (at + by) & !255;
        let bounds = Bounds {
            min: Point::new(pixel(at.x, min.x), pixel(at.y, min.y)),
            max: Point::new(pixel(at.x, max.x), pixel(at.y, max.y)),
        };
        let centre = if is_upright { middle(bounds) } else { at };
        Ball { centre, discs: sprite.discs(is_upright) }
    }

    #[test]
    fn claims_about_sprites_are_right() {
        let (mut random, mut counts, mut by_balls) = (Random::new(5), [0; 4], [0; 4]);
        for round in 0..12_000 {
            let (mut a, mut b) = (random.sprite(), random.sprite());
            if round % 2 == 0 {
                (a, b) = (solid(&mut random, 40), solid(&mut random, 9));
            }
            if !is_small(&a) || !is_small(&b) {
                continue;
            }
            let at = a.at();
            let mut beside = || if round % 2 == 0 { random.below(40_000) - 20_000 } else { 0 };
            let around = Point::new(at.x + beside(), at.y + beside());
            let to = near(&mut random, &b, around);
            let (a, b) = (a.moved_to(at), b.moved_to(to));
            let margin = random.pick(&[-1, 0, 300, 2048]);
            let settled =
                settle_sprites(SpriteAt { sprite: &a, at }, SpriteAt { sprite: &b, at: to }, margin);
            let forms = [&Form::Sprite(a.clone()), &Form::Sprite(b.clone())];
            let why = format!("round {round}: {a:?} {b:?}");
            check(settled, forms, margin, &mut counts, &why);
            let ball = ball_of(&b, to);
            if ball.discs.inner >= 0.0 {
                for settled in look(SpriteAt { sprite: &a, at }, ball, true, margin) {
                    check(settled, forms, margin, &mut by_balls, &why);
                }
            }
        }
        assert!(counts[..4].iter().all(|&count| count > 60), "{counts:?}");
        assert!(by_balls[..4].iter().all(|&count| count > 20), "{by_balls:?}");
    }

    #[test]
    fn claims_about_sprites_and_shapes_are_right() {
        let (mut random, mut counts, mut by_balls) = (Random::new(6), [0; 4], [0; 4]);
        for round in 0..8000 {
            let (mut sprite, part) = (random.sprite(), random.convex());
            if round % 2 == 0 {
                sprite = solid(&mut random, 40);
            }
            if !is_small(&sprite) {
                continue;
            }
            let to = sprite.at();
            let at = near(&mut random, &sprite, to);
            let sprite = sprite.moved_to(at);
            let margin = random.pick(&[-1, 0, 300, 2048]);
            let bounds = part.bounds().translated(to);
            let is_disc = part.vertices().len() == 1 && part.vertices()[0] == Point::default();
            let shape = ShapeAt { bounds, part: &part, at: to, is_disc };
            let forms = [&Form::Sprite(sprite.clone()), &Form::Shape(Parts::from(vec![part.translated(to)]))];
            let why = format!("round {round}: {sprite:?} {part:?} at {to:?}");
            let large = SpriteAt { sprite: &sprite, at };
            check(settle_sprite_shape(large, shape, margin), forms, margin, &mut counts, &why);
            check(settle_shape_sprite(shape, large, margin), forms, margin, &mut counts, &why);
            let centre = middle(bounds);
            let discs = Discs::of_parts(&[part.translated(to)], centre);
            if discs.inner > 0.0 {
                for settled in look(large, Ball { centre, discs }, false, margin) {
                    check(settled, forms, margin, &mut by_balls, &why);
                }
            }
        }
        assert!(counts[..4].iter().all(|&count| count > 60), "{counts:?}");
        assert!(by_balls[..4].iter().all(|&count| count > 20), "{by_balls:?}");
    }

    #[test]
    fn holds_are_the_distances_to_texels_that_are_not_set() {
        let mut random = Random::new(9);
        for round in 0..1000 {
            let [w, h] = [1 + random.below(140), 1 + random.below(140)];
            let [x, y, r] = [random.below(w), random.below(h), random.below(90)];
            let hole = [random.below(w), random.below(h)];
            let is_set = |i: i32, j: i32| {
                let (dx, dy) = (i - x, j - y);
                (round % 4 == 0 || dx * dx + dy * dy <= r * r) && [i, j] != hole
            };
            let mask = Mask::from_fn(w as usize, h as usize, is_set).unwrap();
            let beside = |first: i32, side: i32| {
                let (first, middle) = (first as f32, side as f32 / 2.0);
                (first - middle).max(middle - first - 1.0).max(0.0)
            };
            let all = (-1..=h).flat_map(|j| (-1..=w).map(move |i| (i, j)));
            let unset = all.filter(|&(i, j)| !mask.get(i.into(), j.into()));
            let nearest = unset.map(|(i, j)| beside(i, w).hypot(beside(j, h))).fold(f32::MAX, f32::min);
            assert!((Coarse::of(&mask).hold() - nearest).abs() < 0.001, "{round} {w} {h}");
        }
    }

    #[test]
    fn gaps_are_not_larger_than_the_distance() {
        let mut random = Random::new(7);
        for sides in [[1, 1], [5, 9], [64, 64], [65, 3], [130, 200], [4096, 70]] {
            let mask = Mask::from_fn(sides[0], sides[1], |x, y| (x * 7 + y * 13) % 211 == 3).unwrap();
            let coarse = Coarse::of(&mask);
            let set: Vec<[f32; 2]> = (0..sides[1] as i64)
                .flat_map(|y| (0..sides[0] as i64).map(move |x| [x, y]))
                .filter(|&[x, y]| mask.get(x, y))
                .map(|texel| texel.map(|x| x as f32))
                .collect();
            for _ in 0..200 {
                let [u, v] = sides.map(|side| i64::from(random.below((side as i32 + 40) << 16)) - (20 << 16));
                let point = [u as f32 / 65536.0, v as f32 / 65536.0];
                let beside = |p: f32, first: f32| (first - p).max(p - first - 1.0).max(0.0);
                let nearest =
                    set.iter().map(|&[x, y]| beside(point[0], x).powi(2) + beside(point[1], y).powi(2));
                let nearest = nearest.fold(f32::INFINITY, f32::min);
                let gap = coarse.gap([u, v]);
                assert!(gap <= nearest * 1.001 + 0.001, "{sides:?} {point:?}: {gap} {nearest}");
            }
        }
        let full = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
        let far = Coarse::of(&full).gap([-(100 << 16), 4 << 16]);
        assert!((far - 10_000.0).abs() < 1.0, "{far}");
    }
}

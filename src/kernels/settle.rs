//! Settles a pair with a sprite by the forms of both, with the coarse view of a mask: for bodies whose inner disc is not
//! known.

use std::hint::select_unpredictable;

use super::coarse::SQUARE;
use super::discs::middle;
use crate::lattice::{Bounds, Point};
use crate::mask::Sprite;
use crate::shape::Convex;

/// More than all rounding errors together, in lattice units.
const SLACK: f32 = 8.0;

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
        Disc { centre, radius: mask.coarse().reach() * sprite.texel_size().greatest }
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
    use crate::kernels::{Ball, Discs, EightBalls, known, look_at_mask};
    use crate::mask::Mask;
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

    /// Whether two forms overlap or are within a margin; one below 0 counts as 0.
    fn are_near([a, b]: [&Form; 2], margin: i32) -> bool {
        query::overlaps(a, b, Touching::Counts) || query::come_near(a, b, margin.max(0))
    }

    /// Looks at a sprite for one ball.
    struct Look<'a>(SpriteAt<'a>, Ball, [bool; 2], i32);

    impl Kernel for Look<'_> {
        /// And whether they are surely within the margin.
        type Out = (Settled, bool);

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> (Settled, bool) {
            let Look(sprite, ball, [is_drawn, is_turned], margin) = self;
            let Point { x, y } = ball.centre;
            let small = EightBalls {
                at: [x, y].map(|x| lanes.int(x.cast_unsigned())),
                discs: ball.discs.radii.map(|radius| lanes.float(radius)),
                margins: lanes.float(margin.max(0) as f32),
                can_prove: lanes.int(u32::MAX),
                are_drawn: lanes.int(if is_drawn { u32::MAX } else { 0 }),
                are_turned: lanes.int(if is_turned { u32::MAX } else { 0 }),
            };
            let centre = Point::new(sprite.at.x + 700, sprite.at.y - 300);
            let of_sprite = Ball { centre, discs: Discs::UNKNOWN };
            let mut all = [0; 8];
            lanes.put_ints(look_at_mask(lanes, sprite, of_sprite, &small).0, &mut all, 0);
            let known = all[3];
            let settled = match [known::HIT, known::APART, known::FAR].map(|bit| known & bit != 0) {
                [true, false, false] => Settled::Overlap,
                [true, ..] => panic!("a hit is not apart"),
                [_, true, is_far] if is_far || margin < 0 => Settled::Far,
                [_, true, _] => Settled::NoOverlap,
                _ => Settled::Unknown,
            };
            (settled, known & known::NEAR != 0)
        }
    }

    /// Compares a ball with the mask of the larger sprite, on every instruction set.
    /// The ball may be that of an upright sprite or of another one.
    fn look(large: SpriteAt<'_>, ball: Ball, is_sprite: [bool; 2], margin: i32) -> Vec<(Settled, bool)> {
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
        let (mut random, mut counts, mut by_balls, mut near_count) = (Random::new(5), [0; 4], [0; 4], 0);
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
            let is_sprite = [b.turn().is_upright(), !b.turn().is_upright()];
            if ball.discs.inner() >= 0.0 {
                for (settled, is_near) in look(SpriteAt { sprite: &a, at }, ball, is_sprite, margin) {
                    check(settled, forms, margin, &mut by_balls, &why);
                    assert!(!is_near || are_near(forms, margin), "{why}");
                    near_count += u32::from(is_near);
                }
            }
        }
        assert!(counts[..4].iter().all(|&count| count > 60), "{counts:?}");
        assert!(by_balls[..4].iter().all(|&count| count > 20), "{by_balls:?}");
        assert!(near_count > 100, "{near_count}");
    }

    #[test]
    fn claims_about_sprites_and_shapes_are_right() {
        let (mut random, mut counts, mut by_balls, mut near_count) = (Random::new(6), [0; 4], [0; 4], 0);
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
            if discs.inner() > 0.0 {
                for (settled, is_near) in look(large, Ball { centre, discs }, [false; 2], margin) {
                    check(settled, forms, margin, &mut by_balls, &why);
                    assert!(!is_near || are_near(forms, margin), "{why}");
                    near_count += u32::from(is_near);
                }
            }
        }
        assert!(counts[..4].iter().all(|&count| count > 60), "{counts:?}");
        assert!(by_balls[..4].iter().all(|&count| count > 20), "{by_balls:?}");
        assert!(near_count > 100, "{near_count}");
    }
}

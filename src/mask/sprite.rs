//! A mask with a placement, and the world pixels that it covers (SPEC 4).

use std::sync::Arc;

use crate::error::Result;
use crate::kernels::Discs;
use crate::lattice::{Bounds, PixelBox, Point, UNITS, Vec2};
use crate::mask::{Mask, Turn};
use crate::shape::{Placement, Transform};

/// A mask placed on the lattice.
#[derive(Debug, Clone)]
pub struct Sprite {
    mask: Arc<Mask>,
    turn: Turn,
    /// Whether the mask is read from right to left, and from bottom to top, because of a negative scale.
    flip: [bool; 2],
    at: Point,
    texel_size: TexelSize,
}

/// Texel sizes are not compared: they are bounds, and depend on the angle at which the sprite was made.
impl PartialEq for Sprite {
    fn eq(&self, other: &Sprite) -> bool {
        let key = |sprite: &Sprite| (sprite.turn, sprite.flip, sprite.at);
        key(self) == key(other) && self.mask == other.mask
    }
}

/// Bounds of how large a texel of a sprite is, at every angle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TexelSize {
    /// At least the most lattice units between two points a texel apart.
    pub(crate) greatest: f32,
    /// At most the square of the fewest.
    pub(crate) least_square: f32,
}

/// How much the steps of a turn may change by rounding, from one angle to another, in texels.
const ROUNDING: f64 = 2.0 / 65536.0;
/// More than the rounding errors of floats.
const SHARE: f64 = 1.0 / 4096.0;

impl TexelSize {
    fn of(turn: Turn) -> TexelSize {
        let [ux, uy, vx, vy] = [turn.ux, turn.uy, turn.vx, turn.vy].map(|step| f64::from(step) / 65536.0);
        let (u, v, across) = (ux * ux + uy * uy, vx * vx + vy * vy, (ux * vx + uy * vy).abs());
        // The most and the fewest texels between two points a pixel apart. The four steps are rounded by half a unit
        // each, which changes these numbers by a unit at most, here and at another angle.
        let most = (u.max(v) + across).sqrt() + ROUNDING;
        let least = (u.min(v) - across).max(0.0).sqrt() - ROUNDING;
        if least < ROUNDING {
            return TexelSize { greatest: f32::INFINITY, least_square: 0.0 };
        }
        let pixel = f64::from(UNITS);
        TexelSize {
            greatest: ((1.0 + SHARE) * pixel / least) as f32,
            least_square: ((1.0 - SHARE) * (pixel / most).powi(2)) as f32,
        }
    }
}

impl Sprite {
    /// Places a mask. The pivot, in texels, lands on the position; its default is the middle of the mask. If a scale
    /// mirrors the mask, the pivot is still the same texel of the picture.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{mask::Sprite, Mask, Placement};
    /// let ship = Arc::new(Mask::from_rows(&[".##.", "####"])?);
    /// let sprite = Sprite::place(&ship, &Placement::at([10.0, 20.0]), None)?;
    /// assert!(sprite.covers(9, 19) && !sprite.covers(8, 19));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn place(mask: &Arc<Mask>, placement: &Placement, pivot: Option<Vec2>) -> Result<Sprite> {
        Sprite::place_in(mask, &placement.frame()?, pivot)
    }

    /// Does the same with a placement that was already checked.
    pub(crate) fn place_in(mask: &Arc<Mask>, frame: &Transform, pivot: Option<Vec2>) -> Result<Sprite> {
        let turn = Turn::new(mask, frame, pivot)?;
        let (flip, texel_size) = (flip_of(frame.scale), TexelSize::of(turn));
        Ok(Sprite { mask: mask.clone(), turn, flip, at: frame.at, texel_size })
    }

    /// Returns the same sprite at another lattice point.
    #[must_use]
    pub fn moved_to(&self, at: Point) -> Sprite {
        Sprite { at, ..self.clone() }
    }

    /// Moves the sprite to another lattice point.
    pub(crate) fn move_to(&mut self, at: Point) {
        self.at = at;
    }

    /// Makes a sprite at the origin from a turn that was already computed.
    pub(crate) fn turned(mask: &Arc<Mask>, turn: Turn, flip: [bool; 2]) -> Sprite {
        Sprite { mask: mask.clone(), turn, flip, at: Point::default(), texel_size: TexelSize::of(turn) }
    }

    /// Sets another turn; the mask and the position stay.
    pub(crate) fn turn_to(&mut self, turn: Turn, flip: [bool; 2]) {
        (self.turn, self.flip, self.texel_size) = (turn, flip, TexelSize::of(turn));
    }

    /// Sets another mask, with its pivot; the angle and the scale stay.
    pub(crate) fn set_mask(&mut self, mask: &Arc<Mask>, turn: Turn) {
        self.mask.clone_from(mask);
        self.turn = turn;
    }

    /// Sets the turn for another angle at the same scale.
    #[inline(always)]
    pub(crate) fn turn_to_angle(&mut self, turn: Turn) {
        self.turn = turn;
    }

    /// Returns discs that hold at every angle: around the middle of its box if the sprite is upright, else around its
    /// position.
    pub(crate) fn discs(&self, is_upright: bool) -> Discs {
        /// More than rounding errors, and than these and the distance from the centre of a pixel to its corners.
        const ROUNDING: f32 = 8.0;
        const PIXEL: f32 = 190.0;
        let (mask, turn, coarse) = (&self.mask, &self.turn, self.mask.coarse());
        let [x, y] = [(mask.width(), turn.u1), (mask.height(), turn.v1)]
            .map(|(side, pivot)| side as f32 / 2.0 - pivot as f32 / 65536.0);
        // An upright sprite's texels are pixels.
        let (away, pixel) = if is_upright { (0.0, ROUNDING) } else { ((x * x + y * y).sqrt(), PIXEL) };
        let TexelSize { greatest: most, least_square } = self.texel_size;
        let inner = coarse.inner_radius() * least_square.sqrt() - away * most - pixel;
        let outer = (coarse.reach() + away) * most + pixel;
        if outer.is_finite() { Discs::new(inner.max(-1.0), outer) } else { Discs::UNKNOWN }
    }

    /// Returns how large a texel is.
    #[inline(always)]
    pub(crate) fn texel_size(&self) -> TexelSize {
        self.texel_size
    }

    /// Returns a box around the pixels that the sprite may cover, relative to its position: position plus coordinate,
    /// rounded down to a whole pixel, is the pixel coordinate.
    #[inline(always)]
    pub(crate) fn extent(turn: Turn, mask: &Mask) -> Bounds {
        Sprite::extent_of(turn, [mask.width() as i32, mask.height() as i32], mask.coarse().most_reach())
    }

    /// Returns the same for a mask of this size, without a branch. No set texel is further from the mask's middle than
    /// `reach` texels.
    #[inline(always)]
    pub(crate) fn extent_of(turn: Turn, size: [i32; 2], reach: f32) -> Bounds {
        let ([w, h], min, turned) = (size, upright_offset(turn), turn.extent(size, reach.into()));
        let upright = Bounds { min, max: Point::new(min.x + w * UNITS, min.y + h * UNITS) };
        if turn.is_upright() { upright } else { turned }
    }

    /// Returns the same sprite with another mask of the same size.
    #[cfg(feature = "gpu")]
    pub(crate) fn with_mask(&self, mask: &Arc<Mask>) -> Sprite {
        Sprite { mask: mask.clone(), ..self.clone() }
    }

    /// Returns the mask as given.
    pub fn mask(&self) -> &Arc<Mask> {
        &self.mask
    }

    /// Returns the sprite as the shader text's `Placement` holds it, 48 bytes: the steps (4), the pivot (2), the position
    /// (2), the mask's size (2), and whether it is mirrored (2). See [`PLACEMENT_WGSL`](crate::mask::PLACEMENT_WGSL).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{mask::Sprite, Mask, Placement};
    /// let mask = Arc::new(Mask::from_rows(&["##", "##"])?);
    /// let sprite = Sprite::place(&mask, &Placement::at([3.5, 7.0]), None)?;
    /// assert_eq!(sprite.shader_placement(), [65536, 0, 0, 65536, 65536, 65536, 896, 1792, 2, 2, 0, 0]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn shader_placement(&self) -> [i32; 12] {
        let Turn { ux, uy, vx, vy, u1, v1 } = self.turn;
        let [width, height] = [self.mask.width(), self.mask.height()].map(|side| side as i32);
        let [flip_x, flip_y] = self.flip.map(i32::from);
        [ux, uy, vx, vy, u1, v1, self.at.x, self.at.y, width, height, flip_x, flip_y]
    }

    /// Returns the turn.
    #[doc(hidden)]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// Returns the turn by reference.
    pub(crate) fn turn_ref(&self) -> &Turn {
        &self.turn
    }

    /// Whether the sprite is mirrored left to right, and top to bottom.
    pub fn flip(&self) -> [bool; 2] {
        self.flip
    }

    /// Whether the sprite covers exactly the pixels of its mask: unturned, at scale 1, not mirrored. Its reach is then
    /// the mask's box.
    pub(crate) fn is_as_drawn(&self) -> bool {
        self.flip == [false, false] && self.turn.is_upright()
    }

    /// Returns the snapped position.
    pub fn at(&self) -> Point {
        self.at
    }

    /// Whether the sprite covers the world pixel (i, j).
    pub fn covers(&self, i: i32, j: i32) -> bool {
        self.covers_from(self.at, i, j)
    }

    /// Whether the sprite would cover the pixel if it were at another lattice point.
    pub(crate) fn covers_from(&self, at: Point, i: i32, j: i32) -> bool {
        let (x, y) = self.sample(at, i, j);
        self.texel(x, y)
    }

    /// Returns the texel [x, y] of the mask (as given, not mirrored) under the centre of the world pixel (i, j), set or
    /// not; `None` outside the mask. To draw a picture in place of the mask, take its colours from these texels.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{mask::Sprite, Mask, Placement};
    /// let ship = Arc::new(Mask::from_rows(&[".##.", "####"])?);
    /// let mirrored = Placement::at([10.0, 20.0]).scaled([-1.0, 1.0]);
    /// let sprite = Sprite::place(&ship, &mirrored, None)?;
    /// assert_eq!((sprite.texel_at(8, 19), sprite.texel_at(12, 19)), (Some([3, 0]), None));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn texel_at(&self, i: i32, j: i32) -> Option<[u32; 2]> {
        let (x, y) = self.sample(self.at, i, j);
        let (width, height) = (i64::from(self.mask.width()), i64::from(self.mask.height()));
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return None;
        }
        let mirrored = |x: i64, side: i64, flip: bool| if flip { side - 1 - x } else { x };
        Some([mirrored(x, width, self.flip[0]) as u32, mirrored(y, height, self.flip[1]) as u32])
    }

    /// Returns the texel under the centre of the world pixel (i, j), before mirroring.
    fn sample(&self, at: Point, i: i32, j: i32) -> (i64, i64) {
        let [u, v] = self.turn.at_pixel(at, [i, j]);
        (u >> 16, v >> 16)
    }

    /// Returns the texel (x, y) of the mask, mirrored as the scale says; false outside.
    pub(crate) fn texel(&self, x: i64, y: i64) -> bool {
        let x = if self.flip[0] { i64::from(self.mask.width()) - 1 - x } else { x };
        let y = if self.flip[1] { i64::from(self.mask.height()) - 1 - y } else { y };
        self.mask.get(x, y)
    }

    /// Returns the 64 texels from (x, y) to the right, mirrored as the scale says; clear outside.
    pub(crate) fn texels(&self, x: i64, y: i64) -> u64 {
        let y = if self.flip[1] { i64::from(self.mask.height()) - 1 - y } else { y };
        if self.flip[0] {
            self.mask.bits(i64::from(self.mask.width()) - 64 - x, y).reverse_bits()
        } else {
            self.mask.bits(x, y)
        }
    }

    /// Returns a box of pixels that contains all covered ones. It is quick to compute, but loose: it is
    /// around the whole mask, and for a turned sprite a few pixels larger. The cover's box is the smallest one after
    /// `Cover::of(&sprite).trimmed()`: see [`Cover::trimmed`](crate::mask::Cover::trimmed) and
    /// [`Cover::pixels`](crate::mask::Cover::pixels).
    #[inline]
    pub fn reach(&self) -> PixelBox {
        if self.turn.is_upright() { self.upright_reach() } else { self.turned_reach() }
    }

    /// Returns exactly the box of the mask's texels, one pixel for each.
    #[inline]
    fn upright_reach(&self) -> PixelBox {
        let offset = self.upright_offset();
        let (x0, y0) = ((self.at.x + offset.x) >> 8, (self.at.y + offset.y) >> 8);
        PixelBox { x0, y0, x1: x0 + self.mask.width() as i32, y1: y0 + self.mask.height() as i32 }
    }

    /// Returns what is added to the position of an upright sprite to get a point in the pixel of its least corner.
    #[inline]
    pub(crate) fn upright_offset(&self) -> Point {
        upright_offset(self.turn)
    }

    /// Returns the closed lattice box of the sprite's reach, which is never empty.
    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        let PixelBox { x0, y0, x1, y1 } = self.reach();
        // Far within i32: no sprite reaches further than 2^14 px from a position within 2^21 px.
        let corner = |x: i32, y: i32| Point::new(x * UNITS, y * UNITS);
        Bounds { min: corner(x0, y0), max: corner(x1, y1) }
    }

    fn turned_reach(&self) -> PixelBox {
        let t = self.turn;
        let [ux, uy, vx, vy] = [t.ux, t.uy, t.vx, t.vy].map(i64::from);
        // The determinant of the steps is close to 2^32 / (sx * sy), so it is at least 2^20 minus rounding, and never
        // 0.
        let det = ux * vy - uy * vx;
        let (u0, v0) = t.start(self.at);
        let (mut x, mut y) = ((i64::MAX, i64::MIN), (i64::MAX, i64::MIN));
        for (u, v) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let du = u * (i64::from(self.mask.width()) << 16) - u0;
            let dv = v * (i64::from(self.mask.height()) << 16) - v0;
            let i = (du * vy - dv * uy).div_euclid(det);
            let j = (dv * ux - du * vx).div_euclid(det);
            x = (x.0.min(i), x.1.max(i));
            y = (y.0.min(j), y.1.max(j));
        }
        // Pivots are within 2^14 texels and scales within 64, so all of this is far below 2^31.
        let (ai, aj) = (self.at.x >> 8, self.at.y >> 8);
        PixelBox {
            x0: ai - 2 + x.0 as i32,
            y0: aj - 2 + y.0 as i32,
            x1: ai + 3 + x.1 as i32,
            y1: aj + 3 + y.1 as i32,
        }
    }
}

/// Returns what is added to the position of an upright sprite to get a point in the pixel of its least corner.
#[inline(always)]
fn upright_offset(turn: Turn) -> Point {
    // Pixel i shows texel (u0 >> 16) + i - ai, where u0 = u1 + 256 gx. So the first pixel is the least i with 256 i >=
    // X - (u1 + 32768) / 256, where X is the position.
    let offset = |one: i32| 255 - ((one + 32768) >> 8);
    Point::new(offset(turn.u1), offset(turn.v1))
}

/// How far the reach of a turned sprite may exceed the box around its turned sides: 5 px.
pub(crate) const SLACK: i32 = 5 * UNITS;

/// Returns how a scale mirrors.
pub(crate) fn flip_of(scale: Vec2) -> [bool; 2] {
    [scale.x < 0.0, scale.y < 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All covered pixels lie in the outer disc, and all pixels of which a point lies in the inner disc are covered.
    #[test]
    fn discs_hold_what_they_say() {
        let mut random = crate::kernels::random::Random::new(8);
        let (mut checked, mut tight, mut held) = (0, 0, 0);
        for round in 0..1200 {
            let mut sprite = random.sprite();
            if round % 2 == 0 {
                let mask = Mask::from_fn(9 + round % 40, 8 + round % 33, |_, _| true).expect("a mask");
                let at = Placement::at([1.3, round as f64 / 7.0]);
                let at = if round % 4 == 0 { at } else { at.turned(round as f64).scaled([1.5, -0.7]) };
                sprite = Sprite::place(&Arc::new(mask), &at, None).expect("a sprite");
            }
            let reach = sprite.reach();
            if (reach.x1 - reach.x0) * (reach.y1 - reach.y0) > 40_000 {
                continue;
            }
            let is_upright = sprite.turn().is_upright();
            let [inner, outer] = sprite.discs(is_upright).radii;
            let Bounds { min, max } = Sprite::extent(sprite.turn, &sprite.mask);
            let centre = if is_upright {
                let pixel = |at: i32| at & !255;
                let middle = |at: i32, min: i32, max: i32| (pixel(at + min) + pixel(at + max)) / 2;
                Point::new(middle(sprite.at.x, min.x, max.x), middle(sprite.at.y, min.y, max.y))
            } else {
                sprite.at
            };
            let cover = crate::mask::Cover::of(&sprite);
            let mut most = 0.0_f64;
            for (i, j) in (reach.y0..reach.y1).flat_map(|j| (reach.x0..reach.x1).map(move |i| (i, j))) {
                let is_covered = cover.bits(i.into(), j.into()) & 1 == 1;
                let away = |x: i32, y: i32| f64::from(x - centre.x).hypot(f64::from(y - centre.y));
                for [x, y] in [[i, j], [i + 1, j], [i, j + 1], [i + 1, j + 1]] {
                    if is_covered {
                        most = most.max(away(256 * x, 256 * y));
                    }
                }
                let nearest =
                    away(centre.x.clamp(256 * i, 256 * i + 256), centre.y.clamp(256 * j, 256 * j + 256));
                if nearest <= f64::from(inner) {
                    assert!(is_covered, "{sprite:?}: {inner}");
                    held += 1;
                }
            }
            assert!(most <= f64::from(outer), "{sprite:?}: {most} {outer}");
            checked += u32::from(most > 0.0);
            tight += u32::from(f64::from(outer) < 1.2 * most + 500.0);
        }
        assert!(checked > 400 && tight > 300 && held > 10_000, "{checked} {tight} {held}");
    }

    /// The texel size found at one angle holds at all others.
    #[test]
    fn texel_sizes_hold_at_every_angle() {
        let mask = Arc::new(Mask::from_fn(64, 4, |_, _| true).expect("a good size"));
        let scales = [1.0, 1.0 / 64.0, 0.3, 7.5, 31.0, 64.0, 250.0];
        let mut bounded = 0;
        for scale in scales.iter().flat_map(|&x| scales.map(|y| [x, -y])) {
            let at = |angle: f64| Placement::default().scaled(scale).turned(angle);
            for k in 0..60 {
                let Ok(mut sprite) = Sprite::place(&mask, &at(f64::from(k) * 0.37), None) else { continue };
                let size = sprite.texel_size();
                for frame in (0..60).filter_map(|k| at(f64::from(k * k) * 0.11).frame().ok()) {
                    sprite.turn_to_angle(sprite.turn().turned(frame.cos, frame.sin, frame.scale));
                    let turn = sprite.turn();
                    let [ux, uy, vx, vy] =
                        [turn.ux, turn.uy, turn.vx, turn.vy].map(|step| f64::from(step) / 65536.0);
                    // The singular values of the steps: texels for each pixel, at most and at least.
                    let (sum, det) = (ux * ux + uy * uy + vx * vx + vy * vy, (ux * vy - uy * vx).abs());
                    let most = ((sum + (sum * sum - 4.0 * det * det).max(0.0).sqrt()) / 2.0).sqrt();
                    let least = det / most;
                    assert!(f64::from(size.greatest) >= 256.0 / least, "{scale:?} {turn:?}");
                    assert!(f64::from(size.least_square) <= (256.0 / most).powi(2), "{scale:?} {turn:?}");
                }
                bounded += u32::from(size.greatest.is_finite());
            }
        }
        assert!(bounded > 1000, "{bounded}");
    }

    /// The extent contains every covered pixel, wherever in a pixel the sprite is, and little more.
    #[test]
    fn extents_hold_what_is_covered() {
        let mut state = 3_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % n
        };
        let (mut seen, mut loose, mut tight) = (0, 0, 0);
        for round in 0..4000 {
            let (w, h) = (1 + below(20) as usize, 1 + below(20) as usize);
            // Full masks, and masks with round or no corners.
            let (middle, radius) = ([w as f64 / 2.0, h as f64 / 2.0], [99.0, 9.0, 5.0][below(3) as usize]);
            let is_set = |x: i32, y: i32| {
                (f64::from(x) + 0.5 - middle[0]).hypot(f64::from(y) + 0.5 - middle[1]) < radius
            };
            let mask = Arc::new(Mask::from_fn(w, h, is_set).expect("a good size"));
            let scales = [1.0, -1.0, 0.1, 1.0 / 64.0, 3.3, -7.5, 24.0];
            let scale =
                [scales[below(7) as usize], scales[below(if round % 2 == 0 { 2 } else { 7 }) as usize]];
            let angle = if round % 3 == 0 {
                below(8) as f64 * std::f64::consts::FRAC_PI_4
            } else {
                below(1000) as f64
            };
            let pivot = Vec2::new(below(400) as f64 / 10.0 - 20.0, below(60) as f64 / 10.0);
            let place = Point::new(below(4096) as i32 - 2048, below(4096) as i32 - 2048);
            let at = Vec2::new(f64::from(place.x) / 256.0, f64::from(place.y) / 256.0);
            let placement = Placement::at(at).turned(angle).scaled(scale);
            let Ok(sprite) = Sprite::place(&mask, &placement, Some(pivot)) else { continue };
            let Bounds { min, max } = Sprite::extent(sprite.turn, &mask);
            let pixel = |at: i32, by: i32| (at + by) >> 8;
            let (x0, y0) = (pixel(place.x, min.x), pixel(place.y, min.y));
            let (x1, y1) = (pixel(place.x, max.x), pixel(place.y, max.y));
            let reach = sprite.reach();
            assert!(
                x0 <= x1 && y0 <= y1 && reach.x0 <= x0 && reach.y0 <= y0 && x1 <= reach.x1 && y1 <= reach.y1
            );
            let slack = [x0 - reach.x0, y0 - reach.y0, reach.x1 - x1, reach.y1 - y1];
            assert!(radius < 99.0 || slack.iter().all(|&by| by * UNITS <= SLACK), "{slack:?}");
            let Some(covered) = sprite.covered_box() else { continue };
            assert!(
                x0 <= covered.x0 && y0 <= covered.y0 && covered.x1 <= x1 && covered.y1 <= y1,
                "{sprite:?}"
            );
            if radius == 99.0 {
                seen += 1;
                loose += i32::from(covered != PixelBox { x0, y0, x1, y1 });
            } else {
                let full = Sprite::extent_of(sprite.turn, [w as i32, h as i32], f32::INFINITY);
                tight += i32::from(full.min.x < min.x - UNITS && full.max.y > max.y + UNITS);
            }
        }
        assert!(seen > 500 && loose < seen / 2, "{loose} of {seen} are loose");
        assert!(tight > 500, "{tight}");
    }
}

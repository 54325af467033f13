//! The turn of a sprite: six integers that CPU, shaders and viewer share (SPEC 4).

use crate::error::{At, Cause, Result};
use crate::lattice::{Bounds, Point, Vec2, finite};
use crate::mask::Mask;
use crate::shape::Transform;

/// SPEC 4's placement as WGSL. `placement_texel` returns the texel under a world pixel's centre, so a sprite shader
/// that starts with this text draws exactly the pixels that hit.
///
/// ```
/// assert!(kasuri::mask::PLACEMENT_WGSL.contains("fn placement_texel(placement: Placement, pixel: vec2<i32>) -> vec2<i32>"));
/// ```
pub const PLACEMENT_WGSL: &str = include_str!("../../shaders/shared/placement.wgsl");

/// The same in GLSL ES 3.00, for WebGL and OpenGL ES; put it after the `#version` line of a shader.
///
/// ```
/// assert!(kasuri::mask::PLACEMENT_GLSL.contains("ivec2 placement_texel(Placement placement, highp ivec2 pixel)"));
/// ```
pub const PLACEMENT_GLSL: &str = include_str!("../../shaders/shared/placement.glsl");

/// The angle, scale and pivot of a sprite as six whole numbers, from which a shader finds the texel under a pixel. All
/// are texels times 65,536 (16.16 fixed point).
///
/// u runs along the mask's x and v along its y, both after mirroring. These numbers do not mirror:
/// [`Sprite::flip`](crate::mask::Sprite::flip) says whether the mask is mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Turn {
    /// The change of u for one world pixel to the right.
    pub ux: i32,
    /// The change of u for one world pixel down.
    pub uy: i32,
    /// The change of v for one world pixel to the right.
    pub vx: i32,
    /// The change of v for one world pixel down.
    pub vy: i32,
    /// The u of the pivot.
    pub u1: i32,
    /// The v of the pivot.
    pub v1: i32,
}

impl Turn {
    /// Computes the numbers for a mask, from its placement and its pivot in texels (by default the middle of the mask).
    /// It is an error if the sprite would be too large, or if the pivot is outside -4096 to 8192.
    #[inline(always)]
    pub fn new(mask: &Mask, frame: &Transform, pivot: Option<Vec2>) -> Result<Turn> {
        let (w, h) = (f64::from(mask.width()), f64::from(mask.height()));
        let pivot = pivot.unwrap_or(Vec2::new(w / 2.0, h / 2.0));
        check_pivot(pivot.x).at("[0]").at("pivot")?;
        check_pivot(pivot.y).at("[1]").at("pivot")?;
        let (sx, sy) = (frame.scale.x.abs(), frame.scale.y.abs());
        let (c, s) = (frame.cos, frame.sin);
        let width = w * sx * c.abs() + h * sy * s.abs();
        let height = w * sx * s.abs() + h * sy * c.abs();
        if width.max(height) > 16384.0 {
            return Err(Cause::TooLarge { width, height }.error());
        }
        // All values are below 2^30: steps are at most 64 texels a pixel, pivots within -8192 to 12288 texels. The
        // steps are checked because the caller can write a frame's fields.
        let steps = [c / sx, s / sx, -s / sy, c / sy];
        steps.iter().try_for_each(|&step| finite(step).map(|_| ())).at("frame")?;
        let [u1, v1] = Turn::pivot_of(mask, frame.scale, Some(pivot));
        let turn = Turn { ux: 0, uy: 0, vx: 0, vy: 0, u1, v1 };
        Ok(turn.turned(frame.cos, frame.sin, frame.scale))
    }

    /// Returns u1 and v1: the pivot, by default the middle of the mask, after mirroring.
    #[inline(always)]
    pub(crate) fn pivot_of(mask: &Mask, scale: Vec2, pivot: Option<Vec2>) -> [i32; 2] {
        let (w, h) = (f64::from(mask.width()), f64::from(mask.height()));
        let pivot = pivot.unwrap_or(Vec2::new(w / 2.0, h / 2.0));
        let ox = if scale.x < 0.0 { w - pivot.x } else { pivot.x };
        let oy = if scale.y < 0.0 { h - pivot.y } else { pivot.y };
        [fixed(ox), fixed(oy)]
    }

    /// Returns the turn of the same mask, pivot and scale at another angle, given its cosine and sine.
    #[inline(always)]
    pub(crate) fn turned(self, c: f64, s: f64, scale: Vec2) -> Turn {
        let [ux, uy, vx, vy] = Turn::steps(c, s, [scale.x, scale.y]);
        Turn { ux, uy, vx, vy, ..self }
    }

    /// Does the same as `steps` for values that are known to be valid: a cosine, a sine, and scales of at least 1/64.
    #[inline(always)]
    pub(crate) fn sound_steps(c: f64, s: f64, scale: [f64; 2]) -> [i32; 4] {
        let [sx, sy] = scale.map(f64::abs);
        [c / sx, s / sx, -s / sy, c / sy].map(|step| nearest(step * 65536.0))
    }

    /// Returns the changes of u and v for each pixel: ux, uy, vx and vy.
    #[inline(always)]
    pub(crate) fn steps(c: f64, s: f64, scale: [f64; 2]) -> [i32; 4] {
        let [sx, sy] = scale.map(f64::abs);
        [fixed(c / sx), fixed(s / sx), fixed(-s / sy), fixed(c / sy)]
    }

    /// Whether each pixel steps by one whole texel (unturned and at scale 1), so that the cover is a shifted mask.
    pub fn is_upright(&self) -> bool {
        (self.ux == 65536) & (self.uy == 0) & (self.vx == 0) & (self.vy == 65536)
    }

    /// Returns the box around the pixels that a mask of this size may cover, in the form of
    /// [`Sprite::extent`](crate::mask::Sprite). No set texel is further from the mask's middle than `reach` texels.
    ///
    /// A pixel centre at o lattice units from the position has u = u1 + (ux * o.x + uy * o.y) / 256, rounded once, and
    /// v likewise. So it is covered only within a parallelogram and within an ellipse, and this is the box around both.
    #[inline(always)]
    pub(crate) fn extent(self, size: [i32; 2], reach: f64) -> Bounds {
        let [ux, uy, vx, vy] = [self.ux, self.uy, self.vx, self.vy].map(f64::from);
        // The determinant is close to 2^32 / (sx * sy), never 0. All products are below 2^54, and sums are exact to
        // 1/1000 unit.
        let unit = 256.0 / (ux * vy - uy * vx);
        // Half the mask's size, a little more for the rounding, and the mask's middle relative to the pivot.
        let half = size.map(|side| f64::from(side) * 32768.0);
        let (mu, mv) = (half[0] - f64::from(self.u1), half[1] - f64::from(self.v1));
        let (hu, hv, reach) = (half[0] + 1.0, half[1] + 1.0, reach * 65536.0 + 2.0);
        let (x, y) = ((mu * vy - mv * uy) * unit, (mv * ux - mu * vx) * unit);
        let size = unit.abs();
        let (rx, ry) = (hu * vy.abs() + hv * uy.abs(), hv * ux.abs() + hu * vx.abs());
        let (rx, ry) =
            (rx.min(reach * (vy * vy + uy * uy).sqrt()), ry.min(reach * (ux * ux + vx * vx).sqrt()));
        let (rx, ry) = (rx * size, ry * size);
        // A pixel's centre is 128 units after its start. The first covered centre is at `middle - radius` or later, so
        // 127 is added before rounding down to pixels; one unit is left for rounding errors.
        let first = |middle: f64, radius: f64| nearest((middle - radius).floor()).wrapping_add(126);
        let last = |middle: f64, radius: f64| nearest((middle + radius).ceil()).wrapping_add(129);
        Bounds { min: Point::new(first(x, rx), first(y, ry)), max: Point::new(last(x, rx), last(y, ry)) }
    }

    /// Returns u and v at the centre of a pixel, for a sprite at a position. (SPEC 4 begins at the pixel that contains the
    /// position. Whole pixels from there add whole numbers, so rounding the sum once gives the same.)
    #[inline(always)]
    pub(crate) fn at_pixel(&self, at: Point, [i, j]: [i32; 2]) -> [i64; 2] {
        let along = |at: i32, pixel: i32| i64::from(pixel) * 256 + 128 - i64::from(at);
        let (x, y) = (along(at.x, i), along(at.y, j));
        let texel = |one: i32, right: i32, down: i32| {
            i64::from(one) + ((i64::from(right) * x + i64::from(down) * y + 128) >> 8)
        };
        [texel(self.u1, self.ux, self.uy), texel(self.v1, self.vx, self.vy)]
    }

    /// Returns u and v at the centre of the anchor pixel, which contains `at`.
    pub fn start(&self, at: Point) -> (i64, i64) {
        let gx = i64::from(128 - (at.x & 255));
        let gy = i64::from(128 - (at.y & 255));
        let along =
            |one: i32, x: i32, y: i32| i64::from(one) + ((i64::from(x) * gx + i64::from(y) * gy + 128) >> 8);
        (along(self.u1, self.ux, self.uy), along(self.v1, self.vx, self.vy))
    }
}

/// Returns the nearest integer, ties to even, of a number below 2^31 in size: the last bit of the sum is worth 1.
/// Unlike a saturating conversion this is two operations, and it works on several numbers at a time.
#[inline(always)]
fn nearest(x: f64) -> i32 {
    const LAST_BIT_IS_ONE: f64 = 1.5 * (1_u64 << 52) as f64;
    (x + LAST_BIT_IS_ONE).to_bits() as i32
}

/// Converts to 16.16 fixed point, ties to even.
#[inline(always)]
fn fixed(x: f64) -> i32 {
    (x * 65536.0).round_ties_even() as i32
}

fn check_pivot(value: f64) -> Result<()> {
    let (least, most) = (-4096.0, 8192.0);
    if finite(value)? < least || value > most {
        return Err(Cause::OutOfRange { what: "a pivot", value, least, most }.error());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sound_steps_are_the_steps() {
        let scales = [1.0, 1.0 / 64.0, 64.0, 0.3, 1.5, -2.0];
        for k in 0..20_000_u32 {
            let angle = f64::from(k) * 0.000_7 - 3.0;
            let (cos, sin) = (libm::cos(angle), libm::sin(angle));
            let scale = [scales[k as usize % 6], scales[k as usize / 6 % 6]];
            assert_eq!(Turn::sound_steps(cos, sin, scale), Turn::steps(cos, sin, scale), "{angle} {scale:?}");
        }
        for (half, even) in [(0.5, 0), (1.5, 2), (-0.5, 0), (-1.5, -2), (2_147_483_647.0, i32::MAX)] {
            assert_eq!(nearest(half), even);
        }
    }
}

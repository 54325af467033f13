//! The lattice of all coordinates: units of 1/256 pixel, as 32-bit integers (SPEC 1).

use crate::error::{Cause, Error, Result};
pub use crate::vec2::Vec2;

/// The number of lattice units in a pixel.
pub const UNITS: i32 = 256;
/// The largest size of a placed coordinate: 2^21 px, in lattice units.
pub const EDGE: i32 = 1 << 29;
/// The longest side of a bounding box: 2^14 px, in lattice units.
pub const LONGEST: i32 = 1 << 22;

/// A point of the lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(C)]
pub struct Point {
    /// To the right, in 1/256 px.
    pub x: i32,
    /// Down, in 1/256 px.
    pub y: i32,
}

impl Point {
    /// Makes a point from lattice units.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Returns the lattice point nearest to a position in pixels; an error beyond the world's edge.
    ///
    /// ```
    /// use kasuri::lattice::Point;
    /// assert_eq!(Point::snapped([1.0, -0.5])?, Point::new(256, -128));
    /// assert!(Point::snapped([0.0, 3e6]).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[inline]
    pub fn snapped(place: impl Into<Vec2>) -> Result<Point> {
        let place = place.into();
        let (x, y) = (rounded(place.x), rounded(place.y));
        let fits = |units: f64| units.abs() <= f64::from(EDGE);
        if fits(x) && fits(y) { Ok(Point { x: x as i32, y: y as i32 }) } else { Err(unplaceable(place)) }
    }

    /// Returns this point moved by an offset; an error beyond the world's edge.
    pub(crate) fn offset(self, by: Point) -> Result<Point> {
        let x = within_world(i64::from(self.x) + i64::from(by.x))?;
        let y = within_world(i64::from(self.y) + i64::from(by.y))?;
        Ok(Point { x, y })
    }
}

/// A closed box of lattice points.
#[doc(alias = "AABB")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Bounds {
    /// The corner with the least x and y.
    pub min: Point,
    /// The corner with the greatest x and y.
    pub max: Point,
}

impl Bounds {
    /// Returns the smallest box around some points, or `None` without points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Bounds { min: first, max: first }, |b, p| Bounds {
            min: Point::new(b.min.x.min(p.x), b.min.y.min(p.y)),
            max: Point::new(b.max.x.max(p.x), b.max.y.max(p.y)),
        }))
    }

    /// Returns the smallest box around both boxes.
    #[must_use]
    pub fn union(self, other: Bounds) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Returns the box grown by `by` on every side; coordinates saturate at the limits of `i32`.
    #[must_use]
    pub fn grown(self, by: i32) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.saturating_sub(by), self.min.y.saturating_sub(by)),
            max: Point::new(self.max.x.saturating_add(by), self.max.y.saturating_add(by)),
        }
    }

    /// Returns the box moved by an offset; the caller guarantees that it stays within `i32`.
    pub(crate) fn translated(self, by: Point) -> Bounds {
        Bounds {
            min: Point::new(self.min.x + by.x, self.min.y + by.y),
            max: Point::new(self.max.x + by.x, self.max.y + by.y),
        }
    }

    /// Returns the box relative to a point of the world.
    pub(crate) fn seen_from(self, at: Point) -> Bounds {
        self.translated(Point::new(-at.x, -at.y))
    }

    /// Whether the two boxes share a point.
    pub fn meets(self, other: Bounds) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// Refuses a box with a side longer than 2^14 px.
    pub(crate) fn checked(self) -> Result<Bounds> {
        let width = i64::from(self.max.x) - i64::from(self.min.x);
        let height = i64::from(self.max.y) - i64::from(self.min.y);
        if width.max(height) > i64::from(LONGEST) {
            return Err(Cause::TooLarge { width: pixels(width), height: pixels(height) }.error());
        }
        Ok(self)
    }
}

/// A half-open box of world pixels: x0 <= i < x1, y0 <= j < y1.
#[doc(alias = "Rect")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PixelBox {
    /// The first column.
    pub x0: i32,
    /// The first row.
    pub y0: i32,
    /// One past the last column.
    pub x1: i32,
    /// One past the last row.
    pub y1: i32,
}

impl PixelBox {
    /// Whether the box contains no pixel.
    pub fn is_empty(self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    /// Returns the pixels whose squares overlap a closed lattice box.
    pub fn around(bounds: Bounds) -> PixelBox {
        let (min, max) = (bounds.min, bounds.max);
        PixelBox { x0: min.x >> 8, y0: min.y >> 8, x1: (max.x >> 8) + 1, y1: (max.y >> 8) + 1 }
    }

    /// Iterates over all pixels (i, j), row by row.
    pub fn iter(self) -> impl Iterator<Item = (i32, i32)> {
        (self.y0..self.y1).flat_map(move |j| (self.x0..self.x1).map(move |i| (i, j)))
    }

    /// Returns the pixels that both boxes contain.
    #[must_use]
    pub fn intersection(self, other: PixelBox) -> PixelBox {
        PixelBox {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    /// Returns the closed lattice box that the squares of the pixels fill, or `None` where there are no pixels.
    /// Coordinates saturate at the limits of `i32`.
    pub fn bounds(self) -> Option<Bounds> {
        let corner = |x: i32, y: i32| Point::new(x.saturating_mul(UNITS), y.saturating_mul(UNITS));
        (!self.is_empty()).then(|| Bounds { min: corner(self.x0, self.y0), max: corner(self.x1, self.y1) })
    }
}

/// A distance within which two bodies graze each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Margin(i32);

impl Margin {
    /// Makes a margin from pixels: at least 0, and at most the size of the world.
    ///
    /// ```
    /// use kasuri::lattice::Margin;
    /// assert!(Margin::new(12.0).is_ok() && Margin::new(-1.0).is_err());
    /// ```
    pub fn new(pixels: f64) -> Result<Margin> {
        match snap(not_negative(pixels, "a margin")?) {
            Ok(units) if units <= EDGE => Ok(Margin(units)),
            _ => {
                let most = f64::from(EDGE / UNITS);
                Err(Cause::OutOfRange { what: "a margin", value: pixels, least: 0.0, most }.error())
            }
        }
    }

    /// Makes a margin from lattice units, 1/256 of a pixel.
    pub fn from_units(units: i32) -> Result<Margin> {
        Margin::new(pixels(units.into()))
    }

    /// Returns the margin in lattice units.
    pub fn units(self) -> i32 {
        self.0
    }
}

/// Returns the lattice coordinate nearest to `x` pixels, ties to even (SPEC 1).
///
/// ```
/// use kasuri::lattice::snap;
/// assert_eq!(snap(1.0)?, 256);
/// assert_eq!((snap(0.5 / 256.0)?, snap(1.5 / 256.0)?), (0, 2));
/// assert!(snap(f64::NAN).is_err());
/// # Ok::<(), kasuri::Error>(())
/// ```
pub fn snap(x: f64) -> Result<i32> {
    let rounded = rounded(x);
    if !(f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&rounded) {
        return Err(finite(x).err().unwrap_or_else(|| beyond(x)));
    }
    Ok(rounded as i32)
}

/// An f64 of this size has no fraction bits, so adding this number rounds. (Baseline x86-64 has no instruction that
/// rounds.)
pub(crate) const ROUNDS: f64 = 1.5 * (1u64 << 52) as f64;

/// Returns the place of a box's middle on a curve that mostly keeps near boxes together: the bits of both coordinates, interleaved
/// (the Morton code).
pub(crate) fn on_curve(b: Bounds) -> u64 {
    let spread = |x: i32| {
        // Maps i32 to u32 in order, so that coordinates on both sides of 0 stay neighbors.
        let mut x = u64::from((x as u32) ^ 0x8000_0000);
        x = (x | x << 16) & 0x0000_ffff_0000_ffff;
        x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
        x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        x = (x | x << 2) & 0x3333_3333_3333_3333;
        (x | x << 1) & 0x5555_5555_5555_5555
    };
    spread(b.min.x / 2 + b.max.x / 2) | spread(b.min.y / 2 + b.max.y / 2) << 1
}

/// Returns x * 256 as a whole number, ties to even, when its size is below 2^51; otherwise some value that is not a
/// lattice coordinate.
#[inline(always)]
pub(crate) fn rounded(x: f64) -> f64 {
    (x * f64::from(UNITS) + ROUNDS) - ROUNDS
}

/// Returns the same as an integer, read from the bits. When there is no such lattice coordinate (NaN included), the
/// size of the result is beyond 2^50.
#[inline(always)]
pub(crate) fn units(x: f64) -> i64 {
    let bits = |x: f64| x.to_bits().cast_signed();
    bits(x * f64::from(UNITS) + ROUNDS).wrapping_sub(bits(ROUNDS))
}

/// Whether a number of lattice units is a coordinate within the world, at least `from_edge` units away from its edge.
#[inline(always)]
pub(crate) fn is_within_world(units: i64, from_edge: i32) -> bool {
    let most = i64::from(EDGE) - i64::from(from_edge);
    units.wrapping_add(most).cast_unsigned() <= (2 * most).max(0).cast_unsigned()
}

/// Returns the error for a position that has no lattice point within the world.
#[cold]
fn unplaceable(place: Vec2) -> Error {
    let check = |x: f64| snap_within_world(x).map(|_| ());
    let x = check(place.x).map_err(|e| e.at("[0]"));
    x.and_then(|()| check(place.y).map_err(|e| e.at("[1]"))).err().unwrap_or_else(|| beyond(place.x))
}

/// Converts lattice units to pixels.
pub(crate) fn pixels(units: i64) -> f64 {
    units as f64 / f64::from(UNITS)
}

pub(crate) fn finite(value: f64) -> Result<f64> {
    if value.is_finite() { Ok(value) } else { Err(Cause::NotFinite { value }.error()) }
}

/// Refuses a number below 0.
pub(crate) fn not_negative(value: f64, what: &'static str) -> Result<f64> {
    if finite(value)? < 0.0 { Err(Cause::Negative { what, value }.error()) } else { Ok(value) }
}

/// Returns the lattice coordinate nearest to `x` pixels; an error beyond the world's edge.
pub(crate) fn snap_within_world(x: f64) -> Result<i32> {
    snap(x).and_then(|units| within_world(units.into()))
}

fn within_world(units: i64) -> Result<i32> {
    match i32::try_from(units) {
        Ok(x) if (-EDGE..=EDGE).contains(&x) => Ok(x),
        _ => Err(beyond(pixels(units))),
    }
}

fn beyond(value: f64) -> Error {
    let most = f64::from(EDGE / UNITS);
    Cause::OutOfRange { what: "a placed coordinate", value, least: -most, most }.error()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_the_nearest_or_no_coordinates() {
        let tie = 0.5 / 256.0;
        let some = [0.0, -0.0, 1.0, -1.0, tie, 3.0 * tie, -tie, -5.0 * tie, 0.3, 2_097_152.0, -2_097_152.0];
        for x in some {
            assert_eq!(Ok(units(x)), snap(x).map(i64::from), "{x}");
            assert!(is_within_world(units(x), 0));
        }
        let huge = [1e6, 1e9, 1e12, 8e12, 9e12, 1e15, 1e18, 1e30, 1e300, f64::MAX, f64::INFINITY, f64::NAN];
        for x in huge.into_iter().skip(1).chain([2_097_152.002, 3e6]).flat_map(|x| [x, -x]) {
            assert!(!is_within_world(units(x), 0), "{x}: {}", units(x));
        }
        for bits in (0..4000).map(|k: u64| k.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let x = f64::from_bits(bits);
            let placed = Point::snapped([x, 0.0]).ok().map(|p| i64::from(p.x));
            assert_eq!(is_within_world(units(x), 0).then(|| units(x)), placed, "{x}");
        }
    }

    /// Snapping never falls as x grows: a product by a power of two and one rounding never do. So it is right for all f64 of the world
    /// if it is right at every half of a unit and at the numbers right before and after it. The long mode tries all 2^31; the short
    /// one tries every 1,009th, and those around powers of two.
    #[test]
    fn snapping_is_right_around_every_half_unit() {
        let last = i64::from(EDGE) * 2 + 1;
        let check = |half: i64| {
            let x = half as f64 / 512.0;
            let (low, high) = (half.div_euclid(2), (half + 1).div_euclid(2));
            let even = if low & 1 == 0 { low } else { high };
            for (x, expected) in [(x.next_down(), low), (x, even), (x.next_up(), high)] {
                // Beside an even half, which is a whole unit, both neighbours snap to it: low, even and high are the same.
                assert_eq!((units(x), rounded(x)), (expected, expected as f64), "{x}");
            }
        };
        let is_long = std::env::var_os("KASURI_LONG").is_some();
        (-last..=last).step_by(if is_long { 1 } else { 1009 }).for_each(check);
        for power in (0..30).map(|k| 1_i64 << k) {
            (power - 70..power + 70).for_each(|half| [half, -half].into_iter().for_each(check));
        }
    }
}

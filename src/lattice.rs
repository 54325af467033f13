//! The lattice everything stands on: 1/256 of a pixel, 32-bit integers (SPEC 1).

use crate::error::{Error, Result};
pub use crate::vec2::Vec2;

/// Lattice units in a pixel.
pub const UNITS: i32 = 256;
/// The furthest coordinate that may be placed: 2^21 px, in lattice units.
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
    /// From lattice units.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The lattice point nearest to a place in pixels; an error beyond the world's edge.
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

    /// This point moved by an offset; an error beyond the world's edge.
    pub(crate) fn offset(self, by: Point) -> Result<Point> {
        let x = within_world(i64::from(self.x) + i64::from(by.x))?;
        let y = within_world(i64::from(self.y) + i64::from(by.y))?;
        Ok(Point { x, y })
    }
}

/// A closed box of lattice points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Bounds {
    /// The corner with the least x and y.
    pub min: Point,
    /// The corner with the greatest x and y.
    pub max: Point,
}

impl Bounds {
    /// The smallest box around some points, or `None` without points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Bounds { min: first, max: first }, |b, p| Bounds {
            min: Point::new(b.min.x.min(p.x), b.min.y.min(p.y)),
            max: Point::new(b.max.x.max(p.x), b.max.y.max(p.y)),
        }))
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Bounds) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Grown by `by` on every side, stopping at the ends of `i32`.
    #[must_use]
    pub fn grown(self, by: i32) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.saturating_sub(by), self.min.y.saturating_sub(by)),
            max: Point::new(self.max.x.saturating_add(by), self.max.y.saturating_add(by)),
        }
    }

    /// Moved by an offset; the caller knows that it stays within `i32`.
    pub(crate) fn translated(self, by: Point) -> Bounds {
        Bounds {
            min: Point::new(self.min.x + by.x, self.min.y + by.y),
            max: Point::new(self.max.x + by.x, self.max.y + by.y),
        }
    }

    /// The same as it is seen from a point of the world.
    pub(crate) fn seen_from(self, at: Point) -> Bounds {
        self.translated(Point::new(-at.x, -at.y))
    }

    /// Whether the two share a point.
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
            return Err(Error::TooLarge { width: pixels(width), height: pixels(height) });
        }
        Ok(self)
    }
}

/// A half-open box of world pixels: x0 <= i < x1, y0 <= j < y1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PixelBox {
    /// First column.
    pub x0: i32,
    /// First row.
    pub y0: i32,
    /// One past the last column.
    pub x1: i32,
    /// One past the last row.
    pub y1: i32,
}

impl PixelBox {
    /// Whether it holds no pixel.
    pub fn is_empty(self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    /// The pixels in whose squares a closed lattice box has a part.
    pub fn around(bounds: Bounds) -> PixelBox {
        let (min, max) = (bounds.min, bounds.max);
        PixelBox { x0: min.x >> 8, y0: min.y >> 8, x1: (max.x >> 8) + 1, y1: (max.y >> 8) + 1 }
    }

    /// Every pixel (i, j), row by row.
    pub fn iter(self) -> impl Iterator<Item = (i32, i32)> {
        (self.y0..self.y1).flat_map(move |j| (self.x0..self.x1).map(move |i| (i, j)))
    }

    /// The pixels of both.
    #[must_use]
    pub fn intersection(self, other: PixelBox) -> PixelBox {
        PixelBox {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    /// The closed lattice box that the pixels' squares fill, stopping at the ends of `i32`, or `None` where there are
    /// none.
    pub fn bounds(self) -> Option<Bounds> {
        let corner = |x: i32, y: i32| Point::new(x.saturating_mul(UNITS), y.saturating_mul(UNITS));
        (!self.is_empty()).then(|| Bounds { min: corner(self.x0, self.y0), max: corner(self.x1, self.y1) })
    }
}

/// The lattice coordinate nearest to `x` pixels, ties to even (SPEC 1).
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

/// Next to a number of this size only whole ones are left: adding it rounds. x86-64 alone has no instruction for it.
const ROUNDS: f64 = 1.5 * (1u64 << 52) as f64;

/// x * 256 as a whole number, ties to even, where it is below 2^51 in size; else something that is no lattice unit.
#[inline(always)]
pub(crate) fn rounded(x: f64) -> f64 {
    (x * f64::from(UNITS) + ROUNDS) - ROUNDS
}

/// The same as an integer, read off the bits: what is no lattice unit lies beyond 2^50, whatever it is.
#[inline(always)]
pub(crate) fn units(x: f64) -> i64 {
    let bits = |x: f64| x.to_bits().cast_signed();
    bits(x * f64::from(UNITS) + ROUNDS).wrapping_sub(bits(ROUNDS))
}

/// Whether a number of lattice units is a coordinate that lies in the world, and so far from its edge.
#[inline(always)]
pub(crate) fn is_within_world(units: i64, from_edge: i32) -> bool {
    let most = i64::from(EDGE) - i64::from(from_edge);
    units.wrapping_add(most).cast_unsigned() <= (2 * most).max(0).cast_unsigned()
}

/// Why a place has no lattice point within the world.
#[cold]
fn unplaceable(place: Vec2) -> Error {
    let check = |x: f64| snap_within_world(x).map(|_| ());
    let x = check(place.x).map_err(|e| e.at("[0]"));
    x.and_then(|()| check(place.y).map_err(|e| e.at("[1]"))).err().unwrap_or_else(|| beyond(place.x))
}

/// Lattice units as pixels.
pub(crate) fn pixels(units: i64) -> f64 {
    units as f64 / f64::from(UNITS)
}

pub(crate) fn finite(value: f64) -> Result<f64> {
    if value.is_finite() { Ok(value) } else { Err(Error::NotFinite { value }) }
}

/// Refuses a number below 0.
pub(crate) fn not_negative(value: f64, what: &'static str) -> Result<f64> {
    if finite(value)? < 0.0 { Err(Error::Negative { what, value }) } else { Ok(value) }
}

/// The lattice coordinate nearest to `x` pixels; refused beyond the world's edge.
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
    Error::OutOfRange { what: "a placed coordinate", value, least: -most, most }
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
}

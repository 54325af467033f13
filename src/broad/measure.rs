//! Sizes and extents of a set of boxes.

use crate::broad::Ids;
use crate::lattice::{Bounds, Point};

/// Sizes and extents of a set of boxes, from one pass over them. Lengths are unsigned, so that no difference of two
/// coordinates overflows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) count: usize,
    /// The least corner of all boxes.
    pub(super) min: Point,
    /// The greatest of the boxes' least corners.
    pub(super) last: Point,
    pub(super) widest: u32,
    pub(super) highest: u32,
    /// The sum of the longer sides of all boxes.
    pub(super) sides: u64,
}

/// Returns the sides of a box. An inside-out box counts as long as the world.
#[inline(always)]
pub(super) fn sides(b: Bounds) -> [u32; 2] {
    [b.max.x.wrapping_sub(b.min.x).cast_unsigned(), b.max.y.wrapping_sub(b.min.y).cast_unsigned()]
}

impl Measure {
    pub(super) const NOTHING: Measure = Measure {
        count: 0,
        min: Point::new(i32::MAX, i32::MAX),
        last: Point::new(i32::MIN, i32::MIN),
        widest: 0,
        highest: 0,
        sides: 0,
    };

    /// Measures some of the boxes.
    #[inline(always)]
    pub(super) fn of(bounds: &[Bounds], ids: impl Ids) -> Measure {
        let mut m = Measure { count: ids.len(), ..Measure::NOTHING };
        for b in ids.boxes(bounds) {
            let [width, height] = sides(*b);
            m.min = Point::new(m.min.x.min(b.min.x), m.min.y.min(b.min.y));
            m.last = Point::new(m.last.x.max(b.min.x), m.last.y.max(b.min.y));
            m.widest = m.widest.max(width);
            m.highest = m.highest.max(height);
            m.sides += u64::from(width.max(height));
        }
        m
    }

    /// Measures the boxes whose flag in `count` is set.
    #[inline(always)]
    pub(super) fn of_some(bounds: &[Bounds], count: impl Iterator<Item = bool>) -> Measure {
        let mut m = Measure::NOTHING;
        for (b, counts) in bounds.iter().zip(count) {
            let [width, height] = sides(*b);
            let least = |so_far: i32, x: i32| so_far.min(if counts { x } else { i32::MAX });
            let most = |so_far: i32, x: i32| so_far.max(if counts { x } else { i32::MIN });
            m.min = Point::new(least(m.min.x, b.min.x), least(m.min.y, b.min.y));
            m.last = Point::new(most(m.last.x, b.min.x), most(m.last.y, b.min.y));
            m.widest = m.widest.max(if counts { width } else { 0 });
            m.highest = m.highest.max(if counts { height } else { 0 });
            m.sides += u64::from(if counts { width.max(height) } else { 0 });
            m.count += usize::from(counts);
        }
        m
    }

    /// Combines two measures.
    pub(super) fn and(self, other: Measure) -> Measure {
        Measure {
            count: self.count + other.count,
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            last: Point::new(self.last.x.max(other.last.x), self.last.y.max(other.last.y)),
            widest: self.widest.max(other.widest),
            highest: self.highest.max(other.highest),
            sides: self.sides + other.sides,
        }
    }

    /// Returns the longest side of any box.
    pub(super) fn longest(self) -> u32 {
        self.widest.max(self.highest)
    }

    /// Whether the sizes are so similar that one cell width suits all boxes.
    pub(super) fn is_even(self) -> bool {
        u64::from(self.longest()) * self.count as u64 <= 3 * self.sides
    }

    /// Returns the extent from the least corner to the greatest of the least corners.
    pub(super) fn span(self) -> [u32; 2] {
        sides(Bounds { min: self.min, max: self.last })
    }
}

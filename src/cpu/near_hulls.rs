//! The prepared parts of a solid that may meet an area: those that the field of its shape lists there (`shape/near_pieces.rs`), or
//! else those whose boxes meet the area, many at a time.

use std::ops::Range;

use crate::cpu::hulls::Hulls;
use crate::cpu::solids::Solids;
use crate::form::Form;
use crate::lattice::Bounds;
use crate::shape::ListedPieces;
use crate::simd::{Lanes, lowest};

/// Goes through the numbers of the near parts.
pub(crate) struct NearHulls<'a, L: Lanes> {
    /// The solid's first part and the number of its parts.
    first: u32,
    count: u32,
    area: Bounds,
    listed: Option<ListedPieces<'a>>,
    /// The parts of the last listed pieces that were not looked at.
    run: Range<usize>,
    probe: L::Probe,
    /// How many parts were compared, and which of the last `BOXES` of them are near.
    compared: u32,
    near: u32,
}

impl<'a, L: Lanes> NearHulls<'a, L> {
    /// The area is relative to the solid's position.
    #[inline(always)]
    pub(crate) fn of(
        lanes: L,
        solids: &Solids<'a>,
        solid: u32,
        (first, count): (u32, u32),
        area: Bounds,
    ) -> NearHulls<'a, L> {
        let listed = match solids.form(solid) {
            Form::Shape(parts) if count > L::BOXES as u32 => parts.listed_near(area),
            _ => None,
        };
        NearHulls { first, count, area, listed, run: 0..0, probe: lanes.probe(area), compared: 0, near: 0 }
    }

    /// Returns the number of the next part.
    #[inline(always)]
    pub(crate) fn next(&mut self, lanes: L, hulls: &Hulls) -> Option<u32> {
        if let Some(listed) = &mut self.listed {
            loop {
                for part in self.run.by_ref().map(|k| self.first + k as u32) {
                    if hulls.bounds(part).meets(self.area) {
                        return Some(part);
                    }
                }
                self.run = listed.next()?;
            }
        }
        while self.near == 0 {
            if self.compared >= self.count {
                return None;
            }
            let near = lanes.meeting(self.probe, hulls.boxes(), (self.first + self.compared) as usize);
            self.near = near & lowest((self.count - self.compared) as usize);
            self.compared += L::BOXES as u32;
        }
        let k = self.near.trailing_zeros();
        self.near &= self.near - 1;
        Some(self.first + self.compared - L::BOXES as u32 + k)
    }
}

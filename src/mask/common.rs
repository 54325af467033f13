//! Covers of shapes and masks, and what two covers have in common.

use crate::error::Result;
use crate::lattice::{Bounds, PixelBox, UNITS};
use crate::mask::measure::bounds_of;
use crate::mask::span::span;
use crate::mask::{Cover, Mask, Sprite, row};
use crate::shape::Convex;

impl Cover {
    /// Returns the pixels whose centres lie in a placed shape; the shape is closed.
    ///
    /// ```
    /// use kasuri::{mask::Cover, Placement, Shape};
    /// let crater = Shape::circle(2.0)?.place(&Placement::at([10.5, 20.5]))?;
    /// assert_eq!(Cover::of_shape(&crater).count(), 13);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn of_shape(parts: &[Convex]) -> Cover {
        let bounds = parts.iter().map(Convex::bounds).reduce(Bounds::union);
        let mut cover = Cover::blank(bounds.map_or(PixelBox::default(), pixels_of));
        for part in parts {
            let PixelBox { y0, y1, .. } = pixels_of(part.bounds());
            for j in y0..y1 {
                if let Some((first, last)) = span(part, j) {
                    let x0 = cover.pixels().x0;
                    row::fill(cover.row_mut(j), (first - x0) as usize..(last + 1 - x0) as usize);
                }
            }
        }
        cover
    }

    /// Returns a mask's set texels as world pixels, with its top left corner at `at`; those beyond the limits of `i32`
    /// are dropped.
    pub fn of_mask(mask: &Mask, at: [i32; 2]) -> Cover {
        let pixels = PixelBox {
            x0: at[0],
            y0: at[1],
            x1: at[0].saturating_add_unsigned(mask.width()),
            y1: at[1].saturating_add_unsigned(mask.height()),
        };
        Cover::blank(pixels).filled(|i, j| mask.bits(i - i64::from(at[0]), j - i64::from(at[1])))
    }

    /// Returns the pixels that both covers contain, in the smallest box around them; `None` where there are none.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{mask::{Cover, Sprite}, Mask, Placement};
    /// let ship = Arc::new(Mask::from_rows(&[".##.", "####"])?);
    /// let one = Cover::of(&Sprite::place(&ship, &Placement::at([10.0, 20.0]), None)?);
    /// let two = Cover::of(&Sprite::place(&ship, &Placement::at([13.0, 20.0]), None)?);
    /// let common = one.common(&two).unwrap();
    /// assert_eq!(common.iter().collect::<Vec<_>>(), [(11, 20)]);
    /// assert_eq!((common.pixels().x0, common.to_mask()?.count()), (11, 1));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn common(&self, other: &Cover) -> Option<Cover> {
        let pixels = self.pixels().intersection(other.pixels());
        if pixels.is_empty() {
            return None;
        }
        let common = Cover::blank(pixels).filled(|i, j| self.bits(i, j) & other.bits(i, j));
        common.trimmed()
    }

    /// Returns the same pixels in the smallest box around them; `None` where there are none.
    pub fn trimmed(&self) -> Option<Cover> {
        let PixelBox { x0, y0, .. } = self.pixels();
        let around = bounds_of(self.words(), self.stride().max(1))?;
        let pixels =
            PixelBox { x0: x0 + around.x0, y0: y0 + around.y0, x1: x0 + around.x1, y1: y0 + around.y1 };
        Some(Cover::blank(pixels).filled(|i, j| self.bits(i, j)))
    }

    /// Returns the box of pixels as a mask; an error beyond 4096 a side.
    pub fn to_mask(&self) -> Result<Mask> {
        let side = |from: i32, to: i32| usize::try_from(to - from).unwrap_or(0);
        let PixelBox { x0, y0, x1, y1 } = self.pixels();
        let mut mask = Mask::empty(side(x0, x1), side(y0, y1))?;
        mask.words_mut().copy_from_slice(self.words());
        Ok(mask)
    }

    /// Fills all rows; `bits(i, j)` gives the 64 pixels from (i, j) to the right.
    fn filled(mut self, bits: impl Fn(i64, i64) -> u64) -> Cover {
        let PixelBox { x0, y0, x1, y1 } = self.pixels();
        let tail = u64::MAX >> ((64 - (x1 - x0) % 64) % 64);
        for j in y0..y1 {
            let row = self.row_mut(j);
            for (k, word) in row.iter_mut().enumerate() {
                *word = bits(i64::from(x0) + 64 * k as i64, j.into());
            }
            if let Some(last) = row.last_mut() {
                *last &= tail;
            }
        }
        self
    }
}

impl Sprite {
    /// Returns the pixels that both sprites cover, in the smallest box around them; `None` where there are none.
    pub fn common(&self, other: &Sprite) -> Option<Cover> {
        let window = self.reach().intersection(other.reach());
        self.cover_within(window).common(&other.cover_within(window))
    }
}

/// Returns the pixels that a lattice box touches.
fn pixels_of(bounds: Bounds) -> PixelBox {
    PixelBox {
        x0: bounds.min.x.div_euclid(UNITS),
        y0: bounds.min.y.div_euclid(UNITS),
        x1: bounds.max.x.div_euclid(UNITS) + 1,
        y1: bounds.max.y.div_euclid(UNITS) + 1,
    }
}

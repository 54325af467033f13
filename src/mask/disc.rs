//! Masks grown and shrunk by a disc. Every row of the disc is one run of offsets, so each row needs one widened copy of
//! the mask.

use crate::mask::Mask;

impl Mask {
    /// Returns the mask grown by a disc: a texel is set where some texel in the disc around it is set.
    ///
    /// The disc contains the offsets with dx * dx + dy * dy <= radius * radius. The mask's size stays the same; use
    /// [`cropped`](Mask::cropped) with a box beyond the edges to make room first.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let dot = Mask::from_rows(&["....", ".#..", "....", "...."])?;
    /// assert_eq!(dot.dilated(1), Mask::from_rows(&[".#..", "###.", ".#..", "...."])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn dilated(&self, radius: u32) -> Mask {
        self.over_disc(square(radius), Mask::draw)
    }

    /// Returns the mask shrunk by a disc: a texel is set where all texels in the disc around it are set.
    ///
    /// The disc contains the offsets with dx * dx + dy * dy <= radius * radius. Texels beyond the edges count as clear.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let block = Mask::from_rows(&["###.", "####", "####"])?;
    /// assert_eq!(block.eroded(1), Mask::from_rows(&["....", ".##.", "...."])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn eroded(&self, radius: u32) -> Mask {
        self.over_disc(square(radius), Mask::and)
    }

    /// Grows the mask by offsets with dx * dx + dy * dy <= square; `square` need not be the square of an integer.
    pub(crate) fn dilated_within(&self, square: u64) -> Mask {
        self.over_disc(square, Mask::draw)
    }

    /// Combines the copies of this mask moved by every offset in a disc.
    fn over_disc(&self, square: u64, join: fn(&mut Mask, &Mask, [i32; 2])) -> Mask {
        // A copy moved by the width or the height is empty, so larger moves make no difference.
        let tallest = square.isqrt().min(self.height().into()) as u32;
        let half_width = |dy: u32| (square - self::square(dy)).isqrt().min(self.width().into()) as i32;
        let (mut wide, mut reach) = (self.clone(), 0);
        let mut joined = self.clone();
        for dy in (0..=tallest).rev() {
            while reach < half_width(dy) {
                // A step of one more than the reach so far leaves no gap, and about doubles the reach.
                let by = (reach + 1).min(half_width(dy) - reach);
                let copy = wide.clone();
                join(&mut wide, &copy, [by, 0]);
                join(&mut wide, &copy, [-by, 0]);
                reach += by;
            }
            join(&mut joined, &wide, [0, dy as i32]);
            join(&mut joined, &wide, [0, -(dy as i32)]);
        }
        joined
    }
}

fn square(x: u32) -> u64 {
    u64::from(x) * u64::from(x)
}

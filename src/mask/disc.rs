//! Masks grown and shrunk by a disc: every row of the disc is one run, so a row of it is one widened copy.

use crate::mask::Mask;

impl Mask {
    /// Grown by a disc: set where some set texel lies at an offset with dx * dx + dy * dy <= radius * radius.
    ///
    /// The size stays; [`cropped`](Mask::cropped) with a box beyond the edges makes room first.
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

    /// Shrunk by a disc: set where all texels at offsets with dx * dx + dy * dy <= radius * radius are set.
    ///
    /// Texels beyond the edges are not.
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

    /// The same for offsets with dx * dx + dy * dy <= square, which need not be the square of an integer.
    pub(crate) fn dilated_within(&self, square: u64) -> Mask {
        self.over_disc(square, Mask::draw)
    }

    /// Joins the copies of this mask moved by every offset in a disc.
    fn over_disc(&self, square: u64, join: fn(&mut Mask, &Mask, [i32; 2])) -> Mask {
        // A move by the width or the height leaves nothing: larger ones are the same.
        let tallest = square.isqrt().min(self.height().into()) as u32;
        let half_width = |dy: u32| (square - self::square(dy)).isqrt().min(self.width().into()) as i32;
        let (mut wide, mut reach) = (self.clone(), 0);
        let mut joined = self.clone();
        for dy in (0..=tallest).rev() {
            while reach < half_width(dy) {
                // One more than it reaches already still leaves no gap, and doubles it.
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

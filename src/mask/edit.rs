//! Operations on one mask: filling, clearing, inverting and cutting.

use crate::error::{Cause, Result};
use crate::lattice::PixelBox;
use crate::mask::Mask;
use crate::mask::bits::MOST_TEXELS;

impl Mask {
    /// Sets every bit.
    pub fn fill(&mut self) {
        self.words_mut().fill(u64::MAX);
        self.trim();
    }

    /// Clears every bit.
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Sets the bits that are clear, and clears those that are set.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let mut ship = Mask::from_rows(&[".##.", "####"])?;
    /// ship.invert();
    /// assert_eq!(ship, Mask::from_rows(&["#..#", "...."])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn invert(&mut self) {
        for word in self.words_mut() {
            *word = !*word;
        }
        self.trim();
    }

    /// Clears the bits past the width.
    fn trim(&mut self) {
        let (stride, tail) = (self.stride(), self.last_word_bits());
        for row in self.words_mut().chunks_exact_mut(stride) {
            row[stride - 1] &= tail;
        }
    }

    /// Returns the texels within a box. The box may reach beyond the mask, where everything is clear, so this also adds
    /// a border.
    ///
    /// ```
    /// use kasuri::{lattice::PixelBox, Mask};
    /// let ship = Mask::from_rows(&[".##.", "####"])?;
    /// let part = ship.cropped(PixelBox { x0: -1, y0: 0, x1: 3, y1: 1 })?;
    /// assert_eq!(part, Mask::from_rows(&["..##"])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn cropped(&self, texels: PixelBox) -> Result<Mask> {
        let side = |from: i32, to: i32| usize::try_from(i64::from(to) - i64::from(from)).unwrap_or(0);
        let (width, height) = (side(texels.x0, texels.x1), side(texels.y0, texels.y1));
        let mut part = Mask::empty(width, height)?;
        let most = MOST_TEXELS as i32;
        if (-most..most).contains(&texels.x0) && (-most..most).contains(&texels.y0) {
            part.draw(self, [-texels.x0, -texels.y0]);
        }
        Ok(part)
    }

    /// Cuts a sheet into frames of one size, row by row; an error where they do not fill the sheet exactly.
    ///
    /// Use [`cropped`](Mask::cropped) first for a sheet with a margin.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let sheet = Mask::from_rows(&["#..#", ".##."])?;
    /// let frames = sheet.sliced(2, 2)?;
    /// assert_eq!(frames[1], Mask::from_rows(&[".#", "#."])?);
    /// assert!(sheet.sliced(3, 2).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn sliced(&self, width: usize, height: usize) -> Result<Vec<Mask>> {
        let (across, down) = (self.width() as usize, self.height() as usize);
        if width == 0 || height == 0 || across % width != 0 || down % height != 0 {
            return Err(Cause::SheetSize { width: across, height: down, frame: [width, height] }.error());
        }
        let corners = (0..down / height).flat_map(|row| (0..across / width).map(move |column| (column, row)));
        let frame = |(column, row): (usize, usize)| {
            // A frame fits in the mask, so all of this is at most 4096.
            let (x0, y0) = ((column * width) as i32, (row * height) as i32);
            self.cropped(PixelBox { x0, y0, x1: x0 + width as i32, y1: y0 + height as i32 })
        };
        corners.map(frame).collect()
    }
}

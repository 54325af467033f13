//! Resized masks: each texel of the result reads one texel of the source.

use crate::error::Result;
use crate::mask::Mask;
use crate::mask::row;

impl Mask {
    /// Returns the mask scaled to a size: texel (x, y) is texel (x * w / width, y * h / height) of this w x h mask,
    /// rounded down.
    ///
    /// This is pygame's `scale`.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&[".#", "##"])?;
    /// assert_eq!(ship.scaled(4, 3)?, Mask::from_rows(&["..##", "..##", "####"])?);
    /// assert!(ship.scaled(0, 3).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn scaled(&self, width: usize, height: usize) -> Result<Mask> {
        let mut scaled = Mask::empty(width, height)?;
        let stride = scaled.stride();
        let (w, h) = (self.width() as usize, self.height() as usize);
        // The first texel that reads from x or beyond: x * width / w, rounded up.
        let lands = |x: usize| (x * width).div_ceil(w);
        let mut above = None;
        for y in 0..height {
            let from = y * h / height;
            if above == Some(from) {
                scaled.words_mut().copy_within((y - 1) * stride..y * stride, y * stride);
                continue;
            }
            let target = &mut scaled.words_mut()[y * stride..(y + 1) * stride];
            for run in row::runs(self.row(from)) {
                row::fill(target, lands(run.start)..lands(run.end));
            }
            above = Some(from);
        }
        Ok(scaled)
    }
}

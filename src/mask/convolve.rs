//! Convolution: one mask drawn at every set texel of another, one run of texels at a time.

use crate::error::Result;
use crate::mask::Mask;
use crate::mask::row;

impl Mask {
    /// Returns at which offsets the other mask overlaps this one: bit (x, y) says whether the two have a texel in
    /// common when the other's lower right texel is at (x, y) of this mask.
    ///
    /// The result is w + v - 1 texels wide for masks of widths w and v, and likewise in height; it is an error
    /// beyond 4096. This is pygame's `convolve`.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let (ship, shot) = (Mask::from_rows(&[".##.", "####"])?, Mask::from_rows(&["#.", "#."])?);
    /// let meets = ship.convolved(&shot)?;
    /// assert_eq!(meets, Mask::from_rows(&["..##.", ".####", ".####"])?);
    /// assert_eq!(meets.get(4, 1), ship.meets(&shot, [4 - 1, 1 - 1]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn convolved(&self, other: &Mask) -> Result<Mask> {
        let (w, h) = (other.width() as usize, other.height() as usize);
        let width = self.width() as usize + w - 1;
        let mut sum = Mask::empty(width, self.height() as usize + h - 1)?;
        // A set texel (x, y) of the other draws this mask at (w - 1 - x, h - 1 - y); a run of texels draws it smeared
        // to the right.
        let mut runs: Vec<(usize, [i32; 2])> = (0..h)
            .flat_map(|y| {
                row::runs(other.row(y))
                    .map(move |run| (run.len(), [(w - run.end) as i32, (h - 1 - y) as i32]))
            })
            .collect();
        runs.sort_unstable();
        let (mut smear, mut length) = (Mask::empty(width, self.height() as usize)?, 1);
        smear.draw(self, [0, 0]);
        for (run, at) in runs {
            while length < run {
                let by = length.min(run - length);
                let copy = smear.clone();
                smear.draw(&copy, [by as i32, 0]);
                length += by;
            }
            sum.draw(&smear, at);
        }
        Ok(sum)
    }
}

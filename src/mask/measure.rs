//! What a mask measures: the box around its set texels, and their middle.

use crate::lattice::PixelBox;
use crate::mask::Mask;
use crate::mask::row::position_sum;

impl Mask {
    /// The box around the set texels; `None` where none is.
    ///
    /// ```
    /// use kasuri::{Mask, lattice::PixelBox};
    /// let ship = Mask::from_rows(&["....", ".##.", "...."])?;
    /// assert_eq!(ship.bounds(), Some(PixelBox { x0: 1, y0: 1, x1: 3, y1: 2 }));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn bounds(&self) -> Option<PixelBox> {
        bounds_of(self.words(), self.stride())
    }

    /// The mean of the set texels' centres, as SPEC 4 has it for pixels; `None` where none is set.
    ///
    /// pygame's `centroid` is the floor of this less one half, and (0, 0) for an empty mask.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&[".##.", "####"])?;
    /// assert_eq!(ship.centroid(), Some([2.0, 7.0 / 6.0]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn centroid(&self) -> Option<[f64; 2]> {
        let (mut count, mut sum_x, mut sum_y) = (0_u64, 0_u64, 0_u64);
        for (k, &word) in self.words().iter().enumerate() {
            let ones = u64::from(word.count_ones());
            let (x, y) = (64 * (k % self.stride()) as u64, (k / self.stride()) as u64);
            count += ones;
            sum_x += x * ones + u64::from(position_sum(word));
            sum_y += y * ones;
        }
        let mean = |sum: u64| (2 * sum + count) as f64 / (2 * count) as f64;
        (count > 0).then(|| [mean(sum_x), mean(sum_y)])
    }
}

/// The box around the set bits of rows of `stride` words, counted from their top left; `None` where none is set.
pub(super) fn bounds_of(words: &[u64], stride: usize) -> Option<PixelBox> {
    let rows = || words.chunks_exact(stride);
    let is_used = |row: &[u64]| row.iter().any(|&w| w != 0);
    let y0 = rows().position(is_used)?;
    let y1 = rows().rposition(is_used)? + 1;
    let mut columns = vec![0; stride];
    for row in rows() {
        columns.iter_mut().zip(row).for_each(|(column, word)| *column |= word);
    }
    let first = columns.iter().position(|&w| w != 0)?;
    let last = columns.iter().rposition(|&w| w != 0)?;
    Some(PixelBox {
        x0: 64 * first as i32 + columns[first].trailing_zeros() as i32,
        y0: y0 as i32,
        x1: 64 * last as i32 + 64 - columns[last].leading_zeros() as i32,
        y1: y1 as i32,
    })
}

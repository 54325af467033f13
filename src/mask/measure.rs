//! Measures of a mask: the box around its set texels, their centroid and their main direction.

use crate::lattice::PixelBox;
use crate::mask::row::position_sum;
use crate::mask::{Mask, row};

impl Mask {
    /// Returns the box around the set texels; `None` where none is set.
    ///
    /// ```
    /// use kasuri::{lattice::PixelBox, Mask};
    /// let ship = Mask::from_rows(&["....", ".##.", "...."])?;
    /// assert_eq!(ship.bounds(), Some(PixelBox { x0: 1, y0: 1, x1: 3, y1: 2 }));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn bounds(&self) -> Option<PixelBox> {
        bounds_of(self.words(), self.stride())
    }

    /// Returns the mean of the set texels' centres, as SPEC 4 defines it for pixels; `None` where none is set.
    ///
    /// pygame's `centroid` is the floor of this minus one half, and (0, 0) for an empty mask.
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

    /// Returns the angle of the line along which the set texels extend furthest: the axis of least inertia. It is in
    /// radians from +x towards +y, more than -pi/2 and at most pi/2. It is 0 where all directions are equal, and `None`
    /// where no texel is set.
    ///
    /// pygame's `angle` is the same in degrees, with the opposite sign and with rounding in between.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let slope = Mask::from_rows(&["#..", ".#.", "..#"])?;
    /// assert_eq!(slope.angle(), Some(std::f64::consts::FRAC_PI_4));
    /// assert_eq!(Mask::empty(3, 3)?.angle(), None);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn angle(&self) -> Option<f64> {
        let (mut count, mut sum, mut squares, mut product) = (0_i128, [0_i128; 2], [0_i128; 2], 0_i128);
        for y in 0..self.height() as usize {
            for run in row::runs(self.row(y)) {
                let (from, to, y) = (run.start as i128, run.end as i128, y as i128);
                let (n, x) = (to - from, (from + to - 1) * (to - from) / 2);
                count += n;
                sum = [sum[0] + x, sum[1] + y * n];
                squares = [squares[0] + squares_below(to) - squares_below(from), squares[1] + y * y * n];
                product += x * y;
            }
        }
        // The variances and the covariance times count * count, which makes them whole numbers.
        let [xx, yy] = [0, 1].map(|k| count * squares[k] - sum[k] * sum[k]);
        let xy = count * product - sum[0] * sum[1];
        (count > 0).then(|| libm::atan2((2 * xy) as f64, (xx - yy) as f64) / 2.0)
    }
}

/// Returns the sum of the squares of 0 to n - 1.
fn squares_below(n: i128) -> i128 {
    n * (n - 1) * (2 * n - 1) / 6
}

/// Returns the box around the set bits of rows of `stride` words, relative to their top left; `None` where none is set.
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

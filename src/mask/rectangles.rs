//! A mask as rectangles.

use crate::lattice::PixelBox;
use crate::mask::{Mask, row};

impl Mask {
    /// Returns rectangles that contain every set texel once and nothing else, ordered by (y0, x0).
    ///
    /// Runs of set texels that are exactly below each other form one rectangle.
    ///
    /// ```
    /// use kasuri::{lattice::PixelBox, Mask};
    /// let ship = Mask::from_rows(&[".##.", "####", "####"])?;
    /// let [top, rest] = ship.rectangles()[..] else { panic!("two rectangles") };
    /// assert_eq!(top, PixelBox { x0: 1, y0: 0, x1: 3, y1: 1 });
    /// assert_eq!(rest, PixelBox { x0: 0, y0: 1, x1: 4, y1: 3 });
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn rectangles(&self) -> Vec<PixelBox> {
        let mut rectangles: Vec<PixelBox> = Vec::new();
        // The rectangles that reach down to the row above, left to right.
        let mut open: Vec<usize> = Vec::new();
        for y in 0..self.height() as i32 {
            let mut above = open.into_iter().peekable();
            open = Vec::new();
            for run in row::runs(self.row(y as usize)) {
                let (x0, x1) = (run.start as i32, run.end as i32);
                while above.next_if(|&k| rectangles[k].x0 < x0).is_some() {}
                let same = above.next_if(|&k| (rectangles[k].x0, rectangles[k].x1) == (x0, x1));
                let k = same.unwrap_or(rectangles.len());
                if same.is_none() {
                    rectangles.push(PixelBox { x0, y0: y, x1, y1: y });
                }
                rectangles[k].y1 = y + 1;
                open.push(k);
            }
        }
        rectangles
    }
}

/// Returns which rectangles are on top of which others: pairs (upper, lower) that share a piece of an edge.
pub(super) fn stacked(rectangles: &[PixelBox]) -> Vec<(usize, usize)> {
    let sorted = |key: fn(&PixelBox) -> (i32, i32)| {
        let mut order: Vec<usize> = (0..rectangles.len()).collect();
        order.sort_unstable_by_key(|&k| key(&rectangles[k]));
        order
    };
    let uppers = sorted(|r| (r.y1, r.x0));
    let lowers = sorted(|r| (r.y0, r.x0));
    let mut pairs = Vec::new();
    let (mut u, mut l) = (0, 0);
    while let (Some(&upper), Some(&lower)) = (uppers.get(u), lowers.get(l)) {
        let (a, b) = (rectangles[upper], rectangles[lower]);
        if a.y1 == b.y0 && a.x0 < b.x1 && b.x0 < a.x1 {
            pairs.push((upper, lower));
        }
        // The rectangle that ends first cannot meet any further one.
        if (a.y1, a.x1) < (b.y0, b.x1) { u += 1 } else { l += 1 }
    }
    pairs
}

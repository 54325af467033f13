//! The border of a mask's first piece, texel by texel.

use crate::mask::Mask;

/// The eight neighbours, clockwise on the screen from the one to the right.
const AROUND: [[i64; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

impl Mask {
    /// The border of the first piece, as a walk from set texel to set texel: pygame's `outline`.
    ///
    /// It starts at the set texel with the smallest (y, x). From there, and from every texel it reaches, it goes to
    /// the first set one of the eight neighbours, looked at clockwise: at the start from the one to the right on,
    /// later from 90 degrees counter-clockwise of the step that led there. It ends before it would repeat its first
    /// step, so thin parts are walked both ways, and the start, where it has neighbours, is also the end. Other
    /// pieces and holes have no part in it. pygame's `every` is `step_by`.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&["##.", "###"])?;
    /// let outline = ship.outline();
    /// assert_eq!(outline, [[0, 0], [1, 0], [2, 1], [1, 1], [0, 1], [0, 0]]);
    /// assert_eq!(outline.iter().step_by(2).collect::<Vec<_>>(), [&[0, 0], &[2, 1], &[0, 1]]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn outline(&self) -> Vec<[u32; 2]> {
        let Some(first) = self.first() else { return Vec::new() };
        let mut outline = vec![first];
        let Some((second, mut way)) = self.next_around(first, 0) else { return outline };
        let mut at = second;
        loop {
            outline.push(at);
            let Some((next, turned)) = self.next_around(at, way + 6) else { return outline };
            if (at, next) == (first, second) {
                return outline;
            }
            (at, way) = (next, turned);
        }
    }

    /// The set texel with the smallest (y, x).
    fn first(&self) -> Option<[u32; 2]> {
        let k = self.words().iter().position(|&word| word != 0)?;
        let x = (k % self.stride()) as u32 * 64 + self.words()[k].trailing_zeros();
        Some([x, (k / self.stride()) as u32])
    }

    /// The first set neighbour from direction `way` on, and the direction it lies in.
    fn next_around(&self, [x, y]: [u32; 2], way: usize) -> Option<([u32; 2], usize)> {
        (way..way + 8).map(|k| k % 8).find_map(|k| {
            let (nx, ny) = (i64::from(x) + AROUND[k][0], i64::from(y) + AROUND[k][1]);
            self.get(nx, ny).then_some(([nx as u32, ny as u32], k))
        })
    }
}

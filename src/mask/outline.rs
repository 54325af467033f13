//! The border of a mask's first piece, texel by texel.

use crate::mask::Mask;

/// The offsets of the eight neighbours, clockwise on the screen, beginning with the one to the right.
const AROUND: [[i64; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

impl Mask {
    /// Returns the border of the first piece, as a walk from set texel to set texel: pygame's `outline`.
    ///
    /// The walk starts at the set texel with the smallest (y, x). From each texel it goes to the first of the eight
    /// neighbours that is set, in clockwise order. At the start the order begins with the neighbour to the right; later
    /// it begins 90 degrees counter-clockwise of the last step. The walk ends before it would repeat its first step. So
    /// thin parts are walked in both directions, and the start, where it has neighbours, is also the end. Other pieces
    /// and holes are ignored. For pygame's `every` use `step_by`.
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
        let Some((second, mut direction)) = self.next_around(first, 0) else { return outline };
        let mut at = second;
        loop {
            outline.push(at);
            let Some((next, turned)) = self.next_around(at, direction + 6) else { return outline };
            if (at, next) == (first, second) {
                return outline;
            }
            (at, direction) = (next, turned);
        }
    }

    /// Returns the set texel with the smallest (y, x).
    fn first(&self) -> Option<[u32; 2]> {
        let k = self.words().iter().position(|&word| word != 0)?;
        let x = (k % self.stride()) as u32 * 64 + self.words()[k].trailing_zeros();
        Some([x, (k / self.stride()) as u32])
    }

    /// Returns the first set neighbour from `direction` on, and its direction.
    fn next_around(&self, [x, y]: [u32; 2], direction: usize) -> Option<([u32; 2], usize)> {
        (direction..direction + 8).map(|k| k % 8).find_map(|k| {
            let (nx, ny) = (i64::from(x) + AROUND[k][0], i64::from(y) + AROUND[k][1]);
            self.get(nx, ny).then_some(([nx as u32, ny as u32], k))
        })
    }
}

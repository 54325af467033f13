//! Masks flipped and turned by quarters: words are reversed, and blocks of 64 x 64 bits are transposed.

use crate::mask::Mask;

impl Mask {
    /// Returns the mask mirrored left to right, top to bottom, or both.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&["#..", "##."])?;
    /// assert_eq!(ship.flipped([true, false]), Mask::from_rows(&["..#", ".##"])?);
    /// assert_eq!(ship.flipped([false, true]), Mask::from_rows(&["##.", "#.."])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn flipped(&self, [sideways, upside_down]: [bool; 2]) -> Mask {
        let mut flipped = self.clone();
        let stride = self.stride();
        let height = self.height() as usize;
        // Reversing whole words puts the row's unused bits first.
        let unused = 64 * stride as u32 - self.width();
        for (y, row) in flipped.words_mut().chunks_exact_mut(stride).enumerate() {
            let source = self.row(if upside_down { height - 1 - y } else { y });
            row.copy_from_slice(source);
            if sideways {
                row.reverse();
                row.iter_mut().for_each(|word| *word = word.reverse_bits());
                shift_down(row, unused);
            }
        }
        flipped
    }

    /// Returns the mask turned by quarters; a positive number turns +x towards +y, which is clockwise on the screen.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&["#..", "##."])?;
    /// assert_eq!(ship.turned(1), Mask::from_rows(&["##", "#.", ".."])?);
    /// assert_eq!(ship.turned(-1), Mask::from_rows(&["..", ".#", "##"])?);
    /// assert_eq!(ship.turned(2), ship.flipped([true, true]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn turned(&self, quarters: i32) -> Mask {
        match quarters.rem_euclid(4) {
            0 => self.clone(),
            1 => self.transposed().flipped([true, false]),
            2 => self.flipped([true, true]),
            _ => self.transposed().flipped([false, true]),
        }
    }

    /// Returns the mask with columns as rows: bit (x, y) becomes bit (y, x).
    fn transposed(&self) -> Mask {
        let mut turned = Mask::blank(self.height(), self.width());
        let (from, to) = (self.stride(), turned.stride());
        let (width, height) = (self.width() as usize, self.height() as usize);
        for (bx, by) in (0..from).flat_map(|bx| (0..to).map(move |by| (bx, by))) {
            let mut block = [0; 64];
            for y in by * 64..height.min(by * 64 + 64) {
                block[y % 64] = self.words()[y * from + bx];
            }
            transpose(&mut block);
            for x in bx * 64..width.min(bx * 64 + 64) {
                turned.words_mut()[x * to + by] = block[x % 64];
            }
        }
        turned
    }
}

/// Moves a row's bits towards bit 0 by less than 64 bits.
fn shift_down(row: &mut [u64], by: u32) {
    for k in 0..row.len() {
        let next = row.get(k + 1).copied().unwrap_or(0);
        row[k] = row[k] >> by | next << 1 << (63 - by);
    }
}

/// Transposes 64 x 64 bits: swaps quarters of 32 x 32, then of 16 x 16 within those, down to single bits.
fn transpose(block: &mut [u64; 64]) {
    let (mut size, mut low) = (32, 0xFFFF_FFFF_u64);
    while size > 0 {
        for y in (0..64).filter(|y| y & size == 0) {
            let swap = (block[y] >> size ^ block[y + size]) & low;
            block[y] ^= swap << size;
            block[y + size] ^= swap;
        }
        size /= 2;
        low ^= low << size;
    }
}

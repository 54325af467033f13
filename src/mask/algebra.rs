//! Two masks at an offset: what they have in common, and how one changes the other, word by word.
//!
//! Everywhere `at` is the position of the other mask's top left corner, in this mask's texels. Any offset is allowed.
//! The part of the other mask outside this one is ignored, and beyond its edges the other mask is clear.

use crate::mask::{Mask, overlay};

impl Mask {
    /// Whether the two masks have a texel in common.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let (ship, shot) = (Mask::from_rows(&[".##.", "####"])?, Mask::from_rows(&["##"])?);
    /// assert!(ship.meets(&shot, [0, 0]) && !ship.meets(&shot, [-1, 0]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("collide_mask", "overlap"))]
    pub fn meets(&self, other: &Mask, at: [i32; 2]) -> bool {
        overlay::meets(self, other, at)
    }

    /// Returns the number of texels that the two masks have in common (pygame's `overlap_area`).
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&[".##.", "####"])?;
    /// assert_eq!(ship.common_count(&ship, [1, 0]), 4);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "overlap_area")]
    pub fn common_count(&self, other: &Mask, at: [i32; 2]) -> u64 {
        overlay::count(self, other, at)
    }

    /// Returns the common texel [x, y] with the smallest (y, x), in this mask's texels (SPEC 4: `first`).
    ///
    /// pygame's `overlap` also returns a common texel, but which one depends on the number of bits in a machine word.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&[".##.", "####"])?;
    /// assert_eq!(ship.common_first(&ship, [1, 0]), Some([2, 0]));
    /// assert_eq!(ship.common_first(&ship, [4, 0]), None);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "overlap")]
    pub fn common_first(&self, other: &Mask, at: [i32; 2]) -> Option<[u32; 2]> {
        let mut common = self.under(other.placed(at)).map(|(k, theirs)| (k, self.words()[k] & theirs));
        let (k, word) = common.find(|&(_, word)| word != 0)?;
        Some([(k % self.stride()) as u32 * 64 + word.trailing_zeros(), (k / self.stride()) as u32])
    }

    /// Keeps only the texels that the other mask has, too. On a clone, this gives the common texels as a mask (pygame's
    /// `overlap_mask`).
    ///
    /// ```
    /// use kasuri::Mask;
    /// let mut ship = Mask::from_rows(&[".##.", "####"])?;
    /// ship.and(&Mask::from_rows(&["##", "##"])?, [2, 0]);
    /// assert_eq!(ship, Mask::from_rows(&["..#.", "..##"])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "overlap_mask")]
    pub fn and(&mut self, other: &Mask, at: [i32; 2]) {
        let (stride, other) = (self.stride(), other.placed(at));
        for (y, row) in self.words_mut().chunks_exact_mut(stride).enumerate() {
            let theirs = other.row(y);
            for (k, word) in row.iter_mut().enumerate() {
                *word &= other.word(theirs, k);
            }
        }
    }

    /// Sets the texels that the other mask has: `or`.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let mut ship = Mask::from_rows(&[".##.", "####"])?;
    /// ship.draw(&Mask::from_rows(&["###"])?, [-1, 0]);
    /// assert_eq!(ship, Mask::from_rows(&["###.", "####"])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "or")]
    pub fn draw(&mut self, other: &Mask, at: [i32; 2]) {
        for (k, theirs) in self.under(other.placed(at)) {
            self.words_mut()[k] |= theirs;
        }
    }

    /// Sets the texels that exactly one of the two masks has, and clears those that both have.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let mut ship = Mask::from_rows(&[".##.", "####"])?;
    /// ship.xor(&Mask::from_rows(&["##"])?, [0, 0]);
    /// assert_eq!(ship, Mask::from_rows(&["#.#.", "####"])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn xor(&mut self, other: &Mask, at: [i32; 2]) {
        for (k, theirs) in self.under(other.placed(at)) {
            self.words_mut()[k] ^= theirs;
        }
    }

    /// Clears the texels that the other mask has.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let mut ship = Mask::from_rows(&[".##.", "####"])?;
    /// ship.erase(&Mask::from_rows(&["#", "#"])?, [2, 0]);
    /// assert_eq!(ship, Mask::from_rows(&[".#..", "##.#"])?);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn erase(&mut self, other: &Mask, at: [i32; 2]) {
        for (k, theirs) in self.under(other.placed(at)) {
            self.words_mut()[k] &= !theirs;
        }
    }
}

//! A mask: one bit for each texel, in rows of 64-bit words.

use crate::error::{Cause, Result};
use crate::kernels::Coarse;
use crate::mask::extents::{Extents, MaskCache};

/// The most texels on a side.
pub(crate) const MOST_TEXELS: usize = 4096;

/// A mask of w x h bits. Bit (x, y) is set where the picture is solid; x runs to the right, y down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    width: u32,
    height: u32,
    /// The rows, `stride` words each. Bit x is in word x / 64; bits past the width are 0.
    words: Vec<u64>,
    known: MaskCache,
}

impl Mask {
    /// Makes a mask with no bit set.
    pub fn empty(width: usize, height: usize) -> Result<Mask> {
        let side = 1..=MOST_TEXELS;
        if !side.contains(&width) || !side.contains(&height) {
            return Err(Cause::MaskSize { width, height }.error());
        }
        Ok(Mask::blank(width as u32, height as u32))
    }

    /// Does the same for a size that is known to be valid.
    pub(super) fn blank(width: u32, height: u32) -> Mask {
        Mask {
            width,
            height,
            words: vec![0; width.div_ceil(64) as usize * height as usize],
            known: MaskCache::default(),
        }
    }

    /// Makes a mask whose bits are set where `solid(x, y)` returns true.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let disc = Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16)?;
    /// assert_eq!(disc.count(), 49);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_fn(width: usize, height: usize, mut solid: impl FnMut(i32, i32) -> bool) -> Result<Mask> {
        let mut mask = Mask::empty(width, height)?;
        for y in 0..height {
            for x in 0..width {
                if solid(x as i32, y as i32) {
                    mask.set(x as i64, y as i64, true);
                }
            }
        }
        Ok(mask)
    }

    /// Makes a mask from words in the layout of [`words`](Mask::words); bits past the width are dropped.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_words(4, 2, &[0b0110, 0b1111])?;
    /// assert_eq!(ship, Mask::from_rows(&[".##.", "####"])?);
    /// assert!(Mask::from_words(4, 2, &[0b0110]).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_words(width: usize, height: usize, words: &[u64]) -> Result<Mask> {
        let mask = Mask::with_words(width, height, words.iter().copied())?;
        let (count, needed) = (words.len(), mask.words.len());
        if count == needed {
            Ok(mask)
        } else {
            Err(Cause::Count { what: "words", count, least: needed, most: needed }.at("words"))
        }
    }

    /// Makes a mask from any number of words; missing words are clear.
    pub(crate) fn with_words(
        width: usize,
        height: usize,
        words: impl IntoIterator<Item = u64>,
    ) -> Result<Mask> {
        let mut mask = Mask::empty(width, height)?;
        let (stride, tail) = (mask.stride(), mask.last_word_bits());
        for (k, (old, new)) in mask.words.iter_mut().zip(words).enumerate() {
            *old = if k % stride + 1 == stride { new & tail } else { new };
        }
        Ok(mask)
    }

    /// Makes a mask from rows of characters: a bit is set unless the character is '.' or ' '.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let ship = Mask::from_rows(&[".##.", "####"])?;
    /// assert_eq!((ship.width(), ship.height(), ship.count()), (4, 2, 6));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Mask> {
        let expected = rows.first().map_or(0, |row| row.as_ref().chars().count());
        let mut mask = Mask::empty(expected, rows.len())?;
        for (y, row) in rows.iter().enumerate() {
            let found = row.as_ref().chars().count();
            if found != expected {
                return Err(Cause::UnequalRows { row: y, found, expected }.error());
            }
            for (x, c) in row.as_ref().chars().enumerate() {
                if c != '.' && c != ' ' {
                    mask.set(x as i64, y as i64, true);
                }
            }
        }
        Ok(mask)
    }

    /// Sets or clears bit (x, y); does nothing outside the mask.
    pub fn set(&mut self, x: i64, y: i64, solid: bool) {
        if !self.holds(x, y) {
            return;
        }
        let (word, bit) = (y as usize * self.stride() + x as usize / 64, 1 << (x % 64));
        self.known.forget();
        if solid {
            self.words[word] |= bit;
        } else {
            self.words[word] &= !bit;
        }
    }

    fn holds(&self, x: i64, y: i64) -> bool {
        (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y)
    }

    /// Returns the number of texels from left to right.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of texels from top to bottom.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the number of words in a row.
    pub fn stride(&self) -> usize {
        self.width.div_ceil(64) as usize
    }

    /// Returns all rows, top to bottom, [`stride`](Mask::stride) words each; bit x of a row is in word x / 64, at x %
    /// 64.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns all rows for writing; the caller must keep the bits past the width at 0.
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        self.known.forget();
        &mut self.words
    }

    /// Returns the columns between which the bits of the rows lie.
    #[inline(always)]
    pub(super) fn extents(&self) -> &Extents {
        self.known.of(self)
    }

    /// Returns the words of the mask's strips, as drawn or mirrored (see `kernels::Strips`).
    #[inline(always)]
    pub(crate) fn strips(&self, flip: [bool; 2]) -> &[u32] {
        self.known.strips(self, flip)
    }

    /// Returns the words of the mask's windows (see `kernels::windows`).
    #[inline(always)]
    pub(crate) fn windows(&self) -> &[u32] {
        self.known.windows(self)
    }

    /// Returns the coarse view of the mask (see `kernels::Coarse`).
    #[inline(always)]
    pub(crate) fn coarse(&self) -> &Coarse {
        self.known.coarse(self)
    }

    /// Returns row y.
    pub(super) fn row(&self, y: usize) -> &[u64] {
        let stride = self.stride();
        &self.words[y * stride..(y + 1) * stride]
    }

    /// Returns the bits of a row's last word that are within the width.
    pub(super) fn last_word_bits(&self) -> u64 {
        u64::MAX >> ((64 - self.width % 64) % 64)
    }

    /// Returns bit (x, y); false outside the mask.
    pub fn get(&self, x: i64, y: i64) -> bool {
        self.holds(x, y) && self.words[y as usize * self.stride() + x as usize / 64] >> (x % 64) & 1 == 1
    }

    /// Returns the number of bits that are set.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    /// Whether no bit is set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }
}

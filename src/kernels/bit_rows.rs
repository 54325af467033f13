//! Rectangles of bits as kernels see them.

use crate::mask::Mask;

/// Rows of bits, 64 to a word; bits past the width are 0.
///
/// Masks have their words row by row, so that `next_row` is their stride. Covers have them column by column, each as many
/// words as there is room for rows: then several rows are one load, however wide the sprite is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BitRows<'a> {
    pub(crate) words: &'a [u64],
    /// How many words further the next row begins.
    pub(crate) next_row: usize,
    /// How many words further the word to the right is.
    pub(crate) next_word: usize,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl<'a> From<&'a Mask> for BitRows<'a> {
    #[inline(always)]
    fn from(mask: &'a Mask) -> BitRows<'a> {
        let (words, next_row) = (mask.words(), mask.stride());
        BitRows { words, next_row, next_word: 1, width: mask.width(), height: mask.height() }
    }
}

impl BitRows<'_> {
    /// Words from the left to the right.
    #[inline(always)]
    pub(crate) fn columns(&self) -> usize {
        self.width.div_ceil(64) as usize
    }

    /// The word of a column and a row; 0 outside.
    #[inline(always)]
    pub(crate) fn word(&self, column: i64, row: i64) -> u64 {
        let is_inside = (0..self.columns() as i64).contains(&column) && (0..self.height.into()).contains(&row);
        let at = row as usize * self.next_row + column as usize * self.next_word;
        if is_inside { self.words[at] } else { 0 }
    }

    /// The 64 bits from (x, y) to the right; none is set outside.
    #[inline(always)]
    pub(crate) fn bits(&self, x: i64, y: i64) -> u64 {
        let (column, shift) = (x >> 6, x & 63);
        // Two shifts, because a shift by 64 is none.
        self.word(column, y) >> shift | self.word(column + 1, y) << 1 << (63 - shift)
    }
}

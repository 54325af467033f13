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
    /// The mask whose bits these are; of a large one it is known where rows begin and end.
    pub(super) mask: Option<&'a Mask>,
}

impl<'a> From<&'a Mask> for BitRows<'a> {
    #[inline(always)]
    fn from(mask: &'a Mask) -> BitRows<'a> {
        let (words, next_row) = (mask.words(), mask.stride());
        let (width, height) = (mask.width(), mask.height());
        BitRows { words, next_row, next_word: 1, width, height, mask: Some(mask) }
    }
}

impl<'a> BitRows<'a> {
    /// Columns of words, each `rows` high or higher.
    #[inline(always)]
    pub(crate) fn in_columns(words: &'a [u64], next_word: usize, [width, height]: [u32; 2]) -> BitRows<'a> {
        debug_assert!(height as usize <= next_word || width == 0);
        // Of a single column, registers are loaded without another look.
        assert!(height as usize <= words.len() || width == 0);
        BitRows { words, next_row: 1, next_word, width, height, mask: None }
    }

    /// Whether all rows of a column lie one behind another.
    #[inline(always)]
    pub(crate) fn has_columns(&self) -> bool {
        self.next_row == 1
    }

    /// Some rows of a column, which lie one behind another.
    #[inline(always)]
    pub(crate) fn column(&self, column: usize, from: usize, count: usize) -> &'a [u64] {
        debug_assert!(self.has_columns() && from + count <= self.height as usize);
        &self.words[column * self.next_word + from..][..count]
    }

    /// All rows of a column, or of the one nearest to it, and the bits of it that count: all or none. (Registers may be
    /// loaded from there: to load nothing from nowhere takes hundreds of cycles.)
    #[inline(always)]
    pub(crate) fn nearest_column(&self, column: i64) -> (&'a [u64], u64) {
        let nearest = column.clamp(0, self.columns() as i64 - 1);
        (self.column(nearest as usize, 0, self.height as usize), if nearest == column { u64::MAX } else { 0 })
    }

    /// Words from the left to the right.
    #[inline(always)]
    pub(crate) fn columns(&self) -> usize {
        self.width.div_ceil(64) as usize
    }

    /// The word of a column and a row; 0 outside.
    #[inline(always)]
    pub(crate) fn word(&self, column: i64, row: i64) -> u64 {
        let is_inside =
            (0..self.columns() as i64).contains(&column) && (0..self.height.into()).contains(&row);
        if is_inside {
            self.words[row as usize * self.next_row + column as usize * self.next_word]
        } else {
            0
        }
    }

    /// The 64 bits from (x, y) to the right; none is set outside.
    #[inline(always)]
    pub(crate) fn bits(&self, x: i64, y: i64) -> u64 {
        let (column, shift) = (x >> 6, x & 63);
        // Two shifts, because a shift by 64 is none.
        self.word(column, y) >> shift | self.word(column + 1, y) << 1 << (63 - shift)
    }
}

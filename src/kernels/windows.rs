//! The texels of a mask as windows of 32 columns, one at every eighth: a block of turned pixels lies in one of them, whose rows
//! are read as they lie in memory.

use crate::mask::Mask;

/// Rows of zeros above the mask's; below it there are eight more, as eight are read at a time.
pub(crate) const ABOVE: i32 = 32;
const BELOW: i32 = ABOVE + 8;
/// Columns from a window to the next.
const STEP: i32 = 8;
/// The first window ends where the mask begins.
const WIDE: i32 = 32;
/// Larger masks have none: they would take several times the room of the mask.
const LARGEST: u32 = 256;

/// Whether windows are made of a mask.
#[inline(always)]
pub(crate) fn are_kept(mask: &Mask) -> bool {
    mask.width().max(mask.height()) <= LARGEST
}

/// Words of a window, one for each row.
#[inline(always)]
pub(crate) fn tall(mask: &Mask) -> usize {
    (ABOVE + mask.height() as i32 + BELOW) as usize
}

/// The last window that begins at a column or before it: its first column, and its number.
#[inline(always)]
pub(crate) fn from(column: i32) -> (i32, usize) {
    let number = (column + WIDE).div_euclid(STEP);
    (number * STEP - WIDE, number as usize)
}

/// All windows in which a texel may lie, one after the other.
pub(crate) fn windows_of(mask: &Mask) -> Box<[u32]> {
    let tall = tall(mask);
    let (_, last) = from(mask.width() as i32 - 1);
    let mut words = vec![0; (last + 1) * tall];
    for (window, words) in (0..).zip(words.chunks_exact_mut(tall)) {
        let column = STEP * window - WIDE;
        for (word, y) in words[ABOVE as usize..].iter_mut().zip(0..mask.height()) {
            *word = mask.bits(column.into(), y.into()) as u32;
        }
    }
    words.into()
}

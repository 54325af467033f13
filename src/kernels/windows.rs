//! The texels of a mask as windows of 32 columns, one window at every eighth column. A block of turned pixels lies
//! within one window, and the window's rows are adjacent in memory.

use crate::mask::Mask;

/// The rows of zeros above the mask's rows. Below them there are eight more, since eight rows are read at a time.
pub(crate) const ABOVE: i32 = 32;
const BELOW: i32 = ABOVE + 8;
/// The columns from one window to the next.
const STEP: i32 = 8;
/// The columns of a window. The first window ends where the mask begins.
const WIDE: i32 = 32;
/// Larger masks have no windows: these would take several times the memory of the mask.
const LARGEST: u32 = 256;

/// Whether a mask has windows.
#[inline(always)]
pub(crate) fn are_kept(mask: &Mask) -> bool {
    mask.width().max(mask.height()) <= LARGEST
}

/// Returns the words of a window, one for each row.
#[inline(always)]
pub(crate) fn tall(mask: &Mask) -> usize {
    (ABOVE + mask.height() as i32 + BELOW) as usize
}

/// Returns the last window that begins at or before a column: its first column, and its index.
#[inline(always)]
pub(crate) fn from(column: i32) -> (i32, usize) {
    let number = (column + WIDE).div_euclid(STEP);
    (number * STEP - WIDE, number as usize)
}

/// Makes all windows that may contain a texel, one after another.
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

//! Masks as sets of texels: `&`, `|`, `^`, `-` and `!`.
//!
//! The top left corners coincide. The result has the size of the mask on the left. Beyond its edges the mask on the
//! right is clear, and the part of it outside the left one is dropped.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::mask::Mask;

/// Implements an operator on two masks, and its assigning form.
macro_rules! operator {
    ($name:ident, $call:ident, $assign:ident, $call_assign:ident, $verb:ident, $doc:literal) => {
        #[doc = $doc]
        impl $name<&Mask> for &Mask {
            type Output = Mask;

            fn $call(self, other: &Mask) -> Mask {
                let mut mask = self.clone();
                mask.$verb(other, [0, 0]);
                mask
            }
        }

        impl $assign<&Mask> for Mask {
            fn $call_assign(&mut self, other: &Mask) {
                self.$verb(other, [0, 0]);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, and, "The texels that both have.");
operator!(BitOr, bitor, BitOrAssign, bitor_assign, draw, "The texels that one of the two has.");
operator!(
    BitXor,
    bitxor,
    BitXorAssign,
    bitxor_assign,
    xor,
    "The texels that one of the two has and the other has not."
);
operator!(
    Sub,
    sub,
    SubAssign,
    sub_assign,
    erase,
    "The texels that the one on the left has and the other has not."
);

/// The texels that are clear.
///
/// ```
/// use kasuri::Mask;
/// let (a, b) = (Mask::from_rows(&["##.", "#.."])?, Mask::from_rows(&["#.#", "..."])?);
/// assert_eq!(&a & &b, Mask::from_rows(&["#..", "..."])?);
/// assert_eq!(&a | &b, Mask::from_rows(&["###", "#.."])?);
/// assert_eq!(&a ^ &b, Mask::from_rows(&[".##", "#.."])?);
/// assert_eq!(&a - &b, Mask::from_rows(&[".#.", "#.."])?);
/// assert_eq!(!&a, Mask::from_rows(&["..#", ".##"])?);
/// let mut all = a.clone();
/// all |= &b;
/// assert_eq!(all, &a | &b);
/// # Ok::<(), kasuri::Error>(())
/// ```
impl Not for &Mask {
    type Output = Mask;

    fn not(self) -> Mask {
        let mut mask = self.clone();
        mask.invert();
        mask
    }
}

//! Destructible masks: clears or sets the texels under a cover, and returns which words changed.

use crate::mask::placed_bits::PlacedBits;
use crate::mask::{Cover, Mask};

/// What carving or stamping changed, so that a copy on a device can be updated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changed {
    /// The number of changed texels.
    pub texels: u64,
    /// The indices of the changed words in [`Mask::words`], in ascending order.
    pub words: Vec<u32>,
}

impl Changed {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl Mask {
    /// Clears the texels under a cover. `at` is the world pixel of this mask's top left texel.
    ///
    /// The cover may come from a placed shape, a placed sprite or a mask.
    ///
    /// ```
    /// use kasuri::{mask::Cover, Mask, Placement, Shape};
    /// let mut ground = Mask::empty(200, 50)?;
    /// ground.fill();
    /// let blast = Shape::circle(3.0)?.place(&Placement::at([70.5, 100.5]))?;
    /// let changed = ground.carve(&Cover::of_shape(&blast), [0, 100]);
    /// assert_eq!((changed.texels, changed.words), (18, vec![1, 5, 9, 13]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn carve(&mut self, cover: &Cover, at: [i32; 2]) -> Changed {
        self.change(cover.placed_over(at), |mine, theirs| mine & !theirs)
    }

    /// Sets the texels under a cover. `at` is the world pixel of this mask's top left texel.
    ///
    /// ```
    /// use kasuri::{mask::Cover, Mask};
    /// let mut ground = Mask::empty(100, 50)?;
    /// let brick = Mask::from_rows(&["##", "##"])?;
    /// let changed = ground.stamp(&Cover::of_mask(&brick, [63, 10]), [0, 0]);
    /// assert_eq!((changed.texels, changed.words), (4, vec![20, 21, 22, 23]));
    /// assert!(ground.stamp(&Cover::of_mask(&brick, [63, 10]), [0, 0]).is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn stamp(&mut self, cover: &Cover, at: [i32; 2]) -> Changed {
        self.change(cover.placed_over(at), |mine, theirs| mine | theirs)
    }

    fn change(&mut self, other: PlacedBits, apply: impl Fn(u64, u64) -> u64) -> Changed {
        let mut changed = Changed::default();
        for (k, theirs) in self.under(other) {
            let word = &mut self.words_mut()[k];
            let new = apply(*word, theirs);
            if new != *word {
                changed.texels += u64::from((new ^ *word).count_ones());
                // A mask has at most 64 * 4096 words.
                changed.words.push(k as u32);
                *word = new;
            }
        }
        changed
    }
}

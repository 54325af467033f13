//! Covers of a part of a sprite, and reading 64 covered pixels at a time.

use crate::lattice::PixelBox;
use crate::mask::cover::sample;
use crate::mask::{Cover, Mask, Sprite, row};

impl Mask {
    /// Returns the 64 bits from (x, y) to the right; clear outside the mask.
    pub(crate) fn bits(&self, x: i64, y: i64) -> u64 {
        if y < 0 || y >= self.height().into() {
            return 0;
        }
        let row = &self.words()[y as usize * self.stride()..][..self.stride()];
        row::bits_from(row, x)
    }
}

impl Cover {
    /// Returns the 64 pixels from (i, j) to the right; not covered outside the box.
    pub(crate) fn bits(&self, i: i64, j: i64) -> u64 {
        let p = self.pixels();
        if j < p.y0.into() || j >= p.y1.into() {
            return 0;
        }
        let row = (j - i64::from(p.y0)) as usize;
        row::bits_from(&self.words()[row * self.stride()..][..self.stride()], i - i64::from(p.x0))
    }

    /// Iterates over the runs of covered pixels, row by row, each as a box one pixel high.
    pub(crate) fn runs(&self) -> impl Iterator<Item = PixelBox> + '_ {
        let p = self.pixels();
        let rows = self.words().chunks_exact(self.stride().max(1)).zip(p.y0..);
        rows.flat_map(move |(row, j)| {
            let column = move |k: usize| p.x0 + k as i32;
            row::runs(row).map(move |run| PixelBox {
                x0: column(run.start),
                y0: j,
                x1: column(run.end),
                y1: j + 1,
            })
        })
    }
}

impl Sprite {
    /// Returns which of the 64 pixels from (i, j) to the right the sprite covers.
    pub(crate) fn word(&self, i: i32, j: i32) -> u64 {
        let mut word = 0;
        sample(self, std::slice::from_mut(&mut word), i, j, 64);
        word
    }

    /// Whether the sprite covers any pixel of a part of a row, from `x0` to one before `x1`.
    pub(crate) fn covers_any(&self, j: i32, x0: i32, x1: i32) -> bool {
        self.words_of_row(j, x0, x1).any(|(_, word)| word != 0)
    }

    /// Whether any run of covered pixels within a window passes a test. It goes row by row, and runs also end at word
    /// boundaries, every 64 pixels of a row, so that no run has to be stored.
    pub(crate) fn any_run(&self, window: PixelBox, mut test: impl FnMut(PixelBox) -> bool) -> bool {
        let PixelBox { x0, y0, x1, y1 } = self.reach().intersection(window);
        (y0..y1).any(|j| {
            self.words_of_row(j, x0, x1).any(|(i, word)| {
                row::runs(&[word]).any(|run| {
                    let column = |k: usize| i + k as i32;
                    test(PixelBox { x0: column(run.start), y0: j, x1: column(run.end), y1: j + 1 })
                })
            })
        })
    }

    /// Returns the covered pixels of a part of a row, 64 at a time: each word with its first column.
    fn words_of_row(&self, j: i32, x0: i32, x1: i32) -> impl Iterator<Item = (i32, u64)> {
        (x0..x1).step_by(64).map(move |i| {
            let mut word = 0;
            sample(self, std::slice::from_mut(&mut word), i, j, (x1 - i).min(64));
            (i, word)
        })
    }

    /// Returns the box around the covered pixels; `None` where there are none. Unlike a cover it allocates no memory.
    pub(crate) fn covered_box(&self) -> Option<PixelBox> {
        let reach = self.reach();
        let mut covered: Option<PixelBox> = None;
        for j in reach.y0..reach.y1 {
            for i in (reach.x0..reach.x1).step_by(64) {
                let word = self.word(i, j);
                if word != 0 {
                    let (x0, x1) = (i + word.trailing_zeros() as i32, i + 64 - word.leading_zeros() as i32);
                    let so_far = covered.unwrap_or(PixelBox { x0, y0: j, x1, y1: j });
                    covered =
                        Some(PixelBox { x0: so_far.x0.min(x0), x1: so_far.x1.max(x1), y1: j + 1, ..so_far });
                }
            }
        }
        covered
    }

    /// Returns the pixels that the sprite covers within a window.
    pub(crate) fn cover_within(&self, window: PixelBox) -> Cover {
        Cover::rasterise(self, self.reach().intersection(window))
    }
}

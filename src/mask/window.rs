//! Covers of a part of a sprite, and 64 covered pixels at a time.

use crate::lattice::PixelBox;
use crate::mask::row::bits_from;
use crate::mask::{Cover, Mask, Sprite};

impl Mask {
    /// The 64 bits from (x, y) to the right; nothing is set outside.
    pub(crate) fn bits(&self, x: i64, y: i64) -> u64 {
        if y < 0 || y >= self.height().into() {
            return 0;
        }
        bits_from(self.row(y as usize), x)
    }
}

impl Cover {
    /// The 64 pixels from (i, j) to the right; nothing is covered outside.
    pub(crate) fn bits(&self, i: i64, j: i64) -> u64 {
        let p = self.pixels();
        if j < p.y0.into() || j >= p.y1.into() {
            return 0;
        }
        let row = (j - i64::from(p.y0)) as usize;
        bits_from(&self.words()[row * self.stride()..][..self.stride()], i - i64::from(p.x0))
    }

    /// The runs of covered pixels, row by row, each a box one pixel high.
    pub(crate) fn runs(&self) -> impl Iterator<Item = PixelBox> + '_ {
        let p = self.pixels();
        (p.y0..p.y1).flat_map(move |j| {
            let mut i = p.x0;
            std::iter::from_fn(move || {
                let x0 = self.next_in_row(i, j, 0)?;
                let x1 = self.next_in_row(x0, j, u64::MAX).unwrap_or(p.x1);
                i = x1;
                Some(PixelBox { x0, y0: j, x1, y1: j + 1 })
            })
        })
    }

    /// The first pixel from i on in row j that is covered, or, with all bits in `flip`, that is not.
    fn next_in_row(&self, mut i: i32, j: i32, flip: u64) -> Option<i32> {
        while i < self.pixels().x1 {
            let bits = self.bits(i.into(), j.into()) ^ flip;
            if bits != 0 {
                let found = i + bits.trailing_zeros() as i32;
                return (found < self.pixels().x1).then_some(found);
            }
            i += 64;
        }
        None
    }
}

impl Sprite {
    /// The pixels it covers within a window.
    pub(crate) fn cover_within(&self, window: PixelBox) -> Cover {
        Cover::rasterise(self, self.reach().intersection(window))
    }
}

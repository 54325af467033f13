//! Bits with a position: lets masks and covers be operands of the same operations.

use std::ops::Range;

use crate::mask::row::bits_from;
use crate::mask::{Cover, Mask};

/// Rows of bits whose top left corner is at (x, y) of the mask that is operated on.
#[derive(Clone, Copy)]
pub(super) struct PlacedBits<'a> {
    words: &'a [u64],
    /// Words in a row, at least 1.
    stride: usize,
    x: i64,
    y: i64,
}

impl<'a> PlacedBits<'a> {
    /// Returns the bits over row y of the mask below; none outside.
    pub(super) fn row(&self, y: usize) -> &'a [u64] {
        let row = usize::try_from(y as i64 - self.y).unwrap_or(usize::MAX);
        let start = row.saturating_mul(self.stride);
        self.words.get(start..start.saturating_add(self.stride)).unwrap_or_default()
    }

    /// Returns the 64 bits over word k of a row of the mask below.
    pub(super) fn word(&self, row: &[u64], k: usize) -> u64 {
        bits_from(row, 64 * k as i64 - self.x)
    }

    /// Returns the rows that these bits reach, in a mask of `height` rows.
    fn rows(&self, height: usize) -> Range<usize> {
        clip(self.y, self.y + (self.words.len() / self.stride) as i64, height)
    }

    /// Returns the words of a row that these bits reach, in a mask of `stride` words a row.
    fn columns(&self, stride: usize) -> Range<usize> {
        clip(self.x >> 6, ((self.x + 63) >> 6) + self.stride as i64, stride)
    }
}

fn clip(from: i64, to: i64, length: usize) -> Range<usize> {
    let clipped = |k: i64| k.clamp(0, length as i64) as usize;
    clipped(from)..clipped(to)
}

impl Mask {
    /// Returns this mask's bits with their top left corner at `at`.
    pub(super) fn placed(&self, at: [i32; 2]) -> PlacedBits<'_> {
        PlacedBits { words: self.words(), stride: self.stride(), x: at[0].into(), y: at[1].into() }
    }

    /// Returns every word of this mask that `other` may reach: its index, and the bits of `other` over it, within the
    /// width.
    pub(super) fn under<'a>(&self, other: PlacedBits<'a>) -> impl Iterator<Item = (usize, u64)> + use<'a> {
        let (stride, tail) = (self.stride(), self.last_word_bits());
        let columns = other.columns(stride);
        other.rows(self.height() as usize).flat_map(move |y| {
            let theirs = other.row(y);
            columns.clone().map(move |k| {
                let within = if k + 1 == stride { tail } else { u64::MAX };
                (y * stride + k, other.word(theirs, k) & within)
            })
        })
    }
}

impl Cover {
    /// Returns this cover's bits, relative to a mask whose top left corner is at world pixel `at`.
    pub(super) fn placed_over(&self, at: [i32; 2]) -> PlacedBits<'_> {
        let pixels = self.pixels();
        PlacedBits {
            words: self.words(),
            stride: self.stride().max(1),
            x: i64::from(pixels.x0) - i64::from(at[0]),
            y: i64::from(pixels.y0) - i64::from(at[1]),
        }
    }
}

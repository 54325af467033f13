//! The covered pixels of a sprite as bits, rasterised row by row (SPEC 4).

use std::ops::Range;

use crate::counts;
use crate::lattice::PixelBox;
use crate::mask::{Mask, Sprite, Turn};

/// The world pixels that a sprite, a shape or a mask covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    pixels: PixelBox,
    words: Vec<u64>,
}

impl Cover {
    /// Rasterises a sprite.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{mask::{Cover, Sprite}, Mask, Placement};
    /// let bar = Arc::new(Mask::from_rows(&["######"])?);
    /// let cover = Cover::of(&Sprite::place(&bar, &Placement::at([0.0, 0.5]).turned(0.6), None)?);
    /// assert_eq!(cover.count(), cover.iter().count() as u64);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn of(sprite: &Sprite) -> Cover {
        Cover::rasterise(sprite, sprite.reach())
    }

    /// Rasterises the part of a sprite that is within a box of pixels.
    pub(crate) fn rasterise(sprite: &Sprite, pixels: PixelBox) -> Cover {
        if pixels.is_empty() {
            return Cover { pixels: PixelBox::default(), words: Vec::new() };
        }
        counts::pixels([pixels.x1 - pixels.x0, pixels.y1 - pixels.y0]);
        let mut cover = Cover::blank(pixels);
        let stride = cover.stride();
        for (row, j) in cover.words.chunks_exact_mut(stride).zip(pixels.y0..) {
            sample(sprite, row, pixels.x0, j, pixels.x1 - pixels.x0);
        }
        cover
    }

    /// Makes a cover of a box with no pixel covered; the box may be empty.
    pub(super) fn blank(pixels: PixelBox) -> Cover {
        let mut cover = Cover { pixels, words: Vec::new() };
        cover.words = vec![0; cover.stride() * usize::try_from(pixels.y1 - pixels.y0).unwrap_or(0)];
        cover
    }

    /// Returns the row of pixels j, which must be in the box.
    pub(super) fn row_mut(&mut self, j: i32) -> &mut [u64] {
        let stride = self.stride();
        let start = (j - self.pixels.y0) as usize * stride;
        &mut self.words[start..start + stride]
    }

    /// Returns the box of pixels that the rows span; no pixel outside it is covered.
    pub fn pixels(&self) -> PixelBox {
        self.pixels
    }

    /// Returns the number of words in a row.
    pub fn stride(&self) -> usize {
        (self.pixels.x1 - self.pixels.x0).max(0).unsigned_abs().div_ceil(64) as usize
    }

    /// Returns all rows, [`stride`](Cover::stride) words each; bit k of a row is the pixel k to the right of the box's
    /// left edge.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the number of covered pixels.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    /// Iterates over the covered pixels (i, j), row by row.
    pub fn iter(&self) -> impl Iterator<Item = (i32, i32)> {
        let stride = self.stride().max(1);
        self.words.iter().enumerate().flat_map(move |(k, &word)| {
            let (i, j) = (self.pixels.x0 + 64 * (k % stride) as i32, self.pixels.y0 + (k / stride) as i32);
            (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| (i + b, j))
        })
    }
}

/// Sets the bits of a row: which of the `width` pixels from (i, j) to the right are covered.
pub(super) fn sample(sprite: &Sprite, row: &mut [u64], i: i32, j: i32, width: i32) {
    let turn = sprite.turn();
    let (u0, v0) = turn.start(sprite.at());
    let di = i64::from(i) - i64::from(sprite.at().x >> 8);
    let dj = i64::from(j) - i64::from(sprite.at().y >> 8);
    let u = u0 + di * i64::from(turn.ux) + dj * i64::from(turn.uy);
    let v = v0 + di * i64::from(turn.vx) + dj * i64::from(turn.vy);
    if turn.is_upright() {
        copy_row(sprite, row, u >> 16, v >> 16, width.into());
    } else {
        sample_row(sprite.mask(), &turn, sprite.flip(), row, [u, v], width.into());
    }
}

/// Samples a row of a turned sprite, texel by texel; u and v are those at the first pixel's centre.
pub(crate) fn sample_row(
    mask: &Mask,
    turn: &Turn,
    [flip_x, flip_y]: [bool; 2],
    row: &mut [u64],
    [u, v]: [i64; 2],
    width: i64,
) {
    let (w, h) = (i64::from(mask.width()) << 16, i64::from(mask.height()) << 16);
    let (from, to) = intersect(inside(u, turn.ux.into(), w), inside(v, turn.vx.into(), h));
    let (from, to) = (from.max(0), to.min(width));
    if from >= to {
        return;
    }
    // A mirrored texel w - 1 - (u >> 16) is (w * 65536 - 1 - u) >> 16. Within the mask all values are below 2^28.
    let along = |start: i64, step: i32, end: i64, is_flipped: bool| {
        let first = start + from * i64::from(step);
        let (first, step) = if is_flipped { (end - 1 - first, -step) } else { (first, step) };
        (first as u32, step.cast_unsigned())
    };
    let texels = TexelReader { words: mask.words(), stride: mask.stride() };
    let (u, v) = (along(u, turn.ux, w, flip_x), along(v, turn.vx, h, flip_y));
    match texels.stride {
        1 => texels.gather(u, v, row, from as usize..to as usize, |_, y| y),
        stride => texels.gather(u, v, row, from as usize..to as usize, |x, y| y * stride + x / 64),
    }
}

/// A mask's words, for reading one texel after the other.
struct TexelReader<'a> {
    words: &'a [u64],
    stride: usize,
}

impl TexelReader<'_> {
    /// Sets the bits of a span of a row from the texels at u and v. Each of these is given as its value at the first
    /// pixel and its step.
    #[inline(always)]
    fn gather(
        &self,
        (mut u, ux): (u32, u32),
        (mut v, vx): (u32, u32),
        row: &mut [u64],
        span: Range<usize>,
        word: impl Fn(usize, usize) -> usize,
    ) {
        let mut at = span.start;
        while at < span.end {
            let end = span.end.min((at / 64 + 1) * 64);
            let mut bits = 0;
            for _ in at..end {
                let (x, y) = ((u >> 16) as usize, (v >> 16) as usize);
                // New bits enter at the top, so the first bit ends up lowest.
                bits = bits >> 1 | self.words[word(x, y)] >> (x % 64) << 63;
                u = u.wrapping_add(ux);
                v = v.wrapping_add(vx);
            }
            row[at / 64] |= bits >> (64 - (end - at)) << (at % 64);
            at = end;
        }
    }
}

/// Copies a row of an upright sprite at scale 1: it is a row of the mask from texel (x, y) on, shifted.
fn copy_row(sprite: &Sprite, row: &mut [u64], x: i64, y: i64, width: i64) {
    for (word, k) in row.iter_mut().zip((0..).step_by(64)) {
        let keep = u64::MAX >> (64 - (width - k).min(64));
        *word = sprite.texels(x + k, y) & keep;
    }
}

/// Returns the k for which 0 <= start + k * step < end, as a half-open range.
fn inside(start: i64, step: i64, end: i64) -> (i64, i64) {
    match step {
        0 if (0..end).contains(&start) => (i64::MIN, i64::MAX),
        0 => (0, 0),
        s if s > 0 => (reaching(-start, s), reaching(end - start, s)),
        // For a negative step, mirror the range: -start - k * step is in (-end, 0].
        s => (reaching(1 - end + start, -s), reaching(1 + start, -s)),
    }
}

/// Returns the least k with k * step >= x, for a positive step. The f64 quotient is off by less than 1 where the sizes
/// are below 2^50.
fn reaching(x: i64, step: i64) -> i64 {
    let k = (x as f64 / step as f64) as i64;
    let (below, above) = (k * step < x, (k - 1) * step >= x);
    k + i64::from(below) - i64::from(above)
}

fn intersect(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    (a.0.max(b.0), a.1.min(b.1))
}

#[cfg(test)]
mod tests {
    use super::inside;
    use crate::mask::Mask;

    #[test]
    fn the_inside_of_a_row_is_exact() {
        for start in -12..12 {
            for step in -5..=5 {
                for end in 1..9 {
                    let (from, to) = inside(start, step, end);
                    for k in -40..40 {
                        let is_inside = (0..end).contains(&(start + k * step));
                        assert_eq!((from..to).contains(&k), is_inside, "{start} {step} {end} {k}");
                    }
                }
            }
        }
    }

    /// The bits of a row begin anywhere, also left of the mask; above, below and beside the mask they are clear.
    #[test]
    fn bits_outside_of_a_mask_are_clear() {
        for width in [1, 63, 64, 65, 130] {
            let mask = Mask::from_fn(width, 3, |x, y| (x * 7 + y * 3) % 5 < 3).unwrap();
            for y in -2..6_i64 {
                for x in -70..width as i64 + 3 {
                    let set = (0..64).filter(|&k| mask.get(x + k, y)).fold(0, |bits, k| bits | 1_u64 << k);
                    assert_eq!(mask.bits(x, y), set, "{width}: ({x}, {y})");
                }
            }
        }
    }
}

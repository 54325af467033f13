//! Composes the frames of animated pictures by the rules of PNG and WebP.
//!
//! Frames of animated PNG and WebP files are decoded one by one and put together here. `image` reads no frames with 16 bits a channel.
//! Where frames are smaller than the picture, it clears and restores other pixels than the formats say. It puts the frames of GIF
//! files together correctly.

use std::ops::Range;

use crate::error::Result;
use crate::mask::decode::{DecodedPixels, refused};
use crate::mask::formats::Format;

/// What happens to a frame's rectangle before the next frame is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Dispose {
    Keep,
    Clear,
    Restore,
}

/// The position of a frame in the picture, how it is drawn, and for how long.
#[derive(Debug, Clone, Copy)]
pub(super) struct FramePlace {
    pub(super) at: [usize; 2],
    pub(super) size: [usize; 2],
    pub(super) milliseconds: u32,
    pub(super) dispose: Dispose,
    /// Whether the frame is blended over the pixels below, instead of replacing them.
    pub(super) is_over: bool,
}

/// The pixels of the whole picture as they are shown.
pub(super) struct Canvas {
    size: [usize; 2],
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    /// Returns a canvas on which every pixel is transparent.
    pub(super) fn new(size: [usize; 2]) -> Canvas {
        Canvas { size, pixels: vec![[0; 4]; size[0] * size[1]] }
    }

    /// Draws a frame, passes the whole picture to `take`, and disposes of the frame as it says.
    pub(super) fn show(
        &mut self,
        place: &FramePlace,
        part: &DecodedPixels,
        take: impl FnOnce(&DecodedPixels, u32) -> Result<()>,
    ) -> Result<()> {
        let before = if place.dispose == Dispose::Restore { self.pixels.clone() } else { Vec::new() };
        self.draw(place, part);
        take(&DecodedPixels::rgba(self.size, self.pixels.as_flattened().to_vec()), place.milliseconds)?;
        match place.dispose {
            Dispose::Keep => {}
            Dispose::Clear => place.rows(self.size[0]).for_each(|row| self.pixels[row].fill([0; 4])),
            Dispose::Restore => self.pixels = before,
        }
        Ok(())
    }

    fn draw(&mut self, place: &FramePlace, part: &DecodedPixels) {
        let ([x, y], w) = (place.at, place.size[0]);
        part.colours(|k, colour| {
            let under = &mut self.pixels[(y + k / w) * self.size[0] + x + k % w];
            *under = if place.is_over { over(colour, *under) } else { colour };
        });
    }
}

impl FramePlace {
    /// Refuses a frame that is empty or not completely inside a picture of size `within`.
    pub(super) fn check(&self, within: [usize; 2], format: Format) -> Result<()> {
        let ([x, y], [width, height]) = (self.at, self.size);
        // Each number is at most 2^32, so the sums cannot overflow.
        let is_within =
            x as u64 + width as u64 <= within[0] as u64 && y as u64 + height as u64 <= within[1] as u64;
        if width == 0 || height == 0 || !is_within {
            let why = format!("a frame of {width} x {height} at ({x}, {y}) is not inside the picture");
            return Err(refused(format, why));
        }
        Ok(())
    }

    /// Returns the frame's rows, as index ranges into a canvas of this width.
    fn rows(&self, width: usize) -> impl Iterator<Item = Range<usize>> {
        let ([x, y], [w, h]) = (self.at, self.size);
        (y..y + h).map(move |y| y * width + x..y * width + x + w)
    }
}

/// Blends a colour over another with integers. The alphas are fractions of 255 (PNG 3, 13.16).
fn over(colour: [u8; 4], under: [u8; 4]) -> [u8; 4] {
    let [a, b] = [colour[3], under[3]].map(u32::from);
    if a == 255 || b == 0 {
        return colour;
    }
    if a == 0 {
        return under;
    }
    let (above, below) = (a * 255, (255 - a) * b);
    let whole = above + below;
    let mixed = |k: usize| ((u32::from(colour[k]) * above + u32::from(under[k]) * below) / whole) as u8;
    [mixed(0), mixed(1), mixed(2), (whole / 255) as u8]
}

/// Refuses a decoded frame whose size differs from the size in `place`.
pub(super) fn same_size(place: &FramePlace, part: &DecodedPixels, format: Format) -> Result<()> {
    let is_same = place.size == [part.width, part.height];
    if is_same { Ok(()) } else { Err(refused(format, "a frame does not have its stated size".into())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mixed_by_alpha() {
        assert_eq!(over([9, 8, 7, 255], [1, 2, 3, 255]), [9, 8, 7, 255]);
        assert_eq!(over([9, 8, 7, 0], [1, 2, 3, 44]), [1, 2, 3, 44]);
        assert_eq!(over([9, 8, 7, 66], [1, 2, 3, 0]), [9, 8, 7, 66]);
        assert_eq!(over([255, 0, 100, 128], [0, 255, 100, 255]), [128, 127, 100, 255]);
        assert_eq!(over([255, 0, 0, 128], [0, 0, 255, 128])[3], 191);
    }

    /// A frame with another width or height than its place states is refused.
    #[test]
    fn a_frame_has_its_stated_size() {
        let place =
            FramePlace { at: [0, 0], size: [3, 2], milliseconds: 10, dispose: Dispose::Keep, is_over: false };
        let told = |size: [usize; 2]| {
            let part = DecodedPixels::rgba(size, vec![0; 4 * size[0] * size[1]]);
            same_size(&place, &part, Format::WebP).map_err(|error| error.to_string())
        };
        let refused = "not a readable WebP picture: a frame does not have its stated size";
        assert_eq!(told([3, 2]), Ok(()));
        for size in [[2, 2], [3, 3], [2, 3], [6, 1]] {
            assert_eq!(told(size), Err(refused.into()), "{size:?}");
        }
    }
}

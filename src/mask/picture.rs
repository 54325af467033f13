//! Masks from pictures: by alpha, by colour key, or by a predicate of the caller (SPEC 4).

use crate::error::{Cause, Result};
use crate::mask::Mask;
use crate::mask::bits::MOST_TEXELS;
#[cfg(feature = "images")]
use crate::{ceilings::Ceilings, mask::decode};

/// Decides which pixels of a picture are solid. Closures over `[r, g, b, a]` implement it, too.
pub trait Opaque {
    /// Whether a pixel of this colour is solid.
    fn is_opaque(&self, rgba: [u8; 4]) -> bool;
}

/// Pixels are solid where alpha is at least this value; 128 is usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alpha(pub u8);

/// A frame of an animated picture: see [`Mask::frames_from_image`].
#[cfg(feature = "images")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageFrame {
    /// The mask of the whole picture while this frame is shown.
    pub mask: Mask,
    /// The time for which the frame is shown. It is 0 for a still picture, and where the file says 0.
    pub milliseconds: u32,
}

impl Default for Alpha {
    fn default() -> Alpha {
        Alpha(128)
    }
}

/// Pixels are solid wherever the colour is not this one, whatever their alpha.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key(pub [u8; 3]);

impl Key {
    /// Makes pixels solid wherever a channel differs from this colour by more than a tolerance. Use it for pictures
    /// that lost exact colours in compression, as in JPEG.
    ///
    /// ```
    /// use kasuri::{mask::Key, Mask};
    /// let pixels = [[255, 0, 255, 255], [252, 3, 250, 255], [10, 20, 30, 255]].concat();
    /// assert_eq!(Mask::from_rgba(3, 1, &pixels, Key([255, 0, 255]))?.count(), 2);
    /// assert_eq!(Mask::from_rgba(3, 1, &pixels, Key([255, 0, 255]).within(5))?.count(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn within(self, tolerance: u8) -> impl Opaque {
        move |[r, g, b, _]: [u8; 4]| {
            [r, g, b].iter().zip(&self.0).any(|(channel, key)| channel.abs_diff(*key) > tolerance)
        }
    }
}

impl Opaque for Alpha {
    fn is_opaque(&self, [.., a]: [u8; 4]) -> bool {
        a >= self.0
    }
}

impl Opaque for Key {
    fn is_opaque(&self, [r, g, b, _]: [u8; 4]) -> bool {
        [r, g, b] != self.0
    }
}

impl<F: Fn([u8; 4]) -> bool> Opaque for F {
    fn is_opaque(&self, rgba: [u8; 4]) -> bool {
        self(rgba)
    }
}

impl Mask {
    /// Makes a mask from decoded pixels: RGBA, 8 bits each, row by row.
    ///
    /// ```
    /// use kasuri::{mask::{Alpha, Key}, Mask};
    /// let pixels = [[255, 0, 255, 255], [10, 20, 30, 90]].concat();
    /// assert_eq!(Mask::from_rgba(2, 1, &pixels, Alpha(128))?.count(), 1);
    /// assert_eq!(Mask::from_rgba(2, 1, &pixels, Key([255, 0, 255]))?.count(), 1);
    /// assert_eq!(Mask::from_rgba(2, 1, &pixels, |rgba: [u8; 4]| rgba[2] > 20)?.count(), 2);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "from_surface")]
    pub fn from_rgba(width: usize, height: usize, pixels: &[u8], opaque: impl Opaque) -> Result<Mask> {
        if !(1..=MOST_TEXELS).contains(&width) || !(1..=MOST_TEXELS).contains(&height) {
            return Err(Cause::MaskSize { width, height }.error());
        }
        let (rows, rest) = pixels.as_chunks::<4>();
        if !rest.is_empty() || rows.len() != width * height {
            let expected = width * height * 4;
            return Err(Cause::PixelBytes { width, height, found: pixels.len(), expected }.error());
        }
        Mask::from_fn(width, height, |x, y| opaque.is_opaque(rows[y as usize * width + x as usize]))
    }

    /// Makes a mask from the bytes of a picture file: PNG, or GIF, WebP, BMP, QOI or TGA if kasuri is built with the feature
    /// `gif`, `webp`, `bmp`, `qoi` or `tga`. The format is recognised from the bytes. An animated picture gives its first
    /// frame; an animated PNG file gives its default image, which viewers without animation show. Of channels with 16 bits
    /// only the high byte is used. The size is checked before memory for pixels is allocated.
    ///
    /// ```no_run
    /// use kasuri::{mask::Alpha, Mask};
    /// let boss = Mask::from_image(&std::fs::read("boss.png").unwrap(), Alpha(128))?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "from_surface")]
    #[cfg(feature = "images")]
    pub fn from_image(bytes: &[u8], opaque: impl Opaque) -> Result<Mask> {
        decode::still(bytes)?.mask(&opaque)
    }

    /// Returns the frames of an animated picture: a PNG file (APNG), or a GIF or WebP file with the feature `gif` or `webp`.
    /// Each frame is the whole picture as it is shown at that time. A still picture gives one frame of 0 ms. Refuses
    /// pictures whose frames have more texels together than [`Ceilings::texels`] allows by default.
    ///
    /// ```no_run
    /// use kasuri::{mask::{Alpha, Animation}, Mask};
    /// let frames = Mask::frames_from_image(&std::fs::read("walk.png").unwrap(), Alpha(128))?;
    /// let times: Vec<f64> = frames.iter().map(|frame| frame.milliseconds.into()).collect();
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[cfg(feature = "images")]
    pub fn frames_from_image(bytes: &[u8], opaque: impl Opaque) -> Result<Vec<ImageFrame>> {
        Mask::frames_from_image_within(bytes, opaque, Ceilings::default())
    }

    /// Does the same as [`Mask::frames_from_image`] with other ceilings; only `texels` is used. The width of a frame counts
    /// rounded up to a multiple of 64, and each frame counts as at least 4096 texels.
    #[cfg(feature = "images")]
    pub fn frames_from_image_within(
        bytes: &[u8],
        opaque: impl Opaque,
        ceilings: Ceilings,
    ) -> Result<Vec<ImageFrame>> {
        decode::frames(bytes, &opaque, ceilings)
    }
}

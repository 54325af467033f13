//! Masks from pictures: by alpha, by colour key, or by anybody's predicate (SPEC 4).

use crate::error::{Error, Result};
use crate::mask::Mask;
use crate::mask::bits::MOST_TEXELS;

/// Says which pixels of a picture are solid. Closures over `[r, g, b, a]` do, too.
pub trait Opaque {
    /// Whether a pixel of this colour is solid.
    fn is_opaque(&self, rgba: [u8; 4]) -> bool;
}

/// Solid where alpha is at least this; 128 is usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alpha(pub u8);

impl Default for Alpha {
    fn default() -> Alpha {
        Alpha(128)
    }
}

/// Solid wherever the colour is not this one, whatever its alpha.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key(pub [u8; 3]);

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
    /// A mask from decoded pixels: RGBA, 8 bits each, row by row.
    ///
    /// ```
    /// use kasuri::{Alpha, Key, Mask};
    /// let pixels = [[255, 0, 255, 255], [10, 20, 30, 90]].concat();
    /// assert_eq!(Mask::from_rgba(2, 1, &pixels, Alpha(128))?.count(), 1);
    /// assert_eq!(Mask::from_rgba(2, 1, &pixels, Key([255, 0, 255]))?.count(), 1);
    /// assert_eq!(Mask::from_rgba(2, 1, &pixels, |rgba: [u8; 4]| rgba[2] > 20)?.count(), 2);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_rgba(width: usize, height: usize, pixels: &[u8], opaque: impl Opaque) -> Result<Mask> {
        if !(1..=MOST_TEXELS).contains(&width) || !(1..=MOST_TEXELS).contains(&height) {
            return Err(Error::MaskSize { width, height });
        }
        let (rows, rest) = pixels.as_chunks::<4>();
        if !rest.is_empty() || rows.len() != width * height {
            let expected = width * height * 4;
            return Err(Error::PixelBytes { width, height, found: pixels.len(), expected });
        }
        Mask::from_fn(width, height, |x, y| opaque.is_opaque(rows[y as usize * width + x as usize]))
    }

    /// A mask from a PNG file's bytes. Its size is checked before anything is allocated for its pixels.
    ///
    /// ```no_run
    /// use kasuri::{Alpha, Mask};
    /// let boss = Mask::from_png(&std::fs::read("boss.png").unwrap(), Alpha(128))?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[cfg(feature = "images")]
    pub fn from_png(bytes: &[u8], opaque: impl Opaque) -> Result<Mask> {
        let (width, height, pixels) = decode(bytes)?;
        Mask::from_rgba(width, height, &pixels, opaque)
    }
}

/// Refuses palettes that the decoder takes on trust, and panics over.
#[cfg(feature = "images")]
fn check_palette(info: &png::Info<'_>) -> Result<()> {
    let (png::ColorType::Indexed, Some(palette)) = (info.color_type, &info.palette) else { return Ok(()) };
    let (bytes, alphas) = (palette.len(), info.trns.as_ref().map_or(0, |alphas| alphas.len()));
    if bytes % 3 != 0 || bytes > 3 * 256 || alphas > bytes / 3 {
        return Err(Error::Image(format!(
            "{bytes} bytes of palette with {alphas} of transparency; 3 for each of 256 colours at most, and 1 more are allowed"
        )));
    }
    Ok(())
}

/// The pixels of a PNG file as RGBA, 8 bits each; of deeper channels the high byte.
#[cfg(feature = "images")]
fn decode(bytes: &[u8]) -> Result<(usize, usize, Vec<u8>)> {
    let unreadable = |error: png::DecodingError| Error::Image(error.to_string());
    let mut decoder =
        png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: 1 << 24 });
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    // Text and colour profiles say nothing about which pixels are solid, and they can be bombs.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    if width > MOST_TEXELS || height > MOST_TEXELS {
        return Err(Error::MaskSize { width, height });
    }
    check_palette(reader.info())?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let frame = reader.next_frame(&mut pixels).map_err(unreadable)?;
    pixels.truncate(frame.buffer_size());
    let pixels = match frame.color_type {
        png::ColorType::GrayscaleAlpha => {
            pixels.as_chunks().0.iter().flat_map(|&[g, a]| [g, g, g, a]).collect()
        }
        _ => pixels,
    };
    Ok((width, height, pixels))
}

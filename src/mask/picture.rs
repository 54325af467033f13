//! Masks from pictures: by alpha, by colour key, or by anybody's predicate (SPEC 4).

use crate::error::{Error, Result};
use crate::mask::Mask;
use crate::mask::bits::MOST_TEXELS;
#[cfg(feature = "images")]
use crate::mask::chunks;

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

impl Key {
    /// Solid wherever a channel is further from this colour than a tolerance: for pictures that were squeezed on their way, as
    /// JPEG does.
    ///
    /// ```
    /// use kasuri::{Key, Mask};
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

/// What a palette's numbers stand for, as RGBA.
#[cfg(feature = "images")]
fn colours(info: &png::Info<'_>) -> Option<Vec<[u8; 4]>> {
    let palette = info.palette.as_ref().filter(|_| info.color_type == png::ColorType::Indexed)?;
    let alphas = info.trns.iter().flat_map(|alphas| alphas.iter().copied()).chain(std::iter::repeat(255));
    Some(palette.as_chunks().0.iter().zip(alphas).map(|(&[r, g, b], a)| [r, g, b, a]).collect())
}

/// Pixels that are numbers of colours, packed into bytes row by row, as RGBA.
#[cfg(feature = "images")]
fn of_palette(packed: &[u8], [width, stride]: [usize; 2], depth: usize, of: &[[u8; 4]]) -> Result<Vec<u8>> {
    let mut pixels = Vec::with_capacity(packed.len() / stride.max(1) * width * 4);
    for row in packed.chunks_exact(stride.max(1)) {
        for x in 0..width {
            let shift = 8 - depth - x * depth % 8;
            let index = usize::from(row[x * depth / 8] >> shift) & ((1 << depth) - 1);
            let colour = of.get(index).ok_or_else(|| {
                Error::Image(format!("a pixel has colour {index} of a palette of {}", of.len()))
            })?;
            pixels.extend(colour);
        }
    }
    Ok(pixels)
}

/// The pixels of a PNG file as RGBA, 8 bits each; of deeper channels the high byte.
#[cfg(feature = "images")]
fn decode(bytes: &[u8]) -> Result<(usize, usize, Vec<u8>)> {
    chunks::check(bytes)?;
    let unreadable = |error: png::DecodingError| Error::Image(error.to_string());
    let mut decoder =
        png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: 1 << 24 });
    // Text and colour profiles say nothing about which pixels are solid, and they can be bombs.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(unreadable)?;
    let (width, height, kind) = (header.width as usize, header.height as usize, header.color_type);
    if width > MOST_TEXELS || height > MOST_TEXELS {
        return Err(Error::MaskSize { width, height });
    }
    // The decoder would take a number beyond the palette for black.
    if kind != png::ColorType::Indexed {
        decoder
            .set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    }
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let palette = colours(reader.info()).map(|colours| (colours, reader.info().bit_depth as usize));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let frame = reader.next_frame(&mut pixels).map_err(unreadable)?;
    pixels.truncate(frame.buffer_size());
    if let Some((colours, depth)) = palette {
        return Ok((width, height, of_palette(&pixels, [width, frame.line_size], depth, &colours)?));
    }
    let pixels = match frame.color_type {
        png::ColorType::GrayscaleAlpha => {
            pixels.as_chunks().0.iter().flat_map(|&[g, a]| [g, g, g, a]).collect()
        }
        _ => pixels,
    };
    Ok((width, height, pixels))
}

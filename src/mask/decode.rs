//! Decodes pictures to pixels with the crate `image`, within limits (SPEC 7).
//!
//! The chunks of PNG files are checked before (`chunks.rs`), because decoders pass over damaged or misplaced chunks that they can do
//! without.

use std::io::Cursor;

use image::{ColorType, ImageDecoder, ImageError, Limits};

use crate::ceilings::Ceilings;
use crate::error::{Cause, Error, Result};
use crate::mask::bits::MOST_TEXELS;
use crate::mask::chunks::Png;
use crate::mask::formats::Format;
use crate::mask::picture::{ImageFrame, Opaque};
#[cfg(feature = "webp")]
use crate::mask::webp;
use crate::mask::{Mask, apng};

/// The most bytes that a decoder may allocate in addition to the pixels. A GIF file of the largest size needs three pictures
/// at once.
const MOST_BYTES: u64 = 3 << 26;

/// The fewest texels that a frame counts as. A small frame takes more memory than its texels.
const LEAST_TEXELS: u64 = 4096;

/// Decoded pixels, row by row, with 8 bits per channel.
pub(super) struct DecodedPixels {
    pub(super) width: usize,
    pub(super) height: usize,
    channels: Channels,
    bytes: Vec<u8>,
}

/// The channels of a stored pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Channels {
    Grey,
    GreyAlpha,
    Rgb,
    Rgba,
}

impl DecodedPixels {
    pub(super) fn rgba([width, height]: [usize; 2], bytes: Vec<u8>) -> DecodedPixels {
        DecodedPixels { width, height, channels: Channels::Rgba, bytes }
    }

    /// Decodes a picture.
    pub(super) fn read(decoder: impl ImageDecoder, format: Format) -> Result<DecodedPixels> {
        let (decoder, [width, height]) = limited(decoder, format)?;
        let unreadable = |error| unreadable(format, &error);
        let colour = decoder.color_type();
        // At most 4096 x 4096 pixels of 16 bytes.
        let mut bytes = vec![0; decoder.total_bytes() as usize];
        decoder.read_image(&mut bytes).map_err(unreadable)?;
        let channels = match colour {
            ColorType::L8 | ColorType::L16 => Channels::Grey,
            ColorType::La8 | ColorType::La16 => Channels::GreyAlpha,
            ColorType::Rgb8 | ColorType::Rgb16 => Channels::Rgb,
            ColorType::Rgba8 | ColorType::Rgba16 => Channels::Rgba,
            _ => return Err(refused(format, format!("its pixel format {colour:?} is not supported"))),
        };
        if colour.bytes_per_pixel() > colour.channel_count() {
            bytes = bytes.as_chunks().0.iter().map(|&deep| (u16::from_ne_bytes(deep) >> 8) as u8).collect();
        }
        Ok(DecodedPixels { width, height, channels, bytes })
    }

    /// Returns the picture in the colours of a palette. The grey of each pixel is its palette index times `step`.
    pub(super) fn with_palette(&self, step: u8, colours: &[[u8; 4]]) -> Result<DecodedPixels> {
        let mut bytes = Vec::with_capacity(self.bytes.len() * 4);
        for grey in &self.bytes {
            let index = grey / step;
            let colour = colours.get(usize::from(index)).ok_or_else(|| {
                let why = format!(
                    "a pixel has palette index {index}, but the palette has {} colours",
                    colours.len()
                );
                refused(Format::Png, why)
            })?;
            bytes.extend(colour);
        }
        Ok(DecodedPixels::rgba([self.width, self.height], bytes))
    }

    /// Calls `each` with the index and the colour of every pixel.
    pub(super) fn colours(&self, mut each: impl FnMut(usize, [u8; 4])) {
        let bytes = self.bytes.as_slice();
        match self.channels {
            Channels::Grey => bytes.iter().enumerate().for_each(|(k, &g)| each(k, [g, g, g, 255])),
            Channels::GreyAlpha => {
                bytes.as_chunks().0.iter().enumerate().for_each(|(k, &[g, a])| each(k, [g, g, g, a]));
            }
            Channels::Rgb => {
                bytes.as_chunks().0.iter().enumerate().for_each(|(k, &[r, g, b])| each(k, [r, g, b, 255]));
            }
            Channels::Rgba => {
                bytes.as_chunks().0.iter().enumerate().for_each(|(k, &rgba)| each(k, rgba));
            }
        }
    }

    /// Returns the mask of the solid pixels.
    pub(super) fn mask(&self, opaque: &impl Opaque) -> Result<Mask> {
        let bytes = self.bytes.as_slice();
        match self.channels {
            Channels::Grey => self.solid(bytes.iter().map(|&g| [g, g, g, 255]), opaque),
            Channels::GreyAlpha => self.solid(bytes.as_chunks().0.iter().map(|&[g, a]| [g, g, g, a]), opaque),
            Channels::Rgb => self.solid(bytes.as_chunks().0.iter().map(|&[r, g, b]| [r, g, b, 255]), opaque),
            Channels::Rgba => self.solid(bytes.as_chunks().0.iter().copied(), opaque),
        }
    }

    fn solid(&self, mut colours: impl Iterator<Item = [u8; 4]>, opaque: &impl Opaque) -> Result<Mask> {
        // `Mask::from_fn` calls the function row by row from the top, and from left to right in each row.
        let is_solid = |_, _| colours.next().is_some_and(|colour| opaque.is_opaque(colour));
        Mask::from_fn(self.width, self.height, is_solid)
    }
}

/// Decodes a picture. An animated one gives the picture that viewers without animation show.
pub(super) fn still(bytes: &[u8]) -> Result<DecodedPixels> {
    let format = Format::of(bytes)?;
    #[allow(unused_variables, reason = "PNG alone reads its chunks first")]
    let (reader, refused) = (Cursor::new(bytes), |error: ImageError| unreadable(format, &error));
    #[allow(unreachable_patterns, reason = "formats are features")]
    match format {
        Format::Png => Png::of(bytes)?.still(),
        #[cfg(feature = "gif")]
        Format::Gif => {
            DecodedPixels::read(image::codecs::gif::GifDecoder::new(reader).map_err(refused)?, format)
        }
        #[cfg(feature = "webp")]
        Format::WebP => webp::still(bytes),
        #[cfg(feature = "bmp")]
        Format::Bmp => {
            DecodedPixels::read(image::codecs::bmp::BmpDecoder::new(reader).map_err(refused)?, format)
        }
        #[cfg(feature = "qoi")]
        Format::Qoi => {
            DecodedPixels::read(image::codecs::qoi::QoiDecoder::new(reader).map_err(refused)?, format)
        }
        #[cfg(feature = "tga")]
        Format::Tga => {
            DecodedPixels::read(image::codecs::tga::TgaDecoder::new(reader).map_err(refused)?, format)
        }
        // `Format::of` has already refused the formats that are not built in.
        _ => Err(Cause::ImageFormat(format!("this build does not read {}", format.name())).error()),
    }
}

/// Decodes all frames of an animated picture, or the one frame of a still picture.
pub(super) fn frames(bytes: &[u8], opaque: &impl Opaque, ceilings: Ceilings) -> Result<Vec<ImageFrame>> {
    let mut frames = Taken { frames: Vec::new(), texels: 0, ceilings };
    let format = Format::of(bytes)?;
    match format {
        Format::Png => apng::frames(&Png::of(bytes)?, |pixels, ms| frames.take(pixels, opaque, ms))?,
        #[cfg(feature = "gif")]
        Format::Gif => {
            let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(bytes));
            frames.take_all(decoder.map_err(|error| unreadable(format, &error))?, opaque, format)?;
        }
        #[cfg(feature = "webp")]
        Format::WebP => webp::frames(bytes, |pixels, ms| frames.take(pixels, opaque, ms))?,
        _ => {}
    }
    if frames.frames.is_empty() {
        frames.take(&still(bytes)?, opaque, 0)?;
    }
    Ok(frames.frames)
}

/// The frames decoded so far.
struct Taken {
    frames: Vec<ImageFrame>,
    texels: u64,
    ceilings: Ceilings,
}

impl Taken {
    fn take(&mut self, pixels: &DecodedPixels, opaque: &impl Opaque, milliseconds: u32) -> Result<()> {
        let texels = pixels.width.next_multiple_of(64) as u64 * pixels.height as u64;
        self.texels += texels.max(LEAST_TEXELS);
        if self.texels > self.ceilings.texels {
            return Err(self.ceilings.too_many_texels());
        }
        self.frames.push(ImageFrame { mask: pixels.mask(opaque)?, milliseconds });
        Ok(())
    }

    #[cfg(feature = "gif")]
    fn take_all<'a, D>(&mut self, decoder: D, opaque: &impl Opaque, format: Format) -> Result<()>
    where
        D: ImageDecoder + image::AnimationDecoder<'a>,
    {
        let (decoder, size) = limited(decoder, format)?;
        for frame in decoder.into_frames() {
            let frame = frame.map_err(|error| unreadable(format, &error))?;
            let (numerator, denominator) = frame.delay().numer_denom_ms();
            let pixels = DecodedPixels::rgba(size, frame.into_buffer().into_raw());
            self.take(&pixels, opaque, numerator / denominator.max(1))?;
        }
        if self.frames.is_empty() { Err(refused(format, "it has no frames".into())) } else { Ok(()) }
    }
}

/// Sets the limits of a decoder. Returns the decoder and the size of its picture.
fn limited<D: ImageDecoder>(mut decoder: D, format: Format) -> Result<(D, [usize; 2])> {
    let (width, height) = decoder.dimensions();
    let size = checked_size(width, height)?;
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_BYTES);
    decoder.set_limits(limits).map_err(|error| unreadable(format, &error))?;
    Ok((decoder, size))
}

/// Returns a picture's size. Refuses sizes that no mask can have.
pub(super) fn checked_size(width: u32, height: u32) -> Result<[usize; 2]> {
    let [width, height] = [width as usize, height as usize];
    let has_size = (1..=MOST_TEXELS).contains(&width) && (1..=MOST_TEXELS).contains(&height);
    if has_size { Ok([width, height]) } else { Err(Cause::MaskSize { width, height }.error()) }
}

/// Decodes a PNG file whose chunks were checked before.
pub(super) fn png(file: &[u8]) -> Result<DecodedPixels> {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_BYTES);
    let decoder = image::codecs::png::PngDecoder::with_limits(Cursor::new(file), limits);
    DecodedPixels::read(decoder.map_err(|error| unreadable(Format::Png, &error))?, Format::Png)
}

pub(super) fn refused(format: Format, why: String) -> Error {
    Cause::Image { format: format.name(), why }.error()
}

pub(super) fn unreadable(format: Format, error: &ImageError) -> Error {
    refused(format, error.to_string())
}

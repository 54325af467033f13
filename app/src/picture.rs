//! Pictures as PNG files, and canvases of world pixels.

use std::io;
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageError};
use kasuri::lattice::PixelBox;

pub(crate) use kasuri_stage::picture::{GROUND, HIT, INKS, MARGIN, Picture, Rgb};

use crate::output::Output;

/// Writes a picture as a PNG file, completely or not at all.
pub(crate) fn save(picture: &Picture, path: &Path) -> io::Result<()> {
    let mut output = Output::open(Some(path))?;
    encode(&mut output, [picture.width, picture.height], ExtendedColorType::Rgb8, &picture.rgb)?;
    output.finish()
}

/// Writes pixels of 8 bits per channel as PNG.
pub(crate) fn encode(
    output: &mut Output,
    [width, height]: [usize; 2],
    channels: ExtendedColorType,
    pixels: &[u8],
) -> io::Result<()> {
    let encoder = PngEncoder::new_with_quality(output, CompressionType::Best, FilterType::Adaptive);
    encoder.write_image(pixels, width as u32, height as u32, channels).map_err(unwritten)
}

/// Why a picture could not be written.
pub(crate) fn unwritten(error: ImageError) -> io::Error {
    match error {
        ImageError::IoError(error) => error,
        error => io::Error::other(error),
    }
}

/// Returns a zoom that makes a picture of that many pixels on its longer side large enough to see.
pub(crate) fn well_seen(longest: usize) -> usize {
    (768 / longest.max(1)).clamp(1, 16)
}

/// The largest number of picture pixels per side.
pub(crate) const MOST: i64 = 8192;

/// A picture of world pixels.
pub(crate) struct Canvas {
    frame: PixelBox,
    pixels: Vec<Rgb>,
}

impl Canvas {
    pub(crate) fn new(frame: PixelBox) -> Canvas {
        let (width, height) = (frame.x1 - frame.x0, frame.y1 - frame.y0);
        let square = |k: i32| ((k % width + frame.x0) >> 3) + ((k / width + frame.y0) >> 3);
        let checker = |k: i32| GROUND[square(k) as usize & 1];
        Canvas { frame, pixels: (0..width * height).map(checker).collect() }
    }

    pub(crate) fn set(&mut self, i: i32, j: i32, ink: Rgb) {
        let f = self.frame;
        if (f.x0..f.x1).contains(&i) && (f.y0..f.y1).contains(&j) {
            self.pixels[((j - f.y0) * (f.x1 - f.x0) + i - f.x0) as usize] = ink;
        }
    }

    pub(crate) fn enlarged(&self, zoom: usize) -> Picture {
        let width = (self.frame.x1 - self.frame.x0) as usize;
        let mut rgb = Vec::with_capacity(self.pixels.len() * zoom * zoom * 3);
        for row in self.pixels.chunks(width) {
            let line: Vec<u8> =
                row.iter().flat_map(|&ink| std::iter::repeat_n(ink, zoom)).flatten().collect();
            (0..zoom).for_each(|_| rgb.extend_from_slice(&line));
        }
        Picture { width: width * zoom, height: self.pixels.len() / width * zoom, rgb }
    }
}

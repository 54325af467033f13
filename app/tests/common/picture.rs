//! PNG files, good and bad.

use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

/// A picture's size and its pixels, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) rgb: Vec<[u8; 3]>,
}

impl Pixels {
    /// Reads a PNG file of 8-bit RGB.
    pub(crate) fn read(path: &Path) -> Pixels {
        let picture = image::open(path).unwrap();
        let image::DynamicImage::ImageRgb8(picture) = picture else { panic!("{:?}", picture.color()) };
        Pixels { width: picture.width() as usize, rgb: picture.into_raw().as_chunks().0.to_vec() }
    }

    /// Writes a PNG file.
    pub(crate) fn write(&self, path: &Path) {
        let (width, height) = (self.width as u32, self.height() as u32);
        image::save_buffer(path, self.rgb.as_flattened(), width, height, ExtendedColorType::Rgb8).unwrap();
    }

    pub(crate) fn height(&self) -> usize {
        self.rgb.len() / self.width
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.rgb[y * self.width + x]
    }

    /// Counts the pixels that differ from those of a picture of the same size.
    pub(crate) fn differ(&self, other: &Pixels) -> usize {
        assert_eq!((self.width, self.height()), (other.width, other.height()));
        self.rgb.iter().zip(&other.rgb).filter(|(a, b)| a != b).count()
    }
}

/// Returns a picture of one colour.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(width, height, &vec![255; 2 * (width * height) as usize])
}

/// Returns a picture drawn in characters; '.' is clear.
pub(crate) fn drawn<S: AsRef<str>>(rows: &[S]) -> Vec<u8> {
    let texels = rows.iter().flat_map(|row| row.as_ref().bytes());
    let pixels: Vec<u8> = texels.flat_map(|c| [120, if c == b'.' { 0 } else { 255 }]).collect();
    encoded(rows[0].as_ref().len() as u32, rows.len() as u32, &pixels)
}

/// Encodes pixels of grey and alpha.
fn encoded(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    encoder.write_image(pixels, width, height, ExtendedColorType::La8).unwrap();
    bytes
}

/// Returns the same picture with every chunk of one kind replaced.
pub(crate) fn with_chunk(png: &[u8], kind: &[u8; 4], change: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = png[..8].to_vec();
    for (name, data) in chunks(png) {
        bytes.extend(if name == *kind { change(data) } else { chunk(&name, data) });
    }
    bytes
}

/// Returns the chunks of a picture: their kinds and data.
pub(crate) fn chunks(png: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let mut rest = &png[8..];
    let mut chunks = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (kind, after) = after.split_first_chunk::<4>().unwrap();
        let (data, after) = after.split_at(u32::from_be_bytes(*length) as usize);
        chunks.push((*kind, data));
        rest = &after[4..];
    }
    chunks
}

/// Returns a chunk with its length and checksum.
pub(crate) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let crc = !kind.iter().chain(data).fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    });
    [&(data.len() as u32).to_be_bytes()[..], kind, data, &crc.to_be_bytes()].concat()
}

/// Returns a header with another size.
pub(crate) fn sized(header: &[u8], width: u32, height: u32) -> Vec<u8> {
    chunk(b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &header[8..]].concat())
}

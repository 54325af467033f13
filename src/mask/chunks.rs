//! Checks the chunks of a PNG file before it is decoded. Decoders ignore damaged or misplaced chunks that are optional,
//! transparency among them, but SPEC 7 requires that nothing is repaired silently. The decoder then gets a new file of
//! only the chunks that matter: texts and colour profiles do not change which pixels are solid, and they can be
//! decompression bombs.

use crate::crc::crc;
use crate::error::{Error, Result};
use crate::mask::decode::{self, DecodedPixels, checked_size};
use crate::mask::formats::Format;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The colour types of PNG: how pixels are stored.
const GREY: u8 = 0;
const RGB: u8 = 2;
const INDEXED: u8 = 3;
const GREY_ALPHA: u8 = 4;
const RGBA: u8 = 6;

/// A file whose chunks are valid and in a valid order.
pub(super) struct Png<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The number of frames that the file of an animated picture states.
    pub(super) frames: Option<u32>,
    /// The chunks with pixels and frames, in order.
    pub(super) data: Vec<PixelChunk<'a>>,
    /// The data of the chunk IHDR.
    header: &'a [u8],
    palette: Option<&'a [u8]>,
    transparency: Option<&'a [u8]>,
}

/// A chunk with pixels or with the data of a frame.
#[derive(Debug, Clone, Copy)]
pub(super) enum PixelChunk<'a> {
    /// The whole chunk IDAT, with its length and checksum.
    Whole(&'a [u8]),
    /// The data of a chunk fcTL.
    Control(&'a [u8]),
    /// The data of a chunk fdAT.
    Part(&'a [u8]),
}

/// A chunk: its name, its data, and all of its bytes.
#[derive(Clone, Copy)]
struct PngChunk<'a> {
    name: &'a [u8; 4],
    data: &'a [u8],
    whole: &'a [u8],
}

/// The chunks read so far.
#[derive(Default)]
struct ChunksRead<'a> {
    header: &'a [u8],
    depth: u8,
    colour: u8,
    chunks: usize,
    palette: Option<&'a [u8]>,
    transparency: Option<&'a [u8]>,
    frames: Option<u32>,
    data: Vec<PixelChunk<'a>>,
    /// Whether a chunk IDAT was read.
    pixels: bool,
    /// Whether another chunk followed the first chunks IDAT.
    after_pixels: bool,
}

impl<'a> Png<'a> {
    /// Reads the chunks of a file. Refuses a file with any damaged chunk, one in which chunks that define the pixels are
    /// invalid or in the wrong order, and a picture that is too large for a mask.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Png<'a>> {
        let mut rest = bytes.strip_prefix(SIGNATURE).unwrap_or_default();
        let mut seen = ChunksRead::default();
        loop {
            let (chunk, after) = chunk(rest)?;
            seen.add(chunk)?;
            if chunk.name == b"IEND" {
                return seen.finished();
            }
            rest = after;
        }
    }

    /// Decodes the default image, which viewers without animation show.
    pub(super) fn still(&self) -> Result<DecodedPixels> {
        let whole = |data: &&PixelChunk<'a>| matches!(data, PixelChunk::Whole(_));
        let data: Vec<_> = self.data.iter().filter(whole).copied().collect();
        self.decode([self.width, self.height], &data)
    }

    /// Decodes a picture of this size with the file's colours. A decoder would show a palette index beyond the palette as
    /// black, so palette indices are decoded as greys and looked up here.
    pub(super) fn decode(&self, size: [u32; 2], data: &[PixelChunk<'a>]) -> Result<DecodedPixels> {
        let (depth, colour) = (self.header[8], self.header[9]);
        if colour != INDEXED {
            return decode::png(&self.file(size, colour, data));
        }
        let step = match depth {
            1 => 255,
            2 => 85,
            4 => 17,
            _ => 1,
        };
        decode::png(&self.file(size, GREY, data))?.with_palette(step, &self.colours())
    }

    /// Returns the colours of the palette, with alpha from the chunk tRNS.
    fn colours(&self) -> Vec<[u8; 4]> {
        let alphas = self.transparency.unwrap_or_default().iter().copied().chain(std::iter::repeat(255));
        let palette = self.palette.unwrap_or_default().as_chunks().0;
        palette.iter().zip(alphas).map(|(&[r, g, b], a)| [r, g, b, a]).collect()
    }

    /// Writes a PNG file that contains only the header, the transparency and the pixels.
    fn file(&self, [width, height]: [u32; 2], colour: u8, data: &[PixelChunk<'a>]) -> Vec<u8> {
        let mut file = SIGNATURE.to_vec();
        let how = [self.header[8], colour, self.header[10], self.header[11], self.header[12]];
        put(&mut file, b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &how].concat());
        // No palette is written: for pictures that are not indexed it is only a hint for screens with few colours.
        if let Some(key) = self.transparency.filter(|_| colour == self.header[9]) {
            put(&mut file, b"tRNS", key);
        }
        for data in data {
            match data {
                PixelChunk::Whole(chunk) => file.extend(*chunk),
                PixelChunk::Part(data) => put(&mut file, b"IDAT", data),
                PixelChunk::Control(_) => {}
            }
        }
        put(&mut file, b"IEND", &[]);
        file
    }
}

/// Appends a chunk.
fn put(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(data);
    let sum = crc(&file[start..]);
    file.extend(sum.to_be_bytes());
}

fn refused(why: String) -> Error {
    decode::refused(Format::Png, why)
}

/// Returns the first chunk and the bytes after it.
fn chunk(bytes: &[u8]) -> Result<(PngChunk<'_>, &[u8])> {
    let cut = || refused("it ends within a chunk".into());
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
    let length = u32::from_be_bytes(*length) as usize;
    let summed = rest.get(..4 + length).ok_or_else(cut)?;
    let (sum, after) = rest[4 + length..].split_first_chunk::<4>().ok_or_else(cut)?;
    let (name, data) = summed.split_first_chunk::<4>().ok_or_else(cut)?;
    if crc(summed) != u32::from_be_bytes(*sum) {
        return Err(refused(format!("its chunk {} is damaged: the checksum differs", name.escape_ascii())));
    }
    Ok((PngChunk { name, data, whole: &bytes[..12 + length] }, after))
}

impl<'a> ChunksRead<'a> {
    fn add(&mut self, PngChunk { name, data, whole }: PngChunk<'a>) -> Result<()> {
        self.chunks += 1;
        if (self.chunks == 1) != (name == b"IHDR") {
            return Err(refused("its chunk IHDR is not the first, or not the only one".into()));
        }
        let wrong = match name {
            b"IHDR" => self.header(data),
            b"PLTE" => self.palette(data),
            b"tRNS" => self.transparency(data),
            b"IDAT" => self.pixels(whole),
            b"acTL" => self.moves(data),
            b"IEND" => (!data.is_empty()).then(|| "has data".into()),
            // A lower-case first letter marks an optional chunk.
            _ => name[0].is_ascii_uppercase().then(|| "is of an unknown kind, but not optional".into()),
        };
        match name {
            b"fcTL" => self.data.push(PixelChunk::Control(data)),
            b"fdAT" => self.data.push(PixelChunk::Part(data)),
            _ => {}
        }
        self.after_pixels |= self.pixels && name != b"IDAT";
        match wrong {
            None => Ok(()),
            Some(wrong) => Err(refused(format!("its chunk {} {wrong}", name.escape_ascii()))),
        }
    }

    fn finished(self) -> Result<Png<'a>> {
        if !self.pixels {
            return Err(refused("it has no pixels".into()));
        }
        let ChunksRead { header, palette, transparency, frames, data, .. } = self;
        let side =
            |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (width, height) = (side(0), side(4));
        if width == 0 || height == 0 {
            return Err(refused(format!("its size is {width} x {height} pixels")));
        }
        checked_size(width, height)?;
        Ok(Png { width, height, frames, data, header, palette, transparency })
    }

    fn header(&mut self, data: &'a [u8]) -> Option<String> {
        let &[.., depth, colour, _, _, _] = data else { return Some("is too short".into()) };
        (self.header, self.depth, self.colour) = (data, depth, colour);
        match (data.len(), colour, depth) {
            (13, INDEXED, 1 | 2 | 4 | 8) => None,
            (13, INDEXED, _) => Some(format!("has {depth} bits per palette index; 1, 2, 4 or 8 are allowed")),
            (13, ..) => None,
            _ => Some("is not 13 bytes long".into()),
        }
    }

    /// Reads acTL. It makes a picture an animation only if it comes before the pixels.
    fn moves(&mut self, data: &[u8]) -> Option<String> {
        if let (Some(count), false) = (data.first_chunk::<4>(), self.pixels) {
            self.frames = Some(u32::from_be_bytes(*count));
        }
        None
    }

    fn palette(&mut self, data: &'a [u8]) -> Option<String> {
        let colours = data.len() / 3;
        let most = if self.colour == INDEXED { 1 << self.depth.min(8) } else { 256 };
        let is_second = self.palette.replace(data).is_some();
        match self.colour {
            _ if is_second => Some("appears twice".into()),
            _ if self.pixels => Some("comes after the pixels".into()),
            _ if self.transparency.is_some() => Some("comes after the transparency".into()),
            GREY | GREY_ALPHA => Some("is not allowed in a grey picture".into()),
            _ if !data.len().is_multiple_of(3) || !(1..=most).contains(&colours) => {
                Some(format!("is {} bytes long; 1 to {most} colours of 3 bytes are allowed", data.len()))
            }
            _ => None,
        }
    }

    fn transparency(&mut self, data: &'a [u8]) -> Option<String> {
        let is_second = self.transparency.replace(data).is_some();
        let (least, most) = match self.colour {
            _ if is_second => return Some("appears twice".into()),
            _ if self.pixels => return Some("comes after the pixels".into()),
            GREY => (2, 2),
            RGB => (6, 6),
            INDEXED => match self.palette {
                Some(colours) => (0, colours.len() / 3),
                None => return Some("comes before the palette".into()),
            },
            GREY_ALPHA | RGBA => return Some("is not allowed in a picture with an alpha channel".into()),
            _ => return None,
        };
        let is_fit = (least..=most).contains(&data.len());
        (!is_fit).then(|| format!("is {} bytes long; {least} to {most} are allowed", data.len()))
    }

    fn pixels(&mut self, whole: &'a [u8]) -> Option<String> {
        self.pixels = true;
        self.data.push(PixelChunk::Whole(whole));
        if self.after_pixels {
            return Some("does not directly follow the previous chunk IDAT".into());
        }
        (self.colour == INDEXED && self.palette.is_none()).then(|| "comes before the palette".into())
    }
}

//! The chunks of a PNG file, looked through before it is decoded: decoders pass over what is damaged or misplaced in chunks
//! that they can do without, transparency among them, and SPEC 7 has nothing repaired silently.

use crate::crc::crc;
use crate::error::{Error, Result};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// How files of other kinds begin.
const OTHERS: &[(&[u8], &str)] = &[
    (b"GIF8", "a GIF"),
    (b"\xff\xd8\xff", "a JPEG"),
    (b"BM", "a BMP"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"qoif", "a QOI"),
    (b"\0\0\x01\0", "an icon"),
    (b"%PDF", "a PDF"),
    (b"{", "JSON"),
];

/// What pixels are stored as: the colour types of PNG.
const GREY: u8 = 0;
const RGB: u8 = 2;
const INDEXED: u8 = 3;
const GREY_ALPHA: u8 = 4;
const RGBA: u8 = 6;

/// What was seen so far.
#[derive(Default)]
struct Seen {
    depth: u8,
    colour: u8,
    chunks: usize,
    /// Colours of the palette.
    palette: Option<usize>,
    transparency: bool,
    /// Whether pixels have begun, and whether they have ended.
    pixels: bool,
    after_pixels: bool,
}

/// Refuses a file with a damaged chunk of any kind, and one whose chunks that say what its pixels are do not stand as the
/// format has it.
pub(super) fn check(bytes: &[u8]) -> Result<()> {
    let Some(mut rest) = bytes.strip_prefix(SIGNATURE) else { return Err(refused(kind(bytes))) };
    let mut seen = Seen::default();
    loop {
        let (name, data, after) = chunk(rest)?;
        seen.add(name, data)?;
        if name == b"IEND" {
            return if seen.pixels { Ok(()) } else { Err(refused("it has no pixels".into())) };
        }
        rest = after;
    }
}

fn refused(why: String) -> Error {
    Error::Image(why)
}

/// What a file is that is no PNG.
fn kind(bytes: &[u8]) -> String {
    let text = bytes.trim_ascii_start();
    let name = match OTHERS.iter().find(|(start, _)| bytes.starts_with(start)) {
        _ if bytes.is_empty() => return "it is empty; a PNG is wanted".into(),
        Some((_, name)) => name,
        None if bytes.starts_with(b"RIFF") && bytes[4..].get(4..8) == Some(b"WEBP") => "a WebP",
        None if bytes.get(4..6) == Some(&[0xe0, 0xa5]) => "an Aseprite file",
        None if text.starts_with(b"<") => "HTML or XML",
        None => return "it does not begin as a PNG does".into(),
    };
    format!("it is {name}; a PNG is wanted")
}

/// The name and data of the first chunk, and what follows it.
fn chunk(bytes: &[u8]) -> Result<(&[u8; 4], &[u8], &[u8])> {
    let cut = || refused("it ends within a chunk".into());
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
    let length = u32::from_be_bytes(*length) as usize;
    let summed = rest.get(..4 + length).ok_or_else(cut)?;
    let (sum, after) = rest[4 + length..].split_first_chunk::<4>().ok_or_else(cut)?;
    let (name, data) = summed.split_first_chunk::<4>().ok_or_else(cut)?;
    if crc(summed) != u32::from_be_bytes(*sum) {
        return Err(refused(format!("its chunk {} is damaged: the checksum differs", name.escape_ascii())));
    }
    Ok((name, data, after))
}

impl Seen {
    fn add(&mut self, name: &[u8; 4], data: &[u8]) -> Result<()> {
        self.chunks += 1;
        if (self.chunks == 1) != (name == b"IHDR") {
            return Err(refused("its chunk IHDR is not the first, or not the only one".into()));
        }
        let wrong = match name {
            b"IHDR" => self.header(data),
            b"PLTE" => self.palette(data),
            b"tRNS" => self.transparency(data),
            b"IDAT" => self.pixels(),
            b"IEND" => (!data.is_empty()).then(|| "has data".into()),
            // Lower case says that it can be done without.
            _ => name[0].is_ascii_uppercase().then(|| "is of no known kind".into()),
        };
        self.after_pixels |= self.pixels && name != b"IDAT";
        match wrong {
            None => Ok(()),
            Some(wrong) => Err(refused(format!("its chunk {} {wrong}", name.escape_ascii()))),
        }
    }

    fn header(&mut self, data: &[u8]) -> Option<String> {
        let &[.., depth, colour, _, _, _] = data else { return Some("is too short".into()) };
        (self.depth, self.colour) = (depth, colour);
        (data.len() != 13).then(|| "is not 13 bytes long".into())
    }

    fn palette(&mut self, data: &[u8]) -> Option<String> {
        let colours = data.len() / 3;
        let most = if self.colour == INDEXED { 1 << self.depth.min(8) } else { 256 };
        let is_second = self.palette.replace(colours).is_some();
        match self.colour {
            _ if is_second => Some("stands twice".into()),
            _ if self.pixels => Some("stands behind the pixels".into()),
            _ if self.transparency => Some("stands behind the transparency".into()),
            GREY | GREY_ALPHA => Some("stands in a grey picture".into()),
            _ if !data.len().is_multiple_of(3) || !(1..=most).contains(&colours) => {
                Some(format!("is {} bytes long; 1 to {most} colours of 3 bytes are allowed", data.len()))
            }
            _ => None,
        }
    }

    fn transparency(&mut self, data: &[u8]) -> Option<String> {
        let is_second = std::mem::replace(&mut self.transparency, true);
        let (least, most) = match self.colour {
            _ if is_second => return Some("stands twice".into()),
            _ if self.pixels => return Some("stands behind the pixels".into()),
            GREY => (2, 2),
            RGB => (6, 6),
            INDEXED => match self.palette {
                Some(colours) => (0, colours),
                None => return Some("stands before the palette".into()),
            },
            GREY_ALPHA | RGBA => return Some("stands in a picture with alpha".into()),
            _ => return None,
        };
        let is_fit = (least..=most).contains(&data.len());
        (!is_fit).then(|| format!("is {} bytes long; {least} to {most} are allowed", data.len()))
    }

    fn pixels(&mut self) -> Option<String> {
        self.pixels = true;
        if self.after_pixels {
            return Some("does not follow the one before".into());
        }
        (self.colour == INDEXED && self.palette.is_none()).then(|| "stands before the palette".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_kinds_are_named() {
        let said = |bytes: &[u8]| check(bytes).unwrap_err().to_string();
        let kinds: [(&[u8], &str); 6] = [
            (b"GIF89a\0\0", "it is a GIF"),
            (b"RIFF\x24\0\0\0WEBPVP8 ", "it is a WebP"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "it is a JPEG"),
            (b"\n <!doctype html>", "it is HTML or XML"),
            (b"", "it is empty"),
            (b"RIFF", "it does not begin as a PNG does"),
        ];
        for (bytes, expected) in kinds {
            assert!(said(bytes).contains(expected), "{}", said(bytes));
        }
    }
}

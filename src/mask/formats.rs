//! The formats of pictures, and how bytes tell which one they have.

use crate::error::{Cause, Error, Result};

/// A format that kasuri can read. Each needs its feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Png,
    Gif,
    WebP,
    Bmp,
    Qoi,
    Tga,
}

const ALL: [Format; 6] = [Format::Png, Format::Gif, Format::WebP, Format::Bmp, Format::Qoi, Format::Tga];

impl Format {
    /// Returns the format of a picture; an error if this build cannot read it.
    pub(super) fn of(bytes: &[u8]) -> Result<Format> {
        let guessed = image::guess_format(bytes).ok();
        match guessed.and_then(Format::known).or_else(|| is_tga(bytes).then_some(Format::Tga)) {
            Some(format) if format.is_read() => Ok(format),
            Some(format) => Err(refused(format!(
                "this is a {} file; build kasuri with its feature `{}` to read it",
                format.name(),
                format.feature()
            ))),
            None => Err(unknown(bytes, guessed)),
        }
    }

    /// Returns the format's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Png => "PNG",
            Format::Gif => "GIF",
            Format::WebP => "WebP",
            Format::Bmp => "BMP",
            Format::Qoi => "QOI",
            Format::Tga => "TGA",
        }
    }

    fn feature(self) -> &'static str {
        match self {
            Format::Png => "images",
            Format::Gif => "gif",
            Format::WebP => "webp",
            Format::Bmp => "bmp",
            Format::Qoi => "qoi",
            Format::Tga => "tga",
        }
    }

    fn is_read(self) -> bool {
        match self {
            Format::Png => true,
            Format::Gif => cfg!(feature = "gif"),
            Format::WebP => cfg!(feature = "webp"),
            Format::Bmp => cfg!(feature = "bmp"),
            Format::Qoi => cfg!(feature = "qoi"),
            Format::Tga => cfg!(feature = "tga"),
        }
    }

    fn known(format: image::ImageFormat) -> Option<Format> {
        match format {
            image::ImageFormat::Png => Some(Format::Png),
            image::ImageFormat::Gif => Some(Format::Gif),
            image::ImageFormat::WebP => Some(Format::WebP),
            image::ImageFormat::Bmp => Some(Format::Bmp),
            image::ImageFormat::Qoi => Some(Format::Qoi),
            image::ImageFormat::Tga => Some(Format::Tga),
            _ => None,
        }
    }
}

fn refused(why: String) -> Error {
    Cause::ImageFormat(why).error()
}

/// Whether the bytes begin with a TGA header. TGA has no signature, so this checks all fields that have few valid values.
fn is_tga(bytes: &[u8]) -> bool {
    let Some(&[_, palette, kind, .., width, more, height, above, depth, flags]) = bytes.first_chunk::<18>()
    else {
        return false;
    };
    let has_kind = matches!((kind, palette), (1 | 9, 1) | (2 | 3 | 10 | 11, 0 | 1));
    let has_size = (width | more) != 0 && (height | above) != 0;
    has_kind && has_size && matches!(depth, 8 | 15 | 16 | 24 | 32) && flags & 0xc0 == 0
}

/// Returns the error for bytes that are not in one of the formats.
fn unknown(bytes: &[u8], guessed: Option<image::ImageFormat>) -> Error {
    let read: Vec<_> = ALL.iter().filter(|format| format.is_read()).map(|format| format.name()).collect();
    let read = read.join(", ");
    match kind(bytes, guessed) {
        Some(kind) => refused(format!("this is {kind}; kasuri can read {read}")),
        None => refused(format!(
            "this is not a picture that kasuri can read; it reads the bytes of a file in {read}"
        )),
    }
}

/// Returns the kind of a file that is not such a picture, with its article.
fn kind(bytes: &[u8], guessed: Option<image::ImageFormat>) -> Option<&'static str> {
    use image::ImageFormat::{Avif, Ico, Jpeg, Tiff};
    match guessed {
        Some(Avif) => return Some("an AVIF file"),
        Some(Ico) => return Some("an icon"),
        Some(Jpeg) => return Some("a JPEG file"),
        Some(Tiff) => return Some("a TIFF file"),
        _ => {}
    }
    match bytes.trim_ascii_start() {
        _ if bytes.is_empty() => Some("an empty file"),
        _ if bytes.get(4..6) == Some(&[0xe0, 0xa5]) => Some("an Aseprite file"),
        [b'{', ..] => Some("JSON"),
        [b'<', ..] => Some("HTML or XML"),
        [b'%', b'P', b'D', b'F', ..] => Some("a PDF"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_kinds_are_named() {
        let said = |bytes: &[u8]| Format::of(bytes).unwrap_err().to_string();
        let kinds: [(&[u8], &str); 7] = [
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "this is a JPEG file; "),
            (b"\n <!doctype html>", "this is HTML or XML; "),
            (b"{}", "this is JSON; "),
            (b"%PDF-1.7", "this is a PDF; "),
            (b"", "this is an empty file; kasuri can read PNG"),
            (b"RIFF", "this is not a picture that kasuri can read; it reads the bytes of a file in PNG"),
            (&[0; 100], "this is not a picture that kasuri can read; it reads the bytes of a file in PNG"),
        ];
        for (bytes, expected) in kinds {
            assert!(said(bytes).starts_with(expected), "{}", said(bytes));
        }
    }

    #[test]
    fn a_format_that_is_not_built_in_is_told_with_its_feature() {
        let mut tga = [0; 20];
        (tga[2], tga[12], tga[14], tga[16]) = (2, 1, 1, 32);
        let files: [(&[u8], Format); 6] = [
            (b"\x89PNG\r\n\x1a\n", Format::Png),
            (b"GIF89a\0\0", Format::Gif),
            (b"RIFF\x24\0\0\0WEBPVP8 ", Format::WebP),
            (b"BM\0\0", Format::Bmp),
            (b"qoif\0\0", Format::Qoi),
            (&tga, Format::Tga),
        ];
        for (bytes, format) in files {
            let (name, feature) = (format.name(), format.feature());
            let told = format!("this is a {name} file; build kasuri with its feature `{feature}` to read it");
            match Format::of(bytes) {
                Ok(found) => assert!(found == format && format.is_read()),
                Err(error) => assert!(error.to_string() == told && !format.is_read(), "{error}"),
            }
        }
    }

    /// Headers that are almost those of a TGA picture are of none, and a sprite of Aseprite is named.
    #[test]
    fn a_header_of_no_size_is_no_picture() {
        let header = |width: u8, height: u8| {
            let mut tga = [0; 20];
            (tga[2], tga[12], tga[14], tga[16]) = (2, width, height, 32);
            tga
        };
        assert!(is_tga(&header(1, 1)));
        for (width, height) in [(0, 1), (1, 0), (0, 0)] {
            let told = Format::of(&header(width, height)).unwrap_err().to_string();
            assert!(told.starts_with("this is not a picture that kasuri can read"), "{told}");
        }
        let sprite = [&[0x80, 1, 0, 0, 0xe0, 0xa5][..], &[0; 122]].concat();
        let told = Format::of(&sprite).unwrap_err().to_string();
        assert!(told.starts_with("this is an Aseprite file; "), "{told}");
    }
}

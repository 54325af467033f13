//! Tests the formats that features add: each gives the same mask as a PNG file of the same picture.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use kasuri::{
    Cause, Error, Mask,
    mask::{Alpha, Key},
};

use super::support::refusal;

const ALL: [ImageFormat; 6] = [
    ImageFormat::Png,
    ImageFormat::Gif,
    ImageFormat::WebP,
    ImageFormat::Bmp,
    ImageFormat::Qoi,
    ImageFormat::Tga,
];

/// Returns a picture with few colours, whose pixels are fully transparent or fully opaque.
fn picture(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let alpha = if (x * 5 + y * 3) % 7 < 3 { 0 } else { 255 };
        image::Rgba(if alpha == 0 { [0; 4] } else { [(x % 9 * 20) as u8, (y % 9 * 20) as u8, 90, alpha] })
    })
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn file(format: ImageFormat) -> Vec<u8> {
    encoded(&picture(13, 9).into(), format)
}

fn read(bytes: &[u8]) -> Result<Mask, Error> {
    Mask::from_image(bytes, Alpha(128))
}

#[test]
fn every_format_gives_the_same_mask() {
    let solid = |x: i32, y: i32| (x * 5 + y * 3) % 7 >= 3;
    let expected = Mask::from_fn(13, 9, solid).unwrap();
    let opaque: RgbImage = DynamicImage::from(picture(13, 9)).into_rgb8();
    for format in ALL {
        assert_eq!(read(&file(format)).unwrap(), expected, "{format:?}");
        let frames = Mask::frames_from_image(&file(format), Alpha(128)).unwrap();
        assert_eq!((frames.len(), &frames[0].mask, frames[0].milliseconds), (1, &expected, 0), "{format:?}");
        // Without alpha, transparent pixels become black. GIF has no variant without alpha.
        if format != ImageFormat::Gif {
            let bytes = encoded(&opaque.clone().into(), format);
            assert_eq!(Mask::from_image(&bytes, Key([0; 3])).unwrap(), expected, "{format:?}");
            assert_eq!(read(&bytes).unwrap().count(), 13 * 9, "{format:?}");
        }
    }
}

#[test]
fn the_largest_picture_of_every_format_is_decoded_and_larger_ones_are_refused() {
    for format in ALL {
        let size = |width, height| {
            encoded(&RgbaImage::from_pixel(width, height, [9, 9, 9, 255].into()).into(), format)
        };
        assert_eq!(read(&size(4096, 4096)).unwrap().count(), 1 << 24, "{format:?}");
        for (width, height) in [(4097, 1), (1, 4097)] {
            let refused = Cause::MaskSize { width, height }.error();
            assert_eq!(read(&size(width as u32, height as u32)), Err(refused), "{format:?}");
        }
    }
}

#[test]
fn pictures_cut_short_are_refused_or_whole() {
    for format in ALL {
        let (bytes, mut refused) = (file(format), 0);
        let whole = read(&bytes).unwrap();
        for end in 0..bytes.len() {
            match read(&bytes[..end]) {
                Ok(mask) => assert_eq!(mask, whole, "{format:?} of {end} bytes"),
                Err(_) => refused += 1,
            }
            // A file that is cut short must not gain frames.
            if let Ok(frames) = Mask::frames_from_image(&bytes[..end], Alpha(128)) {
                assert_eq!((frames.len(), &frames[0].mask), (1, &whole), "{format:?} of {end} bytes");
            }
        }
        assert!(refused * 10 > bytes.len() * 8, "{format:?}: {refused} of {}", bytes.len());
    }
}

#[test]
fn any_byte_of_any_format_changed_never_panics() {
    for format in ALL {
        let bytes = file(format);
        for (k, value) in (0..bytes.len()).flat_map(|k| [0, 1, 0x7f, 0x80, 0xff].map(|value| (k, value))) {
            let mut bad = bytes.clone();
            bad[k] ^= value;
            // A format without checksums cannot notice the change; the mask must still be within its limits.
            if let Ok(mask) = read(&bad) {
                assert!(mask.width() <= 4096 && mask.height() <= 4096, "{format:?}");
            }
            drop(Mask::frames_from_image(&bad, Alpha(128)));
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_the_format() {
    for (format, name) in ALL.iter().zip(["PNG", "GIF", "WebP", "BMP", "QOI", "TGA"]) {
        let bytes = file(*format);
        let said = refusal(read(&bytes[..bytes.len() * 2 / 3]));
        assert!(said.starts_with(&format!("not a readable {name} picture: ")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let read = "PNG, GIF, WebP, BMP, QOI, TGA";
    let said = refusal(Mask::from_image(&[0xff; 99], Alpha(128)));
    assert_eq!(
        said,
        format!("this is not a picture that kasuri can read; it reads the bytes of a file in {read}")
    );
}

#[test]
fn what_fuzzing_begins_with_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds/image");
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let bytes = std::fs::read(&path).unwrap();
        let frames = Mask::frames_from_image(&bytes, Alpha(128)).unwrap();
        assert_eq!(frames[0].mask, read(&bytes).unwrap(), "{path:?}");
        let moves = path.file_stem().is_some_and(|stem| stem == "moving");
        assert_eq!(frames.len() > 1, moves, "{path:?}");
    }
}

/// The GIF file is small, but its frame is very large.
#[test]
fn frames_beyond_their_picture_take_no_memory() {
    let mut gif = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff".to_vec();
    gif.extend(b"\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x4c\x01\0\x3b");
    assert!(matches!(read(&gif).unwrap_err().cause(), Cause::Image { format: "GIF", .. }));
    assert!(Mask::frames_from_image(&gif, Alpha(128)).is_err());

    // The header says 1 x 1, but the lossy frame says 16383 x 16383.
    let lossy = b"\0\0\0\x9d\x01\x2a\xff\x3f\xff\x3f";
    let mut chunks = b"VP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0VP8 ".to_vec();
    chunks.extend((lossy.len() as u32).to_le_bytes());
    chunks.extend(lossy);
    let mut webp = b"RIFF".to_vec();
    webp.extend((chunks.len() as u32 + 4).to_le_bytes());
    webp.extend(b"WEBP");
    webp.extend(chunks);
    assert_eq!(read(&webp), Err(Cause::MaskSize { width: 16383, height: 16383 }.error()));
}

//! Tests SPEC 4 and 7: masks from pictures, and data that is not a valid picture.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "images")]

#[cfg(all(feature = "bmp", feature = "gif", feature = "qoi", feature = "tga", feature = "webp"))]
#[path = "picture/formats.rs"]
mod formats;
#[path = "picture/frames.rs"]
mod frames;
mod support;

use kasuri::{
    Cause, ErrorKind, Mask,
    mask::{Alpha, Colour, Key},
};
use png::{BitDepth, ColorType};
use support::{Random, refusal};

/// Returns a PNG file with these samples; `more` sets the other options.
fn png_with(
    size: (u32, u32),
    kind: (ColorType, BitDepth),
    samples: &[u8],
    more: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(kind.0);
    encoder.set_depth(kind.1);
    more(&mut encoder);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(samples).unwrap();
    writer.finish().unwrap();
    bytes
}

fn png(size: (u32, u32), kind: (ColorType, BitDepth), samples: &[u8]) -> Vec<u8> {
    png_with(size, kind, samples, |_| {})
}

fn rgba(size: (u32, u32), samples: &[u8]) -> Vec<u8> {
    png(size, (ColorType::Rgba, BitDepth::Eight), samples)
}

/// Returns the colors that a file decodes to, as `opaque` sees them.
fn colours(bytes: &[u8]) -> Vec<[u8; 4]> {
    let seen = std::cell::RefCell::new(Vec::new());
    let see = |colour: [u8; 4]| {
        seen.borrow_mut().push(colour);
        true
    };
    Mask::from_image(bytes, see).unwrap();
    seen.into_inner()
}

#[test]
fn a_texel_is_set_where_alpha_reaches_the_threshold() {
    let bytes = rgba(
        (3, 2),
        &[[9, 9, 9, 127], [0, 0, 0, 128], [1, 2, 3, 255], [9; 4], [0; 4], [8, 8, 8, 129]].concat(),
    );
    let mask = Mask::from_image(&bytes, Alpha::default()).unwrap();
    assert_eq!((mask.width(), mask.height(), mask.words()), (3, 2, &[0b110, 0b100][..]));
    assert_eq!(Mask::from_image(&bytes, Alpha(0)).unwrap().count(), 6);
    assert_eq!(Mask::from_image(&bytes, Alpha(255)).unwrap().words(), [0b100, 0]);
}

#[test]
fn a_texel_is_set_where_it_is_not_the_key() {
    let pixels = [[7, 8, 9, 255], [7, 8, 9, 0], [6, 8, 9, 255], [7, 9, 9, 0], [7, 8, 8, 255]].concat();
    assert_eq!(Mask::from_rgba(5, 1, &pixels, Key([7, 8, 9])).unwrap().words(), [0b11100]);
}

#[test]
fn a_texel_is_set_where_a_predicate_says() {
    let pixels = [[7, 0, 0, 0], [8, 0, 0, 0]].concat();
    let odd = |[r, ..]: [u8; 4]| r % 2 == 1;
    assert_eq!(Mask::from_rgba(1, 2, &pixels, odd).unwrap().words(), [1, 0]);
}

#[test]
fn every_kind_of_png_becomes_rgba_of_8_bits() {
    use BitDepth::{Eight, Four, One, Sixteen, Two};
    use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb};
    let grey = |g: u8| [g, g, g, 255];
    assert_eq!(colours(&png((2, 1), (Grayscale, Eight), &[10, 200])), [grey(10), grey(200)]);
    assert_eq!(colours(&png((3, 1), (Grayscale, One), &[0b1010_0000])), [grey(255), grey(0), grey(255)]);
    assert_eq!(colours(&png((2, 1), (Grayscale, Two), &[0b0110_0000])), [grey(85), grey(170)]);
    assert_eq!(colours(&png((2, 1), (Grayscale, Four), &[0x1f])), [grey(17), grey(255)]);
    assert_eq!(colours(&png((1, 1), (Grayscale, Sixteen), &[0x12, 0xff])), [grey(0x12)]);
    assert_eq!(colours(&png((2, 1), (GrayscaleAlpha, Eight), &[5, 6, 7, 8])), [[5, 5, 5, 6], [7, 7, 7, 8]]);
    assert_eq!(colours(&png((1, 1), (GrayscaleAlpha, Sixteen), &[5, 255, 6, 255])), [[5, 5, 5, 6]]);
    assert_eq!(colours(&png((1, 1), (Rgb, Eight), &[1, 2, 3])), [[1, 2, 3, 255]]);
    assert_eq!(colours(&png((1, 1), (Rgb, Sixteen), &[1, 0, 2, 0, 3, 0])), [[1, 2, 3, 255]]);
    assert_eq!(colours(&rgba((1, 1), &[1, 2, 3, 4])), [[1, 2, 3, 4]]);
    let palette = |encoder: &mut png::Encoder<'_, &mut Vec<u8>>| {
        encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
        encoder.set_trns(vec![77]);
    };
    assert_eq!(
        colours(&png_with((2, 1), (Indexed, Four), &[0x01], palette)),
        [[1, 2, 3, 77], [4, 5, 6, 255]]
    );
}

#[test]
fn a_colour_that_a_png_names_transparent_is() {
    let key = |encoder: &mut png::Encoder<'_, &mut Vec<u8>>| encoder.set_trns(vec![0, 1, 0, 2, 0, 3]);
    let bytes = png_with((2, 1), (ColorType::Rgb, BitDepth::Eight), &[1, 2, 3, 1, 2, 4], key);
    assert_eq!(Mask::from_image(&bytes, Alpha(1)).unwrap().words(), [0b10]);
}

#[test]
fn the_largest_picture_is_decoded() {
    let bytes = rgba((4096, 4096), &vec![255; 4096 * 4096 * 4]);
    let mask = Mask::from_image(&bytes, Alpha(128)).unwrap();
    assert_eq!((mask.width(), mask.height(), mask.count()), (4096, 4096, 1 << 24));
}

/// Returns a PNG file of these chunks, with correct checksums.
fn file(chunks: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for &(kind, data) in chunks {
        bytes.extend((data.len() as u32).to_be_bytes());
        let body = [kind, data].concat();
        bytes.extend(&body);
        bytes.extend(checksum(&body).to_be_bytes());
    }
    bytes
}

/// Returns a PNG file with a header and no pixels.
fn header(width: u32, height: u32) -> Vec<u8> {
    let size = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    file(&[(b"IHDR", &size), (b"IDAT", &[]), (b"IEND", &[])])
}

/// Found by fuzzing: the decoder panicked on a palette whose last color is cut short.
#[test]
fn palettes_that_cannot_be_are_refused() {
    let header = [&1_u32.to_be_bytes()[..], &1_u32.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    // One row: no filter, the first color; stored uncompressed.
    let pixel = [0x78, 1, 1, 2, 0, 0xfd, 0xff, 0, 0, 0, 2, 0, 1];
    let read = |colours: usize, alphas: usize| {
        let (palette, alphas) = (vec![9; colours], vec![200; alphas]);
        let mut chunks = vec![(&b"IHDR"[..], &header[..]), (b"PLTE", &palette), (b"tRNS", &alphas)];
        chunks.extend([(&b"IDAT"[..], &pixel[..]), (b"IEND", &[])]);
        Mask::from_image(&file(&chunks), Alpha(128))
    };
    for good in [(3, 0), (3, 1), (6, 1), (768, 256)] {
        assert_eq!(read(good.0, good.1).unwrap().count(), 1, "{good:?}");
    }
    for bad in [(1, 0), (2, 1), (14, 4), (3, 2), (767, 256), (765, 256), (771, 0), (3000, 0)] {
        assert!(read(bad.0, bad.1).is_err_and(|error| error.kind() == ErrorKind::Image), "{bad:?}");
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let bit = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &b| (0..8).fold(crc ^ u32::from(b), |crc, _| bit(crc)))
}

#[test]
fn a_picture_too_large_is_refused_by_its_header() {
    for (w, h) in [(4097, 1), (1, 4097), (1 << 16, 1 << 16), (i32::MAX as u32, i32::MAX as u32)] {
        let refused = Mask::from_image(&header(w, h), Alpha(128));
        let size = Cause::MaskSize { width: w as usize, height: h as usize }.error();
        // The decoder may refuse an overlong row first.
        assert!(
            refused.as_ref().is_err_and(|error| *error == size || error.kind() == ErrorKind::Image),
            "{refused:?}"
        );
    }
    assert_eq!(
        refusal(Mask::from_image(&header(4097, 4), Alpha(128))),
        "a mask of 4097 x 4 texels; 1 to 4096 a side are allowed"
    );
    assert_eq!(
        refusal(Mask::from_image(&header(4, 4097), Alpha(128))),
        "a mask of 4 x 4097 texels; 1 to 4096 a side are allowed"
    );
    assert!(Mask::from_image(&header(0, 5), Alpha(128)).is_err_and(|error| error.kind() == ErrorKind::Image));
    // The largest size, but without pixels.
    assert!(
        Mask::from_image(&header(4096, 4096), Alpha(128))
            .is_err_and(|error| error.kind() == ErrorKind::Image)
    );
}

#[test]
fn what_is_no_png_is_refused() {
    let cut = refusal(Mask::from_image(b"\x89PNG\r\n\x1a\n", Alpha(128)));
    assert_eq!(cut, "not a readable PNG picture: it ends within a chunk");
    for bytes in [&b""[..], b"%PDF-1.7", &[0; 100], b"\x89PNG"] {
        assert!(
            Mask::from_image(bytes, Alpha(128)).is_err_and(|error| error.kind() == ErrorKind::ImageFormat)
        );
    }
}

#[test]
fn a_png_cut_short_or_with_a_flipped_bit_never_panics() {
    let noise: Vec<u8> = (0..16 * 16 * 4).map(|k: u32| (k.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let bytes = rgba((16, 16), &noise);
    let whole = Mask::from_image(&bytes, Alpha(128)).unwrap();
    for end in 0..bytes.len() - 20 {
        let cut = Mask::from_image(&bytes[..end], Alpha(128));
        assert!(matches!(cut.unwrap_err().kind(), ErrorKind::Image | ErrorKind::ImageFormat), "{end}");
    }
    for k in 8..bytes.len() {
        let mut bad = bytes.clone();
        bad[k] ^= 1 << (k % 8);
        let mask = Mask::from_image(&bad, Alpha(128));
        assert!(mask.is_err() || mask.as_ref() == Ok(&whole), "a flipped bit at {k} changed the picture");
    }
}

/// Returns a picture of 5 x 3 pixels with a palette of this many colors, with transparency.
fn of_palette(colours: usize, alphas: &[u8]) -> Vec<u8> {
    let palette: Vec<u8> = (0..3 * colours).map(|k| (k * 7) as u8).collect();
    let more = |encoder: &mut png::Encoder<'_, &mut Vec<u8>>| {
        encoder.set_palette(palette);
        encoder.set_trns(alphas.to_vec());
    };
    let pixels: Vec<u8> = (0..15).map(|k| k % 4).collect();
    png_with((5, 3), (ColorType::Indexed, BitDepth::Eight), &pixels, more)
}

#[test]
fn any_bit_of_a_palette_with_transparency_flipped_is_noticed() {
    let bytes = of_palette(4, &[0, 255, 127, 128]);
    let whole = Mask::from_image(&bytes, Alpha(128)).unwrap();
    assert_eq!(whole.words(), [0b01010, 0b10101, 0b01010]);
    for bit in 0..8 * bytes.len() {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let mask = Mask::from_image(&bad, Alpha(128));
        assert!(mask.is_err() || mask.as_ref() == Ok(&whole), "bit {bit} changed the picture");
        // A flipped bit in the signature makes another format; after the signature a checksum finds the error.
        assert!(mask.is_err(), "bit {bit} was passed over");
    }
}

#[test]
fn misplaced_chunks_are_refused() {
    let header = [&2_u32.to_be_bytes()[..], &1_u32.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    // A row of two pixels: colors 0 and `last`; stored uncompressed.
    let pixels = |last: u8| {
        let raw = [0, 0, last];
        let sum = raw.iter().fold([1u32, 0], |[a, b], &x| [a + u32::from(x), b + a + u32::from(x)]);
        [&[0x78, 1, 1, 3, 0, 0xfc, 0xff][..], &raw, &(sum[1] << 16 | sum[0]).to_be_bytes()].concat()
    };
    let (good, beyond, palette, alphas) = (pixels(1), pixels(2), [9; 6], [0, 200]);
    let read =
        |chunks: &[(&[u8], &[u8])]| Mask::from_image(&file(chunks), Alpha(128)).map(|mask| mask.count());
    let [head, end, plte, trns, idat]: [(&[u8], &[u8]); 5] =
        [(b"IHDR", &header), (b"IEND", &[]), (b"PLTE", &palette), (b"tRNS", &alphas), (b"IDAT", &good)];
    assert_eq!(read(&[head, plte, trns, idat, end]), Ok(1));
    assert_eq!(read(&[head, plte, trns, (b"tIME", &[0; 7]), idat, end]), Ok(1));
    assert_eq!(read(&[head, plte, trns, (b"IDAT", &good[..4]), (b"IDAT", &good[4..]), end]), Ok(1));
    let many = [7; 300];
    let bad: [&[(&[u8], &[u8])]; 14] = [
        &[head, trns, plte, idat, end],
        &[head, plte, idat, trns, end],
        &[head, plte, trns, trns, idat, end],
        &[head, plte, plte, trns, idat, end],
        &[head, plte, (b"tRNS", &many), idat, end],
        &[head, plte, trns, (b"IDAT", &beyond), end],
        &[head, idat, end],
        &[head, head, plte, idat, end],
        &[plte, head, idat, end],
        &[head, plte, end],
        &[head, plte, idat],
        &[head, plte, (b"IDAT", &good[..4]), (b"tIME", &[0; 7]), (b"IDAT", &good[4..]), end],
        &[head, plte, (b"ABCD", &[]), idat, end],
        &[head, plte, idat, (b"IEND", &[1])],
    ];
    for chunks in bad {
        let names: Vec<_> = chunks.iter().map(|(name, _)| String::from_utf8_lossy(name)).collect();
        assert!(read(chunks).is_err_and(|error| error.kind() == ErrorKind::Image), "{names:?}");
    }
}

#[test]
fn pixels_have_the_size_they_are_said_to_have() {
    for found in [0, 15, 17, 20] {
        let says = format!("the pixel data has {found} bytes; 2 x 2 RGBA pixels need 16");
        assert_eq!(refusal(Mask::from_rgba(2, 2, &vec![0; found], Alpha(128))), says);
    }
    assert!(Mask::from_rgba(2, 2, &[0; 16], Alpha(128)).is_ok());
    for (w, h) in [(0, 1), (1, 0), (4097, 1), (1, 4097), (usize::MAX, 2)] {
        let refused = Mask::from_rgba(w, h, &[], Alpha(128));
        assert_eq!(refused, Err(Cause::MaskSize { width: w, height: h }.error()));
    }
}

#[test]
fn chunks_of_true_colour_have_their_order_too() {
    let header = |height: u8| [0, 0, 0, 1, 0, 0, 0, height, 8, 2, 0, 0, 0];
    // A row of one pixel: no filter, red, green and blue; stored uncompressed.
    let pixel = [0x78, 1, 1, 4, 0, 0xfb, 0xff, 0, 9, 9, 9, 0, 0x3a, 0, 0x1c];
    let (head, flat) = (header(1), header(0));
    let [head, flat, short, plte, trns, idat, end]: [(&[u8], &[u8]); 7] = [
        (b"IHDR", &head),
        (b"IHDR", &flat),
        (b"IHDR", &head[..3]),
        (b"PLTE", &[1; 3 * 256]),
        (b"tRNS", &[0, 9, 0, 9, 0, 9]),
        (b"IDAT", &pixel),
        (b"IEND", &[]),
    ];
    let read = |chunks: &[(&[u8], &[u8])]| Mask::from_image(&file(chunks), Alpha(128));
    assert_eq!(read(&[head, idat, end]).unwrap().count(), 1);
    assert_eq!(read(&[head, plte, idat, end]).unwrap().count(), 1);
    // The colour of the one pixel is transparent.
    assert_eq!(read(&[head, plte, trns, idat, end]).unwrap().count(), 0);
    // A chunk acTL without a number of frames makes no animation.
    let still = file(&[head, (b"acTL", &[1, 2]), idat, end]);
    assert_eq!(Mask::frames_from_image(&still, Alpha(128)).unwrap().len(), 1);
    type Chunks<'a> = &'a [(&'a [u8], &'a [u8])];
    let bad: [(Chunks<'_>, &str); 4] = [
        (&[short, idat, end], "its chunk IHDR is too short"),
        (&[flat, idat, end], "its size is 1 x 0 pixels"),
        (&[head, idat, plte, end], "its chunk PLTE comes after the pixels"),
        (&[head, trns, plte, idat, end], "its chunk PLTE comes after the transparency"),
    ];
    for (chunks, why) in bad {
        let said = refusal(read(chunks));
        assert!(said.contains(why), "{said}");
    }
}

/// Every pixel is in the mask of the nearest colour, and in no other.
#[test]
fn each_pixel_has_one_colour() {
    let colours = [
        ("hurts", Colour::new([250, 0, 0]).within(60)),
        ("hit box", Colour::new([200, 0, 20]).within(80)),
        ("shield", Colour::new([0, 0, 255])),
    ];
    let mut random = Random::new(8);
    let pixels: Vec<u8> = (0..64 * 32)
        .flat_map(|k| {
            let [r, g, b] = [180 + random.below(76) as u8, random.below(90) as u8, random.below(60) as u8];
            let alpha = [127, 128, 255, 255][random.below(4) as usize];
            if k % 9 == 0 { [0, 0, 255, alpha] } else { [r, g, b, alpha] }
        })
        .collect();
    let masks = Mask::by_colour(64, 32, &pixels, &colours).unwrap();
    assert_eq!(masks.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["hurts", "hit box", "shield"]);
    let mut counts = [0; 4];
    for (k, pixel) in pixels.as_chunks::<4>().0.iter().enumerate() {
        let far = |[r, g, b]: [i32; 3]| {
            let [p, q, s] = [pixel[0], pixel[1], pixel[2]].map(i32::from);
            (p - r).abs().max((q - g).abs()).max((s - b).abs())
        };
        let [red, dark, blue] = [far([250, 0, 0]), far([200, 0, 20]), far([0, 0, 255])];
        let of = match () {
            () if pixel[3] < 128 => 3,
            () if red <= 60 && (red <= dark || dark > 80) => 0,
            () if dark <= 80 => 1,
            () if blue == 0 => 2,
            () => 3,
        };
        counts[of] += 1;
        for (n, (_, mask)) in masks.iter().enumerate() {
            assert_eq!(mask.get(k as i64 % 64, k as i64 / 64), n == of, "pixel {k}: {pixel:?}");
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

#[test]
fn a_nine_slice_keeps_its_corners() {
    let mut random = Random::new(9);
    for _ in 0..300 {
        let [w, h] = [0, 1].map(|_| random.size(1..=90));
        let mask = Mask::from_fn(w, h, |_, _| random.below(2) == 0).unwrap();
        let margins = |random: &mut Random, old: usize| {
            let before = random.size(0..=old - 1);
            [before, random.size(0..=old - 1 - before)]
        };
        let ([left, right], [top, bottom]) = (margins(&mut random, w), margins(&mut random, h));
        let [width, height] =
            [random.size((left + right).max(1)..=200), random.size((top + bottom).max(1)..=200)];
        let given = [left, top, right, bottom].map(|margin| margin as u32);
        let sliced = mask.nine_slice(given, [width, height]).unwrap();
        let source = |x: usize, [before, after]: [usize; 2], old: usize, new: usize| match x {
            x if x < before => x,
            x if x >= new - after => x + old - new,
            x => before + (x - before) * (old - before - after) / (new - before - after),
        };
        let expected = Mask::from_fn(width, height, |x, y| {
            let x = source(x as usize, [left, right], w, width);
            let y = source(y as usize, [top, bottom], h, height);
            mask.get(x as i64, y as i64)
        });
        assert_eq!(sliced, expected.unwrap(), "{given:?} {w} x {h} to {width} x {height}");
    }
}

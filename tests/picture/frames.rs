//! Tests what animated pictures show, frame by frame.

use kasuri::{
    Cause, Ceilings, Mask,
    mask::{Alpha, ImageFrame},
};
use png::{BitDepth, BlendOp, ColorType, DisposeOp};

/// A frame: its pixels ('#' solid, '.' clear), its position, and what happens to it before the next frame.
struct Drawn {
    at: [u32; 2],
    rows: &'static [&'static str],
    dispose: u8,
    milliseconds: u16,
}

const KEEP: u8 = 0;
const CLEAR: u8 = 1;
const RESTORE: u8 = 2;

/// An animation that uses every way to dispose of a frame, and draws clear pixels over solid ones.
const WALK: [Drawn; 6] = [
    Drawn { at: [0, 0], rows: &["##...", "##...", "....#", "....."], dispose: KEEP, milliseconds: 100 },
    Drawn { at: [1, 1], rows: &[".#", "##"], dispose: CLEAR, milliseconds: 70 },
    Drawn { at: [3, 0], rows: &["##", "##"], dispose: RESTORE, milliseconds: 30 },
    Drawn { at: [2, 2], rows: &["#"], dispose: RESTORE, milliseconds: 0 },
    Drawn { at: [0, 3], rows: &["#####"], dispose: KEEP, milliseconds: 650 },
    Drawn { at: [1, 0], rows: &["."], dispose: KEEP, milliseconds: 10 },
];

/// The picture that each frame of `WALK` shows.
const SHOWN: [[&str; 4]; 6] = [
    ["##...", "##...", "....#", "....."],
    ["##...", "###..", ".##.#", "....."],
    ["##.##", "#..##", "....#", "....."],
    ["##...", "#....", "..#.#", "....."],
    ["##...", "#....", "....#", "#####"],
    ["##...", "#....", "....#", "#####"],
];

fn masks(frames: &[ImageFrame]) -> Vec<Vec<String>> {
    let row = |mask: &Mask, y| (0..5).map(|x| if mask.get(x, y) { '#' } else { '.' }).collect();
    frames.iter().map(|frame| (0..4).map(|y| row(&frame.mask, y)).collect()).collect()
}

/// Returns an animated PNG with 8 or 16 bits per channel.
fn apng(kind: (ColorType, BitDepth), pixel: impl Fn(char) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 5, 4);
    encoder.set_color(kind.0);
    encoder.set_depth(kind.1);
    encoder.set_animated(WALK.len() as u32, 0).unwrap();
    if kind.0 == ColorType::Indexed {
        encoder.set_palette(vec![9, 9, 9, 5, 5, 5]);
        encoder.set_trns(vec![0, 255]);
    }
    let mut writer = encoder.write_header().unwrap();
    for frame in &WALK {
        let [width, height] = [frame.rows[0].len() as u32, frame.rows.len() as u32];
        // The position is reset first, because the encoder checks position and size against the picture.
        writer.reset_frame_position().unwrap();
        writer.set_frame_dimension(width, height).unwrap();
        writer.set_frame_position(frame.at[0], frame.at[1]).unwrap();
        writer.set_frame_delay(frame.milliseconds, 1000).unwrap();
        writer.set_blend_op(BlendOp::Over).unwrap();
        let dispose = [DisposeOp::None, DisposeOp::Background, DisposeOp::Previous];
        writer.set_dispose_op(dispose[usize::from(frame.dispose)]).unwrap();
        let samples: Vec<u8> = frame.rows.iter().flat_map(|row| row.chars()).flat_map(&pixel).collect();
        writer.write_image_data(&samples).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

fn rgba(pixel: char) -> Vec<u8> {
    vec![7, 8, 9, if pixel == '#' { 255 } else { 0 }]
}

#[test]
fn the_frames_of_a_png_file_are_what_is_shown() {
    let deep = |pixel| vec![7, 0, 8, 0, 9, 0, if pixel == '#' { 255 } else { 0 }, 3];
    let files = [
        apng((ColorType::Rgba, BitDepth::Eight), rgba),
        apng((ColorType::Rgba, BitDepth::Sixteen), deep),
        apng((ColorType::Indexed, BitDepth::Eight), |pixel| vec![u8::from(pixel == '#')]),
    ];
    for bytes in files {
        let frames = Mask::frames_from_image(&bytes, Alpha(128)).unwrap();
        assert_eq!(masks(&frames), SHOWN);
        let times: Vec<u32> = frames.iter().map(|frame| frame.milliseconds).collect();
        assert_eq!(times, [100, 70, 30, 0, 650, 10]);
        // Without animation the first frame is shown.
        assert_eq!(Mask::from_image(&bytes, Alpha(128)).unwrap(), frames[0].mask);
    }
}

#[test]
fn frames_come_to_no_more_texels_than_allowed() {
    let bytes = apng((ColorType::Rgba, BitDepth::Eight), rgba);
    let within = |texels| {
        let ceilings = Ceilings::default().texels(texels);
        Mask::frames_from_image_within(&bytes, Alpha(128), ceilings)
    };
    assert_eq!(within(6 * 4096).unwrap().len(), 6);
    let error = within(6 * 4096 - 1).unwrap_err();
    assert_eq!(error.to_string(), "more than 24575 texels in all frames; Ceilings::texels allows more");
}

/// Returns the chunks of a PNG file: the name and all bytes of each.
fn chunks(bytes: &[u8]) -> Vec<(&[u8], &[u8])> {
    let (mut rest, mut chunks) = (&bytes[8..], Vec::new());
    while let Some(length) = rest.first_chunk::<4>() {
        let (chunk, after) = rest.split_at(u32::from_be_bytes(*length) as usize + 12);
        chunks.push((&chunk[4..8], chunk));
        rest = after;
    }
    chunks
}

#[test]
fn frames_that_are_missing_or_misplaced_are_refused() {
    let bytes = apng((ColorType::Rgba, BitDepth::Eight), rgba);
    let chunks = chunks(&bytes);
    let names: Vec<_> = chunks.iter().map(|(name, _)| String::from_utf8_lossy(name)).collect();
    assert_eq!(names[..5], ["IHDR", "acTL", "fcTL", "IDAT", "fcTL"]);
    let without = |left: &dyn Fn(usize) -> bool| {
        let kept = chunks.iter().enumerate().filter(|(k, _)| !left(*k)).flat_map(|(_, (_, chunk))| *chunk);
        b"\x89PNG\r\n\x1a\n".iter().chain(kept).copied().collect::<Vec<u8>>()
    };
    for (left, name) in names.iter().enumerate().take(chunks.len() - 1).skip(2) {
        let bad = without(&|k| k == left);
        let frames = Mask::frames_from_image(&bad, Alpha(128));
        let refused = frames.unwrap_err();
        assert!(matches!(refused.cause(), Cause::Image { format: "PNG", .. }), "without {name}");
    }
    // Without the chunk acTL the picture is not animated.
    assert_eq!(Mask::frames_from_image(&without(&|k| k == 1), Alpha(128)).unwrap().len(), 1);
    for end in 0..bytes.len() {
        assert!(Mask::frames_from_image(&bytes[..end], Alpha(128)).is_err(), "{end}");
    }
    for bit in 0..8 * bytes.len() {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert!(Mask::frames_from_image(&bad, Alpha(128)).is_err(), "{bit}");
    }
}

/// Returns the animation with the data of its chunks changed, and with correct checksums.
fn changed(change: impl Fn(usize, &[u8], &mut Vec<u8>)) -> Vec<u8> {
    let bytes = apng((ColorType::Rgba, BitDepth::Eight), rgba);
    let chunks = chunks(&bytes).into_iter().enumerate().map(|(k, (name, whole))| {
        let mut data = whole[8..whole.len() - 4].to_vec();
        change(k, name, &mut data);
        (name, data)
    });
    let chunks: Vec<_> = chunks.collect();
    super::file(&chunks.iter().map(|(name, data)| (*name, &data[..])).collect::<Vec<_>>())
}

/// The chunk fcTL has the frame's number, width, height, x and y in four bytes each, two parts of its delay in two bytes
/// each, how it is disposed of, and how it is blended.
#[test]
fn frames_that_cannot_be_are_refused_for_what_is_wrong() {
    // The chunk number 4 is the fcTL of the second frame.
    let said = |at: usize, value: u8| {
        let bytes = changed(|k, _, data| {
            if k == 4 {
                data[at] = value;
            }
        });
        super::refusal(Mask::frames_from_image(&bytes, Alpha(128)))
    };
    let wrong = [
        ((24, 3), "a frame is disposed of by 3; 0 to 2 are known"),
        ((25, 2), "a frame is blended by 2; 0 and 1 are known"),
        ((7, 0), "a frame of 0 x 2 at (1, 1) is not inside the picture"),
        ((11, 0), "a frame of 2 x 0 at (1, 1) is not inside the picture"),
        ((15, 4), "a frame of 2 x 2 at (4, 1) is not inside the picture"),
        ((19, 3), "a frame of 2 x 2 at (1, 3) is not inside the picture"),
        ((3, 9), "the chunks of its frames are out of order"),
    ];
    for ((at, value), why) in wrong {
        let said = said(at, value);
        assert!(said.contains(why), "{said}");
    }
    for (length, why) in [(3, "a chunk of a frame is too short"), (25, "its chunk fcTL is not 26 bytes long")]
    {
        let bytes = changed(|k, _, data| {
            if k == 4 {
                data.truncate(length);
            }
        });
        let said = super::refusal(Mask::frames_from_image(&bytes, Alpha(128)));
        assert!(said.contains(why), "{said}");
    }
    let first = changed(|k, _, data| {
        if k == 2 {
            data[7] = 4;
        }
    });
    let said = super::refusal(Mask::frames_from_image(&first, Alpha(128)));
    assert!(said.contains("its first frame is not as large as the picture"), "{said}");
    let more = changed(|_, name, data| {
        if name == b"acTL" {
            data[3] = 7;
        }
    });
    let said = super::refusal(Mask::frames_from_image(&more, Alpha(128)));
    assert!(said.contains("it has not as many frames as it says"), "{said}");
}

#[test]
fn a_frame_may_replace_pixels_and_count_in_hundredths() {
    let is_last = |data: &[u8]| data[..4] == [0, 0, 0, 9];
    // The last frame, a clear pixel at (1, 0), replaces what it covers; a denominator of 0 means hundredths.
    let bytes = changed(|_, name, data| {
        if name == b"fcTL" && is_last(data) {
            data[20..].copy_from_slice(&[0, 3, 0, 0, KEEP, 0]);
        }
    });
    let frames = Mask::frames_from_image(&bytes, Alpha(128)).unwrap();
    assert_eq!(frames[5].milliseconds, 30);
    assert_eq!(masks(&frames)[5], ["#....", "#....", "....#", "#####"]);
}

#[cfg(feature = "gif")]
mod gif {
    use super::{Alpha, CLEAR, Mask, RESTORE, SHOWN, WALK, masks};

    /// Returns a GIF file of 5 x 4 pixels. Its colour 0 is transparent.
    fn gif() -> Vec<u8> {
        let mut bytes = b"GIF89a\x05\0\x04\0\xf6\0\0".to_vec();
        bytes.extend([9; 3 * 128]);
        for frame in &WALK {
            let dispose = match frame.dispose {
                CLEAR => 2,
                RESTORE => 3,
                _ => 1,
            };
            let [low, high] = (frame.milliseconds / 10).to_le_bytes();
            bytes.extend([0x21, 0xf9, 4, dispose << 2 | 1, low, high, 0, 0, 0x2c]);
            let size = [frame.rows[0].len() as u32, frame.rows.len() as u32];
            for field in [frame.at[0], frame.at[1], size[0], size[1]] {
                bytes.extend((field as u16).to_le_bytes());
            }
            // Uncompressed codes of 8 bits: the clear code, the pixels, the end code.
            let pixels = frame.rows.iter().flat_map(|row| row.bytes()).map(|pixel| u8::from(pixel == b'#'));
            let codes: Vec<u8> = [0x80].into_iter().chain(pixels).chain([0x81]).collect();
            bytes.extend([0, 7, codes.len() as u8]);
            bytes.extend(codes);
            bytes.push(0);
        }
        bytes.push(0x3b);
        bytes
    }

    #[test]
    fn the_frames_of_a_gif_file_are_what_is_shown() {
        let frames = Mask::frames_from_image(&gif(), Alpha(128)).unwrap();
        assert_eq!(masks(&frames), SHOWN);
        let times: Vec<u32> = frames.iter().map(|frame| frame.milliseconds).collect();
        assert_eq!(times, [100, 70, 30, 0, 650, 10]);
        assert_eq!(Mask::from_image(&gif(), Alpha(128)).unwrap(), frames[0].mask);
    }

    #[test]
    fn a_gif_file_cut_short_is_refused_or_has_the_frames_that_are_there() {
        let bytes = gif();
        let whole = Mask::frames_from_image(&bytes, Alpha(128)).unwrap();
        for end in 0..bytes.len() {
            if let Ok(frames) = Mask::frames_from_image(&bytes[..end], Alpha(128)) {
                assert_eq!(frames, whole[..frames.len()], "{end}");
            }
        }
    }
}

/// Returns a chunk of a PNG file, with its checksum.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [&name[..], data].concat();
    let sum = named.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ (0xedb8_8320 * (sum & 1)))
    });
    [&(data.len() as u32).to_be_bytes()[..], &named, &(!sum).to_be_bytes()].concat()
}

/// An animation whose first pixels stand before its first frame, and one without frames, are refused.
#[test]
fn pixels_without_a_frame_are_refused() {
    let bytes = apng((ColorType::Rgba, BitDepth::Eight), rgba);
    let chunks = chunks(&bytes);
    let find = |name: &[u8]| chunks.iter().find(|(found, _)| *found == name).unwrap().1;
    let (header, animated, pixels, end) = (find(b"IHDR"), find(b"acTL"), find(b"IDAT"), find(b"IEND"));
    assert_eq!(chunk(b"IEND", &[]), end);
    let inner = &pixels[8..pixels.len() - 4];
    let part = chunk(b"fdAT", &[&[0; 4], inner].concat());
    let told = |rest: &[&[u8]]| {
        let start = [b"\x89PNG\r\n\x1a\n", header, animated, pixels].concat();
        let bad = [start, rest.concat()].concat();
        Mask::frames_from_image(&bad, Alpha(128)).unwrap_err().to_string()
    };
    let refused = told(&[&part, end]);
    assert!(refused.ends_with("a frame's pixels stand before the frame"), "{refused}");
    let refused = told(&[end]);
    assert!(refused.ends_with("it has not as many frames as it says"), "{refused}");
}

#[cfg(feature = "webp")]
mod webp {
    use image::ExtendedColorType;
    use image::codecs::webp::WebPEncoder;

    use super::{Alpha, Mask};

    /// Returns a chunk, padded to an even length.
    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut bytes = [&name[..], &(data.len() as u32).to_le_bytes(), data].concat();
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        bytes
    }

    /// Returns three frames on 6 x 4 pixels: one that stays, one that is cleared, one that is blended over the picture.
    fn webp() -> Vec<u8> {
        let u24 = |value: u32| value.to_le_bytes()[..3].to_vec();
        // VP8X: the flags for animation and alpha, then the size minus 1. ANIM: background and loops.
        let mut chunks = chunk(b"VP8X", &[vec![0x12, 0, 0, 0], u24(5), u24(3)].concat());
        chunks.extend(chunk(b"ANIM", &[0; 6]));
        for (x, y, side, flags, milliseconds) in [(0, 0, 2, 0, 40), (2, 2, 2, 1, 50), (4, 0, 2, 0, 60)] {
            let mut still = Vec::new();
            let pixels = vec![255; 4 * side * side];
            WebPEncoder::new_lossless(&mut still)
                .encode(&pixels, side as u32, side as u32, ExtendedColorType::Rgba8)
                .unwrap();
            let sizes = [x / 2, y / 2, side as u32 - 1, side as u32 - 1, milliseconds].map(u24).concat();
            chunks.extend(chunk(b"ANMF", &[&sizes[..], &[flags], &still[12..]].concat()));
        }
        let length = (chunks.len() as u32 + 4).to_le_bytes();
        [&b"RIFF"[..], &length, b"WEBP", &chunks].concat()
    }

    #[test]
    fn the_frames_of_a_webp_file_are_what_is_shown() {
        let frames = Mask::frames_from_image(&webp(), Alpha(128)).unwrap();
        let shown = [
            ["##....", "##....", "......", "......"],
            ["##....", "##....", "..##..", "..##.."],
            ["##..##", "##..##", "......", "......"],
        ];
        let expected: Vec<Mask> = shown.iter().map(|rows| Mask::from_rows(rows).unwrap()).collect();
        assert_eq!(frames.iter().map(|frame| frame.mask.clone()).collect::<Vec<_>>(), expected);
        assert_eq!(frames.iter().map(|frame| frame.milliseconds).collect::<Vec<_>>(), [40, 50, 60]);
        assert_eq!(Mask::from_image(&webp(), Alpha(128)).unwrap(), expected[0]);
    }

    #[test]
    fn a_webp_file_cut_between_two_frames_is_refused() {
        let bytes = webp();
        let frames: Vec<usize> = (0..bytes.len()).filter(|&k| bytes[k..].starts_with(b"ANMF")).collect();
        assert_eq!(frames.len(), 3);
        for &end in &frames[1..] {
            let refused = Mask::frames_from_image(&bytes[..end], Alpha(128)).unwrap_err().to_string();
            assert!(refused.ends_with("it is shorter than its header says"), "{refused}");
        }
    }

    #[test]
    fn a_webp_file_cut_short_or_changed_never_panics() {
        let bytes = webp();
        for end in 0..bytes.len() {
            drop(Mask::frames_from_image(&bytes[..end], Alpha(128)));
            let mut bad = bytes.clone();
            bad[end] ^= 0x41;
            drop(Mask::frames_from_image(&bad, Alpha(128)));
        }
    }
}

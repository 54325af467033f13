//! The frames of an animated WebP file. Each frame is decoded as a separate file, because the decoder of `image` does not
//! clear the right pixels between frames.

use std::io::Cursor;

use image::codecs::webp::WebPDecoder;

use crate::error::Result;
use crate::mask::decode::{DecodedPixels, checked_size, refused, unreadable};
use crate::mask::formats::Format;
use crate::mask::moving::{Canvas, Dispose, FramePlace, same_size};

/// The flags of the chunk VP8X.
const MOVES: u8 = 0b10;
const ALPHA: u8 = 0b1_0000;

/// The name and the data of a chunk.
type WebpChunk<'a> = (&'a [u8; 4], &'a [u8]);

/// Returns the pixels of a file; for an animation, those of its first frame.
pub(super) fn still(bytes: &[u8]) -> Result<DecodedPixels> {
    for (name, data) in chunks(bytes.get(12..).unwrap_or_default()) {
        lossy_size((name, data))?;
        let parts = if name == b"ANMF" { data.get(16..).unwrap_or_default() } else { &[] };
        chunks(parts).try_for_each(lossy_size)?;
    }
    let decoder = WebPDecoder::new(Cursor::new(bytes));
    DecodedPixels::read(decoder.map_err(|error| unreadable(Format::WebP, &error))?, Format::WebP)
}

/// Calls `take` for every frame, with the whole picture as it is then shown and the milliseconds of the frame. A still
/// picture has no frames.
pub(super) fn frames(bytes: &[u8], mut take: impl FnMut(&DecodedPixels, u32) -> Result<()>) -> Result<()> {
    let ends_early = ends_early(bytes);
    let bytes = bytes.get(12..).unwrap_or_default();
    let Some((b"VP8X", &[flags, _, _, _, a, b, c, d, e, f])) = chunks(bytes).next() else { return Ok(()) };
    if flags & MOVES == 0 {
        return Ok(());
    }
    let size = checked_size(u24([a, b, c]) + 1, u24([d, e, f]) + 1)?;
    let (mut canvas, mut count) = (Canvas::new(size), 0_usize);
    let mut read = 0;
    for (name, data) in chunks(bytes) {
        read += 8 + data.len().next_multiple_of(2);
        if name == b"ANMF" {
            let (place, file) = frame(data, size)?;
            let part = still(&file)?;
            same_size(&place, &part, Format::WebP)?;
            canvas.show(&place, &part, &mut take)?;
            count += 1;
        }
    }
    match count {
        _ if ends_early => Err(refused(Format::WebP, "it is shorter than its header says".into())),
        _ if read < bytes.len() => Err(refused(Format::WebP, "it ends within a chunk".into())),
        0 => Err(refused(Format::WebP, "it has no frames".into())),
        _ => Ok(()),
    }
}

/// Whether a file is shorter than its first chunk, RIFF, says. A file that is cut between two chunks has no other sign of it. The
/// byte that makes the last length even may be missing.
fn ends_early(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok()).map_or(0, u32::from_le_bytes);
    (bytes.len() as u64) + 1 < 8 + u64::from(length)
}

/// Returns the position of a frame in a picture of this size, and the frame as a file.
fn frame(data: &[u8], within: [usize; 2]) -> Result<(FramePlace, Vec<u8>)> {
    let Some((head, parts)) = data.split_first_chunk::<16>() else {
        return Err(refused(Format::WebP, "its chunk ANMF is too short".into()));
    };
    let field = |k: usize| u24([head[3 * k], head[3 * k + 1], head[3 * k + 2]]);
    let [x, y, width, height] = [field(0) * 2, field(1) * 2, field(2) + 1, field(3) + 1];
    let place = FramePlace {
        at: [x as usize, y as usize],
        size: [width as usize, height as usize],
        milliseconds: field(4),
        dispose: if head[15] & 1 == 1 { Dispose::Clear } else { Dispose::Keep },
        is_over: head[15] & 0b10 == 0,
    };
    place.check(within, Format::WebP)?;
    let has_alpha = chunks(parts).any(|(name, _)| matches!(name, b"ALPH" | b"VP8L"));
    let mut file = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0".to_vec();
    file.extend([if has_alpha { ALPHA } else { 0 }, 0, 0, 0]);
    file.extend(
        [width - 1, height - 1]
            .map(|side| [side as u8, (side >> 8) as u8, (side >> 16) as u8])
            .as_flattened(),
    );
    file.extend(parts);
    let length = (file.len() as u32 - 8).to_le_bytes();
    file[4..8].copy_from_slice(&length);
    Ok((place, file))
}

/// Refuses a lossy frame that is too large. The decoder allocates memory for it before it compares its size with the
/// size of the picture.
fn lossy_size((name, data): WebpChunk<'_>) -> Result<()> {
    if let (b"VP8 ", Some(&[.., w, more, h, above])) = (name, data.first_chunk::<10>()) {
        let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
        checked_size(side(w, more), side(h, above))?;
    }
    Ok(())
}

/// Returns the complete chunks.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = WebpChunk<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_first_chunk::<4>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let data = after.get(..length)?;
        // The last chunk of a file may lack the byte that makes its length even.
        rest = after.get(length.next_multiple_of(2)..).unwrap_or_default();
        Some((name, data))
    })
}

fn u24([low, middle, high]: [u8; 3]) -> u32 {
    u32::from_le_bytes([low, middle, high, 0])
}

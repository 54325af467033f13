//! The frames of an animated PNG file (PNG 3, chunks acTL, fcTL and fdAT). Each frame is decoded as a separate PNG file, so
//! palettes and channels of 16 bits are read as in still pictures.

use crate::error::Result;
use crate::mask::chunks::{PixelChunk, Png};
use crate::mask::decode::{DecodedPixels, refused};
use crate::mask::formats::Format;
use crate::mask::moving::{Canvas, Dispose, FramePlace, same_size};

/// A frame and its pixels.
struct ApngFrame<'a> {
    place: FramePlace,
    data: Vec<PixelChunk<'a>>,
}

/// Calls `take` for every frame, with the whole picture as it is then shown and the frame's milliseconds. A still picture
/// has no frames.
pub(super) fn frames(png: &Png<'_>, mut take: impl FnMut(&DecodedPixels, u32) -> Result<()>) -> Result<()> {
    let frames = read(png)?;
    if frames.is_empty() {
        return Ok(());
    }
    let mut canvas = Canvas::new(size_of(png));
    for ApngFrame { place, data } in frames {
        let part = png.decode(place.size.map(|side| side as u32), &data)?;
        same_size(&place, &part, Format::Png)?;
        canvas.show(&place, &part, &mut take)?;
    }
    Ok(())
}

fn size_of(png: &Png<'_>) -> [usize; 2] {
    [png.width as usize, png.height as usize]
}

/// Returns the frames that the file's chunks describe.
fn read<'a>(png: &Png<'a>) -> Result<Vec<ApngFrame<'a>>> {
    let wrong = |why: &str| Err(refused(Format::Png, why.into()));
    let Some(count) = png.frames else { return Ok(Vec::new()) };
    let (mut frames, mut number) = (Vec::<ApngFrame<'_>>::new(), 0_u32);
    for data in &png.data {
        let (found, is_pixels) = match *data {
            PixelChunk::Whole(_) => {
                match frames.last_mut() {
                    Some(frame) if frame.place.size != size_of(png) => {
                        return wrong("its first frame is not as large as the picture");
                    }
                    Some(frame) => frame.data.push(*data),
                    // Pixels before the first frame are the default image; the animation does not show them.
                    None => {}
                }
                continue;
            }
            PixelChunk::Control(found) => (found, false),
            PixelChunk::Part(found) => (found, true),
        };
        let Some((found_number, rest)) = found.split_first_chunk::<4>() else {
            return wrong("a chunk of a frame is too short");
        };
        if u32::from_be_bytes(*found_number) != number {
            return wrong("the chunks of its frames are out of order");
        }
        number += 1;
        match frames.last_mut() {
            Some(frame) if is_pixels => frame.data.push(PixelChunk::Part(rest)),
            None if is_pixels => return wrong("a frame's pixels stand before the frame"),
            _ => frames.push(ApngFrame { place: place(rest, png)?, data: Vec::new() }),
        }
    }
    let is_whole = !frames.is_empty() && frames.iter().all(|frame| !frame.data.is_empty());
    if !is_whole || frames.len() != count as usize {
        return wrong("it has not as many frames as it says");
    }
    Ok(frames)
}

/// Reads the fields of a chunk fcTL after its sequence number.
fn place(found: &[u8], png: &Png<'_>) -> Result<FramePlace> {
    let wrong = |why: String| Err(refused(Format::Png, why));
    let (fields, rest) = found.as_chunks::<4>();
    let (&[width, height, x, y, delay], &[dispose, blend]) = (fields, rest) else {
        return wrong("its chunk fcTL is not 26 bytes long".into());
    };
    let [width, height, x, y] = [width, height, x, y].map(|field| u32::from_be_bytes(field) as usize);
    let dispose = match dispose {
        0 => Dispose::Keep,
        1 => Dispose::Clear,
        2 => Dispose::Restore,
        _ => return wrong(format!("a frame is disposed of by {dispose}; 0 to 2 are known")),
    };
    if blend > 1 {
        return wrong(format!("a frame is blended by {blend}; 0 and 1 are known"));
    }
    let halves = [[delay[0], delay[1]], [delay[2], delay[3]]];
    let [parts, whole] = halves.map(|half| u32::from(u16::from_be_bytes(half)));
    // In the format a denominator of 0 means 100.
    let milliseconds = parts * 1000 / if whole == 0 { 100 } else { whole };
    let place = FramePlace { at: [x, y], size: [width, height], milliseconds, dispose, is_over: blend == 1 };
    place.check(size_of(png), Format::Png)?;
    Ok(place)
}

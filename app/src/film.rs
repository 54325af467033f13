//! Writes frames without a window: one picture, a folder of pictures, or an animated GIF.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use crate::output::{self, Output};
use crate::picture::{self, Picture, Rgb};
use crate::stop::Stop;

/// An animation shows every other step: 30 per second.
const SKIP: u32 = 2;
/// The time for which an animation shows each frame, in milliseconds. GIF stores multiples of 10 ms.
const DELAY: u32 = 30;

/// Where frames are written.
pub(crate) enum Film {
    /// One picture, of the last step.
    Picture(PathBuf),
    /// A picture of every step.
    Folder(PathBuf),
    Gif(Box<Gif>),
}

impl Film {
    /// Opens the output that the path selects: a GIF if it ends in `.gif`, one picture if it ends in `.png`, a folder if it is
    /// one or ends in `/` (the folder is created). Any other name is refused.
    pub(crate) fn open(path: &Path) -> Result<Film, Stop> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        Ok(match ending {
            Some(ending) if ending == "gif" => Film::Gif(Box::new(Gif::new(path))),
            _ if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                fs::create_dir_all(path).map_err(Stop::output)?;
                Film::Folder(path.into())
            }
            _ => {
                output::needs_ending(path, &["png", "gif"])?;
                Film::Picture(path.into())
            }
        })
    }

    /// Whether a picture is needed after step `step` of `last`.
    pub(crate) fn wants(&self, step: u32, last: u32) -> bool {
        match self {
            Film::Picture(_) => step == last,
            Film::Folder(_) => step > 0 || last == 0,
            Film::Gif(_) => step.is_multiple_of(SKIP) || last == 0,
        }
    }

    pub(crate) fn take(&mut self, step: u32, picture: &Picture) -> io::Result<()> {
        match self {
            Film::Picture(path) => picture::save(picture, path),
            Film::Folder(path) => picture::save(picture, &path.join(format!("{step:05}.png"))),
            Film::Gif(gif) => gif.take(picture),
        }
    }

    /// Finishes the output after the last picture, and returns its path.
    pub(crate) fn finish(self) -> io::Result<PathBuf> {
        match self {
            Film::Picture(path) | Film::Folder(path) => Ok(path),
            Film::Gif(gif) => gif.finish(),
        }
    }
}

/// A GIF file that is written frame by frame. Only the changed part of each frame is written.
pub(crate) struct Gif {
    path: PathBuf,
    /// `None` until the first frame, whose size is the size of the file.
    output: Option<Output>,
    before: Vec<Rgb>,
}

/// Returns the length of a GIF file's header in bytes: 13, and the palette if a flag says that there is one.
fn header(bytes: &[u8]) -> usize {
    let flags = bytes[10];
    13 + if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

impl Gif {
    fn new(path: &Path) -> Gif {
        Gif { path: path.into(), output: None, before: Vec::new() }
    }

    fn take(&mut self, picture: &Picture) -> io::Result<()> {
        let pixels = picture.rgb.as_chunks().0;
        let is_first = self.output.is_none();
        let part = Part::of(&self.before, pixels, picture.width);
        let bytes = part.encoded(&self.before, pixels, picture.width)?;
        let output = match &mut self.output {
            Some(output) => output,
            None => self.output.insert(Output::open(Some(&self.path))?),
        };
        output.write_all(&bytes[if is_first { 0 } else { header(&bytes) }..])?;
        self.before.clear();
        self.before.extend_from_slice(pixels);
        Ok(())
    }

    fn finish(self) -> io::Result<PathBuf> {
        if let Some(mut output) = self.output {
            output.write_all(&[END])?;
            output.finish()?;
        }
        Ok(self.path)
    }
}

/// The rectangle of a frame that contains all changed pixels.
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Part {
    /// Compares with the previous frame. The first frame has changed completely.
    fn of(before: &[Rgb], pixels: &[Rgb], width: usize) -> Part {
        let is_new = |k: usize| before.get(k) != Some(&pixels[k]);
        let height = pixels.len() / width;
        let rows: Vec<usize> = (0..height).filter(|y| (0..width).any(|x| is_new(y * width + x))).collect();
        let (top, bottom) = (rows.first().copied().unwrap_or(0), rows.last().map_or(1, |y| y + 1));
        let is_column = |x: &usize| (top..bottom).any(|y| is_new(y * width + x));
        let columns: Vec<usize> = (0..width).filter(is_column).collect();
        let (left, right) = (columns.first().copied().unwrap_or(0), columns.last().map_or(1, |x| x + 1));
        Part { left, top, width: right - left, height: bottom - top }
    }

    /// Returns a GIF file of this part, without the end byte. Unchanged pixels are transparent.
    fn encoded(&self, before: &[Rgb], pixels: &[Rgb], width: usize) -> io::Result<Vec<u8>> {
        let mut part = RgbaImage::new(self.width as u32, self.height as u32);
        for (x, y, pixel) in part.enumerate_pixels_mut() {
            let k = (self.top + y as usize) * width + self.left + x as usize;
            if before.get(k) != Some(&pixels[k]) {
                let [r, g, b] = pixels[k];
                *pixel = image::Rgba([r, g, b, 255]);
            }
        }
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new_with_speed(&mut bytes, 10);
        if before.is_empty() {
            encoder.set_repeat(Repeat::Infinite).map_err(picture::unwritten)?;
        }
        let frame = Frame::from_parts(part, 0, 0, Delay::from_numer_denom_ms(DELAY, 1));
        encoder.encode_frame(frame).map_err(picture::unwritten)?;
        drop(encoder);
        self.put_in_place(&mut bytes);
        Ok(bytes)
    }

    /// Sets the position of the frame in a file, keeps the frame when the next one is drawn, and removes the end byte. The
    /// encoder writes only frames as large as the picture, and clears each before the next one.
    fn put_in_place(&self, bytes: &mut Vec<u8>) {
        bytes.pop_if(|last| *last == END);
        let mut at = header(bytes);
        while bytes.get(at) == Some(&EXTENSION) {
            if bytes[at + 1] == CONTROL {
                bytes[at + 3] = bytes[at + 3] & !DISPOSAL | STAYS;
            }
            // Each block starts with its number of bytes; the last block has 0.
            at += 2;
            while bytes[at] > 0 {
                at += usize::from(bytes[at]) + 1;
            }
            at += 1;
        }
        // At most 65535, because the encoder refuses larger pictures.
        let [left, top] = [self.left, self.top].map(|side| (side as u16).to_le_bytes());
        bytes[at + 1..at + 5].copy_from_slice([left, top].as_flattened());
    }
}

/// Bytes that start the blocks of GIF 89a that are read here, and flag bits of the graphic control block.
const EXTENSION: u8 = 0x21;
const CONTROL: u8 = 0xf9;
const END: u8 = 0x3b;
const DISPOSAL: u8 = 0b1_1100;
const STAYS: u8 = 0b100;

//! Frames without a window: one picture, a folder of them, or one that moves.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::output::Output;
use crate::picture::{Picture, Rgb};

/// A picture that moves shows every other step: 30 a second.
const SKIP: u32 = 2;
/// How long it shows each, in hundredths of a second.
const DELAY: u16 = 3;

/// Where frames go.
pub(crate) enum Film {
    /// One picture, of the last step.
    Picture(PathBuf),
    /// A picture of every step.
    Folder(PathBuf),
    Gif(PathBuf, Box<Gif>),
}

impl Film {
    /// As the path says: a GIF, another file, or where it has no ending a folder, which is made.
    pub(crate) fn open(path: &Path) -> io::Result<Film> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        Ok(match ending {
            Some(ending) if ending == "gif" => Film::Gif(path.into(), Box::default()),
            _ if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                fs::create_dir_all(path)?;
                Film::Folder(path.into())
            }
            _ => Film::Picture(path.into()),
        })
    }

    /// Whether it wants a picture after a step, of so many in all.
    pub(crate) fn wants(&self, step: u32, last: u32) -> bool {
        match self {
            Film::Picture(_) => step == last,
            Film::Folder(_) => step > 0 || last == 0,
            Film::Gif(..) => step.is_multiple_of(SKIP) || last == 0,
        }
    }

    pub(crate) fn take(&mut self, step: u32, picture: &Picture) -> io::Result<()> {
        match self {
            Film::Picture(path) => picture.save(path),
            Film::Folder(path) => picture.save(&path.join(format!("{step:05}.png"))),
            Film::Gif(_, gif) => {
                gif.take(picture);
                Ok(())
            }
        }
    }

    /// All was taken; the path.
    pub(crate) fn finish(self) -> io::Result<PathBuf> {
        match self {
            Film::Picture(path) | Film::Folder(path) => Ok(path),
            Film::Gif(path, gif) => {
                gif.save(&path)?;
                Ok(path)
            }
        }
    }
}

/// Frames in the indices of one palette; of each only what changed is written.
#[derive(Default)]
pub(crate) struct Gif {
    size: [usize; 2],
    palette: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
    frames: Vec<Vec<u8>>,
}

impl Gif {
    fn take(&mut self, picture: &Picture) {
        self.size = [picture.width, picture.height];
        let frame = picture.rgb.as_chunks().0.iter().map(|&ink| self.index(ink)).collect();
        self.frames.push(frame);
    }

    /// A colour's place in the palette; where that is full, the nearest one's.
    fn index(&mut self, ink: Rgb) -> u8 {
        if let Some(&index) = self.known.get(&ink) {
            return index;
        }
        let far =
            |other: &Rgb| (0..3).map(|k| i32::from(other[k]).abs_diff(ink[k].into()).pow(2)).sum::<u32>();
        let index = if self.palette.len() < 256 {
            self.palette.push(ink);
            self.palette.len() - 1
        } else {
            (0..256).min_by_key(|&k| far(&self.palette[k])).unwrap_or(0)
        };
        self.known.insert(ink, index as u8);
        index as u8
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        let too_large = |_| io::Error::other("a moving picture has at most 65535 pixels a side");
        let [width, height] = self.size.map(|side| u16::try_from(side).map_err(too_large));
        let mut output = Output::open(Some(path))?;
        {
            let mut encoder = gif::Encoder::new(&mut output, width?, height?, self.palette.as_flattened())
                .map_err(io::Error::other)?;
            encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
            let mut before: Option<&Vec<u8>> = None;
            for frame in &self.frames {
                encoder.write_frame(&self.part(before, frame)).map_err(io::Error::other)?;
                before = Some(frame);
            }
        }
        output.flush()?;
        output.finish()
    }

    /// The least box of a frame that holds all that changed.
    fn part(&self, before: Option<&Vec<u8>>, frame: &[u8]) -> gif::Frame<'static> {
        let [width, height] = self.size;
        let is_new =
            |x: usize, y: usize| before.is_none_or(|before| before[y * width + x] != frame[y * width + x]);
        let rows: Vec<usize> = (0..height).filter(|&y| (0..width).any(|x| is_new(x, y))).collect();
        let (top, bottom) = (rows.first().copied().unwrap_or(0), rows.last().map_or(1, |y| y + 1));
        let columns: Vec<usize> = (0..width).filter(|&x| (top..bottom).any(|y| is_new(x, y))).collect();
        let (left, right) = (columns.first().copied().unwrap_or(0), columns.last().map_or(1, |x| x + 1));
        let part: Vec<u8> =
            (top..bottom).flat_map(|y| &frame[y * width + left..y * width + right]).copied().collect();
        gif::Frame {
            delay: DELAY,
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(part),
            ..gif::Frame::default()
        }
    }
}

//! Frames without a window: one picture, a folder of them, or one that moves.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::output::Output;
use crate::picture::{self, Picture, Rgb};

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
    Gif(Box<Gif>),
}

impl Film {
    /// As the path says: a GIF, another file, or where it has no ending a folder, which is made.
    pub(crate) fn open(path: &Path) -> io::Result<Film> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        Ok(match ending {
            Some(ending) if ending == "gif" => Film::Gif(Box::new(Gif::new(path))),
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

    /// All was taken; the path.
    pub(crate) fn finish(self) -> io::Result<PathBuf> {
        match self {
            Film::Picture(path) | Film::Folder(path) => Ok(path),
            Film::Gif(gif) => gif.finish(),
        }
    }
}

/// Frames in the indices of one palette, written as they come; of each only what changed.
pub(crate) struct Gif {
    path: PathBuf,
    /// None until the first frame, whose size and colours are the file's.
    encoder: Option<gif::Encoder<Output>>,
    size: [usize; 2],
    palette: Vec<Rgb>,
    /// How many colours stand at the file's beginning; a frame that may have more brings them along.
    first: usize,
    known: HashMap<Rgb, u8>,
    before: Option<Vec<u8>>,
}

/// The most colours that are remembered, so that no picture fills the memory. Real ones have fewer.
const MOST_KNOWN: usize = 1 << 16;

impl Gif {
    fn new(path: &Path) -> Gif {
        let (palette, known) = (Vec::new(), HashMap::new());
        Gif { path: path.into(), encoder: None, size: [0; 2], palette, first: 0, known, before: None }
    }

    fn take(&mut self, picture: &Picture) -> io::Result<()> {
        self.size = [picture.width, picture.height];
        let frame: Vec<u8> = picture.rgb.as_chunks().0.iter().map(|&ink| self.index(ink)).collect();
        let part = self.part(self.before.as_deref(), &frame);
        if self.encoder.is_none() {
            self.encoder = Some(self.begin()?);
            self.first = self.palette.len();
        }
        let palette = (self.palette.len() > self.first).then(|| self.palette.as_flattened().to_vec());
        if let Some(encoder) = &mut self.encoder {
            encoder.write_frame(&gif::Frame { palette, ..part }).map_err(io::Error::other)?;
        }
        self.before = Some(frame);
        Ok(())
    }

    fn begin(&self) -> io::Result<gif::Encoder<Output>> {
        let too_large = |_| io::Error::other("a moving picture has at most 65535 pixels a side");
        let [width, height] = self.size.map(|side| u16::try_from(side).map_err(too_large));
        let output = Output::open(Some(&self.path))?;
        let encoder = gif::Encoder::new(output, width?, height?, self.palette.as_flattened());
        let mut encoder = encoder.map_err(io::Error::other)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
        Ok(encoder)
    }

    fn finish(self) -> io::Result<PathBuf> {
        let Gif { path, encoder, .. } = self;
        let output = encoder.map(|encoder| encoder.into_inner().map_err(io::Error::other)).transpose()?;
        output.map(Output::finish).transpose()?;
        Ok(path)
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
        if self.known.len() < MOST_KNOWN {
            self.known.insert(ink, index as u8);
        }
        index as u8
    }

    /// The least box of a frame that holds all that changed.
    fn part(&self, before: Option<&[u8]>, frame: &[u8]) -> gif::Frame<'static> {
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

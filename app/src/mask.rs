//! `kasuri mask`: turns a picture into a mask, its outline or polygons, ready for a scene file.

mod json;
mod png;
mod svg;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgGroup, Args, ValueEnum};
use kasuri::{Error, ErrorKind, Mask, Result, Vec2, mask::Contour};

use crate::art::Art;
use crate::numbers;
use crate::output::Output;
use crate::stop::Stop;

const AFTER: &str = "\
Examples:
  kasuri mask ship.png                         the mask in characters, # for solid texels
  kasuri mask ship.png --json                  {\"masks\": {\"ship\": {\"rows\": ...}}}, as in a scene file
  kasuri mask walk.png --frames 16x24 --json   one mask per frame: walk-0, walk-1, ...
  kasuri mask walk.gif --json                  the same for an animated picture; --frame 0 takes only the first
  kasuri mask ship.png --convex --json         {\"bodies\": ...}: compounds of convex polygons, as in a scene file
  kasuri mask ship.png --polygons --tolerance 1 --out ship.svg

--outline walks along the border of the first piece, texel by texel. --polygons traces every piece, with its holes; a
scene takes only polygons without holes. --convex makes bodies for a scene; their origin is the picture's top left
corner, like that of a sprite with the pivot [0, 0]. At tolerance 0 both fill the solid texels exactly.

Exit status: 0 done; 1 the output could not be written; 2 the input was refused.";

/// Turns a picture into a mask, an outline or polygons, as text, JSON, PNG or SVG
#[derive(Args)]
#[command(after_help = AFTER, group = ArgGroup::new("form").args(["outline", "polygons", "convex"]))]
pub(crate) struct MaskOf {
    /// A PNG, GIF, WebP, BMP, QOI or TGA file; - for standard input
    picture: PathBuf,
    /// Take one frame of an animated picture; the first is 0; without it, all are taken
    #[arg(long, value_name = "N")]
    frame: Option<usize>,
    /// Cut the picture into frames of this size, which must divide it
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    frames: Option<[usize; 2]>,
    /// The largest number of frames allowed
    #[arg(long, value_name = "N", default_value_t = 65_536)]
    max_frames: usize,
    /// The border of the first piece, as a walk from texel to texel
    #[arg(long)]
    outline: bool,
    /// The edges of all pieces, as polygons with holes
    #[arg(long)]
    polygons: bool,
    /// A few convex polygons, ready for a scene
    #[arg(long)]
    convex: bool,
    /// How far, in texels, a polygon may be from the mask; more distance gives fewer vertices
    #[arg(
        long,
        default_value_t = 0.0,
        requires = "form",
        conflicts_with = "outline",
        allow_hyphen_values = true
    )]
    tolerance: f64,
    #[command(flatten)]
    art: Art,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write to this file, completely or not at all: .txt, .json, .png or .svg
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The most texels per side of a picture of all frames. It equals the limit of masks, so that the picture can be read again.
const MOST: u32 = 4096;

/// The format of the output.
#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Txt,
    Json,
    Png,
    Svg,
}

/// The result for a mask.
enum Form {
    Mask,
    Outline(Vec<[u32; 2]>),
    Polygons(Vec<Contour>),
    Convex(Vec<Vec<Vec2>>),
}

/// A frame of the picture, or the whole picture.
struct Frame {
    name: String,
    /// Its top left corner in the picture.
    at: [u32; 2],
    mask: Mask,
    form: Form,
}

/// A picture cut into frames.
struct Sheet {
    width: u32,
    height: u32,
    frames: Vec<Frame>,
}

impl MaskOf {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let format = self.format()?;
        let frames = self.art.read_frames(&self.picture)?;
        let place = self.picture.display().to_string();
        let sheet = self.all(frames, format).map_err(|error| Stop::refused(&place, error))?;
        self.write(&sheet, format).map_err(Stop::output)?;
        Ok(ExitCode::SUCCESS)
    }

    fn format(&self) -> Result<Format, Stop> {
        let Some(path) = &self.out else {
            return Ok(if self.json { Format::Json } else { Format::Txt });
        };
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let format = Format::from_str(&extension, true).map_err(|_| {
            Stop::refused(&path.display().to_string(), "its name must end in .txt, .json, .png or .svg")
        })?;
        if self.json && format != Format::Json {
            return Err(Stop::refused(&path.display().to_string(), "with --json its name must end in .json"));
        }
        Ok(format)
    }

    /// Returns the requested frames.
    fn all(&self, mut frames: Vec<Mask>, format: Format) -> Result<Sheet> {
        let count = frames.len();
        if let Some(frame) = self.frame {
            if frame >= count {
                return Err(no_frame(frame, count));
            }
            return self.sheet(frames.swap_remove(frame));
        }
        match frames.pop() {
            Some(mask) if frames.is_empty() => self.sheet(mask),
            Some(last) => self.strip(frames.into_iter().chain([last]), count, format),
            None => Err(no_frame(0, count)),
        }
    }

    fn stem(&self) -> String {
        let stem = if self.picture == Path::new("-") { None } else { self.picture.file_stem() };
        stem.map_or("mask".into(), |stem| stem.to_string_lossy().into_owned())
    }

    fn too_many(&self) -> Error {
        let most = self.max_frames;
        Error::new(ErrorKind::Ceiling, format!("more than {most} frames; --max-frames allows more"))
    }

    /// Puts the frames of an animated picture next to each other, in as few rows as the largest width of a mask allows.
    fn strip(&self, masks: impl Iterator<Item = Mask>, count: usize, format: Format) -> Result<Sheet> {
        if count > self.max_frames {
            return Err(self.too_many());
        }
        if self.frames.is_some() {
            return Err(Error::new(
                ErrorKind::Other,
                format!("it has {count} frames; --frame N takes the one that --frames cuts"),
            ));
        }
        let (stem, mut frames, mut size) = (self.stem(), Vec::new(), [0; 2]);
        for (k, mask) in masks.enumerate() {
            let columns = count.min((MOST / mask.width()) as usize);
            let [column, row] = [k % columns, k / columns].map(|place| place as u32);
            let (at, form) = ([column * mask.width(), row * mask.height()], self.form(&mask)?);
            size = [columns as u32 * mask.width(), (row + 1) * mask.height()];
            frames.push(Frame { name: format!("{stem}-{k}"), at, mask, form });
        }
        let [width, height] = size;
        if height > MOST && matches!(format, Format::Png | Format::Svg) {
            return Err(Error::new(
                ErrorKind::Other,
                format!(
                    "its {count} frames come to {width} x {height} texels, and a picture has {MOST} a side at most; \
                 --frame N takes one, .txt and .json hold all"
                ),
            ));
        }
        Ok(Sheet { width, height, frames })
    }

    fn sheet(&self, mask: Mask) -> Result<Sheet> {
        let (width, height) = (mask.width(), mask.height());
        let stem = self.stem();
        let Some([w, h]) = self.frames else {
            let form = self.form(&mask)?;
            let frame = Frame { name: stem, at: [0, 0], mask, form };
            return Ok(Sheet { width, height, frames: vec![frame] });
        };
        let count = (width as usize / w.max(1)) * (height as usize / h.max(1));
        if count > self.max_frames {
            return Err(self.too_many());
        }
        let masks = mask.sliced(w, h)?.into_iter().enumerate();
        let frame = |(k, mask): (usize, Mask)| {
            let form = self.form(&mask)?;
            let left = k * w;
            let at = [left % width as usize, left / width as usize * h].map(|texels| texels as u32);
            Ok(Frame { name: format!("{stem}-{k}"), at, mask, form })
        };
        Ok(Sheet { width, height, frames: masks.map(frame).collect::<Result<_>>()? })
    }

    fn form(&self, mask: &Mask) -> Result<Form> {
        Ok(match (self.outline, self.polygons, self.convex) {
            (true, ..) => Form::Outline(mask.outline()),
            (_, true, _) => Form::Polygons(mask.traced(self.tolerance)?),
            (.., true) => Form::Convex(mask.convex_parts(self.tolerance)?),
            _ => Form::Mask,
        })
    }

    fn write(&self, sheet: &Sheet, format: Format) -> io::Result<()> {
        let mut output = Output::open(self.out.as_deref())?;
        match format {
            Format::Txt => output.write_all(text::of(sheet).as_bytes())?,
            Format::Json => output.write_all(json::of(sheet).as_bytes())?,
            Format::Svg => output.write_all(svg::of(sheet).as_bytes())?,
            Format::Png => png::write(sheet, &mut output)?,
        }
        output.finish()
    }
}

impl Form {
    /// Returns the rings of the form. Those of one polygon are together: the outer ring first, then its holes.
    fn rings(&self) -> Vec<Vec<&[Vec2]>> {
        match self {
            Form::Mask | Form::Outline(_) => Vec::new(),
            Form::Polygons(contours) => contours.iter().map(rings).collect(),
            Form::Convex(parts) => parts.iter().map(|part| vec![part.as_slice()]).collect(),
        }
    }
}

fn no_frame(frame: usize, count: usize) -> Error {
    Error::new(ErrorKind::NotFound, format!("there is no frame {frame} among {count}; the first is 0"))
}

fn rings(contour: &Contour) -> Vec<&[Vec2]> {
    let holes = contour.holes.iter().map(Vec::as_slice);
    [contour.outer.as_slice()].into_iter().chain(holes).collect()
}

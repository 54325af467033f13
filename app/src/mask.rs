//! `kasuri mask`: turns a picture into a mask, its outline or polygons, ready for a scene file.

mod json;
mod png;
mod size;
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
use size::ByteCounter;

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
    /// The largest number of edges around the solid texels, for outlines, polygons and SVG
    #[arg(long, value_name = "N", default_value_t = 1 << 19)]
    max_edges: u64,
    /// The largest number of rectangles that --convex begins with
    #[arg(long, value_name = "N", default_value_t = 1 << 17)]
    max_parts: u64,
    /// The largest output, in MiB; a PNG picture is not counted
    #[arg(long, value_name = "N", default_value_t = 256)]
    max_out_mib: u64,
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
        self.refuse_long_output(&sheet, format).map_err(|error| Stop::refused(&place, error))?;
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
        let chosen = self.frame.unwrap_or(0);
        if chosen >= count {
            return Err(no_frame(chosen, count));
        }
        if self.frame.is_some() || count == 1 {
            return self.sheet(frames.swap_remove(chosen), format);
        }
        self.strip(frames, format)
    }

    fn stem(&self) -> String {
        let stem = if self.picture == Path::new("-") { None } else { self.picture.file_stem() };
        stem.map_or("mask".into(), |stem| stem.to_string_lossy().into_owned())
    }

    fn too_many(&self) -> Error {
        size::too_much(format!("more than {} frames", self.max_frames), "--max-frames")
    }

    /// Puts the frames of an animated picture next to each other, in as few rows as the largest width of a mask allows.
    fn strip(&self, masks: Vec<Mask>, format: Format) -> Result<Sheet> {
        let count = masks.len();
        if count > self.max_frames {
            return Err(self.too_many());
        }
        if self.frames.is_some() {
            return Err(Error::new(
                ErrorKind::Other,
                format!("it has {count} frames; --frame N takes the one that --frames cuts"),
            ));
        }
        self.refuse_costly(&masks, format)?;
        let (stem, mut frames, mut size) = (self.stem(), Vec::new(), [0; 2]);
        for (k, mask) in masks.into_iter().enumerate() {
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

    fn sheet(&self, mask: Mask, format: Format) -> Result<Sheet> {
        let (width, height) = (mask.width(), mask.height());
        let stem = self.stem();
        let Some([w, h]) = self.frames else {
            self.refuse_costly(std::slice::from_ref(&mask), format)?;
            let form = self.form(&mask)?;
            let frame = Frame { name: stem, at: [0, 0], mask, form };
            return Ok(Sheet { width, height, frames: vec![frame] });
        };
        // Frames of no size are refused where they are cut.
        let along = |whole: u32, part: usize| (whole as usize).checked_div(part).unwrap_or(0);
        if along(width, w) * along(height, h) > self.max_frames {
            return Err(self.too_many());
        }
        let masks = mask.sliced(w, h)?;
        self.refuse_costly(&masks, format)?;
        let masks = masks.into_iter().enumerate();
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

    /// Refuses masks whose polygons would take too much memory. SVG needs the edges of every form.
    fn refuse_costly(&self, masks: &[Mask], format: Format) -> Result<()> {
        if self.outline || self.polygons || format == Format::Svg && !self.convex {
            let what = "edges around solid texels";
            size::refuse_more(self.max_edges, masks, size::edges, what, "--max-edges")?;
        }
        if self.convex {
            let what = "rectangles of solid texels";
            size::refuse_more(self.max_parts, masks, size::parts, what, "--max-parts")?;
        }
        Ok(())
    }

    fn refuse_long_output(&self, sheet: &Sheet, format: Format) -> Result<()> {
        let most = self.max_out_mib;
        let mut counter = ByteCounter { left: most.saturating_mul(1 << 20) };
        let is_too_long = format != Format::Png && write_text(sheet, format, &mut counter).is_err();
        if is_too_long {
            return Err(size::too_much(format!("more than {most} MiB of output"), "--max-out-mib"));
        }
        Ok(())
    }

    fn write(&self, sheet: &Sheet, format: Format) -> io::Result<()> {
        let mut output = Output::open(self.out.as_deref())?;
        match format {
            Format::Png => png::write(sheet, &mut output)?,
            _ => write_text(sheet, format, &mut output)?,
        }
        output.finish()
    }
}

/// Writes a sheet in a format other than PNG.
fn write_text(sheet: &Sheet, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Json => json::write(sheet, out),
        Format::Svg => svg::write(sheet, out),
        Format::Txt | Format::Png => text::write(sheet, out),
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

//! `kasuri sheet`: checks, prints, converts and draws sheets of the hit box editor (docs/sheets.md).

mod draw;
mod source;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use kasuri::sheet::{Sheet, SheetEngine};

use crate::art::Art;
use crate::numbers;
use crate::output::{self, Output};
use crate::picture;
use crate::stop::Stop;

const AFTER: &str = "\
Examples:
  kasuri sheet ship.sheet.json                       checks it, and lists its frames, regions and tags
  kasuri sheet ship.sheet.json --out frames.png      a picture of all frames with their regions
  kasuri sheet ship.sheet.json --json                the sheet as JSON, with all masks as runs
  kasuri sheet bee.json --out bee.sheet.json         an export of Aseprite as a sheet; its picture is beside it
  kasuri sheet walk.png --frames 16x24 --out walk.sheet.json
  kasuri sheet ship.sheet.json --to box2d --out ship.box2d.json    convex polygons for an engine without Kasuri

A sheet that takes its masks from a picture needs the picture beside it, under the name that the sheet gives, or --picture.

Exit status: 0 done; 1 the output could not be written; 2 the input was refused.";

/// Checks, prints and draws sheets of the hit box editor, and makes them of pictures and Aseprite's exports
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct SheetOf {
    /// A sheet, the JSON of an Aseprite export, or a picture; - for standard input
    input: PathBuf,
    /// The picture that belongs to the JSON, instead of the one that the JSON names
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Cut a picture into frames of this size, which must divide it
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    frames: Option<[usize; 2]>,
    #[command(flatten)]
    art: Art,
    /// Print the sheet as JSON
    #[arg(long)]
    json: bool,
    /// Print the masks and regions as convex polygons and circles for another engine
    #[arg(long, value_name = "ENGINE", conflicts_with = "json")]
    to: Option<Engine>,
    /// How far, in texels, the polygons may go beyond the solid texels; 0 gives rectangles
    #[arg(long, value_name = "TEXELS", default_value_t = 1.0, requires = "to")]
    tolerance: f64,
    /// Write to this file, completely or not at all: .json, .png or .txt; with --to .json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Text,
    Json,
    Png,
    Engine(SheetEngine),
}

/// An engine that reads polygons. `SheetEngine` says what each one gets.
#[derive(Clone, Copy, ValueEnum)]
enum Engine {
    Box2d,
    Matter,
    Godot,
    Phaser,
}

impl From<Engine> for SheetEngine {
    fn from(engine: Engine) -> SheetEngine {
        match engine {
            Engine::Box2d => SheetEngine::Box2d,
            Engine::Matter => SheetEngine::Matter,
            Engine::Godot => SheetEngine::Godot,
            Engine::Phaser => SheetEngine::Phaser,
        }
    }
}

impl SheetOf {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let format = self.format()?;
        let sheet = source::read(&self)?;
        match format {
            Format::Png => {
                let drawn = draw::of(&sheet).map_err(|error| Stop::refused(&self.place(), error))?;
                let path = self.out.as_deref().unwrap_or("-".as_ref());
                picture::save(&drawn, path).map_err(Stop::output)?;
            }
            Format::Json => self.write(&sheet.to_json()).map_err(Stop::output)?,
            Format::Text => self.write(&text::of(&sheet)).map_err(Stop::output)?,
            Format::Engine(engine) => {
                let polygons = sheet.for_engine(engine, self.tolerance);
                let polygons = polygons.map_err(|error| Stop::refused(&self.place(), error))?;
                self.write(&polygons).map_err(Stop::output)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the name of the input, for messages.
    fn place(&self) -> String {
        self.input.display().to_string()
    }

    fn format(&self) -> Result<Format, Stop> {
        if let Some(engine) = self.to {
            if let Some(path) = &self.out {
                output::may_end(path, &["json"])?;
            }
            return Ok(Format::Engine(engine.into()));
        }
        let Some(path) = &self.out else {
            return Ok(if self.json { Format::Json } else { Format::Text });
        };
        let format = match &*path.extension().unwrap_or_default().to_string_lossy() {
            "json" => Format::Json,
            "png" => Format::Png,
            "txt" => Format::Text,
            _ => return output::needs_ending(path, &["json", "png", "txt"]).map(|()| Format::Text),
        };
        if self.json && format != Format::Json {
            return Err(Stop::refused(&path.display().to_string(), "with --json its name must end in .json"));
        }
        Ok(format)
    }

    fn write(&self, text: &str) -> io::Result<()> {
        let mut output = Output::open(self.out.as_deref())?;
        output.write_all(text.as_bytes())?;
        output.finish()
    }
}

/// Returns "1 frame" or "2 frames".
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Returns the frames, the regions and the tags of a sheet, in words.
fn counts(sheet: &Sheet) -> String {
    let regions = sheet.frames().iter().map(|frame| frame.regions.len()).sum();
    let [frames, regions, tags] =
        [(sheet.frames().len(), "frame"), (regions, "region"), (sheet.tags().len(), "tag")]
            .map(|(n, what)| counted(n, what));
    format!("{frames}, {regions}, {tags}")
}

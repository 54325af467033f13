//! `kasuri check`: tests whether two pictures touch, and how.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use kasuri::answer::{Common, Overlap};
use kasuri::lattice::Point;
use kasuri::scene::sprite_pair;
use kasuri::{
    Mask, Placement, Result, Touching, Vec2,
    mask::Sprite,
    query::{self, Form},
};

use crate::art::Art;
use crate::meeting;
use crate::numbers;
use crate::output::{self, Output};
use crate::picture;
use crate::stop::Stop;

const AFTER: &str = "\
Examples:
  kasuri check ship.png shot.png --at 12,-3    with the shot's top left corner at 12,-3
  kasuri check ship.png boss.png --at 20,8 --angle 90deg --scale 2 --flip
  kasuri check ship.png boss.png --json        the pair as kasuri solve prints it; pixels 0 when apart
  kasuri check ship.png boss.png --out hit.png  both pictures, with their common pixels lit

A is not turned; its top left corner is at 0,0. B is turned, scaled and flipped around its middle, whose position --at
defines. One of them may be - for standard input.

Exit status: 0 they touch; 1 they are apart; 2 the input was refused, or the output could not be written.";

/// Tests whether two pictures touch, to the pixel: exit status 0 if they touch, 1 if they are apart
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct Check {
    /// The one picture: a PNG, GIF, WebP, BMP, QOI or TGA file
    a: PathBuf,
    /// The second picture, which can be moved, turned and scaled
    b: PathBuf,
    /// The position of B's top left corner in A's pixels, before B is turned or scaled
    #[arg(long, value_name = "X,Y", value_parser = numbers::pair, default_value = "0,0", allow_hyphen_values = true)]
    at: [f64; 2],
    /// Turns B, in radians or degrees, such as 0.5 or 90deg; positive angles turn clockwise
    #[arg(long, value_name = "ANGLE", value_parser = numbers::angle, default_value = "0", allow_hyphen_values = true)]
    angle: f64,
    /// Scales B by 1/64 to 64; one number, or one for each axis; a negative number mirrors
    #[arg(long, value_name = "S|SX,SY", value_parser = numbers::scale, default_value = "1", allow_hyphen_values = true)]
    scale: [f64; 2],
    /// Mirrors B: left to right (x, the default value), top to bottom (y), or both (xy)
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "x")]
    flip: Option<Flip>,
    #[command(flatten)]
    art: Art,
    /// Print the pair as JSON, with the fields of docs/SPEC.md, section 8
    #[arg(long)]
    json: bool,
    /// Draw both pictures to this PNG file, with their common pixels lit
    #[arg(long, value_name = "FILE.png")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum Flip {
    X,
    Y,
    Xy,
}

impl Check {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        // Here 1 means apart, so every failure is 2.
        self.verdict().map_err(|stop| match stop {
            Stop::Unwritten(why) => Stop::Refused(why),
            other => other,
        })
    }

    fn verdict(&self) -> Result<ExitCode, Stop> {
        if let Some(path) = &self.out {
            output::needs_ending(path, &["png"])?;
        }
        let [a, b] = [&self.a, &self.b].map(|path| self.art.read(path).map(Arc::new));
        let (a, b) = (place_a(&a?), self.place_b(&b?));
        let a = a.map_err(|error| Stop::refused(&name(&self.a), error))?;
        let b = b.map_err(|error| Stop::refused(&name(&self.b), error))?;
        if let Some(path) = &self.out {
            let picture = meeting::draw(&a, &b).map_err(|why| Stop::refused(&name(path), why))?;
            picture::save(&picture, path).map_err(Stop::output)?;
        }
        let common = match query::overlap(&Form::Sprite(a), &Form::Sprite(b), Touching::Counts) {
            Some(Overlap::SpriteSprite(common)) => Some(common),
            _ => None,
        };
        self.say(common.as_ref())?;
        Ok(ExitCode::from(u8::from(common.is_none())))
    }

    fn place_b(&self, mask: &Arc<Mask>) -> Result<Sprite> {
        // Checked before it is changed, so that an error shows the number that was typed.
        Point::snapped(self.at).map_err(|error| error.at("at"))?;
        let [x, y] = self.at;
        let middle = Vec2::new(x + f64::from(mask.width()) / 2.0, y + f64::from(mask.height()) / 2.0);
        let [sx, sy] = self.scale;
        let sx = if matches!(self.flip, Some(Flip::X | Flip::Xy)) { -sx } else { sx };
        let sy = if matches!(self.flip, Some(Flip::Y | Flip::Xy)) { -sy } else { sy };
        Sprite::place(mask, &Placement::at(middle).turned(self.angle).scaled([sx, sy]), None)
    }

    fn say(&self, common: Option<&Common>) -> Result<(), Stop> {
        let (a, b) = (name(&self.a), name(&self.b));
        let text = if self.json { sprite_pair(&a, &b, common) } else { told(&a, &b, common) };
        match print(&text).map_err(Stop::output) {
            // A reader that closed the pipe still gets the true exit status.
            Err(Stop::Closed) => Ok(()),
            done => done,
        }
    }
}

fn place_a(mask: &Arc<Mask>) -> Result<Sprite> {
    Sprite::place(mask, &Placement::default(), Some(Vec2::default()))
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn print(text: &str) -> io::Result<()> {
    let mut output = Output::open(None)?;
    writeln!(output, "{text}")?;
    output.finish()
}

/// Returns the answer as text for people.
fn told(a: &str, b: &str, common: Option<&Common>) -> String {
    let Some(Common { pixels, bounds, centroid: Vec2 { x, y }, normal, depth, .. }) = common else {
        return format!("{a} and {b} are apart: no pixel is common");
    };
    let are = if *pixels == 1 { "pixel is" } else { "pixels are" };
    let [w, h] = [bounds.x1 - bounds.x0, bounds.y1 - bounds.y0];
    let free = match normal {
        Vec2 { x: 0.0, y: 0.0 } => "no way out is shorter than its opposite".into(),
        Vec2 { x: nx, y: ny } => format!("{b} comes free {depth} px along ({nx:.2}, {ny:.2})"),
    };
    let (left, top) = (bounds.x0, bounds.y0);
    format!(
        "{a} and {b} touch: {pixels} {are} common, in {w} x {h} px at ({left}, {top}), around ({x:.2}, {y:.2})\n{free}"
    )
}

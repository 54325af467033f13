//! `kasuri view`: a scene as a picture. This version has no window: it draws on the CPU, whatever the machine.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use kasuri::answer::Overlap;
use kasuri::scene::{Answer, Scene};

use crate::input::Input;
use crate::picture::draw;
use crate::stop::{Stop, complain};

const AFTER: &str = "\
Examples:
  kasuri view                                  the scene that comes with the program, to kasuri.png
  kasuri view scene.json --out scene.png       any scene
  kasuri view scene.json --zoom 1              a picture pixel for each world pixel

Every sprite is drawn as exactly the pixels that it covers; what hits is lit.";

/// Draws a scene: sprites as exactly the pixels that they cover, what hits lit up
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct View {
    /// The scene to draw; - for standard input; without it, the one that comes with the program
    file: Option<PathBuf>,
    /// Where the picture goes
    #[arg(long, value_name = "FILE.png", default_value = "kasuri.png")]
    out: PathBuf,
    /// Picture pixels for each world pixel
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=64))]
    zoom: u8,
}

impl Default for View {
    fn default() -> View {
        View { file: None, out: "kasuri.png".into(), zoom: 6 }
    }
}

impl View {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        complain("this version has no window yet; drawing on the CPU, without a display or a GPU");
        let (name, scene) = self.read()?;
        let answer = scene.solve().map_err(|error| Stop::refused(&name, error))?;
        let picture =
            draw(&scene, &answer.pairs, self.zoom.into()).map_err(|why| Stop::refused(&name, why))?;
        picture.save(&self.out).map_err(Stop::output)?;
        let mut report = tell(&answer);
        let _ = writeln!(report, "drawn to {}", self.out.display());
        io::stdout().write_all(report.as_bytes()).map_err(Stop::output)?;
        Ok(ExitCode::SUCCESS)
    }

    fn read(&self) -> Result<(String, Scene), Stop> {
        let (name, text, folder) = match &self.file {
            None => {
                let text = include_bytes!("../../assets/scenes/first.json");
                ("the scene that comes with the program".to_owned(), text.to_vec(), PathBuf::from("."))
            }
            Some(file) => {
                let mut input = Input::open(file)?;
                let text = input.read_whole()?;
                (input.name, text, input.folder)
            }
        };
        let scene = Scene::from_json(text, &folder).map_err(|error| Stop::refused(&name, error))?;
        Ok((name, scene))
    }
}

/// What hit what, a line a pair.
fn tell(answer: &Answer) -> String {
    let ids = answer.scene.ids();
    let mut report = format!("{} bodies, {} hits\n", ids.len(), answer.pairs.len());
    for pair in &answer.pairs {
        let how = match &pair.overlap {
            Overlap::SpriteSprite(common) => format!("{} common pixels", common.pixels),
            Overlap::SpriteShape { pixels } => format!("{pixels} covered pixels met"),
            Overlap::ShapeShape(contact) => format!("{:.2} px deep", contact.depth),
            Overlap::Tiles { cells } => format!("{} cells", cells.len()),
        };
        let _ = writeln!(report, "  {} hits {}: {how}", ids[pair.a], ids[pair.b]);
    }
    report
}

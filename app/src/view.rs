//! `kasuri view`: a scene in a window, or as a picture without one.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use kasuri::lattice::PixelBox;
use kasuri::scene::Scene;

use crate::draw::{self, Camera, Drawing, Gpu, MOST, Zoom};
use crate::input::Input;
use crate::numbers;
use crate::picture::Picture;
use crate::stage::{Stage, Still, Swarm};
use crate::stop::{Stop, complain};
use crate::window::{self, KEYS};

const AFTER: &str = "\
Examples:
  kasuri view                                  a moth, a ship and their bullets, in a window
  kasuri view scene.json                       any scene in a window
  kasuri view scene.json --out scene.png       as a picture, without a window
  kasuri view --headless --frames 300 --out swarm.png --size 960x720 --backend gpu

Every sprite is drawn as exactly the pixels that it covers; what hits is lit. The CPU and the GPU draw the same picture,
pixel for pixel. Where no window can be opened, a picture is drawn on the CPU instead.";

/// Shows a scene in a window or as a picture: sprites as exactly the pixels that they cover, what hits lit up
#[derive(Args)]
#[command(after_help = AFTER, after_long_help = format!("{AFTER}\n\nIn the window:\n{KEYS}"))]
pub(crate) struct View {
    /// The scene to show; - for standard input; without it, the one that comes with the program
    file: Option<PathBuf>,
    /// Draws a picture, without a window
    #[arg(long)]
    headless: bool,
    /// Where the picture goes; kasuri.png where nothing is said
    #[arg(long, value_name = "FILE.png")]
    out: Option<PathBuf>,
    /// How many steps pass before the picture is taken; 60 are a second
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    /// How large the picture or window is, in pixels; without it, as the scene needs
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// Pixels for each world pixel
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    zoom: Option<u8>,
    /// Who draws the picture
    #[arg(long, value_enum, default_value_t = Backend::Cpu)]
    backend: Backend,
}

/// Who draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Backend {
    #[default]
    Cpu,
    Gpu,
}

impl Default for View {
    fn default() -> View {
        View {
            file: None,
            headless: false,
            out: None,
            frames: None,
            size: None,
            zoom: None,
            backend: Backend::Cpu,
        }
    }
}

impl View {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let mut stage = self.stage()?;
        for _ in 0..self.frames.unwrap_or(0) {
            stage.step().map_err(|error| Stop::refused(stage.name(), error))?;
        }
        let backend = if self.headless || self.out.is_some() {
            self.backend
        } else {
            let Err(why) = window::open(&mut *stage, self.size, self.zoom.map(u32::from)) else {
                return Ok(ExitCode::SUCCESS);
            };
            complain(&format!("{why}; drawing a picture on the CPU instead"));
            Backend::Cpu
        };
        self.draw(&*stage, backend)?;
        Ok(ExitCode::SUCCESS)
    }

    fn stage(&self) -> Result<Box<dyn Stage>, Stop> {
        let Some(file) = &self.file else {
            let swarm = Swarm::new().map_err(|error| Stop::refused("swarm", error))?;
            return Ok(Box::new(swarm));
        };
        let mut input = Input::open(file)?;
        let text = input.read_whole()?;
        let scene =
            Scene::from_json(text, &input.folder).map_err(|error| Stop::refused(&input.name, error))?;
        Ok(Box::new(Still::new(input.name, scene)))
    }

    /// Takes a picture of the stage, and says what hits and where the picture is.
    fn draw(&self, stage: &dyn Stage, backend: Backend) -> Result<(), Stop> {
        let camera = self.camera(stage.home()).map_err(|why| Stop::refused(stage.name(), why))?;
        let mut drawing = Drawing::default();
        stage.draw(&mut drawing);
        let (picture, by) = take(&drawing, camera, backend);
        let out = self.out.clone().unwrap_or_else(|| "kasuri.png".into());
        picture.save(&out).map_err(Stop::output)?;
        let report = format!("{}drawn to {} by {by}\n", stage.tell(), out.display());
        io::stdout().write_all(report.as_bytes()).map_err(Stop::output)
    }

    fn camera(&self, home: PixelBox) -> Result<Camera, String> {
        let sides = [home.x1 - home.x0, home.y1 - home.y0].map(i32::unsigned_abs);
        let longest = sides[0].max(sides[1]);
        let zoom = match (self.zoom, self.size) {
            (Some(zoom), _) => Zoom::enlarged(zoom.into()),
            (None, Some(size)) => Zoom::fitting(home, size),
            (None, None) => Zoom::enlarged((1152 / longest).clamp(1, 6)),
        };
        let size = self.size.unwrap_or_else(|| sides.map(|side| side.saturating_mul(zoom.enlarge)));
        if size[0].max(size[1]) > MOST {
            let [width, height] = sides;
            let most = MOST / longest;
            return Err(format!(
                "the scene spans {width} x {height} px, too much for a picture at zoom {}; at most {most} would fit, \
                 or a part of it with --size",
                zoom.enlarge
            ));
        }
        Ok(Camera::over(home, size, zoom))
    }
}

/// The picture, and who drew it: a GPU that cannot is stood in for.
fn take(drawing: &Drawing, camera: Camera, backend: Backend) -> (Picture, String) {
    if backend == Backend::Gpu {
        let drawn = Gpu::open(&draw::instance(None), None).and_then(|gpu| {
            let picture = draw::draw_on_gpu(&gpu, drawing, camera)?;
            Ok((picture, format!("the GPU {}", gpu.name)))
        });
        match drawn {
            Ok(drawn) => return drawn,
            Err(why) => complain(&format!("{why}; drawing on the CPU instead")),
        }
    }
    (draw::draw_on_cpu(drawing, camera), "the CPU".into())
}

/// A width and a height of a picture.
fn size(text: &str) -> Result<[u32; 2], String> {
    let [width, height] = numbers::size(text)?;
    let side = |side: usize| u32::try_from(side).ok().filter(|side| (1..=MOST).contains(side));
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok([width, height]),
        _ => Err(format!("a picture has 1 to {MOST} pixels a side")),
    }
}

//! `kasuri view`: shows a scene in a window, or as pictures without one.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use kasuri::Recording;
use kasuri::lattice::PixelBox;
use kasuri::scene::Scene;
use serde_json::{Value, json};

use crate::draw::{Camera, MOST, Zoom};
use crate::film::Film;
use crate::input::Input;
use crate::most::MostOfScene;
use crate::numbers;
use crate::output;
use crate::painter::{Backend, Painter};
use crate::shell::SceneOrFile;
use crate::spelling::meant;
use crate::stage::{self, Recorded, SCENES, Session, Still, Tape};
use crate::stop::{Stop, complain};
use crate::window::{self, KEYS};

const EXAMPLES: &str = "\
Examples:
  kasuri view                                  the bullet hell, in a window
  kasuri view playground                       another scene
  kasuri view scene.json                       any scene file, read again when it changes
  kasuri view session.rec                      what a game recorded with kasuri::Recorder, step by step
  kasuri view scene.json --out scene.png       as a picture, without a window
  kasuri view danmaku --headless --frames 900 --out danmaku.png --backend gpu
  kasuri view bounce --headless --frames 300 --out bounce.gif --zoom 1
  kasuri view stress --headless --frames 60 --json
  kasuri view danmaku --save game.replay       plays, and saves what was played
  kasuri view danmaku --headless --input game.replay --out end.png

Every sprite is drawn as exactly the pixels that it covers; hits are lit. The CPU and the GPU draw the same picture,
pixel for pixel, every time. If no window can be opened, the scene is played without one, as with --headless.
Without --out and --save nothing is written.";

/// What is done where no window can be opened.
const INSTEAD: &str = "playing without one, on the CPU; --out FILE.png draws what is told here";

fn after() -> String {
    format!("{EXAMPLES}\n\nScenes:\n{}", stage::list())
}

/// Shows a scene in a window or as pictures: sprites as exactly the pixels that they cover, hits lit up
#[derive(Args)]
#[command(after_help = after(), after_long_help = format!("{}\nIn the window:\n{KEYS}", after()))]
pub(crate) struct View {
    /// The scene to show: a name, a scene file or a recording; - for standard input; by default danmaku
    #[arg(value_name = "SCENE|FILE", value_parser = SceneOrFile, hide_possible_values = true)]
    scene: Option<PathBuf>,
    /// Plays without a window, and tells the hits
    #[arg(long)]
    headless: bool,
    /// Draws pictures, without a window: one of the last step, all in a folder (its name ends with /), or an animation
    #[arg(long, value_name = "FILE.png|FILE.gif|DIR/")]
    out: Option<PathBuf>,
    /// The number of steps; 60 are one second. By default all steps of a recording; for a scene, enough to show
    /// something
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    /// The size of the picture or window, in pixels; by default, what the scene needs
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// Pixels for each world pixel
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    zoom: Option<u8>,
    /// What draws the picture
    #[arg(long, value_enum, default_value_t = Backend::Cpu)]
    backend: Backend,
    /// The seed for scenes that use random numbers
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Plays a recording
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Saves what was played to this file: at the end, and every five seconds until then
    #[arg(long, value_name = "FILE.replay")]
    save: Option<PathBuf>,
    /// Plays without a window, and prints the hits and where the pictures are as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    most: MostOfScene,
}

impl Default for View {
    fn default() -> View {
        View {
            scene: None,
            headless: false,
            out: None,
            frames: None,
            size: None,
            zoom: None,
            backend: Backend::Cpu,
            seed: None,
            input: None,
            save: None,
            json: false,
            most: MostOfScene::default(),
        }
    }
}

impl View {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        if let Some(path) = &self.save {
            output::may_end(path, &["replay"])?;
        }
        let (mut session, tape) = self.session()?;
        let done = if self.headless || self.json || self.out.is_some() {
            self.draw(&mut session, &tape)
        } else {
            let (zoom, keep) = (self.zoom.map(u32::from), self.save.as_deref());
            match window::open(&mut session, &tape, self.size, zoom, keep) {
                Ok(()) => Ok(()),
                // The window was lost while something was played.
                Err(why) if session.time() > 0 => Err(Stop::Unwritten(why)),
                Err(why) => {
                    complain(&format!("{why}; {INSTEAD}"));
                    self.draw(&mut session, &tape)
                }
            }
        };
        // What was played is kept, also if the window was lost.
        if let Some(path) = self.save.as_ref().filter(|_| done.is_ok() || session.time() > 0) {
            if !session.stage.plays() {
                return Err(Stop::refused(session.stage.name(), "nothing was played that could be kept"));
            }
            save(&session.tape(), path).map_err(Stop::output)?;
        }
        done.map(|()| ExitCode::SUCCESS)
    }

    /// Returns the scene at its start, and the recording to play in it.
    fn session(&self) -> Result<(Session, Tape), Stop> {
        let tape = self
            .input
            .as_deref()
            .map(|path| read_tape(&mut Input::open(path)?, self.most.max_mib()))
            .transpose()?;
        let Some(scene) = &self.scene else {
            let first = Tape { scene: SCENES[0].name.into(), ..Tape::default() };
            return self.session_of(tape.unwrap_or(first));
        };
        if let Some(scene) = SCENES.iter().find(|known| Path::new(known.name) == scene) {
            let tape = tape.unwrap_or_default();
            if !tape.scene.is_empty() && tape.scene != scene.name {
                return Err(Stop::Refused(format!(
                    "that is a recording of {}, not of {}",
                    tape.scene, scene.name
                )));
            }
            return self.session_of(Tape { scene: scene.name.into(), ..tape });
        }
        let ceilings = self.most.ceilings();
        let mut input = Input::open(scene).map_err(|stop| hint(scene, stop))?;
        let path = (scene != Path::new("-")).then(|| scene.clone());
        if input.begins_with(Recording::MAGIC)? {
            let bytes = input.read_whole(self.most.max_mib())?;
            let refused = |error| Stop::refused(&input.name, error);
            let recording = Recording::new(bytes).map_err(refused)?.within(ceilings);
            let stage = Recorded::new(input.name.clone(), recording, path).map_err(refused)?;
            return Ok((Session::new(Box::new(stage), 0), Tape::default()));
        }
        let bytes = input.read_whole(self.most.max_mib())?;
        if let Ok(text) = std::str::from_utf8(&bytes)
            && Tape::is_one(text)
        {
            let tape = Tape::read(text).map_err(|why| Stop::refused(&input.name, why))?;
            return self.session_of(tape);
        }
        let read = Scene::from_json_within(bytes, &input.folder, ceilings);
        let still = read.and_then(|scene| Still::new(input.name.clone(), scene, path));
        let still = still.map_err(|error| Stop::refused(&input.name, error))?;
        Ok((Session::new(Box::new(still), 0), Tape::default()))
    }

    fn session_of(&self, tape: Tape) -> Result<(Session, Tape), Stop> {
        let seed = self.seed.unwrap_or(tape.seed);
        let stage = stage::open(&tape.scene, seed).map_err(|why| Stop::refused(&tape.scene, why))?;
        Ok((Session::new(stage, seed), tape))
    }

    /// Plays without a window. Takes pictures if they were asked for. Prints the hits and where the pictures are.
    fn draw(&self, session: &mut Session, tape: &Tape) -> Result<(), Stop> {
        let mut shot = self.out.as_ref().map(|out| self.shot(session, out)).transpose()?;
        let last = self.frames.unwrap_or_else(|| whole(session, tape));
        for step in 0..=last {
            if step > 0 {
                let pad = tape.pads.get(step as usize - 1).copied().unwrap_or_default();
                session.step(pad).map_err(|error| Stop::refused(session.stage.name(), error))?;
            }
            if let Some(Shot { film, painter, camera }) =
                shot.as_mut().filter(|shot| shot.film.wants(step, last))
            {
                film.take(step, &painter.take(&*session.stage, *camera)).map_err(Stop::output)?;
            }
        }
        let done = |Shot { film, painter, .. }| -> io::Result<_> {
            Ok((film.finish()?.display().to_string(), painter.name()))
        };
        let drawn = shot.map(done).transpose().map_err(Stop::output)?;
        let report = match drawn {
            drawn if self.json => format!("{}\n", json(session, drawn)),
            Some((path, by)) => format!("{}drawn to {path} by {by}\n", session.stage.tell()),
            None => session.stage.tell(),
        };
        io::stdout().write_all(report.as_bytes()).map_err(Stop::output)?;
        let is_whole = last as usize == tape.pads.len() && self.seed.is_none_or(|seed| seed == tape.seed);
        let hash = session.stage.world().map(kasuri::World::hash);
        match tape.hash {
            Some(recorded) if is_whole && hash != Some(recorded) => Err(Stop::Refused(format!(
                "it ended otherwise than recorded, which was world {recorded:016x}"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns what takes the pictures.
    fn shot(&self, session: &Session, out: &Path) -> Result<Shot, Stop> {
        let film = Film::open(out)?;
        let camera = self.camera(session.stage.home());
        let camera = camera.map_err(|why| Stop::refused(session.stage.name(), why))?;
        Ok(Shot { film, painter: Painter::new(self.backend), camera })
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

/// Returns the default number of steps: all of a recording, or until a scene shows something.
fn whole(session: &Session, tape: &Tape) -> u32 {
    let look =
        || SCENES.iter().find(|scene| scene.name == session.stage.name()).map_or(0, |scene| scene.look);
    let played = (tape.hash.is_some() || !tape.pads.is_empty()).then_some(tape.pads.len() as u32);
    session.stage.length().or(played).unwrap_or_else(look)
}

/// What takes pictures, and where they are kept.
struct Shot {
    film: Film,
    painter: Painter,
    camera: Camera,
}

/// Returns the report. `drawn` is the path of the pictures and who drew them.
fn json(session: &Session, drawn: Option<(String, String)>) -> Value {
    let (out, by) = drawn.unzip();
    let (stage, counts) = (&*session.stage, session.stage.counts());
    json!({
        "scene": stage.name(),
        "step": session.time(),
        "bodies": counts.bodies,
        "hits": counts.hits,
        "world": stage.world().map(|world| format!("{:016x}", world.hash())),
        "told": stage.tell().lines().collect::<Vec<_>>(),
        "out": out,
        "drawn_by": by,
    })
}

fn read_tape(input: &mut Input, most: u64) -> Result<Tape, Stop> {
    let bytes = input.read_whole(most)?;
    let text = String::from_utf8(bytes).map_err(|_| Stop::refused(&input.name, "a recording is text"))?;
    Tape::read(&text).map_err(|why| Stop::refused(&input.name, why))
}

/// Writes the recording of a session to a file.
pub(crate) fn save(tape: &Tape, path: &Path) -> io::Result<()> {
    let mut output = output::Output::open(Some(path))?;
    output.write_all(tape.write().as_bytes())?;
    output.finish()
}

/// Adds the scene that was meant, or the list of scenes, to the error for a misspelt one.
pub(crate) fn hint(scene: &Path, stop: Stop) -> Stop {
    match stop {
        Stop::Refused(why) if scene.extension().is_none() && scene.components().count() == 1 => {
            let names: Vec<_> = SCENES.iter().map(|scene| scene.name).collect();
            Stop::Refused(match meant(&scene.to_string_lossy(), names.iter().copied()) {
                Some(name) => format!("{why}; did you mean the scene {name}?"),
                None => format!("{why}; the scenes are {}", names.join(", ")),
            })
        }
        stop => stop,
    }
}

/// Reads the width and height of a picture.
fn size(text: &str) -> Result<[u32; 2], String> {
    let [width, height] = numbers::size(text)?;
    let side = |side: usize| u32::try_from(side).ok().filter(|side| (1..=MOST).contains(side));
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok([width, height]),
        _ => Err(format!("a picture has 1 to {MOST} pixels a side")),
    }
}

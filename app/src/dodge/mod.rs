//! `kasuri dodge`: whether a pattern of bullets can be dodged, and where.

mod pattern;
mod player;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use kasuri::parallel::Threads;
use kasuri::query::{Dodge, DodgePath, PlaceGrid, PlayerMoves, Reach};
use kasuri::{Filter, World};
use serde_json::{Value, json};

use crate::most::Most;
use crate::output::{self, Output};
use crate::shell::SceneOrFile;
use crate::stop::Stop;
use pattern::Pattern;
use player::Player;

const AFTER: &str = "\
Examples:
  kasuri dodge pattern.rec --player core --speed 4,2    from its first step to its last one
  kasuri dodge pattern.rec --from 11 --to 40            half a second of it
  kasuri dodge danmaku --seed 7 --to 600                the program's bullet hell as it plays itself
  kasuri dodge pattern.rec --picture way.gif            free and reachable positions, step by step
  kasuri dodge pattern.rec --path way.txt --json        the path: step, x, y and room, one line each

The player stands on a grid of positions and makes one move a step: it stays, or goes in one of eight directions at one of
its speeds, rounded down to the grid. Everything moves, then the step decides. The bullets are those that were recorded:
those that aim at the player do not aim anew.

Exit status: 0 it can be dodged; 1 it cannot; 2 the input was refused, or the output could not be written.";

/// Whether a player can live through a pattern of bullets, exact to the pixel, and the path with the most room
#[derive(Args)]
#[command(name = "dodge", after_help = AFTER)]
pub(crate) struct DodgePattern {
    /// A recording of a world, what was played in a scene (kasuri view --save), or a scene's name
    #[arg(value_parser = SceneOrFile, hide_possible_values = true)]
    pattern: PathBuf,
    /// The first step in which the player moves
    #[arg(long, value_name = "STEP", default_value_t = 1)]
    from: usize,
    /// The last step; by default the last one of the recording
    #[arg(long, value_name = "STEP")]
    to: Option<usize>,
    /// The player's speeds, in pixels a step
    #[arg(long, value_name = "PX", value_delimiter = ',', default_values_t = [3.25, 1.5], allow_negative_numbers = true)]
    speed: Vec<f64>,
    /// The distance between two positions of the player, in pixels: a multiple of 1/256
    #[arg(long, value_name = "PX", default_value_t = 1.0, allow_negative_numbers = true)]
    step: f64,
    /// The positions of the player: left, top, width and height in pixels; by default the world's bounds
    #[arg(long, num_args = 4, value_names = ["X", "Y", "W", "H"], allow_negative_numbers = true)]
    field: Option<Vec<f64>>,
    /// The player: a region's name, a handle such as 0v1, or layer:BITS
    #[arg(long, value_name = "WHO", default_value = "core")]
    player: Player,
    /// The layers of what hits the player, as bits; by default all that its own layers allow
    #[arg(long, value_name = "BITS", default_value_t = u32::MAX, hide_default_value = true)]
    against: u32,
    /// The player may begin anywhere, not only where it was
    #[arg(long)]
    anywhere: bool,
    /// The seed of a scene
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Draw free and reachable positions: a picture of all steps together, or an animation
    #[arg(long, value_name = "FILE.png|FILE.gif")]
    picture: Option<PathBuf>,
    /// Write the path to this file
    #[arg(long, value_name = "FILE.txt")]
    path: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    most: Most,
}

/// What was found.
struct Found {
    dodge: Dodge,
    /// The number of each step that the world made.
    numbers: Vec<usize>,
    path: DodgePath,
}

impl DodgePattern {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        // Here 1 means that it cannot be dodged, so every failure is 2.
        self.verdict().map_err(|stop| match stop {
            Stop::Unwritten(why) => Stop::Refused(why),
            other => other,
        })
    }

    fn verdict(&self) -> Result<ExitCode, Stop> {
        if let Some(path) = &self.path {
            output::may_end(path, &["txt"])?;
        }
        let pattern = Pattern::open(&self.pattern, self.seed, self.most)?;
        let to = self.last_step(&pattern)?;
        let found = self.search(&pattern, to)?;
        if let Some(path) = &self.picture {
            show::draw(&found.dodge, &found.path, path)?;
        }
        if let Some(file) = &self.path {
            write_path(&found, file).map_err(Stop::output)?;
        }
        let text = if self.json { found.json(self, to).to_string() } else { found.told(self, to) };
        let is_dodged = found.dodge.walls().is_empty();
        match print(&text).map_err(Stop::output) {
            // A reader that closed the pipe still gets the true exit status.
            Ok(()) | Err(Stop::Closed) => Ok(ExitCode::from(u8::from(!is_dodged))),
            Err(stop) => Err(stop),
        }
    }

    fn last_step(&self, pattern: &Pattern) -> Result<usize, Stop> {
        let refused = |why: String| Err(Stop::refused(&pattern.name, why));
        let Some(to) = self.to.or(pattern.length) else {
            return refused("a scene has no last step; say one with --to".into());
        };
        if let Some(length) = pattern.length.filter(|&length| to > length) {
            return refused(format!("--to {to}: it has {length} steps"));
        }
        if self.from == 0 || self.from > to {
            return refused(format!(
                "--from {} --to {to}: a pattern has at least one step, from 1 on",
                self.from
            ));
        }
        Ok(to)
    }

    fn search(&self, pattern: &Pattern, to: usize) -> Result<Found, Stop> {
        let moves =
            PlayerMoves::of_speeds(&self.speed, self.step).map_err(|e| Stop::refused("--speed", e))?;
        let bar = ProgressBar::new(to as u64);
        let style = ProgressStyle::with_template("{bar:32} {percent:>3} %, {eta} left: step {pos}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let (mut search, mut numbers) = (None, Vec::new());
        let mut before = None;
        pattern.play(to, |number, world| {
            bar.set_position(number as u64);
            let player = self.player.find(world)?;
            if number < self.from {
                before = Some(world.get(player).map_err(|e| e.to_string())?.at());
                return Ok(());
            }
            if search.is_none() {
                let start = before.map_or_else(|| world.get(player).map(kasuri::world::BodyRef::at), Ok);
                let start = start.map_err(|error| error.to_string())?;
                search = Some(self.begin(world, world.pixels_of(start), moves.clone())?);
            }
            let Some(dodge) = &mut search else { return Ok(()) };
            let filter = Filter::against(self.against);
            let threats = world.threats(player, self.player.region(), filter).map_err(|e| e.to_string())?;
            numbers.push(number);
            dodge.step(&threats).map_err(|error| error.to_string())
        })?;
        bar.finish_and_clear();
        let path = search.as_ref().and_then(Dodge::path);
        match (search, path) {
            (Some(dodge), Some(path)) => Ok(Found { dodge, numbers, path }),
            _ => Err(Stop::refused(&pattern.name, "the world makes no step in this time")),
        }
    }

    /// Begins the search in the world of the first step.
    fn begin(&self, world: &World, start: kasuri::Vec2, moves: PlayerMoves) -> Result<Dodge, String> {
        let [x, y, width, height] = match &self.field {
            Some(field) => [field[0], field[1], field[2], field[3]],
            None => player::bounds(world)
                .ok_or("the world has no bounds; say with --field where the player may be")?,
        };
        // (What is not finite becomes 0, which is refused, as is the rest.)
        let count = |side: f64| (side / self.step).floor().clamp(-1.0, 1e9) as i64 + 1;
        let count = [count(width), count(height)].map(|count| count.clamp(0, i64::from(u32::MAX)) as u32);
        let places = PlaceGrid::new([x, y], [self.step, self.step], count);
        let reach = Reach::new(&places, moves).map_err(|error| format!("--field, --step: {error}"))?;
        let mut reach = reach.on(&Threads::default());
        if !self.anywhere {
            reach.start_at(start).map_err(|error| format!("the player is outside of the field: {error}"))?;
        }
        Ok(Dodge::new(reach))
    }
}

impl Found {
    /// Returns the step in which the fewest positions can be reached, and how many.
    fn tightest(&self) -> (usize, u64) {
        let counts = self.dodge.counts().iter().zip(&self.numbers);
        counts.min_by_key(|(count, _)| **count).map_or((0, 0), |(count, number)| (*number, *count))
    }

    fn json(&self, asked: &DodgePattern, to: usize) -> Value {
        let walls: Vec<usize> = self.dodge.walls().iter().map(|&k| self.numbers[k]).collect();
        let (step, reachable) = self.tightest();
        let place = |place: &kasuri::query::PathPlace| json!([place.at.x, place.at.y]);
        let path: Vec<Value> = [&self.path.start].into_iter().chain(&self.path.steps).map(place).collect();
        json!({
            "dodgeable": walls.is_empty(),
            "from": asked.from,
            "to": to,
            "positions": self.dodge.reach().map().size(),
            "step": asked.step,
            "walls": walls,
            "tightest": { "step": step, "reachable": reachable },
            "least_room": self.path.least_room,
            "path": path,
        })
    }

    fn told(&self, asked: &DodgePattern, to: usize) -> String {
        let [w, h] = self.dodge.reach().map().size();
        let what = format!("steps {} to {to}, {w} x {h} positions", asked.from);
        let (step, reachable) = self.tightest();
        let room = f64::from(self.path.least_room) * asked.step;
        match self.dodge.walls() {
            [] => format!(
                "it can be dodged: {what}; the path has {room} px of room or more; the fewest positions, {reachable}, can be \
                 reached in step {step}"
            ),
            walls => {
                let walls: Vec<String> = walls.iter().map(|&k| self.numbers[k].to_string()).collect();
                format!("it cannot be dodged: {what}; walls in step {}", walls.join(", "))
            }
        }
    }
}

fn write_path(found: &Found, file: &Path) -> std::io::Result<()> {
    let mut output = Output::open(Some(file))?;
    let start = found.path.start.at;
    writeln!(output, "start {} {}", start.x, start.y)?;
    for (number, place) in found.numbers.iter().zip(&found.path.steps) {
        writeln!(output, "{number} {} {} {}", place.at.x, place.at.y, place.room)?;
    }
    output.finish()
}

fn print(text: &str) -> std::io::Result<()> {
    let mut output = Output::open(None)?;
    writeln!(output, "{text}")?;
    output.finish()
}

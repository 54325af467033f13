//! `kasuri solve`: reads a scene, or a stream of them, and writes the answers.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use kasuri::gpu::Gpu;

use crate::input::Input;
use crate::most::MostOfScene;
use crate::output::{self, Output};
use crate::solver::{Solved, Solver, Unsolved};
use crate::stage::counted;
use crate::stop::{Stop, complain};
use crate::stream;

const AFTER: &str = "\
Examples:
  kasuri solve scene.json                      one scene, its answer to standard output
  kasuri solve - --stream < scenes.ndjson      one scene per line, one answer per line, in order
  kasuri solve scene.json --out answer.json    the file appears completely or not at all
  kasuri solve scene.json --verify             on the CPU and a GPU, compared to the last bit
  kasuri solve - --stream --stats < scenes.ndjson > answers.ndjson

A scene that exceeds a limit of the --max flags is refused, like an invalid one.
Images are searched in the folder of FILE (for -, in the current folder), and a path may not leave it.

Exit status: 0 answered; 1 the answer could not be written; 2 the input was refused;
3 some lines of a stream were refused, each answered by {\"error\": ...} in its place; 4 the CPU and the GPU differ;
130 the command was interrupted, and no file was written.";

/// Answers a scene file: which bodies overlap, and how
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct Solve {
    /// The scene to answer; - for standard input
    file: PathBuf,
    /// Read one scene per line (NDJSON) and write one answer per line, in order; blank lines get no answer
    #[arg(long)]
    stream: bool,
    /// Where to compute the answers; they are the same everywhere
    #[arg(long, value_enum, default_value_t = Backend::Auto)]
    backend: Backend,
    /// Answer on the CPU and on a GPU, and name the first difference; exit status 4 if there is one
    #[arg(long, conflicts_with = "backend")]
    verify: bool,
    /// Print on standard error how much was answered, and how fast
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    most: MostOfScene,
    /// Write to this file instead of standard output, completely or not at all: .json, a stream .ndjson or .jsonl
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum Backend {
    Cpu,
    Gpu,
    /// Whichever is faster
    Auto,
}

impl Solve {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        if let Some(path) = &self.out {
            output::may_end(path, if self.stream { &["ndjson", "jsonl"] } else { &["json"] })?;
        }
        let start = Instant::now();
        let gpu = match self.backend {
            _ if self.verify => Some(Gpu::new()),
            Backend::Gpu => Some(Gpu::new()),
            // A GPU would take longer to find than the CPU takes to answer a scene.
            Backend::Cpu | Backend::Auto => None,
        };
        let gpu = gpu.transpose().map_err(|error| Stop::Refused(error.to_string()))?;
        let solver = Solver { gpu, verifies: self.verify, ceilings: self.most.ceilings() };
        let input = Input::open(&self.file)?;
        let name = input.name.clone();
        let mut output = Output::open(self.out.as_deref()).map_err(Stop::output)?;
        let tally = if self.stream {
            stream::solve(input, &solver, &mut output)
        } else {
            solve_one(input, self.most, &solver, &mut output)
        }?;
        output.finish().map_err(Stop::output)?;
        if self.stats || self.verify {
            complain(&tally.told(&solver, start.elapsed()));
        }
        if tally.refused > 0 {
            complain(&format!("{name}: {} of {} lines were refused", tally.refused, tally.lines));
        }
        if let Some((line, difference)) = &tally.difference {
            let place = if self.stream { format!("answer {line}: ") } else { String::new() };
            complain(&format!("{name}: {place}{difference}"));
            return Ok(ExitCode::from(4));
        }
        Ok(ExitCode::from(if tally.refused > 0 { 3 } else { 0 }))
    }
}

fn solve_one(
    mut input: Input,
    most: MostOfScene,
    solver: &Solver,
    output: &mut Output,
) -> Result<Tally, Stop> {
    let text = input.read_whole(most.max_mib())?;
    let refused = |error| Stop::refused(&input.name, error);
    let scene = solver.read(&text, &input.folder).map_err(refused)?;
    drop(text);
    let solved = solver.solve_into(&scene, output).map_err(|stop| match stop {
        Unsolved::Refused(error) => refused(error),
        Unsolved::Unwritten(error) => Stop::output(error),
    })?;
    let mut tally = Tally::default();
    tally.add(&solved);
    Ok(tally)
}

/// Counts of what was answered.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) lines: usize,
    pub(crate) refused: usize,
    bodies: usize,
    pairs: usize,
    /// The first difference between the answers of the CPU and the GPU, and its line.
    difference: Option<(usize, String)>,
}

impl Tally {
    pub(crate) fn add(&mut self, solved: &Solved) {
        self.lines += 1;
        self.bodies += solved.bodies;
        self.pairs += solved.pairs;
        if let (None, Some(difference)) = (&self.difference, &solved.difference) {
            self.difference = Some((self.lines, difference.clone()));
        }
    }

    pub(crate) fn add_refused(&mut self) {
        self.lines += 1;
        self.refused += 1;
    }

    /// Adds the tally of the lines that follow.
    pub(crate) fn join(&mut self, later: Tally) {
        let before = self.lines;
        self.lines += later.lines;
        self.refused += later.refused;
        self.bodies += later.bodies;
        self.pairs += later.pairs;
        let difference = later.difference.map(|(line, what)| (before + line, what));
        self.difference = self.difference.take().or(difference);
    }

    /// Returns a line for people.
    fn told(&self, solver: &Solver, took: Duration) -> String {
        let Tally { lines, refused, bodies, pairs, .. } = self;
        let gpu = solver.gpu.as_ref().map(|gpu| gpu.adapter().name);
        let by = match (&gpu, solver.verifies, &self.difference) {
            (Some(gpu), true, None) => format!("the CPU and the GPU {gpu} alike"),
            (Some(gpu), true, Some(_)) => format!("the CPU and the GPU {gpu}, not alike"),
            (Some(gpu), false, _) => format!("the GPU {gpu}"),
            (None, ..) => "the CPU".into(),
        };
        let a_second = *lines as f64 / took.as_secs_f64().max(1e-9);
        format!(
            "{}, {refused} refused, {}, {}; {took:.1?}, {a_second:.0} scenes a second, by {by}",
            counted(*lines, "scene", "scenes"),
            counted(*bodies, "body", "bodies"),
            counted(*pairs, "overlapping pair", "overlapping pairs")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_keeps_its_line() {
        let solved = |difference: Option<&str>| Solved {
            difference: difference.map(str::to_owned),
            ..Solved::default()
        };
        let (mut first, mut second) = (Tally::default(), Tally::default());
        first.add(&solved(None));
        first.add_refused();
        second.add(&solved(None));
        second.add(&solved(Some("this")));
        second.add(&solved(Some("that")));
        let mut all = first.clone();
        all.join(second.clone());
        assert_eq!(all.difference, Some((4, "this".into())));
        all.join(second);
        assert_eq!((all.lines, all.refused, all.difference), (8, 1, Some((4, "this".into()))));
    }
}

//! `kasuri solve`: a scene, or a stream of them, in; answers out.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use kasuri::scene::Scene;

use crate::input::Input;
use crate::output::Output;
use crate::stop::{Stop, complain};
use crate::stream;

const AFTER: &str = "\
Examples:
  kasuri solve scene.json                      one scene, its answer to standard output
  kasuri solve - --stream < scenes.ndjson      a scene a line, an answer a line, in order
  kasuri solve scene.json --out answer.json    the file appears whole or not at all

Images are looked up in the folder of FILE (for -, in the current one) and may not leave it.

Exit status: 0 answered; 1 the answer could not be written; 2 the input was refused;
3 some lines of a stream were, each answered by {\"error\": ...} in its place.";

/// Answers a scene file: which bodies overlap, and how
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct Solve {
    /// The scene to answer; - for standard input
    file: PathBuf,
    /// Read a scene from each line (NDJSON), write an answer a line, in order
    #[arg(long)]
    stream: bool,
    /// Who answers; the answers are the same
    #[arg(long, value_enum, default_value_t = Backend::Auto)]
    backend: Backend,
    /// Write to this file instead of standard output, whole or not at all
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
        if self.backend == Backend::Gpu {
            let none = "there is no GPU executor in this version yet; use --backend cpu or auto";
            return Err(Stop::Refused(none.into()));
        }
        let input = Input::open(&self.file)?;
        let mut output = Output::open(self.out.as_deref()).map_err(Stop::output)?;
        let code =
            if self.stream { solve_stream(input, &mut output) } else { solve_one(input, &mut output) }?;
        output.finish().map_err(Stop::output)?;
        Ok(code)
    }
}

fn solve_one(mut input: Input, output: &mut Output) -> Result<ExitCode, Stop> {
    let text = input.read_whole()?;
    let refused = |error| Stop::refused(&input.name, error);
    let scene = Scene::from_json(text, &input.folder).map_err(refused)?;
    let answer = scene.solve().map_err(refused)?;
    writeln!(output, "{answer}").map_err(Stop::output)?;
    Ok(ExitCode::SUCCESS)
}

fn solve_stream(input: Input, output: &mut Output) -> Result<ExitCode, Stop> {
    let name = input.name.clone();
    let tally = stream::solve(input, output)?;
    if tally.refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    complain(&format!("{name}: {} of {} lines were refused", tally.refused, tally.lines));
    Ok(ExitCode::from(3))
}

//! `kasuri solve`: a scene, or a stream of them, in; answers out.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use kasuri::gpu::Gpu;
use kasuri::scene::{Answer, Scene};

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
        let gpu = match self.backend {
            Backend::Gpu => Some(Gpu::new().map_err(|error| Stop::Refused(error.to_string()))?),
            // A scene is answered before a GPU is found.
            Backend::Cpu | Backend::Auto => None,
        };
        let input = Input::open(&self.file)?;
        let mut output = Output::open(self.out.as_deref()).map_err(Stop::output)?;
        let code = if self.stream {
            solve_stream(input, gpu, &mut output)
        } else {
            solve_one(input, gpu, &mut output)
        }?;
        output.finish().map_err(Stop::output)?;
        Ok(code)
    }
}

fn solve_one(mut input: Input, gpu: Option<Gpu>, output: &mut Output) -> Result<ExitCode, Stop> {
    let text = input.read_whole()?;
    let refused = |error| Stop::refused(&input.name, error);
    let scene = Scene::from_json(text, &input.folder).map_err(refused)?;
    let answer = solve_on(&scene, gpu.as_ref()).map_err(refused)?;
    writeln!(output, "{answer}").map_err(Stop::output)?;
    Ok(ExitCode::SUCCESS)
}

/// A scene's answer, of the GPU where there is one to ask.
pub(crate) fn solve_on<'s>(scene: &'s Scene, gpu: Option<&Gpu>) -> kasuri::Result<Answer<'s>> {
    gpu.map_or_else(|| scene.solve(), |gpu| scene.solve_on(gpu))
}

fn solve_stream(input: Input, gpu: Option<Gpu>, output: &mut Output) -> Result<ExitCode, Stop> {
    let name = input.name.clone();
    let tally = stream::solve(input, gpu, output)?;
    if tally.refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    complain(&format!("{name}: {} of {} lines were refused", tally.refused, tally.lines));
    Ok(ExitCode::from(3))
}

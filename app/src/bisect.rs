//! `kasuri bisect`: finds where two recordings of one session differ first.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use kasuri::{Recording, record::Difference};
use serde_json::{Value, json};

use crate::input::Input;
use crate::most::Most;
use crate::output::Output;
use crate::stage::counted;
use crate::stop::{Stop, complain};

const AFTER: &str = "\
Examples:
  kasuri bisect here.rec there.rec    the first step, pass and pair that differ between two machines
  kasuri bisect there.rec             the same for a recording and its replay on this machine
  kasuri bisect here.rec there.rec --json

kasuri::Recorder writes recordings. The passes of a step: state (the bodies before it), candidates, overlaps,
events.

Exit status: 0 they are equal; 1 they differ; 2 a recording was refused, or the output could not be written.";

/// Names the first step, pass and pair that differ between two recordings
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct Bisect {
    /// The first recording
    a: PathBuf,
    /// The second recording; without it, the first one is replayed on this machine and compared
    b: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    most: Most,
}

impl Bisect {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        // Here 1 means different, so every failure is 2.
        self.verdict().map_err(|stop| match stop {
            Stop::Unwritten(why) => Stop::Refused(why),
            other => other,
        })
    }

    fn verdict(&self) -> Result<ExitCode, Stop> {
        let a = read(&self.a, self.most)?;
        let refused = |error| Stop::refused(&name(&self.a), error);
        let (steps, difference) = match &self.b {
            Some(path) => {
                let b = read(path, self.most)?;
                // A step that cannot be read may be in either file, so both are named.
                let both = format!("{}, {}", name(&self.a), name(path));
                (a.len().min(b.len()), a.first_difference(&b).map_err(|error| Stop::refused(&both, error))?)
            }
            None => (a.len(), replayed(&a).map_err(refused)?),
        };
        let text = match &difference {
            _ if self.json => json(steps, difference.as_ref()).to_string(),
            None => format!("{}, all alike", counted(steps, "step", "steps")),
            Some(difference) => difference.to_string(),
        };
        match print(&text).map_err(Stop::output) {
            // A reader that closed the pipe still gets the true exit status.
            Ok(()) | Err(Stop::Closed) => Ok(ExitCode::from(u8::from(difference.is_some()))),
            Err(stop) => Err(stop),
        }
    }
}

fn json(steps: usize, difference: Option<&Difference>) -> Value {
    let difference = difference.map(|difference| {
        let pass = difference.pass.name();
        let pair = difference.pair.map(|pair| pair.map(|body| body.to_string()));
        json!({ "step": difference.step, "pass": pass, "pair": pair, "what": difference.what })
    });
    json!({ "steps": steps, "difference": difference })
}

/// Returns the first difference between the recording and its replay on this machine.
fn replayed(recording: &Recording) -> kasuri::Result<Option<Difference>> {
    let mut replay = recording.replay();
    while replay.difference().is_none() && replay.step()?.is_some() {}
    Ok(replay.difference().cloned())
}

fn read(path: &Path, most: Most) -> Result<Recording, Stop> {
    let bytes = Input::open(path)?.read_whole(most.max_mib)?;
    let recording = Recording::new(bytes).map_err(|error| Stop::refused(&name(path), error))?;
    if recording.cut() > 0 {
        complain(&format!(
            "{}: its last step is cut short; {} whole ones are read",
            name(path),
            recording.len()
        ));
    }
    Ok(recording.within(most.ceilings()))
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn print(text: &str) -> io::Result<()> {
    let mut output = Output::open(None)?;
    writeln!(output, "{text}")?;
    output.finish()
}

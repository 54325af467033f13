//! Kasuri's program: shows scenes in a window, answers scene files (SPEC 8), checks pictures and turns them into
//! masks.

mod adapters;
mod art;
mod bench;
mod bisect;
mod budget;
mod check;
mod dodge;
mod draw;
mod film;
mod input;
mod interrupt;
mod lines;
mod mask;
mod meeting;
mod most;
mod numbers;
mod output;
mod painter;
mod picture;
mod sheet;
mod shell;
mod solve;
mod solver;
mod spare;
mod spelling;
mod stop;
mod stream;
mod view;
mod window;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use kasuri_stage::{broad, scenes as stage};

use crate::stop::Stop;

const AFTER: &str = "\
Without a command, the program opens its window, as kasuri view does.

Examples:
  kasuri                                       the bullet hell, in a window
  kasuri solve scene.json                      what hits what in a scene file
  kasuri check ship.png shot.png --at 12,-3    whether two pictures touch
  kasuri bench boxes --n 1k,100k               how fast this machine is";

/// Finds what hits what: exact to the pixel, and the same on every machine.
#[derive(Parser)]
#[command(name = "kasuri", version = env!("KASURI_VERSION"), after_help = AFTER)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    View(view::View),
    Check(check::Check),
    Mask(mask::MaskOf),
    Sheet(sheet::SheetOf),
    Bisect(bisect::Bisect),
    Dodge(dodge::DodgePattern),
    Bench(bench::Bench),
    Adapters(adapters::Adapters),
    Completions(shell::Completions),
    Man(shell::Man),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return misread(&error).exit(),
        // Clap reports help and version as errors too.
        Err(help) => help.exit(),
    };
    interrupt::outlive_full_files();
    // Otherwise a misspelt variable would be ignored silently.
    if let Err(error) = kasuri::parallel::Simd::from_env() {
        return Stop::Refused(error.to_string()).exit();
    }
    let done = match cli.command {
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::View(view)) => view.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Mask(mask)) => mask.run(),
        Some(Command::Sheet(sheet)) => sheet.run(),
        Some(Command::Bisect(bisect)) => bisect.run(),
        Some(Command::Dodge(dodge)) => dodge.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Adapters(adapters)) => adapters.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
        None => view::View::default().run(),
    };
    done.unwrap_or_else(Stop::exit)
}

/// Says what is wrong with the command line, in one line like every other refusal.
fn misread(error: &clap::Error) -> Stop {
    let text = error.to_string();
    // Clap puts usage and advice after a blank line.
    let what = text.split("\n\n").next().unwrap_or(&text).trim_start_matches("error: ");
    let words: Vec<_> = what.split_whitespace().collect();
    let meant = suggested(error).map_or(String::new(), |name| format!("; did you mean {name}?"));
    Stop::Refused(format!("{}{meant}; --help tells more", words.join(" ")))
}

/// Returns the command, flag or value that was probably meant.
fn suggested(error: &clap::Error) -> Option<String> {
    use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
    [SuggestedSubcommand, SuggestedArg, SuggestedValue].into_iter().find_map(|kind| {
        match error.get(kind)? {
            ContextValue::String(name) => Some(name.clone()),
            ContextValue::Strings(names) => names.last().cloned(),
            _ => None,
        }
    })
}

//! Kasuri's program: answers scene files (SPEC 8) and draws them.

mod budget;
mod input;
mod lines;
mod output;
mod picture;
mod solve;
mod stop;
mod stream;
mod view;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tells what hit what, to the pixel, exactly, the same on every machine.
#[derive(Parser)]
#[command(
    name = "kasuri",
    version,
    after_help = "Without a command it draws the scene that comes with it: kasuri view"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    View(view::View),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::View(view)) => view.run(),
        None => view::View::default().run(),
    };
    done.unwrap_or_else(stop::Stop::exit)
}

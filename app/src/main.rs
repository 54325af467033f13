//! Kasuri's program: `kasuri solve` answers scene files (SPEC 8).

mod budget;
mod input;
mod lines;
mod output;
mod solve;
mod stop;
mod stream;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Tells what hit what, to the pixel, exactly, the same on every machine.
#[derive(Parser)]
#[command(name = "kasuri", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Some(Command::Solve(solve)) => solve.run(),
        None => Cli::command().print_help().map(|()| ExitCode::SUCCESS).map_err(stop::Stop::output),
    };
    done.unwrap_or_else(stop::Stop::exit)
}

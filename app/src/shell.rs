//! `kasuri completions` and `kasuri man`: completions and manual pages, generated from the definitions of the
//! commands.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::output::Output;
use crate::stop::Stop;

const COMPLETIONS: &str = "\
Examples:
  kasuri completions bash > ~/.local/share/bash-completion/completions/kasuri
  kasuri completions zsh > ~/.zfunc/_kasuri
  kasuri completions fish > ~/.config/fish/completions/kasuri.fish";

/// Prints a script that lets a shell complete Kasuri's commands
#[derive(Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

const MAN: &str = "\
Examples:
  kasuri man | man -l -                        shows it now
  kasuri man --out ~/.local/share/man/man1/    kasuri.1, kasuri-solve.1, ...";

/// Prints the manual, or writes it with a page for each command
#[derive(Args)]
#[command(after_help = MAN)]
pub(crate) struct Man {
    /// A folder for all pages
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Completions {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "kasuri", &mut text);
        written(&text)
    }
}

impl Man {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let cli = Cli::command();
        let Some(folder) = &self.out else {
            let mut text = Vec::new();
            clap_mangen::Man::new(cli).render(&mut text).map_err(Stop::output)?;
            return written(&text);
        };
        let pages = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(cli, folder));
        pages.map(|()| ExitCode::SUCCESS).map_err(Stop::output)
    }
}

fn written(text: &[u8]) -> Result<ExitCode, Stop> {
    let mut output = Output::open(None).map_err(Stop::output)?;
    output.write_all(text).and_then(|()| output.finish()).map_err(Stop::output)?;
    Ok(ExitCode::SUCCESS)
}

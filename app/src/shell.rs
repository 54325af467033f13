//! `kasuri completions` and `kasuri man`: completions and manual pages, generated from the definitions of the
//! commands.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::output::Output;
use crate::stage::SCENES;
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

/// Reads the name of a scene or the path of a file. Shells complete the names.
#[derive(Clone)]
pub(crate) struct SceneOrFile;

impl TypedValueParser for SceneOrFile {
    type Value = PathBuf;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<PathBuf, clap::Error> {
        Ok(value.into())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(SCENES.iter().map(|scene| PossibleValue::new(scene.name))))
    }
}

impl Completions {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "kasuri", &mut text);
        let text = String::from_utf8_lossy(&text);
        written(with_scenes(self.shell, &text).as_bytes())
    }
}

/// Adds to a script what its generator leaves out where a scene or a file may stand: in zsh the files, in fish the scenes.
fn with_scenes(shell: Shell, text: &str) -> String {
    let names: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
    let names = names.join(" ");
    match shell {
        Shell::Zsh => {
            let either = format!("{{_alternative \"scenes:scene:({names})\" \"files:file:_files\"}}");
            text.replace(&format!("({names})"), &either)
        }
        Shell::Fish => {
            let line = |of| {
                format!("complete -c kasuri -n \"__fish_kasuri_using_subcommand {of}\" -a \"{names}\"\n")
            };
            format!("{text}{}{}", line("view"), line("dodge"))
        }
        _ => text.to_owned(),
    }
}

impl Man {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        // The command help has no page.
        let cli = Cli::command().disable_help_subcommand(true);
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

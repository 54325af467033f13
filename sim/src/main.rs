//! `kasuri-sim SEED`: one seed, one run of a world's life; `kasuri-sim FROM..TO`: many. A difference ends it with the smallest
//! script found that shows it, and exit status 1.
#![allow(clippy::print_stdout)]

use std::ops::Range;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use kasuri_sim::generate::{Wanted, script};
use kasuri_sim::operations::{self, Script};
use kasuri_sim::{Difference, Tally, catch_panics, run, shrink};

const USAGE: &str =
    "usage: kasuri-sim [--steps N] [--gpu] [--print] [--whole] SEED | FROM..TO | --script FILE
  SEED           runs the life of this seed; FROM..TO runs those of all seeds from FROM to TO - 1
  --steps N      makes N steps; the seed chooses the number by default
  --gpu          gives GPUs to worlds, and takes them away
  --print        prints the script of the seed and does not run it
  --whole        does not look for a smaller script after a difference
  --script FILE  runs a script that was printed before
Exit status: 0 no difference, 1 a difference, 2 wrong arguments.";

/// What is asked for on the command line.
#[derive(Default)]
struct Asked {
    wanted: Wanted,
    seeds: Range<u64>,
    file: Option<String>,
    prints: bool,
    is_whole: bool,
}

fn asked(mut words: impl Iterator<Item = String>) -> Result<Asked, String> {
    let (mut asked, mut has_work) = (Asked::default(), false);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--gpu" if cfg!(feature = "gpu") => asked.wanted.gpu = true,
            "--gpu" => return Err("this program was built without the feature gpu".into()),
            "--print" => asked.prints = true,
            "--whole" => asked.is_whole = true,
            "--steps" => asked.wanted.steps = Some(number(&value()?)? as usize),
            "--script" => asked.file = Some(value()?),
            _ => {
                let (from, to) = word.split_once("..").unwrap_or((&word, ""));
                let from = number(from)?;
                asked.seeds = from..if to.is_empty() { from + 1 } else { number(to)? };
                has_work = true;
            }
        }
    }
    if has_work == asked.file.is_some() { Err("one of SEED, FROM..TO, --script".into()) } else { Ok(asked) }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn main() -> ExitCode {
    let asked = match asked(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(error) => {
            eprintln!("{error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    catch_panics();
    let passed = match &asked.file {
        Some(file) => run_file(file, &asked),
        None => run_seeds(&asked),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run_file(file: &str, asked: &Asked) -> Result<bool, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let script = operations::read(&text).map_err(|error| format!("{file}: {error}"))?;
    match run(&script) {
        Ok(tally) => println!("no difference: {tally:?}"),
        Err(difference) => {
            tell(file, script, difference, asked.is_whole);
            return Ok(false);
        }
    }
    Ok(true)
}

fn run_seeds(asked: &Asked) -> Result<bool, String> {
    let (start, mut told, mut all) = (Instant::now(), Instant::now(), Tally::default());
    for seed in asked.seeds.clone() {
        let script = script(seed, asked.wanted);
        if asked.prints {
            print!("{}", operations::written(&script));
            continue;
        }
        match run(&script) {
            Ok(tally) => all += tally,
            Err(difference) => {
                tell(&format!("seed {seed}"), script, difference, asked.is_whole);
                return Ok(false);
            }
        }
        if told.elapsed() > Duration::from_secs(10) {
            told = Instant::now();
            eprintln!("seed {seed}: no difference so far, {:.0?}", start.elapsed());
        }
    }
    if !asked.prints {
        println!("{} seeds, no difference, {:.1?}: {all:?}", asked.seeds.clone().count(), start.elapsed());
    }
    Ok(true)
}

/// Prints a difference and the smallest script found that shows it.
fn tell(of: &str, script: Script, difference: Difference, is_whole: bool) {
    println!("# {of}, operation {}: {}", difference.operation, lines(&difference.what));
    let (script, difference) = match is_whole {
        true => (script, difference),
        false => shrink::smallest(script, difference),
    };
    println!(
        "# The smallest script found, for kasuri-sim --script; its last operation: {}",
        lines(&difference.what)
    );
    print!("{}", operations::written(&script));
}

/// Returns a text whose lines are all comments of a script.
fn lines(text: &str) -> String {
    text.replace('\n', "\n#   ")
}

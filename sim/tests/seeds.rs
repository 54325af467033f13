//! Runs the lives of seeds: 50, or 10,000 in the long mode (KASURI_LONG), and scripts that are written and read again.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::process::{Child, Command, Stdio};
use std::thread::available_parallelism;

use kasuri_sim::generate::{Wanted, script};
use kasuri_sim::operations::{read, written};

fn sim(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kasuri-sim"));
    command.args(arguments).stdout(Stdio::piped()).spawn().unwrap()
}

/// Runs seeds in as many processes as the machine has cores: an instruction set is chosen for a whole process.
fn no_difference(seeds: u64, more: &[&str]) {
    let processes = available_parallelism().map_or(1, usize::from) as u64;
    let range = |k: u64| format!("{}..{}", seeds * k / processes, seeds * (k + 1) / processes);
    let all: Vec<Child> = (0..processes).map(|k| sim(&[more, &[&range(k)]].concat())).collect();
    for child in all {
        let done = child.wait_with_output().unwrap();
        let told = String::from_utf8(done.stdout).unwrap();
        println!("{told}");
        assert!(done.status.success(), "{told}");
    }
}

#[test]
fn seeds_without_a_difference() {
    no_difference(if std::env::var_os("KASURI_LONG").is_some() { 10_000 } else { 50 }, &[]);
}

/// GPUs are given, lost and found again.
#[test]
#[cfg(feature = "gpu")]
fn seeds_with_gpus() {
    no_difference(if std::env::var_os("KASURI_LONG").is_some() { 500 } else { 6 }, &["--gpu"]);
}

#[test]
fn a_script_is_read_as_it_was_written() {
    for seed in 0..40 {
        let script = script(seed, Wanted::default());
        assert!(read(&written(&script)).unwrap() == script, "seed {seed}");
    }
    assert!(read("{\"step\":1}").is_err() && read("\"step\"").is_err());
}

#[test]
fn wrong_arguments_are_refused() {
    for arguments in
        [&[][..], &["x"], &["--steps"], &["3", "--script", "file"], &["--script", "/no/such/file"]]
    {
        assert_eq!(sim(arguments).wait().unwrap().code(), Some(2), "{arguments:?}");
    }
}

//! Measures a run of the program: its memory and CPU time, as Linux reports them while it runs.

use std::fs;
use std::io::{Read, Write};
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::Run;

/// The largest amount of memory in MiB, and the CPU time in seconds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Taken {
    pub(crate) mib: u64,
    pub(crate) seconds: f64,
}

/// Runs a command, with input on its standard input.
pub(crate) fn run_measured(command: &mut Command, input: impl AsRef<[u8]>) -> (Run, Taken) {
    let start = std::time::Instant::now();
    let mut child = command.spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.as_ref().to_vec());
    // The program may stop reading before everything is written.
    let writer = thread::spawn(move || stdin.write_all(&input).is_ok());
    let out = read(child.stdout.take().unwrap());
    let err = read(child.stderr.take().unwrap());
    let (id, mut taken) = (child.id(), Taken::default());
    let code = loop {
        taken = look(id).unwrap_or(taken);
        match child.try_wait().unwrap() {
            Some(status) => break status.code(),
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    writer.join().unwrap();
    let run = Run { code, out: out.join().unwrap(), err: err.join().unwrap(), took: start.elapsed() };
    (run, taken)
}

fn read(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        from.read_to_string(&mut text).unwrap();
        text
    })
}

/// Returns what a process has used so far; `None` once it has ended.
fn look(id: u32) -> Option<Taken> {
    /// The ticks per second of the times that Linux reports.
    const TICKS: f64 = 100.0;
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // After the name, which may contain anything, there are the state, ten numbers, and the user and system times.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11..13)?.iter().filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    Some(Taken { mib: kib >> 10, seconds: ticks / TICKS })
}

//! What a run of the program took: memory and the processors' time, as Linux tells while it runs.

use std::fs;
use std::io::{Read, Write};
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::Run;

/// The most memory that was held, in MiB, and how long processors were at work.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Taken {
    pub(crate) mib: u64,
    pub(crate) seconds: f64,
}

/// Runs the program as it was called, with something on its standard input.
pub(crate) fn run_measured(command: &mut Command, input: impl AsRef<[u8]>) -> (Run, Taken) {
    let start = std::time::Instant::now();
    let mut child = command.spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.as_ref().to_vec());
    // It may well stop reading before all is written.
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

/// What a process has taken so far; `None` once it has ended.
fn look(id: u32) -> Option<Taken> {
    /// Ticks a second of the times that Linux tells.
    const TICKS: f64 = 100.0;
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // Behind the name, which may hold anything, come the state and ten numbers, then the times of user and system.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11..13)?.iter().filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    Some(Taken { mib: kib >> 10, seconds: ticks / TICKS })
}

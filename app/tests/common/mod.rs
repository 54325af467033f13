//! Running the program as its users do.
#![allow(dead_code, reason = "each test file takes what it needs")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

pub(crate) mod picture;
#[cfg(target_os = "linux")]
pub(crate) mod screen;

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kasuri::{Body, Recorder, World};

/// What a run of the program came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) took: Duration,
}

/// The program, to be given arguments.
pub(crate) fn kasuri(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kasuri"));
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program in a folder, with something on its standard input.
pub(crate) fn run<S: AsRef<OsStr>>(folder: &Path, arguments: &[S], input: impl AsRef<[u8]>) -> Run {
    run_command(kasuri(folder).args(arguments), input)
}

/// Runs the program as it was called, with something on its standard input.
pub(crate) fn run_command(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // It may well stop reading before all is written.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let done = child.wait_with_output().unwrap();
    let took = start.elapsed();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: done.status.code(), out: text(done.stdout), err: text(done.stderr), took }
}

/// A scene of bodies given as JSON, "at" included.
pub(crate) fn scene(bodies: &str) -> String {
    format!(r#"{{"kasuri": 1, "masks": {{"ship": {{"rows": [".oo.", "oooo"]}}}}, "bodies": [{bodies}]}}"#)
}

/// A scene with one body called b at [0, 0], given its shape and whatever else.
pub(crate) fn body(fields: &str) -> String {
    scene(&format!(r#"{{"id": "b", "at": [0, 0], {fields}}}"#))
}

/// A recording of some balls that a wall stops, of so many steps.
pub(crate) fn recording(steps: u32) -> Vec<u8> {
    let (mut world, mut recorder) = (World::new(), Recorder::new());
    world.spawn(Body::rect([4.0, 40.0]).at([60.0, 0.0])).unwrap();
    let balls = world.spawn_many(5, |k| Body::circle(5.0).at([0.0, 16.0 * k as f64 - 32.0])).unwrap();
    for step in 0..steps {
        for (k, &ball) in balls.iter().enumerate() {
            let x = f64::from(step * (k as u32 + 1)) / 4.0;
            world.set_position(ball, [x.min(54.0), 16.0 * k as f64 - 32.0]).unwrap();
        }
        recorder.step(&mut world).unwrap();
    }
    recorder.into_bytes()
}

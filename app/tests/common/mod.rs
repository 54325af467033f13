//! Running the program as its users do.
#![allow(dead_code, reason = "each test file takes what it needs")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

#[cfg(target_os = "linux")]
pub(crate) mod measured;
pub(crate) mod picture;
#[cfg(target_os = "linux")]
pub(crate) mod screen;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kasuri::{Body, Recorder, Recording, World};
use tempfile::TempDir;

use self::picture::{drawn, png};

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

/// What is printed has to be what is kept, word for word.
pub(crate) fn is_kept(name: &str, said: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/said/{name}.txt"));
    if std::env::var_os("KASURI_KEEP_WORDS").is_some() {
        fs::write(&path, said).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert!(said == kept, "{name}: is\n{said}\nand was\n{kept}\nKASURI_KEEP_WORDS=1 keeps it anew");
}

/// A folder with everything that examples speak of.
pub(crate) fn furnished() -> TempDir {
    let folder = TempDir::new().unwrap();
    let here = |name: &str| folder.path().join(name);
    let two = r#"{"id": "a", "at": [0, 0], "sprite": "ship"}, {"id": "b", "at": [2, 1], "circle": {"r": 3}}"#;
    fs::write(here("scene.json"), scene(two)).unwrap();
    let line = body(r#""circle": {"r": 2}"#);
    fs::write(here("scenes.ndjson"), format!("{line}\n{line}\n")).unwrap();
    fs::write(here("ship.png"), drawn(&[".##.", "####", ".##."])).unwrap();
    fs::write(here("shot.png"), png(3, 3)).unwrap();
    fs::write(here("boss.png"), png(20, 16)).unwrap();
    fs::write(here("walk.png"), png(32, 24)).unwrap();
    for name in ["session.rec", "here.rec", "there.rec"] {
        fs::write(here(name), recording(20)).unwrap();
    }
    let bench =
        ["bench", "broad", "--n", "10", "--seconds", "0", "--backend", "cpu", "--json", "before.json"];
    assert_eq!(run(folder.path(), &bench, "").code, Some(0));
    for name in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(here(name)).unwrap();
    }
    folder
}

/// As version 1 had it: what is changed in it no checksum tells.
pub(crate) fn without_checksums(bytes: &[u8]) -> Vec<u8> {
    let (mut old, mut rest) = ([Recording::MAGIC, &1_u32.to_le_bytes()].concat(), &bytes[12..]);
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (step, next) = after[8..].split_at(u32::from_le_bytes(*length) as usize);
        old.extend([length, step].concat());
        rest = next;
    }
    old
}

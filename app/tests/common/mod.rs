//! Runs the program as its users do.
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

use kasuri::{Body, Recorder, Recording, Region, Shape, World};
use tempfile::TempDir;

use self::picture::{drawn, png};

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) took: Duration,
}

/// Returns a command for the program, without arguments.
pub(crate) fn kasuri(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kasuri"));
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program in a folder, with input on its standard input.
pub(crate) fn run<S: AsRef<OsStr>>(folder: &Path, arguments: &[S], input: impl AsRef<[u8]>) -> Run {
    run_command(kasuri(folder).args(arguments), input)
}

/// Runs a command, with input on its standard input.
pub(crate) fn run_command(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // The program may stop reading before everything is written.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let done = child.wait_with_output().unwrap();
    let took = start.elapsed();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: done.status.code(), out: text(done.stdout), err: text(done.stderr), took }
}

/// Returns a scene of bodies given as JSON, including their "at".
pub(crate) fn scene(bodies: &str) -> String {
    format!(r#"{{"kasuri": 1, "masks": {{"ship": {{"rows": [".oo.", "oooo"]}}}}, "bodies": [{bodies}]}}"#)
}

/// Returns a scene with one body called b at [0, 0]; `fields` has its shape and any other fields.
pub(crate) fn body(fields: &str) -> String {
    scene(&format!(r#"{{"id": "b", "at": [0, 0], {fields}}}"#))
}

/// Returns a recording of `steps` steps, of some balls that a wall stops.
pub(crate) fn recording(steps: u32) -> Vec<u8> {
    let (mut world, mut recorder) = (World::new(), Recorder::new());
    world.spawn(Body::rect([4.0, 40.0]).at([60.0, 0.0])).unwrap();
    let balls = world.spawn_many(5, |k| Body::circle(5.0).at([0.0, 16.0 * k as f64 - 32.0])).unwrap();
    for step in 0..steps {
        for (k, &ball) in balls.iter().enumerate() {
            let x = f64::from(step * (k as u32 + 1)) / 4.0;
            world.edit(ball).position([x.min(54.0), 16.0 * k as f64 - 32.0]).unwrap();
        }
        recorder.step(&mut world).unwrap();
    }
    recorder.into_bytes()
}

/// Checks that the printed text is exactly the kept one.
pub(crate) fn is_kept(name: &str, said: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/said/{name}.txt"));
    if std::env::var_os("KASURI_KEEP_WORDS").is_some() {
        fs::write(&path, said).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert!(said == kept, "{name}: is\n{said}\nand was\n{kept}\nKASURI_KEEP_WORDS=1 keeps it anew");
}

/// A sheet of the hit box editor.
pub(crate) const SHIP_SHEET: &str = include_str!("../../../fuzz/seeds/sheet/two-frames.json");

/// An Aseprite export of two frames, for bee.png.
const BEE: &str = r#"{"frames": [
  {"filename": "bee 0", "duration": 60, "frame": {"x": 0, "y": 0, "w": 3, "h": 2},
   "spriteSourceSize": {"x": 0, "y": 0, "w": 3, "h": 2}, "sourceSize": {"w": 3, "h": 2}},
  {"filename": "bee 1", "duration": 30, "frame": {"x": 3, "y": 0, "w": 3, "h": 2},
   "spriteSourceSize": {"x": 0, "y": 0, "w": 3, "h": 2}, "sourceSize": {"w": 3, "h": 2}}],
 "meta": {"image": "bee.png", "frameTags": [{"name": "hum", "from": 0, "to": 1}],
  "slices": [{"name": "tail", "keys": [{"frame": 0, "bounds": {"x": 2, "y": 0, "w": 1, "h": 2}}]}]}}"#;

/// Makes a folder with all files that the examples use.
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
    fs::write(here("ship.sheet.json"), SHIP_SHEET).unwrap();
    fs::write(here("bee.json"), BEE).unwrap();
    fs::write(here("bee.png"), drawn(&["##..#.", "######"])).unwrap();
    image::RgbaImage::new(3, 2).save(here("walk.gif")).unwrap();
    for name in ["session.rec", "here.rec", "there.rec"] {
        fs::write(here(name), recording(20)).unwrap();
    }
    fs::write(here("pattern.rec"), pattern()).unwrap();
    let bench =
        ["bench", "broad", "--n", "10", "--seconds", "0", "--backend", "cpu", "--json", "before.json"];
    assert_eq!(run(folder.path(), &bench, "").code, Some(0));
    for name in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(here(name)).unwrap();
    }
    folder
}

/// Returns a recording of bullets that fall past a ship with a core, 40 steps.
fn pattern() -> Vec<u8> {
    let bounds = [[0.0, 0.0], [100.0, 100.0]];
    let (mut world, mut recorder) =
        (World::builder().bounds(bounds[0], bounds[1]).build().unwrap(), Recorder::new());
    let core = Region::new("core", Shape::circle(2.0).unwrap()).layer(2).against(4);
    world.spawn(Body::rect([6.0, 6.0]).layer(1).against(0).region(core).at([50.0, 90.0])).unwrap();
    let start = |k: usize| [8.0 + 12.0 * k as f64, 10.0 + (k * 5 % 7) as f64 * 6.0];
    let bullets = world.spawn_many(8, |k| Body::circle(3.0).layer(4).against(2).at(start(k))).unwrap();
    for step in 0..40 {
        for (k, &bullet) in bullets.iter().enumerate() {
            let [x, y] = start(k);
            world.edit(bullet).position([x, y + 2.0 * f64::from(step)]).unwrap();
        }
        recorder.step(&mut world).unwrap();
    }
    recorder.into_bytes()
}

/// Returns the recording in the format of version 1, which has no checksums, so that changes in it are not noticed.
pub(crate) fn without_checksums(bytes: &[u8]) -> Vec<u8> {
    let (mut old, mut rest) = ([Recording::MAGIC, &1_u32.to_le_bytes()].concat(), &bytes[12..]);
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (step, next) = after[8..].split_at(u32::from_le_bytes(*length) as usize);
        old.extend([length, step].concat());
        rest = next;
    }
    old
}

//! Input that once overloaded the machine is now answered correctly or refused in words, within 5 s of CPU time and
//! 512 MiB, and the good lines after it are answered. docs/never-down.md lists which test covers which input.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests; what is measured is told")]

mod common;

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use common::measured::{Taken, run_measured};
use common::{Run, body, kasuri, scene};
use kasuri::Recording;
use tempfile::TempDir;

const MOST_MIB: u64 = 512;
const MOST_SECONDS: f64 = 5.0;

fn run(folder: &Path, arguments: &[&str], input: impl AsRef<[u8]>) -> (Run, Taken) {
    let (run, taken) = run_measured(kasuri(folder).args(arguments), input);
    println!("{arguments:?}: {taken:?}");
    assert!(!run.err.contains("panicked"), "{}", run.err);
    (run, taken)
}

/// Checks that the run stayed within the limits.
fn is_bounded(taken: Taken) {
    assert!(taken.mib <= MOST_MIB && taken.seconds <= MOST_SECONDS, "{taken:?}");
}

/// Solves a line of a stream with a good line after it. Returns the line's answer.
fn stream(line: &str) -> (String, Taken) {
    let folder = TempDir::new().unwrap();
    let good = body(r#""circle": {"r": 2}"#);
    let arguments = ["solve", "-", "--stream", "--backend", "cpu"];
    let (run, taken) = run(folder.path(), &arguments, format!("{}\n{good}\n", line.replace('\n', " ")));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.err);
    assert!(lines[1].ends_with("\"pairs\":[]}"), "{}", lines[1]);
    (lines[0][..lines[0].len().min(300)].to_owned(), taken)
}

fn heap(count: usize) -> String {
    let body = |k: usize| format!(r#"{{"id":"{k}","circle":{{"r":9}},"at":[0,0]}}"#);
    scene(&(0..count).map(body).collect::<Vec<_>>().join(","))
}

/// Returns a mask with `side` texels per side; `is_solid` says which are solid.
fn mask(side: usize, is_solid: impl Fn(usize, usize) -> bool) -> String {
    let row = |y| (0..side).map(|x| if is_solid(x, y) { '#' } else { '.' }).collect::<String>();
    (0..side).map(|y| format!("\"{}\"", row(y))).collect::<Vec<_>>().join(",")
}

/// Returns two checkered sprites of 16,384 and 11,520 pixels per side, the second one turned.
fn two_checkered(asks: &str) -> String {
    let rows = mask(256, |x, y| (x + y) % 2 == 0);
    format!(
        r#"{{"kasuri": 1, "masks": {{"m": {{"rows": [{rows}]}}}}, "bodies": [
            {{"id": "a", "sprite": "m", "at": [0, 0], "scale": [64, 64]}},
            {{"id": "b", "sprite": "m", "at": [70, 0.5], "scale": [45, 45], "angle": 0.3}}]{asks}}}"#
    )
}

/// Returns two overlapping compounds of `chains` chains of 4,096 points.
fn two_compounds(chains: usize, asks: &str) -> String {
    let chain = |k: usize| {
        let points: Vec<String> = (0..4096).map(|n| format!("[{n},{}]", 2 * k + n % 2)).collect();
        format!(r#"{{"chain":{{"points":[{}],"r":0.25}}}}"#, points.join(","))
    };
    let parts = (0..chains).map(chain).collect::<Vec<_>>().join(",");
    let one = |id: &str, y: f64| format!(r#"{{"id":"{id}","compound":{{"parts":[{parts}]}},"at":[0,{y}]}}"#);
    format!(r#"{{"kasuri":1,"bodies":[{},{}]{asks}}}"#, one("a", 0.0), one("b", 0.5))
}

/// Returns a polygon with many teeth.
fn comb(id: &str, at: f64) -> String {
    let teeth: Vec<String> = (0..4090).map(|k| format!("[{},{}]", k, (k % 2) * 2000)).collect();
    let points = format!("[4090,2010],[0,2010],{}", teeth.join(","));
    format!(r#"{{"id":"{id}","polygon":{{"points":[{points}]}},"at":[{at},0]}}"#)
}

/// Returns a tile map of 2,048 x 2,048 cells, every other one solid, and chains across it.
fn map_and_chains(asks: &str) -> String {
    let rows: Vec<String> =
        (0..2048).map(|y| format!("\"{}\"", if y % 2 == 0 { "#." } else { ".#" }.repeat(1024))).collect();
    let chain = |k: usize| {
        let points: Vec<String> = (0..4096).map(|n| format!("[{n},{}]", 2 * k + n % 2 * 700)).collect();
        format!(r#"{{"chain":{{"points":[{}],"r":0.25}}}}"#, points.join(","))
    };
    let parts = (0..4).map(chain).collect::<Vec<_>>().join(",");
    format!(
        r#"{{"kasuri":1,"bodies":[{{"id":"a","tiles":{{"cell":[1,1],"rows":[{}]}},"at":[0,0]}},
            {{"id":"b","compound":{{"parts":[{parts}]}},"at":[0,100]}}]{asks}}}"#,
        rows.join(",")
    )
}

/// Returns overlapping polygons of 64 vertices. `more` is added to the text of each.
fn polygons(count: usize, more: &str) -> String {
    let point = |k: usize| {
        let (sin, cos) = (std::f64::consts::TAU * k as f64 / 64.0).sin_cos();
        format!("[{},{}]", 200.0 * cos, 200.0 * sin)
    };
    let points = (0..64).map(point).collect::<Vec<_>>().join(",");
    let body = |k: usize| {
        let at = (k * 7 % 100) as f64 / 100.0;
        format!(r#"{{"id":"{k}","polygon":{{"points":[{points}]}},"at":[{at},{}]{more}}}"#, 1.0 - at)
    };
    scene(&(0..count).map(body).collect::<Vec<_>>().join(","))
}

/// Returns overlapping checkered sprites, each with another angle.
fn checkered_heap(count: usize, more: &str) -> String {
    let rows = mask(256, |x, y| (x + y) % 2 == 0);
    let body = |k: usize| {
        let angle = 0.01 * k as f64;
        format!(r#"{{"id":"{k}","sprite":"m","at":[{k},0.5],"scale":[44,44],"angle":{angle}{more}}}"#)
    };
    let bodies = (0..count).map(body).collect::<Vec<_>>().join(",");
    format!(r#"{{"kasuri":1,"masks":{{"m":{{"rows":[{rows}]}}}},"bodies":[{bodies}]}}"#)
}

fn is_refused_or_answered(lines: &[(&str, String)]) {
    for (name, line) in lines {
        let (answer, taken) = stream(line);
        println!("{name}: {taken:?} {}", &answer[..answer.len().min(120)]);
        assert!(answer.contains("\"pairs\":") || answer.contains("--max-"), "{name}: {answer}");
        assert!(taken.mib <= MOST_MIB && taken.seconds <= MOST_SECONDS, "{name}: {taken:?}");
    }
}

#[test]
fn many_bodies_in_one_place() {
    let many = |form: &str| {
        let body = |k: usize| format!(r#"{{"id":"{k}",{form},"at":[0,0],"layer":1,"against":2}}"#);
        scene(&(0..200_000).map(body).collect::<Vec<_>>().join(","))
    };
    is_refused_or_answered(&[
        ("10,000 circles", heap(10_000)),
        ("20,000 circles", heap(20_000)),
        ("layers that never meet", many(r#""point":{}"#)),
    ]);
}

#[test]
fn costly_pairs() {
    let bar = mask(256, |_, y| y == 255);
    let depth = format!(
        r#"{{"kasuri": 1, "masks": {{"m": {{"rows": [{bar}]}}}}, "bodies": [
            {{"id": "a", "sprite": "m", "at": [0, 0], "scale": [64, 64]}},
            {{"id": "b", "sprite": "m", "at": [1, 0], "scale": [64, 64]}}]}}"#
    );
    let sweep = r#"{"kasuri": 1, "masks": {"g": {"rows": ["oo", "..", "..", "oo"]}, "d": {"rows": ["o"]}}, "bodies": [
        {"id": "g", "sprite": "g", "at": [0, 0], "scale": [64, 64], "angle": 0.5},
        {"id": "d", "sprite": "d", "at": [-2000000, 0.5], "angle": 1}],
        "sweeps": [{"id": "d", "to": [2000000, 1.5]}, {"id": "g", "to": [2000000, 1999999]}]}"#;
    let thin = two_compounds(8, r#","touching":"ignored""#).replace("\"r\":0.25", "\"r\":0");
    is_refused_or_answered(&[
        ("the depth of two sprites", depth),
        ("sweeps of sprites", sweep.to_owned()),
        ("two checkered sprites", two_checkered("")),
        ("two compounds", two_compounds(16, "")),
        ("two thin compounds", thin),
        ("a map and chains", map_and_chains("")),
        ("polygons", polygons(1_400, "")),
        // (A thousand are refused after 4.5 s on an AMD EPYC, too near the limit for a shared machine.)
        ("polygons that are swept", polygons(1000, r#","from":[-5000,200],"swept":true"#)),
        ("sprites over each other", checkered_heap(8, "")),
        ("sprites that are swept", checkered_heap(8, r#","from":[-3000,200],"swept":true"#)),
        ("two combs", scene(&[comb("a", 0.0), comb("b", 0.5)].join(","))),
    ]);
}

#[test]
fn costly_questions() {
    let two = |name: &str, count: usize| {
        format!(r#","{name}":[{}]"#, vec![r#"{"a":"a","b":"b"}"#; count].join(","))
    };
    let rays =
        format!(r#","rays":[{}]"#, vec![r#"{"from":[-9999,1],"to":[9999,5],"all":true}"#; 4000].join(","));
    let points = format!(r#","points":[{}]"#, vec!["[100.5,0.75]"; 200_000].join(","));
    let mut lines = Vec::new();
    for (name, asks) in [
        ("distances", two("distances", 100)),
        ("contacts", two("contacts", 100)),
        ("crossings", two("crossings", 100)),
        ("rays", rays),
        ("points", points),
        ("grazes", r#","grazes":{"margin":50}"#.to_owned()),
    ] {
        lines.push((name, two_checkered(&asks)));
        lines.push((name, two_compounds(8, &asks)));
        lines.push((name, map_and_chains(&asks)));
        let bodies = format!("{},{}", comb("a", 0.0), comb("b", 0.5));
        lines.push((name, scene(&bodies).replacen(r#""bodies""#, &format!("{},\"bodies\"", &asks[1..]), 1)));
    }
    is_refused_or_answered(&lines);
}

#[test]
fn long_documents() {
    let folder = TempDir::new().unwrap();
    let lists = format!(r#"{{"kasuri": 1, "bodies": [{}[]]}}"#, "[],".repeat(10 << 20));
    let (line, taken) = stream(&lists);
    assert!(line.contains("--max-values"), "{line}");
    is_bounded(taken);
    // The number of allowed values does not matter, because nothing of them is kept.
    let arguments = ["solve", "-", "--backend", "cpu", "--max-values", "99999999"];
    let (run, taken) = run(folder.path(), &arguments, &lists);
    assert!(
        run.code == Some(2) && run.err.contains("bodies[0]: expected a body, but found a list of 0"),
        "{}",
        run.err
    );
    assert!(taken.mib < 160, "{taken:?}: the document has 31 MiB");
    // Several lines of this kind at once.
    let good = body(r#""circle": {"r": 2}"#);
    let text = format!("{lists}\n{lists}\n{lists}\n{lists}\n{good}\n");
    let (run, taken) =
        self::run(folder.path(), &["solve", "-", "--stream", "--max-values", "99999999"], text);
    assert!(run.code == Some(3) && run.out.lines().count() == 5, "{}", run.err);
    assert!(run.out.lines().last().unwrap().ends_with("\"pairs\":[]}"));
    assert!(taken.mib <= MOST_MIB, "{taken:?}");
}

#[test]
fn sparse_and_endless_files() {
    let folder = TempDir::new().unwrap();
    let sparse = |name: &str, start: &[u8], length: u64| {
        let mut file = File::create(folder.path().join(name)).unwrap();
        file.write_all(start).unwrap();
        file.set_len(length).unwrap();
    };
    let head = |version: u32| [Recording::MAGIC, &version.to_le_bytes()].concat();
    sparse("large.rec", &head(2), 5 << 30);
    sparse("first.rec", &head(1), 250 << 20);
    sparse("second.rec", &head(2), 250 << 20);
    sparse("scene.json", b"{", 5 << 30);
    sparse("picture.png", b"\x89PNG\r\n\x1a\n", 5 << 30);
    for (arguments, says) in [
        (&["bisect", "large.rec"][..], "--max-mib"),
        (&["view", "large.rec", "--headless"], "--max-mib"),
        (&["bisect", "first.rec"], "damaged step"),
        (&["bisect", "second.rec"], "damaged step"),
        (&["solve", "scene.json"], "--max-mib"),
        (&["mask", "picture.png"], "larger than 64 MiB"),
    ] {
        let (run, taken) = run(folder.path(), arguments, "");
        assert!(run.code == Some(2) && run.err.contains(says), "{arguments:?}: {}", run.err);
        is_bounded(taken);
    }
}

/// Returns a recording of one step without checksums: a world of `count` rows that are already removed.
fn of_many_rows(count: usize) -> Vec<u8> {
    let mut state = Vec::new();
    // Axes, one unit per pixel, no walls, touching counts, no rules, no step yet.
    state.push(0);
    state.extend(1.0_f64.to_bits().to_le_bytes());
    state.extend([0, 0, 0, 0, 0]);
    number(&mut state, count as u64);
    for k in 0..count {
        number(&mut state, k as u64);
        state.extend([1, 0]);
    }
    let mut step = vec![1];
    number(&mut step, state.len() as u64);
    step.extend(state);
    // The step's number, the hash before, nine empty lists and candidates, the hash after.
    step.extend([0; 27]);
    let length = (step.len() as u32).to_le_bytes();
    [Recording::MAGIC, &1_u32.to_le_bytes(), &length, &step].concat()
}

/// Writes a number with seven bits per byte, the lowest first.
fn number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[test]
fn recordings_of_large_worlds() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("rows.rec"), of_many_rows(4_000_000)).unwrap();
    let (run, taken) = run(folder.path(), &["bisect", "rows.rec"], "");
    assert!(run.code == Some(2) && run.err.contains("--max-bodies"), "{}", run.err);
    is_bounded(taken);
    // A heap with 200 million pairs.
    let mut world = kasuri::World::new();
    let mut recorder = kasuri::Recorder::new();
    recorder.step(&mut world).unwrap();
    world.spawn_many(1_500, |_| kasuri::Body::circle(9.0).layer(0)).unwrap();
    recorder.step(&mut world).unwrap();
    fs::write(folder.path().join("apart.rec"), recorder.bytes()).unwrap();
    assert_eq!(self::run(folder.path(), &["bisect", "apart.rec"], "").0.code, Some(0));
    let (mut world, mut recorder) = (kasuri::World::new(), kasuri::Recorder::new());
    world.spawn_many(100, |_| kasuri::Body::circle(9.0)).unwrap();
    recorder.step(&mut world).unwrap();
    fs::write(folder.path().join("heap.rec"), recorder.bytes()).unwrap();
    assert_eq!(self::run(folder.path(), &["bisect", "heap.rec"], "").0.code, Some(0));
    for (flag, most) in [("--max-pairs", "4949"), ("--max-work", "4000"), ("--max-bodies", "99")] {
        for command in [&["bisect", "heap.rec"][..], &["view", "heap.rec", "--headless"]] {
            let (run, _) = self::run(folder.path(), &[command, &[flag, most]].concat(), "");
            assert!(run.code == Some(2) && run.err.contains(flag), "{}", run.err);
        }
    }
}

#[test]
fn scenes_that_are_looked_at() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("heap.json"), heap(20_000)).unwrap();
    let (run, taken) = run(folder.path(), &["view", "heap.json", "--headless"], "");
    assert!(run.code == Some(2) && run.err.contains("--max-pairs"), "{}", run.err);
    is_bounded(taken);
    fs::write(folder.path().join("few.json"), heap(3)).unwrap();
    let arguments = ["view", "few.json", "--headless", "--max-pairs", "2"];
    let (run, _) = self::run(folder.path(), &arguments, "");
    assert!(run.code == Some(2) && run.err.contains("--max-pairs"), "{}", run.err);
}

/// Frames are written one by one, so more frames need no more memory.
#[test]
fn pictures_that_move() {
    let folder = TempDir::new().unwrap();
    let film = |frames: &str, name: &str| {
        let arguments =
            ["view", "bounce", "--headless", "--frames", frames, "--zoom", "3", "--out", name, "--json"];
        let (run, taken) = run(folder.path(), &arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.err);
        taken.mib
    };
    let (few, many) = (film("20", "few.gif"), film("300", "many.gif"));
    assert!(many <= few + 12, "{few} and {many} MiB");
}

#[test]
fn sheets_of_many_frames() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("sheet.png"), common::picture::png(512, 256)).unwrap();
    let (refused, taken) = run(folder.path(), &["mask", "sheet.png", "--frames", "1x1"], "");
    assert!(refused.code == Some(2) && refused.err.contains("--max-frames"), "{}", refused.err);
    is_bounded(taken);
    let more = ["mask", "sheet.png", "--frames", "1x1", "--max-frames", "131072", "--out", "frames.txt"];
    let (run, taken) = run(folder.path(), &more, "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    is_bounded(taken);
    assert!(fs::metadata(folder.path().join("frames.txt")).unwrap().len() > 131_072);
}

//! The output of the commands is word for word the text in tests/said/: answers, tables, statistics, refusals.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::Path;

use common::screen::software_gpu;
use common::{Run, furnished, is_kept, kasuri, recording, run, run_command};

/// Returns a command as it is typed, and its output, as a terminal would show them.
fn transcript(line: &str, run: &Run) -> String {
    let code = run.code.map_or_else(|| "by a signal".to_owned(), |code| code.to_string());
    format!("$ kasuri {line}\n{}{}[exit {code}]\n\n", run.out, run.err)
}

/// Runs all lines one after the other.
fn transcripts(folder: &Path, lines: &[(&str, &str)]) -> String {
    lines
        .iter()
        .map(|&(line, input)| transcript(line, &run(folder, &line.split(' ').collect::<Vec<_>>(), input)))
        .collect()
}

/// Replaces every number and its unit by `#`, because times differ between runs; columns are one space apart.
fn without_numbers(text: &str) -> String {
    const UNITS: [&str; 12] = ["ns", "µs", "ms", "s", "GB/s", "MB/s", "k", "M", "G", "T", "%", "x"];
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let line = |line: &str| {
        let mut words: Vec<String> = Vec::new();
        for word in line.split_whitespace() {
            let bare = word.trim_start_matches('(').trim_end_matches(['.', ';', ',', ')', ':']);
            if is_number(bare) {
                let unit = bare.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                let unit_is_known = unit.is_empty() || UNITS.contains(&unit);
                words.push(if unit_is_known { word.replace(bare, "#") } else { word.to_owned() });
            } else if UNITS.contains(&bare) && words.last().is_some_and(|word| word.ends_with('#')) {
                words.push(word.replace(bare, "(unit)"));
            } else {
                words.push(word.to_owned());
            }
        }
        words.join(" ") + "\n"
    };
    text.lines().map(line).collect()
}

#[test]
fn numbers_go_and_words_stay() {
    let line = "memory copies  43.6GB/s\nbroad 10 cpu x2  782 ns +- 2 %, 2.5x (4 ms).";
    let bare = "memory copies #\nbroad # cpu x2 # (unit) +- # (unit), # (# (unit)).\n";
    assert_eq!(without_numbers(line), bare);
    assert_eq!(without_numbers("3 scenes, 1 refused; 2nd"), "# scenes, # refused; 2nd\n");
}

#[test]
fn scenes_are_answered_as_before() {
    let folder = furnished();
    let scenes = fs::read_to_string(folder.path().join("scenes.ndjson")).unwrap();
    let broken = format!("{scenes}nonsense\n");
    let said = transcripts(
        folder.path(),
        &[
            ("solve scene.json", ""),
            ("solve - --stream", &scenes),
            ("solve - --stream", &broken),
            ("solve none.json", ""),
            ("solve -", r#"{"kasuri": 1, "bodies": [{"id": "b", "at": [0, 0], "circle": {"r": -1}}]}"#),
            ("solve scene.json --out there/answer.json", ""),
        ],
    );
    is_kept("solve", &said);
}

#[test]
fn masks_and_meetings_are_told_as_before() {
    let folder = furnished();
    let said = transcripts(
        folder.path(),
        &[
            ("check ship.png shot.png --at 2,1", ""),
            ("check ship.png shot.png --at 2,1 --angle 0.5 --json", ""),
            ("check ship.png boss.png --at 90,0", ""),
            ("check ship.png boss.png --at 90", ""),
            ("mask ship.png", ""),
            ("mask ship.png --json", ""),
            ("mask ship.png --convex --json", ""),
            ("mask walk.png --frames 16x24 --json", ""),
            ("mask scene.json", ""),
        ],
    );
    is_kept("check-and-mask", &said);
}

#[test]
fn sheets_are_told_as_before() {
    let folder = furnished();
    let said = transcripts(
        folder.path(),
        &[
            ("sheet ship.sheet.json", ""),
            ("sheet ship.sheet.json --json", ""),
            ("sheet ship.sheet.json --to box2d", ""),
            ("sheet ship.sheet.json --to matter", ""),
            ("sheet ship.sheet.json --to godot", ""),
            ("sheet ship.sheet.json --to phaser --tolerance 0", ""),
            ("sheet ship.sheet.json --to unity", ""),
            ("sheet ship.sheet.json --to box2d --json", ""),
            ("sheet ship.sheet.json --to box2d --tolerance -1", ""),
            ("sheet ship.sheet.json --tolerance 2", ""),
            ("sheet bee.json", ""),
            ("sheet walk.png --frames 16x24", ""),
            ("sheet walk.png --frames 15x24", ""),
            ("sheet bee.json --frames 3x2", ""),
            ("sheet ship.sheet.json --out sheet.svg", ""),
            ("sheet scene.json", ""),
            (
                "sheet -",
                r#"{"kasuri_sheet": 1, "image": "../a.png", "frames": [{"size": [1, 1], "at": [0, 0], "mask": {"alpha": 1}}]}"#,
            ),
            ("sheet none.json", ""),
        ],
    );
    is_kept("sheet", &said);
}

/// The picture of a sheet has its frames side by side; it is a picture that the program reads.
#[test]
fn sheets_are_drawn() {
    let folder = furnished();
    let drawn = run(folder.path(), &["sheet", "ship.sheet.json", "--out", "frames.png"], "");
    assert_eq!((drawn.code, drawn.err.as_str()), (Some(0), ""));
    let picture = image::open(folder.path().join("frames.png")).unwrap().to_rgb8();
    assert!(picture.width() > 100 && picture.height() > 100, "{} x {}", picture.width(), picture.height());
    let inks: std::collections::HashSet<_> = picture.pixels().map(|pixel| pixel.0).collect();
    assert!(inks.len() >= 6, "the ground, the texels and several regions: {inks:?}");
    let again = run(folder.path(), &["sheet", "frames.png"], "");
    assert_eq!(again.code, Some(0), "{}", again.err);
}

#[test]
fn recordings_are_compared_as_before() {
    let folder = furnished();
    let mut other = recording(20);
    other.truncate(other.len() - 1);
    fs::write(folder.path().join("short.rec"), other).unwrap();
    fs::write(folder.path().join("longer.rec"), recording(21)).unwrap();
    let said = transcripts(
        folder.path(),
        &[
            ("bisect here.rec there.rec", ""),
            ("bisect here.rec there.rec --json", ""),
            ("bisect here.rec longer.rec", ""),
            ("bisect here.rec longer.rec --json", ""),
            ("bisect short.rec", ""),
        ],
    );
    is_kept("bisect", &said);
}

#[test]
fn what_is_not_understood_is_told_as_before() {
    let folder = furnished();
    let said = transcripts(
        folder.path(),
        &[
            ("fly", ""),
            ("solve", ""),
            ("view nowhere", ""),
            ("view scene.json --out scene.gif", ""),
            ("bench swarm", ""),
            ("bench boxes --n 0", ""),
            ("completions tcl", ""),
        ],
    );
    is_kept("refusals", &said);
}

#[test]
fn tables_and_statistics_have_their_form() {
    let folder = furnished();
    let scenes = fs::read_to_string(folder.path().join("scenes.ndjson")).unwrap();
    let mut said = String::new();
    for (line, input) in [
        ("solve - --stream --stats", scenes.as_str()),
        ("solve scene.json --verify", ""),
        ("adapters", ""),
        ("bench --list", ""),
        ("bench bullets boxes masks --n 20,40 --threads 1,2 --seconds 0.01", ""),
        ("bench readback --n 64 --seconds 0.01", ""),
    ] {
        let mut command = kasuri(folder.path());
        let _runtime = software_gpu(&mut command);
        let run = run_command(command.args(line.split(' ')), input);
        // Lines with the GPU's own words are removed, because they differ between versions of Mesa.
        let told =
            run.out.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join("\n") + "\n";
        let run = Run { out: without_drivers(&told), err: without_drivers(&run.err), ..run };
        said +=
            &transcript(line, &Run { out: without_numbers(&run.out), err: without_numbers(&run.err), ..run });
    }
    is_kept("tables", &said);
}

/// Removes from the GPU's name the versions of what it was built with.
fn without_drivers(text: &str) -> String {
    let mut parts = text.split("llvmpipe (");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + "llvmpipe" + part.split_once(')').map_or("", |(_, rest)| rest))
}

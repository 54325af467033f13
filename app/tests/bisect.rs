//! `kasuri bisect` through the program: two recordings in, the first difference out.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;

use common::{Run, run, without_checksums};
use kasuri::{Body, Recorder, World};
use tempfile::TempDir;

/// Records a ball that rolls over another; `late` makes it roll one pixel less in step 8.
fn session(late: bool) -> Vec<u8> {
    let (mut world, mut recorder) = (World::new(), Recorder::new());
    let ball = world.spawn(Body::circle(4.0)).unwrap();
    world.spawn(Body::circle(4.0).at([12.0, 0.0])).unwrap();
    for k in 0..20 {
        let x = if late && k == 7 { 6.0 } else { f64::from(k) };
        world.edit(ball).position([x, 0.0]).unwrap();
        recorder.step(&mut world).unwrap();
    }
    recorder.into_bytes()
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let one = session(false);
    let mut cut = one.clone();
    cut.truncate(one.len() - 5);
    let mut short = one.clone();
    let last = u32::from_le_bytes(one[12..16].try_into().unwrap()) as usize + 24;
    short.truncate(last);
    let mut broken = one.clone();
    broken[17] = 0xff;
    // The file ends with the hash after the last step. Changing it looks as if the other machine had a different
    // state.
    let mut wrong = without_checksums(&one);
    *wrong.last_mut().unwrap() ^= 1;
    let files: [(&str, Vec<u8>); 8] = [
        ("one.rec", one.clone()),
        ("same.rec", one),
        ("late.rec", session(true)),
        ("cut.rec", cut),
        ("short.rec", short),
        ("broken.rec", broken),
        ("wrong.rec", wrong),
        ("text.rec", b"hello".to_vec()),
    ];
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn bisect(folder: &TempDir, line: &str) -> Run {
    let line = format!("bisect {line}");
    run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "")
}

#[test]
fn the_first_difference_is_said() {
    let folder = folder();
    let expected = [
        ("one.rec same.rec", 0, "20 steps, all alike\n"),
        ("one.rec", 0, "20 steps, all alike\n"),
        (
            "one.rec late.rec",
            1,
            "step 8, state: body 0v1 is at [7, 0] in the first, at [6, 0] in the second\n",
        ),
        ("one.rec short.rec", 1, "step 2, state: the first ends after 20 steps, the second after 1\n"),
        (
            "wrong.rec",
            1,
            "step 20, events: all results are equal, but the state kept for later steps differs\n",
        ),
        (
            "wrong.rec one.rec",
            1,
            "step 20, events: all results are equal, but the state kept for later steps differs\n",
        ),
    ];
    for (line, code, out) in expected {
        let run = bisect(&folder, line);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(code), out, ""), "{line}");
    }
}

#[test]
fn what_is_cut_short_is_read_as_far_as_it_goes() {
    let run = bisect(&folder(), "cut.rec one.rec");
    let out = "step 20, state: the first ends after 19 steps, the second after 20\n";
    assert_eq!((run.code, run.out.as_str()), (Some(1), out));
    assert_eq!(run.err, "kasuri: cut.rec: its last step is cut short; 19 whole ones are read\n");
}

#[test]
fn what_is_no_recording_is_refused() {
    let folder = folder();
    for line in ["one.rec text.rec", "broken.rec", "none.rec one.rec", "one.rec .", "one.rec one.rec one.rec"]
    {
        let run = bisect(&folder, line);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.starts_with("kasuri: ") && run.err.lines().count() == 1, "{line}: {}", run.err);
    }
}

#[test]
fn programs_are_told_in_json() {
    let folder = folder();
    let told =
        |line: &str| -> serde_json::Value { serde_json::from_str(&bisect(&folder, line).out).unwrap() };
    assert_eq!(told("one.rec same.rec --json"), serde_json::json!({"steps": 20, "difference": null}));
    let other = told("one.rec late.rec --json");
    assert_eq!(
        (other["difference"]["step"].as_u64(), other["difference"]["pass"].as_str()),
        (Some(8), Some("state"))
    );
    assert!(other["difference"]["what"].as_str().unwrap().contains("is at ["));
}

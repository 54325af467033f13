//! The 70 scenes of conformance/cases and the lines of more.ndjson beside them, which independent programs answered, are
//! answered exactly as they say, by the reference and by the fast paths; and byte for byte as conformance/hashes.txt has it.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
#![cfg(feature = "scene")]

use std::path::Path;

use kasuri::scene::Scene;
use serde_json::Value;

const KIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance");
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/cases");

fn cases() -> impl Iterator<Item = (String, Value)> {
    let mut files: Vec<_> = std::fs::read_dir(CASES).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    assert_eq!(files.len(), 70);
    files.into_iter().map(|file| {
        let case = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        (file.file_stem().unwrap().to_str().unwrap().to_owned(), case)
    })
}

/// Scenes of the same kinds and of more, with other seeds.
fn more() -> impl Iterator<Item = (String, Value)> {
    let lines = std::fs::read_to_string(format!("{CASES}/more.ndjson")).unwrap();
    let cases: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    cases.into_iter().map(|case| (case["name"].as_str().unwrap().to_owned(), case))
}

/// FNV-1a, 64 bits.
fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The same bytes on every machine, whatever the tolerances of the cases: SPEC 6.
#[test]
fn every_answer_is_the_same_bytes_everywhere() {
    let more = more().map(|(name, case)| (format!("more/{name}"), case));
    let told = cases().chain(more).map(|(name, case)| {
        let scene = Scene::from_json(case["scene"].to_string(), Path::new(CASES)).unwrap();
        let answer = scene.solve().unwrap();
        format!("{name} {:016x}\n", fnv(&answer.to_string()))
    });
    let (told, hashes) =
        (told.collect::<String>(), std::fs::read_to_string(format!("{KIT}/hashes.txt")).unwrap());
    assert_eq!(told.lines().collect::<Vec<_>>(), hashes.lines().collect::<Vec<_>>());
}

#[test]
fn what_the_kit_says_is_refused_is_refused() {
    let lines = std::fs::read_to_string(format!("{KIT}/refused.ndjson")).unwrap();
    for case in lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let text = case["text"].as_str().unwrap();
        let refused = Scene::from_json(text, Path::new(CASES)).and_then(|scene| scene.solve().map(|_| ()));
        assert!(refused.is_err(), "{}: {text}", case["name"]);
    }
    assert!(lines.lines().count() > 50);
}

#[test]
fn the_kits_spec_is_the_spec() {
    let read = |file: String| std::fs::read_to_string(file).unwrap();
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/SPEC.md");
    assert!(read(docs.into()) == read(format!("{KIT}/SPEC.md")), "cp docs/SPEC.md conformance/SPEC.md");
}

#[test]
fn the_70_cases_are_answered_exactly() {
    assert_eq!(check_all(cases()), 1942);
}

#[test]
fn other_seeds_are_answered_exactly() {
    assert!(check_all(more()) > 900);
}

/// Checks every answer, and counts the pairs among them.
fn check_all(cases: impl Iterator<Item = (String, Value)>) -> usize {
    let (mut compared, mut scenes) = (0, 0);
    for (name, case) in cases {
        scenes += 1;
        let scene = Scene::from_json(case["scene"].to_string(), Path::new(CASES)).unwrap();
        let by_reference = scene.solve_by_reference().unwrap().to_string();
        assert_eq!(scene.solve().unwrap().to_string(), by_reference, "{name}: not the reference's answer");
        let ours: Value = serde_json::from_str(&by_reference).unwrap();
        let wanted = &case["answer"];
        assert_eq!(ours["backend"], "cpu");
        compare_pairs(&name, list(&ours["pairs"]), list(&wanted["pairs"]));
        compared += list(&wanted["pairs"]).len();
        for asked in ["points", "grazes"] {
            assert_eq!(ours.get(asked), wanted.get(asked), "{name}: {asked}");
        }
        for asked in ["rays", "sweeps"] {
            assert_eq!(ours.get(asked).is_some(), wanted.get(asked).is_some(), "{name}: {asked}");
            let (ours, wanted) = (list(&ours[asked]), list(&wanted[asked]));
            assert_eq!(ours.len(), wanted.len(), "{name}: {asked}");
            for (k, (ours, wanted)) in ours.iter().zip(wanted).enumerate() {
                compare_hit(&format!("{name}: {asked}[{k}]"), ours, wanted);
            }
        }
    }
    println!("compared {compared} pairs of {scenes} scenes");
    compared
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Exact: which, their order, kind, pixels, bounds, first, a sprite's depth, cells.
fn compare_pairs(name: &str, ours: &[Value], wanted: &[Value]) {
    let ids = |pairs: &[Value]| pairs.iter().map(|p| format!("{} {}", p["a"], p["b"])).collect::<Vec<_>>();
    assert_eq!(ids(ours), ids(wanted), "{name}: which pairs");
    for (ours, wanted) in ours.iter().zip(wanted) {
        let place = format!("{name}: {} {}", wanted["a"], wanted["b"]);
        for field in ["kind", "pixels", "bounds", "first", "cells"] {
            assert_eq!(ours.get(field), wanted.get(field), "{place}: {field}");
        }
        if wanted["kind"] == "sprite-sprite" {
            assert_eq!(ours["depth"], wanted["depth"], "{place}: depth");
            assert_near(&ours["centroid"], &wanted["centroid"], 1e-5, &place);
            assert_near(&ours["normal"], &wanted["normal"], 1e-5, &place);
        } else if wanted["kind"] == "shape-shape" {
            assert_near(&ours["depth"], &wanted["depth"], 1e-3, &place);
            let [x, y] = [0, 1].map(|k| ours["normal"][k].as_f64().unwrap());
            assert!((x.hypot(y) - 1.0).abs() < 1e-12, "{place}: the normal's length");
        }
    }
}

/// t to 2e-3 px of way; where several are met within that of each other, any of `others`.
fn compare_hit(place: &str, ours: &Value, wanted: &Value) {
    assert_eq!(ours.is_null(), wanted.is_null(), "{place}: {ours} instead of {wanted}");
    if wanted.is_null() {
        return;
    }
    for field in ["step", "of"] {
        assert_eq!(ours.get(field), wanted.get(field), "{place}: {field}");
    }
    match wanted.get("way") {
        Some(way) => {
            assert!(list(&wanted["others"]).contains(&ours["id"]), "{place}: {ours} instead of {wanted}");
            assert_near(&ours["t"], &wanted["t"], 2e-3 / way.as_f64().unwrap().max(1e-3), place);
        }
        None => {
            assert_eq!(ours["id"], wanted["id"], "{place}");
            assert_eq!(ours["t"].as_f64(), wanted["t"].as_f64(), "{place}");
        }
    }
}

fn assert_near(ours: &Value, wanted: &Value, tolerance: f64, place: &str) {
    match (ours.as_f64(), wanted.as_f64()) {
        (Some(a), Some(b)) => assert!((a - b).abs() <= tolerance, "{place}: {a} instead of {b}"),
        _ => {
            assert_eq!(list(ours).len(), 2, "{place}: {ours}");
            list(ours).iter().zip(list(wanted)).for_each(|(a, b)| assert_near(a, b, tolerance, place));
        }
    }
}

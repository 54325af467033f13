//! Tests the scenes of conformance/cases and the lines of more.ndjson next to them, which independent programs have
//! answered. The reference and the fast paths must both give these answers; those of the fast paths are recorded byte for
//! byte in conformance/hashes.txt.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
#![cfg(feature = "scene")]

use std::path::Path;

use kasuri::lattice::Point;
use kasuri::scene::Scene;
use kasuri::{
    Ceilings, Placement, Shape, Touching,
    mask::{Cover, Sprite},
    query::Form,
    reference,
    shape::{CellForm, Convex},
};
use serde_json::Value;

const KIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance");
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/cases");

fn cases() -> impl Iterator<Item = (String, Value)> {
    let mut files: Vec<_> = std::fs::read_dir(CASES).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    assert_eq!(files.len(), 120);
    files.into_iter().map(|file| {
        let case = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        (file.file_stem().unwrap().to_str().unwrap().to_owned(), case)
    })
}

/// Returns more scenes, of the same kinds and of others, with other seeds.
fn more() -> impl Iterator<Item = (String, Value)> {
    let lines = std::fs::read_to_string(format!("{CASES}/more.ndjson")).unwrap();
    let cases: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    cases.into_iter().map(|case| (case["name"].as_str().unwrap().to_owned(), case))
}

/// Returns the FNV-1a hash of a text, 64 bits.
fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Every answer has the same bytes on every machine, whatever the tolerances of the cases (SPEC 6).
#[test]
fn every_answer_is_the_same_bytes_everywhere() {
    let more = more().map(|(name, case)| (format!("more/{name}"), case));
    let told = cases().chain(more).map(|(name, case)| {
        let scene = Scene::from_json(case["scene"].to_string(), Path::new(CASES)).unwrap();
        let answer = scene.solve().unwrap();
        format!("{name} {:016x}\n", fnv(&answer.to_string()))
    });
    let (told, file) = (told.collect::<String>(), format!("{KIT}/hashes.txt"));
    // If the SPEC has changed an answer: KASURI_WRITE_HASHES=1 writes the hashes again.
    if std::env::var_os("KASURI_WRITE_HASHES").is_some() {
        std::fs::write(&file, &told).unwrap();
    }
    let hashes = std::fs::read_to_string(file).unwrap();
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

/// The default ceilings are far above the work of ordinary scenes (docs/never-down.md).
#[test]
fn no_case_comes_near_a_ceiling() {
    let Ceilings { values, bodies, pairs, work, .. } = Ceilings::default();
    let most = Ceilings::default().values(values / 10).bodies(bodies / 10).pairs(pairs / 10).work(work / 10);
    for (name, case) in cases().chain(more()) {
        let scene = Scene::from_json_within(case["scene"].to_string(), Path::new(CASES), most);
        let answered = scene.and_then(|scene| scene.solve().map(|_| ()));
        assert_eq!(answered, Ok(()), "{name}");
    }
}

#[test]
fn the_cases_are_answered_exactly() {
    assert_eq!(check_all(cases()), 3041);
}

#[test]
fn other_seeds_are_answered_exactly() {
    assert!(check_all(more()) > 900);
}

/// Checks every answer; returns the number of pairs among them.
fn check_all(cases: impl Iterator<Item = (String, Value)>) -> usize {
    let (mut compared, mut scenes) = (0, 0);
    for (name, case) in cases {
        scenes += 1;
        let scene = Scene::from_json(case["scene"].to_string(), Path::new(CASES)).unwrap();
        let wanted = &case["answer"];
        let answers = [("query", scene.solve()), ("reference", scene.solve_by_reference())];
        for (of, answer) in answers {
            let ours: Value = serde_json::from_str(&answer.unwrap().to_string()).unwrap();
            assert_eq!(ours["backend"], "cpu");
            let name = format!("{name}, by {of}");
            Case { name, scene: &scene, asked: &case["scene"] }.compare(&ours, wanted);
        }
        compared += list(&wanted["pairs"]).len();
    }
    println!("compared {compared} pairs of {scenes} scenes");
    compared
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

struct Case<'s> {
    name: String,
    scene: &'s Scene,
    asked: &'s Value,
}

impl Case<'_> {
    fn compare(&self, ours: &Value, wanted: &Value) {
        let name = &self.name;
        self.compare_pairs(list(&ours["pairs"]), list(&wanted["pairs"]));
        for asked in ["points", "grazes", "fits"] {
            assert_eq!(ours.get(asked), wanted.get(asked), "{name}: {asked}");
        }
        let each = |asked: &str, compare: &dyn Fn(&str, usize, &Value, &Value)| {
            assert_eq!(ours.get(asked).is_some(), wanted.get(asked).is_some(), "{name}: {asked}");
            let (ours, wanted) = (list(&ours[asked]), list(&wanted[asked]));
            assert_eq!(ours.len(), wanted.len(), "{name}: {asked}");
            for (k, (ours, wanted)) in ours.iter().zip(wanted).enumerate() {
                let place = format!("{name}: {asked}[{k}]");
                match ours.is_null() || wanted.is_null() {
                    true => assert_eq!(ours, wanted, "{place}"),
                    false => compare(&place, k, ours, wanted),
                }
            }
        };
        each("rays", &|place, _, ours, wanted| match wanted.is_array() {
            true => compare_all_hits(place, list(ours), list(wanted)),
            false => compare_hit(place, ours, wanted),
        });
        each("sweeps", &|place, _, ours, wanted| compare_hit(place, ours, wanted));
        each("distances", &|place, k, ours, wanted| {
            assert_near(&ours["distance"], &wanted["distance"], 1e-3, place);
            let two = &self.asked["distances"][k];
            for (body, point) in ["a", "b"].iter().zip(list(&ours["points"])) {
                self.assert_on(place, &two[body], point);
            }
        });
        each("contacts", &|place, k, ours, wanted| {
            let two = &self.asked["contacts"][k];
            self.compare_contact(place, [&two["a"], &two["b"]], ours, wanted);
        });
        each("crossings", &|place, _, ours, wanted| compare_crossings(place, list(ours), wanted));
    }

    fn form(&self, id: &Value) -> &Form {
        let k = self.scene.ids().iter().position(|other| Some(&**other) == id.as_str()).unwrap();
        &self.scene.bodies()[k].form
    }

    /// Compares exactly: which pairs, their order, kind, pixels, bounds, first, a sprite's depth, cells.
    fn compare_pairs(&self, ours: &[Value], wanted: &[Value]) {
        let name = &self.name;
        let ids =
            |pairs: &[Value]| pairs.iter().map(|p| format!("{} {}", p["a"], p["b"])).collect::<Vec<_>>();
        assert_eq!(ids(ours), ids(wanted), "{name}: which pairs");
        for (ours, wanted) in ours.iter().zip(wanted) {
            let place = format!("{name}: {} {}", wanted["a"], wanted["b"]);
            for field in ["kind", "pixels", "bounds", "first", "cells"] {
                assert_eq!(ours.get(field), wanted.get(field), "{place}: {field}");
            }
            if let Some(t) = wanted.get("t") {
                match wanted.get("way") {
                    Some(way) => assert_near(&ours["t"], t, tolerance(way), &place),
                    None => assert_eq!(ours["t"].as_f64(), t.as_f64(), "{place}: t"),
                }
            }
            if wanted["kind"] == "sprite-sprite" {
                assert_eq!(ours["depth"], wanted["depth"], "{place}: depth");
                assert_near(&ours["centroid"], &wanted["centroid"], 1e-5, &place);
                assert_near(&ours["normal"], &wanted["normal"], 1e-5, &place);
            } else if wanted["kind"] == "shape-shape" && wanted.get("t").is_none() {
                self.compare_contact(&place, [&wanted["a"], &wanted["b"]], ours, wanted);
            }
        }
    }

    /// Checks that the depth is right, that the point is inside both, and that the move leaves no deep overlap.
    fn compare_contact(&self, place: &str, [a, b]: [&Value; 2], ours: &Value, wanted: &Value) {
        let depth = ours["depth"].as_f64().unwrap();
        // Some answers have no depth: there only the result of the move is checked.
        if let Some(most) = wanted["depth"].as_f64() {
            let least = wanted.get("least").map_or(most, |least| least.as_f64().unwrap());
            assert!((least - 1e-3..=most + 1e-3).contains(&depth), "{place}: {ours} instead of {wanted}");
        }
        let [x, y] = [0, 1].map(|k| ours["normal"][k].as_f64().unwrap());
        if let Some(normal) = wanted.get("normal") {
            assert_near(&ours["normal"], normal, 1e-5, place);
        } else {
            assert!((x.hypot(y) - 1.0).abs() < 1e-12, "{place}: the normal's length");
            self.assert_on(place, a, &ours["point"]);
            self.assert_on(place, b, &ours["point"]);
            let left = depth_left(self.form(a), self.form(b), [x * depth, y * depth]);
            assert!(left < 0.012, "{place}: {ours} leaves a depth of {left}");
        }
    }

    /// Checks that a point lies on a body, to a lattice unit, because the point is snapped.
    fn assert_on(&self, place: &str, id: &Value, point: &Value) {
        let at = [0, 1].map(|k| point[k].as_f64().unwrap());
        let point = Form::Shape(Shape::point().place(&Placement::at(at)).unwrap());
        let distance = reference::distance(self.form(id), &point).unwrap().distance;
        assert!(distance < 0.006, "{place}: {at:?} is {distance} away from {id}");
    }
}

/// Returns how deep any two parts overlap after B was moved, to a lattice unit.
fn depth_left(a: &Form, b: &Form, [x, y]: [f64; 2]) -> f64 {
    let by = Point::snapped([x, y]).unwrap();
    let parts = |form: &Form| -> Vec<Convex> {
        let squares = |sprite: &Sprite| -> Vec<Convex> {
            let square = |(i, j): (i32, i32)| {
                let at = [f64::from(i) + 0.5, f64::from(j) + 0.5];
                Shape::rect([0.5, 0.5]).unwrap().place(&Placement::at(at)).unwrap()[0].clone()
            };
            Cover::of(sprite).iter().map(square).collect()
        };
        match form {
            Form::Shape(parts) => parts.to_vec(),
            Form::Sprite(sprite) => squares(sprite),
            Form::Tiles(tiles) => tiles
                .cells()
                .flat_map(|cell| match cell.form {
                    CellForm::Convex(convex) => vec![convex],
                    CellForm::Sprite(sprite) => squares(&sprite),
                })
                .collect(),
        }
    };
    let moved: Vec<Convex> = parts(b).iter().map(|part| part.moved_by(by).unwrap()).collect();
    let mut deepest: f64 = 0.0;
    for (p, q) in parts(a).iter().flat_map(|p| moved.iter().map(move |q| (p, q))) {
        if p.bounds().meets(q.bounds()) {
            let [p, q] = [p, q].map(|part| Form::Shape(part.clone().into()));
            let contact = reference::contact(&p, &q, Touching::Ignored);
            deepest = deepest.max(contact.map_or(0.0, |contact| contact.depth));
        }
    }
    deepest
}

/// Returns the tolerance of a time: 2e-3 px of path.
fn tolerance(way: &Value) -> f64 {
    2e-3 / way.as_f64().unwrap().max(1e-3)
}

/// Compares t to 2e-3 px of path. Where several bodies are hit within that, any of `others` is right. The normal must be
/// one of `normals`.
fn compare_hit(place: &str, ours: &Value, wanted: &Value) {
    for field in ["step", "of"] {
        assert_eq!(ours.get(field), wanted.get(field), "{place}: {field}");
    }
    match wanted.get("way") {
        Some(way) => {
            assert!(list(&wanted["others"]).contains(&ours["id"]), "{place}: {ours} instead of {wanted}");
            assert_near(&ours["t"], &wanted["t"], tolerance(way), place);
            if let Some(normals) = wanted.get("normals") {
                assert_normal(place, ours, &normals[ours["id"].as_str().unwrap()]);
            }
        }
        None => {
            assert_eq!(ours["id"], wanted["id"], "{place}");
            assert_eq!(ours["t"].as_f64(), wanted["t"].as_f64(), "{place}");
        }
    }
}

fn compare_all_hits(place: &str, ours: &[Value], wanted: &[Value]) {
    let ids = |hits: &[Value]| {
        let mut ids: Vec<String> = hits.iter().map(|hit| hit["id"].to_string()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(ours), ids(wanted), "{place}");
    let order = |id: &Value| wanted.iter().find(|hit| hit["id"] == *id).unwrap()["order"].as_u64();
    for two in ours.windows(2) {
        let (t, u) = (two[0]["t"].as_f64(), two[1]["t"].as_f64());
        assert!(t < u || t == u && order(&two[0]["id"]) < order(&two[1]["id"]), "{place}: {ours:?}");
    }
    for hit in ours {
        let right = wanted.iter().find(|right| right["id"] == hit["id"]).unwrap();
        assert_near(&hit["t"], &right["t"], tolerance(&right["way"]), place);
        assert_normal(place, hit, &right["normals"]);
    }
}

/// Checks that the normal is one of the right ones; for a round body none is given.
fn assert_normal(place: &str, hit: &Value, right: &Value) {
    let is_near = |right: &Value| {
        let apart = |k: usize| hit["normal"][k].as_f64().unwrap() - right[k].as_f64().unwrap();
        apart(0).abs() < 1e-3 && apart(1).abs() < 1e-3
    };
    assert!(right.is_null() || list(right).iter().any(is_near), "{place}: {hit}, where {right} is right");
}

/// Checks that all of `points` are there, and that every other point lies on one of `may`.
fn compare_crossings(place: &str, ours: &[Value], wanted: &Value) {
    if wanted.get("skip").is_some() {
        return;
    }
    let point = |value: &Value, k: usize| [0, 1].map(|n| value[k + n].as_f64().unwrap());
    let apart = |p: [f64; 2], q: [f64; 2]| (p[0] - q[0]).hypot(p[1] - q[1]);
    let points: Vec<[f64; 2]> = list(&wanted["points"]).iter().map(|p| point(p, 0)).collect();
    let ours: Vec<[f64; 2]> = ours.iter().map(|p| point(p, 0)).collect();
    for p in &points {
        assert!(ours.iter().any(|&q| apart(*p, q) < 2e-3), "{place}: {p:?} is missing among {ours:?}");
    }
    let is_on = |p: [f64; 2], stretch: &Value| {
        let (a, b) = (point(stretch, 0), point(stretch, 2));
        let e = [b[0] - a[0], b[1] - a[1]];
        let length = e[0] * e[0] + e[1] * e[1];
        let along = ((p[0] - a[0]) * e[0] + (p[1] - a[1]) * e[1]) / length.max(1e-300);
        let t = along.clamp(0.0, 1.0);
        apart(p, [a[0] + e[0] * t, a[1] + e[1] * t]) < 2e-3
    };
    for &p in &ours {
        let is_right = points.iter().any(|&q| apart(p, q) < 2e-3);
        assert!(
            is_right || list(&wanted["may"]).iter().any(|stretch| is_on(p, stretch)),
            "{place}: {p:?} is no crossing of {wanted}"
        );
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

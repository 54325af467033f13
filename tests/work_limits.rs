//! Tests that the ceiling on work may end an answer anywhere: below the work that an answer takes the scene is refused,
//! and from there on the answer is the same as without ceilings.
#![allow(clippy::unwrap_used)]
#![cfg(feature = "scene")]

#[path = "common/mod.rs"]
mod common;

use std::path::Path;

use common::{Random, cases};
use kasuri::scene::Scene;
use kasuri::{Ceilings, ErrorKind};

const MASKS: &str = r#""masks": {"dots": {"rows": ["o.o.", ".o.o", "oooo", "o..o"]}, "ring": {"rows": ["..oooo..",
    ".oo..oo.", "oo....oo", "o......o", "oo....oo", ".oo..oo.", "..oooo.."]}}"#;

/// The queries about two bodies. The pairs of a scene are always answered.
const ASKED: [&str; 9] = [
    r#""distances": [{"a": "a", "b": "b"}]"#,
    r#""contacts": [{"a": "a", "b": "b"}]"#,
    r#""crossings": [{"a": "a", "b": "b"}]"#,
    r#""sweeps": [{"id": "a", "to": [60, 41]}]"#,
    r#""sweeps": [{"id": "b", "to": [-50, -23]}]"#,
    r#""grazes": {"margin": 3}"#,
    r#""rays": [{"from": [-40, -9], "to": [70, 12]}, {"from": [3, -60], "to": [3, 60], "all": true}]"#,
    r#""points": [[0, 0], [11, 4], [2.5, -7.25]]"#,
    r#""rays": []"#,
];

const TILES: &str = r#""tiles": {"cell": [8, 8], "rows": ["o/mo", "m..o", "/oom"], "legend": {"m": {"sprite": "dots"},
    "o": {"polygon": {"points": [[0, 0], [8, 0], [8, 8], [0, 8]]}},
    "/": {"polygon": {"points": [[0, 8], [8, 0], [8, 8]]}}}}"#;

/// Returns a compound of equal parts in a ring, some of which overlap.
fn ring(count: usize, part: &str) -> String {
    let place = |k: usize| {
        let (y, x) = (k as f64 * std::f64::consts::TAU / count as f64).sin_cos();
        format!(r#"{{"offset": [{}, {}], {part}}}"#, (16.0 * x).round(), (16.0 * y).round())
    };
    format!(r#""compound": {{"parts": [{}]}}"#, (0..count).map(place).collect::<Vec<_>>().join(","))
}

/// Returns the fields of bodies of every kind, some with more parts than are tested one by one.
fn bodies() -> [String; 10] {
    let chain: Vec<String> = (0..40).map(|k| format!("[{}, {}]", k - 20, 5 * (k % 2))).collect();
    [
        r#""circle": {"r": 9}"#.into(),
        r#""segment": {"a": [-20, 3], "b": [20, -4]}"#.into(),
        r#""polygon": {"points": [[-15, -15], [15, -14], [3, 0], [14, 15], [-14, 15]]}"#.into(),
        ring(20, r#""box": {"half": [3, 3]}"#),
        ring(24, r#""circle": {"r": 3}"#),
        ring(18, r#""segment": {"a": [-3, -3], "b": [3, 3]}"#),
        format!(r#""chain": {{"points": [{}], "r": 0.5}}"#, chain.join(",")),
        r#""sprite": "ring", "angle": 0.4, "scale": [1.5, -1]"#.into(),
        r#""sprite": "dots""#.into(),
        TILES.into(),
    ]
}

fn solve(text: &str, work: u64) -> kasuri::Result<String> {
    let scene = Scene::from_json_within(text, Path::new("."), Ceilings::NONE.work(work))?;
    Ok(scene.solve()?.to_string())
}

/// Checks some ceilings on the work of a scene; returns the least that allows an answer.
fn check(text: &str, random: &mut Random, tries: u64) -> u64 {
    let answer = solve(text, u64::MAX).unwrap();
    let (mut least, mut enough) = (0, 0);
    while solve(text, enough).is_err() {
        (least, enough) = (enough + 1, 2 * enough + 1);
    }
    while least < enough {
        let middle = (least + enough) / 2;
        if solve(text, middle).is_ok() { enough = middle } else { least = middle + 1 }
    }
    for k in 0..tries.min(enough) {
        // Early and late in the work, or all ceilings where they are few.
        let part = enough >> random.below(8);
        let work = if enough <= tries { k } else { random.below(part.max(1)) };
        let error = solve(text, work).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Ceiling, "{work} of {enough}: {error}, {text}");
        assert!(error.to_string().starts_with(&format!("more than {work} units of work")), "{error}");
    }
    for work in [enough, enough + 1, 2 * enough] {
        assert_eq!(solve(text, work).unwrap(), answer, "{work} of {enough}, {text}");
    }
    enough
}

#[test]
fn work_may_end_in_every_query() {
    let (random, bodies) = (&mut Random::new(5), bodies());
    let is_map = |k: usize| k == bodies.len() - 1;
    let mut most = 0;
    for (k, a) in bodies.iter().enumerate() {
        for (n, b) in bodies.iter().enumerate() {
            let round = cases(3, 1);
            for asked in ASKED.iter().skip((k + 2 * n) % round).step_by(round) {
                // A tile map neither moves nor has a contact with another one.
                let mover = if asked.contains(r#""id": "a""#) { k } else { n };
                let is_refused = asked.contains("sweeps") && is_map(mover)
                    || asked.contains("contacts") && is_map(k) && is_map(n);
                if is_refused {
                    continue;
                }
                let touching = random.pick(&["counts", "ignored"]);
                let at = random.pick(&[[3.5, -6.0], [14.0, 9.25], [31.0, 2.0], [60.0, -40.0], [0.0, 0.0]]);
                let way = if is_map(k) { "" } else { r#""from": [-50, 0], "swept": true, "# };
                let text = format!(
                    r#"{{"kasuri": 1, "touching": "{touching}", {MASKS}, {asked}, "bodies": [
                        {{"id": "a", "at": [0.5, 0], {way}{a}}}, {{"id": "b", "at": {at:?}, {b}}}]}}"#
                );
                most = most.max(check(&text, random, cases(12, 4000) as u64));
            }
        }
    }
    assert!(most > 10_000, "{most}");
}

/// The ceiling on pairs may end the search for pairs anywhere, within the bodies of one layer or between two.
#[test]
fn pairs_may_end_anywhere() {
    for (kinds, found) in [([[1, 1]; 2], 66), ([[1, 2], [2, 1]], 36)] {
        let bodies = (0..12).map(|k| {
            let [layer, against] = kinds[k % 2];
            let place = format!(r#""at": [{k}, {}], "layer": {layer}, "against": {against}"#, k * 5 % 7);
            format!(r#"{{"id": "b{k}", {place}, "circle": {{"r": 20}}}}"#)
        });
        let text = format!(r#"{{"kasuri": 1, "bodies": [{}]}}"#, bodies.collect::<Vec<_>>().join(","));
        let solve = |pairs: u64| {
            let scene = Scene::from_json_within(&text, Path::new("."), Ceilings::NONE.pairs(pairs))?;
            Ok::<_, kasuri::Error>(scene.solve()?.to_string())
        };
        let answer = solve(u64::MAX).unwrap();
        for pairs in 0..found {
            let error = solve(pairs).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Ceiling, "{pairs}: {error}");
        }
        assert_eq!(solve(found).as_ref(), Ok(&answer), "{found}");
    }
}

/// Bodies of many parts that games have are answered within the default ceilings: lasers of 255 links, and sprites.
#[test]
fn push_outs_of_ordinary_bodies_are_answered() {
    let laser = |bend: f64, width: f64| {
        let place = |k: i32| {
            let x = f64::from(k) - 128.0;
            format!("[{:.2}, {:.2}]", 3.0 * x, width * (bend * x).sin())
        };
        let points = (0..256).map(place).collect::<Vec<_>>().join(",");
        format!(r#""chain": {{"points": [{points}], "r": 2}}"#)
    };
    let row = |y: usize| {
        (0..96).map(|x| if (x * 7 + y * 13usize).is_multiple_of(33) { '.' } else { 'o' }).collect::<String>()
    };
    let rows: Vec<String> = (0..96).map(|y| format!(r#""{}""#, row(y))).collect();
    let text = format!(
        r#"{{"kasuri": 1, "masks": {{"blob": {{"rows": [{}]}}}}, "bodies": [
            {{"id": "a", "at": [0, 0], {}}}, {{"id": "b", "at": [3.5, 2], "angle": 0.1, {}}},
            {{"id": "c", "at": [10, 5], "angle": 0.4, "sprite": "blob"}}, {{"id": "d", "at": [0, 0], "circle": {{"r": 9}}}}],
            "contacts": [{{"a": "a", "b": "b"}}, {{"a": "a", "b": "c"}}, {{"a": "c", "b": "d"}}, {{"a": "b", "b": "c"}}]}}"#,
        rows.join(","),
        laser(0.1, 40.0),
        laser(0.13, 30.0)
    );
    let scene = Scene::from_json_within(&text, Path::new("."), Ceilings::default()).unwrap();
    let answer = scene.solve().unwrap().to_string();
    assert!(!answer.contains("null"), "{answer}");
}

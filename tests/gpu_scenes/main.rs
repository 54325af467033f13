//! Random scenes of everything that a scene may hold (SPEC 8), long chains and large sprites among them, are answered byte
//! for byte the same on the CPU and on every GPU.
//!
//! In four parts, each with scenes of its own: some tens by default, 5,000 with KASURI_LONG=1, as many as KASURI_SCENES says.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
#![cfg(all(feature = "gpu", feature = "scene"))]

#[path = "../common/mod.rs"]
mod common;
#[path = "../gpu/mod.rs"]
mod gpu;
mod random_scene;

use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use common::cases;
use kasuri::scene::{Ceilings, Scene};

/// Parts run one after another: several devices at a time take a small machine's memory.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// No honest scene of these takes that much; chance might make one that takes minutes.
const MOST_WORK: u64 = 40_000_000;

/// How many scenes a part has.
fn count() -> u64 {
    let asked = std::env::var("KASURI_SCENES").ok();
    asked.map_or(cases(75, 5000) as u64, |count| count.parse().unwrap())
}

/// A scene and its answer on the CPU, as text.
struct Solved {
    seed: u64,
    text: String,
    scene: Scene,
    answer: String,
    pairs: usize,
}

fn part(number: u64) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let (mut left, mut next) = (count(), number * 1_000_000);
    let (mut pairs, mut too_much, mut differing) = (0, 0, Vec::new());
    let start = Instant::now();
    // As many at a time as their texts take little memory.
    while left > 0 {
        let batch = left.min(250);
        let solved: Vec<Solved> = (next..next + batch).filter_map(solve).collect();
        too_much += batch as usize - solved.len();
        pairs += solved.iter().map(|solved| solved.pairs).sum::<usize>();
        for gpu in gpu::all() {
            let name = gpu.adapter().name;
            for Solved { seed, text, scene, answer, .. } in &solved {
                let ours = scene.solve_on(gpu).map(|answer| answer.to_string());
                let ours = ours.map(|text| text.replacen("\"backend\":\"gpu\"", "\"backend\":\"cpu\"", 1));
                if ours.as_ref() != Ok(answer) {
                    let at = difference(ours.as_deref().unwrap_or("an error"), answer);
                    println!("seed {seed} on {name}: {at}\n{}", &text[..text.len().min(2000)]);
                    differing.push((*seed, name.clone()));
                }
            }
        }
        (left, next) = (left - batch, next + batch);
    }
    println!("part {number}: {} scenes, {pairs} pairs, {too_much} too much, {:?}", count(), start.elapsed());
    assert!(differing.is_empty(), "other answers than the CPU's: {differing:?}");
    assert!(pairs as u64 > 2 * count(), "scenes should have pairs");
    assert!(too_much as u64 * 20 <= count(), "{too_much} scenes were too much");
}

/// `None` for a scene that takes too much.
fn solve(seed: u64) -> Option<Solved> {
    let text = random_scene::text(seed);
    let ceilings = Ceilings::default().work(MOST_WORK);
    let scene = Scene::from_json_within(&text, Path::new("."), ceilings)
        .unwrap_or_else(|error| panic!("seed {seed}: {error}: {}", &text[..text.len().min(3000)]));
    let answer = scene.solve().ok()?;
    let pairs = answer.pairs.len();
    let answer = answer.to_string();
    // From here on no GPU fails for taking a little more work than the CPU.
    let scene = Scene::from_json_within(&text, Path::new("."), Ceilings::NONE).unwrap();
    Some(Solved { seed, text, scene, answer, pairs })
}

/// Where two texts part.
fn difference(ours: &str, theirs: &str) -> String {
    let at =
        ours.bytes().zip(theirs.bytes()).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()));
    let near = |text: &str| text.get(at.saturating_sub(60)..(at + 60).min(text.len())).map(str::to_owned);
    format!("{:?} instead of {:?}", near(ours), near(theirs))
}

#[test]
fn first_part() {
    part(1);
}

#[test]
fn second_part() {
    part(2);
}

#[test]
fn third_part() {
    part(3);
}

#[test]
fn fourth_part() {
    part(4);
}

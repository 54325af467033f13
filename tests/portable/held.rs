//! The results that are the same on every machine, as text: the golden session's hashes and those of scenes' answers.

use std::fmt::Write;
use std::path::Path;

use kasuri::World;
use kasuri::scene::Scene;
use serde_json::Value;

#[path = "../world_kit/session.rs"]
#[allow(dead_code, reason = "the functions that record are not used here")]
mod session;

const GOLDEN: &str = include_str!("../golden/danmaku.txt");
const MORE: &str = include_str!("../../conformance/cases/more.ndjson");
const HASHES: &str = include_str!("../../conformance/hashes.txt");

/// Returns the FNV-1a hash of a text, 64 bits.
fn fnv(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Plays the golden session for this many steps; the error says where its hash differs from tests/golden/danmaku.txt.
pub fn golden_session(steps: u32) -> Result<(), String> {
    let mut world = session::arena(World::builder().threads(1));
    let mut session = session::Session::begin(&mut world).map_err(|e| e.to_string())?;
    let mut text = String::new();
    for step in 1..=steps {
        session.step(&mut world, None).map_err(|e| e.to_string())?;
        if step % 100 == 0 {
            writeln!(text, "{step:5} {:016x}", world.hash()).map_err(|e| e.to_string())?;
        }
    }
    let parted = text.lines().zip(GOLDEN.lines()).find(|(ours, golden)| ours != golden);
    parted.map_or(Ok(()), |(ours, golden)| Err(format!("{ours} instead of {golden}")))
}

/// Answers the scenes of more.ndjson; the error says which answer's bytes differ from conformance/hashes.txt.
pub fn answers() -> Result<usize, String> {
    let mut count = 0;
    for line in MORE.lines() {
        let case: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let name = case["name"].as_str().unwrap_or_default();
        let scene = Scene::from_json(case["scene"].to_string(), Path::new(".")).map_err(|e| e.to_string())?;
        let answer = scene.solve().map_err(|e| e.to_string())?.to_string();
        let ours = format!("more/{name} {:016x}", fnv(&answer));
        if !HASHES.lines().any(|line| line == ours) {
            return Err(format!("{ours} is not what conformance/hashes.txt has"));
        }
        count += 1;
    }
    Ok(count)
}

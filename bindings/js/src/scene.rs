//! Answers to scenes in JSON, as the program `kasuri solve` gives them.

use std::path::Path;

use kasuri::scene::{Scene, refusal};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};

fn answer(scene: &str) -> kasuri::Result<String> {
    Ok(Scene::from_json(scene, Path::new("."))?.solve()?.to_string())
}

#[wasm_bindgen]
pub fn solve(scene: &str) -> Result<String> {
    answer(scene).or_throw()
}

#[wasm_bindgen]
pub fn solve_lines(lines: &str) -> String {
    let lines = lines.split('\n').filter(|line| !line.trim_ascii().is_empty());
    lines.map(|line| answer(line).unwrap_or_else(|error| refusal(&error)) + "\n").collect()
}

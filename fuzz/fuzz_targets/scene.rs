//! Scenes from arbitrary bytes: refused in one line, or read and, where that is quick, solved (SPEC 7, 8).
#![no_main]

use std::path::Path;

use kasuri::scene::{Scene, refusal};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    match Scene::from_json(text, Path::new(".")) {
        Ok(scene) => {
            assert_eq!(scene.ids().len(), scene.bodies().len());
            if is_quick(&scene, text) {
                let first = scene.solve().map(|answer| answer.to_string());
                assert_eq!(first, scene.solve().map(|answer| answer.to_string()));
            }
        }
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1);
            assert_eq!(refusal(&error).lines().count(), 1);
        }
    }
});

/// Whether the scene has few and small bodies and no moving one: a sweep may have millions of steps.
fn is_quick(scene: &Scene, text: &[u8]) -> bool {
    let moves = text.windows(6).any(|word| word == b"sweeps");
    let small = |side: i32| side <= 200 * 256;
    let mut bounds = scene.bodies().iter().filter_map(|body| body.form.bounds());
    !moves && scene.ids().len() <= 12 && bounds.all(|b| small(b.max.x - b.min.x) && small(b.max.y - b.min.y))
}

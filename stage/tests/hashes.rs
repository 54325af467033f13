//! Scenes without a player are the same everywhere: hashes.txt contains the hashes of their worlds, and the site
//! compares those of a browser with them. KASURI_KEEP_HASHES writes the file again.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write;
use std::path::Path;

use kasuri_stage::scenes::{self, Pad, SCENES};

const EVERY: usize = 100;

/// The steps until the scene shows something, and some more.
fn steps(look: u32) -> usize {
    (look as usize / EVERY + 6) * EVERY
}

#[test]
fn scenes_go_as_they_are_kept() {
    let mut text = String::new();
    for scene in SCENES {
        let mut stage = scenes::open(scene.name, 0).unwrap();
        for step in 1..=steps(scene.look) {
            stage.step(Pad::default()).unwrap();
            if step % EVERY == 0 {
                writeln!(text, "{} {step} {:016x}", scene.name, stage.world().unwrap().hash()).unwrap();
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("hashes.txt");
    if std::env::var_os("KASURI_KEEP_HASHES").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    let parted = text.lines().zip(kept.lines()).find(|(here, kept)| here != kept);
    assert_eq!((parted, text.lines().count()), (None, kept.lines().count()));
}

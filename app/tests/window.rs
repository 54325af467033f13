//! The window, on an X server of the test's own: it shows what the CPU draws, pixel for pixel, and does what it is told.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::path::Path;

use common::picture::Pixels;
use common::run;
use common::screen::{Screen, Viewer};
use tempfile::TempDir;

const HOME: u32 = 0xFF50;
const ESCAPE: u32 = 0xFF1B;

fn scene() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/scenes/first.json");
    path.to_str().unwrap().to_owned()
}

/// What the CPU draws for a window of a size.
fn drawn(folder: &Path, file: &str, [width, height]: [usize; 2]) -> Pixels {
    let size = format!("{width}x{height}");
    let run = run(folder, &["view", file, "--headless", "--size", &size, "--out", "drawn.png"], "");
    assert_eq!(run.code, Some(0), "{run:?}");
    Pixels::read(&folder.join("drawn.png"))
}

/// Waits until a window shows exactly what the CPU draws.
fn shows_what_is_drawn(viewer: &Viewer, folder: &Path, file: &str, size: [usize; 2]) -> Pixels {
    let expected = drawn(folder, file, size);
    let is_size = |seen: &Pixels| [seen.width, seen.height()] == size;
    viewer.shows("the CPU's picture", |seen| is_size(seen) && seen.differ(&expected) == 0)
}

#[test]
fn a_scene_is_shown_as_the_cpu_draws_it() {
    let (folder, screen, file) = (TempDir::new().unwrap(), Screen::new(), scene());
    let viewer = screen.open(folder.path(), &["view", &file]);
    let first = shows_what_is_drawn(&viewer, folder.path(), &file, viewer.size());
    viewer.is_titled("counts", |title| title.contains("20 bodies, 3 hits"));
    viewer.resize([701, 502]);
    let small = shows_what_is_drawn(&viewer, folder.path(), &file, [701, 502]);
    assert!(first.rgb.len() > small.rgb.len());

    // The picture follows the pointer, pixel by pixel.
    viewer.drag([300, 200], [337, 181]);
    viewer.shows("what was dragged", |seen| {
        (40..600).all(|x| (20..460).all(|y| seen.at(x + 37, y) == small.at(x, y + 19)))
    });
    viewer.press('0'.into());
    shows_what_is_drawn(&viewer, folder.path(), &file, [701, 502]);
    let before = viewer.title();
    viewer.scroll([100, 100], true);
    viewer.shows("something nearer", |seen| seen.differ(&small) > 1000);
    viewer.is_titled("another zoom", |title| title != before);
    viewer.press('-'.into());
    viewer.press(HOME);
    shows_what_is_drawn(&viewer, folder.path(), &file, [701, 502]);

    viewer.hide();
    viewer.unhide();
    shows_what_is_drawn(&viewer, folder.path(), &file, [701, 502]);
    viewer.press('q'.into());
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

#[test]
fn what_moves_can_be_paused_and_stepped() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &[]);
    let first = viewer.shows("the swarm", |seen| seen.rgb.contains(&[255, 244, 120]));
    viewer.shows("movement", |seen| seen.differ(&first) > 1000);
    viewer.press(' '.into());
    viewer.is_titled("a pause", |title| title.ends_with("paused"));
    let paused = viewer.look();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(viewer.look().differ(&paused), 0);
    viewer.press('.'.into());
    let stepped = viewer.shows("a step", |seen| seen.differ(&paused) > 100);
    viewer.press(' '.into());
    viewer.shows("movement again", |seen| seen.differ(&stepped) > 1000);
    viewer.close();
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

#[test]
fn escape_ends_it_and_a_size_is_kept() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "--size", "640x360", "--zoom", "2"]);
    assert_eq!(viewer.size(), [640, 360]);
    viewer.is_titled("the zoom", |title| title.contains("2:1"));
    viewer.press(ESCAPE);
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

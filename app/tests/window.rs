//! The window, on the test's own X server: it shows what the CPU draws, pixel for pixel, and reacts to keys and
//! pointer.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;
#[path = "../../tests/faults/layer.rs"]
mod layer;

use std::path::Path;

use common::picture::Pixels;
use common::screen::{Screen, Viewer, wait};
use common::{recording, run};
use kasuri_stage::scenes::Tape;
use layer::Layer;
use tempfile::TempDir;

const HOME: u32 = 0xFF50;
const ESCAPE: u32 = 0xFF1B;

fn scene() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/scenes/first.json");
    path.to_str().unwrap().to_owned()
}

/// Returns what the CPU draws for a window of a size.
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

/// A colour that only hits have.
const HIT: [u8; 3] = [255, 244, 120];
const TAB: u32 = 0xFF09;
const F1: u32 = 0xFFBE;
const F2: u32 = 0xFFBF;
const BACKSPACE: u32 = 0xFF08;
const SHIFT: u32 = 0xFFE1;
const LEFT: u32 = 0xFF51;
const RIGHT: u32 = 0xFF53;

#[test]
fn what_moves_can_be_paused_stepped_and_rewound() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "bounce"]);
    let first = viewer.shows("the balls", |seen| seen.rgb.contains(&[86, 156, 214]));
    viewer.shows("movement", |seen| seen.differ(&first) > 1000);
    viewer.press(' '.into());
    viewer.is_titled("a pause", |title| title.ends_with("paused"));
    let paused = viewer.rests();
    viewer.press('.'.into());
    let stepped = viewer.shows("a step", |seen| seen.differ(&paused) > 100);
    // A step back shows exactly the previous picture.
    viewer.press(BACKSPACE);
    viewer.shows("the step before", |seen| seen.differ(&paused) == 0);
    viewer.press(' '.into());
    viewer.shows("movement again", |seen| seen.differ(&stepped) > 1000);
    viewer.close();
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

#[test]
fn scenes_are_switched_and_a_shape_is_dragged_into_another() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "playground"]);
    viewer.is_titled("nothing that hits", |title| title.contains("13 bodies, 0 hits"));
    let first = viewer.shows("the shapes", |seen| seen.rgb.contains(&[214, 93, 128]));
    assert!(!first.rgb.contains(&HIT));
    // The star is dragged to the triangle; there are three picture pixels per world pixel.
    viewer.drag([684, 192], [800, 190]);
    viewer.is_titled("a hit", |title| title.contains("13 bodies, 1 hit"));
    viewer.shows("what is common, lit", |seen| seen.rgb.iter().filter(|&&ink| ink == HIT).count() > 500);
    viewer.keep("playground");
    viewer.press('c'.into());
    viewer.is_titled("them apart", |title| title.contains("13 bodies, 0 hits"));

    // The panel and the overlays are drawn over the scene.
    let bare = viewer.look();
    viewer.press(TAB);
    viewer.press('b'.into());
    viewer.shows("a panel and boxes", |seen| seen.differ(&bare) > 20_000);
    viewer.keep("panel");
    viewer.press(TAB);
    viewer.press('b'.into());
    let bare = viewer.rests();
    viewer.press(F1);
    viewer.shows("the keys", |seen| seen.differ(&bare) > 20_000);
    viewer.rests();
    viewer.keep("keys");
    viewer.press(F1);

    let mut names = Vec::new();
    for _ in 0..11 {
        viewer.press(F2);
        let before = names.last().cloned().unwrap_or_else(|| "playground".to_owned());
        viewer.is_titled("another scene", |title| !title.contains(&before));
        let title = viewer.title();
        names.push(title.trim_start_matches("Kasuri: ").split(',').next().unwrap().to_owned());
    }
    names.sort();
    let all = "bounce broad bucket carve danmaku outlines pixels playground shots stress tiles";
    assert_eq!(names.join(" "), all);
    viewer.quit();
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

#[test]
fn danmaku_is_played_and_its_recording_ends_the_same() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "danmaku", "--save", "game.replay"]);
    viewer.press('z'.into());
    viewer.hold('z'.into(), true);
    for k in 0..20 {
        let way = if k % 4 < 2 { LEFT } else { RIGHT };
        viewer.hold(way, true);
        viewer.hold(SHIFT, k % 3 == 0);
        std::thread::sleep(std::time::Duration::from_millis(1000));
        viewer.hold(way, false);
        match k {
            6 => viewer.resize([1000, 760]),
            9 => viewer.press('e'.into()),
            10 => {
                viewer.keep("cells");
                viewer.press('e'.into());
            }
            12 => drop(viewer.keep("danmaku")),
            13 => viewer.press('u'.into()),
            14 => viewer.is_titled("another backend", |title| title.contains("by the gpu")),
            15 => viewer.press('x'.into()),
            16 => viewer.press('u'.into()),
            _ => {}
        }
    }
    viewer.hold('z'.into(), false);
    // A busy machine makes fewer steps in a second.
    wait("some seconds of play", || {
        let tape = std::fs::read_to_string(folder.path().join("game.replay")).ok()?;
        (Tape::read(&tape).unwrap().pads.len() > 600).then_some(())
    });
    // It goes back to the loss of the life and zooms in.
    viewer.press('y'.into());
    viewer.is_titled("the loss", |title| title.ends_with("10:1, paused"));
    viewer.rests();
    viewer.keep("why");
    viewer.quit();
    assert_eq!(viewer.ends(), (Some(0), String::new()));

    let recorded = std::fs::read_to_string(folder.path().join("game.replay")).unwrap();
    let hash = recorded.lines().find_map(|line| line.strip_prefix("hash ")).unwrap().to_owned();
    let played = run(folder.path(), &["view", "game.replay", "--headless", "--out", "end.png"], "");
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
    assert!(played.out.contains(&format!("world {hash}")), "{}", played.out);
    let again =
        ["view", "danmaku", "--headless", "--input", "game.replay", "--out", "again.png", "--backend", "cpu"];
    assert_eq!(run(folder.path(), &again, "").out, played.out.replace("end.png", "again.png"));
    let score = played.out.split("score ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    assert!(score.parse::<u64>().unwrap() > 100, "{score}");
    // A changed recording ends with another state, and a message says so.
    let other = recorded.replacen(&hash, "0000000000000001", 1);
    std::fs::write(folder.path().join("other.replay"), other).unwrap();
    let refused = run(folder.path(), &["view", "other.replay", "--headless"], "");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("it ended otherwise than recorded"), "{}", refused.err);
}

#[test]
fn a_scene_file_is_read_again_when_it_changes() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let path = folder.path().join("scene.json");
    let balls = |count: usize| {
        let ball = |k: usize| format!(r#"{{"id": "b{k}", "circle": {{"r": 9}}, "at": [{}, 0]}}"#, 16 * k);
        let bodies: Vec<_> = (0..count).map(ball).collect();
        format!(r#"{{"kasuri": 1, "bodies": [{}]}}"#, bodies.join(", "))
    };
    std::fs::write(&path, balls(2)).unwrap();
    let viewer = screen.open(folder.path(), &["view", "scene.json"]);
    viewer.is_titled("two", |title| title.contains("2 bodies, 1 hit"));
    let two = viewer.look();
    // A half-written file changes nothing, and the window says what is wrong with it.
    std::fs::write(&path, &balls(4)[..60]).unwrap();
    viewer.shows("the error", |seen| (500..30_000).contains(&seen.differ(&two)));
    viewer.rests();
    viewer.keep("error");
    assert!(viewer.title().contains("2 bodies, 1 hit"), "{}", viewer.title());
    std::fs::write(&path, balls(4)).unwrap();
    viewer.is_titled("four", |title| title.contains("4 bodies, 3 hits"));
    shows_what_is_drawn(&viewer, folder.path(), "scene.json", viewer.size());
    viewer.press('q'.into());
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

#[test]
fn a_recording_is_played_and_read_again_when_it_grows() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let path = folder.path().join("session.rec");
    std::fs::write(&path, recording(46)).unwrap();
    let viewer = screen.open(folder.path(), &["view", "session.rec"]);
    // It stops at its end, when two of the balls have reached the wall.
    viewer.is_titled("the end", |title| title.contains("6 bodies, 1 hit"));
    let end = viewer.look();
    viewer.press(' '.into());
    viewer.press(BACKSPACE);
    viewer.shows("the step before", |seen| seen.differ(&end) > 0);
    viewer.press(' '.into());
    std::fs::write(&path, recording(90)).unwrap();
    viewer.is_titled("more of it", |title| title.contains("6 bodies, 3 hits"));
    viewer.press('e'.into());
    viewer.press(TAB);
    viewer.rests();
    viewer.keep("recording");
    // The first closes the panel.
    viewer.quit();
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

/// Checks that the saved recording can be played to its end.
fn is_whole(folder: &Path) {
    let played = run(folder, &["view", "game.replay", "--headless"], "");
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
}

/// A lost GPU costs only a moment: another one draws, and the CPU decides.
#[test]
#[cfg(debug_assertions)]
fn a_lost_gpu_is_borne() {
    const F9: u32 = 0xFFC6;
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "bounce", "--save", "game.replay"]);
    viewer.press('u'.into());
    viewer.is_titled("the GPU", |title| title.contains("by the gpu"));
    viewer.press(F9);
    viewer.is_titled("the CPU", |title| title.contains("by the cpu"));
    let then = viewer.shows("the balls", |seen| seen.rgb.contains(&[86, 156, 214]));
    viewer.shows("that they move on", |seen| seen.differ(&then) > 1000);
    viewer.keep("lost");
    // The GPU is lost again after it had worked.
    viewer.press(F9);
    viewer.says("from here on", 3);
    let then = viewer.look();
    viewer.shows("that they still move", |seen| seen.differ(&then) > 1000);
    viewer.quit();
    let (code, out, err) = viewer.ends_saying();
    assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
    assert_eq!(err.matches("decided by the CPU from here on").count(), 1, "{err}");
    assert_eq!(err.matches("from here on").count(), 3, "{err}");
    // The game went on without a gap.
    is_whole(folder.path());
}

/// A driver that loses the device, has no memory or cannot present costs only a moment: the GPU is opened again.
#[test]
fn a_driver_that_fails_is_borne() {
    const FAULTS: [&str; 7] = [
        "vkQueueSubmit 1 once -4",
        "vkWaitSemaphores 1 once -4",
        "vkGetSemaphoreCounterValue 1 once -4",
        "vkQueuePresentKHR 1 once -4",
        "vkAcquireNextImageKHR 1 once -4",
        "vkCreateBuffer 1 once -2",
        "vkBeginCommandBuffer 1 once -2",
    ];
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let layer = Layer::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), "window");
    let with = |command: &mut _| layer.stand_before(command);
    let viewer = screen.open_with(folder.path(), &["view", "bounce", "--save", "game.replay"], with);
    for (count, fault) in (1..).zip(FAULTS) {
        viewer.shows("the balls", |seen| seen.rgb.contains(&[86, 156, 214]));
        layer.arm(fault);
        wait(fault, || layer.has_fired().then_some(()));
        viewer.says("from here on", count);
        let then = viewer.look();
        viewer.shows("that they move on", |seen| seen.differ(&then) > 1000);
    }
    viewer.quit();
    let (code, out, err) = viewer.ends_saying();
    assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
    assert_eq!(err.matches("from here on").count(), FAULTS.len(), "{err}");
    is_whole(folder.path());
}

/// Without a display the window cannot go on: the program ends with an error, and the game so far is saved.
#[test]
fn a_display_taken_away_loses_no_game() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "bounce", "--save", "game.replay"]);
    wait("a first recording", || folder.path().join("game.replay").exists().then_some(()));
    screen.go_away();
    let (code, out, err) = viewer.ends_saying();
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    // Which part of Xlib notices first is not fixed.
    assert!(err.contains("X connection to") || err.contains("on X server"), "{err}");
    assert!(!err.contains("panicked"), "{err}");
    is_whole(folder.path());
    let files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files.len(), 1, "the recording, and no half file: {files:?}");
}

#[test]
fn escape_ends_it_and_a_size_is_kept() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "--size", "640x360", "--zoom", "2"]);
    assert_eq!(viewer.size(), [640, 360]);
    viewer.is_titled("the zoom", |title| title.contains("2:1"));
    viewer.press(ESCAPE);
    viewer.press(ESCAPE);
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

#[test]
fn escape_closes_what_is_open_and_asks_before_it_quits_a_game() {
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "playground"]);
    viewer.is_titled("the scene", |title| title.contains("13 bodies"));
    let bare = viewer.rests();
    for key in [F1, TAB] {
        viewer.press(key);
        viewer.shows("what was opened", |seen| seen.differ(&bare) > 20_000);
        viewer.press(ESCAPE);
        viewer.shows("the scene alone", |seen| seen.differ(&bare) == 0);
    }
    viewer.press(ESCAPE);
    viewer.shows("a question", |seen| seen.differ(&bare) > 2000);
    viewer.keep("asks");
    viewer.press('c'.into());
    viewer.shows("that it goes on", |seen| {
        let [asked, now] = [&bare, seen].map(|seen| seen.at(seen.width / 2, seen.height() / 2));
        asked == now
    });
    viewer.press(ESCAPE);
    viewer.press(ESCAPE);
    assert_eq!(viewer.ends(), (Some(0), String::new()));

    // A scene file is no game: nothing is lost with it.
    let viewer = screen.open(folder.path(), &["view", &scene()]);
    viewer.press(ESCAPE);
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

/// The panel stands beside the scene, and covers nothing of it.
#[test]
fn the_panel_covers_nothing() {
    const PANEL: usize = 268;
    let (folder, screen, file) = (TempDir::new().unwrap(), Screen::new(), scene());
    let viewer = screen.open(folder.path(), &["view", &file]);
    for [width, height] in [[640, 480], [960, 720], [1200, 800]] {
        viewer.resize([width as u32, height as u32]);
        viewer.press(TAB);
        let beside = drawn(folder.path(), &file, [width - PANEL, height]);
        viewer.shows("the scene beside the panel", |seen| {
            seen.width == width
                && seen.height() == height
                && (0..height).all(|y| (0..width - PANEL).all(|x| seen.at(x, y) == beside.at(x, y)))
        });
        viewer.keep(&format!("panel-{width}"));
        viewer.press(TAB);
        shows_what_is_drawn(&viewer, folder.path(), &file, [width, height]);
    }
    viewer.press('q'.into());
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

/// A number of bodies that fills another area is seen whole; restarting brings the first number back.
#[test]
fn more_bodies_are_all_seen() {
    const F3: u32 = 0xFFC0;
    let (folder, screen) = (TempDir::new().unwrap(), Screen::new());
    let viewer = screen.open(folder.path(), &["view", "stress"]);
    viewer.is_titled("a thousand", |title| title.contains("1000 bodies") && title.contains("2:1"));
    viewer.press(']'.into());
    viewer.is_titled("three thousand", |title| title.contains("3000 bodies") && title.contains("1:1"));
    viewer.press(']'.into());
    viewer.is_titled("ten thousand", |title| title.contains("10000 bodies") && title.contains("1:2"));
    viewer.press(F3);
    viewer.is_titled("a thousand again", |title| title.contains("1000 bodies") && title.contains("2:1"));
    viewer.quit();
    assert_eq!(viewer.ends(), (Some(0), String::new()));
}

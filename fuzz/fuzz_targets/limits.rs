//! The ceilings are the oracle. Whatever a stream of scenes, a recording, a picture or a sheet contains, it takes no
//! more memory and time than docs/never-down.md says, and the good line after it is answered.
//!
//! The allocator counts, so this runs without a sanitizer: cargo fuzz run -s none limits.
#![no_main]

#[path = "limits/counting.rs"]
mod counting;
#[path = "limits/plan.rs"]
mod plan;
#[path = "../../tests/recordings/session.rs"]
mod session;

use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use arbitrary::Arbitrary;
use kasuri::mask::Alpha;
use kasuri::mask::aseprite::Aseprite;
use kasuri::scene::{Scene, refusal};
use kasuri::{Error, ErrorKind, Mask, Recording, Result};
use libfuzzer_sys::fuzz_target;

/// The memory limit of any input; the time limit below counts this thread's CPU time alone.
const MOST_BYTES: usize = 512 << 20;
/// The fuzzer's hooks and assertions make it about three times as slow as a release build, where this is five seconds.
const MOST_TIME: Duration = Duration::from_secs(15);

#[derive(Debug, Arbitrary)]
enum Input {
    Lines(Vec<u8>),
    Scenes(Vec<plan::Scene>),
    Recording { changes: Vec<(u16, u8)>, repeats: Vec<(u16, u8, u8)> },
    Picture(Vec<u8>),
    Sheet { text: String, frames: u16, side: [u16; 2] },
}

fuzz_target!(|input: Input| {
    match input {
        Input::Lines(bytes) => bytes.split(|&byte| byte == b'\n').for_each(line),
        Input::Scenes(scenes) => scenes.iter().take(2).for_each(|scene| line(scene.json().as_bytes())),
        Input::Recording { changes, repeats } => replay(changed(&changes, &repeats)),
        Input::Picture(bytes) => {
            drop(within(|| Mask::from_image(&bytes, Alpha(128))));
            drop(within(|| Mask::frames_from_image(&bytes, Alpha(128))));
        }
        Input::Sheet { text, frames, side } => {
            sheet(&text);
            sheet(&large_sheet(frames, side));
        }
    }
});

/// Does some work and checks the limits.
fn within<T>(work: impl FnOnce() -> T) -> T {
    let (before, start) = (counting::live(), counting::cpu_time());
    counting::forget_peak();
    let done = work();
    let (bytes, took) = (counting::peak().saturating_sub(before), counting::cpu_time().saturating_sub(start));
    assert!(bytes <= MOST_BYTES, "{} MiB", bytes >> 20);
    assert!(took <= MOST_TIME, "{took:?}");
    done
}

/// Solves a line of a stream, and a good line after it.
fn line(text: &[u8]) {
    let answered = within(|| answer(text));
    if let Err(error) = answered {
        assert_eq!(refusal(&error).lines().count(), 1);
    }
    let good = r#"{"kasuri": 1, "points": [[0, 0]], "bodies": [{"id": "a", "point": {}, "at": [0, 0]}]}"#;
    let scene = Scene::from_json(good, Path::new(".")).expect("it is good");
    let told = scene.solve().expect("it is good").to_string();
    assert!(told.ends_with(r#""points":[["a"]]}"#), "{told}");
}

fn answer(text: &[u8]) -> Result<()> {
    let scene = Scene::from_json(text, Path::new("."))?;
    let answer = scene.solve()?;
    // The written text is not kept.
    write!(std::io::sink(), "{answer}").map_err(|error| Error::new(ErrorKind::Other, error.to_string()))
}

/// Returns a recording with every kind of content, changed. It has no checksums, because hardly any change would pass
/// them.
fn changed(changes: &[(u16, u8)], repeats: &[(u16, u8, u8)]) -> Vec<u8> {
    static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let bytes = session::recorded().expect("it is good");
        let (mut old, mut rest) = ([Recording::MAGIC, &1_u32.to_le_bytes()].concat(), &bytes[12..]);
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let (step, next) = after[8..].split_at(u32::from_le_bytes(*length) as usize);
            old.extend([length, step].concat());
            rest = next;
        }
        old
    });
    let mut bytes = WHOLE.clone();
    for &(at, value) in changes {
        let at = usize::from(at) % bytes.len();
        bytes[at] = value;
    }
    // Repeats a part many times, and sets the step's length to the new length.
    for &(at, length, times) in repeats.iter().take(3) {
        let from = (usize::from(at) % bytes.len()).max(12);
        let to = (from + usize::from(length)).min(bytes.len());
        let more = bytes[from..to].repeat(usize::from(times) * 64);
        bytes.splice(to..to, more);
        let first = (bytes.len() - 16) as u32;
        bytes[12..16].copy_from_slice(&first.to_le_bytes());
    }
    bytes
}

fn replay(bytes: Vec<u8>) {
    let Ok(recording) = within(|| Recording::new(bytes)) else { return };
    let mut replay = recording.replay();
    for _ in 0..64 {
        match within(|| replay.step()) {
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => return,
        }
    }
}

fn sheet(text: &str) {
    let picture = Mask::from_fn(64, 32, |x, y| (x ^ y) & 3 != 0).expect("it is small");
    within(|| {
        let Ok(sheet) = Aseprite::from_json(text) else { return };
        let _ = sheet.masks(&picture);
        for tag in sheet.tags().iter().take(64) {
            let _ = sheet.animation(&tag.name);
        }
        let _ = sheet.regions(usize::MAX);
    });
}

/// Returns a sheet with few bytes for each frame, and many texels.
fn large_sheet(frames: u16, [w, h]: [u16; 2]) -> String {
    let frame = format!(
        r#"{{"frame": {{"x": 0, "y": 0, "w": 0, "h": 0}}, "spriteSourceSize": {{"x": 0, "y": 0, "w": 0, "h": 0}},
            "sourceSize": {{"w": {w}, "h": {h}}}, "duration": 1}}"#
    );
    format!(r#"{{"frames": [{}]}}"#, vec![frame; usize::from(frames)].join(","))
}

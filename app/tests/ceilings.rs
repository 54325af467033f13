//! Input that could overload the machine is refused in words, quickly and with little memory, or answered.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Run, body, kasuri, run, run_command, scene};
use kasuri::Mask;
use tempfile::TempDir;

/// Far more than a refusal takes in an unoptimised build on a busy machine, and far less than the refused work would
/// take.
const SOON: Duration = Duration::from_secs(60);

fn solve(text: &str) -> Run {
    let folder = TempDir::new().unwrap();
    let done = run(folder.path(), &["solve", "-", "--backend", "cpu"], text);
    assert!(done.took < SOON, "{:?}", done.took);
    done
}

fn answered(text: &str) -> String {
    let done = solve(text);
    assert_eq!(done.code, Some(0), "{}", done.err);
    done.out
}

#[test]
fn the_depth_of_two_large_sprites_is_found() {
    let rows: Vec<String> =
        (0..256).map(|y| format!("\"{}\"", if y == 255 { "#" } else { "." }.repeat(256))).collect();
    let text = format!(
        r#"{{"kasuri": 1, "masks": {{"bar": {{"rows": [{}]}}}}, "bodies": [
            {{"id": "a", "sprite": "bar", "at": [0, 0], "scale": [64, 64]}},
            {{"id": "b", "sprite": "bar", "at": [1, 0], "scale": [64, 64]}}]}}"#,
        rows.join(",")
    );
    let out = answered(&text);
    assert!(out.contains("\"depth\":16383"), "{out}");
}

#[test]
fn long_sprite_sweeps_are_answered_or_refused() {
    // One mask with two rows far apart; a small sprite flies between them along almost the whole world.
    let text = r#"{"kasuri": 1, "masks": {"gate": {"rows": ["oo", "..", "..", "oo"]}, "dot": {"rows": ["o"]}}, "bodies": [
        {"id": "g", "sprite": "gate", "at": [0, 0], "scale": [64, 64], "angle": 0.5},
        {"id": "d", "sprite": "dot", "at": [-2000000, 0.5], "angle": 1}],
        "sweeps": [{"id": "d", "to": [2000000, 1.5]}, {"id": "g", "to": [2000000, 1999999]}]}"#;
    let done = solve(text);
    assert!(done.code == Some(0) || done.err.contains("--max-work"), "{}", done.err);
}

#[test]
fn two_compounds_of_many_chains_are_answered() {
    let chain = |k: usize| {
        let points: Vec<String> =
            (0..4096).map(|n| format!("[{},{}]", n, (n % 2) as f64 / 2.0 + 3.0 * k as f64)).collect();
        format!(r#"{{"chain": {{"points": [{}], "r": 0.25}}}}"#, points.join(","))
    };
    let parts: Vec<String> = (0..16).map(chain).collect();
    let compound = |id: &str, y: f64| {
        format!(r#"{{"id": "{id}", "compound": {{"parts": [{}]}}, "at": [0, {y}]}}"#, parts.join(","))
    };
    let out = answered(&scene(&format!("{},{}", compound("a", 0.0), compound("b", 1.5))));
    assert!(out.contains("\"pairs\":[]"), "{}", &out[..80]);
}

#[test]
fn bodies_in_one_place_whose_layers_never_meet_are_answered() {
    let body = |k: usize| format!(r#"{{"id":"{k}","point":{{}},"at":[0,0],"layer":1,"against":2}}"#);
    let text = scene(&(0..100_000).map(body).collect::<Vec<_>>().join(","));
    assert!(answered(&text).contains("\"pairs\":[]"));
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_refused_takes_little_memory() {
    let folder = TempDir::new().unwrap();
    let circles = |count: usize| {
        let body = |k: usize| format!(r#"{{"id":"{k}","circle":{{"r":9}},"at":[0,0]}}"#);
        scene(&(0..count).map(body).collect::<Vec<_>>().join(","))
    };
    let texts = [
        circles(10_000),
        circles(20_000),
        format!(r#"{{"kasuri": 1, "bodies": [{}[]]}}"#, "[],".repeat(10 << 20)),
        format!(r#"{{"kasuri": 1, "bodies": [{}0]}}"#, "{\"a\":0},".repeat(4 << 20)),
    ];
    for text in texts {
        let path = folder.path().join("scene.json");
        fs::write(&path, text).unwrap();
        // The limit of the address space includes the program itself.
        let line = format!(
            "ulimit -v {}; exec {} solve scene.json --backend cpu --out answer.json",
            1 << 20,
            env!("CARGO_BIN_EXE_kasuri")
        );
        let mut command = Command::new("sh");
        command.current_dir(folder.path()).args(["-c", &line]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let done = run_command(&mut command, "");
        assert!(done.code == Some(2) && done.err.contains("--max-"), "{:?} {}", done.code, done.err);
        let left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(left, ["scene.json"]);
    }
}

#[test]
#[cfg(unix)]
fn files_that_are_protected_or_have_other_names_are_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let here = |name: &str| folder.path().join(name);
    fs::write(here("locked.json"), "before").unwrap();
    fs::set_permissions(here("locked.json"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::write(here("one.json"), "before").unwrap();
    fs::hard_link(here("one.json"), here("other.json")).unwrap();
    for (name, why) in [("locked.json", "read-only"), ("other.json", "hard links")] {
        let done = run(folder.path(), &["solve", "-", "--out", name], body(r#""circle": {"r": 2}"#));
        assert!(done.code == Some(1) && done.err.contains(why) && done.err.contains(name), "{}", done.err);
        assert_eq!(fs::read_to_string(here(name)).unwrap(), "before");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_names_the_file_that_was_asked_for() {
    let folder = TempDir::new().unwrap();
    let text: Vec<String> =
        (0..500).map(|k| format!(r#"{{"id":"{k}","circle":{{"r":9}},"at":[0,0]}}"#)).collect();
    fs::write(folder.path().join("scene.json"), scene(&text.join(","))).unwrap();
    // A limit on the file size acts like a full disk.
    let line = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} solve scene.json --out answer.json",
        env!("CARGO_BIN_EXE_kasuri")
    );
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).args(["-c", &line]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let done = run_command(&mut command, "");
    assert!(
        done.code == Some(1) && done.err.contains("answer.json") && !done.err.contains(".kasuri-"),
        "{}",
        done.err
    );
}

#[test]
fn a_variable_misspelt_is_refused() {
    let folder = TempDir::new().unwrap();
    let mut command = kasuri(folder.path());
    command.args(["solve", "-"]).env("KASURI_SIMD", "avx3");
    let done = run_command(&mut command, body(r#""circle": {"r": 2}"#));
    assert!(
        done.code == Some(2) && done.err.contains("KASURI_SIMD") && done.err.contains("plain"),
        "{}",
        done.err
    );
}

#[test]
fn where_no_thread_can_be_started_a_game_runs() {
    let folder = TempDir::new().unwrap();
    let mut command = kasuri(folder.path());
    command.args(["view", "stress", "--headless", "--frames", "2", "--backend", "cpu"]);
    command.env("RUST_MIN_STACK", (1u64 << 47).to_string());
    let done = run_command(&mut command, "");
    assert!(done.code == Some(0) && !done.err.contains("panicked"), "{:?} {}", done.code, done.err);
}

#[test]
fn a_sheet_of_more_frames_than_any_has_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("sheet.png"), common::picture::png(512, 256)).unwrap();
    let done = run(folder.path(), &["mask", "sheet.png", "--frames", "1x1"], "");
    assert!(
        done.code == Some(2) && done.err.contains("more than 65536 frames; --max-frames allows more"),
        "{}",
        done.err
    );
}

#[test]
fn other_kinds_of_pictures_are_named() {
    let folder = TempDir::new().unwrap();
    for (bytes, what) in
        [(&b"GIF89a\x01\0"[..], "GIF"), (b"\xff\xd8\xff\xe0", "JPEG"), (b"<!doctype html>", "HTML")]
    {
        fs::write(folder.path().join("it.png"), bytes).unwrap();
        let done = run(folder.path(), &["mask", "it.png"], "");
        assert!(done.code == Some(2) && done.err.contains(what), "{}", done.err);
    }
}

#[test]
fn every_command_obeys_the_variables_that_choose_a_gpu() {
    let folder = TempDir::new().unwrap();
    let none = if cfg!(target_os = "macos") { "vulkan" } else { "metal" };
    for (name, value) in [("WGPU_BACKEND", none), ("WGPU_ADAPTER_NAME", "no such GPU")] {
        let mut command = kasuri(folder.path());
        command.args(["solve", "-", "--backend", "gpu"]).env(name, value);
        let done = run_command(&mut command, body(r#""circle": {"r": 2}"#));
        assert!(done.code == Some(2) && done.err.contains("no GPU can be used"), "{name}: {}", done.err);
    }
}

/// Writes a mask of one bit per pixel as a picture.
fn write_mask(folder: &Path, name: &str, mask: &Mask) {
    let pixel = |x: u32, y: u32| if mask.get(x.into(), y.into()) { [255, 255] } else { [0, 0] };
    let picture =
        image::GrayAlphaImage::from_fn(mask.width(), mask.height(), |x, y| image::LumaA(pixel(x, y)));
    picture.save(folder.join(name)).unwrap();
}

/// Runs the program with a shell that first sets limits.
#[cfg(unix)]
fn limited(folder: &Path, limits: &str, arguments: &str) -> Run {
    let line = format!("{limits}; exec {} {arguments}", env!("CARGO_BIN_EXE_kasuri"));
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", &line]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    run_command(&mut command, "")
}

/// The limit of the address space for 256 MiB besides the program itself.
#[cfg(target_os = "linux")]
fn in_256_mib() -> String {
    let program = fs::metadata(env!("CARGO_BIN_EXE_kasuri")).unwrap().len();
    format!("ulimit -v {}", (256 << 10) + program / 1024)
}

#[test]
#[cfg(target_os = "linux")]
fn polygons_of_a_large_checkerboard_are_refused_within_256_mib() {
    let folder = TempDir::new().unwrap();
    let board = Mask::from_fn(4096, 4096, |x, y| (x + y) % 2 == 0).unwrap();
    write_mask(folder.path(), "board.png", &board);
    for (arguments, says) in [
        (
            "mask board.png --convex --json",
            "more than 131072 rectangles of solid texels; --max-parts allows more",
        ),
        ("mask board.png --polygons", "more than 524288 edges around solid texels; --max-edges allows more"),
        ("mask board.png --outline", "more than 524288 edges around solid texels; --max-edges allows more"),
        (
            "mask board.png --out board.svg",
            "more than 524288 edges around solid texels; --max-edges allows more",
        ),
        ("mask board.png --max-out-mib 15", "more than 15 MiB of output; --max-out-mib allows more"),
    ] {
        let done = limited(folder.path(), &in_256_mib(), arguments);
        assert!(done.code == Some(2) && done.err.contains(says), "{arguments}: {:?} {}", done.code, done.err);
        assert!(done.out.is_empty() && done.took < SOON, "{arguments}: {:?}", done.took);
    }
    for arguments in ["mask board.png", "mask board.png --json", "mask board.png --out other.png"] {
        let done = limited(folder.path(), &in_256_mib(), arguments);
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{arguments}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn as_many_polygons_as_the_ceilings_allow_take_256_mib_at_most() {
    let folder = TempDir::new().unwrap();
    let board = Mask::from_fn(512, 512, |x, y| (x + y) % 2 == 0).unwrap();
    let noise =
        |x: i32, y: i32| (x.wrapping_mul(0x9e37).wrapping_add(y).wrapping_mul(0x5bd1_e995) >> 13) & 1 == 0;
    let noise = Mask::from_fn(500, 500, noise).unwrap();
    write_mask(folder.path(), "board.png", &board);
    write_mask(folder.path(), "noise.png", &noise);
    for name in ["board.png", "noise.png"] {
        for form in
            ["--convex --json", "--convex --tolerance 1", "--polygons", "--polygons --tolerance 1 --json"]
        {
            let done = limited(folder.path(), &in_256_mib(), &format!("mask {name} {form}"));
            assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{name} {form}");
            assert!(done.took < SOON, "{name} {form}: {:?}", done.took);
        }
    }
}

#[test]
fn frames_of_no_size_are_refused_as_such() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("sheet.png"), common::picture::png(512, 256)).unwrap();
    for size in ["0x0", "0x16", "16x0"] {
        let done = run(folder.path(), &["mask", "sheet.png", "--frames", size], "");
        let frame = size.replace('x', " x ");
        assert!(done.code == Some(2) && done.err.contains(&frame), "{size}: {}", done.err);
    }
}

/// A driver starts threads, and may never return where none can be started.
#[test]
#[cfg(unix)]
fn commands_that_need_threads_say_so_where_none_can_be_started() {
    let folder = TempDir::new().unwrap();
    for arguments in
        ["adapters", "adapters --json", "bench boxes --n 10 --seconds 0", "bench --passes --n 10"]
    {
        let mut command = kasuri(folder.path());
        command.args(arguments.split(' ')).env("RUST_MIN_STACK", (1_u64 << 47).to_string());
        let done = run_command(&mut command, "");
        assert!(done.code == Some(2) && done.err.contains("can start 0"), "{arguments}: {done:?}");
        assert!(!done.err.contains("panicked"), "{arguments}: {}", done.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_of_file_sizes_leaves_no_unfinished_file() {
    let folder = TempDir::new().unwrap();
    write_mask(folder.path(), "ship.png", &Mask::from_fn(200, 200, |x, y| x > y).unwrap());
    let done = limited(folder.path(), "ulimit -f 8", "mask ship.png --out ship.txt");
    assert!(done.code == Some(1) && done.err.contains("ship.txt: file too large"), "{done:?}");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["ship.png"]);
}

#[test]
#[cfg(target_os = "linux")]
fn where_no_file_can_be_opened_the_error_says_so() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("scene.json"), body(r#""circle": {"r": 2}"#) + "\n").unwrap();
    let mut refused = 0;
    for handles in 3..9 {
        let arguments = "solve scene.json --stream --out answers.ndjson";
        let done = limited(folder.path(), &format!("ulimit -n {handles}"), arguments);
        // With too few even the system's loader cannot open its libraries.
        if done.code == Some(1) && done.err.contains("answers.ndjson") {
            assert!(done.err.contains("no more files can be open"), "{handles}: {}", done.err);
            refused += 1;
        }
        assert!(!done.err.contains("uncategorized"), "{handles}: {}", done.err);
    }
    assert!(refused > 0);
}

//! Pictures without a window: the CPU's and the GPU's are equal, pixel for pixel, and show exactly what is covered.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::picture::Pixels;
use common::screen::software_gpu;
use common::{Run, kasuri, recording, run, without_checksums};
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;
use kasuri::scene::Scene;
use kasuri::{mask::Cover, query::Form};
use tempfile::TempDir;

const INK: [u8; 3] = [86, 156, 214];

/// Returns the picture that a GPU draws, and what is printed.
fn on_gpu(folder: &Path, line: &str) -> (Pixels, String) {
    let mut command = kasuri(folder);
    let _runtime = software_gpu(&mut command);
    let done = command.args(line.split(' ')).args(["--backend", "gpu", "--out", "gpu.png"]).output().unwrap();
    let [out, err] = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(done.status.code(), Some(0), "{line}: {err}");
    assert!(
        out.contains("by the GPU"),
        "these tests need a GPU or a software one; apt-get install mesa-vulkan-drivers libvulkan1 brings it: {err}"
    );
    (Pixels::read(&folder.join("gpu.png")), out)
}

/// Returns the picture that the CPU draws, and what is printed.
fn on_cpu(folder: &Path, line: &str) -> (Pixels, String) {
    let line = format!("{line} --backend cpu --out cpu.png");
    let Run { code, out, err, .. } = run(folder, &line.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((code, err.as_str()), (Some(0), ""), "{line}");
    assert!(out.ends_with("drawn to cpu.png by the CPU\n"), "{out}");
    (Pixels::read(&folder.join("cpu.png")), out)
}

/// Draws on both and compares. Returns how many pixels do not have one of the ground's two colours.
fn same_on_both(folder: &Path, line: &str) -> usize {
    let ((cpu, said), (gpu, gpu_said)) = (on_cpu(folder, line), on_gpu(folder, line));
    assert_eq!(cpu.differ(&gpu), 0, "{line}: differing pixels");
    let hits = |out: &str| out.lines().filter(|line| !line.starts_with("drawn")).collect::<String>();
    assert_eq!(hits(&said), hits(&gpu_said), "{line}");
    let ground = [[16, 18, 32], [24, 27, 46]];
    cpu.rgb.iter().filter(|ink| !ground.contains(ink)).count()
}

/// The names of the eleven scenes.
const SCENES: [&str; 11] = [
    "danmaku",
    "playground",
    "outlines",
    "bounce",
    "bucket",
    "shots",
    "tiles",
    "pixels",
    "carve",
    "stress",
    "broad",
];

/// Returns the path of a scene's kept picture.
fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/pictures/scenes/{name}.png"))
}

#[test]
fn every_scene_is_as_it_was_and_the_same_on_cpu_and_gpu() {
    let folder = TempDir::new().unwrap();
    for name in SCENES {
        let line = format!("view {name} --headless --zoom 1");
        assert!(same_on_both(folder.path(), &line) > 500, "{name}");
        let drawn = Pixels::read(&folder.path().join("cpu.png"));
        if std::env::var_os("KASURI_KEEP_PICTURES").is_some() {
            fs::copy(folder.path().join("cpu.png"), kept(name)).unwrap();
        }
        assert_eq!(drawn.differ(&Pixels::read(&kept(name))), 0, "{name} is not as docs/pictures has it");
    }
}

#[test]
fn other_sizes_and_zooms_are_the_same_on_cpu_and_gpu() {
    let folder = TempDir::new().unwrap();
    for line in [
        "view --headless --frames 0",
        "view --headless --frames 77 --size 333x222",
        "view danmaku --headless --frames 700 --size 640x480 --zoom 7",
        "view stress --headless --frames 5 --size 101x57",
        "view bounce --headless --frames 9 --size 1x1",
    ] {
        same_on_both(folder.path(), line);
    }
}

#[test]
fn seeds_and_inputs_change_what_happens() {
    let folder = TempDir::new().unwrap();
    let (one, _) = on_cpu(folder.path(), "view bounce --headless --frames 60 --seed 1");
    let (other, _) = on_cpu(folder.path(), "view bounce --headless --frames 60 --seed 2");
    assert!(one.differ(&other) > 1000);
    // The pointer grabs the triangle and puts it on the hammer.
    let tape =
        "kasuri replay 1\nscene playground\nseed 0\n2 0 4544 1000 0\n2 2048 4544 1000 0\n2 2048 700 1850 0\n";
    fs::write(folder.path().join("drag.replay"), tape).unwrap();
    let (_, said) = on_cpu(folder.path(), "view playground --headless --input drag.replay");
    assert!(said.starts_with("13 bodies, 1 hit after 6 steps\n"), "{said}");
    assert_eq!(on_cpu(folder.path(), "view drag.replay --headless").1, said);
}

#[test]
fn a_worlds_recording_is_shown_step_by_step() {
    let folder = TempDir::new().unwrap();
    let bytes = recording(60);
    fs::write(folder.path().join("balls.rec"), &bytes).unwrap();
    let mut other = without_checksums(&bytes);
    // The file ends with the hash after the last step. Changing it looks as if the other machine had a different
    // state.
    *other.last_mut().unwrap() ^= 1;
    fs::write(folder.path().join("other.rec"), other).unwrap();
    let (_, said) = on_cpu(folder.path(), "view balls.rec --headless --frames 0");
    assert!(said.starts_with("6 bodies, 0 hits, step 1 of 60\nas recorded\nworld "), "{said}");
    let (end, said) = on_cpu(folder.path(), "view balls.rec --headless");
    assert!(said.starts_with("6 bodies, 2 hits, step 60 of 60\nas recorded\nworld "), "{said}");
    assert!(end.rgb.contains(&[255, 244, 120]), "hits are lit");
    same_on_both(folder.path(), "view balls.rec --headless --frames 33 --size 300x200");
    let json = run(folder.path(), &["view", "balls.rec", "--headless", "--frames", "9", "--json"], "").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (json["step"].as_u64(), json["bodies"].as_u64(), json["hits"].as_u64()),
        (Some(9), Some(6), Some(0))
    );
    assert!(json["out"].is_null() && json["drawn_by"].is_null(), "nothing is drawn unasked: {json}");
    let line = ["view", "balls.rec", "--json", "--out", "balls.png"];
    let json: serde_json::Value = serde_json::from_str(&run(folder.path(), &line, "").out).unwrap();
    assert_eq!((json["out"].as_str(), json["drawn_by"].as_str()), (Some("balls.png"), Some("the CPU")));
    let (_, said) = on_cpu(folder.path(), "view other.rec --headless");
    assert!(said.contains("\nnot as recorded: step 60, events: "), "{said}");
    for (name, bytes) in [("cut.rec", &bytes[..10]), ("new.rec", b"kasurirc\x09\0\0\0")] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let run = run(folder.path(), &["view", name, "--headless"], "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{name}: {}", run.err);
        assert!(run.err.starts_with(&format!("kasuri: {name}: ")), "{}", run.err);
    }
}

#[test]
fn frames_go_to_a_folder_or_a_moving_picture() {
    let folder = TempDir::new().unwrap();
    let line = "view bounce --headless --frames 12 --zoom 1 --out";
    let told = |to: &str| {
        let line: Vec<&str> = line.split(' ').chain([to]).collect();
        let run = run(folder.path(), &line, "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    };
    told("frames/");
    let mut names: Vec<_> =
        fs::read_dir(folder.path().join("frames")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        (names.len(), names[0].to_str(), names[11].to_str()),
        (12, Some("00001.png"), Some("00012.png"))
    );
    told("moving.gif");
    told("last.png");
    let file = std::io::BufReader::new(fs::File::open(folder.path().join("moving.gif")).unwrap());
    let frames = GifDecoder::new(file).unwrap().into_frames().collect_frames().unwrap();
    let count = frames.len();
    assert!(frames.iter().all(|frame| frame.delay().numer_denom_ms() == (30, 1)));
    let pixels = |frame: &image::Frame| -> Vec<[u8; 3]> {
        frame.buffer().pixels().map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect()
    };
    for (k, frame) in frames.iter().enumerate().skip(1) {
        let step = folder.path().join(format!("frames/{:05}.png", 2 * k));
        assert!(pixels(frame) == Pixels::read(&step).rgb, "frame {k}");
    }
    let shown = pixels(&frames[count - 1]);
    // Every other step from the start on, and at the end what the last step's picture is.
    assert_eq!(count, 7);
    assert_eq!(shown, Pixels::read(&folder.path().join("last.png")).rgb);
    assert_eq!(Pixels::read(&folder.path().join("frames/00012.png")).rgb, shown);
}

#[test]
fn scenes_of_every_kind_are_the_same_on_cpu_and_gpu() {
    let folder = TempDir::new().unwrap();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/cases");
    let mut paths: Vec<_> = fs::read_dir(cases).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    assert_eq!(paths.len(), 120);
    // Not all of them, because a software GPU is slow.
    for path in paths.iter().step_by(4) {
        let case: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        fs::write(folder.path().join("scene.json"), case["scene"].to_string()).unwrap();
        same_on_both(folder.path(), "view scene.json --headless --size 600x400");
        same_on_both(folder.path(), "view scene.json --headless --size 200x200 --zoom 3");
    }
}

/// Returns a scene of sprites of one mask; the placements are JSON fields.
fn sprites(rows: &[String], placements: &[&str]) -> String {
    let bodies = placements.iter().enumerate();
    let bodies =
        bodies.map(|(k, fields)| format!(r#"{{"id": "s{k}", "sprite": "m", "layer": 0, {fields}}}"#));
    let (rows, bodies) = (serde_json::to_string(rows).unwrap(), bodies.collect::<Vec<_>>().join(", "));
    format!(r#"{{"kasuri": 1, "masks": {{"m": {{"rows": {rows}}}}}, "bodies": [{bodies}]}}"#)
}

/// Returns a mask with holes and without symmetry, wider than a word.
fn holed(width: usize, height: usize) -> Vec<String> {
    let texel = |x: usize, y: usize| if (x * 7 + y * 5) % 11 < 7 || x < 3 { '#' } else { '.' };
    (0..height).map(|y| (0..width).map(|x| texel(x, y)).collect()).collect()
}

#[test]
fn drawn_pixels_are_exactly_covered_pixels() {
    let folder = TempDir::new().unwrap();
    let scene = sprites(
        &holed(75, 34),
        &[
            r#""at": [0, 0]"#,
            r#""at": [100.25, -3.7], "angle": 0.6"#,
            r#""at": [-70.5, 44.1], "angle": -2.2, "scale": [-1.3, 0.8]"#,
            r#""at": [40, 90], "angle": 3.9, "scale": [0.5, -2.25], "pivot": [80, -7]"#,
            r#""at": [150, 88.5], "angle": 1.5707963267948966, "scale": [-1, -1]"#,
        ],
    );
    fs::write(folder.path().join("scene.json"), &scene).unwrap();
    let scene = Scene::from_json(&scene, Path::new(".")).unwrap();
    let sprites = scene.bodies().iter().map(|body| match &body.form {
        Form::Sprite(sprite) => sprite,
        _ => panic!("only sprites stand here"),
    });
    let covered: HashSet<(i32, i32)> =
        sprites.flat_map(|sprite| Cover::of(sprite).iter().collect::<Vec<_>>()).collect();
    assert!(covered.len() > 5000, "{}", covered.len());
    // Pixel (0, 0) of the picture is world pixel (-200, -150).
    let line = "view scene.json --headless --zoom 1";
    let left =
        scene.bodies().iter().filter_map(|body| body.form.bounds()).map(|b| b.min.x >> 8).min().unwrap() - 4;
    let top =
        scene.bodies().iter().filter_map(|body| body.form.bounds()).map(|b| b.min.y >> 8).min().unwrap() - 4;
    for (picture, _) in [on_cpu(folder.path(), line), on_gpu(folder.path(), line)] {
        let pixels = (0..picture.height()).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let inked = pixels.filter(|&(x, y)| picture.at(x, y) == INK);
        let drawn: HashSet<(i32, i32)> = inked.map(|(x, y)| (x as i32 + left, y as i32 + top)).collect();
        assert_eq!(drawn, covered);
    }
}

#[test]
fn steps_that_wrap_in_32_bits_draw_nothing_wrong() {
    let folder = TempDir::new().unwrap();
    // Texel coordinates at the corners of these sprites reach 2^35 in 16.16, far more than 32 bits.
    let scene = sprites(
        &holed(3000, 160),
        &[
            r#""at": [0, 0], "angle": 0.7853981633974483, "scale": [0.015625, 64]"#,
            r#""at": [3000, 0], "angle": 2.1, "scale": [-0.015625, 64]"#,
            r#""at": [-2000.5, 900], "angle": 0.3, "scale": [0.015625, -50], "pivot": [8192, -80]"#,
        ],
    );
    fs::write(folder.path().join("scene.json"), scene).unwrap();
    for line in ["view scene.json --headless --size 700x700", "view scene.json --headless --size 1500x1100"] {
        let drawn = same_on_both(folder.path(), line);
        assert!(drawn > 100, "{line}: {drawn}");
    }
}

#[test]
fn the_picture_is_the_same_every_time() {
    let folder = TempDir::new().unwrap();
    let line = "view --headless --frames 123";
    let (first, said) = on_cpu(folder.path(), line);
    assert_eq!((first.width, first.height()), (960, 720));
    assert_eq!(on_cpu(folder.path(), line), (first.clone(), said));
    let (later, _) = on_cpu(folder.path(), "view --headless --frames 124");
    assert!(later.differ(&first) > 1000);
}

/// Without a display the program says what it can do there. It writes no file that nobody asked for.
#[test]
fn without_a_display_nothing_is_written_unasked() {
    let folder = TempDir::new().unwrap();
    for arguments in [vec![], vec!["view"], vec!["view", "--size", "320x240"]] {
        let mut command = kasuri(folder.path());
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(variable);
        }
        let done = command.args(&arguments).output().unwrap();
        let [out, err] = [&done.stdout, &done.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {err}");
        assert!(out.contains(" steps\n") && !out.contains("drawn to"), "{arguments:?}: {out}");
        assert!(
            err.starts_with("kasuri: no window can be opened here (") && err.lines().count() == 1,
            "{err}"
        );
        assert!(err.contains("; playing without one, on the CPU; ") && !err.contains(".rs"), "{err}");
    }
    let told = run(folder.path(), &["view", "bounce", "--headless"], "");
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    assert!(told.out.contains(" after 150 steps\n") && told.out.lines().count() == 2, "{}", told.out);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no file");
}

#[test]
fn without_a_gpu_the_cpu_draws() {
    let folder = TempDir::new().unwrap();
    let (expected, _) = on_cpu(folder.path(), "view --headless");
    let mut command = kasuri(folder.path());
    command.env("VK_ICD_FILENAMES", "/none").env("VK_DRIVER_FILES", "/none");
    let done =
        command.args(["view", "--headless", "--backend", "gpu", "--out", "none.png"]).output().unwrap();
    let [out, err] = [&done.stdout, &done.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let said = "kasuri: no GPU that can draw was found here; drawing on the CPU instead\n";
    assert_eq!((done.status.code(), &*err), (Some(0), said));
    assert!(out.ends_with("drawn to none.png by the CPU\n"), "{out}");
    assert_eq!(Pixels::read(&folder.path().join("none.png")), expected);
}

#[test]
fn what_is_refused_is_told_in_one_line() {
    let folder = TempDir::new().unwrap();
    let wide = r#"{"kasuri": 1, "bodies": [{"id": "a", "point": {}, "at": [0, 0]}, {"id": "b", "point": {}, "at": [9000, 0]}]}"#;
    fs::write(folder.path().join("wide.json"), wide).unwrap();
    for (line, says) in [
        ("view lost.json --headless", "lost.json: "),
        ("view swarm --headless", "the scenes are danmaku, playground,"),
        ("view bonuce --headless", "did you mean the scene bounce?"),
        ("view bounce --headles", "did you mean --headless?"),
        ("view bounce --out bounce.bmp", "bounce.bmp: its name must end in .png or .gif"),
        ("view bounce --headless --save game.rec", "game.rec: its name must end in .replay"),
        ("view bounce --headless --input wide.json", "wide.json: "),
        ("view wide.json --zoom 1 --out wide.png", "wide.json: the scene spans 9009 x 9 px"),
        ("view --headless --size 0x5", "a picture has 1 to 8192 pixels a side"),
        ("view --headless --size 8193x5", "a picture has 1 to 8192 pixels a side"),
        ("view --headless --size big", "a width and a height are expected"),
        ("view --headless --backend abacus", "invalid value 'abacus'"),
        ("view --headless --zoom 0", "0 is not in 1..=64"),
    ] {
        let run = run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}: {}", run.err);
        assert!(run.err.starts_with("kasuri: ") && run.err.lines().count() == 1, "{line}: {}", run.err);
        assert!(run.err.contains(says), "{line}:\n{}is not\n{says}", run.err);
    }
    same_on_both(folder.path(), "view wide.json --headless --size 90x60");
}

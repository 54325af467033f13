//! `kasuri dodge` through the program: a wall is found, the path that it prints has no hit, bad input is refused.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::Path;

use common::{Run, run};
use kasuri::{Body, Recorder, Region, Shape, World};
use serde_json::Value;
use tempfile::TempDir;

/// The field is 100 x 100 px; the player begins at [50, 90].
const START: [f64; 2] = [50.0, 90.0];
const CORE: f64 = 2.0;

/// Two bars that come down side by side with a gap between them, 40 steps of 2 px, at `gap` and so wide.
fn bars(gap: f64, width: f64) -> [Body; 2] {
    let bar = |left: f64, right: f64| {
        Body::rect([(right - left) / 2.0, 3.0]).at([f64::midpoint(left, right), 8.0]).layer(4).against(2)
    };
    [bar(-20.0, gap), bar(gap + width, 120.0)]
}

fn world() -> World {
    World::builder().bounds([0.0, 0.0], [100.0, 100.0]).build().unwrap()
}

fn ship(world: &mut World) -> kasuri::Handle {
    let core = Region::new("core", Shape::circle(CORE).unwrap()).layer(2).against(4);
    world.spawn(Body::rect([6.0, 6.0]).layer(1).against(0).region(core).at(START)).unwrap()
}

/// Records bars coming down past a ship that stands still.
fn recorded(gap: f64, width: f64) -> Vec<u8> {
    let (mut world, mut recorder) = (world(), Recorder::new());
    ship(&mut world);
    let bars = bars(gap, width).map(|bar| world.spawn(bar).unwrap());
    for step in 0..45 {
        let places = bars.map(|bar| {
            let at = world.get(bar).unwrap().at();
            [at.x, at.y + if step > 0 { 2.0 } else { 0.0 }]
        });
        world.set_positions(&bars, &places).unwrap();
        recorder.step(&mut world).unwrap();
    }
    recorder.into_bytes()
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("gap.rec", &recorded(70.0, 9.0));
    // Exactly as wide as the core, and a unit of the lattice narrower.
    write("exact.rec", &recorded(70.0, 2.0 * CORE + 2.0 / 256.0));
    write("narrow.rec", &recorded(70.0, 2.0 * CORE + 1.0 / 256.0));
    let whole = recorded(70.0, 9.0);
    write("cut.rec", &whole[..whole.len() - 5]);
    write("text.rec", b"hello");
    folder
}

fn dodge(folder: &Path, line: &str) -> Run {
    let line = format!("dodge {line}");
    run(folder, &line.split(' ').collect::<Vec<_>>(), "")
}

#[test]
fn a_gap_is_passed_and_its_path_has_no_hit() {
    let folder = folder();
    let line = "gap.rec --speed 3 --path way.txt --json --picture all.png";
    let done = dodge(folder.path(), line);
    assert_eq!((done.code, &done.err[..]), (Some(0), ""), "{done:?}");
    let told: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!((told["dodgeable"].as_bool(), told["walls"].as_array().unwrap().len()), (Some(true), 0));
    assert_eq!(told["path"].as_array().unwrap().len(), 46);
    assert!(told["least_room"].as_u64().unwrap() >= 1);
    assert!(fs::metadata(folder.path().join("all.png")).unwrap().len() > 100);

    // The path is played in a world.
    let way = fs::read_to_string(folder.path().join("way.txt")).unwrap();
    let mut lines = way.lines();
    assert_eq!(lines.next(), Some("start 50 90"));
    let mut world = world();
    let ship = ship(&mut world);
    let bars = bars(70.0, 9.0).map(|bar| world.spawn(bar).unwrap());
    let mut last = START;
    for (step, line) in lines.enumerate() {
        let numbers: Vec<f64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers[0], (step + 1) as f64);
        let far = (numbers[1] - last[0]).hypot(numbers[2] - last[1]);
        assert!(far <= 3.0, "{far} px in step {step}");
        last = [numbers[1], numbers[2]];
        if step > 0 {
            for bar in bars {
                let at = world.get(bar).unwrap().at();
                world.edit(bar).position([at.x, at.y + 2.0]).unwrap();
            }
        }
        world.edit(ship).position(last).unwrap();
        assert_eq!(world.step().unwrap().hits().count(), 0, "step {step}");
    }
}

#[test]
fn a_wall_is_found_at_its_step() {
    let folder = folder();
    // Half a pixel between two positions: one is in the middle of the gap to 1/256 px.
    for (file, code) in [("exact.rec", 0), ("narrow.rec", 1)] {
        let done = dodge(
            folder.path(),
            &format!("{file} --speed 3 --step 0.00390625 --field 71 85 2 10 --anywhere --json"),
        );
        assert_eq!((done.code, &done.err[..]), (Some(code), ""), "{done:?}");
        let told: Value = serde_json::from_str(&done.out).unwrap();
        assert_eq!(told["dodgeable"].as_bool(), Some(code == 0));
        if code == 1 {
            // The bars are 6 px high and come by 2 px; the field ends at y = 95, and the core is 2 px.
            let wall = told["walls"][0].as_u64().unwrap();
            assert!((38..=45).contains(&wall), "{told}");
        }
    }
    let told = dodge(folder.path(), "narrow.rec --speed 3 --step 0.00390625 --field 71 85 2 10 --anywhere");
    assert!(
        told.out.starts_with("it cannot be dodged: steps 1 to 45, 513 x 2561 positions; walls in step "),
        "{told:?}"
    );
}

#[test]
fn bad_input_is_refused() {
    let folder = folder();
    let refused = [
        ("none.rec", "none.rec: "),
        ("text.rec", "neither a recording nor what was played"),
        ("gap.rec --player hero", "no body has a region \"hero\""),
        ("gap.rec --player layer:0", "layers are bits"),
        ("gap.rec --player layer:4", "not one body but 2"),
        ("gap.rec --player 9v9", "step 1: "),
        ("gap.rec --speed nan", "--speed: "),
        ("gap.rec --speed -1", "--speed: "),
        ("gap.rec --step 0", "--"),
        ("gap.rec --step 0.3", "--field, --step: "),
        ("gap.rec --field 0 0 1e9 1e9", "--field, --step: "),
        ("gap.rec --field 0 0 10 10", "the player is outside of the field"),
        ("gap.rec --from 0", "--from 0 --to 45"),
        ("gap.rec --from 9 --to 8", "--from 9 --to 8"),
        ("gap.rec --to 46", "--to 46: it has 45 steps"),
        ("danmaku", "a scene has no last step"),
        ("pixels --to 5", "say with --"),
    ];
    for (line, why) in refused {
        let done = dodge(folder.path(), line);
        assert_eq!((done.code, &done.out[..]), (Some(2), ""), "{line}: {done:?}");
        assert!(done.err.contains(why), "{line}: {}", done.err);
    }
    // What was cut short is used up to there, and said.
    let cut = dodge(folder.path(), "cut.rec --speed 3");
    assert_eq!(cut.code, Some(0), "{cut:?}");
    assert!(cut.err.contains("its last step is cut short"), "{cut:?}");
}

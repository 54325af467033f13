//! `kasuri check` and `kasuri mask` through the program: pictures in, answers out.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::picture::{drawn, png};
use common::{Run, run};
use kasuri::answer::Overlap;
use kasuri::{
    Mask, Placement, Touching,
    mask::{Alpha, Sprite},
    query::{self, Form},
};
use serde_json::Value;
use tempfile::TempDir;

const SHIP: [&str; 4] = ["..##..", ".####.", "######", "##..##"];
const SHOT: [&str; 3] = [".#.", "###", ".#."];

/// Makes a folder with a ship, a shot, an empty picture, and a ring.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let pictures = [
        ("ship.png", drawn(&SHIP)),
        ("shot.png", drawn(&SHOT)),
        ("none.png", drawn(&["...", "..."])),
        ("ring.png", drawn(&["###", "#.#", "###"])),
        ("bad.png", b"GIF89a".to_vec()),
        ("wide.png", png(5000, 1)),
    ];
    for (name, bytes) in pictures {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn kasuri(folder: &TempDir, line: &str) -> Run {
    run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "")
}

/// Runs a command that must succeed, and returns what it prints.
fn prints(folder: &TempDir, line: &str) -> String {
    let run = kasuri(folder, line);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
    run.out
}

fn mask(path: &Path) -> Mask {
    Mask::from_image(&fs::read(path).unwrap(), Alpha(128)).unwrap()
}

#[test]
fn check_says_whether_two_pictures_touch() {
    let folder = folder();
    let touch = kasuri(&folder, "check ship.png shot.png --at -1,0");
    let told = "ship.png and shot.png touch: 2 pixels are common, in 2 x 2 px at (0, 1), around (1.00, 2.00)\n\
                shot.png comes free 1 px along (-0.71, -0.71)\n";
    assert_eq!((touch.code, touch.out.as_str(), touch.err.as_str()), (Some(0), told, ""));
    let apart = kasuri(&folder, "check ship.png shot.png --at -2,-1");
    let told = "ship.png and shot.png are apart: no pixel is common\n";
    assert_eq!((apart.code, apart.out.as_str(), apart.err.as_str()), (Some(1), told, ""));
    assert_eq!(kasuri(&folder, "check ship.png none.png").code, Some(1));
    let apart = kasuri(&folder, "check ship.png shot.png --at 90,90 --json");
    let pair = r#"{"a":"ship.png","b":"shot.png","kind":"sprite-sprite","pixels":0}"#;
    assert_eq!((apart.code, apart.out.trim_end()), (Some(1), pair));
}

#[test]
fn check_as_json_is_what_the_library_says() {
    let folder = folder();
    let [ship, shot] = ["ship.png", "shot.png"].map(|name| Arc::new(mask(&folder.path().join(name))));
    let a = Sprite::place(&ship, &Placement::default(), Some([0.0, 0.0].into())).unwrap();
    let cases = [
        ("--at 1,1", [2.5, 2.5], 0.0, [1.0, 1.0]),
        ("--at -0.75,1.5 --angle 0.5", [0.75, 3.0], 0.5, [1.0, 1.0]),
        ("--at 3,0 --angle -2 --scale 2", [4.5, 1.5], -2.0, [2.0, 2.0]),
        ("--at 3,0 --scale 2,0.5 --flip", [4.5, 1.5], 0.0, [-2.0, 0.5]),
        ("--at 3,0 --scale -1.5 --flip=y --angle 1", [4.5, 1.5], 1.0, [-1.5, 1.5]),
        ("--at 0,0 --flip=xy", [1.5, 1.5], 0.0, [-1.0, -1.0]),
    ];
    for (arguments, at, angle, scale) in cases {
        let placement = Placement::at(at).turned(angle).scaled(scale);
        let b = Form::Sprite(Sprite::place(&shot, &placement, None).unwrap());
        let overlap = query::overlap(&Form::Sprite(a.clone()), &b, Touching::Counts);
        let Some(Overlap::SpriteSprite(common)) = overlap else { panic!("{arguments}: apart") };
        let out = prints(&folder, &format!("check ship.png shot.png --json {arguments}"));
        let said: Value = serde_json::from_str(&out).unwrap();
        let b = common.bounds;
        assert_eq!(said["kind"], "sprite-sprite", "{arguments}");
        assert_eq!(said["pixels"], common.pixels, "{arguments}");
        assert_eq!(said["bounds"], Value::from(vec![b.x0, b.y0, b.x1, b.y1]), "{arguments}");
        assert_eq!(said["first"], Value::from(common.first.to_vec()), "{arguments}");
        assert_eq!(said["depth"], common.depth, "{arguments}");
        for (field, xy) in [("centroid", common.centroid), ("normal", common.normal)] {
            assert_eq!(xy, [0, 1].map(|k| said[field][k].as_f64().unwrap()), "{arguments}");
        }
        let scene = format!(
            r#"{{"kasuri": 1, "masks": {{"ship": {{"image": "ship.png"}}, "shot": {{"image": "shot.png"}}}}, "bodies": [
               {{"id": "ship.png", "sprite": "ship", "at": [0, 0], "pivot": [0, 0]}},
               {{"id": "shot.png", "sprite": "shot", "at": {at:?}, "angle": {angle}, "scale": {scale:?}}}]}}"#
        );
        let solved = run(folder.path(), &["solve", "-"], scene).out;
        assert!(solved.contains(&format!("\"pairs\":[{}]", out.trim_end())), "{arguments}: {out}{solved}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn check_never_says_apart_when_it_cannot_write() {
    let folder = folder();
    for at in ["0,0", "90,90"] {
        let line = format!("check ship.png shot.png --at {at} --out /dev/full");
        let unwritten = kasuri(&folder, &line);
        assert_eq!((unwritten.code, unwritten.out.as_str()), (Some(2), ""), "{line}");
        assert!(unwritten.err.starts_with("kasuri: the answer cannot be written: "), "{}", unwritten.err);
    }
}

#[test]
fn check_lights_the_common_pixels() {
    let folder = folder();
    prints(&folder, "check ship.png shot.png --at -1,0 --out hit.png");
    let bytes = fs::read(folder.path().join("hit.png")).unwrap();
    let lit = |rgba: [u8; 4]| rgba == [255, 244, 120, 255];
    let lit = Mask::from_image(&bytes, lit).unwrap();
    // Both span 7 x 4 px, the margins 8 more; 768 / 15 is more than the greatest zoom, 16.
    assert_eq!((lit.width(), lit.height(), lit.count()), (15 * 16, 12 * 16, 2 * 16 * 16));
    assert_eq!(kasuri(&folder, "check ship.png shot.png --at 90,90 --out apart.png").code, Some(1));
    assert!(folder.path().join("apart.png").exists());
}

#[test]
fn a_mask_is_told_as_text() {
    let folder = folder();
    assert_eq!(prints(&folder, "mask ship.png"), "..##..\n.####.\n######\n##..##\n");
    let frames = "ship-0:\n..#\n.##\n\nship-1:\n#..\n##.\n\nship-2:\n###\n##.\n\nship-3:\n###\n.##\n";
    assert_eq!(prints(&folder, "mask ship.png --frames 3x2"), frames);
    assert_eq!(prints(&folder, "mask shot.png --outline"), "1,0 2,1 1,2 0,1 1,0\n");
    let ring = "polygon 0,0 3,0 3,3 0,3\n  hole 2,1 1,1 1,2 2,2\n";
    assert_eq!(prints(&folder, "mask ring.png --polygons"), ring);
    let parts = prints(&folder, "mask ring.png --convex");
    assert_eq!(parts.lines().count(), 4);
    assert!(parts.starts_with("polygon 0,0 0,1 3,1 3,0\n"), "{parts}");
    assert_eq!(prints(&folder, "mask none.png --convex"), "");
    assert_eq!(prints(&folder, "mask ship.png --key 787878"), "......\n".repeat(4));
    assert_eq!(prints(&folder, "mask none.png --alpha 0"), "###\n###\n");
}

/// A picture of three frames, each shown for 100 ms.
fn moving() -> Vec<u8> {
    let frame = |k: u32| {
        let picture = image::RgbaImage::from_fn(3, 2, |x, y| {
            image::Rgba([90, 80, 70, if x == k || y == 1 { 255 } else { 0 }])
        });
        image::Frame::from_parts(picture, 0, 0, image::Delay::from_numer_denom_ms(100, 1))
    };
    let mut bytes = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut bytes).encode_frames((0..3).map(frame)).unwrap();
    bytes
}

#[test]
fn the_frames_of_a_picture_that_moves_are_masks() {
    let folder = folder();
    fs::write(folder.path().join("walk.gif"), moving()).unwrap();
    let all = "walk-0:\n#..\n###\n\nwalk-1:\n.#.\n###\n\nwalk-2:\n..#\n###\n";
    assert_eq!(prints(&folder, "mask walk.gif"), all);
    assert_eq!(prints(&folder, "mask walk.gif --frame 1"), ".#.\n###\n");
    assert_eq!(prints(&folder, "mask walk.gif --frame 2 --frames 1x2").matches("walk-").count(), 3);
    let json: Value = serde_json::from_str(&prints(&folder, "mask walk.gif --json")).unwrap();
    assert_eq!(json["masks"]["walk-2"]["rows"], serde_json::json!(["..#", "###"]));
    prints(&folder, "mask walk.gif --out strip.png");
    assert_eq!(prints(&folder, "mask strip.png"), "#...#...#\n#########\n");
    assert_eq!(prints(&folder, "mask strip.png --frame 0"), "#...#...#\n#########\n");
    // Two pictures are the first frames of these.
    assert_eq!(kasuri(&folder, "check walk.gif walk.gif --at 0,-1").code, Some(0));
    for (line, says) in [
        ("mask walk.gif --frame 3", "walk.gif: there is no frame 3 among 3; the first is 0"),
        ("mask ship.png --frame 1", "ship.png: there is no frame 1 among 1"),
        (
            "mask walk.gif --frames 1x2",
            "walk.gif: it has 3 frames; --frame N takes the one that --frames cuts",
        ),
        ("mask walk.gif --max-frames 2", "walk.gif: more than 2 frames; --max-frames allows more"),
    ] {
        let run = kasuri(&folder, line);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.contains(says), "{line}: {}", run.err);
    }
}

#[test]
fn pictures_of_every_format_are_masks() {
    let folder = folder();
    let ship = image::open(folder.path().join("ship.png")).unwrap().into_rgba8();
    for format in ["bmp", "gif", "qoi", "tga", "webp"] {
        let name = format!("ship.{format}");
        ship.save(folder.path().join(&name)).unwrap();
        assert_eq!(prints(&folder, &format!("mask {name}")), prints(&folder, "mask ship.png"), "{name}");
    }
}

#[test]
fn masks_go_into_a_scene() {
    let folder = folder();
    let text = prints(&folder, "mask ship.png --json");
    assert_eq!(
        text,
        "{\"masks\": {\n  \"ship\": {\"rows\": [\n    \"..##..\",\n    \".####.\",\n    \"######\",\n    \"##..##\"]}}}\n"
    );
    let frames = prints(&folder, "mask ship.png --frames 3x4 --json");
    let inner = |text: &str| text.trim().strip_prefix('{').unwrap().strip_suffix('}').unwrap().to_owned();
    for (text, names) in [(text, vec!["ship"]), (frames, vec!["ship-0", "ship-1"])] {
        for name in names {
            let scene = format!(
                r#"{{"kasuri": 1, {}, "bodies": [{{"id": "a", "sprite": "{name}", "at": [9, 9]}},
                   {{"id": "b", "box": {{"half": [9, 9]}}, "at": [9, 9]}}]}}"#,
                inner(&text)
            );
            let solved = run(folder.path(), &["solve", "-"], scene);
            let pixels = if name == "ship" { 16 } else { 8 };
            assert!(solved.out.contains(&format!("\"pixels\":{pixels}}}")), "{solved:?}");
        }
    }
}

#[test]
fn convex_parts_go_into_a_scene_and_cover_exactly() {
    let folder = folder();
    // A checkerboard gives more parts than a compound can have.
    let board: Vec<String> =
        (0..24).map(|y| (0..25).map(|x| if (x + y) % 2 == 0 { '#' } else { '.' }).collect()).collect();
    fs::write(folder.path().join("board.png"), drawn(&board)).unwrap();
    for name in ["ship", "ring", "board"] {
        let text = prints(&folder, &format!("mask {name}.png --convex --json"));
        let parts: Value = serde_json::from_str(&text).unwrap();
        let mask = mask(&folder.path().join(format!("{name}.png")));
        let centres = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| [x, y]));
        let points: Vec<_> = centres.map(|[x, y]| [f64::from(x) + 0.5, f64::from(y) + 0.5]).collect();
        let scene = serde_json::json!({"kasuri": 1, "bodies": parts["bodies"], "points": points});
        let solved = run(folder.path(), &["solve", "-"], scene.to_string());
        let answer: Value = serde_json::from_str(&solved.out).unwrap_or_else(|_| panic!("{solved:?}"));
        let inside = answer["points"].as_array().unwrap();
        for (k, [x, y]) in points.iter().enumerate() {
            let holders = inside[k].as_array().unwrap().len();
            assert_eq!(holders, usize::from(mask.get(*x as i64, *y as i64)), "{name} {x} {y}");
        }
    }
    let rounded = prints(&folder, "mask ship.png --convex --tolerance 2 --json");
    assert_eq!(rounded.matches("\"polygon\"").count(), 1, "{rounded}");
}

#[test]
fn every_form_has_every_format() {
    let folder = folder();
    for form in ["", " --outline", " --polygons", " --convex", " --convex --frames 3x2"] {
        for format in ["txt", "json", "png", "svg"] {
            assert_eq!(prints(&folder, &format!("mask ship.png{form} --out ship-out.{format}")), "");
            let written = fs::read(folder.path().join(format!("ship-out.{format}"))).unwrap();
            let text = String::from_utf8_lossy(&written);
            match format {
                "json" => assert!(serde_json::from_str::<Value>(&text).unwrap().is_object(), "{text}"),
                "svg" => assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}"),
                "png" => assert!(Mask::from_image(&written, Alpha(128)).is_ok()),
                _ => assert!(text.ends_with('\n'), "{text}"),
            }
        }
    }
    let again = prints(&folder, "mask ship.png --frames 3x2 --out again.png");
    assert_eq!(again, "");
    assert_eq!(prints(&folder, "mask again.png"), prints(&folder, "mask ship.png"));
    let polygons: Value = serde_json::from_str(&prints(&folder, "mask ring.png --polygons --json")).unwrap();
    assert_eq!(polygons["polygons"]["ring"][0]["holes"][0].as_array().unwrap().len(), 4);
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let folder = folder();
    let cases = [
        ("check ship.png lost.png", "lost.png: "),
        ("check ship.png bad.png", "bad.png: not a readable GIF picture: "),
        ("check wide.png ship.png", "wide.png: a mask of 5000 x 1 texels; 1 to 4096 a side are allowed"),
        ("check ship.png .", ".: "),
        ("check ship.png", "arguments were not provided: <B>"),
        ("check ship.png shot.png --at NaN,0", "shot.png: at[0]: NaN is not a finite number"),
        ("check ship.png shot.png --at 0,inf", "shot.png: at[1]: inf is not a finite number"),
        ("check ship.png shot.png --at 3e6,0", "shot.png: at[0]: 3000000 is out of range"),
        ("check ship.png shot.png --at 3", "'--at <X,Y>': two numbers are expected, such as 12,-3.5"),
        ("check ship.png shot.png --angle NaN", "shot.png: angle: NaN is not a finite number"),
        ("check ship.png shot.png --scale 0", "shot.png: scale[0]: 0 is not a valid scale"),
        ("check ship.png shot.png --scale 1,65", "shot.png: scale[1]: 65 is not a valid scale"),
        ("check ship.png shot.png --scale big", "one number is expected, or two, such as 2 or 2,0.5"),
        ("check ship.png shot.png --flip=z", "invalid value 'z' for '--flip"),
        ("check ship.png shot.png --alpha 256", "256 is not in 0..=255"),
        ("check ship.png shot.png --at 9000,0 --out x.png", "x.png: the two span"),
        ("check ship.png shot.png --out none/x.png", "the answer cannot be written"),
        ("mask lost.png", "lost.png: "),
        ("mask bad.png", "bad.png: not a readable GIF picture: "),
        ("mask wide.png", "wide.png: a mask of 5000 x 1 texels"),
        (
            "mask ship.png --frames 4x4",
            "ship.png: a sheet of 6 x 4 texels does not divide into frames of 4 x 4",
        ),
        ("mask ship.png --frames 0x4", "ship.png: "),
        ("mask ship.png --frames 3", "a width and a height are expected, such as 16x24"),
        ("mask ship.png --out ship.gif", "ship.gif: its name must end in .txt, .json, .png or .svg"),
        ("mask ship.png --out ship", "ship: its name must end in"),
        ("mask ship.png --json --out ship.svg", "ship.svg: with --json its name must end in .json"),
        ("mask ship.png --outline --polygons", "'--outline' cannot be used with '--polygons'"),
        ("mask ship.png --convex --tolerance -1", "ship.png: tolerance: -1 is negative"),
        ("mask ship.png --polygons --tolerance NaN", "ship.png: tolerance: NaN is not a finite number"),
        ("mask ship.png --tolerance 1", "arguments were not provided"),
        ("mask ship.png --key red", "six hexadecimal digits are expected, such as ff00ff"),
    ];
    for (line, says) in cases {
        let run = kasuri(&folder, line);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}: {}", run.err);
        assert!(run.err.starts_with("kasuri: ") && run.err.lines().count() == 1, "{line}: {}", run.err);
        assert!(run.err.contains(says), "{line}:\n{}is not\n{says}", run.err);
    }
    let unwritten = kasuri(&folder, "mask ship.png --out none/x.png");
    assert_eq!((unwritten.code, unwritten.out.as_str()), (Some(1), ""));
    assert!(!folder.path().join("ship.gif").exists() && !folder.path().join("x.png").exists());
}

#[test]
fn help_has_examples() {
    let folder = folder();
    for command in ["check", "mask"] {
        let help = prints(&folder, &format!("{command} --help"));
        assert!(help.contains("Examples:") && help.contains("Exit status: 0"), "{help}");
    }
}

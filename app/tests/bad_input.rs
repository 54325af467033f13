//! Every kind of malformed input in SPEC 7 is refused: exit 2, one helpful line that names the place, nothing on
//! standard output, no panic, within a second of CPU time.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::Path;

use common::measured::run_measured;
use common::picture::{chunk, chunks, png, sized, with_chunk};
use common::{body, kasuri, run, scene};
use tempfile::TempDir;

/// Runs an input that has to be refused; the line has to contain `says`.
fn is_refused(folder: &Path, text: impl AsRef<[u8]>, says: &str) {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(&text[..text.len().min(300)]).into_owned();
    let (run, taken) = run_measured(kasuri(folder).args(["solve", "-"]), text);
    assert!(taken.seconds < 1.0, "{} s of the processor: {shown}", taken.seconds);
    if std::env::var_os("KASURI_SHOW").is_some() {
        eprint!("{shown}\n    {}", run.err);
    }
    assert_eq!(run.code, Some(2), "{shown}: {run:?}");
    assert_eq!(run.out, "", "{shown}");
    assert!(run.err.starts_with("kasuri: standard input: "), "{shown}: {}", run.err);
    assert!(run.err.ends_with('\n') && run.err.lines().count() == 1, "{shown}: {}", run.err);
    assert!(run.err.contains(says), "{shown}:\n{}is not\n{says}", run.err);
    assert!(!run.err.contains("panicked"), "{shown}: {}", run.err);
}

fn all_are_refused<T: AsRef<[u8]>>(cases: &[(T, &str)]) {
    let folder = TempDir::new().unwrap();
    for (text, says) in cases {
        is_refused(folder.path(), text, says);
    }
}

#[test]
fn what_is_no_json() {
    let nested = |open: &str| open.repeat(100_000).into_bytes();
    let cases: [(Vec<u8>, &str); 21] = [
        (b"".into(), "not readable as JSON: EOF while parsing a value at line 1 column 0"),
        (b"\xEF\xBB\xBF".into(), "not readable as JSON: EOF"),
        (b"  \n\t ".into(), "not readable as JSON: EOF while parsing a value at line 2"),
        (b"hello".into(), "not readable as JSON: expected value at line 1 column 1"),
        (b"{\"kasuri\": 1,\n \"bodies\": [}".into(), "at line 2 column 13"),
        (b"{\"kasuri\": 1, \"bodies\": []".into(), "not readable as JSON: EOF while parsing an object"),
        (b"{\"kasuri\": 1, \"bodies\": []} {}".into(), "trailing characters at line 1 column 29"),
        (b"{\"kasuri\": 1, \"bodies\": [],}".into(), "trailing comma"),
        (b"{'kasuri': 1}".into(), "key must be a string at line 1 column 2"),
        (b"{\"kasuri\": 1, \"bodies\": [] /* none */}".into(), "not readable as JSON: expected `,` or `}`"),
        (b"{\"kasuri\": NaN}".into(), "not readable as JSON: expected value at line 1 column 12"),
        (b"{\"kasuri\": Infinity}".into(), "not readable as JSON: expected value"),
        (b"{\"kasuri\": -Infinity}".into(), "not readable as JSON: invalid number"),
        (b"{\"kasuri\": 1e400}".into(), "not readable as JSON: number out of range"),
        (b"{\"kasuri\": 01}".into(), "not readable as JSON: invalid number"),
        (b"{\"kasuri\": 1, \"\xFF\": 1}".into(), "not readable as JSON: invalid unicode code point"),
        (b"\xFF\xFE{\x00".into(), "not readable as JSON: expected value at line 1 column 1"),
        (b"\"\\ud800\"".into(), "not readable as JSON: "),
        (b"{\"kasuri\": 1, \"a\nb\": 1}".into(), "not readable as JSON: control character"),
        (nested("["), "nest more than 32 deep"),
        (nested("{\"a\":"), "nest more than 32 deep"),
    ];
    all_are_refused(&cases);
}

#[test]
fn what_is_no_scene() {
    all_are_refused(&[
        ("[]", "expected a scene, but found a list of 0"),
        ("null", "expected a scene, but found null"),
        ("3", "expected a scene, but found 3"),
        ("{}", "kasuri is missing; a scene has the fields kasuri, touching, touching_between, masks,"),
        (r#"{"kasuri": 1}"#, "bodies is missing"),
        (r#"{"kasuri": 2, "bodies": []}"#, "kasuri: 2 is not a version known here; this is version 1"),
        (r#"{"kasuri": "1", "bodies": []}"#, r#"kasuri: expected a number, but found "1""#),
        (r#"{"kasuri": 1, "kasuri": 1, "bodies": []}"#, "kasuri: this field appears twice"),
        (
            r#"{"kasuri": 1, "bodies": [], "bodis": []}"#,
            "bodis: unknown field; a scene has the fields kasuri",
        ),
        ("{\"kasuri\": 1, \"\\u001b[31m\\n\": 1}", r#"["\u{1b}[31m\n"]: unknown field"#),
        (r#"{"kasuri": 1, "bodies": {}}"#, "bodies: expected a list, but found an object"),
        (
            r#"{"kasuri": 1, "bodies": [], "touching": "no"}"#,
            r#"touching: expected "counts" or "ignored", but found "no""#,
        ),
        (r#"{"kasuri": 1, "bodies": [], "touching": true}"#, "touching: expected a string, but found true"),
        (r#"{"kasuri": 1, "bodies": [7]}"#, "bodies[0]: expected a body, but found 7"),
        (
            r#"{"kasuri": 1, "bodies": [], "masks": []}"#,
            "masks: expected an object of masks by name, but found a list of 0",
        ),
    ]);
}

#[test]
fn bodies_that_are_none() {
    all_are_refused(&[
        (scene(r#"{"at": [0, 0], "point": {}}"#), "bodies[0]: id is missing; a body has the fields id, at,"),
        (
            scene(r#"{"id": "", "at": [0, 0], "point": {}}"#),
            r#"bodies[0].id: "" is empty; an id has at least one character"#,
        ),
        (scene(r#"{"id": 1, "at": [0, 0], "point": {}}"#), "bodies[0].id: expected a string, but found 1"),
        (
            scene(r#"{"id": "b", "at": [0, 0], "point": {}}, {"id": "b", "at": [0, 0], "point": {}}"#),
            r#"bodies[1].id: "b" is already the id of bodies[0]; ids must be unique"#,
        ),
        (scene(r#"{"id": "b", "point": {}}"#), "bodies[0]: at is missing"),
        (
            scene(r#"{"id": "b", "point": {}, "at": 3}"#),
            "bodies[0].at: expected a pair of numbers [x, y], but found 3",
        ),
        (
            scene(r#"{"id": "b", "point": {}, "at": [1, 2, 3]}"#),
            "bodies[0].at: expected a pair of numbers [x, y], but found a list of 3",
        ),
        (
            scene(r#"{"id": "b", "point": {}, "at": [1, "2"]}"#),
            r#"bodies[0].at[1]: expected a number, but found "2""#,
        ),
        (
            scene(r#"{"id": "b", "point": {}, "at": [0, 2097153]}"#),
            "bodies[0].at[1]: 2097153 is out of range; a placed coordinate is -2097152 to 2097152",
        ),
        (scene(r#"{"id": "b", "point": {}, "at": [1e300, 0]}"#), "bodies[0].at[0]: 1e300 is out of range"),
        (body(r#""colour": 1, "point": {}"#), "bodies[0].colour: unknown field; a body has the fields id"),
        (body(r#""point": {}, "point": {}"#), "bodies[0].point: this field appears twice"),
        (body(r#""layer": 1"#), "bodies[0]: the kind is missing; a body needs one of sprite, point,"),
        (body(r#""point": {}, "circle": {"r": 1}"#), "bodies[0]: point and circle exclude each other"),
        (body(r#""point": {}, "layer": -1"#), "bodies[0].layer: -1 is out of range"),
        (body(r#""point": {}, "layer": 4294967296"#), "bodies[0].layer: 4294967296 is out of range"),
        (body(r#""point": {}, "layer": 1.5"#), "bodies[0].layer: expected an integer, but found 1.5"),
        (body(r#""point": {}, "against": null"#), "bodies[0].against: expected a number, but found null"),
        (
            body(r#""point": {}, "against": "all""#),
            r#"bodies[0].against: expected a number, but found "all""#,
        ),
        (body(r#""point": {}, "pivot": [0, 0]"#), "bodies[0].pivot: only a sprite has a pivot"),
        (body(r#""point": {}, "angle": "1""#), r#"bodies[0].angle: expected a number, but found "1""#),
        (body(r#""point": {}, "scale": 65"#), "bodies[0].scale[0]: 65 is not a valid scale"),
        (
            body(r#""point": {}, "scale": [0, 1]"#),
            "bodies[0].scale[0]: 0 is not a valid scale; use 1/64 to 64",
        ),
        (body(r#""point": {}, "scale": [1, 1e-3]"#), "bodies[0].scale[1]: 0.001 is not a valid scale"),
        (body(r#""point": {}, "scale": [1, -65]"#), "bodies[0].scale[1]: -65 is not a valid scale"),
        (body(r#""point": {"x": 1}"#), "bodies[0].point.x: unknown field; a point has no fields"),
    ]);
}

#[test]
fn shapes_that_are_none() {
    all_are_refused(&[
        (body(r#""circle": 3"#), "bodies[0].circle: expected a circle, but found 3"),
        (body(r#""circle": {}"#), "bodies[0].circle: r is missing; a circle has the field r"),
        (body(r#""circle": {"r": -1}"#), "bodies[0].circle.r: -1 is negative; a radius is 0 or more"),
        (body(r#""circle": {"r": 1e9}"#), "bodies[0].circle: "),
        (
            body(r#""circle": {"r": 8193}"#),
            "bodies[0].circle: the bounding box is 16386 x 16386 px; at most 16384",
        ),
        (
            body(r#""circle": {"r": 0}, "scale": [1, 2]"#),
            "bodies[0].scale: the scale [1, 2] would turn a circle into an ellipse",
        ),
        (body(r#""segment": {"a": [0, 0]}"#), "bodies[0].segment: b is missing"),
        (
            body(r#""segment": {"a": [0, 0], "b": [20000, 0]}"#),
            "bodies[0].segment: the bounding box is 20000 x 0 px",
        ),
        (body(r#""segment": {"a": [0, 0], "b": [1e7, 0]}"#), "bodies[0].segment.b: 10000000 is out of range"),
        (
            body(r#""capsule": {"a": [0, 0], "b": [1, 1], "r": -0.5}"#),
            "bodies[0].capsule.r: -0.5 is negative",
        ),
        (
            body(r#""box": {"half": [1, -2]}"#),
            "bodies[0].box.half[1]: -2 is negative; half a side is 0 or more",
        ),
        (body(r#""box": {"half": [9000, 1]}"#), "bodies[0].box: the bounding box is 18000 x 2 px"),
        (
            body(r#""chain": {"points": [[0, 0]], "r": 1}"#),
            "bodies[0].chain.points: there are 1 points in the chain",
        ),
        (body(r#""chain": {"points": [[0, 0], [1, 1]], "r": -1}"#), "bodies[0].chain.r: -1 is negative"),
        (
            body(&format!(r#""chain": {{"r": 1, "points": [{}[0, 0]]}}"#, "[0, 0], ".repeat(4096))),
            "bodies[0].chain.points: there are 4097 points in the chain; 2 to 4096 are allowed",
        ),
        (
            body(r#""polygon": {"points": [[0, 0], [1, 1]]}"#),
            "bodies[0].polygon.points: there are 2 vertices",
        ),
        (
            body(&format!(r#""polygon": {{"points": [{}[0, 0]]}}"#, "[0, 0], ".repeat(4096))),
            "bodies[0].polygon.points: there are 4097 vertices in the polygon; 3 to 4096 are allowed",
        ),
        (
            body(r#""polygon": {"points": [[0, 0], [9, 0], [0, 9], [0.001, 0]]}"#),
            "bodies[0].polygon.points: vertex 3 is vertex 0 again; leave the closing vertex away",
        ),
        (
            body(r#""polygon": {"points": [[0, 0], [8, 8], [8, 0], [0, 8]]}"#),
            "bodies[0].polygon.points: the edges from vertex 0 and from vertex 2 cross or touch",
        ),
        (
            body(r#""polygon": {"points": [[0, 0], [4, 4], [8, 8]]}"#),
            "bodies[0].polygon.points: the polygon has no area",
        ),
        (
            body(r#""polygon": {"points": [[0, 0], [4, 4], [8, null]]}"#),
            "bodies[0].polygon.points[2][1]: expected a number, but found null",
        ),
        (
            body(r#""polygon": {"points": [[0, 0], [4, 4], [1e300, 0]]}"#),
            "bodies[0].polygon.points[2][0]: 1e300 is out",
        ),
        (body(r#""compound": {"parts": []}"#), "bodies[0].compound.parts: there are 0 parts in the compound"),
        (
            body(&format!(
                r#""compound": {{"parts": [{}{{"point": {{}}}}]}}"#,
                r#"{"point": {}}, "#.repeat(256)
            )),
            "bodies[0].compound.parts: there are 257 parts in the compound; 1 to 256 are allowed",
        ),
        (body(r#""compound": {"parts": [{}]}"#), "bodies[0].compound.parts[0]: the kind is missing"),
        (
            body(r#""compound": {"parts": [{"sprite": "ship"}]}"#),
            "bodies[0].compound.parts[0].sprite: a sprite cannot be",
        ),
        (
            body(r#""compound": {"parts": [{"tiles": {}}]}"#),
            "bodies[0].compound.parts[0].tiles: a tile map cannot be a part",
        ),
        (
            body(r#""compound": {"parts": [{"compound": {"parts": []}}]}"#),
            "bodies[0].compound.parts[0].compound: a compound cannot be a part",
        ),
        (
            body(r#""compound": {"parts": [{"point": {}, "angle": 1}]}"#),
            "bodies[0].compound.parts[0].angle: unknown field",
        ),
        (
            body(r#""compound": {"parts": [{"point": {}, "tag": 1}]}"#),
            "bodies[0].compound.parts[0].tag: expected a string, but found 1",
        ),
        (
            body(r#""compound": {"parts": [{"point": {}, "offset": [9e9, 0]}]}"#),
            "bodies[0].compound.parts[0].point: 9000000000 is out",
        ),
    ]);
}

#[test]
fn masks_and_sprites_that_are_none() {
    let mask = |mask: &str| format!(r#"{{"kasuri": 1, "masks": {{"m": {mask}}}, "bodies": []}}"#);
    all_are_refused(&[
        (mask("3"), "masks.m: expected a mask, but found 3"),
        (mask("{}"), "masks.m: the kind is missing; a mask needs one of rows and image"),
        (mask(r#"{"rows": ["o"], "image": "a.png"}"#), "masks.m: rows and image exclude each other"),
        (mask(r#"{"rows": ["o"], "alpha": 3}"#), "masks.m.alpha: alpha goes with an image"),
        (mask(r#"{"rows": "o"}"#), r#"masks.m.rows: expected a list, but found "o""#),
        (mask(r#"{"rows": [1]}"#), "masks.m.rows[0]: expected a string, but found 1"),
        (mask(r#"{"rows": []}"#), "masks.m.rows: a mask of 0 x 0 texels; 1 to 4096 a side are allowed"),
        (mask(r#"{"rows": [""]}"#), "masks.m.rows: a mask of 0 x 1 texels"),
        (
            mask(&format!(r#"{{"rows": ["{}"]}}"#, "o".repeat(4097))),
            "masks.m.rows: a mask of 4097 x 1 texels",
        ),
        (
            mask(&format!(r#"{{"rows": [{}"o"]}}"#, r#""o","#.repeat(4096))),
            "masks.m.rows: a mask of 1 x 4097 texels",
        ),
        (mask(r#"{"rows": ["oo", "ooo"]}"#), "masks.m.rows: row 1 has 3 characters where row 0 has 2"),
        (mask(r#"{"rows": ["o"]}, "m": {"rows": ["o"]}"#), "masks.m: this field appears twice"),
        (
            mask(r#"{"rows": ["o"], "color": 1}"#),
            "masks.m.color: unknown field; a mask has the fields rows, image and alpha",
        ),
        (
            body(r#""sprite": "shp""#),
            r#"bodies[0].sprite: there is no mask "shp"; the name must be defined in masks"#,
        ),
        (body(r#""sprite": {"rows": ["o"]}"#), "bodies[0].sprite: expected a string, but found an object"),
        (
            body(r#""sprite": "ship", "pivot": [1]"#),
            "bodies[0].pivot: expected a pair of numbers [x, y], but found a list of 1",
        ),
        (
            body(r#""sprite": "ship", "pivot": [0, 8193]"#),
            "bodies[0].pivot[1]: 8193 is out of range; a pivot is -4096 to 8192",
        ),
        (
            format!(
                r#"{{"kasuri": 1, "masks": {{"m": {{"rows": ["{}"]}}}},
                     "bodies": [{{"id": "b", "at": [0, 0], "sprite": "m", "scale": [64, 1]}}]}}"#,
                "o".repeat(4096)
            ),
            "bodies[0]: the bounding box is 262144 x 1 px; at most 16384 px a side are allowed",
        ),
    ]);
}

#[test]
fn tile_maps_that_are_none() {
    let tiles = |tiles: &str| body(&format!(r#""tiles": {{{tiles}}}"#));
    let legend = |legend: &str| tiles(&format!(r##""cell": [9, 9], "rows": ["#"], "legend": {{{legend}}}"##));
    all_are_refused(&[
        (
            tiles(r#""rows": ["."]"#),
            "bodies[0].tiles: cell is missing; a tile map has the fields cell, rows and legend",
        ),
        (tiles(r#""cell": [9, 9]"#), "bodies[0].tiles: rows is missing"),
        (
            tiles(r#""cell": [0, 9], "rows": ["."]"#),
            "bodies[0].tiles.cell[0]: 0 is out of range; a cell's side is",
        ),
        (tiles(r#""cell": [9, 1e5], "rows": ["."]"#), "bodies[0].tiles.cell[1]: 100000 is out of range"),
        (tiles(r#""cell": [9, 9], "rows": []"#), "bodies[0].tiles.rows: there are 0 cells in the tile map"),
        (
            tiles(r#""cell": [9, 9], "rows": ["..", "."]"#),
            "bodies[0].tiles.rows: row 1 has 1 characters where row 0 has 2",
        ),
        (
            tiles(r#""cell": [9, 9], "rows": ["..", ".m"]"#),
            "bodies[0].tiles.rows[1][1]: 'm' is not in the legend",
        ),
        (legend(r#""mm": {"sprite": "ship"}"#), r#"bodies[0].tiles.legend.mm: "mm" is not one character"#),
        (legend(r#""": {"sprite": "ship"}"#), r#"bodies[0].tiles.legend[""]: "" is not one character"#),
        (
            legend(r##""#": {"sprite": "ship"}"##),
            r##"bodies[0].tiles.legend["#"]: "#" has its meaning already"##,
        ),
        (legend(r#"" ": {"sprite": "ship"}"#), "has its meaning already: '.' and ' ' are empty cells"),
        (
            legend(r#""m": {"sprite": "ship"}, "m": {"sprite": "ship"}"#),
            "bodies[0].tiles.legend.m: this field appears twice",
        ),
        (legend(r#""m": {"sprite": "shop"}"#), r#"bodies[0].tiles.legend.m.sprite: there is no mask "shop""#),
        (
            legend(r#""m": {}"#),
            "bodies[0].tiles.legend.m: the kind is missing; a cell needs one of polygon and sprite",
        ),
        (
            legend(r#""m": {"polygon": {"points": [[0, 0]]}}"#),
            "bodies[0].tiles.legend.m.polygon.points: there are 1 vertices",
        ),
        (
            legend(r#""m": {"polygon": {"points": [[0, 0], [9, 0], [1, 1], [0, 9]]}}"#),
            "bodies[0].tiles.legend.m.polygon: the polygon is concave; a cell holds a convex polygon",
        ),
        (
            body(r##""tiles": {"cell": [9, 9], "rows": ["#"]}, "angle": 1"##),
            "bodies[0].angle: a tile map cannot be turned",
        ),
        (
            body(r##""tiles": {"cell": [9, 9], "rows": ["#"]}, "scale": [1, -1]"##),
            "bodies[0].scale: a tile map cannot be scaled",
        ),
        (
            scene(r##"{"id": "b", "at": [2097150, 0], "tiles": {"cell": [9, 9], "rows": ["#"]}}"##),
            "bodies[0].tiles.rows[0][0]: 2097159 is out of range",
        ),
    ]);
}

#[test]
fn requests_that_are_none() {
    let ask = |request: &str| {
        let bodies = r##"{"id": "b", "at": [0, 0], "point": {}},
                         {"id": "t", "at": [0, 0], "tiles": {"cell": [9, 9], "rows": ["#"]}},
                         {"id": "s", "at": [0, 0], "segment": {"a": [0, 0], "b": [99, 0]}}"##;
        format!(r#"{{"kasuri": 1, "bodies": [{bodies}], {request}}}"#)
    };
    all_are_refused(&[
        (
            ask(r#""rays": [{"from": [0, 0]}]"#),
            "rays[0]: to is missing; a ray has the fields from, to, against and all",
        ),
        (ask(r#""rays": [{"from": [0, 0], "to": [9e9, 0]}]"#), "rays[0].to[0]: 9000000000 is out of range"),
        (ask(r#""rays": [{"from": [0, 0], "to": [0, 0], "layer": 1}]"#), "rays[0].layer: unknown field"),
        (
            ask(r#""rays": [{"from": [0, 0], "to": [0, 0], "against": -1}]"#),
            "rays[0].against: -1 is out of range",
        ),
        (ask(r#""rays": {}"#), "rays: expected a list, but found an object"),
        (
            ask(r#""points": [[0, 0], [0]]"#),
            "points[1]: expected a pair of numbers [x, y], but found a list of 1",
        ),
        (ask(r#""points": [[0, -9e9]]"#), "points[0][1]: -9000000000 is out of range"),
        (ask(r#""sweeps": [{"id": "c", "to": [0, 0]}]"#), r#"sweeps[0].id: there is no body "c""#),
        (ask(r#""sweeps": [{"id": "b"}]"#), "sweeps[0]: to is missing; a sweep has the fields id and to"),
        (ask(r#""sweeps": [{"id": "b", "to": [0, 3e6]}]"#), "sweeps[0].to[1]: 3000000 is out of range"),
        (ask(r#""sweeps": [{"id": "s", "to": [2097100, 0]}]"#), "sweeps[0].to"),
        (ask(r#""sweeps": [{"id": "t", "to": [0, 0]}]"#), "sweeps[0].id: a tile map does not move"),
        (ask(r#""grazes": {"margin": -1}"#), "grazes.margin: -1 is negative; a margin is 0 or more"),
        (
            ask(r#""grazes": {"margin": 2097153}"#),
            "grazes.margin: 2097153 is out of range; a margin is 0 to 2097152",
        ),
        (ask(r#""grazes": {}"#), "grazes: margin is missing; a request for grazes has the field margin"),
        (ask(r#""grazes": 3"#), "grazes: expected a request for grazes, but found 3"),
    ]);
}

/// Returns a scene whose mask is a picture.
fn pictured(image: &str) -> String {
    format!(r#"{{"kasuri": 1, "masks": {{"m": {{"image": {image}}}}}, "bodies": []}}"#)
}

#[test]
fn pictures_that_are_none() {
    let good = png(40, 30);
    let large = png(4000, 4000);
    let is_data = |&(kind, _): &([u8; 4], &[u8])| kind == *b"IDAT";
    let data: Vec<u8> =
        chunks(&large).into_iter().filter(is_data).flat_map(|(_, data)| data.to_vec()).collect();
    // A chunk's checksum follows directly after its data.
    let bad_checksum = |kind: &[u8; 4]| {
        let is_it = |&(name, _): &([u8; 4], &[u8])| name == *kind;
        let length = chunks(&good).into_iter().find(is_it).unwrap().1.len();
        let at = good.windows(4).position(|window| window == kind).unwrap();
        let mut bytes = good.clone();
        bytes[at + 4 + length] ^= 1;
        bytes
    };
    let resized = |w, h| with_chunk(&good, b"IHDR", |header| sized(header, w, h));
    let profiled = with_chunk(&resized(5000, 1), b"IHDR", |header| {
        [sized(header, 5000, 1), chunk(b"iCCP", &[b"bomb\0\0", &data[..]].concat())].concat()
    });
    let cases: [(Vec<u8>, &str); 17] = [
        (Vec::new(), "this is an empty file; kasuri can read PNG, "),
        (b"GIF89a, says this".to_vec(), "a mask of 8236 x 24947 texels"),
        (good[..8].to_vec(), "not a readable PNG picture: "),
        (good[..good.len() / 2].to_vec(), "not a readable PNG picture: "),
        (good[..20].to_vec(), "not a readable PNG picture: "),
        (
            bad_checksum(b"IHDR"),
            "not a readable PNG picture: its chunk IHDR is damaged: the checksum differs",
        ),
        (
            bad_checksum(b"IDAT"),
            "not a readable PNG picture: its chunk IDAT is damaged: the checksum differs",
        ),
        (
            with_chunk(&good, b"IDAT", |data| chunk(b"IDAT", &data[..data.len() / 2])),
            "not a readable PNG picture: ",
        ),
        (
            with_chunk(&good, b"IDAT", |data| chunk(b"IDAT", &vec![0x55; data.len()])),
            "not a readable PNG picture: ",
        ),
        (with_chunk(&good, b"IDAT", |_| Vec::new()), "not a readable PNG picture: "),
        (resized(0, 30), "not a readable PNG picture: "),
        (resized(40, 31), "not a readable PNG picture: "),
        (resized(4097, 1), "a mask of 4097 x 1 texels; 1 to 4096 a side are allowed"),
        (png(5000, 5000), "a mask of 5000 x 5000 texels"),
        // Bombs: a header that announces 8 EB, and image data and a profile that inflate to 32 MB.
        (resized(i32::MAX as u32, i32::MAX as u32), ""),
        (with_chunk(&large, b"IHDR", |header| sized(header, 4096, 4096)), "not a readable PNG picture: "),
        (profiled, "a mask of 5000 x 1 texels"),
    ];
    let folder = TempDir::new().unwrap();
    for (picture, says) in cases {
        fs::write(folder.path().join("m.png"), picture).unwrap();
        is_refused(folder.path(), pictured(r#""m.png""#), &format!("masks.m.image: {says}"));
    }
    fs::write(folder.path().join("m.png"), good).unwrap();
    is_refused(
        folder.path(),
        pictured(r#""m.png", "alpha": 256"#),
        "masks.m.alpha: 256 is out of range; an alpha threshold is 0 to 255",
    );
    is_refused(
        folder.path(),
        pictured(r#""m.png", "alpha": 0.5"#),
        "masks.m.alpha: expected an integer, but found 0.5",
    );
    let huge = fs::File::create(folder.path().join("huge.png")).unwrap();
    huge.set_len((64 << 20) + 1).unwrap();
    is_refused(
        folder.path(),
        pictured(r#""huge.png""#),
        r#"masks.m.image: "huge.png" is larger than 64 MiB"#,
    );
}

#[test]
fn data_beyond_the_picture_is_never_inflated() {
    let folder = TempDir::new().unwrap();
    // A picture of one pixel with data for 16 million: only what the header announces is read.
    let bomb = with_chunk(&png(4000, 4000), b"IHDR", |header| sized(header, 1, 1));
    fs::write(folder.path().join("m.png"), bomb).unwrap();
    let run = run(folder.path(), &["solve", "-"], pictured(r#""m.png""#));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn paths_that_leave_the_folder() {
    let outer = TempDir::new().unwrap();
    let folder = outer.path().join("scenes");
    fs::create_dir_all(folder.join("sub.png")).unwrap();
    fs::write(outer.path().join("m.png"), png(2, 2)).unwrap();
    let absolute = format!("{:?}", outer.path().join("m.png"));
    let cases = [
        (absolute.as_str(), "may leave the scene's folder; an image is a relative path inside it"),
        (r#""../m.png""#, r#"masks.m.image: "../m.png" may leave the scene's folder"#),
        (r#""sub.png/../../m.png""#, "may leave the scene's folder"),
        (r#""""#, r#"masks.m.image: "" may leave the scene's folder"#),
        (r#""none.png""#, r#"masks.m.image: "none.png" cannot be read: "#),
        (r#""sub.png""#, r#"masks.m.image: "sub.png" is no file"#),
        (r#"".""#, r#"masks.m.image: "." is no file"#),
        (r#""a\u0000b""#, r#"masks.m.image: "a\0b" cannot be read: "#),
        (r#"3"#, "masks.m.image: expected a string, but found 3"),
    ];
    for (image, says) in cases {
        is_refused(&folder, pictured(image), says);
    }
    is_refused(&folder, pictured(&format!("{:?}", "x".repeat(100_000))), "xxx\"... cannot be read: ");
}

#[cfg(unix)]
#[test]
fn links_that_leave_the_folder_and_files_that_are_none() {
    use std::os::unix::fs::symlink;
    let outer = TempDir::new().unwrap();
    let folder = outer.path().join("scenes");
    fs::create_dir(&folder).unwrap();
    fs::write(outer.path().join("m.png"), png(2, 2)).unwrap();
    symlink("../m.png", folder.join("out.png")).unwrap();
    symlink(outer.path(), folder.join("up")).unwrap();
    symlink("loop.png", folder.join("loop.png")).unwrap();
    symlink("/dev/zero", folder.join("zero.png")).unwrap();
    is_refused(&folder, pictured(r#""out.png""#), r#"masks.m.image: "out.png" may leave the scene's folder"#);
    is_refused(
        &folder,
        pictured(r#""up/m.png""#),
        r#"masks.m.image: "up/m.png" may leave the scene's folder"#,
    );
    is_refused(&folder, pictured(r#""loop.png""#), r#"masks.m.image: "loop.png" cannot be read: "#);
    is_refused(&folder, pictured(r#""zero.png""#), "may leave the scene's folder");
    let made = std::process::Command::new("mkfifo").arg(folder.join("pipe.png")).status();
    if made.is_ok_and(|status| status.success()) {
        is_refused(&folder, pictured(r#""pipe.png""#), r#"masks.m.image: "pipe.png" is no file"#);
    }
    // A link that stays inside the folder is treated like a file.
    fs::write(folder.join("m.png"), png(2, 2)).unwrap();
    symlink("m.png", folder.join("in.png")).unwrap();
    assert_eq!(run(&folder, &["solve", "-"], pictured(r#""in.png""#)).code, Some(0));
}

#[test]
fn files_and_arguments_that_are_none() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], says: &str| {
        let run = run(folder.path(), arguments, "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.err.contains(says) && !run.err.contains("panicked"), "{run:?}");
    };
    refused(&["solve", "none.json"], "kasuri: none.json: ");
    refused(&["solve", "."], "kasuri: .: ");
    refused(&["solve", ".", "--stream"], "kasuri: .: ");
    refused(&["solve", "none.json", "--stream"], "kasuri: none.json: ");
    refused(&["solve", "-", "--backend", "abacus"], "invalid value 'abacus'");
    refused(&["solve"], "required arguments were not provided");
    refused(&["resolve"], "unrecognized subcommand");
    refused(&["solve", "-", "--steam"], "unexpected argument '--steam'");
    #[cfg(target_os = "linux")]
    refused(&["solve", "/dev/zero"], "kasuri: /dev/zero: larger than 256 MiB");
}

//! Sheets for engines without Kasuri: each polygon is convex, has as many vertices as the engine allows, and together they cover the
//! masks and regions, as the polygons of `Mask::convex_parts` do.
#![cfg(feature = "sheet")]
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use kasuri::sheet::{Sheet, SheetEngine, SheetFrame, SheetRegion, SheetShape};
use kasuri::{Mask, Vec2};
use serde_json::Value;

const SHIP: &str = include_str!("../fuzz/seeds/sheet/two-frames.json");
const EDITED: &str = include_str!("sheets/edited.sheet.json");
const ALL: [SheetEngine; 4] =
    [SheetEngine::Box2d, SheetEngine::Matter, SheetEngine::Godot, SheetEngine::Phaser];

/// A convex part of a frame, as it was read from the text: relative to the pivot, +y down.
#[derive(Debug)]
enum ReadPart {
    Ring(Vec<[f64; 2]>),
    Circle([f64; 2], f64),
}

/// The frame's name, the region's (or "body"), the part.
type ReadParts = Vec<(String, String, ReadPart)>;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn xy(value: &Value) -> [f64; 2] {
    [number(&value["x"]), number(&value["y"])]
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn read(text: &str, engine: SheetEngine, sheet: &Sheet) -> ReadParts {
    if engine == SheetEngine::Godot {
        return read_scene(text);
    }
    let json: Value = serde_json::from_str(text).unwrap();
    let mut parts = Vec::new();
    let mut add = |frame: &str, area: &Value, part| {
        parts.push((frame.to_owned(), area.as_str().unwrap().to_owned(), part));
    };
    if engine == SheetEngine::Box2d {
        for body in list(&json["body"]) {
            let frame = body["name"].as_str().unwrap();
            for fixture in list(&body["fixture"]) {
                let part = match fixture.get("circle") {
                    Some(circle) => {
                        let [x, y] = xy(&circle["center"]);
                        ReadPart::Circle([x, -y], number(&circle["radius"]))
                    }
                    None => {
                        let [x, y] = ["x", "y"].map(|axis| list(&fixture["polygon"]["vertices"][axis]));
                        let points: Vec<_> = x.iter().zip(y).map(|(x, y)| [number(x), -number(y)]).collect();
                        // Counterclockwise where +y goes up.
                        assert!(area(&points) < 0.0);
                        ReadPart::Ring(points)
                    }
                };
                assert_eq!(fixture["name"] == "body", fixture.get("sensor").is_none());
                add(frame, &fixture["name"], part);
            }
        }
        return parts;
    }
    for (frame, shape) in json.as_object().unwrap() {
        let key = if engine == SheetEngine::Matter { "parts" } else { "fixtures" };
        let corner = match engine {
            SheetEngine::Phaser => sheet.frames()[sheet.frame(frame).unwrap()].pivot,
            _ => Vec2::default(),
        };
        let moved = |[x, y]: [f64; 2]| [x - corner.x, y - corner.y];
        for fixture in list(&shape[key]) {
            assert_eq!(fixture["label"] == "body", fixture["isSensor"] == false);
            if let Some(circle) = fixture.get("circle") {
                add(frame, &fixture["label"], ReadPart::Circle(moved(xy(circle)), number(&circle["radius"])));
                continue;
            }
            let sets = list(&fixture["vertices"]);
            let sets =
                if engine == SheetEngine::Matter { vec![sets] } else { sets.iter().map(list).collect() };
            for set in sets {
                let points = set.iter().map(|point| moved(xy(point))).collect();
                add(frame, &fixture["label"], ReadPart::Ring(points));
            }
        }
    }
    parts
}

/// Reads the nodes of a scene, line by line.
fn read_scene(text: &str) -> ReadParts {
    assert!(text.starts_with("[gd_scene format=3]\n"));
    let (mut radii, mut parts) = (Vec::new(), Vec::new());
    let (mut parent, mut at) = (String::new(), [0.0; 2]);
    for line in text.lines() {
        let value = |name: &str| line.strip_prefix(name).and_then(|rest| rest.strip_prefix(" = "));
        let inside = |text: &str| -> Vec<f64> {
            let text = text.split_once('(').unwrap().1.trim_end_matches(')');
            text.split(", ").map(|number| number.parse().unwrap()).collect()
        };
        if let Some(node) = line.strip_prefix("[node ") {
            parent =
                node.split_once(" parent=\"").map_or("", |(_, rest)| rest.trim_end_matches("\"]")).to_owned();
        } else if let Some(r) = value("radius") {
            radii.push(r.parse::<f64>().unwrap());
        } else if let Some(place) = value("position") {
            at = inside(place).try_into().unwrap();
        } else if let Some(shape) = value("shape") {
            let id: usize = shape.split('"').nth(1).unwrap().parse().unwrap();
            let (frame, area) = parent.split_once('/').unwrap();
            parts.push((frame.to_owned(), area.to_owned(), ReadPart::Circle(at, radii[id])));
        } else if let Some(polygon) = value("polygon") {
            let points = inside(polygon).chunks(2).map(|point| [point[0], point[1]]).collect();
            let (frame, area) = parent.split_once('/').unwrap();
            parts.push((frame.to_owned(), area.to_owned(), ReadPart::Ring(points)));
        }
    }
    parts
}

/// Twice the signed area of a ring.
fn area(ring: &[[f64; 2]]) -> f64 {
    (0..ring.len())
        .map(|k| {
            let ([ax, ay], [bx, by]) = (ring[k], ring[(k + 1) % ring.len()]);
            ax * by - ay * bx
        })
        .sum()
}

fn is_convex(ring: &[[f64; 2]]) -> bool {
    let n = ring.len();
    let turn = |k: usize| {
        let [[ax, ay], [bx, by], [cx, cy]] = [0, 1, 2].map(|by| ring[(k + by) % n]);
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    };
    let sign = area(ring).signum();
    // Turns of all vertices go the same way, and once around only.
    let turned: f64 = (0..n)
        .map(|k| {
            let [[ax, ay], [bx, by], [cx, cy]] = [0, 1, 2].map(|by| ring[(k + by) % n]);
            turn(k).atan2((bx - ax) * (cx - bx) + (by - ay) * (cy - by))
        })
        .sum();
    (0..n).all(|k| turn(k) * sign > 0.0) && (turned.abs() - std::f64::consts::TAU).abs() < 1e-6
}

impl ReadPart {
    fn contains(&self, [x, y]: [f64; 2], slack: f64) -> bool {
        match self {
            ReadPart::Circle([i, j], r) => (x - i).hypot(y - j) <= r + slack,
            ReadPart::Ring(ring) => {
                let sign = area(ring).signum();
                (0..ring.len()).all(|k| {
                    let ([ax, ay], [bx, by]) = (ring[k], ring[(k + 1) % ring.len()]);
                    let cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
                    cross * sign >= -slack * (bx - ax).hypot(by - ay)
                })
            }
        }
    }
}

fn every_polygon_is_what_the_engine_takes(sheet: &Sheet, tolerance: f64) {
    for engine in ALL {
        let parts = read(&sheet.for_engine(engine, tolerance).unwrap(), engine, sheet);
        assert!(!parts.is_empty());
        for (frame, area, part) in &parts {
            if let ReadPart::Ring(ring) = part {
                assert!(ring.len() >= 3 && is_convex(ring), "{engine:?} {frame} {area}: {ring:?}");
                let most = if engine == SheetEngine::Box2d { 8 } else { 64 };
                assert!(ring.len() <= most, "{engine:?} {frame} {area}: {} vertices", ring.len());
            } else {
                assert_ne!(engine, SheetEngine::Matter, "a circle is a polygon there");
            }
        }
        for (k, frame) in sheet.frames().iter().enumerate() {
            let name = if frame.name.is_empty() { format!("frame {k}") } else { frame.name.clone() };
            let of = |area: &str| -> Vec<&ReadPart> {
                let named = parts.iter().filter(|part| part.0 == name && part.1 == area);
                named.map(|(_, _, part)| part).collect()
            };
            covers(&frame.mask, [-frame.pivot.x, -frame.pivot.y], &of("body"), tolerance);
            for region in &frame.regions {
                let found = of(&region.name);
                assert!(!found.is_empty(), "{engine:?} {name} {}", region.name);
                if let SheetShape::Mask { at: [x, y], mask } = &region.shape {
                    let corner = [f64::from(*x) - frame.pivot.x, f64::from(*y) - frame.pivot.y];
                    covers(mask, corner, &found, tolerance);
                }
            }
        }
    }
}

/// The parts contain each solid texel's square, and the centre of a clear texel only where the polygons of the mask do.
fn covers(mask: &Mask, [left, top]: [f64; 2], parts: &[&ReadPart], tolerance: f64) {
    let convex = mask.convex_parts(tolerance).unwrap();
    let convex: Vec<ReadPart> = convex
        .into_iter()
        .map(|ring| ReadPart::Ring(ring.into_iter().map(|Vec2 { x, y }| [x + left, y + top]).collect()))
        .collect();
    for y in 0..mask.height() as i32 {
        for x in 0..mask.width() as i32 {
            let [x0, y0] = [f64::from(x) + left, f64::from(y) + top];
            let centre = [x0 + 0.5, y0 + 0.5];
            let has = parts.iter().any(|part| part.contains(centre, 1e-9));
            assert_eq!(has, convex.iter().any(|part| part.contains(centre, 1e-9)), "{x}, {y}");
            if !mask.get(x.into(), y.into()) {
                continue;
            }
            for [i, j] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5]] {
                let at = [x0 + i, y0 + j];
                assert!(parts.iter().any(|part| part.contains(at, 1e-9)), "{x}, {y}: {at:?}");
            }
        }
    }
}

#[test]
fn polygons_cover_the_masks() {
    for tolerance in [0.0, 1.0, 2.5] {
        every_polygon_is_what_the_engine_takes(&Sheet::from_json(SHIP).unwrap(), tolerance);
    }
    every_polygon_is_what_the_engine_takes(&Sheet::from_json(EDITED).unwrap(), 1.0);
}

/// Masks of all kinds: discs with many vertices, rings, checkerboards, thin lines, nothing.
#[test]
fn hard_masks_are_covered() {
    let disc = |x: i32, y: i32| (x - 30).pow(2) + (y - 30).pow(2);
    let masks = [
        Mask::from_fn(61, 61, |x, y| disc(x, y) <= 900),
        Mask::from_fn(61, 61, |x, y| (400..=900).contains(&disc(x, y))),
        Mask::from_fn(12, 12, |x, y| (x + y) % 2 == 0),
        Mask::from_fn(40, 40, |x, y| x == y || x == 39 - y),
        Mask::from_fn(70, 3, |x, _| x % 9 < 4),
        Mask::empty(5, 5),
    ];
    let frame = |(k, mask): (usize, kasuri::Result<Mask>)| {
        let mut frame = SheetFrame::new(mask.unwrap());
        frame.name = format!("m{k}");
        frame.pivot = [1.25 * k as f64, -3.0].into();
        frame
    };
    let sheet = Sheet::new(masks.into_iter().enumerate().map(frame).collect(), Vec::new()).unwrap();
    for tolerance in [0.0, 0.5, 1.0, 4.0] {
        every_polygon_is_what_the_engine_takes(&sheet, tolerance);
    }
}

/// Points of a region lie in its parts. Rounded outlines may be larger by 2 in a hundred, and by no more.
#[test]
fn regions_are_covered() {
    let star: Vec<Vec2> = (0..20)
        .map(|k| {
            let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 20.0).sin_cos();
            let r = if k % 2 == 0 { 12.0 } else { 5.0 };
            Vec2::new(10.0 + cos * r, 10.0 + sin * r)
        })
        .collect();
    let kinds = [
        SheetShape::Circle { at: [3.0, 1.0].into(), r: 4.0 },
        SheetShape::Ellipse { at: [3.0, 1.0].into(), radii: [9.0, 2.0].into() },
        SheetShape::Box { at: [3.0, 1.0].into(), half: [6.0, 2.0].into(), angle: 0.7 },
        SheetShape::Capsule { a: [1.0, 1.0].into(), b: [9.0, 7.0].into(), r: 2.5 },
        SheetShape::Capsule { a: [1.0, 1.0].into(), b: [1.0, 1.0].into(), r: 2.5 },
        SheetShape::Polygon { points: star },
        SheetShape::Mask { at: [-2, 3], mask: Arc::new(Mask::from_rows(&["##.#", ".###"]).unwrap()) },
    ];
    for shape in kinds {
        let mut frame = SheetFrame::new(Mask::empty(16, 16).unwrap());
        frame.name = "f".into();
        frame.pivot = [2.0, 5.0].into();
        frame.regions.push(SheetRegion::new("it", shape.clone()));
        let sheet = Sheet::new(vec![frame], Vec::new()).unwrap();
        let mut world = kasuri::World::new();
        world.spawn(sheet.body()).unwrap();
        for engine in ALL {
            let parts = read(&sheet.for_engine(engine, 1.0).unwrap(), engine, &sheet);
            assert!(parts.iter().all(|(frame, area, _)| frame == "f" && area == "it"), "{parts:?}");
            let (mut inside, mut beyond) = (0, 0);
            for k in 0..=64 * 64 {
                let at = [f64::from(k % 65) * 0.5 - 16.0, f64::from(k / 65) * 0.5 - 16.0];
                let area = kasuri::Area::point(at);
                let hits = !world.overlapping(area, kasuri::Filter::ALL).unwrap().is_empty();
                let has = parts.iter().any(|(_, _, part)| part.contains(at, 1.0 / 128.0));
                assert!(has || !hits, "{engine:?} {shape:?}: {at:?}");
                inside += u32::from(hits);
                beyond += u32::from(has && !hits);
            }
            assert!(
                inside > 10 && beyond <= 4 + inside / 12,
                "{engine:?} {shape:?}: {inside}, {beyond} beyond"
            );
        }
    }
}

#[test]
fn what_has_no_area_is_left_out() {
    let mut frame = SheetFrame::new(Mask::empty(4, 4).unwrap());
    frame.name = "f".into();
    for (k, shape) in [
        SheetShape::Circle { at: [1.0, 1.0].into(), r: 0.0 },
        SheetShape::Box { at: [1.0, 1.0].into(), half: [2.0, 0.0].into(), angle: 0.0 },
        SheetShape::Capsule { a: [1.0, 1.0].into(), b: [2.0, 1.0].into(), r: 0.0 },
        SheetShape::Ellipse { at: [1.0, 1.0].into(), radii: [0.0, 1.0].into() },
    ]
    .into_iter()
    .enumerate()
    {
        frame.regions.push(SheetRegion::new(format!("r{k}"), shape));
    }
    let sheet = Sheet::new(vec![frame], Vec::new()).unwrap();
    for engine in ALL {
        assert!(read(&sheet.for_engine(engine, 1.0).unwrap(), engine, &sheet).is_empty());
    }
    let error = sheet.for_engine(SheetEngine::Box2d, -1.0).unwrap_err().to_string();
    assert!(error.starts_with("tolerance: -1 is negative"), "{error}");
    assert!(sheet.for_engine(SheetEngine::Godot, f64::NAN).is_err());
}

/// Names with signs that Godot refuses in nodes, and two names that become one.
#[test]
fn names_are_names_of_nodes() {
    let frame = |name: &str| {
        let mut frame = SheetFrame::new(Mask::from_rows(&["#"]).unwrap());
        frame.name = name.into();
        frame.regions.push(SheetRegion::new("body", SheetShape::Circle { at: [0.0; 2].into(), r: 1.0 }));
        frame
    };
    let sheet = Sheet::new(vec![frame("a/b"), frame("a:b"), frame("\"\n"), frame("")], Vec::new()).unwrap();
    let scene = sheet.for_engine(SheetEngine::Godot, 1.0).unwrap();
    let names: Vec<&str> = scene
        .lines()
        .filter(|line| line.ends_with("type=\"Node2D\" parent=\".\"]"))
        .map(|line| line.split('"').nth(1).unwrap())
        .collect();
    assert_eq!(names, ["a_b", "a_b 2", "__", "frame 3"]);
    assert!(scene.contains("[node name=\"body 2\" type=\"Area2D\" parent=\"a_b\"]"), "{scene}");
    for engine in [SheetEngine::Box2d, SheetEngine::Matter, SheetEngine::Phaser] {
        let json: Result<Value, _> = serde_json::from_str(&sheet.for_engine(engine, 1.0).unwrap());
        assert!(json.is_ok(), "{json:?}");
    }
}

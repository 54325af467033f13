//! Sheets: what is read, what is refused, and that what was written is read again.
#![cfg(feature = "sheet")]
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use kasuri::mask::Alpha;
use kasuri::sheet::{Sheet, SheetFrame, SheetRegion, SheetShape, SheetValue};
use kasuri::world::Axes;
use kasuri::{Area, Body, Ceilings, ErrorKind, Filter, Mask, World};

const SHIP: &str = include_str!("../fuzz/seeds/sheet/two-frames.json");

fn frames(frames: &str) -> String {
    format!(r#"{{"kasuri_sheet": 1, "frames": [{frames}]}}"#)
}

fn refused(json: &str) -> String {
    Sheet::from_json(json).unwrap_err().to_string()
}

#[test]
fn all_of_a_sheet_is_read() {
    let ship = Sheet::from_json(SHIP).unwrap();
    assert_eq!((ship.frame("fly 1"), ship.frame("run"), ship.image()), (Some(1), None, Some("ship.png")));
    assert_eq!(ship.values().text("by"), Some("hand"));
    let [first, second] = ship.frames() else { panic!("two frames") };
    // The mask is the same as runs and as rows.
    assert_eq!(first.mask, second.mask);
    assert_eq!((first.at, first.duration, first.pivot), (Some([0, 0]), 80, [4.0, 2.5].into()));
    assert_eq!((second.at, second.pivot), (None, [4.0, 2.0].into()));
    assert_eq!((first.values.number("speed"), first.values.truth("is_open")), (Some(1.5), Some(true)));
    let core = first.region("core").unwrap();
    assert_eq!((core.layer, core.against, core.values.number("damage")), (Some(4), Some(8), Some(3.0)));
    let fly = ship.animation("fly").unwrap();
    assert_eq!((fly.length(), fly.frame_at(80)), (120, 1));
    assert!(ship.animation("run").is_none());
}

#[test]
fn what_is_written_is_read_again() {
    let ship = Sheet::from_json(SHIP).unwrap();
    let again = Sheet::from_json(ship.to_json()).unwrap();
    assert_eq!((again.frames(), again.tags()), (ship.frames(), ship.tags()));
    assert_eq!((again.values(), again.image()), (ship.values(), ship.image()));
    assert_eq!(again.to_json(), ship.to_json());
    let mut odd = SheetFrame::new(Mask::from_fn(65, 3, |x, y| (x + y) % 3 == 0).unwrap());
    odd.name = "a \"b\"\n\u{1}é".into();
    odd.values.set("π \\", SheetValue::Text("\t\u{7f}".into()));
    odd.values.set("tiny", SheetValue::Number(5e-324));
    odd.values.set("huge", SheetValue::Number(-1.7976931348623157e308));
    let odd = Sheet::new(vec![odd], Vec::new()).unwrap();
    assert_eq!(Sheet::from_json(odd.to_json()).unwrap().frames(), odd.frames());
}

/// Every kind of region hits where it was drawn, from whatever pivot, in worlds of all axes and units.
#[test]
fn regions_hit_where_they_are_drawn() {
    for (axes, pixels_per_unit) in
        [(Axes::YDown, 1.0), (Axes::YUp, 1.0), (Axes::YDown, 4.0), (Axes::YUp, 0.5)]
    {
        regions_hit_in(axes, pixels_per_unit);
    }
}

fn regions_hit_in(axes: Axes, pixels_per_unit: f64) {
    let units = |[x, y]: [f64; 2]| {
        let up = if axes == Axes::YUp { -1.0 } else { 1.0 };
        [x / pixels_per_unit, y / pixels_per_unit * up]
    };
    for pivot in [[0.0, 0.0], [4.0, 2.0], [-3.5, 9.25]] {
        let kinds = [
            (SheetShape::Circle { at: [3.0, 1.0].into(), r: 1.0 }, [3.5, 1.5], [4.0, 2.0]),
            (
                SheetShape::Ellipse { at: [3.0, 1.0].into(), radii: [2.0, 0.5].into() },
                [4.5, 1.0],
                [3.0, 1.75],
            ),
            (
                SheetShape::Box { at: [3.0, 1.0].into(), half: [2.0, 0.5].into(), angle: 0.0 },
                [4.5, 1.25],
                [3.0, 2.0],
            ),
            (
                SheetShape::Box {
                    at: [3.0, 1.0].into(),
                    half: [2.0, 0.5].into(),
                    angle: std::f64::consts::FRAC_PI_2,
                },
                [3.25, 2.5],
                [4.5, 1.25],
            ),
            (
                SheetShape::Capsule { a: [1.0, 1.0].into(), b: [5.0, 1.0].into(), r: 0.5 },
                [3.0, 1.25],
                [3.0, 1.75],
            ),
            (
                SheetShape::Polygon { points: vec![[0.0, 0.0].into(), [6.0, 0.0].into(), [0.0, 6.0].into()] },
                [2.0, 3.0],
                [4.0, 3.0],
            ),
            (
                SheetShape::Mask { at: [2, 1], mask: Arc::new(Mask::from_rows(&["#."]).unwrap()) },
                [2.5, 1.5],
                [3.5, 1.5],
            ),
        ];
        for (shape, inside, outside) in kinds {
            let mut frame = SheetFrame::new(Mask::empty(8, 4).unwrap());
            frame.pivot = pivot.into();
            frame.regions.push(SheetRegion::new("it", shape.clone()));
            let sheet = Sheet::new(vec![frame], Vec::new()).unwrap();
            let mut world = World::builder().axes(axes).pixels_per_unit(pixels_per_unit).build().unwrap();
            // The frame's corner comes to pixel [50, 60].
            let body = world.spawn(sheet.body().at(units([50.0 + pivot[0], 60.0 + pivot[1]]))).unwrap();
            let at = |[x, y]: [f64; 2]| {
                world.overlapping(Area::point(units([50.0 + x, 60.0 + y])), Filter::ALL).unwrap() == [body]
            };
            assert!(at(inside) && !at(outside), "{shape:?} from {pivot:?}, {axes:?}, {pixels_per_unit}");
        }
    }
}

#[test]
fn masks_are_cut_out_of_a_picture() {
    let mut rgba = image::RgbaImage::new(6, 2);
    for (x, y, pixel) in rgba.enumerate_pixels_mut() {
        *pixel = image::Rgba([if x % 2 == 0 { 250 } else { 10 }, 0, 250, if y == 0 { 255 } else { 100 }]);
    }
    let mut png = std::io::Cursor::new(Vec::new());
    rgba.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let json = frames(
        r#"{"size": [4, 2], "at": [0, 0], "mask": {"alpha": 128}},
           {"size": [2, 2], "at": [4, 0], "mask": {"key": [255, 0, 255], "tolerance": 5}}"#,
    );
    let sheet = Sheet::from_json_with(&json, &png).unwrap();
    let whole = Mask::from_image(&png, Alpha(128)).unwrap();
    assert_eq!(
        *sheet.frames()[0].mask,
        whole.cropped(kasuri::lattice::PixelBox { x0: 0, y0: 0, x1: 4, y1: 2 }).unwrap()
    );
    assert_eq!(*sheet.frames()[1].mask, Mask::from_rows(&[".#", ".#"]).unwrap());
    // What is written needs the picture no more.
    assert_eq!(Sheet::from_json(sheet.to_json()).unwrap().frames(), sheet.frames());
    let outside = json.replace("[4, 0]", "[5, 0]");
    let error = Sheet::from_json_with(&outside, &png).unwrap_err().to_string();
    assert_eq!(error, "frames[1].mask: the frame ends at [7, 2], outside the picture, which is 6 x 2");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let region = |region: &str| refused(&frames(&format!(r#"{{"size": [8, 8], "regions": [{region}]}}"#)));
    for (said, expected) in [
        (
            refused(r#"{"kasuri_sheet": 2, "frames": []}"#),
            "kasuri_sheet: 2 is not a version known here; this is version 1",
        ),
        (refused(&frames("")), "frames: there are 0 frames in the sheet; 1 to 65536 are allowed"),
        (
            refused(&frames(r#"{"size": [8, 8], "colour": 1}"#)),
            "frames[0].colour: unknown field; a frame has the fields",
        ),
        (
            refused(&frames(r#"{"size": [8, 8, 8]}"#)),
            "frames[0].size: expected a pair of integers, but found a list of 3",
        ),
        (
            refused(&frames(r#"{"size": [8, 8], "duration": 0}"#)),
            "frames[0].duration: 0 is out of range; a duration is",
        ),
        (
            refused(&frames(r#"{"size": [2, 1], "mask": {"runs": [0, 3]}}"#)),
            "frames[0].mask.runs[1]: 3 is out of range; a run is 0 to 2",
        ),
        (
            refused(&frames(r#"{"size": [2, 1], "mask": {"runs": [1, 2]}}"#)),
            "frames[0].mask.runs[1]: the runs have more than the 2 texels",
        ),
        (
            refused(&frames(r#"{"size": [2, 1], "mask": {"rows": ["x"]}}"#)),
            "frames[0].mask.rows: the rows are 1 x 1 characters; the size is 2 x 1",
        ),
        (
            refused(&frames(r#"{"size": [2, 1], "mask": {"alpha": 9}}"#)),
            "frames[0].mask: the mask is in the picture, so the frame needs `at`",
        ),
        (
            refused(&frames(r#"{"size": [2, 1], "mask": {"alpha": 9, "tolerance": 1}}"#)),
            "frames[0].mask.tolerance: a tolerance goes with a key, not with alpha",
        ),
        (refused(&frames(r#"{"size": [2, 1], "pivot": [1e300, 0]}"#)), "frames[0].pivot"),
        (
            refused(&frames(r#"{"size": [2, 1], "values": {"a": [1]}}"#)),
            "frames[0].values.a: expected a number, a text, true or false, but found a list of 1",
        ),
        (
            refused(&frames(r#"{"size": [2, 1], "values": {"a": 1, "a": 2}}"#)),
            "frames[0].values.a: this field appears twice",
        ),
        (
            refused(&frames(r#"{"size": [2, 1], "name": "a"}, {"size": [2, 1], "name": "a"}"#)),
            "frames: two of the frames have the name \"a\"",
        ),
        (region(r#"{"circle": {"at": [1, 1], "r": 2}}"#), "frames[0].regions[0]: name is missing"),
        (region(r#"{"name": "a"}"#), "frames[0].regions[0]: the kind is missing; a region needs one of"),
        (
            region(r#"{"name": "a", "circle": {"at": [1, 1], "r": -2}}"#),
            "frames[0].regions[0].circle.r: -2 is negative",
        ),
        (
            region(r#"{"name": "a", "box": {"at": [1, 1], "half": [-1, 1], "angle": 1}}"#),
            "frames[0].regions[0].box.half[0]: -1 is negative",
        ),
        (
            region(r#"{"name": "a", "polygon": {"points": [[1, 1]]}}"#),
            "frames[0].regions[0].polygon.points: there are 1",
        ),
        (
            region(r#"{"name": "a", "mask": {"at": [0.5, 1], "size": [1, 1], "runs": []}}"#),
            "frames[0].regions[0].mask.at: expected a pair of integers",
        ),
        (
            region(
                r#"{"name": "a", "circle": {"at": [1, 1], "r": 2}}, {"name": "a", "circle": {"at": [1, 1], "r": 2}}"#,
            ),
            "frames[0].regions[1]: two regions have the name \"a\"",
        ),
    ] {
        assert!(said.starts_with(expected), "{said}\ninstead of\n{expected}");
    }
    let tag = |tag: &str| {
        refused(&format!(r#"{{"kasuri_sheet": 1, "frames": [{{"size": [1, 1]}}], "tags": [{tag}]}}"#))
    };
    assert_eq!(
        tag(r#"{"name": "a", "from": 0, "to": 1}"#),
        "tags[0]: the tag has frames 0 to 1; the sheet has frames 0 to 0"
    );
    assert!(
        tag(r#"{"name": "a", "from": 0, "to": 0, "direction": "back"}"#)
            .starts_with("tags[0].direction: expected \"forward\"")
    );
}

#[test]
fn ceilings_hold() {
    let many = frames(&vec![r#"{"size": [4096, 4096]}"#; 200].join(","));
    let error = Sheet::from_json(&many).unwrap_err();
    assert_eq!((error.kind(), error.place()), (ErrorKind::Ceiling, "frames[128]"));
    let long = frames(&vec!["1"; 70_000].join(","));
    assert_eq!(refused(&long), "frames: there are 70000 frames in the sheet; 1 to 65536 are allowed");
    let few = Ceilings::default().values(20);
    assert_eq!(Sheet::from_json_within(SHIP, None, few).unwrap_err().kind(), ErrorKind::Ceiling);
}

/// Two sheets read from one text give worlds with the same hash, and so does the sheet that was written and read again.
#[test]
fn worlds_of_one_sheet_have_one_hash() {
    let play = |json: &str| {
        let sheet = Sheet::from_json(json).unwrap();
        let mut world = World::new();
        let ship = world.spawn(sheet.body().at([100.0, 100.0])).unwrap();
        let ball = world.spawn(Body::circle(3.0)).unwrap();
        let fly = sheet.animation("fly").unwrap();
        let mut hits = 0;
        for step in 0..600_u32 {
            world.edit(ship).frame(fly.frame_at(u64::from(step) * 17)).unwrap();
            world.edit(ship).angle(f64::from(step) * 0.05).unwrap();
            world.edit(ball).position([100.0 + f64::from(step % 20) - 10.0, 99.0]).unwrap();
            hits += world.step().unwrap().hits().count();
        }
        (world.hash(), hits)
    };
    let (hash, hits) = play(SHIP);
    assert!(hits > 300, "{hits}");
    assert_eq!(play(&Sheet::from_json(SHIP).unwrap().to_json()), (hash, hits));
}

/// The sheet of the editor's test gives the world that every binding has: 600 steps of its animations.
#[test]
fn the_edited_sheet_gives_one_world() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sheets");
    let sheet = Sheet::from_json(std::fs::read(format!("{folder}/edited.sheet.json")).unwrap()).unwrap();
    assert_eq!(sheet.frames().len(), 64);
    let mut world = World::new();
    let place = |k: usize| [100.0 + 20.0 * k as f64, 100.0];
    let tags: Vec<_> = sheet.tags().iter().map(|tag| sheet.animation(&tag.name).unwrap()).collect();
    let bodies: Vec<_> = (0..tags.len()).map(|k| world.spawn(sheet.body().at(place(k))).unwrap()).collect();
    let ball = world.spawn(Body::circle(3.0).graze(4.0)).unwrap();
    let mut hits = 0;
    for step in 0..600_u32 {
        for (tag, &body) in tags.iter().zip(&bodies) {
            world.edit(body).frame(tag.frame_at(u64::from(step) * 16)).unwrap();
            world.edit(body).angle(f64::from(step) / 64.0).unwrap();
        }
        world.edit(ball).position([f64::from(90 + step % 60), f64::from(100 + step % 7)]).unwrap();
        hits += world.step().unwrap().hits().count();
    }
    let found = format!("{:016x} {hits}", world.hash());
    if std::env::var_os("KASURI_KEEP_HASHES").is_some() {
        std::fs::write(format!("{folder}/hash.txt"), format!("{found}\n")).unwrap();
    }
    assert!(hits > 600, "{found}");
    assert_eq!(found, std::fs::read_to_string(format!("{folder}/hash.txt")).unwrap().trim());
}

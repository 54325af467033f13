//! Functions of sheets.

use kasuri::mask::aseprite::{Aseprite, Direction, Tag};
use kasuri::sheet::{Sheet, SheetEngine, SheetFrame, SheetRegion, SheetShape};
use kasuri::{Ceilings, Mask, Vec2};

use crate::book::{Book, Plain};

const GOOD: &str = r#"{"kasuri_sheet": 1, "frames": [{"size": [8, 8]}]}"#;

fn frame() -> SheetFrame {
    SheetFrame::new(Mask::empty(8, 8).unwrap())
}

fn with(shape: SheetShape) -> Vec<SheetFrame> {
    vec![SheetFrame { regions: vec![SheetRegion::new("core", shape)], ..frame() }]
}

pub fn write(book: &mut Book) {
    made(book);
    read(book);
    let sheet = Sheet::from_json(GOOD).unwrap();
    book.one("Sheet::frame", "name", "of none", || Plain(sheet.frame("run").is_some()));
    book.one("Sheet::animation", "tag", "of none", || Plain(sheet.animation("run").is_some()));
    book.number("Sheet::for_engine", "tolerance", |x| sheet.for_engine(SheetEngine::Box2d, x).map(drop));
    book.one("SheetFrame::region", "name", "of none", || Plain(frame().region("core").is_some()));
    let circle = SheetShape::Circle { at: Vec2::default(), r: 3.0 };
    book.vec2("SheetShape::shape", "pivot", |pivot| circle.shape(pivot).map(drop));
}

fn made(book: &mut Book) {
    book.one("Sheet::new", "frames", "none", || Sheet::new(Vec::new(), Vec::new()).map(drop));
    book.one("Sheet::new", "frames", "too many", || Sheet::new(vec![frame(); 65_537], Vec::new()).map(drop));
    book.one("Sheet::new", "frames", "two of one name", || {
        Sheet::new(vec![SheetFrame { name: "a".into(), ..frame() }; 2], Vec::new()).map(drop)
    });
    book.one("Sheet::new", "frames", "of 0 ms", || {
        Sheet::new(vec![SheetFrame { duration: 0, ..frame() }], Vec::new()).map(drop)
    });
    book.one("Sheet::new", "frames", "with two regions of one name", || {
        let regions = vec![SheetRegion::new("core", SheetShape::Circle { at: Vec2::default(), r: 1.0 }); 2];
        Sheet::new(vec![SheetFrame { regions, ..frame() }], Vec::new()).map(drop)
    });
    book.vec2("Sheet::new", "pivot", |pivot| {
        Sheet::new(vec![SheetFrame { pivot, ..frame() }], Vec::new()).map(drop)
    });
    book.vec2("Sheet::new", "at", |at| {
        Sheet::new(with(SheetShape::Circle { at, r: 1.0 }), Vec::new()).map(drop)
    });
    book.number("Sheet::new", "r", |r| {
        Sheet::new(with(SheetShape::Circle { at: Vec2::default(), r }), Vec::new()).map(drop)
    });
    book.number("Sheet::new", "angle", |angle| {
        let shape = SheetShape::Box { at: Vec2::default(), half: Vec2::new(2.0, 1.0), angle };
        Sheet::new(with(shape), Vec::new()).map(drop)
    });
    let tag = |from, to| Tag { name: "run".into(), from, to, direction: Direction::Forward };
    book.one("Sheet::new", "tags", "outside the frames", || {
        Sheet::new(vec![frame()], vec![tag(0, 1)]).map(drop)
    });
    book.one("Sheet::new", "tags", "two of one name", || {
        Sheet::new(vec![frame()], vec![tag(0, 0), tag(0, 0)]).map(drop)
    });
}

fn read(book: &mut Book) {
    for (given, text) in [
        ("nothing", ""),
        ("no frames", r#"{"kasuri_sheet": 1, "frames": []}"#),
        ("another version", r#"{"kasuri_sheet": 2, "frames": []}"#),
        ("NaN", r#"{"kasuri_sheet": 1, "frames": [{"size": [NaN, 1]}]}"#),
        ("an unknown field", r#"{"kasuri_sheet": 1, "frames": [{"size": [1, 1], "x": 1}]}"#),
    ] {
        book.one("Sheet::from_json", "json", given, || Sheet::from_json(text).map(drop));
        book.one("Sheet::from_json_with", "json", given, || Sheet::from_json_with(text, b"").map(drop));
        book.one("Sheet::from_json_within", "json", given, || {
            Sheet::from_json_within(text, None, Ceilings::default()).map(drop)
        });
    }
    let cut = r#"{"kasuri_sheet": 1, "frames": [{"size": [8, 8], "at": [0, 0], "mask": {"alpha": 128}}]}"#;
    book.one("Sheet::from_json", "json", "a mask in a picture", || Sheet::from_json(cut).map(drop));
    book.one("Sheet::from_json_with", "picture", "none", || Sheet::from_json_with(cut, b"").map(drop));
    let few = Ceilings::default().texels(1);
    book.one("Sheet::from_json_within", "ceilings", "too low", || {
        Sheet::from_json_within(GOOD, None, few).map(drop)
    });
    let export = r#"{"frames": [{"filename": "a 0", "frame": {"x": 90, "y": 0, "w": 4, "h": 4},
        "spriteSourceSize": {"x": 0, "y": 0, "w": 4, "h": 4}, "sourceSize": {"w": 4, "h": 4}, "duration": 100}]}"#;
    if let Ok(export) = Aseprite::from_json(export) {
        let small = Mask::empty(8, 8).unwrap();
        book.one("Sheet::from_aseprite", "picture", "smaller than its frames", || {
            Sheet::from_aseprite(&export, &small).map(drop)
        });
    }
}

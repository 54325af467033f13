//! Sheets from arbitrary text: refused, or written and read again as they were, and good to spawn (docs/sheets.md).
#![no_main]

use kasuri::sheet::{Sheet, SheetEngine};
use kasuri::{Ceilings, World};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let ceilings = Ceilings::default().texels(1 << 24).work(1 << 24);
    let Ok(sheet) = Sheet::from_json_within(text, None, ceilings) else { return };
    let written = sheet.to_json();
    let again = Sheet::from_json_within(&written, None, ceilings).expect("what was written is read");
    assert_eq!(
        (again.frames(), again.tags(), again.values()),
        (sheet.frames(), sheet.tags(), sheet.values())
    );
    assert_eq!(again.to_json(), written);
    for tag in sheet.tags() {
        let animation = sheet.animation(&tag.name).expect("a tag of the sheet has frames");
        assert!(animation.frames().all(|frame| frame < sheet.frames().len()));
    }
    let texels: u64 = sheet.frames().iter().map(|frame| frame.mask.count()).sum();
    if texels < 1 << 12 {
        for engine in [SheetEngine::Box2d, SheetEngine::Matter, SheetEngine::Godot, SheetEngine::Phaser] {
            sheet.for_engine(engine, 1.0).expect("every sheet has polygons");
        }
    }
    for frame in 0..sheet.frames().len().min(8) {
        let mut world = World::new();
        world.spawn(sheet.body().frame(frame)).expect("a sheet that was read can be spawned");
        world.step().expect("one body");
    }
});

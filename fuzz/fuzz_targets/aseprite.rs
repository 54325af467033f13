//! Sheet descriptions from arbitrary text: refused, or every frame, tag and slice is answered (SPEC 7).
#![no_main]

use kasuri::Mask;
use kasuri::mask::aseprite::Aseprite;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(sheet) = Aseprite::from_json(text) else { return };
    let picture = Mask::from_fn(64, 32, |x, y| (x ^ y) & 3 != 0).unwrap();
    let frames = sheet.names().len();
    if let Ok(masks) = sheet.masks(&picture) {
        assert_eq!(masks.len(), frames);
    }
    for tag in sheet.tags() {
        if let Some(animation) = sheet.animation(&tag.name) {
            assert!(animation.frames().all(|frame| frame < frames));
            assert!(animation.frame_at(u64::MAX) < frames && animation.length() > 0);
        }
    }
    for frame in [0, 1, frames, usize::MAX] {
        for region in sheet.regions(frame) {
            assert!(region.name.len() <= text.len());
        }
    }
});

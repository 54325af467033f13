//! Decodes arbitrary bytes as pictures of every format: they are refused or decoded, nothing panics, and masks stay within
//! their limits (SPEC 7).
#![no_main]

use kasuri::mask::Alpha;
use kasuri::{Ceilings, Mask};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(all) = Mask::from_image(bytes, |_: [u8; 4]| true) else {
        // A file without a readable default image may still have frames, and the other way round.
        let _ = frames(bytes);
        return;
    };
    let (w, h) = (all.width(), all.height());
    assert!((1..=4096).contains(&w) && (1..=4096).contains(&h));
    assert_eq!(all.count(), u64::from(w) * u64::from(h));
    let solid = Mask::from_image(bytes, Alpha(128)).expect("the same bytes are as good a second time");
    assert_eq!((solid.width(), solid.height()), (w, h));
    assert!(solid.count() <= all.count());
    if let Some(frames) = frames(bytes) {
        assert!(frames.iter().all(|mask| (mask.width(), mask.height()) == (w, h)));
    }
});

/// Returns the masks of all frames. A low ceiling of texels keeps each run short.
fn frames(bytes: &[u8]) -> Option<Vec<Mask>> {
    let ceilings = Ceilings::default().texels(1 << 25);
    let frames = Mask::frames_from_image_within(bytes, Alpha(128), ceilings).ok()?;
    assert!(!frames.is_empty());
    Some(frames.into_iter().map(|frame| frame.mask).collect())
}

//! Pictures from arbitrary bytes: refused or decoded, never a panic, and a mask within its limits (SPEC 7).
#![no_main]

use kasuri::{Alpha, Mask};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(all) = Mask::from_png(bytes, |_: [u8; 4]| true) else { return };
    let (w, h) = (all.width(), all.height());
    assert!((1..=4096).contains(&w) && (1..=4096).contains(&h));
    assert_eq!(all.count(), u64::from(w) * u64::from(h));
    let solid = Mask::from_png(bytes, Alpha(128)).expect("the same bytes are as good a second time");
    assert_eq!((solid.width(), solid.height()), (w, h));
    assert!(solid.count() <= all.count());
});

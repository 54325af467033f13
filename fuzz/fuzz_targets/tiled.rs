//! Maps of the editor Tiled from arbitrary text: refused, or every layer is a map or an error, within the ceilings
//! (SPEC 7).
#![no_main]

use kasuri::Ceilings;
use kasuri::shape::tiled::Tiled;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(level) = Tiled::from_json_with(text, |_| Some(text.to_owned())) else { return };
    let level = level.within(Ceilings::default().work(1 << 20));
    let layers: Vec<String> = level.layers().map(str::to_owned).collect();
    for layer in layers {
        if let Ok(map) = level.map(&layer) {
            let (columns, rows) = map.size();
            assert!(columns > 0 && rows > 0);
            let _ = std::sync::Arc::new(map).place([0.0, 0.0]);
        }
    }
    assert!(level.objects().iter().all(|object| object.name.len() <= text.len()));
});

//! Tests that scenes become bodies on the lattice as in SPEC 8, with its defaults.
#![cfg(feature = "scene")]

use std::path::Path;

use kasuri::lattice::Point;
use kasuri::scene::Scene;
use kasuri::{
    Touching, Vec2,
    query::{Form, Placed},
};

fn scene(text: &str) -> Scene {
    Scene::from_json(text, Path::new(".")).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns SPEC 8's own example without its picture.
fn example() -> Scene {
    scene(include_str!("scenes/spec.json"))
}

fn body<'s>(scene: &'s Scene, id: &str) -> &'s Placed {
    let k = scene.ids().iter().position(|other| &**other == id);
    &scene.bodies()[k.unwrap_or_else(|| panic!("no {id}"))]
}

#[test]
fn the_example_of_the_spec_reads() {
    let scene = example();
    let ids: Vec<&str> = scene.ids().iter().map(|id| &**id).collect();
    assert_eq!(ids, ["p1", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9"]);
    let parts = scene.bodies().iter().map(|body| match &body.form {
        Form::Shape(parts) => parts.len(),
        Form::Sprite(_) => 0,
        Form::Tiles(tiles) => tiles.count(),
    });
    assert_eq!(parts.collect::<Vec<_>>(), [0, 1, 1, 1, 1, 1, 2, 1, 2, 4]);
}

#[test]
fn layers_and_touching_have_their_defaults() {
    let scene = example();
    assert_eq!(scene.touching(), Touching::Counts);
    assert_eq!((body(&scene, "p1").layer, body(&scene, "p1").against), (1, 2));
    assert_eq!((body(&scene, "b1").layer, body(&scene, "b1").against), (1, u32::MAX));
    let ignored = r#"{"kasuri": 1, "touching": "ignored", "bodies": []}"#;
    assert_eq!(self::scene(ignored).touching(), Touching::Ignored);
}

#[test]
fn sprites_keep_their_unsnapped_place_pivot_and_mirroring() {
    let scene = example();
    let p1 = body(&scene, "p1");
    assert_eq!(p1.at, Vec2::new(10.5, 20.0));
    let Form::Sprite(sprite) = &p1.form else { panic!("{p1:?}") };
    assert_eq!((sprite.at(), sprite.flip()), (Point::new(2688, 5120), [false, true]));
    // Pivot [2, 1] of a mask 2 texels high, mirrored top to bottom.
    assert_eq!((sprite.turn().u1, sprite.turn().v1), (2 << 16, 1 << 16));
}

#[test]
fn all_case_scenes_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/cases");
    let mut read = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|end| end == "json") {
            let case: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
            let scene = scene(&case["scene"].to_string());
            assert_eq!(Some(scene.bodies().len()), case["scene"]["bodies"].as_array().map(Vec::len));
            read += 1;
        }
    }
    assert_eq!(read, 120);
}

/// SPEC 8: an image is a relative path inside the scene's folder.
#[test]
fn pictures_are_files_inside_the_folder() {
    let folder = std::env::temp_dir().join(format!("kasuri-pictures-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("scene/inner")).unwrap();
    let picture = |name: &str| {
        let file = std::fs::File::create(folder.join(name)).unwrap();
        let mut encoder = png::Encoder::new(file, 8, 2);
        encoder.set_color(png::ColorType::GrayscaleAlpha);
        let pixels: Vec<u8> = (0..16).flat_map(|k| [0, if k < 5 { 200 } else { 100 }]).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    };
    picture("scene/here.png");
    picture("beside.png");
    std::fs::File::create(folder.join("scene/large.png")).unwrap().set_len((64 << 20) + 1).unwrap();
    let read = |masks: &str, ceilings: kasuri::Ceilings| {
        let bodies =
            r#"[{"id": "a", "sprite": "m", "at": [0, 0]}, {"id": "b", "sprite": "n", "at": [0, 0]}]"#;
        let text = format!(r#"{{"kasuri": 1, "masks": {{{masks}}}, "bodies": {bodies}}}"#);
        Scene::from_json_within(text, &folder.join("scene"), ceilings)
    };
    let both = |m: &str, n: &str| format!(r#""m": {{"image": {m}}}, "n": {{"image": {n}}}"#);
    // One file, read at two thresholds and twice at one of them.
    let scene = read(&both(r#""here.png""#, r#""./here.png", "alpha": 90"#), kasuri::Ceilings::NONE).unwrap();
    let counts = scene.bodies().iter().map(|body| match &body.form {
        Form::Sprite(sprite) => sprite.mask().count(),
        _ => 0,
    });
    assert_eq!(counts.collect::<Vec<_>>(), [5, 16]);
    let scene = read(&both(r#""here.png""#, r#""here.png""#), kasuri::Ceilings::NONE).unwrap();
    let [Form::Sprite(m), Form::Sprite(n)] = [0, 1].map(|k| &scene.bodies()[k].form) else {
        panic!("sprites")
    };
    assert!(std::sync::Arc::ptr_eq(m.mask(), n.mask()), "a file is decoded once");
    let refused = [
        (r#""""#, "may leave the scene's folder"),
        (r#""../beside.png""#, "may leave the scene's folder"),
        (r#""inner""#, "is no file"),
        (r#""none.png""#, "cannot be read"),
        (r#""large.png""#, "is larger than 64 MiB"),
    ];
    for (name, why) in refused {
        let said = read(&both(name, name), kasuri::Ceilings::NONE).unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("beside.png"), folder.join("scene/link.png")).unwrap();
        let said =
            read(&both(r#""link.png""#, r#""link.png""#), kasuri::Ceilings::NONE).unwrap_err().to_string();
        assert!(said.contains("may leave the scene's folder"), "{said}");
    }
    // 16 pixels are 2 units of work.
    let error = read(&both(r#""here.png""#, r#""here.png""#), kasuri::Ceilings::NONE.work(1)).unwrap_err();
    assert_eq!(error.kind(), kasuri::ErrorKind::Ceiling, "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_given_twice_or_where_it_has_no_meaning_is_refused() {
    let tiles = |more: &str, legend: &str| {
        format!(
            r#"{{"kasuri": 1, "masks": {{"m": {{"rows": ["o"]}}}}, "bodies": [{{"id": "a", "at": [0, 0], {more}
                "tiles": {{"cell": [8, 8], "rows": ["m"], "legend": {{{legend}}}}}}}]}}"#
        )
    };
    let masks = |masks: &str| format!(r#"{{"kasuri": 1, "masks": {{{masks}}}, "bodies": []}}"#);
    let one = r#""m": {"sprite": "m"}"#;
    assert!(Scene::from_json(tiles("", one), Path::new(".")).is_ok());
    let refused = [
        (tiles(r#""scale": 2,"#, one), "a tile map cannot be scaled"),
        (tiles(r#""angle": 2,"#, one), "a tile map cannot be turned"),
        (tiles("", &format!("{one}, {one}")), "legend"),
        (masks(r#""big_m": {"rows": ["o"]}, "big_m": {"rows": ["o"]}"#), "masks.big_m"),
        (masks(r#""m": {"rows": ["o"], "alpha": 3}"#), "alpha goes with an image, not with rows"),
    ];
    for (text, why) in refused {
        let said = Scene::from_json(&text, Path::new(".")).unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    }
}

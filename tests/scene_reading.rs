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
    assert_eq!(read, 100);
}

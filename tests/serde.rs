//! Tests what serde writes and reads (feature `serde`).
#![allow(clippy::unwrap_used)]
#![cfg(feature = "serde")]

use kasuri::shape::Part;
use kasuri::{Layers, Placement, Shape};

#[test]
fn what_is_written_is_read_again() {
    let corners = [[0.0, 0.0], [9.0, 1.0], [2.0, 2.0], [1.0, 9.5]];
    let shapes = vec![
        Shape::point(),
        Shape::segment([0.0, 1.0], [2.0, 3.5]).unwrap(),
        Shape::circle(3.25).unwrap(),
        Shape::ellipse(3.0, 2.0).unwrap(),
        Shape::capsule([0.0, 1.0], [2.0, 3.0], 0.1).unwrap(),
        Shape::rect([4.0, 0.3]).unwrap(),
        Shape::polygon(&corners).unwrap(),
        Shape::rounded_polygon(&corners, 1.5).unwrap(),
        Shape::chain(&corners, 2.0).unwrap(),
    ];
    let parts = shapes.iter().cloned().enumerate().map(|(k, shape)| {
        let part = Part::new(shape).offset([k as f64, -0.5]);
        if k % 2 == 0 { part.tag(format!("part {k}")) } else { part }
    });
    let compound = Shape::compound(parts.collect()).unwrap();
    for shape in shapes.iter().chain([&compound]) {
        let text = serde_json::to_string(shape).unwrap();
        assert!(text.starts_with(&format!("{{\"{}\":", shape.kind())), "{text}");
        assert_eq!(serde_json::from_str::<Shape>(&text).unwrap(), *shape, "{text}");
    }
    let placement = Placement::at([1.0, 2.5]).turned(0.1).scaled([2.0, -1.0]);
    let text = serde_json::to_string(&placement).unwrap();
    assert_eq!(text, r#"{"at":[1.0,2.5],"angle":0.1,"scale":[2.0,-1.0]}"#);
    assert_eq!(serde_json::from_str::<Placement>(&text).unwrap(), placement);
    assert_eq!(serde_json::from_str::<Placement>(r#"{"at":[3,4]}"#).unwrap(), Placement::at([3.0, 4.0]));
    let layers = Layers { layer: 4, against: 3, group: 7 };
    let text = serde_json::to_string(&layers).unwrap();
    assert_eq!(serde_json::from_str::<Layers>(&text).unwrap(), layers);
    assert_eq!(serde_json::from_str::<Layers>("{}").unwrap(), Layers::default());
}

#[test]
fn what_is_wrong_is_refused_in_the_words_of_the_library() {
    let told = |text: &str| serde_json::from_str::<Shape>(text).unwrap_err().to_string();
    assert!(told(r#"{"circle":{"r":-1}}"#).contains("-1 is negative"), "{}", told(r#"{"circle":{"r":-1}}"#));
    assert!(told(r#"{"polygon":{"points":[[0,0],[1,0]]}}"#).contains("vertices"));
    let nested = r#"{"compound":{"parts":[{"compound":{"parts":[{"point":{}}]}}]}}"#;
    assert!(told(nested).contains("cannot be a part of a compound"));
    assert!(told(r#"{"blob":{}}"#).contains("unknown variant"));
    assert!(told(r#"{"circle":{"r":1e999}}"#).contains("range"));
}

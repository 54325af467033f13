//! Tests sprite sheets with Aseprite's JSON, and animations.

use kasuri::lattice::PixelBox;
use kasuri::{ErrorKind, Mask, Vec2, mask::Animation};

#[test]
fn an_animation_shows_every_frame_for_its_time() {
    let walk = Animation::new(&[(4, 3), (2, 1), (4, 2)]).unwrap();
    let shown: Vec<_> = (0..13).map(|t| walk.frame_at(t)).collect();
    assert_eq!(shown, [4, 4, 4, 2, 4, 4, 4, 4, 4, 2, 4, 4, 4]);
    assert_eq!((walk.length(), walk.frame_at(u64::MAX)), (6, walk.frame_at(u64::MAX % 6)));
    assert!(walk.frames().eq([4, 2, 4]));
    assert!(Animation::new(&[]).is_err_and(|error| error.kind() == ErrorKind::Count));
    let error = Animation::new(&[(0, 1), (1, 0)]).unwrap_err();
    assert_eq!(error.to_string(), "frames[1]: 0 is out of range; a duration is 1 to 4294967295");
}

#[cfg(feature = "aseprite")]
mod export {
    use super::*;
    use kasuri::mask::aseprite::{Aseprite, Direction};

    /// Returns three frames: one whole, one trimmed with an inner padding of 1, one trimmed to nothing.
    fn frames() -> [(&'static str, String); 3] {
        let frame = |cut: [u32; 4], inside: [u32; 4], duration: u32| {
            let rect = |[x, y, w, h]: [u32; 4]| format!(r#"{{ "x": {x}, "y": {y}, "w": {w}, "h": {h} }}"#);
            format!(
                r#""frame": {}, "rotated": false, "trimmed": true, "spriteSourceSize": {},
                   "sourceSize": {{ "w": 4, "h": 3 }}, "duration": {duration}"#,
                rect(cut),
                rect(inside)
            )
        };
        // "b" before "a": the order counts, not the names.
        [
            ("b", frame([0, 0, 4, 3], [0, 0, 4, 3], 100)),
            ("a", frame([4, 0, 4, 3], [2, 1, 2, 1], 40)),
            ("c", frame([0, 0, 1, 1], [0, 0, 0, 0], 60)),
        ]
    }

    const META: &str = r##""meta": { "app": "https://www.aseprite.org/", "version": "1.3.2", "image": "ship.png",
        "format": "RGBA8888", "size": { "w": 8, "h": 3 }, "scale": "1",
        "frameTags": [
          { "name": "there", "from": 0, "to": 2, "direction": "forward", "color": "#000000ff" },
          { "name": "back", "from": 0, "to": 2, "direction": "reverse" },
          { "name": "both", "from": 0, "to": 2, "direction": "pingpong", "repeat": "2" },
          { "name": "other", "from": 0, "to": 2, "direction": "pingpong_reverse" },
          { "name": "one", "from": 1, "to": 1, "direction": "pingpong" } ],
        "layers": [{ "name": "Layer 1", "opacity": 255, "blendMode": "normal" }],
        "slices": [
          { "name": "hurt", "color": "#0000ffff", "keys": [
            { "frame": 0, "bounds": { "x": 1, "y": 0, "w": 2, "h": 3 }, "pivot": { "x": 1, "y": 2 } },
            { "frame": 2, "bounds": { "x": 0, "y": 0, "w": 0, "h": 0 } } ] },
          { "name": "gun", "keys": [
            { "frame": 1, "bounds": { "x": -1, "y": 0, "w": 1, "h": 1 },
              "center": { "x": 0, "y": 0, "w": 1, "h": 1 } } ] },
          { "name": "none" } ] }"##;

    fn hash() -> String {
        let list: Vec<_> =
            frames().iter().map(|(name, fields)| format!(r#""{name}": {{ {fields} }}"#)).collect();
        format!(r#"{{ "frames": {{ {} }}, {META} }}"#, list.join(", "))
    }

    fn array() -> String {
        let list: Vec<_> = frames()
            .iter()
            .map(|(name, fields)| format!(r#"{{ "filename": "{name}", {fields} }}"#))
            .collect();
        format!(r#"{{ "frames": [ {} ], {META} }}"#, list.join(", "))
    }

    #[test]
    fn both_forms_say_the_same() {
        let sheet = Aseprite::from_json(&hash()).unwrap();
        assert_eq!(sheet, Aseprite::from_json(&array()).unwrap());
        assert!(sheet.names().eq(["b", "a", "c"]));
        assert_eq!(sheet.image(), Some("ship.png"));
        assert_eq!(sheet.tags()[3].direction, Direction::PingPongReverse);
    }

    #[test]
    fn frames_are_put_back_where_they_were_trimmed() {
        let sheet = Mask::from_rows(&["#..#....", ".##..#.#", "####...."]).unwrap();
        let masks = Aseprite::from_json(&hash()).unwrap().masks(&sheet).unwrap();
        assert_eq!(masks[0], Mask::from_rows(&["#..#", ".##.", "####"]).unwrap());
        assert_eq!(masks[1], Mask::from_rows(&["....", "..#.", "...."]).unwrap());
        assert!(masks[2].is_empty() && masks[2].width() == 4);
        let small = Mask::empty(7, 3).unwrap();
        let error = Aseprite::from_json(&hash()).unwrap().masks(&small).unwrap_err();
        assert!(error.to_string().starts_with("frames[1]: "), "{error}");
    }

    /// A frame that was trimmed to no width or to no height covers nothing.
    #[test]
    fn frames_trimmed_to_a_line_are_empty() {
        let sheet = Mask::from_fn(8, 3, |_, _| true).unwrap();
        for (w, h) in [(2, 0), (0, 2), (0, 0)] {
            let trimmed = format!(r#""frame": {{ "x": 0, "y": 0, "w": {}, "h": {} }}"#, w + 1, h + 1);
            let inside = format!(r#""spriteSourceSize": {{ "x": 0, "y": 0, "w": {w}, "h": {h} }}"#);
            let json = hash()
                .replacen(r#""frame": { "x": 0, "y": 0, "w": 1, "h": 1 }"#, &trimmed, 1)
                .replacen(r#""spriteSourceSize": { "x": 0, "y": 0, "w": 0, "h": 0 }"#, &inside, 1);
            assert!(json.contains(&trimmed) && json.contains(&inside));
            let masks = Aseprite::from_json(&json).unwrap().masks(&sheet).unwrap();
            assert_eq!(masks[2], Mask::empty(4, 3).unwrap(), "{w} x {h}");
            assert_eq!(masks[0].count(), 12);
        }
    }

    #[test]
    fn tags_run_their_way() {
        let sheet = Aseprite::from_json(&hash()).unwrap();
        let order = |tag: &str| sheet.animation(tag).unwrap().frames().collect::<Vec<_>>();
        assert_eq!(order("there"), [0, 1, 2]);
        assert_eq!(order("back"), [2, 1, 0]);
        assert_eq!(order("both"), [0, 1, 2, 1]);
        assert_eq!(order("other"), [2, 1, 0, 1]);
        assert_eq!(order("one"), [1]);
        assert_eq!(sheet.animation("both").unwrap().length(), 240);
        assert!(sheet.animation("nowhere").is_none());
    }

    #[test]
    fn slices_hold_from_key_to_key() {
        let sheet = Aseprite::from_json(&hash()).unwrap();
        let names = |k| sheet.regions(k).iter().map(|r| r.name.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            (names(0), names(1), names(2)),
            (vec!["hurt".into()], vec!["hurt".into(), "gun".into()], vec!["gun".into()])
        );
        let regions = sheet.regions(1);
        assert_eq!(regions[0].bounds, PixelBox { x0: 1, y0: 0, x1: 3, y1: 3 });
        assert_eq!(regions[0].pivot, Some(Vec2::new(2.0, 2.0)));
        assert_eq!((regions[1].bounds.x0, regions[1].pivot), (-1, None));
    }

    #[test]
    fn what_is_no_export_is_refused() {
        let refused = |from: &str, to: &str| {
            let json = hash().replacen(from, to, 1);
            assert_ne!(json, hash(), "{from}");
            Aseprite::from_json(&json).unwrap_err().to_string()
        };
        assert!(refused(r#""rotated": false"#, r#""rotated": true"#).starts_with("frames[0]: "));
        assert!(refused(r#""duration": 40"#, r#""duration": 0"#).starts_with("frames[1].duration: 0 is out"));
        assert!(refused(r#""sourceSize": { "w": 4"#, r#""sourceSize": { "w": 0"#).contains("0 x 3 texels"));
        assert!(
            refused(r#""sourceSize": { "w": 4"#, r#""sourceSize": { "w": 3"#).contains("within sourceSize")
        );
        assert!(refused(r#""w": 4, "h": 3 }, "rot"#, r#""w": 5, "h": 3 }, "rot"#).contains("padding"));
        assert!(refused(r#""w": 4, "h": 3 }, "rot"#, r#""w": 3, "h": 3 }, "rot"#).contains("padding"));
        // Padding on the left and right only.
        assert!(refused(r#""w": 4, "h": 3 }, "rot"#, r#""w": 6, "h": 3 }, "rot"#).contains("padding"));
        assert!(
            refused(r#""h": 3 }, "duration": 100"#, r#""h": 0 }, "duration": 100"#).contains("4 x 0 texels")
        );
        assert!(refused(r#""x": 2, "y": 1"#, r#""x": -1, "y": 1"#).contains("within sourceSize"));
        assert!(refused(r#""to": 2"#, r#""to": 3"#).starts_with("meta.frameTags[0]: "));
        assert!(refused(r#""from": 0"#, r#""from": 3"#).starts_with("meta.frameTags[0]: "));
        assert!(refused("reverse", "sideways").contains("not a readable Aseprite export"));
        assert!(refused(r#""x": -1"#, r#""x": 2147483647"#).starts_with("meta.slices[1]: "));
        assert!(refused(r#""w": 8"#, r#""w": }"#).contains("not a readable Aseprite export"));
        for json in ["", "{}", "[]", r#"{"frames": []}"#, r#"{"frames": 3}"#, r#"{"frames": [{}]}"#] {
            assert!(Aseprite::from_json(json).is_err(), "{json}");
        }
    }

    /// A few bytes of JSON may request frames as large as any mask.
    #[test]
    fn frames_that_come_to_too_much_are_refused() {
        let frame = |k: usize| {
            format!(
                r#""{k}": {{ "frame": {{ "x": 0, "y": 0, "w": 1, "h": 1 }}, "rotated": false, "trimmed": true,
                "spriteSourceSize": {{ "x": 0, "y": 0, "w": 1, "h": 1 }}, "sourceSize": {{ "w": 4096, "h": 4096 }},
                "duration": 100 }}"#
            )
        };
        let sheet = |count: usize| {
            let frames: Vec<String> = (0..count).map(frame).collect();
            let json =
                format!(r#"{{ "frames": {{ {} }}, "meta": {{ "image": "a.png" }} }}"#, frames.join(","));
            Aseprite::from_json(&json).unwrap().masks(&Mask::from_rows(&["#"]).unwrap())
        };
        assert_eq!(sheet(3).unwrap().len(), 3);
        assert_eq!(sheet(128).unwrap().len(), 128);
        let refused = sheet(129).unwrap_err().to_string();
        assert_eq!(refused, "more than 2147483648 texels in all frames; Ceilings::texels allows more");
    }
}

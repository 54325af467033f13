//! Tests maps of the editor Tiled: flips, properties, chunks, base64, and refused maps.
#![cfg(feature = "tiled")]
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "common/pace.rs"]
mod pace;

use kasuri::shape::tiled::Tiled;
use kasuri::{Ceilings, TileMap, Vec2, shape::Cell};
use pace::own_seconds;

const FLIPS: [u32; 3] = [1 << 31, 1 << 30, 1 << 29];

/// Returns a map of one layer with embedded tiles of 8 x 8 px.
fn map(data: &str, size: [usize; 2], tiles: &str) -> String {
    format!(
        r#"{{ "tilewidth": 8, "tileheight": 8,
            "layers": [{{ "type": "tilelayer", "name": "ground", "width": {}, "height": {}, {data} }}],
            "tilesets": [{{ "firstgid": 1, "tiles": [{tiles}] }}] }}"#,
        size[0], size[1]
    )
}

fn ground(json: &str) -> kasuri::Result<TileMap> {
    Tiled::from_json(json)?.map("ground")
}

/// Returns a tile with one object.
fn tile(object: &str) -> String {
    format!(r#"{{ "id": 0, "objectgroup": {{ "objects": [{object}] }} }}"#)
}

/// Returns the area that a cell covers, as rows of its pixels.
fn rows(cell: &Cell) -> Vec<String> {
    let inside = |points: &[Vec2], x: f64, y: f64| {
        let edges = points.iter().zip(points.iter().cycle().skip(1));
        let sides: Vec<f64> = edges.map(|(a, b)| (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)).collect();
        sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
    };
    let is_set = |x: u32, y: u32| match cell {
        Cell::Solid => true,
        Cell::Polygon(polygon) => inside(polygon.points(), f64::from(x) + 0.5, f64::from(y) + 0.5),
        Cell::Mask(mask) => mask.get(x.into(), y.into()),
        Cell::OneWay { .. } => panic!("a one-way cell"),
    };
    (0..8).map(|y| (0..8).map(|x| if is_set(x, y) { '#' } else { '.' }).collect()).collect()
}

fn flipped(rows: &[String], flags: u32) -> Vec<String> {
    let at = |x: usize, y: usize| rows[y].as_bytes()[x] as char;
    let source = |x: usize, y: usize| {
        let x = if flags & FLIPS[0] != 0 { 7 - x } else { x };
        let y = if flags & FLIPS[1] != 0 { 7 - y } else { y };
        if flags & FLIPS[2] != 0 { at(y, x) } else { at(x, y) }
    };
    (0..8).map(|y| (0..8).map(|x| source(x, y)).collect()).collect()
}

#[test]
fn tiles_are_flipped_as_they_are_seen() {
    let objects = [
        r#"{ "x": 0, "y": 0, "polygon": [{ "x": 0, "y": 3 }, { "x": 6, "y": 8 }, { "x": 0, "y": 8 }] }"#,
        r#"{ "x": 1, "y": 2, "width": 5, "height": 1 }"#,
        r#"{ "x": 0, "y": 0, "width": 6, "height": 4, "ellipse": true }"#,
        r#"{ "x": 0, "y": 0, "polygon": [{ "x": 0, "y": 0 }, { "x": 8, "y": 0 }, { "x": 8, "y": 2 }, { "x": 2, "y": 2 },
            { "x": 2, "y": 8 }, { "x": 0, "y": 8 }] }"#,
        r#"{ "x": 0, "y": 0, "width": 2, "height": 8 }, { "x": 4, "y": 6, "width": 4, "height": 2 }"#,
        r#"{ "x": 7, "y": 1, "width": 5, "height": 3, "rotation": 90 }"#,
    ];
    for object in objects {
        let read =
            |flags: u32| ground(&map(&format!("\"data\": [{}]", 1 | flags), [1, 1], &tile(object))).unwrap();
        let plain = rows(read(0).cell(0, 0).unwrap());
        assert!(plain.concat().contains('#') && plain.concat().contains('.'), "{plain:?}");
        for k in 0..8 {
            let flags = (0..3).filter(|bit| k >> bit & 1 == 1).map(|bit| FLIPS[bit]).sum();
            assert_eq!(rows(read(flags).cell(0, 0).unwrap()), flipped(&plain, flags), "{object} {k}");
        }
    }
}

#[test]
fn properties_make_tiles_empty_and_one_way() {
    let tiles = r#"{ "id": 0, "properties": [{ "name": "solid", "type": "bool", "value": false }] },
        { "id": 1, "properties": [{ "name": "one_way", "value": "left" }, { "name": "price", "value": 3 }] },
        { "id": 2, "objectgroup": { "objects": [{ "x": 3, "y": 3, "point": true }] } }"#;
    let read = ground(&map("\"data\": [1, 2, 3, 4]", [4, 1], tiles)).unwrap();
    assert_eq!(read.cell(0, 0), None);
    assert_eq!(read.cell(1, 0), Some(&Cell::Solid.one_way([-1.0, 0.0])));
    assert_eq!([2, 3].map(|column| read.cell(column, 0)), [Some(&Cell::Solid); 2]);
}

#[test]
fn chunks_and_base64_are_the_same_map() {
    let plain = ground(&map("\"data\": [0, 1, 0, 0, 2, 1]", [3, 2], "")).unwrap();
    // The numbers as four bytes each.
    let text =
        "\"encoding\": \"base64\", \"compression\": \"\", \"data\": \"AAAAAAEAAAAAAAAAAAAAAAIAAAABAAAA\"";
    assert_eq!(ground(&map(text, [3, 2], "")).unwrap(), plain);
    let chunks = r#""startx": -16, "starty": 16, "chunks": [
        { "x": -16, "y": 16, "width": 2, "height": 2, "data": [0, 1, 0, 2] },
        { "x": -14, "y": 16, "width": 1, "height": 2, "data": [0, 1] }]"#;
    assert_eq!(ground(&map(chunks, [3, 2], "")).unwrap(), plain);
}

#[test]
fn groups_and_objects_are_found() {
    let json = r#"{ "tilewidth": 8, "tileheight": 8, "orientation": "orthogonal", "layers": [
        { "type": "group", "name": "all", "layers": [
            { "type": "tilelayer", "name": "back", "width": 1, "height": 1, "data": [0] },
            { "type": "objectgroup", "name": "things", "objects": [
                { "name": "door", "type": "exit", "x": 4, "y": 6, "width": 8, "height": 16, "visible": true },
                { "name": "way", "class": "lift", "x": 10, "y": 0,
                  "polygon": [{ "x": 0, "y": 0 }, { "x": 4, "y": 0 }, { "x": 0, "y": 4 }] }] }] },
        { "type": "imagelayer", "name": "sky" }] }"#;
    let level = Tiled::from_json(json).unwrap();
    assert_eq!(level.layers().collect::<Vec<_>>(), ["back"]);
    let [door, way] = level.objects() else { panic!("two objects") };
    assert_eq!(
        (&*door.layer, &*door.name, &*door.class, door.size),
        ("things", "door", "exit", Vec2::new(8.0, 16.0))
    );
    assert_eq!((&*way.class, way.polygon[1]), ("lift", Vec2::new(14.0, 0.0)));
}

#[test]
fn what_is_not_read_is_told() {
    let told = |json: &str| ground(json).unwrap_err().to_string();
    let layer = |data: &str| told(&map(data, [2, 1], ""));
    assert!(layer("\"compression\": \"zlib\", \"data\": \"\"").contains("compressed with zlib"));
    assert!(layer("\"data\": [1]").contains("1 tiles where width and height say 2"));
    assert!(layer("\"data\": \"AAA?\"").contains("no base64"));
    assert!(layer("\"data\": \"AAAA\"").contains("no base64"));
    assert!(layer("\"draworder\": 1").contains("data or chunks is expected"));
    assert!(
        layer("\"chunks\": [{ \"x\": 1, \"y\": 0, \"width\": 2, \"height\": 1, \"data\": [1, 1] }]")
            .contains("beyond")
    );
    assert!(told("{ \"tilewidth\": 8 }").contains("missing field"));
    assert!(told("{").contains("EOF"));
    let orientation = r#"{ "tilewidth": 8, "tileheight": 8, "orientation": "isometric" }"#;
    assert!(told(orientation).contains("the map is isometric; an orthogonal one is expected"));
    let source = r#"{ "tilewidth": 8, "tileheight": 8, "tilesets": [{ "firstgid": 1, "source": "a.tsx" }] }"#;
    assert!(told(source).contains("embed it, or give its JSON"));
    let one_way = r#"{ "id": 0, "properties": [{ "name": "one_way", "value": "north" }] }"#;
    assert!(
        told(&map("\"data\": [1, 1]", [2, 1], one_way)).contains("\"up\", \"down\", \"left\" or \"right\"")
    );
    let line = tile(r#"{ "x": 0, "y": 0, "polygon": [{ "x": 0, "y": 0 }, { "x": 4, "y": 0 }] }"#);
    assert!(told(&map("\"data\": [1, 1]", [2, 1], &line)).starts_with("tile 1"));
    let level = Tiled::from_json(&map("\"data\": [1, 1]", [2, 1], "")).unwrap();
    assert!(level.map("sky").unwrap_err().to_string().contains("layer of tiles \"sky\""));
}

#[test]
fn pixels_of_large_tiles_are_held_to_the_ceiling() {
    let objects = [r#"{ "width": 4096, "height": 4096, "ellipse": true }"#; 200].join(", ");
    let tiles: Vec<String> = (0..200)
        .map(|id| format!(r#"{{ "id": {id}, "objectgroup": {{ "objects": [{objects}] }} }}"#))
        .collect();
    let data: Vec<String> = (1..=200).map(|gid| gid.to_string()).collect();
    let json = map(&format!("\"data\": [{}]", data.join(", ")), [200, 1], &tiles.join(", "))
        .replace("\"tilewidth\": 8, \"tileheight\": 8", "\"tilewidth\": 4096, \"tileheight\": 4096");
    let level = Tiled::from_json(&json).unwrap().within(Ceilings::default().work(1 << 22));
    let before = own_seconds();
    assert!(level.map("ground").unwrap_err().to_string().contains("Ceilings::work"));
    // All pixels would take hours of the processor.
    assert!(own_seconds() - before < 5.0);
}

/// A convex polygon of more vertices than a cell has becomes the pixels whose centres it covers.
#[test]
fn polygons_of_many_vertices_become_pixels() {
    let read = |n: usize| {
        let point = |k: usize| {
            let (sin, cos) = (k as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
            format!(r#"{{ "x": {}, "y": {} }}"#, 4.0 + 3.9 * cos, 4.0 + 2.9 * sin)
        };
        let points = (0..n).map(point).collect::<Vec<_>>().join(", ");
        let object = format!(r#"{{ "x": 0, "y": 0, "polygon": [{points}] }}"#);
        let map = ground(&map("\"data\": [1]", [1, 1], &tile(&object))).unwrap();
        map.cell(0, 0).unwrap().clone()
    };
    let (few, many) = (read(64), read(65));
    assert!(matches!((&few, &many), (Cell::Polygon(_), Cell::Mask(_))));
    assert_eq!(rows(&many), rows(&few));
}

/// Places that are not finite numbers, and layers without cells, are refused.
#[test]
fn places_without_end_and_layers_without_cells_are_refused() {
    let told = |json: &str| ground(json).unwrap_err().to_string();
    let of_object = |object: &str| told(&map("\"data\": [1]", [1, 1], &tile(object)));
    for object in [
        r#"{ "x": 1.7e308, "y": 0, "width": 1.7e308, "height": 2 }"#,
        r#"{ "x": 0, "y": 1.7e308, "width": 2, "height": 1.7e308 }"#,
    ] {
        let refused = of_object(&format!(r#"{{ "width": 4, "height": 4 }}, {object}"#));
        assert!(refused.contains("a piece has a number that is not finite"), "{refused}");
    }
    for size in [[0, 1], [1, 0], [0, 0]] {
        let refused = told(&map("\"data\": []", size, ""));
        assert!(refused.contains("cells in the layer"), "{refused}");
    }
}

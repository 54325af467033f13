//! The lattice, shapes and tile maps.

use std::sync::Arc;

use kasuri::lattice::{Bounds, Margin, PixelBox, Point, snap};
use kasuri::{
    Placement, Shape, TileMap, Vec2,
    shape::{Cell, Part, Polygon},
};

use crate::book::{Book, Done, Plain};

const O: Vec2 = Vec2::new(0.0, 0.0);

pub fn write(book: &mut Book) {
    lattice(book);
    shapes(book);
    placements(book);
    tiles(book);
}

fn lattice(book: &mut Book) {
    book.number("lattice::snap", "x", snap);
    book.number("Margin::new", "pixels", Margin::new);
    book.whole("Margin::from_units", "units", |n: i32| Margin::from_units(n));
    book.vec2("Point::snapped", "place", Point::snapped);
    book.one("Bounds::around", "points", "none", || Plain(Bounds::around([])));
    let unit = Bounds { min: Point::new(0, 0), max: Point::new(1, 1) };
    book.point("Bounds::union", "other", |p| Plain(unit.union(Bounds { min: p, max: p }).meets(unit)));
    book.point("Bounds::meets", "other", |p| Plain(unit.meets(Bounds { min: p, max: p })));
    book.whole("Bounds::grown", "by", |by: i32| Plain(unit.grown(by).meets(unit)));
    let square = PixelBox { x0: 0, y0: 0, x1: 2, y1: 2 };
    let turned = PixelBox { x0: i32::MAX, y0: i32::MAX, x1: i32::MIN, y1: i32::MIN };
    book.point("PixelBox::around", "bounds", |p| {
        Plain(PixelBox::around(Bounds { min: p, max: p }).is_empty())
    });
    book.one("PixelBox::intersection", "other", "inside out", || {
        Plain(square.intersection(turned).is_empty())
    });
    book.one("PixelBox::intersection", "self", "inside out", || Plain(turned.iter().next()));
}

fn shapes(book: &mut Book) {
    book.number("Shape::circle", "r", Shape::circle);
    book.vec2("Shape::segment", "a", |v| Shape::segment(v, O));
    book.vec2("Shape::segment", "b", |v| Shape::segment(O, v));
    book.number("Shape::ellipse", "rx", |r| Shape::ellipse(r, 1.0));
    book.number("Shape::ellipse", "ry", |r| Shape::ellipse(1.0, r));
    book.vec2("Shape::capsule", "a", |v| Shape::capsule(v, O, 1.0));
    book.vec2("Shape::capsule", "b", |v| Shape::capsule(O, v, 1.0));
    book.number("Shape::capsule", "r", |r| Shape::capsule(O, O, r));
    book.vec2("Shape::rect", "half", Shape::rect);
    let corners = |v: Vec2| [v, Vec2::new(9.0, 0.0), Vec2::new(0.0, 9.0)];
    book.vec2("Shape::polygon", "points", |v| Shape::polygon(&corners(v)));
    book.vec2("Polygon::new", "points", |v| Polygon::new(&corners(v)));
    let round =
        |n: usize| -> Vec<Vec2> { (0..n).map(|k| Vec2::new((k * k) as f64, k as f64)).collect::<Vec<_>>() };
    for (given, points) in [
        ("none", vec![]),
        ("2", round(2)),
        ("4097", round(4097)),
        ("two alike", vec![O, O, Vec2::new(1.0, 2.0)]),
        ("in a line", (0..3).map(|k| Vec2::new(k.into(), k.into())).collect()),
        ("edges that cross", [[0.0, 0.0], [9.0, 9.0], [9.0, 0.0], [0.0, 8.0]].map(Vec2::from).to_vec()),
    ] {
        book.one("Shape::polygon", "points", given, || Shape::polygon(&points));
        book.one("Polygon::new", "points", given, || Polygon::new(&points));
    }
    book.vec2("Shape::chain", "points", |v| Shape::chain(&[O, v], 1.0));
    book.number("Shape::chain", "r", |r| Shape::chain(&[O, O], r));
    book.number("Shape::rounded_polygon", "r", |r| {
        Shape::rounded_polygon(&[[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]], r)
    });
    for n in [0, 1, 4097] {
        book.one("Shape::chain", "points", &n.to_string(), || Shape::chain(&vec![O; n], 1.0));
    }
    let part = || Part::new(Shape::point());
    for n in [0, 257] {
        book.one("Shape::compound", "parts", &n.to_string(), || Shape::compound(vec![part(); n]));
    }
    let compound = || Shape::compound(vec![part()]).unwrap();
    book.one("Shape::compound", "parts", "a compound", || Shape::compound(vec![Part::new(compound())]));
    book.vec2("Part::offset", "offset", |v| Shape::compound(vec![part().offset(v)]));
}

fn placements(book: &mut Book) {
    let disc = Shape::circle(2.0).unwrap();
    let place = |placement: Placement| disc.place(&placement);
    book.vec2("Placement::at", "at", |v| Placement::at(v).frame());
    book.number("Placement::turned", "angle", |x| Placement::default().turned(x).frame());
    book.vec2("Placement::scaled", "scale", |v| Placement::default().scaled(v).frame());
    for (given, scale) in [("1/65", 1.0 / 65.0), ("65", 65.0), ("-65", -65.0)] {
        let placement = Placement::default().scaled([scale, 1.0]);
        book.one("Placement::scaled", "scale.x", given, || placement.frame());
    }
    book.one("Shape::place", "placement", "a circle at scale [2, 1]", || {
        place(Placement::default().scaled([2.0, 1.0]))
    });
    book.one("Shape::place", "placement", "a circle of 9000 px", || {
        Shape::circle(9000.0)?.place(&Placement::default())
    });
    book.vec2("Shape::place", "placement.at", |v| place(Placement::at(v)));
    book.one("Shape::place", "placement", "past the edge", || {
        Shape::rect([9.0, 9.0])?.place(&Placement::at([2_097_150.0, 0.0]))
    });
    let frame = Placement::default().frame().unwrap();
    let mut bent = frame;
    (bent.cos, bent.sin) = (f64::NAN, f64::INFINITY);
    book.one("Shape::place_in", "frame", "of NaN", || Shape::rect([9.0, 9.0])?.place_in(&bent));
    let mut far = frame;
    far.at = Point::new(i32::MAX, i32::MIN);
    book.one("Shape::place_in", "frame", "at the ends of i32", || disc.place_in(&far));
    book.vec2("Transform::vertex", "v", |v| frame.vertex(v));
    book.number("Transform::radius", "r", |r| frame.radius(r));
    book.vec2("Transform::half_axes", "half", |v| frame.half_axes(v));
    let convex = disc.place(&Placement::default()).unwrap()[0].clone();
    book.point("Convex::moved_by", "by", |p| convex.moved_by(p));
}

fn tiles(book: &mut Book) {
    book.vec2("TileMap::from_rows", "cell", |v| TileMap::from_rows(v, &["#"], &[]));
    let rows = |rows: &[&str]| TileMap::from_rows([8.0, 8.0], rows, &[]);
    book.one("TileMap::from_rows", "rows", "none", || rows(&[]));
    book.one("TileMap::from_rows", "rows", "of nothing", || rows(&["", ""]));
    book.one("TileMap::from_rows", "rows", "of two lengths", || rows(&["##", "#"]));
    book.one("TileMap::from_rows", "rows", "of what the legend has not", || rows(&["x"]));
    let steep = Polygon::new(&[[0.0, 0.0], [9.0, 0.0], [1.0, 1.0], [0.0, 9.0]]).unwrap();
    book.one("TileMap::from_rows", "legend", "a concave cell", || {
        TileMap::from_rows([8.0, 8.0], &["/"], &[('/', Cell::Polygon(steep))])
    });
    book.vec2("TileMap::from_fn", "cell", |v| TileMap::from_fn(v, [1, 1], &[], |_, _| None));
    let from_fn =
        |size: [usize; 2], kind: usize| TileMap::from_fn([8.0, 8.0], size, &[Cell::Solid], |_, _| Some(kind));
    book.one("TileMap::from_fn", "size", "[0, 4]", || from_fn([0, 4], 0));
    book.one("TileMap::from_fn", "size", "[2^13, 2^13]", || from_fn([1 << 13, 1 << 13], 0));
    book.one("TileMap::from_fn", "kind_of", "an index past the kinds", || from_fn([1, 1], 1));
    let one_way = |cell: Cell| TileMap::from_rows([8.0, 8.0], &["="], &[('=', cell)]);
    book.vec2("Cell::one_way", "direction", |v| one_way(Cell::Solid.one_way(v)));
    book.one("Cell::one_way", "direction", "[0, 0]", || one_way(Cell::Solid.one_way([0.0, 0.0])));
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["##"], &[]).unwrap());
    book.vec2("TileMap::place", "at", |v| map.place(v));
    book.one("TileMap::place", "at", "across the edge", || map.place([2_097_150.0, 0.0]));
    let placed = map.place([0.0, 0.0]).unwrap();
    book.point("Tiles::moved_to", "at", |p| placed.moved_to(p));
    book.whole("TileMap::cell", "column", |n: usize| Plain(map.cell(n, 0).is_some()));
    book.whole("TileMap::cell", "row", |n: usize| Plain(map.cell(0, n).is_some()));
    let _ = Done;
}

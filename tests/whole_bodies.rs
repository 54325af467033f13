//! Tests that a body of several parts is one body (SPEC 3, 5), and that swept bodies miss nothing (SPEC 6).
#![allow(clippy::unwrap_used)]

#[path = "common/pace.rs"]
mod pace;
mod support;

use std::sync::Arc;

use kasuri::answer::Overlap;
use kasuri::lattice::Point;
use kasuri::{
    Body, Mask, Placement, Shape, TileMap, Touching, Vec2, World,
    mask::Sprite,
    query::{self, Form, Moving},
    reference,
};
use pace::takes_at_most;
use support::{Random, rounds};

fn form(shape: kasuri::Result<Shape>, at: [f64; 2]) -> Form {
    Form::Shape(shape.unwrap().place(&Placement::at(at)).unwrap())
}

fn tiles(rows: &[&str], at: [f64; 2]) -> Form {
    Form::Tiles(Arc::new(TileMap::from_rows([16.0, 16.0], rows, &[]).unwrap()).place(at).unwrap())
}

fn l_shape() -> kasuri::Result<Shape> {
    Shape::polygon(&[[0.0, 0.0], [40.0, 0.0], [40.0, 12.0], [12.0, 12.0], [12.0, 40.0], [0.0, 40.0]])
}

fn at(x: f64, y: f64) -> Point {
    Point::snapped([x, y]).unwrap()
}

#[test]
fn cuts_of_a_concave_polygon_cross_nothing() {
    let polygon = [[-128.0, 128.0], [192.0, 256.0], [64.0, 64.0], [128.0, -128.0], [-64.0, -64.0]];
    let polygon = form(Shape::polygon(&polygon), [0.0, 0.0]);
    let inside = form(Shape::segment([-64.0, 128.0], [64.0, -64.0]), [0.0, 0.0]);
    assert_eq!(query::crossings(&polygon, &inside), [[0.0; 2]; 0]);
    let through = form(Shape::segment([-200.0, 0.0], [200.0, 0.0]), [0.0, 0.0]);
    assert_eq!(query::crossings(&polygon, &through).len(), 2);
    // The sides that tiles share, and the parts of a compound that other parts cover.
    let wall = tiles(&["###", "###"], [0.0, 0.0]);
    let across = form(Shape::segment([-8.0, 10.0], [60.0, 10.0]), [0.0, 0.0]);
    assert_eq!(query::crossings(&wall, &across), [[0.0, 10.0], [48.0, 10.0]]);
    let crossed = vec![
        kasuri::shape::Part::new(Shape::rect([20.0, 4.0]).unwrap()),
        kasuri::shape::Part::new(Shape::rect([4.0, 20.0]).unwrap()),
    ];
    let cross = form(Shape::compound(crossed), [0.0, 0.0]);
    let mut points = query::crossings(&cross, &form(Shape::segment([-30.0, 0.0], [30.0, 0.0]), [0.0, 0.0]));
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert_eq!(points, [[-20.0, 0.0], [20.0, 0.0]]);
}

#[test]
fn a_point_on_a_seam_is_inside_where_touching_is_ignored() {
    let l = form(l_shape(), [0.0, 0.0]);
    let point = |x: f64, y: f64| form(Ok(Shape::point()), [x, y]);
    // The cut runs from the inner corner to the origin; the point lies on it, 5 px inside.
    assert!(query::overlaps(&l, &point(5.0, 5.0), Touching::Ignored));
    assert!(query::overlaps(&point(5.0, 5.0), &l, Touching::Ignored));
    for outside in [(0.0, 5.0), (12.0, 12.0), (12.0, 20.0), (0.0, 0.0)] {
        assert!(!query::overlaps(&l, &point(outside.0, outside.1), Touching::Ignored), "{outside:?}");
        assert!(query::overlaps(&l, &point(outside.0, outside.1), Touching::Counts), "{outside:?}");
    }
    let wall = tiles(&["##", "##"], [0.0, 0.0]);
    let cells = |other: &Form| match query::overlap(&wall, other, Touching::Ignored) {
        Some(Overlap::Tiles { cells }) => cells,
        _ => Vec::new(),
    };
    assert_eq!(cells(&point(16.0, 5.0)), [[0, 0], [1, 0]]);
    assert_eq!(cells(&point(16.0, 16.0)), [[0, 0], [1, 0], [0, 1], [1, 1]]);
    assert_eq!(cells(&point(16.0, 0.0)), [[0; 2]; 0]);
    // Along a seam: inside the wall, up to its edge, and beyond it.
    let along = |from: f64, to: f64| form(Shape::segment([16.0, from], [16.0, to]), [0.0, 0.0]);
    assert_eq!(cells(&along(3.0, 9.0)), [[0, 0], [1, 0]]);
    assert!(!query::overlaps(&wall, &along(-9.0, 0.0), Touching::Ignored));
    assert!(query::overlaps(&wall, &along(-9.0, 1.0), Touching::Ignored));
    // A gap with the exact width of a segment is outside.
    let gap = tiles(&["#.#"], [0.0, 0.0]);
    let fits = form(Shape::segment([16.0, 8.0], [32.0, 8.0]), [0.0, 0.0]);
    assert!(!query::overlaps(&gap, &fits, Touching::Ignored));
    let solid = Arc::new(Mask::from_rows(&["##", "##"]).unwrap());
    let sprite = Form::Sprite(Sprite::place(&solid, &Placement::at([1.0, 1.0]), None).unwrap());
    let pixels = |x: f64, y: f64| query::overlap(&sprite, &point(x, y), Touching::Ignored);
    assert_eq!(pixels(1.0, 1.0), Some(Overlap::SpriteShape { pixels: 4 }));
    assert_eq!(pixels(1.0, 0.5), Some(Overlap::SpriteShape { pixels: 2 }));
    assert_eq!(pixels(0.0, 0.5), None);
}

/// Returns the depth of the deepest pair of parts, by the reference.
fn depth_left(a: &Form, b: &Form) -> f64 {
    let (Form::Shape(a), Form::Shape(b)) = (a, b) else { panic!("two shapes") };
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| (p, q)));
    let depth = pairs.filter_map(|(p, q)| {
        let [p, q] = [p, q].map(|part| Form::Shape(part.clone().into()));
        Some(reference::contact(&p, &q, Touching::Ignored)?.depth)
    });
    depth.fold(0.0, f64::max)
}

#[test]
fn one_push_takes_a_circle_out_of_an_l() {
    let l = form(l_shape(), [0.0, 0.0]);
    let mut random = Random::new(22);
    for r in [0.0, 0.5, 2.0, 5.0, 11.0] {
        let mut starts = 0;
        while starts < 200 {
            let [x, y] = [0, 1].map(|_| random.int(0..=40 * 256) as f64 / 256.0);
            let circle = form(Shape::circle(r), [x, y]);
            let Some(contact) = query::contact(&l, &circle, Touching::Counts) else { continue };
            starts += 1;
            let Vec2 { x: nx, y: ny } = contact.normal;
            // A lattice unit further, because the position is snapped.
            let out = contact.depth + 1.5 / 256.0;
            let pushed = form(Shape::circle(r), [x + nx * out, y + ny * out]);
            let left = depth_left(&l, &pushed);
            assert!(left < 1e-3, "r {r} at {x} {y}: {contact:?} leaves {left}");
            assert!(!query::overlaps(&l, &pushed, Touching::Ignored), "r {r} at {x} {y}: {contact:?}");
        }
    }
}

/// Tests the same through a world, as a game does it.
#[test]
fn a_world_pushes_a_circle_out_of_an_l_once() {
    let mut random = Random::new(23);
    for r in [0.5, 2.0, 5.0, 11.0] {
        let mut world = World::builder().touching(Touching::Ignored).build().unwrap();
        let wall = world.spawn(Body::new(l_shape().unwrap()).layer(1).against(2)).unwrap();
        let ball = world.spawn(Body::circle(r).layer(2).against(1)).unwrap();
        let mut starts = 0;
        while starts < 200 {
            let [x, y] = [0, 1].map(|_| random.int(0..=40 * 256) as f64 / 256.0);
            world.edit(ball).position([x, y]).unwrap();
            let Some(hit) = world.step().unwrap().hits().next().copied() else { continue };
            starts += 1;
            // The wall stays, the ball takes the whole move.
            assert!(world.push_apart(&hit, 0.0).unwrap().is_some());
            assert_eq!(world.get(wall).unwrap().at(), Vec2::default());
            assert_eq!(world.step().unwrap().hits().count(), 0, "r {r} at {x} {y}");
        }
    }
}

#[test]
fn no_shorter_push_does_it() {
    let l = form(l_shape(), [0.0, 0.0]);
    let mut random = Random::new(7);
    for _ in 0..60 {
        let [x, y] = [0, 1].map(|_| random.int(0..=40 * 256) as f64 / 256.0);
        let rect = |x: f64, y: f64| form(Shape::rect([3.0, 5.0]), [x, y]);
        let Some(contact) = query::contact(&l, &rect(x, y), Touching::Ignored) else { continue };
        for k in 0..64 {
            let turn = f64::from(k) / 64.0 * std::f64::consts::TAU;
            let out = contact.depth - 0.02;
            let pushed = rect(x + turn.cos() * out, y + turn.sin() * out);
            assert!(query::overlaps(&l, &pushed, Touching::Ignored), "{x} {y} {contact:?} {turn}");
        }
    }
}

#[test]
fn a_slot_as_wide_as_the_body_is_free() {
    let gap = tiles(&["#.#", "###"], [0.0, 0.0]);
    // Half a pixel off the slot, and deeper than that in the wall next to it.
    let body = form(Shape::rect([8.0, 6.0]), [23.5, 6.0]);
    let contact = query::contact(&gap, &body, Touching::Counts).unwrap();
    assert_eq!((contact.normal, contact.depth), (Vec2::new(1.0, 0.0), 0.5));
}

#[test]
fn nothing_catches_on_a_seam_of_a_floor() {
    let floor = |cells: usize| {
        let row = "#".repeat(cells);
        tiles(&vec![row.as_str(); cells], [0.0, 0.0])
    };
    let (floor, small) = (floor(100), floor(10));
    let mut random = Random::new(3);
    let mut walk = |floor: &Form, width: i64, rounds: usize| {
        for _ in 0..rounds {
            let x = 20.0 + random.int(0..=width * 256) as f64 / 256.0;
            let walker = form(Shape::rect([5.0, 8.0]), [x, -6.0]);
            let contact = query::contact(floor, &walker, Touching::Counts).unwrap();
            assert_eq!((contact.normal, contact.depth), (Vec2::new(0.0, -1.0), 2.0), "at {x}");
        }
    };
    walk(&floor, 1500, 2000);
    // A test of all cells would take a hundred times as long in the larger map.
    let walk = std::cell::RefCell::new(walk);
    takes_at_most(5.0, || walk.borrow_mut()(&floor, 1500, 100), || walk.borrow_mut()(&small, 100, 100));
}

#[test]
fn a_ray_at_a_seam_meets_the_face_that_can_be_seen() {
    let floor = tiles(&["....", "####"], [0.0, 0.0]);
    let hit = query::cast(&floor, at(22.0, 10.0), at(10.0, 22.0)).unwrap();
    assert_eq!((hit.t, hit.normal), (0.5, Vec2::new(0.0, -1.0)));
    let hit = query::cast(&floor, at(10.0, 10.0), at(22.0, 22.0)).unwrap();
    assert_eq!((hit.t, hit.normal), (0.5, Vec2::new(0.0, -1.0)));
    // Two faces that meet at a corner: the one more against the ray.
    let block = form(Shape::rect([8.0, 8.0]), [0.0, 0.0]);
    assert_eq!(query::cast(&block, at(-10.0, -18.0), at(-6.0, 2.0)).unwrap().normal, [0.0, -1.0]);
    assert_eq!(query::cast(&block, at(-18.0, -10.0), at(2.0, -6.0)).unwrap().normal, [-1.0, 0.0]);
}

#[test]
fn fast_shots_miss_no_thin_wall() {
    let mut random = Random::new(9);
    for _ in 0..rounds(20_000) {
        let x = random.int(-200 * 256..=200 * 256) as f64 / 256.0;
        let wall = form(Shape::rect([1.0 / 256.0, 30.0]), [x, 0.0]);
        let [y0, y1] = [0, 1].map(|_| random.int(-29 * 256..=29 * 256) as f64 / 256.0);
        let shot = form(Shape::circle(0.0), [900.0, y1]);
        let flies = Moving { form: &shot, from: at(-900.0, y0), to: at(900.0, y1) };
        for touching in [Touching::Counts, Touching::Ignored] {
            let met = query::overlap_on_way(Moving::still(&wall, at(x, 0.0)), flies, touching).unwrap();
            assert!((met.t - (x + 900.0 - 1.0 / 256.0) / 1800.0).abs() < 1e-6, "{x} {y0} {y1} {met:?}");
        }
    }
    // Touching alone is no hit where touching is ignored, nor is passing by.
    let wall = form(Shape::rect([1.0, 30.0]), [0.0, 0.0]);
    let stays = Moving::still(&wall, at(0.0, 0.0));
    let shot = form(Shape::circle(2.0), [50.0, 32.0]);
    let grazes = Moving { form: &shot, from: at(-50.0, 32.0), to: at(50.0, 32.0) };
    assert!(query::overlap_on_way(stays, grazes, Touching::Counts).is_some());
    assert!(query::overlap_on_way(stays, grazes, Touching::Ignored).is_none());
    // A point that flies along the seam of two tiles enters them where they begin.
    let floor = tiles(&["##"], [0.0, 0.0]);
    let point = form(Ok(Shape::point()), [16.0, 40.0]);
    let along = Moving { form: &point, from: at(16.0, -40.0), to: at(16.0, 40.0) };
    let met = query::overlap_on_way(Moving::still(&floor, at(0.0, 0.0)), along, Touching::Ignored).unwrap();
    assert_eq!((met.t, met.overlap), (0.5, None));
}

#[test]
fn a_swept_sprite_tells_what_it_met() {
    let dot = Arc::new(Mask::from_rows(&["#"]).unwrap());
    let place = |x: f64| Form::Sprite(Sprite::place(&dot, &Placement::at([x, 0.5]), None).unwrap());
    let (there, flies) = (place(40.5), place(100.5));
    let way = Moving { form: &flies, from: at(0.5, 0.5), to: at(100.5, 0.5) };
    let met = query::overlap_on_way(Moving::still(&there, at(40.5, 0.5)), way, Touching::Counts).unwrap();
    assert_eq!(met.t, 0.4);
    let Some(Overlap::SpriteSprite(common)) = met.overlap else { panic!("two sprites") };
    assert_eq!((common.pixels, common.first), (1, [40, 0]));
}

#[test]
fn a_rounded_polygon_is_all_within_its_radius() {
    let points = [[0.0, 0.0], [40.0, 0.0], [40.0, 12.0], [12.0, 12.0], [12.0, 40.0], [0.0, 40.0]];
    let rounded = form(Shape::rounded_polygon(&points, 4.0), [0.0, 0.0]);
    let sharp = form(Shape::polygon(&points), [0.0, 0.0]);
    let mut random = Random::new(5);
    for _ in 0..rounds(2000) {
        let [x, y] = [0, 1].map(|_| random.int(-10 * 256..=50 * 256) as f64 / 256.0);
        let circle = form(Shape::circle(4.0), [x, y]);
        let point = form(Ok(Shape::point()), [x, y]);
        for touching in [Touching::Counts, Touching::Ignored] {
            let expected = query::overlaps(&sharp, &circle, touching);
            assert_eq!(query::overlaps(&rounded, &point, touching), expected, "{x} {y} {touching:?}");
        }
    }
    let squashed = Shape::rounded_polygon(&points, 0.0).unwrap();
    assert!(squashed.place(&Placement::default().scaled(Vec2::new(1.0, 2.0))).is_err());
}

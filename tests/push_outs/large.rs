//! Push-outs of bodies with many parts, slots and holes, and some whose answers are known.

use std::sync::Arc;

use kasuri::mask::Sprite;
use kasuri::shape::Part;
use kasuri::{Mask, Placement, Shape, TileMap, Touching, query, query::Form};

use crate::common::{Random, cases};
use crate::shorter::check;

/// Bodies with many parts, slots and holes.
#[test]
fn push_outs_of_large_bodies() {
    let rng = &mut Random::new(54);
    let things = large();
    let (mut met, rounds) = (0, cases(2, 40));
    for (k, a) in things.iter().enumerate() {
        for b in &things[..=k] {
            for _ in 0..rounds {
                let [p, q] = [a, b].map(|thing| {
                    let at = [rng.between(-20.0, 20.0), rng.between(-20.0, 20.0)];
                    let at = if rng.chance(2) { at } else { at.map(f64::round) };
                    let angle = if rng.chance(2) { rng.between(0.0, 6.0) } else { 0.0 };
                    thing(&Placement::at(at).turned(angle))
                });
                if !matches!((&p, &q), (Form::Sprite(_), Form::Sprite(_))) {
                    met += usize::from(check(rng, &p, &q, cases(60, 400)).is_some());
                }
            }
        }
    }
    assert!(met > 30, "{met}");
}

type Place = Box<dyn Fn(&Placement) -> Form>;

fn large() -> Vec<Place> {
    let shape = |shape: kasuri::Result<Shape>| -> Place {
        let shape = shape.unwrap();
        Box::new(move |place: &Placement| Form::Shape(shape.place(place).unwrap()))
    };
    let mask = |side: usize, is_set: fn(i32, i32) -> bool| -> Place {
        let mask = Arc::new(Mask::from_fn(side, side, is_set).unwrap());
        Box::new(move |place: &Placement| Form::Sprite(Sprite::place(&mask, place, None).unwrap()))
    };
    let polygon = |n: usize, radius: fn(f64) -> f64| {
        let turn = |k: usize| std::f64::consts::TAU * k as f64 / n as f64;
        let vertex = |k: usize| [radius(turn(k)) * turn(k).cos(), radius(turn(k)) * turn(k).sin()];
        Shape::polygon(&(0..n).map(vertex).collect::<Vec<_>>())
    };
    let comb = |teeth: usize| {
        let mut points = vec![[0.0, -6.0]];
        for k in 0..teeth {
            let x = 8.0 * k as f64;
            points.extend([[x, 16.0], [x + 4.0, 16.0]]);
            points.extend([[x + 4.0, 0.0], [x + 8.0, 0.0]].iter().filter(|_| k + 1 < teeth));
        }
        points.push([8.0 * (teeth - 1) as f64 + 4.0, -6.0]);
        Shape::polygon(&points.iter().map(|p| [p[0] - 16.0, p[1] - 5.0]).collect::<Vec<_>>())
    };
    let zigzag =
        |r: f64| Shape::chain(&[[-20.0, 0.0], [-10.0, 9.0], [-4.0, -7.0], [6.0, 8.0], [18.0, -3.0]], r);
    let pile: Vec<Part> = (0..12)
        .map(|k| {
            let half = [2.0 + f64::from(k % 4), 6.0 - f64::from(k % 3)];
            Part::new(Shape::rect(half).unwrap())
                .offset([f64::from(k * 7 % 29) - 14.0, f64::from(k * 11 % 31) - 15.0])
        })
        .collect();
    vec![
        shape(Shape::circle(4.0)),
        shape(Shape::rect([2.0, 9.0])),
        shape(Shape::segment([-9.0, 0.0], [9.0, 4.0])),
        shape(polygon(28, |turn| 24.0 * (0.75 + 0.25 * (7.0 * turn).sin()))),
        shape(polygon(70, |_| 16.0)),
        shape(comb(5)),
        shape(zigzag(0.0)),
        shape(zigzag(1.5)),
        shape(Shape::compound(pile)),
        mask(32, |x, y| (100..256).contains(&((x - 16) * (x - 16) + (y - 16) * (y - 16)))),
        mask(24, |x, y| (x + y) % 2 == 0),
        mask(30, |x, y| (x * 7 + y * 13) % 11 != 0),
    ]
}

fn tiles(side: f64, rows: &[&str]) -> Form {
    Form::Tiles(Arc::new(TileMap::from_rows([side, side], rows, &[]).unwrap()).place([0.0, 0.0]).unwrap())
}

fn depth_of(a: &Form, shape: kasuri::Result<Shape>, at: [f64; 2]) -> f64 {
    let b = Form::Shape(shape.unwrap().place(&Placement::at(at)).unwrap());
    query::contact(a, &b, Touching::Counts).unwrap().depth
}

/// A pocket exactly as large as the body is free, though the body fits by one single move.
#[test]
fn pockets_that_fit_exactly_are_free() {
    let map = tiles(8.0, &["#####", "#####", "##.##", "#####", "#####"]);
    let triangle = || Shape::polygon(&[[-4.0, 4.0], [4.0, -4.0], [-3.0, -3.0]]);
    assert_eq!(depth_of(&map, triangle(), [18.0, 20.0]), 2.0);
    assert_eq!(depth_of(&map, triangle(), [19.0, 20.0]), 1.0);
    let whole = || Shape::rect([4.0, 4.0]);
    assert_eq!(depth_of(&map, whole(), [18.0, 20.0]), 2.0);
    assert_eq!(depth_of(&map, whole(), [18.0, 21.5]), 2.5);
    // A slot as wide as the circle, and one that is a lattice unit less wide.
    let slot = tiles(8.0, &["#####", ".....", "#####"]);
    assert_eq!(depth_of(&slot, Shape::circle(4.0), [20.0, 11.0]), 1.0);
    assert!(depth_of(&slot, Shape::circle(4.0 + 1.0 / 256.0), [20.0, 11.0]) > 7.0);
}

/// Two parts without interior block each other where they touch: a segment cannot leave through the joint of a chain.
#[test]
fn joints_of_lines_are_no_way_through() {
    // A square of lines around the end of a segment.
    let corners = [[-6.0, -6.0], [6.0, -6.0], [6.0, 6.0], [-6.0, 6.0], [-6.0, -6.0]];
    let fence = Form::Shape(Shape::chain(&corners, 0.0).unwrap().place(&Placement::default()).unwrap());
    let depth = depth_of(&fence, Shape::segment([0.0, 0.0], [0.0, 20.0]), [0.0, 0.0]);
    assert!((depth - 6.0).abs() < 1e-3, "{depth}");
    let lying = depth_of(&fence, Shape::segment([-9.0, 0.0], [9.0, 0.0]), [0.0, 0.0]);
    assert!((lying - 6.0).abs() < 1e-3, "{lying}");
}

/// The nearest free move ends on a circle that the origin lies outside of: the move goes towards the center.
#[test]
fn a_move_to_a_circle_from_outside_goes_towards_it() {
    let disc = |at: [f64; 2]| Part::new(Shape::circle(1.0).unwrap()).offset(at);
    let place =
        |parts: Vec<Part>| Form::Shape(Shape::compound(parts).unwrap().place(&Placement::default()).unwrap());
    let a = place(vec![disc([8.0, 4.5]), disc([8.0, 40.0])]);
    let dot = Part::new(Shape::point()).offset([5.0, 4.5]);
    let corners = [[8.0, 3.0], [8.0, 6.0], [14.0, 6.0], [14.0, 3.0]];
    let b = place(vec![dot, Part::new(Shape::rounded_polygon(&corners, 1.0).unwrap())]);
    let contact = query::contact(&a, &b, Touching::Ignored).unwrap();
    assert_eq!((contact.normal.x, contact.normal.y, contact.depth), (1.0, 0.0, 2.0));
}

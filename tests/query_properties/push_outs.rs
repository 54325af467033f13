//! Tests that a contact of bodies of several parts is the shortest move out (SPEC 5): after it no two parts are deeper than
//! 1e-3 px in each other, and no shorter move is free.

use std::sync::Arc;

use kasuri::lattice::Point;
use kasuri::mask::{Cover, Sprite};
use kasuri::shape::{CellForm, Convex, Part};
use kasuri::{Mask, Placement, Shape, TileMap, Touching, query, query::Form};

use crate::common::{KINDS, Random, cases};
use crate::on_pairs;

/// The tolerance of SPEC 5, in lattice units.
const ALLOWED: f64 = 0.256;

/// A part: a hull in lattice units and a radius.
struct Solid {
    hull: Vec<[f64; 2]>,
    radius: f64,
}

fn solids(form: &Form) -> Vec<Solid> {
    let convex = |c: &Convex| Solid {
        hull: c.vertices().iter().map(|v| [f64::from(v.x), f64::from(v.y)]).collect(),
        radius: c.radius().into(),
    };
    let pixels = |sprite: &Sprite| -> Vec<Solid> {
        let cover = Cover::of(sprite);
        let squares = cover.iter().map(|(i, j)| {
            let [x, y] = [i, j].map(|k| f64::from(k) * 256.0);
            Solid { hull: vec![[x, y], [x, y + 256.0], [x + 256.0, y + 256.0], [x + 256.0, y]], radius: 0.0 }
        });
        squares.collect()
    };
    match form {
        Form::Shape(parts) => parts.iter().map(convex).collect(),
        Form::Sprite(sprite) => pixels(sprite),
        Form::Tiles(tiles) => {
            let of_cell = |form: CellForm| match form {
                CellForm::Convex(part) => vec![convex(&part)],
                CellForm::Sprite(sprite) => pixels(&sprite),
            };
            tiles.cells().flat_map(|cell| of_cell(cell.form)).collect()
        }
    }
}

/// Returns the hull of some points by Andrew's monotone chain.
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut half: Vec<[f64; 2]> = Vec::new();
        for q in points {
            while let [.., o, a] = half[..] {
                if (a[0] - o[0]) * (q[1] - o[1]) - (a[1] - o[1]) * (q[0] - o[0]) > 0.0 {
                    break;
                }
                half.pop();
            }
            half.push(q);
        }
        half.pop();
        half
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

/// Returns how deep two parts overlap after a move of the second one, in lattice units; below 0 if they are apart.
fn depth(a: &Solid, b: &Solid, by: [f64; 2]) -> f64 {
    let all =
        a.hull.iter().flat_map(|p| b.hull.iter().map(move |q| [q[0] + by[0] - p[0], q[1] + by[1] - p[1]]));
    let h = hull(all.collect());
    let sides = || (0..h.len()).map(|k| (h[k], h[(k + 1) % h.len()]));
    let far = |(p, q): ([f64; 2], [f64; 2])| {
        let e = [q[0] - p[0], q[1] - p[1]];
        let length = e[0] * e[0] + e[1] * e[1];
        let t = if length == 0.0 { 0.0 } else { (-(p[0] * e[0] + p[1] * e[1]) / length).clamp(0.0, 1.0) };
        (p[0] + e[0] * t).hypot(p[1] + e[1] * t)
    };
    let nearest = sides().map(far).fold(f64::INFINITY, f64::min);
    let holds = h.len() > 2 && sides().all(|(p, q)| (q[0] - p[0]) * -p[1] - (q[1] - p[1]) * -p[0] >= 0.0);
    a.radius + b.radius + if holds { nearest } else { -nearest }
}

/// Returns the depth of the deepest two parts after a move.
fn left_after(a: &[Solid], b: &[Solid], by: [f64; 2]) -> f64 {
    let around = |solid: &Solid| {
        let side = |axis: usize, sign: f64| {
            solid.hull.iter().map(|v| v[axis] * sign).fold(f64::NEG_INFINITY, f64::max) + solid.radius
        };
        [side(0, 1.0), side(1, 1.0), side(0, -1.0), side(1, -1.0)]
    };
    let boxes: Vec<[f64; 4]> = b.iter().map(around).collect();
    let mut most = 0.0_f64;
    for p in a {
        let near = around(p);
        let meets =
            |q: &[f64; 4]| (0..2).all(|k| near[k] + q[k + 2] >= by[k] && q[k] + near[k + 2] >= -by[k]);
        for (q, _) in b.iter().zip(&boxes).filter(|(_, around)| meets(around)) {
            most = most.max(depth(p, q, by));
        }
    }
    most
}

/// Returns a form moved by lattice units; `None` for a sprite, which covers other squares there, and beyond the world.
fn moved(form: &Form, by: Point) -> Option<Form> {
    match form {
        Form::Shape(parts) => {
            let parts = parts.iter().map(|part| part.moved_by(by).ok()).collect::<Option<Vec<_>>>()?;
            Some(Form::Shape(parts.into()))
        }
        Form::Sprite(_) => None,
        Form::Tiles(tiles) if tiles.cells().any(|cell| matches!(cell.form, CellForm::Sprite(_))) => None,
        Form::Tiles(tiles) => {
            let at = Point::new(tiles.at().x + by.x, tiles.at().y + by.y);
            tiles.moved_to(at).ok().map(Form::Tiles)
        }
    }
}

/// Whether two bodies do not overlap: they may touch, but not two parts without interior.
fn is_free(a: &Form, b: &Form) -> bool {
    let thin = |form: &Form| -> Vec<Form> {
        let Form::Shape(parts) = form else { return Vec::new() };
        let thin = parts.iter().filter(|part| part.radius() == 0 && part.vertices().len() < 3);
        thin.map(|part| Form::Shape(part.clone().into())).collect()
    };
    let (thin_a, thin_b) = (thin(a), thin(b));
    !query::overlaps(a, b, Touching::Ignored)
        && !thin_a.iter().any(|p| thin_b.iter().any(|q| query::overlaps(p, q, Touching::Counts)))
}

/// Checks the contact of two bodies, if they overlap; returns whether they do.
fn check(rng: &mut Random, a: &Form, b: &Form, samples: usize) -> bool {
    let Some(contact) = query::contact(a, b, Touching::Counts) else { return false };
    let depth = contact.depth * 256.0;
    let by = [contact.normal.x * depth, contact.normal.y * depth];
    let left = left_after(&solids(a), &solids(b), by);
    assert!(left <= ALLOWED, "{left} left after {contact:?} {a:?} {b:?}");
    for k in 0..samples {
        let (turn, u) = (rng.between(0.0, std::f64::consts::TAU), rng.between(0.0, 1.0));
        // Half of them anywhere; others near the rim, and some of these near the answer.
        let (turn, share) = match k % 8 {
            0..=3 => (turn, u.sqrt()),
            4..=6 => (turn, 1.0 - 0.02 * u * u),
            _ => (by[1].atan2(by[0]) + 0.05 * (turn - 3.0), 1.0 - 0.02 * u * u),
        };
        let [x, y] = [turn.cos(), turn.sin()].map(|x| (share * depth * x).round());
        if x.hypot(y) > depth - ALLOWED {
            continue;
        }
        let (x, y) = (x as i32, y as i32);
        let free = match (moved(b, Point::new(x, y)), moved(a, Point::new(-x, -y))) {
            (Some(b), _) => is_free(a, &b),
            (_, Some(a)) => is_free(&a, b),
            _ => false,
        };
        assert!(!free, "({x}, {y}) is free, but not as long as {contact:?} {a:?} {b:?}");
    }
    true
}

#[test]
fn a_push_out_is_enough_and_no_shorter_one_is() {
    let is_sprite = |form: &Form| matches!(form, Form::Sprite(_));
    on_pairs([&KINDS, &KINDS], (2500, 400_000), |rng, near| {
        let [a, b] = [&near.placed[0].form, &near.placed[1].form];
        if is_sprite(a) && is_sprite(b) {
            // These have a depth of their own (SPEC 4).
            return query::overlaps(a, b, Touching::Counts);
        }
        check(rng, a, b, cases(24, 60))
    });
}

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
                    met += usize::from(check(rng, &p, &q, cases(60, 400)));
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

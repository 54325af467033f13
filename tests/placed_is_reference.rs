//! Tests that shapes and masks are placed as the reference places them by itself (SPEC 2 and 4): the parts of every
//! shape, the cuts of concave polygons, and the six integers of a turn with the pixels that it covers.
#![allow(clippy::unwrap_used)]

mod common;

use common::{KINDS, Kind, Random, Thing, cases};
use kasuri::lattice::Point;
use kasuri::query::Form;
use kasuri::{Placement, Shape, Vec2, reference};

fn parts(shape: &Shape, at: &Placement) -> Vec<(Vec<Point>, i32)> {
    let placed = shape.place(at).unwrap();
    placed.iter().map(|part| (part.vertices().to_vec(), part.radius())).collect()
}

#[test]
fn shapes_land_where_the_reference_places_them() {
    let random = &mut Random::new(54);
    let shapes = KINDS.iter().filter(|kind| !matches!(kind, Kind::Sprite | Kind::Tiles));
    let mut parts_placed = 0;
    for &kind in shapes {
        for _ in 0..cases(2000, 100_000) {
            let (thing, mut at) = Thing::random(random, kind);
            at.at = random.point(1000.0).into();
            let Thing::Shape(shape) = thing else { panic!("a shape") };
            let placed = reference::place(&shape, &at);
            assert_eq!(parts(&shape, &at), placed, "{shape:?} {at:?}");
            parts_placed += placed.len();
        }
    }
    assert!(parts_placed > 40_000, "{parts_placed}");
}

/// Polygons on a small grid have many collinear vertices, before and after a cut.
#[test]
fn polygons_are_cut_as_the_reference_cuts_them() {
    let random = &mut Random::new(55);
    let (mut cut, mut tried) = (0, 0);
    while cut < cases(3000, 200_000) {
        tried += 1;
        let count = random.int(4..=14) as usize;
        let points: Vec<Vec2> = (0..count)
            .map(|k| {
                let turn = (k as f64 + random.between(0.0, 0.9)) / count as f64 * std::f64::consts::TAU;
                let far = random.between(1.0, 7.0);
                Vec2::new((turn.cos() * far).round(), (turn.sin() * far).round())
            })
            .collect();
        let Ok(shape) = Shape::polygon(&points) else { continue };
        let angle = random.pick(&[0.0, 0.4, -2.0]);
        let at =
            Placement::at(random.point(50.0)).turned(angle).scaled(random.pick(&[[1.0, 1.0], [-0.3, 2.0]]));
        assert_eq!(parts(&shape, &at), reference::place(&shape, &at), "{points:?} {at:?}");
        cut += usize::from(shape.place(&at).unwrap().len() > 1);
    }
    // Most are simple polygons.
    assert!(tried < 20 * cut, "{cut} of {tried}");
    // A convex polygon of more than 64 vertices is cut too.
    let ring: Vec<Vec2> = (0..70)
        .map(|k| f64::from(k) / 70.0 * std::f64::consts::TAU)
        .map(|turn| Vec2::new(turn.cos() * 90.0, turn.sin() * 90.0))
        .collect();
    let round = Shape::polygon(&ring).unwrap();
    let placed = reference::place(&round, &Placement::default());
    assert_eq!(parts(&round, &Placement::default()), placed);
    assert!(placed.len() > 60);
}

#[test]
fn masks_turn_as_the_reference_turns_them() {
    let random = &mut Random::new(56);
    for _ in 0..cases(5000, 200_000) {
        let (thing, mut at) = Thing::random(random, Kind::Sprite);
        at.at = random.point(1000.0).into();
        let Form::Sprite(sprite) = thing.place(&at).form else { panic!("a sprite") };
        let Thing::Sprite(mask, pivot) = thing else { panic!("a sprite") };
        let size = [mask.width(), mask.height()].map(f64::from);
        let turn = sprite.turn();
        let ours = [turn.ux, turn.uy, turn.vx, turn.vy, turn.u1, turn.v1].map(i64::from);
        assert_eq!(ours, reference::turn(size, &at, pivot), "{at:?} {pivot:?}");
    }
}

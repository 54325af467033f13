//! Polygons from arbitrary vertices: refused, or cut into parts that fill them; placing never panics (SPEC 2).
#![no_main]

use arbitrary::Arbitrary;
use kasuri::lattice::{Point, snap};
use kasuri::shape::{Convex, Polygon};
use kasuri::{Placement, Shape, Vec2};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    outline: Outline,
    at: [f64; 2],
    angle: f64,
    scale: [f64; 2],
}

#[derive(Arbitrary, Debug)]
enum Outline {
    /// Lattice units: vertices are likely to coincide, line up or touch.
    Near(Vec<[i8; 2]>),
    /// Pixels.
    Far(Vec<[i16; 2]>),
    Any(Vec<[f64; 2]>),
}

fuzz_target!(|input: Input| {
    let near = |k: i8| f64::from(k) / 256.0;
    let points: Vec<Vec2> = match &input.outline {
        Outline::Near(list) => list.iter().map(|p| Vec2::new(near(p[0]), near(p[1]))).collect(),
        Outline::Far(list) => list.iter().map(|p| Vec2::new(p[0].into(), p[1].into())).collect(),
        Outline::Any(list) => list.iter().map(|&p| p.into()).collect(),
    };
    let Ok(polygon) = Polygon::new(&points) else {
        assert!(Shape::polygon(&points).is_err());
        return;
    };
    let shape = Shape::polygon(&points).expect("judged twice alike");
    if let Ok(parts) = shape.place(&Placement::default()) {
        assert_eq!(parts.len() == 1, polygon.is_convex() || points.len() == 3);
        let ring: Vec<Point> =
            points.iter().map(|p| Point::new(snap(p.x).unwrap(), snap(p.y).unwrap())).collect();
        assert_eq!(parts.iter().map(|part| area(part.vertices())).sum::<i128>(), area(&ring));
    }
    let placement = Placement::at(input.at).turned(input.angle).scaled(input.scale);
    if let Ok(parts) = shape.place(&placement) {
        parts.iter().for_each(check_hull);
    }
});

/// Returns twice the area enclosed by an outline.
fn area(ring: &[Point]) -> i128 {
    let term = |a: Point, b: Point| i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y);
    (0..ring.len()).map(|k| term(ring[k], ring[(k + 1) % ring.len()])).sum::<i128>().abs()
}

/// Checks that (-dy, dx) of every edge points outwards, and that no vertex is collinear with its neighbors.
fn check_hull(part: &Convex) {
    let ring = part.vertices();
    let n = ring.len();
    assert!((1..=64).contains(&n));
    let d = |p: i32, q: i32| i128::from(p) - i128::from(q);
    for k in 0..if n > 2 { n } else { 0 } {
        let (a, b, c) = (ring[k], ring[(k + 1) % n], ring[(k + 2) % n]);
        assert!(d(b.x, a.x) * d(c.y, a.y) < d(b.y, a.y) * d(c.x, a.x));
    }
}

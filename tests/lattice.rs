//! Tests SPEC 1: where numbers land on the lattice, and how far it reaches.
#![allow(clippy::unwrap_used)]

mod support;

use kasuri::lattice::{Bounds, EDGE, LONGEST, PixelBox, Point, UNITS, snap};
use kasuri::{ErrorKind, Vec2};
use support::{Random, exact_snap, refusal, rounds};

const UNIT: f64 = 1.0 / 256.0;

#[test]
fn a_pixel_has_256_units_and_the_world_2_to_the_21_pixels() {
    assert_eq!((UNITS, EDGE, LONGEST), (256, 256 << 21, 256 << 14));
}

#[test]
fn ties_go_to_even() {
    let halves = [(0.5, 0), (1.5, 2), (2.5, 2), (3.5, 4), (-0.5, 0), (-1.5, -2), (-2.5, -2), (-3.5, -4)];
    for (units, even) in halves {
        assert_eq!(snap(units * UNIT), Ok(even), "{units}");
    }
}

#[test]
fn next_to_a_tie_the_nearer_wins() {
    for tie in [0.5, 1.5, 2.5, 1000.5, 536_870_910.5] {
        let below = (tie - 0.5) as i32;
        assert_eq!(snap((tie * UNIT).next_down()), Ok(below));
        assert_eq!(snap((tie * UNIT).next_up()), Ok(below + 1));
        assert_eq!(snap((-tie * UNIT).next_up()), Ok(-below));
        assert_eq!(snap((-tie * UNIT).next_down()), Ok(-below - 1));
    }
}

#[test]
fn every_number_snaps_to_the_exactly_nearest_unit() {
    let mut random = Random::new(1);
    for _ in 0..rounds(50_000) {
        let x = match random.int(0..=3) {
            0 => random.between(-8e6, 8e6),
            1 => random.between(-4.0, 4.0),
            2 => random.int(-1 << 30..=1 << 30) as f64 / 512.0,
            _ => f64::from_bits(random.bits()) % 8e6,
        };
        if x.is_finite() {
            assert_eq!(snap(x).map(i128::from), Ok(exact_snap(x)), "{x:e}");
        }
    }
}

#[test]
fn an_f32_lands_where_the_same_f64_does() {
    for x in [0.1_f32, -16_777.217, 1e-30, 2_000_000.1] {
        let same = snap(f64::from(x)).unwrap();
        assert_eq!(Point::snapped([x, -x]), Ok(Point::new(same, -same)));
    }
}

#[test]
fn what_i32_cannot_hold_is_refused() {
    let most = f64::from(i32::MAX) * UNIT;
    assert_eq!(snap(most), Ok(i32::MAX));
    assert_eq!(snap(most + 0.4 * UNIT), Ok(i32::MAX));
    assert!(snap(most + UNIT).is_err_and(|error| error.kind() == ErrorKind::Number));
    let least = f64::from(i32::MIN) * UNIT;
    assert_eq!(snap(least), Ok(i32::MIN));
    assert_eq!(snap(least - 0.5 * UNIT), Ok(i32::MIN));
    assert!(snap(least - UNIT).is_err_and(|error| error.kind() == ErrorKind::Number));
    assert_eq!(refusal(snap(-1e300)), "-1e300 is out of range; a placed coordinate is -2097152 to 2097152");
}

#[test]
fn what_is_not_finite_is_refused() {
    assert_eq!(refusal(snap(f64::NAN)), "NaN is not a finite number");
    assert_eq!(refusal(Point::snapped([0.0, f64::INFINITY])), "[1]: inf is not a finite number");
    assert_eq!(refusal(Point::snapped([f32::NEG_INFINITY, 0.0])), "[0]: -inf is not a finite number");
}

#[test]
fn a_placed_point_lies_at_most_2_to_the_21_pixels_out() {
    let edge = 2_097_152.0;
    assert_eq!(Point::snapped([edge, -edge]), Ok(Point::new(1 << 29, -(1 << 29))));
    // A coordinate that snaps onto the edge is on it.
    assert_eq!(Point::snapped([edge + UNIT / 2.0, 0.0]), Ok(Point::new(1 << 29, 0)));
    for sign in [1.0, -1.0] {
        let beyond = sign * (edge + UNIT);
        let says = format!("{beyond} is out of range; a placed coordinate is -2097152 to 2097152");
        assert_eq!(refusal(Point::snapped([beyond, 0.0])), format!("[0]: {says}"));
        assert_eq!(refusal(Point::snapped([0.0, beyond])), format!("[1]: {says}"));
    }
}

#[test]
fn places_come_from_anything_with_two_numbers() {
    let place = Vec2::new(1.5, -2.25);
    assert_eq!(Vec2::from([1.5, -2.25]), place);
    assert_eq!(Vec2::from((1.5, -2.25)), place);
    assert_eq!(Vec2::from([1.5_f32, -2.25]), place);
    assert_eq!(Vec2::from((1.5_f32, -2.25_f32)), place);
    assert_eq!(<[f64; 2]>::from(place), [1.5, -2.25]);
    assert_eq!(Vec2::default(), Vec2::new(0.0, 0.0));
}

#[cfg(feature = "glam")]
#[test]
fn places_come_from_and_go_to_glam() {
    let place = Vec2::new(1.5, -2.25);
    assert_eq!(Vec2::from(glam::DVec2::new(1.5, -2.25)), place);
    assert_eq!(Vec2::from(glam::Vec2::new(1.5, -2.25)), place);
    assert_eq!(glam::DVec2::from(place), glam::DVec2::new(1.5, -2.25));
}

#[cfg(feature = "mint")]
#[test]
fn places_come_from_and_go_to_mint() {
    let place = Vec2::new(1.5, -2.25);
    assert_eq!(Vec2::from(mint::Vector2 { x: 1.5, y: -2.25 }), place);
    assert_eq!(Vec2::from(mint::Point2 { x: 1.5, y: -2.25 }), place);
    assert_eq!(Vec2::from(mint::Vector2 { x: 1.5_f32, y: -2.25 }), place);
    assert_eq!(Vec2::from(mint::Point2 { x: 1.5_f32, y: -2.25 }), place);
    assert_eq!(mint::Vector2::from(place), mint::Vector2 { x: 1.5, y: -2.25 });
}

fn bounds(x0: i32, y0: i32, x1: i32, y1: i32) -> Bounds {
    Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) }
}

#[test]
fn bounds_hold_points_and_each_other() {
    assert_eq!(Bounds::around([]), None);
    assert_eq!(Bounds::around([Point::new(3, -4)]), Some(bounds(3, -4, 3, -4)));
    let points = [Point::new(3, 4), Point::new(-1, 6), Point::new(2, -5)];
    assert_eq!(Bounds::around(points), Some(bounds(-1, -5, 3, 6)));
    assert_eq!(bounds(0, 5, 2, 6).union(bounds(1, 1, 3, 2)), bounds(0, 1, 3, 6));
    assert_eq!(bounds(1, 1, 3, 2).union(bounds(0, 5, 2, 6)), bounds(0, 1, 3, 6));
    assert_eq!(bounds(0, 1, 2, 3).grown(4), bounds(-4, -3, 6, 7));
    assert_eq!(bounds(0, 0, 1, 1).grown(i32::MAX), bounds(-i32::MAX, -i32::MAX, i32::MAX, i32::MAX));
}

#[test]
fn bounds_are_closed() {
    let a = bounds(0, 0, 10, 10);
    for b in [bounds(10, 0, 12, 5), bounds(-5, 3, 0, 4), bounds(2, 10, 3, 11), bounds(2, -3, 3, 0)] {
        assert!(a.meets(b) && b.meets(a), "{b:?}");
    }
    for b in [bounds(11, 0, 12, 5), bounds(-5, 3, -1, 4), bounds(2, 11, 3, 12), bounds(2, -3, 3, -1)] {
        assert!(!a.meets(b) && !b.meets(a), "{b:?}");
    }
    assert!(a.meets(bounds(4, 4, 5, 5)) && bounds(4, 4, 5, 5).meets(a));
}

fn pixels(x0: i32, y0: i32, x1: i32, y1: i32) -> PixelBox {
    PixelBox { x0, y0, x1, y1 }
}

#[test]
fn pixel_boxes_are_half_open() {
    assert!(!pixels(0, 0, 1, 1).is_empty());
    assert!(pixels(0, 0, 0, 1).is_empty() && pixels(0, 0, 1, 0).is_empty());
    assert!(pixels(2, 0, 1, 1).is_empty() && pixels(0, 2, 1, 1).is_empty());
    assert_eq!(pixels(0, 1, 9, 8).intersection(pixels(3, -2, 12, 5)), pixels(3, 1, 9, 5));
    assert_eq!(pixels(3, -2, 12, 5).intersection(pixels(0, 1, 9, 8)), pixels(3, 1, 9, 5));
    assert!(pixels(0, 0, 2, 2).intersection(pixels(2, 0, 4, 2)).is_empty());
    assert_eq!(pixels(-1, 2, 3, 4).bounds(), Some(bounds(-256, 512, 768, 1024)));
    assert_eq!(pixels(3, 2, 3, 4).bounds(), None);
    // Bounds of any values from a caller: nothing overflows.
    let (least, most) = (i32::MIN, i32::MAX);
    assert_eq!(pixels(least, least, most, most).bounds(), Some(bounds(least, least, most, most)));
}

#[test]
fn a_closed_box_has_a_part_in_every_square_it_touches() {
    assert_eq!(PixelBox::around(bounds(0, 0, 0, 0)), pixels(0, 0, 1, 1));
    assert_eq!(PixelBox::around(bounds(-1, -256, 255, 256)), pixels(-1, -1, 1, 2));
    assert_eq!(PixelBox::around(bounds(-257, 700, -257, 1023)), pixels(-2, 2, -1, 4));
    let all: Vec<_> = pixels(-1, 4, 1, 6).iter().collect();
    assert_eq!(all, [(-1, 4), (0, 4), (-1, 5), (0, 5)]);
    assert_eq!(pixels(3, 4, 3, 6).iter().count() + pixels(3, 4, 5, 4).iter().count(), 0);
}

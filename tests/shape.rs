//! Tests SPEC 2: where shapes land, which of them are refused, and the error messages.
#![allow(clippy::unwrap_used)]

mod support;

use kasuri::{Body, Cause, ErrorKind, World, lattice::Point};
use kasuri::{
    Placement, Shape, Vec2,
    query::{self, Form},
    shape::{Convex, Part, Transform},
};
use support::{Random, cross, exact_snap, refusal, rounds};

const UNIT: f64 = 1.0 / 256.0;

fn vertices(part: &Convex) -> Vec<(i32, i32)> {
    part.vertices().iter().map(|p| (p.x, p.y)).collect()
}

/// Returns the only part of a shape, placed.
fn one(shape: &Shape, placement: &Placement) -> Convex {
    let parts = shape.place(placement).unwrap();
    assert_eq!(parts.len(), 1);
    parts[0].clone()
}

fn at(x: f64, y: f64) -> Placement {
    Placement::at([x, y])
}

#[test]
fn a_vertex_is_turned_in_f64_snapped_and_added_to_the_snapped_position() {
    let mut random = Random::new(2);
    for _ in 0..rounds(20_000) {
        let limit = random.pick(&[2.0, 100.0, 1e5]);
        let mut number = |size: f64| random.between(-size, size);
        let (p, angle, v) = ([number(1e6), number(1e6)], number(10.0), [number(limit), number(limit)]);
        let scale = [number(8.0), number(8.0)].map(|s| s + 0.02_f64.copysign(s));
        let placement = Placement::at(p).turned(angle).scaled(scale);
        let (c, s) = (libm::cos(angle), libm::sin(angle));
        let x = exact_snap(c * scale[0] * v[0] - s * scale[1] * v[1]) + exact_snap(p[0]);
        let y = exact_snap(s * scale[0] * v[0] + c * scale[1] * v[1]) + exact_snap(p[1]);
        let landed = placement.frame().unwrap().vertex(v.into());
        assert_eq!(landed.map(|p| (p.x.into(), p.y.into())), Ok((x, y)), "{placement:?} {v:?}");
    }
}

#[test]
fn a_positive_angle_turns_x_towards_y() {
    let turned = at(10.0, 20.0).turned(std::f64::consts::FRAC_PI_2).frame().unwrap();
    assert_eq!(turned.vertex([3.0, 1.0].into()), Ok(Point::new(9 * 256, 23 * 256)));
}

/// Tests values where the last bit of libm 0.2.16 differs from other libraries.
#[test]
fn sine_and_cosine_have_the_bits_of_the_pinned_libm() {
    let frame = |angle: f64| at(0.0, 0.0).turned(angle).frame().unwrap();
    assert_eq!(frame(7.3492).cos.to_bits(), 0x3fde_f391_de00_bb79);
    assert_eq!(frame(8.484).sin.to_bits(), 0x3fe9_db45_d028_c407);
    assert_eq!(frame(0.9398).sin.to_bits(), 0x3fe9_d68c_ad2e_09d2);
    assert_eq!(frame(0.5868).cos.to_bits(), 0x3fea_a59d_a776_c973);
}

/// Tests vertices so near a tie that one unit in the last place of sine or cosine moves them.
#[test]
fn one_ulp_of_sine_or_cosine_shows() {
    let frame = |angle: f64| at(0.0, 0.0).turned(angle).frame().unwrap();
    let far = |frame: Transform, x: f64| frame.vertex([x, 0.0].into()).unwrap();
    let cosines: [(f64, f64, i32); 4] = [
        (0.737, 513_239.489342858, 97_292_219),
        (1.439, 262_604.3825387626, 8_834_607),
        (7.3492, 852_846.7829405263, 105_587_360),
        (0.5868, 1_058_410.2202468214, 225_627_122),
    ];
    for (angle, x, lands) in cosines {
        let exact = frame(angle);
        assert_eq!(far(exact, x).x, lands);
        let others = [exact.cos.next_up(), exact.cos.next_down()];
        assert!(others.into_iter().any(|cos| far(Transform { cos, ..exact }, x).x != lands));
    }
    let sines: [(f64, f64, i32); 4] = [
        (2.042, 917_763.0364957115, 209_343_367),
        (2.66, 1_477_996.6685842501, 175_256_358),
        (8.484, 895_257.8843410466, 185_186_128),
        (0.9398, 428_306.7889201486, 88_533_014),
    ];
    for (angle, x, lands) in sines {
        let exact = frame(angle);
        assert_eq!(far(exact, x).y, lands);
        let others = [exact.sin.next_up(), exact.sin.next_down()];
        assert!(others.into_iter().any(|sin| far(Transform { sin, ..exact }, x).y != lands));
    }
}

/// Tests vertices so near a tie that another order of the products, or a fused multiply-add, moves them.
#[test]
fn the_offset_is_taken_left_to_right_each_operation_rounded_once() {
    type Row = (f64, [f64; 2], [f64; 2], (i32, i32));
    let rows: [Row; 7] = [
        (0.702, [1.81, -1.36], [-225_086.5839111733, 366_561.8], (2_775_973, -164_794_992)),
        (0.902, [1.18, -1.82], [256_299.74279222873, 203_480.4], (122_387_018, 1_960_219)),
        (1.243, [1.2, -1.82], [111_301.92648246173, -8288.3], (7_352_288, 33_614_670)),
        (1.346, [1.2, -2.15], [-232_947.404412282, 106_380.8], (41_127_192, -82_812_620)),
        (1.069, [2.5, -2.19], [193_595.25707776292, -465_761.8], (-169_336_717, 234_227_736)),
        (1.017, [2.91, -1.55], [56_485.783840298864, 111_127.4], (59_635_126, 12_599_553)),
        (1.139, [1.72, -1.92], [153_258.84603835194, -286_572.8], (-99_686_028, 120_237_802)),
    ];
    for (angle, scale, v, (x, y)) in rows {
        let frame = at(0.0, 0.0).turned(angle).scaled(scale).frame().unwrap();
        assert_eq!(frame.vertex(v.into()), Ok(Point::new(x, y)), "{angle}");
    }
    // A half-axis is scaled before it is rotated.
    let frame = at(0.0, 0.0).turned(0.843).scaled([17.78, 1.0]).frame().unwrap();
    assert_eq!(frame.half_axes([211.01802209798868, 0.0].into()).unwrap()[0].x, 638_941);
}

#[test]
fn a_position_moves_a_shape_and_never_changes_its_form() {
    let shape = Shape::polygon(&[[0.3, 0.7], [9.1, 2.2], [4.4, 8.8]]).unwrap();
    let placement = at(0.0, 0.0).turned(0.7).scaled([1.3, -0.9]);
    let still = one(&shape, &placement);
    let mut random = Random::new(3);
    for _ in 0..rounds(500) {
        let p = [random.between(-2e6, 2e6), random.between(-2e6, 2e6)];
        let by = Point::snapped(p).unwrap();
        let moved = one(&shape, &Placement { at: p.into(), ..placement });
        let back: Vec<_> = moved.vertices().iter().map(|v| Point::new(v.x - by.x, v.y - by.y)).collect();
        assert_eq!(back, still.vertices());
    }
}

#[test]
fn a_placed_part_moves_within_the_world() {
    let capsule = Shape::capsule([-1.0, 2.0], [3.0, -4.0], 0.5).unwrap();
    let still = one(&capsule, &at(0.0, 0.0));
    let by = |x: f64, y: f64| Point::snapped([x, y]).unwrap();
    assert_eq!(still.moved_by(by(-70.25, 9.5)), Ok(one(&capsule, &at(-70.25, 9.5))));
    let edge = 2_097_152.0;
    assert_eq!(still.moved_by(by(edge - 3.0, 4.0 - edge)), Ok(one(&capsule, &at(edge - 3.0, 4.0 - edge))));
    for (x, y) in [(edge - 2.0, 0.0), (0.0, edge - 1.0), (0.0, 3.0 - edge), (-edge, 0.0)] {
        assert!(still.moved_by(by(x, y)).is_err_and(|error| error.kind() == ErrorKind::Number));
    }
}

/// SPEC 1: the world's edge limits vertices; the radius may reach beyond it.
#[test]
fn a_rounded_polygon_moves_wherever_its_vertices_are_in_the_world() {
    let edge = 2_097_152.0;
    let corners = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]];
    let rounded = Shape::rounded_polygon(&corners, 50.0).unwrap();
    let mut world = World::new();
    let body = world.spawn(Body::new(rounded)).unwrap();
    for x in [edge - 1.0, 1.0 - edge] {
        world.edit(body).position([x, 0.0]).unwrap();
    }
    assert!(world.edit(body).position([edge - 0.5, 0.0]).is_err());
}

#[test]
fn each_kind_lands_as_its_points() {
    let placement = at(10.0, 20.0).scaled([2.0, 2.0]);
    let point = one(&Shape::point(), &placement);
    assert_eq!((vertices(&point), point.radius()), (vec![(2560, 5120)], 0));
    let circle = one(&Shape::circle(3.0).unwrap(), &placement);
    assert_eq!((vertices(&circle), circle.radius()), (vec![(2560, 5120)], 1536));
    let segment = one(&Shape::segment([1.0, 0.0], [0.0, 1.0]).unwrap(), &placement);
    assert_eq!((vertices(&segment), segment.radius()), (vec![(2560, 5632), (3072, 5120)], 0));
    let capsule = one(&Shape::capsule([1.0, 0.0], [0.0, 1.0], 0.5).unwrap(), &placement);
    assert_eq!((vertices(&capsule), capsule.radius()), (vec![(2560, 5632), (3072, 5120)], 256));
    let polygon = one(&Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap(), &placement);
    assert_eq!(vertices(&polygon), [(2560, 5120), (2560, 5632), (3072, 5120)]);
    let chain = Shape::chain(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], 0.25).unwrap();
    let links = chain.place(&placement).unwrap();
    assert_eq!(links.iter().map(Convex::radius).collect::<Vec<_>>(), [128, 128]);
    assert_eq!(vertices(&links[0]), [(2560, 5120), (3072, 5120)]);
    assert_eq!(vertices(&links[1]), [(3072, 5120), (3072, 5632)]);
}

#[test]
fn bounds_hold_the_radius() {
    let capsule = one(&Shape::capsule([-1.0, 2.0], [3.0, -4.0], 0.5).unwrap(), &at(0.0, 0.0));
    let bounds = capsule.bounds();
    assert_eq!((bounds.min, bounds.max), (Point::new(-384, -1152), Point::new(896, 640)));
}

#[test]
fn a_radius_is_scaled_before_it_is_snapped() {
    // 0.3 / 256 snaps to 0; four times as much is 1.2 units, which snap to 1.
    let dot = Shape::circle(0.3 * UNIT).unwrap();
    assert_eq!(one(&dot, &at(0.0, 0.0)).radius(), 0);
    assert_eq!(one(&dot, &at(0.0, 0.0).scaled([4.0, 4.0])).radius(), 1);
    assert_eq!(one(&dot, &at(0.0, 0.0).scaled([-4.0, 4.0])).radius(), 1);
    let capsule = Shape::capsule([0.0, 0.0], [1.0, 0.0], 0.3 * UNIT).unwrap();
    assert_eq!(one(&capsule, &at(0.0, 0.0).scaled([-4.0, -4.0])).radius(), 1);
}

#[test]
fn a_box_is_its_centre_with_both_half_axes() {
    let mut random = Random::new(4);
    for _ in 0..rounds(5_000) {
        let mut number = |size: f64| random.between(-size, size);
        let (p, half, angle) =
            ([number(1e4), number(1e4)], [number(40.0), number(40.0)].map(f64::abs), number(9.0));
        let scale = [number(4.0), number(4.0)].map(|s| s + 0.02_f64.copysign(s));
        let rect = one(&Shape::rect(half).unwrap(), &Placement::at(p).turned(angle).scaled(scale));
        let (c, s) = (libm::cos(angle), libm::sin(angle));
        let (hx, hy) = (half[0] * scale[0].abs(), half[1] * scale[1].abs());
        let (x, y) = ([hx * c, hx * s].map(exact_snap), [-hy * s, hy * c].map(exact_snap));
        let centre = p.map(exact_snap);
        let mut corners = Vec::new();
        for (a, b) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let [px, py] = [0, 1].map(|k| (centre[k] + a * x[k] + b * y[k]) as i32);
            corners.push(Point::new(px, py));
        }
        for corner in rect.vertices() {
            assert!(corners.contains(corner));
        }
        // A parallelogram with an interior has all four corners; mirroring changes nothing.
        if rect.vertices().len() > 2 {
            assert!(corners.iter().all(|corner| rect.vertices().contains(corner)));
        }
        let mirrored = Placement::at(p).turned(angle).scaled([-scale[0], scale[1]]);
        assert_eq!(one(&Shape::rect(half).unwrap(), &mirrored), rect);
    }
}

#[test]
fn half_axes_are_scaled_before_they_are_snapped() {
    let rect = Shape::rect([0.3 * UNIT, 0.4 * UNIT]).unwrap();
    let [x, y] =
        at(0.0, 0.0).scaled([4.0, -8.0]).frame().unwrap().half_axes([0.3 * UNIT, 0.4 * UNIT].into()).unwrap();
    assert_eq!((x, y), (Point::new(1, 0), Point::new(0, 3)));
    let placed = one(&rect, &at(0.0, 0.0).scaled([4.0, -8.0]));
    assert_eq!(vertices(&placed), [(-1, -3), (-1, 3), (1, 3), (1, -3)]);
    // The sign of the scale has no effect: X points along the rotated +x.
    let [x, _] = at(0.0, 0.0).scaled([-4.0, 1.0]).frame().unwrap().half_axes([1.0, 1.0].into()).unwrap();
    assert_eq!(x, Point::new(1024, 0));
}

#[test]
fn a_turned_box_keeps_its_corners_apart() {
    let rect = one(&Shape::rect([8.0, 3.0]).unwrap(), &at(0.0, 0.0).turned(std::f64::consts::FRAC_PI_2));
    assert_eq!(vertices(&rect), [(-768, -2048), (-768, 2048), (768, 2048), (768, -2048)]);
}

#[test]
fn nothing_sized_shapes_are_valid() {
    let place = at(1.0, 1.0);
    assert_eq!(vertices(&one(&Shape::rect([0.0, 0.0]).unwrap(), &place)), [(256, 256)]);
    assert_eq!(vertices(&one(&Shape::rect([0.0, 1.0]).unwrap(), &place)), [(256, 0), (256, 512)]);
    assert_eq!(vertices(&one(&Shape::segment([1.0, 1.0], [1.0, 1.0]).unwrap(), &place)), [(512, 512)]);
    assert_eq!(one(&Shape::circle(0.0).unwrap(), &place).radius(), 0);
    assert_eq!(one(&Shape::circle(-0.0).unwrap(), &place).radius(), 0);
    let chain = Shape::chain(&[[0.0, 0.0], [0.0, 0.0]], 0.0).unwrap();
    assert_eq!(vertices(&one(&chain, &place)), [(256, 256)]);
    // Vertices that coincide after snapping: the hull is the shape.
    let polygon = Shape::polygon(&[[0.0, 0.0], [0.01, 0.0], [0.0, 0.01]]).unwrap();
    assert_eq!(vertices(&one(&polygon, &place.scaled([1.0 / 64.0, 1.0 / 64.0]))), [(256, 256)]);
}

#[test]
fn hulls_turn_outwards_from_their_least_vertex_and_hold_their_points() {
    let mut random = Random::new(5);
    for round in 0..rounds(4_000) {
        let size = [2, 5, 30, 4000][round % 4];
        // A chain of one link, a box and a polygon all use the same hull code; a polygon covers most of it.
        let n = random.size(3..=64);
        let points: Vec<[f64; 2]> =
            (0..n).map(|_| [0, 1].map(|_| random.int(-size..=size) as f64 * UNIT)).collect();
        let Ok(shape) = Shape::polygon(&points) else {
            check_hull(&one(&Shape::segment(points[0], points[1]).unwrap(), &at(0.0, 0.0)), &points[..2]);
            continue;
        };
        for part in shape.place(&at(0.0, 0.0)).unwrap() {
            check_hull(&part, &[]);
        }
    }
    let mut random = Random::new(6);
    for _ in 0..rounds(2_000) {
        // Convex outlines with collinear vertices, rotated and squeezed until vertices coincide.
        let n = random.size(3..=64);
        let ring: Vec<[f64; 2]> = (0..n)
            .map(|k| {
                let angle = k as f64 / n as f64 * std::f64::consts::TAU;
                [angle.cos() * 9.0, angle.sin() * 9.0]
            })
            .collect();
        let scale = [random.between(0.016, 1.0), random.between(0.016, 1.0)];
        let placement = at(0.0, 0.0).turned(random.between(0.0, 7.0)).scaled(scale);
        let frame = placement.frame().unwrap();
        let landed: Vec<[f64; 2]> = ring
            .iter()
            .map(|&v| frame.vertex(v.into()).unwrap())
            .map(|p| [f64::from(p.x) * UNIT, f64::from(p.y) * UNIT])
            .collect();
        let parts = Shape::polygon(&ring).unwrap().place(&placement).unwrap();
        if parts.len() == 1 {
            check_hull(&parts[0], &landed);
        }
    }
}

fn check_hull(part: &Convex, points: &[[f64; 2]]) {
    let ring = part.vertices();
    let n = ring.len();
    assert_eq!(ring.iter().min(), Some(&ring[0]));
    let points: Vec<Point> = points.iter().map(|&p| Point::snapped(p).unwrap()).collect();
    if !points.is_empty() {
        assert!(ring.iter().all(|v| points.contains(v)));
    }
    if n < 3 {
        assert!(points.iter().all(|p| ring.contains(p) || n == 2 && cross(ring[0], ring[1], *p) == 0));
        return;
    }
    for k in 0..n {
        let (a, b, c) = (ring[k], ring[(k + 1) % n], ring[(k + 2) % n]);
        assert!(cross(a, b, c) < 0, "(-dy, dx) of an edge points outwards: {ring:?}");
        assert!(points.iter().all(|&p| cross(a, b, p) <= 0));
    }
}

#[test]
fn compounds_move_their_parts_by_an_offset_in_the_body() {
    let parts = vec![
        Part::new(Shape::circle(1.0).unwrap()).offset([5.0, 0.0]).tag("core"),
        Part::new(Shape::rect([2.0, 1.0]).unwrap()).offset([0.0, 3.0]),
        Part::new(Shape::chain(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], 0.0).unwrap()).offset([-1.0, -1.0]),
        Part::new(Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap()).offset((2.0, 2.0)),
        Part::new(Shape::capsule([0.0, 0.0], [1.0, 0.0], 0.5).unwrap()).offset([0.5, 0.25]),
        Part::new(Shape::segment([0.0, 0.0], [1.0, 0.0]).unwrap()).offset([7.0, 7.0]),
        Part::new(Shape::point()).offset([9.0, -9.0]),
    ];
    let body = Shape::compound(parts).unwrap();
    assert_eq!(body.parts().len(), 7);
    assert_eq!((body.parts()[0].name(), body.parts()[1].name()), (Some("core"), None));
    let placed = body.place(&at(10.0, 0.0).scaled([-2.0, 2.0])).unwrap();
    let px = |list: &[(i32, i32)]| list.iter().map(|(x, y)| (x * 128, y * 128)).collect::<Vec<_>>();
    let expected: [&[(i32, i32)]; 8] = [
        &[(0, 0)],
        &[(12, 8), (12, 16), (28, 16), (28, 8)],
        &[(20, -4), (24, -4)],
        &[(20, -4), (20, 0)],
        &[(8, 8), (12, 12), (12, 8)],
        &[(14, 1), (18, 1)],
        &[(-12, 28), (-8, 28)],
        &[(-16, -36)],
    ];
    for (part, list) in placed.iter().zip(expected) {
        assert_eq!(vertices(part), px(list));
    }
    assert_eq!(placed.iter().map(Convex::radius).collect::<Vec<_>>(), [512, 0, 0, 0, 0, 256, 0, 0]);
    // The offset is added in the part's own coordinates, before the rotation.
    let turned = body.place(&at(0.0, 0.0).turned(std::f64::consts::FRAC_PI_2)).unwrap();
    assert_eq!(vertices(&turned[0]), [(0, 1280)]);
}

#[test]
fn each_kind_has_its_word() {
    let parts = vec![Part::new(Shape::point())];
    let kinds = [
        (Shape::point(), "point"),
        (Shape::segment([0.0, 0.0], [1.0, 0.0]).unwrap(), "segment"),
        (Shape::circle(1.0).unwrap(), "circle"),
        (Shape::ellipse(1.0, 2.0).unwrap(), "ellipse"),
        (Shape::capsule([0.0, 0.0], [1.0, 0.0], 1.0).unwrap(), "capsule"),
        (Shape::rect([1.0, 1.0]).unwrap(), "box"),
        (Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap(), "polygon"),
        (Shape::chain(&[[0.0, 0.0], [1.0, 0.0]], 1.0).unwrap(), "chain"),
        (Shape::compound(parts).unwrap(), "compound"),
    ];
    for (shape, word) in kinds {
        assert_eq!(shape.kind(), word);
        assert_eq!(shape.parts().len(), usize::from(word == "compound"));
    }
}

#[test]
fn a_box_may_be_2_to_the_14_pixels_long_and_no_longer() {
    let fits = |shape: kasuri::Result<Shape>| shape.and_then(|s| s.place(&at(0.0, 0.0)));
    let (most, more) = (16384.0, 16384.0 + UNIT);
    assert!(fits(Shape::segment([0.0, 0.0], [most, 0.0])).is_ok());
    assert!(fits(Shape::segment([0.0, most], [0.0, 0.0])).is_ok());
    assert_eq!(
        refusal(fits(Shape::segment([0.0, 0.0], [more, 1.0]))),
        "segment: the bounding box is 16384.00390625 x 1 px; at most 16384 px a side are allowed"
    );
    assert_eq!(
        refusal(fits(Shape::segment([2.0, more], [0.0, 0.0]))),
        "segment: the bounding box is 2 x 16384.00390625 px; at most 16384 px a side are allowed"
    );
    assert!(fits(Shape::circle(8192.0)).is_ok());
    let says =
        "circle: the bounding box is 16384.0078125 x 16384.0078125 px; at most 16384 px a side are allowed";
    assert_eq!(refusal(fits(Shape::circle(8192.0 + UNIT))), says);
    assert!(fits(Shape::rect([8192.0, 8192.0])).is_ok());
    let error = fits(Shape::rect([8192.0 + UNIT, 0.0])).unwrap_err();
    assert!(matches!(error.cause(), Cause::TooLarge { .. }));
    assert!(fits(Shape::rect([0.0, 8192.0 + UNIT])).is_err());
    // A radius counts for the size; both ends of a capsule do.
    assert!(fits(Shape::capsule([0.0, 0.0], [16383.0, 0.0], 0.5)).is_ok());
    assert!(fits(Shape::capsule([0.0, 0.0], [16383.0, 0.0], 0.5 + UNIT)).is_err());
    // For a chain or a compound, each part is measured by itself.
    let chain = [[0.0, 0.0], [most, 0.0], [2.0 * most, 0.0], [2.0 * most, most]];
    assert_eq!(fits(Shape::chain(&chain, 0.0)).unwrap().len(), 3);
    assert!(fits(Shape::chain(&chain, UNIT)).is_err());
    let far = |x: f64| Part::new(Shape::circle(1.0).unwrap()).offset([x, 0.0]);
    assert!(fits(Shape::compound(vec![far(-1e6), far(1e6)])).is_ok());
    // A concave polygon is measured as a whole, even where its triangles would fit.
    let hook = |w: f64| vec![[0.0, 0.0], [w, 0.0], [w, 9.0], [w - 9.0, 1.0], [w / 2.0, 1.0], [0.0, 1.0]];
    assert!(fits(Shape::polygon(&hook(most))).is_ok());
    assert!(fits(Shape::polygon(&hook(more))).is_err());
    let bar = |w: f64| vec![[0.0, 0.0], [w, 0.0], [w, 9.0], [0.0, 9.0]];
    assert!(fits(Shape::polygon(&bar(most))).is_ok());
    assert!(fits(Shape::polygon(&bar(more))).is_err());
}

#[test]
fn a_radius_far_too_large_says_so() {
    let place = |r: f64| Shape::circle(r).unwrap().place(&at(0.0, 0.0).scaled([2.0, 2.0]));
    let says = "circle: the bounding box is 4000000000 x 4000000000 px; at most 16384 px a side are allowed";
    assert_eq!(refusal(place(1e9)), says);
    assert!(matches!(place(f64::MAX).unwrap_err().cause(), Cause::TooLarge { .. }));
}

#[test]
fn every_end_lies_in_the_world() {
    let edge = 2_097_152.0;
    let reach = |x: f64, y: f64, at: Placement| Shape::segment([0.0, 0.0], [x, y]).unwrap().place(&at);
    for sign in [1.0, -1.0] {
        assert!(reach(sign * 10.0, 0.0, at(sign * (edge - 10.0), 0.0)).is_ok());
        assert!(reach(0.0, sign * 10.0, at(0.0, sign * (edge - 10.0))).is_ok());
        let beyond = sign * (edge + UNIT);
        let says = format!("segment.b: {beyond} is out of range; a placed coordinate is -2097152 to 2097152");
        assert_eq!(refusal(reach(sign * (10.0 + UNIT), 0.0, at(sign * (edge - 10.0), 0.0))), says);
        assert_eq!(refusal(reach(0.0, sign * (10.0 + UNIT), at(0.0, sign * (edge - 10.0)))), says);
    }
    // A radius may reach beyond the world, a corner may not.
    assert!(Shape::circle(9.0).unwrap().place(&at(edge, edge)).is_ok());
    assert!(Shape::rect([9.0, 9.0]).unwrap().place(&at(edge - 9.0, 9.0 - edge)).is_ok());
    for (x, y) in [(edge - 8.0, 0.0), (0.0, edge - 8.0), (8.0 - edge, 0.0), (0.0, 8.0 - edge)] {
        assert!(Shape::rect([9.0, 9.0]).unwrap().place(&at(x, y)).is_err());
    }
    assert_eq!(
        refusal(Shape::point().place(&at(0.0, -edge - 1.0))),
        "at[1]: -2097153 is out of range; a placed coordinate is -2097152 to 2097152"
    );
}

#[test]
fn a_scale_is_a_64th_to_64() {
    let scaled = |x: f64, y: f64| at(0.0, 0.0).scaled([x, y]).frame();
    let least = 1.0 / 64.0;
    for fits in [least, 64.0, -least, -64.0, 1.0, -1.0] {
        assert!(scaled(fits, 1.0).is_ok() && scaled(1.0, fits).is_ok());
    }
    for off in
        [0.0, -0.0, least.next_down(), 64.0_f64.next_up(), -least.next_down(), -64.0_f64.next_up(), 1e15]
    {
        let says = format!("{off} is not a valid scale; use 1/64 to 64, or -64 to -1/64 to mirror");
        assert_eq!(refusal(scaled(off, 1.0)), format!("scale[0]: {says}"));
        assert_eq!(refusal(scaled(1.0, off)), format!("scale[1]: {says}"));
    }
    assert_eq!(refusal(scaled(f64::NAN, 1.0)), "scale[0]: NaN is not a finite number");
    assert_eq!(refusal(scaled(1.0, f64::INFINITY)), "scale[1]: inf is not a finite number");
}

#[test]
fn angle_and_scale_are_validated_even_where_they_change_nothing() {
    let point = Shape::point();
    assert_eq!(refusal(point.place(&at(0.0, 0.0).turned(f64::NAN))), "angle: NaN is not a finite number");
    assert_eq!(refusal(point.place(&at(f64::NAN, 0.0))), "at[0]: NaN is not a finite number");
    assert!(point.place(&at(0.0, 0.0).scaled([0.0, 1.0])).is_err());
    assert!(point.place(&at(0.0, 0.0).turned(f64::MAX).scaled([1.0, -3.0])).is_ok());
    assert_eq!(Placement::default(), at(0.0, 0.0).turned(0.0).scaled([1.0, 1.0]));
}

#[test]
fn a_radius_needs_equal_scales_also_when_it_is_0() {
    let squashed = at(0.0, 0.0).scaled([1.0, -2.0]);
    let says = "scale: the scale [1, -2] would turn a circle into an ellipse; a shape with a radius needs |sx| = |sy|; `Shape::ellipse` takes any scale";
    let round = [
        Shape::circle(0.0).unwrap(),
        Shape::capsule([0.0, 0.0], [1.0, 0.0], 0.0).unwrap(),
        Shape::chain(&[[0.0, 0.0], [1.0, 0.0]], 0.0).unwrap(),
    ];
    for shape in round {
        assert_eq!(refusal(shape.place(&squashed)), says);
        assert!(shape.place(&at(0.0, 0.0).scaled([2.0, -2.0])).is_ok());
        let compound = Shape::compound(vec![Part::new(shape)]).unwrap();
        assert_eq!(refusal(compound.place(&squashed)), says);
    }
    for shape in
        [Shape::point(), Shape::segment([0.0, 0.0], [1.0, 0.0]).unwrap(), Shape::rect([1.0, 1.0]).unwrap()]
    {
        assert!(shape.place(&squashed).is_ok());
    }
}

#[test]
fn numbers_that_no_shape_can_have_are_refused_by_name() {
    let nan = f64::NAN;
    let inf = f64::INFINITY;
    let cases = [
        (Shape::circle(-1.0), "r: -1 is negative; a radius is 0 or more"),
        (Shape::circle(nan), "r: NaN is not a finite number"),
        (Shape::capsule([0.0, 0.0], [0.0, 0.0], -0.5), "r: -0.5 is negative; a radius is 0 or more"),
        (Shape::capsule([inf, 0.0], [0.0, 0.0], 1.0), "a[0]: inf is not a finite number"),
        (Shape::capsule([0.0, 0.0], [0.0, nan], 1.0), "b[1]: NaN is not a finite number"),
        (Shape::segment([0.0, nan], [0.0, 0.0]), "a[1]: NaN is not a finite number"),
        (Shape::segment([0.0, 0.0], [-inf, 0.0]), "b[0]: -inf is not a finite number"),
        (Shape::rect([-1.0, 0.0]), "half[0]: -1 is negative; half a side is 0 or more"),
        (Shape::rect([0.0, -2.0]), "half[1]: -2 is negative; half a side is 0 or more"),
        (Shape::rect([0.0, inf]), "half[1]: inf is not a finite number"),
        (Shape::chain(&[[0.0, 0.0], [1.0, nan]], 0.0), "points[1][1]: NaN is not a finite number"),
        (Shape::chain(&[[0.0, 0.0], [1.0, 0.0]], -1.0), "r: -1 is negative; a radius is 0 or more"),
        (Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [inf, 1.0]]), "points[2][0]: inf is not a finite number"),
    ];
    for (shape, says) in cases {
        assert_eq!(refusal(shape), says);
    }
}

#[test]
fn counts_have_their_limits() {
    let chain = |n: usize| Shape::chain(&vec![[0.0, 0.0]; n], 1.0);
    assert!(chain(2).is_ok() && chain(4096).is_ok());
    assert_eq!(refusal(chain(1)), "points: there are 1 points in the chain; 2 to 4096 are allowed");
    assert_eq!(refusal(chain(4097)), "points: there are 4097 points in the chain; 2 to 4096 are allowed");
    let compound = |n: usize| Shape::compound(vec![Part::new(Shape::point()); n]);
    assert!(compound(1).is_ok() && compound(256).is_ok());
    assert_eq!(refusal(compound(0)), "parts: there are 0 parts in the compound; 1 to 256 are allowed");
    assert_eq!(refusal(compound(257)), "parts: there are 257 parts in the compound; 1 to 256 are allowed");
}

#[test]
fn compounds_are_of_all_shapes_but_compounds() {
    let leaf = Part::new(Shape::point());
    let nested = Part::new(Shape::compound(vec![leaf.clone()]).unwrap());
    assert_eq!(
        refusal(Shape::compound(vec![leaf.clone(), nested])),
        "parts[1]: a compound cannot be a part of a compound; parts are points, segments, circles, ellipses, capsules, boxes, \
         polygons and chains"
    );
    // A concave polygon has as many parts as it is cut into.
    let dart = Shape::polygon(&[[0.0, 0.0], [4.0, 8.0], [0.0, 4.0], [-4.0, 8.0]]).unwrap();
    let placed = Shape::compound(vec![leaf.clone(), Part::new(dart)]).unwrap().place(&at(0.0, 0.0)).unwrap();
    assert_eq!(placed.len(), 3);
    assert_eq!(
        refusal(Shape::compound(vec![leaf.clone(), leaf.offset([0.0, f64::NAN])])),
        "parts[1].offset[1]: NaN is not a finite number"
    );
}

#[test]
fn errors_of_placing_say_which_part_they_are_in() {
    let far = Shape::segment([0.0, 0.0], [3e6, 0.0]).unwrap();
    let body = Shape::compound(vec![Part::new(Shape::point()), Part::new(far)]).unwrap();
    assert_eq!(
        refusal(body.place(&at(0.0, 0.0))),
        "compound.parts[1].segment.b: 3000000 is out of range; a placed coordinate is -2097152 to 2097152"
    );
    let chain = Shape::chain(&[[0.0, 0.0], [0.0, -3e6]], 1.0).unwrap();
    assert_eq!(
        refusal(chain.place(&at(0.0, 0.0))),
        "chain.points: -3000000 is out of range; a placed coordinate is -2097152 to 2097152"
    );
    let capsule = Shape::capsule([3e6, 0.0], [0.0, 0.0], 1.0).unwrap();
    assert!(refusal(capsule.place(&at(0.0, 0.0))).starts_with("capsule.a: 3000000 is out of range"));
    assert_ne!(body.place_in(&at(0.0, 0.0).frame().unwrap()).unwrap_err().place(), "");
    let huge = Shape::rect([1e9, 1.0]).unwrap();
    assert!(refusal(huge.place(&at(0.0, 0.0))).starts_with("box.half: "));
}

#[test]
fn places_nest_with_dots_and_without() {
    let error = Cause::NoArea.error().at("[1]").at("points").at("polygon").at("bodies[3]");
    let says =
        "bodies[3].polygon.points[1]: the polygon has no area; its vertices must not all lie on one line";
    assert_eq!(error.to_string(), says);
    let vec = Vec2::new(1.0, 2.0);
    assert_eq!(Part::new(Shape::point()).offset(vec), Part::new(Shape::point()).offset([1.0, 2.0]));
}

/// An ellipse is the hull of 64 vertices, each placed by itself (SPEC 2).
#[test]
fn an_ellipse_is_the_hull_of_its_placed_vertices() {
    let mut random = Random::new(12);
    for round in 0..2000 {
        let (rx, ry) =
            (random.between(0.0, 40.0), random.between(0.0, if round % 4 == 0 { 0.02 } else { 40.0 }));
        let scale = [random.pick(&[1.0, -1.0, 0.5, 3.0]), random.pick(&[1.0, -2.0, 0.25])];
        let placement = at(random.between(-9.0, 9.0), 1.5).turned(random.between(-7.0, 7.0)).scaled(scale);
        let placed = one(&Shape::ellipse(rx, ry).unwrap(), &placement);
        let rim = |k: u32| {
            let angle = f64::from(k) * std::f64::consts::PI / 32.0;
            Vec2::new(rx * libm::cos(angle), ry * libm::sin(angle))
        };
        let frame = placement.frame().unwrap();
        let rim: Vec<Point> = (0..64).map(|k| frame.vertex(rim(k)).unwrap()).collect();
        // Each vertex of the hull is one of the 64, and each of the 64 is in the hull.
        let cross = |o: Point, p: Point, q: Point| {
            let wide = |v: i32| i64::from(v);
            wide(p.x - o.x) * wide(q.y - o.y) - wide(p.y - o.y) * wide(q.x - o.x)
        };
        let hull = placed.vertices();
        assert!(hull.iter().all(|v| rim.contains(v)) && placed.radius() == 0);
        for (k, &v) in hull.iter().enumerate() {
            let next = hull[(k + 1) % hull.len()];
            assert!(
                rim.iter().all(|&p| cross(v, next, p) <= 0 || hull.len() == 1),
                "{rx} {ry} {placement:?}"
            );
        }
        if rim.iter().all(|p| *p == rim[0]) {
            assert_eq!(hull.len(), 1);
        }
    }
}

/// The hull of 64 vertices is within 0.13 % of a radius of the true ellipse.
#[test]
fn an_ellipse_is_close_to_the_true_one() {
    let egg = one(&Shape::ellipse(900.0, 600.0).unwrap(), &at(0.0, 0.0));
    for k in 0..1000 {
        let (sin, cos) = (f64::from(k) * 0.00628).sin_cos();
        let (inside, outside) = (0.9987, 1.000_01);
        let at = |by: f64| Point::snapped(Vec2::new(900.0 * cos * by, 600.0 * sin * by)).unwrap();
        let form = Form::Shape(egg.clone().into());
        assert!(query::contains(&form, at(inside)), "{k}");
        assert!(!query::contains(&form, at(outside + 0.0001)), "{k}");
    }
}

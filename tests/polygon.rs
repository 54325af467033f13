//! Tests SPEC 2: which polygons are refused, and how concave ones are cut.
#![allow(clippy::unwrap_used)]

#[path = "common/pace.rs"]
mod pace;
mod support;

use kasuri::lattice::Point;
use kasuri::{Cause, Error, Placement, Shape, Vec2, shape::Polygon};
use pace::takes_at_most;
use support::{Random, cross, refusal, rounds};

/// Returns the vertices of a ring of lattice points, in pixels.
fn places(ring: &[Point]) -> Vec<Vec2> {
    ring.iter().map(|p| Vec2::new(f64::from(p.x) / 256.0, f64::from(p.y) / 256.0)).collect()
}

fn ring(list: &[(i32, i32)]) -> Vec<Point> {
    list.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

/// Returns the parts of a polygon placed at the origin with angle 0, where snapping changes nothing.
fn parts(ring: &[Point]) -> Vec<Vec<Point>> {
    let placed = Shape::polygon(&places(ring)).unwrap().place(&Placement::default()).unwrap();
    placed.iter().map(|part| part.vertices().to_vec()).collect()
}

/// Returns twice the signed area, by the SPEC's sum.
fn area(ring: &[Point]) -> i128 {
    let term = |a: Point, b: Point| i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y);
    (0..ring.len()).map(|k| term(ring[k], ring[(k + 1) % ring.len()])).sum()
}

/// Whether two closed segments share no point: some direction separates them.
fn apart([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let along = |p: Point, q: Point| (i128::from(q.x) - i128::from(p.x), i128::from(q.y) - i128::from(p.y));
    let across = |(x, y): (i128, i128)| (-y, x);
    let (e, f) = (along(a, b), along(c, d));
    [e, f, across(e), across(f)].into_iter().any(|(x, y)| {
        let at = |p: Point| x * i128::from(p.x) + y * i128::from(p.y);
        at(a).max(at(b)) < at(c).min(at(d)) || at(c).max(at(d)) < at(a).min(at(b))
    })
}

/// Applies the rules of SPEC 2 for a ring: distinct points, area not 0, no crossing.
fn judged(ring: &[Point]) -> Result<(), Error> {
    let n = ring.len();
    let pairs = || (1..n).flat_map(|second| (0..second).map(move |first| (first, second)));
    if let Some((first, second)) = pairs().find(|&(first, second)| ring[first] == ring[second]) {
        let is_closing = first == 0 && second == n - 1 && n > 3;
        return Err(match is_closing {
            true => Cause::ClosedPolygon { last: second }.error(),
            false => Cause::RepeatedVertex { first, second }.error(),
        });
    }
    if ring.iter().all(|&p| cross(ring[0], ring[1], p) == 0) {
        return Err(Cause::NoArea.error());
    }
    let edge = |k: usize| [ring[k % n], ring[(k + 1) % n]];
    let bad = |first: usize, second: usize| {
        // Neighboring edges share one end; if they share more, the ring folds back on itself.
        let folds = |k: usize, l: usize| {
            let ([a, b], [_, c]) = (edge(k), edge(l));
            cross(a, b, c) == 0 && same_side(a, c, b)
        };
        match second - first {
            1 => folds(first, second),
            d if d == n - 1 => folds(second, first),
            _ => !apart(edge(first), edge(second)),
        }
    };
    match pairs().find(|&(first, second)| bad(first, second)) {
        Some((first, second)) => Err(Cause::CrossingEdges { first, second }.error()),
        None => Ok(()),
    }
}

/// For collinear points: whether `a` and `c` lie on the same side of `b`.
fn same_side(a: Point, c: Point, b: Point) -> bool {
    let d = |p: Point| (i128::from(p.x) - i128::from(b.x), i128::from(p.y) - i128::from(b.y));
    let ((ax, ay), (cx, cy)) = (d(a), d(c));
    ax * cx + ay * cy > 0
}

/// Returns the triangles that SPEC 2 cuts off a simple concave ring, word by word.
fn cut(ring: &[Point]) -> Vec<[Point; 3]> {
    let sign = area(ring).signum();
    let turn = |a: usize, b: usize, c: usize| cross(ring[a], ring[b], ring[c]) * sign;
    let mut remaining: Vec<usize> = (0..ring.len()).collect();
    let mut triangles = Vec::new();
    let neighbours = |remaining: &[usize], v: usize| {
        let k = remaining.iter().position(|&r| r == v).unwrap();
        let n = remaining.len();
        (remaining[(k + n - 1) % n], remaining[(k + 1) % n])
    };
    loop {
        while let Some(&flat) = remaining.iter().find(|&&v| {
            let (a, c) = neighbours(&remaining, v);
            turn(a, v, c) == 0
        }) {
            remaining.retain(|&v| v != flat);
        }
        let is_ear = |v: usize| {
            let (a, c) = neighbours(&remaining, v);
            let held = |p: usize| turn(a, v, p) >= 0 && turn(v, c, p) >= 0 && turn(c, a, p) >= 0;
            turn(a, v, c) > 0 && remaining.iter().all(|&p| [a, v, c].contains(&p) || !held(p))
        };
        let ear = remaining.iter().copied().find(|&v| is_ear(v)).unwrap();
        let (a, c) = neighbours(&remaining, ear);
        triangles.push([ring[a], ring[ear], ring[c]]);
        if remaining.len() == 3 {
            return triangles;
        }
        remaining.retain(|&v| v != ear);
    }
}

fn is_convex(ring: &[Point]) -> bool {
    let n = ring.len();
    (0..n).all(|k| cross(ring[k], ring[(k + 1) % n], ring[(k + 2) % n]) * area(ring).signum() >= 0)
}

/// Checks that the parts are those of SPEC 2 and that they fill the ring: their areas add up to the ring's, every
/// lattice point near it is in a part exactly when it is in the ring, and no point is inside two parts.
fn check_parts(ring: &[Point], with_points: bool) {
    let parts = parts(ring);
    let sizes: Vec<i128> = parts.iter().map(|part| area(part).abs()).collect();
    assert_eq!(sizes.iter().sum::<i128>(), area(ring).abs(), "{ring:?}");
    if is_convex(ring) {
        assert_eq!(parts.len(), 1, "{ring:?}");
        return;
    }
    let sorted = |mut triangle: Vec<Point>| {
        triangle.sort_unstable();
        triangle
    };
    let expected: Vec<Vec<Point>> = cut(ring).iter().map(|t| sorted(t.to_vec())).collect();
    assert_eq!(parts.iter().cloned().map(sorted).collect::<Vec<_>>(), expected, "{ring:?}");
    if with_points {
        check_points(ring, &parts);
    }
}

fn check_points(ring: &[Point], parts: &[Vec<Point>]) {
    let (min, max) =
        (ring.iter().map(|p| p.x.min(p.y)).min().unwrap(), ring.iter().map(|p| p.x.max(p.y)).max().unwrap());
    for y in min - 1..=max + 1 {
        for x in min - 1..=max + 1 {
            let p = Point::new(x, y);
            let places: Vec<Side> = parts.iter().map(|part| side(part, p)).collect();
            let holds = places.iter().any(|&s| s != Side::Outside);
            assert_eq!(holds, side(ring, p) != Side::Outside, "{p:?} in {ring:?}");
            assert!(places.iter().filter(|&&s| s == Side::Inside).count() <= 1, "{p:?} in {ring:?}");
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Side {
    Inside,
    Edge,
    Outside,
}

/// Returns where a point is, by the number of edges to the right of it.
fn side(ring: &[Point], p: Point) -> Side {
    let mut inside = false;
    for k in 0..ring.len() {
        let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
        let turn = cross(a, b, p);
        if turn == 0 && !same_side(a, b, p) {
            return Side::Edge;
        }
        if (a.y > p.y) != (b.y > p.y) {
            inside ^= (turn > 0) == (b.y > a.y);
        }
    }
    if inside { Side::Inside } else { Side::Outside }
}

/// Returns a simple ring on a small grid: grown from a triangle, vertex by vertex, while it stays simple.
fn grown(random: &mut Random, n: usize, size: i64) -> Vec<Point> {
    let point = |random: &mut Random| Point::new(random.int(0..=size) as i32, random.int(0..=size) as i32);
    loop {
        let mut ring: Vec<Point> = (0..3).map(|_| point(random)).collect();
        if judged(&ring).is_err() {
            continue;
        }
        for _ in 0..12 * n {
            let k = random.size(0..=ring.len() - 1);
            let mut more = ring.clone();
            more.insert(k, point(random));
            if ring.len() < n && judged(&more).is_ok() {
                ring = more;
            }
        }
        return ring;
    }
}

/// Returns a star: vertices around a center, near and far.
fn star(random: &mut Random, n: usize, size: f64) -> Vec<Point> {
    let mut angles: Vec<f64> = (0..n).map(|_| random.between(0.0, std::f64::consts::TAU)).collect();
    angles.sort_by(f64::total_cmp);
    let mut at = |angle: f64| {
        let r = random.between(size * 0.1, size);
        Point::new((r * angle.cos()) as i32, (r * angle.sin()) as i32)
    };
    angles.into_iter().map(&mut at).collect()
}

fn reversed(ring: &[Point]) -> Vec<Point> {
    ring.iter().rev().copied().collect()
}

#[test]
fn rings_on_small_grids_are_cut_as_the_spec_says_either_way_round() {
    let mut random = Random::new(11);
    for round in 0..rounds(1_500) {
        let n = random.size(3..=14);
        let size = [3, 5, 9][round % 3];
        let ring = grown(&mut random, n, size);
        check_parts(&ring, true);
        check_parts(&reversed(&ring), true);
    }
}

#[test]
fn stars_of_up_to_64_vertices_are_filled() {
    let mut random = Random::new(12);
    let mut concave = 0;
    for round in 0..rounds(300) {
        let n = random.size(4..=64);
        let size = [24.0, 60.0, 4e3, 2e6][round % 4];
        let ring = star(&mut random, n, size);
        if judged(&ring).is_err() {
            assert!(Polygon::new(&places(&ring)).is_err(), "{ring:?}");
            continue;
        }
        concave += usize::from(!is_convex(&ring));
        check_parts(&ring, size < 100.0);
        check_parts(&reversed(&ring), false);
    }
    assert!(concave > 100);
}

#[test]
fn any_list_of_vertices_is_judged_as_the_spec_says() {
    let mut random = Random::new(13);
    let mut counts = [0; 4];
    for round in 0..rounds(40_000) {
        let n = random.size(3..=[4, 5, 6, 9][round % 4]);
        let size = random.pick(&[2, 3, 6]);
        let ring: Vec<Point> =
            (0..n).map(|_| Point::new(random.int(0..=size) as i32, random.int(0..=size) as i32)).collect();
        let expected = judged(&ring);
        assert_eq!(Polygon::new(&places(&ring)).map(drop), expected, "{ring:?}");
        counts[match expected.as_ref().map_err(Error::cause) {
            Ok(()) => 0,
            Err(Cause::RepeatedVertex { .. } | Cause::ClosedPolygon { .. }) => 1,
            Err(Cause::NoArea) => 2,
            _ => 3,
        }] += 1;
    }
    assert!(counts.iter().all(|&c| c > 200), "{counts:?}");
}

#[test]
fn polygons_are_judged_exactly_however_large() {
    // A dent of one unit in an edge 2^30 units long, and the same edge without the dent.
    let far = 1 << 29;
    let dent = |y: i32| ring(&[(-far, -far), (0, y), (far, far), (-far, far)]);
    assert!(Polygon::new(&places(&dent(-1))).unwrap().is_convex());
    assert!(Polygon::new(&places(&dent(0))).unwrap().is_convex());
    assert!(!Polygon::new(&places(&dent(1))).unwrap().is_convex());
    // Beyond the world, to the limits of i32: only placed coordinates must lie in the world.
    let (least, most) = (i32::MIN, i32::MAX);
    let frame = ring(&[(least, least), (most, least), (most, most), (0, most - 1), (least, most)]);
    let polygon = Polygon::new(&places(&frame)).unwrap();
    assert!(!polygon.is_convex());
    assert_eq!(polygon.points(), places(&frame));
    let bow_tie = ring(&[(least, least), (most, most), (most, least), (least, most)]);
    assert_eq!(Polygon::new(&places(&bow_tie)), Err(Cause::CrossingEdges { first: 0, second: 2 }.error()));
}

#[test]
fn polygons_are_judged_unplaced_and_placed_from_their_own_vertices() {
    // At 1/256 px this is convex with three collinear vertices; at 64 times the size it would have a dent.
    let points = [[0.0, 0.0], [1.0, 0.001], [2.0, 0.0], [1.0, 2.0]];
    let polygon = Shape::polygon(&points).unwrap();
    let parts = polygon.place(&Placement::default().scaled([64.0, 64.0])).unwrap();
    assert_eq!(parts.len(), 1);
    let corners = [(0, 0), (64, 128), (128, 0)].map(|(x, y)| Point::new(x * 256, y * 256));
    assert_eq!(parts[0].vertices(), corners);
    // It is concave when it is judged, so it stays cut, although its vertices coincide at a small scale.
    let dart = Shape::polygon(&[[0.0, 0.0], [4.0, 8.0], [0.0, 4.0], [-4.0, 8.0]]).unwrap();
    assert_eq!(dart.place(&Placement::default().scaled([1.0 / 64.0; 2])).unwrap().len(), 2);
}

#[test]
fn a_polygon_has_3_to_4096_vertices() {
    let ring = |n: usize| -> Vec<Vec2> {
        let turn = |k: usize| k as f64 / n as f64 * std::f64::consts::TAU;
        (0..n).map(|k| Vec2::new(turn(k).cos() * 8000.0, turn(k).sin() * 8000.0)).collect()
    };
    let parts = |n: usize| Shape::polygon(&ring(n)).unwrap().place(&Placement::default()).unwrap().len();
    // Convex ones of more than 64 vertices are cut as concave ones are.
    assert_eq!([3, 64, 65, 100].map(parts), [1, 1, 63, 98]);
    // The time grows with the square of the vertices: 64 times as long. A search of all triples would take 512 times as
    // long.
    takes_at_most(200.0, || assert!(parts(4096) > 4000), || assert!(parts(512) > 500));
    for n in [0, 1, 2, 4097] {
        let says = format!("points: there are {n} vertices in the polygon; 3 to 4096 are allowed");
        assert_eq!(refusal(Shape::polygon(&ring(n))), says);
    }
}

#[test]
fn what_is_no_simple_polygon_is_refused_by_name() {
    let refused = |list: &[(i32, i32)]| refusal(Polygon::new(&places(&ring(list))));
    assert_eq!(
        refused(&[(0, 0), (4, 0), (0, 4), (4, 0)]),
        "vertices 1 and 3 are the same point on the 1/256 px lattice; each must be distinct"
    );
    assert_eq!(
        refused(&[(0, 0), (4, 0), (0, 4), (0, 0)]),
        "vertex 3 is vertex 0 again; leave the closing vertex away, as an outline closes by itself"
    );
    assert_eq!(
        refused(&[(0, 0), (2, 2), (1, 1)]),
        "the polygon has no area; its vertices must not all lie on one line"
    );
    assert_eq!(
        refused(&[(0, 0), (4, 4), (4, 0), (0, 4)]),
        "the edges from vertex 0 and from vertex 2 cross or touch; an outline must not cross or touch itself"
    );
    assert_eq!(
        refusal(Polygon::new(&[[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]])),
        "[1][1]: NaN is not a finite number"
    );
    assert!(refusal(Polygon::new(&[[0.0, 0.0], [1e8, 0.0], [1.0, 1.0]])).starts_with("[1][0]: "));
}

//! Tests that crossings lie on both outlines, and that their number is right.

use kasuri::{Vec2, lattice::Point};
use kasuri::{
    mask::Cover,
    query::{self, Form, Placed},
};

use crate::common::{KINDS, Kind};
use crate::judge::{ALLOWED, FINE, PIXEL, Set, V, origin, sets};
use crate::{SINGLE, on_pairs};

#[test]
fn every_point_lies_on_both_outlines() {
    on_pairs([&KINDS, &KINDS], (6000, 300_000), |_, near| {
        let [a, b] = &near.placed;
        let from = origin(&a.form);
        let borders = [a, b].map(|body| Border::of(&body.form, from));
        for p in query::crossings(&a.form, &b.form) {
            let at = V::near(p.into(), from);
            assert!(borders.iter().all(|border| border.holds(at)), "{p:?} {a:?} {b:?}");
        }
        near.overlap()
    });
}

/// The curves on which an outline may lie.
struct Border {
    /// Sets whose surfaces may belong to the outline.
    sets: Vec<Set>,
    /// Edges between covered and uncovered pixels.
    sides: Vec<Set>,
}

impl Border {
    fn of(form: &Form, origin: Point) -> Border {
        let (mut round, mut sides) = (Vec::new(), Vec::new());
        let mut sprite_sides = |sprite: &kasuri::mask::Sprite| {
            let corner = |(i, j): (i32, i32)| V::of(Point::new(i * 256, j * 256), origin);
            for (i, j) in Cover::of(sprite).iter() {
                let around = [
                    (i - 1, j, [(i, j), (i, j + 1)]),
                    (i + 1, j, [(i + 1, j), (i + 1, j + 1)]),
                    (i, j - 1, [(i, j), (i + 1, j)]),
                    (i, j + 1, [(i, j + 1), (i + 1, j + 1)]),
                ];
                let open = around.into_iter().filter(|&(i, j, _)| !sprite.covers(i, j));
                sides.extend(open.map(|(.., ends)| Set { vertices: ends.map(corner).to_vec(), radius: 0 }));
            }
        };
        match form {
            Form::Sprite(sprite) => sprite_sides(sprite),
            Form::Tiles(tiles) => {
                for cell in tiles.cells() {
                    match &cell.form {
                        kasuri::shape::CellForm::Convex(convex) => round.push(Set::of(convex, origin)),
                        kasuri::shape::CellForm::Sprite(sprite) => sprite_sides(sprite),
                    }
                }
            }
            Form::Shape(_) => round = sets(form, origin),
        }
        Border { sets: round, sides }
    }

    fn holds(&self, p: V) -> bool {
        let allowed = ALLOWED as f64 / PIXEL;
        self.sets.iter().any(|set| set.height(p).abs() <= allowed)
            || self.sides.iter().any(|side| side.height(p) <= allowed)
    }
}

/// A point in pixels as quotients of integers: x / q, y / q.
type Quotient = (i128, i128, i128);

/// Returns the points where the edges of two sets without radii meet: proper crossings as quotients, and the ends of
/// common stretches.
fn brute_force(a: &Set, b: &Set) -> Vec<Quotient> {
    let mut found: Vec<Quotient> = Vec::new();
    for (p, e) in a.edges() {
        for (q, f) in b.edges() {
            let (w, turn) = (q.minus(p), e.cross(f));
            if turn != 0 {
                let (t, s) = (w.cross(f) * turn.signum(), w.cross(e) * turn.signum());
                let range = 0..=turn.abs();
                if range.contains(&t) && range.contains(&s) {
                    let turn = turn.abs();
                    found.push((p.x * turn + e.x * t, p.y * turn + e.y * t, turn));
                }
            } else if w.cross(e) == 0 && w.cross(f) == 0 {
                let ends = [p, p.plus(e)].into_iter().filter(|&v| is_on(v, q, f));
                let ends = ends.chain([q, q.plus(f)].into_iter().filter(|&v| is_on(v, p, e)));
                found.extend(ends.map(|v| (v.x, v.y, 1)));
            }
        }
    }
    distinct(found)
}

fn distinct(found: Vec<Quotient>) -> Vec<Quotient> {
    let is_same = |a: Quotient, b: Quotient| a.0 * b.2 == b.0 * a.2 && a.1 * b.2 == b.1 * a.2;
    let mut distinct: Vec<Quotient> = Vec::new();
    for p in found {
        if !distinct.iter().any(|&q| is_same(p, q)) {
            distinct.push(p);
        }
    }
    distinct
}

/// Whether a point of an edge's line lies on the edge.
fn is_on(p: V, start: V, edge: V) -> bool {
    let w = p.minus(start);
    w.cross(edge) == 0
        && w.dot(edge) >= 0
        && w.minus(edge).dot(edge) <= 0
        && (edge.dot(edge) > 0 || w.dot(w) == 0)
}

/// Returns a set in lattice units, so that products of quotients fit.
fn coarse(form: &Form, origin: Point) -> Set {
    in_units(sets(form, origin).remove(0))
}

fn in_units(mut set: Set) -> Set {
    set.vertices.iter_mut().for_each(|v| *v = V { x: v.x / FINE, y: v.y / FINE });
    set
}

#[test]
fn bare_edges_cross_where_brute_force_says() {
    let bare = [Kind::Point, Kind::Segment, Kind::Rect, Kind::Convex];
    on_pairs([&bare, &bare], (20_000, 1_000_000), |_, near| {
        let [a, b] = &near.placed;
        let from = origin(&a.form);
        let wanted = brute_force(&coarse(&a.form, from), &coarse(&b.form, from));
        check(&query::crossings(&a.form, &b.form), &in_pixels(&wanted, from), [a, b]);
        near.overlap()
    });
}

fn in_pixels(points: &[Quotient], from: Point) -> Vec<Vec2> {
    let pixels = |x: i128, q: i128, o: i32| (x as f64 / q as f64 + f64::from(o)) / 256.0;
    points.iter().map(|&(x, y, q)| Vec2::new(pixels(x, q, from.x), pixels(y, q, from.y))).collect()
}

#[test]
fn bare_edges_cross_a_sprite_where_brute_force_says() {
    let bare = [Kind::Point, Kind::Segment, Kind::Rect, Kind::Convex];
    on_pairs([&bare, &[Kind::Sprite]], (4000, 200_000), |_, near| {
        let [a, b] = &near.placed;
        let from = origin(&a.form);
        let ours = coarse(&a.form, from);
        // Of a common stretch only the ends are reported, not those of each pixel in it.
        if ours.edges().iter().any(|(_, e)| (e.x == 0) != (e.y == 0)) {
            return near.overlap();
        }
        let sides = Border::of(&b.form, from).sides;
        let wanted =
            distinct(sides.into_iter().flat_map(|side| brute_force(&ours, &in_units(side))).collect());
        check(&query::crossings(&a.form, &b.form), &in_pixels(&wanted, from), [a, b]);
        near.overlap()
    });
}

/// Crossings are in the order of the first outline, from its first vertex on.
#[test]
fn crossings_come_in_order() {
    on_pairs([&SINGLE, &KINDS], (3000, 100_000), |_, near| {
        let [a, b] = &near.placed;
        let from = origin(&a.form);
        let walk = walk(&sets(&a.form, from)[0]);
        let away = |p: V, q: V| p.minus(q).pixels()[0].hypot(p.minus(q).pixels()[1]);
        let found = query::crossings(&a.form, &b.form);
        // A point at the start of the walk lies at its end too.
        let found = found.iter().map(|&p| V::near(p.into(), from)).filter(|&p| away(p, walk[0]) > 0.5);
        let place = |p: V| {
            let nearest = (0..walk.len()).min_by(|&j, &k| away(walk[j], p).total_cmp(&away(walk[k], p)));
            nearest.unwrap()
        };
        // Two points of the walk may be equally near.
        let places: Vec<usize> = found.map(place).collect();
        assert!(places.windows(2).all(|two| two[0] <= two[1] + 1), "{places:?} {a:?} {b:?}");
        near.overlap()
    });
}

/// Checks that each point of one list is in the other. Points closer than 2^-18 px may be reported as one.
fn check(found: &[Vec2], wanted: &[Vec2], bodies: [&Placed; 2]) {
    let apart = |p: Vec2, q: Vec2| (p.x - q.x).hypot(p.y - q.y);
    let all_in = |a: &[Vec2], b: &[Vec2]| a.iter().all(|&p| b.iter().any(|&q| apart(p, q) < 1e-5));
    assert!(all_in(found, wanted) && all_in(wanted, found), "{found:?} {wanted:?} {bodies:?}");
    let least = (0..wanted.len()).flat_map(|k| wanted[..k].iter().map(move |&q| apart(wanted[k], q)));
    if least.fold(1.0, f64::min) > 1e-5 {
        assert_eq!(found.len(), wanted.len(), "{found:?} {wanted:?} {bodies:?}");
    }
}

#[test]
fn circles_cross_as_often_as_their_centres_say() {
    on_pairs([&[Kind::Circle], &[Kind::Circle]], (5000, 300_000), |_, near| {
        let [a, b] = &near.placed;
        let from = origin(&a.form);
        let [p, q] = [a, b].map(|body| coarse(&body.form, from));
        let [r, s] = [p.radius / FINE, q.radius / FINE];
        let w = q.vertices[0].minus(p.vertices[0]);
        let squared = w.dot(w);
        let wanted = match (squared.cmp(&(r + s).pow(2)), squared.cmp(&(r - s).pow(2))) {
            // The same circle has no crossings, but the same point has one.
            (_, std::cmp::Ordering::Equal) if squared == 0 => usize::from(r == 0),
            (std::cmp::Ordering::Greater, _) | (_, std::cmp::Ordering::Less) => 0,
            (std::cmp::Ordering::Equal, _) | (_, std::cmp::Ordering::Equal) => 1,
            _ => 2,
        };
        let found = query::crossings(&a.form, &b.form);
        assert_eq!(found.len(), wanted, "{found:?} {a:?} {b:?}");
        near.overlap()
    });
}

/// Walks along A's outline: wherever it enters or leaves B there is a crossing.
#[test]
fn no_crossing_of_round_shapes_is_missed() {
    on_pairs([&SINGLE, &SINGLE], (3000, 100_000), |_, near| {
        let [a, b] = &near.placed;
        let from = origin(&a.form);
        let (ours, theirs) = (&sets(&a.form, from)[0], &sets(&b.form, from)[0]);
        let found = query::crossings(&a.form, &b.form);
        let walk: Vec<V> = walk(ours);
        let heights: Vec<f64> = walk.iter().map(|&p| theirs.height(p)).collect();
        for k in 1..walk.len() {
            if heights[k - 1] * heights[k] < 0.0 && heights[k].abs().min(heights[k - 1].abs()) > 1e-6 {
                let middle = walk[k].plus(walk[k - 1]);
                let middle = Set::point(V { x: middle.x / 2, y: middle.y / 2 });
                let is_near = found.iter().any(|&p| middle.height(V::near(p.into(), from)) <= 0.2);
                assert!(is_near, "{found:?} {:?} {a:?} {b:?}", walk[k].pixels());
            }
        }
        near.overlap()
    });
}

/// Returns points at most 1/4 px apart along the outline of a set with an interior or a radius.
fn walk(set: &Set) -> Vec<V> {
    let mut points = Vec::new();
    let r = set.radius as f64 / PIXEL;
    let n = set.vertices.len();
    for k in 0..n {
        let (p, q, next) = (set.vertices[k], set.vertices[(k + 1) % n], set.vertices[(k + 2) % n]);
        let normal = |p: V, q: V| {
            let [x, y] = q.minus(p).pixels();
            let length = x.hypot(y);
            if length > 0.0 { [-y / length, x / length] } else { [1.0, 0.0] }
        };
        let (n0, n1) = (normal(p, q), normal(q, next));
        let [x, y] = q.minus(p).pixels();
        let steps = (x.hypot(y) * 4.0).ceil().max(1.0);
        for step in 0..=steps as u32 {
            points.push(p.plus(V::along(n0, r)).plus(V::along([x, y], f64::from(step) / steps)));
        }
        // Outlines turn from n0 towards (n0.y, -n0.x), a full turn where there is only one vertex.
        let cross = n0[0] * n1[1] - n0[1] * n1[0];
        let angle = (-cross).atan2(n0[0] * n1[0] + n0[1] * n1[1]);
        let angle = if n == 1 { std::f64::consts::TAU } else { angle.rem_euclid(std::f64::consts::TAU) };
        let steps = (angle * r * 4.0).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let (sin, cos) = (angle * f64::from(step) / steps).sin_cos();
            let out = [n0[0] * cos + n0[1] * sin, n0[1] * cos - n0[0] * sin];
            points.push(q.plus(V::along(out, r)));
        }
    }
    points
}

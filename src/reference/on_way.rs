//! Whether two bodies overlap while both move linearly from one position to another (SPEC 6, "Swept bodies").

use crate::answer::{OnWay, Overlap};
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Bounds, Point};
use crate::reference::cast::cast;
use crate::reference::hull::Hull;
use crate::reference::inside::first_on_seam;
use crate::reference::pairs::{overlap, overlaps};
use crate::reference::wide::V;
use crate::shape::{CellForm, Convex, Tiles};

/// Returns when two moving bodies first overlap, and for sprites how; `None` where they do not. Two tile maps never do.
pub fn overlap_on_way(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    match (a.form, b.form) {
        _ if !a.is_in_world() || !b.is_in_world() => None,
        (Form::Tiles(_), Form::Tiles(_)) => None,
        (Form::Sprite(_), _) | (_, Form::Sprite(_)) => by_tries(a, b, touching),
        (Form::Shape(_), Form::Shape(_)) => of_shapes(a, b, touching).map(|t| OnWay { t, overlap: None }),
        (Form::Tiles(tiles), _) => with_tiles(b, tiles, touching),
        (_, Form::Tiles(tiles)) => with_tiles(a, tiles, touching),
    }
}

/// Returns the infimum of the times at which two shapes overlap.
fn of_shapes(a: Moving, b: Moving, touching: Touching) -> Option<f64> {
    let d = way(a) - way(b);
    let (start_a, start_b) = (moved(a, a.from)?, moved(b, b.from)?);
    let (Form::Shape(parts_a), Form::Shape(parts_b)) = (&start_a, &start_b) else { return None };
    let first = first_of(parts_a, parts_b, d, touching);
    let on_seam = if touching == Touching::Ignored { first_on_seam(&start_a, &start_b, d) } else { None };
    first.into_iter().chain(on_seam).reduce(f64::min)
}

/// Returns the first hit with a tile map: each cell by its own kind, the least t.
fn with_tiles(body: Moving, tiles: &Tiles, touching: Touching) -> Option<OnWay> {
    let start = moved(body, body.from)?;
    let Form::Shape(parts) = &start else { return None };
    let d = way(body);
    let mut solid: Vec<Convex> = Vec::new();
    let mut first: Option<f64> = None;
    for cell in tiles.cells() {
        match cell.form {
            CellForm::Convex(convex) => solid.push(convex),
            CellForm::Sprite(sprite) => {
                let at = sprite.at();
                let met = by_tries(body, Moving::still(&Form::Sprite(sprite), at), touching);
                first = first.into_iter().chain(met.map(|met| met.t)).reduce(f64::min);
            }
        }
    }
    let on_solid = first_of(parts, &solid, d, touching);
    let on_seam = match touching {
        Touching::Ignored => first_on_seam(&start, &Form::Tiles(tiles.clone()), d),
        Touching::Counts => None,
    };
    let t = first.into_iter().chain(on_solid).chain(on_seam).reduce(f64::min)?;
    Some(OnWay { t, overlap: None })
}

/// Returns the least time at which one of `parts`, moving along `d`, overlaps one of `others`.
fn first_of(parts: &[Convex], others: &[Convex], d: V, touching: Touching) -> Option<f64> {
    let all = parts.iter().flat_map(|a| others.iter().map(move |b| (a, b)));
    let near = all.filter(|(a, b)| a.bounds().union(shifted(a.bounds(), d)).meets(b.bounds()));
    let times = near.filter_map(|(a, b)| {
        let difference = Hull::difference(&a.into(), &b.into());
        let hit = cast(V::new(0, 0), d, &difference)?;
        (touching == Touching::Counts || gets_deep(&difference, d)).then_some(hit.t)
    });
    times.reduce(f64::min)
}

/// Whether two convex shapes overlap with depth somewhere on the path: whether the path enters the interior of their
/// difference.
fn gets_deep(difference: &Hull, d: V) -> bool {
    let (hull, radius) = (&difference.vertices, i128::from(difference.radius));
    if radius == 0 { hull.len() > 2 && comes_inside(hull, d) } else { comes_near(hull, d, radius) }
}

fn edges(hull: &[V]) -> impl Iterator<Item = (V, V)> {
    let n = if hull.len() < 2 { 0 } else { hull.len() };
    (0..n).map(move |k| (hull[k], hull[(k + 1) % n] - hull[k]))
}

/// Whether a path from the origin meets the interior of a hull.
fn comes_inside(hull: &[V], d: V) -> bool {
    // Fractions of the path: it is inside after `from` and before `until`.
    let (mut from, mut until) = ((-1_i128, 1_i128), (2_i128, 1_i128));
    let is_less = |p: (i128, i128), q: (i128, i128)| p.0 * q.1 < q.0 * p.1;
    for (a, e) in edges(hull) {
        // Inside the edge: t * rise < height.
        let (rise, height) = (e.cross(d), e.cross(a));
        match rise.signum() {
            0 if height <= 0 => return false,
            0 => {}
            1 if is_less((height, rise), until) => until = (height, rise),
            -1 if is_less(from, (-height, -rise)) => from = (-height, -rise),
            _ => {}
        }
    }
    is_less(from, until) && is_less(from, (1, 1)) && is_less((0, 1), until)
}

/// Whether a path from the origin comes nearer to a hull than a radius.
fn comes_near(hull: &[V], d: V, radius: i128) -> bool {
    if hull.len() > 2 && comes_inside(hull, d) {
        return true;
    }
    let zero = V::new(0, 0);
    let is_near = |p: V, a: V, e: V| squared_less(p, (a, e), radius);
    let to_way = hull.iter().any(|&v| is_near(v, zero, d));
    let to_hull =
        edges(hull).any(|(a, e)| is_near(zero, a, e) || is_near(d, a, e) || cross_each_other(a, e, d));
    to_way || to_hull
}

/// Whether a point is nearer to an edge than a radius.
fn squared_less(p: V, (a, e): (V, V), radius: i128) -> bool {
    let (w, squared) = (p - a, radius * radius);
    let (along, length) = (w.dot(e), e.dot(e));
    if along <= 0 {
        w.dot(w) < squared
    } else if along >= length {
        (w - e).dot(w - e) < squared
    } else {
        e.cross(w).pow(2) < squared * length
    }
}

/// Whether the path from the origin along `d` and an edge cross: each has its ends on both sides of the other.
fn cross_each_other(a: V, e: V, d: V) -> bool {
    let sides = |p: i128, q: i128| p.signum() * q.signum() <= 0;
    let end = a + e;
    d.cross(e) != 0 && sides(d.cross(a), d.cross(end)) && sides(e.cross(-a), e.cross(d - a))
}

/// Moves a box along a vector; coordinates are clamped to the range of `i32`.
fn shifted(b: Bounds, by: V) -> Bounds {
    let fit = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let shift = |p: Point| Point::new(fit(i64::from(p.x) + by.x), fit(i64::from(p.y) + by.y));
    Bounds { min: shift(b.min), max: shift(b.max) }
}

/// Returns the first try at which a sprite and another body overlap: whole-pixel steps, each with three placements, so
/// that no thin line is jumped.
fn by_tries(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    let n = steps(a).max(steps(b));
    // The covered box of a sprite may shift by a pixel, depending on the position within a pixel.
    let (box_a, box_b) = (a.form.bounds()?.grown(256), b.form.bounds()?.grown(256));
    let place = |body: Moving, x_of: i64, y_of: i64| Point::new(at(body, x_of, n).x, at(body, y_of, n).y);
    let boxes = |at_a: Point, at_b: Point| {
        [shifted(box_a, V::from(at_a) - V::from(a.to)), shifted(box_b, V::from(at_b) - V::from(b.to))]
    };
    for k in 0..=n {
        let last = (k - 1).max(0);
        let tries = [(k, last), (last, k), (k, k)];
        for (x_of, y_of) in tries.into_iter().skip(if k == 0 { 2 } else { 0 }) {
            let (at_a, at_b) = (place(a, x_of, y_of), place(b, x_of, y_of));
            let [p, q] = boxes(at_a, at_b);
            if !p.meets(q) {
                continue;
            }
            let (there_a, there_b) = (moved(a, at_a)?, moved(b, at_b)?);
            if overlaps(&there_a, &there_b, touching) {
                let overlap: Option<Overlap> = overlap(&there_a, &there_b, touching);
                return Some(OnWay { t: k as f64 / n as f64, overlap });
            }
        }
    }
    None
}

fn way(body: Moving) -> V {
    V::from(body.to) - V::from(body.from)
}

/// Returns the number of steps of at most a pixel for a path.
fn steps(body: Moving) -> i64 {
    let V { x, y } = way(body);
    (x.abs().max(y.abs()) + 255).div_euclid(256).max(1)
}

/// Returns position k of n.
fn at(body: Moving, k: i64, n: i64) -> Point {
    let V { x, y } = way(body);
    let along = |from: i32, d: i64| (i64::from(from) + (2 * d * k + n).div_euclid(2 * n)) as i32;
    Point::new(along(body.from.x, x), along(body.from.y, y))
}

/// Returns the form of a body at another position of its path; `None` beyond the world's edge, where no path leads.
fn moved(body: Moving, to: Point) -> Option<Form> {
    let by = Point::new(to.x - body.to.x, to.y - body.to.y);
    Some(match body.form {
        Form::Sprite(sprite) => Form::Sprite(sprite.moved_to(to)),
        Form::Shape(parts) => {
            Form::Shape(parts.iter().map(|part| part.moved_by(by).ok()).collect::<Option<_>>()?)
        }
        Form::Tiles(tiles) => Form::Tiles(tiles.clone()),
    })
}

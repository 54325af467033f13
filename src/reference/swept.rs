//! Swept pairs: whether two bodies overlap at some time on their paths, and when first (SPEC 6).

use crate::answer::OnWay;
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Bounds, EDGE, Point};
use crate::reference::entry::entry;
use crate::reference::hull::RoundHull;
use crate::reference::pairs::overlap;
use crate::reference::parts::{all_hulls, box_around, hulls, moved_form};
use crate::reference::seams::{is_inside, seams_on};
use crate::reference::sweeps::tries;
use crate::reference::wide::V;

/// Returns when two bodies that move at once first overlap. A tile map does not move. `None` where they never overlap, or
/// where a path begins or ends beyond the world.
pub fn overlap_on_way(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    let [a, b] = [a, b].map(|body| match body.form {
        Form::Tiles(_) => Moving { from: body.to, ..body },
        _ => body,
    });
    let ends = [a.from, a.to, b.from, b.to];
    if ends.iter().any(|p| p.x.unsigned_abs().max(p.y.unsigned_abs()) > EDGE.unsigned_abs()) {
        return None;
    }
    match (a.form, b.form) {
        (Form::Tiles(_), Form::Tiles(_)) => None,
        (Form::Sprite(_), _) | (_, Form::Sprite(_)) => in_steps(a, b, touching),
        _ => {
            let steps = cells_in_steps(a, b, touching).or_else(|| cells_in_steps(b, a, touching));
            let shapes = shapes_time(a, b, touching);
            let t = [steps, shapes].into_iter().flatten().reduce(f64::min)?;
            Some(OnWay { t, overlap: None })
        }
    }
}

/// Returns the number of steps of two paths.
fn steps(a: Moving, b: Moving) -> u32 {
    let far = |from: i32, to: i32| (i64::from(to) - i64::from(from)).unsigned_abs();
    let larger = |body: Moving| far(body.from.x, body.to.x).max(far(body.from.y, body.to.y));
    larger(a).max(larger(b)).div_ceil(256).max(1) as u32
}

/// Returns where a body is in one step of its path: on each axis P + floor((2 (Q - P) k + n) / (2 n)).
fn place_in_step(body: Moving, [kx, ky]: [u32; 2], count: u32) -> Point {
    let along = |from: i32, to: i32, k: u32| {
        let (d, n) = (i128::from(to) - i128::from(from), i128::from(count));
        (i128::from(from) + (2 * d * i128::from(k) + n).div_euclid(2 * n)) as i32
    };
    Point::new(along(body.from.x, body.to.x, kx), along(body.from.y, body.to.y, ky))
}

/// Returns the first step in which two bodies overlap, one of them a sprite.
fn in_steps(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    let count = steps(a, b);
    let (box_a, box_b) = (box_around(a.form)?, box_around(b.form)?);
    for k in 0..=count {
        for both in tries(k) {
            let (at_a, at_b) = (place_in_step(a, both, count), place_in_step(b, both, count));
            // A sprite's pixels may shift by one against its position.
            let moved = |p: Bounds, to: Point, at: Point| {
                let by = Point::new(at.x - to.x, at.y - to.y);
                let far = |x: i32, by: i32| x.saturating_add(by);
                let shifted = |q: Point| Point::new(far(q.x, by.x), far(q.y, by.y));
                Bounds { min: shifted(p.min), max: shifted(p.max) }.grown(512)
            };
            if !moved(box_a, a.to, at_a).meets(moved(box_b, b.to, at_b)) {
                continue;
            }
            let (form_a, form_b) = (moved_form(a.form, a.to, at_a), moved_form(b.form, b.to, at_b));
            if let Some(overlap) = overlap(&form_a, &form_b, touching) {
                return Some(OnWay { t: f64::from(k) / f64::from(count), overlap: Some(overlap) });
            }
        }
    }
    None
}

/// Returns when a shape first overlaps a cell with a mask, step by step.
fn cells_in_steps(map: Moving, shape: Moving, touching: Touching) -> Option<f64> {
    let Form::Tiles(tiles) = map.form else { return None };
    let times = tiles.cells().filter_map(|cell| {
        let form = Form::from(&cell.form);
        let Form::Sprite(_) = form else { return None };
        let cell = Moving { form: &form, from: map.to, to: map.to };
        Some(in_steps(cell, shape, touching)?.t)
    });
    times.reduce(f64::min)
}

/// Returns when the convex parts of two bodies first overlap.
fn shapes_time(a: Moving, b: Moving, touching: Touching) -> Option<f64> {
    let offsets = [a, b].map(|body| V::from(body.from) - V::from(body.to));
    // B's offset from its end, seen from A: from p to nothing.
    let p = offsets[1] - offsets[0];
    let (all_a, all_b) = (convex_hulls(a.form, b.form, p), convex_hulls(b.form, a.form, -p));
    let pairs = all_a.iter().flat_map(|x| all_b.iter().map(move |y| (x, y)));
    let times = pairs.filter_map(|(x, y)| entry(&RoundHull::difference(y, x), p, -p, touching));
    let first = times.reduce(f64::min);
    if touching == Touching::Counts {
        return first;
    }
    let seams = [seam_time(&all_a, &all_b, p), seam_time(&all_b, &all_a, -p)];
    seams.into_iter().flatten().chain(first).reduce(f64::min)
}

/// Returns the convex parts of a body that another one, which comes from `p` away, may meet; without squares of masks.
fn convex_hulls(form: &Form, other: &Form, p: V) -> Vec<RoundHull> {
    let Form::Tiles(tiles) = form else { return all_hulls(form) };
    let Some(end) = box_around(other) else { return vec![] };
    let far = |x: i32, by: i64| (i64::from(x) + by).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let start = |q: Point| Point::new(far(q.x, p.x), far(q.y, p.y));
    let window = end.union(Bounds { min: start(end.min), max: start(end.max) }).grown(1);
    let forms = tiles.cells().map(|cell| Form::from(&cell.form));
    forms.filter(|form| matches!(form, Form::Shape(_))).flat_map(|form| hulls(&form, window)).collect()
}

/// Returns when a part without interior first meets the interior of a union at a seam, while it moves from `p` away to
/// its place. At other times it meets the interior of a part.
fn seam_time(union: &[RoundHull], moving: &[RoundHull], p: V) -> Option<f64> {
    let thin = moving.iter().filter(|part| part.is_thin());
    thin.filter_map(|part| time_on_seams(union, part, p)).reduce(f64::min)
}

fn time_on_seams(union: &[RoundHull], part: &RoundHull, p: V) -> Option<f64> {
    let (start, last) = (part.vertices[0], part.vertices[part.vertices.len() - 1]);
    let (along, d) = (last - start, -p);
    if along.cross(d) != 0 {
        return None;
    }
    if d == V::new(0, 0) {
        // It stays.
        let is_met = match part.vertices[..] {
            [x] => is_inside(x, union),
            _ => seams_on(start, along, union).iter().any(|s| s[0].max(0) < s[1].min(along.dot(along))),
        };
        return is_met.then_some(0.0);
    }
    // Its front moves from `front` by d, its back follows.
    let (back, front) = if along.dot(d) < 0 { (last, start) } else { (start, last) };
    let length = (front - back).dot(d);
    let times = seams_on(front + p, d, union).into_iter().filter_map(|[low, high]| {
        // The front reaches the stretch at `low`; the back has left it at `high` + `length`.
        let first = low.max(0);
        (first < d.dot(d) && first < high + length).then(|| first as f64 / d.dot(d) as f64)
    });
    times.reduce(f64::min)
}

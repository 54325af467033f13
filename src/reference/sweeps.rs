//! Sweeps: where bodies that move first overlap (SPEC 5). Closed sets always.

use crate::answer::SweepHit;
use crate::error::{At, Cause, Result};
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::reference::entry::entry;
use crate::reference::hull::RoundHull;
use crate::reference::pairs::overlaps;
use crate::reference::parts::{all_hulls, box_around, hulls, moved_form};
use crate::reference::wide::V;
use crate::shape::Convex;

/// Returns the first body that a moving body meets on its path to `to`; the others stay. For equal t the earlier one.
pub fn sweep(bodies: &[Placed], mover: usize, to: Vec2) -> Result<Option<SweepHit<usize>>> {
    let Some(body) = bodies.get(mover) else {
        return Err(Cause::NoSuchBody { index: mover, count: bodies.len() }.error());
    };
    if let Form::Tiles(_) = body.form {
        return Err(Cause::TileMapMoves.error());
    }
    travelled(body, to)?;
    let mut first: Option<SweepHit<usize>> = None;
    for (k, other) in bodies.iter().enumerate().filter(|&(k, _)| k != mover) {
        if body.layer & other.against == 0 || other.layer & body.against == 0 {
            continue;
        }
        if body.group != 0 && body.group == other.group {
            continue;
        }
        // A sprite that stays is tried in one step (SPEC 5).
        let hit = match body.form {
            Form::Sprite(_) => in_steps(body, to, other, other.at),
            _ => meeting(body, to, other, other.at)?,
        };
        if let Some(hit) = hit
            && first.is_none_or(|first| hit.t < first.t)
        {
            first = Some(hit.of_body(k));
        }
    }
    Ok(first)
}

/// Returns where two bodies that both move first overlap.
pub fn meeting(a: &Placed, to_a: Vec2, b: &Placed, to_b: Vec2) -> Result<Option<SweepHit<()>>> {
    let (by_a, by_b) = (travelled(a, to_a)?, travelled(b, to_b)?);
    let is_map = |body: &Placed| matches!(body.form, Form::Tiles(_));
    for (body, to) in [(a, to_a), (b, to_b)] {
        if is_map(body) && to != body.at {
            return Err(Cause::TileMapMoves.error());
        }
    }
    if is_map(a) && is_map(b) {
        return Ok(None);
    }
    let is_moving_sprite = |body: &Placed, to: Vec2| matches!(body.form, Form::Sprite(_)) && to != body.at;
    if is_moving_sprite(a, to_a) || is_moving_sprite(b, to_b) {
        return Ok(in_steps(a, to_a, b, to_b));
    }
    if let (Form::Sprite(_), Form::Sprite(_)) = (&a.form, &b.form) {
        let meets = overlaps(&a.form, &b.form, Touching::Counts);
        return Ok(meets.then(|| SweepHit::at(0.0)));
    }
    let t = first_time(&a.form, &b.form, V::from(by_b) - V::from(by_a));
    Ok(t.map(SweepHit::at))
}

/// Returns how far a body moves on the lattice; an error where it would end beyond the world's edge.
fn travelled(body: &Placed, to: Vec2) -> Result<Point> {
    let (from, end) = (Point::snapped(body.at)?, Point::snapped(to).at("to")?);
    let by = Point::new(end.x - from.x, end.y - from.y);
    if let Form::Shape(parts) = &body.form {
        parts.iter().flat_map(Convex::vertices).try_for_each(|v| v.offset(by).map(|_| ())).at("to")?;
    }
    Ok(by)
}

/// Returns the first time at which two forms overlap as closed sets while B moves by `d` beside A.
fn first_time(a: &Form, b: &Form, d: V) -> Option<f64> {
    let (all_a, all_b) = (all_hulls(a), all_hulls(b));
    let (box_a, box_b) = (box_around(a)?, box_around(b)?);
    let window = |around: Bounds, sign: i64| {
        let grown = |x: i32, d: i64| (i64::from(x) + d).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let moved = |p: Point| Point::new(grown(p.x, sign * d.x), grown(p.y, sign * d.y));
        around.union(Bounds { min: moved(around.min), max: moved(around.max) })
    };
    let near_a = if matches!(a, Form::Shape(_)) { all_a } else { hulls(a, window(box_b, 1)) };
    let near_b = if matches!(b, Form::Shape(_)) { all_b } else { hulls(b, window(box_a, -1)) };
    let pairs = near_a.iter().flat_map(|p| near_b.iter().map(move |q| (p, q)));
    let times =
        pairs.filter_map(|(p, q)| entry(&RoundHull::difference(q, p), V::new(0, 0), d, Touching::Counts));
    times.reduce(f64::min)
}

/// Returns the first step at which two bodies overlap, of which a sprite moves.
fn in_steps(a: &Placed, to_a: Vec2, b: &Placed, to_b: Vec2) -> Option<SweepHit<()>> {
    let moves = [(a.at, to_a), (b.at, to_b)];
    let larger = |(from, to): (Vec2, Vec2)| (to.x - from.x).abs().max((to.y - from.y).abs());
    let count = moves.map(larger).into_iter().fold(0.0, f64::max).ceil().max(1.0) as u32;
    let place = |(from, to): (Vec2, Vec2), k: u32| {
        let along = |p: f64, q: f64| p + (q - p) * f64::from(k) / f64::from(count);
        let at = if k == count { to } else { Vec2::new(along(from.x, to.x), along(from.y, to.y)) };
        Point::snapped(at).ok()
    };
    for k in 0..=count {
        for [x, y] in tries(k) {
            let at = |path: (Vec2, Vec2)| Some(Point::new(place(path, x)?.x, place(path, y)?.y));
            let (at_a, at_b) = (at(moves[0])?, at(moves[1])?);
            let home = |body: &Placed| Point::snapped(body.at).ok();
            let form_a = moved_form(&a.form, home(a)?, at_a);
            let form_b = moved_form(&b.form, home(b)?, at_b);
            if overlaps(&form_a, &form_b, Touching::Counts) {
                return Some(SweepHit::in_step(k, count));
            }
        }
    }
    None
}

/// Returns the steps whose x and whose y are tried together in step k, so that no thin line is jumped.
pub(super) fn tries(k: u32) -> Vec<[u32; 2]> {
    if k == 0 { vec![[0, 0]] } else { vec![[k, k - 1], [k - 1, k], [k, k]] }
}

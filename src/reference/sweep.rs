//! What a moving body first meets (SPEC 5).

use crate::answer::SweepHit;
use crate::error::{At, Error, Result};
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::mask::Sprite;
use crate::reference::piece::{Piece, meets, pieces, sweep_at};
use crate::reference::wide::V;
use crate::shape::Convex;

/// The first body that `mover` meets on its way to `to` while the others stay.
///
/// A tile map does not move: an error, as is an end beyond the world's edge.
pub fn sweep(bodies: &[Placed], mover: usize, to: Vec2) -> Result<Option<SweepHit>> {
    let body = &bodies[mover];
    let end = Point::snapped(to).at("to")?;
    let others = || bodies.iter().enumerate().filter(|&(k, other)| k != mover && body.pairs_with(other));
    match &body.form {
        Form::Tiles(_) => Err(Error::TileMapMoves),
        Form::Sprite(sprite) => Ok(sweep_sprite(sprite, body.at, to, end, &others().collect::<Vec<_>>())),
        Form::Shape(parts) => {
            let start = Point::snapped(body.at)?;
            let d = V::from(end) - V::from(start);
            let ways = parts.iter().map(|part| way_of(part, d)).collect::<Result<Vec<_>>>().at("to")?;
            let first_of = |form: &Form| {
                let casts = parts.iter().zip(&ways).filter_map(|(part, &way)| sweep_at(form, part, d, way));
                casts.map(|hit| hit.t).reduce(f64::min)
            };
            let hits = others()
                .filter_map(|(k, other)| first_of(&other.form).map(|t| SweepHit { body: k, t, step: None }));
            Ok(hits.reduce(|best, hit| if hit.t < best.t { hit } else { best }))
        }
    }
}

/// The box around a part and its moved self; an error where its end lies beyond the world.
fn way_of(part: &Convex, d: V) -> Result<Bounds> {
    let by = Point::new(d.x as i32, d.y as i32);
    let ends = part.vertices().iter().map(|&v| v.offset(by)).collect::<Result<Vec<_>>>()?;
    let all = Bounds::around(ends.into_iter().chain(part.vertices().iter().copied()));
    Ok(all.map_or(part.bounds(), |b| b.grown(part.radius())))
}

/// Whole-pixel steps, each trying three placements so that no thin line is jumped.
fn sweep_sprite(
    sprite: &Sprite,
    from: Vec2,
    to: Vec2,
    end: Point,
    others: &[(usize, &Placed)],
) -> Option<SweepHit> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let n = dx.abs().max(dy.abs()).ceil().max(1.0) as u32;
    // Both ends are valid places, and so is all between them.
    let place = |k: u32| {
        let along = |p: f64, d: f64| p + (d * f64::from(k)) / f64::from(n);
        let at = Vec2::new(along(from.x, dx), along(from.y, dy));
        if k == n { end } else { Point::snapped(at).unwrap_or(end) }
    };
    let mut last = place(0);
    for k in 0..=n {
        let here = place(k);
        let tries = [Point::new(here.x, last.y), Point::new(last.x, here.y), here];
        let tries = tries.map(|at| sprite.moved_to(at));
        let met = others.iter().find(|(_, other)| tries.iter().any(|sprite| overlaps(sprite, &other.form)));
        if let Some(&(body, _)) = met {
            return Some(SweepHit { body, t: f64::from(k) / f64::from(n), step: Some((k, n)) });
        }
        last = here;
    }
    None
}

fn overlaps(sprite: &Sprite, form: &Form) -> bool {
    pieces(form).into_iter().any(|piece| meets(Piece::Sprite(sprite), piece, Touching::Counts))
}

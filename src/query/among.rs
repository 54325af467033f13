//! The questions of a scene: asked of many bodies, in their order (SPEC 5, 6, 8).

use crate::answer::{Pair, RayHit, SweepHit};
use crate::error::{Error, Result};
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::query;
use crate::query::way::Way;

/// Every overlapping pair whose layers let it be one, in order.
pub fn pairs(bodies: &[Placed], touching: Touching) -> Vec<Pair> {
    let found = candidates(bodies, 0).filter_map(|(a, b)| {
        let overlap = query::overlap(&bodies[a].form, &bodies[b].form, touching)?;
        Some(Pair { a, b, overlap })
    });
    found.collect()
}

/// Every pair that does not overlap and is at most `margin` lattice units apart, in order.
pub fn grazing_pairs(bodies: &[Placed], margin: i32, touching: Touching) -> Vec<(usize, usize)> {
    let grazes = |&(a, b): &(usize, usize)| query::grazes(&bodies[a].form, &bodies[b].form, margin, touching);
    candidates(bodies, margin).filter(grazes).collect()
}

/// The first body on the layers `against` that a ray meets: the smallest t, for equal t the earlier body.
pub fn first_on_ray(bodies: &[Placed], from: Point, to: Point, against: u32) -> Option<RayHit> {
    let hits = bodies.iter().enumerate().filter(|(_, placed)| placed.layer & against != 0);
    let hits = hits.filter_map(|(body, placed)| query::ray_hit(placed, body, from, to));
    hits.reduce(|best, hit| if hit.t < best.t { hit } else { best })
}

/// The bodies that contain a point, in order.
pub fn containing(bodies: &[Placed], at: Point) -> Vec<usize> {
    (0..bodies.len()).filter(|&k| query::contains(&bodies[k].form, at)).collect()
}

/// The first body that `mover` meets on its way to `to` while the others stay: the smallest t, for equal t the earlier.
pub fn first_on_way(bodies: &[Placed], mover: usize, to: Vec2) -> Result<Option<SweepHit>> {
    let body = bodies.get(mover).ok_or(Error::NoSuchBody { index: mover, count: bodies.len() })?;
    if matches!(body.form, Form::Tiles(_)) {
        return Err(Error::TileMapMoves);
    }
    let way = Way::of(&body.form, body.at, to)?;
    let mut first: Option<SweepHit> = None;
    for (k, other) in bodies.iter().enumerate().filter(|&(k, other)| k != mover && body.pairs_with(other)) {
        if let Some(met) = query::sweep_to_still(&body.form, &way, &other.form, other.at)?
            && first.is_none_or(|first| met.t < first.t)
        {
            first = Some(SweepHit { body: k, t: met.t, step: met.step });
        }
    }
    Ok(first)
}

/// The pairs whose layers match and whose boxes are within a margin. Two tile maps are never one.
pub(crate) fn candidates(bodies: &[Placed], margin: i32) -> impl Iterator<Item = (usize, usize)> {
    let boxes: Vec<_> = bodies.iter().map(|body| body.form.bounds().map(|b| b.grown(margin))).collect();
    let tiles = |k: usize| matches!(bodies[k].form, Form::Tiles(_));
    let is_pair = move |&(a, b): &(usize, usize)| bodies[a].pairs_with(&bodies[b]) && !(tiles(a) && tiles(b));
    near_pairs(&boxes).into_iter().filter(is_pair)
}

/// The pairs of boxes that meet, in order.
pub(crate) fn near_pairs(boxes: &[Option<Bounds>]) -> Vec<(usize, usize)> {
    // Sorted by their left edges: each looks only at those that begin before it ends.
    let mut sorted: Vec<(usize, Bounds)> =
        boxes.iter().enumerate().filter_map(|(k, b)| Some((k, (*b)?))).collect();
    sorted.sort_unstable_by_key(|(_, b)| b.min.x);
    let mut found = Vec::new();
    for (n, &(a, box_a)) in sorted.iter().enumerate() {
        for &(b, box_b) in sorted[n + 1..].iter().take_while(|(_, b)| b.min.x <= box_a.max.x) {
            if box_a.meets(box_b) {
                found.push((a.min(b), a.max(b)));
            }
        }
    }
    found.sort_unstable();
    found
}

//! The questions of a scene: asked of many bodies, in their order (SPEC 5, 6, 8).

use crate::answer::{Pair, RayHit, SweepHit};
use crate::effort::{spend, take_pair};
use crate::error::{Error, Result};
use crate::form::{Form, Layers, Placed, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::query;
use crate::query::way::Way;

/// Every overlapping pair whose layers let it be one, in order.
pub fn pairs(bodies: &[Placed], touching: Touching) -> Vec<Pair> {
    let found = candidates(bodies, 0).take_while(|_| spend(4)).filter_map(|(a, b)| {
        let overlap = query::overlap(&bodies[a].form, &bodies[b].form, touching)?;
        Some(Pair { a, b, overlap })
    });
    found.collect()
}

/// Every pair that does not overlap and is at most `margin` lattice units apart, in order.
pub fn grazing_pairs(bodies: &[Placed], margin: i32, touching: Touching) -> Vec<(usize, usize)> {
    let grazes = |&(a, b): &(usize, usize)| query::grazes(&bodies[a].form, &bodies[b].form, margin, touching);
    candidates(bodies, margin).take_while(|_| spend(4)).filter(grazes).collect()
}

/// The first body on the layers `against` that a ray meets: the smallest t, for equal t the earlier body.
pub fn first_on_ray(bodies: &[Placed], from: Point, to: Point, against: u32) -> Option<RayHit> {
    let hits = bodies.iter().enumerate().filter(|(_, placed)| placed.layer & against != 0);
    let hits = hits.take_while(|_| spend(1));
    let hits = hits.filter_map(|(body, placed)| query::ray_hit(placed, body, from, to));
    hits.reduce(|best, hit| if hit.t < best.t { hit } else { best })
}

/// The bodies that contain a point, in order.
pub fn containing(bodies: &[Placed], at: Point) -> Vec<usize> {
    (0..bodies.len()).take_while(|_| spend(1)).filter(|&k| query::contains(&bodies[k].form, at)).collect()
}

/// The first body that `mover` meets on its way to `to` while the others stay: the smallest t, for equal t the earlier.
pub fn first_on_way(bodies: &[Placed], mover: usize, to: Vec2) -> Result<Option<SweepHit>> {
    let body = bodies.get(mover).ok_or(Error::NoSuchBody { index: mover, count: bodies.len() })?;
    if matches!(body.form, Form::Tiles(_)) {
        return Err(Error::TileMapMoves);
    }
    let way = Way::of(&body.form, body.at, to)?;
    let mut first: Option<SweepHit> = None;
    let others = bodies.iter().enumerate().filter(|&(k, other)| k != mover && body.pairs_with(other));
    for (k, other) in others.take_while(|_| spend(4)) {
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
    near_pairs(bodies, bodies.iter().map(|body| body.form.bounds().map(|b| b.grown(margin)))).into_iter()
}

/// The same of boxes that are given, one a body, in order.
pub(crate) fn near_pairs(
    bodies: &[Placed],
    boxes: impl Iterator<Item = Option<Bounds>>,
) -> Vec<(usize, usize)> {
    let mut boxes: Vec<(usize, Bounds)> = boxes.enumerate().filter_map(|(k, b)| Some((k, b?))).collect();
    // Sorted by their left edges: each looks only at those that begin before it ends.
    boxes.sort_unstable_by_key(|(_, b)| b.min.x);
    let mut found = Vec::new();
    match Flocks::of(bodies, &boxes) {
        Some(flocks) => flocks.each_two(|a, b| meet(bodies, a, b, &mut found)),
        None => meet(bodies, &boxes, &[], &mut found),
    }
    found.sort_unstable();
    found
}

/// Boxes by the layers of their bodies: those whose layers do not match are never held against each other.
struct Flocks(Vec<(Layers, Vec<(usize, Bounds)>)>);

/// With more kinds of layers than these, boxes are asked one by one.
const MOST_FLOCKS: usize = 64;

impl Flocks {
    fn of(bodies: &[Placed], boxes: &[(usize, Bounds)]) -> Option<Flocks> {
        let mut flocks: Vec<(Layers, Vec<(usize, Bounds)>)> = Vec::new();
        for &(k, bounds) in boxes {
            let layers = Layers { layer: bodies[k].layer, against: bodies[k].against };
            match flocks.iter().position(|(of, _)| *of == layers) {
                Some(at) => flocks[at].1.push((k, bounds)),
                None if flocks.len() == MOST_FLOCKS => return None,
                None => flocks.push((layers, vec![(k, bounds)])),
            }
        }
        Some(Flocks(flocks))
    }

    /// Every flock whose layers match with itself, and every two that match, by their left edges each.
    fn each_two(&self, mut meet: impl FnMut(&[(usize, Bounds)], &[(usize, Bounds)])) {
        for (n, (layers, flock)) in self.0.iter().enumerate() {
            if layers.pair_with(*layers) {
                meet(flock, &[]);
            }
            for (_, other) in self.0[n + 1..].iter().filter(|(other, _)| layers.pair_with(*other)) {
                meet(flock, other);
            }
        }
    }
}

/// The pairs of one list with another, or of one among themselves; both are sorted by their left edges.
fn meet(
    bodies: &[Placed],
    boxes: &[(usize, Bounds)],
    others: &[(usize, Bounds)],
    found: &mut Vec<(usize, usize)>,
) {
    let tiles = |k: usize| matches!(bodies[k].form, Form::Tiles(_));
    let mut look = |(a, box_a): (usize, Bounds), rest: &[(usize, Bounds)]| {
        for &(b, box_b) in rest.iter().take_while(|(_, b)| b.min.x <= box_a.max.x) {
            if !spend(1) {
                return false;
            }
            if box_a.meets(box_b) && bodies[a].pairs_with(&bodies[b]) && !(tiles(a) && tiles(b)) {
                if !take_pair() {
                    return false;
                }
                found.push((a.min(b), a.max(b)));
            }
        }
        true
    };
    if others.is_empty() {
        let _ = boxes.iter().enumerate().all(|(n, &one)| look(one, &boxes[n + 1..]));
        return;
    }
    // Whichever begins first looks at those of the other list that begin after it.
    let (mut n, mut m) = (0, 0);
    while n < boxes.len() && m < others.len() {
        let goes_on = if boxes[n].1.min.x <= others[m].1.min.x {
            n += 1;
            look(boxes[n - 1], &others[m..])
        } else {
            m += 1;
            look(others[m - 1], &boxes[n..])
        };
        if !goes_on {
            return;
        }
    }
}

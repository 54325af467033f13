//! The queries of a scene: each runs over many bodies, in their order (SPEC 5, 6, 8).

use crate::answer::{Pair, RayHit, SweepHit};
use crate::effort::{spend, take_pair};
use crate::error::{Cause, Result};
use crate::form::{Form, Layers, Placed, Touching};
use crate::lattice::{Bounds, Margin, Point, Vec2};
use crate::query;
use crate::query::motion::Motion;

/// Returns every overlapping pair whose layers match, in order.
pub fn pairs(bodies: &[Placed], touching: Touching) -> Vec<Pair> {
    let found = candidates(bodies, 0).take_while(|_| spend(4)).filter_map(|(a, b)| {
        let overlap = query::overlap(&bodies[a].form, &bodies[b].form, touching)?;
        Some(Pair { a, b, overlap })
    });
    found.collect()
}

/// Returns every pair that does not overlap and is at most `margin` lattice units apart, in order.
pub fn grazing_pairs(bodies: &[Placed], margin: Margin, touching: Touching) -> Vec<[usize; 2]> {
    let grazes = |&(a, b): &(usize, usize)| query::grazes(&bodies[a].form, &bodies[b].form, margin, touching);
    candidates(bodies, margin.units()).take_while(|_| spend(4)).filter(grazes).map(|(a, b)| [a, b]).collect()
}

/// Returns the first body on the layers `against` that a ray hits: the smallest t, for equal t the earlier body.
pub fn first_on_ray(bodies: &[Placed], from: Point, to: Point, against: u32) -> Option<RayHit<usize>> {
    let hits = bodies.iter().enumerate().filter(|(_, placed)| placed.layer & against != 0);
    let hits = hits.take_while(|_| spend(1));
    let hits = hits.filter_map(|(body, placed)| Some(query::cast(&placed.form, from, to)?.of_body(body)));
    hits.reduce(|best, hit| if hit.t < best.t { hit } else { best })
}

/// Returns the bodies that contain a point, in order.
pub fn containing(bodies: &[Placed], at: Point) -> Vec<usize> {
    (0..bodies.len()).take_while(|_| spend(1)).filter(|&k| query::contains(&bodies[k].form, at)).collect()
}

/// Returns the first body that `mover` hits on its path to `to` while the others stay: the smallest t, for equal t the
/// earlier body.
pub fn first_on_way(bodies: &[Placed], mover: usize, to: Vec2) -> Result<Option<SweepHit<usize>>> {
    let body =
        bodies.get(mover).ok_or_else(|| Cause::NoSuchBody { index: mover, count: bodies.len() }.error())?;
    if matches!(body.form, Form::Tiles(_)) {
        return Err(Cause::TileMapMoves.error());
    }
    let motion = Motion::of(&body.form, body.at, to)?;
    let mut first: Option<SweepHit<usize>> = None;
    let others = bodies.iter().enumerate().filter(|&(k, other)| k != mover && body.pairs_with(other));
    for (k, other) in others.take_while(|_| spend(4)) {
        if let Some(met) = query::sweep_to_still(&body.form, &motion, &other.form, other.at)?
            && first.is_none_or(|first| met.t < first.t)
        {
            first = Some(met.of_body(k));
        }
    }
    Ok(first)
}

/// Returns the pairs whose layers match and whose boxes are within a margin, without pairs of two tile maps.
pub(crate) fn candidates(bodies: &[Placed], margin: i32) -> impl Iterator<Item = (usize, usize)> {
    near_pairs(bodies, bodies.iter().map(|body| body.form.bounds().map(|b| b.grown(margin)))).into_iter()
}

/// Returns the pairs whose layers match and whose given boxes meet. `boxes` has one box for each body, in order.
pub(crate) fn near_pairs(
    bodies: &[Placed],
    boxes: impl Iterator<Item = Option<Bounds>>,
) -> Vec<(usize, usize)> {
    let mut boxes: Vec<(usize, Bounds)> = boxes.enumerate().filter_map(|(k, b)| Some((k, b?))).collect();
    // Sorted by their left edges: each box looks only at those that begin before it ends.
    boxes.sort_unstable_by_key(|(_, b)| b.min.x);
    let mut found = Vec::new();
    match Flocks::of(bodies, &boxes) {
        Some(flocks) => flocks.each_two(|a, b| meet(bodies, a, b, &mut found)),
        None => meet(bodies, &boxes, &[], &mut found),
    }
    found.sort_unstable();
    found
}

/// Boxes grouped by the layers of their bodies: boxes whose layers do not match are never compared.
struct Flocks(Vec<(Layers, Vec<(usize, Bounds)>)>);

/// The largest number of groups. With more combinations of layers than this, each pair of boxes checks its layers.
const MOST_FLOCKS: usize = 64;

impl Flocks {
    fn of(bodies: &[Placed], boxes: &[(usize, Bounds)]) -> Option<Flocks> {
        let mut flocks: Vec<(Layers, Vec<(usize, Bounds)>)> = Vec::new();
        for &(k, bounds) in boxes {
            let layers = bodies[k].layers();
            match flocks.iter().position(|(of, _)| *of == layers) {
                Some(at) => flocks[at].1.push((k, bounds)),
                None if flocks.len() == MOST_FLOCKS => return None,
                None => flocks.push((layers, vec![(k, bounds)])),
            }
        }
        Some(Flocks(flocks))
    }

    /// Calls `meet` for every group whose layers match themselves, and for every two groups whose layers match. Each
    /// group is sorted by left edges.
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

/// Adds the pairs of one list with another, or of one list with itself where `others` is empty. Both lists are sorted by
/// left edges.
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
    // The box that begins first looks at the boxes of the other list that begin after it.
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

//! How two bodies lie: anywhere near each other, just touching, on a grid of whole pixels with edges on edges, around the same
//! middle, or one in a slot of the other that is exactly as wide.

use kasuri::query::{self, Form};
use kasuri::{Placement, Touching, Vec2};

use crate::common::{Random, Thing, base, brought_near};
use crate::kinds::{Corners, Kind, body};
use crate::slots::{size, wall};

/// Returns two bodies of two kinds.
pub fn random_pair(rng: &mut Random, kinds: [Kind; 2]) -> [Form; 2] {
    let placed = match rng.below(8) {
        0..=3 => near(rng, kinds),
        4 | 5 => on_a_grid(rng, kinds),
        6 => around_one_middle(rng, kinds),
        _ => return in_a_slot(rng, kinds).unwrap_or_else(|| near(rng, kinds).map(form)),
    };
    placed.map(form)
}

fn form((thing, placement): (Thing, Placement)) -> Form {
    thing.place(&placement).form
}

/// Near each other; half of them just touch, or miss each other by a lattice unit.
fn near(rng: &mut Random, kinds: [Kind; 2]) -> [(Thing, Placement); 2] {
    let base = base(rng);
    let things = kinds.map(|kind| body(rng, kind, Corners::Anywhere));
    brought_near(rng, base, things, |a, b| query::overlaps(a, b, Touching::Counts))
}

/// Corners at whole pixels, so that edges lie on each other, and many moves are equally short.
fn on_a_grid(rng: &mut Random, kinds: [Kind; 2]) -> [(Thing, Placement); 2] {
    kinds.map(|kind| {
        let (thing, placement) = body(rng, kind, Corners::Whole);
        let half = rng.pick(&[1.0, 1.0, 0.5]);
        let at = [0; 2].map(|_| rng.int(-8..=8) as f64 * half);
        (thing, Placement { at: at.into(), ..placement })
    })
}

/// The boxes of the two have one middle, or the bodies one position.
fn around_one_middle(rng: &mut Random, kinds: [Kind; 2]) -> [(Thing, Placement); 2] {
    let corners = rng.pick(&[Corners::Anywhere, Corners::Whole]);
    let [(a, at_a), (b, mut at_b)] = kinds.map(|kind| body(rng, kind, corners));
    if rng.chance(2)
        && let (Some(p), Some(q)) = (a.place(&at_a).form.bounds(), b.place(&at_b).form.bounds())
    {
        let middle = |min: i32, max: i32| (min + max) / 2;
        let by = [
            middle(p.min.x, p.max.x) - middle(q.min.x, q.max.x),
            middle(p.min.y, p.max.y) - middle(q.min.y, q.max.y),
        ];
        at_b.at = moved(at_b.at, by);
    }
    [(a, at_a), (b, at_b)]
}

/// One body in the slot of the other, or beside it; `None` for kinds without a slot.
fn in_a_slot(rng: &mut Random, kinds: [Kind; 2]) -> Option<[Form; 2]> {
    let corners = rng.pick(&[Corners::Anywhere, Corners::Whole]);
    let first = rng.below(2) as usize;
    let try_side = |rng: &mut Random, side: usize| {
        let (inner, mut at) = body(rng, kinds[1 - side], corners);
        let inner_size = size(&inner.place(&at).form)?;
        let wall = wall(rng, kinds[side], inner_size)?;
        let outer = wall.thing.place(&wall.placement).form;
        let (around, inside) = (outer.bounds()?, inner.place(&at).form.bounds()?);
        let to = [
            around.min.x + (around.max.x - around.min.x - inner_size[0]) / 2,
            around.min.y + wall.depth - inner_size[1],
        ];
        let aside = [inner_size[0], inner_size[1]].map(|side| {
            let quarter = i64::from(side / 4) + 2;
            let any = rng.int(-quarter..=quarter) as i32;
            rng.pick(&[0, 1, -1, any])
        });
        at.at = moved(at.at, [to[0] + aside[0] - inside.min.x, to[1] + aside[1] - inside.min.y]);
        let inner = inner.place(&at).form;
        Some(if side == 0 { [outer, inner] } else { [inner, outer] })
    };
    try_side(rng, first).or_else(|| try_side(rng, 1 - first))
}

/// Returns a position moved by lattice units.
fn moved(at: Vec2, by: [i32; 2]) -> Vec2 {
    Vec2::new(at.x + f64::from(by[0]) / 256.0, at.y + f64::from(by[1]) / 256.0)
}

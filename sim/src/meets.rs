//! Places at the border of what counts: of two bodies that just touch, or that are just within a margin.

use kasuri::{Result, Touching, Vec2, reference};

use crate::mirror::twin::Twin;
use crate::operations::Meet;

/// Units of the lattice in a pixel (SPEC 1).
const UNITS: f64 = 256.0;

/// Returns where on its path the mover begins, or ceases, to be near the other body: one of two neighbouring places of the lattice,
/// of which one is near and one is not. `None` where the ends of the path are alike.
pub(crate) fn border(mover: &Twin, other: &Twin, meet: &Meet) -> Option<Vec2> {
    let margin = if meet.grazes { mover.reach().ok()?.max(other.reach().ok()?) } else { -1 };
    let count = (meet.path.x.abs().max(meet.path.y.abs()) * UNITS).round();
    let start = other.placement.at;
    let place = |k: i64| {
        let along = k as f64 / count;
        let on_lattice = |x: f64| (x * UNITS).round() / UNITS;
        Vec2::new(on_lattice(start.x + meet.path.x * along), on_lattice(start.y + meet.path.y * along))
    };
    let near = |k: i64| are_near(mover, place(k), other, margin).unwrap_or(false);
    let (mut first, mut last) = (0, count as i64);
    let at_first = near(first);
    if at_first == near(last) {
        return None;
    }
    while last - first > 1 {
        let middle = (first + last) / 2;
        if near(middle) == at_first { first = middle } else { last = middle }
    }
    Some(place(if meet.past { last } else { first }))
}

/// Whether the mover, at a place, overlaps or touches the other body with any form, or is within a margin.
fn are_near(mover: &Twin, at: Vec2, other: &Twin, margin: i32) -> Result<bool> {
    let mut moved = mover.clone();
    moved.placement.at = at;
    moved.place()?;
    let mut pairs = moved.forms.iter().flat_map(|a| other.forms.iter().map(move |b| (a, b)));
    Ok(pairs.any(|((a, box_a), (b, box_b))| {
        let may = box_a.zip(*box_b).is_some_and(|(a, b)| a.grown(margin.max(0)).meets(b));
        may && (reference::overlaps(a, b, Touching::Counts)
            || reference::graze(a, b, margin, Touching::Counts))
    }))
}

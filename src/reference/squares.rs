//! The covered squares of a sprite that a shape meets (SPEC 4).

use crate::form::Touching;
use crate::lattice::PixelBox;
use crate::mask::Sprite;
use crate::reference::hull::{Hull, meets};
use crate::reference::pixels::covered;
use crate::shape::Convex;

/// Counts the covered squares that the shape of these parts meets.
pub(super) fn count(sprite: &Sprite, parts: &[&Convex], touching: Touching) -> u64 {
    let parts: Vec<_> = parts.iter().map(|&part| (Hull::from(part), near(sprite, part))).collect();
    let rows = |pick: fn(&PixelBox) -> i32| parts.iter().map(move |(_, window)| pick(window));
    let (Some(y0), Some(y1)) = (rows(|w| w.y0).min(), rows(|w| w.y1).max()) else { return 0 };
    (y0..y1).map(|j| count_row(sprite, &parts, j, touching)).sum()
}

/// Whether a part meets any covered square.
pub(super) fn any(sprite: &Sprite, part: &Convex, touching: Touching) -> bool {
    let (hull, window) = (Hull::from(part), near(sprite, part));
    (window.y0..window.y1).any(|j| {
        span(&hull, window, j, touching)
            .is_some_and(|(x0, x1)| (x0..x1).any(|i| covered(sprite, i.into(), j.into())))
    })
}

/// Returns the squares that a part's box can meet, within the sprite's reach.
fn near(sprite: &Sprite, part: &Convex) -> PixelBox {
    let (min, max) = (part.bounds().min, part.bounds().max);
    // One more below and to the right: closed squares that end where the box begins.
    let window =
        PixelBox { x0: (min.x >> 8) - 1, y0: (min.y >> 8) - 1, x1: (max.x >> 8) + 1, y1: (max.y >> 8) + 1 };
    sprite.reach().intersection(window)
}

fn count_row(sprite: &Sprite, parts: &[(Hull, PixelBox)], j: i32, touching: Touching) -> u64 {
    let spans = parts.iter().filter(|(_, window)| (window.y0..window.y1).contains(&j));
    let mut spans: Vec<_> = spans.filter_map(|(hull, window)| span(hull, *window, j, touching)).collect();
    spans.sort_unstable();
    // Spans of several parts may overlap: each square counts once.
    let mut next = i32::MIN;
    let mut pixels = 0;
    for (x0, x1) in spans {
        let from = x0.max(next);
        pixels += (from..x1).filter(|&i| covered(sprite, i.into(), j.into())).count() as u64;
        next = next.max(x1);
    }
    pixels
}

/// Returns the squares of a row that a convex shape meets: one span, searched from both ends.
fn span(hull: &Hull, window: PixelBox, j: i32, touching: Touching) -> Option<(i32, i32)> {
    let met =
        |i: &i32| meets(&Hull::squares(PixelBox { x0: *i, y0: j, x1: i + 1, y1: j + 1 }), hull, touching);
    let x0 = (window.x0..window.x1).find(met)?;
    let x1 = (x0..window.x1).rev().find(met)? + 1;
    Some((x0, x1))
}

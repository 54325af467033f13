//! The covered squares of a sprite that a shape meets (SPEC 4).

use crate::effort::spend;
use crate::form::Touching;
use crate::lattice::{Bounds, PixelBox};
use crate::mask::{Cover, Sprite};
use crate::query::blob::Blob;
use crate::query::piece::{Set, window};
use crate::query::span::span;
use crate::shape::Convex;

/// Whether a convex part meets any covered square.
pub(crate) fn overlap(sprite: &Sprite, part: &Set, touching: Touching) -> bool {
    met_spans(sprite, part, touching).any(|(j, (x0, x1))| sprite.covers_any(j, x0, x1))
}

/// Returns the rows in which a part meets squares, covered or not, each with the first column and one past the last.
fn met_spans(sprite: &Sprite, part: &Set, touching: Touching) -> impl Iterator<Item = (i32, (i32, i32))> {
    let near = common_window(sprite, part.bounds());
    let each = work_of_span(part.blob());
    let rows = (near.y0..near.y1).take_while(move |_| spend(each));
    rows.filter_map(move |j| Some((j, span(part.blob(), near, j, touching)?)))
}

/// Counts the covered squares that a shape of several parts meets; each square counts once.
pub(crate) fn count(sprite: &Sprite, parts: &[Convex], touching: Touching) -> u64 {
    let Some(bounds) = parts.iter().map(Convex::bounds).reduce(Bounds::union) else { return 0 };
    let near = common_window(sprite, bounds);
    let mut spans: Vec<(i32, i32)> = Vec::new();
    let mut total = 0;
    for j in near.y0..near.y1 {
        if !spend(parts.len() as u64) {
            break;
        }
        let in_row = parts.iter().filter(|part| is_near_row(part, j));
        let in_row = in_row.map(Blob::from).take_while(|part| spend(work_of_span(*part)));
        spans.extend(in_row.filter_map(|part| span(part, near, j, touching)));
        spans.sort_unstable();
        let mut next = i32::MIN;
        for (x0, x1) in spans.drain(..) {
            // A rotated row is read texel by texel.
            if !spend(8 + (x1 - x0.max(next)).max(0) as u64 / 8) {
                return total;
            }
            total += stretch(sprite, j, x0.max(next), x1).count();
            next = next.max(x1);
        }
    }
    total
}

/// Returns the work to find the span of a row.
fn work_of_span(part: Blob) -> u64 {
    16 + 4 * part.vertices.len() as u64
}

/// Returns the pixels that a sprite may cover and whose squares may meet a box.
fn common_window(sprite: &Sprite, bounds: Bounds) -> PixelBox {
    let common = sprite.reach().intersection(window(bounds));
    if common.is_empty() { PixelBox::default() } else { common }
}

/// Returns the covered pixels of a stretch of a row.
fn stretch(sprite: &Sprite, j: i32, x0: i32, x1: i32) -> Cover {
    Cover::rasterise(sprite, PixelBox { x0, y0: j, x1, y1: j + 1 })
}

fn is_near_row(part: &Convex, j: i32) -> bool {
    let near = window(part.bounds());
    (near.y0..near.y1).contains(&j)
}

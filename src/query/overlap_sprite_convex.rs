//! The covered squares of a sprite that a shape meets (SPEC 4).

use crate::form::Touching;
use crate::mask::{Sprite, row};
use crate::query::blob::Blob;
use crate::query::piece::window;
use crate::query::span::span;
use crate::shape::Convex;

/// Whether a convex part meets any covered square.
pub(crate) fn overlap(sprite: &Sprite, part: &Convex, touching: Touching) -> bool {
    let cover = sprite.cover_within(window(part.bounds()));
    let blob = Blob::from(part);
    (cover.pixels().y0..cover.pixels().y1).any(|j| {
        span(blob, cover.pixels(), j, touching).is_some_and(|(x0, x1)| {
            (x0..x1).step_by(64).any(|i| cover.bits(i.into(), j.into()) & first_bits(x1 - i) != 0)
        })
    })
}

/// How many covered squares a shape of several parts meets; each counts once.
pub(crate) fn count(sprite: &Sprite, parts: &[Convex], touching: Touching) -> u64 {
    let Some(near) = parts.iter().map(Convex::bounds).reduce(crate::lattice::Bounds::union) else { return 0 };
    let cover = sprite.cover_within(window(near));
    let pixels = cover.pixels();
    let mut met = vec![0u64; cover.stride()];
    let mut total = 0;
    for j in pixels.y0..pixels.y1 {
        met.fill(0);
        for part in parts.iter().filter(|part| is_near_row(part, j)) {
            if let Some((x0, x1)) = span(part.into(), pixels, j, touching) {
                row::fill(&mut met, (x0 - pixels.x0) as usize..(x1 - pixels.x0) as usize);
            }
        }
        let row = &cover.words()[(j - pixels.y0) as usize * met.len()..][..met.len()];
        total += row.iter().zip(&met).map(|(a, b)| u64::from((a & b).count_ones())).sum::<u64>();
    }
    total
}

fn is_near_row(part: &Convex, j: i32) -> bool {
    let near = window(part.bounds());
    (near.y0..near.y1).contains(&j)
}

/// The lowest `n` bits; all of them for 64 and more.
fn first_bits(n: i32) -> u64 {
    u64::MAX >> (64 - n.clamp(1, 64))
}

//! The CPU executor: for every kernel a twin of the same name that gives the same answers, and pairs answered by these.
//!
//! ```
//! use kasuri::{gpu::twins, query::Form, Placement, Shape, Touching};
//! let shot = |x: f64| -> kasuri::Result<Form> {
//!     Ok(Form::Shape(Shape::circle(4.0)?.place(&Placement::at([x, 0.0]))?))
//! };
//! assert_eq!(twins::hits(&[shot(0.0)?, shot(8.0)?, shot(17.0)?], &[[0, 1], [1, 2]], Touching::Counts)?, [0]);
//! # Ok::<(), kasuri::Error>(())
//! ```

mod cells;
mod common;
mod compact;
mod cover;
mod grid;
mod pairs;
mod place;
mod scan;
mod shape_shape;
mod sort;
mod sprite_shape;
mod sprite_sprite;
mod squares;

pub use common::common;
pub use compact::compact;
pub use cover::cover;
pub use grid::{BucketGrid, buckets_for, grid};
pub use pairs::pairs;
pub use place::{PlacedBox, place};
pub use scan::scan;
pub use shape_shape::shape_shape;
pub(crate) use sort::digits;
pub use sort::sort;
pub use sprite_shape::sprite_shape;
pub use sprite_sprite::sprite_sprite;
pub use squares::squares;

use crate::answer::{Found, Overlap, PairHit};
use crate::error::{Cause, Result};
use crate::form::{Form, Touching};
use crate::query;

/// Whether two bodies overlap, decided by the kernel for their kinds.
pub(crate) fn overlaps(a: &Form, b: &Form, touching: Touching) -> bool {
    match (a, b) {
        (Form::Shape(p), Form::Shape(q)) => shape_shape(p, q, touching) || query::meet_inside(a, b, touching),
        (Form::Sprite(sprite), Form::Shape(shape)) | (Form::Shape(shape), Form::Sprite(sprite)) => {
            sprite_shape(sprite, shape, touching) || query::meet_inside(a, b, touching)
        }
        (Form::Sprite(a), Form::Sprite(b)) => sprite_sprite(a, b),
        _ => query::overlaps(a, b, touching),
    }
}

/// Returns the whole numbers for two bodies, if they overlap.
pub(crate) fn found(a: &Form, b: &Form, touching: Touching) -> Option<Found> {
    match (a, b) {
        (Form::Shape(_), Form::Shape(_)) => overlaps(a, b, touching).then_some(Found::Shapes),
        (Form::Sprite(sprite), Form::Shape(shape)) | (Form::Shape(shape), Form::Sprite(sprite)) => {
            let deep = squares(sprite, shape, touching);
            let pixels = if deep == 0 { query::squares_inside(sprite, shape, touching) } else { deep };
            (pixels > 0).then_some(Found::Squares { pixels })
        }
        (Form::Sprite(a), Form::Sprite(b)) => common(a, b).map(Found::Sprites),
        _ => match query::overlap(a, b, touching) {
            Some(Overlap::Tiles { cells }) => Some(Found::Tiles { cells }),
            _ => None,
        },
    }
}

/// Returns the indices in the batch of the pairs that overlap, in order: the same as `gpu::Bodies::hits`.
pub fn hits(bodies: &[Form], pairs: &[[u32; 2]], touching: Touching) -> Result<Vec<u32>> {
    let mut bits = vec![0u32; pairs.len().div_ceil(32)];
    for (k, [a, b]) in forms(bodies, pairs)?.enumerate() {
        bits[k / 32] |= u32::from(overlaps(a, b, touching)) << (k % 32);
    }
    Ok(compact(&bits))
}

/// Returns the pairs that overlap, in order, with their whole numbers: the same as `gpu::Bodies::integers`.
pub fn integers(bodies: &[Form], pairs: &[[u32; 2]], touching: Touching) -> Result<Vec<PairHit>> {
    let pairs = (0..).zip(forms(bodies, pairs)?);
    Ok(pairs.filter_map(|(pair, [a, b])| Some(PairHit { pair, found: found(a, b, touching)? })).collect())
}

/// Returns the forms of pairs, after all indices are checked.
fn forms<'a>(bodies: &'a [Form], pairs: &'a [[u32; 2]]) -> Result<impl Iterator<Item = [&'a Form; 2]>> {
    match pairs.iter().flatten().find(|&&body| body as usize >= bodies.len()) {
        Some(&index) => Err(Cause::NoSuchBody { index: index as usize, count: bodies.len() }.error()),
        None => Ok(pairs.iter().map(|pair| pair.map(|body| &bodies[body as usize]))),
    }
}

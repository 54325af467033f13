//! Settles candidates with a sprite by a coarse view of its mask, before covers are requested.

use crate::form::{Form, Touching};
use crate::kernels::{Settled, ShapeAt, SpriteAt, settle_shape_sprite, settle_sprite_shape, settle_sprites};
use crate::lattice::Bounds;
use crate::shape::Convex;
use crate::world::kind::Kind;
use crate::world::queues::sort::Bare;
use crate::world::rows::Rows;

/// Settles two bodies without regions, at least one of them a sprite, if possible. A margin below 0 means that no
/// graze is needed.
#[inline(always)]
pub(super) fn settle(rows: &Rows, pair: &Bare, [p, q]: [Bounds; 2]) -> Settled {
    let Bare { rows: [a, b], kinds, touching, margin } = *pair;
    let (large, small) = if size(p) >= size(q) {
        ((a, p, kinds[0]), (b, q, kinds[1]))
    } else {
        ((b, q, kinds[1]), (a, p, kinds[0]))
    };
    let (at, to) = (rows.points[large.0 as usize], rows.points[small.0 as usize]);
    match (&rows.forms(large.0 as usize)[0], &rows.forms(small.0 as usize)[0]) {
        (Form::Sprite(large), Form::Sprite(small)) => {
            settle_sprites(SpriteAt { sprite: large, at }, SpriteAt { sprite: small, at: to }, margin)
        }
        (Form::Sprite(sprite), Form::Shape(parts)) if can_tell(parts, touching) => {
            let (_, bounds, kind) = small;
            let shape = ShapeAt { bounds, part: &parts[0], at: to, is_disc: kind == Kind::Circle };
            settle_sprite_shape(SpriteAt { sprite, at }, shape, margin)
        }
        (Form::Shape(parts), Form::Sprite(sprite)) if can_tell(parts, touching) => {
            let (_, bounds, kind) = large;
            let shape = ShapeAt { bounds, part: &parts[0], at, is_disc: kind == Kind::Circle };
            settle_shape_sprite(shape, SpriteAt { sprite, at: to }, margin)
        }
        _ => Settled::Unknown,
    }
}

/// Whether a shape overlaps everything that contains a point of its first part. If touches do not count, that holds only
/// for a single part with an interior.
#[inline(always)]
fn can_tell(parts: &[Convex], touching: Touching) -> bool {
    let has_interior = |part: &Convex| (part.radius() > 0) | (part.vertices().len() > 2);
    match parts {
        [] => false,
        [part] => touching == Touching::Counts || has_interior(part),
        _ => touching == Touching::Counts,
    }
}

#[inline(always)]
fn size(Bounds { min, max }: Bounds) -> i32 {
    (max.x - min.x) + (max.y - min.y)
}

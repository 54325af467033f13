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
    let first = Body { row: pair.rows[0], bounds: p, kind: pair.kinds[0] };
    let second = Body { row: pair.rows[1], bounds: q, kind: pair.kinds[1] };
    if size(p) >= size(q) {
        settle_in_order(rows, pair, first, second)
    } else {
        settle_in_order(rows, pair, second, first)
    }
}

/// A body without regions.
#[derive(Clone, Copy)]
struct Body {
    row: u32,
    bounds: Bounds,
    kind: Kind,
}

/// Settles a body and one that is not larger.
#[inline(always)]
fn settle_in_order(rows: &Rows, pair: &Bare, large: Body, small: Body) -> Settled {
    let (touching, margin) = (pair.touching, pair.margin);
    let [at, to] = [large, small].map(|body| rows.points[body.row as usize]);
    match (&rows.forms(large.row as usize)[0], &rows.forms(small.row as usize)[0]) {
        (Form::Sprite(large), Form::Sprite(small)) => {
            settle_sprites(SpriteAt { sprite: large, at }, SpriteAt { sprite: small, at: to }, margin)
        }
        (Form::Sprite(sprite), Form::Shape(parts)) if can_tell(parts, touching) => {
            let is_disc = small.kind == Kind::Circle;
            let shape = ShapeAt { bounds: small.bounds, part: &parts[0], at: to, is_disc };
            settle_sprite_shape(SpriteAt { sprite, at }, shape, margin)
        }
        (Form::Shape(parts), Form::Sprite(sprite)) if can_tell(parts, touching) => {
            let is_disc = large.kind == Kind::Circle;
            let shape = ShapeAt { bounds: large.bounds, part: &parts[0], at, is_disc };
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

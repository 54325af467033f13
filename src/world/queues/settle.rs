//! Settles a sprite and another body by their forms: by a pixel that both cover, or by a disc around the smaller one.

use crate::form::{Form, Touching};
use crate::kernels::{Settled, ShapeAt, SpriteAt, settle_shape_sprite, settle_sprite_shape, settle_sprites};
use crate::shape::Convex;
use crate::world::kind::Kind;
use crate::world::rows::Rows;

/// Settles a body and one that is not larger by their forms. It takes plain numbers, so that its callers keep theirs in
/// registers.
#[inline(never)]
pub(super) fn settle_by_forms(
    rows: &Rows,
    [large, small]: [u32; 2],
    touching: Touching,
    margin: i32,
) -> Settled {
    let [at, to] = [rows.points[large as usize], rows.points[small as usize]];
    let shape_of = |row: u32, part, at| {
        let (bounds, kind) = (rows.bounds[row as usize], rows.kinds[row as usize]);
        ShapeAt { bounds, part, at, is_disc: kind == Kind::Circle }
    };
    match (&rows.forms(large as usize)[0], &rows.forms(small as usize)[0]) {
        (Form::Sprite(large), Form::Sprite(small)) => {
            settle_sprites(SpriteAt { sprite: large, at }, SpriteAt { sprite: small, at: to }, margin)
        }
        (Form::Sprite(sprite), Form::Shape(parts)) if can_tell(parts, touching) => {
            settle_sprite_shape(SpriteAt { sprite, at }, shape_of(small, &parts[0], to), margin)
        }
        (Form::Shape(parts), Form::Sprite(sprite)) if can_tell(parts, touching) => {
            settle_shape_sprite(shape_of(large, &parts[0], at), SpriteAt { sprite, at: to }, margin)
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

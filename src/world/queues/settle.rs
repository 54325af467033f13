//! Settles candidates with a sprite by a coarse view of its mask, before covers are requested.

use crate::form::{Form, Touching};
use crate::kernels::{
    Answer, Ball, Beside, Settled, ShapeAt, SpriteAt, settle_shape_sprite, settle_sprite_ball,
    settle_sprite_shape, settle_sprites,
};
use crate::lattice::Bounds;
use crate::shape::Convex;
use crate::simd::Lanes;
use crate::world::hulls::{Head, Hulls};
use crate::world::kind::Kind;
use crate::world::queues::sort::Bare;
use crate::world::rows::Rows;

/// Settles two bodies without regions, at least one of them a sprite, if possible. A margin below 0 means that no
/// graze is needed.
#[inline(always)]
pub(super) fn settle<L: Lanes>(lanes: L, rows: &Rows, hulls: &mut Hulls, pair: Bare) -> Settled {
    let Bare { rows: [a, b], kinds: [first, second], bounds: [p, q], touching, margin } = pair;
    let is_first = size(p) >= size(q);
    let (large, small) = if is_first { (a, b) } else { (b, a) };
    let (large_kind, small_kind) = if is_first { (first, second) } else { (second, first) };
    let ball = if is_first { rows.ball(b, q, second) } else { rows.ball(a, p, first) };
    // Of a point or a segment only touches are known.
    let is_thick = small_kind.is_sprite() | (ball.discs.inner > 0.0) | (touching == Touching::Counts);
    if (ball.discs.inner < 0.0) | !is_thick | large_kind.is_upright() {
        return settle_by_forms(rows, [large, small], touching, margin);
    }
    if !large_kind.is_sprite() {
        return settle_hull_ball(lanes, rows, hulls, large, ball, margin)
            .unwrap_or_else(|| settle_by_forms(rows, [large, small], touching, margin));
    }
    let (Form::Sprite(sprite), at) = (&rows.forms(large as usize)[0], rows.points[large as usize]) else {
        return Settled::Unknown;
    };
    settle_sprite_ball(SpriteAt { sprite, at }, ball, small_kind.is_sprite(), margin)
}

/// Settles a shape and a sprite that is not larger, if the shape has a single part with an interior.
#[inline(always)]
fn settle_hull_ball<L: Lanes>(
    lanes: L,
    rows: &Rows,
    hulls: &mut Hulls,
    shape: u32,
    sprite: Ball,
    margin: i32,
) -> Option<Settled> {
    let &Head { count, part, .. } = hulls.head(lanes, rows, shape, 0);
    let hull = hulls.of(part.hulls());
    if (count != 1) | hull.is_empty() | ((part.radius == 0) & (hull.len() == 1) & (part.discs.inner <= 0.0)) {
        return None;
    }
    let (at, centre) = (rows.points[shape as usize], sprite.centre);
    let x = (centre.x - at.x - part.origin.x) as f32;
    let y = (centre.y - at.y - part.origin.y) as f32;
    let beside = Beside::of(lanes, hull, [x, y]);
    let radius = part.radius as f32;
    let within = beside.settle(sprite.discs, radius + margin.max(0) as f32);
    Some(match beside.settle(sprite.discs, radius) {
        Answer::Yes => Settled::Overlap,
        _ if within == Answer::No => Settled::Far,
        Answer::No if margin < 0 => Settled::Far,
        Answer::No if within == Answer::Yes => Settled::Graze,
        Answer::No => Settled::NoOverlap,
        Answer::Unsure => Settled::Unknown,
    })
}

/// Settles a body and one that is not larger by their forms. It takes plain numbers, so that its callers keep theirs in
/// registers.
#[inline(never)]
fn settle_by_forms(rows: &Rows, [large, small]: [u32; 2], touching: Touching, margin: i32) -> Settled {
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

#[inline(always)]
fn size(Bounds { min, max }: Bounds) -> i32 {
    (max.x - min.x) + (max.y - min.y)
}

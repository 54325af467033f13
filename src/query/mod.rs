//! Exact answers for two bodies: whether and how they overlap, how far apart they are, and what a ray or a moving body
//! hits. There is one file for each verb and kind of pair. The kinds are convex, sprite and tiles; the pieces of a tile
//! map are convex shapes or sprites.
//!
//! Yes-or-no answers use no epsilon. Numbers are f64 computed from exact integers, the same on every machine.
//!
//! ```
//! use std::sync::Arc;
//! use kasuri::{mask::Sprite, query::{self, Form}, Mask, Placement, Shape, Touching};
//! let disc = Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16)?);
//! let moon = Form::Sprite(Sprite::place(&disc, &Placement::at([20.0, 20.0]), None)?);
//! let shot = |x: f64| -> kasuri::Result<Form> {
//!     Ok(Form::Shape(Shape::circle(1.0)?.place(&Placement::at([x, 20.0]))?))
//! };
//! assert!(query::overlaps(&moon, &shot(25.0)?, Touching::Counts));
//! assert!(!query::overlaps(&moon, &shot(26.0)?, Touching::Counts));
//! assert_eq!(query::distance(&moon, &shot(30.0)?).map(|d| d.distance), Some(5.0));
//! # Ok::<(), kasuri::Error>(())
//! ```

mod among;
pub(crate) mod blob;
mod body_tree;
mod cast_convex;
mod contact;
pub(crate) mod contact_convex_convex;
mod contains_convex;
mod contains_sprite;
mod crossings;
mod distance;
mod distance_convex_convex;
mod dodge;
pub(crate) mod exact;
mod fits;
pub(crate) mod flat;
mod inside;
mod leg;
mod motion;
mod on_way;
mod on_way_convex;
mod outline;
pub(crate) mod overlap_convex_convex;
pub(crate) mod overlap_sprite_convex;
pub(crate) mod overlap_sprite_sprite;
pub(crate) mod piece;
mod push_out;
mod span;
mod sweep_convex_convex;
mod sweep_parts;
mod sweep_sprite;
mod tree;
pub(crate) mod tries;

pub use crate::form::{Form, Moving, Placed};
#[cfg(feature = "gpu")]
pub(crate) use among::candidates;
#[cfg(feature = "scene")]
pub(crate) use among::near_pairs;
pub use among::{containing, first_on_ray, first_on_way, grazing_pairs, pairs};
pub use body_tree::BodyTree;
pub(crate) use body_tree::along_a_curve;
pub(crate) use dodge::PlayerRegion;
pub use dodge::{Dodge, DodgePath, PathPlace, PlaceMap, PlayerMoves, Reach, Threats};
#[cfg(feature = "scene")]
pub(crate) use fits::fits_by;
#[cfg(feature = "gpu")]
pub(crate) use fits::{FitAxis, FitDevice};
pub(crate) use fits::{FitObstacle, OverlapRule, Pose};
pub use fits::{Fits, FreeMap, FreePose, PlaceGrid, fits};
pub use on_way::overlap_on_way;
pub(crate) use on_way::{First, first_met, places_at};
pub(crate) use on_way_convex::{
    DiscPath, disc_path, discs_meet, first_time, first_time_on_map, rooted_discs_meet,
};

use std::cell::Cell;

use crate::answer::{Contact, Distance, Overlap, RayHit, SweepHit};
use crate::effort::spend;
use crate::error::Result;
use crate::form::Touching;
use crate::lattice::{Bounds, Margin, Point, Vec2};
use crate::mask::Sprite;
use crate::query::cast_convex::{Cast, cast_outside};
pub(crate) use crate::query::distance::{distance_to_circle, distance_to_convex};
use crate::query::exact::Step;
use crate::query::leg::{Columns, first_hit, passing};
pub(crate) use crate::query::motion::Motion;
pub(crate) use crate::query::piece::Set;
use crate::query::piece::{
    EVERYWHERE, Lookup, Piece, any_set, any_two, is_one_part, pieces, window, work_of_two,
};
pub(crate) use crate::query::tree::BoundsTree;
use crate::shape::{CellAt, Convex, Parts, Tiles};

/// Whether two bodies overlap. Two tile maps never do.
#[doc(alias("SAT", "narrow phase", "collide_mask", "collide_rect", "collide_circle"))]
pub fn overlaps(a: &Form, b: &Form, touching: Touching) -> bool {
    if let (Form::Sprite(a), Form::Sprite(b)) = (a, b) {
        return overlap_sprite_sprite::overlap(a, b);
    }
    if let (Form::Shape(a), Form::Shape(b)) = (a, b)
        && let (Some(a), Some(b)) = (a.single(), b.single())
    {
        return a.bounds().meets(b.bounds()) && overlap_convex_convex::overlap(a.into(), b.into(), touching);
    }
    any_pieces(a, b, |a, b| overlap_of(a, b, touching)) || !is_no_pair(a, b) && meet_inside(a, b, touching)
}

/// Whether, where touching is ignored, a part of one body that has no interior lies in the interior of the other body's
/// union. No test of two parts can answer this (SPEC 3).
pub(crate) fn meet_inside(a: &Form, b: &Form, touching: Touching) -> bool {
    touching == Touching::Ignored && inside::on_seams(a, b)
}

/// Whether a part of a form has no interior.
pub(crate) fn has_thin_parts(form: &Form) -> bool {
    inside::thin_parts(form).next().is_some()
}

/// Counts the covered squares that a shape meets only inside the sprite's union, with no depth in any single square.
pub(crate) fn squares_inside(sprite: &Sprite, parts: &[Convex], touching: Touching) -> u64 {
    if touching == Touching::Ignored { inside::count_squares(sprite, parts) } else { 0 }
}

/// Whether two forms overlap. Each form is seen from its body's position.
pub(crate) fn overlap_at(a: &Form, at: Point, b: &Form, to: Point, touching: Touching) -> bool {
    if touching == Touching::Ignored && (has_thin_parts(a) || has_thin_parts(b)) {
        return overlaps(&a.standing_at(at), &b.standing_at(to), touching);
    }
    // Piece by piece: moving a few vertices allocates no memory.
    let vector = |from: Point, to: Point| Point::new(to.x - from.x, to.y - from.y);
    let of_sprite = |sprite: &Sprite, at: Point, parts: &Parts, to: Point| {
        let sprite = sprite.moved_to(at);
        let near = parts.pieces_around(sprite.bounds().translated(vector(to, Point::default())));
        near.flatten().map(|piece| piece.translated(to)).any(|piece| {
            sprite.bounds().meets(piece.bounds())
                && overlap_sprite_convex::overlap(&sprite, &Set::Convex(&piece), touching)
        })
    };
    let (p, q) = match (a, b) {
        (Form::Shape(p), Form::Shape(q)) => (p, q),
        (Form::Sprite(sprite), Form::Shape(parts)) => return of_sprite(sprite, at, parts, to),
        (Form::Shape(parts), Form::Sprite(sprite)) => return of_sprite(sprite, to, parts, at),
        _ => return overlaps(&a.standing_at(at), &b.standing_at(to), touching),
    };
    let (by, back) = (vector(at, to), vector(to, at));
    let Some(around) = p.bounds() else { return false };
    q.pieces_around(around.translated(back)).flatten().any(|q| {
        let area = q.bounds().translated(by);
        let near = p.pieces_around(area).flatten().filter(|p| p.bounds().meets(area));
        near.map(|p| p.translated(at))
            .any(|p| overlap_convex_convex::overlap((&p).into(), (&q.translated(to)).into(), touching))
    })
}

/// Returns how two bodies overlap, or `None` where they do not.
pub fn overlap(a: &Form, b: &Form, touching: Touching) -> Option<Overlap> {
    match (a, b) {
        (Form::Tiles(_), Form::Tiles(_)) => None,
        (Form::Tiles(tiles), other) | (other, Form::Tiles(tiles)) => cells(tiles, other, touching),
        (Form::Sprite(a), Form::Sprite(b)) => overlap_sprite_sprite::common(a, b).map(Overlap::SpriteSprite),
        (Form::Sprite(sprite), Form::Shape(parts)) | (Form::Shape(parts), Form::Sprite(sprite)) => {
            let deep = overlap_sprite_convex::count(sprite, parts.pieces(), touching);
            let pixels = if deep == 0 { squares_inside(sprite, parts, touching) } else { deep };
            (pixels > 0).then_some(Overlap::SpriteShape { pixels })
        }
        (Form::Shape(_), Form::Shape(_)) => contact(a, b, touching).map(Overlap::ShapeShape),
    }
}

/// Returns the contact of two bodies that overlap, or `None` where they do not; two tile maps never do. A body of
/// several parts is one body: after the move none of its parts overlaps, and no shorter move does that.
///
/// The parts of a sprite are its covered squares. Two sprites have SPEC 4's normal and depth: round `normal * depth` to
/// whole pixels on each axis. That move need not be the shortest one. Their point is the centre of their first common
/// pixel.
#[doc(alias = "SAT")]
pub fn contact(a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
    if is_no_pair(a, b) { None } else { contact::contact(a, b, touching) }
}

/// Returns the distance of two bodies and their closest points: `None` where a sprite covers nothing. Bodies that
/// overlap as closed sets have distance 0, and both points are the same common point.
pub fn distance(a: &Form, b: &Form) -> Option<Distance> {
    distance::distance(a, b)
}

/// Whether two bodies come within a margin of each other without an overlap. This is false for two tile maps.
pub fn grazes(a: &Form, b: &Form, margin: Margin, touching: Touching) -> bool {
    come_near(a, b, margin.units()) && !overlaps(a, b, touching)
}

/// Whether two bodies come within `margin` lattice units of each other, with or without an overlap.
pub(crate) fn come_near(a: &Form, b: &Form, margin: i32) -> bool {
    if margin < 0 || is_no_pair(a, b) {
        return false;
    }
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return false };
    if !near_a.grown(margin).meets(near_b) {
        return false;
    }
    let is_near = |set: &Set, other: &Set| {
        !spend(work_of_two(set.blob(), other.blob()))
            || overlap_convex_convex::within(set.blob(), other.blob(), margin)
    };
    if is_one_part(a) || !matches!(b, Form::Shape(_)) {
        return any_set(a, near_b.grown(margin), |set| {
            any_set(b, set.bounds().grown(margin), |other| is_near(set, other))
        });
    }
    let theirs = Lookup::of(b, near_a.grown(margin));
    any_set(a, near_b.grown(margin), |set| {
        let near = set.bounds().grown(margin);
        theirs.any(near, window(near), |other| is_near(set, other))
    })
}

/// Whether a body contains a point. The body is a closed set; a sprite counts as its covered squares.
pub fn contains(form: &Form, at: Point) -> bool {
    pieces(form, Bounds { min: at, max: at }).any(|piece| match piece {
        Piece::Convex(convex) => contains_convex::contains(convex.blob(), at),
        Piece::Sprite(sprite) => contains_sprite::contains(&sprite, at),
    })
}

/// Returns where a ray between two lattice points first hits a body: t in 0 to 1, and the surface's normal out of the
/// body. The normal is (0, 0) where the ray starts in the body.
#[doc(alias = "raycast")]
pub fn cast(form: &Form, from: Point, to: Point) -> Option<RayHit<()>> {
    let d = Step::between(from, to);
    let hit = first_hit(form, Bounds { min: from, max: from }, d, Columns::OfLeg, &Cell::new(1.0), |set| {
        let blob = set.blob();
        if contains_convex::contains(blob, from) {
            return Some(Cast::AT_START);
        }
        let around: Vec<Step> = blob.vertices.iter().map(|&v| Step::between(from, v)).collect();
        cast_outside(d, &around, blob.radius.into())
    });
    let hit = hit?;
    let normal = if hit.t == 0.0 { None } else { outline::normal_at(form, from, d, hit.t) };
    let along = |from: i32, d: f64| (f64::from(from) + d * hit.t) / 256.0;
    let [dx, dy] = d.to_f64();
    let point = Vec2::new(along(from.x, dx), along(from.y, dy));
    Some(RayHit { body: (), region: 0, t: hit.t, point, normal: normal.unwrap_or(hit.normal).into() })
}

/// Returns when two bodies first overlap while both move from their positions to others; layers are ignored. A tile map
/// does not move.
#[doc(alias("CCD", "shapecast", "time of impact", "TOI"))]
pub fn sweep(
    a: &Placed,
    a_to: impl Into<Vec2>,
    b: &Placed,
    b_to: impl Into<Vec2>,
) -> Result<Option<SweepHit<()>>> {
    let motion_a = Motion::of(&a.form, a.at, a_to.into())?;
    let motion_b = Motion::of(&b.form, b.at, b_to.into())?;
    let sprite_moves =
        |body: &Placed, motion: &Motion| matches!(body.form, Form::Sprite(_)) && motion.moves();
    if sprite_moves(a, &motion_a) || sprite_moves(b, &motion_b) {
        return sweep_sprite::sweep(&a.form, &motion_a, &b.form, &motion_b);
    }
    Ok(glide(&a.form, &motion_a, &b.form, &motion_b))
}

/// Sweeps a form against one that stays in its position. A sprite goes step by step even where its path has no length.
pub(crate) fn sweep_to_still(
    form: &Form,
    motion: &Motion,
    other: &Form,
    at: Vec2,
) -> Result<Option<SweepHit<()>>> {
    let stays = Motion::of(other, at, at)?;
    match form {
        Form::Sprite(_) => sweep_sprite::sweep(form, motion, other, &stays),
        _ => Ok(glide(form, motion, other, &stays)),
    }
}

/// Returns when two forms first overlap if no sprite moves. Relative to B, only A moves.
fn glide(a: &Form, motion_a: &Motion, b: &Form, motion_b: &Motion) -> Option<SweepHit<()>> {
    let t = match (a, b) {
        (Form::Shape(parts), other) => first_of(a, parts, motion_a.vector() - motion_b.vector(), other),
        (other, Form::Shape(parts)) => first_of(b, parts, motion_b.vector() - motion_a.vector(), other),
        // No shape is left, and neither form moves.
        (a, b) => overlaps(a, b, Touching::Counts).then_some(0.0),
    };
    t.map(SweepHit::at)
}

/// Returns the points, in pixels, in which the outlines of two bodies cross, in the order of the outline of `a`. Where
/// the outlines share a stretch, the points are the ends of it; two equal circles have none.
///
/// ```
/// use kasuri::{query::{self, Form}, Placement, Shape};
/// let line = |a: [f64; 2], b: [f64; 2]| -> kasuri::Result<Form> {
///     Ok(Form::Shape(Shape::segment(a, b)?.place(&Placement::default())?))
/// };
/// let crossings = query::crossings(&line([0.0, 0.0], [8.0, 8.0])?, &line([0.0, 8.0], [8.0, 0.0])?);
/// assert_eq!(crossings, [[4.0, 4.0]]);
/// # Ok::<(), kasuri::Error>(())
/// ```
pub fn crossings(a: &Form, b: &Form) -> Vec<Vec2> {
    crossings::crossings(a, b).into_iter().map(Vec2::from).collect()
}

/// Whether both forms are tile maps, which are never paired (SPEC 4).
fn is_no_pair(a: &Form, b: &Form) -> bool {
    matches!((a, b), (Form::Tiles(_), Form::Tiles(_)))
}

/// Whether any two pieces of two forms that are near each other pass the test.
fn any_pieces(a: &Form, b: &Form, test: impl Fn(&Piece, &Piece) -> bool) -> bool {
    !is_no_pair(a, b) && any_two(a, b, test)
}

fn overlap_of(a: &Piece, b: &Piece, touching: Touching) -> bool {
    match (a, b) {
        (Piece::Convex(a), Piece::Convex(b)) => {
            a.bounds().meets(b.bounds()) && overlap_convex_convex::overlap(a.blob(), b.blob(), touching)
        }
        (Piece::Sprite(a), Piece::Sprite(b)) => overlap_sprite_sprite::overlap(a, b),
        (Piece::Sprite(sprite), Piece::Convex(part)) | (Piece::Convex(part), Piece::Sprite(sprite)) => {
            overlap_sprite_convex::overlap(sprite, part, touching)
        }
    }
}

/// Returns the cells of a tile map that another body overlaps.
fn cells(tiles: &Tiles, other: &Form, touching: Touching) -> Option<Overlap> {
    let near = other.bounds()?;
    let theirs = Lookup::of(other, EVERYWHERE);
    let is_hit = |at: &CellAt| {
        if !spend(16) {
            return false;
        }
        let Some(bounds) = at.bounds() else { return false };
        let cell = Piece::from(*at);
        theirs.any_piece(bounds, |piece| overlap_of(&cell, piece, touching))
            || matches!(cell, Piece::Sprite(_))
                && meet_inside(&Form::from(&at.placed().form), other, touching)
    };
    // The cells that are hit are kept; that costs work too.
    let hit = tiles.cells_near(near).filter(|cell| is_hit(cell) && spend(16));
    let mut cells: Vec<_> = hit.map(|cell| [cell.column, cell.row]).collect();
    if cells.is_empty() && touching == Touching::Ignored {
        cells = inside::cells_met(tiles, other).into_iter().map(|[row, column]| [column, row]).collect();
    }
    (!cells.is_empty()).then_some(Overlap::Tiles { cells })
}

/// Returns the smallest t at which one of the parts of `body`, moving along `d`, hits a form that stays.
fn first_of(body: &Form, parts: &[Convex], d: Step, form: &Form) -> Option<f64> {
    match form {
        Form::Shape(others) if parts.len() + others.len() > 2 => sweep_parts::first_meeting(parts, d, others),
        Form::Shape(_) => first_among(parts, d, form),
        // Their squares and cells are many: whether any is met at once is known sooner than when.
        _ if overlaps(body, form, Touching::Counts) => Some(0.0),
        _ => first_among(parts, d, form),
    }
}

/// Does the same part by part, those first whose boxes meet the form's box first.
fn first_among(parts: &[Convex], d: Step, form: &Form) -> Option<f64> {
    let around = form.bounds()?;
    let enters = |part: &Convex, other: Bounds| {
        let passing = passing(part.bounds(), d, other.grown(1));
        // Less a little for the rounding of both times.
        passing.map(|(enters, _)| enters - 1e-9)
    };
    let mut coming: Vec<(f64, &Convex)> = Vec::with_capacity(parts.len());
    coming.extend(parts.iter().filter_map(|part| Some((enters(part, around)?, part))));
    coming.sort_by(|a, b| a.0.total_cmp(&b.0));
    let first = Cell::new(f64::INFINITY);
    for (_, part) in coming.into_iter().take_while(|(enters, _)| spend(1) && *enters <= first.get()) {
        let sweep = |set: &Set| {
            if enters(part, set.bounds()).is_none_or(|enters| enters > first.get()) {
                return None;
            }
            spend(16 * (part.vertices().len() + set.blob().vertices.len()) as u64);
            let hit = sweep_convex_convex::sweep(part.into(), set.blob(), d)?;
            first.set(first.get().min(hit.t));
            Some(hit)
        };
        first_hit(form, part.bounds(), d, Columns::OfPath, &first, sweep);
    }
    Some(first.get()).filter(|t| t.is_finite())
}

//! Which bodies overlap and how; which only graze (SPEC 3 to 6).

use crate::answer::{Contact, Overlap, Pair};
use crate::form::{Form, Placed, Touching};
use crate::mask::Sprite;
use crate::reference::contact::contact;
use crate::reference::hull::{Hull, meets as hulls_meet};
use crate::reference::piece::{Piece, meets, pieces, within};
use crate::reference::{pixels, squares};
use crate::shape::{Convex, PlacedCell, Tiles};

/// Every overlapping pair whose layers let it be one, in order.
pub fn pairs(bodies: &[Placed], touching: Touching) -> Vec<Pair> {
    let found = candidates(bodies, 0).filter_map(|(a, b)| {
        let overlap = overlap(&bodies[a].form, &bodies[b].form, touching)?;
        Some(Pair { a, b, overlap })
    });
    found.collect()
}

/// Every pair that does not overlap and is at most `margin` lattice units apart, in order.
pub fn grazes(bodies: &[Placed], margin: i32, touching: Touching) -> Vec<(usize, usize)> {
    candidates(bodies, margin)
        .filter(|&(a, b)| graze(&bodies[a].form, &bodies[b].form, margin, touching))
        .collect()
}

/// The pairs whose layers match and whose boxes are within a margin. Two tile maps are never one.
fn candidates(bodies: &[Placed], margin: i32) -> impl Iterator<Item = (usize, usize)> {
    let boxes: Vec<_> = bodies.iter().map(|body| body.form.bounds().map(|b| b.grown(margin))).collect();
    let near = move |a: usize, b: usize| matches!((boxes[a], boxes[b]), (Some(a), Some(b)) if a.meets(b));
    let tiles = |k: usize| matches!(bodies[k].form, Form::Tiles(_));
    let all = (0..bodies.len()).flat_map(move |a| (a + 1..bodies.len()).map(move |b| (a, b)));
    all.filter(move |&(a, b)| bodies[a].pairs_with(&bodies[b]) && !(tiles(a) && tiles(b)) && near(a, b))
}

/// How two forms overlap, or `None` where they do not.
pub fn overlap(a: &Form, b: &Form, touching: Touching) -> Option<Overlap> {
    match (a, b) {
        (Form::Tiles(_), Form::Tiles(_)) => None,
        (Form::Tiles(tiles), other) | (other, Form::Tiles(tiles)) => cells(tiles, other, touching),
        (Form::Sprite(a), Form::Sprite(b)) => pixels::common(a, b).map(Overlap::SpriteSprite),
        (Form::Sprite(sprite), Form::Shape(parts)) | (Form::Shape(parts), Form::Sprite(sprite)) => {
            sprite_shape(sprite, parts, touching)
        }
        (Form::Shape(a), Form::Shape(b)) => deepest(a, b, touching).map(Overlap::ShapeShape),
    }
}

/// Whether two forms overlap: where [`overlap`] is more than `None`. Two tile maps never do.
pub fn overlaps(a: &Form, b: &Form, touching: Touching) -> bool {
    if matches!((a, b), (Form::Tiles(_), Form::Tiles(_))) {
        return false;
    }
    let pieces_b = pieces(b);
    pieces(a).iter().any(|a| pieces_b.iter().any(|b| meets(a, b, touching)))
}

/// Whether two forms are at most `margin` lattice units apart without an overlap. Two tile maps are never paired.
pub fn graze(a: &Form, b: &Form, margin: i32, touching: Touching) -> bool {
    if margin < 0 || matches!((a, b), (Form::Tiles(_), Form::Tiles(_))) {
        return false;
    }
    let (pieces_a, pieces_b) = (pieces(a), pieces(b));
    let some =
        |test: &dyn Fn(&Piece, &Piece) -> bool| pieces_a.iter().any(|a| pieces_b.iter().any(|b| test(a, b)));
    some(&|a, b| within(a, b, margin)) && !some(&|a, b| meets(a, b, touching))
}

fn cells(tiles: &Tiles, other: &Form, touching: Touching) -> Option<Overlap> {
    let pieces = pieces(other);
    let hit = |cell: PlacedCell| {
        let (place, form) = ([cell.column, cell.row], Piece::from(cell.form));
        pieces.iter().any(|p| meets(&form, p, touching)).then_some(place)
    };
    let cells: Vec<_> = tiles.cells().filter_map(hit).collect();
    (!cells.is_empty()).then_some(Overlap::Tiles { cells })
}

fn sprite_shape(sprite: &Sprite, parts: &[Convex], touching: Touching) -> Option<Overlap> {
    let parts: Vec<_> = parts.iter().collect();
    let pixels = squares::count(sprite, &parts, touching);
    (pixels > 0).then_some(Overlap::SpriteShape { pixels })
}

/// The contact of the pair of parts with the greatest depth, the earliest on a tie.
fn deepest(a: &[Convex], b: &[Convex], touching: Touching) -> Option<Contact> {
    let all = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    let near = all.filter(|(a, b)| a.bounds().meets(b.bounds())).map(|(a, b)| (Hull::from(a), Hull::from(b)));
    let contacts = near.filter(|(a, b)| hulls_meet(a, b, touching)).map(|(a, b)| contact(&a, &b));
    contacts.reduce(|best, next| if next.depth > best.depth { next } else { best })
}

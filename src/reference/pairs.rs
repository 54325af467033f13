//! Which bodies overlap and how; which only graze (SPEC 3 to 6).

use crate::answer::{Common, Contact, Overlap, Pair};
use crate::form::{Form, Placed, Touching};
use crate::mask::Sprite;
use crate::reference::contact::contact as convex_contact;
use crate::reference::hull::{Hull, meets as hulls_meet};
use crate::reference::piece::{Piece, meets, pieces, within};
use crate::reference::way_out::{WayOut, way_out};
use crate::reference::{pixels, seams, squares};
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
            sprite_shape(sprite, parts, if let Form::Shape(_) = a { a } else { b }, touching)
        }
        (Form::Shape(_), Form::Shape(_)) => contact(a, b, touching).map(Overlap::ShapeShape),
    }
}

/// Whether two forms overlap: where [`overlap`] is more than `None`. Two tile maps never do.
pub fn overlaps(a: &Form, b: &Form, touching: Touching) -> bool {
    if matches!((a, b), (Form::Tiles(_), Form::Tiles(_))) {
        return false;
    }
    let pieces_b = pieces(b);
    pieces(a).iter().any(|a| pieces_b.iter().any(|b| meets(a, b, touching)))
        || touching == Touching::Ignored && seams::on_seams(a, b)
}

/// Whether two forms are at most `margin` lattice units apart without an overlap. Two tile maps are never paired.
pub fn graze(a: &Form, b: &Form, margin: i32, touching: Touching) -> bool {
    if margin < 0 || matches!((a, b), (Form::Tiles(_), Form::Tiles(_))) {
        return false;
    }
    let (pieces_a, pieces_b) = (pieces(a), pieces(b));
    let some =
        |test: &dyn Fn(&Piece, &Piece) -> bool| pieces_a.iter().any(|a| pieces_b.iter().any(|b| test(a, b)));
    some(&|a, b| within(a, b, margin)) && !overlaps(a, b, touching)
}

fn cells(tiles: &Tiles, other: &Form, touching: Touching) -> Option<Overlap> {
    let pieces = pieces(other);
    let hit = |cell: PlacedCell| {
        let (place, body) = ([cell.column, cell.row], Form::from(&cell.form));
        let form = Piece::from(cell.form);
        let is_hit = pieces.iter().any(|p| meets(&form, p, touching))
            || touching == Touching::Ignored && seams::on_seams(&body, other);
        is_hit.then_some(place)
    };
    let mut cells: Vec<_> = tiles.cells().filter_map(hit).collect();
    if cells.is_empty() && touching == Touching::Ignored {
        cells = seams::cells_met(tiles, other).into_iter().map(|[row, column]| [column, row]).collect();
    }
    (!cells.is_empty()).then_some(Overlap::Tiles { cells })
}

fn sprite_shape(sprite: &Sprite, parts: &[Convex], shape: &Form, touching: Touching) -> Option<Overlap> {
    let parts: Vec<_> = parts.iter().collect();
    let mut pixels = squares::count(sprite, &parts, touching);
    if pixels == 0 && touching == Touching::Ignored {
        pixels = seams::count_squares(sprite, shape);
    }
    (pixels > 0).then_some(Overlap::SpriteShape { pixels })
}

/// How two bodies that overlap touch, as whole bodies; two sprites have SPEC 4's normal and depth, and the centre of their
/// first common pixel as the point. `None` where they do not overlap, as two tile maps never do.
pub fn contact(a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
    if let (Form::Sprite(a), Form::Sprite(b)) = (a, b) {
        let Common { first: [i, j], normal, depth, .. } = pixels::common(a, b)?;
        return Some(Contact {
            normal,
            depth: depth.into(),
            point: [f64::from(i) + 0.5, f64::from(j) + 0.5],
        });
    }
    if !overlaps(a, b, touching) {
        return None;
    }
    if let (Form::Shape(p), Form::Shape(q)) = (a, b)
        && p.len() == 1
        && q.len() == 1
    {
        return Some(convex_contact(&Hull::from(&p[0]), &Hull::from(&q[0])));
    }
    let WayOut { normal, depth } = way_out(a, b)?;
    Some(Contact { normal, depth: depth / 256.0, point: common_point(a, b)? })
}

/// A point inside both: of the first two parts that meet.
fn common_point(a: &Form, b: &Form) -> Option<[f64; 2]> {
    let (box_a, box_b) = (a.bounds()?, b.bounds()?);
    for p in pieces(a).iter().flat_map(|piece| piece.hulls(box_b)) {
        for q in pieces(b).iter().flat_map(|piece| piece.hulls(box_a)) {
            if hulls_meet(&p, &q, Touching::Counts) {
                return Some(convex_contact(&p, &q).point);
            }
        }
    }
    None
}

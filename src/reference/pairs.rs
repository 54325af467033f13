//! Which bodies overlap and how, and which only graze (SPEC 3 to 6).

use crate::answer::{Contact, Overlap, Pair};
use crate::form::{Form, Placed, Touching};
use crate::lattice::Bounds;
use crate::mask::Sprite;
use crate::reference::contact::contact as convex_contact;
use crate::reference::hull::{Hull, meets as hulls_meet};
use crate::reference::piece::{Piece, meets, pieces, within};
use crate::reference::separation::way_out;
use crate::reference::{inside, pixels, squares};
use crate::shape::{Convex, PlacedCell, Tiles};

/// Returns every overlapping pair whose layers match, in order.
pub fn pairs(bodies: &[Placed], touching: Touching) -> Vec<Pair> {
    let found = candidates(bodies, 0).filter_map(|(a, b)| {
        let overlap = overlap(&bodies[a].form, &bodies[b].form, touching)?;
        Some(Pair { a, b, overlap })
    });
    found.collect()
}

/// Returns every pair that does not overlap and is at most `margin` lattice units apart, in order.
pub fn grazes(bodies: &[Placed], margin: i32, touching: Touching) -> Vec<(usize, usize)> {
    candidates(bodies, margin)
        .filter(|&(a, b)| graze(&bodies[a].form, &bodies[b].form, margin, touching))
        .collect()
}

/// Returns the pairs whose layers match and whose boxes are within a margin, without pairs of two tile maps.
fn candidates(bodies: &[Placed], margin: i32) -> impl Iterator<Item = (usize, usize)> {
    let boxes: Vec<_> = bodies.iter().map(|body| body.form.bounds().map(|b| b.grown(margin))).collect();
    let near = move |a: usize, b: usize| matches!((boxes[a], boxes[b]), (Some(a), Some(b)) if a.meets(b));
    let tiles = |k: usize| matches!(bodies[k].form, Form::Tiles(_));
    let all = (0..bodies.len()).flat_map(move |a| (a + 1..bodies.len()).map(move |b| (a, b)));
    all.filter(move |&(a, b)| bodies[a].pairs_with(&bodies[b]) && !(tiles(a) && tiles(b)) && near(a, b))
}

/// Returns how two forms overlap, or `None` where they do not.
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

/// Whether two forms overlap: whether [`overlap`] is not `None`. Two tile maps never overlap.
pub fn overlaps(a: &Form, b: &Form, touching: Touching) -> bool {
    if matches!((a, b), (Form::Tiles(_), Form::Tiles(_))) {
        return false;
    }
    let pieces_b = pieces(b);
    pieces(a).iter().any(|a| pieces_b.iter().any(|b| meets(a, b, touching)))
        || touching == Touching::Ignored && inside::on_seams(a, b)
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
            || touching == Touching::Ignored && inside::on_seams(&body, other);
        is_hit.then_some(place)
    };
    let mut cells: Vec<_> = tiles.cells().filter_map(hit).collect();
    if cells.is_empty() && touching == Touching::Ignored {
        cells = inside::cells_met(tiles, other).into_iter().map(|[row, column]| [column, row]).collect();
    }
    (!cells.is_empty()).then_some(Overlap::Tiles { cells })
}

fn sprite_shape(sprite: &Sprite, parts: &[Convex], shape: &Form, touching: Touching) -> Option<Overlap> {
    let parts: Vec<_> = parts.iter().collect();
    let mut pixels = squares::count(sprite, &parts, touching);
    if pixels == 0 && touching == Touching::Ignored {
        pixels = inside::count_squares(sprite, shape);
    }
    (pixels > 0).then_some(Overlap::SpriteShape { pixels })
}

/// Returns the contact of two bodies that overlap, as whole bodies. Two sprites have SPEC 4's normal and depth, and the
/// center of their first common pixel as the point. `None` where they do not overlap; two tile maps never do.
pub fn contact(a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
    match (a, b) {
        (Form::Sprite(a), Form::Sprite(b)) => {
            let common = pixels::common(a, b)?;
            let point = common.first.map(|p| f64::from(p) + 0.5);
            Some(Contact { normal: common.normal, depth: common.depth.into(), point: point.into() })
        }
        (Form::Shape(p), Form::Shape(q)) if p.len() == 1 && q.len() == 1 => {
            let (p, q) = (Hull::from(&p[0]), Hull::from(&q[0]));
            hulls_meet(&p, &q, touching).then(|| convex_contact(&p, &q))
        }
        _ if overlaps(a, b, touching) => {
            let way = way_out(a, b)?;
            let point = common_point(a, b)?;
            Some(Contact { normal: way.normal.into(), depth: way.depth / 256.0, point: point.into() })
        }
        _ => None,
    }
}

/// Returns a point inside both bodies: one of the first two parts that overlap.
fn common_point(a: &Form, b: &Form) -> Option<[f64; 2]> {
    let (near_a, near_b) = (a.bounds()?, b.bounds()?);
    let hulls = |form: &Form, near: Bounds| -> Vec<Hull> {
        let near_pieces =
            pieces(form).into_iter().filter(|piece| piece.bounds().is_some_and(|b| b.meets(near)));
        near_pieces.flat_map(|piece| piece.hulls(near)).collect()
    };
    let (all_a, all_b) = (hulls(a, near_b), hulls(b, near_a));
    let mut all = all_a.iter().flat_map(|p| all_b.iter().map(move |q| (p, q)));
    let (p, q) = all.find(|(p, q)| hulls_meet(p, q, Touching::Counts))?;
    Some(convex_contact(p, q).point.into())
}

//! The contact of any two bodies: that of the pair of parts with the greatest depth (SPEC 5).

use crate::answer::Contact;
use crate::form::{Form, Touching};
use crate::mask::Sprite;
use crate::query::blob::{Blob, pixel, squares};
use crate::query::contact_convex_convex;
use crate::query::overlap_convex_convex::overlap;
use crate::query::overlap_sprite_convex::met_rows;
use crate::query::overlap_sprite_sprite::common;
use crate::query::piece::{Piece, Set, any_two};

/// `None` where they do not overlap.
pub(crate) fn contact(a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
    let mut best = None;
    any_two(a, b, |a, b| {
        best = deeper(best.take(), contact_of(a, b, touching));
        false
    });
    best
}

/// The one with the greater depth, the first on a tie.
fn deeper(best: Option<Contact>, next: Option<Contact>) -> Option<Contact> {
    match (best, next) {
        (Some(best), Some(next)) if next.depth > best.depth => Some(next),
        (best, next) => best.or(next),
    }
}

fn contact_of(a: &Piece, b: &Piece, touching: Touching) -> Option<Contact> {
    match (a, b) {
        (Piece::Convex(a), Piece::Convex(b)) => {
            let (a, b) = (a.blob(), b.blob());
            overlap(a, b, touching).then(|| contact_convex_convex::contact(a, b))
        }
        (Piece::Sprite(a), Piece::Sprite(b)) => {
            let common = common(a, b)?;
            let point = common.first.map(|p| f64::from(p) + 0.5);
            Some(Contact { normal: common.normal, depth: common.depth.into(), point })
        }
        (Piece::Sprite(sprite), Piece::Convex(part)) => {
            deepest_square(sprite, part, touching, |square, part| {
                contact_convex_convex::contact(square, part)
            })
        }
        (Piece::Convex(part), Piece::Sprite(sprite)) => {
            deepest_square(sprite, part, touching, |square, part| {
                contact_convex_convex::contact(part, square)
            })
        }
    }
}

/// The contact with the covered square in which a part lies deepest, the first of them row by row.
fn deepest_square(
    sprite: &Sprite,
    part: &Set,
    touching: Touching,
    contact: impl Fn(Blob, Blob) -> Contact,
) -> Option<Contact> {
    let mut best = None;
    for row in met_rows(sprite, part, touching) {
        for (i, j) in row.iter() {
            let square = Blob { vertices: &squares(pixel(i, j)), radius: 0 };
            best = deeper(best, Some(contact(square, part.blob())));
        }
    }
    best
}

//! The contact of any two bodies (SPEC 5).

use crate::answer::Contact;
use crate::effort::spend;
use crate::form::{Form, Touching};
use crate::lattice::Vec2;
use crate::query::blob::Blob;
use crate::query::contact_convex_convex;
use crate::query::overlap_convex_convex::overlap;
use crate::query::overlap_sprite_sprite::common;
use crate::query::overlaps;
use crate::query::piece::{Set, sets, window, work_of_two};
use crate::query::push_out::push_out;
use crate::query::tree::BoundsTree;

/// Returns the contact of two bodies, or `None` where they do not overlap.
pub(crate) fn contact(a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
    match (a, b) {
        (Form::Sprite(a), Form::Sprite(b)) => {
            let common = common(a, b)?;
            let point = common.first.map(|p| f64::from(p) + 0.5);
            Some(Contact { normal: common.normal, depth: common.depth.into(), point: point.into() })
        }
        (Form::Shape(p), Form::Shape(q)) if p.len() == 1 && q.len() == 1 => {
            let (p, q) = (Blob::from(&p[0]), Blob::from(&q[0]));
            spend(256 + 2 * work_of_two(p, q));
            overlap(p, q, touching).then(|| contact_convex_convex::contact(p, q))
        }
        _ if is_overlap_a_common_point(a, b, touching) || overlaps(a, b, touching) => {
            let point = common_point(a, b)?;
            let separation = push_out(a, b)?;
            Some(Contact { normal: separation.normal.into(), depth: separation.depth / 256.0, point })
        }
        _ => None,
    }
}

/// Whether two bodies overlap exactly where their closed parts have a common point. Pixels of two sprites have to be
/// the same, so pixels that only touch are no overlap.
fn is_overlap_a_common_point(a: &Form, b: &Form, touching: Touching) -> bool {
    let are_pixels = match (a, b) {
        (Form::Sprite(_), Form::Tiles(tiles)) | (Form::Tiles(tiles), Form::Sprite(_)) => tiles.has_masks(),
        _ => false,
    };
    touching == Touching::Counts && !are_pixels
}

/// Returns a point inside both bodies: one of the first two parts that overlap.
fn common_point(a: &Form, b: &Form) -> Option<Vec2> {
    let (near_a, near_b) = (a.bounds()?, b.bounds()?);
    let theirs = sets(b, near_a, window(near_a));
    let tree = BoundsTree::over(theirs.iter().map(Set::bounds))?;
    let mut point = None;
    for p in sets(a, near_b, window(near_b)) {
        let is_done = tree.any(p.bounds(), |k| {
            let q = theirs[k].blob();
            if overlap(p.blob(), q, Touching::Counts) {
                point = Some(contact_convex_convex::point(p.blob(), q));
            }
            point.is_some() || !spend(work_of_two(p.blob(), q))
        });
        if is_done || !spend(1) {
            break;
        }
    }
    point
}

//! The contact of any two bodies (SPEC 5).

use crate::answer::Contact;
use crate::effort::spend;
use crate::form::{Form, Touching};
use crate::query::blob::Blob;
use crate::query::contact_convex_convex;
use crate::query::overlap_convex_convex::overlap;
use crate::query::overlap_sprite_sprite::common;
use crate::query::overlaps;
use crate::query::piece::{sets, window};
use crate::query::way_out::way_out;

/// `None` where they do not overlap.
pub(crate) fn contact(a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
    match (a, b) {
        (Form::Sprite(a), Form::Sprite(b)) => {
            let common = common(a, b)?;
            let point = common.first.map(|p| f64::from(p) + 0.5);
            Some(Contact { normal: common.normal, depth: common.depth.into(), point })
        }
        (Form::Shape(p), Form::Shape(q)) if p.len() == 1 && q.len() == 1 => {
            let (p, q) = (Blob::from(&p[0]), Blob::from(&q[0]));
            overlap(p, q, touching).then(|| contact_convex_convex::contact(p, q))
        }
        _ if overlaps(a, b, touching) => {
            let way = way_out(a, b)?;
            let point = common_point(a, b)?;
            Some(Contact { normal: way.normal, depth: way.depth / 256.0, point })
        }
        _ => None,
    }
}

/// A point inside both: of the first two parts that meet.
fn common_point(a: &Form, b: &Form) -> Option<[f64; 2]> {
    let (near_a, near_b) = (a.bounds()?, b.bounds()?);
    for p in sets(a, near_b, window(near_b)) {
        if !spend(1) {
            return None;
        }
        for q in sets(b, near_a, window(near_a)) {
            if p.bounds().meets(q.bounds()) && overlap(p.blob(), q.blob(), Touching::Counts) {
                return Some(contact_convex_convex::contact(p.blob(), q.blob()).point);
            }
        }
    }
    None
}

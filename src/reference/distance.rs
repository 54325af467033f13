//! The distance of two bodies (SPEC 5).

use std::cmp::Ordering;

use crate::answer::Distance;
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, EDGE, Point};
use crate::reference::closest::{Closest, closest};
use crate::reference::contact::{contact, to_pixels};
use crate::reference::hull::{self, Hull};
use crate::reference::piece::pieces;
use crate::reference::wide::V;

/// Returns the distance of two forms and their closest points; `None` where a sprite covers nothing. Bodies that overlap
/// as closed sets have distance 0, and both points are the same common point.
pub fn distance(a: &Form, b: &Form) -> Option<Distance> {
    let everywhere =
        Bounds { min: Point::new(-2 * EDGE, -2 * EDGE), max: Point::new(2 * EDGE - 1, 2 * EDGE - 1) };
    let all =
        |form| -> Vec<Hull> { pieces(form).into_iter().flat_map(|piece| piece.hulls(everywhere)).collect() };
    let (all_a, all_b) = (all(a), all(b));
    let mut best: Option<(&Hull, &Hull, Closest, f64)> = None;
    for a in &all_a {
        for b in &all_b {
            if hull::meets(a, b, Touching::Counts) {
                let point = contact(a, b).point;
                return Some(Distance { distance: 0.0, a: point, b: point });
            }
            let near = closest(a, b);
            let gap = near.squared.root() - (a.radius + b.radius) as f64;
            if best.as_ref().is_none_or(|(.., least)| gap.total_cmp(least) == Ordering::Less) {
                best = Some((a, b, near, gap));
            }
        }
    }
    best.map(|(a, b, near, gap)| Distance {
        distance: gap.max(0.0) / 256.0,
        a: outwards(near.a, near.normal, a.radius as f64, near.origin).into(),
        b: outwards(near.b, near.normal, -(b.radius as f64), near.origin).into(),
    })
}

/// Moves the closest point of a hull out to the surface.
fn outwards(p: [f64; 2], normal: [f64; 2], by: f64, origin: V) -> [f64; 2] {
    to_pixels([p[0] + normal[0] * by, p[1] + normal[1] * by], origin)
}

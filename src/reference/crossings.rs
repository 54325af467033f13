//! Where two outlines cross: a list of points.

use crate::form::Form;
use crate::reference::contact::to_pixels;
use crate::reference::outline::Outline;
use crate::reference::plane::P;
use crate::reference::wide::V;

/// Points nearer to each other than this are one, in lattice units.
const ONE: f64 = 1.0 / 4096.0;

/// In pixels, along A's outline. Where the outlines run along each other, the ends of the common stretch; where they
/// are the same circle, none.
pub fn crossings(a: &Form, b: &Form) -> Vec<[f64; 2]> {
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return Vec::new() };
    let origin = V::from(near_a.min);
    let (ours, theirs) = (Outline::near(a, origin, near_b), Outline::near(b, origin, near_a));
    let mut told: Vec<P> = Vec::new();
    for curve in &ours.curves {
        let mut here: Vec<P> = theirs.curves.iter().flat_map(|other| curve.meet(other)).collect();
        here.sort_by(|p, q| curve.place(*p).total_cmp(&curve.place(*q)));
        for p in here {
            let is_new = told.iter().all(|&q| (p - q).length() > ONE);
            if is_new && ours.holds(p) && theirs.holds(p) && !ours.runs_along(&theirs, p) {
                told.push(p);
            }
        }
    }
    told.into_iter().map(|p| to_pixels(p.told(), origin)).collect()
}

//! Where two outlines cross: a list of points.

use std::collections::HashSet;

use crate::effort::spend;
use crate::form::Form;
use crate::query::distance_convex_convex::in_pixels;
use crate::query::joined::joined;
use crate::query::outline::{Curve, outline};
use crate::query::tree::BoundsTree;

/// Returns the crossings in pixels, in the order of A's outline. Where the outlines share a stretch, the points are the
/// ends of it; where they are the same circle, there are none.
pub(crate) fn crossings(a: &Form, b: &Form) -> Vec<[f64; 2]> {
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return Vec::new() };
    let origin = near_a.min;
    let curves =
        |form, near| joined(outline(form, origin, near).into_iter().map(|face| face.curve).collect());
    let theirs: Vec<Curve> = curves(b, near_a);
    let Some(tree) = BoundsTree::over(theirs.iter().map(|curve| curve.bounds(origin))) else {
        return Vec::new();
    };
    let mut points = Vec::new();
    let mut seen = Seen::default();
    for ours in curves(a, near_b) {
        let mut here: Vec<(f64, [f64; 2])> = Vec::new();
        tree.any(ours.bounds(origin), |k| {
            // The points are kept and recorded as seen; this pays for it.
            ours.meet(&theirs[k], |p| {
                spend(160);
                here.push((ours.place(p), p));
            });
            false
        });
        here.sort_by(|a, b| a.0.total_cmp(&b.0));
        let new = here.into_iter().map(|(_, p)| p).filter(|&p| seen.is_new(p));
        points.extend(new.map(|p| in_pixels(p, origin)));
    }
    points
}

/// The points already listed: a vertex lies on both curves that end there.
#[derive(Debug, Default)]
struct Seen(HashSet<(i64, i64)>);

impl Seen {
    /// Whether a point is not listed yet; it is listed then. Points closer than about 2^-12 of a lattice unit are one.
    fn is_new(&mut self, p: [f64; 2]) -> bool {
        let [x, y] = p.map(|x| (x * 4096.0).round() as i64);
        let is_new = !(-1..=1).any(|dx| (-1..=1).any(|dy| self.0.contains(&(x + dx, y + dy))));
        self.0.insert((x, y));
        is_new
    }
}

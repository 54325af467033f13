//! Where two outlines cross: a list of points.

use std::collections::HashSet;

use crate::form::Form;
use crate::lattice::Vec2;
use crate::reference::contact::to_pixels;
use crate::reference::outline::outline;
use crate::reference::wide::V;

/// Returns the crossings in pixels, in the order of A's outline. Where the outlines share a stretch, the points are the
/// ends of it; where they are the same circle, there are none.
pub fn crossings(a: &Form, b: &Form) -> Vec<Vec2> {
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return Vec::new() };
    let origin = V::from(near_a.min);
    let theirs = outline(b, origin, near_a);
    let mut points = Vec::new();
    let mut seen = Seen::default();
    for ours in outline(a, origin, near_b).into_iter().map(|face| face.curve) {
        let mut here: Vec<(f64, [f64; 2])> = Vec::new();
        for theirs in theirs.iter().filter(|face| face.curve.bounds(origin).meets(ours.bounds(origin))) {
            ours.meet(&theirs.curve, |p| here.push((ours.place(p), p)));
        }
        here.sort_by(|a, b| a.0.total_cmp(&b.0));
        let new = here.into_iter().map(|(_, p)| p).filter(|&p| seen.is_new(p));
        points.extend(new.map(|p| Vec2::from(to_pixels(p, origin))));
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

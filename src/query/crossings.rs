//! Where two outlines cross: a list of points.

use std::collections::HashSet;

use crate::effort::spend;
use crate::form::Form;
use crate::query::distance_convex_convex::in_pixels;
use crate::query::outline::{Jointed, is_only_joint, outline};
use crate::query::tree::BoundsTree;

/// Returns the crossings in pixels, in the order of A's outline. Where the outlines share a stretch, the points are the
/// ends of it; where they are the same circle, there are none.
pub(crate) fn crossings(a: &Form, b: &Form) -> Vec<[f64; 2]> {
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return Vec::new() };
    let origin = near_a.min;
    let curves = |form, near| Jointed::of(outline(form, origin, near).into_iter().map(|face| face.curve)).0;
    let theirs = curves(b, near_a);
    let Some(tree) = BoundsTree::over(theirs.iter().map(|(curve, _)| curve.bounds(origin))) else {
        return Vec::new();
    };
    let mut points = Vec::new();
    let mut seen = Seen::default();
    for ours in curves(a, near_b) {
        let mut here: Vec<(f64, [f64; 2])> = Vec::new();
        tree.any(ours.0.bounds(origin), |k| {
            // The points are kept and recorded as seen; this pays for it.
            ours.0.meet(&theirs[k].0, |p| {
                if !is_only_joint(p, &ours, &theirs[k]) {
                    spend(160);
                    here.push((ours.0.place(p), p));
                }
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
struct Seen {
    points: HashSet<(i64, i64)>,
    /// The squares of a grid that have a point. Most new points have none near, which one look at the grid tells.
    squares: HashSet<u64>,
}

/// The side of a square of the grid as a power of 2, in units of a listed point.
const SQUARE: u32 = 5;

impl Seen {
    /// Whether a point is not listed yet; it is listed then. Points closer than about 2^-12 of a lattice unit are one.
    fn is_new(&mut self, p: [f64; 2]) -> bool {
        let [x, y] = p.map(|x| (x * 4096.0).round() as i64);
        if !self.points.insert((x, y)) {
            return false;
        }
        let [x0, x1, y0, y1] = [x - 1, x + 1, y - 1, y + 1].map(|x| x >> SQUARE);
        // Far squares may share a number; then a few more points are compared.
        let square = |x: i64, y: i64| u64::from(x as u32) << 32 | u64::from(y as u32);
        let is_near = (x0..=x1).any(|x| (y0..=y1).any(|y| self.squares.contains(&square(x, y))));
        self.squares.insert(square(x >> SQUARE, y >> SQUARE));
        let is_other = |dx: i64, dy: i64| [dx, dy] != [0, 0] && self.points.contains(&(x + dx, y + dy));
        !(is_near && (-1..=1).any(|dx| (-1..=1).any(|dy| is_other(dx, dy))))
    }
}

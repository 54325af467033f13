//! The distance of any two bodies: that of the closest two of their closed convex sets (SPEC 5).

use crate::answer::Distance;
use crate::form::{Form, Touching};
use crate::lattice::Bounds;
use crate::query::contact_convex_convex::contact;
use crate::query::distance_convex_convex::closest;
use crate::query::overlap_convex_convex::overlap;
use crate::query::piece::{EVERYWHERE, Set, sets};

/// `None` where a sprite covers nothing.
pub(crate) fn distance(a: &Form, b: &Form) -> Option<Distance> {
    let (sets_a, sets_b) = (sets(a, EVERYWHERE), sets(b, EVERYWHERE));
    let mut nearest = Nearest::default();
    for a in &sets_a {
        for b in &sets_b {
            if nearest.is_worth(a.bounds(), b.bounds())
                && let Some(touch) = nearest.try_pair(a, b)
            {
                return Some(touch);
            }
        }
    }
    nearest.found
}

/// The best so far of many pairs, tried in order.
#[derive(Debug, Default)]
struct Nearest {
    gap: f64,
    found: Option<Distance>,
}

impl Nearest {
    /// Whether sets in these boxes might be strictly closer than the best so far.
    fn is_worth(&self, a: Bounds, b: Bounds) -> bool {
        let apart = |a0: i32, a1: i32, b0: i32, b1: i32| {
            (i64::from(b0) - i64::from(a1)).max(i64::from(a0) - i64::from(b1)).max(0) as f64
        };
        let (dx, dy) = (apart(a.min.x, a.max.x, b.min.x, b.max.x), apart(a.min.y, a.max.y, b.min.y, b.max.y));
        // Less a lattice unit for the rounding of both sides.
        self.found.is_none() || (dx * dx + dy * dy).sqrt() - 1.0 < self.gap
    }

    /// Takes a pair into account; answers where nothing can be closer.
    fn try_pair(&mut self, a: &Set, b: &Set) -> Option<Distance> {
        let (a, b) = (a.blob(), b.blob());
        if overlap(a, b, Touching::Counts) {
            let point = contact(a, b).point;
            return Some(Distance { distance: 0.0, a: point, b: point });
        }
        let near = closest(a, b);
        let gap = near.gap(a, b);
        if self.found.is_none() || gap < self.gap {
            let [on_a, on_b] = near.surfaces(a, b);
            self.gap = gap;
            self.found = Some(Distance { distance: gap.max(0.0) / 256.0, a: on_a, b: on_b });
        }
        None
    }
}

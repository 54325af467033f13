//! The distance of any two bodies: that of the closest two of their closed convex sets (SPEC 5).

use crate::answer::Distance;
use crate::effort::spend;
use crate::form::{Form, Touching};
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::contact_convex_convex::contact;
use crate::query::distance_convex_convex::{Closest, closest, in_pixels};
use crate::query::exact::Step;
use crate::query::overlap_convex_convex::overlap;
use crate::query::piece::{EVERYWHERE, Set, sets, window, work_of_two};
use crate::query::tree::{BoundsTree, Node};

/// Returns how far a position is from one convex shape, and its nearest point.
pub(crate) fn distance_to_convex(vertices: &[Point], radius: i32, at: Point) -> Distance {
    let (shape, place) = (Blob { vertices, radius }, Blob { vertices: &[at], radius: 0 });
    let apart = (!overlap(shape, place, Touching::Counts)).then(|| {
        let near = closest(shape, place);
        (near.gap(shape, place), near)
    });
    told(apart, shape, place)
}

/// Does the same for a circle.
#[inline]
pub(crate) fn distance_to_circle(centre: Point, radius: i32, at: Point) -> Distance {
    let (offset, reach) = (Step::between(centre, at), f64::from(radius));
    let square = offset.squared();
    if square <= u64::from(radius.unsigned_abs()).pow(2) {
        return distance_to_convex(&[centre], radius, at);
    }
    let gap = ((square as f64).sqrt() - reach).max(0.0) / 256.0;
    let normal = offset.unit();
    let near = in_pixels([normal[0] * reach, normal[1] * reach], centre);
    Distance { distance: gap, a: near.into(), b: in_pixels(offset.to_f64(), centre).into() }
}

/// Returns the distance of two bodies, or `None` where a sprite covers nothing.
pub(crate) fn distance(a: &Form, b: &Form) -> Option<Distance> {
    let all = window(EVERYWHERE);
    let (a, b) = (sets(a, EVERYWHERE, all), sets(b, EVERYWHERE, all));
    let tree = |sets: &[Set]| BoundsTree::over(sets.iter().map(Set::bounds));
    let mut search = Search { trees: [tree(&a)?, tree(&b)?], sets: [&a, &b], best: None };
    search.descend([search.trees[0].root(), search.trees[1].root()]);
    search.best.map(|best| best.finish([&a, &b]))
}

/// A search for the closest pair: the first pair, in order, that touches, or else the first that is closest.
struct Search<'a> {
    sets: [&'a [Set<'a>]; 2],
    trees: [BoundsTree; 2],
    best: Option<Best>,
}

#[derive(Debug, Clone, Copy)]
struct Best {
    pair: [usize; 2],
    /// The gap and the closest points; `None` for two sets that touch.
    apart: Option<(f64, Closest)>,
}

impl Search<'_> {
    /// Searches all pairs of two nodes that may be better than the best so far, the nearer halves first.
    fn descend(&mut self, nodes: [Node; 2]) {
        if !spend(4) || !self.is_worth(nodes) {
            return;
        }
        let [a, b] = nodes;
        if a.level == 0 && b.level == 0 {
            return self.try_pair(nodes.map(Node::first));
        }
        let larger = usize::from(b.level > a.level);
        let mut halves = self.trees[larger].halves(nodes[larger]).map(|half| {
            let mut nodes = nodes;
            nodes[larger] = half;
            nodes
        });
        match (halves.next(), halves.next()) {
            (Some(one), Some(other)) if self.gap(other) < self.gap(one) => {
                self.descend(other);
                self.descend(one);
            }
            (one, other) => one.into_iter().chain(other).for_each(|nodes| self.descend(nodes)),
        }
    }

    /// Whether a pair of sets in these nodes may be better than the best so far.
    fn is_worth(&self, nodes: [Node; 2]) -> bool {
        match self.best {
            None => true,
            Some(Best { pair, apart: None }) => nodes.map(Node::first) < pair && self.gap(nodes) == 0.0,
            // Less one lattice unit for the rounding of both sides.
            Some(Best { apart: Some((least, _)), .. }) => self.gap(nodes) - 1.0 <= least,
        }
    }

    /// Returns how far apart the boxes of two nodes are, in lattice units.
    fn gap(&self, [a, b]: [Node; 2]) -> f64 {
        let (a, b) = (self.trees[0].bounds(a), self.trees[1].bounds(b));
        let apart = |a0: i32, a1: i32, b0: i32, b1: i32| {
            (i64::from(b0) - i64::from(a1)).max(i64::from(a0) - i64::from(b1)).max(0) as f64
        };
        let (dx, dy) = (apart(a.min.x, a.max.x, b.min.x, b.max.x), apart(a.min.y, a.max.y, b.min.y, b.max.y));
        (dx * dx + dy * dy).sqrt()
    }

    fn try_pair(&mut self, pair: [usize; 2]) {
        let (a, b) = (self.sets[0][pair[0]].blob(), self.sets[1][pair[1]].blob());
        spend(2 * work_of_two(a, b));
        let apart = (!overlap(a, b, Touching::Counts)).then(|| {
            let near = closest(a, b);
            (near.gap(a, b), near)
        });
        // The order: touching before apart, closer before further, earlier before later.
        let rank = |best: &Best| (best.apart.map(|(gap, _)| gap), best.pair);
        let next = Best { pair, apart };
        if self.best.is_none_or(|best| rank(&next) < rank(&best)) {
            self.best = Some(next);
        }
    }
}

impl Best {
    fn finish(self, sets: [&[Set]; 2]) -> Distance {
        told(self.apart, sets[0][self.pair[0]].blob(), sets[1][self.pair[1]].blob())
    }
}

/// Builds the answer for two sets that touch (`None`) or are apart.
fn told(apart: Option<(f64, Closest)>, a: Blob, b: Blob) -> Distance {
    match apart {
        None => {
            let point = contact(a, b).point;
            Distance { distance: 0.0, a: point, b: point }
        }
        Some((gap, near)) => {
            let [on_a, on_b] = near.surfaces(a, b);
            Distance { distance: gap.max(0.0) / 256.0, a: on_a.into(), b: on_b.into() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;

    #[test]
    fn a_circle_is_a_convex_shape() {
        let mut random = Random::new(31);
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..20_000 {
            let reach = random.pick(&[4, 300, 1 << 20, 1 << 28]);
            let mut point = || Point::new(random.below(2 * reach) - reach, random.below(2 * reach) - reach);
            let (centre, at) = (point(), point());
            let radius = random.below(reach.min(1 << 21)) * random.below(2);
            let (told, expected) =
                (distance_to_circle(centre, radius, at), distance_to_convex(&[centre], radius, at));
            assert_eq!(told, expected, "{centre:?} {radius} {at:?}");
            let bits = |of: &Distance| [of.distance, of.a.x, of.a.y, of.b.x, of.b.y].map(f64::to_bits);
            assert_eq!(bits(&told), bits(&expected), "{centre:?} {radius} {at:?}");
            *if told.distance > 0.0 { &mut outside } else { &mut inside } += 1;
        }
        assert!(inside > 1000 && outside > 1000, "{inside} {outside}");
    }
}

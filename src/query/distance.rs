//! The distance of any two bodies: that of the closest two of their closed convex sets (SPEC 5).

use crate::answer::Distance;
use crate::effort::spend;
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, PixelBox, Point};
use crate::query::blob::Blob;
use crate::query::contact_convex_convex::contact;
use crate::query::distance_convex_convex::{Closest, closest, in_pixels};
use crate::query::exact::Step;
use crate::query::overlap_convex_convex::overlap;
use crate::query::overlaps;
use crate::query::piece::{EVERYWHERE, Set, sets, window, work_of_two};
use crate::query::tree::{BoundsTree, Node};

/// Returns how far a position is from one convex shape, and its nearest point.
pub(crate) fn distance_to_convex(vertices: &[Point], radius: i32, at: Point) -> Distance {
    let (shape, place) = (Blob { vertices, radius }, Blob { vertices: &[at], radius: 0 });
    told(gap_of(shape, place), shape, place)
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
    if let (Form::Shape(p), Form::Shape(q)) = (a, b)
        && let (Some(p), Some(q)) = (p.single(), q.single())
    {
        spend(2 * work_of_two(p.into(), q.into()));
        return Some(told(gap_of(p.into(), q.into()), p.into(), q.into()));
    }
    let near = [a.bounds()?, b.bounds()?];
    if let Form::Sprite(_) = a
        && overlaps(a, b, Touching::Counts)
        && let Some(touching) = first_touching(a, b, near)
    {
        return Some(touching);
    }
    closest_near([a, b], near)
}

/// Returns the distance of two bodies that are not both single parts.
fn closest_near([a, b]: [&Form; 2], [near_a, near_b]: [Bounds; 2]) -> Option<Distance> {
    let is_map = matches!(a, Form::Tiles(_)) || matches!(b, Form::Tiles(_));
    let mut margin = match is_map || is_large(a) || is_large(b) {
        true => enough([a, b], [near_a, near_b], is_map),
        false => i32::MAX,
    };
    loop {
        let [p, q] = [near_a.grown(margin), near_b.grown(margin)];
        let sets = [sets_near(a, q), sets_near(b, p)];
        let best = Search::of([&sets[0], &sets[1]]).and_then(|search| search.best(f64::from(margin)));
        let is_whole = encloses(q, near_a) && encloses(p, near_b);
        let gap = best.map(|best| best.apart.map_or(0.0, |(gap, _)| gap));
        if is_whole || gap.is_some_and(|gap| gap + 4.0 <= f64::from(margin)) || !spend(8) {
            return best.map(|best| best.finish([&sets[0], &sets[1]]));
        }
        margin = gap.map_or(margin.saturating_mul(WIDER), |gap| gap.ceil() as i32 + 8);
    }
}

/// How much further a body is looked at where the first look finds nothing.
const WIDER: i32 = 4;
/// The first look at a sprite is at this many of its rows.
const FEW: i32 = 16;

/// Whether a body is a sprite of so many rows that looking at some of them first saves time.
fn is_large(form: &Form) -> bool {
    matches!(form, Form::Sprite(sprite) if sprite.reach().y0.abs_diff(sprite.reach().y1) > 6 * FEW.unsigned_abs())
}

/// Returns a length in lattice units. The closest points are not further apart, except for rounding. It is the distance of a
/// few rows of large sprites; where those cover nothing, and for a tile map, it is a guess.
fn enough(forms: [&Form; 2], near: [Bounds; 2], is_guess: bool) -> i32 {
    let guess = (box_gap(near[0], near[1]) as i32).saturating_add(FEW * 256);
    if is_guess {
        return guess;
    }
    let [a, b] = [0, 1].map(|k| few_near(forms[k], near[1 - k].grown(guess)));
    let best = Search::of([&a, &b]).and_then(|search| search.best(f64::INFINITY));
    best.map_or(guess, |best| best.apart.map_or(0.0, |(gap, _)| gap).ceil() as i32 + 8)
}

/// Returns some sets of a form near a box: of large sprites those of a few rows.
fn few_near(form: &Form, near: Bounds) -> Vec<Set<'_>> {
    let Form::Sprite(sprite) = form else { return sets_near(form, near) };
    if !is_large(form) {
        return sets_near(form, near);
    }
    let (all, rows) = (window(EVERYWHERE), window(near).intersection(sprite.reach()));
    let step = (rows.y1.saturating_sub(rows.y0) / FEW).max(1);
    let mut few = Vec::new();
    for y0 in (rows.y0..rows.y1).step_by(step as usize) {
        few.extend(sets(form, near, PixelBox { y0, y1: y0 + 1, ..all }));
    }
    few
}

/// The rows of a sprite that are looked at together for the first run that touches, in lattice units.
const ROWS: i32 = 16 * 256;

/// Returns the common point of the first two sets that touch, for a sprite that overlaps a body. The first set is found in
/// the first rows that have one, so those below are not looked at.
fn first_touching(sprite: &Form, other: &Form, [near, around]: [Bounds; 2]) -> Option<Distance> {
    let (mut top, last) = (near.min.y.max(around.min.y), near.max.y.min(around.max.y));
    while top <= last && spend(8) {
        let rows = |b: Bounds| Bounds {
            min: Point::new(b.min.x, top),
            max: Point::new(b.max.x, last.min(top.saturating_add(ROWS))),
        };
        let ours = sets_near(sprite, rows(around));
        // A run at the edge of the rows reaches out of them.
        let theirs = sets_near(other, rows(near).grown(512));
        let best = Search::of([&ours, &theirs]).and_then(|search| search.best(0.0));
        if let Some(best) = best.filter(|best| best.apart.is_none()) {
            return Some(best.finish([&ours, &theirs]));
        }
        top = top.saturating_add(ROWS);
    }
    None
}

/// Returns the sets of a form that meet a box, in order. Runs of covered squares keep their whole length: where they are
/// cut, the rounding of a distance would be another.
fn sets_near(form: &Form, near: Bounds) -> Vec<Set<'_>> {
    let rows = window(near);
    let all = window(EVERYWHERE);
    let mut sets = sets(form, near, PixelBox { y0: rows.y0, y1: rows.y1, ..all });
    // Parts and cells that do not meet the box are left out already.
    if !matches!(form, Form::Shape(_)) {
        sets.retain(|set| set.bounds().meets(near));
    }
    sets
}

fn encloses(outer: Bounds, inner: Bounds) -> bool {
    let (min, max) = (outer.min, outer.max);
    min.x <= inner.min.x && min.y <= inner.min.y && max.x >= inner.max.x && max.y >= inner.max.y
}

/// Returns how far apart two boxes are, in lattice units.
fn box_gap(a: Bounds, b: Bounds) -> f64 {
    let apart = |a0: i32, a1: i32, b0: i32, b1: i32| {
        (i64::from(b0) - i64::from(a1)).max(i64::from(a0) - i64::from(b1)).max(0) as f64
    };
    let (dx, dy) = (apart(a.min.x, a.max.x, b.min.x, b.max.x), apart(a.min.y, a.max.y, b.min.y, b.max.y));
    (dx * dx + dy * dy).sqrt()
}

/// Returns the gap and the closest points of two sets; `None` where they touch.
fn gap_of(a: Blob, b: Blob) -> Option<(f64, Closest)> {
    (!overlap(a, b, Touching::Counts)).then(|| {
        let near = closest(a, b);
        (near.gap(a, b), near)
    })
}

/// A search for the closest pair: the first pair, in order, that touches, or else the first that is closest.
struct Search<'a> {
    sets: [&'a [Set<'a>]; 2],
    trees: [BoundsTree; 2],
    /// The best is no further apart than this.
    limit: f64,
    best: Option<Best>,
}

#[derive(Debug, Clone, Copy)]
struct Best {
    pair: [usize; 2],
    /// The gap and the closest points; `None` for two sets that touch.
    apart: Option<(f64, Closest)>,
}

impl<'a> Search<'a> {
    /// Prepares the search; `None` where one of the lists is empty.
    fn of(sets: [&'a [Set<'a>]; 2]) -> Option<Search<'a>> {
        let tree = |sets: &[Set]| BoundsTree::over(sets.iter().map(Set::bounds));
        Some(Search { trees: [tree(sets[0])?, tree(sets[1])?], sets, limit: f64::INFINITY, best: None })
    }

    /// Searches for the best pair; pairs further apart than `limit` lattice units may be left out.
    fn best(mut self, limit: f64) -> Option<Best> {
        self.limit = limit;
        self.descend([self.trees[0].root(), self.trees[1].root()]);
        self.best
    }

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
            None => self.gap(nodes) - 1.0 <= self.limit,
            Some(Best { pair, apart: None }) => nodes.map(Node::first) < pair && self.gap(nodes) == 0.0,
            // Less one lattice unit for the rounding of both sides.
            Some(Best { apart: Some((least, _)), .. }) => self.gap(nodes) - 1.0 <= least,
        }
    }

    /// Returns how far apart the boxes of two nodes are, in lattice units.
    fn gap(&self, [a, b]: [Node; 2]) -> f64 {
        box_gap(self.trees[0].bounds(a), self.trees[1].bounds(b))
    }

    /// Whether two sets are further apart than the best so far in its direction already: boxes tell little about thin
    /// sets that lie askew.
    fn is_far(&self, a: Blob, b: Blob) -> bool {
        let Some(Best { apart: Some((least, near)), .. }) = self.best else { return false };
        let height = |&vertex: &Point| {
            let [x, y] = Step::between(near.origin, vertex).to_f64();
            near.normal[0] * x + near.normal[1] * y
        };
        let from = a.vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        let to = b.vertices.iter().map(height).fold(f64::INFINITY, f64::min);
        // Less one lattice unit for the rounding of both sides.
        to - from - f64::from(a.radius) - f64::from(b.radius) - 1.0 > least
    }

    fn try_pair(&mut self, pair: [usize; 2]) {
        let (a, b) = (self.sets[0][pair[0]].blob(), self.sets[1][pair[1]].blob());
        if self.is_far(a, b) {
            return;
        }
        spend(2 * work_of_two(a, b));
        let apart = gap_of(a, b);
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

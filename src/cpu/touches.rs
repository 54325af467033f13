//! The rules between layers: whether bodies that only touch overlap, and which circles use a test of their own (SPEC 3).

use crate::cpu::key::HitKey;
use crate::cpu::solids::Solids;
use crate::form::{Form, Layers, Touching};
use crate::lattice::Point;
use crate::query;
use crate::query::exact::Step;
use crate::shape::Parts;

/// Which touches count between which layers, and which layers use the special test for two circles (`rooted`).
#[derive(Debug, Clone, Default)]
pub(crate) struct Touches {
    pub(crate) usual: Touching,
    /// Of the entries that fit a pair, the last one applies.
    pub(crate) between: Vec<(u32, u32, Touching)>,
    /// Layers between which two circles overlap when their distance is less than the root of the sum of their squared
    /// radii.
    pub(crate) rooted: Vec<(u32, u32)>,
}

impl Touches {
    pub(crate) fn of(&self, a: Layers, b: Layers) -> Touching {
        let fits = |&&(x, y, _): &&(u32, u32, Touching)| are_on(a, b, x, y);
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }

    /// Whether two regions overlap under the rule between their layers.
    pub(crate) fn overlap(&self, [a, b]: [Standing<'_>; 2]) -> bool {
        let touching = self.of(a.layers, b.layers);
        self.rooted_overlap([a, b]).unwrap_or_else(|| query::overlap_at(a.form, a.at, b.form, b.at, touching))
    }

    /// Whether two regions that do not overlap are within a margin of each other. (Circles under the `rooted` test
    /// may overlap as closed sets. They count as within the margin.)
    fn graze(&self, [a, b]: [Standing<'_>; 2], margin: i32) -> bool {
        query::come_near(&a.form.standing_at(a.at), &b.form.standing_at(b.at), margin)
    }

    /// Whether two circles on these layers use the `rooted` test.
    pub(crate) fn are_rooted(&self, a: Layers, b: Layers) -> bool {
        self.rooted.iter().any(|&(x, y)| are_on(a, b, x, y))
    }

    /// Whether two circles overlap under the `rooted` test; `None` for every other pair.
    pub(crate) fn rooted_overlap(&self, [a, b]: [Standing<'_>; 2]) -> Option<bool> {
        let is_rooted = self.are_rooted(a.layers, b.layers);
        match (a.form, b.form) {
            (Form::Shape(p), Form::Shape(q)) if is_rooted => circles_meet(p, a.at, q, b.at),
            _ => None,
        }
    }

    /// For two circles under the `rooted` test: the vector from center to center, and the sum of the squared radii.
    pub(crate) fn rooted_circles(&self, [a, b]: [Standing<'_>; 2]) -> Option<(Step, i64)> {
        let is_rooted = self.are_rooted(a.layers, b.layers);
        let (Form::Shape(p), Form::Shape(q)) = (a.form, b.form) else { return None };
        let (Some(p), Some(q)) = (p.single(), q.single()) else { return None };
        let ([from], [to]) = (p.vertices(), q.vertices()) else { return None };
        let square = |r: i32| i64::from(r) * i64::from(r);
        let between = Step::between(*from, *to) + Step::between(a.at, b.at);
        is_rooted.then_some((between, square(p.radius()) + square(q.radius())))
    }

    /// Iterates over the pairs of regions of two bodies whose layers pair, in order.
    pub(crate) fn region_pairs<'a>(
        &self,
        solids: Solids<'a>,
        [a, b]: [u32; 2],
    ) -> impl Iterator<Item = (HitKey, [Standing<'a>; 2])> + use<'a> {
        let of = move |row: u32| {
            let at = solids.point(row);
            let forms = solids.forms(row).iter().enumerate();
            forms.map(move |(k, form)| {
                (k as u8, Standing { form, at, layers: solids.layers.layers_of(row, k) })
            })
        };
        let all = of(a).flat_map(move |(i, a)| of(b).map(move |(j, b)| ([i, j], [a, b])));
        let pairs = all.filter(|(_, [a, b])| a.layers.pair_with(b.layers));
        pairs.map(move |(regions, pair)| (HitKey { a, b, regions }, pair))
    }

    /// Returns the first regions of two bodies that graze. No two regions of them may overlap.
    pub(crate) fn first_graze(&self, solids: &Solids<'_>, bodies: [u32; 2], margin: i32) -> Option<HitKey> {
        let mut pairs = self.region_pairs(*solids, bodies);
        pairs.find(|&(_, pair)| self.graze(pair, margin)).map(|(key, _)| key)
    }

    /// Whether touches may be ignored between some bodies.
    pub(crate) fn may_ignore(&self) -> bool {
        self.usual == Touching::Ignored || !self.between.is_empty()
    }

    /// Whether every pair uses the usual rule.
    pub(crate) fn is_plain(&self) -> bool {
        self.between.is_empty() && self.rooted.is_empty()
    }
}

/// A region of a body: its form relative to the body's position, that position, and the region's layers.
#[derive(Clone, Copy)]
pub(crate) struct Standing<'a> {
    pub(crate) form: &'a Form,
    pub(crate) at: Point,
    pub(crate) layers: Layers,
}

fn are_on(a: Layers, b: Layers, x: u32, y: u32) -> bool {
    a.layer & x != 0 && b.layer & y != 0 || a.layer & y != 0 && b.layer & x != 0
}

/// Whether the distance of two circles is less than the root of the sum of their squared radii; `None` unless both
/// are circles.
fn circles_meet(a: &Parts, at: Point, b: &Parts, to: Point) -> Option<bool> {
    let (Some(a), Some(b)) = (a.single(), b.single()) else { return None };
    let ([p], [q]) = (a.vertices(), b.vertices()) else { return None };
    let square = |x: i64| i128::from(x) * i128::from(x);
    let gap = |p: i32, at: i32, q: i32, to: i32| i64::from(p) + i64::from(at) - i64::from(q) - i64::from(to);
    let [dx, dy] = [gap(p.x, at.x, q.x, to.x), gap(p.y, at.y, q.y, to.y)];
    Some(square(dx) + square(dy) < square(a.radius().into()) + square(b.radius().into()))
}

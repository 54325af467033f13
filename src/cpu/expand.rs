//! Candidates with regions become pairs of solids: every region of one body with every region of the other, where their
//! layers let them hit each other.

use crate::cpu::both;
use crate::cpu::forms::box_at;
use crate::cpu::kind::Kind;
use crate::cpu::road::{Answers, CandidateEnds};
use crate::cpu::solids::{Solids, discs_of};
use crate::cpu::{HitKey, Question, RawHits};
use crate::form::Layers;
use crate::kernels::Discs;
use crate::lattice::{Bounds, Point};

/// The regions of the bodies in candidates, as columns, and their pairs. The regions of a body are listed once, although it
/// may be in many candidates.
#[derive(Debug, Clone, Default)]
pub(super) struct Expanded {
    /// For each row: the range of its regions in the columns; empty if they are not listed.
    ranges: Vec<[u32; 2]>,
    /// The rows whose regions are listed.
    listed: Vec<u32>,
    kinds: Vec<Kind>,
    bounds: Vec<Bounds>,
    points: Vec<Point>,
    discs: Vec<Discs>,
    layers: Vec<Layers>,
    forms: Vec<u32>,
    margins: Vec<i32>,
    rows: Vec<u32>,
    regions: Vec<u8>,
    pairs: Vec<[u32; 2]>,
    /// For each candidate: the number of the pair after its last one.
    ends: Vec<u32>,
}

/// The number of pairs that are decided together.
const MANY: usize = 8192;

/// When more regions than this are listed, all are forgotten: they take about 2 MB. (Many bodies may share one form with many
/// regions.)
const MOST_LISTED: usize = 1 << 15;

impl Expanded {
    /// Forgets all regions.
    pub(super) fn forget(&mut self) {
        for &row in &self.listed {
            self.ranges[row as usize] = [0; 2];
        }
        self.listed.clear();
        self.kinds.clear();
        self.bounds.clear();
        self.points.clear();
        self.discs.clear();
        self.layers.clear();
        self.forms.clear();
        self.margins.clear();
        self.rows.clear();
        self.regions.clear();
    }

    /// Whether there are so many pairs or regions that the pairs should be decided now.
    #[inline(always)]
    pub(super) fn are_many(&self) -> bool {
        (self.pairs.len() >= MANY) | (self.kinds.len() > MOST_LISTED)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Forgets the pairs after they are decided, and the regions if there are very many.
    pub(super) fn clear_pairs(&mut self) {
        self.pairs.clear();
        self.ends.clear();
        if self.kinds.len() > MOST_LISTED {
            self.forget();
        }
    }

    /// Appends the pairs of regions of a candidate that can hit each other.
    #[inline(always)]
    pub(super) fn push(&mut self, Question { solids, .. }: Question<'_>, [a, b]: [u32; 2]) {
        let first = self.pairs.len();
        let ([first_a, end_a], [first_b, end_b]) = (self.range_of(solids, a), self.range_of(solids, b));
        for i in first_a..end_a {
            let layers = self.layers[i as usize];
            for j in first_b..end_b {
                if layers.pair_with(self.layers[j as usize]) {
                    self.pairs.push([i, j]);
                }
            }
        }
        if first < self.pairs.len() {
            self.ends.push(self.pairs.len() as u32);
        }
    }

    pub(super) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    pub(super) fn ends(&self) -> CandidateEnds<'_> {
        &self.ends
    }

    /// Returns the columns of the regions, given those of their bodies.
    pub(super) fn solids<'a>(&'a self, bodies: &Solids<'a>) -> Solids<'a> {
        Solids {
            kinds: &self.kinds,
            bounds: &self.bounds,
            points: &self.points,
            discs: &self.discs,
            wide: &self.layers,
            forms: &self.forms,
            margins: if bodies.grazing > 0 { &self.margins } else { &[] },
            rows: &self.rows,
            regions: &self.regions,
            ..*bodies
        }
    }

    /// Appends the hits, and for each candidate without a hit the first regions that graze.
    pub(super) fn tell(&self, Answers { hits, near }: &Answers, found: &mut RawHits) {
        let mut first = 0;
        for &end in &self.ends {
            let before = found.overlaps.len();
            let hits = (first..end).filter(|&k| hits.get(k));
            found.overlaps.extend(hits.map(|k| self.key(k)));
            if found.overlaps.len() == before {
                found.grazes.extend((first..end).find(|&k| near.get(k)).map(|k| self.key(k)));
            }
            first = end;
        }
    }

    fn key(&self, pair: u32) -> HitKey {
        let [i, j] = both(self.pairs[pair as usize], |solid| solid as usize);
        HitKey { a: self.rows[i], b: self.rows[j], regions: [self.regions[i], self.regions[j]] }
    }

    /// Lists the regions of a body, and returns their range.
    #[inline(always)]
    fn range_of(&mut self, solids: &Solids<'_>, row: u32) -> [u32; 2] {
        match self.ranges.get(row as usize) {
            Some(&[first, end]) if first < end => [first, end],
            _ => self.list(solids, row),
        }
    }

    #[inline(never)]
    fn list(&mut self, solids: &Solids<'_>, row: u32) -> [u32; 2] {
        let (first, forms, at) = (self.kinds.len(), solids.forms(row), solids.points[row as usize]);
        for (region, form) in forms.iter().enumerate() {
            let (kind, bounds, discs) = if forms.len() == 1 {
                // A body without regions has them in its own columns.
                (solids.kind(row), solids.bounds(row), solids.stored_discs(row))
            } else {
                let (kind, bounds) = (Kind::of_form(form), box_at(form, at));
                (kind, bounds, discs_of(form, kind, bounds.seen_from(at)))
            };
            self.kinds.push(kind);
            self.bounds.push(bounds);
            self.discs.push(discs);
            self.layers.push(solids.layers.layers_of(row, region));
            self.regions.push(region as u8);
        }
        let end = self.kinds.len();
        self.points.resize(end, at);
        self.forms.resize(end, solids.form_number(row));
        self.margins.resize(end, solids.margin(row));
        self.rows.resize(end, row);
        if self.ranges.len() <= row as usize {
            self.ranges.resize(solids.kinds.len(), [0; 2]);
        }
        let range = [first as u32, end as u32];
        self.ranges[row as usize] = range;
        self.listed.push(row);
        range
    }
}

#[cfg(test)]
mod tests {
    use crate::form::Layers;
    use crate::world::{Body, Handle, World};
    use crate::{Region, Shape};

    /// Candidates whose regions cannot hit each other leave nothing for the next step.
    #[test]
    fn nothing_is_left_for_the_next_step() {
        let core = || Region::new("core", Shape::circle(1.0).unwrap());
        let mut world = World::builder().threads(1).build().unwrap();
        let mut pairs: Vec<[Handle; 2]> = Vec::new();
        for k in 0..40 {
            let at = [f64::from(k) * 20.0, 5.0];
            // All layers of both together fit, those of no two regions do.
            let one = Body::circle(2.0).layer(1).against(2).region(core().layer(4).against(8)).graze(1.0);
            let other = Body::circle(2.0).layer(2).against(16).region(core().layer(32).against(1));
            pairs.push([one, other].map(|body| world.spawn(body.at(at)).unwrap()));
        }
        assert_eq!(world.step().unwrap().hits().count(), 0);
        for [_, other] in &pairs {
            world.edit(*other).layers(Layers::new(2, 1)).unwrap();
        }
        let step = world.step().unwrap();
        assert_eq!(step.hits().map(|hit| [hit.a, hit.b]).collect::<Vec<_>>(), pairs);
        assert!(step.grazes().is_empty());
    }
}

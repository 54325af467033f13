//! Candidates with regions: regions of the two bodies that can hit each other become pairs. Boxes and discs decide most of
//! them; the others are put into queues.

use std::ops::Range;

use crate::form::{Form, Layers, Touching};
use crate::kernels::{Discs, PairQuestion};
use crate::lattice::{Bounds, PixelBox, Point};
use crate::query;
use crate::simd::Lanes;
use crate::world::backend::{Asked as Question, Standing};
use crate::world::covers::{self, NO_COVER};
use crate::world::forms::box_at;
use crate::world::kind::{Kind, Upright};
use crate::world::queues::block::Bodies;
use crate::world::queues::few_pixels::{FewPixels, few_pixels, few_pixels_on_map};
use crate::world::queues::grazes::{Near, NearBy};
use crate::world::queues::judge::{AHEAD, Verdict, has_grazed, margin_of};
use crate::world::queues::sort::Open;
use crate::world::queues::{Item, Queue, Queues, way_between};
use crate::world::rows::{Rows, discs_of};
use crate::world::rules::Key;

/// A region of a body, or the body itself (region 0).
#[derive(Debug, Clone, Copy)]
struct Region {
    row: u32,
    region: u8,
    layers: Layers,
    /// The kind it has as a body without regions.
    kind: Kind,
    bounds: Bounds,
}

/// The regions of the bodies in candidates. Those of a body are listed once, although it may be in many candidates. What
/// decides most pairs is in columns, so that eight pairs are judged at a time.
#[derive(Debug, Clone, Default)]
pub(super) struct Regions {
    /// For each row: the range of its regions in the lists; empty if they are not listed.
    ranges: Vec<[u32; 2]>,
    /// The rows whose regions are listed.
    listed: Vec<u32>,
    owners: Vec<Owner>,
    kinds: Vec<Kind>,
    bounds: Vec<Bounds>,
    points: Vec<Point>,
    discs: Vec<Discs>,
    /// The pairs of regions to be judged, as indexes into the lists.
    pairs: Vec<[u32; 2]>,
    /// The pairs of candidates of which a body reports grazes.
    near: Vec<NearPairs>,
}

/// The pairs of regions of two bodies that may graze, as a range.
#[derive(Debug, Clone, Copy)]
struct NearPairs {
    first: usize,
    end: usize,
    bodies: [u32; 2],
}

/// The body that a region belongs to, the number of the region, and its layers.
#[derive(Debug, Clone, Copy)]
struct Owner {
    row: u32,
    region: u8,
    layers: Layers,
}

/// The number of pairs of regions that are judged together.
const MANY: usize = 512;

/// When more regions than this are listed, all are forgotten: they take about 2 MB. (Many bodies may share one form with many
/// regions.)
const MOST_LISTED: usize = 1 << 15;

impl Region {
    #[inline(always)]
    fn is_sprite(&self) -> bool {
        self.kind.is_sprite()
    }

    #[inline(always)]
    fn form<'a>(&self, rows: &'a Rows) -> &'a Form {
        &rows.forms(self.row as usize)[usize::from(self.region)]
    }

    fn standing<'a>(&self, rows: &'a Rows) -> Standing<'a> {
        Standing { form: self.form(rows), at: rows.points[self.row as usize], layers: self.layers }
    }
}

/// Whether two regions overlap that are circles or upright boxes.
#[inline(always)]
fn meet(one: &Region, other: &Region, touching: Touching) -> bool {
    let (p, q) = (Upright::within(one.bounds, one.kind), Upright::within(other.bounds, other.kind));
    p.meets(q, PairQuestion::overlap(touching))
}

impl Regions {
    /// Forgets all regions.
    pub(super) fn clear(&mut self) {
        for &row in &self.listed {
            self.ranges[row as usize] = [0; 2];
        }
        self.listed.clear();
        self.owners.clear();
        self.kinds.clear();
        self.bounds.clear();
        self.points.clear();
        self.discs.clear();
    }

    /// Whether so many pairs are to be judged, or so many regions are listed, that the pairs should be judged now.
    #[inline(always)]
    pub(super) fn are_many(&self) -> bool {
        (self.pairs.len() >= MANY) | (self.kinds.len() > MOST_LISTED)
    }

    /// Forgets all regions if there are very many. No pairs may be left to be judged.
    #[inline(always)]
    pub(super) fn forget_many(&mut self) {
        if self.kinds.len() > MOST_LISTED {
            self.clear();
        }
    }

    /// Appends the pairs of regions of a candidate that can hit each other, to be judged together. Returns `false` for a
    /// candidate that cannot be judged so: with a tile map, or with circles that may be rooted.
    #[inline(always)]
    pub(super) fn pair_up(&mut self, question: Question<'_>, [a, b]: [u32; 2]) -> bool {
        let Question { rows, touching, .. } = question;
        let has_map = rows.kinds[a as usize].is_map() | rows.kinds[b as usize].is_map();
        if has_map | !touching.rooted.is_empty() {
            return false;
        }
        let first = self.pairs.len();
        let ([first_a, end_a], [first_b, end_b]) = (self.range_of(rows, a), self.range_of(rows, b));
        for i in first_a..end_a {
            let layers = self.owners[i as usize].layers;
            for j in first_b..end_b {
                if layers.pair_with(self.owners[j as usize].layers) {
                    self.pairs.push([i, j]);
                }
            }
        }
        if first < self.pairs.len() && margin_of(rows, [a, b]) >= 0 {
            self.near.push(NearPairs { first, end: self.pairs.len(), bodies: [a, b] });
        }
        true
    }

    /// Takes back the two lists, and clears them.
    fn give_back(&mut self, mut pairs: Vec<[u32; 2]>, mut near: Vec<NearPairs>) {
        pairs.clear();
        near.clear();
        (self.pairs, self.near) = (pairs, near);
    }

    /// Lists the regions of a body, and returns their range.
    #[inline(always)]
    fn range_of(&mut self, rows: &Rows, row: u32) -> [u32; 2] {
        match self.ranges.get(row as usize) {
            Some(&[first, end]) if first < end => [first, end],
            _ => self.list(rows, row),
        }
    }

    #[inline(never)]
    fn list(&mut self, rows: &Rows, row: u32) -> [u32; 2] {
        let (first, forms, at) = (self.kinds.len(), rows.forms(row as usize), rows.points[row as usize]);
        if let [_] = forms {
            self.push(rows.kinds[row as usize], rows.bounds[row as usize], rows.discs.get(row as usize));
        } else {
            for form in forms {
                let (kind, bounds) = (Kind::of_form(form), box_at(form, at));
                self.push(kind, bounds, discs_of(form, kind, bounds.seen_from(at)));
            }
        }
        let end = self.kinds.len();
        self.points.resize(end, at);
        let owner =
            |region: usize| Owner { row, region: region as u8, layers: rows.layers_of(row as usize, region) };
        self.owners.extend((0..end - first).map(owner));
        if self.ranges.len() <= row as usize {
            self.ranges.resize(rows.kinds.len(), [0; 2]);
        }
        let range = [first as u32, end as u32];
        self.ranges[row as usize] = range;
        self.listed.push(row);
        range
    }

    fn push(&mut self, kind: Kind, bounds: Bounds, discs: Discs) {
        self.kinds.push(kind);
        self.bounds.push(bounds);
        self.discs.push(discs);
    }

    #[inline(always)]
    fn get(&self, index: u32) -> Region {
        let Owner { row, region, layers } = self.owners[index as usize];
        Region { row, region, layers, kind: self.kinds[index as usize], bounds: self.bounds[index as usize] }
    }

    /// Returns the key of a pair.
    #[inline(always)]
    fn key(&self, [i, j]: [u32; 2]) -> Key {
        let (one, other) = (self.owners[i as usize], self.owners[j as usize]);
        Key { a: one.row, b: other.row, regions: [one.region, other.region] }
    }

    #[inline(always)]
    fn bodies(&self) -> Bodies<'_> {
        Bodies { kinds: &self.kinds, bounds: &self.bounds, points: &self.points, discs: &self.discs }
    }
}

impl Queues {
    /// Judges the pairs of regions that are paired up, and puts the open ones into the queues that decide them.
    #[inline(always)]
    pub(super) fn judge_regions<L: Lanes>(&mut self, lanes: L, question: Question<'_>) {
        if self.regions.pairs.is_empty() {
            return;
        }
        let mut judge = std::mem::take(&mut self.judge);
        let pairs = std::mem::take(&mut self.regions.pairs);
        let near = std::mem::take(&mut self.regions.near);
        let verdicts = judge.judge_regions(lanes, self.regions.bodies(), &pairs);
        let (mut next, mut open) = (0, 0);
        self.open.resize(pairs.len() + 1, Open { at: 0, key: 0 });
        for (k, &NearPairs { first, end, bodies }) in near.iter().enumerate() {
            if let (Some(grazed), Some(later)) = (question.grazed, near.get(k + AHEAD)) {
                grazed.prefetch_entry(later.bodies);
            }
            let is_hit = verdicts[first..end].contains(&Verdict::Hit);
            if !is_hit && !has_grazed(question, bodies) {
                open = self.push_judged_regions(&pairs, verdicts, next..first, open);
                self.put_regions(question, bodies);
                next = end;
            }
        }
        open = self.push_judged_regions(&pairs, verdicts, next..pairs.len(), open);
        for k in 0..open {
            let Open { at, key } = self.open[k];
            let [one, other] = pairs[at as usize];
            let (one, other) = (self.regions.get(one), self.regions.get(other));
            let touching = question.touching.of(one.layers, other.layers);
            if one.kind.is_upright() & other.kind.is_upright() {
                self.hits.put(key, meet(&one, &other, touching));
            } else {
                self.put(key, [&one, &other], touching, (-1, true), question.rows);
            }
        }
        self.judge = judge;
        self.regions.give_back(pairs, near);
    }

    /// Appends the keys of judged pairs that may overlap, and lists those that are open, after `open` others. Returns the
    /// number of all that are open.
    #[inline(always)]
    fn push_judged_regions(
        &mut self,
        pairs: &[[u32; 2]],
        verdicts: &[Verdict],
        range: Range<usize>,
        mut open: usize,
    ) -> usize {
        let mut end = self.keys.len();
        self.keys.resize(end + range.len() + 1, Key { a: 0, b: 0, regions: [0; 2] });
        self.hits.resize(end + range.len() + 1);
        for at in range {
            // (Each pair is written. If it needs no key, the next pair overwrites it.)
            self.keys[end] = self.regions.key(pairs[at]);
            self.hits.put(end as u32, verdicts[at] == Verdict::Hit);
            self.open[open] = Open { at: at as u32, key: end as u32 };
            open += usize::from(verdicts[at] == Verdict::Open);
            end += usize::from(verdicts[at] != Verdict::Far);
        }
        self.truncate(end);
        open
    }

    /// Puts the regions of two bodies one by one into the queues that decide them.
    #[inline(always)]
    pub(super) fn put_regions(&mut self, question: Question<'_>, [a, b]: [u32; 2]) {
        let Question { rows, touching, .. } = question;
        let margin = margin_of(rows, [a, b]);
        let margin = if margin >= 0 && has_grazed(question, [a, b]) { -1 } else { margin };
        let (first, mut by) = (self.keys.len() as u32, NearBy::Forms);
        let has_rooted = !touching.rooted.is_empty();
        let (of_a, of_b) = (self.regions.range_of(rows, a), self.regions.range_of(rows, b));
        for i in of_a[0]..of_a[1] {
            let one = self.regions.get(i);
            for j in of_b[0]..of_b[1] {
                let other = self.regions.get(j);
                let is_near = one.bounds.meets(other.bounds);
                // (Without a graze, regions whose boxes are apart need no key.)
                if !one.layers.pair_with(other.layers) || (margin < 0 && !is_near) {
                    continue;
                }
                let key = self.push_key(Key { a, b, regions: [one.region, other.region] });
                let touching = question.touching.of(one.layers, other.layers);
                let rooted = || question.touching.rooted_overlap([one.standing(rows), other.standing(rows)]);
                if let Some(is_hit) = has_rooted.then(rooted).flatten() {
                    self.hits.put(key, is_hit);
                } else if one.kind.is_upright() & other.kind.is_upright() {
                    self.hits.put(key, meet(&one, &other, touching));
                } else {
                    self.put(key, [&one, &other], touching, (margin, is_near), rows);
                }
                if !one.is_sprite() & !other.is_sprite() {
                    by = NearBy::Hulls;
                }
            }
        }
        let end = self.keys.len() as u32;
        if margin >= 0 && end > first {
            let by = if end == first + 1 { by } else { NearBy::Forms };
            self.near.push(Near { first, end, margin, by });
        }
    }

    /// Requests the covers of two regions. Puts them into the queue that decides whether they overlap, if that is open.
    #[inline(always)]
    fn put(
        &mut self,
        key: u32,
        pair: [&Region; 2],
        touching: Touching,
        (margin, is_open): (i32, bool),
        rows: &Rows,
    ) {
        let [a, b] = pair;
        let queue = queue_of(rows, pair, touching);
        let few = if margin < 0 { few_pixels_of(pair, queue) } else { None };
        let (both, regions) = ([a.row, b.row], [a.region, b.region]);
        if let Some(pixels) = few {
            self.few.push(FewPixels { key, rows: both, regions, touching, graze: None, pixels });
            return;
        }
        let mut covers = [NO_COVER; 2];
        for (k, cover) in covers.iter_mut().enumerate() {
            let (&Region { row, region, kind, bounds, .. }, other) = (pair[k], pair[1 - k]);
            if kind.is_sprite() {
                let asked = covers::Asked { row, region, kind, bounds, is_bare: false };
                let other = covers::Other { bounds: other.bounds, is_sprite: other.is_sprite(), margin };
                *cover = self.covers.ask(rows, asked, other);
            }
        }
        if !is_open {
            return;
        }
        self.push(queue, touching, both, regions, Item { key, covers, way: way_between(a.bounds, b.bounds) });
    }
}

/// Returns the pixels that decide whether two regions overlap, if they are few.
#[inline(always)]
fn few_pixels_of([a, b]: [&Region; 2], queue: Queue) -> Option<PixelBox> {
    match queue {
        Queue::Map => {
            let sprite = if a.is_sprite() { a } else { b };
            few_pixels_on_map(sprite.kind.is_drawn(), sprite.bounds)
        }
        Queue::Sprites | Queue::SpriteShape => {
            let kinds = [a.kind, b.kind];
            if kinds.contains(&Kind::Turned) { few_pixels([a.bounds, b.bounds], kinds) } else { None }
        }
        _ => None,
    }
}

/// Returns the queue that decides two regions.
#[inline(always)]
fn queue_of(rows: &Rows, pair: [&Region; 2], touching: Touching) -> Queue {
    let [a, b] = pair;
    if touching == Touching::Ignored && pair.iter().any(|one| query::has_thin_parts(one.form(rows))) {
        return Queue::Whole;
    }
    match [a.is_sprite(), b.is_sprite()] {
        [true, true] => Queue::Sprites,
        [false, false] => Queue::Shapes,
        _ if (a.kind == Kind::Map) | (b.kind == Kind::Map) => Queue::Map,
        _ => Queue::SpriteShape,
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
            world.edit(*other).layers(Layers { layer: 2, against: 1 }).unwrap();
        }
        let step = world.step().unwrap();
        assert_eq!(step.hits().map(|hit| [hit.a, hit.b]).collect::<Vec<_>>(), pairs);
        assert!(step.grazes().is_empty());
    }
}

//! Decides pairs of shapes, and of shapes with tile maps, by their prepared hulls. Floats decide nearly all of them.

use crate::cpu::bits::PairBits;
use crate::cpu::both;
use crate::cpu::covers::NO_COVER;
use crate::cpu::exact::run::{PartByPart, PlacedSolid, offset};
use crate::cpu::hulls::{HullHead, HullPart, Hulled, Hulls};
use crate::cpu::kind::{Kind, Upright};
use crate::cpu::near_hulls::NearHulls;
use crate::cpu::settle::prefetch_forms;
use crate::cpu::solids::Solids;
use crate::form::{Form, Touching};
use crate::kernels::{self, Ball, PairQuestion, Verdict};
use crate::lattice::Point;
use crate::simd::Lanes;

/// The requested pairs.
#[derive(Debug, Clone, Default)]
pub(super) struct Shapes {
    hulls: Hulls,
    /// For each touching rule.
    asked: [Vec<ShapeTest>; 2],
    /// The pairs of parts that may overlap: a disc with another part, and the others.
    discs: Vec<NearParts>,
    pairs: Vec<NearParts>,
    /// The pairs that floats cannot decide.
    doubtful: Vec<ShapeTest>,
}

/// Two solids, neither of them a sprite, with a margin, and the number of their bit.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShapeTest {
    pub(super) number: u32,
    pub(super) pair: [u32; 2],
    pub(super) margin: i32,
}

/// Two parts, the vector from the first one's origin to the second one's, and the reach.
#[derive(Debug, Clone, Copy)]
struct NearParts {
    ask: u32,
    parts: [Hulled; 2],
    offset: [f32; 2],
    reach: f32,
}

/// The number of pairs decided at a time, so that their data stays in the cache.
const BLOCK: usize = 32;

/// The most pairs of parts that are collected at a time.
const MOST: usize = 1 << 14;

/// The number for the part of a circle, which is made from the circle's box.
const NO_PART: u32 = u32::MAX;

/// The parts of a solid, at its position.
#[derive(Clone, Copy)]
struct PlacedParts {
    solid: u32,
    at: Point,
    first: u32,
    count: u32,
    /// The first part.
    part: HullPart,
}

impl Shapes {
    /// Requests the test of two regions whose boxes are within the margin of each other.
    #[inline(always)]
    pub(super) fn ask(&mut self, touching: Touching, ask: ShapeTest) {
        self.asked[touching as usize].push(ask);
    }

    /// Lends the prepared hulls.
    #[inline(always)]
    pub(super) fn hulls(&mut self) -> &mut Hulls {
        &mut self.hulls
    }

    /// Returns a pair in doubt. It needs the exact test if its bit is not set.
    #[inline(always)]
    pub(super) fn next_doubtful(&mut self) -> Option<ShapeTest> {
        self.doubtful.pop()
    }

    /// Sets the bits of the pairs that overlap or are within their margins. Pairs in doubt go to a list.
    #[inline(always)]
    pub(super) fn decide<L: Lanes>(
        &mut self,
        lanes: L,
        solids: &Solids<'_>,
        touching: Touching,
        hits: &mut PairBits,
    ) {
        self.hulls.begin();
        let mut all = std::mem::take(&mut self.asked[touching as usize]);
        let mut k = 0;
        while k < all.len() {
            let end = (k + BLOCK).min(all.len());
            self.prefetch_block(solids, &all[k..end]);
            while k < end {
                self.find(lanes, solids, &all[k], k as u32, touching, hits);
                k += 1;
            }
            self.decide_discs(lanes, &all, hits);
            self.decide_pairs(lanes, &all, hits);
        }
        all.clear();
        self.asked[touching as usize] = all;
    }

    /// Prefetches what the pairs of a block read.
    #[inline(always)]
    fn prefetch_block(&self, solids: &Solids<'_>, block: &[ShapeTest]) {
        let both = || block.iter().flat_map(|ask| ask.pair);
        prefetch_forms(solids, both());
        if !self.hulls.are_many() {
            return;
        }
        both().for_each(|solid| self.hulls.prefetch_head(solids, solid));
        both().for_each(|solid| self.hulls.prefetch_parts(solids, solid));
    }

    /// Finds the parts of a pair that may overlap.
    #[inline(always)]
    fn find<L: Lanes>(
        &mut self,
        lanes: L,
        solids: &Solids<'_>,
        ask: &ShapeTest,
        at: u32,
        touching: Touching,
        hits: &mut PairBits,
    ) {
        let ShapeTest { number, pair: [a, b], margin } = *ask;
        let asked = PairQuestion { touching, margin };
        let kinds = [solids.kind(a), solids.kind(b)];
        if kinds[0].is_upright() & kinds[1].is_upright() {
            hits.set(number, solids.upright(a).meets(solids.upright(b), asked));
            return;
        }
        if (kinds[0] == Kind::Map) | (kinds[1] == Kind::Map) {
            self.find_cells(lanes, solids, (ask, at), asked, hits);
            return;
        }
        if !(self.hulls.pays(solids, a) & self.hulls.pays(solids, b)) {
            let sides = both([a, b], |solid| PlacedSolid::of(solids, solid));
            let is_hit = lanes.call(PartByPart { sides, covers: [NO_COVER; 2], views: &[], asked });
            hits.set(number, is_hit);
            return;
        }
        let (p, q) = (self.side(lanes, solids, a), self.side(lanes, solids, b));
        if (p.count == 1) & (q.count == 1) {
            let is_hit = self.put(at, p.part, q.part, offset(p.at, q.at), asked);
            hits.set(number, is_hit);
        } else {
            self.find_parts(lanes, solids, (ask, at), [p, q], asked, hits);
        }
    }

    /// Returns the parts of a solid and its position.
    #[inline(always)]
    fn side<L: Lanes>(&mut self, lanes: L, solids: &Solids<'_>, solid: u32) -> PlacedParts {
        if solids.kind(solid) == Kind::Circle {
            let (at, radius) = solids.circle(solid);
            return PlacedParts { solid, at, first: NO_PART, count: 1, part: HullPart::disc(radius) };
        }
        let &HullHead { first, count, part, .. } = self.hulls.head(lanes, solids, solid);
        PlacedParts { solid, at: solids.point(solid), first, count, part }
    }

    /// Whether so many parts are near that the exact test is better: it stops at the first hit and needs less memory.
    #[inline(always)]
    fn is_too_much(&self) -> bool {
        self.discs.len() + self.pairs.len() > MOST
    }

    /// Queues the test of two parts; `by` is the vector from the first one's position to the second one's. Two discs
    /// are decided at once; returns whether they hit.
    #[inline(always)]
    fn put(&mut self, ask: u32, p: HullPart, q: HullPart, by: Point, asked: PairQuestion) -> bool {
        let by = Point::new(by.x + q.origin.x - p.origin.x, by.y + q.origin.y - p.origin.y);
        let reach = i64::from(p.radius) + i64::from(q.radius) + i64::from(asked.margin);
        let (x, y, parts) = (by.x as f32, by.y as f32, [p.hulls(), q.hulls()]);
        if p.is_disc() & q.is_disc() {
            let here = Point::default();
            return kernels::discs_meet(here, here, by, reach, asked.touching);
        }
        let reach = reach as f32;
        match (p.is_disc(), q.is_disc()) {
            (false, true) => {
                self.hulls.prefetch(p);
                self.discs.push(NearParts { ask, parts, offset: [x, y], reach });
            }
            (true, _) => {
                self.hulls.prefetch(q);
                let parts = [parts[1], parts[0]];
                self.discs.push(NearParts { ask, parts, offset: [-x, -y], reach });
            }
            (false, false) => {
                self.hulls.prefetch(p);
                self.hulls.prefetch(q);
                self.pairs.push(NearParts { ask, parts, offset: [x, y], reach });
            }
        }
        false
    }

    /// Finds the near parts of two regions whose boxes meet: each part of the region with fewer parts is tested
    /// against those of the other.
    #[inline(always)]
    fn find_parts<L: Lanes>(
        &mut self,
        lanes: L,
        solids: &Solids<'_>,
        (ask, at): (&ShapeTest, u32),
        [p, q]: [PlacedParts; 2],
        asked: PairQuestion,
        hits: &mut PairBits,
    ) {
        let is_fewer = (p.count < q.count) | (p.first == NO_PART);
        let (few, many) = if is_fewer { (p, q) } else { (q, p) };
        let by = offset(many.at, few.at);
        let mut i = 0;
        while i < few.count {
            if self.is_too_much() {
                self.doubtful.push(*ask);
                return;
            }
            let (own, part) = match few.count {
                1 => (few.first, few.part),
                _ => (few.first + i, self.hulls.part(few.first + i)),
            };
            let bounds = if own == NO_PART { part.disc_bounds() } else { self.hulls.bounds(own) };
            let area = bounds.translated(by).grown(asked.margin);
            let mut near = NearHulls::of(lanes, solids, many.solid, (many.first, many.count), area);
            while let Some(other) = near.next(lanes, &self.hulls) {
                let other = self.hulls.part(other);
                let is_hit = match settle_parts((&other, Point::default()), (&part, by), asked) {
                    Verdict::Yes => true,
                    Verdict::No => false,
                    Verdict::Unsure => self.put(at, other, part, by, asked),
                };
                if is_hit {
                    return hits.set(ask.number, true);
                }
            }
            i += 1;
        }
    }

    /// Finds the cells of a tile map that a shape may overlap. Upright boxes and circles against box cells are
    /// decided at once.
    #[inline(always)]
    fn find_cells<L: Lanes>(
        &mut self,
        lanes: L,
        solids: &Solids<'_>,
        (ask, number): (&ShapeTest, u32),
        asked: PairQuestion,
        hits: &mut PairBits,
    ) {
        let [a, b] = ask.pair;
        let (tiles, [map, solid]) = match (solids.form(a), solids.form(b)) {
            (Form::Tiles(tiles), Form::Shape(_)) => (tiles, [a, b]),
            (Form::Shape(_), Form::Tiles(tiles)) => (tiles, [b, a]),
            _ => return,
        };
        let &HullHead { first, count, .. } = self.hulls.head(lanes, solids, map);
        if count == 0 {
            self.doubtful.push(*ask);
            return;
        }
        let at = solids.point(map);
        let (side, bounds) = (self.side(lanes, solids, solid), solids.bounds(solid));
        let (upright, is_upright) = (solids.upright(solid), solids.kind(solid).is_upright());
        for cell in tiles.cells_near(bounds.grown(asked.margin).seen_from(at)) {
            if self.is_too_much() {
                self.doubtful.push(*ask);
                return;
            }
            let (kind, corner) = (first + cell.kind, Point::new(at.x + cell.corner.x, at.y + cell.corner.y));
            let part = self.hulls.part(kind);
            if is_upright & part.is_box {
                let core = self.hulls.bounds(kind).translated(corner);
                if upright.meets(Upright { core, radius: 0 }, asked) {
                    hits.set(ask.number, true);
                    return;
                }
            } else {
                let cell = PlacedParts { solid: map, at: corner, first: kind, count: 1, part };
                self.find_parts(lanes, solids, (ask, number), [cell, side], asked, hits);
            }
        }
    }

    #[inline(always)]
    fn decide_discs<L: Lanes>(&mut self, lanes: L, all: &[ShapeTest], hits: &mut PairBits) {
        let mut k = 0;
        while k < self.discs.len() {
            let NearParts { ask, parts: [part, _], offset, reach } = self.discs[k];
            let answer = kernels::disc_hull(lanes, self.hulls.of(part), offset, reach);
            self.answer(&all[ask as usize], answer, hits);
            k += 1;
        }
        self.discs.clear();
    }

    #[inline(always)]
    fn decide_pairs<L: Lanes>(&mut self, lanes: L, all: &[ShapeTest], hits: &mut PairBits) {
        let mut k = 0;
        while k < self.pairs.len() {
            let NearParts { ask, parts: [p, q], offset, reach } = self.pairs[k];
            let answer = kernels::hull_hull(lanes, self.hulls.of(p), self.hulls.of(q), offset, reach);
            self.answer(&all[ask as usize], answer, hits);
            k += 1;
        }
        self.pairs.clear();
    }

    #[inline(always)]
    fn answer(&mut self, ask: &ShapeTest, answer: Verdict, hits: &mut PairBits) {
        hits.set(ask.number, answer == Verdict::Yes);
        if answer == Verdict::Unsure {
            self.doubtful.push(*ask);
        }
    }
}

/// Settles two parts by their discs, if that is possible. Each part comes with its form's position.
#[inline(always)]
fn settle_parts(p: (&HullPart, Point), q: (&HullPart, Point), asked: PairQuestion) -> Verdict {
    let ball = |(part, at): (&HullPart, Point)| Ball { centre: part.centre_at(at), discs: part.discs };
    let (p, q) = (ball(p), ball(q));
    p.discs.settle(q.discs, p.square_to(q), asked.margin as f32)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;
    use std::sync::Arc;

    use crate::cpu::shares::{DecideShare, Share};
    use crate::cpu::{Question, RawHits, Touches};
    use crate::form::Touching;
    use crate::kernels::random::Random;
    use crate::query;
    use crate::shape::{Cell, Part, Polygon};
    use crate::simd::Simd;
    use crate::world::{Body, Handle, World};
    use crate::{Region, Shape, TileMap};

    fn corners(random: &mut Random, count: i32) -> Vec<[f64; 2]> {
        (0..count)
            .map(|k| {
                let angle = f64::from(k) * 2.0 * PI / f64::from(count);
                let far = random.between(3.0, 9.0);
                [angle.cos() * far, angle.sin() * far]
            })
            .collect()
    }

    fn body(random: &mut Random) -> Body {
        let r = random.pick(&[0.0, 0.5, 2.0, 3.0]);
        let side = f64::from(random.below(5)) + 1.0;
        let chain: Vec<[f64; 2]> = (0..12).map(|k| [f64::from(k) * 2.5, f64::from(k * k % 7)]).collect();
        let body = match random.below(12) {
            0 => Body::point(),
            1 => Body::circle(side),
            2 | 3 => Body::rect([side, 2.0]),
            4 => Body::capsule([-side, 0.0], [side, 1.0], r),
            5 => Body::segment([-4.0, 0.0], [side, 2.0]),
            6 | 7 => {
                let count = 3 + random.below(14);
                Body::polygon(&corners(random, count))
            }
            8 => Body::chain(&chain[..(2 + random.below(11)) as usize], r),
            9 => {
                let parts = vec![
                    Part::new(Shape::circle(2.0).unwrap()).offset([-4.0, 0.0]),
                    Part::new(Shape::rect([2.0, 1.0]).unwrap()),
                    Part::new(Shape::chain(&chain[..3], 0.5).unwrap()).offset([0.0, 3.0]),
                ];
                Body::new(Shape::compound(parts).unwrap())
            }
            10 => Body::circle(3.0)
                .region(Region::new("core", Shape::circle(1.0).unwrap()))
                .region(Region::new("shell", Shape::rect([6.0, side]).unwrap())),
            // A concave polygon.
            _ => Body::polygon(&[[-8.0, -8.0], [8.0, -8.0], [8.0, 8.0], [0.0, -2.0], [-8.0, 8.0]]),
        };
        let body = if random.below(3) > 0 { body.turned(random.angle()) } else { body };
        let at = [(); 2].map(|()| {
            let at = random.between(0.0, 90.0);
            if random.below(2) == 0 { at.round() } else { at }
        });
        let body = body.at(at);
        if random.below(3) == 0 { body.graze(f64::from(random.below(6))) } else { body }
    }

    fn map() -> Arc<TileMap> {
        let slope = Polygon::new(&[[0.0, 6.0], [6.0, 0.0], [6.0, 6.0]]).unwrap();
        let solids = ["#../#....#../#", "..#..//..#....", "#....##......."];
        Arc::new(TileMap::from_rows([6.0, 6.0], &solids, &[('/', Cell::Polygon(slope))]).unwrap())
    }

    /// Decides all kinds of shapes and a map in all queues, on every instruction set, and compares with `query`.
    /// Between the steps bodies turn, are removed and are spawned.
    #[test]
    fn shapes_meet_as_their_forms() {
        for touching in [Touching::Counts, Touching::Ignored] {
            let mut random = Random::new(5);
            let mut world = World::builder().touching(touching).build().unwrap();
            let mut bodies: Vec<Handle> = (0..100).map(|_| world.spawn(body(&mut random)).unwrap()).collect();
            world.spawn(Body::tiles(&map()).at([3.0, 40.0])).unwrap();
            let touches = Touches { usual: touching, ..Touches::default() };
            let mut all: Vec<_> = Simd::available().map(|simd| (simd, Share::default())).collect();
            let (mut counts, mut kept) = ([0; 2], None);
            for _ in 0..12 {
                let solids = &world.rows.solids();
                let count = solids.len() as u32;
                let candidates: Vec<[u32; 2]> =
                    (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect();
                let candidates: Vec<[u32; 2]> = candidates
                    .into_iter()
                    .filter(|&[a, b]| solids.wide[a as usize].pair_with(solids.wide[b as usize]))
                    .collect();
                let question = Question { solids, pairs: &candidates, touching: &touches, grazed: None };
                let mut right = RawHits::default();
                for &bodies @ [a, b] in &candidates {
                    let before = right.overlaps.len();
                    let pairs = touches.region_pairs(*solids, bodies);
                    let hits =
                        pairs.filter(|(_, [p, q])| query::overlap_at(p.form, p.at, q.form, q.at, touching));
                    right.overlaps.extend(hits.map(|(key, _)| key));
                    let margin = solids.margin(a).max(solids.margin(b));
                    if margin >= 0 && right.overlaps.len() == before {
                        right.grazes.extend(touches.first_graze(solids, bodies, margin));
                    }
                }
                counts[0] += right.overlaps.len();
                counts[1] += right.grazes.len();
                for (simd, share) in &mut all {
                    let mut found = RawHits::default();
                    simd.run(DecideShare { share, asked: question, found: &mut found });
                    assert_eq!(found.overlaps, right.overlaps, "{}", simd.name());
                    assert_eq!(found.grazes, right.grazes, "{}", simd.name());
                }
                // Restore an earlier state. Forms are written again; no form may be mistaken for what it became in
                // between.
                match kept.take() {
                    Some((snapshot, before)) => {
                        world.restore(&snapshot);
                        bodies = before;
                    }
                    None => kept = Some((world.snapshot(), bodies.clone())),
                }
                for _ in 0..20 {
                    let k = random.below(bodies.len() as i32) as usize;
                    match random.below(3) {
                        0 => {
                            world.remove(bodies[k]).unwrap();
                            bodies[k] = world.spawn(body(&mut random)).unwrap();
                        }
                        1 => world.edit(bodies[k]).angle(random.angle()).map(drop).unwrap(),
                        _ => world
                            .edit(bodies[k])
                            .position([random.between(0.0, 90.0), 45.0])
                            .map(drop)
                            .unwrap(),
                    }
                }
            }
            assert!(counts[0] > 1500 && counts[1] > 100, "{counts:?}");
        }
    }
}

//! The search for the nearest free moves: best first, each difference cut out of the region in which it was found.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use crate::effort::spend;
use crate::query::push_out::body::ReducedBody;
use crate::query::push_out::box_tree::{NO_PIECE, depth_in};
use crate::query::push_out::lines::{BodyPair, PieceDifferences};
use crate::query::push_out::region::{LineSide, ROUNDING, RegionDisc, Splitter, may_meet, nearest};
use crate::query::push_out::{FreePlace, SHRINKAGE, SLACK, Vector, dot};
use crate::quick_hash::QuickMap;

/// A convex region of moves, less some discs, in which nothing was found covered.
#[derive(Debug, Clone, Copy)]
struct MoveRegion {
    /// The point nearest to the origin, and its distance.
    at: Vector,
    key: f64,
    /// The number of regions that were made before.
    order: u32,
    /// The difference that was cut out last.
    cut: u32,
    vertices: [u32; 2],
    discs: [u32; 2],
}

impl PartialEq for MoveRegion {
    fn eq(&self, other: &MoveRegion) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for MoveRegion {}

impl PartialOrd for MoveRegion {
    fn partial_cmp(&self, other: &MoveRegion) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MoveRegion {
    /// The greatest is the nearest; of equals, the earlier.
    fn cmp(&self, other: &MoveRegion) -> Ordering {
        other.key.total_cmp(&self.key).then(other.order.cmp(&self.order))
    }
}

/// Free moves that are at most this much longer than the shortest may be equally short: rounding and [`SHRINKAGE`] make them
/// differ.
const TIE: f64 = 2e-3;
/// The most places at which ties are looked for.
const MOST_TIES: usize = 32;
/// A difference in which a move is this deep is good enough to be cut out: a quarter of a pixel.
const ENOUGH: f64 = 64.0;
/// Others are not looked at if no move in them can be this many times as deep. Which difference is cut out changes no answer.
const GOOD: f64 = 2.0;
/// How many differences that were used last are tried first.
const RECENT: usize = 4;
/// No difference.
const NONE: u32 = u32::MAX;

/// A search, with memory that the next one uses again.
#[derive(Debug, Default)]
pub(super) struct CutSearch {
    differences: PieceDifferences,
    /// The numbers of the differences that were built, by pair of pieces.
    known: QuickMap<u64, u32>,
    recent: Vec<u32>,
    heap: BinaryHeap<MoveRegion>,
    regions: u32,
    /// The polygons and the discs of all regions.
    vertices: Vec<Vector>,
    discs: Vec<RegionDisc>,
    /// The polygon that is being cut, and the one that is left behind all lines of a rounded difference.
    polygon: Vec<Vector>,
    corner: Vec<Vector>,
    splitter: Splitter,
    open: Vec<([u32; 2], f64)>,
    /// Regions further away than this are dropped.
    limit: f64,
    /// The places of the shortest moves.
    pub(super) places: Vec<FreePlace>,
    /// Room for the two bodies.
    pub(super) reduced: [ReducedBody; 2],
}

impl CutSearch {
    /// Returns the number of vertices that there is memory for.
    pub(super) fn size(&self) -> usize {
        self.vertices.capacity()
    }

    /// Searches the shortest moves of B out of A, and lists the places where they are; returns the first. `None` where all
    /// moves are longer than `reach`, or the work is used up.
    pub(super) fn search(&mut self, bodies: &BodyPair, reach: f64) -> Option<FreePlace> {
        self.start(bodies)?;
        let mut first: Option<FreePlace> = None;
        while let Some(region) = self.heap.pop() {
            if first.is_some_and(|first| region.key > first.distance + TIE) {
                break;
            }
            if region.key > reach || !spend(16) {
                return None;
            }
            match self.deep_difference(bodies, region.at, region.cut) {
                Some(difference) => {
                    if region.key == 0.0 && self.differences.depth(difference, region.at, reach) > reach {
                        return None;
                    }
                    self.cut_out(region, difference);
                }
                None => {
                    let place = self.place_of(&region);
                    first = first.or(Some(place));
                    self.places.push(place);
                    if self.places.len() == MOST_TIES {
                        break;
                    }
                    self.limit = self.limit.min(region.key + TIE);
                    self.cut_square(region, place.reach);
                }
            }
        }
        first.filter(|_| spend(0))
    }

    /// Begins with the square around the origin that holds the shortest move of B's box out of A's box.
    fn start(&mut self, bodies: &BodyPair) -> Option<()> {
        self.differences.clear();
        self.known.clear();
        self.recent.clear();
        self.heap.clear();
        self.regions = 0;
        self.vertices.clear();
        self.discs.clear();
        self.places.clear();
        let (a, b) = (bodies.a.tree.nodes.first()?, bodies.b.tree.nodes.first()?);
        let most = depth_in(a, b, [0, 1].map(|axis| -bodies.shift[axis])).max(0.0) + 1.0;
        self.limit = most * (1.0 + 1e-9);
        self.vertices.extend([[-most, -most], [-most, most], [most, most], [most, -most]]);
        let at = [0.0; 2];
        self.heap.push(MoveRegion { at, key: 0.0, order: 0, cut: NONE, vertices: [0, 4], discs: [0; 2] });
        Some(())
    }

    /// Returns the place of a region's nearest point, and how far around it a move may be as short.
    fn place_of(&self, region: &MoveRegion) -> FreePlace {
        let mut reach = 2.0 * (region.key * TIE).sqrt() + 0.05;
        let [first, end] = region.discs;
        for disc in &self.discs[first as usize..end as usize] {
            // All of a circle around the origin is as near.
            if dot(disc.centre, disc.centre) <= 1.0 {
                reach = reach.max(disc.radius / 4.0);
            }
        }
        FreePlace { at: region.at, distance: region.key, reach }
    }

    /// Whether a move is deep in a difference of the bodies that were searched last.
    pub(super) fn is_blocked(&mut self, bodies: &BodyPair, at: Vector) -> bool {
        self.deep_difference(bodies, at, NONE).is_some()
    }

    /// Returns a difference that holds a move deeper than the slack: one that holds it deep enough, or else one in which it is at
    /// least half as deep as in any.
    fn deep_difference(&mut self, bodies: &BodyPair, at: Vector, last: u32) -> Option<u32> {
        let mut best = (SLACK, NONE);
        for k in (0..self.recent.len()).rev() {
            let depth = self.differences.depth(self.recent[k], at, best.0);
            if depth > best.0 {
                best = (depth, self.recent[k]);
            }
        }
        if best.0 < ENOUGH && last != NONE {
            self.try_next_links(bodies, at, last, &mut best);
        }
        if best.0 < ENOUGH {
            self.descend(bodies, at, &mut best);
        }
        let (_, found) = best;
        if found == NONE {
            return None;
        }
        if !self.recent.contains(&found) {
            if self.recent.len() == RECENT {
                self.recent.remove(0);
            }
            self.recent.push(found);
        }
        Some(found)
    }

    /// Tries the next links of a chain: they are the most likely to cover what one of them leaves free.
    fn try_next_links(&mut self, bodies: &BodyPair, at: Vector, last: u32, best: &mut (f64, u32)) {
        let [i, j] = self.differences.at(last).pair;
        let count = [bodies.a.pieces.len() as u32, bodies.b.pieces.len() as u32];
        let is_link = [bodies.a.pieces[i as usize].count == 2, bodies.b.pieces[j as usize].count == 2];
        for (side, [i, j]) in
            [(1, [i, j + 1]), (1, [i, j.wrapping_sub(1)]), (0, [i + 1, j]), (0, [i.wrapping_sub(1), j])]
        {
            if !is_link[side] || i >= count[0] || j >= count[1] || bodies.depth_in_boxes([i, j], at) <= best.0
            {
                continue;
            }
            self.try_pair(bodies, [i, j], at, best);
            if best.0 > ENOUGH {
                return;
            }
        }
    }

    /// Descends both box trees to a difference that is deep. How deep a move is in the difference of two boxes bounds the depth
    /// in all differences of pieces in them.
    fn descend(&mut self, bodies: &BodyPair, at: Vector, best: &mut (f64, u32)) {
        let (nodes_a, nodes_b) = (&bodies.a.tree.nodes, &bodies.b.tree.nodes);
        let local = [at[0] - bodies.shift[0], at[1] - bodies.shift[1]];
        let bound = |[i, j]: [u32; 2]| ([i, j], depth_in(&nodes_a[i as usize], &nodes_b[j as usize], local));
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.push(bound([0, 0]));
        let mut visited = 0;
        while let Some(([i, j], most)) = open.pop() {
            if most <= GOOD * best.0 {
                continue;
            }
            visited += 1;
            let (a, b) = (&nodes_a[i as usize], &nodes_b[j as usize]);
            let (is_leaf_a, is_leaf_b) = (a.piece != NO_PIECE, b.piece != NO_PIECE);
            if is_leaf_a && is_leaf_b {
                self.try_pair(bodies, [a.piece, b.piece], at, best);
                continue;
            }
            let splits_a = !is_leaf_a && (is_leaf_b || a.size() >= b.size());
            let [p, q] = if splits_a { [[i + 1, j], [a.second, j]] } else { [[i, j + 1], [i, b.second]] };
            let (p, q) = (bound(p), bound(q));
            // The deeper one comes first.
            let (later, first) = if p.1 < q.1 { (p, q) } else { (q, p) };
            open.extend([later, first].into_iter().filter(|node| node.1 > GOOD * best.0));
        }
        self.open = open;
        spend(visited);
    }

    /// Tries the difference of two pieces. It is built only where it may be the deepest.
    fn try_pair(&mut self, bodies: &BodyPair, pair: [u32; 2], at: Vector, best: &mut (f64, u32)) {
        let key = u64::from(pair[0]) << 32 | u64::from(pair[1]);
        let number = match self.known.get(&key) {
            Some(&number) => number,
            None => {
                let work = bodies.vertices(pair);
                if !spend(2 + work / 4) || !bodies.may_hold(pair, at, best.0) {
                    return;
                }
                if !spend(storing(self.known.len()) + 2 * work) {
                    return;
                }
                let number = self.differences.build(bodies, pair);
                self.known.insert(key, number);
                number
            }
        };
        let depth = self.differences.depth(number, at, best.0);
        if depth > best.0 {
            *best = (depth, number);
        }
    }

    /// Cuts a difference out of a region, and keeps what is left as regions.
    fn cut_out(&mut self, region: MoveRegion, difference: u32) {
        let radius = self.differences.at(difference).radius;
        self.take_polygon(&region);
        let from = MoveRegion { cut: difference, ..region };
        let count = self.differences.lines(difference).len();
        spend((count * (4 + self.polygon.len())) as u64 / 4);
        for k in 0..count {
            let line = self.differences.lines(difference)[k];
            let height = line.height + radius - SHRINKAGE;
            // What is beyond a line this far away is beyond the limit.
            if height <= self.limit && self.split_off(&from, line.normal, height).is_break() {
                return;
            }
        }
        if radius == 0.0 {
            return;
        }
        // What is left lies in the corners: between two lines, beyond the arc.
        std::mem::swap(&mut self.corner, &mut self.polygon);
        for k in 0..count {
            self.keep_corner(&from, difference, k, radius - SHRINKAGE);
        }
    }

    /// Keeps the corner between a line and the next one: beyond the arc around the vertex between them.
    fn keep_corner(&mut self, from: &MoveRegion, difference: u32, k: usize, radius: f64) {
        let lines = self.differences.lines(difference);
        let (p, next) = (lines[k], lines[if k + 1 == lines.len() { 0 } else { k + 1 }]);
        let (p, q, vertex) = (p.normal, next.normal, next.start);
        let turn = dot(p, q);
        if turn > 1.0 - 1e-15 {
            return;
        }
        // Beyond the arc's chord, and between the two normals.
        let bisector = [p[0] + q[0], p[1] + q[1]];
        let (side_p, side_q) = ([p[1], -p[0]], [-q[1], q[0]]);
        let lines = [
            (bisector, dot(bisector, vertex) + radius * (1.0 + turn)),
            (side_p, dot(side_p, vertex)),
            (side_q, dot(side_q, vertex)),
        ];
        self.polygon.clear();
        self.polygon.extend_from_slice(&self.corner);
        for (normal, height) in lines {
            match self.splitter.split(&self.polygon, normal, height) {
                LineSide::Behind => return,
                LineSide::Beyond => {}
                LineSide::Both => std::mem::swap(&mut self.polygon, &mut self.splitter.beyond),
            }
        }
        self.keep(from, Some(RegionDisc { centre: vertex, radius }));
    }

    /// Cuts a square around a region's nearest point out of it, and keeps what is left.
    fn cut_square(&mut self, region: MoveRegion, half: f64) {
        self.take_polygon(&region);
        for normal in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
            if self.split_off(&region, normal, dot(normal, region.at) + half).is_break() {
                return;
            }
        }
    }

    fn take_polygon(&mut self, region: &MoveRegion) {
        let [first, end] = region.vertices;
        self.polygon.clear();
        self.polygon.extend_from_slice(&self.vertices[first as usize..end as usize]);
    }

    /// Keeps the part of the polygon beyond a line as a region, and goes on with the part behind it. Stops where nothing is
    /// behind.
    fn split_off(&mut self, from: &MoveRegion, normal: Vector, height: f64) -> ControlFlow<()> {
        match self.splitter.split(&self.polygon, normal, height) {
            LineSide::Behind => {}
            LineSide::Beyond => {
                self.keep(from, None);
                return ControlFlow::Break(());
            }
            LineSide::Both => {
                std::mem::swap(&mut self.polygon, &mut self.splitter.beyond);
                self.keep(from, None);
                std::mem::swap(&mut self.polygon, &mut self.splitter.behind);
            }
        }
        ControlFlow::Continue(())
    }

    /// Keeps the polygon, less the discs of the region that it is from and maybe one more, as a region.
    fn keep(&mut self, from: &MoveRegion, more: Option<RegionDisc>) {
        let first_disc = self.discs.len();
        for k in from.discs[0] as usize..from.discs[1] as usize {
            let disc = self.discs[k];
            if may_meet(&self.polygon, &disc) {
                self.discs.push(disc);
            }
        }
        self.discs.extend(more);
        match nearest(&self.polygon, &self.discs[first_disc..]) {
            Some((at, _)) if at == from.at => {
                self.discs.truncate(first_disc);
                self.halve(from, more);
            }
            Some((at, key)) if key <= self.limit => {
                self.regions += 1;
                let first = self.vertices.len() as u32;
                self.vertices.extend_from_slice(&self.polygon);
                let (vertices, discs) =
                    ([first, self.vertices.len() as u32], [first_disc as u32, self.discs.len() as u32]);
                let size = vertices[1] - first + 4 * (discs[1] - discs[0]);
                spend(storing(self.regions as usize) + u64::from(size) / 2);
                self.heap.push(MoveRegion { at, key, order: self.regions, cut: from.cut, vertices, discs });
            }
            _ => self.discs.truncate(first_disc),
        }
    }

    /// Keeps both halves of the polygon. This guards against a rounding accident: a nearest point that lies a little outside
    /// of a polygon with very short sides, where nothing can be cut off.
    #[cold]
    fn halve(&mut self, from: &MoveRegion, more: Option<RegionDisc>) {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in &self.polygon {
            for axis in [0, 1] {
                min[axis] = min[axis].min(p[axis]);
                max[axis] = max[axis].max(p[axis]);
            }
        }
        let axis = usize::from(max[1] - min[1] > max[0] - min[0]);
        if max[axis] - min[axis] < 10.0 * ROUNDING || !spend(16) {
            return;
        }
        let normal = [[1.0, 0.0], [0.0, 1.0]][axis];
        let mut halves = Splitter::default();
        if let LineSide::Both = halves.split(&self.polygon, normal, 0.5 * (min[axis] + max[axis])) {
            for half in [halves.beyond, halves.behind] {
                self.polygon = half;
                self.keep(from, more);
            }
        }
    }
}

/// Returns the work to store one more region or difference. Very many fill the memory, so these cost more than their time.
fn storing(count: usize) -> u64 {
    if count < 1 << 16 { 8 } else { 1024 }
}

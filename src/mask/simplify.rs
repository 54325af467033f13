//! Rings with fewer vertices: what is dropped is within a tolerance of the edge that replaces it, and no edges cross.
//!
//! One vertex is dropped at a time, or two neighbours: always what costs least. The cost is the greatest distance from a
//! dropped vertex to the edge that then replaces it. Two neighbours may cost less than either of them alone: the two
//! corners of a step of a staircase are on different sides of its slope.
//!
//! The tolerance only says where to stop. So a larger tolerance drops the same vertices in the same order, and then
//! more of them.
//!
//! To drop a vertex is to move it onto the line between its neighbours. If no other vertex is in the triangle of the
//! three, no edge is crossed by that move. So rings stay simple and keep their orientation, their order and their
//! nesting.

use std::collections::BTreeMap;

use crate::lattice::Point;
use crate::mask::crossing::{Vertex, VertexGrid};
use crate::mask::trace::TexelCorner;
use crate::shape::hull;

/// More dropped vertices of an edge are reduced to their hull: their greatest distance from an edge is that of a vertex
/// of the hull.
const MOST_DROPPED: usize = 32;

/// The end of a list of waiting vertices.
const NONE: u32 = u32::MAX;

/// Drops vertices of the rings; each keeps at least three.
pub(super) fn simplify(rings: &mut [Vec<TexelCorner>], tolerance: f64) {
    if tolerance == 0.0 {
        return;
    }
    let mut dropping = Dropping::new(rings, tolerance * tolerance);
    dropping.run();
    let mut vertices = dropping.vertices.iter();
    for ring in rings {
        let of_ring = vertices.by_ref().take(ring.len());
        *ring = of_ring.filter(|vertex| !vertex.is_dropped).map(|vertex| vertex.at).collect();
    }
}

/// What is cheaper comes first: by the squared cost, as bits; at equal cost by the squared length of the new edge, so that
/// edges grow evenly.
type Price = (u64, i64);

/// A vertex that may be dropped, alone or with the next one.
#[derive(Debug, Clone, Copy)]
struct Offer {
    vertex: u32,
    has_next: bool,
    /// The vertex's count of changes at the time of the offer; if it differs now, the offer is void.
    changes: u32,
}

/// An offer that waits until a vertex that blocks it is dropped.
struct Wait {
    price: Price,
    offer: Offer,
    /// The next one that waits for the same vertex.
    next: u32,
}

/// Rings while vertices are dropped.
struct Dropping {
    vertices: Vec<Vertex>,
    grid: VertexGrid,
    /// For each vertex those that were dropped between it and the next one, or their hull.
    dropped: Vec<Vec<Point>>,
    /// The number of vertices of each ring.
    left: Vec<usize>,
    /// Of offers at the same price the last one comes first: what it needs is still in the cache.
    offers: BTreeMap<Price, Vec<Offer>>,
    waits: Vec<Wait>,
    /// For each vertex the last of `waits` that waits for it.
    last_wait: Vec<u32>,
    /// The greatest squared cost.
    greatest_cost: f64,
}

impl Dropping {
    fn new(rings: &[Vec<TexelCorner>], most: f64) -> Dropping {
        let mut vertices = Vec::with_capacity(rings.iter().map(Vec::len).sum());
        for (k, ring) in rings.iter().enumerate() {
            let (first, count) = (vertices.len() as u32, ring.len() as u32);
            vertices.extend((0..count).zip(ring).map(|(j, &at)| Vertex {
                at,
                ring: k as u32,
                before: first + (j + count - 1) % count,
                after: first + (j + 1) % count,
                changes: 0,
                is_dropped: false,
                is_shared: false,
            }));
        }
        let grid = VertexGrid::new(&vertices);
        for k in 0..vertices.len() {
            vertices[k].is_shared = grid.is_shared(&vertices, k);
        }
        Dropping {
            grid,
            dropped: vec![Vec::new(); vertices.len()],
            left: rings.iter().map(Vec::len).collect(),
            offers: BTreeMap::new(),
            waits: Vec::new(),
            last_wait: vec![NONE; vertices.len()],
            vertices,
            greatest_cost: most,
        }
    }

    fn run(&mut self) {
        for k in 0..self.vertices.len() as u32 {
            self.offer(k);
        }
        while let Some((price, offer)) = self.cheapest() {
            let vertex = self.vertex(offer.vertex);
            let is_void = vertex.is_dropped || vertex.changes != offer.changes;
            if is_void || self.left[vertex.ring as usize] < 4 + usize::from(offer.has_next) {
                continue;
            }
            match self.blocker(offer) {
                Some(blocker) => self.wait(price, offer, blocker),
                None => self.accept(offer),
            }
        }
    }

    fn vertex(&self, k: u32) -> &Vertex {
        &self.vertices[k as usize]
    }

    fn cheapest(&mut self) -> Option<(Price, Offer)> {
        let mut cheapest = self.offers.first_entry()?;
        let (price, offer) = (*cheapest.key(), cheapest.get_mut().pop()?);
        if cheapest.get().is_empty() {
            cheapest.remove();
        }
        Some((price, offer))
    }

    /// Offers a vertex, and the pair of it and the next one, unless they stay or cost too much.
    fn offer(&mut self, k: u32) {
        let Vertex { before, after, changes, is_shared, .. } = *self.vertex(k);
        if is_shared {
            return;
        }
        let next = self.vertex(after);
        let pair = (!next.is_shared).then_some((next.after, true));
        for (to, has_next) in [Some((after, false)), pair].into_iter().flatten() {
            let cost = self.cost(before, to);
            if cost <= self.greatest_cost {
                let [a, b] = [before, to].map(|end| self.vertex(end).at);
                let offers = self.offers.entry((cost.to_bits(), dot(a, b, b))).or_default();
                offers.push(Offer { vertex: k, has_next, changes });
            }
        }
    }

    /// Returns the greatest squared distance to an edge from one vertex to another of all that it would replace.
    fn cost(&self, from: u32, to: u32) -> f64 {
        let ends = [from, to].map(|end| self.vertex(end).at);
        let (mut k, mut cost) = (from, 0.0);
        while k != to {
            let dropped = self.dropped[k as usize].iter().map(|p| [p.x, p.y]);
            cost = dropped.chain([self.vertex(k).at]).map(|p| squared_distance(ends, p)).fold(cost, f64::max);
            k = self.vertex(k).after;
        }
        cost
    }

    /// Returns a vertex that blocks an offer.
    fn blocker(&self, offer: Offer) -> Option<u32> {
        let Vertex { before, after, .. } = *self.vertex(offer.vertex);
        let first = self.grid.blocker(&self.vertices, [before, offer.vertex, after], offer.vertex);
        if first.is_some() || !offer.has_next {
            return first;
        }
        self.grid.blocker(&self.vertices, [before, after, self.vertex(after).after], offer.vertex)
    }

    fn wait(&mut self, price: Price, offer: Offer, blocker: u32) {
        let last = &mut self.last_wait[blocker as usize];
        let next = std::mem::replace(last, self.waits.len() as u32);
        self.waits.push(Wait { price, offer, next });
    }

    fn accept(&mut self, offer: Offer) {
        let Vertex { before, after, .. } = *self.vertex(offer.vertex);
        self.drop_vertex(offer.vertex);
        if offer.has_next {
            self.drop_vertex(after);
        }
        let Vertex { before: first, after: last, .. } = *self.vertex(before);
        for changed in [first, before, last] {
            self.vertices[changed as usize].changes += 1;
            self.offer(changed);
        }
    }

    fn drop_vertex(&mut self, k: u32) {
        let Vertex { at, ring, before, after, .. } = *self.vertex(k);
        self.grid.remove(&self.vertices, k);
        self.vertices[k as usize].is_dropped = true;
        self.vertices[before as usize].after = after;
        self.vertices[after as usize].before = before;
        self.left[ring as usize] -= 1;
        let rest = std::mem::take(&mut self.dropped[k as usize]);
        let of_edge = &mut self.dropped[before as usize];
        of_edge.extend(rest);
        of_edge.push(Point::new(at[0], at[1]));
        if of_edge.len() > MOST_DROPPED {
            *of_edge = hull(std::mem::take(of_edge));
        }
        let mut wait = self.last_wait[k as usize];
        while let Some(&Wait { price, offer, next }) = self.waits.get(wait as usize) {
            // Void offers are sorted out when their turn comes.
            self.offers.entry(price).or_default().push(offer);
            wait = next;
        }
    }
}

/// Returns the squared distance of a point from a segment; rounded twice: the square and the quotient.
fn squared_distance([a, b]: [TexelCorner; 2], p: TexelCorner) -> f64 {
    let (along, length) = (dot(a, b, p), dot(a, b, b));
    if along <= 0 {
        dot(a, p, p) as f64
    } else if along >= length {
        dot(b, p, p) as f64
    } else {
        let side = side(a, b, p) as f64;
        side * side / length as f64
    }
}

/// Returns the dot product of b - a and c - a.
fn dot(a: TexelCorner, b: TexelCorner, c: TexelCorner) -> i64 {
    (0..2).map(|k| i64::from(b[k] - a[k]) * i64::from(c[k] - a[k])).sum()
}

/// Returns on which side of the line a b the point c lies; the sign is that of the turn at b.
pub(super) fn side(a: TexelCorner, b: TexelCorner, c: TexelCorner) -> i64 {
    let d = |p: i32, q: i32| i64::from(p) - i64::from(q);
    d(b[0], a[0]) * d(c[1], a[1]) - d(b[1], a[1]) * d(c[0], a[0])
}

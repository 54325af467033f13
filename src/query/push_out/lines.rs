//! Minkowski differences of two pieces as lines. They are tested edge by edge while the edges are merged; only those that
//! may be cut out are stored.

use crate::query::exact::Step;
use crate::query::push_out::body::{ReducedBody, ReducedPiece};
use crate::query::push_out::{GROWTH, Vector, cross, dot, minus};

/// A line of a difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct BorderLine {
    pub(super) normal: Vector,
    /// The height of the hull's line; the radius comes on top.
    pub(super) height: f64,
    /// Where the hull's edge on this line starts. It ends where the next one starts.
    pub(super) start: Vector,
}

/// The moves of a piece of B that overlap a piece of A: a hull, grown by a radius.
#[derive(Debug, Clone, Copy)]
pub(super) struct PieceDifference {
    first: u32,
    count: u32,
    pub(super) radius: f64,
    /// The pieces of A and B.
    pub(super) pair: [u32; 2],
}

/// All differences that were built.
#[derive(Debug, Default)]
pub(super) struct PieceDifferences {
    lines: Vec<BorderLine>,
    all: Vec<PieceDifference>,
    /// The edges of the difference that is being built.
    edges: Vec<BorderLine>,
}

/// Two bodies, and where A's origin is as seen from B's.
pub(super) struct BodyPair<'a> {
    pub(super) a: &'a ReducedBody,
    pub(super) b: &'a ReducedBody,
    pub(super) shift: Vector,
}

impl<'a> BodyPair<'a> {
    pub(super) fn of([a, b]: &'a [ReducedBody; 2]) -> BodyPair<'a> {
        BodyPair { a, b, shift: Step::between(b.origin, a.origin).to_f64() }
    }
}

impl BodyPair<'_> {
    fn pieces(&self, [i, j]: [u32; 2]) -> [&ReducedPiece; 2] {
        [&self.a.pieces[i as usize], &self.b.pieces[j as usize]]
    }

    fn radius(&self, pair: [u32; 2]) -> f64 {
        let [a, b] = self.pieces(pair);
        a.radius + b.radius
    }

    /// Returns the number of vertices of two pieces.
    pub(super) fn vertices(&self, pair: [u32; 2]) -> u64 {
        let [a, b] = self.pieces(pair);
        u64::from(a.count + b.count)
    }

    /// Returns how deep a move is, at most, in the difference of two pieces: its depth in the difference of their boxes.
    pub(super) fn depth_in_boxes(&self, pair: [u32; 2], at: Vector) -> f64 {
        let [a, b] = self.pieces(pair);
        let depth = |axis: usize| {
            let at = at[axis] - self.shift[axis];
            (at - (a.min[axis] - b.max[axis])).min((a.max[axis] - b.min[axis]) - at)
        };
        depth(0).min(depth(1))
    }

    /// Goes around the difference of two pieces until `tell` returns false. It is told the normal, the start and the
    /// height of each edge. Returns where it stops.
    #[inline(always)]
    pub(super) fn around(&self, pair: [u32; 2], mut tell: impl FnMut(Vector, Vector, f64) -> bool) -> Vector {
        let [a, b] = self.pieces(pair);
        let (ring_a, ring_b) = (self.a.ring(a), self.b.ring(b));
        let mut ours = RingEdges::new(ring_a, self.a.ring_normals(a), 0, 1.0);
        let mut theirs = RingEdges::new(ring_b, self.b.ring_normals(b), b.top as usize, -1.0);
        let from = ring_b[b.top as usize];
        let mut at = [0, 1].map(|k| ring_a[0][k] - from[k] + self.shift[k]);
        let growth = if a.is_thin() && b.is_thin() { GROWTH } else { 0.0 };
        let (mut our, mut their) = (ours.edge(), theirs.edge());
        loop {
            let (normal, edge) = match (our, their) {
                (None, None) => return at,
                (Some(p), Some(q)) if !is_before(p, q) && !is_before(q, p) => {
                    let normal = ours.normal();
                    (our, their) = (ours.step(), theirs.step());
                    (normal, [p[0] + q[0], p[1] + q[1]])
                }
                (Some(p), q) if q.is_none_or(|q| is_before(p, q)) => {
                    let normal = ours.normal();
                    our = ours.step();
                    (normal, p)
                }
                (_, q) => {
                    let normal = theirs.normal();
                    their = theirs.step();
                    (normal, q.unwrap_or_default())
                }
            };
            if !tell(normal, at, dot(normal, at) + growth) {
                return at;
            }
            at = [at[0] + edge[0], at[1] + edge[1]];
        }
    }

    /// Whether a move may be deeper than `least` in a difference: no edge shows that it is not.
    pub(super) fn may_hold(&self, pair: [u32; 2], at: Vector, least: f64) -> bool {
        let room = self.radius(pair) - least;
        let mut may = true;
        self.around(pair, |normal, _, height| {
            may = dot(normal, at) - height < room;
            may
        });
        may
    }
}

/// The edges of a ring, one after the other, each times `sign`.
struct RingEdges<'a> {
    ring: &'a [Vector],
    normals: &'a [Vector],
    at: usize,
    left: usize,
    sign: f64,
}

impl<'a> RingEdges<'a> {
    fn new(ring: &'a [Vector], normals: &'a [Vector], at: usize, sign: f64) -> RingEdges<'a> {
        RingEdges { ring, normals, at, left: if ring.len() < 2 { 0 } else { ring.len() }, sign }
    }

    fn next(&self) -> usize {
        if self.at + 1 == self.ring.len() { 0 } else { self.at + 1 }
    }

    #[inline]
    fn edge(&self) -> Option<Vector> {
        (self.left > 0).then(|| minus(self.ring[self.next()], self.ring[self.at]).map(|x| x * self.sign))
    }

    #[inline]
    fn normal(&self) -> Vector {
        self.normals[self.at].map(|x| x * self.sign)
    }

    /// Goes on to the next edge.
    #[inline]
    fn step(&mut self) -> Option<Vector> {
        self.at = self.next();
        self.left -= 1;
        self.edge()
    }
}

/// Whether an edge comes before another in the order around a hull from its vertex with the least (x, y).
fn is_before(p: Vector, q: Vector) -> bool {
    let is_back = |e: Vector| e[0] < 0.0 || (e[0] == 0.0 && e[1] < 0.0);
    match (is_back(p), is_back(q)) {
        (false, true) => true,
        (true, false) => false,
        _ => cross(p, q) < 0.0,
    }
}

impl PieceDifferences {
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.all.clear();
    }

    pub(super) fn at(&self, number: u32) -> PieceDifference {
        self.all[number as usize]
    }

    pub(super) fn lines(&self, number: u32) -> &[BorderLine] {
        let PieceDifference { first, count, .. } = self.at(number);
        &self.lines[first as usize..][..count as usize]
    }

    /// Builds the difference of two pieces and returns its number. One without interior has no lines.
    pub(super) fn build(&mut self, bodies: &BodyPair, pair: [u32; 2]) -> u32 {
        let radius = bodies.radius(pair);
        let first = self.lines.len();
        self.edges.clear();
        let at = bodies.around(pair, |normal, start, height| {
            self.edges.push(BorderLine { normal, height, start });
            true
        });
        if radius > 0.0 {
            self.add_with_tangents(at);
        } else if self.edges.len() > 2 {
            self.lines.extend_from_slice(&self.edges);
        }
        let count = (self.lines.len() - first) as u32;
        self.all.push(PieceDifference { first: first as u32, count, radius, pair });
        self.all.len() as u32 - 1
    }

    /// Adds the edges, and tangents where an arc turns by more than 120 degrees, so that every corner lies between two
    /// lines. A hull of one point gets four tangents.
    fn add_with_tangents(&mut self, at: Vector) {
        let edges = &self.edges;
        if edges.is_empty() {
            let line = |normal| BorderLine { normal, height: dot(normal, at), start: at };
            self.lines.extend([[1.0, 0.0], [0.0, -1.0], [-1.0, 0.0], [0.0, 1.0]].map(line));
            return;
        }
        for (k, edge) in edges.iter().enumerate() {
            let next = &edges[if k + 1 == edges.len() { 0 } else { k + 1 }];
            self.lines.push(*edge);
            let (p, q) = (edge.normal, next.normal);
            if dot(p, q) < -0.5 {
                let normal = if cross(p, q) == 0.0 || edges.len() == 2 {
                    [p[1], -p[0]]
                } else {
                    let sum = [p[0] + q[0], p[1] + q[1]];
                    let length = dot(sum, sum).sqrt();
                    sum.map(|x| x / length)
                };
                self.lines.push(BorderLine { normal, height: dot(normal, next.start), start: next.start });
            }
        }
    }

    /// Returns the depth of a move in a difference if it is above `least`; else a number that is not.
    #[inline]
    pub(super) fn depth(&self, number: u32, at: Vector, least: f64) -> f64 {
        let lines = self.lines(number);
        let radius = self.at(number).radius;
        let (mut most, mut nearest) = (f64::NEG_INFINITY, 0);
        for (k, line) in lines.iter().enumerate() {
            let beyond = dot(line.normal, at) - line.height;
            if beyond > most {
                (most, nearest) = (beyond, k);
                if radius - beyond <= least {
                    return radius - beyond;
                }
            }
        }
        let Some(line) = lines.get(nearest) else { return f64::NEG_INFINITY };
        if most <= 0.0 || most >= radius {
            return radius - most;
        }
        // Beside the hull: nearest to the edge with the greatest height, or to one of its ends.
        let end = lines[if nearest + 1 == lines.len() { 0 } else { nearest + 1 }].start;
        let along = [line.normal[1], -line.normal[0]];
        let (from_start, from_end) = (minus(at, line.start), minus(at, end));
        if dot(from_start, along) < 0.0 {
            radius - dot(from_start, from_start).sqrt()
        } else if dot(from_end, along) > 0.0 {
            radius - dot(from_end, from_end).sqrt()
        } else {
            radius - most
        }
    }
}

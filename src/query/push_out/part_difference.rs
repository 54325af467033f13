//! The Minkowski differences of pairs of original parts, stored in flat lists. They are exact: the numbers of an answer
//! come from them.

use crate::query::blob::Blob;
use crate::query::exact::Step;
use crate::query::overlap_convex_convex::upright;
use crate::query::push_out::{SLACK, Vector, dot, minus, square};
use crate::query::sweep_convex_convex::difference_in;

/// The differences of the parts of two bodies, in order.
#[derive(Debug)]
pub(super) struct PartDifferences {
    entries: Vec<StoredDifference>,
    /// The vertices and edges of all hulls, one hull after the other.
    vertices: Vec<Vector>,
    edges: Vec<PartEdge>,
}

/// Where the parts of a difference are.
#[derive(Debug, Clone, Copy)]
struct StoredDifference {
    /// The index of the first vertex and of the first edge, and the numbers of vertices and edges.
    vertex: u32,
    edge: u32,
    vertices: u32,
    edges: u32,
    radius: f64,
    is_box: bool,
}

/// The moves of a part of B that overlap a part of A: a hull and a radius, around the origin.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartDifference<'a> {
    /// Whether it is an upright box without radius.
    is_box: bool,
    pub(super) hull: &'a [Vector],
    pub(super) edges: &'a [PartEdge],
    pub(super) radius: f64,
}

/// An edge of a difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartEdge {
    pub(super) start: Vector,
    pub(super) along: Vector,
    pub(super) normal: Vector,
    /// The distance of the edge's line from the origin, along the normal.
    pub(super) height: f64,
}

/// The room for differences at first: enough for most answers.
const ROOM: usize = 8;
/// The number of vertices up to which a hull is computed without an allocation.
const FEW_VERTICES: usize = 24;

impl PartDifferences {
    pub(super) fn new() -> PartDifferences {
        let corners = 6 * ROOM;
        PartDifferences {
            entries: Vec::with_capacity(ROOM),
            vertices: Vec::with_capacity(corners),
            edges: Vec::with_capacity(corners),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns a difference.
    pub(super) fn at(&self, k: usize) -> PartDifference<'_> {
        let StoredDifference { vertex, edge, vertices, edges, radius, is_box } = self.entries[k];
        PartDifference {
            is_box,
            hull: &self.vertices[vertex as usize..][..vertices as usize],
            edges: &self.edges[edge as usize..][..edges as usize],
            radius,
        }
    }

    /// Returns all differences, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = PartDifference<'_>> {
        (0..self.entries.len()).map(|k| self.at(k))
    }

    /// Adds the difference of two parts if it passes a test.
    pub(super) fn push_if(&mut self, a: Blob, b: Blob, test: impl Fn(PartDifference) -> bool) {
        let (vertex, edge) = (self.vertices.len(), self.edges.len());
        let radius = f64::from(a.radius) + f64::from(b.radius);
        let is_upright = self.push_upright(a, b);
        if !is_upright {
            self.push_hull(a, b);
        }
        let is_box = is_upright && radius == 0.0;
        let (hull, edges) = (&self.vertices[vertex..], &self.edges[edge..]);
        if !test(PartDifference { is_box, hull, edges, radius }) {
            self.vertices.truncate(vertex);
            self.edges.truncate(edge);
            return;
        }
        let (vertices, edges) = (hull.len() as u32, edges.len() as u32);
        let (vertex, edge) = (vertex as u32, edge as u32);
        self.entries.push(StoredDifference { vertex, edge, vertices, edges, radius, is_box });
    }

    /// Adds the hull of two upright boxes, or of a box and a point; returns false for others.
    fn push_upright(&mut self, a: Blob, b: Blob) -> bool {
        let (Some(a), Some(b)) = (upright(a.vertices), upright(b.vertices)) else { return false };
        let (min, max) = (Step::between(b.max, a.min), Step::between(b.min, a.max));
        if min.x == max.x || min.y == max.y {
            return false;
        }
        let (width, height) = (max.x - min.x, max.y - min.y);
        let edge = |[x, y]: [i64; 2], along: [i64; 2], normal: Vector, height: i64| {
            let [start, along] = [[x, y], along].map(|step| step.map(|x| x as f64));
            PartEdge { start, along, normal, height: height as f64 }
        };
        let edges = [
            edge([min.x, min.y], [0, height], [-1.0, 0.0], -min.x),
            edge([min.x, max.y], [width, 0], [0.0, 1.0], max.y),
            edge([max.x, max.y], [0, -height], [1.0, 0.0], max.x),
            edge([max.x, min.y], [-width, 0], [0.0, -1.0], -min.y),
        ];
        self.vertices.extend(edges.map(|edge| edge.start));
        self.edges.extend(edges);
        true
    }

    /// Adds the hull of any two parts.
    fn push_hull(&mut self, a: Blob, b: Blob) {
        let mut room = [Step::new(0, 0); FEW_VERTICES];
        let hull = difference_in(b, a, &mut room);
        self.vertices.extend(hull.iter().map(|v| v.to_f64()));
        let n = if hull.len() < 2 { 0 } else { hull.len() };
        self.edges.extend((0..n).map(|k| {
            let next = if k + 1 == n { 0 } else { k + 1 };
            PartEdge::of(hull[k], hull[next] - hull[k])
        }));
    }
}

impl PartEdge {
    fn of(start: Step, along: Step) -> PartEdge {
        let length = (along.squared() as f64).sqrt();
        let height = along.outward().dot(start) as f64 / length;
        PartEdge { start: start.to_f64(), along: along.to_f64(), normal: along.outward().unit(), height }
    }
}

impl PartDifference<'_> {
    /// Whether it has no interior: then it blocks nothing.
    pub(super) fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.hull.len() < 3
    }

    /// Returns the work to go around it once.
    pub(super) fn size(&self) -> u64 {
        1 + self.hull.len() as u64
    }

    /// Returns the least and the greatest corner of a box.
    fn corners(&self) -> [Vector; 2] {
        [self.hull[0], self.hull[2]]
    }

    /// Returns the depth of a move in it; below 0 outside.
    pub(super) fn depth(&self, p: Vector) -> f64 {
        let beyond = if self.is_box {
            let [min, max] = self.corners();
            (min[0] - p[0]).max(p[0] - max[0]).max(min[1] - p[1]).max(p[1] - max[1])
        } else {
            let beyond = self.edges.iter().map(|edge| dot(edge.normal, p) - edge.height);
            beyond.reduce(f64::max).unwrap_or(f64::INFINITY)
        };
        if self.hull.len() > 2 && beyond <= 0.0 {
            return self.radius - beyond;
        }
        if self.hull.len() > 2 && self.radius == 0.0 && beyond > SLACK {
            return -self.distance(p);
        }
        self.radius - self.distance(p)
    }

    /// Returns the distance of a move from the hull; the move must lie outside the hull.
    fn distance(&self, p: Vector) -> f64 {
        let to_vertices = self.hull.iter().map(|&v| square(minus(p, v)));
        let to_edges = self.edges.iter().filter_map(|edge| {
            let w = minus(p, edge.start);
            let t = dot(w, edge.along) / dot(edge.along, edge.along);
            (t > 0.0 && t < 1.0).then(|| square(minus(w, edge.along.map(|x| x * t))))
        });
        to_vertices.chain(to_edges).fold(f64::INFINITY, f64::min).sqrt()
    }

    /// Returns the directions out of it where its outline touches the origin.
    pub(super) fn touching_normals(&self) -> Vec<Vector> {
        let on_edges = self.edges.iter().filter(|edge| {
            let along = -dot(edge.start, edge.along);
            (edge.height + self.radius).abs() <= SLACK && along >= 0.0 && along <= dot(edge.along, edge.along)
        });
        let on_arcs = self.hull.iter().filter_map(|&v| {
            let far = square(v).sqrt();
            (far > 0.0 && (far - self.radius).abs() <= SLACK).then(|| v.map(|x| -x / far + 0.0))
        });
        on_edges.map(|edge| edge.normal).chain(on_arcs).collect()
    }

    /// Returns the times from which until which the line from `a` along `e` lies in it, if the line gets deeper than
    /// the slack.
    pub(super) fn covers(&self, a: Vector, e: Vector) -> Option<(f64, f64)> {
        if self.is_box {
            return self.box_covers(a, e, SLACK).and_then(|_| self.box_covers(a, e, 0.0));
        }
        self.covers_deeper(a, e, SLACK).and_then(|_| self.covers_deeper(a, e, 0.0))
    }

    /// Returns the same as [`PartDifference::covers_deeper`] for a box, by the same operations, without those that only add 0.
    fn box_covers(&self, a: Vector, e: Vector, depth: f64) -> Option<(f64, f64)> {
        let [min, max] = self.corners();
        let rooms = |axis: usize| [(-min[axis] - depth) + a[axis], (max[axis] - depth) - a[axis]];
        let is_behind = |axis: usize| rooms(axis).iter().all(|&room| room > 0.0);
        let times = |axis: usize| {
            let [lower, upper] = rooms(axis);
            let [first, last] = [lower / -e[axis], upper / e[axis]];
            if e[axis] > 0.0 { (first, last) } else { (last, first) }
        };
        let (from, to) = match e {
            // Most lines are upright, and most boxes are beside them.
            [0.0, _] if !is_behind(0) => return None,
            [_, 0.0] if !is_behind(1) => return None,
            [0.0, _] => times(1),
            [_, 0.0] => times(0),
            _ => {
                let ((from_x, to_x), (from_y, to_y)) = (times(0), times(1));
                (from_x.max(from_y), to_x.min(to_y))
            }
        };
        (from < to).then_some((from, to))
    }

    fn covers_deeper(&self, a: Vector, e: Vector, depth: f64) -> Option<(f64, f64)> {
        let reach = self.radius - depth;
        let mut range: Option<(f64, f64)> = None;
        let mut add = |part: Option<(f64, f64)>| {
            if let Some((from, to)) = part.filter(|(from, to)| from < to) {
                range = Some(range.map_or((from, to), |(f, t)| (f.min(from), t.max(to))));
            }
        };
        if self.hull.len() > 2 {
            let sunk = if self.radius > 0.0 { 0.0 } else { -depth };
            add(clip(a, e, self.edges.iter().map(|edge| (edge.normal, edge.height + sunk))));
        }
        if self.radius > 0.0 {
            for &v in self.hull {
                let w = minus(a, v);
                let (length, along) = (dot(e, e), dot(w, e));
                let root = along * along - length * (dot(w, w) - reach * reach);
                add((root > 0.0).then(|| ((-along - root.sqrt()) / length, (-along + root.sqrt()) / length)));
            }
            for edge in self.edges {
                let PartEdge { start, along, normal: n, height } = *edge;
                let back = along.map(|x| -x);
                let sides = [
                    (n, height + reach),
                    (n.map(|x| -x), -height),
                    (along, dot(along, start) + dot(along, along)),
                    (back, dot(back, start)),
                ];
                add(clip(a, e, sides.into_iter()));
            }
        }
        range
    }
}

/// Returns the times from which until which the line from `a` along `e` lies behind all `lines` (normal and height).
fn clip(a: Vector, e: Vector, lines: impl Iterator<Item = (Vector, f64)>) -> Option<(f64, f64)> {
    let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
    for (n, h) in lines {
        let (rise, room) = (dot(n, e), h - dot(n, a));
        if rise > 0.0 {
            to = to.min(room / rise);
        } else if rise < 0.0 {
            from = from.max(room / rise);
        } else if room <= 0.0 {
            return None;
        }
    }
    (from < to).then_some((from, to))
}

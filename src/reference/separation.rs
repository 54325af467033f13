//! The shortest separation of a body of several parts (SPEC 5). The moves of B that overlap are the union of the parts'
//! Minkowski differences, taken open. The separation is the move to the nearest point outside them.

use crate::form::Form;
use crate::lattice::{Bounds, Point};
use crate::reference::contact::unit;
use crate::reference::hull::Hull;
use crate::reference::outline::reaches_inside;
use crate::reference::piece::pieces;
use crate::reference::wide::V;

/// The shortest move of B after which nothing overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Separation {
    pub(super) normal: [f64; 2],
    /// In lattice units.
    pub(super) depth: f64,
}

/// How deep two bodies may still overlap after the move, in lattice units: more than rounding, far too little to be
/// seen.
const SLACK: f64 = 1e-4;
/// Directions to test around a move; they are multiplied by [`BESIDE`].
const AROUND: [[f64; 2]; 16] = [
    [2.0, 0.0],
    [2.0, 1.0],
    [2.0, 2.0],
    [1.0, 2.0],
    [0.0, 2.0],
    [-1.0, 2.0],
    [-2.0, 2.0],
    [-2.0, 1.0],
    [-2.0, 0.0],
    [-2.0, -1.0],
    [-2.0, -2.0],
    [-1.0, -2.0],
    [0.0, -2.0],
    [1.0, -2.0],
    [2.0, -2.0],
    [2.0, -1.0],
];
const BESIDE: f64 = 1.0 / 64.0;
/// How much further than the separation differences are tested, in lattice units.
const MARGIN: f64 = 2.0;

/// Returns the separation of two bodies that overlap. Where they only touch, it has length 0 and a direction along which
/// the overlap does not get deeper.
///
/// B could leave the box around A, so differences further away than that do not matter.
pub(super) fn way_out(a: &Form, b: &Form) -> Option<Separation> {
    let thin = Thin::of(a, b);
    let (box_a, box_b) = (a.bounds()?, b.bounds()?);
    let out = |from: i32, to: i32| i64::from(to) - i64::from(from);
    let ways = [
        out(box_b.min.x, box_a.max.x),
        out(box_a.min.x, box_b.max.x),
        out(box_b.min.y, box_a.max.y),
        out(box_a.min.y, box_b.max.y),
    ];
    let reach = ways.into_iter().min().unwrap_or(0).max(0) as f64 + MARGIN;
    shortest(&near(a, b, reach), &thin)
}

/// Returns the differences of parts that come within a distance of the origin, in order: A's parts first.
fn near(a: &Form, b: &Form, distance: f64) -> Vec<Difference> {
    let reach = distance.ceil() as i32 + 1;
    let around = |form: &Form| form.bounds().map_or(EVERYWHERE, |b| b.grown(reach));
    let hulls = |form: &Form, window: Bounds| -> Vec<Hull> {
        let near = pieces(form).into_iter().filter(|piece| piece.bounds().is_some_and(|b| b.meets(window)));
        near.flat_map(|piece| piece.hulls(EVERYWHERE)).collect()
    };
    let (all_a, all_b) = (hulls(a, around(b)), hulls(b, around(a)));
    let all = all_a.iter().flat_map(|a| all_b.iter().map(move |b| Difference::of(a, b)));
    all.filter(|difference| difference.is_within(distance)).collect()
}

/// A box of all positions.
const EVERYWHERE: Bounds =
    Bounds { min: Point::new(i32::MIN / 2, i32::MIN / 2), max: Point::new(i32::MAX / 2, i32::MAX / 2) };

/// The parts without interior of either body, each with the other body. On a seam of the other body, no difference shows
/// that such a part is inside.
struct Thin<'a>(Vec<(Hull, &'a Form, f64)>);

impl<'a> Thin<'a> {
    fn of(a: &'a Form, b: &'a Form) -> Thin<'a> {
        let thin = |form: &Form| -> Vec<Hull> {
            let Form::Shape(parts) = form else { return Vec::new() };
            parts.iter().map(Hull::from).filter(Hull::is_thin).collect()
        };
        let of_a = thin(a).into_iter().map(|part| (part, b, -1.0));
        Thin(of_a.chain(thin(b).into_iter().map(|part| (part, a, 1.0))).collect())
    }

    /// Whether one of the parts reaches into the other body after B moves by `p`.
    fn is_inside(&self, p: [f64; 2]) -> bool {
        self.0.iter().any(|(part, form, sign)| {
            let origin = part.vertices[0];
            let ends = [0, part.vertices.len() - 1].map(|k| {
                let [x, y] = (part.vertices[k] - origin).to_f64();
                [x + sign * p[0], y + sign * p[1]]
            });
            reaches_inside(form, origin, ends, SLACK)
        })
    }
}

/// The moves of a part of B that overlap a part of A: a hull and a radius, around the origin.
struct Difference {
    /// Whether both parts have no interior.
    of_lines: bool,
    hull: Vec<[f64; 2]>,
    edges: Vec<Edge>,
    radius: f64,
}

/// An edge of a difference.
struct Edge {
    start: [f64; 2],
    along: [f64; 2],
    normal: [f64; 2],
    /// The distance of the edge's line from the origin, along the normal.
    height: f64,
}

impl Difference {
    fn of(a: &Hull, b: &Hull) -> Difference {
        let moves = Hull::difference(b, a);
        let edges = moves.edges().map(|(start, along)| Edge::of(start, along)).collect();
        let hull = moves.vertices.iter().map(|v| v.to_f64()).collect();
        Difference { of_lines: a.is_thin() && b.is_thin(), hull, edges, radius: moves.radius as f64 }
    }

    /// Whether it has no interior: then it blocks nothing.
    fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.hull.len() < 3
    }

    /// Whether it comes within a distance of the origin.
    fn is_within(&self, distance: f64) -> bool {
        self.depth([0.0, 0.0]) >= -distance
    }

    /// Returns the depth of a move in it; below 0 outside.
    fn depth(&self, p: [f64; 2]) -> f64 {
        let beyond = self.edges.iter().map(|edge| dot(edge.normal, p) - edge.height);
        let beyond = beyond.reduce(f64::max).unwrap_or(f64::INFINITY);
        if self.hull.len() > 2 && beyond <= 0.0 {
            return self.radius - beyond;
        }
        if self.hull.len() > 2 && self.radius == 0.0 && beyond > SLACK {
            return -self.distance(p);
        }
        self.radius - self.distance(p)
    }

    /// Returns the distance of a move from the hull; the move must lie outside the hull.
    fn distance(&self, p: [f64; 2]) -> f64 {
        let to_vertices = self.hull.iter().map(|&v| squared(minus(p, v)));
        let to_edges = self.edges.iter().filter_map(|edge| {
            let w = minus(p, edge.start);
            let t = dot(w, edge.along) / dot(edge.along, edge.along);
            (t > 0.0 && t < 1.0).then(|| squared(minus(w, edge.along.map(|x| x * t))))
        });
        to_vertices.chain(to_edges).fold(f64::INFINITY, f64::min).sqrt()
    }
}

impl Edge {
    fn of(start: V, along: V) -> Edge {
        let length = (along.squared() as f64).sqrt();
        let height = along.outward().dot(start) as f64 / length;
        Edge { start: start.to_f64(), along: along.to_f64(), normal: unit(along.outward()), height }
    }
}

/// A stretch of a difference's outline on which a separation may end.
struct Curve {
    /// The index of the difference.
    owner: usize,
    kind: CurveKind,
    /// The least distance to the origin.
    near: f64,
}

#[derive(Clone, Copy)]
enum CurveKind {
    /// From `a` along `e`; the points p with n * p = h.
    Line { n: [f64; 2], h: f64, a: [f64; 2], e: [f64; 2] },
    /// The arc around a vertex.
    Circle { c: [f64; 2] },
}

/// A point where a separation may end.
#[derive(Clone, Copy)]
struct End {
    at: [f64; 2],
    normal: [f64; 2],
    depth: f64,
}

impl End {
    fn at(at: [f64; 2]) -> End {
        let depth = squared(at).sqrt();
        End { at, normal: at.map(|x| x / depth + 0.0), depth }
    }
}

/// Returns the shortest separation. The outlines are tested in the order of their distance to the origin, each where no
/// other difference covers it, until none is nearer than the best end.
fn shortest(differences: &[Difference], thin: &Thin) -> Option<Separation> {
    let search = Search { differences, thin };
    if search.is_free([0.0, 0.0]) {
        return Some(Separation { normal: touching_normal(differences), depth: 0.0 });
    }
    let solid = differences.iter().enumerate().filter(|(_, d)| !d.is_thin());
    let mut curves: Vec<Curve> = solid.flat_map(|(k, d)| d.curves(k)).collect();
    curves.sort_by(|a, b| a.near.total_cmp(&b.near));
    let mut best: Option<End> = None;
    for curve in &curves {
        let limit = best.map_or(f64::INFINITY, |best| best.depth);
        if curve.near >= limit {
            break;
        }
        let end = match curve.kind {
            CurveKind::Line { n, h, a, e } => search.end_on_line(curve.owner, (n, h), (a, e)),
            CurveKind::Circle { c } => search.end_on_circle(curve.owner, c, limit),
        };
        best =
            best.into_iter().chain(end).reduce(|best, end| if end.depth < best.depth { end } else { best });
    }
    best.map(|End { normal, depth, .. }| Separation { normal, depth })
}

struct Search<'a> {
    differences: &'a [Difference],
    thin: &'a Thin<'a>,
}

impl Search<'_> {
    /// Whether nothing overlaps after a move.
    fn is_free(&self, p: [f64; 2]) -> bool {
        self.differences.iter().all(|d| d.is_thin() || d.depth(p) <= SLACK) && !self.is_between(p)
    }

    /// Whether parts without interior overlap after a move that is deep in no difference: they lie within the other
    /// body, or across a joint of two parts.
    fn is_between(&self, p: [f64; 2]) -> bool {
        if self.thin.0.is_empty() {
            return false;
        }
        let lines: Vec<&Difference> =
            self.differences.iter().filter(|d| d.of_lines && d.depth(p) >= -SLACK).collect();
        let is_covered = |[x, y]: [f64; 2]| {
            let beside = [p[0] + x * BESIDE, p[1] + y * BESIDE];
            lines.iter().any(|d| d.depth(beside) >= -SLACK)
        };
        lines.len() > 1 && AROUND.into_iter().all(is_covered) || self.thin.is_inside(p)
    }

    /// Returns the free point of a line that is nearest to the origin.
    fn end_on_line(&self, owner: usize, (n, h): Line, (a, e): Line2) -> Option<End> {
        let length = dot(e, e);
        let foot = (-dot(a, e) / length).clamp(0.0, 1.0);
        let others = self.differences.iter().enumerate().filter(|&(k, d)| k != owner && !d.is_thin());
        let mut covered: Vec<(f64, f64)> = Vec::new();
        for (_, other) in others {
            match other.covers(a, e) {
                Some((from, to)) if from <= 0.0 && to >= 1.0 => return None,
                some => covered.extend(some),
            }
        }
        let mut times = vec![foot];
        times.extend(covered.iter().flat_map(|&(from, to)| [from, to]).filter(|t| (0.0..=1.0).contains(t)));
        if self.thin.0.is_empty() {
            // The ends of the line are corners: they are never the nearest, but they bound the search.
            times.extend([0.0, 1.0]);
        } else {
            let corners =
                self.differences.iter().flat_map(|d| &d.hull).filter(|&&v| (dot(n, v) - h).abs() <= SLACK);
            let corners = corners.map(|&v| dot(minus(v, a), e) / length);
            times.extend(corners.filter(|t| (0.0..=1.0).contains(t)));
            times.extend([0.0, 1.0]);
        }
        times.sort_by(|s, t| (s - foot).abs().total_cmp(&(t - foot).abs()));
        let is_open = |t: f64| !covered.iter().any(|&(from, to)| from < t && t < to);
        let place = |t: f64| [a[0] + e[0] * t, a[1] + e[1] * t];
        let t = times.into_iter().find(|&t| is_open(t) && !self.is_between(place(t)))?;
        let is_foot = t == foot && foot > 0.0 && foot < 1.0;
        Some(if is_foot {
            let side = if h < 0.0 { -1.0 } else { 1.0 };
            End { at: n.map(|x| x * h), normal: n.map(|x| x * side + 0.0), depth: h.abs() }
        } else {
            End::at(place(t))
        })
    }

    /// Returns the free point of an arc that is nearest to the origin, if it is nearer than the limit.
    fn end_on_circle(&self, owner: usize, c: [f64; 2], limit: f64) -> Option<End> {
        let own = &self.differences[owner];
        let r = own.radius;
        let mut ends = Vec::new();
        let far = squared(c).sqrt();
        let mut foot = |normal: [f64; 2]| {
            let at = [c[0] + normal[0] * r, c[1] + normal[1] * r];
            ends.push(End { at, normal, depth: (r - far).abs() });
        };
        if far > 0.0 {
            foot(c.map(|x| -x / far + 0.0));
        } else {
            // From the center of the circle all directions are equally long.
            own.edges.first().iter().for_each(|edge| foot(edge.normal));
            FREE.into_iter().for_each(foot);
        }
        for (k, other) in self.differences.iter().enumerate() {
            let mut add = |p: [f64; 2]| {
                let end = End::at(p);
                if end.depth > 0.0 && end.depth < limit && other.depth(p).abs() <= SLACK {
                    ends.push(end);
                }
            };
            if k != owner && !other.is_thin() {
                other.edges.iter().for_each(|edge| {
                    cross_line(c, r, edge.normal, edge.height + other.radius, &mut add);
                });
                if other.radius > 0.0 {
                    other.hull.iter().for_each(|&d| cross_circle(c, r, d, other.radius, &mut add));
                }
            }
        }
        let near = ends.into_iter().filter(|end| end.depth < limit && own.depth(end.at) <= SLACK);
        let mut near: Vec<End> = near.collect();
        near.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        near.into_iter().find(|end| self.is_free(end.at))
    }
}

/// A line's unit normal and height. ([`Line2`] is a stretch's start and vector.)
type Line = ([f64; 2], f64);
type Line2 = ([f64; 2], [f64; 2]);

/// The directions to try where the direction is free: (1, 0), then the others where that one is blocked.
const FREE: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

impl Difference {
    /// Returns the edges and arcs of its outline.
    fn curves(&self, owner: usize) -> impl Iterator<Item = Curve> {
        let lines = self.edges.iter().map(move |edge| {
            let Edge { start, along: e, normal: n, height } = *edge;
            let a = [start[0] + n[0] * self.radius, start[1] + n[1] * self.radius];
            let t = (-dot(a, e) / dot(e, e)).clamp(0.0, 1.0);
            let near = squared([a[0] + e[0] * t, a[1] + e[1] * t]).sqrt();
            Curve { owner, kind: CurveKind::Line { n, h: height + self.radius, a, e }, near }
        });
        let circles = if self.radius > 0.0 { &self.hull[..] } else { &[] };
        let circles = circles.iter().map(move |&c| {
            let near = (squared(c).sqrt() - self.radius).abs();
            Curve { owner, kind: CurveKind::Circle { c }, near }
        });
        lines.chain(circles)
    }

    /// Returns the times from which until which the line from `a` along `e` lies in it, if the line gets deeper than
    /// the slack.
    fn covers(&self, a: [f64; 2], e: [f64; 2]) -> Option<(f64, f64)> {
        self.covers_deeper(a, e, SLACK).and_then(|_| self.covers_deeper(a, e, 0.0))
    }

    fn covers_deeper(&self, a: [f64; 2], e: [f64; 2], depth: f64) -> Option<(f64, f64)> {
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
            for &v in &self.hull {
                let w = minus(a, v);
                let (length, along) = (dot(e, e), dot(w, e));
                let root = along * along - length * (dot(w, w) - reach * reach);
                add((root > 0.0).then(|| ((-along - root.sqrt()) / length, (-along + root.sqrt()) / length)));
            }
            for edge in &self.edges {
                let Edge { start, along, normal: n, height } = *edge;
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
fn clip(a: [f64; 2], e: [f64; 2], lines: impl Iterator<Item = Line>) -> Option<(f64, f64)> {
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

/// Reports the points where a circle and a line cross.
fn cross_line(c: [f64; 2], r: f64, n: [f64; 2], h: f64, tell: &mut impl FnMut([f64; 2])) {
    let away = h - dot(n, c);
    if away.abs() <= r {
        let half = (r * r - away * away).sqrt();
        let foot = [c[0] + n[0] * away, c[1] + n[1] * away];
        tell([foot[0] - n[1] * half, foot[1] + n[0] * half]);
        tell([foot[0] + n[1] * half, foot[1] - n[0] * half]);
    }
}

/// Reports the points where two circles cross.
fn cross_circle(c: [f64; 2], r: f64, d: [f64; 2], q: f64, tell: &mut impl FnMut([f64; 2])) {
    let between = minus(d, c);
    let apart = squared(between);
    let along = (apart + r * r - q * q) / (2.0 * apart);
    let across = r * r / apart - along * along;
    if apart > 0.0 && across >= 0.0 {
        let half = across.sqrt();
        let foot = [c[0] + between[0] * along, c[1] + between[1] * along];
        tell([foot[0] - between[1] * half, foot[1] + between[0] * half]);
        tell([foot[0] + between[1] * half, foot[1] - between[0] * half]);
    }
}

/// Returns the normal of two bodies that only touch: the first direction out of a difference along which the overlap
/// does not get deeper.
fn touching_normal(differences: &[Difference]) -> [f64; 2] {
    let ways = |d: &Difference| -> Vec<[f64; 2]> {
        let on_edges = d.edges.iter().filter(|edge| {
            let along = -dot(edge.start, edge.along);
            (edge.height + d.radius).abs() <= SLACK && along >= 0.0 && along <= dot(edge.along, edge.along)
        });
        let on_arcs = d.hull.iter().filter_map(|&v| {
            let far = squared(v).sqrt();
            (far > 0.0 && (far - d.radius).abs() <= SLACK).then(|| v.map(|x| -x / far + 0.0))
        });
        on_edges.map(|edge| edge.normal).chain(on_arcs).collect()
    };
    let touching = differences.iter().filter(|d| d.depth([0.0, 0.0]) >= -SLACK);
    let all: Vec<[f64; 2]> = touching.flat_map(ways).collect();
    let is_free = |n: &&[f64; 2]| differences.iter().all(|d| d.is_thin() || d.depth(**n) <= SLACK);
    all.iter().find(is_free).or(all.first()).copied().unwrap_or(FREE[0])
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn squared(a: [f64; 2]) -> f64 {
    dot(a, a)
}

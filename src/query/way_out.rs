//! The shortest way out of a body of several parts (SPEC 5). The moves of B that overlap are the union of the parts'
//! Minkowski differences, taken open; the way is to the nearest point outside them.

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::query::exact::Step;
use crate::query::inside::thin_parts;
use crate::query::outline::reaches_inside;
use crate::query::piece::{EVERYWHERE, Set, keeping, sets, window};
use crate::query::sweep_convex_convex::difference;
use crate::shape::Convex;

/// The shortest move of B after which nothing overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WayOut {
    pub(crate) normal: [f64; 2],
    /// In lattice units.
    pub(crate) depth: f64,
}

/// How deep two bodies may lie in each other after the move, in lattice units: more than rounding, far less than shows.
const SLACK: f64 = 1e-4;
/// How far differences are looked for at first: two pixels, as most ways out are shorter.
const FIRST_GUESS: f64 = 512.0;
/// No way out is as long as the world is wide.
const FURTHEST: f64 = (1 << 29) as f64;
/// Where to look around a move, and how far from it, in lattice units.
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
/// How much further than the way out differences are looked at, in lattice units.
const MARGIN: f64 = 2.0;

/// The way out of two bodies that overlap; where they only touch, one along which nothing gets deeper, without length.
///
/// Only differences nearer to the origin than the best way out so far are looked at.
pub(crate) fn way_out(a: &Form, b: &Form) -> Option<WayOut> {
    let thin = Thin::of(a, b);
    let mut distance = FIRST_GUESS;
    while distance < FURTHEST {
        match shortest(&near(a, b, distance)?, &thin) {
            // Nothing further away can change what is as near as that.
            Some(way) if way.depth <= distance => return Some(way),
            Some(way) => distance = way.depth.max(2.0 * distance),
            None => distance *= 4.0,
        }
    }
    None
}

/// The differences of parts that come within a distance of the origin and a little more, in order: A's parts first.
fn near(a: &Form, b: &Form, distance: f64) -> Option<Vec<Difference>> {
    let reach = distance.ceil() as i32 + MARGIN as i32 + 1;
    let (near_a, near_b) = (a.bounds()?.grown(reach), b.bounds()?.grown(reach));
    let mut found = Vec::new();
    for a in sets(a, near_b, rows(near_b)) {
        if !spend(1) {
            return None;
        }
        let around = meeting(a.bounds().grown(reach), near_a);
        for b in sets(b, around, rows(around)) {
            let vertices = (a.blob().vertices.len() + b.blob().vertices.len()) as u64;
            if !spend(1) {
                return None;
            }
            if a.bounds().grown(reach).meets(b.bounds()) {
                // Differences are kept, all of them.
                spend(4 * vertices * keeping(found.len()));
                let difference = Difference::of(&a, &b);
                if difference.is_within(distance + MARGIN) {
                    found.push(difference);
                }
            }
        }
    }
    Some(found)
}

/// The rows of pixels that may meet a box, whole: where a run of covered squares ends decides what is out of it.
fn rows(near: Bounds) -> PixelBox {
    let all = window(EVERYWHERE);
    PixelBox { x0: all.x0, x1: all.x1, ..window(near) }
}

/// Parts without interior of either body, each with the other body: on a seam of that no difference tells that they are
/// inside.
struct Thin<'a>(Vec<(&'a Convex, &'a Form, f64)>);

impl<'a> Thin<'a> {
    fn of(a: &'a Form, b: &'a Form) -> Thin<'a> {
        let of_b = thin_parts(b).map(|part| (part, a, 1.0));
        Thin(thin_parts(a).map(|part| (part, b, -1.0)).chain(of_b).collect())
    }

    /// Whether after a move of B one of them reaches into the other body.
    fn is_inside(&self, p: [f64; 2]) -> bool {
        self.0.iter().any(|&(part, form, sign)| {
            let origin = part.vertices()[0];
            let ends = [0, part.vertices().len() - 1].map(|k| {
                let [x, y] = Step::between(origin, part.vertices()[k]).to_f64();
                [x + sign * p[0], y + sign * p[1]]
            });
            reaches_inside(form, origin, ends, SLACK)
        })
    }
}

/// The moves of a part of B that overlap a part of A: a hull and a radius, around the origin.
struct Difference {
    /// Of two parts without interior.
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
    /// How far its line is from the origin, along the normal.
    height: f64,
}

impl Difference {
    fn of(a: &Set, b: &Set) -> Difference {
        let (a, b) = (a.blob(), b.blob());
        let hull = difference(b, a);
        let n = if hull.len() < 2 { 0 } else { hull.len() };
        let edges = (0..n).map(|k| Edge::of(hull[k], hull[(k + 1) % n] - hull[k])).collect();
        let radius = f64::from(a.radius) + f64::from(b.radius);
        let of_lines = a.is_thin() && b.is_thin();
        Difference { of_lines, hull: hull.iter().map(|v| v.to_f64()).collect(), edges, radius }
    }

    /// Whether it has no interior: it keeps nothing from going through.
    fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.hull.len() < 3
    }

    /// Whether it comes within a distance of the origin.
    fn is_within(&self, distance: f64) -> bool {
        self.depth([0.0, 0.0]) >= -distance
    }

    /// How deep a move lies in it; below 0 outside.
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

    /// How far a move is from the hull, which it is not in.
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
    fn of(start: Step, along: Step) -> Edge {
        let length = (along.squared() as f64).sqrt();
        let height = along.outward().dot(start) as f64 / length;
        Edge { start: start.to_f64(), along: along.to_f64(), normal: along.outward().unit(), height }
    }
}

/// A stretch of a difference's outline on which a way out may end.
struct Curve {
    /// Whose outline it is of.
    owner: usize,
    kind: CurveKind,
    /// How near to the origin it comes.
    near: f64,
}

#[derive(Clone, Copy)]
enum CurveKind {
    /// From `a` along `e`; the points p with n * p = h.
    Line { n: [f64; 2], h: f64, a: [f64; 2], e: [f64; 2] },
    /// The arc around a vertex.
    Circle { c: [f64; 2] },
}

/// Where a way out may end.
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

/// Outlines by how near they come, each as far as no other difference covers it, until none comes nearer than the best end.
fn shortest(differences: &[Difference], thin: &Thin) -> Option<WayOut> {
    let search = Search { differences, thin };
    if search.is_free([0.0, 0.0]) {
        return Some(WayOut { normal: touching_normal(differences), depth: 0.0 });
    }
    let solid = differences.iter().enumerate().filter(|(_, d)| !d.is_thin());
    let mut curves: Vec<Curve> = solid.flat_map(|(k, d)| d.curves(k)).collect();
    curves.sort_by(|a, b| a.near.total_cmp(&b.near));
    let size = 1 + differences.iter().map(|d| d.hull.len() as u64).sum::<u64>();
    let mut best: Option<End> = None;
    for curve in &curves {
        let limit = best.map_or(f64::INFINITY, |best| best.depth);
        // Each is held against all others.
        if curve.near >= limit || !spend(size) {
            break;
        }
        let end = match curve.kind {
            CurveKind::Line { n, h, a, e } => search.end_on_line(curve.owner, (n, h), (a, e)),
            CurveKind::Circle { c } => search.end_on_circle(curve.owner, c, limit),
        };
        best =
            best.into_iter().chain(end).reduce(|best, end| if end.depth < best.depth { end } else { best });
    }
    best.map(|End { normal, depth, .. }| WayOut { normal, depth })
}

struct Search<'a> {
    differences: &'a [Difference],
    thin: &'a Thin<'a>,
}

impl Search<'_> {
    /// Whether nothing overlaps after a move.
    fn is_free(&self, p: [f64; 2]) -> bool {
        if !spend(4 * self.differences.len() as u64) {
            return true;
        }
        self.differences.iter().all(|d| d.is_thin() || d.depth(p) <= SLACK) && !self.is_between(p)
    }

    /// Whether, after a move that lies deep in no difference, parts without interior overlap all the same: within the other
    /// body, or across a joint of two that cross them.
    fn is_between(&self, p: [f64; 2]) -> bool {
        if self.thin.0.is_empty() || !spend(4 * self.differences.len() as u64) {
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

    /// The free point of a line that is nearest to the origin.
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
            // Ends of the line are corners: never the nearest, but a bound.
            times.extend([0.0, 1.0]);
        } else {
            let corners =
                self.differences.iter().flat_map(|d| &d.hull).filter(|&&v| (dot(n, v) - h).abs() <= SLACK);
            times.extend(corners.map(|&v| (dot(minus(v, a), e) / length).clamp(0.0, 1.0)));
            times.extend([0.0, 1.0]);
        }
        times.sort_by(|s, t| (s - foot).abs().total_cmp(&(t - foot).abs()));
        let is_open = |t: f64| {
            !spend(covered.len() as u64 / 4) || !covered.iter().any(|&(from, to)| from < t && t < to)
        };
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

    /// The free point of an arc that is nearest to the origin, where it is nearer than a limit.
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
            // From the middle all ways are as long.
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

/// A line's unit normal and height, and a stretch's start and vector.
type Line = ([f64; 2], f64);
type Line2 = ([f64; 2], [f64; 2]);

/// Where the direction is free: (1, 0), or what of these is free where that is not.
const FREE: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

impl Difference {
    /// The edges and arcs of its outline.
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

    /// From when to when the line from `a` along `e` lies in it, if it gets deeper than the slack.
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

/// From when to when the line from `a` along `e` lies behind lines given by normal and height.
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

/// Where a circle and a line cross.
fn cross_line(c: [f64; 2], r: f64, n: [f64; 2], h: f64, tell: &mut impl FnMut([f64; 2])) {
    let away = h - dot(n, c);
    if away.abs() <= r {
        let half = (r * r - away * away).sqrt();
        let foot = [c[0] + n[0] * away, c[1] + n[1] * away];
        tell([foot[0] - n[1] * half, foot[1] + n[0] * half]);
        tell([foot[0] + n[1] * half, foot[1] - n[0] * half]);
    }
}

/// Where two circles cross.
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

/// Of two bodies that only touch: the first way out of a difference along which nothing gets deeper.
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

/// The common part of two boxes that meet; else the first.
fn meeting(a: Bounds, b: Bounds) -> Bounds {
    let min = Point::new(a.min.x.max(b.min.x), a.min.y.max(b.min.y));
    let max = Point::new(a.max.x.min(b.max.x), a.max.y.min(b.max.y));
    if min.x <= max.x && min.y <= max.y { Bounds { min, max } } else { a }
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

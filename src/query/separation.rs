//! The shortest separation of a body of several parts (SPEC 5). The moves of B that overlap are the union of the parts'
//! Minkowski differences, taken open. The separation is the move to the nearest point outside them.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::query::exact::Step;
use crate::query::inside::thin_parts;
use crate::query::leg::shifted;
use crate::query::outline::reaches_inside;
use crate::query::piece::{EVERYWHERE, Lookup, Set, keeping, sets, window};
use crate::query::sweep_convex_convex::difference;
use crate::query::tree::Tree;
use crate::shape::Convex;

/// The shortest move of B after which nothing overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Separation {
    pub(crate) normal: [f64; 2],
    /// In lattice units.
    pub(crate) depth: f64,
}

/// How deep two bodies may still overlap after the move, in lattice units: more than rounding, far too little to be
/// seen.
const SLACK: f64 = 1e-4;
/// How far away differences are searched at first: two pixels, as most separations are shorter.
const FIRST_GUESS: f64 = 512.0;
/// An upper bound: no separation is as long as the world is wide.
const FURTHEST: f64 = (1 << 29) as f64;
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
/// Only differences nearer to the origin than the best separation so far are tested.
pub(crate) fn way_out(a: &Form, b: &Form) -> Option<Separation> {
    let thin = Thin::of(a, b);
    let mut distance = FIRST_GUESS;
    while distance < FURTHEST {
        match Search::of(&near(a, b, distance)?, &thin)?.shortest() {
            // Differences further away cannot change a separation this short.
            Some(way) if way.depth <= distance => return Some(way),
            Some(way) => distance = way.depth.max(2.0 * distance),
            None => distance *= 4.0,
        }
    }
    None
}

/// Returns the differences of parts that come within `distance` (plus a margin) of the origin, in order: A's parts
/// first.
fn near(a: &Form, b: &Form, distance: f64) -> Option<Vec<Difference>> {
    let reach = distance.ceil() as i32 + MARGIN as i32 + 1;
    let (near_a, near_b) = (a.bounds()?.grown(reach), b.bounds()?.grown(reach));
    let theirs = Lookup::of(b, near_a);
    let mut found = Vec::new();
    for a in sets(a, near_b, rows(near_b)) {
        let around = a.bounds().grown(reach);
        let is_used_up = theirs.any(around, rows(around), |b| {
            // All differences are kept, so their memory is counted.
            let vertices = (a.blob().vertices.len() + b.blob().vertices.len()) as u64;
            if !spend(4 * vertices * keeping(found.len())) {
                return true;
            }
            let difference = Difference::of(&a, b);
            if difference.is_within(distance + MARGIN) {
                found.push(difference);
            }
            false
        });
        if is_used_up {
            return None;
        }
    }
    Some(found)
}

/// Returns the rows of pixels that may meet a box, over their full width: the end of a run of covered squares decides
/// the separation.
fn rows(near: Bounds) -> PixelBox {
    let all = window(EVERYWHERE);
    PixelBox { x0: all.x0, x1: all.x1, ..window(near) }
}

/// The parts without interior of either body, each with the other body. On a seam of the other body, no difference shows
/// that such a part is inside.
struct Thin<'a>(Vec<ThinPart<'a>>);

struct ThinPart<'a> {
    part: &'a Convex,
    other: &'a Form,
    /// The box around the other body.
    near: Bounds,
    /// 1 or -1: the direction in which the part moves relative to the other body when B moves.
    sign: f64,
}

impl<'a> Thin<'a> {
    fn of(a: &'a Form, b: &'a Form) -> Thin<'a> {
        let parts = |form: &'a Form, other: &'a Form, sign: f64| {
            let near = other.bounds();
            thin_parts(form).filter_map(move |part| Some(ThinPart { part, other, near: near?, sign }))
        };
        Thin(parts(a, b, -1.0).chain(parts(b, a, 1.0)).collect())
    }

    /// Whether one of the parts reaches into the other body after B moves by `p`.
    fn is_inside(&self, p: [f64; 2]) -> bool {
        self.0.iter().any(|&ThinPart { part, other, near, sign }| {
            let by = Step::new((sign * p[0]).floor() as i64, (sign * p[1]).floor() as i64);
            if !spend(1) || !shifted(part.bounds(), by).grown(2).meets(near) || !spend(64) {
                return false;
            }
            let origin = part.vertices()[0];
            let ends = [0, part.vertices().len() - 1].map(|k| {
                let [x, y] = Step::between(origin, part.vertices()[k]).to_f64();
                [x + sign * p[0], y + sign * p[1]]
            });
            reaches_inside(other, origin, ends, SLACK)
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
    fn of(a: &Set, b: &Set) -> Difference {
        let (a, b) = (a.blob(), b.blob());
        let hull = difference(b, a);
        let n = if hull.len() < 2 { 0 } else { hull.len() };
        let edges = (0..n).map(|k| Edge::of(hull[k], hull[(k + 1) % n] - hull[k])).collect();
        let radius = f64::from(a.radius) + f64::from(b.radius);
        let of_lines = a.is_thin() && b.is_thin();
        Difference { of_lines, hull: hull.iter().map(|v| v.to_f64()).collect(), edges, radius }
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
    fn of(start: Step, along: Step) -> Edge {
        let length = (along.squared() as f64).sqrt();
        let height = along.outward().dot(start) as f64 / length;
        Edge { start: start.to_f64(), along: along.to_f64(), normal: along.outward().unit(), height }
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

/// Differences and a tree over their boxes: it finds those that may cover a point, a line or an arc.
struct Search<'a> {
    differences: &'a [Difference],
    tree: Option<Tree>,
    thin: &'a Thin<'a>,
    /// The difference that covered a line last.
    hint: Cell<usize>,
    /// The cached answers of [`Search::is_between`] by move.
    known: RefCell<HashMap<[u64; 2], bool>>,
}

impl<'a> Search<'a> {
    /// Builds the search; `None` where the work is used up.
    fn of(differences: &'a [Difference], thin: &'a Thin<'a>) -> Option<Search<'a>> {
        let tree = Tree::over(differences.iter().map(Difference::bounds));
        spend(4 * differences.len() as u64).then_some(Search {
            differences,
            tree,
            thin,
            hint: Cell::new(0),
            known: RefCell::default(),
        })
    }

    /// Whether a difference with an interior that may reach into a box passes a test. They are tested in order until one
    /// passes.
    fn any(&self, near: Bounds, mut test: impl FnMut(usize, &Difference) -> bool) -> bool {
        let mut passes = |k: usize| {
            let d = &self.differences[k];
            !d.is_thin() && test(k, d)
        };
        self.tree.as_ref().is_some_and(|tree| tree.any(near, &mut passes))
    }

    /// Returns the shortest separation. The outlines are tested in the order of their distance to the origin, each
    /// where no other difference covers it, until none is nearer than the best end.
    fn shortest(&self) -> Option<Separation> {
        if self.is_free([0.0, 0.0]) {
            return Some(Separation { normal: self.touching_normal(), depth: 0.0 });
        }
        let solid = self.differences.iter().enumerate().filter(|(_, d)| !d.is_thin());
        let mut curves: Vec<Curve> = solid.flat_map(|(k, d)| d.curves(k)).collect();
        curves.sort_by(|a, b| a.near.total_cmp(&b.near));
        let mut best: Option<End> = None;
        for curve in &curves {
            let limit = best.map_or(f64::INFINITY, |best| best.depth);
            if curve.near >= limit || !spend(8) {
                break;
            }
            let end = match curve.kind {
                CurveKind::Line { n, h, a, e } => self.end_on_line(curve.owner, (n, h), (a, e), limit),
                CurveKind::Circle { c } => self.end_on_circle(curve.owner, c, limit),
            };
            best = best
                .into_iter()
                .chain(end)
                .reduce(|best, end| if end.depth < best.depth { end } else { best });
        }
        best.map(|End { normal, depth, .. }| Separation { normal, depth })
    }

    /// Whether nothing overlaps after a move.
    fn is_free(&self, p: [f64; 2]) -> bool {
        self.is_deep_in_none(p) && !self.is_between(p)
    }

    fn is_deep_in_none(&self, p: [f64; 2]) -> bool {
        !self.any(around(&[p], 0.0), |_, d| !spend(2 * d.size()) || d.depth(p) > SLACK)
    }

    /// Whether parts without interior overlap after a move that is deep in no difference: they lie within the other
    /// body, or across a joint of two parts.
    fn is_between(&self, p: [f64; 2]) -> bool {
        if self.thin.0.is_empty() {
            return false;
        }
        // Where many parts share a corner, many lines end at the same point.
        let bits = p.map(f64::to_bits);
        if let Some(&known) = self.known.borrow().get(&bits) {
            return known;
        }
        let is_between = self.finds_between(p);
        self.known.borrow_mut().insert(bits, is_between);
        is_between
    }

    fn finds_between(&self, p: [f64; 2]) -> bool {
        let mut lines: Vec<&Difference> = Vec::new();
        let is_used_up = self.tree.as_ref().is_some_and(|tree| {
            tree.any(around(&[p], 0.0), |k| {
                let d = &self.differences[k];
                lines.extend(Some(d).filter(|d| d.of_lines && d.depth(p) >= -SLACK));
                !spend(2 * d.size())
            })
        });
        if is_used_up || !spend(AROUND.len() as u64 * lines.len() as u64) {
            return false;
        }
        let is_covered = |[x, y]: [f64; 2]| {
            let beside = [p[0] + x * BESIDE, p[1] + y * BESIDE];
            lines.iter().any(|d| d.depth(beside) >= -SLACK)
        };
        lines.len() > 1 && AROUND.into_iter().all(is_covered) || self.thin.is_inside(p)
    }

    /// Returns the free point of a line that is nearest to the origin; `None` where there is none or it is beyond the
    /// limit.
    fn end_on_line(&self, owner: usize, (n, h): Line, (a, e): Line2, limit: f64) -> Option<End> {
        let length = dot(e, e);
        let foot = (-dot(a, e) / length).clamp(0.0, 1.0);
        let line = OnLine { owner, a, e, foot, height: h.abs(), limit };
        let t = if self.thin.0.is_empty() {
            match self.walk(&line) {
                Walk::Ends(t) => t?,
                Walk::IsLong => self.first_free(&line, &[])?,
            }
        } else {
            self.first_free(&line, &self.corners_on((n, h), (a, e)))?
        };
        Some(if line.is_inner_foot(t) {
            let side = if h < 0.0 { -1.0 } else { 1.0 };
            End { at: n.map(|x| x * h), normal: n.map(|x| x * side + 0.0), depth: h.abs() }
        } else {
            End::at(line.place(t))
        })
    }

    /// Returns the time nearest to the foot that no difference covers. It tests all differences that may cover a part
    /// of the line.
    fn first_free(&self, line: &OnLine, corners: &[f64]) -> Option<f64> {
        let foot = line.foot;
        let mut covered: Vec<(f64, f64)> = Vec::new();
        let is_covered = self.any(around(&[line.place(0.0), line.place(1.0)], 0.0), |k, other| {
            let range = line.covered_by(k, other);
            covered.extend(range);
            matches!(range, Some((from, to)) if from <= 0.0 && to >= 1.0) || !spend(0)
        });
        if is_covered {
            return None;
        }
        let mut times = vec![foot];
        times.extend(covered.iter().flat_map(|&(from, to)| [from, to]).filter(|t| (0.0..=1.0).contains(t)));
        times.extend(corners);
        // The ends of the line are corners: they are never the nearest, but they bound the search.
        times.extend([0.0, 1.0]);
        times.sort_by(|s, t| (s - foot).abs().total_cmp(&(t - foot).abs()));
        let covered = Stretches::of(covered);
        let mut near = times.into_iter().take_while(|&t| line.depth(t) < line.limit);
        near.find(|&t| !spend(4) || !covered.hold(t) && !self.is_between(line.place(t)))
    }

    /// Searches the same time as [`Search::first_free`], but without parts that have no interior. It walks from the
    /// foot in both directions, each step as far as one difference covers. It passes long covered stretches in a few
    /// steps.
    fn walk(&self, line: &OnLine) -> Walk {
        let foot = line.foot;
        let mut ends = [foot; 2];
        for _ in 0..MOST_STEPS {
            let before = ends;
            for side in [0, 1] {
                let t = ends[side];
                let is_on = (0.0..=1.0).contains(&t) && line.depth(t) < line.limit;
                if let Some((from, to)) = if is_on { self.covering(line, t) } else { None } {
                    ends = [ends[0].min(from), ends[1].max(to)];
                }
            }
            if ends == before {
                return Walk::Ends(self.nearer_of(line, ends));
            }
        }
        Walk::IsLong
    }

    /// Returns the stretch of a line that one difference covers around a time.
    fn covering(&self, line: &OnLine, t: f64) -> Option<(f64, f64)> {
        let holds = |range: Option<(f64, f64)>| range.filter(|&(from, to)| from < t && t < to);
        // A difference that covered one line often covers the next.
        let hint = self.hint.get();
        let known = self.differences.get(hint).filter(|d| !d.is_thin());
        let mut found = known.and_then(|d| holds(line.covered_by(hint, d)));
        if found.is_none() {
            self.any(around(&[line.place(t)], 0.0), |k, d| {
                found = holds(line.covered_by(k, d));
                if found.is_some() {
                    self.hint.set(k);
                }
                found.is_some() || !spend(0)
            });
        }
        found
    }

    /// Returns the end of the covered stretch that is nearer to the foot, if it lies on the line and is nearer than the
    /// limit.
    fn nearer_of(&self, line: &OnLine, ends: [f64; 2]) -> Option<f64> {
        let away = ends.map(|t| (t - line.foot).abs());
        let is_on = ends.map(|t| (0.0..=1.0).contains(&t));
        let t = match is_on {
            [false, false] => return None,
            [true, false] => ends[0],
            [false, true] => ends[1],
            _ if away[0] == away[1] && ends[0] != ends[1] => self.earlier_of(line, ends),
            _ => ends[usize::from(away[1] < away[0])],
        };
        // An end of the line is no answer where a single other difference covers the whole line.
        let is_whole = |range: Option<(f64, f64)>| range.is_some_and(|(from, to)| from <= 0.0 && to >= 1.0);
        let is_covered = (t == 0.0 || t == 1.0)
            && self.any(around(&[line.place(t)], 0.0), |k, d| is_whole(line.covered_by(k, d)));
        (!is_covered && line.depth(t) < line.limit).then_some(t)
    }

    /// Returns, of two times equally far from the foot, the one at which the earlier difference begins or ends to cover.
    fn earlier_of(&self, line: &OnLine, ends: [f64; 2]) -> f64 {
        let first = |t: f64| {
            let mut first = (usize::MAX, 1);
            self.any(around(&[line.place(t)], 0.0), |k, d| {
                let is_end = |(from, to): (f64, f64)| (from == t).then_some(0).or((to == t).then_some(1));
                let end = line.covered_by(k, d).and_then(is_end);
                first = end.map_or(first, |end| (k, end));
                end.is_some()
            });
            first
        };
        if first(ends[1]) < first(ends[0]) { ends[1] } else { ends[0] }
    }

    /// Returns the times at which a line passes corners of differences that lie on it.
    fn corners_on(&self, (n, h): Line, (a, e): Line2) -> Vec<f64> {
        let length = dot(e, e);
        let all = self.differences.iter().take_while(|d| spend(d.size()));
        let corners = all.flat_map(|d| &d.hull).filter(|&&v| (dot(n, v) - h).abs() <= SLACK);
        corners.map(|&v| (dot(minus(v, a), e) / length).clamp(0.0, 1.0)).collect()
    }

    /// Returns the free point of an arc that is nearest to the origin, if it is nearer than the limit.
    fn end_on_circle(&self, owner: usize, c: [f64; 2], limit: f64) -> Option<End> {
        let own = &self.differences[owner];
        let r = own.radius;
        let near = around(&[c], r);
        // Where another difference covers the whole arc, there is no end.
        if self.any(near, |_, other| !spend(2 * other.size()) || other.depth(c) > r + 2.0 * SLACK) {
            return None;
        }
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
        self.any(near, |k, other| {
            if k == owner {
                return false;
            }
            let mut add = |p: [f64; 2]| {
                let end = End::at(p);
                if end.depth > 0.0 && end.depth < limit && other.depth(p).abs() <= SLACK {
                    ends.push(end);
                }
            };
            other.edges.iter().for_each(|edge| {
                cross_line(c, r, edge.normal, edge.height + other.radius, &mut add);
            });
            if other.radius > 0.0 {
                other.hull.iter().for_each(|&d| cross_circle(c, r, d, other.radius, &mut add));
            }
            !spend(16 * other.size())
        });
        let near = ends.into_iter().filter(|end| end.depth < limit && own.depth(end.at) <= SLACK);
        let mut near: Vec<End> = near.collect();
        near.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        near.into_iter().find(|end| self.is_free(end.at))
    }

    /// Returns the normal of two bodies that only touch: the first direction out of a difference along which the
    /// overlap does not get deeper.
    fn touching_normal(&self) -> [f64; 2] {
        let mut first = None;
        let mut touching =
            self.differences.iter().filter(|d| spend(d.size()) && d.depth([0.0, 0.0]) >= -SLACK);
        let free = touching.find_map(|d| {
            let normals = d.touching_normals();
            first = first.or(normals.first().copied());
            normals.into_iter().find(|&n| self.is_deep_in_none(n))
        });
        free.or(first).unwrap_or(FREE[0])
    }
}

/// Returns the box around some points, grown by a distance, with room for rounding.
fn around(points: &[[f64; 2]], distance: f64) -> Bounds {
    let reach = distance + 2.0;
    let edge = |axis: usize, side: f64| {
        let far = points.iter().map(|p| p[axis] * side + reach).fold(f64::NEG_INFINITY, f64::max);
        (far.ceil() * side) as i32
    };
    Bounds { min: Point::new(edge(0, -1.0), edge(1, -1.0)), max: Point::new(edge(0, 1.0), edge(1, 1.0)) }
}

/// Up to this number of steps along a line, a walk is cheaper than a test of all differences that may cover the line.
const MOST_STEPS: usize = 32;

/// The result of a walk from the foot of a line.
enum Walk {
    /// A free time, or none.
    Ends(Option<f64>),
    /// The walk takes too many steps.
    IsLong,
}

/// A line of an outline; times on it go from 0 to 1.
struct OnLine {
    owner: usize,
    a: [f64; 2],
    e: [f64; 2],
    /// The time nearest to the origin, and the distance of the infinite line from the origin.
    foot: f64,
    height: f64,
    /// Points at this distance from the origin, or further away, are of no use.
    limit: f64,
}

impl OnLine {
    fn place(&self, t: f64) -> [f64; 2] {
        [self.a[0] + self.e[0] * t, self.a[1] + self.e[1] * t]
    }

    /// Whether a time is the foot and not an end of the line.
    fn is_inner_foot(&self, t: f64) -> bool {
        t == self.foot && t > 0.0 && t < 1.0
    }

    /// Returns the distance of the point at a time from the origin.
    fn depth(&self, t: f64) -> f64 {
        if self.is_inner_foot(t) { self.height } else { End::at(self.place(t)).depth }
    }

    /// Returns the times from which until which another difference covers the line.
    fn covered_by(&self, k: usize, other: &Difference) -> Option<(f64, f64)> {
        if k == self.owner || !spend(8 * other.size()) {
            return None;
        }
        other.covers(self.a, self.e)
    }
}

/// Open stretches of a line, joined where they overlap, in order.
struct Stretches(Vec<(f64, f64)>);

impl Stretches {
    fn of(mut all: Vec<(f64, f64)>) -> Stretches {
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for (from, to) in all {
            match joined.last_mut() {
                Some(last) if from < last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        Stretches(joined)
    }

    /// Whether a time lies strictly inside one of the stretches.
    fn hold(&self, t: f64) -> bool {
        let before = self.0.partition_point(|&(from, _)| from < t);
        self.0[..before].last().is_some_and(|&(_, to)| t < to)
    }
}

/// A line's unit normal and height. ([`Line2`] is a stretch's start and vector.)
type Line = ([f64; 2], f64);
type Line2 = ([f64; 2], [f64; 2]);

/// The directions to try where the direction is free: (1, 0), then the others where that one is blocked.
const FREE: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

impl Difference {
    /// Returns the work to go around it once.
    fn size(&self) -> u64 {
        1 + self.hull.len() as u64
    }

    /// Returns the box around it.
    fn bounds(&self) -> Bounds {
        around(&self.hull, self.radius)
    }

    /// Returns the directions out of it where its outline touches the origin.
    fn touching_normals(&self) -> Vec<[f64; 2]> {
        let on_edges = self.edges.iter().filter(|edge| {
            let along = -dot(edge.start, edge.along);
            (edge.height + self.radius).abs() <= SLACK && along >= 0.0 && along <= dot(edge.along, edge.along)
        });
        let on_arcs = self.hull.iter().filter_map(|&v| {
            let far = squared(v).sqrt();
            (far > 0.0 && (far - self.radius).abs() <= SLACK).then(|| v.map(|x| -x / far + 0.0))
        });
        on_edges.map(|edge| edge.normal).chain(on_arcs).collect()
    }

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

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn squared(a: [f64; 2]) -> f64 {
    dot(a, a)
}

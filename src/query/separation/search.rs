//! The search for the nearest free point of the differences' outlines.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::HashMap;

use crate::effort::spend;
use crate::lattice::Bounds;
use crate::query::separation::difference::{Difference, Differences, Edge};
use crate::query::separation::thin::Thin;
use crate::query::separation::{SLACK, Separation, around, dot, minus, squared};
use crate::query::tree::Tree;

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

/// A stretch of a difference's outline on which a separation may end. Stretches are searched in this order.
#[derive(Debug, Clone, Copy)]
struct Curve {
    /// The least distance to the origin.
    near: f64,
    /// The index of the difference.
    owner: u32,
    /// The index of the edge; after the edges come the arcs around the vertices.
    feature: u32,
}

impl Curve {
    /// Compares two curves: the nearer one comes first, then the earlier difference, then the earlier feature.
    fn order(&self, other: &Curve) -> Ordering {
        let features = |curve: &Curve| (curve.owner, curve.feature);
        self.near.total_cmp(&other.near).then_with(|| features(self).cmp(&features(other)))
    }

    /// Returns the edges of a difference's outline, then its arcs.
    fn of(owner: usize, difference: Difference<'_>) -> impl Iterator<Item = Curve> {
        let Difference { hull, edges, radius, .. } = difference;
        let lines = edges.iter().map(move |edge| {
            let (a, e) = line_of(edge, radius);
            let t = (-dot(a, e) / dot(e, e)).clamp(0.0, 1.0);
            squared([a[0] + e[0] * t, a[1] + e[1] * t]).sqrt()
        });
        let arcs = if radius > 0.0 { hull } else { &[] };
        let arcs = arcs.iter().map(move |&c| (squared(c).sqrt() - radius).abs());
        (0..).zip(lines.chain(arcs)).map(move |(feature, near)| Curve { near, owner: owner as u32, feature })
    }
}

/// Returns the start and the vector of an edge of an outline.
fn line_of(edge: &Edge, radius: f64) -> ([f64; 2], [f64; 2]) {
    let n = edge.normal;
    ([edge.start[0] + n[0] * radius, edge.start[1] + n[1] * radius], edge.along)
}

/// A point where a separation may end.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) at: [f64; 2],
    pub(super) normal: [f64; 2],
    pub(super) depth: f64,
}

impl End {
    pub(super) fn at(at: [f64; 2]) -> End {
        let depth = squared(at).sqrt();
        End { at, normal: at.map(|x| x / depth + 0.0), depth }
    }
}

/// Differences and a tree over their boxes: it finds those that may cover a point, a line or an arc.
pub(super) struct Search<'a> {
    pub(super) differences: &'a Differences,
    tree: Option<Tree>,
    pub(super) thin: &'a Thin<'a>,
    /// The difference that covered a line last.
    pub(super) hint: Cell<usize>,
    /// The cached answers of [`Search::is_between`] by move.
    known: RefCell<HashMap<[u64; 2], bool>>,
}

impl<'a> Search<'a> {
    /// Builds the search; `None` where the work is used up.
    pub(super) fn of(differences: &'a Differences, thin: &'a Thin<'a>) -> Option<Search<'a>> {
        let tree = Tree::over(differences.bounds());
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
    pub(super) fn any(&self, near: Bounds, mut test: impl FnMut(usize, Difference) -> bool) -> bool {
        let passes = |k: usize| {
            let d = self.differences.at(k);
            !d.is_thin() && test(k, d)
        };
        self.tree.as_ref().is_some_and(|tree| tree.any(near, passes))
    }

    /// Returns the shortest separation. The outlines are tested in the order of their distance to the origin, each
    /// where no other difference covers it, until none is nearer than the best end.
    ///
    /// A separation is probably not longer than `distance`: curves further away are sorted only if it is.
    pub(super) fn shortest(&self, distance: f64) -> Option<Separation> {
        if self.is_free([0.0, 0.0]) {
            return Some(Separation { normal: self.touching_normal(), depth: 0.0 });
        }
        let solid = self.differences.iter().enumerate().filter(|(_, d)| !d.is_thin());
        let (mut near, mut far) = (Vec::with_capacity(self.differences.features()), Vec::new());
        for (k, d) in solid {
            Curve::of(k, d)
                .for_each(|curve| if curve.near <= distance { &mut near } else { &mut far }.push(curve));
        }
        let mut best = None;
        for mut curves in [near, far] {
            if best.is_none_or(|best: End| best.depth > distance) {
                curves.sort_unstable_by(Curve::order);
                best = self.nearest_end(&curves, best);
            }
        }
        best.map(|End { normal, depth, .. }| Separation { normal, depth })
    }

    /// Returns the nearest end on some curves, if it is nearer than the best one so far.
    fn nearest_end(&self, curves: &[Curve], mut best: Option<End>) -> Option<End> {
        for &Curve { near, owner, feature } in curves {
            let limit = best.map_or(f64::INFINITY, |best| best.depth);
            if near >= limit || !spend(8) {
                break;
            }
            let (owner, feature) = (owner as usize, feature as usize);
            let difference = self.differences.at(owner);
            let end = match difference.edges.get(feature) {
                Some(edge) => {
                    let height = edge.height + difference.radius;
                    let line = line_of(edge, difference.radius);
                    self.end_on_line(owner, (edge.normal, height), line, limit)
                }
                None => self.end_on_circle(owner, difference.hull[feature - difference.edges.len()], limit),
            };
            best = end.filter(|end| end.depth < limit).or(best);
        }
        best
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
    pub(super) fn is_between(&self, p: [f64; 2]) -> bool {
        if self.thin.is_empty() {
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
        let mut lines: Vec<Difference> = Vec::new();
        let is_used_up = self.tree.as_ref().is_some_and(|tree| {
            tree.any(around(&[p], 0.0), |k| {
                let d = self.differences.at(k);
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

    /// Returns the free point of an arc that is nearest to the origin, if it is nearer than the limit.
    fn end_on_circle(&self, owner: usize, c: [f64; 2], limit: f64) -> Option<End> {
        let own = self.differences.at(owner);
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

/// The directions to try where the direction is free: (1, 0), then the others where that one is blocked.
const FREE: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

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

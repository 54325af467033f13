//! The interior of a body of several parts, which has no seams: whether a part without interior of its own, a point or a
//! segment, has a point in that interior (SPEC 3). The test is exact, in integers.

use std::collections::BTreeSet;

use crate::form::{Form, Touching};
use crate::lattice::PixelBox;
use crate::mask::Sprite;
use crate::reference::hull::{Hull, meets, within};
use crate::reference::piece::{Piece, pieces};
use crate::reference::pixels::covered;
use crate::reference::wide::V;
use crate::shape::{Convex, Tiles};

/// Whether one of two bodies has a part without interior that lies in the interior of the other's union, whether or not
/// parts overlap with depth.
pub(super) fn on_seams(a: &Form, b: &Form) -> bool {
    let on = |thin: &Form, other: &Form| {
        thin_parts(thin).any(|part| Inside::of(&pieces(other), part).met(part).next().is_some())
    };
    on(a, b) || on(b, a)
}

/// Returns the parts that have no interior.
fn thin_parts(form: &Form) -> impl Iterator<Item = &Convex> {
    let parts: &[Convex] = if let Form::Shape(parts) = form { parts } else { &[] };
    parts.iter().filter(|&part| Hull::from(part).is_thin())
}

/// Counts the covered squares of a sprite that the parts of a shape meet in the interior of the union of all squares,
/// with no depth in any single square.
pub(super) fn count_squares(sprite: &Sprite, form: &Form) -> u64 {
    let mut met = BTreeSet::new();
    for part in thin_parts(form) {
        let inside = Inside::of(&pieces(&Form::Sprite(sprite.clone())), part);
        met.extend(inside.met(part).map(|set| inside.sets[set].vertices[0]));
    }
    met.len() as u64
}

/// Returns the cells of a tile map, as (row, column), that a body meets in the interior of the map, with no depth in any
/// single cell.
pub(super) fn cells_met(tiles: &Tiles, other: &Form) -> BTreeSet<[u32; 2]> {
    let mut met = BTreeSet::new();
    let cells: Vec<_> = tiles.cells().collect();
    let all: Vec<Piece> = cells.iter().map(|cell| cell.form.clone().into()).collect();
    for part in thin_parts(other) {
        let inside = Inside::of(&all, part);
        met.extend(inside.met(part).map(|set| {
            let cell = &cells[inside.pieces[set]];
            [cell.row, cell.column]
        }));
    }
    met
}

/// Returns when a part without interior of one body first lies on a seam of the other as A moves along `d`.
pub(super) fn first_on_seam(a: &Form, b: &Form, d: V) -> Option<f64> {
    let of = |thin: &Form, other: &Form, d: V| {
        let solid: Vec<Piece> =
            pieces(other).into_iter().filter(|piece| matches!(piece, Piece::Convex(_))).collect();
        let times = thin_parts(thin).filter_map(|part| {
            let sets: Vec<Hull> = solid.iter().flat_map(|piece| piece.hulls(part.bounds())).collect();
            let pieces = (0..sets.len()).collect();
            Inside { sets, pieces }.first_on_seam(part, d)
        });
        times.reduce(f64::min)
    };
    of(a, b, d).into_iter().chain(of(b, a, -d)).reduce(f64::min)
}

/// The closed convex sets of a body that may meet a part. A sprite is split into single covered squares.
struct Inside {
    sets: Vec<Hull>,
    /// For each set, the index of its piece.
    pieces: Vec<usize>,
}

/// The directions that a set covers, seen from a point that it touches: from `first` to `last`, at most half a turn. An
/// end is closed where the set's edge runs straight along it, and open where an arc bends away from it.
struct Sector {
    first: V,
    last: V,
    closed: [bool; 2],
}

impl Inside {
    fn of(all: &[Piece], part: &Convex) -> Inside {
        let mut inside = Inside { sets: Vec::new(), pieces: Vec::new() };
        let near = part.bounds();
        for (k, piece) in all.iter().enumerate().filter(|(_, p)| p.bounds().is_some_and(|b| b.meets(near))) {
            match piece {
                Piece::Convex(convex) => inside.sets.push((&**convex).into()),
                Piece::Sprite(sprite) => inside.sets.extend(single_squares(sprite, part)),
            }
            inside.pieces.resize(inside.sets.len(), k);
        }
        inside
    }

    /// Returns the sets that a point or a segment meets within the interior of the union.
    fn met(&self, thin: &Convex) -> impl Iterator<Item = usize> {
        let thin = Hull::from(thin);
        (0..self.sets.len()).filter(move |&k| self.meets_at(&thin, k))
    }

    /// Whether a set contains a point of `thin` (a point or a segment) that lies in the interior of the union.
    fn meets_at(&self, thin: &Hull, set: usize) -> bool {
        let set = &self.sets[set];
        let is_common = |p: V| {
            let point = Hull::new(vec![p], 0);
            within(&point, set, 0) && within(&point, thin, 0)
        };
        if thin.vertices.iter().chain(&set.vertices).any(|&p| is_common(p) && self.holds(p)) {
            return true;
        }
        let [a, b] = thin.vertices[..] else { return false };
        let d = b - a;
        let ours = edge_runs(set, a, d);
        if ours.is_empty() {
            return false;
        }
        let inner = self.inner_runs(a, d);
        let whole = (0, d.dot(d));
        ours.into_iter().any(|(_, run)| inner.iter().any(|&inner| is_long(common(whole, common(run, inner)))))
    }

    /// Returns the seams: stretches of the line from a point along `d` that have edges of sets on both sides.
    fn inner_runs(&self, a: V, d: V) -> Vec<Run> {
        let mut runs = [Vec::new(), Vec::new()];
        for set in self.sets.iter().filter(|set| !set.is_thin()) {
            edge_runs(set, a, d).into_iter().for_each(|(side, run)| runs[side].push(run));
        }
        let [left, right] = runs;
        let all = left.iter().flat_map(|&l| right.iter().map(move |&r| common(l, r)));
        all.filter(|&run| is_long(run)).collect()
    }

    /// Returns when a point or a segment that moves along `d` first lies on a seam: the infimum of such times, 0 to 1.
    fn first_on_seam(&self, thin: &Convex, d: V) -> Option<f64> {
        let ends = Hull::from(thin).vertices;
        let (first, last) = (ends[0], ends[ends.len() - 1]);
        let length = d.dot(d);
        if length == 0 {
            return self.met(thin).next().map(|_| 0.0);
        }
        let along = last - first;
        // If it moves across its own line, it enters the sets next to a seam no later than the seam.
        if along.cross(d) != 0 {
            return None;
        }
        let end = along.dot(d);
        let (tail, head) = (end.min(0), end.max(0));
        let times = self.inner_runs(first, d).into_iter().filter_map(|(from, to)| {
            let (enters, leaves) = (from - head, to - tail);
            (enters < length && leaves > 0).then(|| (enters as f64 / length as f64).max(0.0))
        });
        times.reduce(f64::min)
    }

    /// Whether a point lies in the interior of the union: all directions from it are covered.
    fn holds(&self, p: V) -> bool {
        let mut sectors = Vec::new();
        for set in self.sets.iter().filter(|set| !set.is_thin()) {
            if meets(&Hull::new(vec![p], 0), set, Touching::Ignored) {
                return true;
            }
            sectors.extend(sector(set, p));
        }
        let is_round = |d: V| sectors.iter().any(|s| s.goes_on(d)) && sectors.iter().any(|s| s.comes_to(d));
        !sectors.is_empty() && sectors.iter().all(|s| is_round(s.first) && is_round(s.last))
    }
}

impl Sector {
    /// Whether a direction lies strictly between the ends.
    fn holds(&self, d: V) -> bool {
        self.first.cross(d) > 0 && (d.cross(self.last) > 0 || self.first.cross(self.last) == 0)
    }

    /// Whether the sector covers the directions just after `d`.
    fn goes_on(&self, d: V) -> bool {
        self.holds(d) || self.closed[0] && is_same_way(self.first, d)
    }

    /// Whether the sector covers the directions just before `d`.
    fn comes_to(&self, d: V) -> bool {
        self.holds(d) || self.closed[1] && is_same_way(self.last, d)
    }
}

fn is_same_way(p: V, q: V) -> bool {
    p.cross(q) == 0 && p.dot(q) > 0
}

/// Returns the directions that a set covers around a point on its edge; `None` where the point is not on the edge.
fn sector(set: &Hull, p: V) -> Option<Sector> {
    let r = i128::from(set.radius);
    let n = set.vertices.len();
    let edges: Vec<(V, V)> = set.edges().collect();
    for (k, &(a, e)) in edges.iter().enumerate() {
        let w = p - a;
        let (height, along) = (e.cross(w), e.dot(w));
        let is_on = height >= 0
            && height * height == r * r * e.squared().cast_signed()
            && (0..=e.dot(e)).contains(&along);
        if !is_on {
            continue;
        }
        let (starts, ends) = (along == 0, along == e.dot(e));
        if r > 0 {
            return Some(Sector { first: -e, last: e, closed: [!starts, !ends] });
        }
        let before = if starts { edges[(k + n - 1) % n].1 } else { e };
        let after = if ends { edges[(k + 1) % n].1 } else { e };
        return Some(Sector { first: -before, last: after, closed: [true, true] });
    }
    let arc = |v: &&V| (p - **v).squared() == r.unsigned_abs().pow(2) && r > 0;
    let out = p - *set.vertices.iter().find(arc)?;
    // The arc belongs to the outline: a point on a vertex's circle further inside was already found to be deep.
    let along = V::new(out.y, -out.x);
    Some(Sector { first: -along, last: along, closed: [false, false] })
}

/// A stretch of a segment, as (from, to): fractions of the segment times its squared length.
type Run = (i128, i128);

fn common(a: Run, b: Run) -> Run {
    (a.0.max(b.0), a.1.min(b.1))
}

fn is_long(run: Run) -> bool {
    run.0 < run.1
}

/// Returns where a line runs along an edge of a set: 0 for a set on its left, 1 for one on its right.
fn edge_runs(set: &Hull, a: V, d: V) -> Vec<(usize, Run)> {
    let mut runs = Vec::new();
    for (start, e) in set.edges() {
        let w = a - start;
        let height = e.cross(w);
        let is_on = e.cross(d) == 0
            && height >= 0
            && height * height == i128::from(set.radius).pow(2) * e.squared().cast_signed();
        if is_on {
            let (from, to) = (-w.dot(d), (e - w).dot(d));
            runs.push((usize::from(to > from), (from.min(to), from.max(to))));
        }
    }
    runs
}

/// Returns the covered squares that a part may touch, one by one.
fn single_squares(sprite: &Sprite, part: &Convex) -> Vec<Hull> {
    let (min, max) = (part.bounds().min, part.bounds().max);
    // A segment that is not axis-parallel never runs along the sides of squares.
    if min.x != max.x && min.y != max.y {
        return Vec::new();
    }
    let window =
        PixelBox { x0: (min.x >> 8) - 1, y0: (min.y >> 8) - 1, x1: (max.x >> 8) + 1, y1: (max.y >> 8) + 1 };
    let pixels = sprite.reach().intersection(window).iter().collect::<Vec<_>>();
    let covered = pixels.into_iter().filter(|&(i, j)| covered(sprite, i.into(), j.into()));
    covered.map(|(i, j)| Hull::squares(PixelBox { x0: i, y0: j, x1: i + 1, y1: j + 1 })).collect()
}

//! The interior of a body of several parts, which has no seams: whether a part without interior of its own, a point or a
//! segment, has a point in that interior (SPEC 3). The test is exact, in integers.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use crate::effort::spend;
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, Point};
use crate::mask::Sprite;
use crate::query::blob::Blob;
use crate::query::exact::Step;
use crate::query::leg::shifted;
use crate::query::overlap_convex_convex::{overlap, within};
use crate::query::piece::{EVERYWHERE, Lookup, Piece, Set, single_squares};
use crate::shape::{CellAt, Convex, Tiles};

/// Whether one of two bodies has a part without interior that lies in the interior of the other's union, whether or not
/// parts overlap with depth. (All seams between the parts of SPEC 2 count, so the rest may be tested by parts or by pieces.)
pub(crate) fn on_seams(a: &Form, b: &Form) -> bool {
    let on = |thin: &Form, other: &Form| {
        let mut parts = thin_parts(thin).peekable();
        if parts.peek().is_none() {
            return false;
        }
        let others = Lookup::of_parts(other, EVERYWHERE);
        parts.any(|part| {
            if !spend(256) {
                return true;
            }
            let inside = Inside::of(others.pieces(part.bounds()).into_iter(), part);
            (0..inside.sets.len()).any(|set| inside.meets_at(part.into(), set))
        })
    };
    on(a, b) || on(b, a)
}

/// Returns the parts that have no interior. (These are pieces, too: the triangles of a joined piece have one.)
pub(crate) fn thin_parts(form: &Form) -> impl Iterator<Item = &Convex> {
    let parts = if let Form::Shape(parts) = form { parts.pieces() } else { &[] };
    parts.iter().filter(|&part| Blob::from(part).is_thin())
}

/// Counts the covered squares of a sprite that the parts of a shape meet in the interior of the union of all squares,
/// with no depth in any single square.
pub(crate) fn count_squares(sprite: &Sprite, parts: &[Convex]) -> u64 {
    let mut met = HashSet::new();
    for part in parts.iter().filter(|&part| Blob::from(part).is_thin()) {
        let inside = Inside::of([Piece::Sprite(Cow::Borrowed(sprite))].into_iter(), part);
        met.extend(inside.met(part).map(|set| inside.sets[set].bounds().min));
    }
    met.len() as u64
}

/// Returns the cells of a tile map, as (row, column), that a body meets in the interior of the map, with no depth in any
/// single cell.
pub(crate) fn cells_met(tiles: &Tiles, other: &Form) -> BTreeSet<[u32; 2]> {
    let mut met = BTreeSet::new();
    for part in thin_parts(other) {
        let cells: Vec<CellAt> = tiles.cells_near(part.bounds()).collect();
        let inside = Inside::of(cells.iter().map(|&cell| Piece::from(cell)), part);
        met.extend(inside.met(part).map(|set| {
            let cell = cells[inside.pieces[set]];
            [cell.row, cell.column]
        }));
    }
    met
}

/// Returns when a part without interior of one body first lies on a seam of the other as A moves along `d`.
pub(crate) fn first_on_seam(a: &Form, b: &Form, d: Step) -> Option<f64> {
    let of = |thin: &Form, other: &Form, d: Step| {
        thin_parts(thin).next()?;
        let others = Lookup::of_parts(other, EVERYWHERE);
        let times = thin_parts(thin).filter_map(|part| {
            let path_bounds = part.bounds().union(shifted(part.bounds(), d));
            let solid =
                others.pieces(path_bounds).into_iter().filter(|piece| matches!(piece, Piece::Convex(_)));
            Inside::of(solid, part).first_on_seam(part, d)
        });
        times.reduce(f64::min)
    };
    of(a, b, d).into_iter().chain(of(b, a, -d)).reduce(f64::min)
}

/// The closed convex sets of a body that may meet a part. A sprite is split into single covered squares.
struct Inside<'a> {
    sets: Vec<Set<'a>>,
    /// For each set, the index of its piece.
    pieces: Vec<usize>,
}

/// The directions that a set covers, seen from a point that it touches: from `first` to `last`, at most half a turn. An
/// end is closed where the set's edge runs straight along it, and open where an arc bends away from it.
struct Sector {
    first: Step,
    last: Step,
    closed: [bool; 2],
}

impl<'a> Inside<'a> {
    fn of(all: impl Iterator<Item = Piece<'a>>, part: &Convex) -> Inside<'a> {
        let mut inside = Inside { sets: Vec::new(), pieces: Vec::new() };
        // A segment that is not axis-parallel never runs along the sides of squares.
        let Bounds { min, max } = part.bounds();
        let is_askew = min.x != max.x && min.y != max.y;
        for (k, piece) in all.enumerate() {
            match piece {
                Piece::Convex(set) => inside.sets.push(set),
                Piece::Sprite(_) if is_askew => {}
                Piece::Sprite(sprite) => {
                    for square in single_squares(&sprite, part.bounds()).take_while(|_| spend(4)) {
                        inside.sets.push(square);
                    }
                }
            }
            inside.pieces.resize(inside.sets.len(), k);
            if !spend(1) {
                break;
            }
        }
        inside
    }

    /// Returns the sets that a point or a segment meets within the interior of the union.
    fn met(&self, thin: &Convex) -> impl Iterator<Item = usize> {
        let thin = thin.vertices();
        let all = self.sets.len() as u64;
        (0..self.sets.len())
            .filter(move |&k| spend(1 + all / 4) && self.meets_at(Blob { vertices: thin, radius: 0 }, k))
    }

    /// Whether a set contains a point of `thin` (a point or a segment) that lies in the interior of the union.
    fn meets_at(&self, thin: Blob, set: usize) -> bool {
        let set = self.sets[set].blob();
        let is_common = |p: Point| {
            let point = Blob { vertices: &[p], radius: 0 };
            within(point, set, 0) && within(point, thin, 0)
        };
        if thin.vertices.iter().chain(set.vertices).any(|&p| is_common(p) && self.holds(p)) {
            return true;
        }
        let [a, b] = *thin.vertices else { return false };
        let d = Step::between(a, b);
        let ours = edge_runs(set, a, d);
        if ours.is_empty() {
            return false;
        }
        let inner = self.inner_runs(a, d);
        let whole = (0, wide_dot(d, d));
        ours.into_iter().any(|(_, run)| inner.iter().any(|&inner| is_long(common(whole, common(run, inner)))))
    }

    /// Returns the seams: stretches of the line from a point along `d` that have edges of sets on both sides.
    fn inner_runs(&self, a: Point, d: Step) -> Vec<Run> {
        let mut runs = [Vec::new(), Vec::new()];
        for set in self.sets.iter().map(Set::blob).filter(|set| !set.is_thin()) {
            edge_runs(set, a, d).into_iter().for_each(|(side, run)| runs[side].push(run));
        }
        let [left, right] = runs;
        if !spend((4 * self.sets.len() + left.len() * right.len()) as u64) {
            return Vec::new();
        }
        let all = left.iter().flat_map(|&l| right.iter().map(move |&r| common(l, r)));
        all.filter(|&run| is_long(run)).collect()
    }

    /// Returns when a point or a segment that moves along `d` first lies on a seam: the infimum of such times, 0 to 1.
    fn first_on_seam(&self, thin: &Convex, d: Step) -> Option<f64> {
        let (first, last) = (thin.vertices()[0], thin.vertices()[thin.vertices().len() - 1]);
        let length = wide_dot(d, d);
        if length == 0 {
            return self.met(thin).next().map(|_| 0.0);
        }
        let along = Step::between(first, last);
        // If it moves across its own line, it enters the sets next to a seam no later than the seam.
        if i128::from(along.x) * i128::from(d.y) != i128::from(along.y) * i128::from(d.x) {
            return None;
        }
        let end = wide_dot(along, d);
        let (tail, head) = (end.min(0), end.max(0));
        let times = self.inner_runs(first, d).into_iter().filter_map(|(from, to)| {
            let (enters, leaves) = (from - head, to - tail);
            (enters < length && leaves > 0).then(|| (enters as f64 / length as f64).max(0.0))
        });
        times.reduce(f64::min)
    }

    /// Whether a point lies in the interior of the union: all directions from it are covered.
    fn holds(&self, p: Point) -> bool {
        if !spend(1 + 4 * self.sets.len() as u64) {
            return false;
        }
        let mut sectors = Vec::new();
        for set in self.sets.iter().map(Set::blob).filter(|set| !set.is_thin()) {
            if overlap(Blob { vertices: &[p], radius: 0 }, set, Touching::Ignored) {
                return true;
            }
            sectors.extend(sector(set, p));
        }
        let is_round =
            |d: Step| sectors.iter().any(|s| s.goes_on(d)) && sectors.iter().any(|s| s.comes_to(d));
        !sectors.is_empty() && sectors.iter().all(|s| is_round(s.first) && is_round(s.last))
    }
}

impl Sector {
    /// Whether a direction lies strictly between the ends.
    fn holds(&self, d: Step) -> bool {
        self.first.cross(d) > 0 && (d.cross(self.last) > 0 || self.first.cross(self.last) == 0)
    }

    /// Whether the sector covers the directions just after `d`.
    fn goes_on(&self, d: Step) -> bool {
        self.holds(d) || self.closed[0] && is_same_direction(self.first, d)
    }

    /// Whether the sector covers the directions just before `d`.
    fn comes_to(&self, d: Step) -> bool {
        self.holds(d) || self.closed[1] && is_same_direction(self.last, d)
    }
}

fn is_same_direction(p: Step, q: Step) -> bool {
    p.cross(q) == 0 && p.dot(q) > 0
}

/// Returns the directions that a set covers around a point on its edge; `None` where the point is not on the edge.
fn sector(set: Blob, p: Point) -> Option<Sector> {
    let r = i64::from(set.radius);
    let n = set.vertices.len();
    let edges: Vec<(Point, Step)> = set.edges().collect();
    for (k, &(a, e)) in edges.iter().enumerate() {
        let w = Step::between(a, p);
        let (height, along) = (e.cross(w), e.dot(w));
        let is_on = height >= 0
            && i128::from(height).pow(2) == i128::from(r).pow(2) * i128::from(e.squared())
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
    let arc = |v: &&Point| Step::between(**v, p).squared() == r.unsigned_abs().pow(2) && r > 0;
    let out = Step::between(*set.vertices.iter().find(arc)?, p);
    // The arc belongs to the outline: a point on a vertex's circle further inside was already found to be deep.
    let along = Step::new(out.y, -out.x);
    Some(Sector { first: -along, last: along, closed: [false, false] })
}

/// A stretch of a segment, as (from, to): fractions of the segment times its squared length.
type Run = (i128, i128);

fn common(a: Run, b: Run) -> Run {
    (a.0.max(b.0), a.1.min(b.1))
}

fn wide_dot(p: Step, q: Step) -> i128 {
    i128::from(p.x) * i128::from(q.x) + i128::from(p.y) * i128::from(q.y)
}

fn is_long(run: Run) -> bool {
    run.0 < run.1
}

/// Returns where a line runs along an edge of a set: 0 for a set on its left, 1 for one on its right.
fn edge_runs(set: Blob, a: Point, d: Step) -> Vec<(usize, Run)> {
    let mut runs = Vec::new();
    for (start, e) in set.edges() {
        let w = Step::between(start, a);
        let height = e.cross(w);
        let is_on = e.cross(d) == 0
            && height >= 0
            && i128::from(height).pow(2) == i128::from(set.radius).pow(2) * i128::from(e.squared());
        if is_on {
            let (from, to) = (-wide_dot(w, d), wide_dot(e - w, d));
            runs.push((usize::from(to > from), (from.min(to), from.max(to))));
        }
    }
    runs
}

//! Outlines as curves: straight edges and arcs, in lattice units around an origin.

use std::collections::HashSet;

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, Point};
use crate::mask::Cover;
use crate::query::blob::{Blob, squares};
use crate::query::exact::Step;
use crate::query::piece::{Piece, Set, keeping, pieces_as_cut, pixels, window};
use crate::query::tree::BoundsTree;

/// A stretch of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Curve {
    /// From a point along a vector; `slack` is the largest error of its ends, 0 for lattice points.
    Edge { a: [f64; 2], e: [f64; 2], slack: f64 },
    /// Around `c`, from the direction `n0` to `n1` in the direction of outlines; a full circle where the two are the
    /// same.
    Arc { c: [f64; 2], r: f64, n0: [f64; 2], n1: [f64; 2] },
}

/// The largest error of the ends of a computed curve, in lattice units.
const SLACK: f64 = 1e-6;

/// A stretch of an outline, with its outward side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Face {
    pub(crate) curve: Curve,
    /// The normal out of the body; for an arc, the normal at its first point.
    normal: [f64; 2],
}

/// A length in lattice units: shorter stretches are dropped, and points nearer than this to an edge lie on it.
const TINY: f64 = 1e-7;

/// Returns the outline of a form as far as it may lie in a box, piece by piece. It is the outline of the union of the
/// pieces: a face that another piece covers is left out, and a face that two pieces share is listed once.
pub(crate) fn outline(form: &Form, origin: Point, near: Bounds) -> Vec<Face> {
    // The computed faces of round parts may be off by the slack.
    let mut pieces_near = Vec::new();
    for piece in pieces_as_cut(form, near.grown(2)) {
        if !spend(keeping(pieces_near.len())) {
            break;
        }
        pieces_near.push(piece);
    }
    let pieces = pieces_near;
    let mut faces: Vec<(usize, Face)> = Vec::new();
    for (k, piece) in pieces.iter().enumerate() {
        let mut add = |face: Face| {
            if face.curve.bounds(origin).meets(near) && spend(keeping(faces.len())) {
                faces.push((k, face));
            }
        };
        match piece {
            Piece::Convex(set) => around(set.blob(), origin, &mut add),
            // The faces are kept, and there are at most as many as pixels.
            Piece::Sprite(sprite) if !spend(4 * pixels(sprite.reach().intersection(window(near)))) => break,
            Piece::Sprite(sprite) => around_squares(&sprite.cover_within(window(near)), origin, &mut add),
        }
    }
    if pieces.len() < 2 {
        return faces.into_iter().map(|(_, face)| face).collect();
    }
    if pieces.len() > MANY {
        drop_seams(&pieces, &mut faces);
    }
    let mut sets: Vec<(usize, Set)> = Vec::new();
    for (k, piece) in pieces.into_iter().enumerate() {
        match piece {
            Piece::Convex(set) => sets.push((k, set)),
            Piece::Sprite(sprite) => {
                let runs = sprite.cover_within(window(near));
                for run in runs.runs().take_while(|_| spend(32)) {
                    sets.push((k, Set::Run(squares(run))));
                }
            }
        }
    }
    let Some(tree) = BoundsTree::over(sets.iter().map(|(_, set)| set.bounds())) else { return Vec::new() };
    let mut free = Vec::new();
    for (k, face) in faces {
        if !spend(1) {
            break;
        }
        let mut others: Vec<(bool, Screen)> = Vec::new();
        tree.any(face.curve.bounds(origin), |n| {
            let (piece, set) = &sets[n];
            if *piece != k {
                spend(64 + 16 * set.blob().vertices.len() as u64);
                others.push((*piece < k, Screen::of(set.blob(), origin)));
            }
            false
        });
        trim(face, &others, &mut free);
    }
    free
}

/// From this number of pieces on, the faces that two parts share are dropped before the others are trimmed.
const MANY: usize = 8;

/// Drops straight faces that two parts share from end to end: both sides of them are inside. A polygon that is cut has many,
/// and they are long, so that many parts are near them.
fn drop_seams(pieces: &[Piece], faces: &mut Vec<(usize, Face)>) {
    let ends = |&(k, face): &(usize, Face)| match (&pieces[k], face.curve) {
        (Piece::Convex(set), Curve::Edge { a, e, slack: 0.0 }) if set.blob().vertices.len() > 2 => {
            Some([a, plus(a, e, 1.0)].map(|p| p.map(|x| x as i64)))
        }
        _ => None,
    };
    let mut all: HashSet<[[i64; 2]; 2]> = HashSet::new();
    for face in faces.iter().filter_map(ends) {
        if !spend(keeping(all.len())) {
            return;
        }
        all.insert(face);
    }
    faces.retain(|face| ends(face).is_none_or(|[p, q]| !all.contains(&[q, p])));
}

/// Returns the normal of the outline of a body of several pieces where a ray first hits it: that of the face most
/// against the ray, of equals the earlier. `None` for a body that is one piece there.
pub(crate) fn normal_at(form: &Form, from: Point, d: Step, t: f64) -> Option<[f64; 2]> {
    let along = |from: i32, d: i64| (f64::from(from) + d as f64 * t).floor() as i32;
    let origin = Point::new(along(from.x, d.x), along(from.y, d.y));
    let near = Bounds { min: origin, max: origin }.grown(2);
    if matches!(form, Form::Shape(_)) && pieces_as_cut(form, near).nth(1).is_none() {
        return None;
    }
    let [x, y] = Step::between(origin, from).to_f64();
    let d = d.to_f64();
    let at = [x + d[0] * t, y + d[1] * t];
    // A point on the face of another part is covered by it: its own direction counts only where it stands alone.
    let facing = |face: Face| {
        let normal = face.normal_at(at, AT)?;
        Some((face.is_point(), dot(normal, d), normal))
    };
    let rounding = AS_MUCH_AGAINST * dot(d, d).sqrt();
    let hit = outline(form, origin, near).into_iter().filter_map(facing).reduce(|best, next| {
        let is_better = match (best.0, next.0) {
            (true, false) => true,
            (false, true) => false,
            _ => next.1 < best.1 - rounding,
        };
        if is_better { next } else { best }
    });
    hit.map(|(_, _, normal)| normal)
}

/// Two faces whose cosines with a ray differ by less than this are equally against it.
const AS_MUCH_AGAINST: f64 = 1e-12;

/// How far a ray's computed hit may be off the face that it hits, in lattice units.
const AT: f64 = 1e-4;

/// Adds the stretches of a face that no other set covers. Of faces that coincide, the one of the earlier piece is kept.
fn trim(face: Face, others: &[(bool, Screen)], free: &mut Vec<Face>) {
    if others.is_empty() {
        free.push(face);
        return;
    }
    let mut cuts = Vec::new();
    for (_, other) in others {
        other.faces.iter().for_each(|other| face.curve.meet(&other.curve, |p| cuts.push(p)));
    }
    let stretches = face.stretches(cuts);
    let edges: usize = others.iter().map(|(_, other)| 1 + other.edges.len()).sum();
    if !spend((2 * stretches.len() * edges) as u64) {
        return;
    }
    let is_free = |stretch: &Face| {
        let (x, normal) = stretch.middle();
        !others.iter().any(|(is_earlier, other)| other.hides(x, normal, *is_earlier))
    };
    let kept: Vec<bool> = stretches.iter().map(is_free).collect();
    if kept.iter().all(|&kept| kept) {
        free.push(face);
        return;
    }
    let mut last: Option<Face> = None;
    for (stretch, kept) in stretches.into_iter().zip(kept) {
        last = match (last, kept) {
            (Some(before), true) => match before.joined(&stretch) {
                Some(joined) => Some(joined),
                None => {
                    free.push(before);
                    Some(stretch)
                }
            },
            (before, is_kept) => {
                free.extend(before);
                is_kept.then_some(stretch)
            }
        };
    }
    free.extend(last);
}

/// A closed convex set that may hide faces.
struct Screen {
    /// The hull, around the origin.
    hull: Vec<[f64; 2]>,
    /// The edges, as (start, vector, outward normal).
    edges: Vec<([f64; 2], [f64; 2], [f64; 2])>,
    radius: f64,
    faces: Vec<Face>,
}

impl Screen {
    fn of(blob: Blob, origin: Point) -> Screen {
        let local = |p: Point| Step::between(origin, p).to_f64();
        let mut faces = Vec::new();
        around(blob, origin, &mut |face| faces.push(face));
        Screen {
            hull: blob.vertices.iter().map(|&v| local(v)).collect(),
            edges: blob.edges().map(|(a, e)| (local(a), e.to_f64(), e.outward().unit())).collect(),
            radius: blob.radius.into(),
            faces,
        }
    }

    fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.hull.len() < 3
    }

    /// Returns the depth of a point in the set, below 0 outside, and the direction out of the set there.
    fn depth(&self, x: [f64; 2]) -> (f64, [f64; 2]) {
        let mut inner = (f64::NEG_INFINITY, [0.0, 0.0]);
        for &(a, _, n) in &self.edges {
            let height = dot(n, minus(x, a));
            if height > inner.0 {
                inner = (height, n);
            }
        }
        if self.hull.len() > 2 && inner.0 <= 0.0 {
            return (self.radius - inner.0, inner.1);
        }
        let mut nearest = (f64::INFINITY, [0.0, 0.0]);
        let mut look = |p: [f64; 2]| {
            let d = minus(x, p);
            let squared = dot(d, d);
            if squared < nearest.0 {
                nearest = (squared, d);
            }
        };
        self.hull.iter().for_each(|&v| look(v));
        for &(a, e, _) in &self.edges {
            let along = dot(minus(x, a), e) / dot(e, e);
            if along > 0.0 && along < 1.0 {
                look(plus(a, e, along));
            }
        }
        let distance = nearest.0.sqrt();
        let out = if self.radius == 0.0 { inner.1 } else { nearest.1.map(|x| x / distance) };
        (self.radius - distance, out)
    }

    /// Whether a point of a face with this normal is no face of the union: the set covers the area in front of it, or
    /// the set has the same face and comes earlier.
    fn hides(&self, x: [f64; 2], normal: [f64; 2], is_earlier: bool) -> bool {
        let (depth, out) = self.depth(x);
        if depth.abs() > TINY {
            return depth > 0.0;
        }
        let turn = dot(out, normal);
        match self.is_thin() {
            true => is_earlier && turn.abs() > 0.5,
            false => turn < -0.5 || is_earlier && turn > 0.5,
        }
    }
}

impl Face {
    /// Returns the stretches of the face between the cuts, in order; those of an arc are at most a quarter of a turn.
    fn stretches(&self, mut cuts: Vec<[f64; 2]>) -> Vec<Face> {
        match self.curve {
            Curve::Edge { a, e, slack } => {
                let length = dot(e, e);
                if length == 0.0 {
                    return vec![*self];
                }
                let mut times: Vec<f64> = cuts.iter().map(|&p| dot(minus(p, a), e) / length).collect();
                times.retain(|&t| t > 0.0 && t < 1.0);
                times.extend([0.0, 1.0]);
                times.sort_by(f64::total_cmp);
                let least = TINY / length.sqrt();
                let long = times.windows(2).filter(|two| two[1] - two[0] > least);
                let cut = long.map(|two| {
                    let slack = if two == [0.0, 1.0] { slack } else { SLACK };
                    let curve =
                        Curve::Edge { a: plus(a, e, two[0]), e: e.map(|x| x * (two[1] - two[0])), slack };
                    Face { curve, ..*self }
                });
                cut.collect()
            }
            Curve::Arc { c, r, n0, n1 } => {
                let turns = cuts.drain(..).map(|p| minus(p, c).map(|x| x / r));
                // Strictly after the beginning of the arc and before its end.
                let is_within = |n: &[f64; 2]| n0 == n1 || cross(n0, *n) < 0.0 && cross(*n, n1) < 0.0;
                let mut turns: Vec<[f64; 2]> = turns.filter(is_within).collect();
                if n0 == n1 {
                    turns.extend([[n0[1], -n0[0]], [-n0[0], -n0[1]], [-n0[1], n0[0]]]);
                } else if dot(n0, n1) < 0.0 {
                    turns.push([n0[1], -n0[0]]);
                }
                turns.sort_by(|p, q| turned(n0, *p).total_cmp(&turned(n0, *q)));
                turns.insert(0, n0);
                turns.push(n1);
                let long = turns.windows(2).filter(|two| {
                    let d = minus(two[1], two[0]);
                    dot(d, d).sqrt() * r > TINY
                });
                long.map(|two| Face { curve: Curve::Arc { c, r, n0: two[0], n1: two[1] }, normal: two[0] })
                    .collect()
            }
        }
    }

    /// Whether it is the single point of a part without edges.
    fn is_point(&self) -> bool {
        matches!(self.curve, Curve::Edge { e: [0.0, 0.0], .. })
    }

    /// Returns a point in the middle, and the normal there.
    fn middle(&self) -> ([f64; 2], [f64; 2]) {
        match self.curve {
            Curve::Edge { a, e, .. } => (plus(a, e, 0.5), self.normal),
            Curve::Arc { c, r, n0, n1 } => {
                let sum = [n0[0] + n1[0], n0[1] + n1[1]];
                let q = dot(sum, sum).sqrt();
                let n = if q > 0.0 { sum.map(|x| x / q) } else { n0 };
                (plus(c, n, r), n)
            }
        }
    }

    /// Joins two faces to one where this one ends where the next begins.
    fn joined(&self, next: &Face) -> Option<Face> {
        match (self.curve, next.curve) {
            (Curve::Edge { a, e, .. }, Curve::Edge { a: b, e: f, .. }) => {
                let gap = minus(b, plus(a, e, 1.0));
                let is_next = dot(gap, gap).sqrt() <= 4.0 * TINY;
                let e = [b[0] + f[0] - a[0], b[1] + f[1] - a[1]];
                is_next.then_some(Face { curve: Curve::Edge { a, e, slack: SLACK }, ..*self })
            }
            _ => None,
        }
    }

    /// Returns the normal at a point if the point is at most `within` away from the face, else `None`.
    pub(crate) fn normal_at(&self, x: [f64; 2], within: f64) -> Option<[f64; 2]> {
        match self.curve {
            Curve::Edge { a, e, .. } => {
                let length = dot(e, e);
                let along = if length == 0.0 { 0.0 } else { (dot(minus(x, a), e) / length).clamp(0.0, 1.0) };
                let d = minus(x, plus(a, e, along));
                (dot(d, d).sqrt() <= within).then_some(self.normal)
            }
            Curve::Arc { c, r, .. } => {
                let d = minus(x, c);
                let q = dot(d, d).sqrt();
                let is_on = (q - r).abs() <= within && self.curve.spans(x);
                is_on.then(|| d.map(|x| x / q + 0.0))
            }
        }
    }
}

/// Adds the edges of a hull moved out by the radius, each with the arc around the vertex at its end.
fn around(blob: Blob, origin: Point, add: &mut impl FnMut(Face)) {
    let local = |p: Point| Step::between(origin, p).to_f64();
    let edges: Vec<(Point, Step)> = blob.edges().collect();
    let r = f64::from(blob.radius);
    if edges.is_empty() {
        let (c, n) = (local(blob.vertices[0]), [1.0, 0.0]);
        let curve = match blob.radius {
            0 => Curve::Edge { a: c, e: [0.0, 0.0], slack: 0.0 },
            _ => Curve::Arc { c, r, n0: n, n1: n },
        };
        return add(Face { curve, normal: n });
    }
    for (k, &(a, e)) in edges.iter().enumerate() {
        let normal = e.outward().unit();
        let [x, y] = local(a);
        if blob.radius == 0 {
            add(Face { curve: Curve::Edge { a: [x, y], e: e.to_f64(), slack: 0.0 }, normal });
            continue;
        }
        let (_, next) = edges[(k + 1) % edges.len()];
        let (n0, n1) = (normal, next.outward().unit());
        let moved = [x + n0[0] * r, y + n0[1] * r];
        add(Face { curve: Curve::Edge { a: moved, e: e.to_f64(), slack: SLACK }, normal });
        let [ex, ey] = e.to_f64();
        add(Face { curve: Curve::Arc { c: [x + ex, y + ey], r, n0, n1 }, normal: n0 });
    }
}

/// Adds the edges between covered and uncovered pixels as runs: first those between rows, then those between columns.
/// Where the window cuts a sprite there is an edge too, but outside the requested box.
fn around_squares(cover: &Cover, origin: Point, add: &mut impl FnMut(Face)) {
    let p = cover.pixels();
    let is_covered = |i: i32, j: i32| cover.bits(i.into(), j.into()) & 1 == 1;
    let mut edge = |x: i32, y: i32, dx: i32, dy: i32, normal: [f64; 2]| {
        let a = Step::between(origin, Point::new(x * 256, y * 256)).to_f64();
        let curve = Curve::Edge { a, e: [f64::from(dx) * 256.0, f64::from(dy) * 256.0], slack: 0.0 };
        add(Face { curve, normal });
    };
    // The outward direction between a pixel and the next one: 1 towards the next, -1 towards the first, 0 for no edge.
    let out = |before: bool, after: bool| i32::from(before) - i32::from(after);
    for j in p.y0..=p.y1 {
        let out = |i: i32| if i < p.x1 { out(is_covered(i, j - 1), is_covered(i, j)) } else { 0 };
        stretches(p.x0, p.x1, out, |x0, x1, y| edge(x0, j, x1 - x0, 0, [0.0, f64::from(y)]));
    }
    for i in p.x0..=p.x1 {
        let out = |j: i32| if j < p.y1 { out(is_covered(i - 1, j), is_covered(i, j)) } else { 0 };
        stretches(p.y0, p.y1, out, |y0, y1, x| edge(i, y0, 0, y1 - y0, [f64::from(x), 0.0]));
    }
}

/// Calls `found` for the longest stretches of from..to with one value that is not 0. The value at `to` counts as 0.
fn stretches(from: i32, to: i32, value: impl Fn(i32) -> i32, mut found: impl FnMut(i32, i32, i32)) {
    let (mut start, mut current) = (from, 0);
    for k in from..=to {
        let next = if k < to { value(k) } else { 0 };
        if next != current {
            if current != 0 {
                found(start, k, current);
            }
            (start, current) = (k, next);
        }
    }
}

/// Returns a key that sorts directions by how far outlines turn from n0 to them. Every direction d with `cross(n0, d) < 0` is in
/// the first half, also very near to n0: both use the same products, so rounding cannot make them differ.
fn turned(n0: [f64; 2], d: [f64; 2]) -> f64 {
    // Outlines turn from n0 towards (n0.y, -n0.x): the angle's cosine falls, then rises in the second half.
    let across = [n0[1], -n0[0]];
    let cosine = dot(d, n0) / dot(d, d).sqrt();
    if dot(d, across) >= 0.0 { 1.0 - cosine } else { 3.0 + cosine }
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn plus(a: [f64; 2], b: [f64; 2], t: f64) -> [f64; 2] {
    [a[0] + b[0] * t, a[1] + b[1] * t]
}

impl Curve {
    /// Returns a lattice box around the curve.
    pub(crate) fn bounds(&self, origin: Point) -> Bounds {
        let (min, max) = match *self {
            Curve::Edge { a, e, .. } => (
                [a[0].min(a[0] + e[0]), a[1].min(a[1] + e[1])],
                [a[0].max(a[0] + e[0]), a[1].max(a[1] + e[1])],
            ),
            Curve::Arc { c, r, .. } => ([c[0] - r, c[1] - r], [c[0] + r, c[1] + r]),
        };
        let at = |p: [f64; 2], by: f64| {
            let fit = |o: i32, x: f64| (f64::from(o) + x + by) as i32;
            Point::new(fit(origin.x, p[0]), fit(origin.y, p[1]))
        };
        Bounds { min: at(min, -2.0), max: at(max, 2.0) }
    }

    /// Returns a key that sorts the points of the curve in its direction.
    pub(crate) fn place(&self, p: [f64; 2]) -> f64 {
        match *self {
            Curve::Edge { a, e, .. } => dot(minus(p, a), e),
            Curve::Arc { c, n0, .. } => turned(n0, minus(p, c)),
        }
    }

    /// Reports every common point of two curves; where they share a stretch, reports the ends of it.
    pub(crate) fn meet(&self, other: &Curve, mut tell: impl FnMut([f64; 2])) {
        match (*self, *other) {
            (Curve::Edge { a, e, slack: s }, Curve::Edge { a: b, e: f, slack: t }) => {
                edges((a, e), (b, f), s.max(t), tell);
            }
            (Curve::Edge { a, e, slack }, Curve::Arc { c, r, .. }) => {
                edge_and_circle((a, e), slack, c, r, |p| {
                    if other.spans(p) {
                        tell(p);
                    }
                });
            }
            (Curve::Arc { .. }, Curve::Edge { .. }) => other.meet(self, tell),
            (Curve::Arc { c, r, .. }, Curve::Arc { c: d, r: q, .. }) => {
                if c == d && r == q {
                    self.ends().into_iter().filter(|&p| other.spans(p)).for_each(&mut tell);
                    other.ends().into_iter().filter(|&p| self.spans(p)).for_each(tell);
                } else {
                    circles(c, r, d, q, |p| {
                        if self.spans(p) && other.spans(p) {
                            tell(p);
                        }
                    });
                }
            }
        }
    }

    /// Whether the direction to a point lies in an arc.
    fn spans(&self, p: [f64; 2]) -> bool {
        let Curve::Arc { c, r, n0, n1 } = *self else { return false };
        let d = minus(p, c);
        let slack = SLACK + r * 1e-12;
        let is_ahead = dot(n0, n1) <= 0.0 || dot(d, n0) + dot(d, n1) >= 0.0;
        n0 == n1 || (is_ahead && cross(n0, d) <= slack && cross(d, n1) <= slack)
    }

    /// Returns both ends of an arc; a full circle has none.
    fn ends(&self) -> Vec<[f64; 2]> {
        match *self {
            Curve::Arc { c, r, n0, n1 } if n0 != n1 => vec![plus(c, n0, r), plus(c, n1, r)],
            _ => Vec::new(),
        }
    }
}

/// Reports the common points of two edges. On lattice points all products are exact, and so is whether the edges meet.
fn edges(
    (a, e): ([f64; 2], [f64; 2]),
    (b, f): ([f64; 2], [f64; 2]),
    slack: f64,
    mut tell: impl FnMut([f64; 2]),
) {
    let w = minus(b, a);
    let turn = cross(e, f);
    let (on_e, on_f) = (slack * dot(e, e).sqrt(), slack * dot(f, f).sqrt());
    if turn != 0.0 {
        let (t, s) = (cross(w, f) * turn.signum(), cross(w, e) * turn.signum());
        let inside = |t: f64, slack: f64| -slack <= t && t <= turn.abs() + slack;
        if inside(t, on_f) && inside(s, on_e) {
            tell(plus(a, e, t / turn.abs()));
        }
        return;
    }
    // Both edges are on one line: report each end that lies on the other edge. A point is an edge without length.
    if cross(w, e).abs() <= on_e && cross(w, f).abs() <= on_f {
        let lies_on = |p: [f64; 2], a: [f64; 2], e: [f64; 2], slack: f64| {
            let along = dot(minus(p, a), e);
            if e == [0.0, 0.0] { p == a } else { -slack <= along && along <= dot(e, e) + slack }
        };
        for p in [a, plus(a, e, 1.0)] {
            if lies_on(p, b, f, on_f) {
                tell(p);
            }
        }
        for p in [b, plus(b, f, 1.0)] {
            if lies_on(p, a, e, on_e) {
                tell(p);
            }
        }
    }
}

fn edge_and_circle(
    (a, e): ([f64; 2], [f64; 2]),
    slack: f64,
    c: [f64; 2],
    r: f64,
    mut tell: impl FnMut([f64; 2]),
) {
    let w = minus(a, c);
    let length = dot(e, e);
    let slack = slack.max(SLACK);
    if length == 0.0 {
        if (dot(w, w).sqrt() - r).abs() <= slack {
            tell(a);
        }
        return;
    }
    let nearest = -dot(w, e) / length;
    // The distance of the line from the center; a tangent may miss by the slack.
    let beside = cross(e, w) / length.sqrt();
    if beside.abs() > r + slack {
        return;
    }
    let half = (r * r - beside * beside).max(0.0).sqrt() / length.sqrt();
    let ends = slack / length.sqrt();
    for t in [nearest - half, nearest + half] {
        if -ends <= t && t <= 1.0 + ends {
            tell(plus(a, e, t));
        }
    }
}

fn circles(c: [f64; 2], r: f64, d: [f64; 2], q: f64, mut tell: impl FnMut([f64; 2])) {
    let between = minus(d, c);
    let squared = dot(between, between);
    let distance = squared.sqrt();
    if distance > r + q + SLACK || distance < (r - q).abs() - SLACK || squared == 0.0 {
        return;
    }
    let along = (squared + r * r - q * q) / (2.0 * squared);
    let across = (r * r / squared - along * along).max(0.0).sqrt();
    let foot = plus(c, between, along);
    for side in [across, -across] {
        tell(plus(foot, [-between[1], between[0]], side));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::crossings;
    use crate::shape::{Placement, Shape};

    fn form(shape: crate::Result<Shape>) -> Form {
        Form::Shape(shape.and_then(|shape| shape.place(&Placement::at([100.0, 200.0]))).unwrap())
    }

    #[test]
    fn a_curve_lies_in_its_box() {
        let arc = Curve::Arc { c: [1000.0, 2000.0], r: 500.0, n0: [1.0, 0.0], n1: [1.0, 0.0] };
        let Bounds { min, max } = arc.bounds(Point::new(7, 9));
        assert_eq!((min, max), (Point::new(505, 1507), Point::new(1509, 2511)));
    }

    #[test]
    fn an_arc_ends_where_the_edge_begins() {
        let capsule = form(Shape::capsule([0.0, 0.0], [40.0, 0.0], 10.0));
        for x in [5.0, 35.0] {
            let line = form(Shape::segment([x, -20.0], [x, 20.0]));
            let mut met = crossings(&capsule, &line);
            met.sort_by(|p, q| p.y.total_cmp(&q.y));
            assert_eq!(met, [[100.0 + x, 190.0], [100.0 + x, 210.0]]);
        }
    }

    #[test]
    fn a_quarter_of_a_circle_spans_a_quarter() {
        let arc = Curve::Arc { c: [100.0, 100.0], r: 10.0, n0: [1.0, 0.0], n1: [0.0, -1.0] };
        let spans = [(7.0, -7.0), (7.0, 7.0), (-7.0, -7.0), (-7.0, 7.0), (10.0, 0.0), (0.0, -10.0)]
            .map(|(x, y)| arc.spans([100.0 + x, 100.0 + y]));
        assert_eq!(spans, [true, false, false, false, true, true]);
    }

    #[test]
    fn a_point_on_a_circle_is_a_crossing() {
        let (circle, on) = (form(Shape::circle(5.0)), |x: f64| form(Shape::segment([x, 0.0], [x, 0.0])));
        assert_eq!(crossings(&circle, &on(5.0)), [[105.0, 200.0]]);
        assert_eq!(crossings(&circle, &on(4.0)), [[0.0; 2]; 0]);
    }
}

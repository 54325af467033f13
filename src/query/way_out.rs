//! The shortest way out of a body of several parts (SPEC 5). The moves of B that overlap are the union of the parts'
//! Minkowski differences, taken open; the way is to the nearest point outside them.

use std::cell::Cell;

use crate::form::Form;
use crate::lattice::{Bounds, PixelBox};
use crate::query::difference::{Corner, Difference, SLACK};
use crate::query::piece::{EVERYWHERE, Set, sets, window};
use crate::query::plane::{dot, minus, plus, squared};
use crate::query::thin::Thin;

/// The shortest move of B after which nothing overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WayOut {
    pub(crate) normal: [f64; 2],
    /// In lattice units.
    pub(crate) depth: f64,
}

/// How far differences are looked for at first: two pixels, as most ways out are shorter.
const FIRST_GUESS: f64 = 512.0;
/// No way out is as long as the world is wide.
const FURTHEST: f64 = (1 << 29) as f64;
/// How much further than the way out differences are looked at, in lattice units.
const MARGIN: f64 = 2.0;
/// Ways whose lengths differ by less than rounding may, as a share and in lattice units, are as long as each other.
const TIE: f64 = 1e-11;
/// Where the direction is free: (1, 0), or what of these is free where that is not.
const FREE: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

/// The way out of two bodies that overlap; where they only touch, one along which nothing gets deeper, without length.
///
/// Only differences nearer to the origin than the best way out so far are looked at.
pub(crate) fn way_out(a: &Form, b: &Form) -> Option<WayOut> {
    let thin = Thin::of(a, b);
    let mut distance = FIRST_GUESS;
    while distance < FURTHEST {
        match shortest_within(a, b, distance, &thin)? {
            // Nothing further away can change what is as near as that.
            Some(way) if way.depth <= distance => return Some(way),
            Some(way) => distance = way.depth.max(2.0 * distance),
            None => distance *= 4.0,
        }
    }
    None
}

/// The way out where only differences that come within a distance of the origin, and a little more, are in it.
fn shortest_within(a: &Form, b: &Form, distance: f64, thin: &Thin) -> Option<Option<WayOut>> {
    let reach = distance.ceil() as i32 + MARGIN as i32 + 1;
    let (near_a, near_b) = (a.bounds()?.grown(reach), b.bounds()?.grown(reach));
    let (parts_a, parts_b) = (sets(a, near_b, rows(near_b)), sets(b, near_a, rows(near_a)));
    let mut differences = Vec::with_capacity(parts_a.len());
    for a in &parts_a {
        let around = a.bounds().grown(reach);
        for b in parts_b.iter().filter(|b| around.meets(b.bounds())) {
            let difference = Difference::of(a, b);
            if difference.is_within(distance + MARGIN) {
                differences.push(difference);
            }
        }
    }
    Some(shortest(&differences, thin))
}

/// The rows of pixels that may meet a box, whole: where a run of covered squares ends decides what is out of it.
fn rows(near: Bounds) -> PixelBox {
    let all = window(EVERYWHERE);
    PixelBox { x0: all.x0, x1: all.x1, ..window(near) }
}

/// A stretch of a difference's outline on which a way out may end.
#[derive(Clone, Copy)]
struct Stretch {
    /// Whose outline it is of.
    owner: usize,
    /// The edge or, where it is an arc, the corner that it is around.
    corner: usize,
    is_arc: bool,
    /// How near to the origin it comes.
    near: f64,
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
    let search = Search { differences, thin, last: Cell::new(0) };
    if search.is_free([0.0, 0.0]) {
        return Some(WayOut { normal: search.touching_normal(), depth: 0.0 });
    }
    let mut stretches = search.stretches();
    stretches.sort_unstable_by(|a, b| a.near.total_cmp(&b.near));
    let mut best: Option<(End, Stretch)> = None;
    for stretch in stretches {
        let limit = best.map_or(f64::INFINITY, |(best, _)| best.depth + TIE * (1.0 + best.depth));
        if stretch.near > limit {
            break;
        }
        let end = if stretch.is_arc {
            search.end_on_arc(stretch.owner, stretch.corner, limit)
        } else {
            search.end_on_edge(stretch.owner, stretch.corner)
        };
        if let Some(end) = end
            && best.is_none_or(|best| search.is_better((end, stretch), best))
        {
            best = Some((end, stretch));
        }
    }
    best.map(|(End { normal, depth, .. }, _)| WayOut { normal, depth })
}

struct Search<'a> {
    differences: &'a [Difference<'a>],
    thin: &'a Thin<'a>,
    /// What covered the last move that was covered: often it covers the next one too.
    last: Cell<usize>,
}

impl Search<'_> {
    /// Whether nothing overlaps after a move.
    fn is_free(&self, p: [f64; 2]) -> bool {
        self.is_open(p, usize::MAX) && !self.thin.is_between(self.differences, p)
    }

    /// Whether a move lies deep in no difference but one that it is known to be on the outline of.
    fn is_open(&self, p: [f64; 2], owner: usize) -> bool {
        let covers =
            |k: usize| k != owner && self.differences.get(k).is_some_and(|d| !d.is_thin() && d.holds(p));
        if covers(self.last.get()) {
            return false;
        }
        let covering = (0..self.differences.len()).find(|&k| covers(k));
        covering.inspect(|&k| self.last.set(k)).is_none()
    }

    /// Every edge and arc of what has an interior.
    fn stretches(&self) -> Vec<Stretch> {
        let mut all = Vec::new();
        for (owner, d) in self.differences.iter().enumerate().filter(|(_, d)| !d.is_thin()) {
            all.extend(d.edges().iter().enumerate().map(|(corner, edge)| {
                let a = d.start(edge);
                let t = (-dot(a, edge.along) / squared(edge.along)).clamp(0.0, 1.0);
                Stretch { owner, corner, is_arc: false, near: squared(plus(a, edge.along, t)).sqrt() }
            }));
            if d.radius > 0.0 {
                all.extend(d.corners().iter().enumerate().map(|(corner, c)| {
                    let near = (squared(c.at).sqrt() - d.radius).abs();
                    Stretch { owner, corner, is_arc: true, near }
                }));
            }
        }
        all
    }

    /// Whether a way is shorter than another or, where both are as long, its parts or then its feature come earlier.
    fn is_better(&self, (end, stretch): (End, Stretch), (best, of): (End, Stretch)) -> bool {
        if (end.depth - best.depth).abs() > TIE * (1.0 + best.depth) {
            return end.depth < best.depth;
        }
        let rank = |s: Stretch| self.differences[s.owner].rank((!s.is_arc).then_some(s.corner));
        stretch.owner < of.owner
            || stretch.owner == of.owner && (rank(stretch), stretch.corner) < (rank(of), of.corner)
    }

    /// The free point of an edge that is nearest to the origin.
    fn end_on_edge(&self, owner: usize, edge: usize) -> Option<End> {
        let own = &self.differences[owner];
        let &Corner { along: e, normal: n, height, .. } = &own.corners()[edge];
        let (a, h) = (own.start(&own.corners()[edge]), height + own.radius);
        let foot = (-dot(a, e) / squared(e)).clamp(0.0, 1.0);
        let place = |t: f64| plus(a, e, t);
        let is_free =
            |t: f64| self.is_open(place(t), owner) && !self.thin.is_between(self.differences, place(t));
        let t = if is_free(foot) { foot } else { self.free_time((a, e), (n, h), owner, foot)? };
        Some(if t == foot && foot > 0.0 && foot < 1.0 {
            let side = if h < 0.0 { -1.0 } else { 1.0 };
            End { at: n.map(|x| x * h), normal: n.map(|x| x * side + 0.0), depth: h.abs() }
        } else {
            End::at(place(t))
        })
    }

    /// When a line that lies in no difference is nearest to a time at which it lies in one.
    fn free_time(&self, (a, e): Line, (n, h): Side, owner: usize, foot: f64) -> Option<f64> {
        let others = self.differences.iter().enumerate().filter(|&(k, d)| k != owner && !d.is_thin());
        let mut covered: Vec<(f64, f64)> = Vec::new();
        for (_, other) in others {
            match other.covers(a, e) {
                Some((from, to)) if from <= 0.0 && to >= 1.0 => return None,
                some => covered.extend(some),
            }
        }
        // The line's ends are corners: never the nearest, but a bound.
        let mut times = vec![foot, 0.0, 1.0];
        times.extend(covered.iter().flat_map(|&(from, to)| [from, to]).filter(|t| (0.0..=1.0).contains(t)));
        if !self.thin.is_none() {
            let corners = self.differences.iter().flat_map(|d| d.corners()).map(|corner| corner.at);
            let on_line = corners.filter(|&v| (dot(n, v) - h).abs() <= SLACK);
            times.extend(on_line.map(|v| (dot(minus(v, a), e) / squared(e)).clamp(0.0, 1.0)));
        }
        times.sort_by(|s, t| (s - foot).abs().total_cmp(&(t - foot).abs()));
        let is_open = |t: f64| !covered.iter().any(|&(from, to)| from < t && t < to);
        let is_between = |t: f64| self.thin.is_between(self.differences, plus(a, e, t));
        times.into_iter().find(|&t| is_open(t) && !is_between(t))
    }

    /// The free point of an arc that is nearest to the origin, where it is no further than a limit.
    fn end_on_arc(&self, owner: usize, corner: usize, limit: f64) -> Option<End> {
        let own = &self.differences[owner];
        let (c, r) = (own.corners()[corner].at, own.radius);
        let mut ends = Vec::new();
        let far = squared(c).sqrt();
        if far > 0.0 {
            // Away from the corner, or towards it from outside.
            let side = if far > r { -1.0 } else { 1.0 };
            let at = c.map(|x| x - x / far * r);
            ends.push(End { at, normal: c.map(|x| -x / far * side + 0.0), depth: (r - far).abs() });
        } else {
            // From the middle all ways are as long.
            let first = own.edges().first().map(|edge| edge.normal);
            let ways = first.into_iter().chain(FREE);
            ends.extend(ways.map(|normal| End { at: normal.map(|x| x * r), normal, depth: r }));
        }
        let is_here = |end: &End| end.depth <= limit && own.depth(end.at) <= SLACK;
        if let Some(&end) = ends.iter().find(|end| is_here(end) && self.is_free(end.at)) {
            return Some(end);
        }
        ends.clear();
        for (k, other) in self.differences.iter().enumerate() {
            let mut add = |p: [f64; 2]| {
                let end = End::at(p);
                if end.depth > 0.0 && end.depth <= limit && other.depth(p).abs() <= SLACK {
                    ends.push(end);
                }
            };
            if k != owner && !other.is_thin() && other.is_box_near(c, c, r + SLACK) {
                other.edges().iter().for_each(|edge| {
                    cross_line(c, r, edge.normal, edge.height + other.radius, &mut add);
                });
                if other.radius > 0.0 {
                    other.corners().iter().for_each(|d| cross_circle(c, r, d.at, other.radius, &mut add));
                }
            }
        }
        ends.retain(is_here);
        ends.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        ends.into_iter().find(|end| self.is_free(end.at))
    }

    /// Of two bodies that only touch: the first way out of a difference along which nothing gets deeper.
    fn touching_normal(&self) -> [f64; 2] {
        let mut first = None;
        for d in self.differences.iter().filter(|d| d.depth([0.0, 0.0]) >= -SLACK) {
            for normal in touching_ways(d) {
                if self.is_open(normal, usize::MAX) {
                    return normal;
                }
                first = first.or(Some(normal));
            }
        }
        first.unwrap_or(FREE[0])
    }
}

/// The outward normals of a difference where the origin is on its outline, by their features.
fn touching_ways(d: &Difference) -> Vec<[f64; 2]> {
    let is_on = |edge: &Corner| {
        let along = -dot(edge.at, edge.along);
        (edge.height + d.radius).abs() <= SLACK && along >= 0.0 && along <= squared(edge.along)
    };
    let mut edges: Vec<usize> = (0..d.edges().len()).filter(|&k| is_on(&d.edges()[k])).collect();
    if edges.len() > 1 {
        edges.sort_by_key(|&k| d.rank(Some(k)));
    }
    let on_arcs = d.corners().iter().filter_map(|corner| {
        let far = squared(corner.at).sqrt();
        (far > 0.0 && (far - d.radius).abs() <= SLACK).then(|| corner.at.map(|x| -x / far + 0.0))
    });
    edges.into_iter().map(|k| d.edges()[k].normal).chain(on_arcs).collect()
}

/// A stretch's start and vector; a line's unit normal and height.
type Line = ([f64; 2], [f64; 2]);
type Side = ([f64; 2], f64);

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

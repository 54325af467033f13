//! The numbers of the answer. The search says where the nearest free moves are, to far less than 1e-3 px. Here the exact
//! differences of the original parts that pass there give depth and normal, by SPEC 5's formulas and ties. So the bits
//! depend neither on the reduction nor on the course of the search.

use std::cell::Cell;

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::query::blob::Blob;
use crate::query::piece::{EVERYWHERE, Set, keeping, sets, window};
use crate::query::push_out::lines::BodyPair;
use crate::query::push_out::part_difference::{PartDifference, PartDifferences, PartEdge};
use crate::query::push_out::spots::spots;
use crate::query::push_out::{FreePlace, PushOut, SLACK, Vector, dot, minus, square};
use crate::query::tree::BoundsTree;

/// Directions to try where the direction is free: (1, 0), then the others where that one is blocked.
const FREE: [Vector; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

/// Whether a move is inside by the seams, too; for bodies with parts without interior.
pub(super) type IsBlocked<'a> = Option<&'a mut dyn FnMut(Vector) -> bool>;

/// The differences of original parts that pass by some places, in order: A's parts first.
pub(super) struct Numbers<'a> {
    differences: PartDifferences,
    places: &'a [FreePlace],
    /// The difference that hid an edge last. It often hides the next one, too.
    hider: Cell<usize>,
}

/// A stretch of a difference's outline: an edge, or an arc around a vertex.
#[derive(Clone, Copy)]
struct OutlineCurve {
    /// The least distance to the origin.
    near: f64,
    owner: usize,
    /// The index of the edge; after the edges come the arcs.
    feature: usize,
}

impl PushOut {
    fn to(at: Vector) -> PushOut {
        let depth = square(at).sqrt();
        PushOut { normal: at.map(|x| x / depth + 0.0), depth }
    }
}

impl<'a> Numbers<'a> {
    /// Finds the differences that come near the places; `None` where the work is used up.
    pub(super) fn near(
        bodies: &BodyPair,
        [a, b]: [&Form; 2],
        places: &'a [FreePlace],
    ) -> Option<Numbers<'a>> {
        let touched: Vec<(&FreePlace, Vec<Bounds>)> =
            distinct(places).map(|place| (place, spots(bodies, place))).collect();
        let (mut pairs, mut parts) = (Vec::new(), [Vec::new(), Vec::new()]);
        let all = |sign: i32| {
            let of = |(place, spots): &(&FreePlace, Vec<Bounds>)| {
                spots.iter().map(|&spot| moved(spot, place, sign)).reduce(Bounds::union)
            };
            touched.iter().filter_map(of).reduce(Bounds::union)
        };
        if let (Some(near_a), Some(near_b)) = (all(0), all(-1)) {
            parts = [sets(a, near_a, rows(near_a)), sets(b, near_b, rows(near_b))];
        }
        for (place, spots) in &touched {
            add_pairs(&parts, place, spots, &mut pairs)?;
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut differences = PartDifferences::new();
        for (i, j) in pairs {
            let (a, b) = (parts[0][i as usize].blob(), parts[1][j as usize].blob());
            if !spend(4 * (a.vertices.len() + b.vertices.len()) as u64) {
                return None;
            }
            let passes =
                |d: PartDifference| places.iter().any(|place| d.depth(place.at) >= -place.nearness());
            differences.push_if(a, b, passes);
        }
        Some(Numbers { differences, places, hider: Cell::new(0) })
    }

    /// Returns the shortest move.
    pub(super) fn shortest(&self, mut is_blocked: IsBlocked) -> Option<PushOut> {
        let mut best: Option<PushOut> = None;
        for OutlineCurve { near, owner, feature } in self.curves() {
            let limit = best.map_or(f64::INFINITY, |best| best.depth);
            if near >= limit || !spend(8) {
                break;
            }
            let own = self.differences.at(owner);
            let end = match own.edges.get(feature) {
                Some(edge) => self.on_line(owner, edge, limit, &mut is_blocked),
                None => self.on_circle(owner, own.hull[feature - own.edges.len()], limit, &mut is_blocked),
            };
            best = end.filter(|end| end.depth < limit).or(best);
        }
        best.or_else(|| self.corner())
    }

    /// Returns the normal of two bodies that only touch: the first direction out of a difference along which the overlap does
    /// not get deeper.
    pub(super) fn touching_normal(&self) -> Vector {
        let is_free = |p: Vector| !self.solid().any(|(_, d)| d.depth(p) > SLACK);
        let touching = self.differences.iter().filter(|d| spend(d.size()) && d.depth([0.0; 2]) >= -SLACK);
        let mut first = None;
        let free = touching.into_iter().find_map(|d| {
            let normals = d.touching_normals();
            first = first.or(normals.first().copied());
            normals.into_iter().find(|&n| is_free(n))
        });
        free.or(first).unwrap_or(FREE[0])
    }

    fn solid(&self) -> impl Iterator<Item = (usize, PartDifference<'_>)> {
        self.differences.iter().enumerate().filter(|(_, d)| !d.is_thin())
    }

    fn others(&self, owner: usize) -> impl Iterator<Item = (usize, PartDifference<'_>)> {
        self.solid().filter(move |&(k, d)| k != owner && spend(2 * d.size()))
    }

    fn is_near(&self, at: Vector) -> bool {
        self.places.iter().any(|place| is_within(at, place.at, place.reach))
    }

    /// Returns the curves that pass by the places: the nearer one first, then the earlier difference, then the earlier
    /// feature.
    fn curves(&self) -> Vec<OutlineCurve> {
        let mut curves = Vec::new();
        for (owner, d) in self.solid() {
            for (feature, edge) in d.edges.iter().enumerate() {
                let height = edge.height + d.radius;
                if self.passes(|at| dot(edge.normal, at) - height) {
                    let (a, e) = line_of(edge, d.radius);
                    let t = (-dot(a, e) / dot(e, e)).clamp(0.0, 1.0);
                    let near = square([a[0] + e[0] * t, a[1] + e[1] * t]).sqrt();
                    curves.push(OutlineCurve { near, owner, feature });
                }
            }
            let arcs = if d.radius > 0.0 { d.hull } else { &[] };
            for (k, &c) in arcs.iter().enumerate() {
                if self.passes(|at| square(minus(at, c)).sqrt() - d.radius) {
                    let near = (square(c).sqrt() - d.radius).abs();
                    curves.push(OutlineCurve { near, owner, feature: d.edges.len() + k });
                }
            }
        }
        let features = |curve: &OutlineCurve| (curve.owner, curve.feature);
        curves.sort_by(|p, q| p.near.total_cmp(&q.near).then_with(|| features(p).cmp(&features(q))));
        curves
    }

    /// Whether a curve is near one of the places, by the distance of a point from it.
    fn passes(&self, distance: impl Fn(Vector) -> f64) -> bool {
        self.places.iter().any(|place| distance(place.at).abs() <= place.width())
    }

    /// Returns the free point of an edge that is nearest to the origin, if it is nearer than the limit.
    fn on_line(
        &self,
        owner: usize,
        edge: &PartEdge,
        limit: f64,
        is_blocked: &mut IsBlocked,
    ) -> Option<PushOut> {
        let own = self.differences.at(owner);
        let (a, e) = line_of(edge, own.radius);
        let (normal, height) = (edge.normal, edge.height + own.radius);
        let length = dot(e, e);
        let foot = (-dot(a, e) / length).clamp(0.0, 1.0);
        let place = |t: f64| [a[0] + e[0] * t, a[1] + e[1] * t];
        let covered = self.covered(owner, a, e)?;
        let mut times = vec![foot];
        times.extend(covered.iter().flat_map(|&(from, to)| [from, to]));
        if is_blocked.is_some() {
            // A part without interior may leave a seam at any corner on the line.
            let corners = self.differences.iter().flat_map(|d| d.hull);
            let on_line = corners.filter(|&&v| (dot(normal, v) - height).abs() <= SLACK);
            times.extend(on_line.map(|&v| dot(minus(v, a), e) / length));
        }
        times.extend([0.0, 1.0]);
        times.retain(|&t| (0.0..=1.0).contains(&t) && self.is_near(place(t)));
        times.sort_by(|s, t| (s - foot).abs().total_cmp(&(t - foot).abs()));
        let is_inner_foot = |t: f64| t == foot && t > 0.0 && t < 1.0;
        let depth = |t: f64| if is_inner_foot(t) { height.abs() } else { PushOut::to(place(t)).depth };
        let mut near = times.into_iter().take_while(|&t| depth(t) < limit);
        let t = near.find(|&t| {
            let is_covered = covered.iter().any(|&(from, to)| from < t && t < to);
            !is_covered && !is_blocked.as_mut().is_some_and(|is_blocked| is_blocked(place(t)))
        })?;
        if !is_inner_foot(t) {
            return Some(PushOut::to(place(t)));
        }
        let side = if height < 0.0 { -1.0 } else { 1.0 };
        Some(PushOut { normal: normal.map(|x| x * side + 0.0), depth: height.abs() })
    }

    /// Returns the stretches of a line from `a` along `e` that other differences cover. `None` where nothing near the places is
    /// free: most edges lie inside, because the parts of a body share them.
    fn covered(&self, owner: usize, a: Vector, e: Vector) -> Option<Vec<(f64, f64)>> {
        let (first, last) = self.near_stretch(a, e)?;
        let hides = |&(from, to): &(f64, f64)| (from < first && to > last) || (from <= 0.0 && to >= 1.0);
        let likely = self.hider.get();
        if likely != owner && likely < self.differences.len() {
            let likely = self.differences.at(likely);
            if spend(2 * likely.size()) && !likely.is_thin() && likely.covers(a, e).is_some_and(|c| hides(&c))
            {
                return None;
            }
        }
        let mut covered = Vec::new();
        for (k, other) in self.others(owner) {
            if !spend(6 * other.size()) {
                break;
            }
            let Some(stretch) = other.covers(a, e) else { continue };
            if hides(&stretch) {
                self.hider.set(k);
                return None;
            }
            covered.push(stretch);
        }
        Some(covered)
    }

    /// Returns the times from which until which a line may be near a place; `None` where it never is.
    fn near_stretch(&self, a: Vector, e: Vector) -> Option<(f64, f64)> {
        let near = |place: &FreePlace| {
            let (mut from, mut to) = (0.0_f64, 1.0_f64);
            for k in [0, 1] {
                // A little more, for rounding.
                let (middle, reach) = (place.at[k] - a[k], place.reach + 1e-3);
                if e[k] == 0.0 {
                    if middle.abs() > reach {
                        return None;
                    }
                    continue;
                }
                let times = [(middle - reach) / e[k], (middle + reach) / e[k]];
                from = from.max(times[0].min(times[1]));
                to = to.min(times[0].max(times[1]));
            }
            (from <= to).then_some((from, to))
        };
        self.places.iter().filter_map(near).reduce(|p, q| (p.0.min(q.0), p.1.max(q.1)))
    }

    /// Returns the free point of an arc that is nearest to the origin, if it is nearer than the limit.
    fn on_circle(&self, owner: usize, c: Vector, limit: f64, is_blocked: &mut IsBlocked) -> Option<PushOut> {
        let own = self.differences.at(owner);
        let r = own.radius;
        // Where another difference covers the whole arc, there is no end.
        if self.others(owner).any(|(_, other)| other.depth(c) > r + 2.0 * SLACK) {
            return None;
        }
        let mut ends: Vec<(Vector, PushOut)> = Vec::new();
        let far = square(c).sqrt();
        // From outside the circle, its nearest point is on the side of the origin, and the move goes towards the center.
        let side = if far > r { -1.0 } else { 1.0 };
        let mut foot = |out: Vector| {
            let at = [c[0] + out[0] * r, c[1] + out[1] * r];
            ends.push((at, PushOut { normal: out.map(|x| x * side + 0.0), depth: (r - far).abs() }));
        };
        if far > 0.0 {
            foot(c.map(|x| -x / far + 0.0));
        } else {
            // From the center of the circle all directions are equally long.
            own.edges.first().iter().for_each(|edge| foot(edge.normal));
            FREE.into_iter().for_each(foot);
        }
        for (_, other) in self.others(owner) {
            let mut add = |p: Vector| {
                let end = PushOut::to(p);
                if end.depth > 0.0 && end.depth < limit && other.depth(p).abs() <= SLACK {
                    ends.push((p, end));
                }
            };
            other
                .edges
                .iter()
                .for_each(|edge| cross_line(c, r, edge.normal, edge.height + other.radius, &mut add));
            if other.radius > 0.0 {
                other.hull.iter().for_each(|&d| cross_circle(c, r, d, other.radius, &mut add));
            }
        }
        ends.retain(|&(at, end)| end.depth < limit && own.depth(at) <= SLACK && self.is_near(at));
        ends.sort_by(|p, q| p.1.depth.total_cmp(&q.1.depth));
        let free = ends.into_iter().find(|&(at, _)| {
            self.others(owner).all(|(_, other)| other.depth(at) <= SLACK)
                && !is_blocked.as_mut().is_some_and(|is_blocked| is_blocked(at))
        });
        free.map(|(_, end)| end)
    }

    /// Returns the crossing of the first two lines that cross at a place and are free there. This is the only move into a
    /// pocket that fits exactly: rounding covers all lines there.
    fn corner(&self) -> Option<PushOut> {
        for &FreePlace { at, .. } in self.places {
            let lines = self
                .differences
                .iter()
                .flat_map(|d| d.edges.iter().map(move |e| (e.normal, e.height + d.radius)));
            let lines: Vec<(Vector, f64)> = lines.filter(|&(n, h)| (dot(n, at) - h).abs() <= 1e-3).collect();
            for (k, &(m, g)) in lines.iter().enumerate() {
                for &(n, h) in &lines[k + 1..] {
                    let turn = m[0] * n[1] - m[1] * n[0];
                    if turn.abs() < 1e-3 || !spend(1) {
                        continue;
                    }
                    let x = [(g * n[1] - h * m[1]) / turn, (m[0] * h - n[0] * g) / turn];
                    if is_within(x, at, 0.1) && self.solid().all(|(_, d)| d.depth(x) <= SLACK) {
                        return Some(PushOut::to(x));
                    }
                }
            }
        }
        None
    }
}

/// Returns the places without those whose differences an earlier one shows, too.
fn distinct(places: &[FreePlace]) -> impl Iterator<Item = &FreePlace> {
    places.iter().enumerate().filter_map(|(k, place)| {
        let is_shown = |other: &FreePlace| {
            is_within(place.at, other.at, 0.5 * other.reach) && place.reach <= 1.01 * other.reach
        };
        (!places[..k].iter().any(is_shown)).then_some(place)
    })
}

/// Adds the pairs of parts whose differences may pass by a place, given where the bodies touch there.
fn add_pairs(
    [ours, theirs]: &[Vec<Set>; 2],
    place: &FreePlace,
    spots: &[Bounds],
    pairs: &mut Vec<(u32, u32)>,
) -> Option<()> {
    let near = |sets: &[Set], sign: i32| -> Vec<(u32, Bounds)> {
        let spots: Vec<Bounds> = spots.iter().map(|&spot| moved(spot, place, sign)).collect();
        let touches =
            |set: &Set| spots.iter().any(|spot| set.bounds().meets(*spot) && meets_box(set.blob(), *spot));
        (0..).zip(sets).filter(|(_, set)| touches(set)).map(|(k, set)| (k, set.bounds())).collect()
    };
    let (ours_near, theirs_near) = (near(ours, 0), near(theirs, -1));
    let Some(tree) = BoundsTree::over(theirs_near.iter().map(|&(_, bounds)| bounds)) else {
        return Some(());
    };
    for (i, around) in ours_near {
        let is_stopped = tree.any(moved(around, place, -1), |k| {
            let (j, _) = theirs_near[k];
            let (a, b) = (ours[i as usize].blob(), theirs[j as usize].blob());
            let within = f64::from(a.radius) + f64::from(b.radius) + place.nearness();
            let back = place.at.map(|x| -x);
            let may_pass = !is_apart(a.vertices, b.vertices, place.at, within)
                && !is_apart(b.vertices, a.vertices, back, within);
            if may_pass {
                pairs.push((i, j));
            }
            !spend(if may_pass { keeping(pairs.len()) } else { 1 })
        });
        if is_stopped || !spend(1) {
            return None;
        }
    }
    Some(())
}

/// Returns a box moved by the times `sign` of a place, and grown by its margin.
fn moved(bounds: Bounds, place: &FreePlace, sign: i32) -> Bounds {
    let [x, y] = place.at.map(|x| sign * x.round() as i32);
    bounds.translated(Point::new(x, y)).grown(place.margin())
}

/// Returns the rows of pixels that may meet a box, over their full width: the end of a run of covered squares decides the
/// numbers.
fn rows(near: Bounds) -> PixelBox {
    let all = window(EVERYWHERE);
    PixelBox { x0: all.x0, x1: all.x1, ..window(near) }
}

/// Whether an edge of a hull shows that another hull, moved, is further away.
fn is_apart(a: &[Point], b: &[Point], by: Vector, within: f64) -> bool {
    let hull = Blob { vertices: a, radius: 0 };
    hull.edges().any(|(start, edge)| {
        let out = edge.outward().to_f64();
        let height = |v: &Point| {
            out[0] * (f64::from(v.x) + by[0] - f64::from(start.x))
                + out[1] * (f64::from(v.y) + by[1] - f64::from(start.y))
        };
        let least = b.iter().map(height).fold(f64::INFINITY, f64::min);
        least > 0.0 && least * least > within * within * square(out)
    })
}

/// Whether no edge of a part shows that it is beside a box. A long triangle lies beside most boxes that meet its own.
fn meets_box(part: Blob, Bounds { min, max }: Bounds) -> bool {
    let corners = [min, Point::new(min.x, max.y), max, Point::new(max.x, min.y)];
    !is_apart(part.vertices, &corners, [0.0; 2], part.radius.into())
}

fn line_of(edge: &PartEdge, radius: f64) -> (Vector, Vector) {
    let n = edge.normal;
    ([edge.start[0] + n[0] * radius, edge.start[1] + n[1] * radius], edge.along)
}

fn is_within(x: Vector, at: Vector, reach: f64) -> bool {
    (x[0] - at[0]).abs() <= reach && (x[1] - at[1]).abs() <= reach
}

/// Reports the points where a circle and a line cross.
fn cross_line(c: Vector, r: f64, n: Vector, h: f64, tell: &mut impl FnMut(Vector)) {
    let away = h - dot(n, c);
    if away.abs() <= r {
        let half = (r * r - away * away).sqrt();
        let foot = [c[0] + n[0] * away, c[1] + n[1] * away];
        tell([foot[0] - n[1] * half, foot[1] + n[0] * half]);
        tell([foot[0] + n[1] * half, foot[1] - n[0] * half]);
    }
}

/// Reports the points where two circles cross.
fn cross_circle(c: Vector, r: f64, d: Vector, q: f64, tell: &mut impl FnMut(Vector)) {
    let between = minus(d, c);
    let apart = square(between);
    let along = (apart + r * r - q * q) / (2.0 * apart);
    let across = r * r / apart - along * along;
    if apart > 0.0 && across >= 0.0 {
        let half = across.sqrt();
        let foot = [c[0] + between[0] * along, c[1] + between[1] * along];
        tell([foot[0] - between[1] * half, foot[1] + between[0] * half]);
        tell([foot[0] + between[1] * half, foot[1] - between[0] * half]);
    }
}

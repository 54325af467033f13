//! Seams: a body of several parts has none, so a part without interior of its own, a point or a segment, that lies between
//! two of them lies in the interior of their union (SPEC 3). Decided in whole numbers.

use std::collections::BTreeSet;

use crate::form::{Form, Touching};
use crate::lattice::PixelBox;
use crate::mask::Sprite;
use crate::reference::hull::{Hull, meets, within};
use crate::reference::piece::{Piece, pieces};
use crate::reference::pixels::covered;
use crate::reference::wide::V;
use crate::shape::{Convex, Tiles};

/// Whether one of two bodies has a part without interior that lies on a seam of the other.
pub(super) fn on_seams(a: &Form, b: &Form) -> bool {
    [(a, b), (b, a)].into_iter().any(|(thin, solid)| {
        thin_parts(thin).any(|part| {
            let solid = Solid::near(pieces(solid), part);
            match part.vertices() {
                [p] => solid.surrounds(V::from(*p)),
                v => solid.seams_along(V::from(v[0]), V::from(v[1]) - V::from(v[0])).iter().any(|seam| {
                    let length = (V::from(v[1]) - V::from(v[0])).squared().cast_signed();
                    seam.0 < length && seam.1 > 0
                }),
            }
        })
    })
}

fn thin_parts(form: &Form) -> impl Iterator<Item = &Convex> {
    let parts: &[Convex] = if let Form::Shape(parts) = form { parts } else { &[] };
    parts.iter().filter(|&part| Hull::from(part).is_thin())
}

/// How many covered squares of a sprite the parts of a shape meet on seams, where they lie deep in none.
pub(super) fn count_squares(sprite: &Sprite, form: &Form) -> u64 {
    let mut met = BTreeSet::new();
    for part in thin_parts(form) {
        // Twice as fine, so that the middle between two places is one.
        let stops = stops(part, |x| x.div_euclid(256) * 256);
        for stop in stops {
            // A square that ends where the place lies holds it too.
            let beside = |x: i64| ((x - 1).div_euclid(512)..=x.div_euclid(512)).collect::<Vec<_>>();
            let squares: Vec<(i64, i64)> = beside(stop.x)
                .into_iter()
                .flat_map(|i| beside(stop.y).into_iter().map(move |j| (i, j)))
                .collect();
            if squares.iter().all(|&(i, j)| covered(sprite, i, j)) {
                met.extend(squares);
            }
        }
    }
    met.len() as u64
}

/// The places of an upright or level part at which something may change, its ends and the lines between squares, and those
/// in the middle between two of them; all times two. None of a part that is askew: it runs along no squares.
fn stops(part: &Convex, line_before: impl Fn(i64) -> i64) -> Vec<V> {
    let (a, b) = (V::from(part.vertices()[0]), V::from(part.vertices()[part.vertices().len() - 1]));
    if a.x != b.x && a.y != b.y {
        return Vec::new();
    }
    let is_level = a.y == b.y;
    let (from, to) = if is_level { (a.x.min(b.x), a.x.max(b.x)) } else { (a.y.min(b.y), a.y.max(b.y)) };
    let mut places = vec![from, to];
    places.extend((line_before(from)..=to).step_by(256).filter(|&x| x > from));
    places.sort_unstable();
    let middles = places.windows(2).map(|two| two[0] + two[1]).collect::<Vec<_>>();
    let all = places.into_iter().map(|x| 2 * x).chain(middles);
    all.map(|x| if is_level { V::new(x, 2 * a.y) } else { V::new(2 * a.x, x) }).collect()
}

/// The cells of a tile map, as (row, column), that a body meets on seams of the map, where it lies deep in none.
pub(super) fn cells_met(tiles: &Tiles, other: &Form) -> BTreeSet<[u32; 2]> {
    let cells: Vec<_> = tiles.cells().collect();
    let mut met = BTreeSet::new();
    for part in thin_parts(other) {
        let solids = cells.iter().map(|cell| Solid::near(vec![cell.form.clone().into()], part).doubled());
        let solids: Vec<Solid> = solids.collect();
        let all = Solid { sets: solids.iter().flat_map(|solid| solid.sets.clone()).collect() };
        for stop in all.stops(part) {
            if all.surrounds(stop) {
                let at = Hull::new(vec![stop], 0);
                let holding = solids
                    .iter()
                    .zip(&cells)
                    .filter(|(solid, _)| solid.sets.iter().any(|set| within(&at, set, 0)));
                met.extend(holding.map(|(_, cell)| [cell.row, cell.column]));
            }
        }
    }
    met
}

/// When one of two bodies' parts without interior first lies on a seam of the other as A moves along `d`: the infimum.
///
/// Only along its own line can a part come upon a seam before it comes into a set beside it.
pub(super) fn first_on_seam(a: &Form, b: &Form, d: V) -> Option<f64> {
    let mut first: Option<f64> = None;
    for (thin, solid, d) in [(a, b, d), (b, a, -d)] {
        for part in thin_parts(thin) {
            let convex = pieces(solid).into_iter().filter(|piece| matches!(piece, Piece::Convex(_)));
            let hulls = convex.flat_map(|piece| piece.hulls(part.bounds()));
            let solid = Solid { sets: hulls.filter(|hull| !hull.is_thin()).collect() };
            let time = solid.first_seam(part, d);
            first = first.into_iter().chain(time).reduce(f64::min);
        }
    }
    first
}

/// Closed convex sets with an interior.
struct Solid {
    sets: Vec<Hull>,
}

/// What a set covers around a point on its outline: what lies behind both edges there. At either end it is straight, where
/// the edge goes on from the point, or bends away.
struct Wedge {
    before: V,
    after: V,
    is_straight_back: bool,
    is_straight_on: bool,
}

/// A stretch of a line: from and to, times the length of its direction.
type Stretch = (i128, i128);

impl Solid {
    /// Of pieces, as far as they may meet a part; of sprites the covered squares one by one.
    fn near(pieces: Vec<Piece>, part: &Convex) -> Solid {
        let is_near = |piece: &Piece| piece.bounds().is_some_and(|b| b.meets(part.bounds()));
        let mut sets = Vec::new();
        for piece in pieces.into_iter().filter(is_near) {
            match piece {
                Piece::Convex(convex) => sets.push(Hull::from(&*convex)),
                Piece::Sprite(sprite) => sets.extend(squares_touched(&sprite, part)),
            }
        }
        sets.retain(|set| !set.is_thin());
        Solid { sets }
    }

    /// On a lattice twice as fine.
    fn doubled(self) -> Solid {
        let twice = |v: &V| V::new(2 * v.x, 2 * v.y);
        let sets = self
            .sets
            .iter()
            .map(|set| Hull { vertices: set.vertices.iter().map(twice).collect(), radius: 2 * set.radius });
        Solid { sets: sets.collect() }
    }

    /// The places of a part, twice as fine, at which what it meets may change, and those in between.
    fn stops(&self, part: &Convex) -> Vec<V> {
        let ends = [0, part.vertices().len() - 1].map(|k| V::from(part.vertices()[k]));
        let [a, b] = ends.map(|v| V::new(2 * v.x, 2 * v.y));
        let d = b - a;
        let is_on = |v: &V| {
            let w = *v - a;
            d.cross(w) == 0 && w.dot(d) >= 0 && w.dot(d) <= d.dot(d)
        };
        let corners = self.sets.iter().flat_map(|set| set.vertices.iter().copied().filter(is_on));
        let mut stops: Vec<V> = corners.chain([a, b]).collect();
        stops.sort_by_key(|&v| (v - a).dot(d));
        let middles: Vec<V> = stops
            .windows(2)
            .map(|two| V::new((two[0].x + two[1].x) / 2, (two[0].y + two[1].y) / 2))
            .collect();
        stops.extend(middles);
        stops
    }

    /// Whether a point lies in the interior of the union: deep in a set, or where each wedge around it ends another goes on.
    fn surrounds(&self, p: V) -> bool {
        let at = Hull::new(vec![p], 0);
        if self.sets.iter().any(|set| meets(&at, set, Touching::Ignored)) {
            return true;
        }
        let wedges: Vec<Wedge> = self.sets.iter().filter_map(|set| Wedge::of(set, p)).collect();
        let goes_on = |wedge: &Wedge| {
            let end = wedge.after;
            let is_along = |way: V| way.cross(end) == 0 && way.dot(end) > 0;
            wedges.iter().any(|other| other.holds(end))
                || wedges.iter().any(|other| other.is_straight_on && is_along(other.after))
                    && wedges.iter().any(|other| other.is_straight_back && is_along(-other.before))
        };
        !wedges.is_empty() && wedges.iter().all(goes_on)
    }

    /// The stretches of the line from a point along `d` that have the edge of a set on either side.
    fn seams_along(&self, a: V, d: V) -> Vec<Stretch> {
        let (mut left, mut right): (Vec<Stretch>, Vec<Stretch>) = (Vec::new(), Vec::new());
        for set in &self.sets {
            let radius = i128::from(set.radius);
            for (start, edge) in set.edges().filter(|(_, edge)| edge.cross(d) == 0) {
                let out = edge.cross(a - start);
                if out >= 0 && out * out == radius * radius * edge.dot(edge) {
                    let (from, to) = ((start - a).dot(d), (start + edge - a).dot(d));
                    if from < to { left.push((from, to)) } else { right.push((to, from)) }
                }
            }
        }
        let mut stops: Vec<i128> = left.iter().chain(&right).flat_map(|&(from, to)| [from, to]).collect();
        stops.sort_unstable();
        stops.dedup();
        let has = |edges: &[Stretch], at: Stretch| edges.iter().any(|&(from, to)| from <= at.0 && at.1 <= to);
        let all = stops.windows(2).map(|two| (two[0], two[1]));
        all.filter(|&at| has(&left, at) && has(&right, at)).collect()
    }

    /// When a part that moves along `d` first lies on a seam.
    fn first_seam(&self, part: &Convex, d: V) -> Option<f64> {
        let (a, b) = (V::from(part.vertices()[0]), V::from(part.vertices()[part.vertices().len() - 1]));
        let length = d.dot(d);
        if length == 0 {
            let form = Form::Shape(part.clone().into());
            return self.is_seam_under(&form).then_some(0.0);
        }
        if (b - a).cross(d) != 0 {
            return None;
        }
        let (tail, head) = ((b - a).dot(d).min(0), (b - a).dot(d).max(0));
        // Its head comes to the seam within the way, and its tail was not past it at the start.
        let met = self.seams_along(a, d).into_iter().filter(|seam| seam.0 - head < length && seam.1 > tail);
        met.map(|seam| ((seam.0 - head) as f64 / length as f64).max(0.0)).reduce(f64::min)
    }

    /// Whether a part that stays lies on a seam.
    fn is_seam_under(&self, form: &Form) -> bool {
        thin_parts(form).any(|part| match part.vertices() {
            [p] => self.surrounds(V::from(*p)),
            v => {
                let d = V::from(v[1]) - V::from(v[0]);
                let seams = self.seams_along(V::from(v[0]), d);
                seams.iter().any(|seam| seam.0 < d.dot(d) && seam.1 > 0)
            }
        })
    }
}

impl Wedge {
    /// Of a set that a point lies on, not deep; `None` where it lies beside it.
    fn of(set: &Hull, p: V) -> Option<Wedge> {
        if !within(&Hull::new(vec![p], 0), set, 0) {
            return None;
        }
        let radius = i128::from(set.radius);
        let on_line = |&(start, edge): &(V, V)| {
            let out = edge.cross(p - start);
            out >= 0 && out * out == radius * radius * edge.dot(edge) && {
                let along = edge.dot(p - start);
                along >= 0 && along <= edge.dot(edge)
            }
        };
        let edges: Vec<(V, V)> = set.edges().filter(on_line).collect();
        let (is_first, is_last) = (
            |&(start, edge): &(V, V)| edge.dot(p - start) == 0,
            |&(start, edge): &(V, V)| edge.dot(p - start - edge) == 0,
        );
        match edges[..] {
            // On the arc around a vertex, which bends away on both sides.
            [] => {
                let centre = set.vertices.iter().find(|&&v| (p - v).dot(p - v) == radius * radius)?;
                let out = p - *centre;
                let tangent = V::new(out.y, -out.x);
                Some(Wedge {
                    before: tangent,
                    after: tangent,
                    is_straight_back: false,
                    is_straight_on: false,
                })
            }
            [only] => Some(Wedge {
                before: only.1,
                after: only.1,
                is_straight_back: set.radius == 0 || !is_first(&only),
                is_straight_on: set.radius == 0 || !is_last(&only),
            }),
            // At a corner one edge ends and the next begins.
            [ref one, ref other, ..] => {
                let (ends, begins) = if is_last(one) { (one, other) } else { (other, one) };
                Some(Wedge { before: ends.1, after: begins.1, is_straight_back: true, is_straight_on: true })
            }
        }
    }

    /// Whether a direction leads strictly into it.
    fn holds(&self, way: V) -> bool {
        self.before.cross(way) < 0 && self.after.cross(way) < 0
    }
}

/// The covered squares that a part may touch.
fn squares_touched(sprite: &Sprite, part: &Convex) -> Vec<Hull> {
    let (min, max) = (part.bounds().min, part.bounds().max);
    // No segment that is askew runs along the sides of squares.
    if min.x < max.x && min.y < max.y {
        return Vec::new();
    }
    let mut squares = Vec::new();
    for j in (min.y - 1) >> 8..=max.y >> 8 {
        for i in (min.x - 1) >> 8..=max.x >> 8 {
            if covered(sprite, i.into(), j.into()) {
                squares.push(Hull::squares(PixelBox { x0: i, y0: j, x1: i + 1, y1: j + 1 }));
            }
        }
    }
    squares
}

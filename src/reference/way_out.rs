//! The shortest way out of a body of several parts (SPEC 5), by trying every place at which it may end: the nearest point of
//! every stretch of outline of the moves that overlap, every end of one, and every place where two cross.

use crate::form::Form;
use crate::lattice::{Bounds, Point};
use crate::reference::curve::{CLOSE, Curve};
use crate::reference::hull::Hull;
use crate::reference::piece::pieces;
use crate::reference::plane::P;
use crate::reference::union::{Set, Union};
use crate::reference::wide::V;

/// The shortest move of B after which nothing overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WayOut {
    pub(super) normal: [f64; 2],
    /// In lattice units.
    pub(super) depth: f64,
}

/// How deep two bodies may lie in each other after the move, in lattice units: more than rounding, far less than shows.
const SLACK: f64 = 1e-4;
/// Ways whose lengths differ by less than rounding may, as a share and in lattice units, are as long as each other.
const TIE: f64 = 1e-11;
/// Where the direction is free (SPEC 5): the first of these that is open.
const FREE: [P; 4] = [P(1.0, 0.0), P(0.0, 1.0), P(-1.0, 0.0), P(0.0, -1.0)];

/// The way out of two bodies that overlap; where they only touch, one along which nothing gets deeper, without length.
pub(super) fn way_out(a: &Form, b: &Form) -> Option<WayOut> {
    let moves = Moves::of(a, b)?;
    if moves.is_free(P::ZERO) {
        return Some(WayOut { normal: moves.touching_normal().told(), depth: 0.0 });
    }
    let nearest = moves.first_free(moves.feet());
    let limit = nearest.map_or(f64::INFINITY, |end| end.depth);
    let mut ends = moves.crossings(limit);
    ends.extend(nearest);
    let End { normal, depth, .. } = moves.first_free(ends)?;
    Some(WayOut { normal: normal.told(), depth })
}

/// The moves of a part of B that overlap a part of A, the stretches of their outline in order, and how near each comes.
struct Pair {
    set: Set,
    outline: Vec<(Curve, f64)>,
}

/// The moves of B that overlap.
struct Moves {
    pairs: Vec<Pair>,
    /// The moves by which parts without interior cross each other.
    lines: Union,
    /// Parts without interior, the body that each may lie in, and which way it moves there.
    thin: Vec<(Vec<P>, Union, f64)>,
}

/// A place where a way out may end: `order` is its pair of parts and its feature.
#[derive(Debug, Clone, Copy)]
struct End {
    at: P,
    normal: P,
    depth: f64,
    order: (usize, usize),
}

impl End {
    fn at(at: P, order: (usize, usize)) -> End {
        End { at, normal: at.unit(), depth: at.length(), order }
    }
}

impl Moves {
    /// B could leave the box around A to one side: what keeps it from no move as short as that is left out.
    fn of(a: &Form, b: &Form) -> Option<Moves> {
        let (box_a, box_b) = (a.bounds()?, b.bounds()?);
        let sides = [
            (box_b.min.x, box_a.max.x),
            (box_a.min.x, box_b.max.x),
            (box_b.min.y, box_a.max.y),
            (box_a.min.y, box_b.max.y),
        ];
        let least = sides.map(|(from, to)| i64::from(to) - i64::from(from)).into_iter().min()?;
        let reach = least.clamp(0, 1 << 29) as i32 + 3;
        let (near_a, near_b) = (box_b.grown(reach), box_a.grown(reach));
        let (parts_a, parts_b) = (parts(a, near_a), parts(b, near_b));
        let mut pairs = Vec::new();
        for p in &parts_a {
            for q in parts_b.iter().filter(|q| box_of(p).grown(reach).meets(box_of(q))) {
                pairs.push(Pair::of(p, q));
            }
        }
        let origin = V::new(0, 0);
        let of_lines = parts_a.iter().filter(|p| p.is_thin()).flat_map(|p| {
            parts_b.iter().filter(|q| q.is_thin()).map(move |q| Set::of(&Hull::difference(q, p), origin))
        });
        let lines = Union { sets: of_lines.collect() };
        let mut thin = Vec::new();
        for (form, other, sign) in [(a, b, -1.0), (b, a, 1.0)] {
            let Form::Shape(parts) = form else { continue };
            for part in parts.iter().filter(|&part| Hull::from(part).is_thin()) {
                let hull = Hull::from(part);
                let start = hull.vertices[0];
                let ends = hull.vertices.iter().map(|&v| P::of(v, start)).collect();
                thin.push((ends, Union::near(other, start, part.bounds().grown(reach)), sign));
            }
        }
        Some(Moves { pairs, lines, thin })
    }

    /// Whether nothing overlaps after a move: no two parts, no part without interior and the other body, and no parts
    /// without interior that cross at a joint.
    fn is_free(&self, p: P) -> bool {
        let is_deep = |pair: &Pair| !pair.set.is_thin() && pair.set.depth(p) > SLACK;
        !self.pairs.iter().any(is_deep)
            && !self.lines.is_inside(p, SLACK)
            && !self.thin.iter().any(|(ends, other, sign)| {
                let ends: Vec<P> = ends.iter().map(|&end| end + p * *sign).collect();
                reaches_inside(other, &ends)
            })
    }

    /// The first of the shortest that are free.
    fn first_free(&self, mut ends: Vec<End>) -> Option<End> {
        ends.sort_by(|a, b| a.depth.total_cmp(&b.depth).then(a.order.cmp(&b.order)));
        let first = *ends.iter().find(|end| self.is_free(end.at))?;
        let ties = ends.into_iter().skip_while(|end| end.depth < first.depth - TIE * (1.0 + first.depth));
        let ties = ties.take_while(|end| end.depth <= first.depth + TIE * (1.0 + first.depth));
        ties.filter(|end| self.is_free(end.at)).min_by_key(|end| end.order)
    }

    /// The nearest point of each stretch.
    fn feet(&self) -> Vec<End> {
        self.stretches().flat_map(|(order, curve, _)| feet(curve, order)).collect()
    }

    /// Where two stretches cross, and where one ends, nearer than a limit.
    fn crossings(&self, limit: f64) -> Vec<End> {
        let near: Vec<_> = self.stretches().filter(|(.., near)| *near <= limit).collect();
        let mut ends = Vec::new();
        for (k, (order, curve, _)) in near.iter().enumerate() {
            let points = near[k + 1..].iter().flat_map(|(_, other, _)| curve.meet(other));
            ends.extend(points.map(|p| End::at(p, *order)).filter(|end| end.depth <= limit + CLOSE));
        }
        ends
    }

    fn stretches(&self) -> impl Iterator<Item = ((usize, usize), &Curve, f64)> {
        let solid = self.pairs.iter().enumerate().filter(|(_, pair)| !pair.set.is_thin());
        solid.flat_map(|(k, pair)| {
            pair.outline.iter().enumerate().map(move |(n, (curve, near))| ((k, n), curve, *near))
        })
    }

    /// The first way out of two parts that touch along which nothing gets deeper.
    fn touching_normal(&self) -> P {
        let touching = self.pairs.iter().filter(|pair| pair.set.depth(P::ZERO) >= -SLACK);
        let curves = touching.flat_map(|pair| &pair.outline);
        let faces = curves.filter(|(_, near)| *near <= SLACK);
        let ways: Vec<P> = faces.map(|(curve, _)| curve.normal(P::ZERO)).filter(|&n| n != P::ZERO).collect();
        let is_open =
            |way: &P| self.pairs.iter().all(|pair| pair.set.is_thin() || pair.set.depth(*way) <= SLACK);
        ways.iter().copied().find(is_open).or(ways.first().copied()).unwrap_or(FREE[0])
    }
}

impl Pair {
    /// Features in SPEC 5's order: edges of A, then of B, then the arcs around vertices.
    fn of(p: &Hull, q: &Hull) -> Pair {
        let origin = V::new(0, 0);
        let moves = Hull::difference(q, p);
        let set = Set::of(&moves, origin);
        let edges: Vec<V> = p.edges().map(|(_, e)| e).chain(q.edges().map(|(_, e)| -e)).collect();
        let rank = |curve: &Curve| match curve {
            Curve::Edge { along, .. } => {
                let is_along = |e: &V| along.cross(P::from(*e)) == 0.0 && along.dot(P::from(*e)) > 0.0;
                edges.iter().position(is_along).unwrap_or(edges.len())
            }
            Curve::Arc { .. } => edges.len() + 1,
        };
        let mut outline: Vec<(Curve, f64)> =
            set.curves.iter().map(|curve| (*curve, curve.distance(P::ZERO))).collect();
        // A segment's two sides are one feature: the first is the one that is free to choose.
        if moves.vertices.len() > 2 {
            outline.sort_by_key(|(curve, _)| rank(curve));
        } else {
            outline.sort_by_key(|(curve, _)| matches!(curve, Curve::Arc { .. }));
        }
        Pair { set, outline }
    }
}

/// The points of a stretch that may be nearest to the origin.
fn feet(curve: &Curve, order: (usize, usize)) -> Vec<End> {
    match *curve {
        Curve::Edge { from, along, normal, .. } => {
            let height = normal.dot(from);
            let foot = curve.nearest(P::ZERO);
            let is_within = foot != from && foot != from + along;
            if !is_within {
                return vec![End::at(foot, order)];
            }
            let side = if height < 0.0 { -1.0 } else { 1.0 };
            vec![End { at: normal * height, normal: normal * side, depth: height.abs(), order }]
        }
        Curve::Arc { centre, radius, before, .. } if centre == P::ZERO => {
            // From the middle all ways are as long.
            let first = if before == P::ZERO { None } else { Some(before.outward().unit()) };
            let ways = first.into_iter().chain(FREE);
            ways.map(|normal| End { at: normal * radius, normal, depth: radius, order }).collect()
        }
        Curve::Arc { .. } => vec![End::at(curve.nearest(P::ZERO), order)],
    }
}

/// Whether a point or a segment reaches into the interior of a body: between any two places where it meets a curve.
fn reaches_inside(body: &Union, ends: &[P]) -> bool {
    let (a, b) = (ends[0], ends[ends.len() - 1]);
    if a == b {
        return body.is_inside(a, SLACK);
    }
    let way = b - a;
    let segment = Curve::Edge { from: a, along: way, normal: way.outward().unit(), exact: false };
    let mut times = vec![0.0, 1.0];
    for curve in body.sets.iter().flat_map(|set| &set.curves) {
        let mut stops = segment.meet(curve);
        if let Curve::Edge { from, along, .. } = *curve {
            stops.extend([from, from + along]);
        }
        times.extend(stops.into_iter().map(|p| ((p - a).dot(way) / way.dot(way)).clamp(0.0, 1.0)));
    }
    times.sort_by(f64::total_cmp);
    times.dedup();
    times.windows(2).any(|two| body.is_inside(a + way * ((two[0] + two[1]) / 2.0), SLACK))
}

/// The parts of a body that come near a box, in order.
fn parts(form: &Form, near: Bounds) -> Vec<Hull> {
    let everywhere =
        Bounds { min: Point::new(i32::MIN / 2, i32::MIN / 2), max: Point::new(i32::MAX / 2, i32::MAX / 2) };
    let near = pieces(form).into_iter().filter(|piece| piece.bounds().is_some_and(|b| b.meets(near)));
    near.flat_map(|piece| piece.hulls(everywhere)).collect()
}

fn box_of(hull: &Hull) -> Bounds {
    let points = hull.vertices.iter().map(|v| Point::new(v.x as i32, v.y as i32));
    let none = Bounds { min: Point::default(), max: Point::default() };
    Bounds::around(points).unwrap_or(none).grown(hull.radius as i32)
}

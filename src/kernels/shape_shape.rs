//! Whether two shapes overlap (SPEC 3), or come within a margin of each other.
//!
//! Parts of bodies whose boxes meet lie within 2^24 of each other: cross products of differences are exact in f64. So edges
//! decide exactly where there is no reach, and centres where both are circles. With a reach the squared distance of two
//! hulls is found in f64 with a bound on its error; where that does not tell, the exact test does.

use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::overlap_convex_convex::{overlap, within};
use crate::shape::Convex;
use crate::simd::Lanes;

use super::Asked;

/// Vertices of hulls that are looked at in registers.
const MOST: usize = 8;
/// Reaches up to this one keep all numbers below 2^25.
const LONGEST_REACH: i64 = 1 << 22;
/// More than a squared distance may be off, relative to its size: a handful of roundings.
const UNSURE: f64 = 1.0 / (1_u64 << 46) as f64;

/// Whether any parts of two shapes, relative to their positions, overlap or come near; `by` is the way from the first
/// position to the second.
#[inline(always)]
pub(crate) fn shape_shape<L: Lanes>(lanes: L, a: &[Convex], b: &[Convex], by: Point, asked: Asked) -> bool {
    let (mut i, mut k) = (0, 0);
    while i < a.len() {
        while k < b.len() {
            if part_part(lanes, &a[i], &b[k], by, asked) {
                return true;
            }
            k += 1;
        }
        (i, k) = (i + 1, 0);
    }
    false
}

#[inline(always)]
fn part_part<L: Lanes>(lanes: L, a: &Convex, b: &Convex, by: Point, asked: Asked) -> bool {
    if !are_near(a, b, by, asked.margin) {
        return false;
    }
    let reach = i64::from(a.radius()) + i64::from(b.radius()) + i64::from(asked.margin);
    let (p, q) = (a.vertices(), b.vertices());
    if reach > LONGEST_REACH {
        return exactly(a, b, by, asked);
    }
    if let ([p], [q]) = (p, q) {
        return discs_meet(*p, *q, by, reach, asked.touching);
    }
    if p.len().max(q.len()) > MOST {
        return exactly(a, b, by, asked);
    }
    let answer = match (p, q) {
        ([p], q) => Hull::of(lanes, q, by).meets_disc(lanes, place(*p, Point::default()), reach as f64, asked.touching),
        (p, [q]) => Hull::of(lanes, p, Point::default()).meets_disc(lanes, place(*q, by), reach as f64, asked.touching),
        (p, q) => {
            let (p, q) = (Hull::of(lanes, p, Point::default()), Hull::of(lanes, q, by));
            p.meets(lanes, &q, reach as f64, asked.touching)
        }
    };
    match answer {
        Answer::Yes => true,
        Answer::No => false,
        Answer::Unsure => exactly(a, b, by, asked),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    No,
    Yes,
    Unsure,
}

#[inline(always)]
fn place(v: Point, by: Point) -> [f64; 2] {
    [f64::from(v.x) + f64::from(by.x), f64::from(v.y) + f64::from(by.y)]
}

/// Whether the boxes of two parts come within a margin of each other.
#[inline(always)]
fn are_near(a: &Convex, b: &Convex, by: Point, margin: i32) -> bool {
    let (a, b, margin) = (a.bounds(), b.bounds(), i64::from(margin));
    // How far the second begins beyond the first's end, or the first beyond the second's.
    let gap = |end: i32, start: i32, by: i64| i64::from(start) - i64::from(end) + by;
    let (x, y) = (i64::from(by.x), i64::from(by.y));
    (gap(a.max.x, b.min.x, x) <= margin)
        & (gap(b.max.x, a.min.x, -x) <= margin)
        & (gap(a.max.y, b.min.y, y) <= margin)
        & (gap(b.max.y, a.min.y, -y) <= margin)
}

#[inline(always)]
fn discs_meet(p: Point, q: Point, by: Point, reach: i64, touching: Touching) -> bool {
    let [dx, dy] = [i64::from(q.x - p.x + by.x), i64::from(q.y - p.y + by.y)];
    dx * dx + dy * dy + i64::from(touching == Touching::Ignored) <= reach * reach
}

/// In whole numbers, however large.
#[cold]
#[inline(never)]
fn exactly(a: &Convex, b: &Convex, by: Point, asked: Asked) -> bool {
    let vertices: Vec<Point> = b.vertices().iter().map(|v| Point::new(v.x + by.x, v.y + by.y)).collect();
    let b = Blob { vertices: &vertices, radius: b.radius() };
    if asked.margin > 0 { within(a.into(), b, asked.margin) } else { overlap(a.into(), b, asked.touching) }
}

/// The vertices of a hull and the edges from each to the next one, filled up with the first vertex and no edges.
struct Hull {
    count: usize,
    x: [f64; MOST],
    y: [f64; MOST],
    ex: [f64; MOST],
    ey: [f64; MOST],
}

impl Hull {
    #[inline(always)]
    fn of<L: Lanes>(lanes: L, vertices: &[Point], by: Point) -> Hull {
        let [mut x, mut y] = lanes.points(vertices, vertices[0]);
        let [mut ex, mut ey] = lanes.points(&vertices[1..], vertices[0]);
        let [dx, dy] = [f64::from(by.x), f64::from(by.y)];
        for k in 0..MOST {
            (ex[k], ey[k]) = (ex[k] - x[k], ey[k] - y[k]);
            (x[k], y[k]) = (x[k] + dx, y[k] + dy);
        }
        Hull { count: vertices.len(), x, y, ex, ey }
    }

    /// How far each edge has a point before it, times its length.
    #[inline(always)]
    fn ahead<L: Lanes>(&self, lanes: L, [x, y]: [f64; 2]) -> [f64; MOST] {
        let mut ahead = [0.0; MOST];
        for k in 0..MOST {
            ahead[k] = lanes.cross([self.ex[k], self.ey[k]], [x - self.x[k], y - self.y[k]]);
        }
        ahead
    }

    /// The furthest that an edge has the nearest vertex of another hull before it, times its length.
    #[inline(always)]
    fn furthest<L: Lanes>(&self, lanes: L, other: &Hull) -> f64 {
        let mut nearest = [f64::INFINITY; MOST];
        for v in 0..other.count {
            let ahead = self.ahead(lanes, [other.x[v & (MOST - 1)], other.y[v & (MOST - 1)]]);
            for k in 0..MOST {
                nearest[k] = if ahead[k] < nearest[k] { ahead[k] } else { nearest[k] };
            }
        }
        self.greatest(&nearest)
    }

    /// The greatest number of an edge.
    #[inline(always)]
    fn greatest(&self, all: &[f64; MOST]) -> f64 {
        let mut greatest = [f64::NEG_INFINITY; MOST];
        for k in 0..MOST {
            greatest[k] = if k < self.count { all[k] } else { greatest[k] };
        }
        most(&greatest)
    }

    /// Whether a disc meets the hull.
    #[inline(always)]
    fn meets_disc<L: Lanes>(&self, lanes: L, at: [f64; 2], reach: f64, touching: Touching) -> Answer {
        if self.count > 2 {
            let side = self.greatest(&self.ahead(lanes, at));
            if side < 0.0 || (side == 0.0 && (touching == Touching::Counts || reach > 0.0)) {
                return Answer::Yes;
            }
            if reach == 0.0 {
                return Answer::No;
            }
        }
        let mut room = Room::none();
        room.add(lanes, self, at, reach);
        room.answer(reach, touching)
    }

    /// Whether two hulls come within reach of each other.
    #[inline(always)]
    fn meets<L: Lanes>(&self, lanes: L, other: &Hull, reach: f64, touching: Touching) -> Answer {
        if self.count.max(other.count) > 2 {
            let (a, b) = (self.furthest(lanes, other), other.furthest(lanes, self));
            let side = if a > b { a } else { b };
            if side < 0.0 || (side == 0.0 && (touching == Touching::Counts || reach > 0.0)) {
                return Answer::Yes;
            }
            if reach == 0.0 {
                return Answer::No;
            }
        } else if touching == Touching::Ignored {
            // Two segments: where they cross they have depth.
            return Answer::Unsure;
        } else if self.crosses(lanes, other) {
            return Answer::Yes;
        }
        let mut room = Room::none();
        for v in 0..other.count {
            room.add(lanes, self, [other.x[v & (MOST - 1)], other.y[v & (MOST - 1)]], reach);
        }
        for v in 0..self.count {
            room.add(lanes, other, [self.x[v & (MOST - 1)], self.y[v & (MOST - 1)]], reach);
        }
        room.answer(reach, touching)
    }

    /// Whether two segments have each other's ends on different sides.
    #[inline(always)]
    fn crosses<L: Lanes>(&self, lanes: L, other: &Hull) -> bool {
        let side = |a: &Hull, b: &Hull, v: usize| {
            lanes.cross([a.ex[0], a.ey[0]], [b.x[v] - a.x[0], b.y[v] - a.y[0]])
        };
        let (a, b) = (side(self, other, 0), side(self, other, 1));
        let (c, d) = (side(other, self, 0), side(other, self, 1));
        ((a < 0.0) & (b > 0.0) | (a > 0.0) & (b < 0.0)) & ((c < 0.0) & (d > 0.0) | (c > 0.0) & (d < 0.0))
    }
}

/// How much the square of the reach is above the squared distances of vertices to edges.
struct Room {
    /// To ends of edges, exactly.
    ends: [f64; MOST],
    /// To edges beside which the vertex is, not quite.
    edges: [f64; MOST],
}

impl Room {
    #[inline(always)]
    fn none() -> Room {
        Room { ends: [f64::NEG_INFINITY; MOST], edges: [f64::NEG_INFINITY; MOST] }
    }

    #[inline(always)]
    fn add<L: Lanes>(&mut self, lanes: L, hull: &Hull, [x, y]: [f64; 2], reach: f64) {
        let square = reach * reach;
        for k in 0..MOST {
            let (w, e) = ([x - hull.x[k], y - hull.y[k]], [hull.ex[k], hull.ey[k]]);
            let (along, length) = (lanes.dot(w, e), lanes.dot(e, e));
            let cross = lanes.cross(e, w);
            // The first end; the second one is the next edge's first.
            let end = square - lanes.dot(w, w);
            let edge = square - cross * cross / length;
            let is_beside = (along > 0.0) & (along < length);
            self.ends[k] = if end > self.ends[k] { end } else { self.ends[k] };
            self.edges[k] = if is_beside & (edge > self.edges[k]) { edge } else { self.edges[k] };
        }
    }

    #[inline(always)]
    fn answer(&self, reach: f64, touching: Touching) -> Answer {
        let (ends, edges) = (most(&self.ends), most(&self.edges));
        let unsure = reach * reach * UNSURE;
        if ends > 0.0 || edges > unsure || (ends == 0.0 && touching == Touching::Counts) {
            Answer::Yes
        } else if edges < -unsure {
            Answer::No
        } else {
            Answer::Unsure
        }
    }
}

#[inline(always)]
fn most(all: &[f64; MOST]) -> f64 {
    let mut four = [all[0], all[1], all[2], all[3]];
    for k in 0..4 {
        four[k] = if all[k + 4] > four[k] { all[k + 4] } else { four[k] };
    }
    let (a, b) = (if four[0] > four[2] { four[0] } else { four[2] }, if four[1] > four[3] { four[1] } else { four[3] });
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(&'a [Convex], &'a [Convex], Point, Asked);

    impl Kernel for Run<'_> {
        type Out = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> bool {
            shape_shape(lanes, self.0, self.1, self.2, self.3)
        }
    }

    #[test]
    fn shapes_meet_as_the_exact_test_says() {
        let mut random = Random::new(3);
        let mut hits = [0; 3];
        for round in 0..40_000 {
            let (a, b) = (random.convex(), random.convex());
            let (p, q) = (a.bounds(), b.bounds());
            let margin = random.pick(&[0, 1, 256, 2048]);
            let mut near = |first: i32, last: i32| {
                let at = first - margin - 200 + random.below(last - first + 2 * margin + 400);
                if random.below(2) == 0 { at & !127 } else { at }
            };
            let by = Point::new(
                near(p.min.x - q.max.x, p.max.x - q.min.x),
                near(p.min.y - q.max.y, p.max.y - q.min.y),
            );
            let all = [
                Asked::overlap(Touching::Counts),
                Asked::overlap(Touching::Ignored),
                Asked::within(margin),
            ];
            for (k, asked) in all.into_iter().enumerate() {
                let right = exactly(&a, &b, by, asked);
                hits[k] += u32::from(right);
                for simd in Simd::available() {
                    let found = simd.run(Run(std::slice::from_ref(&a), std::slice::from_ref(&b), by, asked));
                    assert_eq!(found, right, "{round} {} {a:?} {b:?} {by:?} {asked:?}", simd.name());
                }
            }
        }
        assert!(hits.iter().all(|hits| (8000..36_000).contains(hits)), "{hits:?}");
    }

    /// Far apart, and as large as shapes and margins can be.
    #[test]
    fn extremes_are_decided_too() {
        let far = 1 << 30;
        let shape = |points: &[(i32, i32)], radius: i32| {
            Convex::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect(), radius).unwrap()
        };
        let side = 1 << 21;
        let shapes = [
            shape(&[(0, 0)], 0),
            shape(&[(0, 0)], side),
            shape(&[(-side, 1 - side), (side, side)], 0),
            shape(&[(-side, -side), (side, -side), (side, side), (-side, side)], 0),
            shape(&[(-side, -1), (side, 0), (side - 1, 1), (0, 7)], 0),
        ];
        let mut hits = 0;
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            for by in [0, 1, side, 2 * side, 2 * side + 1, 4 * side, far].into_iter().flat_map(|x| {
                [Point::new(x, 0), Point::new(-x, x), Point::new(x / 3, -x), Point::new(0, x)]
            }) {
                for margin in [0, 1, 5000, side, i32::MAX] {
                    let right = exactly(a, b, by, Asked::within(margin));
                    hits += u32::from(right);
                    for simd in Simd::available() {
                        let (a, b) = (std::slice::from_ref(a), std::slice::from_ref(b));
                        assert_eq!(simd.run(Run(a, b, by, Asked::within(margin))), right, "{a:?} {b:?} {by:?} {margin}");
                    }
                }
            }
        }
        assert!((500..3300).contains(&hits), "{hits}");
    }
}

//! Whether two shapes overlap (SPEC 3), or come within a margin of each other.
//!
//! Parts whose boxes touch lie within 2^24 lattice units of each other, so cross products of differences are exact in
//! f64. Without a reach, edges then decide exactly; for two circles their centres do. With a reach the squared
//! distance of two hulls is computed in f64 with a bound on its error; if that cannot decide, the exact test does.

use crate::counts;
use crate::form::Touching;
use crate::lattice::{Bounds, Point};
use crate::query::blob::Blob;
use crate::query::overlap_convex_convex::{overlap, within};
use crate::shape::{Convex, FEW_PIECES, Parts};
use crate::simd::Lanes;

use super::PairQuestion;

/// The most vertices of a hull that fits in registers.
const MOST: usize = 8;
/// Reaches up to this one keep all numbers below 2^25.
const LONGEST_REACH: i64 = 1 << 22;
/// A generous bound on the error of a squared distance, relative to its size: a handful of roundings.
const UNSURE: f64 = 1.0 / (1_u64 << 46) as f64;

/// Whether any parts of two shapes, relative to their positions, overlap or come near; `by` is the vector from the
/// first position to the second.
#[inline(always)]
pub(crate) fn shape_shape<L: Lanes>(
    lanes: L,
    a: &[Convex],
    b: &[Convex],
    by: Point,
    asked: PairQuestion,
) -> bool {
    if let ([a], [b]) = (a, b) {
        return part_part(lanes, a, b, by, asked);
    }
    // Only parts that are near the other shape's box are tested.
    let back = Point::new(-by.x, -by.y);
    let (Some(around_a), Some(around_b)) = (box_around(a), box_around(b)) else { return false };
    let (near_a, near_b) = (around_a.grown(asked.margin).translated(back), around_b.translated(by));
    let (mut room, mut count) = ([0_u16; MOST_NEAR], 0);
    let mut k = 0;
    while k < b.len() && count < MOST_NEAR {
        room[count] = k as u16;
        count += usize::from(b[k].bounds().meets(near_a));
        k += 1;
    }
    // (There may be more near ones than there is room for.)
    let beyond = k;
    let mut i = 0;
    while i < a.len() {
        let part = &a[i];
        i += 1;
        if !part.bounds().grown(asked.margin).meets(near_b) {
            continue;
        }
        let mut n = 0;
        while n < count {
            if part_part(lanes, part, &b[usize::from(room[n])], by, asked) {
                return true;
            }
            n += 1;
        }
        k = beyond;
        while k < b.len() {
            if part_part(lanes, part, &b[k], by, asked) {
                return true;
            }
            k += 1;
        }
    }
    false
}

/// Does the same for shapes that may have many pieces: each piece of one is tested only against those near it.
#[inline(always)]
pub(crate) fn shapes_meet<L: Lanes>(lanes: L, a: &Parts, b: &Parts, by: Point, asked: PairQuestion) -> bool {
    if a.pieces().len().max(b.pieces().len()) <= FEW_PIECES {
        return shape_shape(lanes, a.pieces(), b.pieces(), by, asked);
    }
    let back = Point::new(-by.x, -by.y);
    let (few, many, by, back) =
        if a.pieces().len() > b.pieces().len() { (b, a, back, by) } else { (a, b, by, back) };
    for piece in few.pieces() {
        for near in many.pieces_near(piece.bounds().grown(asked.margin).translated(back)) {
            let mut k = 0;
            while k < near.len() {
                if part_part(lanes, piece, &near[k], by, asked) {
                    return true;
                }
                k += 1;
            }
        }
    }
    false
}

/// The most near parts of a shape that are listed.
const MOST_NEAR: usize = 64;

/// Returns the box around parts, with their radii.
#[inline(always)]
fn box_around(parts: &[Convex]) -> Option<Bounds> {
    let (first, rest) = parts.split_first()?;
    let mut around = first.bounds();
    for part in rest {
        around = around.union(part.bounds());
    }
    Some(around)
}

#[inline(always)]
fn part_part<L: Lanes>(lanes: L, a: &Convex, b: &Convex, by: Point, asked: PairQuestion) -> bool {
    let reach = i64::from(a.radius()) + i64::from(b.radius()) + i64::from(asked.margin);
    let (p, q) = (a.vertices(), b.vertices());
    if let ([p], [q]) = (p, q) {
        counts::test();
        return discs_meet(*p, *q, by, reach, asked.touching);
    }
    if !are_near(a, b, by, asked.margin) {
        return false;
    }
    counts::test();
    if reach > LONGEST_REACH {
        return exactly(a, b, by, asked);
    }
    if p.len().max(q.len()) > MOST {
        return exactly(a, b, by, asked);
    }
    if let ([a, b, c, d], [e, f, g, h]) = (p, q)
        && let Some(answer) =
            boxes_meet(lanes, [[*a, *b, *c, *d], [*e, *f, *g, *h]], by, reach, asked.touching)
    {
        return answer;
    }
    let reach = reach as f64;
    let (p, q) = (VertexHull::of(lanes, p, Point::default()), VertexHull::of(lanes, q, by));
    let answer = match (p.count, q.count) {
        (1, _) => q.meets_disc(lanes, p.vertex(0), reach, asked.touching),
        (_, 1) => p.meets_disc(lanes, q.vertex(0), reach, asked.touching),
        _ => p.meets(lanes, &q, reach, asked.touching),
    };
    match answer {
        Verdict::Yes => true,
        Verdict::No => false,
        Verdict::Unsure => exactly(a, b, by, asked),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    No,
    Yes,
    Unsure,
}

/// Whether the boxes of two parts come within a margin of each other.
#[inline(always)]
fn are_near(a: &Convex, b: &Convex, by: Point, margin: i32) -> bool {
    let (a, b, margin) = (a.bounds(), b.bounds(), i64::from(margin));
    // The gap between the end of one box and the start of the other; negative if they overlap.
    let gap = |end: i32, start: i32, by: i64| i64::from(start) - i64::from(end) + by;
    let (x, y) = (i64::from(by.x), i64::from(by.y));
    (gap(a.max.x, b.min.x, x) <= margin)
        & (gap(b.max.x, a.min.x, -x) <= margin)
        & (gap(a.max.y, b.min.y, y) <= margin)
        & (gap(b.max.y, a.min.y, -y) <= margin)
}

/// Whether two discs come within reach. Differences in the world are below 2^31, and so is the reach, so their
/// squares fit.
#[inline(always)]
pub(crate) fn discs_meet(p: Point, q: Point, by: Point, reach: i64, touching: Touching) -> bool {
    let [dx, dy] = [i64::from(q.x - p.x + by.x), i64::from(q.y - p.y + by.y)];
    dx * dx + dy * dy + i64::from(touching == Touching::Ignored) <= reach * reach
}

/// Whether two hulls of four vertices come within reach; `None` if they are no boxes or if their edges cannot decide.
#[inline(always)]
fn boxes_meet<L: Lanes>(
    lanes: L,
    [p, q]: [[Point; 4]; 2],
    by: Point,
    reach: i64,
    touching: Touching,
) -> Option<bool> {
    if let (Some(p), Some(q)) = (UprightBox::of(p), UprightBox::of(q)) {
        return p.meets(&q, by, reach, touching);
    }
    match (TurnedBox::of(p), TurnedBox::of(q)) {
        (Some(p), Some(q)) if reach == 0 => Some(p.meets(lanes, &q, by, touching)),
        _ => None,
    }
}

/// A box along the axes.
struct UprightBox {
    min: Point,
    max: Point,
}

impl UprightBox {
    #[inline(always)]
    fn of([min, a, max, b]: [Point; 4]) -> Option<UprightBox> {
        // The vertices go from the least corner down, then right, then up.
        let is_box = (min.x == a.x) & (a.y == max.y) & (max.x == b.x) & (b.y == min.y);
        is_box.then_some(UprightBox { min, max })
    }

    /// Whether two boxes come within reach; `None` if they share a point and that is not enough.
    #[inline(always)]
    fn meets(&self, other: &UprightBox, by: Point, reach: i64, touching: Touching) -> Option<bool> {
        let (a, b) = (self, other);
        let dx = (b.min.x + by.x - a.max.x).max(a.min.x - b.max.x - by.x).max(0);
        let dy = (b.min.y + by.y - a.max.y).max(a.min.y - b.max.y - by.y).max(0);
        let square = i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy);
        match touching {
            Touching::Counts => Some(square <= reach * reach),
            Touching::Ignored if square > 0 => Some(square < reach * reach),
            Touching::Ignored => None,
        }
    }
}

/// A turned box: twice its middle, and its sides.
struct TurnedBox {
    middle: [f64; 2],
    sides: [[f64; 2]; 2],
}

impl TurnedBox {
    #[inline(always)]
    fn of([a, b, c, d]: [Point; 4]) -> Option<TurnedBox> {
        let sum = |p: Point, q: Point| [p.x + q.x, p.y + q.y];
        let side = |p: Point, q: Point| [f64::from(q.x - p.x), f64::from(q.y - p.y)];
        let middle = sum(a, c);
        let is_box = middle == sum(b, d);
        let [x, y] = middle;
        is_box.then_some(TurnedBox { middle: [x.into(), y.into()], sides: [side(a, b), side(a, d)] })
    }

    /// Whether two boxes overlap. Two boxes with an interior are apart exactly if an edge of one has the other wholly
    /// in front of it.
    #[inline(always)]
    fn meets<L: Lanes>(&self, lanes: L, other: &TurnedBox, by: Point, touching: Touching) -> bool {
        let ([p, q], [r, s]) = (self.sides, other.sides);
        let offset = [
            other.middle[0] - self.middle[0] + 2.0 * f64::from(by.x),
            other.middle[1] - self.middle[1] + 2.0 * f64::from(by.y),
        ];
        let (pr, ps) = (lanes.cross(p, r).abs(), lanes.cross(p, s).abs());
        let (qr, qs) = (lanes.cross(q, r).abs(), lanes.cross(q, s).abs());
        let (own, others) = (lanes.cross(p, q).abs(), lanes.cross(r, s).abs());
        let gaps = [
            lanes.cross(p, offset).abs() - (own + pr + ps),
            lanes.cross(q, offset).abs() - (own + qr + qs),
            lanes.cross(r, offset).abs() - (others + pr + qr),
            lanes.cross(s, offset).abs() - (others + ps + qs),
        ];
        if touching == Touching::Counts {
            (gaps[0] <= 0.0) & (gaps[1] <= 0.0) & (gaps[2] <= 0.0) & (gaps[3] <= 0.0)
        } else {
            (gaps[0] < 0.0) & (gaps[1] < 0.0) & (gaps[2] < 0.0) & (gaps[3] < 0.0)
        }
    }
}

/// Decides in integers, however large the numbers are.
#[cold]
#[inline(never)]
pub(super) fn exactly(a: &Convex, b: &Convex, by: Point, asked: PairQuestion) -> bool {
    b.with_moved(by, |vertices| {
        let b = Blob { vertices, radius: b.radius() };
        if asked.margin > 0 {
            within(a.into(), b, asked.margin)
        } else {
            overlap(a.into(), b, asked.touching)
        }
    })
}

/// The vertices of a hull and the edge from each one to the next.
struct VertexHull<'a, L: Lanes> {
    vertices: &'a [Point],
    by: [f64; 2],
    count: usize,
    x: L::Reals,
    y: L::Reals,
    ex: L::Reals,
    ey: L::Reals,
    /// The lanes that contain an edge; the other lanes are unused.
    is_edge: L::Which,
}

impl<'a, L: Lanes> VertexHull<'a, L> {
    #[inline(always)]
    fn of(lanes: L, vertices: &'a [Point], by: Point) -> Self {
        let [x, y] = lanes.points(vertices, vertices[0]);
        let [next_x, next_y] = lanes.points(&vertices[1..], vertices[0]);
        let (ex, ey) = (lanes.sub(next_x, x), lanes.sub(next_y, y));
        let by = [f64::from(by.x), f64::from(by.y)];
        let (x, y) = (lanes.add_reals(x, lanes.real(by[0])), lanes.add_reals(y, lanes.real(by[1])));
        let count = vertices.len();
        let number = lanes.reals(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        let is_edge = lanes.is_less(number, lanes.real(count as f64));
        VertexHull { vertices, by, count, x, y, ex, ey, is_edge }
    }

    #[inline(always)]
    fn vertex(&self, k: usize) -> [f64; 2] {
        let v = self.vertices[k];
        [f64::from(v.x) + self.by[0], f64::from(v.y) + self.by[1]]
    }

    /// Returns how far a point is in front of each edge, times the edge's length.
    #[inline(always)]
    fn ahead(&self, lanes: L, [x, y]: [f64; 2]) -> L::Reals {
        let (wx, wy) = (lanes.sub(lanes.real(x), self.x), lanes.sub(lanes.real(y), self.y));
        lanes.mul_sub(self.ex, wy, lanes.mul(self.ey, wx))
    }

    /// Returns the greatest of the edges' numbers.
    #[inline(always)]
    fn greatest(&self, lanes: L, all: L::Reals) -> f64 {
        lanes.greatest(lanes.pick(self.is_edge, all, lanes.real(f64::NEG_INFINITY)))
    }

    /// Returns for each edge how far the other hull's nearest vertex is in front of it, times the edge's length; the
    /// greatest of these.
    #[inline(always)]
    fn furthest(&self, lanes: L, other: &Self) -> f64 {
        let mut nearest = lanes.real(f64::INFINITY);
        for v in 0..other.count {
            nearest = lanes.lesser(self.ahead(lanes, other.vertex(v)), nearest);
        }
        self.greatest(lanes, nearest)
    }

    /// Whether a disc overlaps the hull.
    #[inline(always)]
    fn meets_disc(&self, lanes: L, at: [f64; 2], reach: f64, touching: Touching) -> Verdict {
        if self.count > 2 {
            let side = self.greatest(lanes, self.ahead(lanes, at));
            if side < 0.0 || (side == 0.0 && (touching == Touching::Counts || reach > 0.0)) {
                return Verdict::Yes;
            }
            if reach == 0.0 {
                return Verdict::No;
            }
        }
        let mut room = Slack::none(lanes);
        room.add(lanes, self, at, reach);
        room.answer(lanes, reach, touching)
    }

    /// Whether two hulls of two vertices or more come within reach of each other.
    #[inline(always)]
    fn meets(&self, lanes: L, other: &Self, reach: f64, touching: Touching) -> Verdict {
        if self.count.max(other.count) > 2 {
            let (a, b) = (self.furthest(lanes, other), other.furthest(lanes, self));
            let side = if a > b { a } else { b };
            if side < 0.0 || (side == 0.0 && (touching == Touching::Counts || reach > 0.0)) {
                return Verdict::Yes;
            }
            if reach == 0.0 {
                return Verdict::No;
            }
        } else if touching == Touching::Ignored {
            // Two segments: if they cross, they have depth. The exact test decides that.
            return Verdict::Unsure;
        } else if self.crosses(lanes, other) {
            return Verdict::Yes;
        }
        let mut room = Slack::none(lanes);
        for v in 0..other.count {
            room.add(lanes, self, other.vertex(v), reach);
        }
        for v in 0..self.count {
            room.add(lanes, other, self.vertex(v), reach);
        }
        room.answer(lanes, reach, touching)
    }

    /// Whether each of two segments has the other's ends on different sides.
    #[inline(always)]
    fn crosses(&self, lanes: L, other: &Self) -> bool {
        self.parts(lanes, other) & other.parts(lanes, self)
    }

    /// Whether the ends of another segment are on different sides of this one.
    #[inline(always)]
    fn parts(&self, lanes: L, other: &Self) -> bool {
        let [ax, ay] = self.vertex(0);
        let ([bx, by], [cx, cy], [dx, dy]) = (self.vertex(1), other.vertex(0), other.vertex(1));
        let edge = [bx - ax, by - ay];
        let (c, d) = (lanes.cross(edge, [cx - ax, cy - ay]), lanes.cross(edge, [dx - ax, dy - ay]));
        ((c < 0.0) & (d > 0.0)) | ((c > 0.0) & (d < 0.0))
    }
}

/// The square of the reach minus the squared distance of a vertex to an edge; the greatest over all of them.
struct Slack<L: Lanes> {
    /// For the ends of edges; exact.
    ends: L::Reals,
    /// For the interior of edges next to which the vertex lies; not quite exact.
    edges: L::Reals,
}

impl<L: Lanes> Slack<L> {
    #[inline(always)]
    fn none(lanes: L) -> Self {
        let none = lanes.real(f64::NEG_INFINITY);
        Slack { ends: none, edges: none }
    }

    #[inline(always)]
    fn add(&mut self, lanes: L, hull: &VertexHull<'_, L>, [x, y]: [f64; 2], reach: f64) {
        let square = lanes.real(reach * reach);
        let (wx, wy) = (lanes.sub(lanes.real(x), hull.x), lanes.sub(lanes.real(y), hull.y));
        let (ex, ey) = (hull.ex, hull.ey);
        let along = lanes.mul_add(wx, ex, lanes.mul(wy, ey));
        let length = lanes.mul_add(ex, ex, lanes.mul(ey, ey));
        let cross = lanes.mul_sub(ex, wy, lanes.mul(ey, wx));
        // Only the edge's first end: the second one is the next edge's first.
        let end = lanes.sub(square, lanes.mul_add(wx, wx, lanes.mul(wy, wy)));
        let edge = lanes.sub(square, lanes.div(lanes.mul(cross, cross), length));
        let is_beside = lanes.both(lanes.is_less(lanes.real(0.0), along), lanes.is_less(along, length));
        self.ends = lanes.greater(end, self.ends);
        self.edges = lanes.pick(is_beside, lanes.greater(edge, self.edges), self.edges);
    }

    #[inline(always)]
    fn answer(&self, lanes: L, reach: f64, touching: Touching) -> Verdict {
        let (ends, edges) = (lanes.greatest(self.ends), lanes.greatest(self.edges));
        let unsure = reach * reach * UNSURE;
        if ends > 0.0 || edges > unsure || (ends == 0.0 && touching == Touching::Counts) {
            Verdict::Yes
        } else if edges < -unsure {
            Verdict::No
        } else {
            Verdict::Unsure
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(&'a [Convex], &'a [Convex], Point, PairQuestion);

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
                PairQuestion::overlap(Touching::Counts),
                PairQuestion::overlap(Touching::Ignored),
                PairQuestion::within(margin),
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

    /// Tests shapes far apart, and the largest shapes and margins.
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
            for by in [0, 1, side, 2 * side, 2 * side + 1, 4 * side, far]
                .into_iter()
                .flat_map(|x| [Point::new(x, 0), Point::new(-x, x), Point::new(x / 3, -x), Point::new(0, x)])
            {
                for margin in [0, 1, 5000, side, i32::MAX] {
                    let right = exactly(a, b, by, PairQuestion::within(margin));
                    hits += u32::from(right);
                    for simd in Simd::available() {
                        let (a, b) = (std::slice::from_ref(a), std::slice::from_ref(b));
                        assert_eq!(
                            simd.run(Run(a, b, by, PairQuestion::within(margin))),
                            right,
                            "{a:?} {b:?} {by:?} {margin}"
                        );
                    }
                }
            }
        }
        assert!((500..3300).contains(&hits), "{hits}");
    }
}

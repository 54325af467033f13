//! Whether prepared hulls come within reach of each other, in f32 with a bound on the error. No answer is wrong;
//! cases that are too close to decide are left to an exact test.
//!
//! **The bound.** Let u = 2^-24 be the relative error of a rounding, and W the sum of all sizes: the sizes of both
//! hulls, the vector between their origins, and the reach. Coordinates of vertices are exact. The vector and the
//! reach have an error of u W if they are beyond 2^24, and so has a vertex relative to the other origin. A component
//! of a normal has an error of 5 u; a length, and the depth of an origin behind an edge, one of 5 u W. The depth of a
//! point behind an edge is a sum of three products. Its error is 2 u W from the point, 5 u W from the normal, 5 u W
//! from the origin, and 3 u W from its own roundings. The distance of a point beyond an edge's ends is a product with
//! the edge's direction, minus the edge's length: it has the same error. A distance is the square root of the sum of
//! these two squared: it has both errors, and 2 u W for the squares. The total is below 33 u W. `DOUBT` is almost
//! twice as much, which covers its own roundings and those of the squares that it is compared with.

use super::hull::Hull;
use super::shape_shape::Verdict;
use crate::counts;
use crate::simd::Lanes;

/// A value nearer to its limit than this, relative to all sizes, is in doubt.
pub(super) const DOUBT: f32 = 64.0 / (1_u32 << 24) as f32;

/// Whether a disc comes within reach of a part; `reach` is the disc's radius, the part's and a margin. The disc's
/// position is relative to the part's origin. The answer holds whether touches count or not.
#[inline(always)]
pub(crate) fn disc_hull<L: Lanes>(lanes: L, part: &[Hull], [x, y]: [f32; 2], reach: f32) -> Verdict {
    counts::test();
    let (mut depth, mut square) = (lanes.float(f32::MAX), lanes.float(f32::MAX));
    for hull in part {
        let (own, squares) = HullEdges::of(lanes, hull).of_point(lanes, lanes.float(x), lanes.float(y));
        depth = lanes.min_floats(depth, own);
        square = lanes.min_floats(square, squares);
    }
    let doubt = DOUBT * (x.abs() + y.abs() + part[0].size + reach);
    answer(lanes.least(depth) - part[0].thin, lanes.least(square), reach, doubt)
}

/// Whether a disc that moves from one position to another comes within reach of a part where it starts, as
/// [`disc_hull`] says; and whether it certainly stays in front of one edge, beyond reach, along its whole path.
#[inline(always)]
pub(crate) fn disc_path_hull<L: Lanes>(
    lanes: L,
    part: &[Hull],
    [x, y]: [f32; 2],
    [to_x, to_y]: [f32; 2],
    reach: f32,
) -> (Verdict, bool) {
    counts::test();
    let (mut depth, mut square) = (lanes.float(f32::MAX), lanes.float(f32::MAX));
    // The centre's depth behind the edge for which it is least, at whichever end of the path is deeper.
    let mut path_depth = lanes.float(f32::MAX);
    for hull in part {
        let edges = HullEdges::of(lanes, hull);
        let (start, squares) = edges.of_point(lanes, lanes.float(x), lanes.float(y));
        let end = lanes.fused(edges.inward_y, lanes.float(to_y), edges.depth);
        let end = lanes.fused(edges.inward_x, lanes.float(to_x), end);
        depth = lanes.min_floats(depth, start);
        square = lanes.min_floats(square, squares);
        path_depth = lanes.min_floats(path_depth, lanes.max_floats(start, end));
    }
    let size = x.abs() + y.abs() + part[0].size + reach;
    let (doubt, end_doubt) = (DOUBT * size, DOUBT * (size + to_x.abs() + to_y.abs()));
    let stays_in_front = lanes.least(path_depth) < -(reach + end_doubt);
    (answer(lanes.least(depth) - part[0].thin, lanes.least(square), reach, doubt), stays_in_front)
}

/// Whether two parts come within reach of each other; `reach` is their radii and a margin, and `offset` the vector from
/// the first part's origin to the second's.
#[inline(always)]
pub(crate) fn hull_hull<L: Lanes>(lanes: L, a: &[Hull], b: &[Hull], offset: [f32; 2], reach: f32) -> Verdict {
    counts::test();
    let [x, y] = offset;
    let doubt = DOUBT * (x.abs() + y.abs() + a[0].size + b[0].size + reach);
    let of_a = deepest(lanes, a, b, [x, y]);
    let of_b = deepest(lanes, b, a, [-x, -y]);
    let depth = lanes.least(lanes.min_floats(of_a, of_b));
    // No: an edge has the other part wholly in front of it, beyond reach. Yes: no edge has the other part wholly in
    // front of it.
    if depth < -(reach + doubt) {
        return Verdict::No;
    }
    if depth > doubt {
        return Verdict::Yes;
    }
    if reach == 0.0 {
        return Verdict::Unsure;
    }
    let squares = lanes.min_floats(nearest(lanes, a, b, [x, y]), nearest(lanes, b, a, [-x, -y]));
    answer(depth, lanes.least(squares), reach, doubt)
}

/// Derives the answer from the least depth behind the edges and the least squared distance.
#[inline(always)]
fn answer(depth: f32, square: f32, reach: f32, doubt: f32) -> Verdict {
    let (low, high) = (reach - doubt, reach + doubt);
    let low = if low > 0.0 { low } else { 0.0 };
    let is_hit = (depth > doubt) | (square < low * low);
    let is_miss = (depth < -doubt) & (square > high * high);
    if is_hit {
        Verdict::Yes
    } else if is_miss {
        Verdict::No
    } else {
        Verdict::Unsure
    }
}

/// Returns for each edge of a part the depth of the other part's deepest vertex behind it; in each lane the least of
/// these. A value below 0 means that an edge separates the parts.
#[inline(always)]
fn deepest<L: Lanes>(lanes: L, of: &[Hull], other: &[Hull], [x, y]: [f32; 2]) -> L::Floats {
    let mut least = lanes.float(f32::MAX);
    for hull in of {
        let (ix, iy) = (lanes.floats(&hull.inward_x), lanes.floats(&hull.inward_y));
        let depth = lanes.fused(iy, lanes.float(y), lanes.floats(&hull.depth));
        let depth = lanes.fused(ix, lanes.float(x), depth);
        let (mut even, mut odd) = (lanes.float(f32::MIN), lanes.float(f32::MIN));
        for other in other {
            let mut k = 0;
            while k < other.count as usize {
                // Two at a time, so that they do not wait for each other. (The count is even.)
                let (vx, vy) = (lanes.float(other.x[k % 8]), lanes.float(other.y[k % 8]));
                even = lanes.max_floats(even, lanes.fused(ix, vx, lanes.fused(iy, vy, depth)));
                let (vx, vy) = (lanes.float(other.x[(k + 1) % 8]), lanes.float(other.y[(k + 1) % 8]));
                odd = lanes.max_floats(odd, lanes.fused(ix, vx, lanes.fused(iy, vy, depth)));
                k += 2;
            }
        }
        least = lanes.min_floats(least, lanes.max_floats(even, odd));
    }
    least
}

/// Returns for each edge of a part the squared distance of the other part's nearest vertex; in each lane the least of
/// these.
#[inline(always)]
fn nearest<L: Lanes>(lanes: L, of: &[Hull], other: &[Hull], [x, y]: [f32; 2]) -> L::Floats {
    let mut nearest = lanes.float(f32::MAX);
    for hull in of {
        let edges = HullEdges::of(lanes, hull);
        for other in other {
            let mut k = 0;
            while k < other.count as usize {
                let (vx, vy) = (lanes.float(other.x[k % 8] + x), lanes.float(other.y[k % 8] + y));
                nearest = lanes.min_floats(nearest, edges.of_point(lanes, vx, vy).1);
                k += 1;
            }
        }
    }
    nearest
}

/// The edges of a hull.
pub(super) struct HullEdges<L: Lanes> {
    x: L::Floats,
    y: L::Floats,
    inward_x: L::Floats,
    inward_y: L::Floats,
    depth: L::Floats,
    length: L::Floats,
}

impl<L: Lanes> HullEdges<L> {
    #[inline(always)]
    pub(super) fn of(lanes: L, hull: &Hull) -> Self {
        HullEdges {
            x: lanes.floats(&hull.x),
            y: lanes.floats(&hull.y),
            inward_x: lanes.floats(&hull.inward_x),
            inward_y: lanes.floats(&hull.inward_y),
            depth: lanes.floats(&hull.depth),
            length: lanes.floats(&hull.length),
        }
    }

    /// Returns the depth of a point behind each edge's line.
    #[inline(always)]
    pub(super) fn depth_of(&self, lanes: L, x: L::Floats, y: L::Floats) -> L::Floats {
        lanes.fused(self.inward_x, x, lanes.fused(self.inward_y, y, self.depth))
    }

    /// Returns how much deeper behind each edge's line a vector leads.
    #[inline(always)]
    pub(super) fn depth_along(&self, lanes: L, x: L::Floats, y: L::Floats) -> L::Floats {
        lanes.fused(self.inward_x, x, lanes.mul_floats(self.inward_y, y))
    }

    /// Returns the depth of a point behind each edge's line, and its squared distance from each edge.
    #[inline(always)]
    pub(super) fn of_point(&self, lanes: L, x: L::Floats, y: L::Floats) -> (L::Floats, L::Floats) {
        let (ix, iy, depth) = (self.inward_x, self.inward_y, self.depth_of(lanes, x, y));
        // The edge's direction is (-iy, ix).
        let (wx, wy) = (lanes.sub_floats(x, self.x), lanes.sub_floats(y, self.y));
        let along = lanes.sub_floats(lanes.mul_floats(wy, ix), lanes.mul_floats(wx, iy));
        let zero = lanes.float(0.0);
        let beyond = lanes.max_floats(lanes.sub_floats(along, self.length), lanes.sub_floats(zero, along));
        let beyond = lanes.max_floats(beyond, zero);
        (depth, lanes.fused(depth, depth, lanes.mul_floats(beyond, beyond)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Touching;
    use crate::kernels::random::Random;
    use crate::kernels::shape_shape::exactly;
    use crate::kernels::{
        Ball, BallsAt, Discs, PairQuestion, compare_hulls, compare_with_discs, known, middle,
    };
    use crate::lattice::Point;
    use crate::shape::Convex;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(&'a Convex, &'a Convex, Point, i32);

    impl Kernel for Run<'_> {
        type Out = Verdict;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Verdict {
            let Run(a, b, by, margin) = self;
            let (p, q) = (Hull::origin(a), Hull::origin(b));
            let (x, y) = ((by.x + q.x - p.x) as f32, (by.y + q.y - p.y) as f32);
            let reach = (a.radius() + b.radius() + margin) as f32;
            let (a, b) = (hulls(a), hulls(b));
            match (&a[..], &b[..]) {
                ([], []) => Verdict::Unsure,
                (a, []) => disc_hull(lanes, a, [x, y], reach),
                ([], b) => disc_hull(lanes, b, [-x, -y], reach),
                (a, b) => hull_hull(lanes, a, b, [x, y], reach),
            }
        }
    }

    /// A part, and a body as a ball relative to the part's position, with the vector from its centre to one end if it is a
    /// segment or a capsule.
    struct Settle<'a>(&'a Convex, Ball, Option<[f32; 2]>, i32);

    fn half_of(part: &Convex) -> Option<[f32; 2]> {
        let [a, b] = *part.vertices() else { return None };
        Some([(b.x - a.x) as f32 / 2.0, (b.y - a.y) as f32 / 2.0])
    }

    impl Kernel for Settle<'_> {
        type Out = Verdict;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Verdict {
            let Settle(part, ball, half, margin) = self;
            let origin = Hull::origin(part);
            let (hulls, [inner, outer]) = (hulls(part), ball.discs.radii);
            let one = |x: f32| lanes.float(x);
            let balls = BallsAt {
                at: [ball.centre.x - origin.x, ball.centre.y - origin.y].map(|x| one(x as f32)),
                discs: [one(inner), one(outer)],
                are_segments: lanes.int(if half.is_some() { u32::MAX } else { 0 }),
                halves: half.unwrap_or_default().map(one),
                radii: one(part.radius() as f32),
                sizes: one(hulls.first().map_or(0.0, |hull| hull.size)),
                thin: one(hulls.first().map_or(0.0, |hull| hull.thin)),
                margins: one(margin as f32),
            };
            let but = if inner < 0.0 { known::HIT | known::NEAR } else { 0 };
            let mut all = [0; 8];
            let known = match &hulls[..] {
                [] => compare_with_discs(lanes, &balls),
                hulls => compare_hulls(lanes, &balls, [hulls; 8]),
            };
            lanes.put_ints(known, &mut all, 0);
            let known = all[5] & !but;
            assert!(known & known::HIT == 0 || known & known::NEAR != 0, "{known}");
            assert!(known & known::FAR == 0 || known & known::APART != 0, "{known}");
            match (known & known::NEAR != 0, known & known::FAR != 0) {
                (true, _) => Verdict::Yes,
                (_, true) => Verdict::No,
                _ => Verdict::Unsure,
            }
        }
    }

    #[test]
    fn what_discs_beside_a_part_settle_is_right() {
        let mut random = Random::new(31);
        let mut counts = [0; 3];
        for _ in 0..40_000 {
            let (a, b) = (random.convex(), random.convex());
            if a.vertices().len() < 2 && half_of(&b).is_none() {
                continue;
            }
            let margin = random.pick(&[0, 0, 1, 256, 2048]);
            let by = offset(&mut random, &a, &b, margin);
            let b = b.translated(by);
            let centre = middle(b.bounds());
            let ball = Ball { centre, discs: Discs::of_parts(std::slice::from_ref(&b), centre) };
            let here = Point::default();
            for simd in Simd::available() {
                let answer = simd.run(Settle(&a, ball, half_of(&b), margin));
                counts[answer as usize] += 1;
                if answer == Verdict::Unsure {
                    continue;
                }
                let right = answer == Verdict::Yes;
                assert_eq!(
                    exactly(&a, &b, here, PairQuestion::within(margin)),
                    right,
                    "{a:?} {b:?} {margin}"
                );
                let is_thin = |part: &Convex| part.radius() == 0 && part.vertices().len() < 3;
                if margin == 0 && !is_thin(&a) && !is_thin(&b) {
                    let overlap = exactly(&a, &b, here, PairQuestion::overlap(Touching::Ignored));
                    assert_eq!(overlap, right, "{a:?} {b:?}");
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
    }

    /// The middle of a segment is rounded to the lattice. It may then be inside a part that the segment does not reach.
    #[test]
    fn segments_just_outside_a_slanted_edge_are_right_or_in_doubt() {
        let part = |points: &[(i32, i32)]| {
            Convex::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect(), 0).unwrap()
        };
        let (mut misses, mut settled) = (0, 0);
        for p in [2, 7, 50] {
            let (length, deep) = (40, 4000);
            for far in [-deep, deep] {
                let a = part(&[(0, 0), (p * length, length), (far, -far)]);
                for (from, to, off) in (0..length)
                    .flat_map(|from| (from + 1..length).map(move |to| (from, to)))
                    .flat_map(|(from, to)| (-2..=2).map(move |off| (from, to, off)))
                {
                    let b = part(&[(p * from + off, from), (p * to + off, to)]);
                    let centre = middle(b.bounds());
                    let ball = Ball { centre, discs: Discs::of_parts(std::slice::from_ref(&b), centre) };
                    let right = exactly(&a, &b, Point::default(), PairQuestion::overlap(Touching::Counts));
                    misses += u32::from(!right);
                    for simd in Simd::available() {
                        let answer = simd.run(Settle(&a, ball, half_of(&b), 0));
                        settled += u32::from(answer != Verdict::Unsure);
                        assert!(answer != Verdict::Yes || right, "{} {a:?} {b:?}", simd.name());
                        assert!(answer != Verdict::No || !right, "{} {a:?} {b:?}", simd.name());
                    }
                }
            }
        }
        assert!(misses > 1000, "{misses} {settled}");
    }

    fn hulls(part: &Convex) -> Vec<Hull> {
        let mut hulls = vec![Hull::NONE; Hull::count(part)];
        Hull::write(part, &mut hulls);
        hulls
    }

    /// Runs every instruction set, and compares each sure answer with the exact test.
    fn check(a: &Convex, b: &Convex, by: Point, margin: i32) -> Verdict {
        let mut answer = Verdict::Unsure;
        for simd in Simd::available() {
            answer = simd.run(Run(a, b, by, margin));
            if answer == Verdict::Unsure {
                continue;
            }
            let right = answer == Verdict::Yes;
            let context = || format!("{} {a:?} {b:?} {by:?} {margin}", simd.name());
            assert_eq!(exactly(a, b, by, PairQuestion::within(margin)), right, "{}", context());
            if margin == 0 {
                assert_eq!(
                    exactly(a, b, by, PairQuestion::overlap(Touching::Counts)),
                    right,
                    "{}",
                    context()
                );
                assert_eq!(
                    exactly(a, b, by, PairQuestion::overlap(Touching::Ignored)),
                    right,
                    "{}",
                    context()
                );
            }
        }
        answer
    }

    /// Returns a vector by which the boxes of two parts nearly touch.
    fn offset(random: &mut Random, a: &Convex, b: &Convex, margin: i32) -> Point {
        let (p, q) = (a.bounds(), b.bounds());
        let mut near = |first: i32, last: i32| {
            let at = first - margin - 200 + random.below(last - first + 2 * margin + 400);
            if random.below(3) == 0 { at & !127 } else { at }
        };
        Point::new(near(p.min.x - q.max.x, p.max.x - q.min.x), near(p.min.y - q.max.y, p.max.y - q.min.y))
    }

    #[test]
    fn what_is_sure_is_right_and_most_is_sure() {
        let mut random = Random::new(11);
        let mut counts = [0; 3];
        for _ in 0..60_000 {
            let (a, b) = (random.convex(), random.convex());
            if a.vertices().len() + b.vertices().len() < 3 {
                continue;
            }
            let margin = random.pick(&[0, 1, 256, 2048]);
            let by = offset(&mut random, &a, &b, margin);
            counts[check(&a, &b, by, margin) as usize] += 1;
        }
        let [no, yes, unsure] = counts;
        assert!(no > 10_000 && yes > 10_000, "{counts:?}");
        // On whole pixels shapes often just touch.
        assert!(unsure * 20 < no + yes, "{counts:?}");
    }

    /// Slivers, large parts, and small steps around a touch: a sure answer is always right.
    #[test]
    fn hard_cases_are_right_or_in_doubt() {
        let shape = |points: &[(i32, i32)], radius: i32| {
            Convex::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect(), radius).unwrap()
        };
        let ring = |count: i32, far: i32, radius: i32| {
            let angle = |k: i32| f64::from(k) * 2.0 * std::f64::consts::PI / f64::from(count);
            let at = |x: f64| (x * f64::from(far)) as i32;
            let points = (0..count).map(|k| Point::new(at(angle(k).cos()), at(angle(k).sin())));
            Convex::new(points.collect(), radius).unwrap()
        };
        let far = 1 << 21;
        let shapes = [
            shape(&[(0, 0)], 0),
            shape(&[(7, -3)], 300),
            shape(&[(0, 0), (1, 0)], 0),
            shape(&[(-far, -1), (far, 1)], 0),
            shape(&[(1000 - far, 5), (far - 1000, 0)], 1000),
            shape(&[(-far, -far), (far, -far), (far, far), (-far, far)], 0),
            shape(&[(-far, 0), (far, 0), (far - 1, 1), (-far + 1, 1)], 0),
            shape(&[(-4096, 0), (4096, 1), (0, 2)], 0),
            shape(&[(1_000_000, 0), (1_000_300, 0), (1_000_000, 300)], 77),
            shape(&[(0, 0), (256, 0), (256, 256), (0, 256)], 0),
            shape(&[(-300, 0), (0, -300), (300, 0), (0, 300)], 0),
            ring(9, 1000, 3),
            ring(64, 200_000, 0),
        ];
        let mut random = Random::new(12);
        let mut counts = [0; 3];
        for _ in 0..2000 {
            for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
                if a.vertices().len() + b.vertices().len() < 3 {
                    continue;
                }
                let margin = random.pick(&[0, 0, 1, 255, 1 << 20]);
                // Puts a vertex of one on a vertex of the other, moved by a small step or none.
                let (p, q) = (random.pick(a.vertices()), random.pick(b.vertices()));
                let reach = a.radius() + b.radius() + margin;
                let [x, y] = [(); 2]
                    .map(|()| random.pick(&[0, 0, 1, -1, 2, -40]) + random.pick(&[0, 0, 0, 1, -1]) * reach);
                let by = Point::new(p.x - q.x + x, p.y - q.y + y);
                counts[check(a, b, by, margin) as usize] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 5000), "{counts:?}");
    }
}

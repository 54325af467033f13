//! A small part beside the hulls of a larger one, by its vertices: these settle most pairs that discs leave open, and
//! need no hull of the small part. The bound on the error is that of `hull_hull`.

use super::hull::Hull;
use super::hull_hull::{DOUBT, HullEdges};
use super::shape_shape::Verdict;
use crate::counts;
use crate::shape::Convex;
use crate::simd::Lanes;

/// The most vertices.
pub(crate) const MOST: usize = 8;

/// The vertices of a part, relative to the middle of its box. The first one fills the entries that are left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Corners {
    x: [f32; MOST],
    y: [f32; MOST],
    count: usize,
    /// The largest distance of a vertex from that middle, as the sum of both coordinates' sizes.
    size: f32,
}

impl Corners {
    /// No vertices.
    pub(crate) const NONE: Corners = Corners { x: [0.0; MOST], y: [0.0; MOST], count: 0, size: 0.0 };

    /// Writes the vertices of a part, which must be few. (They are not returned: a copy of numbers just written, wider than
    /// they were written, waits for them.)
    #[inline(always)]
    pub(crate) fn write(&mut self, part: &Convex) {
        let (vertices, origin) = (part.vertices(), Hull::origin(part));
        let count = vertices.len().min(MOST);
        (self.count, self.size) = (count, 0.0);
        let mut k = 0;
        while k < count {
            let own = [(vertices[k].x - origin.x) as f32, (vertices[k].y - origin.y) as f32];
            [self.x[k], self.y[k]] = own;
            let far = own[0].abs() + own[1].abs();
            self.size = if far > self.size { far } else { self.size };
            k += 1;
        }
        while k < MOST {
            (self.x[k], self.y[k]) = (self.x[0], self.y[0]);
            k += 1;
        }
    }
}

/// Whether a small part comes within reach of a larger one, whether touches count or not. `reach` is the sum of their radii
/// and a margin, and `offset` is the vector from the larger part's origin to that of the vertices.
#[inline(always)]
pub(crate) fn corners_hull<L: Lanes>(
    lanes: L,
    large: &[Hull],
    small: &Corners,
    offset: [f32; 2],
    reach: f32,
) -> Verdict {
    counts::test();
    let [x, y] = offset;
    let doubt = DOUBT * (x.abs() + y.abs() + large[0].size + small.size + reach);
    // A vertex deeper than this behind every edge is inside; none is inside a segment.
    let deep = lanes.float(doubt + large[0].thin);
    let (mut least, mut inside) = (lanes.float(f32::MAX), (1_u32 << small.count) - 1);
    for hull in large {
        let edges = HullEdges::of(lanes, hull);
        let mut most = lanes.float(f32::MIN);
        let mut k = 0;
        while k < small.count {
            let (vx, vy) = (lanes.float(small.x[k % MOST] + x), lanes.float(small.y[k % MOST] + y));
            let depth = edges.depth_of(lanes, vx, vy);
            most = lanes.max_floats(most, depth);
            inside &= !(u32::from(lanes.any_ints(lanes.less(depth, deep))) << k);
            k += 1;
        }
        least = lanes.min_floats(least, most);
    }
    // An edge has the small part wholly in front of it, beyond reach.
    if lanes.least(least) < -(reach + doubt) {
        return Verdict::No;
    }
    let is_near = (reach > doubt) && {
        let reach = reach - doubt;
        nearest(lanes, large, small, offset) < reach * reach
    };
    if (inside != 0) | is_near { Verdict::Yes } else { Verdict::Unsure }
}

/// The same for a larger disc; `offset` is the vector from its centre to their origin.
#[inline(always)]
pub(crate) fn corners_disc<L: Lanes>(lanes: L, small: &Corners, [x, y]: [f32; 2], reach: f32) -> Verdict {
    counts::test();
    let away = (x * x + y * y).sqrt();
    let doubt = DOUBT * (x.abs() + y.abs() + small.size + reach);
    let (x, y) = (lanes.float(x), lanes.float(y));
    let vx = lanes.add_floats(lanes.floats(&small.x), x);
    let vy = lanes.add_floats(lanes.floats(&small.y), y);
    // How far the vertices are along the line from the centre to their middle, and the least squared distance.
    let along = lanes.least(lanes.fused(x, vx, lanes.mul_floats(y, vy)));
    let square = lanes.least(lanes.fused(vx, vx, lanes.mul_floats(vy, vy)));
    let least = reach - doubt;
    if (least > 0.0) & (square < least * least) {
        Verdict::Yes
    } else if along > (reach + doubt) * away {
        Verdict::No
    } else {
        Verdict::Unsure
    }
}

/// Returns the least squared distance of a vertex from an edge.
#[inline(always)]
fn nearest<L: Lanes>(lanes: L, large: &[Hull], small: &Corners, [x, y]: [f32; 2]) -> f32 {
    let mut nearest = lanes.float(f32::MAX);
    for hull in large {
        let edges = HullEdges::of(lanes, hull);
        let mut k = 0;
        while k < small.count {
            let (vx, vy) = (lanes.float(small.x[k % MOST] + x), lanes.float(small.y[k % MOST] + y));
            nearest = lanes.min_floats(nearest, edges.of_point(lanes, vx, vy).1);
            k += 1;
        }
    }
    lanes.least(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Touching;
    use crate::kernels::PairQuestion;
    use crate::kernels::random::Random;
    use crate::kernels::shape_shape::exactly;
    use crate::lattice::Point;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(&'a Convex, &'a Convex, Point, i32);

    impl Kernel for Run<'_> {
        type Out = Verdict;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Verdict {
            let Run(large, small, by, margin) = self;
            let (p, q) = (Hull::origin(large), Hull::origin(small));
            let offset = [(by.x + q.x - p.x) as f32, (by.y + q.y - p.y) as f32];
            let reach = (large.radius() + small.radius() + margin) as f32;
            let mut corners = Corners::NONE;
            corners.write(small);
            if large.vertices().len() == 1 {
                return corners_disc(lanes, &corners, offset, reach);
            }
            let mut hulls = vec![Hull::NONE; Hull::count(large)];
            Hull::write(large, &mut hulls);
            corners_hull(lanes, &hulls, &corners, offset, reach)
        }
    }

    /// Compares what is known with the exact test; also where vertices or edges nearly touch.
    #[test]
    fn what_corners_settle_is_right_and_most_is_settled() {
        let mut random = Random::new(17);
        let (mut counts, mut close, mut discs) = ([0; 3], [0; 3], [0; 3]);
        for round in 0..60_000 {
            let (large, small) = (random.convex(), random.convex());
            if !(2..=MOST).contains(&small.vertices().len()) {
                continue;
            }
            let margin = random.pick(&[0, 0, 1, 256, 2048]);
            let (p, q) = (large.bounds(), small.bounds());
            let mut between = |first: i32, last: i32| first + random.below(last - first + 1);
            let by = match round % 2 {
                0 => Point::new(
                    between(p.min.x - q.max.x - margin, p.max.x - q.min.x + margin),
                    between(p.min.y - q.max.y - margin, p.max.y - q.min.y + margin),
                ),
                _ => {
                    let (p, q) = (random.pick(large.vertices()), random.pick(small.vertices()));
                    let reach = large.radius() + small.radius() + margin;
                    let [x, y] = [(); 2].map(|()| {
                        random.pick(&[0, 0, 1, -1, 2, -40]) + random.pick(&[0, 0, 0, 1, -1]) * reach
                    });
                    Point::new(p.x - q.x + x, p.y - q.y + y)
                }
            };
            for simd in Simd::available() {
                let answer = simd.run(Run(&large, &small, by, margin));
                let count = if round % 2 == 0 { &mut counts } else { &mut close };
                count[answer as usize] += 1;
                discs[answer as usize] += u32::from(large.vertices().len() == 1);
                if answer == Verdict::Unsure {
                    continue;
                }
                let mut all = vec![PairQuestion::within(margin)];
                if margin == 0 {
                    all.extend([Touching::Counts, Touching::Ignored].map(PairQuestion::overlap));
                }
                for asked in all {
                    let right = exactly(&large, &small, by, asked);
                    let context = || format!("{} {large:?} {small:?} {by:?} {asked:?}", simd.name());
                    assert_eq!(right, answer == Verdict::Yes, "{}", context());
                }
            }
        }
        assert!(counts.iter().chain(&close).all(|&count| count > 1000), "{counts:?} {close:?}");
        assert!(discs.iter().all(|&count| count > 100), "{discs:?}");
        assert!(counts[2] * 2 < counts[0] + counts[1], "{counts:?}");
    }
}

//! Bodies, each as a disc in it and a disc around it, beside the hulls of larger parts: this settles most pairs. Each body is
//! measured beside eight edges at a time; what that says is then compared for eight bodies at a time. Of segments and capsules,
//! which one disc describes worst, both ends are measured, too. The bound on the error is that of `hull_hull`.

use super::discs::SLACK;
use super::eight_pairs::{absolute, bits, squared};
use super::hull::Hull;
use super::hull_hull::{DOUBT, HullEdges};
use crate::simd::Lanes;

/// The discs of eight bodies, each beside a part of another body.
pub(crate) struct BallsAt<L: Lanes> {
    /// The centres, relative to the origins of the parts' hulls.
    pub(crate) at: [L::Floats; 2],
    /// The radii of the inner and the outer discs.
    pub(crate) discs: [L::Floats; 2],
    /// A mask of the segments and capsules, whose radius is that of the inner disc, and the vectors from their centres to
    /// one end; 0 for other bodies.
    pub(crate) are_segments: L::Ints,
    pub(crate) halves: [L::Floats; 2],
    /// The radii of the parts, and [`Hull::size`] and [`Hull::thin`] of their hulls.
    pub(crate) radii: L::Floats,
    pub(crate) sizes: L::Floats,
    pub(crate) thin: L::Floats,
    /// The graze margins, at least 0.
    pub(crate) margins: L::Floats,
}

/// One disc describes a capsule badly if its segment is more than this many times as long as the capsule is wide.
pub(crate) const LONG: f32 = 1.5;

impl<L: Lanes> BallsAt<L> {
    /// Returns a mask of the long segments and capsules.
    #[inline(always)]
    fn are_long(&self, lanes: L) -> L::Ints {
        let BallsAt { discs: [inner, _], are_segments, halves: [x, y], .. } = *self;
        let square = lanes.fused(x, x, lanes.mul_floats(y, y));
        let wide = lanes.mul_floats(inner, lanes.float(LONG));
        lanes.and_ints(are_segments, lanes.less(squared(lanes, wide), square))
    }
}

/// Returns what is known of eight bodies and the hulls of their parts, as bits of [`known`](super::known). Where the inner
/// disc of a body is not known, the bits for hits and near misses mean nothing; where a part has no hulls, no bit does.
#[inline(always)]
pub(crate) fn compare_hulls<L: Lanes>(lanes: L, balls: &BallsAt<L>, parts: [&[Hull]; 8]) -> L::Ints {
    let BallsAt { at: [x, y], discs: [inner, outer], radii, sizes, thin, margins, .. } = *balls;
    let sum = |a, b| lanes.add_floats(a, b);
    let [depth, square] = measure(lanes, [x, y], parts);
    let depth = lanes.sub_floats(depth, thin);
    let size = sum(sum(absolute(lanes, x), absolute(lanes, y)), sizes);
    let doubt = lanes.mul_floats(size, lanes.float(DOUBT));
    let (least, most) = (sum(inner, radii), sum(outer, radii));
    let reach = sum(most, margins);
    // (The centre is rounded: it may be outside the inner disc's body by less than a unit.)
    let is_inside = lanes.less(sum(doubt, lanes.float(1.0)), depth);
    // (In a segment no point is deep: only distances say how far a body is from it.)
    let far = lanes.fused(reach, lanes.float(DOUBT), doubt);
    let is_outside = lanes.less(sum(depth, far), lanes.float(0.0));
    let is_close = |least| lanes.less(square, near_square(lanes, least, doubt));
    let is_away = |most| lanes.less(far_square(lanes, most, doubt), square);
    let hit = lanes.or_ints(is_inside, is_close(least));
    let apart = lanes.and_ints(is_outside, is_away(most));
    let near = lanes.or_ints(is_inside, is_close(sum(least, margins)));
    let is_far = lanes.and_ints(is_outside, is_away(reach));
    let known = bits(lanes, [hit, apart, near, is_far]);
    let are_open = lanes.sub_ints(lanes.int(u32::MAX), lanes.or_ints(hit, is_far));
    if lanes.any_ints(lanes.and_ints(balls.are_long(lanes), are_open)) {
        return lanes.or_ints(known, compare_ends(lanes, balls, size, parts));
    }
    known
}

/// Returns what is known of eight segments or capsules and discs with the parts' radii around the parts' origins, as bits of
/// [`known`](super::known). Of other bodies no bit means anything.
#[inline(always)]
pub(crate) fn compare_with_discs<L: Lanes>(lanes: L, balls: &BallsAt<L>) -> L::Ints {
    let BallsAt { at: [x, y], discs: [inner, _], halves: [half_x, half_y], radii, margins, .. } = *balls;
    let (sum, product) = (|a, b| lanes.add_floats(a, b), |a, b| lanes.mul_floats(a, b));
    let (zero, one) = (lanes.float(0.0), lanes.float(1.0));
    // The point of the segment that is nearest to the origin: the middle plus a share of the half to one end.
    let along = sum(product(x, half_x), product(y, half_y));
    let long = lanes.max_floats(sum(squared(lanes, half_x), squared(lanes, half_y)), one);
    let share = lanes.div_floats(lanes.sub_floats(zero, along), long);
    let share = lanes.max_floats(lanes.min_floats(share, one), lanes.float(-1.0));
    let (nearest_x, nearest_y) = (lanes.fused(share, half_x, x), lanes.fused(share, half_y, y));
    let square = sum(squared(lanes, nearest_x), squared(lanes, nearest_y));
    let size = |x, y| sum(absolute(lanes, x), absolute(lanes, y));
    let doubt = product(sum(size(x, y), size(half_x, half_y)), lanes.float(DOUBT));
    let reach = sum(inner, radii);
    let is_close = |reach| lanes.less(square, near_square(lanes, reach, doubt));
    let is_away = |reach| lanes.less(far_square(lanes, reach, doubt), square);
    let near = sum(reach, margins);
    bits(lanes, [is_close(reach), is_away(reach), is_close(near), is_away(near)])
}

/// Returns what the ends of segments and capsules say. `sizes` are bounds on the coordinates, without the ends.
#[inline(always)]
fn compare_ends<L: Lanes>(lanes: L, balls: &BallsAt<L>, sizes: L::Floats, parts: [&[Hull]; 8]) -> L::Ints {
    let BallsAt { discs: [inner, _], are_segments, halves: [x, y], radii, thin, margins, .. } = *balls;
    let [depth, gap] = measure_ends(lanes, balls, parts);
    let size = lanes.add_floats(sizes, lanes.add_floats(absolute(lanes, x), absolute(lanes, y)));
    let doubt = lanes.mul_floats(size, lanes.float(DOUBT));
    let is_inside = lanes.less(lanes.add_floats(doubt, lanes.float(1.0)), lanes.sub_floats(depth, thin));
    let reach = lanes.add_floats(inner, radii);
    // (The ends are rounded.)
    let far = |reach| lanes.less(lanes.add_floats(reach, doubt_of(lanes, reach, doubt)), gap);
    let (apart, far) = (far(reach), far(lanes.add_floats(reach, margins)));
    lanes.and_ints(bits(lanes, [is_inside, apart, is_inside, far]), are_segments)
}

/// Returns how deep points are behind the edges of their parts, at least, and their squared distances from the nearest edges.
#[inline(always)]
fn measure<L: Lanes>(lanes: L, [x, y]: [L::Floats; 2], parts: [&[Hull]; 8]) -> [L::Floats; 2] {
    let [mut all_x, mut all_y] = [[0.0; 8]; 2];
    lanes.put_floats(x, &mut all_x);
    lanes.put_floats(y, &mut all_y);
    let [mut depths, mut squares] = [[lanes.float(f32::MAX); 8]; 2];
    for k in 0..8 {
        let (x, y) = (lanes.float(all_x[k]), lanes.float(all_y[k]));
        let mut at = 0;
        while at < parts[k].len() {
            let (depth, square) = HullEdges::of(lanes, &parts[k][at]).of_point(lanes, x, y);
            depths[k] = lanes.min_floats(depths[k], depth);
            squares[k] = lanes.min_floats(squares[k], square);
            at += 1;
        }
    }
    [lanes.least_of_each(depths), lanes.least_of_each(squares)]
}

/// Measures both ends of each segment. Returns how deep the deeper end is behind all edges of the part, and the largest
/// distance by which both ends are in front of the same edge.
#[inline(always)]
fn measure_ends<L: Lanes>(lanes: L, balls: &BallsAt<L>, parts: [&[Hull]; 8]) -> [L::Floats; 2] {
    let BallsAt { at, halves, .. } = *balls;
    let mut all = [[0.0; 8]; 4];
    let mut k = 0;
    while k < 2 {
        lanes.put_floats(at[k], &mut all[k]);
        lanes.put_floats(halves[k], &mut all[2 + k]);
        k += 1;
    }
    let [mut firsts, mut seconds, mut gaps] = [[lanes.float(f32::MAX); 8]; 3];
    let zero = lanes.float(0.0);
    for k in 0..8 {
        let (x, y) = (lanes.float(all[0][k]), lanes.float(all[1][k]));
        let (half_x, half_y) = (lanes.float(all[2][k]), lanes.float(all[3][k]));
        let mut at = 0;
        while at < parts[k].len() {
            let edges = HullEdges::of(lanes, &parts[k][at]);
            let (depth, by) = (edges.depth_of(lanes, x, y), edges.depth_along(lanes, half_x, half_y));
            let (first, second) = (lanes.add_floats(depth, by), lanes.sub_floats(depth, by));
            firsts[k] = lanes.min_floats(firsts[k], first);
            seconds[k] = lanes.min_floats(seconds[k], second);
            gaps[k] = lanes.min_floats(gaps[k], lanes.max_floats(first, second));
            at += 1;
        }
    }
    let depth = lanes.max_floats(lanes.least_of_each(firsts), lanes.least_of_each(seconds));
    [depth, lanes.sub_floats(zero, lanes.least_of_each(gaps))]
}

/// Returns the doubt about a reach, given that about the coordinates.
#[inline(always)]
fn doubt_of<L: Lanes>(lanes: L, reach: L::Floats, doubt: L::Floats) -> L::Floats {
    lanes.fused(reach, lanes.float(DOUBT), lanes.add_floats(doubt, lanes.float(SLACK)))
}

/// Returns the squared distance below which a body surely comes within reach, if its inner disc, the radius of the part
/// and a margin are this much.
#[inline(always)]
fn near_square<L: Lanes>(lanes: L, least: L::Floats, doubt: L::Floats) -> L::Floats {
    // (A body that reaches less than this into the other is left to the exact test.)
    let by = doubt_of(lanes, least, doubt);
    squared(lanes, lanes.max_floats(lanes.sub_floats(least, by), lanes.float(0.0)))
}

/// Returns the squared distance up to which a body may come within reach, if its outer disc, the radius of the part and a
/// margin are this much.
#[inline(always)]
fn far_square<L: Lanes>(lanes: L, most: L::Floats, doubt: L::Floats) -> L::Floats {
    squared(lanes, lanes.add_floats(most, doubt_of(lanes, most, doubt)))
}

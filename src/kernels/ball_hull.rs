//! Bodies, each as a disc in it and a disc around it, beside the hulls of larger parts: this settles most pairs. Each body is
//! measured beside eight edges at a time; what that says is then compared for eight bodies at a time. The bound on the error
//! is that of `hull_hull`.

use super::discs::SLACK;
use super::eight_pairs::{absolute, bits, squared};
use super::hull::Hull;
use super::hull_hull::{DOUBT, Edges};
use crate::simd::Lanes;

/// The discs of eight bodies, each beside a part of another body.
pub(crate) struct BallsAt<L: Lanes> {
    /// The centres, relative to the origins of the parts' hulls.
    pub(crate) at: [L::Floats; 2],
    /// The radii of the inner and the outer discs.
    pub(crate) discs: [L::Floats; 2],
    /// The radii of the parts, and [`Hull::size`] and [`Hull::thin`] of their hulls.
    pub(crate) radii: L::Floats,
    pub(crate) sizes: L::Floats,
    pub(crate) thin: L::Floats,
    /// The graze margins, at least 0.
    pub(crate) margins: L::Floats,
}

/// Returns what is known of eight bodies and the hulls of their parts, as bits of [`known`](super::known). Where the inner
/// disc of a body is not known, the bits for hits and near misses mean nothing; where a part has no hulls, no bit does.
#[inline(always)]
pub(crate) fn compare_hulls<L: Lanes>(lanes: L, balls: &BallsAt<L>, parts: [&[Hull]; 8]) -> L::Ints {
    let BallsAt { at: [x, y], discs: [inner, outer], radii, sizes, thin, margins } = *balls;
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
    bits(
        lanes,
        [
            lanes.or_ints(is_inside, is_close(least)),
            lanes.and_ints(is_outside, is_away(most)),
            lanes.or_ints(is_inside, is_close(sum(least, margins))),
            lanes.and_ints(is_outside, is_away(reach)),
        ],
    )
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
            let (depth, square) = Edges::of(lanes, &parts[k][at]).of_point(lanes, x, y);
            depths[k] = lanes.min_floats(depths[k], depth);
            squares[k] = lanes.min_floats(squares[k], square);
            at += 1;
        }
    }
    [lanes.least_of_each(depths), lanes.least_of_each(squares)]
}

/// Returns the squared distance below which a body surely comes within reach, if its inner disc, the radius of the part
/// and a margin are this much.
#[inline(always)]
fn near_square<L: Lanes>(lanes: L, least: L::Floats, doubt: L::Floats) -> L::Floats {
    // (A body that reaches less than this into the other is left to the exact test.)
    let by = lanes.fused(least, lanes.float(DOUBT), lanes.add_floats(doubt, lanes.float(SLACK)));
    squared(lanes, lanes.max_floats(lanes.sub_floats(least, by), lanes.float(0.0)))
}

/// Returns the squared distance up to which a body may come within reach, if its outer disc, the radius of the part and a
/// margin are this much.
#[inline(always)]
fn far_square<L: Lanes>(lanes: L, most: L::Floats, doubt: L::Floats) -> L::Floats {
    let by = lanes.fused(most, lanes.float(DOUBT), lanes.add_floats(doubt, lanes.float(SLACK)));
    squared(lanes, lanes.add_floats(most, by))
}

//! Eight bodies on tile maps at a time, each near four cells, without a branch.

use super::discs::{SHARE, SLACK};
use super::eight_pairs::{EightBoxes, bits, squared};
use crate::simd::Lanes;

/// Eight bodies, each with the four cells around a corner of cells. Either no other cell is near the body, or the body is large
/// and its centre is in one of the four. That it meets a cell is true in both cases. That it meets none is said of these four
/// only.
pub(crate) struct EightOnMaps<L: Lanes> {
    pub(crate) boxes: EightBoxes<L>,
    pub(crate) centres: [L::Ints; 2],
    pub(crate) discs: [L::Floats; 2],
    /// Masks of the circles and of the upright boxes.
    pub(crate) are_circles: L::Ints,
    pub(crate) are_boxes: L::Ints,
    /// The corner that the four cells have in common.
    pub(crate) corner: [L::Ints; 2],
    /// The cells that are not empty, and those that are whole boxes: bit `2 * row + column` stands for each.
    pub(crate) filled: L::Ints,
    pub(crate) whole_boxes: L::Ints,
}

/// How far a body is from the first two cells along an axis, and from the second two; below 0 where they overlap.
#[derive(Clone, Copy)]
struct AxisGaps<L: Lanes> {
    /// The gaps of an upright box, or of the centre of any other body.
    core: [L::Floats; 2],
    bounds: [L::Ints; 2],
}

impl<L: Lanes> EightOnMaps<L> {
    /// Returns whether the bodies come within these margins of the maps, as bits of [`known`](super::known). With a margin
    /// of 0, a hit and being apart are known too. No margin is below 0.
    #[inline(always)]
    pub(crate) fn compare(&self, lanes: L, margins: L::Ints) -> L::Ints {
        let gaps = [self.gaps(lanes, 0), self.gaps(lanes, 1)];
        let (near, far) = self.meet(lanes, gaps, margins);
        bits(lanes, [near, far, near, far])
    }

    #[inline(always)]
    fn gaps(&self, lanes: L, axis: usize) -> AxisGaps<L> {
        let ([min, max], centre, corner) =
            (self.boxes.along_axis(axis), self.centres[axis], self.corner[axis]);
        let bounds = [lanes.sub_ints(min, corner), lanes.sub_ints(corner, max)];
        let centre = [lanes.sub_ints(centre, corner), lanes.sub_ints(corner, centre)];
        let core =
            |k: usize| lanes.choose(self.are_boxes, lanes.floats_of(bounds[k]), lanes.floats_of(centre[k]));
        AxisGaps { core: [core(0), core(1)], bounds }
    }

    /// Returns masks of the bodies that surely come within the margin of a cell, and of those that surely do not. Without a
    /// margin the first ones overlap it.
    #[inline(always)]
    fn meet(&self, lanes: L, [x, y]: [AxisGaps<L>; 2], margins: L::Ints) -> (L::Ints, L::Ints) {
        let (zero, margin) = (lanes.float(0.0), lanes.floats_of(margins));
        // Circles and boxes are exactly what they are said to be.
        let are_exact = lanes.or_ints(self.are_circles, self.are_boxes);
        let slack = lanes.choose(are_exact, zero, lanes.float(SLACK));
        let (inner, outer) = (
            lanes.choose(self.are_boxes, zero, self.discs[0]),
            lanes.choose(self.are_boxes, zero, self.discs[1]),
        );
        let are_known = lanes.less(lanes.float(-f32::MIN_POSITIVE), inner);
        let deep = lanes.sub_floats(lanes.add_floats(inner, margin), slack);
        let deep = lanes.max_floats(lanes.mul_floats(deep, lanes.float(1.0 - SHARE)), zero);
        let least = squared(lanes, deep);
        let reach = lanes.add_floats(lanes.add_floats(outer, margin), slack);
        let reach = lanes.mul_floats(reach, lanes.float(1.0 + SHARE));
        // (A distance of 0 is within every reach.)
        let most = lanes.add_floats(squared(lanes, reach), lanes.float(1.0));
        let beyond = lanes.add_ints(margins, lanes.int(1));
        let (mut surely, mut maybe) = (lanes.int(0), lanes.int(0));
        let mut cell = 0;
        while cell < 4 {
            let (i, j) = (cell & 1, cell >> 1);
            let bit = lanes.int(1 << cell);
            let is = |bits| lanes.less_ints(lanes.int(0), lanes.and_ints(bits, bit));
            let (dx, dy) = (lanes.max_floats(x.core[i], zero), lanes.max_floats(y.core[j], zero));
            let square = lanes.fused(dx, dx, squared(lanes, dy));
            let is_inside = lanes.and_ints(lanes.less(x.core[i], zero), lanes.less(y.core[j], zero));
            let is_deep = lanes.and_ints(lanes.less(square, least), are_known);
            let meets = lanes.or_ints(is_deep, lanes.and_ints(is_inside, are_exact));
            surely = lanes.or_ints(surely, lanes.and_ints(is(self.whole_boxes), meets));
            let do_boxes_meet =
                lanes.and_ints(lanes.less_ints(x.bounds[i], beyond), lanes.less_ints(y.bounds[j], beyond));
            let may_meet = lanes.and_ints(do_boxes_meet, lanes.less(square, most));
            maybe = lanes.or_ints(maybe, lanes.and_ints(is(self.filled), may_meet));
            cell += 1;
        }
        (surely, lanes.less_ints(lanes.int(u32::MAX), maybe))
    }
}

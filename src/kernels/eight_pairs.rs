//! Eight pairs of bodies at a time, without a branch: circles and upright boxes by their boxes, other bodies by their
//! discs.

use super::discs::{SHARE, SLACK};
use super::known;
use crate::simd::Lanes;

/// One body of each of eight pairs: its box as columns.
#[derive(Clone, Copy)]
pub(crate) struct EightBoxes<L: Lanes> {
    min: [L::Ints; 2],
    max: [L::Ints; 2],
}

impl<L: Lanes> EightBoxes<L> {
    #[inline(always)]
    pub(crate) fn of(lanes: L, boxes: [&[u32; 4]; 8]) -> EightBoxes<L> {
        let [x0, y0, x1, y1] = lanes.columns(boxes);
        EightBoxes { min: [x0, y0], max: [x1, y1] }
    }

    /// Returns the least and the greatest coordinates along an axis.
    #[inline(always)]
    pub(super) fn along_axis(&self, axis: usize) -> [L::Ints; 2] {
        [self.min[axis], self.max[axis]]
    }

    /// Returns the widths and heights.
    #[inline(always)]
    pub(crate) fn sides(&self, lanes: L) -> [L::Ints; 2] {
        [lanes.sub_ints(self.max[0], self.min[0]), lanes.sub_ints(self.max[1], self.min[1])]
    }

    /// Returns the middles, rounded down, as [`middle`](super::middle) does.
    #[inline(always)]
    pub(crate) fn middles(&self, lanes: L) -> [L::Ints; 2] {
        let middle = |axis: usize| lanes.half_ints(lanes.add_ints(self.min[axis], self.max[axis]));
        [middle(0), middle(1)]
    }

    /// Returns how far the boxes of two are apart along both axes; below 0 where they overlap.
    #[inline(always)]
    fn gaps(&self, lanes: L, other: &EightBoxes<L>) -> [L::Ints; 2] {
        let gap = |axis: usize| {
            let behind = lanes.sub_ints(other.min[axis], self.max[axis]);
            lanes.max_ints(behind, lanes.sub_ints(self.min[axis], other.max[axis]))
        };
        [gap(0), gap(1)]
    }

    /// Returns a mask of the pairs whose boxes are apart.
    #[inline(always)]
    pub(crate) fn are_apart(&self, lanes: L, other: &EightBoxes<L>) -> L::Ints {
        let [x, y] = self.gaps(lanes, other);
        lanes.less_ints(lanes.int(0), lanes.max_ints(x, y))
    }

    /// Returns what is known of circles and upright boxes, as bits of [`known`]. `radii` are those of circles, and 0 for
    /// boxes. Only where they nearly touch, or nearly are a margin apart, too little is known. No margin is below 0.
    #[inline(always)]
    pub(crate) fn compare_upright(
        &self,
        lanes: L,
        other: &EightBoxes<L>,
        radii: [L::Ints; 2],
        margin: L::Ints,
    ) -> L::Ints {
        // The boxes without the radii are the centres of circles.
        let reach = lanes.add_ints(radii[0], radii[1]);
        let [x, y] = self.gaps(lanes, other);
        let (x, y) = (lanes.add_ints(x, reach), lanes.add_ints(y, reach));
        let (zero, do_cores_overlap) = (lanes.int(0), lanes.less_ints(lanes.max_ints(x, y), lanes.int(0)));
        let (x, y) = (lanes.floats_of(lanes.max_ints(x, zero)), lanes.floats_of(lanes.max_ints(y, zero)));
        let square = lanes.fused(x, x, lanes.mul_floats(y, y));
        let (less, more) = (lanes.float(1.0 - SHARE), lanes.float(1.0 + SHARE));
        let most = squared(lanes, lanes.floats_of(reach));
        let near = squared(lanes, lanes.floats_of(lanes.add_ints(reach, margin)));
        let is_below = |most| lanes.less(square, lanes.mul_floats(most, less));
        let is_above = |most| lanes.less(lanes.mul_floats(most, more), square);
        bits(
            lanes,
            [
                lanes.or_ints(do_cores_overlap, is_below(most)),
                is_above(most),
                lanes.or_ints(do_cores_overlap, is_below(near)),
                is_above(near),
            ],
        )
    }
}

/// Returns what the discs of two bodies say, as bits of [`known`], as [`Discs::compare`](super::Discs::compare) does.
/// `offset` is the vector between their centres, and no margin is below 0.
#[inline(always)]
pub(crate) fn compare_discs<L: Lanes>(
    lanes: L,
    [x, y]: [L::Floats; 2],
    inner: [L::Floats; 2],
    outer: [L::Floats; 2],
    margin: L::Floats,
) -> L::Ints {
    let square = lanes.fused(x, x, lanes.mul_floats(y, y));
    let (slack, zero) = (lanes.float(SLACK), lanes.float(0.0));
    let (less, more) = (lanes.float(1.0 - SHARE), lanes.float(1.0 + SHARE));
    let deep = lanes.sub_floats(lanes.add_floats(inner[0], inner[1]), slack);
    let least = lanes.max_floats(lanes.mul_floats(deep, less), zero);
    let close = lanes.max_floats(lanes.mul_floats(lanes.add_floats(deep, margin), less), zero);
    let most = lanes.add_floats(lanes.add_floats(outer[0], outer[1]), slack);
    let reach = lanes.mul_floats(lanes.add_floats(most, margin), more);
    let most = lanes.mul_floats(most, more);
    let are_known = lanes.less(lanes.float(-f32::MIN_POSITIVE), lanes.min_floats(inner[0], inner[1]));
    let hit = lanes.less(square, squared(lanes, least));
    let near = lanes.less(square, squared(lanes, close));
    bits(
        lanes,
        [
            lanes.and_ints(hit, are_known),
            lanes.less(squared(lanes, most), square),
            lanes.and_ints(near, are_known),
            lanes.less(squared(lanes, reach), square),
        ],
    )
}

/// Returns the bits of [`known`] that are known without the bodies: for pairs whose boxes are apart, and for those that
/// need no test for a graze.
#[inline(always)]
pub(crate) fn known_at_first<L: Lanes>(lanes: L, are_apart: L::Ints, is_enough: L::Ints) -> L::Ints {
    lanes.or_ints(
        lanes.and_ints(are_apart, lanes.int(known::APART)),
        lanes.and_ints(is_enough, lanes.int(known::ENOUGH)),
    )
}

#[inline(always)]
pub(super) fn absolute<L: Lanes>(lanes: L, x: L::Floats) -> L::Floats {
    lanes.max_floats(x, lanes.sub_floats(lanes.float(0.0), x))
}

/// Returns bits from masks, in the order of [`known`].
#[inline(always)]
pub(super) fn bits<L: Lanes>(lanes: L, [hit, apart, near, far]: [L::Ints; 4]) -> L::Ints {
    let hit = lanes.and_ints(hit, lanes.int(known::HIT));
    let apart = lanes.and_ints(apart, lanes.int(known::APART));
    let near = lanes.and_ints(near, lanes.int(known::NEAR));
    let far = lanes.and_ints(far, lanes.int(known::FAR));
    lanes.or_ints(lanes.or_ints(hit, apart), lanes.or_ints(near, far))
}

#[inline(always)]
pub(super) fn squared<L: Lanes>(lanes: L, x: L::Floats) -> L::Floats {
    lanes.mul_floats(x, x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::lattice::{Bounds, Point};
    use crate::simd::{Kernel, Simd, words_of};

    struct Compare<'a>([&'a [Bounds; 8]; 2], [&'a [u32; 8]; 2], &'a [u32; 8]);

    impl Kernel for Compare<'_> {
        type Out = [u32; 8];

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> [u32; 8] {
            let Compare(boxes, radii, margins) = self;
            let [p, q] = boxes.map(|boxes| EightBoxes::of(lanes, boxes.each_ref().map(words_of)));
            let radii = radii.map(|radii| lanes.ints(radii, 0));
            let mut out = [0; 8];
            lanes.put_ints(p.compare_upright(lanes, &q, radii, lanes.ints(margins, 0)), &mut out, 0);
            out
        }
    }

    /// Circles of up to 8,192 px that nearly touch, or nearly are a margin apart, by up to three units: their squares are
    /// beyond what floats represent. Nothing that is said of them is wrong.
    #[test]
    fn large_circles_that_nearly_touch_are_not_decided_by_floats() {
        let mut random = Random::new(3);
        let (mut said, mut open) = (0, 0);
        for _ in 0..4000 {
            let here = Bounds { min: Point::default(), max: Point::default() };
            let (mut boxes, mut radii, mut margins) = ([[here; 8]; 2], [[0; 8]; 2], [0; 8]);
            let mut right = [[0; 3]; 8];
            for k in 0..8 {
                let most = random.pick(&[40, 4000, 1 << 21]);
                let [a, b, margin] = [random.below(most), random.below(most), random.below(most)];
                let reach = i64::from(a + b + random.pick(&[0, margin]));
                let dx = i64::from(random.below(reach.max(1) as i32));
                let dy = ((reach * reach - dx * dx) as f64).sqrt() as i64 + i64::from(random.below(7) - 3);
                let at = Point::new(random.below(1 << 28), random.below(1 << 28));
                let to = Point::new(at.x + dx as i32, at.y - dy as i32);
                boxes[0][k] = Bounds { min: at, max: at }.grown(a);
                boxes[1][k] = Bounds { min: to, max: to }.grown(b);
                (radii[0][k], radii[1][k]) = (a.cast_unsigned(), b.cast_unsigned());
                margins[k] = margin.cast_unsigned();
                right[k] = [dx * dx + dy * dy, i64::from(a + b), i64::from(a + b + margin)];
            }
            for simd in Simd::available() {
                let known = simd.run(Compare(boxes.each_ref(), radii.each_ref(), &margins));
                for (known, [square, reach, near]) in known.into_iter().zip(right) {
                    let says = |bit: u32| known & bit != 0;
                    let context = (simd.name(), known, square, reach, near);
                    assert!(!says(known::HIT) || square < reach * reach, "{context:?}");
                    assert!(!says(known::APART) || square > reach * reach, "{context:?}");
                    assert!(!says(known::NEAR) || square <= near * near, "{context:?}");
                    assert!(!says(known::FAR) || square > near * near, "{context:?}");
                    said += u32::from(says(known::HIT | known::APART));
                    open += u32::from(!says(known::HIT | known::APART));
                }
            }
        }
        assert!(said > 10_000 && open > 10_000, "{said} {open}");
    }
}

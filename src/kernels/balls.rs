//! Many small bodies, each as a disc in it and a disc around it, beside one larger body: beside its discs, and beside
//! its hull. This settles most pairs.

use super::coarse::SQUARE;
use super::discs::{Ball, Discs, SHARE, SLACK};
use super::hull::Hull;
use super::hull_hull::DOUBT;
use crate::lattice::Point;
use crate::simd::Lanes;

/// The most bodies at a time.
pub(crate) const MOST: usize = 64;
pub(super) const EIGHT: usize = 8;

/// What is known of a pair, as bits. Bits that are not set say nothing.
pub(crate) mod known {
    /// The two overlap, whether touches count or not.
    pub(crate) const HIT: u32 = 1;
    /// They do not overlap.
    pub(crate) const APART: u32 = 2;
    /// They overlap or are within the margin.
    pub(crate) const NEAR: u32 = 4;
    /// They do not overlap, and they are further apart than the margin.
    pub(crate) const FAR: u32 = 8;
    /// No graze is needed.
    pub(crate) const ENOUGH: u32 = 16;
    /// All bits are below this.
    pub(crate) const END: u32 = 32;
}

/// The small bodies, in columns. Unused entries are valid numbers.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(crate) struct Balls {
    /// The centres, relative to that of the larger body's discs.
    x: [f32; MOST],
    y: [f32; MOST],
    pub(super) inner: [f32; MOST],
    pub(super) outer: [f32; MOST],
    /// The graze margin, at least 0.
    pub(super) margin: [f32; MOST],
    /// Where the centre of the pixel of each centre is, relative to the larger body's position.
    pub(super) pixel_x: [f32; MOST],
    pub(super) pixel_y: [f32; MOST],
    /// What is added to the outer disc so that it contains the centres of the pixels that the body touches. Below 0 for
    /// sprites: their discs contain whole pixels.
    pub(super) rim: [f32; MOST],
    /// All bits if a point of the body in the larger one proves an overlap, else none.
    pub(super) proves: [u32; MOST],
    /// What is known of each.
    pub(super) known: [u32; MOST],
}

impl Default for Balls {
    fn default() -> Balls {
        let zeros = [0.0; MOST];
        let none = [0; MOST];
        Balls {
            x: zeros,
            y: zeros,
            inner: zeros,
            outer: zeros,
            margin: zeros,
            pixel_x: zeros,
            pixel_y: zeros,
            rim: zeros,
            proves: none,
            known: none,
        }
    }
}

/// A small body.
#[derive(Clone, Copy)]
pub(crate) struct Small {
    pub(crate) ball: Ball,
    pub(crate) margin: i32,
    /// Whether a point of it in the larger body proves an overlap: not if touches do not count and one of the two has
    /// no interior.
    pub(crate) is_proof: bool,
    /// Whether the boxes are apart.
    pub(crate) is_apart: bool,
}

impl Balls {
    /// Writes body `k`; `centre` is that of the larger body's discs.
    #[inline(always)]
    pub(crate) fn set(&mut self, k: usize, centre: Point, small: Small) {
        let Small { ball: Ball { centre: at, discs }, margin, is_proof, is_apart } = small;
        let k = k % MOST;
        self.x[k] = (at.x - centre.x) as f32;
        self.y[k] = (at.y - centre.y) as f32;
        self.inner[k] = discs.inner;
        self.outer[k] = discs.outer;
        self.margin[k] = margin.max(0) as f32;
        self.proves[k] = if is_proof { u32::MAX } else { 0 };
        let (apart, enough) = (u32::from(is_apart) * known::APART, u32::from(margin < 0) * known::ENOUGH);
        self.known[k] = apart | enough;
    }

    /// Writes what [`look`](Balls::look) needs of body `k`: its centre, and whether it is a sprite; `larger` is the larger
    /// body's position.
    #[inline(always)]
    pub(crate) fn set_pixel(&mut self, k: usize, larger: Point, centre: Point, is_sprite: bool) {
        let k = k % MOST;
        self.pixel_x[k] = ((centre.x & !255) + 128 - larger.x) as f32;
        self.pixel_y[k] = ((centre.y & !255) + 128 - larger.y) as f32;
        self.rim[k] = if is_sprite { -SQUARE } else { SQUARE };
    }

    /// Whether body `k` has no known inner disc, or that disc proves nothing.
    #[inline(always)]
    pub(crate) fn is_vague(&self, k: usize) -> bool {
        (self.inner[k % MOST] < 0.0) | (self.proves[k % MOST] == 0)
    }

    /// Returns what is known of body `k`.
    #[inline(always)]
    pub(crate) fn known(&self, k: usize) -> u32 {
        self.known[k % MOST] % known::END
    }

    /// Notes what else is known of body `k`.
    #[inline(always)]
    pub(crate) fn note(&mut self, k: usize, known: u32) {
        self.known[k % MOST] |= known;
    }

    /// Compares the first bodies with the larger body's discs.
    #[inline(always)]
    pub(crate) fn compare<L: Lanes>(&mut self, lanes: L, larger: Discs, count: usize) {
        let mut k = 0;
        while k < count.min(MOST) {
            let bits = self.compare_eight(lanes, larger, k / EIGHT);
            let bits = lanes.or_ints(bits, lanes.ints(&self.known, k));
            lanes.put_ints(bits, &mut self.known, k);
            k += EIGHT;
        }
    }

    /// As [`Discs::compare`].
    #[inline(always)]
    fn compare_eight<L: Lanes>(&self, lanes: L, larger: Discs, block: usize) -> L::Ints {
        let [x, y] = self.centres(lanes, block);
        let square = lanes.fused(x, x, lanes.mul_floats(y, y));
        let (inner, outer) = (eight(lanes, &self.inner, block), eight(lanes, &self.outer, block));
        let margin = eight(lanes, &self.margin, block);
        let (slack, zero) = (lanes.float(SLACK), lanes.float(0.0));
        let (less, more) = (lanes.float(1.0 - SHARE), lanes.float(1.0 + SHARE));
        let deep = lanes.sub_floats(lanes.add_floats(inner, lanes.float(larger.inner)), slack);
        let least = lanes.max_floats(lanes.mul_floats(deep, less), zero);
        let close = lanes.max_floats(lanes.mul_floats(lanes.add_floats(deep, margin), less), zero);
        let most = lanes.add_floats(lanes.add_floats(outer, lanes.float(larger.outer)), slack);
        let reach = lanes.mul_floats(lanes.add_floats(most, margin), more);
        let most = lanes.mul_floats(most, more);
        let is_known = is_known(lanes, lanes.min_floats(inner, lanes.float(larger.inner)));
        let hit = lanes.less(square, squared(lanes, least));
        let near = lanes.less(square, squared(lanes, close));
        bits(
            lanes,
            [
                lanes.and_ints(hit, is_known),
                lanes.less(squared(lanes, most), square),
                lanes.and_ints(near, is_known),
                lanes.less(squared(lanes, reach), square),
            ],
        )
    }

    /// Measures the first bodies beside the hulls of the larger body, which is a single part with this radius; `by` is
    /// the vector from the centre of its discs to the origin of its hulls.
    #[inline(always)]
    pub(crate) fn measure<L: Lanes>(
        &mut self,
        lanes: L,
        part: &[Hull],
        by: [f32; 2],
        radius: f32,
        count: usize,
    ) {
        let mut k = 0;
        while k < count.min(MOST) {
            let bits = self.measure_eight(lanes, part, by, radius, k / EIGHT);
            let bits = lanes.and_ints(bits, lanes.ints(&self.proves, k));
            let bits = lanes.or_ints(bits, lanes.ints(&self.known, k));
            lanes.put_ints(bits, &mut self.known, k);
            k += EIGHT;
        }
    }

    #[inline(always)]
    fn measure_eight<L: Lanes>(
        &self,
        lanes: L,
        part: &[Hull],
        by: [f32; 2],
        radius: f32,
        block: usize,
    ) -> L::Ints {
        let [x, y] = self.centres(lanes, block);
        let (x, y) = (lanes.sub_floats(x, lanes.float(by[0])), lanes.sub_floats(y, lanes.float(by[1])));
        let mut beside = Beside { depth: lanes.float(f32::MAX), square: lanes.float(f32::MAX) };
        let mut k = 0;
        while k < part.len() {
            let hull = &part[k];
            beside.measure(lanes, hull, [x, y]);
            k += 1;
        }
        let depth = lanes.sub_floats(beside.depth, lanes.float(part[0].thin));
        let beside = Beside { depth, ..beside };
        let size = lanes.add_floats(absolute(lanes, x), absolute(lanes, y));
        let size = lanes.add_floats(size, lanes.float(part[0].size));
        let doubt = lanes.mul_floats(size, lanes.float(DOUBT));
        let (inner, outer) = (eight(lanes, &self.inner, block), eight(lanes, &self.outer, block));
        let (margin, radius) = (eight(lanes, &self.margin, block), lanes.float(radius));
        let (least, most) = (lanes.add_floats(inner, radius), lanes.add_floats(outer, radius));
        let is_known = self.is_known(lanes, block);
        bits(
            lanes,
            [
                lanes.and_ints(is_known, beside.is_near(lanes, least, doubt)),
                beside.is_far(lanes, most, doubt),
                lanes.and_ints(is_known, beside.is_near(lanes, lanes.add_floats(least, margin), doubt)),
                beside.is_far(lanes, lanes.add_floats(most, margin), doubt),
            ],
        )
    }

    /// Returns a mask of the bodies whose inner disc is known.
    #[inline(always)]
    pub(super) fn is_known<L: Lanes>(&self, lanes: L, block: usize) -> L::Ints {
        is_known(lanes, eight(lanes, &self.inner, block))
    }

    #[inline(always)]
    pub(super) fn centres<L: Lanes>(&self, lanes: L, block: usize) -> [L::Floats; 2] {
        [eight(lanes, &self.x, block), eight(lanes, &self.y, block)]
    }
}

#[inline(always)]
pub(super) fn eight<L: Lanes>(lanes: L, column: &[f32; MOST], block: usize) -> L::Floats {
    lanes.floats(&column.as_chunks().0[block % (MOST / EIGHT)])
}

/// Returns a mask of the radii that are not below 0.
#[inline(always)]
fn is_known<L: Lanes>(lanes: L, inner: L::Floats) -> L::Ints {
    lanes.less(lanes.float(-f32::MIN_POSITIVE), inner)
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

/// Where eight points are relative to a part: their depth behind the edges, at least, and their squared distances from
/// the nearest edge.
#[derive(Clone, Copy)]
struct Beside<L: Lanes> {
    depth: L::Floats,
    square: L::Floats,
}

impl<L: Lanes> Beside<L> {
    /// Measures the points beside the edges of one more hull.
    #[inline(always)]
    fn measure(&mut self, lanes: L, hull: &Hull, [x, y]: [L::Floats; 2]) {
        let zero = lanes.float(0.0);
        let mut e = 0;
        while e < hull.count as usize {
            let k = e % EIGHT;
            let (ix, iy) = (lanes.float(hull.inward_x[k]), lanes.float(hull.inward_y[k]));
            let depth = lanes.fused(ix, x, lanes.fused(iy, y, lanes.float(hull.depth[k])));
            let (wx, wy) =
                (lanes.sub_floats(x, lanes.float(hull.x[k])), lanes.sub_floats(y, lanes.float(hull.y[k])));
            // The edge's direction is (-iy, ix).
            let along = lanes.sub_floats(lanes.mul_floats(wy, ix), lanes.mul_floats(wx, iy));
            let beyond = lanes.sub_floats(along, lanes.float(hull.length[k]));
            let beyond = lanes.max_floats(lanes.max_floats(beyond, lanes.sub_floats(zero, along)), zero);
            let square = lanes.fused(depth, depth, lanes.mul_floats(beyond, beyond));
            self.depth = lanes.min_floats(self.depth, depth);
            self.square = lanes.min_floats(self.square, square);
            e += 1;
        }
    }

    /// Whether a body whose inner disc and the radius of the part reach this far surely comes within reach.
    #[inline(always)]
    fn is_near(self, lanes: L, least: L::Floats, doubt: L::Floats) -> L::Ints {
        // (A body that reaches less than this into the other is left to the exact test. The centre is rounded: it may
        // be outside the inner disc's body by less than a unit.)
        let by = lanes.fused(least, lanes.float(DOUBT), lanes.add_floats(doubt, lanes.float(SLACK)));
        let inner = lanes.max_floats(lanes.sub_floats(least, by), lanes.float(0.0));
        let is_inside = lanes.less(lanes.add_floats(doubt, lanes.float(1.0)), self.depth);
        lanes.or_ints(is_inside, lanes.less(self.square, lanes.mul_floats(inner, inner)))
    }

    /// Whether a body whose outer disc and the radius of the part reach this far surely does not come within reach.
    #[inline(always)]
    fn is_far(self, lanes: L, most: L::Floats, doubt: L::Floats) -> L::Ints {
        let doubt = lanes.fused(most, lanes.float(DOUBT), doubt);
        let outer = lanes.add_floats(lanes.add_floats(most, lanes.float(SLACK)), doubt);
        let is_outside = lanes.less(lanes.add_floats(self.depth, doubt), lanes.float(0.0));
        lanes.and_ints(is_outside, lanes.less(lanes.mul_floats(outer, outer), self.square))
    }
}

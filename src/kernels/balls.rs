//! Many small bodies, each as a disc in it and a disc around it, beside the discs of one larger body.

use super::coarse::SQUARE;
use super::discs::{Ball, Discs};
use super::eight_pairs::compare_discs;
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
        self.inner[k] = discs.inner();
        self.outer[k] = discs.outer();
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
        let (inner, outer) = (eight(lanes, &self.inner, block), eight(lanes, &self.outer, block));
        let (inner, outer) = ([inner, lanes.float(larger.inner())], [outer, lanes.float(larger.outer())]);
        let margin = eight(lanes, &self.margin, block);
        compare_discs(lanes, self.centres(lanes, block), inner, outer, margin)
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

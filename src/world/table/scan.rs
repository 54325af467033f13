//! Tests boxes side by side: which of them meet an area, and how near they are to a position. So a small world needs
//! no tree for queries, and a tree tests sixteen boxes at once.

use crate::lattice::{Bounds, Point};
use crate::simd::pack;

/// How near a box is, and which of at most 256 boxes it is. The key is the bits of a float that is at most the
/// squared distance in lattice units, with the lowest eight bits replaced. Floats that are not negative have the same
/// order as their bits.
pub(in crate::world) type ScanKey = u32;

/// The bits that number the box.
const WHICH: ScanKey = 0xff;
/// A key beyond all keys of boxes, for a box that is done.
pub(in crate::world) const DONE: ScanKey = ScanKey::MAX;
/// A factor below 1 that outweighs the rounding of a square in single precision.
const LESS: f32 = 1.0 - 1.0 / (1 << 20) as f32;

/// Returns the greatest key of a box that may be within a distance in pixels.
#[inline(always)]
pub(in crate::world) fn limit(distance: f64) -> ScanKey {
    // One lattice unit more, because distances are rounded.
    let units = distance * 256.0 + 1.0;
    ((units * units) as f32 * (2.0 - LESS)).to_bits() | WHICH
}

/// Returns the number of a key's box.
#[inline(always)]
pub(in crate::world) fn which(key: ScanKey) -> usize {
    (key & WHICH) as usize
}

/// Whether the keys of two boxes differ at most in the numbers of the boxes.
#[inline(always)]
pub(in crate::world) fn are_as_near(a: ScanKey, b: ScanKey) -> bool {
    a | WHICH == b | WHICH
}

/// Returns the key of box k of at most 256.
#[inline(always)]
pub(in crate::world) fn key(b: Bounds, at: Point, k: usize) -> ScanKey {
    // One of the two terms is 0. The box of a body that covers nothing may be too far for i32; the wrapped result is
    // still far.
    let beyond = |x: i32, min: i32, max: i32| {
        min.max(x).wrapping_sub(x).wrapping_add(x.wrapping_sub(max.min(x))) as f32
    };
    let (dx, dy) = (beyond(at.x, b.min.x, b.max.x), beyond(at.y, b.min.y, b.max.y));
    let square = (dx * dx + dy * dy) * LESS;
    (square.to_bits() & !WHICH) | k as ScanKey
}

/// Computes the keys of at most 256 boxes, in their order.
#[inline(always)]
pub(in crate::world) fn keys(boxes: &[Bounds], at: Point, keys: &mut [ScanKey]) {
    let keys = &mut keys[..boxes.len()];
    for k in 0..boxes.len() {
        keys[k] = key(boxes[k], at, k);
    }
}

/// Returns the least of the keys that are not below `from`; `DONE` if there is none. All keys of boxes differ, so they are
/// returned in order if `from` is one more than the last one. (Writing to the keys would be slower: they are read several
/// at a time.)
#[inline(always)]
pub(in crate::world) fn least_from(keys: &[ScanKey], from: ScanKey) -> ScanKey {
    let mut least = DONE;
    for &key in keys {
        least = least.min(if key < from { DONE } else { key });
    }
    least
}

/// Returns a mask whose bit k says whether box k of at most 64 meets an area.
#[inline(always)]
pub(in crate::world) fn meeting(boxes: &[Bounds], area: Bounds) -> u64 {
    let mut flags = [0_u8; 64];
    let n = boxes.len().min(64);
    for k in 0..n {
        let b = boxes[k];
        let meets = (b.min.x <= area.max.x)
            & (area.min.x <= b.max.x)
            & (b.min.y <= area.max.y)
            & (area.min.y <= b.max.y);
        flags[k] = u8::from(meets);
    }
    pack(&flags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::EDGE;

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: i32) -> i32 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((self.0 >> 33) % n as u64) as i32
        }

        fn coordinate(&mut self) -> i32 {
            let reach = [3, 1000, 1 << 20, EDGE][self.below(4) as usize];
            self.below(reach) * [1, -1][self.below(2) as usize]
        }

        fn bounds(&mut self) -> Bounds {
            let (x, y) = (self.coordinate(), self.coordinate());
            let [w, h] = [(); 2].map(|()| self.below([1, 9, 70_000][self.0 as usize % 3]));
            Bounds { min: Point::new(x, y), max: Point::new(x + w, y + h) }
        }
    }

    /// A key is at most the limit of the box's distance, and not far below it.
    #[test]
    fn keys_are_lower_bounds() {
        let mut random = Random(1);
        for _ in 0..20_000 {
            let (b, at) = (random.bounds(), Point::new(random.coordinate(), random.coordinate()));
            let beyond = |x: i32, min: i32, max: i32| {
                (i64::from(min) - i64::from(x)).max(i64::from(x) - i64::from(max)).max(0) as f64
            };
            let (dx, dy) = (beyond(at.x, b.min.x, b.max.x), beyond(at.y, b.min.y, b.max.y));
            let distance = (dx * dx + dy * dy).sqrt() / 256.0;
            let mut key = [0];
            keys(&[b], at, &mut key);
            assert!(key[0] <= limit(distance), "{b:?} {at:?}");
            let less = distance * (1.0 - 1e-4) - 2.0 / 256.0;
            assert!(less < 0.0 || key[0] > limit(less), "{b:?} {at:?}");
        }
    }

    #[test]
    fn what_has_nothing_is_far() {
        let nowhere = Bounds { min: Point::new(i32::MAX, i32::MAX), max: Point::new(i32::MAX, i32::MAX) };
        let far = Bounds { min: Point::new(EDGE, EDGE), max: Point::new(EDGE, EDGE) };
        let mut keys_of = [0; 2];
        for corner in [-EDGE, 0, EDGE] {
            keys(&[far, nowhere], Point::new(corner, corner), &mut keys_of);
            assert!(keys_of[0] < keys_of[1], "{corner}");
        }
    }

    #[test]
    fn boxes_meet_an_area_as_they_do_alone() {
        let mut random = Random(2);
        for n in [0, 1, 7, 16, 63, 64] {
            for _ in 0..200 {
                let boxes: Vec<Bounds> = (0..n).map(|_| random.bounds()).collect();
                let area = random.bounds().grown(random.below(4000));
                let right = (0..n).filter(|&k| boxes[k].meets(area)).fold(0, |bits, k| bits | 1 << k);
                assert_eq!(meeting(&boxes, area), right);
            }
        }
    }
}

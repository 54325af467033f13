//! Random bodies for the tests of the kernels, including extreme ones.

use std::sync::Arc;

use crate::lattice::{EDGE, Point};
use crate::mask::{Mask, Sprite};
use crate::shape::{Convex, Placement};

/// A pseudorandom number generator.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: i32) -> i32 {
        (self.bits() >> 33) as i32 % n
    }

    pub(crate) fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * ((self.bits() >> 11) as f64 / 9_007_199_254_740_992.0)
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as i32) as usize]
    }

    pub(crate) fn mask(&mut self) -> Mask {
        let sides = [1, 2, 7, 8, 9, 16, 31, 32, 33, 63, 64, 65, 100, 128, 130, 200];
        let (width, height) = (self.pick(&sides), self.pick(&sides));
        let every = self.pick(&[1, 2, 2, 3, 20, 10_000]);
        Mask::from_fn(width, height, |_, _| self.below(every) == 0).unwrap()
    }

    pub(crate) fn angle(&mut self) -> f64 {
        match self.below(4) {
            0 => std::f64::consts::FRAC_PI_4 * f64::from(self.below(16)),
            1 => self.between(-1e-4, 1e-4),
            _ => self.between(-10.0, 10.0),
        }
    }

    /// Returns a position near the origin or near the edge of the world.
    pub(crate) fn at(&mut self) -> Point {
        let far = EDGE - 20_000;
        let [x, y] = [(); 2].map(|()| self.below(9000) + self.pick(&[-4000, -4000, -far, far - 9000]));
        Point::new(x, y)
    }

    /// Returns a sprite with a mask of any size, and any angle, scale and pivot.
    pub(crate) fn sprite(&mut self) -> Sprite {
        let scales = [1.0, 1.0, 1.5, 0.5, 0.7, 0.3, 2.0, 7.3, 64.0, 1.0 / 64.0, 1.0 / 17.0];
        let mask = Arc::new(self.mask());
        loop {
            let [x, y] = [(); 2].map(|()| self.pick(&scales) * self.pick(&[1.0, -1.0]));
            let scale = if self.below(2) == 0 { [x, x] } else { [x, y] };
            let pivot = match self.below(4) {
                0 => Some([self.between(-4096.0, 8192.0), self.between(-4096.0, 8192.0)].into()),
                1 => Some([self.between(0.0, 20.0).round(), self.between(0.0, 20.0)].into()),
                _ => None,
            };
            let at = self.at();
            let place = Placement::at([f64::from(at.x) / 256.0, f64::from(at.y) / 256.0]).scaled(scale);
            let [place, other] = [(); 2].map(|()| place.turned(self.angle()));
            // As placed, or turned to another angle as in a world.
            if let (Ok(mut sprite), Ok(frame)) = (Sprite::place(&mask, &place, pivot), other.frame()) {
                if self.below(2) == 0 && Sprite::place(&mask, &other, pivot).is_ok() {
                    sprite.turn_to_angle(sprite.turn().turned(frame.cos, frame.sin, frame.scale));
                }
                return sprite;
            }
        }
    }

    /// Returns a convex shape around the origin, on whole pixels or not, with or without a radius.
    pub(crate) fn convex(&mut self) -> Convex {
        let grid = self.pick(&[1, 1, 128, 256]);
        let size = self.pick(&[20, 300, 1500, 1500, 6000]);
        let count = self.pick(&[1, 1, 2, 2, 3, 4, 4, 6, 9]);
        let mut coordinate = || (self.below(2 * size + 1) - size) / grid * grid;
        let mut points: Vec<Point> = (0..count).map(|_| Point::new(coordinate(), coordinate())).collect();
        if let [a, b, c, d] = &mut points[..]
            && self.below(2) == 0
        {
            // Upright.
            (*c, *d) = (Point::new(a.x, b.y), Point::new(b.x, a.y));
        }
        let radius = self.pick(&[0, 0, 1, 77, 256, 1024]);
        Convex::new(points, radius).unwrap()
    }
}

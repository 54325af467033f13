//! Random masks at every width around word boundaries, and masks as plain texels.

use kasuri::{Mask, Vec2};

/// The word boundaries and one width on either side of each.
pub(crate) const WIDTHS: [usize; 10] = [1, 31, 32, 33, 63, 64, 65, 127, 128, 129];

#[path = "../common/random.rs"]
mod random;

pub(crate) use random::Random;

impl Random {
    /// Returns a number in from..to.
    pub(crate) fn within(&mut self, from: i32, to: i32) -> i32 {
        from + (self.bits() % (to - from) as u64) as i32
    }

    /// Returns a mask of noise, of a few boxes, full or empty.
    pub(crate) fn mask(&mut self, width: usize, height: usize) -> Mask {
        let mut mask = Mask::empty(width, height).unwrap();
        let (w, h) = (width as i32, height as i32);
        match self.bits() % 8 {
            0 => {}
            1 => mask.fill(),
            2..5 => {
                let share = self.pick(&[2, 20, 45, 60, 95, 99]);
                mask = Mask::from_fn(width, height, |_, _| self.within(0, 100) < share).unwrap();
            }
            _ => {
                for _ in 0..self.within(1, 7) {
                    let (x, y) = (self.within(-5, w), self.within(-5, h));
                    let (r, round) = (self.within(1, 12), self.chance(2));
                    let solid = !self.chance(4);
                    for (dx, dy) in (-r..=r).flat_map(|dx| (-r..=r).map(move |dy| (dx, dy))) {
                        if !round || dx * dx + dy * dy <= r * r {
                            mask.set((x + dx).into(), (y + dy).into(), solid);
                        }
                    }
                }
            }
        }
        mask
    }

    /// Returns an offset at which two masks of such sizes often meet, at times one far away.
    pub(crate) fn offset(&mut self, a: &Mask, b: &Mask) -> [i32; 2] {
        let far = [i32::MIN, i32::MIN + 1, -4096, 4096, i32::MAX - 1, i32::MAX];
        let mut along = |a: u32, b: u32| match self.bits() % 16 {
            0 => self.pick(&far),
            _ => self.within(-(b as i32) - 2, a as i32 + 3),
        };
        [along(a.width(), b.width()), along(a.height(), b.height())]
    }
}

/// Runs a check for some masks of every width, with the random numbers that made them.
pub(crate) fn for_masks(seed: u64, count: usize, mut check: impl FnMut(&Mask, &mut Random)) {
    for (k, width) in WIDTHS.into_iter().enumerate() {
        let mut random = Random::new(seed * 100 + k as u64);
        for _ in 0..count {
            let height = random.pick(&[1, 2, 7, 8, 9, 24, 63, 65]);
            let mask = random.mask(width, height);
            check(&mask, &mut random);
            assert!(is_tidy(&mask));
        }
    }
}

/// Whether the bits past the width are 0, which all other code relies on.
pub(crate) fn is_tidy(mask: &Mask) -> bool {
    let inside: u64 = texels(mask).filter(|&(x, y)| mask.get(x, y)).count() as u64;
    mask.count() == inside
}

/// Returns all texel positions of a mask, row by row.
pub(crate) fn texels(mask: &Mask) -> impl Iterator<Item = (i64, i64)> + use<> {
    let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
    (0..h).flat_map(move |y| (0..w).map(move |x| (x, y)))
}

/// Returns a mask of the same size from a rule for its texels.
pub(crate) fn like(mask: &Mask, mut rule: impl FnMut(i64, i64) -> bool) -> Mask {
    let (w, h) = (mask.width() as usize, mask.height() as usize);
    Mask::from_fn(w, h, |x, y| rule(x.into(), y.into())).unwrap()
}

/// Whether a point lies in a ring, by the even-odd rule.
pub(crate) fn holds(ring: &[Vec2], x: f64, y: f64) -> bool {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1));
    let passes =
        edges.filter(|(a, b)| (a.y > y) != (b.y > y) && x > a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
    passes.count() % 2 == 1
}

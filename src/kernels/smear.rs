//! The union of a sprite's pixels over all positions that it is moved to.

use crate::simd::Lanes;

use super::strips::{self, PAD, Strips, WIDE, clear};

/// A set of moves, in pixels: for each step to the right the range of steps down.
#[derive(Debug, Clone, Default)]
pub(crate) struct Moves {
    pub(crate) list: Vec<(i32, [i32; 2])>,
    /// The least and the greatest steps, to the right and down.
    pub(crate) min: [i32; 2],
    pub(crate) max: [i32; 2],
}

impl Moves {
    /// Returns the size of the union of a sprite of the given size over all moves.
    pub(crate) fn size(&self, [width, height]: [i32; 2]) -> [i32; 2] {
        [width + self.max[0] - self.min[0], height + self.max[1] - self.min[1]]
    }
}

/// Writes the union of a sprite's pixels over all its moves into `out`, padded strips of `moves.size` (see
/// `strips::padded_room`). The first bit of `out` is at `moves.min` relative to the sprite's first bit.
#[inline(always)]
pub(crate) fn smear<L: Lanes>(lanes: L, of: &Strips<'_>, moves: &Moves, out: &mut [u32]) {
    let size = moves.size([of.width, of.height]);
    let tall = strips::tall(size[1]);
    clear(lanes, out);
    for &(right, downs) in &moves.list {
        let by = right - moves.min[0];
        let mut strip = by / WIDE;
        while WIDE * strip < by + of.width {
            let x = WIDE * strip - by;
            let strip_out = &mut out[(strip + 1) as usize * tall..][..tall];
            let mut row = 0;
            while row < of.height {
                let words = of.window(lanes, x, row);
                let mut down = downs[0];
                while down <= downs[1] {
                    // (Rows after the last one are zeros; the padding has room for them.)
                    let at = PAD + (row + down - moves.min[1]) as usize;
                    lanes.put_ints(lanes.or_ints(lanes.ints(strip_out, at), words), strip_out, at);
                    down += 1;
                }
                row += 8;
            }
            strip += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::kernels::strips_of;
    use crate::lattice::PixelBox;
    use crate::simd::{Kernel, Simd};

    struct Smear<'a>(Strips<'a>, &'a Moves, Vec<u32>);

    impl Kernel for Smear<'_> {
        type Out = Vec<u32>;

        fn run<L: Lanes>(mut self, lanes: L) -> Vec<u32> {
            smear(lanes, &self.0, self.1, &mut self.2);
            self.2
        }
    }

    struct HasAny<'a>(Strips<'a>, PixelBox);

    impl Kernel for HasAny<'_> {
        type Out = bool;

        fn run<L: Lanes>(self, lanes: L) -> bool {
            self.0.has_any(lanes, self.1)
        }
    }

    #[test]
    fn a_pixel_is_set_that_is_in_some_place() {
        let mut random = Random::new(31);
        let mut hits = 0;
        for _ in 0..300 {
            let mask = random.mask();
            let size = [mask.width() as i32, mask.height() as i32];
            let words = strips_of(&mask, [false; 2]);
            let origin = [random.below(300) - 150, random.below(300) - 150];
            let of = Strips::new(&words, size, origin);
            let mut moves = Moves { list: Vec::new(), min: [i32::MAX; 2], max: [i32::MIN; 2] };
            let first = random.below(90) - 60;
            for right in first..=first + random.below(40) {
                let down = random.below(30) - 15;
                let downs = [down, down + random.below(4)];
                moves.list.push((right, downs));
                moves.min = [moves.min[0].min(right), moves.min[1].min(downs[0])];
                moves.max = [moves.max[0].max(right), moves.max[1].max(downs[1])];
            }
            let wide = moves.size(size);
            let begin = [origin[0] + moves.min[0], origin[1] + moves.min[1]];
            let is_set = |x: i32, y: i32| {
                moves.list.iter().any(|&(right, [from, to])| {
                    (from..=to).any(|down| mask.get((x - right).into(), (y - down).into()))
                })
            };
            for simd in Simd::available() {
                // The old contents of the buffer do not matter.
                let old = vec![u32::MAX; strips::padded_room(wide)];
                let all = simd.run(Smear(of, &moves, old));
                let all = Strips::padded(&all, wide, begin);
                for y in -2..wide[1] + 2 {
                    for x in -2..wide[0] + 2 {
                        let right = is_set(x + moves.min[0], y + moves.min[1]);
                        assert_eq!(all.get(x, y), right, "{} {x} {y} {moves:?}", simd.name());
                    }
                }
                for _ in 0..20 {
                    let mut side = |k: usize| {
                        let from = begin[k] - 20 + random.below(wide[k] + 40);
                        [from, from + random.below(40)]
                    };
                    let ([x0, x1], [y0, y1]) = (side(0), side(1));
                    let right = (y0..y1).any(|y| (x0..x1).any(|x| is_set(x - origin[0], y - origin[1])));
                    let near = PixelBox { x0, y0, x1, y1 };
                    assert_eq!(simd.run(HasAny(all, near)), right, "{} {near:?} {moves:?}", simd.name());
                    hits += u32::from(right);
                }
            }
        }
        assert!(hits > 1000, "{hits}");
    }
}

//! The pixels of a sprite as the kernels see them: strips of 32 columns, so that eight rows of a strip fit one
//! register.

use std::hint::select_unpredictable;

use crate::counts;
use crate::lattice::PixelBox;
use crate::mask::Mask;
use crate::simd::Lanes;

use super::cover::{Window, size_of};

/// The width of a strip in pixels.
pub(crate) const WIDE: i32 = 32;
/// The rows of zeros above and below the rows of a padded strip.
pub(crate) const PAD: usize = 16;
/// The rows of a strip are rounded up to a multiple of this.
pub(crate) const ROWS: usize = 16;

/// Rows of pixels, strip by strip.
///
/// Padded strips have rows of zeros above and below, and a strip of zeros on either side: so pixels next to them can
/// be read without testing where the strips end. Bare strips are a single strip of 16 rows without padding. In both
/// kinds no pixel beyond the height is set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strips<'a> {
    words: &'a [u32],
    /// The words of a strip.
    tall: usize,
    /// The pixel of the first bit: in the world, or relative to the corner of the sprite's box.
    pub(crate) origin: [i32; 2],
    count: i32,
    /// The width and the height in pixels.
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// Returns the words of a strip with its padding.
#[inline(always)]
pub(crate) fn tall(height: i32) -> usize {
    (height.max(0).unsigned_abs() as usize).next_multiple_of(ROWS) + 2 * PAD
}

/// Returns how many strips a width in pixels takes.
#[inline(always)]
pub(crate) fn count(width: i32) -> usize {
    width.max(0).unsigned_abs().div_ceil(WIDE.unsigned_abs()) as usize
}

/// Returns the words of strips of a size: bare ones if they are large enough, else padded ones.
#[inline(always)]
pub(crate) fn room(size: [i32; 2]) -> usize {
    if is_bare(size) { ROWS } else { padded_room(size) }
}

/// Returns the words of padded strips of a size.
#[inline(always)]
pub(crate) fn padded_room(size: [i32; 2]) -> usize {
    (count(size[0]) + 2) * tall(size[1])
}

/// Whether a size fits into a single strip without padding.
#[inline(always)]
pub(crate) fn is_bare([width, height]: [i32; 2]) -> bool {
    (width <= WIDE) & (height <= ROWS as i32)
}

/// From index 8 - n on: eight rows of which the first n are set.
const FIRST_ROWS: [u32; 16] = {
    let mut rows = [0; 16];
    let mut row = 0;
    while row < 8 {
        rows[row] = u32::MAX;
        row += 1;
    }
    rows
};

/// Returns a word with the bits from `first` to before `end` set, of 32.
#[inline(always)]
fn bits_between([first, end]: [i32; 2]) -> u32 {
    let below = |end: i32| ((1_u64 << end.clamp(0, WIDE)) - 1) as u32;
    below(end) & !below(first)
}

/// Returns all bits of the rows from `first` to before `end`, of eight rows.
#[inline(always)]
pub(super) fn rows_between<L: Lanes>(lanes: L, first: i32, end: i32) -> L::Ints {
    const EIGHT: [u32; 24] = {
        let mut all = [0; 24];
        let mut k = 8;
        while k < 16 {
            all[k] = u32::MAX;
            k += 1;
        }
        all
    };
    let from = lanes.ints(&EIGHT, (8 - first.clamp(0, 8)) as usize);
    let to = lanes.ints(&EIGHT, (16 - end.clamp(0, 8)) as usize);
    lanes.and_ints(from, to)
}

impl<'a> Strips<'a> {
    /// Strips without any pixel.
    pub(crate) const NONE: Strips<'static> =
        Strips { words: &[0; ROWS], tall: ROWS, origin: [0, 0], count: 1, width: 0, height: 0 };

    /// Makes strips of words that were made for this size.
    #[inline(always)]
    pub(crate) fn new(words: &'a [u32], size: [i32; 2], origin: [i32; 2]) -> Strips<'a> {
        if is_bare(size) {
            assert!(words.len() == ROWS);
            return Strips {
                words,
                tall: ROWS,
                origin,
                count: 1,
                width: size[0].max(0),
                height: size[1].max(0),
            };
        }
        Strips::padded(words, size, origin)
    }

    /// Like [`new`](Strips::new), for padded strips of any size.
    #[inline(always)]
    pub(crate) fn padded(words: &'a [u32], size: [i32; 2], origin: [i32; 2]) -> Strips<'a> {
        assert!(words.len() == padded_room(size));
        let (width, height) = (size[0].max(0), size[1].max(0));
        Strips { words, tall: tall(size[1]), origin, count: count(width) as i32, width, height }
    }

    /// Returns the same strips, moved by an offset in pixels.
    #[inline(always)]
    pub(crate) fn moved(self, by: [i32; 2]) -> Strips<'a> {
        Strips { origin: [self.origin[0] + by[0], self.origin[1] + by[1]], ..self }
    }

    #[inline(always)]
    pub(crate) fn is_bare(&self) -> bool {
        self.tall == ROWS
    }

    /// Returns the pixels of eight rows from (x, y) to the right, relative to the first bit: zeros if they are more
    /// than a strip to the left or right, or more than 16 rows above or below.
    #[inline(always)]
    pub(crate) fn window<L: Lanes>(&self, lanes: L, x: i32, y: i32) -> L::Ints {
        let (strip, by) = (x >> 5, (x & 31).cast_unsigned());
        let is_beside = (strip < -1) | (strip >= self.count);
        let is_beyond = (y < -(PAD as i32)) | (y > self.height);
        if is_beside | is_beyond {
            return lanes.int(0);
        }
        if self.is_bare() {
            return self.bare_window(lanes, x, y);
        }
        let at = (strip + 1) as usize * self.tall + (y + PAD as i32) as usize;
        let (low, high) = (lanes.ints(self.words, at), lanes.ints(self.words, at + self.tall));
        lanes.funnel_ints(low, high, by)
    }

    #[inline(always)]
    fn bare_window<L: Lanes>(&self, lanes: L, x: i32, y: i32) -> L::Ints {
        let mut rows = [0; 3 * ROWS];
        rows[ROWS..2 * ROWS].copy_from_slice(&self.words[..ROWS]);
        let rows = lanes.ints(&rows, (y + ROWS as i32) as usize);
        if x < 0 { lanes.left_ints(rows, x.unsigned_abs()) } else { lanes.right_ints(rows, x.unsigned_abs()) }
    }

    /// Whether padded strips have a pixel in common with a bare one at (x, y). It has no branch, since the positions
    /// change from pair to pair.
    #[inline(always)]
    fn meets_bare<L: Lanes>(&self, lanes: L, bare: &Strips<'_>, [x, y]: [i32; 2]) -> bool {
        let strip = x >> 5;
        let is_near = (strip >= -1) & (strip < self.count) & (y > -(PAD as i32)) & (y < self.height);
        // Elsewhere it reads the zeros at the very beginning.
        let at = (strip + 1).wrapping_mul(self.tall as i32).wrapping_add(y + PAD as i32);
        let at = select_unpredictable(is_near, at, 0) as usize;
        let words = &self.words[at..at + self.tall + ROWS];
        let by = (x & 31).cast_unsigned();
        let mut found = lanes.int(0);
        counts::words(ROWS);
        let mut row = 0;
        while row < ROWS {
            let theirs = lanes.funnel_ints(lanes.ints(words, row), lanes.ints(words, self.tall + row), by);
            found = lanes.or_ints(found, lanes.and_ints(lanes.ints(bare.words, row), theirs));
            row += 8;
        }
        lanes.any_ints(found)
    }

    /// Whether two bare strips with the same first pixel have a pixel in common.
    #[inline(always)]
    fn has_common<L: Lanes>(&self, lanes: L, other: &Strips<'_>) -> bool {
        counts::words(ROWS);
        let both = |row| lanes.and_ints(lanes.ints(self.words, row), lanes.ints(other.words, row));
        lanes.any_ints(lanes.or_ints(both(0), both(8)))
    }

    /// Returns the pixels of eight rows from (x, y) to the right; (x, y) must be inside. For bare strips x is 0 and y
    /// is 0 or 8.
    #[inline(always)]
    pub(crate) fn rows_from<L: Lanes>(&self, lanes: L, x: i32, y: i32) -> L::Ints {
        if self.is_bare() {
            return lanes.ints(self.words, y as usize);
        }
        let at = ((x >> 5) + 1) as usize * self.tall + PAD + y as usize;
        let (low, high) = (lanes.ints(self.words, at), lanes.ints(self.words, at + self.tall));
        lanes.funnel_ints(low, high, (x & 31).cast_unsigned())
    }

    /// Returns eight rows of one strip.
    #[inline(always)]
    fn rows<L: Lanes>(&self, lanes: L, strip: usize, row: usize) -> L::Ints {
        let first = if self.is_bare() { 0 } else { (strip + 1) * self.tall + PAD };
        lanes.ints(self.words, first + row)
    }

    /// Whether a pixel in a box of world pixels is set.
    #[inline(always)]
    pub(crate) fn has_any<L: Lanes>(&self, lanes: L, near: PixelBox) -> bool {
        let [x, y] = self.origin;
        let columns = [(near.x0.max(x) - x), (near.x1.min(x + self.width) - x)];
        let rows = [(near.y0.max(y) - y), (near.y1.min(y + self.height) - y)];
        let mut found = lanes.int(0);
        let mut column = columns[0];
        while column < columns[1] {
            let mut of_strip = lanes.int(0);
            let mut row = rows[0];
            while row < rows[1] {
                counts::words(8);
                let first = lanes.ints(&FIRST_ROWS, (8 - (rows[1] - row).min(8)) as usize);
                of_strip = lanes.or_ints(of_strip, lanes.and_ints(self.window(lanes, column, row), first));
                row += 8;
            }
            let inside = u32::MAX >> (WIDE - (columns[1] - column).min(WIDE));
            found = lanes.or_ints(found, lanes.and_ints(of_strip, lanes.int(inside)));
            column += WIDE;
        }
        lanes.any_ints(found)
    }

    /// Whether a pixel is set in some of four quadrants: bit `2 * j + i` of `which` stands for the columns of range `i` and
    /// the rows of range `j`. The ranges are relative to the first bit.
    #[inline(always)]
    pub(crate) fn has_any_in<L: Lanes>(
        &self,
        lanes: L,
        [columns, rows]: [[[i32; 2]; 2]; 2],
        which: u32,
    ) -> bool {
        if !self.is_bare() {
            let [x, y] = self.origin;
            let quadrant = |k: usize| {
                let ([x0, x1], [y0, y1]) = (columns[k % 2], rows[k / 2]);
                PixelBox { x0: x + x0, y0: y + y0, x1: x + x1, y1: y + y1 }
            };
            let (mut k, mut is_any) = (0, false);
            while !is_any & (k < 4) {
                is_any = which >> k & 1 != 0 && self.has_any(lanes, quadrant(k));
                k += 1;
            }
            return is_any;
        }
        let columns = [bits_between(columns[0]), bits_between(columns[1])];
        let of_row = |bits: u32| {
            let is = |k: u32| (bits >> k & 1).wrapping_neg();
            lanes.int(columns[0] & is(0) | columns[1] & is(1))
        };
        let (above, below) = (of_row(which), of_row(which >> 2));
        let mut found = lanes.int(0);
        counts::words(ROWS);
        let mut row = 0;
        while row < ROWS {
            let is_in = |[first, end]: [i32; 2]| rows_between(lanes, first - row as i32, end - row as i32);
            let above = lanes.and_ints(above, is_in(rows[0]));
            let below = lanes.and_ints(below, is_in(rows[1]));
            let pixels = lanes.ints(self.words, row);
            found = lanes.or_ints(found, lanes.and_ints(pixels, lanes.or_ints(above, below)));
            row += 8;
        }
        lanes.any_ints(found)
    }

    /// Whether a pixel is set; it may be far outside.
    #[cfg(test)]
    pub(crate) fn get(&self, x: i32, y: i32) -> bool {
        struct Window<'a>(Strips<'a>, i32, i32);
        impl crate::simd::Kernel for Window<'_> {
            type Out = bool;

            fn run<L: Lanes>(self, lanes: L) -> bool {
                let mut rows = [0; 8];
                lanes.put_ints(self.0.window(lanes, self.1, self.2), &mut rows, 0);
                rows[0] & 1 == 1
            }
        }
        crate::simd::Simd::PLAIN.run(Window(*self, x, y))
    }

    /// Returns the number of words to look at.
    #[inline(always)]
    fn size(&self) -> usize {
        self.words.len()
    }
}

/// Clears words; their number is a multiple of eight.
#[inline(always)]
pub(crate) fn clear<L: Lanes>(lanes: L, words: &mut [u32]) {
    let mut at = 0;
    while at < words.len() {
        lanes.put_ints(lanes.int(0), words, at);
        at += 8;
    }
}

/// Clears the padding around the rows of padded strips.
#[inline(always)]
pub(crate) fn clear_pads<L: Lanes>(lanes: L, words: &mut [u32], height: i32) {
    let tall = tall(height);
    let last = words.len() - tall;
    clear(lanes, &mut words[..tall]);
    clear(lanes, &mut words[last..]);
    let mut at = tall;
    while at < last {
        clear(lanes, &mut words[at..at + PAD]);
        clear(lanes, &mut words[at + tall - PAD..at + tall]);
        at += tall;
    }
}

/// Returns the number of blocks, each of a strip's width and sixteen rows, in strips of a size.
#[inline(always)]
pub(crate) fn count_blocks([width, height]: [i32; 2]) -> usize {
    count(width) * count_rows(height)
}

/// Returns the number of blocks in a strip.
#[inline(always)]
fn count_rows(height: i32) -> usize {
    height.max(0).unsigned_abs().div_ceil(ROWS as u32) as usize
}

/// Rasterises the blocks of a window that overlap a box of world pixels, into padded strips; skips the blocks marked
/// in `made`.
#[inline(always)]
pub(crate) fn make_blocks<L: Lanes>(
    lanes: L,
    window: &Window<'_>,
    near: PixelBox,
    words: &mut [u32],
    made: &mut [u64],
) {
    let size = size_of(window.pixels);
    let (tall, high) = (tall(size[1]), count_rows(size[1]));
    let near = near.intersection(window.pixels);
    let from = [(near.x0 - window.pixels.x0) >> 5, (near.y0 - window.pixels.y0) >> 4];
    let to = [(near.x1 - 1 - window.pixels.x0) >> 5, (near.y1 - 1 - window.pixels.y0) >> 4];
    let mut strip = from[0];
    while strip <= to[0] {
        let mut block = from[1];
        while block <= to[1] {
            let number = strip as usize * high + block as usize;
            let (word, bit) = (&mut made[number / 64], 1 << (number % 64));
            if *word & bit == 0 {
                *word |= bit;
                let (x, y) = (strip * WIDE, block * ROWS as i32);
                let at = (strip + 1) as usize * tall + PAD + y as usize;
                window.block(lanes, x, y, &mut words[at..at + ROWS]);
            }
            block += 1;
        }
        strip += 1;
    }
}

/// Whether two sprites have a pixel in common.
#[inline(always)]
pub(crate) fn sprite_sprite<L: Lanes>(lanes: L, a: &Strips<'_>, b: &Strips<'_>) -> bool {
    counts::test();
    let (p, q) = if a.size() <= b.size() { (a, b) } else { (b, a) };
    let by = [p.origin[0] - q.origin[0], p.origin[1] - q.origin[1]];
    if p.is_bare() & !q.is_bare() {
        return q.meets_bare(lanes, p, by);
    }
    if p.is_bare() & (by == [0, 0]) {
        return p.has_common(lanes, q);
    }
    // The rows of the smaller sprite that overlap the other, in groups of eight; rows beyond them read the padding.
    let first = (-by[1]).max(0) & !7;
    let end = p.height.min(q.height - by[1]);
    let mut found = lanes.int(0);
    let (mut strip, mut x) = (0, by[0]);
    while strip < p.count {
        let mut row = first;
        while row < end {
            counts::words(8);
            let theirs = q.window(lanes, x, row + by[1]);
            found = lanes.or_ints(found, lanes.and_ints(p.rows(lanes, strip as usize, row as usize), theirs));
            row += 8;
        }
        (strip, x) = (strip + 1, x + WIDE);
    }
    lanes.any_ints(found)
}

/// Makes the words of a mask's strips, mirrored if `flip` says so.
pub(crate) fn strips_of(mask: &Mask, flip: [bool; 2]) -> Box<[u32]> {
    let [width, height] = [mask.width() as i32, mask.height() as i32];
    let size = [width, height];
    let mut words = vec![0; room(size)];
    let (tall, first) = if is_bare(size) { (ROWS, 0) } else { (tall(height), tall(height) + PAD) };
    for strip in 0..count(width) as i32 {
        let start = first + strip as usize * tall;
        for (word, y) in words[start..].iter_mut().zip(0..height) {
            let y = if flip[1] { height - 1 - y } else { y };
            let bits = |x: i32| mask.bits(x.into(), y.into()) as u32;
            let x = WIDE * strip;
            *word = if flip[0] { bits(width - WIDE - x).reverse_bits() } else { bits(x) };
        }
    }
    words.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(Strips<'a>, Strips<'a>);

    impl Kernel for Run<'_> {
        type Out = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> bool {
            sprite_sprite(lanes, &self.0, &self.1)
        }
    }

    #[test]
    fn strips_meet_where_masks_do() {
        let mut random = Random::new(21);
        let mut hits = 0;
        for _ in 0..4000 {
            let (a, b) = (random.mask(), random.mask());
            let size = |m: &Mask| [m.width() as i32, m.height() as i32];
            let flip = [random.below(2) == 0, random.below(2) == 0];
            let (p, q) = (strips_of(&a, flip), strips_of(&b, [false; 2]));
            let origin = [random.below(300) - 150, random.below(300) - 150];
            let mut near =
                |k: usize| origin[k] - size(&b)[k] - 3 + random.below(size(&a)[k] + size(&b)[k] + 6);
            let other = [near(0), near(1)];
            let texel = |x: i32, y: i32| {
                let x = if flip[0] { size(&a)[0] - 1 - x } else { x };
                let y = if flip[1] { size(&a)[1] - 1 - y } else { y };
                a.get(x.into(), y.into())
            };
            let right = (0..size(&a)[1]).any(|y| {
                (0..size(&a)[0]).any(|x| {
                    let (i, j) = (x + origin[0] - other[0], y + origin[1] - other[1]);
                    texel(x, y) && b.get(i.into(), j.into())
                })
            });
            hits += u32::from(right);
            let (p, q) = (Strips::new(&p, size(&a), origin), Strips::new(&q, size(&b), other));
            for simd in Simd::available() {
                assert_eq!(simd.run(Run(p, q)), right, "{} {p:?} {q:?}", simd.name());
                assert_eq!(simd.run(Run(q, p)), right, "{} {p:?} {q:?}", simd.name());
            }
        }
        assert!((500..3500).contains(&hits), "{hits}");
    }

    struct HasAny<'a>(Strips<'a>, PixelBox);

    impl Kernel for HasAny<'_> {
        type Out = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> bool {
            self.0.has_any(lanes, self.1)
        }
    }

    #[test]
    fn a_box_has_a_pixel_where_the_mask_has_one() {
        let mut random = Random::new(31);
        let mut hits = 0;
        for round in 0..6000 {
            let mask = random.mask();
            let size = [mask.width() as i32, mask.height() as i32];
            let origin = [random.below(300) - 150, random.below(300) - 150];
            // Few pixels, so that many boxes have none.
            let is_kept = |x: i32, y: i32| (x + 3 * y) % (1 + round % 40) == 0;
            let mask = Mask::from_fn(size[0] as usize, size[1] as usize, |x, y| {
                is_kept(x, y) && mask.get(x.into(), y.into())
            });
            let mask = mask.expect("a size that masks may have");
            let words = strips_of(&mask, [false; 2]);
            let mut side = |k: usize| {
                let from = origin[k] - 20 + random.below(size[k] + 40);
                [from, from + random.below(40)]
            };
            let ([x0, x1], [y0, y1]) = (side(0), side(1));
            let is_set = |x: i32, y: i32| mask.get((x - origin[0]).into(), (y - origin[1]).into());
            let right = (y0..y1).any(|y| (x0..x1).any(|x| is_set(x, y)));
            hits += u32::from(right);
            let (near, strips) = (PixelBox { x0, y0, x1, y1 }, Strips::new(&words, size, origin));
            for simd in Simd::available() {
                assert_eq!(simd.run(HasAny(strips, near)), right, "{} {near:?} {strips:?}", simd.name());
            }
        }
        assert!((1000..5000).contains(&hits), "{hits}");
    }
}

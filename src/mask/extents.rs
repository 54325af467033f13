//! The columns between which the bits of a few rows lie: these alone show which rows of two masks can meet at all.

use std::hint::select_unpredictable;
use std::ops::Range;
use std::sync::OnceLock;

use crate::kernels::{Coarse, strips_of, windows_of};
use crate::mask::Mask;
use crate::simd::Lanes;

/// Data derived from a mask's bits when first needed. Every change of the mask must discard it.
#[derive(Default)]
pub(super) struct MaskCache {
    extents: OnceLock<Extents>,
    /// The strips of the mask: as drawn, mirrored left to right, mirrored top to bottom, and both.
    strips: [OnceLock<Box<[u32]>>; 4],
    windows: OnceLock<Box<[u32]>>,
    coarse: OnceLock<Coarse>,
}

impl MaskCache {
    #[inline(always)]
    pub(super) fn of(&self, mask: &Mask) -> &Extents {
        match self.extents.get() {
            Some(extents) => extents,
            None => self.find(mask),
        }
    }

    #[cold]
    #[inline(never)]
    fn find(&self, mask: &Mask) -> &Extents {
        self.extents.get_or_init(|| Extents::of(mask))
    }

    /// Returns the words of a mask's strips.
    #[inline(always)]
    pub(super) fn strips(&self, mask: &Mask, flip: [bool; 2]) -> &[u32] {
        let strips = &self.strips[usize::from(flip[0]) + 2 * usize::from(flip[1])];
        match strips.get() {
            Some(words) => words,
            None => make_strips(strips, mask, flip),
        }
    }

    /// Returns the words of a mask's windows.
    #[inline(always)]
    pub(super) fn windows(&self, mask: &Mask) -> &[u32] {
        match self.windows.get() {
            Some(words) => words,
            None => make_windows(&self.windows, mask),
        }
    }

    /// Returns the coarse view of a mask.
    #[inline(always)]
    pub(super) fn coarse(&self, mask: &Mask) -> &Coarse {
        match self.coarse.get() {
            Some(coarse) => coarse,
            None => make_coarse(&self.coarse, mask),
        }
    }

    #[inline(always)]
    pub(super) fn forget(&mut self) {
        self.coarse.take();
        self.extents.take();
        self.windows.take();
        for strips in &mut self.strips {
            strips.take();
        }
    }
}

#[cold]
#[inline(never)]
fn make_coarse<'a>(coarse: &'a OnceLock<Coarse>, mask: &Mask) -> &'a Coarse {
    coarse.get_or_init(|| Coarse::of(mask))
}

#[cold]
#[inline(never)]
fn make_windows<'a>(windows: &'a OnceLock<Box<[u32]>>, mask: &Mask) -> &'a [u32] {
    windows.get_or_init(|| windows_of(mask))
}

#[cold]
#[inline(never)]
fn make_strips<'a>(strips: &'a OnceLock<Box<[u32]>>, mask: &Mask, flip: [bool; 2]) -> &'a [u32] {
    strips.get_or_init(|| strips_of(mask, flip))
}

/// The data follows from the bits, so a copy starts without it and computes its own.
impl Clone for MaskCache {
    fn clone(&self) -> MaskCache {
        MaskCache::default()
    }
}

impl PartialEq for MaskCache {
    fn eq(&self, _: &MaskCache) -> bool {
        true
    }
}

impl Eq for MaskCache {}

impl std::fmt::Debug for MaskCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Known")
    }
}

/// The number of rows in a band.
const BAND: usize = 8;
/// The number of bands that are compared at a time.
const CHUNK: usize = 32;
/// The extent of rows without bits: the first column is beyond all columns and the end is before all, at any offset.
const NOTHING: [i16; 2] = [12_000, -12_000];

/// The first column with a bit and the one past the last, for each band of rows, and for each band together with the
/// next one. At any offset, a band of another mask lies next to one such pair of bands.
pub(super) struct Extents {
    height: usize,
    bands: Bands,
    pairs: Bands,
}

/// The first columns and the ends of bands; after the last band there are some without bits.
struct Bands {
    first: Box<[i16]>,
    end: Box<[i16]>,
}

impl Extents {
    fn of(mask: &Mask) -> Extents {
        let height = mask.height() as usize;
        let rows = |band: usize| band * BAND..height.min((band + 1) * BAND);
        let band = |band: usize| rows(band).map(|y| extent(mask.row(y))).fold(NOTHING, both);
        let bands: Vec<[i16; 2]> = (0..height.div_ceil(BAND)).map(band).collect();
        let next = bands.iter().skip(1).copied().chain([NOTHING]);
        let pairs = bands.iter().zip(next).map(|(&band, next)| both(band, next));
        Extents { height, pairs: Bands::padded(pairs), bands: Bands::padded(bands.iter().copied()) }
    }

    /// Returns a range of rows outside of which no row of `a` meets a row of `b`, which is `dx` to the right. Rows are
    /// counted from the two rows `from`, which are at the same height and one of which is 0. The number of bands that
    /// are compared depends on the heights only, not on the offset, so no branch is hard to predict.
    #[inline(always)]
    pub(super) fn meeting<L: Lanes>(
        lanes: L,
        [a, b]: [&Extents; 2],
        from: [usize; 2],
        dx: i16,
    ) -> Range<usize> {
        debug_assert!(from.contains(&0));
        // Takes the bands of the mask whose first row is 0, and for the other mask each band with the next one, because
        // its bands need not begin in the same rows.
        let is_a = from[0] == 0;
        let p = select_unpredictable(is_a, a, b);
        let q = select_unpredictable(is_a, b, a);
        let (dx, skipped) = (if is_a { dx } else { -dx }, (from[0] + from[1]) / BAND);
        let (mut first, mut end) = (usize::MAX, 0);
        for at in (0..a.height.min(b.height).div_ceil(BAND)).step_by(CHUNK) {
            let (Some(p), Some(q)) = (p.bands.after(at), q.pairs.after(skipped + at)) else { break };
            let hits = lanes.stretches_meet(p, q, dx);
            let (lowest, highest) =
                (at + hits.trailing_zeros() as usize, at + CHUNK - hits.leading_zeros() as usize);
            first = select_unpredictable(hits != 0, first.min(lowest), first);
            end = select_unpredictable(hits != 0, highest, end);
        }
        let rows = (a.height - from[0]).min(b.height - from[1]);
        let end = rows.min(end * BAND);
        end.min(first.saturating_mul(BAND))..end
    }
}

impl Bands {
    fn padded(bands: impl Iterator<Item = [i16; 2]>) -> Bands {
        let (first, end): (Vec<i16>, Vec<i16>) =
            bands.chain([NOTHING; CHUNK]).map(|[first, end]| (first, end)).unzip();
        Bands { first: first.into(), end: end.into() }
    }

    /// Returns `CHUNK` bands from one band on.
    #[inline(always)]
    fn after(&self, at: usize) -> Option<[&[i16; CHUNK]; 2]> {
        let at = at.min(self.first.len() - CHUNK);
        Some([self.first[at..].first_chunk()?, self.end[at..].first_chunk()?])
    }
}

fn both(a: [i16; 2], b: [i16; 2]) -> [i16; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

fn extent(row: &[u64]) -> [i16; 2] {
    let first = row.iter().position(|&word| word != 0);
    let last = row.iter().rposition(|&word| word != 0);
    match (first, last) {
        (Some(first), Some(last)) => [
            (64 * first) as i16 + row[first].trailing_zeros() as i16,
            (64 * last + 64) as i16 - row[last].leading_zeros() as i16,
        ],
        _ => NOTHING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Kernel, Simd};

    struct Meeting<'a> {
        of: [&'a Extents; 2],
        from: [usize; 2],
        dx: i16,
    }

    impl Kernel for Meeting<'_> {
        type Out = Range<usize>;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Range<usize> {
            Extents::meeting(lanes, self.of, self.from, self.dx)
        }
    }

    #[test]
    fn rows_that_meet_are_within() {
        let mut state = 1_u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % below
        };
        let (mut none, mut all) = (0, 0);
        for round in 0..300 {
            let every = [1, 30, 400, 4000][round % 4];
            let mut mask = || {
                let (w, h) = (random(300) as usize + 1, random(400) as usize + 1);
                Mask::from_fn(w, h, |_, _| random(every) == 0).expect("a good size")
            };
            let (a, b) = (mask(), mask());
            let dx = random(600) as i64 - 300;
            let mut from = [random(a.height().into()) as usize, random(b.height().into()) as usize];
            from[round % 2] = 0;
            let rows = (a.height() as usize - from[0]).min(b.height() as usize - from[1]);
            let span = |mask: &Mask, y: usize| {
                let bits = |x: &i64| mask.get(*x, y as i64);
                Some([(0..300).find(bits)?, (0..300).rfind(bits)?])
            };
            let meets = |k: &usize| match (span(&a, from[0] + k), span(&b, from[1] + k)) {
                (Some([a0, a1]), Some([b0, b1])) => a0 <= b1 + dx && b0 + dx <= a1,
                _ => false,
            };
            let (first, last) = ((0..rows).find(meets), (0..rows).rfind(meets));
            let extents = [Extents::of(&a), Extents::of(&b)];
            for simd in Simd::available() {
                let found = simd.run(Meeting { of: [&extents[0], &extents[1]], from, dx: dx as i16 });
                assert!(found.end <= rows);
                let holds = |k: Option<usize>| k.is_none_or(|k| found.contains(&k));
                assert!(holds(first) && holds(last), "{simd:?}: {first:?}, {last:?} in {found:?}");
                (none, all) = (none + usize::from(found.is_empty()), all + usize::from(found == (0..rows)));
            }
        }
        assert!(none > 100 && all > 100, "{none}, {all}");
    }

    #[test]
    fn a_changed_mask_has_other_extents() {
        let mut mask = Mask::empty(100, 100).expect("a good size");
        assert_eq!(mask.extents().bands.first[2], NOTHING[0]);
        mask.set(70, 17, true);
        assert_eq!((mask.extents().bands.first[2], mask.extents().pairs.end[1]), (70, 71));
        mask.words_mut().fill(0);
        assert_eq!(mask.extents().bands.end[2], NOTHING[1]);
    }
}

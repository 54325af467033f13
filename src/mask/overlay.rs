//! Two rectangles of bits laid on each other: whether any bit is common, and how many.
//!
//! The one whose left edge lies within the other is read as it is, the other shifted: so no word is shifted twice, and as
//! bits past the width are 0, no row needs an end of its own. Rows as long as each other where a register holds some of
//! them are taken as one long row; rows of one word are the most there are, and have a way of their own.

use std::hint::select_unpredictable;
use std::ops::Range;

use crate::mask::Mask;
use crate::mask::extents::Extents;
use crate::simd::{Kernel, Lanes, Simd};

/// Rows of bits, `stride` words each, at least 1; bits past the width are 0.
#[derive(Clone, Copy)]
struct Rows<'a> {
    words: &'a [u64],
    stride: usize,
}

/// Up to so many rows are taken without a look at what was found: branches guessed wrong would cost more.
const HIGH: usize = 64;

/// Masks of so many words have the extents of their rows looked at: of larger ones, which may be ground that changes with
/// every step, they would have to be found too often.
const SMALL: usize = 1 << 12;

/// Whether two have a bit in common, the top left corner of the second at `at` in the first.
#[inline]
pub(crate) fn meets(a: &Mask, b: &Mask, at: [i32; 2]) -> bool {
    Simd::best().run(Any(a, b, at))
}

/// The same for who calls it often, within a kernel of its own.
#[inline(always)]
pub(crate) fn meets_on<L: Lanes>(lanes: L, a: &Mask, b: &Mask, at: [i32; 2]) -> bool {
    Any(a, b, at).run(lanes)
}

/// How many bits two have in common.
#[inline]
pub(crate) fn count(a: &Mask, b: &Mask, at: [i32; 2]) -> u64 {
    Simd::best().run(Count(a, b, at))
}

/// The rows in which two lie on each other.
#[derive(Clone, Copy)]
struct Overlay<'a> {
    /// Read as it is.
    straight: Rows<'a>,
    /// Read from word `skip` of every row on, shifted right by `shift`.
    shifted: Rows<'a>,
    skip: usize,
    shift: u32,
    rows: usize,
    /// The most that `rows` can be, wherever the two lie: the same from call to call, and so are branches upon it.
    most: usize,
}

impl<'a> Overlay<'a> {
    #[inline(always)]
    fn of(a: &'a Mask, b: &'a Mask, at: [i32; 2]) -> Option<Overlay<'a>> {
        let [dx, dy] = at.map(i64::from);
        let [height_a, height_b] = [a, b].map(|mask| i64::from(mask.height()));
        // Rows that lie above the other one.
        let (above_a, above_b) = (dy.max(0), (-dy).max(0));
        let rows = (height_a - above_a).min(height_b - above_b);
        let aside = dx.unsigned_abs();
        let (skip, shift) = ((aside >> 6) as usize, (aside & 63) as u32);
        // Sides change from call to call: a branch would be guessed wrong half the time.
        let is_right = dx >= 0;
        let stride = select_unpredictable(is_right, a.stride(), b.stride());
        if rows <= 0 || skip >= stride {
            return None;
        }
        let words_a = a.words().get(above_a as usize * a.stride()..)?;
        let words_b = b.words().get(above_b as usize * b.stride()..)?;
        let shifted = Rows { words: select_unpredictable(is_right, words_a, words_b), stride };
        let stride = select_unpredictable(is_right, b.stride(), a.stride());
        let straight = Rows { words: select_unpredictable(is_right, words_b, words_a), stride };
        let most = height_a.min(height_b) as usize;
        Some(Overlay { straight, shifted, skip, shift, rows: rows as usize, most })
    }

    /// Some of the rows.
    #[inline(always)]
    fn part(self, rows: Range<usize>) -> Overlay<'a> {
        let from = |all: Rows<'a>| Rows { words: &all.words[rows.start * all.stride..], ..all };
        let (straight, shifted) = (from(self.straight), from(self.shifted));
        Overlay { straight, shifted, rows: rows.len(), ..self }
    }

    #[inline(always)]
    fn visit<L: Lanes, T: Tally<L>>(self, lanes: L, tally: T) -> T {
        match (self.straight.stride, self.shifted.stride) {
            (s, t) if s == t && L::WORDS.is_multiple_of(s) => self.visit_as_one(lanes, tally),
            _ => self.visit_rows(lanes, tally),
        }
    }

    #[inline(always)]
    fn is_any<L: Lanes>(self, lanes: L) -> bool {
        self.visit(lanes, IsAny::none(lanes)).told(lanes)
    }

    /// Rows of as many words, some of which fill a register: one long row, but what runs over the end of a row into
    /// the next one does not count.
    #[inline(always)]
    fn visit_as_one<L: Lanes, T: Tally<L>>(self, lanes: L, mut tally: T) -> T {
        let stride = self.straight.stride;
        let (p, q) = (&self.shifted.words[self.skip..], &self.straight.words[..self.rows * stride]);
        let keep = self.columns(stride);
        // SAFETY: a register holds at most 8 words.
        #[allow(unsafe_code)]
        let keep = unsafe { lanes.words(keep.as_ptr()) };
        let reach = |at: usize| p.len().saturating_sub(at).min(L::WORDS);
        // SAFETY: so many words there are in `p`.
        #[allow(unsafe_code)]
        let mut own = unsafe { lanes.first_words(p.as_ptr(), reach(0)) };
        let (most, q_len) = (p.len().min(q.len()), q.len());
        let mut at = 0;
        while at < q.len() {
            let ahead = at + L::WORDS;
            // SAFETY: so many words are left in both; of none, none is read.
            #[allow(unsafe_code)]
            let (later, theirs) = unsafe {
                let (p, q) = (p.as_ptr().wrapping_add(ahead), q.as_ptr().add(at));
                if ahead + L::WORDS <= most {
                    (lanes.words(p), lanes.words(q))
                } else {
                    (lanes.first_words(p, reach(ahead)), lanes.first_words(q, (q_len - at).min(L::WORDS)))
                }
            };
            let p = lanes.funnel(own, lanes.next(own, later), self.shift);
            tally.take(lanes, lanes.and(lanes.and(p, keep), theirs));
            own = later;
            at = ahead;
        }
        tally
    }

    /// Which bits of a row's words lie within the other's row, as often as fits into a register.
    #[inline(always)]
    fn columns(&self, stride: usize) -> [u64; 8] {
        let mut keep = [0; 8];
        // (In arithmetic: which columns these are changes from call to call, and branches would be guessed wrong.)
        for (column, keep) in (0_u64..).zip(&mut keep) {
            let end = (column & (stride as u64 - 1)) + self.skip as u64 + 1;
            let [is_inner, is_last] = [end < stride as u64, end == stride as u64].map(u64::from);
            *keep = is_inner.wrapping_neg() | is_last.wrapping_neg() >> self.shift;
        }
        keep
    }

    /// Row by row and word by word.
    #[inline(always)]
    fn visit_rows<L: Lanes, T: Tally<L>>(self, lanes: L, mut tally: T) -> T {
        let straight = self.straight.words.chunks_exact(self.straight.stride);
        let shifted = self.shifted.words.chunks_exact(self.shifted.stride);
        for (q, p) in straight.zip(shifted).take(self.rows) {
            let p = &p[self.skip..];
            let n = p.len().min(q.len());
            for k in 0..n {
                let next = if k + 1 < p.len() { p[k + 1] } else { 0 };
                // Two shifts, because a shift by 64 is none.
                let word = p[k] >> self.shift | next << 1 << (63 - self.shift);
                if tally.take_word(lanes, word & q[k]) {
                    return tally;
                }
            }
        }
        tally
    }
}

/// Visits two masks whose rows are one word each: what is shifted in from the side is 0. As often as there may be rows,
/// not as there are: a few words for nothing cost less than a branch guessed wrong.
#[inline(always)]
fn visit_narrow<L: Lanes, T: Tally<L>>(lanes: L, a: &Mask, b: &Mask, [dx, dy]: [i32; 2], mut tally: T) -> T {
    debug_assert!(a.stride() == 1 && b.stride() == 1);
    let [height_a, height_b] = [a, b].map(|mask| mask.height() as i32);
    // Rows that lie above the other one. (A place far away shall not overflow; no mask is higher.)
    let dy = dy.clamp(-FAR, FAR);
    let (above_a, above_b) = (dy.max(0), (-dy).max(0));
    let rows = (height_a - above_a).min(height_b - above_b);
    let most = if L::WORDS == 1 { rows } else { height_a.min(height_b) };
    let from = |mask: &Mask, above: i32| mask.words().as_ptr().wrapping_add(above as usize);
    let (from_a, from_b) = (from(a, above_a), from(b, above_b));
    // Sides change from call to call: a branch would be guessed wrong half the time.
    let p = select_unpredictable(dx >= 0, from_a, from_b);
    let q = select_unpredictable(dx >= 0, from_b, from_a);
    let mut at = 0;
    while at < most {
        let n = (rows - at).clamp(0, L::WORDS as i32) as usize;
        // SAFETY: both have `rows` words from here on, of which `n` are left from `at` on; of none, none is read.
        #[allow(unsafe_code)]
        let (p, q) = unsafe {
            (
                lanes.first_words(p.wrapping_add(at as usize), n),
                lanes.first_words(q.wrapping_add(at as usize), n),
            )
        };
        tally.take(lanes, lanes.and(lanes.right(p, dx.unsigned_abs()), q));
        at += L::WORDS as i32;
    }
    tally
}

/// Further away than any mask is high.
const FAR: i32 = 1 << 20;

#[inline(always)]
fn are_narrow(a: &Mask, b: &Mask) -> bool {
    a.width().max(b.width()) <= 64
}

/// What is made of the common words.
trait Tally<L: Lanes> {
    fn take(&mut self, lanes: L, words: L::Words);
    /// The same of a single word; `true` where no more need be seen.
    fn take_word(&mut self, lanes: L, word: u64) -> bool;
}

struct IsAny<W> {
    lanes: W,
    word: u64,
}

impl<W> IsAny<W> {
    #[inline(always)]
    fn none<L: Lanes<Words = W>>(lanes: L) -> IsAny<W> {
        IsAny { lanes: lanes.none(), word: 0 }
    }

    #[inline(always)]
    fn told<L: Lanes<Words = W>>(self, lanes: L) -> bool {
        (self.word != 0) | lanes.any(self.lanes)
    }
}

impl<L: Lanes> Tally<L> for IsAny<L::Words> {
    #[inline(always)]
    fn take(&mut self, lanes: L, words: L::Words) {
        self.lanes = lanes.or(self.lanes, words);
    }

    #[inline(always)]
    fn take_word(&mut self, _: L, word: u64) -> bool {
        self.word |= word;
        word != 0
    }
}

struct Counts<W> {
    lanes: W,
    words: u64,
}

impl<L: Lanes> Tally<L> for Counts<L::Words> {
    #[inline(always)]
    fn take(&mut self, lanes: L, words: L::Words) {
        self.lanes = lanes.add(self.lanes, lanes.ones(words));
    }

    #[inline(always)]
    fn take_word(&mut self, _: L, word: u64) -> bool {
        self.words += u64::from(word.count_ones());
        false
    }
}

/// Of the rows in which two masks lie on each other, those outside of which they have no bit in common.
#[inline(always)]
fn rows_that_may_meet<L: Lanes>(
    lanes: L,
    overlay: &Overlay<'_>,
    a: &Mask,
    b: &Mask,
    [dx, dy]: [i32; 2],
) -> Range<usize> {
    if a.words().len().max(b.words().len()) > SMALL {
        return 0..overlay.rows;
    }
    let above = [dy.max(0), (-dy).max(0)].map(|above| above as usize);
    // (They lie on each other, and no mask is wider than i16 tells.)
    Extents::meeting(lanes, [a.extents(), b.extents()], above, dx as i16)
}

struct Any<'a>(&'a Mask, &'a Mask, [i32; 2]);

impl Kernel for Any<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        if are_narrow(self.0, self.1) {
            let found = visit_narrow(lanes, self.0, self.1, self.2, IsAny::none(lanes));
            return lanes.any(found.lanes);
        }
        let Some(overlay) = Overlay::of(self.0, self.1, self.2) else { return false };
        if overlay.most <= HIGH {
            return overlay.is_any(lanes);
        }
        let Range { start: mut from, end } = rows_that_may_meet(lanes, &overlay, self.0, self.1, self.2);
        if from >= end {
            return false;
        }
        // Where round things meet at all, they meet in the middle.
        let middle = from.midpoint(end);
        let near = from.max(middle.saturating_sub(2))..end.min(middle + 2);
        let mut is_met = overlay.part(near).is_any(lanes);
        // (No iterator's `any`: its closure would not be compiled for the instruction set.)
        while !is_met && from < end {
            let to = end.min(from + HIGH);
            is_met = overlay.part(from..to).is_any(lanes);
            from = to;
        }
        is_met
    }
}

struct Count<'a>(&'a Mask, &'a Mask, [i32; 2]);

impl Kernel for Count<'_> {
    type Out = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let none = Counts { lanes: lanes.none(), words: 0 };
        if are_narrow(self.0, self.1) {
            return lanes.sum(visit_narrow(lanes, self.0, self.1, self.2, none).lanes);
        }
        let Some(overlay) = Overlay::of(self.0, self.1, self.2) else { return 0 };
        let overlay = match overlay.most {
            0..=HIGH => overlay,
            _ => {
                let rows = rows_that_may_meet(lanes, &overlay, self.0, self.1, self.2);
                // (Of no rows there is no word to skip.)
                if rows.is_empty() {
                    return 0;
                }
                overlay.part(rows)
            }
        };
        let counts = overlay.visit(lanes, none);
        lanes.sum(counts.lanes) + counts.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_sees_the_same_bits() {
        let mut state = 1_u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % below
        };
        let sizes = [1, 8, 17, 63, 64, 65, 100, 128, 192, 200, 256, 300, 512];
        let mut hits = 0;
        for round in 0..600 {
            let [wa, ha, wb, hb] = [(); 4].map(|()| sizes[random(13) as usize]);
            let (wb, hb) = if round % 3 == 0 { (wa, ha) } else { (wb, hb) };
            let every = [2, 40, 3000][round % 3];
            let mut mask =
                |w: usize, h: usize| Mask::from_fn(w, h, |_, _| random(every) == 0).expect("a good size");
            let (a, b) = (mask(wa, ha), mask(wb, hb));
            let mut offset = |a: usize, b: usize| random((a + b + 3) as u64) as i32 - b as i32 - 1;
            let at = [offset(wa, wb), offset(ha, hb)];
            let [dx, dy] = at.map(i64::from);
            let texels = (0..ha as i64).flat_map(|y| (0..wa as i64).map(move |x| (x, y)));
            let common = texels.filter(|&(x, y)| a.get(x, y) && b.get(x - dx, y - dy)).count() as u64;
            hits += u64::from(common > 0);
            for simd in Simd::available() {
                let found = (simd.run(Any(&a, &b, at)), simd.run(Count(&a, &b, at)));
                assert_eq!(found, (common > 0, common), "{simd:?}: {wa}x{ha} and {wb}x{hb} at {at:?}");
            }
        }
        assert!((100..500).contains(&hits), "{hits} of 600");
    }

    /// Where the extents of high masks leave no row, at every place of words beside each other.
    #[test]
    fn high_masks_whose_rows_cannot_meet_have_nothing_in_common() {
        let corner = |w: usize, x: i32| Mask::from_fn(w, 100, |i, j| (i, j) == (x, 99)).expect("a good size");
        for (w, dx) in [(65, 64), (128, 64), (130, 65), (200, 130), (300, 192)] {
            let (left, right) = (corner(w, 0), corner(w, w as i32 - 1));
            for (a, b) in [(&left, &left), (&left, &right), (&right, &left)] {
                for at in (1..20).flat_map(|dy| [[dx, dy], [-dx, dy], [dx, -dy], [-dx, -dy]]) {
                    for simd in Simd::available() {
                        let found = (simd.run(Any(a, b, at)), simd.run(Count(a, b, at)));
                        assert_eq!(found, (false, 0), "{simd:?}: {w} wide at {at:?}");
                    }
                }
            }
        }
    }
}

//! Two rectangles of bits laid over each other: whether any bit is common, and how many are.
//!
//! The rectangle whose left edge is within the other is read as it is, and the other is shifted. So no word is shifted
//! twice, and as bits past the width are 0, ends of rows need no special case. Where rows are equally long and a
//! register holds a whole number of them, all rows are processed as one long row. Rows of one word are the most common
//! and have their own code.
//!
//! Rows are read without branches that change from call to call: offsets are random, and a wrong branch prediction costs as much as
//! a whole mask of 64 px. For large masks, `extents` first says which bands of rows can meet at all.

use std::hint::select_unpredictable;
use std::ops::Range;

use crate::mask::Mask;
use crate::mask::extents::Extents;
use crate::simd::{Kernel, Lanes, Simd};

/// Rows of bits, `stride` words each, at least 1; bits past the width are 0.
#[derive(Clone, Copy)]
struct BitRows<'a> {
    words: &'a [u64],
    stride: usize,
}

/// Up to this many rows are processed without checking for a hit in between, because mispredicted branches would cost
/// more.
const HIGH: usize = 64;

/// The extents of rows are used for masks of up to this many words. Larger masks may be ground that changes in every
/// step, and their extents would have to be computed too often.
const SMALL: usize = 1 << 12;

/// Whether two masks have a bit in common, with the top left corner of the second at `at` in the first.
#[inline]
pub(crate) fn meets(a: &Mask, b: &Mask, at: [i32; 2]) -> bool {
    Simd::best().run(Any(a, b, at))
}

/// Does the same for callers that call it often, within their own kernel.
#[inline(always)]
pub(crate) fn meets_on<L: Lanes>(lanes: L, a: &Mask, b: &Mask, at: [i32; 2]) -> bool {
    Any(a, b, at).run(lanes)
}

/// Returns the number of bits that two masks have in common.
#[inline]
pub(crate) fn count(a: &Mask, b: &Mask, at: [i32; 2]) -> u64 {
    Simd::best().run(Count(a, b, at))
}

/// The rows in which two masks overlap.
#[derive(Clone, Copy)]
struct Overlay<'a> {
    /// These rows are read as they are.
    straight: BitRows<'a>,
    /// These rows are read from word `skip` on, shifted right by `shift`.
    shifted: BitRows<'a>,
    skip: usize,
    shift: u32,
    rows: usize,
    /// The most that `rows` can be at any offset. It is the same from call to call, so branches on it are predictable.
    most_rows: usize,
}

impl<'a> Overlay<'a> {
    #[inline(always)]
    fn of(a: &'a Mask, b: &'a Mask, at: [i32; 2]) -> Option<Overlay<'a>> {
        let [dx, dy] = at.map(i64::from);
        let [height_a, height_b] = [a, b].map(|mask| i64::from(mask.height()));
        // The number of rows above the other mask.
        let (above_a, above_b) = (dy.max(0), (-dy).max(0));
        let rows = (height_a - above_a).min(height_b - above_b);
        let aside = dx.unsigned_abs();
        let (skip, shift) = ((aside >> 6) as usize, (aside & 63) as u32);
        // The sides change from call to call, so a branch would be mispredicted half the time.
        let is_right = dx >= 0;
        let stride = select_unpredictable(is_right, a.stride(), b.stride());
        if rows <= 0 || skip >= stride {
            return None;
        }
        let words_a = a.words().get(above_a as usize * a.stride()..)?;
        let words_b = b.words().get(above_b as usize * b.stride()..)?;
        let shifted = BitRows { words: select_unpredictable(is_right, words_a, words_b), stride };
        let stride = select_unpredictable(is_right, b.stride(), a.stride());
        let straight = BitRows { words: select_unpredictable(is_right, words_b, words_a), stride };
        let most = height_a.min(height_b) as usize;
        Some(Overlay { straight, shifted, skip, shift, rows: rows as usize, most_rows: most })
    }

    /// Returns a part of the rows.
    #[inline(always)]
    fn part(self, rows: Range<usize>) -> Overlay<'a> {
        let from = |all: BitRows<'a>| BitRows { words: &all.words[rows.start * all.stride..], ..all };
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

    /// Processes rows of which a whole number fills a register as one long row. Bits that run over the end of a row into
    /// the next one do not count.
    #[inline(always)]
    fn visit_as_one<L: Lanes, T: Tally<L>>(self, lanes: L, mut tally: T) -> T {
        let stride = self.straight.stride;
        let (p, q) = (&self.shifted.words[self.skip..], &self.straight.words[..self.rows * stride]);
        let keep = self.columns(stride);
        // SAFETY: a register holds at most 8 words.
        #[allow(unsafe_code)]
        let keep = unsafe { lanes.words(keep.as_ptr()) };
        let reach = |at: usize| p.len().saturating_sub(at).min(L::WORDS);
        // SAFETY: `p` has at least that many words.
        #[allow(unsafe_code)]
        let mut own = unsafe { lanes.first_words(p.as_ptr(), reach(0)) };
        let (most, q_len) = (p.len().min(q.len()), q.len());
        let mut at = 0;
        while at < q.len() {
            let ahead = at + L::WORDS;
            // SAFETY: both have that many words left; where none are left, none is read.
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

    /// Returns which bits of a row's words are within the other's row, repeated as often as fits into a register.
    #[inline(always)]
    fn columns(&self, stride: usize) -> [u64; 8] {
        let mut keep = [0; 8];
        // (In arithmetic: the columns change from call to call, and branches would be mispredicted.)
        for (column, keep) in (0_u64..).zip(&mut keep) {
            let end = (column & (stride as u64 - 1)) + self.skip as u64 + 1;
            let [is_inner, is_last] = [end < stride as u64, end == stride as u64].map(u64::from);
            *keep = is_inner.wrapping_neg() | is_last.wrapping_neg() >> self.shift;
        }
        keep
    }

    /// Processes the masks row by row and word by word.
    #[inline(always)]
    fn visit_rows<L: Lanes, T: Tally<L>>(self, lanes: L, mut tally: T) -> T {
        let straight = self.straight.words.chunks_exact(self.straight.stride);
        let shifted = self.shifted.words.chunks_exact(self.shifted.stride);
        for (q, p) in straight.zip(shifted).take(self.rows) {
            let p = &p[self.skip..];
            let n = p.len().min(q.len());
            for k in 0..n {
                let next = if k + 1 < p.len() { p[k + 1] } else { 0 };
                // Two shifts, because a single shift by 64 would not give 0.
                let word = p[k] >> self.shift | next << 1 << (63 - self.shift);
                if tally.take_word(lanes, word & q[k]) {
                    return tally;
                }
            }
        }
        tally
    }
}

/// Visits two masks whose rows are one word each; bits shifted in from the side are 0. The loop runs for as many rows
/// as there may be at any offset: a few useless words cost less than a mispredicted branch.
#[inline(always)]
fn visit_narrow<L: Lanes, T: Tally<L>>(lanes: L, a: &Mask, b: &Mask, [dx, dy]: [i32; 2], mut tally: T) -> T {
    debug_assert!(a.stride() == 1 && b.stride() == 1);
    let [height_a, height_b] = [a, b].map(|mask| mask.height() as i32);
    // The number of rows above the other mask. (The clamp avoids overflow for positions far away; no mask is higher.)
    let dy = dy.clamp(-FAR, FAR);
    let (above_a, above_b) = (dy.max(0), (-dy).max(0));
    let rows = (height_a - above_a).min(height_b - above_b);
    let most = if L::WORDS == 1 { rows } else { height_a.min(height_b) };
    let from = |mask: &Mask, above: i32| mask.words().as_ptr().wrapping_add(above as usize);
    let (from_a, from_b) = (from(a, above_a), from(b, above_b));
    // The sides change from call to call, so a branch would be mispredicted half the time.
    let p = select_unpredictable(dx >= 0, from_a, from_b);
    let q = select_unpredictable(dx >= 0, from_b, from_a);
    let mut at = 0;
    while at < most {
        let n = (rows - at).clamp(0, L::WORDS as i32) as usize;
        // SAFETY: both have `rows` words from here on, of which `n` are left from `at` on; where `n` is 0, none is
        // read.
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

/// A distance that is larger than the height of any mask.
const FAR: i32 = 1 << 20;

#[inline(always)]
fn are_narrow(a: &Mask, b: &Mask) -> bool {
    a.width().max(b.width()) <= 64
}

/// What is computed from the common words.
trait Tally<L: Lanes> {
    fn take(&mut self, lanes: L, words: L::Words);
    /// Takes a single word; returns `true` where no more words are needed.
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

/// Returns a range of the overlapping rows, outside of which two masks have no bit in common.
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
    // (The masks overlap, and the width of every mask fits an i16.)
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
        if overlay.most_rows <= HIGH {
            return overlay.is_any(lanes);
        }
        let Range { start: mut from, end } = rows_that_may_meet(lanes, &overlay, self.0, self.1, self.2);
        if from >= end {
            return false;
        }
        // Round shapes that overlap at all mostly overlap in the middle, so these rows are tested first.
        let middle = from.midpoint(end);
        let middle_rows = from.max(middle.saturating_sub(2))..end.min(middle + 2);
        let mut is_met = overlay.part(middle_rows).is_any(lanes);
        // (Not an iterator's `any`, because its closure would not be compiled for the instruction set.)
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
        let overlay = match overlay.most_rows {
            0..=HIGH => overlay,
            _ => {
                let rows = rows_that_may_meet(lanes, &overlay, self.0, self.1, self.2);
                // (Without rows there is no word to skip.)
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

    /// Masks of many rows whose extents leave no row, at every distance of words from each other.
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

    /// Masks of more words than extents are kept for are compared row by row.
    #[test]
    fn large_masks_have_what_their_rows_have_in_common() {
        let dots = |x: i32, y: i32| Mask::from_fn(600, 600, |i, j| (i, j) == (x, y)).expect("a good size");
        let (a, b) = (dots(599, 450), dots(20, 3));
        assert!(a.words().len() > SMALL);
        for (at, is_met) in [([579, 447], true), ([579, 446], false), ([578, 447], false), ([0, 0], false)] {
            for simd in Simd::available() {
                let found = (simd.run(Any(&a, &b, at)), simd.run(Count(&a, &b, at)));
                assert_eq!(found, (is_met, u64::from(is_met)), "{simd:?}: {at:?}");
            }
        }
    }
}

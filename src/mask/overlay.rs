//! Two rectangles of bits laid on each other: whether any bit is common, and how many.
//!
//! The one whose left edge lies within the other is read as it is, the other shifted: so no word is shifted twice, and as
//! bits past the width are 0, no row needs an end of its own. Rows as long as each other where a register holds some of
//! them are taken as one long row; rows of one word are the most there are, and have a way of their own.

use std::hint::select_unpredictable;
use std::ops::Range;

use crate::mask::extents::Extents;
use crate::mask::{BitRows, Mask};
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
    Simd::best().run(Any(a.into(), b.into(), at))
}

/// The same for who calls it often, within a kernel of its own.
#[inline(always)]
pub(crate) fn meets_on<L: Lanes>(lanes: L, a: &Mask, b: &Mask, at: [i32; 2]) -> bool {
    Any(a.into(), b.into(), at).run(lanes)
}

/// The same of any rows of bits, where the second's first bit lies at `at` in the first.
#[inline(always)]
pub(crate) fn rows_meet<L: Lanes>(lanes: L, a: BitRows<'_>, b: BitRows<'_>, at: [i32; 2]) -> bool {
    Any(a, b, at).run(lanes)
}

/// How many bits two have in common.
#[inline]
pub(crate) fn count(a: &Mask, b: &Mask, at: [i32; 2]) -> u64 {
    Simd::best().run(Count(a.into(), b.into(), at))
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
    fn of(a: BitRows<'a>, b: BitRows<'a>, at: [i32; 2]) -> Option<Overlay<'a>> {
        debug_assert!(a.next_word == 1 && b.next_word == 1);
        let [dx, dy] = [i64::from(at[0]), i64::from(at[1])];
        let [height_a, height_b] = [i64::from(a.height), i64::from(b.height)];
        // Rows that lie above the other one.
        let (above_a, above_b) = (dy.max(0), (-dy).max(0));
        let rows = (height_a - above_a).min(height_b - above_b);
        let aside = dx.unsigned_abs();
        let (skip, shift) = ((aside >> 6) as usize, (aside & 63) as u32);
        // Sides change from call to call: a branch would be guessed wrong half the time.
        let is_right = dx >= 0;
        let stride = select_unpredictable(is_right, a.next_row, b.next_row);
        if rows <= 0 || skip >= stride {
            return None;
        }
        let words_a = a.words.get(above_a as usize * a.next_row..)?;
        let words_b = b.words.get(above_b as usize * b.next_row..)?;
        let shifted = Rows { words: select_unpredictable(is_right, words_a, words_b), stride };
        let stride = select_unpredictable(is_right, b.next_row, a.next_row);
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
fn visit_narrow<L: Lanes, T: Tally<L>>(
    lanes: L,
    a: BitRows<'_>,
    b: BitRows<'_>,
    [dx, dy]: [i32; 2],
    mut tally: T,
) -> T {
    debug_assert!(a.next_row == 1 && b.next_row == 1);
    let [height_a, height_b] = [a.height as i32, b.height as i32];
    // Rows that lie above the other one. (A place far away shall not overflow; no mask is higher.)
    let dy = dy.clamp(-FAR, FAR);
    let (above_a, above_b) = (dy.max(0), (-dy).max(0));
    let rows = (height_a - above_a).min(height_b - above_b);
    let most = if L::WORDS == 1 { rows } else { height_a.min(height_b) };
    let from_a = a.words.as_ptr().wrapping_add(above_a as usize);
    let from_b = b.words.as_ptr().wrapping_add(above_b as usize);
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

/// Whether each has one column of words. (Rows of no width have no word.)
#[inline(always)]
fn are_narrow(a: BitRows<'_>, b: BitRows<'_>) -> bool {
    (a.width.max(b.width) <= 64) & (a.width.min(b.width) > 0) & a.has_columns() & b.has_columns()
}

/// Visits two of which all rows of a column lie one behind another: column by column of the one that has fewer, each with
/// the two of the other that lie upon it.
#[inline(always)]
fn visit_columns<L: Lanes, T: Tally<L>>(
    lanes: L,
    a: BitRows<'_>,
    b: BitRows<'_>,
    [dx, dy]: [i32; 2],
    mut tally: T,
) -> T {
    let is_less = a.width <= b.width;
    let (p, q) = if is_less { (a, b) } else { (b, a) };
    let (dx, dy) = if is_less { (i64::from(dx), i64::from(dy)) } else { (-i64::from(dx), -i64::from(dy)) };
    let (top, end) = (dy.max(0), i64::from(p.height).min(i64::from(q.height) + dy));
    let (left, right) = (dx.max(0), i64::from(p.width).min(i64::from(q.width) + dx));
    if top >= end || left >= right {
        return tally;
    }
    let rows = (end - top) as usize;
    let (top_p, top_q) = (top as usize, (top - dy) as usize);
    let last = q.columns() as i64 - 1;
    for column in left >> 6..=(right - 1) >> 6 {
        let start = 64 * column - dx;
        let (below, shift) = (start >> 6, (start & 63) as u32);
        // What a column that there is not would shift in is not kept.
        let own = p.column(column as usize, top_p, rows);
        let low = q.column(below.clamp(0, last) as usize, top_q, rows);
        let high = q.column((below + 1).clamp(0, last) as usize, top_q, rows);
        let keep = lanes.splat(stretch(left - 64 * column, right - 64 * column));
        let mut at = 0;
        while at < rows {
            let theirs = lanes.funnel(lanes.words_from(low, at), lanes.words_from(high, at), shift);
            tally.take(lanes, lanes.and(lanes.and(lanes.words_from(own, at), keep), theirs));
            at += L::WORDS;
        }
    }
    tally
}

/// The bits of a word from one to before another, which may lie outside it but not both on one side.
#[inline(always)]
fn stretch(from: i64, to: i64) -> u64 {
    u64::MAX << from.max(0) & u64::MAX >> (64 - to.min(64))
}

/// Visits two whose words lie in different orders, word by word.
#[inline(always)]
fn visit_words<L: Lanes, T: Tally<L>>(
    lanes: L,
    a: BitRows<'_>,
    b: BitRows<'_>,
    [dx, dy]: [i32; 2],
    mut tally: T,
) -> T {
    let is_less = a.width <= b.width;
    let (p, q) = if is_less { (a, b) } else { (b, a) };
    let (dx, dy) = if is_less { (i64::from(dx), i64::from(dy)) } else { (-i64::from(dx), -i64::from(dy)) };
    for row in dy.max(0)..i64::from(p.height).min(i64::from(q.height) + dy) {
        for column in 0..p.columns() as i64 {
            if tally.take_word(lanes, p.word(column, row) & q.bits(64 * column - dx, row - dy)) {
                return tally;
            }
        }
    }
    tally
}

/// Visits two of which one has columns and is not narrow with the other.
#[inline(always)]
fn visit_mixed<L: Lanes, T: Tally<L>>(lanes: L, a: BitRows<'_>, b: BitRows<'_>, at: [i32; 2], tally: T) -> T {
    if a.has_columns() & b.has_columns() {
        visit_columns(lanes, a, b, at, tally)
    } else {
        visit_words(lanes, a, b, at, tally)
    }
}

/// Whether the words of both lie row by row.
#[inline(always)]
fn are_row_by_row(a: BitRows<'_>, b: BitRows<'_>) -> bool {
    (a.next_word == 1) & (b.next_word == 1)
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
    a: BitRows<'_>,
    b: BitRows<'_>,
    [dx, dy]: [i32; 2],
) -> Range<usize> {
    let (Some(mask_a), Some(mask_b)) = (a.mask, b.mask) else { return 0..overlay.rows };
    if a.words.len().max(b.words.len()) > SMALL {
        return 0..overlay.rows;
    }
    let above = [dy.max(0), (-dy).max(0)].map(|above| above as usize);
    // (They lie on each other, and no mask is wider than i16 tells.)
    Extents::meeting(lanes, [mask_a.extents(), mask_b.extents()], above, dx as i16)
}

struct Any<'a>(BitRows<'a>, BitRows<'a>, [i32; 2]);

impl Kernel for Any<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        if are_narrow(self.0, self.1) {
            let found = visit_narrow(lanes, self.0, self.1, self.2, IsAny::none(lanes));
            return lanes.any(found.lanes);
        }
        if !are_row_by_row(self.0, self.1) {
            return visit_mixed(lanes, self.0, self.1, self.2, IsAny::none(lanes)).told(lanes);
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

struct Count<'a>(BitRows<'a>, BitRows<'a>, [i32; 2]);

impl Kernel for Count<'_> {
    type Out = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let none = Counts { lanes: lanes.none(), words: 0 };
        if are_narrow(self.0, self.1) {
            return lanes.sum(visit_narrow(lanes, self.0, self.1, self.2, none).lanes);
        }
        if !are_row_by_row(self.0, self.1) {
            let counts = visit_mixed(lanes, self.0, self.1, self.2, none);
            return lanes.sum(counts.lanes) + counts.words;
        }
        let Some(overlay) = Overlay::of(self.0, self.1, self.2) else { return 0 };
        let overlay = match overlay.most {
            0..=HIGH => overlay,
            _ => overlay.part(rows_that_may_meet(lanes, &overlay, self.0, self.1, self.2)),
        };
        let counts = overlay.visit(lanes, none);
        lanes.sum(counts.lanes) + counts.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mask's words column by column, each with a row too many of set bits.
    fn columns(mask: &Mask) -> Vec<u64> {
        let column = |k: usize| mask.words().iter().skip(k).step_by(mask.stride()).copied().chain([u64::MAX]);
        (0..mask.stride()).flat_map(column).collect()
    }

    fn in_columns<'a>(words: &'a [u64], mask: &Mask) -> BitRows<'a> {
        BitRows::in_columns(words, mask.height() as usize + 1, [mask.width(), mask.height()])
    }

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
            let (words_a, words_b) = (columns(&a), columns(&b));
            let (columns_a, columns_b) = (in_columns(&words_a, &a), in_columns(&words_b, &b));
            for simd in Simd::available() {
                for p in [BitRows::from(&a), columns_a] {
                    for q in [BitRows::from(&b), columns_b] {
                        let found = (simd.run(Any(p, q, at)), simd.run(Count(p, q, at)));
                        let name = simd.name();
                        assert_eq!(found, (common > 0, common), "{name}: {wa}x{ha} and {wb}x{hb} at {at:?}");
                    }
                }
            }
        }
        assert!((100..500).contains(&hits), "{hits} of 600");
    }
}

//! Two rectangles of bits laid on each other: whether any bit is common, and how many.
//!
//! The one whose left edge lies within the other is read as it is, the other shifted: so no word is shifted twice, and as
//! bits past the width are 0, no row needs an end of its own. Rows of one word, and rows as long as each other where
//! a register holds some of them, are taken as one long row.

use crate::mask::Mask;
use crate::simd::{Kernel, Lanes, Simd};

/// Rows of bits, `stride` words each, at least 1; bits past the width are 0.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    words: &'a [u64],
    stride: usize,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(words: &'a [u64], stride: usize) -> Rows<'a> {
        debug_assert!(stride > 0 && words.len().is_multiple_of(stride));
        Rows { words, stride }
    }

    /// The rows from `first` on.
    #[inline(always)]
    fn from(self, first: usize) -> Rows<'a> {
        Rows { words: self.words.get(first.saturating_mul(self.stride)..).unwrap_or_default(), ..self }
    }
}

impl Mask {
    pub(crate) fn rows(&self) -> Rows<'_> {
        Rows::new(self.words(), self.stride())
    }
}

/// From so many rows on it pays to begin in the middle.
const HIGH: usize = 32;

/// Whether two have a bit in common, the top left corner of the second at `at` in the first.
#[inline]
pub(crate) fn meets(a: Rows<'_>, b: Rows<'_>, at: [i64; 2]) -> bool {
    Overlay::of(a, b, at).is_some_and(|overlay| Simd::best().run(Any(overlay)))
}

/// How many bits two have in common.
#[inline]
pub(crate) fn count(a: Rows<'_>, b: Rows<'_>, at: [i64; 2]) -> u64 {
    Overlay::of(a, b, at).map_or(0, |overlay| Simd::best().run(Count(overlay)))
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
}

impl<'a> Overlay<'a> {
    #[inline(always)]
    fn of(a: Rows<'a>, b: Rows<'a>, [dx, dy]: [i64; 2]) -> Option<Overlay<'a>> {
        let down = |dy: i64| usize::try_from(dy).unwrap_or(0);
        let (a, b) = (a.from(down(dy)), b.from(down(-dy)));
        let (straight, shifted) = if dx >= 0 { (b, a) } else { (a, b) };
        let aside = dx.unsigned_abs();
        let skip = (aside >> 6) as usize;
        let rows = match (a.stride, b.stride) {
            (1, 1) => a.words.len().min(b.words.len()),
            _ => (a.words.len() / a.stride).min(b.words.len() / b.stride),
        };
        (rows > 0 && skip < shifted.stride).then_some(Overlay {
            straight,
            shifted,
            skip,
            shift: (aside & 63) as u32,
            rows,
        })
    }

    /// What is above the middle row, and the rest. Where round things meet at all, they meet in the middle.
    #[inline(always)]
    fn halves(self) -> (Overlay<'a>, Overlay<'a>) {
        let middle = self.rows / 2;
        let below = Overlay {
            straight: self.straight.from(middle),
            shifted: self.shifted.from(middle),
            rows: self.rows - middle,
            ..self
        };
        (Overlay { rows: middle, ..self }, below)
    }

    #[inline(always)]
    fn visit<L: Lanes, T: Tally<L>>(self, lanes: L, tally: T) -> T {
        match (self.straight.stride, self.shifted.stride) {
            (1, 1) => self.visit_words(lanes, tally),
            (s, t) if s == t && L::WORDS.is_multiple_of(s) => self.visit_as_one(lanes, tally),
            _ => self.visit_rows(lanes, tally),
        }
    }

    /// Rows of a word: what is shifted in from the side is 0.
    #[inline(always)]
    fn visit_words<L: Lanes, T: Tally<L>>(self, lanes: L, mut tally: T) -> T {
        let (p, q) = (&self.shifted.words[..self.rows], &self.straight.words[..self.rows]);
        let mut at = 0;
        while at + L::WORDS <= self.rows {
            // SAFETY: all words up to `at + WORDS` lie in both slices, which are equally long.
            #[allow(unsafe_code)]
            let (p, q) = unsafe { (lanes.words(p.as_ptr().add(at)), lanes.words(q.as_ptr().add(at))) };
            if tally.take(lanes, lanes.and(lanes.right(p, self.shift), q)) {
                return tally;
            }
            at += L::WORDS;
        }
        if at < self.rows {
            let n = self.rows - at;
            // SAFETY: so many words are left in both.
            #[allow(unsafe_code)]
            let (p, q) = unsafe {
                (lanes.first_words(p.as_ptr().add(at), n), lanes.first_words(q.as_ptr().add(at), n))
            };
            tally.take(lanes, lanes.and(lanes.right(p, self.shift), q));
        }
        tally
    }

    /// Rows of as many words, some of which fill a register: one long row, but what runs over the end of a row into
    /// the next one does not count.
    #[inline(always)]
    fn visit_as_one<L: Lanes, T: Tally<L>>(self, lanes: L, mut tally: T) -> T {
        let stride = self.straight.stride;
        let (p, q) = (&self.shifted.words[self.skip..], &self.straight.words[..self.rows * stride]);
        let mut keep = [0; 8];
        for (column, keep) in keep.iter_mut().enumerate() {
            *keep = match (column % stride + self.skip + 1).cmp(&stride) {
                std::cmp::Ordering::Less => u64::MAX,
                std::cmp::Ordering::Equal => u64::MAX >> self.shift,
                std::cmp::Ordering::Greater => 0,
            };
        }
        // SAFETY: a register holds at most 8 words.
        #[allow(unsafe_code)]
        let keep = unsafe { lanes.words(keep.as_ptr()) };
        let mut at = 0;
        while at < q.len() {
            let left = (q.len() - at).min(L::WORDS);
            let reach = p.len().saturating_sub(at);
            // SAFETY: so many words are left in `q`, and `reach` in `p`; of none, none is read.
            #[allow(unsafe_code)]
            let (own, next, q) = unsafe {
                let (from, q) = (p.as_ptr().wrapping_add(at), q.as_ptr().add(at));
                if left == L::WORDS && reach > L::WORDS {
                    (lanes.words(from), lanes.words(from.add(1)), lanes.words(q))
                } else {
                    let next = lanes.first_words(from.wrapping_add(1), reach.saturating_sub(1).min(L::WORDS));
                    (lanes.first_words(from, reach.min(L::WORDS)), next, lanes.first_words(q, left))
                }
            };
            let p = lanes.or(lanes.right(own, self.shift), lanes.left(next, 64 - self.shift));
            if tally.take(lanes, lanes.and(lanes.and(p, keep), q)) {
                return tally;
            }
            at += L::WORDS;
        }
        tally
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

/// What is made of the common words; `true` where no more need be seen.
trait Tally<L: Lanes> {
    fn take(&mut self, lanes: L, words: L::Words) -> bool;
    fn take_word(&mut self, lanes: L, word: u64) -> bool;
}

struct IsAny(bool);

impl<L: Lanes> Tally<L> for IsAny {
    #[inline(always)]
    fn take(&mut self, lanes: L, words: L::Words) -> bool {
        self.0 = lanes.any(words);
        self.0
    }

    #[inline(always)]
    fn take_word(&mut self, _: L, word: u64) -> bool {
        self.0 = word != 0;
        self.0
    }
}

struct Counts<W> {
    lanes: W,
    words: u64,
}

impl<L: Lanes> Tally<L> for Counts<L::Words> {
    #[inline(always)]
    fn take(&mut self, lanes: L, words: L::Words) -> bool {
        self.lanes = lanes.add(self.lanes, lanes.ones(words));
        false
    }

    #[inline(always)]
    fn take_word(&mut self, _: L, word: u64) -> bool {
        self.words += u64::from(word.count_ones());
        false
    }
}

struct Any<'a>(Overlay<'a>);

impl Kernel for Any<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let overlay = self.0;
        if overlay.rows < HIGH {
            return overlay.visit(lanes, IsAny(false)).0;
        }
        let (above, below) = overlay.halves();
        below.visit(lanes, IsAny(false)).0 || above.visit(lanes, IsAny(false)).0
    }
}

struct Count<'a>(Overlay<'a>);

impl Kernel for Count<'_> {
    type Out = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let counts = self.0.visit(lanes, Counts { lanes: lanes.none(), words: 0 });
        lanes.sum(counts.lanes) + counts.words
    }
}

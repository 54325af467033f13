//! Runs a batch: it is divided into parts for threads, and each part into words of 64 pairs for a kernel.
//!
//! A kernel places 64 bodies of each side as SPEC 2 says (`simd/sincos`, then rounding by an addition), and tests them. It returns a
//! word of hits and a word of pairs that must be tested alone: those that are refused, have no area, or f64 cannot decide.
//! `batch/side.rs` places each of these as a world does, and an error names the number at fault; then `query` answers. So errors,
//! odd shapes and mixed kinds have one path, the slow one.

use crate::batch::Bits;
use crate::batch::boxes::{BoxPairs, BoxesAndCircles};
use crate::batch::circles::CirclePairs;
use crate::batch::discs::{ByDiscs, OpenPairs};
use crate::batch::rings::RingPairs;
use crate::batch::side::{CHUNK, Side};
use crate::batch::sprites::SpritePairs;
use crate::batch::standing::PlacedPoses;
use crate::error::{At, Result};
use crate::form::Touching;
use crate::query;
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::Threads;

/// The least number of words of a thread's part: 4,096 pairs, some 20 us.
const LEAST: usize = 64;

/// Pairs of two kinds, tested 64 at a time.
pub(super) trait PairKernel: Sync {
    /// Memory that is kept from one word to the next, so that it need not be cleared.
    type Scratch: Default;

    /// Returns two words. Bit k of the first: whether pair `from + k` overlaps. Bit k of the second: whether that is not
    /// known, so that the pair must be tested alone. Bits from `count` on do not count. `lanes` are those of `simd`,
    /// which is for nested kernels.
    fn decide<L: Lanes>(
        &self,
        with: (Simd, L),
        from: usize,
        count: usize,
        touching: Touching,
        room: &mut Self::Scratch,
    ) -> [u64; 2];
}

/// Returns which pairs overlap.
pub(super) fn overlaps(
    simd: Simd,
    threads: &Threads,
    sides: [Side<'_>; 2],
    count: usize,
    touching: Touching,
) -> Result<Bits> {
    let batch = BatchRun { simd, threads, sides, count, touching };
    match sides {
        [Side::Boxes(a), Side::Boxes(b)] => batch.decide_with(&BoxPairs([a, b])),
        [Side::Circles(a), Side::Circles(b)] => batch.decide_with(&CirclePairs([a, b])),
        [Side::Boxes(a), Side::Circles(b)] | [Side::Circles(b), Side::Boxes(a)] => {
            batch.decide_with(&BoxesAndCircles(a, b))
        }
        [Side::Shapes { .. } | Side::Boxes(_), Side::Shapes { .. } | Side::Boxes(_)] => {
            batch.decide_with(&ByDiscs::new(sides, RingPairs::new(sides)))
        }
        _ => match SpritePairs::new(sides) {
            Some(sprites) => batch.decide_with(&ByDiscs::new(sides, sprites)),
            None => batch.decide_with(&ByDiscs::new(sides, Alone)),
        },
    }
}

/// A whole batch.
struct BatchRun<'a> {
    simd: Simd,
    threads: &'a Threads,
    sides: [Side<'a>; 2],
    count: usize,
    touching: Touching,
}

impl BatchRun<'_> {
    fn decide_with<P: PairKernel>(&self, pairs: &P) -> Result<Bits> {
        let mut words = vec![0; self.count.div_ceil(CHUNK)];
        let parts = self.threads.parts(words.len(), LEAST).max(1);
        let length = words.len().div_ceil(parts).max(1);
        let mut parts: Vec<(&mut [u64], Result<()>)> =
            words.chunks_mut(length).map(|part| (part, Ok(()))).collect();
        self.threads.each(&mut parts, |number, (words, result)| {
            let from = number * length * CHUNK;
            *result = self.simd.run(BatchPart { batch: self, pairs, from, words });
        });
        // If several pairs are invalid, the error names the first.
        parts.into_iter().try_for_each(|(_, result)| result)?;
        Ok(Bits::from_words(words, self.count))
    }
}

/// Some words of a batch.
struct BatchPart<'a, P> {
    batch: &'a BatchRun<'a>,
    pairs: &'a P,
    from: usize,
    words: &'a mut [u64],
}

impl<P: PairKernel> Kernel for BatchPart<'_, P> {
    type Out = Result<()>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<()> {
        let BatchPart { batch: whole, pairs, mut from, words } = self;
        let mut room = P::Scratch::default();
        for word in words {
            let count = CHUNK.min(whole.count - from);
            let all = u64::MAX >> (CHUNK - count);
            let [hits, asks] = pairs.decide((whole.simd, lanes), from, count, whole.touching, &mut room);
            let asks = asks & all;
            *word = hits & all & !asks;
            if asks != 0 {
                *word |= ask(whole.sides, from, asks, whole.touching)?;
            }
            from += CHUNK;
        }
        Ok(())
    }
}

/// Returns which of some pairs overlap, tested one by one.
#[inline(never)]
fn ask(sides: [Side<'_>; 2], from: usize, mut asks: u64, touching: Touching) -> Result<u64> {
    let mut hits = 0;
    while asks != 0 {
        let bit = asks.trailing_zeros();
        let k = from + bit as usize;
        let (a, b) = (sides[0].form(k).at("a")?, sides[1].form(k).at("b")?);
        hits |= u64::from(query::overlaps(&a, &b, touching)) << bit;
        asks &= asks - 1;
    }
    Ok(hits)
}

/// Bodies of any kind, tested one by one.
struct Alone;

impl OpenPairs for Alone {
    type Scratch = ();

    #[inline(always)]
    fn decide<L: Lanes>(
        &self,
        _: (Simd, L),
        _: usize,
        open: u64,
        _: Touching,
        _: [&PlacedPoses; 2],
        (): &mut (),
    ) -> [u64; 2] {
        [0, open]
    }
}

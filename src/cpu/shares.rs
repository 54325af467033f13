//! Splits the candidates of a step among threads. Each thread has its own covers, hulls and lists.

use crate::cpu::both;
use crate::cpu::expand::Expanded;
use crate::cpu::kind::Kind;
use crate::cpu::one_by_one::Each;
use crate::cpu::road::{Answers, CandidateEnds, Road};
use crate::cpu::{HitKey, Question, RawHits, Solids};
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::{Threads, stretch};

/// The work that is worth a thread, in units of `work_of`: about 50 us, which is how long another thread takes to wake.
const ENOUGH: usize = 4096;

/// The number of candidates in the sample that estimates the work for all.
const SAMPLES: usize = 16;

/// Fewer candidates are decided one by one, because grouping them would take longer.
const FEW: usize = 32;

/// The most candidates that are decided together, so that their data stays in the cache and takes little memory.
const BLOCK: usize = 1 << 15;

/// The working memory for candidates, kept from one step to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shares {
    shares: Vec<Share>,
}

/// The share of the candidates that one thread decides.
#[derive(Debug, Clone, Default)]
pub(super) struct Share {
    /// The road of bodies without regions, and that of regions.
    bodies: Road,
    regions: Road,
    /// The candidates of a block in which no body has regions, if others are among them.
    plain: Vec<[u32; 2]>,
    expanded: Expanded,
    /// Scratch.
    merged: Vec<HitKey>,
    pub(super) found: RawHits,
}

/// Estimates the time for all candidates from a sample. Only the number of threads depends on it, never an answer.
fn guess_work(Question { solids, pairs, .. }: Question<'_>) -> usize {
    let sum: usize = (0..SAMPLES).map(|k| work_of(solids, pairs[pairs.len() * k / SAMPLES])).sum();
    pairs.len() * sum / SAMPLES
}

/// Estimates the time for a candidate. A pair that boxes or unturned masks decide counts as 1.
fn work_of(solids: &Solids<'_>, pair: [u32; 2]) -> usize {
    let kinds = both(pair, |row| solids.kinds[row as usize]);
    let are = |is: fn(Kind) -> bool| kinds.iter().all(|&kind| is(kind));
    let work = match () {
        () if are(Kind::is_upright) || are(|kind| kind == Kind::AsDrawn) => 1,
        () if are(Kind::has_exact_box) => 3,
        () => 6,
    };
    let grazes = solids.grazing > 0 && pair.iter().any(|&row| solids.margin(row) >= 0);
    if grazes { 2 * work } else { work }
}

impl Shares {
    /// Replaces `found` with the answer.
    pub(crate) fn decide(&mut self, threads: &Threads, asked: Question<'_>, found: &mut RawHits) {
        found.clear();
        let all = asked.pairs.len();
        if all < FEW {
            Simd::for_pairs().run(Each { asked, found });
            return;
        }
        let count = threads.parts(guess_work(asked), ENOUGH).min(threads.count());
        if self.shares.len() < count {
            self.shares.resize_with(count, Share::default);
        }
        let shares = &mut self.shares[..count];
        std::mem::swap(found, &mut shares[0].found);
        threads.each(shares, |k, share| {
            let asked = Question { pairs: &asked.pairs[stretch(all, k, count)], ..asked };
            Simd::for_pairs().run(DecideShare { share, asked });
        });
        std::mem::swap(found, &mut shares[0].found);
        for share in &shares[1..] {
            found.append_all(&share.found);
        }
    }
}

/// Decides all candidates of a share.
pub(super) struct DecideShare<'a> {
    pub(super) share: &'a mut Share,
    pub(super) asked: Question<'a>,
}

impl Kernel for DecideShare<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let DecideShare { share, asked } = self;
        share.found.clear();
        for pairs in asked.pairs.chunks(BLOCK) {
            share.decide(lanes, Question { pairs, ..asked });
        }
    }
}

impl Share {
    /// Decides a block of candidates, and appends what is found.
    #[inline(always)]
    fn decide<L: Lanes>(&mut self, lanes: L, asked: Question<'_>) {
        if !asked.solids.form_table.has_regions() {
            self.decide_plain(lanes, asked);
            return;
        }
        let mut plain = std::mem::take(&mut self.plain);
        plain.clear();
        let first = [self.found.overlaps.len(), self.found.grazes.len()];
        for &pair in asked.pairs {
            if pair.iter().all(|&row| asked.solids.kinds[row as usize].has_no_regions()) {
                plain.push(pair);
            } else {
                self.expanded.push(asked, pair);
                if self.expanded.are_many() {
                    self.decide_regions(lanes, asked);
                }
            }
        }
        self.decide_regions(lanes, asked);
        self.expanded.forget();
        if !plain.is_empty() {
            let middle = [self.found.overlaps.len(), self.found.grazes.len()];
            self.decide_plain(lanes, Question { pairs: &plain, ..asked });
            merge(&mut self.found.overlaps, first[0], middle[0], &mut self.merged);
            merge(&mut self.found.grazes, first[1], middle[1], &mut self.merged);
        }
        self.plain = plain;
    }

    /// Decides candidates without regions.
    #[inline(always)]
    fn decide_plain<L: Lanes>(&mut self, lanes: L, asked: Question<'_>) {
        lanes.call(RunRoad { road: &mut self.bodies, asked, ends: &[] });
        let Answers { hits, near } = &self.bodies.answers;
        let key = |k: usize| HitKey { a: asked.pairs[k][0], b: asked.pairs[k][1], regions: [0, 0] };
        select(hits.all().len(), |k| hits.all()[k] != 0, key, &mut self.found.overlaps);
        if asked.solids.grazing > 0 {
            let grazes = |k: usize| (near.all()[k] != 0) & (hits.all()[k] == 0);
            select(near.all().len(), grazes, key, &mut self.found.grazes);
        }
    }

    /// Decides the pairs of regions that are listed.
    #[inline(always)]
    fn decide_regions<L: Lanes>(&mut self, lanes: L, asked: Question<'_>) {
        let Share { regions, expanded, found, .. } = self;
        if !expanded.is_empty() {
            let solids = expanded.solids(asked.solids);
            let question = Question { solids: &solids, pairs: expanded.pairs(), ..asked };
            lanes.call(RunRoad { road: regions, asked: question, ends: expanded.ends() });
            expanded.tell(&regions.answers, found);
        }
        expanded.clear_pairs();
    }
}

/// A kernel of its own, so that both roads are compiled once.
struct RunRoad<'a> {
    road: &'a mut Road,
    asked: Question<'a>,
    ends: CandidateEnds<'a>,
}

impl Kernel for RunRoad<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.road.decide(lanes, self.asked, self.ends);
    }
}

/// Appends the keys of the numbers of which `is_yes` holds, in order, without a branch on the answers.
#[inline(always)]
fn select(count: usize, is_yes: impl Fn(usize) -> bool, key: impl Fn(usize) -> HitKey, to: &mut Vec<HitKey>) {
    let (first, all) = (to.len(), (0..count).map(|k| usize::from(is_yes(k))).sum::<usize>());
    // One more, because a key is written before it is known whether it counts. (The list grows as it does by pushes.)
    to.reserve((first + all + 1).next_power_of_two() - first);
    to.resize(first + all + 1, HitKey { a: 0, b: 0, regions: [0, 0] });
    let mut next = first;
    for k in 0..count {
        to[next] = key(k);
        next += usize::from(is_yes(k));
    }
    to.truncate(first + all);
}

/// Merges the keys from `first` to `middle` with those from there on; both are in order.
fn merge(keys: &mut [HitKey], first: usize, middle: usize, merged: &mut Vec<HitKey>) {
    let (mut one, mut other) = (&keys[first..middle], &keys[middle..]);
    if one.is_empty() | other.is_empty() {
        return;
    }
    merged.clear();
    while let ([a, rest_of_one @ ..], [b, rest_of_other @ ..]) = (one, other) {
        if a < b {
            merged.push(*a);
            one = rest_of_one;
        } else {
            merged.push(*b);
            other = rest_of_other;
        }
    }
    merged.extend_from_slice(one);
    merged.extend_from_slice(other);
    keys[first..].copy_from_slice(merged);
}

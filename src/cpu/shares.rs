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
    /// One for each thread.
    shares: Vec<Share>,
    /// What each part of the candidates gives.
    found: Vec<RawHits>,
}

/// What a thread needs to decide candidates.
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
        let parts = threads.parts(guess_work(asked), ENOUGH);
        // Each part makes the pixels of its sprites anew, as each block does. So parts smaller than a block are only as many as there
        // are threads.
        let parts = parts.min(threads.at_work().max(all / BLOCK));
        let tools = parts.min(threads.at_work());
        if self.shares.len() < tools {
            self.shares.resize_with(tools, Share::default);
        }
        if self.found.len() < parts {
            self.found.resize_with(parts, RawHits::default);
        }
        let of_parts = &mut self.found[..parts];
        std::mem::swap(found, &mut of_parts[0]);
        threads.each_with(&mut self.shares[..tools], of_parts, |k, share, found| {
            found.clear();
            let asked = Question { pairs: &asked.pairs[stretch(all, k, parts)], ..asked };
            Simd::for_pairs().run(DecideShare { share, asked, found });
        });
        std::mem::swap(found, &mut of_parts[0]);
        let others = of_parts[1..].iter();
        threads.append(&mut found.overlaps, others.clone().map(|found| &found.overlaps[..]));
        threads.append(&mut found.grazes, others.map(|found| &found.grazes[..]));
    }
}

/// Decides all candidates of a share.
pub(super) struct DecideShare<'a> {
    pub(super) share: &'a mut Share,
    pub(super) asked: Question<'a>,
    /// What is found is appended.
    pub(super) found: &'a mut RawHits,
}

impl Kernel for DecideShare<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let DecideShare { share, asked, found } = self;
        for pairs in asked.pairs.chunks(BLOCK) {
            share.decide(lanes, Question { pairs, ..asked }, found);
        }
    }
}

impl Share {
    /// Decides a block of candidates, and appends what is found.
    #[inline(always)]
    fn decide<L: Lanes>(&mut self, lanes: L, asked: Question<'_>, found: &mut RawHits) {
        if !asked.solids.form_table.has_regions() {
            self.decide_plain(lanes, asked, found);
            return;
        }
        let mut plain = std::mem::take(&mut self.plain);
        plain.clear();
        let first = [found.overlaps.len(), found.grazes.len()];
        for &pair in asked.pairs {
            if pair.iter().all(|&row| asked.solids.kinds[row as usize].has_no_regions()) {
                plain.push(pair);
            } else {
                self.expanded.push(asked, pair);
                if self.expanded.are_many() {
                    self.decide_regions(lanes, asked, found);
                }
            }
        }
        self.decide_regions(lanes, asked, found);
        self.expanded.forget();
        if !plain.is_empty() {
            let middle = [found.overlaps.len(), found.grazes.len()];
            self.decide_plain(lanes, Question { pairs: &plain, ..asked }, found);
            merge(&mut found.overlaps, first[0], middle[0], &mut self.merged);
            merge(&mut found.grazes, first[1], middle[1], &mut self.merged);
        }
        self.plain = plain;
    }

    /// Decides candidates without regions.
    #[inline(always)]
    fn decide_plain<L: Lanes>(&mut self, lanes: L, asked: Question<'_>, found: &mut RawHits) {
        lanes.call(RunRoad { road: &mut self.bodies, asked, ends: &[] });
        let Answers { hits, near } = &self.bodies.answers;
        let key = |k: usize| HitKey { a: asked.pairs[k][0], b: asked.pairs[k][1], regions: [0, 0] };
        select(hits.all().len(), |k| hits.all()[k] != 0, key, &mut found.overlaps);
        if asked.solids.grazing > 0 {
            let grazes = |k: usize| (near.all()[k] != 0) & (hits.all()[k] == 0);
            select(near.all().len(), grazes, key, &mut found.grazes);
        }
    }

    /// Decides the pairs of regions that are listed.
    #[inline(always)]
    fn decide_regions<L: Lanes>(&mut self, lanes: L, asked: Question<'_>, found: &mut RawHits) {
        let Share { regions, expanded, .. } = self;
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

//! The rules of a step, applied on the host over pairs in order (SPEC 6): invulnerability, cooldown, maximum hits,
//! graze once.

use crate::clone_by_field::clone_by_field;
use crate::cpu::key::HitKey;
use crate::cpu::pair_set::{PairSet, word};
use crate::simd::{Kernel, Lanes, Simd, prefetch};
use crate::world::step::difference::{OfPair, find_unknown, keep};
use crate::world::table::body_rules::Rules;
use crate::world::table::hasher::Hasher;
use crate::world::table::rows::{GONE, Rows};

/// A pair on cooldown, and the last step of the cooldown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::world) struct Rest {
    pub(in crate::world) pair: [u32; 2],
    pub(in crate::world) until: u64,
}

impl OfPair for Rest {
    #[inline(always)]
    fn word(&self) -> u64 {
        word(self.pair)
    }
}

/// What the rules remember of pairs from step to step.
#[derive(Debug, Default)]
pub(in crate::world) struct RuleMemory {
    /// The pairs on cooldown, in order.
    pub(in crate::world) cooling: Vec<Rest>,
    /// The pairs that have grazed.
    pub(in crate::world) grazed: PairSet,
    /// The pairs that grazed in the last step, in order.
    near: Vec<u64>,
    /// Scratch: for each hit, whether its pair is not on cooldown, and whether the pair did not hit in the last step.
    may_hit: Vec<bool>,
    is_new: Vec<bool>,
    /// The pairs whose cooldown begins in a step.
    cooled: Vec<Rest>,
}

clone_by_field! {
    RuleMemory { cooling, grazed, near, may_hit, is_new, cooled }
}

impl RuleMemory {
    /// Drops the hits that the rules exclude. All lists are in order and are walked once.
    pub(in crate::world) fn hits(
        &mut self,
        step: u64,
        rows: &mut Rows,
        last: &[HitKey],
        raw: &mut Vec<HitKey>,
    ) {
        if rows.ruled == 0 && self.cooling.is_empty() {
            return;
        }
        keep(&mut self.cooling, |_, rest| step <= rest.until);
        let (mut may_hit, mut is_new) = (std::mem::take(&mut self.may_hit), std::mem::take(&mut self.is_new));
        find_unknown(&self.cooling, raw, &mut may_hit);
        find_unknown(last, raw, &mut is_new);
        self.cooled.clear();
        // The first regions of a pair decide for the whole pair.
        let (mut before, mut counts) = ([u32::MAX; 2], false);
        keep(raw, |k, key| {
            let pair = key.pair();
            if pair != before {
                (before, counts) = (pair, may_hit[k] && self.counts(step, rows, pair, is_new[k]));
            }
            counts
        });
        merge(&mut self.cooling, &self.cooled);
        (self.may_hit, self.is_new) = (may_hit, is_new);
    }

    /// Whether a pair that is not on cooldown counts. If it does, its cooldown may begin.
    #[inline(always)]
    fn counts(&mut self, step: u64, rows: &mut Rows, pair: [u32; 2], is_new: bool) -> bool {
        let [a, b] = pair.map(|row| rows.rules(row as usize));
        if a.invulnerable.max(b.invulnerable) >= step {
            return false;
        }
        if is_new {
            if a.hits_left == Some(0) || b.hits_left == Some(0) {
                return false;
            }
            for (row, rules) in pair.into_iter().zip([a, b]) {
                if let Some(left) = rules.hits_left {
                    rows.set_rules(row as usize, Rules { hits_left: Some(left - 1), ..rules });
                }
            }
        }
        let cooldown = a.cooldown.max(b.cooldown);
        if cooldown > 0 {
            self.cooled.push(Rest { pair, until: step + u64::from(cooldown) });
        }
        true
    }

    /// Drops pairs that have grazed before, and remembers the others. Pairs of removed bodies are forgotten when the
    /// rows are compacted.
    pub(in crate::world) fn grazes(&mut self, raw: &mut Vec<HitKey>) {
        if !raw.is_empty() | !self.near.is_empty() {
            Simd::for_pairs().run(NewGrazes { memory: self, raw });
        }
    }

    /// Hashes what is remembered of living bodies, identified by `name`.
    pub(in crate::world) fn hash(
        &self,
        hasher: &mut Hasher,
        name: impl Fn(u32) -> u64,
        lives: impl Fn(u32) -> bool,
    ) {
        let lives = |pair: &[u32; 2]| pair.iter().all(|&row| lives(row));
        for Rest { pair, until } in self.cooling.iter().filter(|rest| lives(&rest.pair)) {
            pair.iter().for_each(|&row| hasher.add(name(row)));
            hasher.add(*until);
        }
        hasher.add(u64::MAX);
        for pair in self.grazed.in_order().iter().filter(|pair| lives(pair)) {
            pair.iter().for_each(|&row| hasher.add(name(row)));
        }
    }

    /// Makes the memory from what was saved.
    pub(in crate::world) fn of(cooling: Vec<Rest>, grazed: &[[u32; 2]]) -> RuleMemory {
        RuleMemory { cooling, grazed: PairSet::of(grazed), ..RuleMemory::default() }
    }

    /// Whether no cooldown runs.
    pub(in crate::world) fn is_quiet(&self) -> bool {
        self.cooling.is_empty()
    }

    /// Prefetches what the rules read in every step.
    pub(in crate::world) fn prefetch(&self) {
        prefetch(&self.cooling);
        self.grazed.prefetch();
    }

    /// Takes over the new row numbers after compaction: `moved` has each old row's new number, if any. What is
    /// remembered of removed bodies is dropped.
    pub(in crate::world) fn renumber(&mut self, moved: &[u32]) {
        let lives = |pair: [u32; 2]| pair.iter().all(|&row| moved[row as usize] != GONE);
        let renumbered = |pair: [u32; 2]| pair.map(|row| moved[row as usize]);
        self.cooling.retain(|rest| lives(rest.pair));
        self.cooling.iter_mut().for_each(|rest| rest.pair = renumbered(rest.pair));
        self.grazed.map(|pair| lives(pair).then(|| renumbered(pair)));
        self.near.clear();
    }
}

/// Drops pairs that have grazed before, and remembers the others.
struct NewGrazes<'a> {
    memory: &'a mut RuleMemory,
    raw: &'a mut Vec<HitKey>,
}

impl Kernel for NewGrazes<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let NewGrazes { memory: RuleMemory { grazed, near, is_new, .. }, raw } = self;
        // Most pairs grazed in the last step, too. Only the others are looked up in the set.
        find_unknown(near, raw, is_new);
        near.clear();
        near.extend(raw.iter().map(HitKey::word));
        keep(raw, |k, _| is_new[k]);
        for key in raw.iter() {
            grazed.prefetch_entry(key.pair());
        }
        keep(raw, |_, key| grazed.insert(key.pair()));
    }
}

/// Merges a sorted list into another sorted list, from the back. Only the items after the first new one move.
pub(in crate::world) fn merge<T: Copy + Ord>(all: &mut Vec<T>, new: &[T]) {
    let (mut old, mut rest) = (all.len(), new.len());
    all.extend_from_slice(new);
    while rest > 0 {
        let to = old + rest - 1;
        if old > 0 && all[old - 1] > new[rest - 1] {
            old -= 1;
            all[to] = all[old];
        } else {
            rest -= 1;
            all[to] = new[rest];
        }
    }
}

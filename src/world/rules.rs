//! The rules of a step, applied on the host over pairs in order (SPEC 6): invulnerability, cooldown, maximum hits,
//! graze once.

use std::cmp::Ordering;

use crate::simd::bring_near;
use crate::world::difference::{OfPair, find_unknown, keep};
use crate::world::hash::Hasher;
use crate::world::pairs::{Pairs, word};
use crate::world::rows::{GONE, Rows};

/// What a body is held to besides its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Rules {
    /// The pair's hits are passed over for so many steps after one that counted.
    pub(super) cooldown: u32,
    /// How many others it may still hit.
    pub(super) hits_left: Option<u32>,
    /// It takes no hits up to and including this step; counted from the step before the first.
    pub(super) invulnerable: u64,
    /// How far beyond the world's bounds it is removed, in lattice units.
    pub(super) leash: Option<i32>,
}

/// Two bodies by their rows, and the regions that met: 0 is the body itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct Key {
    // The later body first: on most machines the two are one number as they stand.
    pub(crate) b: u32,
    pub(crate) a: u32,
    pub(crate) regions: [u8; 2],
}

impl PartialOrd for Key {
    #[inline]
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    /// By the bodies, then by the regions.
    #[inline]
    fn cmp(&self, other: &Key) -> Ordering {
        self.numbers().cmp(&other.numbers())
    }
}

impl Key {
    /// What keys are in order by: two numbers take fewer branches than four.
    #[inline(always)]
    fn numbers(&self) -> (u64, u16) {
        (u64::from(self.a) << 32 | u64::from(self.b), u16::from_be_bytes(self.regions))
    }

    /// Whether it comes before another, without a branch.
    #[inline(always)]
    pub(super) fn is_before(&self, other: &Key) -> bool {
        let ((p, i), (q, j)) = (self.numbers(), other.numbers());
        (p < q) | (p == q) & (i < j)
    }

    pub(super) fn pair(self) -> [u32; 2] {
        [self.a, self.b]
    }

    /// The layers of the two regions.
    #[inline(always)]
    pub(super) fn layers(self, rows: &Rows) -> [u32; 2] {
        let [i, j] = self.regions.map(usize::from);
        [rows.layers_of(self.a as usize, i).layer, rows.layers_of(self.b as usize, j).layer]
    }
}

/// A pair that rests, and the last step in which it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rest {
    pub(super) pair: [u32; 2],
    pub(super) until: u64,
}

impl OfPair for Rest {
    #[inline(always)]
    fn word(&self) -> u64 {
        word(self.pair)
    }
}

/// What the rules remember of pairs from step to step.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// Pairs that hit, in order, whose hits are passed over for it.
    pub(super) cooling: Vec<Rest>,
    /// Pairs that have grazed.
    pub(super) grazed: Pairs,
    /// Those of them that grazed in the last step, in order.
    near: Vec<u64>,
    /// Scratch: which pairs do not rest, and which did not hit in the last step.
    may_hit: Vec<bool>,
    is_new: Vec<bool>,
    /// The pairs that begin to rest in a step.
    cooled: Vec<Rest>,
}

impl Memory {
    /// Drops hits that the rules pass over; all lists are in order, and are walked along once.
    pub(super) fn hits(&mut self, step: u64, rows: &mut Rows, last: &[Key], raw: &mut Vec<Key>) {
        if rows.ruled == 0 && self.cooling.is_empty() {
            return;
        }
        keep(&mut self.cooling, |_, rest| step <= rest.until);
        let (mut may_hit, mut is_new) = (std::mem::take(&mut self.may_hit), std::mem::take(&mut self.is_new));
        find_unknown(&self.cooling, raw, &mut may_hit);
        find_unknown(last, raw, &mut is_new);
        self.cooled.clear();
        // Of a pair the first regions decide.
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

    /// Whether a pair that does not rest counts; if so it may have to rest from now on.
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

    /// Drops pairs that have grazed before, and remembers the others. Pairs of removed bodies are forgotten when the rows
    /// close up.
    pub(super) fn grazes(&mut self, raw: &mut Vec<Key>) {
        // Most grazed in the last step, too: only the others are looked up.
        find_unknown(&self.near, raw, &mut self.is_new);
        self.near.clear();
        self.near.extend(raw.iter().map(Key::word));
        keep(raw, |k, _| self.is_new[k]);
        raw.retain(|key| self.grazed.insert(key.pair()));
    }

    /// What is remembered of living bodies, told by their names.
    pub(super) fn hash(&self, hasher: &mut Hasher, name: impl Fn(u32) -> u64, lives: impl Fn(u32) -> bool) {
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

    /// What was remembered at another time.
    pub(super) fn of(cooling: Vec<Rest>, grazed: &[[u32; 2]]) -> Memory {
        Memory { cooling, grazed: Pairs::of(grazed), ..Memory::default() }
    }

    /// Whether no cooldown runs.
    pub(super) fn is_quiet(&self) -> bool {
        self.cooling.is_empty()
    }

    /// What the rules look at in every step.
    pub(super) fn bring_near(&self) {
        bring_near(&self.cooling);
        self.grazed.bring_near();
    }

    /// Rows have closed up: `moved` tells each old row's new one, if any. What is remembered of removed bodies is dropped.
    pub(super) fn renumber(&mut self, moved: &[u32]) {
        let lives = |pair: [u32; 2]| pair.iter().all(|&row| moved[row as usize] != GONE);
        let renumbered = |pair: [u32; 2]| pair.map(|row| moved[row as usize]);
        self.cooling.retain(|rest| lives(rest.pair));
        self.cooling.iter_mut().for_each(|rest| rest.pair = renumbered(rest.pair));
        self.grazed.map(|pair| lives(pair).then(|| renumbered(pair)));
        self.near.clear();
    }
}

/// Puts a list in order into another in order, from the back: nothing is moved but what comes after the first new one.
pub(super) fn merge<T: Copy + Ord>(all: &mut Vec<T>, new: &[T]) {
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

//! The rules of a step, applied on the host over pairs in order (SPEC 6): invulnerability, cooldown, maximum hits,
//! graze once.

use std::cmp::Ordering;

use crate::simd::bring_near;
use crate::world::hash::Hasher;
use crate::world::rows::Rows;

/// What a body is held to besides its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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

/// What the rules remember of pairs from step to step, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// Pairs that hit, and the last step in which they are passed over for it.
    pub(super) cooling: Vec<([u32; 2], u64)>,
    /// Pairs that have grazed.
    pub(super) grazed: Vec<[u32; 2]>,
    /// Scratch.
    new: Vec<[u32; 2]>,
    /// The pairs that begin to rest in a step.
    cooled: Vec<([u32; 2], u64)>,
}

impl Memory {
    /// Drops hits that the rules pass over; both lists and what is remembered are in order, and are walked along once.
    pub(super) fn hits(&mut self, step: u64, rows: &mut Rows, last: &[Key], raw: &mut Vec<Key>) {
        if rows.ruled == 0 && self.cooling.is_empty() {
            return;
        }
        self.cooling
            .retain(|&(pair, until)| step <= until && pair.iter().all(|&row| rows.is_living(row as usize)));
        self.cooled.clear();
        let (mut kept, mut first, mut before, mut resting) = (0, 0, 0, 0);
        while first < raw.len() {
            let pair = raw[first].pair();
            let end = first + raw[first..].iter().take_while(|key| key.pair() == pair).count();
            before += last[before..].iter().take_while(|key| key.pair() < pair).count();
            resting += self.cooling[resting..].iter().take_while(|&&(other, _)| other < pair).count();
            let rests = self.cooling.get(resting).is_some_and(|&(other, _)| other == pair);
            let is_new = last.get(before).is_none_or(|key| key.pair() != pair);
            if !rests && self.counts(step, rows, pair, is_new) {
                raw.copy_within(first..end, kept);
                kept += end - first;
            }
            first = end;
        }
        raw.truncate(kept);
        merge(&mut self.cooling, &self.cooled);
    }

    /// Whether a pair that does not rest counts; if so it may have to rest from now on.
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
            self.cooled.push((pair, step + u64::from(cooldown)));
        }
        true
    }

    /// Drops pairs that have grazed before, and remembers the others. Pairs of removed bodies are forgotten when the rows
    /// close up.
    pub(super) fn grazes(&mut self, raw: &mut Vec<Key>) {
        let mut from = 0;
        raw.retain(|key| {
            from += gallop(&self.grazed[from..], &key.pair());
            self.grazed.get(from) != Some(&key.pair())
        });
        self.new.clear();
        self.new.extend(raw.iter().map(|key| key.pair()));
        merge(&mut self.grazed, &self.new);
    }

    /// What is remembered of living bodies, told by their names.
    pub(super) fn hash(&self, hasher: &mut Hasher, name: impl Fn(u32) -> u64, lives: impl Fn(u32) -> bool) {
        let lives = |pair: &[u32; 2]| pair.iter().all(|&row| lives(row));
        for (pair, until) in self.cooling.iter().filter(|(pair, _)| lives(pair)) {
            pair.iter().for_each(|&row| hasher.add(name(row)));
            hasher.add(*until);
        }
        hasher.add(u64::MAX);
        for pair in self.grazed.iter().filter(|pair| lives(pair)) {
            pair.iter().for_each(|&row| hasher.add(name(row)));
        }
    }

    pub(super) fn of(cooling: Vec<([u32; 2], u64)>, grazed: Vec<[u32; 2]>) -> Memory {
        Memory { cooling, grazed, ..Memory::default() }
    }

    /// Whether no cooldown runs.
    pub(super) fn is_quiet(&self) -> bool {
        self.cooling.is_empty()
    }

    /// What the rules look at in every step.
    pub(super) fn bring_near(&self) {
        bring_near(&self.cooling);
        bring_near(&self.grazed);
    }

    /// Drops what is remembered of removed bodies.
    pub(super) fn forget(&mut self, rows: &Rows) {
        let lives = |pair: &[u32; 2]| pair.iter().all(|&row| rows.is_living(row as usize));
        self.cooling.retain(|(pair, _)| lives(pair));
        self.grazed.retain(lives);
    }

    /// Rows have closed up: `moved` tells each old row's new one.
    pub(super) fn renumber(&mut self, moved: &[u32]) {
        let renumber = |pair: &mut [u32; 2]| *pair = pair.map(|row| moved[row as usize]);
        self.cooling.iter_mut().for_each(|(pair, _)| renumber(pair));
        self.grazed.iter_mut().for_each(renumber);
    }
}

/// How many of a list in order come before one; soon found where few do.
fn gallop<T: Ord>(list: &[T], one: &T) -> usize {
    let mut step = 1;
    while list.get(step - 1).is_some_and(|other| other < one) {
        step *= 2;
    }
    let (from, to) = (step / 2, list.len().min(step));
    from + list[from..to].partition_point(|other| other < one)
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

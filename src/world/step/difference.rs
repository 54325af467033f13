//! Compares two sorted lists in one walk, without branches on the results.

use crate::cpu::HitKey;
use crate::cpu::pair_set::word;
use crate::threads::take;
use crate::world::step::events::Hit;
use crate::world::table::rows::Info;

/// Compares two sorted lists: which keys of `now` are not in `last`, which of `last` are not in `now`, and how many
/// those are.
///
/// Two halves are compared in alternation, because the next positions in each half are known only after its last
/// comparison.
#[inline(never)]
pub(in crate::world) fn difference(
    last: &[HitKey],
    now: &[HitKey],
    is_new: &mut [bool],
    gone: &mut [u32],
) -> usize {
    let half = last.len() / 2;
    let cut = last.get(half).map_or(0, |middle| now.partition_point(|key| key < middle));
    let (is_new_first, is_new_last) = is_new.split_at_mut(cut);
    let (gone_first, gone_last) = gone.split_at_mut(half);
    let mut first = Compared {
        last: &last[..half],
        now: &now[..cut],
        is_new: is_new_first,
        gone: gone_first,
        ..Compared::default()
    };
    let mut second = Compared {
        last: &last[half..],
        now: &now[cut..],
        is_new: is_new_last,
        gone: gone_last,
        ..Compared::default()
    };
    while first.goes_on() & second.goes_on() {
        first.go_on();
        second.go_on();
    }
    let (first, second) = (first.finish(), second.finish());
    for k in 0..second {
        gone[first + k] = gone[half + k] + half as u32;
    }
    first + second
}

/// A range of the keys of two steps: no key of another range is between its own.
pub(in crate::world) struct KeyRange<'a> {
    last: &'a [HitKey],
    last_layers: &'a [[u32; 2]],
    pub(in crate::world) now: &'a [HitKey],
    is_new: &'a mut [bool],
    gone: &'a mut [u32],
    /// How many keys are new, and how many of the last step's are gone.
    pub(in crate::world) new: usize,
    pub(in crate::world) ends: usize,
}

impl<'a> KeyRange<'a> {
    /// Cuts two sorted lists into ranges, about equally long in the longer list.
    pub(in crate::world) fn cut(
        parts: usize,
        (mut last, mut now): (&'a [HitKey], &'a [HitKey]),
        mut layers: &'a [[u32; 2]],
        (mut is_new, mut gone): (&'a mut [bool], &'a mut [u32]),
    ) -> Vec<KeyRange<'a>> {
        let longer = if now.len() > last.len() { now } else { last };
        let mut ranges = Vec::with_capacity(parts);
        for k in 1..=parts {
            let end = longer.get(longer.len() * k / parts);
            let count = |keys: &[HitKey]| end.map_or(keys.len(), |end| keys.partition_point(|key| key < end));
            let [of_last, of_now] = [count(last), count(now)];
            let range = KeyRange {
                last: &last[..of_last],
                last_layers: &layers[..of_last],
                now: &now[..of_now],
                is_new: take(&mut is_new, of_now),
                gone: take(&mut gone, of_last),
                new: 0,
                ends: 0,
            };
            (last, layers, now) = (&last[of_last..], &layers[of_last..], &now[of_now..]);
            ranges.push(range);
        }
        ranges
    }

    pub(in crate::world) fn compare(&mut self) {
        self.ends = difference(self.last, self.now, self.is_new, self.gone);
        self.new = self.is_new.iter().map(|&is_new| usize::from(is_new)).sum();
    }

    /// Writes the hits that ended.
    pub(in crate::world) fn tell_ended(&self, info: &Info<'_>, ended: &mut [Hit]) {
        for (to, &k) in ended.iter_mut().zip(&self.gone[..self.ends]) {
            *to = Hit::on(self.last_layers[k as usize], self.last[k as usize], info);
        }
    }

    /// Writes the hits that began and those that stayed, and the layers of all.
    pub(in crate::world) fn tell(
        &self,
        info: &Info<'_>,
        [began, stayed]: [&mut [Hit]; 2],
        layers: &mut [[u32; 2]],
    ) {
        let (mut began, mut stayed) = (began.iter_mut(), stayed.iter_mut());
        for ((&key, &is_new), layers) in self.now.iter().zip(&*self.is_new).zip(layers) {
            *layers = info.layers(key);
            let to = if is_new { began.next() } else { stayed.next() };
            if let Some(to) = to {
                *to = Hit::on(*layers, key, info);
            }
        }
    }
}

/// Two lists in comparison, and the positions reached.
#[derive(Default)]
struct Compared<'a> {
    last: &'a [HitKey],
    now: &'a [HitKey],
    is_new: &'a mut [bool],
    gone: &'a mut [u32],
    old: usize,
    k: usize,
    /// The number of keys that are gone.
    count: usize,
}

impl Compared<'_> {
    #[inline(always)]
    fn goes_on(&self) -> bool {
        (self.old < self.last.len()) & (self.k < self.now.len())
    }

    /// Writes entries that may not count; the next write then replaces them. Branches here could not be predicted.
    #[inline(always)]
    fn go_on(&mut self) {
        let (old, now) = (&self.last[self.old], &self.now[self.k]);
        let (old, now) = (old.number(), now.number());
        let (is_less, is_more) = (old < now, now < old);
        self.is_new[self.k] = is_less | is_more;
        self.gone[self.count] = self.old as u32;
        self.count += usize::from(is_less);
        self.old += usize::from(!is_more);
        self.k += usize::from(!is_less);
    }

    /// Finishes the comparison. Returns the number of keys of `last` that are gone.
    #[inline(always)]
    fn finish(mut self) -> usize {
        while self.goes_on() {
            self.go_on();
        }
        self.is_new[self.k..].fill(true);
        for (gone, old) in self.gone[self.count..].iter_mut().zip(self.old as u32..self.last.len() as u32) {
            *gone = old;
        }
        self.count + self.last.len() - self.old
    }
}

/// An item that belongs to a pair of bodies.
pub(in crate::world) trait OfPair {
    /// Returns the pair as a word.
    fn word(&self) -> u64;
}

impl OfPair for u64 {
    #[inline(always)]
    fn word(&self) -> u64 {
        *self
    }
}

impl OfPair for HitKey {
    #[inline(always)]
    fn word(&self) -> u64 {
        word([self.a, self.b])
    }
}

/// For two lists in the order of pairs: finds which items of `asked` have pairs that are not in `known`. A pair may
/// occur several times in either list.
pub(in crate::world) fn find_unknown<K: OfPair>(known: &[K], asked: &[HitKey], is_unknown: &mut Vec<bool>) {
    is_unknown.clear();
    is_unknown.resize(asked.len(), true);
    // Two halves in alternation, as above.
    let half = asked.len() / 2;
    let cut = asked.get(half).map_or(0, |middle| known.partition_point(|one| one.word() < middle.word()));
    let (first, last) = is_unknown.split_at_mut(half);
    // (The pair in the middle may be in both halves.)
    let mut first = ListSearch { known, asked: &asked[..half], is_unknown: first, at: 0, k: 0 };
    let mut last = ListSearch { known, asked: &asked[half..], is_unknown: last, at: cut, k: 0 };
    while first.goes_on() & last.goes_on() {
        first.go_on();
        last.go_on();
    }
    first.finish();
    last.finish();
}

/// A search for the pairs of one list in another, and the positions reached.
struct ListSearch<'a, K> {
    known: &'a [K],
    asked: &'a [HitKey],
    is_unknown: &'a mut [bool],
    at: usize,
    k: usize,
}

impl<K: OfPair> ListSearch<'_, K> {
    #[inline(always)]
    fn goes_on(&self) -> bool {
        (self.at < self.known.len()) & (self.k < self.asked.len())
    }

    #[inline(always)]
    fn go_on(&mut self) {
        let (known, asked) = (self.known[self.at].word(), self.asked[self.k].word());
        self.is_unknown[self.k] = known != asked;
        self.at += usize::from(known < asked);
        self.k += usize::from(known >= asked);
    }

    fn finish(mut self) {
        while self.goes_on() {
            self.go_on();
        }
        self.is_unknown[self.k..].fill(true);
    }
}

/// Keeps some items of a list, without a branch for each.
#[inline(always)]
pub(in crate::world) fn keep<T: Copy>(list: &mut Vec<T>, mut is_kept: impl FnMut(usize, &T) -> bool) {
    let mut kept = 0;
    for k in 0..list.len() {
        let one = list[k];
        list[kept] = one;
        kept += usize::from(is_kept(k, &one));
    }
    list.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_two_lists() {
        let mut state = 1_u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % below
        };
        for round in 0..500 {
            let most = [0, 1, 3, 40][round % 4];
            let mut list = || {
                let mut key = || HitKey {
                    a: random(5) as u32,
                    b: random(9) as u32,
                    regions: [random(2), random(2)].map(|r| r as u8),
                };
                let mut keys: Vec<HitKey> = (0..most).map(|_| key()).collect();
                keys.truncate(round % 41);
                keys.sort_unstable();
                keys.dedup();
                keys
            };
            let (last, now) = (list(), list());
            let (mut is_new, mut gone) = (vec![false; now.len()], vec![0; last.len()]);
            let count = difference(&last, &now, &mut is_new, &mut gone);
            let expected: Vec<bool> = now.iter().map(|key| !last.contains(key)).collect();
            assert_eq!(is_new, expected, "{last:?} {now:?}");
            let expected: Vec<u32> =
                (0..).zip(&last).filter(|(_, key)| !now.contains(key)).map(|(k, _)| k).collect();
            assert_eq!(gone[..count], expected, "{last:?} {now:?}");
            let layers: Vec<[u32; 2]> = (0..last.len() as u32).map(|k| [k, 0]).collect();
            for parts in [1, 2, 3, 7, 50] {
                let (mut new_of_ranges, mut gone_of_ranges) = (vec![false; now.len()], vec![0; last.len()]);
                let flags = (&mut new_of_ranges[..], &mut gone_of_ranges[..]);
                let mut ranges = KeyRange::cut(parts, (&last, &now), &layers, flags);
                ranges.iter_mut().for_each(KeyRange::compare);
                let gone: Vec<u32> = ranges
                    .iter()
                    .flat_map(|range| {
                        range.gone[..range.ends].iter().map(|&k| range.last_layers[k as usize][0])
                    })
                    .collect();
                assert_eq!(gone, expected, "{parts} parts of {last:?} {now:?}");
                assert_eq!(
                    ranges.iter().map(|range| range.new).sum::<usize>(),
                    is_new.iter().filter(|&&is| is).count()
                );
                assert!(ranges.iter().flat_map(|range| range.now).eq(&now));
                assert_eq!(new_of_ranges, is_new, "{parts} parts of {last:?} {now:?}");
            }
        }
    }

    #[test]
    fn what_is_unknown() {
        let mut state = 9_u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % below
        };
        let mut is_unknown = Vec::new();
        for round in 0..2000 {
            let mut list = |most: usize| {
                let key =
                    |k: usize| HitKey { a: random(4) as u32, b: random(6) as u32, regions: [k as u8, 0] };
                let mut keys: Vec<HitKey> = (0..most).map(key).collect();
                keys.sort_unstable();
                keys
            };
            let (known, asked) = (list(round % 13), list(round / 13 % 19));
            let expected: Vec<bool> =
                asked.iter().map(|key| known.iter().all(|other| other.pair() != key.pair())).collect();
            find_unknown(&known, &asked, &mut is_unknown);
            assert_eq!(is_unknown, expected, "{known:?} {asked:?}");
            let mut kept = asked.clone();
            keep(&mut kept, |k, _| is_unknown[k]);
            let expected: Vec<HitKey> =
                asked.iter().zip(&is_unknown).filter(|(_, is)| **is).map(|(&key, _)| key).collect();
            assert_eq!(kept, expected);
        }
    }
}

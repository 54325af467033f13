//! Which layers and groups have the same partners.
//!
//! Bodies with the same layers and group are of one key. Keys that pair with the same keys are of one class. If a key pairs with one
//! member of a class, it pairs with all of them. So either all bodies of two classes may be pairs, or none, and layers need not be
//! checked pair by pair.
//!
//! A body of a group pairs with no body of its own group, so each group is a class of its own. With many classes each body would
//! search once in each of them. One search in fewer classes costs less, although it checks the layers of each pair ([`Detail`]).

use crate::form::Layers;

/// The greatest number of keys: one bit each.
pub(super) const MOST_KEYS: usize = 64;
/// The number of slots for the search for a key.
const SLOTS: usize = 4 * MOST_KEYS;
/// A division is too fine if each body searches in more classes than this on average.
const MOST_SEARCHES: usize = 4;
/// The same where bodies are in groups: a division without groups is nearly as good.
const MOST_IN_GROUPS: usize = 2;

/// What tells keys apart: layers and groups, layers alone, or nothing, so that all bodies are of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    Groups,
    Layers,
    Nothing,
}

impl Detail {
    /// Returns layers in place of these. Whatever pairs with these pairs with them, too.
    #[inline(always)]
    pub(super) fn of(self, layers: Layers) -> Layers {
        match self {
            Detail::Groups => layers,
            Detail::Layers => Layers { group: 0, ..layers },
            Detail::Nothing => Layers::new(u32::MAX, u32::MAX),
        }
    }

    /// Whether bodies of partners may be no pair.
    pub(super) fn is_checked(self) -> bool {
        self != Detail::Groups
    }
}

/// The class of a key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Class {
    /// The first key of the class.
    pub(super) number: usize,
    /// The keys that it pairs with, one bit each.
    pub(super) partners: u64,
    /// The number of bodies of the key.
    pub(super) count: usize,
    has_group: bool,
}

impl Class {
    /// Whether bodies of the two classes may be pairs.
    pub(super) fn pairs_with(&self, other: &Class) -> bool {
        self.partners >> other.number & 1 != 0
    }
}

/// Different layers and groups. Memory is kept from call to call.
#[derive(Debug, Default)]
pub(super) struct LayerKeys {
    layers: Vec<Layers>,
    /// For each hash, a key plus one; 0 where there is none.
    slots: Vec<u8>,
    /// The class of each key.
    pub(super) classes: Vec<Class>,
    /// Each class once, with the bodies of all its keys.
    merged: Vec<Class>,
}

impl LayerKeys {
    pub(super) fn clear(&mut self) {
        self.layers.clear();
        self.slots.clear();
        self.slots.resize(SLOTS, 0);
    }

    /// Returns the key of some layers; `None` where there is no room for one more.
    #[inline(always)]
    pub(super) fn key(&mut self, layers: Layers) -> Option<usize> {
        let mut slot = hash(layers);
        loop {
            match self.slots[slot % SLOTS] {
                0 => return self.add(layers, slot % SLOTS),
                key if self.layers[key as usize - 1] == layers => return Some(key as usize - 1),
                _ => slot += 1,
            }
        }
    }

    #[cold]
    fn add(&mut self, layers: Layers, slot: usize) -> Option<usize> {
        if self.layers.len() == MOST_KEYS {
            return None;
        }
        self.layers.push(layers);
        self.slots[slot] = self.layers.len() as u8;
        Some(self.layers.len() - 1)
    }

    /// Finds the class of each key, from the number of bodies of each.
    pub(super) fn find_classes(&mut self, counts: impl Iterator<Item = usize>) {
        let LayerKeys { layers, classes, .. } = self;
        classes.clear();
        for (&a, count) in layers.iter().zip(counts) {
            let bit = |(k, b): (usize, &Layers)| u64::from(a.pair_with(*b)) << k;
            let partners = layers.iter().enumerate().map(bit).sum();
            let number = classes.iter().position(|class| class.partners == partners).unwrap_or(classes.len());
            classes.push(Class { number, partners, count, has_group: a.group != 0 });
        }
    }

    /// Returns each class once, with the number of bodies of all its keys.
    pub(super) fn merged(&mut self) -> &[Class] {
        self.merged.clear();
        for class in &self.classes {
            match self.merged.iter_mut().find(|known| known.number == class.number) {
                Some(known) => known.count += class.count,
                None => self.merged.push(*class),
            }
        }
        &self.merged
    }
}

/// Whether bodies of these classes would search too often, each in all the others that pair with its own.
pub(super) fn is_too_fine(classes: &[Class]) -> bool {
    let (mut bodies, mut searches) = (0, 0);
    for (k, a) in classes.iter().enumerate() {
        bodies += a.count;
        searches += if a.pairs_with(a) { a.count } else { 0 };
        searches += classes[..k].iter().filter(|b| a.pairs_with(b)).map(|b| a.count + b.count).sum::<usize>();
    }
    let are_in_groups = classes.iter().any(|class| class.has_group);
    searches > bodies * if are_in_groups { MOST_IN_GROUPS } else { MOST_SEARCHES }
}

/// Returns a number that is mostly different for different layers.
#[inline(always)]
fn hash(layers: Layers) -> usize {
    let Layers { layer, against, group } = layers;
    let mixed = (layer ^ against.rotate_left(16)).wrapping_mul(0x9E37_79B1) ^ group.wrapping_mul(0x85EB_CA6B);
    (mixed >> 24) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;

    /// Returns keys of all of these layers, with one body each.
    fn keys_of(all: &[Layers]) -> LayerKeys {
        let mut keys = LayerKeys::default();
        keys.clear();
        all.iter().for_each(|&layers| assert!(keys.key(layers).is_some()));
        keys.find_classes(all.iter().map(|_| 1));
        keys
    }

    /// Between two classes all keys pair or none, whatever the layers.
    #[test]
    fn classes_pair_as_their_keys_do() {
        let mut random = Random::new(5);
        for round in 0..500 {
            let mut few = |n| random.below(n) as u32;
            let bits = 1 << (1 + round % 5);
            let layers = |_| Layers { group: few(3), ..Layers::new(1 + few(bits), 1 + few(bits)) };
            let mut all: Vec<Layers> = (0..40).map(layers).collect();
            all.sort_by_key(|one| (one.layer, one.against, one.group));
            all.dedup();
            let keys = keys_of(&all);
            for (a, of_a) in all.iter().zip(&keys.classes) {
                for (b, of_b) in all.iter().zip(&keys.classes) {
                    assert_eq!(of_a.pairs_with(of_b), a.pair_with(*b), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn layers_with_the_same_partners_are_one_class() {
        let [shot, foes] = [Layers::new(1, !3), Layers::new(2, 1)];
        let mut keys = keys_of(&[&[shot][..], &[4, 8, 16].map(|layer| Layers { layer, ..foes })].concat());
        let counts: Vec<usize> = keys.merged().iter().map(|class| class.count).collect();
        assert_eq!(counts, [1, 3]);
        assert!(!is_too_fine(keys.merged()));
    }

    #[test]
    fn many_groups_are_too_fine_and_more_have_no_keys() {
        let of = |group| Layers { group, ..Layers::default() };
        let mut keys = keys_of(&(1..30).map(of).collect::<Vec<_>>());
        assert!(is_too_fine(keys.merged()));
        let mut two = keys_of(&[of(1), of(2)]);
        assert!(!is_too_fine(two.merged()));
        let all = (0..=MOST_KEYS as u32).map(|group| keys.key(of(group))).collect::<Vec<_>>();
        assert!(all[..MOST_KEYS].iter().all(Option::is_some) && all[MOST_KEYS].is_none());
    }
}

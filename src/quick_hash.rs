//! Hash maps for small keys of our own: numbers, and structs of numbers. The hash of the standard library withstands keys that are
//! chosen to collide, and takes 20 to 30 ns, which is longer than all else that a moved body costs. These keys are bits of angles
//! and numbers of looks, forms or parts; each word is mixed by a multiplication. Keys that collide cost time only: the map of shared
//! forms, whose angles may come from a recording of a stranger, has at most 4096 entries.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with a quick hash.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// The golden ratio, as a fraction of 2^64: odd, with bits that have no pattern.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A quick hash.
#[derive(Debug, Clone, Default)]
pub(crate) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    #[inline]
    fn finish(&self) -> u64 {
        // The map takes its places from the low and the highest bits. A product mixes only the bits below into each.
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(FACTOR);
        mixed ^ mixed >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(25) ^ word).wrapping_mul(FACTOR);
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::{BuildHasher, BuildHasherDefault};

    use super::*;

    /// Of keys as they occur, about as many share a place as among random ones.
    #[test]
    fn places_are_spread() {
        let hash = |key: (u32, u64)| BuildHasherDefault::<QuickHasher>::default().hash_one(key);
        let angles = (0..4096).map(|k| (7, (f64::from(k) * std::f64::consts::PI / 36.0).to_bits()));
        let looks = (0..4096).map(|k| (k, 0));
        let addresses = (0..4096_u64).map(|k| (0, 0x7f00_0000_1000 + 48 * k));
        for keys in [angles.collect::<Vec<_>>(), looks.collect(), addresses.collect()] {
            let low: HashSet<u64> = keys.iter().map(|&key| hash(key) % 8192).collect();
            let high: HashSet<u64> = keys.iter().map(|&key| hash(key) >> 57).collect();
            assert!(low.len() > 2800 && high.len() > 120, "{} {}", low.len(), high.len());
        }
    }
}

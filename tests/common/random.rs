//! Random numbers for tests: the same on every machine and in every run.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::ops::RangeInclusive;

/// SplitMix64; or, for a fuzzer, the bytes it gives, and zeros after them.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
    bytes: Option<Vec<u8>>,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed, bytes: None }
    }

    /// Makes numbers from a fuzzer's bytes, two for each number.
    pub fn from_bytes(bytes: Vec<u8>) -> Random {
        Random { state: 0, bytes: Some(bytes) }
    }

    /// Whether bytes were given and all have been used.
    pub fn is_spent(&self) -> bool {
        self.bytes.as_ref().is_some_and(|bytes| self.state as usize >= bytes.len())
    }

    pub fn bits(&mut self) -> u64 {
        if let Some(bytes) = &self.bytes {
            let byte = |k: u64| u64::from(bytes.get(k as usize).copied().unwrap_or(0));
            let pair = byte(self.state) << 8 | byte(self.state + 1);
            self.state += 2;
            // In the high bits, which are used for fractions, and in the low bits, which are used for choices.
            return pair << 48 | pair;
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    pub fn int(&mut self, range: RangeInclusive<i64>) -> i64 {
        let count = (range.end() - range.start() + 1) as u64;
        range.start() + self.below(count) as i64
    }

    pub fn size(&mut self, range: RangeInclusive<usize>) -> usize {
        self.int(*range.start() as i64..=*range.end() as i64) as usize
    }

    /// Returns a number from `a` on and below `b`.
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * ((self.bits() >> 11) as f64 / 9_007_199_254_740_992.0)
    }

    pub fn chance(&mut self, one_in: u64) -> bool {
        self.bits().is_multiple_of(one_in)
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    /// Returns a coordinate that is often round: whole, half, a lattice point, or anything.
    pub fn coordinate(&mut self, reach: f64) -> f64 {
        let x = self.between(-reach, reach);
        match self.below(4) {
            0 => x.round(),
            1 => (x * 2.0).round() / 2.0,
            2 => (x * 256.0).round() / 256.0,
            _ => x,
        }
    }

    pub fn point(&mut self, reach: f64) -> [f64; 2] {
        [self.coordinate(reach), self.coordinate(reach)]
    }
}

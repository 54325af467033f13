//! Random numbers for tests: the same on every machine and in every run, more of them with KASURI_LONG=1.
#![allow(dead_code, clippy::unwrap_used)]

use std::ops::RangeInclusive;

use kasuri::lattice::Point;

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn int(&mut self, range: RangeInclusive<i64>) -> i64 {
        let count = (range.end() - range.start() + 1) as u64;
        range.start() + (self.bits() % count) as i64
    }

    pub(crate) fn size(&mut self, range: RangeInclusive<usize>) -> usize {
        self.int(*range.start() as i64..=*range.end() as i64) as usize
    }

    /// From `a` on, below `b`.
    pub(crate) fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * ((self.bits() >> 11) as f64 / 9_007_199_254_740_992.0)
    }

    pub(crate) fn chance(&mut self, one_in: u64) -> bool {
        self.bits().is_multiple_of(one_in)
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.size(0..=list.len() - 1)]
    }
}

/// How often a test repeats: `n` times, or forty times as often where there is time.
pub(crate) fn rounds(n: usize) -> usize {
    if std::env::var_os("KASURI_LONG").is_some() { n * 40 } else { n }
}

/// x * 256 to the nearest integer, ties to even, from the bits of the number alone (SPEC 1).
pub(crate) fn exact_snap(x: f64) -> i128 {
    assert!(x.is_finite() && x.abs() < 1e12);
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let mantissa = i128::from(bits & ((1 << 52) - 1)) | i128::from(exponent > 0) << 52;
    // x = +-mantissa * 2^shift.
    let shift = exponent.max(1) - 1075 + 8;
    let size = if shift >= 0 {
        mantissa << shift
    } else if shift < -60 {
        0
    } else {
        let (whole, rest) = (mantissa >> -shift, mantissa & ((1 << -shift) - 1));
        let half = 1 << (-shift - 1);
        whole + i128::from(rest > half || (rest == half && whole % 2 == 1))
    };
    if x < 0.0 { -size } else { size }
}

/// Twice the area of the triangle a, b, c, positive where the way turns from +x towards +y.
pub(crate) fn cross(a: Point, b: Point, c: Point) -> i128 {
    let d = |p: i32, q: i32| i128::from(p) - i128::from(q);
    d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x)
}

/// The message of what was refused.
pub(crate) fn refusal<T: std::fmt::Debug>(result: kasuri::Result<T>) -> String {
    result.unwrap_err().to_string()
}

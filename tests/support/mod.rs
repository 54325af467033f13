//! Code shared by tests of plain shapes and masks: random numbers (more with KASURI_LONG=1) and exact arithmetic.
#![allow(dead_code, unused_imports, clippy::unwrap_used)]

#[path = "../common/random.rs"]
mod random;

use kasuri::lattice::Point;

pub(crate) use random::Random;

/// Returns how often a test repeats: `n` times, or forty times as often in the long mode.
pub(crate) fn rounds(n: usize) -> usize {
    rounds_by(n, 40)
}

/// Returns how often a test repeats: `n` times, or `times` as often in the long mode.
pub(crate) fn rounds_by(n: usize, times: usize) -> usize {
    if std::env::var_os("KASURI_LONG").is_some() { n * times } else { n }
}

/// Returns x * 256 rounded to the nearest integer, ties to even, from the bits of the number alone (SPEC 1).
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

/// Returns twice the area of the triangle a, b, c, positive where the vertices turn from +x towards +y.
pub(crate) fn cross(a: Point, b: Point, c: Point) -> i128 {
    let d = |p: i32, q: i32| i128::from(p) - i128::from(q);
    d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x)
}

/// Returns the error message of a refused call.
pub(crate) fn refusal<T: std::fmt::Debug>(result: kasuri::Result<T>) -> String {
    result.unwrap_err().to_string()
}

//! Places and vectors in f64, around an origin that is near.

pub(crate) fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(crate) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(crate) fn squared(a: [f64; 2]) -> f64 {
    dot(a, a)
}

pub(crate) fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// `b` times `t` from `a`.
pub(crate) fn plus(a: [f64; 2], b: [f64; 2], t: f64) -> [f64; 2] {
    [a[0] + b[0] * t, a[1] + b[1] * t]
}

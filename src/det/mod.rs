//! Mathematics for games that must be the same on every machine: replays, rollback, lockstep.
//!
//! The standard library passes `f64::sin`, `atan2`, `hypot` and `exp2` to the platform, and platforms differ in the last
//! bits. If one bit of a velocity differs, the games differ visibly a second later. The functions here use only operations that IEEE 754
//! rounds correctly (`+`, `-`, `*`, `/`, `sqrt`), in a fixed order, without fused operations. So they give the same bits on
//! every machine. Kasuri places and turns bodies with the same sine and cosine.
//!
//! | function | error at most | where that was tested |
//! |---|---|---|
//! | [`sin`], [`cos`], [`sin_cos`] | 0.85 ulp | angles up to 2^60, and next to multiples of π/2 |
//! | [`atan2`] | 1.5 ulp | ratios of 2^-40 to 2^40 |
//! | [`hypot`] | 1 ulp | everything that is not subnormal |
//! | [`exp2`] | 0.52 ulp | results that are not subnormal |
//! | [`sqrt`] | 0.5 ulp: correctly rounded | by definition |
//!
//! An ulp is the distance from one f64 to the next. Every NaN that these functions return is the same NaN, because
//! processors differ in the bits of a new one.
//!
//! ```
//! use kasuri::{Vec2, det};
//! let (mut shot, target) = (Vec2::new(0.0, 0.0), Vec2::new(30.0, 40.0));
//! let mut velocity = Vec2::new(2.0, 0.0);
//! let mut random = det::RandomStream::new(7);
//! for _ in 0..20 {
//!     velocity = det::turn_towards(velocity, target - shot, 0.1);
//!     velocity = det::rotate(velocity, random.between(-0.02, 0.02));
//!     shot += velocity;
//! }
//! assert!((target - shot).length() < 18.0);
//! assert_eq!(det::hypot(3.0, 4.0), 5.0);
//! ```

mod random;
mod steering;

pub use random::RandomStream;
pub use steering::{move_towards, rotate, turn_towards};

/// Returns the sine of an angle in radians; NaN for an infinite one.
///
/// ```
/// use kasuri::det;
/// assert_eq!(det::sin(0.5).to_bits(), 0x3fde_aee8_744b_05f0);
/// ```
pub fn sin(angle: f64) -> f64 {
    one_nan(libm::sin(angle))
}

/// Returns the cosine of an angle in radians; NaN for an infinite one.
///
/// ```
/// use kasuri::det;
/// assert_eq!(det::cos(0.0), 1.0);
/// ```
pub fn cos(angle: f64) -> f64 {
    one_nan(libm::cos(angle))
}

/// Returns the sine and the cosine of an angle: the same bits as [`sin`] and [`cos`].
///
/// ```
/// use kasuri::det;
/// assert_eq!(det::sin_cos(2.5), (det::sin(2.5), det::cos(2.5)));
/// ```
pub fn sin_cos(angle: f64) -> (f64, f64) {
    (sin(angle), cos(angle))
}

/// Returns the angle of the point (x, y), from -π to π. The zeros have signs, as in IEEE 754: `atan2(0.0, -0.0)` is π.
/// [`Vec2::angle`](crate::Vec2::angle) does not care about the signs of zeros.
///
/// ```
/// use kasuri::det;
/// assert_eq!(det::atan2(1.0, 1.0), std::f64::consts::FRAC_PI_4);
/// ```
pub fn atan2(y: f64, x: f64) -> f64 {
    one_nan(libm::atan2(y, x))
}

/// Returns the square root, correctly rounded; NaN for a negative number.
///
/// ```
/// use kasuri::det;
/// assert_eq!(det::sqrt(2.25), 1.5);
/// ```
pub fn sqrt(x: f64) -> f64 {
    one_nan(x.sqrt())
}

/// Returns the length of the vector (x, y), also where the squares would be too large or too small for an f64.
///
/// ```
/// use kasuri::det;
/// let large = det::exp2(600.0);
/// assert_eq!(det::hypot(3.0 * large, -4.0 * large), 5.0 * large);
/// ```
pub fn hypot(x: f64, y: f64) -> f64 {
    one_nan(libm::hypot(x, y))
}

/// Returns 2 to the power of `x`, such as for easing: a distance that halves every 10 steps is `exp2(-steps / 10.0)` of
/// what it was.
///
/// ```
/// use kasuri::det;
/// assert_eq!((det::exp2(-3.0), det::exp2(0.5)), (0.125, det::sqrt(2.0)));
/// ```
pub fn exp2(x: f64) -> f64 {
    one_nan(libm::exp2(x))
}

/// Returns the number; every NaN becomes the same one. This compares bits, because a compiler may take any NaN for another.
fn one_nan(x: f64) -> f64 {
    const INFINITY: u64 = 0x7ff << 52;
    let bits = x.to_bits();
    f64::from_bits(if bits << 1 > INFINITY << 1 { 0x7ff8 << 48 } else { bits })
}

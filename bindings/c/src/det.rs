//! Mathematics and random numbers that are the same on every machine.

use std::mem::MaybeUninit;

use kasuri::det::{self, RandomStream};

use crate::border::border;
use crate::pointers::{given, needed, null, put};
use crate::status::kasuri_status;
use crate::types::kasuri_vec2;

/// A stream of random numbers that are the same on every machine. Both numbers together are the whole state: copy them to
/// save it. The stream of a seed is {seed, 0}; every seed is good, also 0.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_random_stream {
    /// Which stream it is.
    pub key: u64,
    /// How many numbers were drawn.
    pub drawn: u64,
}

impl From<RandomStream> for kasuri_random_stream {
    fn from(stream: RandomStream) -> kasuri_random_stream {
        kasuri_random_stream { key: stream.key, drawn: stream.drawn }
    }
}

/// Writes what `draw` draws from a stream, and moves the stream on.
fn drawn<T>(
    random: Option<&mut kasuri_random_stream>,
    number: Option<&mut MaybeUninit<T>>,
    draw: impl FnOnce(&mut RandomStream) -> T,
) -> kasuri_status {
    border(|| {
        let (random, out) = (random.ok_or_else(|| null("random"))?, needed(number, "number")?);
        let mut stream = RandomStream { key: random.key, drawn: random.drawn };
        out.put(draw(&mut stream));
        *random = stream.into();
        Ok(())
    })
}

/// Writes the sine of an angle in radians, the same bits on every machine; NaN for an infinite one. Use these functions for
/// all that moves a body in a replay or over a network: the `sin` of <math.h> differs from machine to machine.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_sin(angle: f64, sine: Option<&mut MaybeUninit<f64>>) -> kasuri_status {
    border(|| put(sine, "sine", det::sin(angle)))
}

/// Writes the cosine of an angle in radians; NaN for an infinite one.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_cos(angle: f64, cosine: Option<&mut MaybeUninit<f64>>) -> kasuri_status {
    border(|| put(cosine, "cosine", det::cos(angle)))
}

/// Writes the angle of the point (x, y), from -pi to pi.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_atan2(y: f64, x: f64, angle: Option<&mut MaybeUninit<f64>>) -> kasuri_status {
    border(|| put(angle, "angle", det::atan2(y, x)))
}

/// Writes the square root, correctly rounded; NaN for a negative number.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_sqrt(x: f64, root: Option<&mut MaybeUninit<f64>>) -> kasuri_status {
    border(|| put(root, "root", det::sqrt(x)))
}

/// Writes the length of the vector (x, y).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_hypot(x: f64, y: f64, length: Option<&mut MaybeUninit<f64>>) -> kasuri_status {
    border(|| put(length, "length", det::hypot(x, y)))
}

/// Writes 2 to the power of `x`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_exp2(x: f64, power: Option<&mut MaybeUninit<f64>>) -> kasuri_status {
    border(|| put(power, "power", det::exp2(x)))
}

/// Writes a vector that is turned by an angle in radians, clockwise on a screen with +y down, as bodies turn.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_rotate(
    v: kasuri_vec2,
    angle: f64,
    rotated: Option<&mut MaybeUninit<kasuri_vec2>>,
) -> kasuri_status {
    border(|| put(rotated, "rotated", det::rotate(v.into(), angle).into()))
}

/// Writes a position that is moved towards a target by at most `most`. It arrives exactly, and never passes the target.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_move_towards(
    at: kasuri_vec2,
    target: kasuri_vec2,
    most: f64,
    moved: Option<&mut MaybeUninit<kasuri_vec2>>,
) -> kasuri_status {
    border(|| put(moved, "moved", det::move_towards(at.into(), target.into(), most).into()))
}

/// Writes a vector that is turned towards a direction by at most `most` radians, to the nearer side, with the same length: a
/// homing missile.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_det_turn_towards(
    v: kasuri_vec2,
    direction: kasuri_vec2,
    most: f64,
    turned: Option<&mut MaybeUninit<kasuri_vec2>>,
) -> kasuri_status {
    border(|| put(turned, "turned", det::turn_towards(v.into(), direction.into(), most).into()))
}

/// Writes a stream of its own for a step, a wave or a body. It depends on the key of `random` and on `name`, not on how many
/// numbers were drawn.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_random_split(
    random: Option<&kasuri_random_stream>,
    name: u64,
    split: Option<&mut MaybeUninit<kasuri_random_stream>>,
) -> kasuri_status {
    border(|| {
        let random = given(random, "random")?;
        let stream = RandomStream { key: random.key, drawn: random.drawn };
        put(split, "split", stream.split(name).into())
    })
}

/// Draws 64 random bits.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_random_bits(
    random: Option<&mut kasuri_random_stream>,
    number: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    drawn(random, number, RandomStream::bits)
}

/// Draws a number from 0 to `n` - 1; 0 if `n` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_random_below(
    random: Option<&mut kasuri_random_stream>,
    n: u32,
    number: Option<&mut MaybeUninit<u32>>,
) -> kasuri_status {
    drawn(random, number, |stream| stream.below(n))
}

/// Draws a number from `least` to `most`, all equally likely.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_random_between(
    random: Option<&mut kasuri_random_stream>,
    least: f64,
    most: f64,
    number: Option<&mut MaybeUninit<f64>>,
) -> kasuri_status {
    drawn(random, number, |stream| stream.between(least, most))
}

//! Handles, positions and choices in the form in which JavaScript passes them.

use kasuri::{Filter, Handle, Placement, Touching, Vec2};
use wasm_bindgen::prelude::JsValue;

use crate::errors::{Result, refused, wrong_type};

/// The number of slots. A handle is one number, generation * 2^24 + slot: JavaScript's numbers are exact up to 2^53.
/// A world of 2^24 bodies does not fit into WebAssembly's memory, and a slot is used again at most 2^29 times.
const SLOTS: f64 = 16_777_216.0;
const GENERATIONS: u64 = 1 << 29;

/// Returns the number of a handle.
pub(crate) fn number_of(body: Handle) -> Result<f64> {
    let (slot, generation) = (body.to_bits() as u32, body.to_bits() >> 32);
    if f64::from(slot) < SLOTS && generation < GENERATIONS {
        return Ok(generation as f64 * SLOTS + f64::from(slot));
    }
    let text = format!("{body} is beyond the handles of JavaScript, of 2^24 slots and 2^29 generations");
    Err(wrong_type(&text))
}

/// Returns the numbers of handles.
pub(crate) fn numbers_of(bodies: &[Handle]) -> Result<Vec<f64>> {
    bodies.iter().map(|&body| number_of(body)).collect()
}

/// Returns the handle of a number, if the number is one.
pub(crate) fn known(number: f64) -> Option<Handle> {
    let is_whole = (0.0..9_007_199_254_740_992.0).contains(&number) && number.fract() == 0.0;
    let (generation, slot) = ((number / SLOTS).floor(), number % SLOTS);
    if is_whole { Handle::from_bits((generation as u64) << 32 | slot as u64) } else { None }
}

fn not_a_handle(number: f64) -> String {
    format!("{number} is not a handle; handles are what spawning returns")
}

/// Turns a number into a handle. The library refuses handles of removed bodies.
pub(crate) fn handle(number: f64) -> Result<Handle> {
    known(number).ok_or_else(|| crate::errors::stale(&not_a_handle(number)))
}

/// Returns the handles of numbers.
pub(crate) fn handles(numbers: &[f64]) -> Result<Vec<Handle>> {
    let mut all = Vec::with_capacity(numbers.len());
    for (k, &number) in numbers.iter().enumerate() {
        let body = known(number);
        all.push(body.ok_or_else(|| crate::errors::stale(&format!("[{k}]: {}", not_a_handle(number))))?);
    }
    Ok(all)
}

/// Returns pairs of numbers. The JavaScript classes guarantee an even count.
pub(crate) fn places(flat: &[f64]) -> &[[f64; 2]] {
    flat.as_chunks().0
}

pub(crate) fn vectors(flat: &[f64]) -> Vec<Vec2> {
    places(flat).iter().map(|&[x, y]| Vec2::new(x, y)).collect()
}

pub(crate) fn placement(x: f64, y: f64, angle: f64, sx: f64, sy: f64) -> Placement {
    Placement { at: Vec2::new(x, y), angle, scale: Vec2::new(sx, sy) }
}

pub(crate) fn touching(is_ignored: bool) -> Touching {
    if is_ignored { Touching::Ignored } else { Touching::Counts }
}

/// Returns the filter of a query: the bodies on some layers, except one. An `ignore` of 0, which is not a handle,
/// means none.
pub(crate) fn filter(against: u32, ignore: f64) -> Result<Filter> {
    let filter = Filter::against(against);
    if ignore == 0.0 { Ok(filter) } else { Ok(filter.except(handle(ignore)?)) }
}

/// Returns the library's error if the number of values differs from the number of bodies.
pub(crate) fn same_length(name: &str, values: usize, bodies: usize) -> std::result::Result<(), JsValue> {
    if values == bodies {
        return Ok(());
    }
    let text = format!("there are {values} values for {bodies} bodies; each body needs one");
    Err(refused(kasuri::Error::new(kasuri::ErrorKind::Count, text).at(name)))
}

/// Converts a count for JavaScript, which represents integers up to 2^53 exactly.
pub(crate) fn count(n: usize) -> f64 {
    n as f64
}

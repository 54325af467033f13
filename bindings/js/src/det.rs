//! Mathematics and random numbers that are the same on every machine. A stream of random numbers is its two numbers, which
//! the class in js/det.js keeps: nothing has to be freed.

use kasuri::Vec2;
use kasuri::det::{self, RandomStream};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::query::flat;

#[wasm_bindgen]
pub fn det_sin(angle: f64) -> f64 {
    det::sin(angle)
}

#[wasm_bindgen]
pub fn det_cos(angle: f64) -> f64 {
    det::cos(angle)
}

#[wasm_bindgen]
pub fn det_atan2(y: f64, x: f64) -> f64 {
    det::atan2(y, x)
}

#[wasm_bindgen]
pub fn det_sqrt(x: f64) -> f64 {
    det::sqrt(x)
}

#[wasm_bindgen]
pub fn det_hypot(x: f64, y: f64) -> f64 {
    det::hypot(x, y)
}

#[wasm_bindgen]
pub fn det_exp2(x: f64) -> f64 {
    det::exp2(x)
}

#[wasm_bindgen]
pub fn det_rotate(x: f64, y: f64, angle: f64) -> Vec<f64> {
    flat(&[det::rotate(Vec2::new(x, y), angle)])
}

#[wasm_bindgen]
pub fn det_move_towards(x: f64, y: f64, to_x: f64, to_y: f64, most: f64) -> Vec<f64> {
    flat(&[det::move_towards(Vec2::new(x, y), Vec2::new(to_x, to_y), most)])
}

#[wasm_bindgen]
pub fn det_turn_towards(x: f64, y: f64, to_x: f64, to_y: f64, most: f64) -> Vec<f64> {
    flat(&[det::turn_towards(Vec2::new(x, y), Vec2::new(to_x, to_y), most)])
}

/// Returns the key of a stream of its own.
#[wasm_bindgen]
pub fn random_split(key: u64, name: u64) -> u64 {
    RandomStream::new(key).split(name).key
}

#[wasm_bindgen]
pub fn random_bits(key: u64, drawn: u64) -> u64 {
    RandomStream { key, drawn }.bits()
}

#[wasm_bindgen]
pub fn random_below(key: u64, drawn: u64, n: u32) -> u32 {
    RandomStream { key, drawn }.below(n)
}

#[wasm_bindgen]
pub fn random_between(key: u64, drawn: u64, least: f64, most: f64) -> f64 {
    RandomStream { key, drawn }.between(least, most)
}

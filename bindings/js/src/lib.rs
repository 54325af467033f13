//! Kasuri for JavaScript: the functions that the package's classes (js/) call. All arguments and results are numbers,
//! typed arrays and text; the classes check types and make objects of the answers. This crate decides nothing.

mod ask;
mod batch;
mod body;
mod broad;
mod det;
mod edit;
mod errors;
mod fits;
mod form;
mod mask;
mod numbers;
mod query;
mod record;
mod respond;
mod scene;
mod sheet;
mod solid;
mod step;
mod world;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once, before anything else, and makes the text of a panic reach JavaScript.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| errors::panicked(&panic.to_string())));
}

/// Returns the version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// Returns the instruction set that the kernels use.
#[wasm_bindgen]
pub fn simd() -> String {
    kasuri::parallel::Simd::best().name().into()
}

/// Panics, for tests of the behavior after a panic.
#[wasm_bindgen]
#[allow(clippy::panic)]
pub fn panic_for_tests(text: &str) {
    panic!("{text}");
}

//! Kasuri for JavaScript: what the module's classes (js/) call. Everything is passed as numbers, typed arrays and text; the classes
//! check types and make objects of the answers. Nothing is decided here.

mod ask;
mod batch;
mod body;
mod broad;
mod edit;
mod errors;
mod form;
mod mask;
mod numbers;
mod query;
mod record;
mod respond;
mod scene;
mod solid;
mod step;
mod world;

use wasm_bindgen::prelude::wasm_bindgen;

/// Called once, before anything else: what a panic says reaches JavaScript.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| errors::panicked(&panic.to_string())));
}

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// The instruction set that the kernels run on.
#[wasm_bindgen]
pub fn simd() -> String {
    kasuri::Simd::best().name().into()
}

/// Panics, for tests of what follows.
#[wasm_bindgen]
#[allow(clippy::panic)]
pub fn panic_for_tests(text: &str) {
    panic!("{text}");
}

//! The library's errors as exceptions, with the library's own text.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(raw_module = "../errors.js")]
extern "C" {
    /// Makes an exception.
    #[wasm_bindgen(js_name = refusal)]
    fn refusal(code: &str, text: &str) -> JsValue;

    /// Marks the module as unusable from now on, and throws.
    #[wasm_bindgen(js_name = panicked)]
    pub(crate) fn panicked(text: &str);
}

/// The result of every call.
pub(crate) type Result<T> = std::result::Result<T, JsValue>;

/// Turns a refusal into an exception.
pub(crate) fn refused(error: kasuri::Error) -> JsValue {
    let text = error.to_string();
    let code = if error.kind() == kasuri::ErrorKind::Stale { "stale" } else { "refused" };
    refusal(code, &text)
}

/// Makes an exception for a value of the wrong type.
pub(crate) fn wrong_type(text: &str) -> JsValue {
    refusal("type", text)
}

/// The conversion of a library result: an error becomes an exception.
pub(crate) trait OrThrow<T> {
    fn or_throw(self) -> Result<T>;
}

impl<T> OrThrow<T> for kasuri::Result<T> {
    fn or_throw(self) -> Result<T> {
        self.map_err(refused)
    }
}

/// Makes an exception for a number that is not a handle.
pub(crate) fn stale(text: &str) -> JsValue {
    refusal("stale", text)
}

//! Converts the library's errors to exceptions with the same text.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    kasuri,
    Error,
    PyValueError,
    "What Kasuri refuses, and why: the library's own text, which says what would be accepted.

>>> import kasuri
>>> try:
...     kasuri.Shape.circle(-1)
... except kasuri.Error as error:
...     print(error)
r: -1 is negative; a radius is 0 or more"
);
create_exception!(
    kasuri,
    StaleError,
    Error,
    "A handle whose body was removed, or that is another world's. It is an `Error` too.

>>> import kasuri
>>> world = kasuri.World()
>>> ship = world.spawn(kasuri.Body.circle(3))
>>> world.remove(ship)
>>> try:
...     world.get(ship)
... except kasuri.StaleError:
...     print('the ship is gone')
the ship is gone"
);

/// Converts an error to an exception.
pub(crate) fn refused(error: kasuri::Error) -> PyErr {
    let text = error.to_string();
    match error.kind() {
        kasuri::ErrorKind::Stale => StaleError::new_err(with_numbers(&text)),
        _ => Error::new_err(text),
    }
}

/// Adds the int to each handle of a text: the library writes slot and generation, as in `0v1`, and Python knows the int.
fn with_numbers(text: &str) -> String {
    let word = |word: &str| {
        let (slot, generation) = word.split_once('v')?;
        let (slot, generation): (u64, u64) = (slot.parse().ok()?, generation.parse().ok()?);
        Some(format!("{word} (the handle {})", generation << 32 | slot))
    };
    let words: Vec<String> =
        text.split(' ').map(|given| word(given).unwrap_or_else(|| given.into())).collect();
    words.join(" ")
}

/// Converts the error of a result to an exception.
pub(crate) trait OrRaise<T> {
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for kasuri::Result<T> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(refused)
    }
}

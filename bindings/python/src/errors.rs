//! The library's errors as exceptions: its text, word for word.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    kasuri,
    Error,
    PyValueError,
    "What Kasuri refuses, and why: the library's own text, which says what would be accepted."
);
create_exception!(
    kasuri,
    StaleError,
    Error,
    "A handle whose body was removed, or that is another world's. It is an `Error` too."
);

/// Turns a refusal into an exception.
pub(crate) fn refused(error: kasuri::Error) -> PyErr {
    let text = error.to_string();
    let mut inner = &error;
    while let kasuri::Error::At { error, .. } = inner {
        inner = error;
    }
    match inner {
        kasuri::Error::Stale { .. } => StaleError::new_err(text),
        _ => Error::new_err(text),
    }
}

/// The same for results.
pub(crate) trait OrRaise<T> {
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for kasuri::Result<T> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(refused)
    }
}

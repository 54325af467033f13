//! The one error type: what was refused, where it is in the input, and what would be accepted (SPEC 7).
//!
//! Callers decide by its `ErrorKind`. Its `Cause`, which holds the numbers of the text, is private: texts and causes may change without
//! breaking a caller.

mod cause;
mod kind;

use std::fmt;

pub use cause::Cause;
pub use kind::ErrorKind;

/// What went wrong. The text names the offending numbers, where they are in the input, and what would be accepted.
///
/// ```
/// use kasuri::{Error, ErrorKind, Shape};
/// let error: Error = Shape::circle(-1.0).unwrap_err();
/// assert_eq!(error.to_string(), "r: -1 is negative; a radius is 0 or more");
/// assert_eq!((error.kind(), error.place()), (ErrorKind::Number, "r"));
/// ```
#[derive(Clone, PartialEq)]
pub struct Error(Box<Content>);

#[derive(Clone, PartialEq)]
struct Content {
    place: String,
    cause: Cause,
}

/// A `Result` with the crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Makes an error, for programs that report their own errors through Kasuri's calls.
    ///
    /// ```
    /// use kasuri::{Error, ErrorKind};
    /// let error = Error::new(ErrorKind::Other, "the level has no exit").at("level 3");
    /// assert_eq!(error.to_string(), "level 3: the level has no exit");
    /// ```
    pub fn new(kind: ErrorKind, text: impl Into<String>) -> Error {
        Cause::Made { kind, text: text.into() }.error()
    }

    /// Returns the kind, to decide by.
    pub fn kind(&self) -> ErrorKind {
        self.0.cause.kind()
    }

    /// Returns the path to what is wrong, such as `bodies[3].circle.r`. It is empty where the call itself says it.
    pub fn place(&self) -> &str {
        &self.0.place
    }

    /// Returns the text without the place.
    ///
    /// ```
    /// use kasuri::Shape;
    /// let error = Shape::circle(-1.0).unwrap_err();
    /// assert_eq!(error.message(), "-1 is negative; a radius is 0 or more");
    /// ```
    pub fn message(&self) -> String {
        self.0.cause.to_string()
    }

    /// Returns the same error with `place` put in front of its path. Places nest, so add the outermost one last.
    ///
    /// ```
    /// use kasuri::{Error, ErrorKind};
    /// let error = Error::new(ErrorKind::Other, "no area").at("points").at("bodies[2]");
    /// assert_eq!(error.to_string(), "bodies[2].points: no area");
    /// ```
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Error {
        let mut path = place.into();
        let inner = &self.0.place;
        if !inner.is_empty() && !inner.starts_with('[') {
            path.push('.');
        }
        path.push_str(inner);
        self.0.place = path;
        self
    }

    /// Returns what was refused. Tests compare it.
    #[doc(hidden)]
    pub fn cause(&self) -> &Cause {
        &self.0.cause
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            "" => write!(f, "{}", self.0.cause),
            place => write!(f, "{place}: {}", self.0.cause),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}, {:?})", self.kind(), self.to_string())
    }
}

impl std::error::Error for Error {}

/// Adds `.at(place)` to results.
pub(crate) trait At<T> {
    fn at(self, place: impl Into<String>) -> Result<T>;
}

impl<T> At<T> for Result<T> {
    fn at(self, place: impl Into<String>) -> Result<T> {
        self.map_err(|error| error.at(place))
    }
}

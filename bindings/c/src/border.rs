//! The border: what is refused becomes a status and a text, and no panic crosses.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kasuri::Error;

use crate::status::kasuri_status;

/// Why a call is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: kasuri_status,
    pub(crate) text: String,
}

/// What calls come to before they cross the border.
pub(crate) type Done<T = ()> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(status: kasuri_status, text: impl Into<String>) -> Refusal {
        Refusal { status, text: text.into() }
    }

    /// A number that stands for nothing.
    pub(crate) fn value(name: &str, value: impl std::fmt::Display, accepted: &str) -> Refusal {
        Refusal::new(kasuri_status::WrongValue, format!("{name}: {value} is not known; {accepted}"))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = match innermost(&error) {
            Error::Stale { .. } => kasuri_status::StaleBody,
            _ => kasuri_status::Refused,
        };
        Refusal::new(status, error.to_string())
    }
}

fn innermost(error: &Error) -> &Error {
    match error {
        Error::At { error, .. } => innermost(error),
        error => error,
    }
}

thread_local! {
    /// The text of this thread's last refusal.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The text of this thread's last refusal.
pub(crate) fn last_error() -> String {
    LAST.with_borrow(String::clone)
}

/// Does a call: what is refused, or panics, becomes a status.
#[inline]
pub(crate) fn border(call: impl FnOnce() -> Done) -> kasuri_status {
    // Whatever a panic left half done is behind a lock, which is poisoned then.
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => kasuri_status::Ok,
        Ok(Err(refusal)) => refused(refusal),
        Err(panic) => refused(Refusal::new(kasuri_status::Panic, panic_text(&*panic))),
    }
}

#[cold]
fn refused(Refusal { status, text }: Refusal) -> kasuri_status {
    LAST.set(text);
    status
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the library panicked: {}", text.unwrap_or("it does not say why"))
}

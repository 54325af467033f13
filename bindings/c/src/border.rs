//! The border between the library and C: it turns refusals into a status and a text, and lets no panic cross.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kasuri::{Error, ErrorKind};

use crate::status::kasuri_status;

/// The reason why a call is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: kasuri_status,
    pub(crate) text: String,
}

/// The result of a call before it becomes a status.
pub(crate) type Done<T = ()> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(status: kasuri_status, text: impl Into<String>) -> Refusal {
        Refusal { status, text: text.into() }
    }

    /// A refusal of a number that has no meaning.
    pub(crate) fn value(name: &str, value: impl std::fmt::Display, accepted: &str) -> Refusal {
        Refusal::new(kasuri_status::WrongValue, format!("{name}: {value} is not known; {accepted}"))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = match error.kind() {
            ErrorKind::Stale => kasuri_status::StaleBody,
            _ => kasuri_status::Refused,
        };
        Refusal::new(status, error.to_string())
    }
}

thread_local! {
    /// The text of this thread's last refusal.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Returns the text of this thread's last refusal.
pub(crate) fn last_error() -> String {
    LAST.with_borrow(String::clone)
}

/// Runs a call and turns a refusal or a panic into a status.
#[inline]
pub(crate) fn border(call: impl FnOnce() -> Done) -> kasuri_status {
    // An object that a panic left half changed is behind a lock, and the panic poisons this lock.
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

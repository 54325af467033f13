//! The reasons why the program stops early, with their messages and exit statuses.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// A reason to end a command early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input or the request was refused: exit 2.
    Refused(String),
    /// The output could not be written: exit 1.
    Unwritten(String),
    /// The reader of the output closed it: exit 0 without a message.
    Closed,
}

impl Stop {
    /// Makes a refusal that names its place.
    pub(crate) fn refused(place: &str, why: impl Display) -> Stop {
        Stop::Refused(format!("{place}: {why}"))
    }

    /// Converts an error of the output.
    pub(crate) fn output(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Unwritten(format!("the answer cannot be written: {error}")),
        }
    }

    /// Prints the message and returns the exit status.
    pub(crate) fn exit(self) -> ExitCode {
        match self {
            Stop::Refused(why) => {
                complain(&why);
                ExitCode::from(2)
            }
            Stop::Unwritten(why) => {
                complain(&why);
                ExitCode::from(1)
            }
            Stop::Closed => ExitCode::SUCCESS,
        }
    }
}

/// Prints one line on standard error, with control characters escaped; prints nothing if standard error is closed.
pub(crate) fn complain(message: &str) {
    let mut line = String::from("kasuri: ");
    for c in message.chars() {
        match c {
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line.push('\n');
    let _ = io::stderr().write_all(line.as_bytes());
}

//! Why the program stops early, and what it then says and exits with.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// What ends a command before it is done.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input, or what was asked for, was refused: exit 2.
    Refused(String),
    /// The output could not be written: exit 1.
    Unwritten(String),
    /// Whoever read the output has seen enough: exit 0 in silence.
    Closed,
}

impl Stop {
    /// Something refused, and where.
    pub(crate) fn refused(place: &str, why: impl Display) -> Stop {
        Stop::Refused(format!("{place}: {why}"))
    }

    /// What an error of the output means.
    pub(crate) fn output(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Unwritten(format!("the answer cannot be written: {error}")),
        }
    }

    /// Says what there is to say.
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

/// One line on standard error, whatever the message holds; nothing where that is closed.
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

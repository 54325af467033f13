//! The choices of the header: numbers, of which C may give any.

use crate::border::{Done, Refusal};
use crate::status::kasuri_status;

/// What a number chooses, by the enumerators of a type of the header; another number is refused.
macro_rules! choice {
    ($name:expr, $value:expr, $type:ident { $($variant:ident => $meaning:expr),* $(,)? }) => {
        match $value {
            $(value if value == $type::$variant as u32 => Ok($meaning),)*
            value => Err(crate::border::Refusal::value(
                $name,
                value,
                concat!("an enumerator of ", stringify!($type), " is expected"),
            )),
        }
    };
}
pub(crate) use choice;

/// Which way +y goes.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_axes {
    /// Down, as rows of pictures do; a positive angle looks clockwise.
    YDown = 0,
    /// Up; a positive angle looks counterclockwise.
    YUp = 1,
}

/// Whether a touch without depth is an overlap.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_touching {
    /// One shared point is enough.
    Counts = 0,
    /// A pair overlaps only when its depth is more than 0.
    Ignored = 1,
}

/// What finds candidates. Each finds the same.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_broad {
    /// Whichever is faster for the step.
    Auto = 0,
    /// Cells of several sizes.
    Grid = 1,
    /// A tree of boxes.
    Tree = 2,
    /// Every pair.
    Brute = 3,
}

/// What decides candidates. Each decides the same.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_backend {
    /// This machine's processor.
    Cpu = 0,
    /// A GPU, for every step; what it cannot do is refused. Refused where the library was built without its feature `gpu`.
    Gpu = 1,
    /// Whichever is faster for a step. Without the feature `gpu` it is the processor.
    Auto = 2,
}

/// What a rule for two sets of layers says.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_rule {
    /// A touch without depth is a hit.
    TouchingCounts = 0,
    /// A touch without depth is no hit.
    TouchingIgnored = 1,
    /// Two circles overlap when they are nearer than the root of the sum of their squared radii: a metric that is kind to
    /// players.
    RootedCircles = 2,
}

/// A number that is 0 or 1.
pub(crate) fn yes_or_no(name: &str, value: u32) -> Done<bool> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(Refusal::value(name, other, "0 and 1 are")),
    }
}

/// What a library built without a feature cannot do.
#[allow(dead_code, reason = "with every feature nothing is missing")]
pub(crate) fn missing(what: &str) -> Refusal {
    Refusal::new(kasuri_status::Refused, format!("the library was built without {what}"))
}

//! The enums of the header. C passes them as numbers, so any value may arrive.

use crate::border::{Done, Refusal};
use crate::status::kasuri_status;

/// Maps a number to the meaning of its enumerator in a type of the header; any other number is refused.
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

/// The direction of +y.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_axes {
    /// Down, as in pictures; a positive angle turns clockwise on the screen.
    YDown = 0,
    /// Up; a positive angle turns counterclockwise on the screen.
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

/// The broad phase: the method that finds candidate pairs. Each gives the same answers.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_broad {
    /// The faster one for each step.
    Auto = 0,
    /// A grid with cells of several sizes.
    Grid = 1,
    /// A tree of boxes.
    Tree = 2,
    /// A comparison of every pair of boxes.
    Brute = 3,
}

/// The device that tests candidate pairs. Each gives the same answers.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_backend {
    /// This machine's CPU.
    Cpu = 0,
    /// A GPU, for every step; what it cannot do is refused. The choice itself is refused if the library was built
    /// without its feature `gpu`.
    Gpu = 1,
    /// The faster one for each step. Without the feature `gpu` it is the CPU.
    Auto = 2,
}

/// The effect of a rule for two sets of layers.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_rule {
    /// A touch without depth is a hit.
    TouchingCounts = 0,
    /// A touch without depth is not a hit.
    TouchingIgnored = 1,
    /// Two circles overlap if their distance is less than the root of the sum of their squared radii: a metric that
    /// is generous to players.
    RootedCircles = 2,
}

/// Converts 0 or 1 to a bool; refuses other numbers.
pub(crate) fn yes_or_no(name: &str, value: u32) -> Done<bool> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(Refusal::value(name, other, "0 and 1 are")),
    }
}

/// A refusal of what a library built without a feature cannot do.
#[allow(dead_code, reason = "unused if all features are enabled")]
pub(crate) fn missing(what: &str) -> Refusal {
    Refusal::new(kasuri_status::Refused, format!("the library was built without {what}"))
}

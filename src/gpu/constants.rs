//! The constants that Rust and the shaders share. The shaders' text is made from the ones here.

use std::fmt::{Debug, Write};

use crate::gpu::queues::{DevicePass, GpuQueue};

/// Defines constants, and lists them for the shaders.
macro_rules! constants {
    ($($(#[$of:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$of])* pub(crate) const $name: u32 = $value;)*
        const ALL: &[(&str, u32)] = &[$((stringify!($name), $name)),*];
    };
}

constants! {
    /// The bit that marks sprites among forms.
    IS_SPRITE = 1 << 31;
    /// The bits that mark bodies of a batch which have parts without interior, and those that are not a single part.
    HAS_THIN = 1 << 30;
    HAS_PARTS = 1 << 29;
    /// The bits of a form's index.
    FORM = (1 << 29) - 1;
    /// The number of queues, with the list of grazes.
    QUEUES = GpuQueue::ALL.len() as u32;
    /// The flock of bodies that are never in a pair, and the queue of pairs that are decided nowhere.
    NOWHERE = u32::MAX;
    /// The flock for all layers after the last free flock: its bodies' layers are compared pair by pair.
    MIXED = 31;
    /// A flag of a pass: a touch without depth is no overlap.
    STRICT = 1;
    /// A flag of a pass: circles are measured by the root of their squared radii.
    ROOTED = 2;
    /// A flag of a pass: the query is what comes within the margins.
    NEAR = 4;
    /// The words of bits, or the rows, from which on a pair takes a whole workgroup.
    LARGE_WORDS = 1024;
    LARGE_ROWS = 24;
    /// The rows for pairs within a margin: every row of one sprite is compared with many rows of the other.
    LARGE_NEAR_ROWS = 8;
    /// The value in place of a count of squares that was cut short.
    CUT = u32::MAX;
    /// The most workgroups in one dimension.
    MOST_GROUPS = 65535;
    /// The words from one planned pass to the next: bindings must begin at multiples of 256 bytes.
    PLAN_WORDS = 64;
    /// The most rounds that all loops of an invocation run together. A driver may end a shader after 65,535 rounds
    /// without an error. It may also add up the rounds of the invocations that it runs as one vector, eight of them in
    /// lavapipe, and it may enter loops that no invocation takes, once each. So a round costs one, and one more for
    /// every loop inside it. tests/gpu_rounds.rs proves the bound for every entry point: a loop's condition begins with
    /// `go_on` of the round's cost, or the loop's bound is a constant. An invocation that was cut short is reported,
    /// and the host decides its pair.
    ROUNDS = 7900;
}

/// Returns the constants as WGSL; this text comes first in every shader.
pub(super) fn in_wgsl() -> String {
    let queues = GpuQueue::ALL.iter().map(|&queue| (constant_name(queue), queue as u32));
    let planned = DevicePass::ALL.iter().map(|&planned| (constant_name(planned), planned.place() as u32));
    let named = ALL.iter().map(|&(name, value)| (name.to_owned(), value)).chain(queues).chain(planned);
    let mut text = String::new();
    for (name, value) in named {
        // Writing to a string does not fail.
        let _ = writeln!(text, "const {name}: u32 = {value}u;");
    }
    let flags: String = GpuQueue::ALL.iter().map(|queue| format!("{}u,", queue.flags())).collect();
    let _ = writeln!(text, "const FLAGS = array<u32, QUEUES>({flags});");
    text
}

/// Returns the name of a value as a constant's name: `NearShapes` becomes `NEAR_SHAPES`.
fn constant_name(value: impl Debug) -> String {
    let mut name = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}
